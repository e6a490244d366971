// BSON without a store: from JSON, to JSON, and the check of foreign bytes.
#include "bench/engine/engines.h"
#include "bench/items/items.h"
#include "bench/peers/peers.h"

namespace sheaf::bench {

const Item kParseJson{.number = "13",
                      .benchmark = "FromJson/corpus:reviews",
                      .what = "JSON text to BSON (bytes of text)",
                      .unit = "bytes",
                      .reachPeer = 3.5,
                      .peerName = "libbson",
                      .engine = engine::parseJson,
                      .peer = peers::libbsonParse};

const Item kPrintJson{.number = "14",
                      .benchmark = "AppendJson/mode:relaxed",
                      .what = "BSON to relaxed JSON (bytes of BSON)",
                      .unit = "bytes",
                      .reachPeer = 8.0,
                      .peerName = "libbson",
                      .engine = engine::printJson,
                      .peer = peers::libbsonPrint};

const Item kValidate{.number = "15",
                     .benchmark = "Validate/corpus:reviews",
                     .what = "validate, structure and UTF-8",
                     .unit = "bytes",
                     .reachPeer = 5.0,
                     .peerName = "libbson",
                     .engine = engine::validate,
                     .peer = peers::libbsonValidate};

}  // namespace sheaf::bench
