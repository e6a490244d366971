// Builder, owning documents and values: every type goes in and comes out as it was.
#include <doctest/doctest.h>

#include <sheaf/bson/builder.h>
#include <sheaf/error.h>

#include <cstring>
#include <string>

using namespace sheaf;
using namespace sheaf::bson;

namespace {

template <typename Action>
ErrorCode codeOf(const Action& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.code();
    }
    return ErrorCode::OK;
}

const ObjectId kId = ObjectId::fromHex("0102030405060708090a0b0c");

Document oneOfEach() {
    const std::uint8_t bytes[] = {1, 2, 3};
    Builder builder;
    builder.append("double", 1.5).append("string", "te\"xt").append("empty", "");
    builder.append("nulls", std::string("a\0b", 3));
    builder.openDocument("document").append("x", 1).close();
    builder.openArray("array").push(1).push("two").pushDocument().append("three", 3).close();
    builder.pushArray().close().push(nullptr).close();
    builder.append("binary", BinaryView{5, bytes, 3}).append("undefined", Undefined{}).append("id", kId);
    builder.append("true", true).append("false", false).append("date", Date{-1}).append("null", nullptr);
    builder.append("regex", RegexView{"^a.*", "i"}).append("dbPointer", DbPointerView{"db.c", kId});
    builder.append("code", CodeView{"f()"}).append("symbol", SymbolView{"sym"});
    builder.appendCodeWithScope("scoped", "g()", make("y", 2));
    builder.append("int", std::int32_t{-7}).append("timestamp", Timestamp{9, 8});
    builder.append("long", std::int64_t{1} << 40).append("decimal", Decimal128{1, 0x3040000000000000});
    builder.append("minKey", MinKey{}).append("maxKey", MaxKey{});
    return builder.take();
}

}  // namespace

TEST_CASE("every type goes into a document and comes out as it was") {
    const Document document = oneOfEach();
    CHECK(document["double"].asDouble() == 1.5);
    CHECK(document["string"].asString() == "te\"xt");
    CHECK(document["empty"].asString().empty());
    CHECK(document["nulls"].asString() == std::string_view("a\0b", 3));
    CHECK(document["document"].asDocument()["x"].asInt32() == 1);
    const ArrayView array = document["array"].asArray();
    CHECK(array.countElements() == 5);
    CHECK(array[0].asInt32() == 1);
    CHECK(array[1].asString() == "two");
    CHECK(array[2].asDocument()["three"].asInt32() == 3);
    CHECK(array[3].asArray().isEmpty());
    CHECK(array[4].isNull());
    CHECK(array[5].isMissing());
    CHECK(array.asDocument()["4"].isNull());
    CHECK(document["binary"].asBinary().subtype == 5);
    CHECK(document["binary"].asBinary().size == 3);
    CHECK(document["binary"].asBinary().data[2] == 3);
    CHECK(document["undefined"].type() == Type::Undefined);
    CHECK(document["id"].asObjectId() == kId);
    CHECK(document["true"].asBool());
    CHECK_FALSE(document["false"].asBool());
    CHECK(document["date"].asDate().ms == -1);
    CHECK(document["regex"].asRegex().pattern == "^a.*");
    CHECK(document["regex"].asRegex().options == "i");
    CHECK(document["dbPointer"].asDbPointer().ns == "db.c");
    CHECK(document["dbPointer"].asDbPointer().id == kId);
    CHECK(document["code"].asString() == "f()");
    CHECK(document["symbol"].asString() == "sym");
    CHECK(document["scoped"].codeOfCodeWithScope() == "g()");
    CHECK(document["scoped"].scopeOfCodeWithScope()["y"].asInt32() == 2);
    CHECK(document["int"].asInt32() == -7);
    CHECK(document["timestamp"].asTimestamp() == Timestamp{9, 8});
    CHECK(document["long"].asInt64() == std::int64_t{1} << 40);
    CHECK(document["decimal"].asDecimal128() == Decimal128{1, 0x3040000000000000});
    CHECK(document["minKey"].type() == Type::MinKey);
    CHECK(document["maxKey"].type() == Type::MaxKey);
    CHECK(document["absent"].isMissing());
    CHECK_FALSE(document.view().contains("doubl"));
}

TEST_CASE("a document copied element by element has the same bytes, and so does each value kept by itself") {
    const Document document = oneOfEach();
    Builder elements;
    Builder values;
    for (const Element& element : document) {
        elements.append(element);
        const Value kept(element.value);
        const Value copy = kept;
        values.append(element.name, copy);
    }
    Builder whole;
    whole.appendElements(document);
    for (const Document& made : {elements.take(), values.take(), whole.take(), document.view().copy()}) {
        REQUIRE(made.size() == document.size());
        CHECK(std::memcmp(made.view().data(), document.view().data(), made.size()) == 0);
    }
}

TEST_CASE("documents follow each other in a caller's buffer") {
    Buffer buffer;
    buffer.append("head", 4);
    Builder first(buffer);
    CHECK(first.isEmpty());
    first.append("a", 1);
    CHECK_FALSE(first.isEmpty());
    CHECK(first.finish().size() == 12);
    Builder second(buffer);
    second.openDocument("b").openArray("c");
    CHECK(second.depth() == 2);
    second.close().close();
    CHECK(second.size() == 4 + 3 + 4 + 3 + 4 + 2);
    second.finish();
    const DocumentView one(buffer.data() + 4, buffer.size() - 4);
    CHECK(one["a"].asInt32() == 1);
    const DocumentView two(buffer.data() + 4 + one.size(), buffer.size() - 4 - one.size());
    CHECK(two["b"].asDocument()["c"].asArray().isEmpty());
}

TEST_CASE("counts are int32 while they fit, and array names count up through every power of ten") {
    Builder builder;
    builder.appendCount("small", 2'147'483'647).appendCount("large", 2'147'483'648);
    builder.openArray("many");
    for (int i = 0; i < 1001; ++i) builder.push(i);
    builder.close();
    const Document document = builder.take();
    CHECK(document["small"].type() == Type::Int32);
    CHECK(document["large"].asInt64() == 2'147'483'648);
    int expected = 0;
    for (const Element& element : document["many"].asDocument()) {
        REQUIRE(element.name == std::to_string(expected));
        REQUIRE(element.value.asInt32() == expected);
        ++expected;
    }
    CHECK(expected == 1001);
}

TEST_CASE("names and regular expressions with null bytes are refused") {
    CHECK(codeOf([] { Builder().append(std::string_view("a\0", 2), 1); }) == ErrorCode::BadValue);
    CHECK(codeOf([] { Builder().openArray(std::string_view("\0", 1)); }) == ErrorCode::BadValue);
    CHECK(codeOf([] { Builder().append("r", RegexView{std::string_view("a\0", 2), ""}); }) == ErrorCode::BadValue);
    CHECK(codeOf([] { Builder().append("r", RegexView{"a", std::string_view("i\0", 2)}); }) == ErrorCode::BadValue);
}

TEST_CASE("values hold numbers, short and long strings, and what makes no bytes") {
    CHECK(Value().isMissing());
    CHECK(Value(1).view().asInt32() == 1);
    CHECK(Value("").view().asString().empty());
    for (std::size_t length : {1, 10, 11, 12, 13, 1000}) {
        const std::string text(length, 'x');
        CHECK(Value(text).view().asString() == text);
    }
    CHECK(Value(nullptr).view().isNull());
    CHECK(Value::minKey().type() == Type::MinKey);
    CHECK(Value::fromCount(3).view().asInt32() == 3);
    CHECK(Value(make("a", 1)).view().asDocument()["a"].asInt32() == 1);
    CHECK(Document().isEmpty());
    CHECK(Document(make()).size() == 5);
}

TEST_CASE("ObjectIds print, parse, count up and carry their time") {
    CHECK(kId.toHex() == "0102030405060708090a0b0c");
    CHECK(ObjectId::fromHex("ABCDEFabcdef001122334455").toHex() == "abcdefabcdef001122334455");
    for (const char* bad : {"", "01", "0102030405060708090a0b0", "0102030405060708090a0b0g"}) {
        CHECK(codeOf([&] { ObjectId::fromHex(bad); }) == ErrorCode::BadValue);
    }
    const ObjectId first = ObjectId::generate();
    const ObjectId second = ObjectId::generate();
    CHECK(first.toHex().substr(8, 10) == second.toHex().substr(8, 10));
    CHECK_FALSE(first == second);
    CHECK(first.seconds() > 1'600'000'000u);
}

TEST_CASE("errors carry code, name, details and labels") {
    Error error(ErrorCode::DuplicateKey, "dup", make("a", 1));
    CHECK(error.codeName() == "DuplicateKey");
    CHECK(codeName(location(16020)) == "Location16020");
    CHECK(error.details()->view()["a"].asInt32() == 1);
    CHECK(error.labels().empty());
    error.addLabel("TransientTransactionError").addLabel("TransientTransactionError");
    const Error copy = error;
    CHECK(copy.hasLabel("TransientTransactionError"));
    CHECK(copy.labels().size() == 1);
    CHECK(Error(ErrorCode::BadValue, "x").details() == nullptr);
}
