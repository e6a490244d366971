// The methods of values: documents, arrays, texts, dates, ObjectIds.
#include "tools/shell/methods.h"

#include "tools/shell/evaluator.h"
#include "tools/shell/printer.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

#include <algorithm>

namespace sheaf::tools::shell {
namespace {

// ---- arrays

Item push(MethodCall& call) {
    std::vector<Value> elements = elementsOf(call.selfValue());
    for (std::size_t k = 0; k < call.arguments.size(); ++k) elements.push_back(call.value(k));
    call.changedSelf = makeArray(elements);
    return Item(fromNumber(static_cast<double>(elements.size())));
}

Item pop(MethodCall& call) {
    std::vector<Value> elements = elementsOf(call.selfValue());
    if (elements.empty()) return {};
    Value last = std::move(elements.back());
    elements.pop_back();
    call.changedSelf = makeArray(elements);
    return Item(std::move(last));
}

Item forEach(MethodCall& call) {
    for (const Value& element : elementsOf(call.selfValue())) call.callback(0, element);
    return {};
}

Item map(MethodCall& call) {
    std::vector<Value> results;
    for (const Value& element : elementsOf(call.selfValue())) {
        const Item result = call.callback(0, element);
        results.push_back(result.isValue() ? *result.value() : Value(nullptr));
    }
    return Item(makeArray(results));
}

Item filter(MethodCall& call) {
    std::vector<Value> results;
    for (const Value& element : elementsOf(call.selfValue())) {
        if (call.callback(0, element).isTrue()) results.push_back(element);
    }
    return Item(makeArray(results));
}

Item indexOf(MethodCall& call) {
    double at = 0;
    for (const Value& element : elementsOf(call.selfValue())) {
        if (bson::equal(element, call.value(0))) return Item(fromNumber(at));
        ++at;
    }
    return Item(fromNumber(-1));
}

Item includes(MethodCall& call) { return Item(Value(toNumber(*indexOf(call).value()) >= 0)); }

Item concat(MethodCall& call) {
    std::vector<Value> elements = elementsOf(call.selfValue());
    for (std::size_t k = 0; k < call.arguments.size(); ++k) {
        const Value more = call.value(k);
        if (!more.view().isArray()) elements.push_back(more);
        else for (Value& element : elementsOf(more)) elements.push_back(std::move(element));
    }
    return Item(makeArray(elements));
}

// The part of `size` that slice(from, to) means; negative places count from the end.
std::pair<std::size_t, std::size_t> sliceOf(const MethodCall& call, std::size_t size) {
    const auto place = [&](std::size_t argument, std::int64_t otherwise) {
        std::int64_t at = call.has(argument) ? call.whole(argument) : otherwise;
        if (at < 0) at += static_cast<std::int64_t>(size);
        return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(size)));
    };
    const std::size_t from = place(0, 0);
    return {from, std::max(from, place(1, static_cast<std::int64_t>(size)))};
}

Item slice(MethodCall& call) {
    std::vector<Value> elements = elementsOf(call.selfValue());
    const auto [from, to] = sliceOf(call, elements.size());
    return Item(makeArray({elements.begin() + static_cast<std::ptrdiff_t>(from), elements.begin() + static_cast<std::ptrdiff_t>(to)}));
}

Item join(MethodCall& call) {
    const std::string separator = call.has(0) ? call.string(0) : ",";
    std::string text;
    const char* before = "";
    for (const Value& element : elementsOf(call.selfValue())) {
        text.append(before).append(Item(element).text());
        before = separator.c_str();
    }
    return Item(Value(text));
}

// ---- texts

std::string changedCase(std::string_view text, char first, char last, int by) {
    std::string changed(text);
    for (char& c : changed) {
        if (c >= first && c <= last) c = static_cast<char>(c + by);
    }
    return changed;
}

Item toUpperCase(MethodCall& call) { return Item(Value(changedCase(call.selfValue().asString(), 'a', 'z', 'A' - 'a'))); }
Item toLowerCase(MethodCall& call) { return Item(Value(changedCase(call.selfValue().asString(), 'A', 'Z', 'a' - 'A'))); }

Item substring(MethodCall& call) {
    const std::string_view text = call.selfValue().asString();
    const auto [from, to] = sliceOf(call, text.size());
    return Item(Value(text.substr(from, to - from)));
}

Item split(MethodCall& call) {
    const std::string_view text = call.selfValue().asString();
    const std::string separator = call.string(0);
    std::vector<Value> parts;
    std::size_t from = 0;
    while (true) {
        const std::size_t end = separator.empty() ? std::min(from + 1, text.size()) : text.find(separator, from);
        if (end == std::string_view::npos || (separator.empty() && end == text.size())) break;
        parts.emplace_back(text.substr(from, end - from));
        from = end + separator.size();
    }
    parts.emplace_back(text.substr(from));
    return Item(makeArray(parts));
}

Item textIncludes(MethodCall& call) { return Item(Value(call.selfValue().asString().find(call.string(0)) != std::string_view::npos)); }
Item startsWith(MethodCall& call) {
    const std::string start = call.string(0);
    return Item(Value(call.selfValue().asString().substr(0, start.size()) == start));
}
Item repeat(MethodCall& call) {
    constexpr std::int64_t kMaxBytes = 16'777'216;
    const std::string_view text = call.selfValue().asString();
    const std::int64_t times = call.whole(0);
    if (times < 0 || times * static_cast<std::int64_t>(text.size()) > kMaxBytes) throw ScriptError("repeat: too long a text");
    std::string repeated;
    for (std::int64_t k = 0; k < times; ++k) repeated += text;
    return Item(Value(repeated));
}

// ---- dates and ObjectIds

Item getTime(MethodCall& call) { return Item(fromNumber(static_cast<double>(call.selfValue().asDate().ms))); }

Item toIsoString(MethodCall& call) {
    const std::string shown = shellText(call.selfValue());  // ISODate('…')
    const std::size_t quote = shown.find('\'');
    if (quote == std::string::npos) return Item(Value(shown));
    return Item(Value(shown.substr(quote + 1, shown.rfind('\'') - quote - 1)));
}

Item datePart(MethodCall& call, std::size_t at, std::size_t digits, double shift) {
    const std::string iso = toIsoString(call).text();
    if (iso.size() < at + digits) throw ScriptError("the date is beyond the years 1970 to 9999");
    return Item(fromNumber(std::stod(iso.substr(at, digits)) + shift));
}

Item getFullYear(MethodCall& call) { return datePart(call, 0, 4, 0); }
Item getMonth(MethodCall& call) { return datePart(call, 5, 2, -1); }
Item getDate(MethodCall& call) { return datePart(call, 8, 2, 0); }
Item getHours(MethodCall& call) { return datePart(call, 11, 2, 0); }

Item getTimestamp(MethodCall& call) {
    return Item(Value(bson::Date{static_cast<std::int64_t>(call.selfValue().asObjectId().seconds()) * 1000}));
}

// ---- any value

Item toText(MethodCall& call) { return Item(Value(call.self.text())); }

Item toFixed(MethodCall& call) {
    const std::int64_t digits = call.has(0) ? std::clamp<std::int64_t>(call.whole(0), 0, 20) : 0;
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(digits), toNumber(call.selfValue()));
    return Item(Value(text));
}

Item hasOwnProperty(MethodCall& call) { return Item(Value(call.selfValue().asDocument().contains(call.string(0)))); }

Item valueOf(MethodCall& call) {
    return call.selfValue().isDate() ? getTime(call) : call.self;
}

constexpr Method kDocumentMethods[] = {{"hasOwnProperty", hasOwnProperty, "name"}};

constexpr Method kArrayMethods[] = {
    {"concat", concat, "array"},   {"filter", filter, "function"}, {"forEach", forEach, "function"}, {"includes", includes, "value"},
    {"indexOf", indexOf, "value"}, {"join", join, "separator"},    {"map", map, "function"},         {"pop", pop, "()"},
    {"push", push, "value"},       {"slice", slice, "from, to"},
};

constexpr Method kTextMethods[] = {
    {"includes", textIncludes, "text"},  {"repeat", repeat, "times"},       {"slice", substring, "from, to"},
    {"split", split, "separator"},       {"startsWith", startsWith, "text"}, {"substring", substring, "from, to"},
    {"toLowerCase", toLowerCase, "()"}, {"toUpperCase", toUpperCase, "()"},
};

constexpr Method kDateMethods[] = {
    {"getDate", getDate, "()"}, {"getFullYear", getFullYear, "()"}, {"getHours", getHours, "()"},
    {"getMonth", getMonth, "()"}, {"getTime", getTime, "()"},       {"toISOString", toIsoString, "()"},
};

constexpr Method kObjectIdMethods[] = {{"getTimestamp", getTimestamp, "()"}, {"toHexString", toText, "()"}};

constexpr Method kAnyValueMethods[] = {
    {"pretty", valueOf, ""}, {"str", toText, ""}, {"toFixed", toFixed, "digits"}, {"toString", toText, "()"}, {"valueOf", valueOf, "()"}};

}  // namespace

MethodTable documentMethods() { return kDocumentMethods; }
MethodTable arrayMethods() { return kArrayMethods; }
MethodTable textMethods() { return kTextMethods; }
MethodTable dateMethods() { return kDateMethods; }
MethodTable objectIdMethods() { return kObjectIdMethods; }
MethodTable anyValueMethods() { return kAnyValueMethods; }

}  // namespace sheaf::tools::shell
