// Judges what a command gave against what a vector expects.
#pragma once

#include "tests/vectors/replay.h"

#include <string>

namespace sheaf::test {

enum class Verdict : std::uint8_t {
    Passed,
    WrongResult,
    ErrorWhereResult,  // an error where a result was due
    ResultWhereError,
    OtherCode,         // the right outcome with another code
    FeatureAbsent,     // the command or an option of it is not there
};
inline constexpr std::size_t kVerdicts = 6;

std::string_view nameOf(Verdict verdict);

struct Judgement {
    Verdict verdict = Verdict::Passed;
    std::string actual;  // what came instead, for people; empty when it passed
};

// What a command gave, by what its vector expects.
Judgement judgeAnswer(const Vector& vector, const Answer& answer, Replay& replay);

// Prepares the vector's data, runs its command and compares.
Judgement judge(const Vector& vector, Replay& replay);

}  // namespace sheaf::test
