// The project's own cases (tests/cases, tests/books): facts as vectors state them, in steps over the same documents, with
// and without indexes. Their format: tests/cases/README.md.
#include "tests/vectors/judge.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

using namespace sheaf;
using namespace sheaf::test;

namespace {

// The fields of a case for one of its steps: everything that the vector of that step needs.
Vector vectorOf(const Document& whole, DocumentView step, ValueView indexKey) {
    bson::Builder line;
    line.append("id", whole["what"]).append("topic", "case");
    for (const bson::Element& field : whole) {
        if (field.name != "what" && field.name != "steps" && field.name != "also_with") line.append(field);
    }
    line.appendElements(step);
    if (!indexKey.isMissing()) {
        line.openDocument("indexes").openArray(step["command"].asDocument().begin()->value.asString());
        line.pushDocument().append("key", indexKey).append("name", "index").close();
        line.close().close();
    }
    return readVector(line.take().toJson(bson::JsonMode::Canonical));
}

void run(const Document& whole, ValueView indexKey, Replay& replay) {
    bool isFirst = true;
    for (const ValueView step : whole["steps"].asArray()) {
        const Vector vector = vectorOf(whole, step.asDocument(), indexKey);
        CAPTURE(vector.command().toJson());
        if (isFirst) replay.prepare(vector);
        isFirst = false;
        const Judgement judgement = judgeAnswer(vector, replay.run(vector.command()), replay);
        CHECK_MESSAGE(judgement.verdict == Verdict::Passed,
                      nameOf(judgement.verdict) << ", expected " << vector.expected().toJson() << ", got " << judgement.actual);
    }
}

int runFiles(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    int cases = 0;
    for (const auto& file : files) {
        CAPTURE(file.filename().string());
        Replay replay;
        std::ifstream in(file);
        for (std::string text; std::getline(in, text);) {
            if (text.empty()) continue;
            const Document whole = bson::fromJson(text);
            CAPTURE(std::string(whole["what"].asString()));
            run(whole, {}, replay);
            if (const ValueView keys = whole["also_with"]) {
                for (const ValueView key : keys.asArray()) {
                    CAPTURE(key.toJson());
                    run(whole, key, replay);
                }
            }
            ++cases;
        }
        CHECK_NOTHROW(replay.validate());
    }
    return cases;
}

}  // namespace

TEST_CASE("the project's own cases hold") { CHECK(runFiles(std::filesystem::path(SHEAF_SOURCE_DIR) / "tests/cases") > 0); }

TEST_CASE("the worked examples of books on MongoDB hold") {
    CHECK(runFiles(std::filesystem::path(SHEAF_SOURCE_DIR) / "tests/books") > 0);
}
