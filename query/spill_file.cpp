// Temporary files by the system's calls: made, unlinked at once, then only known by their descriptor.

#include "query/spill_file.h"

#include "bson/raise.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace sheaf::query {
namespace {

[[noreturn]] void raiseSystemError(std::string_view what, int error) {
    const ErrorCode code = error == ENOSPC || error == EDQUOT ? ErrorCode::OutOfDiskSpace : ErrorCode::StoreInputOutput;
    raise(code, what, " a temporary file: ", std::strerror(error));
}

int makeUnnamedFile() {
    std::string path = (std::filesystem::temp_directory_path() / "sheaf-spill-XXXXXX").string();
    const int file = ::mkstemp(path.data());
    if (file < 0) raiseSystemError("cannot create", errno);
    ::unlink(path.c_str());
    return file;
}

}  // namespace

SpillFile::~SpillFile() {
    if (file_ >= 0) ::close(file_);
}

void SpillFile::append(const void* bytes, std::size_t count) {
    const auto* from = static_cast<const std::uint8_t*>(bytes);
    if (buffer_.size() + count > kBufferBytes) flush();
    if (count > kBufferBytes) {
        write(from, count);
    } else {
        buffer_.insert(buffer_.end(), from, from + count);
    }
}

void SpillFile::flush() {
    if (buffer_.empty()) return;
    write(buffer_.data(), buffer_.size());
    buffer_.clear();
}

void SpillFile::write(const std::uint8_t* bytes, std::size_t count) {
    if (file_ < 0) file_ = makeUnnamedFile();
    while (count > 0) {
        const ssize_t done = ::pwrite(file_, bytes, count, static_cast<off_t>(written_));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) raiseSystemError("cannot write", done < 0 ? errno : EIO);
        bytes += done;
        count -= static_cast<std::size_t>(done);
        written_ += static_cast<std::uint64_t>(done);
    }
}

std::size_t SpillFile::read(std::uint64_t offset, void* out, std::size_t count) const {
    auto* to = static_cast<std::uint8_t*>(out);
    std::size_t total = 0;
    while (total < count && offset + total < written_) {
        const ssize_t done = ::pread(file_, to + total, count - total, static_cast<off_t>(offset + total));
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) raiseSystemError("cannot read", errno);
        if (done == 0) break;
        total += static_cast<std::size_t>(done);
    }
    return total;
}

}  // namespace sheaf::query
