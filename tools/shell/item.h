// What an expression of the shell gives: a BSON value, or one of the things that only live in the shell.
#pragma once

#include "tools/shell/ast.h"

#include <sheaf/bson/document.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace sheaf::tools::shell {

struct DatabaseRef {
    std::string name;
};

struct CollectionRef {
    std::string database;
    std::string name;
    std::string explain;  // not empty: the verbosity; every operation is then explained, not run
};

class ShellCursor;
struct Method;

// A function that was typed, or one of the shell's own.
struct Function {
    NodePtr lambda;
    const Method* builtin = nullptr;
};

class Item {
public:
    Item() = default;  // undefined
    Item(Value value) : content_(std::move(value)) {}
    Item(const Document& document) : content_(Value(document)) {}
    Item(DatabaseRef database) : content_(std::move(database)) {}
    Item(CollectionRef collection) : content_(std::move(collection)) {}
    Item(std::shared_ptr<ShellCursor> cursor) : content_(std::move(cursor)) {}
    Item(Function function) : content_(std::move(function)) {}

    template <typename T>
    const T* as() const { return std::get_if<T>(&content_); }
    const Value* value() const { return as<Value>(); }
    bool isValue() const { return value() != nullptr; }
    bool isUndefined() const { return isValue() && value()->isMissing(); }
    ShellCursor* cursor() const {
        const auto* found = as<std::shared_ptr<ShellCursor>>();
        return found ? found->get() : nullptr;
    }

    // JavaScript's idea of what counts as true.
    bool isTrue() const;
    // "document", "string", "cursor", "function", …: for messages.
    std::string_view kind() const;
    // As text, as `+` with a text, print and templates show it.
    std::string text() const;

private:
    std::variant<Value, DatabaseRef, CollectionRef, std::shared_ptr<ShellCursor>, Function> content_;
};

// A number as the shell stores it: int32 when it is whole and fits, else double.
Value fromNumber(double number);
// What the number is worth; not a number for anything else.
double toNumber(ValueView value);
// A whole number that fits.
std::optional<std::int64_t> toWhole(ValueView value);

// A copy with one field set, appended when it is not there; a missing value removes it.
Value withField(ValueView document, std::string_view name, ValueView value);
// A copy of the array with one element set; gaps become null.
Value withElement(ValueView array, std::size_t index, ValueView value);
Value makeArray(const std::vector<Value>& elements);
std::vector<Value> elementsOf(ValueView array);

}  // namespace sheaf::tools::shell
