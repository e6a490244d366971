// Reads a stream in large pieces and cuts lines out of them.
#include "tools/import/line_reader.h"

#include <sheaf/error.h>

#include <cstring>

namespace sheaf::tools {
namespace {

constexpr std::size_t kPieceBytes = 1 << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

// Makes room behind what is left, and reads on. False at the end of the stream.
bool LineReader::fill() {
    if (at_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
        end_ -= at_;
        at_ = 0;
    }
    if (end_ > kMaxLineBytes) {
        throw Error(ErrorCode::FailedToParse, "line " + std::to_string(line_ + 1) + " is too long");
    }
    if (buffer_.size() - end_ < kPieceBytes) buffer_.resize(buffer_.size() * 2 + kPieceBytes);
    in_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
    end_ += static_cast<std::size_t>(in_.gcount());
    return in_.gcount() > 0;
}

bool LineReader::next(std::string_view& line) {
    std::size_t searched = at_;
    const char* found = nullptr;
    while (true) {
        if (end_ > searched) {
            found = static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
        }
        if (found != nullptr) break;
        searched = end_ - at_;
        if (!fill()) break;
    }
    if (found == nullptr && at_ == end_) return false;
    const std::size_t stop = found != nullptr ? static_cast<std::size_t>(found - buffer_.data()) : end_;
    line = std::string_view(buffer_.data() + at_, stop - at_);
    at_ = found != nullptr ? stop + 1 : end_;
    if (++line_ == 1 && line.substr(0, kByteOrderMark.size()) == kByteOrderMark) line.remove_prefix(kByteOrderMark.size());
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return true;
}

}  // namespace sheaf::tools
