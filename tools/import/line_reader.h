// Lines of a stream, with their numbers.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools {

// Takes "\n" and "\r\n". A byte order mark at the start is passed over.
class LineReader {
public:
    static constexpr std::size_t kMaxLineBytes = 48'000'000;

    // The stream must outlive the reader.
    explicit LineReader(std::istream& in) : in_(in) {}

    // The next line without its end; false after the last. The view is valid until the next call.
    // Throws FailedToParse for a line above kMaxLineBytes.
    bool next(std::string_view& line);
    std::uint64_t line() const { return line_; }  // of the last one, from 1

private:
    bool fill();

    std::istream& in_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::uint64_t line_ = 0;
};

}  // namespace sheaf::tools
