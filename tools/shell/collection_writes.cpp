// The methods of collections that write: today's, and those of older books (insert, save, update, remove).
#include "tools/shell/methods.h"

#include "tools/shell/command_builder.h"

#include <cmath>

namespace sheaf::tools::shell {
namespace {

// With an _id in front, as drivers add it: the caller is told what it is.
bson::Document withId(const bson::Document& document) {
    if (document.view().contains("_id")) return document;
    bson::Builder builder;
    builder.append("_id", bson::ObjectId::generate()).appendElements(document);
    return builder.take();
}

double numberIn(DocumentView reply, std::string_view field) {
    const ValueView value = reply[field];
    return value.isNumber() ? toNumber(value) : 0;
}

Item insertOne(MethodCall& call) {
    const bson::Document document = withId(call.requiredDocument(0));
    CommandBuilder("insert", call.collection()).addOne("documents", document).addAll(call.document(1)).run(call.session);
    return Item(bson::make("acknowledged", true, "insertedId", Value(document["_id"])));
}

Item insertMany(MethodCall& call) {
    const Value given = call.required(0);
    if (!given.view().isArray()) throw ScriptError(std::string(call.name) + ": argument 1 must be an array of documents");
    std::vector<Value> documents;
    bson::Builder ids;
    for (const Value& document : elementsOf(given)) {
        if (!document.view().isDocument()) {
            throw ScriptError(std::string(call.name) + ": element " + std::to_string(documents.size()) + " is no document");
        }
        const bson::Document whole = withId(document.view().asDocument().copy());
        ids.append(std::to_string(documents.size()), whole["_id"]);
        documents.emplace_back(whole);
    }
    CommandBuilder("insert", call.collection()).add("documents", makeArray(documents)).addAll(call.document(1)).run(call.session);
    return Item(bson::make("acknowledged", true, "insertedIds", ids.take()));
}

Item insert(MethodCall& call) { return call.required(0).view().isArray() ? insertMany(call) : insertOne(call); }

// How an update's or a delete's options are shared out between the command and its statement.
struct WriteCommand {
    WriteCommand(const MethodCall& call, std::string_view name) : command(name, call.collection()) {}
    void addOptions(DocumentView options) {
        for (const bson::Element& option : options) {
            const bool isOfCommand = option.name == "writeConcern" || option.name == "ordered" || option.name == "let" ||
                                     option.name == "comment" || option.name == "bypassDocumentValidation" ||
                                     option.name == "metered" || option.name == "pages" || option.name == "maxTimeMS";
            if (isOfCommand) command.add(option.name, Value(option.value));
            else statement.append(option);
        }
    }
    CommandBuilder command;
    bson::Builder statement;
};

Item update(MethodCall& call, const bson::Document& filter, const Value& change, bool many, DocumentView options) {
    WriteCommand write(call, "update");
    write.statement.append("q", filter).append("u", change).append("multi", many);
    write.addOptions(options);
    const bson::Document reply = write.command.addOne("updates", write.statement.take()).run(call.session);
    if (write.command.isExplained()) return Item(reply);
    const ValueView upserted = reply["upserted"];
    const bool isUpsert = upserted.isArray() && !upserted.asArray().isEmpty();
    const double matched = numberIn(reply, "n") - (isUpsert ? 1 : 0);
    return Item(bson::make("acknowledged", true, "insertedId",
                           isUpsert ? Value(upserted.asArray()[0].asDocument()["_id"]) : Value(nullptr), "matchedCount",
                           fromNumber(matched), "modifiedCount", fromNumber(numberIn(reply, "nModified")), "upsertedCount",
                           isUpsert ? 1 : 0));
}

// The first name of an update: operators begin with '$', replacements do not.
bool isReplacement(const Value& change) {
    if (!change.view().isDocument()) return false;
    const DocumentView document = change.view().asDocument();
    return document.isEmpty() || document.begin()->name.substr(0, 1) != "$";
}

Value requiredUpdate(const MethodCall& call) {
    const Value change = call.required(1);
    if (isReplacement(change)) {
        throw ScriptError(std::string(call.name) + ": the update must begin with an operator such as $set; to exchange the whole document, say replaceOne");
    }
    return change;
}

Item updateOne(MethodCall& call) { return update(call, call.requiredDocument(0), requiredUpdate(call), false, call.document(2)); }

Item updateMany(MethodCall& call) { return update(call, call.requiredDocument(0), requiredUpdate(call), true, call.document(2)); }

Item replaceOne(MethodCall& call) {
    const Value replacement = call.required(1);
    if (!isReplacement(replacement)) throw ScriptError("replaceOne: a replacement must not begin with an operator; say updateOne");
    return update(call, call.requiredDocument(0), replacement, false, call.document(2));
}

// update(filter, change, {multi, upsert}) or update(filter, change, upsert, multi).
Item legacyUpdate(MethodCall& call) {
    bool many = false;
    bson::Builder options;
    if (call.has(2) && call.value(2).view().isDocument()) {
        for (const bson::Element& option : call.document(2)) {
            if (option.name == "multi") many = Item(Value(option.value)).isTrue();
            else options.append(option);
        }
    } else {
        if (call.has(2)) options.append("upsert", call.arguments[2].isTrue());
        many = call.has(3) && call.arguments[3].isTrue();
    }
    return update(call, call.requiredDocument(0), call.required(1), many, options.take());
}

Item save(MethodCall& call) {
    const bson::Document document = call.requiredDocument(0);
    if (!document.view().contains("_id")) return insertOne(call);
    return update(call, bson::make("_id", Value(document["_id"])), Value(document), false, bson::make("upsert", true));
}

Item remove(MethodCall& call, std::int32_t limit, DocumentView options) {
    WriteCommand write(call, "delete");
    write.statement.append("q", call.requiredDocument(0)).append("limit", limit);
    write.addOptions(options);
    const bson::Document reply = write.command.addOne("deletes", write.statement.take()).run(call.session);
    if (write.command.isExplained()) return Item(reply);
    return Item(bson::make("acknowledged", true, "deletedCount", fromNumber(numberIn(reply, "n"))));
}

Item deleteOne(MethodCall& call) { return remove(call, 1, call.document(1)); }

Item deleteMany(MethodCall& call) { return remove(call, 0, call.document(1)); }

// remove(filter, justOne) or remove(filter, {justOne: true}).
Item legacyRemove(MethodCall& call) {
    bool one = false;
    if (call.has(1)) {
        const bool isOptions = call.value(1).view().isDocument();
        one = isOptions ? Item(Value(call.document(1)["justOne"])).isTrue() : call.arguments[1].isTrue();
    }
    return remove(call, one ? 1 : 0, {});
}

// Options by today's names into those of findAndModify.
void addFindAndModifyOptions(CommandBuilder& command, DocumentView options) {
    for (const bson::Element& option : options) {
        const Item value{Value(option.value)};
        if (option.name == "returnNewDocument") command.add("new", value.isTrue());
        else if (option.name == "returnDocument") command.add("new", value.text() == "after");
        else if (option.name == "projection") command.add("fields", Value(option.value));
        else command.add(option.name, Value(option.value));
    }
}

Item finishFindAndModify(MethodCall& call, CommandBuilder& command) {
    const bson::Document reply = command.run(call.session);
    if (command.isExplained()) return Item(reply);
    const ValueView value = reply["value"];
    return value.isMissing() ? Item(Value(nullptr)) : Item(Value(value));
}

Item findOneAndUpdate(MethodCall& call) {
    CommandBuilder command("findAndModify", call.collection());
    command.add("query", call.requiredDocument(0)).add("update", call.required(1));
    addFindAndModifyOptions(command, call.document(2));
    return finishFindAndModify(call, command);
}

Item findOneAndDelete(MethodCall& call) {
    CommandBuilder command("findAndModify", call.collection());
    command.add("query", call.requiredDocument(0)).add("remove", true);
    addFindAndModifyOptions(command, call.document(1));
    return finishFindAndModify(call, command);
}

Item findAndModify(MethodCall& call) {
    CommandBuilder command("findAndModify", call.collection());
    command.addAll(call.requiredDocument(0));
    return finishFindAndModify(call, command);
}

// bulkWrite([{insertOne: {document}}, {updateOne: {filter, update, …}}, …]): one after the other.
Item bulkWrite(MethodCall& call) {
    double inserted = 0, matched = 0, modified = 0, deleted = 0, upserted = 0;
    const Value operations = call.required(0);
    if (!operations.view().isArray()) throw ScriptError("bulkWrite: argument 1 must be an array of operations");
    for (const Value& operation : elementsOf(operations)) {
        const bool isShaped = operation.view().isDocument() && !operation.view().asDocument().isEmpty() &&
                              operation.view().asDocument().begin()->value.isDocument();
        if (!isShaped) throw ScriptError("bulkWrite: an operation is {insertOne: {…}}, {updateOne: {…}} and the like, found " + Item(operation).text());
        const bson::Element kind = *operation.view().asDocument().begin();
        const DocumentView fields = kind.value.asDocument();
        bson::Builder options;
        for (const bson::Element& field : fields) {
            const bool isMain = field.name == "document" || field.name == "filter" || field.name == "update" || field.name == "replacement";
            if (!isMain) options.append(field);
        }
        const bool isInsert = kind.name == "insertOne";
        std::vector<Item> arguments{Item(Value(fields[isInsert ? "document" : "filter"]))};
        if (kind.name == "updateOne" || kind.name == "updateMany") arguments.emplace_back(Value(fields["update"]));
        if (kind.name == "replaceOne") arguments.emplace_back(Value(fields["replacement"]));
        arguments.emplace_back(options.take());
        const Method* method = findMethod({collectionWrites()}, kind.name);
        if (!method || kind.name == "bulkWrite") throw ScriptError("bulkWrite: unknown operation '" + std::string(kind.name) + "'");
        MethodCall part{call.evaluator, call.session, call.self, std::move(arguments), method->name};
        const Item result = method->run(part);
        const DocumentView reply = result.value()->view().asDocument();
        inserted += isInsert ? 1 : 0;
        matched += numberIn(reply, "matchedCount");
        modified += numberIn(reply, "modifiedCount");
        deleted += numberIn(reply, "deletedCount");
        upserted += numberIn(reply, "upsertedCount");
    }
    return Item(bson::make("acknowledged", true, "insertedCount", fromNumber(inserted), "matchedCount", fromNumber(matched),
                           "modifiedCount", fromNumber(modified), "deletedCount", fromNumber(deleted), "upsertedCount",
                           fromNumber(upserted)));
}

constexpr Method kWrites[] = {
    {"bulkWrite", bulkWrite, "operations"},
    {"deleteMany", deleteMany, "filter, options"},
    {"deleteOne", deleteOne, "filter, options"},
    {"findAndModify", findAndModify, "{query, update, …}"},
    {"findOneAndDelete", findOneAndDelete, "filter, options"},
    {"findOneAndReplace", findOneAndUpdate, "filter, replacement, options"},
    {"findOneAndUpdate", findOneAndUpdate, "filter, update, options"},
    {"insert", insert, ""},
    {"insertMany", insertMany, "documents, options"},
    {"insertOne", insertOne, "document, options"},
    {"remove", legacyRemove, ""},
    {"replaceOne", replaceOne, "filter, replacement, options"},
    {"save", save, ""},
    {"update", legacyUpdate, ""},
    {"updateMany", updateMany, "filter, update, options"},
    {"updateOne", updateOne, "filter, update, options"},
};

}  // namespace

MethodTable collectionWrites() { return kWrites; }

}  // namespace sheaf::tools::shell
