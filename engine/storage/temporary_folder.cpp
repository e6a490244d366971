// Folders of temporary stores: where they go, and the removal of those whose process is gone.
//
// A folder's name says whose it is: sheaf-<user>-<boot id>-<pid>-<start of the process>-<number>.tmp
#include "bson/raise.h"
#include "engine/storage/store_files.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace sheaf::storage {
namespace {

constexpr std::uint64_t kRoomyBytes = std::uint64_t{256} << 20;
constexpr int kStartTimeField = 22;  // of /proc/<pid>/stat

// When the process began, in the kernel's ticks; tells a process from a later one with its number.
std::string startOfProcess(long pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::size_t at = text.rfind(')');  // the name in parentheses may hold spaces
    if (at == std::string::npos) return {};
    for (int field = 2; field < kStartTimeField && at != std::string::npos; ++field) at = text.find(' ', at + 1);
    if (at == std::string::npos) return {};
    return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

std::string prefixOfUser() { return "sheaf-" + std::to_string(::getuid()) + "-"; }
std::string ownPrefix() {
    static const std::string boot = bootId();
    return prefixOfUser() + boot + "-";
}

bool isRoomy(const std::filesystem::path& folder) {
    struct statvfs status {};
    if (::access(folder.c_str(), W_OK | X_OK) != 0 || ::statvfs(folder.c_str(), &status) != 0) return false;
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize >= kRoomyBytes;
}

std::filesystem::path placeForTemporaries() {
    if (isRoomy("/dev/shm")) return "/dev/shm";
    std::error_code ignored;
    std::filesystem::path place = std::filesystem::temp_directory_path(ignored);
    return place.empty() ? std::filesystem::path("/tmp") : place;
}

// Whether the folder of that name was made by a process that is gone.
bool isStale(const std::string& name) {
    if (name.rfind(prefixOfUser(), 0) != 0 || name.size() < 4 || name.substr(name.size() - 4) != ".tmp") return false;
    const std::string prefix = ownPrefix();
    if (name.rfind(prefix, 0) != 0) return true;  // of another boot
    long pid = 0;
    const char* const end = name.data() + name.size();
    const auto [after, error] = std::from_chars(name.data() + prefix.size(), end, pid);
    if (error != std::errc{} || after == end || *after != '-') return false;
    const std::string start(after + 1, std::strchr(after + 1, '-') != nullptr ? std::strchr(after + 1, '-') : end);
    return startOfProcess(pid) != start;
}

void removeStale(const std::filesystem::path& place) {
    std::error_code error;
    std::vector<std::filesystem::path> stale;
    for (std::filesystem::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
        struct stat status {};  // a folder of our own, not somebody's link to another place
        if (isStale(at->path().filename().string()) && ::lstat(at->path().c_str(), &status) == 0 &&
            S_ISDIR(status.st_mode) && status.st_uid == ::getuid()) {
            stale.push_back(at->path());
        }
    }
    for (const auto& folder : stale) removeTemporaryFolder(folder);
}

}  // namespace

std::filesystem::path makeTemporaryFolder() {
    static std::atomic<std::uint64_t> counter{0};
    static std::atomic<long> cleanedBy{0};
    const std::filesystem::path place = placeForTemporaries();
    const long pid = ::getpid();
    if (cleanedBy.exchange(pid) != pid) removeStale(place);
    const std::string prefix = ownPrefix() + std::to_string(pid) + "-" + startOfProcess(pid) + "-";
    for (;;) {
        std::filesystem::path folder = place / (prefix + std::to_string(counter.fetch_add(1)) + ".tmp");
        if (::mkdir(folder.c_str(), 0700) == 0) return folder;
        if (errno != EEXIST) {
            raise(ErrorCode::StoreInputOutput, "cannot make a temporary folder in ", place.string(), ": ",
                  std::strerror(errno));
        }
    }
}

void removeTemporaryFolder(const std::filesystem::path& folder) noexcept {
    for (const char* name : {"data.mdb", "lock.mdb", "sheaf.lock", "unclean"}) ::unlink((folder / name).c_str());
    ::rmdir(folder.c_str());
}

}  // namespace sheaf::storage
