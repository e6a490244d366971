// The rules by which vectors are judged.
#include "tests/vectors/judge.h"

#include "bson/number.h"
#include "tests/vectors/equality.h"

#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::test {
namespace {

bool isAbsence(ErrorCode code) { return code == ErrorCode::CommandNotFound || code == ErrorCode::NotImplemented; }

bool isNumberOfValue(ValueView expected, ValueView actual) {
    return actual.isNumber() && bson::compareNumbers(expected, actual) == 0;
}

std::vector<ValueView> viewsOf(const std::vector<Document>& documents) {
    std::vector<ValueView> views;
    for (const Document& document : documents) views.push_back(document.view().asValue());
    return views;
}

std::vector<ValueView> elementsOf(ValueView array) {
    if (!array.isArray()) return {};
    return {array.asArray().begin(), array.asArray().end()};
}

std::string jsonOf(const std::vector<ValueView>& values) {
    std::string json = "[";
    for (const ValueView value : values) json += (json.size() > 1 ? "," : "") + value.toJson(bson::JsonMode::Canonical);
    return json + "]";
}

std::string describe(const Error& error) {
    return "error " + std::to_string(error.number()) + " " + error.codeName() + ": " + error.what();
}

bool isWriteCommand(const std::string& name) { return name == "insert" || name == "update" || name == "delete"; }

// Whether an answer may hold _ids that the engine made: some document came without.
GeneratedId generatedIds(const Vector& vector) {
    const std::string name = vector.commandName();
    if (isWriteCommand(name) || name == "findAndModify") return GeneratedId::Ignored;
    const ValueView projection = vector.command()["projection"];
    if (projection.isDocument() && projection.asDocument().contains("_id")) return GeneratedId::Compared;
    for (const bson::Element& collection : vector.collections()) {
        for (const ValueView document : collection.value.asArray()) {
            if (!document.asDocument().contains("_id")) return GeneratedId::Ignored;
        }
    }
    return GeneratedId::Compared;
}

Judgement judgeError(const Vector& vector, const Answer& answer) {
    const ValueView code = vector.expected()["error"].asDocument()["code"];
    std::int64_t found = 0;
    std::string actual;
    if (answer.error) {
        found = answer.error->number();
        actual = describe(*answer.error);
        const bool isWanted = code.isNumber() && bson::truncatedInt64(code) == found;
        if (isAbsence(answer.error->code()) && !isWanted) return {Verdict::FeatureAbsent, actual};
    } else {
        const std::vector<ValueView> errors = elementsOf(answer.reply["writeErrors"]);
        if (!isWriteCommand(vector.commandName()) || errors.empty()) {
            actual = answer.documents.empty() ? answer.reply.toJson(bson::JsonMode::Canonical) : jsonOf(viewsOf(answer.documents));
            return {Verdict::ResultWhereError, actual};
        }
        found = bson::truncatedInt64(errors[0].asDocument()["code"]);
        actual = jsonOf(errors);
    }
    if (code.isNumber() && bson::truncatedInt64(code) != found) return {Verdict::OtherCode, actual};
    return {};
}

// Empty when nothing differs.
Judgement judgeWriteErrors(ValueView expected, const Document& reply) {
    const std::vector<ValueView> wanted = elementsOf(expected);
    const std::vector<ValueView> found = elementsOf(reply["writeErrors"]);
    const std::string actual = "writeErrors " + jsonOf(found);
    if (wanted.size() > found.size()) return {Verdict::ResultWhereError, reply.toJson(bson::JsonMode::Canonical)};
    if (wanted.size() < found.size()) return {Verdict::ErrorWhereResult, actual};
    bool isOtherCode = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const DocumentView want = wanted[i].asDocument();
        const DocumentView have = found[i].asDocument();
        if (!isNumberOfValue(want["index"], have["index"])) return {Verdict::WrongResult, actual};
        if (want["code"].isNumber() && !isNumberOfValue(want["code"], have["code"])) isOtherCode = true;
    }
    if (isOtherCode) return {Verdict::OtherCode, actual};
    return {};
}

bool hasKeys(DocumentView expected, ValueView actual, const Exactness& exactness) {
    if (!actual.isDocument()) return false;
    return std::all_of(expected.begin(), expected.end(), [&](const bson::Element& element) {
        const ValueView value = actual.asDocument()[element.name];
        if (element.value.isNumber() && value.isNumber()) return isNumberOfValue(element.value, value);
        return isSame(element.value, value, exactness);
    });
}

bool areUpserts(ValueView expected, ValueView actual, const Exactness& exactness) {
    const std::vector<ValueView> wanted = elementsOf(expected);
    const std::vector<ValueView> found = elementsOf(actual);
    return std::equal(wanted.begin(), wanted.end(), found.begin(), found.end(), [&](ValueView want, ValueView have) {
        return hasKeys(want.asDocument(), have, exactness);
    });
}

bool areDocuments(const Vector& vector, ValueView expected, const std::vector<Document>& actual, GeneratedId generated,
                  bool isOrdered) {
    const std::vector<ValueView> wanted = elementsOf(expected);
    const std::vector<ValueView> found = viewsOf(actual);
    return isOrdered ? isSameList(wanted, found, vector.exactness, generated)
                     : isSameMultiset(wanted, found, vector.exactness, generated);
}

// The fields of `expect` other than errors.
Judgement judgeReply(const Vector& vector, const Answer& answer) {
    const std::string reply = answer.reply.toJson(bson::JsonMode::Canonical);
    const GeneratedId generated = generatedIds(vector);
    for (const bson::Element& fact : vector.expected()) {
        bool holds = true;
        if (fact.name == "docs") {
            holds = areDocuments(vector, fact.value, answer.documents, generated, vector.isOrdered);
            if (!holds) return {Verdict::WrongResult, jsonOf(viewsOf(answer.documents))};
        } else if (fact.name == "n" || fact.name == "nModified") {
            holds = isNumberOfValue(fact.value, answer.reply[fact.name]);
        } else if (fact.name == "upserted") {
            holds = areUpserts(fact.value, answer.reply["upserted"], vector.exactness);
        } else if (fact.name == "values") {
            holds = answer.reply["values"].isArray() && isSameMultiset(elementsOf(fact.value), elementsOf(answer.reply["values"]),
                                                                       vector.exactness, GeneratedId::Compared);
        } else if (fact.name == "value") {
            holds = isSameList({fact.value}, {answer.reply["value"]}, vector.exactness, generated);
        } else if (fact.name == "lastErrorObject") {
            holds = hasKeys(fact.value.asDocument(), answer.reply["lastErrorObject"], vector.exactness);
        }
        if (!holds) return {Verdict::WrongResult, reply};
    }
    return {};
}

Judgement judgeAfter(const Vector& vector, Replay& replay) {
    const ValueView after = vector.line["after"];
    if (!after.isDocument()) return {};
    for (const bson::Element& collection : after.asDocument()) {
        const std::vector<Document> content = replay.contentOf(collection.name);
        if (areDocuments(vector, collection.value, content, GeneratedId::Ignored, false)) continue;
        return {Verdict::WrongResult, "after: " + std::string(collection.name) + " holds " + jsonOf(viewsOf(content))};
    }
    return {};
}

}  // namespace

std::string_view nameOf(Verdict verdict) {
    constexpr std::string_view kNames[kVerdicts] = {"passed",         "wrong result", "error for result",
                                                    "result for error", "other code",   "absent"};
    return kNames[static_cast<std::size_t>(verdict)];
}

Judgement judgeAnswer(const Vector& vector, const Answer& answer, Replay& replay) {
    Judgement judgement;
    if (vector.expected()["error"].isDocument()) {
        judgement = judgeError(vector, answer);
    } else if (answer.error) {
        return {isAbsence(answer.error->code()) ? Verdict::FeatureAbsent : Verdict::ErrorWhereResult, describe(*answer.error)};
    } else {
        judgement = judgeWriteErrors(vector.expected()["writeErrors"], answer.reply);
        if (judgement.verdict == Verdict::Passed || judgement.verdict == Verdict::OtherCode) {
            const Judgement reply = judgeReply(vector, answer);
            if (reply.verdict != Verdict::Passed) return reply;
        }
    }
    if (judgement.verdict != Verdict::Passed && judgement.verdict != Verdict::OtherCode) return judgement;
    const Judgement after = judgeAfter(vector, replay);
    return after.verdict == Verdict::Passed ? judgement : after;
}

Judgement judge(const Vector& vector, Replay& replay) {
    try {
        replay.prepare(vector);
    } catch (const Error& error) {
        return {Verdict::FeatureAbsent, "while its data was prepared: " + describe(error)};
    }
    return judgeAnswer(vector, replay.run(vector.command()), replay);
}

}  // namespace sheaf::test
