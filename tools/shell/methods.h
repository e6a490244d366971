// The methods of databases, collections, cursors and values: one function and one line in a table for each.
#pragma once

#include "tools/shell/cursor.h"
#include "tools/shell/session.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools::shell {

class Evaluator;

// One call. The argument readers throw ScriptError, which names the method and what was found.
struct MethodCall {
    Evaluator& evaluator;
    ShellSession& session;
    const Item& self;
    std::vector<Item> arguments;
    std::string_view name;
    std::optional<Value> changedSelf{};  // set by methods that change the variable they are called on

    bool has(std::size_t index) const { return index < arguments.size() && !arguments[index].isUndefined(); }
    // Undefined beyond the end; only values, no cursors and functions.
    Value value(std::size_t index) const;
    Value required(std::size_t index) const;
    // An empty document when there is no such argument.
    bson::Document document(std::size_t index) const;
    bson::Document requiredDocument(std::size_t index) const;
    std::string string(std::size_t index) const;
    double number(std::size_t index) const;
    std::int64_t whole(std::size_t index) const;
    // An argument that is a function, called with one value.
    Item callback(std::size_t index, const Value& argument) const;

    const CollectionRef& collection() const { return *self.as<CollectionRef>(); }
    const std::string& database() const { return self.as<DatabaseRef>()->name; }
    ShellCursor& cursor() const { return *self.cursor(); }
    ValueView selfValue() const { return *self.value(); }

private:
    [[noreturn]] void wrongArgument(std::size_t index, std::string_view expected) const;
};

struct Method {
    std::string_view name;
    Item (*run)(MethodCall& call);
    std::string_view usage;  // the arguments, for help; empty: not listed
};

using MethodTable = std::span<const Method>;

MethodTable collectionReads();
MethodTable collectionWrites();
MethodTable collectionAdministration();
MethodTable cursorMethods();
MethodTable databaseMethods();
MethodTable documentMethods();
MethodTable arrayMethods();
MethodTable textMethods();
MethodTable dateMethods();
MethodTable objectIdMethods();
MethodTable anyValueMethods();
// print, tojson, Math.floor, …
MethodTable globalFunctions();

// The tables that hold the methods of an item.
std::vector<MethodTable> methodsOf(const Item& item);
const Method* findMethod(const std::vector<MethodTable>& tables, std::string_view name);

// ObjectId(…), ISODate(…), NumberLong(…): makes the value with the reader of shell literals.
bool isConstructor(std::string_view name);
Value construct(std::string_view name, const std::vector<Item>& arguments);

}  // namespace sheaf::tools::shell
