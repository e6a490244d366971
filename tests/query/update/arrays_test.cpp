// The operators on arrays: $push, $addToSet, $pop, $pull, $pullAll.

#include "update_support.h"

using namespace sheaf;
using namespace sheaf::query;
using namespace sheaf::query::test;

TEST_CASE("$push appends") {
    const UpdateCase cases[] = {
        {"one value", R"({"a": [1]})", R"({"$push": {"a": 2}})", R"({"a": [1, 2]})"},
        {"an array as one value", R"({"a": [1]})", R"({"$push": {"a": [2]}})", R"({"a": [1, [2]]})"},
        {"missing makes an array", R"({})", R"({"$push": {"a.b": 2}})", R"({"a": {"b": [2]}})"},
        {"an empty array", R"({"a": []})", R"({"$push": {"a": null}})", R"({"a": [null]})"},
        {"past ten elements", R"({"a": [0,1,2,3,4,5,6,7,8,9]})", R"({"$push": {"a": 10}})",
         R"({"a": [0,1,2,3,4,5,6,7,8,9,10]})"},
        {"a scalar", R"({"a": 1})", R"({"$push": {"a": 2}})", "BadValue"},
        {"null", R"({"a": null})", R"({"$push": {"a": 2}})", "BadValue"},
        {"a document", R"({"a": {}})", R"({"$push": {"a": 2}})", "BadValue"},
        {"into an element", R"({"a": [[1]]})", R"({"$push": {"a.0": 2}})", R"({"a": [[1, 2]]})"},
        {"several", R"({"a": [1]})", R"({"$push": {"a": {"$each": [2, 3]}}})", R"({"a": [1, 2, 3]})"},
        {"none", R"({"a": [1]})", R"({"$push": {"a": {"$each": []}}})", "same"},
        {"none into a missing field", R"({})", R"({"$push": {"a": {"$each": []}}})", R"({"a": []})"},
        {"a document without $each", R"({"a": []})", R"({"$push": {"a": {"x": 1}}})", R"({"a": [{"x": 1}]})"},
        {"$each is no array", R"({"a": []})", R"({"$push": {"a": {"$each": 1}}})", "BadValue"},
        {"an unknown clause", R"({"a": []})", R"({"$push": {"a": {"$each": [1], "$size": 1}}})", "BadValue"},
    };
    checkAll(cases);
}

TEST_CASE("$push places, then sorts, then slices") {
    const UpdateCase cases[] = {
        {"whatever the order of the clauses", R"({"x": [{"a": 1}, {"a": 3}]})",
         R"({"$push": {"x": {"$slice": -2, "$sort": {"a": 1}, "$each": [{"a": 2}]}}})",
         R"({"x": [{"a": 2}, {"a": 3}]})"},
        {"slice 0 empties", R"({"x": [{"a": 1}, {"a": 3}]})", R"({"$push": {"x": {"$each": [], "$slice": 0}}})",
         R"({"x": []})"},
        {"the largest slice cuts nothing", R"({"x": [{"a": 1}]})",
         R"({"$push": {"x": {"$each": [{"a": 0}], "$slice": {"$numberLong": "9223372036854775807"}}}})",
         R"({"x": [{"a": 1}, {"a": 0}]})"},
        {"the lowest neither", R"({"x": [1]})",
         R"({"$push": {"x": {"$each": [2], "$slice": {"$numberLong": "-9223372036854775808"}}}})", R"({"x": [1, 2]})"},
        {"the first two", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [3], "$slice": 2}}})", "same"},
        {"a whole double as slice", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [3], "$slice": -2.0}}})",
         R"({"x": [2, 3]})"},
        {"a broken slice", R"({"x": [1]})", R"({"$push": {"x": {"$each": [3], "$slice": 1.5}}})", "BadValue"},
        {"in front", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [8, 9], "$position": 0}}})",
         R"({"x": [8, 9, 1, 2]})"},
        {"in between", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [9], "$position": 1}}})",
         R"({"x": [1, 9, 2]})"},
        {"beyond the end", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [9], "$position": 100}}})",
         R"({"x": [1, 2, 9]})"},
        {"counted from the end", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [9], "$position": -1}}})",
         R"({"x": [1, 9, 2]})"},
        {"from before the front", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [9], "$position": -100}}})",
         R"({"x": [9, 1, 2]})"},
        {"the lowest position", R"({"x": [1]})",
         R"({"$push": {"x": {"$each": [9], "$position": {"$numberLong": "-9223372036854775808"}}}})",
         R"({"x": [9, 1]})"},
        {"sorted by value, downwards", R"({"x": [1, 3]})", R"({"$push": {"x": {"$each": [2], "$sort": -1}}})",
         R"({"x": [3, 2, 1]})"},
        {"sorting mixed types", R"({"x": ["a", 1]})", R"({"$push": {"x": {"$each": [null], "$sort": 1}}})",
         R"({"x": [null, 1, "a"]})"},
        {"sorting by a dotted field, stable, missing first",
         R"({"x": [{"a": {"b": 2}, "n": 1}, {"a": {"b": 1}}, {"n": 2}, {"a": {"b": 2}, "n": 3}]})",
         R"({"$push": {"x": {"$each": [], "$sort": {"a.b": 1}}}})",
         R"({"x": [{"n": 2}, {"a": {"b": 1}}, {"a": {"b": 2}, "n": 1}, {"a": {"b": 2}, "n": 3}]})"},
        {"sorting what is sorted", R"({"x": [1, 2]})", R"({"$push": {"x": {"$each": [], "$sort": 1}}})", "same"},
        {"a sort by 2", R"({"x": []})", R"({"$push": {"x": {"$each": [], "$sort": 2}}})", "BadValue"},
        {"an empty sort", R"({"x": []})", R"({"$push": {"x": {"$each": [], "$sort": {}}}})", "BadValue"},
        {"a sort with an empty part", R"({"x": []})", R"({"$push": {"x": {"$each": [], "$sort": {"a.": 1}}}})",
         "BadValue"},
        {"a text as sort", R"({"x": []})", R"({"$push": {"x": {"$each": [], "$sort": "a"}}})", "BadValue"},
    };
    checkAll(cases);
}

TEST_CASE("$addToSet appends what is not there yet") {
    const UpdateCase cases[] = {
        {"new", R"({"a": [1]})", R"({"$addToSet": {"a": 2}})", R"({"a": [1, 2]})"},
        {"there", R"({"a": [1, 2]})", R"({"$addToSet": {"a": 2}})", "same"},
        {"there in another type", R"({"a": [1, 2]})", R"({"$addToSet": {"a": 2.0}})", "same"},
        {"a document with another order is new", R"({"a": [{"x": 1, "y": 2}]})",
         R"({"$addToSet": {"a": {"y": 2, "x": 1}}})", R"({"a": [{"x": 1, "y": 2}, {"y": 2, "x": 1}]})"},
        {"an array as one value", R"({"a": [1]})", R"({"$addToSet": {"a": [1]}})", R"({"a": [1, [1]]})"},
        {"several, with doubles among them", R"({"a": [1]})", R"({"$addToSet": {"a": {"$each": [3, 1, 2, 3]}}})",
         R"({"a": [1, 3, 2]})"},
        {"many", R"({"a": [5, 3]})", R"({"$addToSet": {"a": {"$each": [9, 8, 7, 6, 5, 4, 3, 2, 1, 9]}}})",
         R"({"a": [5, 3, 9, 8, 7, 6, 4, 2, 1]})"},
        {"doubles in the array stay", R"({"a": [1, 1]})", R"({"$addToSet": {"a": 2}})", R"({"a": [1, 1, 2]})"},
        {"missing", R"({})", R"({"$addToSet": {"a": {"$each": [1, 1]}}})", R"({"a": [1]})"},
        {"missing and none", R"({})", R"({"$addToSet": {"a": {"$each": []}}})", R"({"a": []})"},
        {"a scalar", R"({"a": 1})", R"({"$addToSet": {"a": 2}})", "BadValue"},
        {"null", R"({"a": null})", R"({"$addToSet": {"a": 2}})", "BadValue"},
        {"more than $each", R"({"x": []})", R"({"$addToSet": {"x": {"$each": [1], "$position": 0}}})", "BadValue"},
        {"$each is no array", R"({"x": []})", R"({"$addToSet": {"x": {"$each": 1}}})", "TypeMismatch"},
    };
    checkAll(cases);
}

TEST_CASE("$pop takes an element from an end") {
    const UpdateCase cases[] = {
        {"last", R"({"a": [1, 2, 3]})", R"({"$pop": {"a": 1}})", R"({"a": [1, 2]})"},
        {"first", R"({"a": [1, 2, 3]})", R"({"$pop": {"a": -1}})", R"({"a": [2, 3]})"},
        {"the only one", R"({"a": [1]})", R"({"$pop": {"a": 1.0}})", R"({"a": []})"},
        {"none", R"({"a": []})", R"({"$pop": {"a": 1}})", "same"},
        {"missing", R"({})", R"({"$pop": {"a": 1}})", "same"},
        {"missing below a document", R"({"a": {}})", R"({"$pop": {"a.b": 1}})", "same"},
        {"beyond an array", R"({"a": []})", R"({"$pop": {"a.3": 1}})", "same"},
        {"through a scalar", R"({"a": 1})", R"({"$pop": {"a.b": 1}})", "PathNotViable"},
        {"a scalar", R"({"a": 1})", R"({"$pop": {"a": 1}})", "TypeMismatch"},
        {"null", R"({"a": null})", R"({"$pop": {"a": 1}})", "TypeMismatch"},
        {"by 2", R"({"a": [1]})", R"({"$pop": {"a": 2}})", "FailedToParse"},
        {"by a text", R"({"a": [1]})", R"({"$pop": {"a": "1"}})", "FailedToParse"},
    };
    checkAll(cases);
}

TEST_CASE("$pullAll removes equal values") {
    const UpdateCase cases[] = {
        {"several", R"({"a": [1, 2, 1, 3]})", R"({"$pullAll": {"a": [1, 3]}})", R"({"a": [2]})"},
        {"of another type", R"({"a": [1, 2.0]})", R"({"$pullAll": {"a": [2]}})", R"({"a": [1]})"},
        {"none matches", R"({"a": [1]})", R"({"$pullAll": {"a": [5]}})", "same"},
        {"none given", R"({"a": [1]})", R"({"$pullAll": {"a": []}})", "same"},
        {"null", R"({"a": [1, null]})", R"({"$pullAll": {"a": [null]}})", R"({"a": [1]})"},
        {"a nested array is one value", R"({"a": [[1], 1]})", R"({"$pullAll": {"a": [[1]]}})", R"({"a": [1]})"},
        {"missing", R"({})", R"({"$pullAll": {"a": [1]}})", "same"},
        {"a scalar", R"({"a": 1})", R"({"$pullAll": {"a": [1]}})", "BadValue"},
        {"by a number", R"({"a": [1]})", R"({"$pullAll": {"a": 1}})", "BadValue"},
    };
    checkAll(cases);
}

TEST_CASE("$pull removes what meets a condition") {
    const UpdateCase cases[] = {
        {"documents by one of their fields", R"({"f": [{"k1": "v1", "k2": "v2"}, {"k1": "z"}]})",
         R"({"$pull": {"f": {"k1": "v1"}}})", R"({"f": [{"k1": "z"}]})"},
        {"by $in, below a document", R"({"a": {"b": ["c", "d"]}})", R"({"$pull": {"a.b": {"$in": ["c"]}}})",
         R"({"a": {"b": ["d"]}})"},
        {"by a comparison", R"({"a": [1, 5, 9]})", R"({"$pull": {"a": {"$gte": 5}}})", R"({"a": [1]})"},
        {"by $elemMatch", R"({"a": [{"r": [{"q": 1, "n": 5}]}, {"r": [{"q": 2, "n": 9}]}]})",
         R"({"$pull": {"a": {"r": {"$elemMatch": {"q": 2, "n": {"$gte": 8}}}}}})",
         R"({"a": [{"r": [{"q": 1, "n": 5}]}]})"},
        {"a value", R"({"a": [1, 2, 1.0]})", R"({"$pull": {"a": 1}})", R"({"a": [2]})"},
        {"null", R"({"a": [1, null]})", R"({"$pull": {"a": null}})", R"({"a": [1]})"},
        {"an array is equal as a whole", R"({"a": [[1], 1]})", R"({"$pull": {"a": [1]}})", R"({"a": [1]})"},
        {"a document filter leaves scalars", R"({"a": [1, {"b": 1}]})", R"({"$pull": {"a": {"b": 1}}})",
         R"({"a": [1]})"},
        {"everything", R"({"a": [1, 2]})", R"({"$pull": {"a": {"$exists": true}}})", R"({"a": []})"},
        {"nothing", R"({"a": [1, 2]})", R"({"$pull": {"a": 5}})", "same"},
        {"missing", R"({})", R"({"$pull": {"a": 5}})", "same"},
        {"a scalar", R"({"a": 1})", R"({"$pull": {"a": 1}})", "BadValue"},
        {"an unknown operator", R"({"a": [1]})", R"({"$pull": {"a": {"$foo": 1}}})", "BadValue"},
    };
    checkAll(cases);
}
