// Every vector of a folder against the engine. Which folder: SHEAF_VECTORS, else ../shared/vectors beside the sources
// when it is there. With SHEAF_VECTORS_ONLY=<pattern> only the vectors whose id or topic fits (`*` stands for any
// characters), each failure shown in full, known or not.
#include "tests/vectors/judge.h"
#include "tests/vectors/known_failures.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>

using namespace sheaf;
using namespace sheaf::test;

namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::filesystem::path folderOfVectors() {
    const std::string named = environment("SHEAF_VECTORS");
    if (!named.empty()) return named;
    return std::filesystem::path(SHEAF_SOURCE_DIR) / ".." / "shared" / "vectors";
}

class Report {
public:
    void count(const Vector& vector, Verdict verdict, bool isKnown) {
        for (Line* line : {&topics_[vector.topic], &total_}) {
            ++line->verdicts[static_cast<std::size_t>(verdict)];
            if (verdict != Verdict::Passed) ++(isKnown ? line->known : line->failed);
        }
    }

    void print() const {
        std::printf("%-32s%8s%8s%8s   of those that failed: wrong result, error for result, result for error, other code, absent\n",
                    "topic", "passed", "failed", "known");
        for (const auto& [topic, line] : topics_) print(topic, line);
        print("all", total_);
    }

private:
    struct Line {
        std::array<int, kVerdicts> verdicts{};
        int failed = 0;
        int known = 0;
    };

    static void print(const std::string& name, const Line& line) {
        std::printf("%-32s%8d%8d%8d  ", name.c_str(), line.verdicts[0], line.failed, line.known);
        for (std::size_t i = 1; i < kVerdicts; ++i) std::printf(" %d", line.verdicts[i]);
        std::printf("\n");
    }

    std::map<std::string, Line> topics_;
    Line total_;
};

void show(const Vector& vector, const Judgement& judgement, bool isInFull) {
    std::printf("%s [%s] %s\n", vector.id.c_str(), vector.topic.c_str(), std::string(nameOf(judgement.verdict)).c_str());
    if (isInFull) {
        std::printf("  vector:   %s\n  expected: %s\n", vector.text.c_str(), vector.line["expect"].toJson().c_str());
    }
    std::printf("  actual:   %s\n", judgement.actual.c_str());
}

}  // namespace

TEST_CASE("the engine answers as every vector says") {
    const std::filesystem::path folder = folderOfVectors();
    const std::string only = environment("SHEAF_VECTORS_ONLY");
    if (!std::filesystem::is_directory(folder)) {
        REQUIRE_MESSAGE(environment("SHEAF_VECTORS").empty(), "SHEAF_VECTORS names no folder: " << folder);
        std::printf("no vectors here: 0 judged\n");
        return;
    }
    KnownFailures known = KnownFailures::read(std::filesystem::path(SHEAF_SOURCE_DIR) / "tests/vectors/known-failures.txt");
    Replay replay;
    Report report;
    int failed = 0;
    for (const Vector& vector : readVectors(folder)) {
        if (!only.empty() && !fitsPattern(vector.id, only) && !fitsPattern(vector.topic, only)) continue;
        const Judgement judgement = judge(vector, replay);
        const bool isFailure = judgement.verdict != Verdict::Passed;
        const bool isKnown = known.covers(vector, isFailure);
        report.count(vector, judgement.verdict, isKnown);
        if (isFailure && !isKnown) ++failed;
        if (isFailure && (!isKnown || !only.empty())) show(vector, judgement, !only.empty());
    }
    CHECK_NOTHROW(replay.validate());
    report.print();
    CHECK(failed == 0);
    if (!only.empty()) return;
    for (const std::string& stale : known.staleEntries()) FAIL_CHECK(stale);
}
