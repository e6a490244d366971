// Names of the BSON types, and the making and printing of ObjectIds and dates.
#include <sheaf/bson/types.h>

#include <sheaf/bson/hex.h>

#include "bson/raise.h"

#include <atomic>
#include <chrono>
#include <random>

#include <pthread.h>

namespace sheaf::bson {
namespace {

// What the ObjectIds of one process share. Drawn again in a forked child, so that the two never collide.
struct ObjectIdSource {
    std::array<std::uint8_t, 5> process;
    std::atomic<std::uint32_t> counter;

    ObjectIdSource() {
        draw();
        pthread_atfork(nullptr, nullptr, [] { instance().draw(); });
    }
    void draw() {
        std::random_device random;
        for (std::uint8_t& byte : process) byte = static_cast<std::uint8_t>(random());
        counter = static_cast<std::uint32_t>(random());
    }
    static ObjectIdSource& instance() {
        static ObjectIdSource source;
        return source;
    }
};

}  // namespace

std::string_view typeName(Type type) {
    switch (type) {
        case Type::Missing: return "missing";
        case Type::Double: return "double";
        case Type::String: return "string";
        case Type::Document: return "object";
        case Type::Array: return "array";
        case Type::Binary: return "binData";
        case Type::Undefined: return "undefined";
        case Type::ObjectId: return "objectId";
        case Type::Bool: return "bool";
        case Type::Date: return "date";
        case Type::Null: return "null";
        case Type::Regex: return "regex";
        case Type::DbPointer: return "dbPointer";
        case Type::Code: return "javascript";
        case Type::Symbol: return "symbol";
        case Type::CodeWithScope: return "javascriptWithScope";
        case Type::Int32: return "int";
        case Type::Timestamp: return "timestamp";
        case Type::Int64: return "long";
        case Type::Decimal128: return "decimal";
        case Type::MaxKey: return "maxKey";
        case Type::MinKey: return "minKey";
    }
    return "unknown";
}

ObjectId ObjectId::generate() {
    ObjectIdSource& source = ObjectIdSource::instance();
    const auto seconds = static_cast<std::uint32_t>(Date::now().ms / 1000);
    const std::uint32_t count = source.counter.fetch_add(1, std::memory_order_relaxed);
    ObjectId id;
    for (std::size_t i = 0; i < 4; ++i) id.bytes[i] = static_cast<std::uint8_t>(seconds >> (24 - 8 * i));
    for (std::size_t i = 0; i < 5; ++i) id.bytes[4 + i] = source.process[i];
    for (std::size_t i = 0; i < 3; ++i) id.bytes[9 + i] = static_cast<std::uint8_t>(count >> (16 - 8 * i));
    return id;
}

ObjectId ObjectId::fromHex(std::string_view hex) {
    ObjectId id;
    bool isGood = hex.size() == 24;
    for (std::size_t i = 0; isGood && i < 12; ++i) {
        const int high = hexDigit(hex[2 * i]);
        const int low = hexDigit(hex[2 * i + 1]);
        isGood = high >= 0 && low >= 0;
        id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    if (!isGood) raise(ErrorCode::BadValue, "an ObjectId is 24 hexadecimal digits, found: '", hex, "'");
    return id;
}

std::string ObjectId::toHex() const { return bson::toHex(bytes); }

std::uint32_t ObjectId::seconds() const {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

Date Date::now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

}  // namespace sheaf::bson
