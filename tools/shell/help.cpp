// Help texts.
#include "tools/shell/help.h"

#include <ostream>

namespace sheaf::tools::shell {

void printMethods(std::ostream& out, std::string_view prefix, const std::vector<MethodTable>& tables) {
    for (const MethodTable table : tables) {
        for (const Method& method : table) {
            if (method.usage.empty()) continue;
            out << "  " << prefix << '.' << method.name << '(' << (method.usage == "()" ? "" : method.usage) << ")\n";
        }
    }
}

void printHelp(std::ostream& out) {
    out << "  show dbs, show collections       what there is\n"
           "  use NAME                         go to a database\n"
           "  db.help(), db.c.help()           methods of databases and collections\n"
           "  db.c.find().help()               methods of cursors\n"
           "  it                               the next documents of the last find\n"
           "  x = …, let x = …                 variables; x.field, x[0], x.length\n"
           "  cost off, cost on                the line that says what a statement cost\n"
           "  exit\n\n"
           "  db.books.insertOne({title: \"Dune\", tags: [\"sand\"]})\n"
           "  db.books.find({tags: \"sand\"}).sort({title: 1}).limit(3)\n"
           "  db.books.createIndex({tags: 1})\n"
           "  db.books.find({tags: \"sand\"}).explain(\"executionStats\")\n";
}

}  // namespace sheaf::tools::shell
