// The literals of MongoDB's shell to BSON.
#include <sheaf/bson/json.h>

#include "bson/json_wrapper.h"
#include "bson/raise.h"
#include "bson/shell_constructors.h"
#include "bson/shell_scanner.h"

#include <cmath>
#include <limits>

namespace sheaf::bson {
namespace {

constexpr int kMaxDepth = 200;

class ShellParser {
public:
    explicit ShellParser(std::string_view text) : scanner_(text) {}

    ShellScanner& scanner() { return scanner_; }

    // Appends the value that comes next under `name`.
    void value(Builder& builder, std::string_view name, int depth) {
        if (depth > kMaxDepth) scanner_.fail("nested too deep");
        const char c = scanner_.peek();
        switch (c) {
            case '{': return object(builder, name, depth + 1);
            case '[': return array(builder, name, depth + 1);
            case '"':
            case '\'':
            case '`': builder.append(name, scanner_.string()); return;
            case '/': return regex(builder, name);
            case '-':
            case '+':
                scanner_.take(c);
                return number(builder, name, c == '-');
            default: break;
        }
        if ((c >= '0' && c <= '9') || c == '.') return number(builder, name, false);
        word(builder, name, depth);
    }

    // The members of an object, after its opening brace.
    void members(Builder& builder, int depth) {
        while (!scanner_.take('}')) {
            const std::size_t start = (scanner_.peek(), scanner_.at());
            const std::string key = memberName();
            if (key.find('\0') != std::string::npos) scanner_.failAt("a field name holds a null byte", start);
            scanner_.require(':', "after the field name");
            value(builder, key, depth);
            if (scanner_.take('}')) return;
            scanner_.require(',', "or '}' after the value");
        }
    }

private:
    std::string memberName() {
        const char c = scanner_.peek();
        if (c == '"' || c == '\'' || c == '`') return scanner_.string();
        if (c >= '0' && c <= '9') return std::string(scanner_.number());
        const std::string_view name = scanner_.name();
        if (name.empty()) scanner_.fail(scanner_.atEnd() ? "an object without its closing '}'" : "expected a field name");
        return std::string(name);
    }

    // {"$oid": …} and its relatives are one value here too; they are read by the reader of Extended JSON.
    void object(Builder& builder, std::string_view name, int depth) {
        const std::size_t start = scanner_.at();
        scanner_.take('{');
        if (!startsWithWrapper()) {
            builder.openDocument(name);
            members(builder, depth);
            builder.close();
            return;
        }
        Builder aside;
        members(aside, depth);
        Builder outer;
        outer.append("", aside.take());
        try {
            const Document read = fromJson(outer.take().toJson(JsonMode::Relaxed));
            builder.append(name, read[""]);
        } catch (const Error& error) {
            const std::string_view what = error.what();
            scanner_.failAt(what.substr(what.rfind(": ") == std::string_view::npos ? 0 : what.rfind(": ") + 2), start);
        }
    }

    bool startsWithWrapper() {
        const char c = scanner_.peek();
        if (c != '$' && c != '"' && c != '\'') return false;
        const std::size_t start = scanner_.at();
        const std::string key = memberName();
        scanner_.moveTo(start);
        return json::wrapperKindOf(key).has_value();
    }

    void array(Builder& builder, std::string_view name, int depth) {
        const std::size_t start = scanner_.at();
        scanner_.take('[');
        builder.openArray(name);
        for (std::uint32_t index = 0; !scanner_.take(']'); ++index) {
            if (scanner_.atEnd()) scanner_.failAt("an array without its closing ']'", start);
            value(builder, std::to_string(index), depth);
            if (scanner_.take(']')) break;
            scanner_.require(',', "or ']' after the element");
        }
        builder.close();
    }

    void regex(Builder& builder, std::string_view name) {
        const std::size_t start = scanner_.at();
        const ShellScanner::Regex regex = scanner_.regex();
        if (regex.flags.find_first_not_of("gimsuxyl") != std::string::npos) scanner_.failAt("unknown flag of a regular expression", start);
        builder.append(name, RegexView{regex.pattern, json::sortedOptions(regex.flags)});
    }

    void number(Builder& builder, std::string_view name, bool isNegative) {
        const std::size_t start = (scanner_.peek(), scanner_.at());
        double value = 0;
        const std::string_view word = scanner_.name();
        bool isWhole = false;
        if (word == "Infinity") {
            value = std::numeric_limits<double>::infinity();
        } else if (word == "NaN") {
            value = std::numeric_limits<double>::quiet_NaN();
        } else if (!word.empty()) {
            scanner_.failAt("expected a number", start);
        } else {
            const std::string_view digits = scanner_.number();
            isWhole = digits.find_first_of(".eE") == std::string_view::npos || digits.substr(0, 2) == "0x";
            value = json::numberFromShell(digits);
        }
        if (isNegative) value = -value;
        // A negative zero keeps its sign as a double, as in JavaScript.
        const bool fits = std::fabs(value) <= std::numeric_limits<std::int32_t>::max() || value == std::numeric_limits<std::int32_t>::min();
        if (isWhole && fits && !(value == 0 && isNegative)) {
            builder.append(name, static_cast<std::int32_t>(value));
        } else {
            builder.append(name, value);
        }
    }

    void word(Builder& builder, std::string_view name, int depth) {
        const std::size_t start = scanner_.at();
        std::string_view word = scanner_.name();
        if (word.empty()) scanner_.fail(scanner_.atEnd() ? "expected a value, but the text ends" : "expected a value");
        if (word == "true" || word == "false") {
            builder.append(name, word == "true");
        } else if (word == "null") {
            builder.append(name, nullptr);
        } else if (word == "undefined") {
            builder.append(name, Undefined{});
        } else if (word == "NaN" || word == "Infinity") {
            scanner_.moveTo(start);
            number(builder, name, false);
        } else {
            const bool isNew = word == "new";
            if (isNew) word = scanner_.name();
            construct(builder, name, word, isNew, start, depth);
        }
    }

    void construct(Builder& builder, std::string_view name, std::string_view word, bool isNew, std::size_t start, int depth) {
        const json::ShellConstructor* constructor = json::findShellConstructor(word);
        if (constructor == nullptr) {
            scanner_.failAt("unknown name \"" + std::string(word) + "\": a text needs quotes", start);
        }
        Builder arguments;
        bool hasArguments = scanner_.take('(');
        if (hasArguments) {
            for (std::uint32_t index = 0; !scanner_.take(')'); ++index) {
                value(arguments, std::to_string(index), depth + 1);
                if (scanner_.take(')')) break;
                scanner_.require(',', "or ')' after the argument");
            }
        } else if (!isNew && !constructor->isWord) {
            scanner_.fail("expected '(' after " + std::string(word));
        }
        const Document held = arguments.take();
        try {
            if (!constructor->append(builder, name, ArrayView(held.view()))) {
                scanner_.failAt(std::string(word) + " takes " + std::string(constructor->takes), start);
            }
        } catch (const Error& error) {
            if (error.code() == ErrorCode::FailedToParse && std::string_view(error.what()).find('^') != std::string_view::npos) throw;
            scanner_.failAt(error.what(), start);
        }
    }

    ShellScanner scanner_;
};

}  // namespace

Document fromShell(std::string_view text) {
    ShellParser parser(text);
    Builder builder;
    parser.scanner().require('{', "at the start of a document");
    parser.members(builder, 1);
    if (!parser.scanner().atEnd()) parser.scanner().fail("more text after the document");
    return builder.take();
}

Value valueFromShellPrefix(std::string_view text, std::size_t& used) {
    ShellParser parser(text);
    Builder builder;
    parser.value(builder, "", 0);
    used = parser.scanner().at();
    return Value(builder.take()[""]);
}

Value valueFromShell(std::string_view text) {
    ShellParser parser(text);
    Builder builder;
    parser.value(builder, "", 0);
    if (!parser.scanner().atEnd()) parser.scanner().fail("more text after the value");
    return Value(builder.take()[""]);
}

}  // namespace sheaf::bson

namespace sheaf {

bson::Document parse(std::string_view text) {
    try {
        return bson::fromJson(text);
    } catch (const Error&) {
        return bson::fromShell(text);  // the larger grammar, and the better message
    }
}

}  // namespace sheaf
