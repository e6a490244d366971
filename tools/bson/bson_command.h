// sheaf bson: documents between bytes, hexadecimal digits and Extended JSON.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>
#include <iosfwd>

namespace CLI {
class App;
}

namespace sheaf::tools {

enum class BsonInput : std::uint8_t {
    Json,   // one document per line, Extended JSON
    Shell,  // one document per line, as people type it in the shell
    Hex,    // one document per line, hexadecimal digits
    Dump,   // bytes of documents, one after another, as mongodump writes them
};

enum class BsonOutput : std::uint8_t { Hex, Canonical, Relaxed };

struct BsonOptions {
    BsonInput from = BsonInput::Json;
    BsonOutput to = BsonOutput::Relaxed;
};

// Writes one line for each document, in order, before the next one is waited for. What cannot be read becomes
// {"error":"…"} in its place. Empty lines are passed over. After a broken length a dump cannot be followed, so the
// error is its last line.
// Returns the exit status: 0, or 1 when there was an error or the output could not be written.
int runBsonCommand(std::istream& in, std::ostream& out, const BsonOptions& options);

void addBsonCommand(CLI::App& app, int& exitCode);

}  // namespace sheaf::tools
