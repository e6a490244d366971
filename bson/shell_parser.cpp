// The literals of MongoDB's shell to BSON.
#include <sheaf/bson/json.h>

#include "bson/raise.h"
#include "bson/shell_constructors.h"
#include "bson/shell_scanner.h"
#include "bson/shell_wrapper.h"

#include <limits>
#include <optional>

namespace sheaf::bson {
namespace {

constexpr int kMaxDepth = 200;
constexpr int kWrapperLevels = 3;  // the most that a wrapper needs: $dbPointer, $id, $oid

class ShellParser {
public:
    explicit ShellParser(std::string_view text) : scanner_(text) {}

    ShellScanner& scanner() { return scanner_; }

    // Appends the value that comes next under `name`.
    void value(Builder& builder, std::string_view name, int depth) {
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
                return number(builder, name, c == '-', Whole::Int32);
            default: break;
        }
        if ((c >= '0' && c <= '9') || c == '.') return number(builder, name, false, Whole::Int32);
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
    // What a whole number becomes when it fits; a double when it does not.
    enum class Whole : std::uint8_t { Int32, Int64 };

    void checkDepth(int depth) {
        const int most = kMaxDepth + (openWrappers_ > 0 ? kWrapperLevels : 0);
        if (depth > most) scanner_.fail("nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }

    std::string memberName() {
        const char c = scanner_.peek();
        if (c == '"' || c == '\'' || c == '`') return scanner_.string();
        if (c >= '0' && c <= '9') return std::string(scanner_.number());
        const std::string_view name = scanner_.name();
        if (name.empty()) {
            scanner_.fail(scanner_.atEnd() ? "an object without its closing '}'" : "expected a field name");
        }
        return std::string(name);
    }

    // {"$oid": …} and its relatives are one value here too.
    void object(Builder& builder, std::string_view name, int depth) {
        const std::size_t start = scanner_.at();
        scanner_.take('{');
        const auto kind = wrapperAhead();
        if (!kind) {
            checkDepth(depth);
            builder.openDocument(name);
            members(builder, depth);
            builder.close();
            return;
        }
        // A wrapper is a value, not a level, and so are the few levels of its content, unless that is a scope.
        const int isPlain = *kind != json::WrapperKind::Code && *kind != json::WrapperKind::Scope ? 1 : 0;
        checkDepth(depth - 1);
        openWrappers_ += isPlain;
        Builder aside;
        members(aside, depth);
        openWrappers_ -= isPlain;
        const Document held = aside.take();
        const std::string what = "not what " + std::string(json::keyOf(*kind)) + " may hold";
        failUnless(start, what, [&] { return json::appendWrapper(builder, name, *kind, held); });
    }

    // The wrapper that the key which comes next announces.
    std::optional<json::WrapperKind> wrapperAhead() {
        const char c = scanner_.peek();
        if (c != '$' && c != '"' && c != '\'' && c != '`') return std::nullopt;
        const std::size_t start = scanner_.at();
        const std::string key = memberName();
        scanner_.moveTo(start);
        return json::wrapperKindOf(key);
    }

    // An error of `append`, which does not know the place, or `why` when it returns false.
    template <typename Append>
    void failUnless(std::size_t start, std::string why, Append&& append) {
        bool isGood = false;
        try {
            isGood = append();
        } catch (const Error& error) {
            why = error.what();
        }
        if (!isGood) scanner_.failAt(why, start);
    }

    void array(Builder& builder, std::string_view name, int depth) {
        const std::size_t start = scanner_.at();
        checkDepth(depth);
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
        const auto flags = json::regexFlags(regex.flags);
        if (!flags) {
            const bool isGlobal = regex.flags.find('g') != std::string::npos;
            scanner_.failAt(isGlobal ? "the flag g has no meaning for a match" : "unknown flags of a regular expression", start);
        }
        failUnless(start, "", [&] {
            builder.append(name, RegexView{regex.pattern, *flags});
            return true;
        });
    }

    void number(Builder& builder, std::string_view name, bool isNegative, Whole whole) {
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
            const bool isBig = digits.back() == 'n';
            if (isBig || whole == Whole::Int64) {
                const std::string_view plain = digits.substr(0, digits.size() - (isBig ? 1 : 0));
                const auto exact = json::parseInteger((isNegative ? "-" : "") + std::string(plain));
                if (exact) {
                    builder.append(name, *exact);
                    return;
                }
                if (isBig) scanner_.failAt("a whole number beyond 64 bits", start);
            }
            const bool isHex = digits.size() > 1 && (digits[1] | 0x20) == 'x';
            isWhole = isHex || digits.find_first_of(".eE") == std::string_view::npos;
            value = json::numberFromShell(digits);
        }
        if (isNegative) value = -value;
        // A negative zero keeps its sign as a double, as in JavaScript.
        using Int32 = std::numeric_limits<std::int32_t>;
        const bool fits = value >= Int32::min() && value <= Int32::max();
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
            number(builder, name, false, Whole::Int32);
        } else {
            const bool isNew = word == "new";
            if (isNew) word = scanner_.name();
            std::string dotted(word);
            while (!dotted.empty() && scanner_.take('.')) dotted.append(".").append(scanner_.name());
            word = dotted;
            construct(builder, name, word, isNew, start, depth);
        }
    }

    void construct(Builder& builder, std::string_view name, std::string_view word, bool isNew, std::size_t start, int depth) {
        const json::ShellConstructor* constructor = json::findShellConstructor(word);
        if (constructor == nullptr) {
            const bool isCall = scanner_.peek() == '(';
            const std::string quoted = "\"" + std::string(word) + "\"";
            scanner_.failAt(isCall ? "unknown constructor " + quoted : "unknown name " + quoted + ": a text needs quotes", start);
        }
        Builder arguments;
        bool hasArguments = scanner_.take('(');
        if (hasArguments) {
            for (std::uint32_t index = 0; !scanner_.take(')'); ++index) {
                argument(arguments, std::to_string(index), *constructor, depth + 1);
                if (scanner_.take(')')) break;
                scanner_.require(',', "or ')' after the argument");
            }
        } else if (!isNew && !constructor->isWord) {
            scanner_.fail("expected '(' after " + std::string(word));
        }
        const Document held = arguments.take();
        const std::string takes = std::string(word) + " takes " + std::string(constructor->takes);
        if (held.view().countElements() > constructor->most) scanner_.failAt(takes, start);
        failUnless(start, takes, [&] { return constructor->append(builder, name, ArrayView(held.view())); });
    }

    void argument(Builder& builder, std::string_view name, const json::ShellConstructor& constructor, int depth) {
        checkDepth(depth);
        const char c = scanner_.peek();
        const bool isSigned = c == '-' || c == '+';
        if (constructor.takesWhole && (isSigned || (c >= '0' && c <= '9'))) {
            if (isSigned) scanner_.take(c);
            number(builder, name, c == '-', Whole::Int64);
        } else {
            value(builder, name, depth);
        }
    }

    ShellScanner scanner_;
    int openWrappers_ = 0;
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
