// The lock, the mark of an open ephemeral store, and the file system's kind.
#include "engine/storage/store_files.h"

#include "bson/raise.h"
#include "engine/storage/environment.h"

#include <fcntl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace sheaf::storage {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        close();
        fd_ = other.fd_;
        other.fd_ = -1;
    }
    return *this;
}

void Descriptor::close() noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

namespace {

// The text of a small file, without line ends; empty when it cannot be read.
std::string readText(const std::filesystem::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    char buffer[128];
    const ssize_t n = file ? ::read(file.get(), buffer, sizeof buffer) : 0;
    std::string text(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
    return text;
}

[[noreturn]] void raiseSystem(int error, const char* doing, const std::filesystem::path& path) {
    const bool readOnly = error == EACCES || error == EROFS || error == EPERM;
    raise(readOnly ? ErrorCode::StoreReadOnly : error == ENOSPC ? ErrorCode::OutOfDiskSpace : ErrorCode::StoreInputOutput,
          "cannot ", doing, " ", path.string(), ": ", std::strerror(error),
          readOnly ? "; to read it only, open it with readOnly: true" : "");
}

}  // namespace

Descriptor lockForWriting(const std::filesystem::path& store) {
    const std::filesystem::path path = store / "sheaf.lock";
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file) raiseSystem(errno, "open", path);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    if (::fcntl(file.get(), F_OFD_SETLK, &lock) != 0) {
        if (errno != EAGAIN && errno != EACCES) raiseSystem(errno, "lock", path);
        const std::string owner = readText(path);
        raise(ErrorCode::StoreLocked, "the store ", store.string(), " is open for writing in ",
              owner.empty() ? "another process" : "process " + owner,
              "; close it there, or open it here with readOnly: true");
    }
    const std::string owner = std::to_string(::getpid()) + "\n";
    const bool noted = ::ftruncate(file.get(), 0) == 0 &&
                       ::pwrite(file.get(), owner.data(), owner.size(), 0) == static_cast<ssize_t>(owner.size());
    static_cast<void>(noted);  // only the message above would be poorer
    return file;
}

std::string bootId() { return readText("/proc/sys/kernel/random/boot_id"); }

void checkUncleanMark(const std::filesystem::path& store) {
    const std::filesystem::path mark = store / "unclean";
    if (!std::filesystem::exists(mark)) return;
    if (const std::string boot = readText(mark); boot.empty() || boot != bootId()) {
        raise(ErrorCode::UncleanEphemeral, "the ephemeral store ", store.string(),
              " was open when the machine stopped, so its file may be damaged; remove the store and make it anew");
    }
}

void writeUncleanMark(const std::filesystem::path& store) {
    const std::filesystem::path mark = store / "unclean";
    const Descriptor file(::open(mark.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file) raiseSystem(errno, "write", mark);
    const std::string text = bootId() + "\n";
    if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) || ::fsync(file.get()) != 0) {
        raiseSystem(errno, "write", mark);
    }
    syncFolder(store);
}

void removeUncleanMark(const std::filesystem::path& store) noexcept { ::unlink((store / "unclean").c_str()); }

bool isNetworkFileSystem(std::uint64_t statfsType) {
    static constexpr std::uint32_t kNetwork[] = {
        0x6969,      // NFS
        0x517B,      // SMB
        0xFF534D42,  // CIFS
        0xFE534D42,  // SMB2
        0x00C36400,  // Ceph
        0x5346414F,  // AFS
        0x6B414653,  // kernel AFS
        0x73757245,  // Coda
        0x01021997,  // 9P
        0x65735546,  // FUSE: sshfs, glusterfs and others; what it does with maps and locks is not known
        0x47504653,  // GPFS
        0x0BD00BD0,  // Lustre
        0x19830326,  // FhGFS / BeeGFS
        0x7461636F,  // OCFS2
        0x01161970,  // GFS2
        0x564C,      // NCP
    };
    const auto type = static_cast<std::uint32_t>(statfsType);
    return std::find(std::begin(kNetwork), std::end(kNetwork), type) != std::end(kNetwork);
}

void refuseNetworkFileSystem(const std::filesystem::path& store) {
    struct statfs status {};
    if (::statfs(store.c_str(), &status) != 0) return;
    if (isNetworkFileSystem(static_cast<std::uint64_t>(status.f_type))) {
        raise(ErrorCode::IllegalOperation, "the store ", store.string(),
              " lies on a network file system, where its locks and its map are not safe; "
              "use a local disk, or allowNetworkFileSystem: true when only one machine ever opens it");
    }
}

void syncFolder(const std::filesystem::path& folder) noexcept {
    const Descriptor file(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file) ::fsync(file.get());
}

}  // namespace sheaf::storage
