// When two values of a vector are the same: types, order of fields and digits count, but for what the vector leaves loose.
#pragma once

#include "tests/vectors/vector.h"

#include <sheaf/bson/view.h>

#include <vector>

namespace sheaf::test {

// What an expected document without _id means for one that has a generated _id.
enum class GeneratedId : std::uint8_t { Compared, Ignored };

bool isSame(ValueView expected, ValueView actual, const Exactness& exactness);

// The documents of a result. With GeneratedId::Ignored a leading ObjectId `_id` that the expected document lacks is not
// looked at.
bool isSameList(const std::vector<ValueView>& expected, const std::vector<ValueView>& actual, const Exactness& exactness,
                GeneratedId generated);
bool isSameMultiset(const std::vector<ValueView>& expected, const std::vector<ValueView>& actual,
                    const Exactness& exactness, GeneratedId generated);

}  // namespace sheaf::test
