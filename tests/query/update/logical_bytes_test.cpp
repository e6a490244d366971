// logicalBytes by comparison, and its agreement with what operators report.

#include "update_support.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

#include <rapidcheck.h>

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("logicalBytes counts the elements that differ, old and new") {
    struct Case {
        std::string what;
        std::string before;
        std::string after;
        std::uint64_t bytes;
    };
    const Case cases[] = {
        {"equal", R"({"a": 1})", R"({"a": 1})", 0},
        {"both empty", R"({})", R"({})", 0},
        {"an int32", R"({"a": 1})", R"({"a": 2})", 7 + 7},
        {"another type", R"({"a": 1})", R"({"a": 1.0})", 7 + 11},
        {"added", R"({})", R"({"abc": null})", 5},
        {"removed", R"({"a": true})", R"({})", 4},
        {"another order", R"({"a": 1, "b": 2})", R"({"b": 2, "a": 1})", 0},
        {"inside a document", R"({"d": {"a": 1, "b": 1}})", R"({"d": {"a": 2, "b": 1}})", 7 + 7},
        {"a document for a number", R"({"d": {}})", R"({"d": 1})", 8 + 7},
        {"a document for an array", R"({"d": {}})", R"({"d": []})", 8 + 8},
        {"arrays by position", R"({"l": [1, 2, 3]})", R"({"l": [2, 3]})", 7 + 7 + 7 + 7 + 7},
        {"appended to an array", R"({"l": [1]})", R"({"l": [1, 2]})", 7},
        {"in an array's document", R"({"l": [{"a": 1}]})", R"({"l": [{"a": 1, "b": "x"}]})", 1 + 2 + 4 + 2},
        {"renamed", R"({"a": 1, "x": 5})", R"({"b": 1, "x": 5})", 7 + 7},
        {"the largest position counts its digits", R"({"l": [0,0,0,0,0,0,0,0,0,0]})",
         R"({"l": [0,0,0,0,0,0,0,0,0,0,0]})", 8},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(logicalBytes(parse(c.before), parse(c.after)) == c.bytes);
        CHECK(logicalBytes(parse(c.after), parse(c.before)) == c.bytes);
    }
}

TEST_CASE("logicalBytes looks up many fields in another order") {
    bson::Builder forwards;
    bson::Builder backwards;
    for (int i = 0; i < 100; ++i) forwards.append("field" + std::to_string(i), i);
    for (int i = 99; i >= 0; --i) backwards.append("field" + std::to_string(i), i == 50 ? -1 : i);
    CHECK(logicalBytes(forwards.finish(), backwards.finish()) == 2 * (1 + 8 + 4));
}

namespace {

const char* const kNames[] = {"a", "b", "c", "d"};

void appendRandom(bson::Builder& builder, std::string_view name, int levels) {
    switch (*rc::gen::inRange(0, levels > 0 ? 8 : 5)) {
        case 0: builder.append(name, *rc::gen::inRange(-3, 4)); break;
        case 1: builder.append(name, static_cast<std::int64_t>(*rc::gen::inRange(-3, 4))); break;
        case 2: builder.append(name, 0.5 * *rc::gen::inRange(-3, 4)); break;
        case 3: builder.append(name, nullptr); break;
        case 4: builder.append(name, std::string(static_cast<std::size_t>(*rc::gen::inRange(0, 5)), 's')); break;
        case 5:
            builder.openDocument(name);
            for (const char* inner : kNames) {
                if (*rc::gen::inRange(0, 2) == 0) appendRandom(builder, inner, levels - 1);
            }
            builder.close();
            break;
        default: {
            const int count = *rc::gen::inRange(0, 13);
            builder.openArray(name);
            for (int i = 0; i < count; ++i) appendRandom(builder, std::to_string(i), levels - 1);
            builder.close();
        }
    }
}

bson::Document randomDocument() {
    bson::Builder builder;
    builder.append("_id", 1);
    for (const char* name : kNames) {
        if (*rc::gen::inRange(0, 4) != 0) appendRandom(builder, name, 3);
    }
    return builder.take();
}

std::string randomPath() {
    std::string path = kNames[*rc::gen::inRange(0, 4)];
    for (int more = *rc::gen::inRange(0, 3); more > 0; --more) {
        path += '.';
        if (*rc::gen::inRange(0, 2) == 0) path += kNames[*rc::gen::inRange(0, 4)];
        else path += std::to_string(*rc::gen::inRange(0, 12));
    }
    return path;
}

void appendOperand(bson::Builder& builder, const std::string& name, const std::string& path) {
    if (name == "$rename") {
        builder.append(path, randomPath());
    } else if (name == "$pop") {
        builder.append(path, *rc::gen::inRange(0, 2) * 2 - 1);
    } else if (name == "$inc" || name == "$mul") {
        builder.append(path, *rc::gen::inRange(-2, 3));
    } else if (name == "$pullAll") {
        builder.openArray(path);
        for (int i = 0; i < 3; ++i) appendRandom(builder, std::to_string(i), 0);
        builder.close();
    } else if (name == "$push" || name == "$addToSet") {
        builder.openDocument(path).openArray("$each");
        for (int i = *rc::gen::inRange(0, 4); i > 0; --i) appendRandom(builder, std::to_string(i), 1);
        builder.close();
        if (name == "$push" && *rc::gen::inRange(0, 2) == 0) builder.append("$slice", *rc::gen::inRange(-5, 6));
        if (name == "$push" && *rc::gen::inRange(0, 2) == 0) builder.append("$position", *rc::gen::inRange(-5, 6));
        if (name == "$push" && *rc::gen::inRange(0, 2) == 0) builder.append("$sort", 1);
        builder.close();
    } else {
        appendRandom(builder, path, 2);
    }
}

bson::Document randomUpdate() {
    static const char* const operators[] = {"$set",  "$unset", "$inc", "$push", "$addToSet", "$pop", "$pullAll",
                                            "$rename", "$min",   "$max", "$mul"};
    bson::Builder builder;
    for (const char* name : operators) {
        if (*rc::gen::inRange(0, 8) != 0) continue;
        builder.openDocument(name);
        for (int i = *rc::gen::inRange(1, 3); i > 0; --i) appendOperand(builder, name, randomPath());
        builder.close();
    }
    if (builder.isEmpty()) builder.openDocument("$set").append("a", *rc::gen::inRange(0, 3)).close();
    return builder.take();
}

// Applies a random update to a random document and compares; whether something was changed.
bool checkRandomUpdate() {
    const bson::Document document = randomDocument();
    const bson::Document parsed = randomUpdate();
    bson::Buffer out;
    try {
        const Update update = Update::parse(parsed.view().asValue());
        const UpdateResult result = update.apply(document, {}, out);
        if (!result.isChanged) {
            RC_ASSERT(out.size() == 0u);
            return false;
        }
        RC_ASSERT(bool(bson::validate(out.bytes(), bson::kStoredLimits)));
        const DocumentView changed(out.data(), out.size());
        RC_ASSERT(!bson::identical(document.view().asValue(), changed.asValue()));
        RC_ASSERT(result.logicalBytes == logicalBytes(document, changed));
        for (const bson::Element& element : changed) {
            const bool isSame = bson::identical(element.value, document[element.name]);
            RC_ASSERT(isSame || update.mayAffect(bson::FieldPath(element.name), result.touched));
        }
        return true;
    } catch (const Error&) {
        RC_ASSERT(out.size() == 0u);
        return false;
    }
}

}  // namespace

TEST_CASE("what operators report is what a comparison finds, on random updates") {
    int changes = 0;
    CHECK(rc::check("operators and comparison agree", [&changes] {
        for (int round = 0; round < 50; ++round) changes += checkRandomUpdate() ? 1 : 0;
    }));
    CHECK(changes > 300);
}
