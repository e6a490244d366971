// BSON: documents one after the other, as mongodump and `sheaf dump` write them.
#include "tools/import/formats.h"

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/validate.h>

#include <cstring>

namespace sheaf::tools {
namespace {

class BsonReader final : public DocumentReader {
public:
    explicit BsonReader(const ReaderInput& input) : in_(input.in), place_(input.name) {}

    std::optional<bson::DocumentView> next() override {
        std::uint32_t size = 0;
        in_.read(reinterpret_cast<char*>(&size), sizeof size);
        if (in_.gcount() == 0) return std::nullopt;
        ++number_;
        if (in_.gcount() < static_cast<std::streamsize>(sizeof size)) lose("the file ends inside a document");
        if (size < kEmptyBytes || size > bson::kStoredLimits.bytes) {
            lose("document number " + std::to_string(number_) + " cannot have " + std::to_string(size) + " bytes");
        }
        buffer_.clear();
        std::uint8_t* const bytes = buffer_.extend(size);
        std::memcpy(bytes, &size, sizeof size);
        const auto rest = static_cast<std::streamsize>(size - sizeof size);
        in_.read(reinterpret_cast<char*>(bytes) + sizeof size, rest);
        if (in_.gcount() < rest) lose("the file ends inside a document");
        const auto document = bson::DocumentView::trusted(bytes, size);
        place_.requireValid(number_, document);
        return document;
    }
    std::uint64_t line() const override { return number_; }

private:
    static constexpr std::uint32_t kEmptyBytes = 5;

    [[noreturn]] void lose(const std::string& problem) {
        loseTrack();
        place_.raise(number_, problem);
    }

    std::istream& in_;
    ReadPlace place_;
    bson::Buffer buffer_;
    std::uint64_t number_ = 0;
};

std::unique_ptr<DocumentReader> open(const ReaderInput& input) { return std::make_unique<BsonReader>(input); }

}  // namespace

const ImportFormat kBsonFormat{
    .name = "bson", .what = "BSON documents one after the other", .extensions = ".bson", .open = open};

}  // namespace sheaf::tools
