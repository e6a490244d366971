// The small files around a store's data: its lock, the mark of an open ephemeral store, temporary folders; and what
// kind of file system it lies on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sheaf::storage {

// Owns a file descriptor.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { close(); }
    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    void close() noexcept;

private:
    int fd_ = -1;
};

// Takes the lock of the one writing process; it is held while the descriptor is open. Throws StoreLocked, with the
// other process's number, and StoreReadOnly where the folder cannot be written.
Descriptor lockForWriting(const std::filesystem::path& store);

// This boot of the machine, as the kernel names it.
std::string bootId();

// The mark of an ephemeral store: written and synced before the first commit, removed at close. Checking throws
// UncleanEphemeral when it is there from another boot.
void checkUncleanMark(const std::filesystem::path& store);
void writeUncleanMark(const std::filesystem::path& store);
void removeUncleanMark(const std::filesystem::path& store) noexcept;

// Throws IllegalOperation when the folder lies on a network's file system.
void refuseNetworkFileSystem(const std::filesystem::path& store);

// Makes the names in a folder durable.
void syncFolder(const std::filesystem::path& folder) noexcept;

// A new empty folder for a temporary store, in memory where that is writable and roomy; removes first what processes
// that no longer run have left there.
std::filesystem::path makeTemporaryFolder();
void removeTemporaryFolder(const std::filesystem::path& folder) noexcept;

}  // namespace sheaf::storage
