// find: min, max, returnKey and showRecordId.
#include "tests/engine/command_case.h"

using namespace sheaf;
using sheaf::test::TestStore;

namespace {

std::string found(TestStore& store, const std::string& options) {
    try {
        return store.reply("{find: 'c', " + options + "}")["cursor"].asDocument()["firstBatch"].toJson();
    } catch (const Error& error) {
        return error.codeName();
    }
}

void fill(TestStore& store) {
    store.insertAll({"{_id: 1, a: 1, b: 'x'}", "{_id: 2, a: 2, b: 'y'}", "{_id: 3, a: 2, b: 'z'}", "{_id: 4, a: 3, b: 'x'}", "{_id: 5, b: 'x'}"});
    store.collection().createIndex({{"a", 1}});
    store.collection().createIndex({{"a", 1}, {"b", -1}});
}

}  // namespace

TEST_CASE("min and max bound the scan of the index that the hint names") {
    TestStore store;
    fill(store);
    const auto ids = [&](const std::string& options) {
        std::string text = found(store, options + ", projection: {_id: 1}");
        return text;
    };
    CHECK(ids("hint: {a: 1}, min: {a: 2}") == R"([{"_id":2},{"_id":3},{"_id":4}])");
    CHECK(ids("hint: 'a_1', max: {a: 2}") == R"([{"_id":5},{"_id":1}])");
    CHECK(ids("hint: {a: 1}, min: {a: 1}, max: {a: 3}") == R"([{"_id":1},{"_id":2},{"_id":3}])");
    CHECK(ids("hint: {a: 1}, min: {a: 1}, max: {a: 3}, sort: {a: -1}") == R"([{"_id":3},{"_id":2},{"_id":1}])");
    CHECK(ids("hint: {a: 1}, min: {a: 1}, max: {a: 3}, filter: {b: 'y'}") == R"([{"_id":2}])");
    CHECK(ids("hint: {a: 1}, min: {a: 1}, max: {a: 3}, filter: {a: 3}") == "[]");
    CHECK(ids("hint: {a: 1, b: -1}, min: {a: 2, b: 'y'}, max: {a: 3, b: 'a'}") == R"([{"_id":2},{"_id":4}])");
    CHECK(ids("hint: {a: 1, b: -1}, min: {a: 2, b: 'z'}, max: {a: 2, b: 'y'}") == R"([{"_id":3}])");
    CHECK(ids("hint: {_id: 1}, min: {_id: 4}, skip: 1") == R"([{"_id":5}])");
}

TEST_CASE("min and max are refused where they do not fit an index") {
    TestStore store;
    fill(store);
    CHECK(found(store, "min: {a: 1}") == "Location51173");
    CHECK(found(store, "hint: {$natural: 1}, min: {a: 1}") == "Location51173");
    CHECK(found(store, "hint: {a: 1}, min: {b: 1}") == "Location51174");
    CHECK(found(store, "hint: {a: 1}, min: {a: 1, b: 1}") == "Location51174");
    CHECK(found(store, "hint: {a: 1, b: -1}, min: {a: 1}") == "Location51174");
    CHECK(found(store, "hint: {a: 1}, min: {a: 'x'}, collation: {locale: 'en'}") == "Location51174");
    CHECK(found(store, "hint: {a: 1}, min: {a: 3}, max: {a: 3}") == "Location51175");
    CHECK(found(store, "hint: {a: 1, b: -1}, min: {a: 1, b: 'a'}, max: {a: 1, b: 'b'}") == "Location51175");
    CHECK(found(store, "hint: {a: 1}, min: {a: 1}, max: {b: 1}") == "Location51176");
    CHECK(found(store, "hint: {a: 1}, min: 5") == "TypeMismatch");
}

TEST_CASE("min over a multikey index gives each document once") {
    TestStore store;
    store.insertAll({"{_id: 1, a: [1, 5, 6]}", "{_id: 2, a: 7}"});
    store.collection().createIndex({{"a", 1}});
    CHECK(found(store, "hint: {a: 1}, min: {a: 5}, projection: {_id: 1}") == R"([{"_id":1},{"_id":2}])");
}

TEST_CASE("returnKey gives index keys in place of documents") {
    TestStore store;
    fill(store);
    CHECK(found(store, "filter: {a: 2}, hint: {a: 1, b: -1}, returnKey: true") == R"([{"a":2,"b":"z"},{"a":2,"b":"y"}])");
    CHECK(found(store, "filter: {a: {$gte: 3}}, hint: {a: 1}, returnKey: true") == R"([{"a":3}])");
    CHECK(found(store, "filter: {b: 'y'}, returnKey: true") == "[{}]");
    CHECK(found(store, "filter: {a: {$gt: 0}}, sort: {a: -1}, limit: 1, hint: {a: 1}, returnKey: true") == R"([{"a":3}])");
    CHECK(found(store, "sort: {b: 1}, returnKey: true") == "NotImplemented");
}

TEST_CASE("showRecordId adds the RecordId at the end of each document") {
    TestStore store;
    fill(store);
    CHECK(found(store, "filter: {_id: 2}, showRecordId: true") == R"([{"_id":2,"a":2,"b":"y","$recordId":2}])");
    CHECK(found(store, "filter: {a: {$gte: 2}}, sort: {b: -1, _id: 1}, limit: 1, projection: {a: 1}, showRecordId: true") ==
          R"([{"_id":3,"a":2,"$recordId":3}])");
    CHECK(found(store, "filter: {_id: 2}, showRecordId: false") == R"([{"_id":2,"a":2,"b":"y"}])");
    CHECK(store.find("{_id: 2}", {.showRecordId = true})[0] == R"({"_id":2,"a":2,"b":"y","$recordId":2})");
}
