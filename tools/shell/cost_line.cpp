// The line below every statement.
#include "tools/shell/cost_line.h"

#include "tools/common/text_table.h"

namespace sheaf::tools::shell {

std::string costLine(const Cost& cost) {
    if (cost.roundTrips == 0) return {};
    const auto counted = [](std::uint64_t count, const char* one, const char* many) {
        return withCommas(count) + " " + (count == 1 ? one : many);
    };
    std::string line = counted(cost.roundTrips, "trip", "trips");
    line += ", examined " + counted(cost.docsExamined, "document", "documents") + " and " + counted(cost.keysExamined, "key", "keys");
    if (cost.logicalBytes == 0 && cost.bytesWritten == 0) return line;
    line += ", changed " + counted(cost.logicalBytes, "byte", "bytes");
    line += ", wrote " + counted(cost.bytesWritten, "byte", "bytes") + " in " + counted(cost.pagesWritten, "page", "pages");
    if (const std::optional<double> ratio = cost.storageRatio()) line += " (" + shortNumber(*ratio) + " times the change)";
    if (!cost.exact) line += ", page figures estimated";
    return line;
}

}  // namespace sheaf::tools::shell
