// Documents as rows of CSV: a column for each path.
#pragma once

#include <sheaf/bson/view.h>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools {

// Texts, numbers, dates and booleans as they are read back by import; arrays and documents as JSON; nothing for null
// and for what is not there.
class CsvWriter {
public:
    // Paths between commas. The stream must outlive the writer.
    CsvWriter(std::ostream& out, std::string_view fields);

    void writeHeader();
    void write(bson::DocumentView document);

private:
    void writeCell(std::string_view text, bool isFirst);

    std::ostream& out_;
    std::vector<std::vector<std::string>> paths_;
};

}  // namespace sheaf::tools
