// The rules of opening: what is a store, who may open it, and what is said when it cannot be.
#include "engine/storage/cursor.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fstream>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

void makeStore(const std::filesystem::path& path, const EnvironmentOptions& options = {}) {
    const auto store = Environment::open(path, options);
    putText(*store, store->catalogTree(), "a", "1");
}

void writeBytes(const std::filesystem::path& file, std::uint64_t offset, const std::string& bytes) {
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    REQUIRE(::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes.size()));
    ::close(fd);
}

std::string openOutcome(const std::filesystem::path& path, const EnvironmentOptions& options = {}) {
    return outcomeOf([&] { Environment::open(path, options); });
}

// Runs the work in a forked process; its exit status, or -1 after a signal.
template <typename Work>
int inChild(Work work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr std::size_t kPage = 4096;

}  // namespace

TEST_CASE("Opening makes a store, and opens it again with what was committed") {
    const StoreFolder folder;
    const auto path = folder.path() / "store";
    makeStore(path);
    const auto store = Environment::open(path, {.create = false});
    CHECK_FALSE(store->isNew());
    CHECK(store->formatVersion() == 1);
    CHECK(getText(*store, store->catalogTree(), "a") == "1");
}

TEST_CASE("A store is not made below a folder that is missing, and nothing of it is left") {
    const StoreFolder folder;
    CHECK(openOutcome(folder.path() / "missing" / "store") == "StoreInputOutput");
    CHECK_FALSE(std::filesystem::exists(folder.path() / "missing"));
}

TEST_CASE("What is not a sound store is refused with the reason's code") {
    struct Case {
        const char* what;
        void (*spoil)(const std::filesystem::path& store);
        const char* outcome;
    };
    const Case cases[] = {
        {"a folder with another file", [](const auto& s) { std::filesystem::remove(s / "data.mdb"); writeBytes(s / "data.mdb", 0, "hello"); }, "NotAStore"},
        {"long text", [](const auto& s) { std::filesystem::remove(s / "data.mdb"); writeBytes(s / "data.mdb", 0, std::string(20000, 'x')); }, "NotAStore"},
        {"another LMDB version", [](const auto& s) { writeBytes(s / "data.mdb", 20, "\x02"); }, "StoreVersionUnknown"},
        {"a first meta page without a mark", [](const auto& s) { writeBytes(s / "data.mdb", 10, std::string(2, '\0')); }, "StoreDamaged"},
        {"a second meta page of zeros", [](const auto& s) { writeBytes(s / "data.mdb", kPage, std::string(200, '\0')); }, "StoreDamaged"},
        {"an impossible page size", [](const auto& s) { writeBytes(s / "data.mdb", 40, "\x07"); }, "StoreDamaged"},
        {"half a file", [](const auto& s) { std::filesystem::resize_file(s / "data.mdb", std::filesystem::file_size(s / "data.mdb") / 2); }, "StoreDamaged"},
        {"one page", [](const auto& s) { std::filesystem::resize_file(s / "data.mdb", kPage); }, "StoreDamaged"},
        {"half a meta page", [](const auto& s) { std::filesystem::resize_file(s / "data.mdb", 100); }, "NotAStore"},
        {"untouched", [](const auto&) {}, ""},
        {"an empty file is a store not yet begun", [](const auto& s) { std::filesystem::resize_file(s / "data.mdb", 0); }, ""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        const StoreFolder folder;
        makeStore(folder.path());
        c.spoil(folder.path());
        CHECK(openOutcome(folder.path()) == c.outcome);
    }
}

TEST_CASE("A refused file is not changed") {
    const StoreFolder folder;
    writeBytes(folder.data(), 0, "precious bytes of another program");
    CHECK(openOutcome(folder.path()) == "NotAStore");
    std::ifstream file(folder.data());
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    CHECK(text == "precious bytes of another program");
}

TEST_CASE("A newer format version is refused and stays as it is") {
    const StoreFolder folder;
    {
        const auto store = Environment::open(folder.path());
        putText(*store, store->metaTree(), "format", std::string("\x63\0\0\0", 4));
    }
    std::string message;
    try {
        Environment::open(folder.path());
    } catch (const Error& error) {
        CHECK(error.codeName() == "StoreVersionUnknown");
        message = error.what();
    }
    CHECK(message.find("99") != std::string::npos);
}

TEST_CASE("Without a store, opening to read and opening without create say so") {
    const StoreFolder folder;
    CHECK(openOutcome(folder.path() / "absent", {.readOnly = true}) == "NotAStore");
    CHECK(openOutcome(folder.path() / "absent", {.create = false}) == "NotAStore");
    CHECK(openOutcome(folder.path(), {.readOnly = true}) == "NotAStore");
    writeBytes(folder.path() / "file", 0, "x");
    CHECK(openOutcome(folder.path() / "file") == "NotAStore");
}

TEST_CASE("Within a process a store is opened once, and shared by equal options") {
    const StoreFolder folder;
    const auto store = Environment::open(folder.path());
    std::filesystem::create_directory_symlink(folder.path(), folder.path() / "link");
    CHECK(Environment::open(folder.path()) == store);
    CHECK(Environment::open(folder.path() / "link") == store);
    CHECK(Environment::open(folder.path(), {.create = false}) == store);
    CHECK(openOutcome(folder.path(), {.durability = Durability::Relaxed}) == "StoreOptionsConflict");
    CHECK(openOutcome(folder.path(), {.readOnly = true}) == "StoreOptionsConflict");
}

TEST_CASE("A second process may read beside the writer, and may not write") {
    const StoreFolder folder;
    int ready[2], done[2];
    REQUIRE(::pipe(ready) == 0);
    REQUIRE(::pipe(done) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = Environment::open(folder.path());
        putText(*store, store->catalogTree(), "a", "1");
        char byte = 'r';
        static_cast<void>(!::write(ready[1], &byte, 1));
        static_cast<void>(!::read(done[0], &byte, 1));
        putText(*store, store->catalogTree(), "a", "2");
        static_cast<void>(!::write(ready[1], &byte, 1));
        static_cast<void>(!::read(done[0], &byte, 1));
        ::_exit(0);
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    std::string message;
    try {
        Environment::open(folder.path());
    } catch (const Error& error) {
        CHECK(error.number() == 9000003);
        message = error.what();
    }
    CHECK(message.find(std::to_string(child)) != std::string::npos);
    CHECK(message.find("readOnly") != std::string::npos);
    {
        const auto store = Environment::open(folder.path(), {.readOnly = true});
        CHECK(getText(*store, store->catalogTree(), "a") == "1");
        CHECK(outcomeOf([&] { store->beginWrite(); }) == "StoreReadOnly");
        const ReadTransaction old = store->beginRead();
        REQUIRE(::write(done[1], &byte, 1) == 1);
        REQUIRE(::read(ready[0], &byte, 1) == 1);
        CHECK(asText(*old.get(store->catalogTree(), asBytes("a"))) == "1");
        CHECK(getText(*store, store->catalogTree(), "a") == "2");
    }
    REQUIRE(::write(done[1], &byte, 1) == 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(openOutcome(folder.path()) == "");
    for (int fd : {ready[0], ready[1], done[0], done[1]}) ::close(fd);
}

TEST_CASE("A reading process finds the trees that the writer made meanwhile, and its larger map") {
    const StoreFolder folder;
    int ready[2], go[2];
    REQUIRE(::pipe(ready) == 0);
    REQUIRE(::pipe(go) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = Environment::open(folder.path(), {.mapBytes = 1 << 20});
        char byte = 'r';
        static_cast<void>(!::write(ready[1], &byte, 1));
        static_cast<void>(!::read(go[0], &byte, 1));
        const Tree tree = makeTree(*store, TreeKind::Plain);
        putText(*store, tree, "a", "1");
        while (outcomeOf([&] { putText(*store, tree, "b", std::string(3000000, 'v')); }) == "MapGrown") {
        }
        static_cast<void>(!::write(ready[1], &byte, 1));
        ::_exit(0);
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    const auto store = Environment::open(folder.path(), {.readOnly = true, .mapBytes = 1 << 20});
    CHECK_FALSE(store->tree(kFirstTreeId).has_value());
    ReadTransaction old = store->beginRead();
    REQUIRE(::write(go[1], &byte, 1) == 1);
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    CHECK(old.countEntries(store->catalogTree()) == 0);
    old.release();
    CHECK(store->beginRead().isOpen());
    const std::optional<Tree> tree = store->tree(kFirstTreeId);
    REQUIRE(tree.has_value());
    CHECK(getText(*store, *tree, "a") == "1");
    CHECK(getText(*store, *tree, "b").size() == 3000000);
    int status = 0;
    ::waitpid(child, &status, 0);
    for (int fd : {ready[0], ready[1], go[0], go[1]}) ::close(fd);
}

TEST_CASE("A forked child is told that the store is not its own") {
    const StoreFolder folder;
    const auto store = Environment::open(folder.path());
    const int status = inChild([&] {
        const bool all = outcomeOf([&] { store->beginRead(); }) == "WrongProcess" &&
                         outcomeOf([&] { store->beginWrite(); }) == "WrongProcess" &&
                         openOutcome(folder.path()) == "WrongProcess";
        return all ? 0 : 1;
    });
    CHECK(status == 0);
    CHECK(store->beginWrite().isOpen());
}

TEST_CASE("A process that was killed while it wrote leaves a store that opens at once") {
    const StoreFolder folder;
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = Environment::open(folder.path());
        putText(*store, store->catalogTree(), "a", "acknowledged");
        const ReadTransaction reader = store->beginRead();
        WriteTransaction transaction = store->beginWrite();
        transaction.put(store->catalogTree(), asBytes("a"), asBytes("never committed"));
        char byte = 'r';
        static_cast<void>(!::write(ready[1], &byte, 1));
        ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const auto store = Environment::open(folder.path());
    CHECK(getText(*store, store->catalogTree(), "a") == "acknowledged");
    CHECK(store->readerStatistics().oldestSnapshot == store->lastCommit());
    for (int fd : {ready[0], ready[1]}) ::close(fd);
}

TEST_CASE("A reader that died does not pin pages for ever") {
    const StoreFolder folder("/dev/shm");
    makeStore(folder.path());
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto store = Environment::open(folder.path(), {.readOnly = true});
        const ReadTransaction snapshot = store->beginRead();
        char byte = 'r';
        static_cast<void>(!::write(ready[1], &byte, 1));
        ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral});
    for (int i = 0; i < 20; ++i) putText(*store, store->catalogTree(), "a", std::string(20000, 'v'));
    CHECK(store->readerStatistics().oldestSnapshot < store->lastCommit());
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    // The file grows because of the dead reader; within a second or so that is noticed.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (store->readerStatistics().oldestSnapshot < store->lastCommit() && std::chrono::steady_clock::now() < end) {
        putText(*store, store->catalogTree(), "a", std::string(20000, 'v'));
    }
    CHECK(store->readerStatistics().oldestSnapshot == store->lastCommit());
    for (int fd : {ready[0], ready[1]}) ::close(fd);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("Where address space is limited the map takes an eighth of it") {
    const StoreFolder folder;
    const int status = inChild([&] {
        const struct rlimit limit { std::uint64_t{8} << 30, std::uint64_t{8} << 30 };
        if (::setrlimit(RLIMIT_AS, &limit) != 0) return 2;
        const auto store = Environment::open(folder.path());
        return store->fileStatistics().mapBytes == std::uint64_t{1} << 30 ? 0 : 1;
    });
    CHECK(status == 0);
}
#endif

TEST_CASE("A folder that cannot be written opens for reading only") {
    const StoreFolder folder;
    makeStore(folder.path());
    for (const char* name : {"data.mdb", "sheaf.lock"}) ::chmod((folder.path() / name).c_str(), 0444);
    ::chmod((folder.path() / "lock.mdb").c_str(), 0666);
    ::chmod(folder.path().c_str(), 0555);
    const int status = inChild([&] {
        if (::geteuid() == 0 && ::seteuid(65534) != 0) return 0;
        if (openOutcome(folder.path()) != "StoreReadOnly") return 1;
        return openOutcome(folder.path(), {.readOnly = true}).empty() ? 0 : 2;
    });
    ::chmod(folder.path().c_str(), 0755);
    CHECK(status == 0);
}

TEST_CASE("An ephemeral store of an earlier boot is refused, one of this boot is opened") {
    const StoreFolder folder;
    makeStore(folder.path(), {.durability = Durability::Ephemeral});
    CHECK_FALSE(std::filesystem::exists(folder.path() / "unclean"));
    {
        const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral});
        CHECK(std::filesystem::exists(folder.path() / "unclean"));
    }
    const auto bootOf = [] {
        std::ifstream file("/proc/sys/kernel/random/boot_id");
        std::string boot;
        file >> boot;
        return boot;
    };
    writeBytes(folder.path() / "unclean", 0, bootOf() + "\n");
    CHECK(openOutcome(folder.path(), {.durability = Durability::Ephemeral}) == "");
    writeBytes(folder.path() / "unclean", 0, "00000000-0000-0000-0000-000000000000\n");
    CHECK(openOutcome(folder.path(), {.durability = Durability::Ephemeral}) == "UncleanEphemeral");
    CHECK(openOutcome(folder.path(), {.durability = Durability::Durable}) == "UncleanEphemeral");
    CHECK(openOutcome(folder.path(), {.readOnly = true}) == "UncleanEphemeral");
}

TEST_CASE("A temporary store is gone after its close, and after the death of its process at the next start") {
    std::filesystem::path path;
    {
        const auto store = Environment::openTemporary();
        path = store->path();
        CHECK(std::filesystem::exists(path / "data.mdb"));
        CHECK(store->isTemporary());
        CHECK(Environment::openTemporary()->path() != path);
    }
    CHECK_FALSE(std::filesystem::exists(path));

    int report[2];
    REQUIRE(::pipe(report) == 0);
    inChild([&] {
        const auto store = Environment::openTemporary();
        const std::string left = store->path().string();
        static_cast<void>(!::write(report[1], left.data(), left.size()));
        ::_exit(0);
        return 0;
    });
    char buffer[512];
    const ssize_t n = ::read(report[0], buffer, sizeof buffer);
    REQUIRE(n > 0);
    const std::string left(buffer, static_cast<std::size_t>(n));
    CHECK(std::filesystem::exists(left));
    inChild([] { Environment::openTemporary(); return 0; });  // another process, another start
    CHECK_FALSE(std::filesystem::exists(left));
    for (int fd : {report[0], report[1]}) ::close(fd);
}

TEST_CASE("Network file systems are known by their kind") {
    struct Case { std::uint64_t type; bool isNetwork; };
    for (const Case& c : {Case{0x6969, true}, Case{0xFF534D42, true}, Case{0xFFFFFFFFFF534D42, true}, Case{0x65735546, true},
                          Case{0xEF53, false}, Case{0x01021994, false}, Case{0x9123683E, false}, Case{0x58465342, false}}) {
        CAPTURE(c.type);
        CHECK(isNetworkFileSystem(c.type) == c.isNetwork);
    }
}

TEST_CASE("A copy is a store of its own, with the state at one commit") {
    const StoreFolder folder;
    const auto store = Environment::open(folder.path() / "a");
    putText(*store, store->catalogTree(), "a", "1");
    for (bool compact : {false, true}) {
        const auto to = folder.path() / (compact ? "compact" : "plain");
        store->copyTo(to, compact);
        putText(*store, store->catalogTree(), "a", "1");
        CHECK(outcomeOf([&] { store->copyTo(to, compact); }) == "IllegalOperation");
        const auto copy = Environment::open(to);
        CHECK(getText(*copy, copy->catalogTree(), "a") == "1");
        putText(*copy, copy->catalogTree(), "a", "2");
        CHECK(getText(*store, store->catalogTree(), "a") == "1");
    }
}
