// explain: the plan of a command, and what it examines.
//
//   {explain: {find: …} | {count: …}, verbosity: "queryPlanner" | "executionStats" | "allPlansExecution"}
//
// Reply     {explainVersion, queryPlanner, executionStats (but for "queryPlanner"), command, serverInfo}
// Errors    59: an unknown command. 20: one that cannot be explained. 2: an unknown verbosity. 73: another $db inside.
#include "engine/commands/commands.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

query::ExplainVerbosity parseVerbosity(std::string_view text) {
    if (text == "queryPlanner") return query::ExplainVerbosity::QueryPlanner;
    if (text == "executionStats") return query::ExplainVerbosity::ExecutionStats;
    if (text == "allPlansExecution") return query::ExplainVerbosity::AllPlansExecution;
    raise(ErrorCode::BadValue, "Enumeration value '", text, "' for field 'explain.verbosity' is not a valid value: it is ",
          "\"queryPlanner\", \"executionStats\" or \"allPlansExecution\"");
}

const Command& explainable(bson::DocumentView command) {
    const bson::ElementIterator first = command.begin();
    const std::string_view name = first == command.end() ? std::string_view() : first->name;
    const Command* found = findCommand(name);
    if (!found) raise(ErrorCode::CommandNotFound, "Explain failed due to unknown command: '", name, "'");
    if (!found->explain) raise(ErrorCode::IllegalOperation, "The command '", name, "' cannot be explained");
    return *found;
}

// The command as it was given, with the database that it runs on.
void appendCommand(bson::Builder& reply, bson::DocumentView command, std::string_view database) {
    reply.openDocument("command");
    for (const bson::Element& field : command) {
        if (field.name != "$db") reply.append(field.name, field.value);
    }
    reply.append("$db", database).close();
}

void runExplain(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    query::ExplainVerbosity verbosity = query::ExplainVerbosity::AllPlansExecution;
    while (fields.next()) {
        if (fields.is("verbosity")) verbosity = parseVerbosity(fields.string());
        else fields.refuse();
    }
    const bson::ValueView explained = call.command.begin()->value;
    if (explained.type() != bson::Type::Document) {
        raise(ErrorCode::TypeMismatch, "BSON field 'explain.explain' is the wrong type '", explained.typeName(),
              "', expected type 'object'");
    }
    const bson::DocumentView command = explained.asDocument();
    const Command& found = explainable(command);
    const bson::ValueView database = command["$db"];
    if (database.isString() && database.asString() != call.database) {
        raise(ErrorCode::InvalidNamespace, "Mismatched $db in explain command. Expected ", call.database, " but got ",
              database.asString());
    }
    CommandCall inner{.operation = call.operation, .database = call.database, .command = command, .sequences = {}};
    reply.append("explainVersion", "1");
    found.explain(inner, verbosity, reply);
    appendCommand(reply, command, call.database);
    reply.openDocument("serverInfo").append("version", "8.0.0").append("gitVersion", "sheaf").close();
}

}  // namespace

constinit const Command kExplain{.name = "explain", .run = runExplain};

}  // namespace sheaf::engine
