// Bad input: one clear error each, the process lives on, and everything acknowledged before is still there.
#include "engine/storage/counted_io.h"
#include "engine/storage/environment.h"
#include "tests/support/test_store.h"

#include <sheaf/bson/builder.h>

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>

using namespace sheaf;
using sheaf::test::TemporaryFolder;
using sheaf::test::TestStore;

namespace {

// "" or the error's codeName.
std::string outcomeOf(const std::function<void()>& work) {
    try {
        work();
        return "";
    } catch (const Error& error) {
        return error.codeName();
    }
}

std::filesystem::path makeStore(const TemporaryFolder& folder, int documents = 200) {
    const std::filesystem::path path = folder.path() / "s";
    Store store = Store::open(path, {.durability = Durability::Relaxed});
    Collection c = store.database("test").collection("c");
    c.createIndex({{"a", 1}});
    std::vector<Document> many;
    for (int i = 0; i < documents; ++i) many.push_back(bson::make("_id", i, "a", i % 7, "text", std::string(400, 'x')));
    c.insertMany(many);
    return path;
}

std::string readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeFile(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Another process: forked at once, before this one opens a store, it waits until run() and does its work then; as a
// user without rights if asked. The outcome comes back as text.
class OtherProcess {
public:
    explicit OtherProcess(const std::function<std::string()>& work, bool unprivileged = false) {
        REQUIRE(::pipe(go_) == 0);
        REQUIRE(::pipe(back_) == 0);
        child_ = ::fork();
        if (child_ != 0) return;
        if (unprivileged && ::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
        char byte = 0;
        if (::read(go_[0], &byte, 1) != 1) ::_exit(3);
        const std::string text = work();
        const bool sent = ::write(back_[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::_exit(sent ? 0 : 1);
    }

    std::string run() {
        REQUIRE(::write(go_[1], "g", 1) == 1);
        ::close(back_[1]);
        std::string text;
        char buffer[256];
        for (ssize_t got; (got = ::read(back_[0], buffer, sizeof buffer)) > 0;) {
            text.append(buffer, static_cast<std::size_t>(got));
        }
        for (const int end : {back_[0], go_[0], go_[1]}) ::close(end);
        int status = 0;
        ::waitpid(child_, &status, 0);
        CHECK(status == 0);
        return text;
    }

private:
    int go_[2];
    int back_[2];
    pid_t child_ = 0;
};

Document nested(int levels) {
    bson::Builder builder;
    builder.append("_id", levels);
    for (int i = 1; i < levels; ++i) builder.openDocument("a");
    for (int i = 1; i < levels; ++i) builder.close();
    return builder.take();
}

// A document whose bytes are then changed without asking anybody.
Document spoilt(const Document& document, std::size_t at, std::uint8_t byte) {
    bson::Buffer bytes;
    bytes.append(document.view().data(), document.size());
    bytes.data()[at] = byte;
    return Document(std::move(bytes));
}

}  // namespace

TEST_CASE("a path that is no store, or one of another version, is refused and stays as it is") {
    struct Case {
        const char* what;
        std::function<void(const std::filesystem::path&)> make;
        const char* outcome;
    };
    const Case cases[] = {
        {"a file", [](const auto& path) { writeFile(path, "hello"); }, "NotAStore"},
        {"a folder with another data.mdb",
         [](const auto& path) {
             std::filesystem::create_directory(path);
             writeFile(path / "data.mdb", std::string(20000, 'x'));
         },
         "NotAStore"},
        {"another format version",
         [](const auto& path) {
             const auto environment = storage::Environment::open(path);
             storage::WriteTransaction transaction = environment->beginWrite();
             const std::uint8_t version[] = {99, 0, 0, 0};
             transaction.put(environment->metaTree(), storage::asBytes("format"), version);
             transaction.commit();
         },
         "StoreVersionUnknown"},
    };
    for (const Case& c : cases) {
        CAPTURE(std::string(c.what));
        const TemporaryFolder folder;
        const std::filesystem::path path = folder.path() / "s";
        c.make(path);
        const std::filesystem::path file = std::filesystem::is_directory(path) ? path / "data.mdb" : path;
        const std::string before = readFile(file);
        CHECK(outcomeOf([&] { Store::open(path); }) == c.outcome);
        CHECK(readFile(file) == before);
    }
    const TemporaryFolder folder;
    CHECK(outcomeOf([&] { Store::open(folder.path() / "none", {.createIfMissing = false}); }) == "NotAStore");
    CHECK(outcomeOf([&] { Store::open(folder.path() / "none", {.readOnly = true}); }) == "NotAStore");
    CHECK_FALSE(std::filesystem::exists(folder.path() / "none"));
}

TEST_CASE("a file that was cut to its half is found out when it is opened") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    std::filesystem::resize_file(path / "data.mdb", std::filesystem::file_size(path / "data.mdb") / 2);
    CHECK(outcomeOf([&] { Store::open(path); }) == "StoreDamaged");
    CHECK_FALSE(Store::check(path).ok());
}

TEST_CASE("a flipped bit in a document is found by check, by verifyChecksums, and never read as something else") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    std::string bytes = readFile(path / "data.mdb");
    const std::size_t at = bytes.rfind("xxxxxxxxxxxxxxxxxxxx");
    REQUIRE(at != std::string::npos);
    bytes[at] ^= 0x01;
    writeFile(path / "data.mdb", bytes);
    const CheckReport report = Store::check(path);
    REQUIRE(report.findings.size() == 1);
    CHECK(report.findings[0].kind == "checksum");
    CHECK(report.findings[0].where == "test.c");
    CHECK(report.documentsChecked == 200);
    Store store = Store::open(path, {.verifyChecksums = true});
    CHECK(outcomeOf([&] { store.database("test").collection("c").find().toVector(); }) == "StoreDamaged");
    CHECK(store.database("test").collection("c").countDocuments() == 200);
}

TEST_CASE("flipped bits anywhere in the tree pages are found by check, which never opens such a file") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    const std::string sound = readFile(path / "data.mdb");
    std::size_t found = 0;
    std::size_t flips = 0;
    // The header of every page from the third on: its number, its flags, its bounds.
    for (std::size_t page = 2; page * 4096 < sound.size(); ++page) {
        for (const std::size_t offset : {0U, 10U, 12U, 14U}) {
            std::string bytes = sound;
            bytes[page * 4096 + offset] ^= 0x14;
            writeFile(path / "data.mdb", bytes);
            ++flips;
            if (!Store::check(path).ok()) {
                ++found;
                CHECK(outcomeOf([&] { Store::open(path, {.verifyPages = true}); }) == "StoreDamaged");
            }
        }
    }
    // Pages that are free hold nothing that could be damaged.
    CHECK(found > flips / 3);
    writeFile(path / "data.mdb", sound);
    CHECK(Store::check(path).ok());
}

TEST_CASE("a full disk refuses the write; what was there stays, and writing goes on when there is room") {
    const TemporaryFolder folder;
    TestStore store(Store::open(folder.path() / "s", {.durability = Durability::Relaxed}));
    store.insert("{_id: 1}");
    storage::IoFaults faults;
    faults.failWrite = 1;
    faults.onward = true;
    storage::setIoFaults(&faults);
    CHECK(store.run(R"({insert: "c", documents: [{_id: 2}]})") == "OutOfDiskSpace");
    CHECK(store.run(R"({update: "c", updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]})") == "OutOfDiskSpace");
    CHECK(store.run(R"({create: "d"})") == "OutOfDiskSpace");
    storage::setIoFaults(nullptr);
    CHECK(store.find() == std::vector<std::string>{R"({"_id":1})"});
    CHECK(store.run(R"({insert: "c", documents: [{_id: 2}]})") == R"({"n":1,"ok":1.0})");
}

TEST_CASE("a folder that cannot be written to can be read") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        // Readers enter themselves in lock.mdb.
        const bool isReaders = entry.path().filename() == "lock.mdb";
        std::filesystem::permissions(entry.path(), std::filesystem::perms(isReaders ? 0666 : 0444));
    }
    std::filesystem::permissions(path, std::filesystem::perms(0555));
    OtherProcess writer([&] { return outcomeOf([&] { Store::open(path); }); }, true);
    CHECK(writer.run() == "StoreReadOnly");
    OtherProcess reader(
        [&] {
            std::string count;
            const std::string outcome = outcomeOf([&] {
                Store store = Store::open(path, {.readOnly = true});
                count = std::to_string(store.database("test").collection("c").countDocuments(parse("{a: 3}")));
            });
            return outcome + count;
        },
        true);
    CHECK(reader.run() == "29");
    std::filesystem::permissions(path, std::filesystem::perms(0755));
}

TEST_CASE("a store open for reading refuses to write, beside the process that may") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    OtherProcess other([&] {
        return outcomeOf([&] {
            Store store = Store::open(path, {.readOnly = true});
            if (store.database("test").collection("c").countDocuments() != 200) throw Error(ErrorCode::BadValue, "count");
            store.database("test").collection("c").insertOne(parse("{}"));
        });
    });
    const Store writer = Store::open(path, {.durability = Durability::Relaxed});
    CHECK(other.run() == "StoreReadOnly");
}

TEST_CASE("a second process cannot write; its refusal costs the first nothing") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    OtherProcess other([&] { return outcomeOf([&] { Store::open(path, {.durability = Durability::Relaxed}); }); });
    TestStore store(Store::open(path, {.durability = Durability::Relaxed}));
    CHECK(other.run() == "StoreLocked");
    CHECK(outcomeOf([&] { store.insert("{_id: 'later'}"); }) == "");
}

TEST_CASE("a reader in another process sees collections and indexes that are made while it reads") {
    const TemporaryFolder folder;
    const std::filesystem::path path = makeStore(folder);
    int go[2];
    int done[2];
    REQUIRE(::pipe(go) == 0);
    REQUIRE(::pipe(done) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        int failures = 0;
        try {
            Store reader = Store::open(path, {.readOnly = true});
            Database test = reader.database("test");
            failures += test.collection("new").countDocuments() == 0 ? 0 : 1;
            char byte = 'r';
            failures += ::write(done[1], &byte, 1) == 1 && ::read(go[0], &byte, 1) == 1 ? 0 : 1;
            failures += test.collection("new").countDocuments(parse("{b: {$gt: 5}}")) == 1 ? 0 : 1;
            failures += test.collection("new").listIndexes().size() == 2 ? 0 : 1;
            failures += reader.validate().ok() ? 0 : 1;
        } catch (const std::exception&) {
            failures = 100;
        }
        ::_exit(failures);
    }
    char byte = 0;
    REQUIRE(::read(done[0], &byte, 1) == 1);
    {
        Store writer = Store::open(path, {.durability = Durability::Relaxed});
        Collection made = writer.database("test").collection("new");
        made.createIndex({{"b", 1}});
        made.insertOne(parse("{_id: 1, b: [1, 9]}"));
        REQUIRE(::write(go[1], &byte, 1) == 1);
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(status == 0);
    }
}

TEST_CASE("commands and documents that are broken are refused, one by one") {
    TestStore store;
    Collection c = store.collection();
    const auto codeOf = [&](const Document& document) {
        try {
            c.insertOne(document);
            return 0;
        } catch (const Error& error) {
            return error.number();
        }
    };
    CHECK(codeOf(nested(100)) == 0);
    CHECK(codeOf(nested(101)) == 15);
    CHECK(codeOf(bson::make("_id", 1, "t", std::string(17'000'000, 'x'))) == 2);
    CHECK(codeOf(bson::make("_id", 1, "t", std::string(16'777'216 - 22, 'x'))) == 0);
    CHECK(codeOf(bson::make("_id", 2, "t", std::string(16'777'216 - 21, 'x'))) == 2);
    CHECK(codeOf(bson::make("_id", 3, "t", "\xC3\x28")) == 22);
    CHECK(codeOf(spoilt(bson::make("_id", 4, "a", 1), 13, 0x7A)) == 22);   // no such type
    CHECK(codeOf(spoilt(bson::make("_id", 4, "a", "x"), 17, 0x7A)) == 22);  // a length beyond the end
    CHECK(codeOf(bson::make("_id", 5)) == 0);
    CHECK(c.countDocuments() == 3);

    const std::uint8_t notADocument[] = {200, 0, 0, 0, 0};
    CHECK(outcomeOf([&] { store.store().runCommand("test", DocumentView(notADocument, sizeof notADocument)); }) == "InvalidBSON");
    CHECK(outcomeOf([&] { store.store().runCommand("test", spoilt(bson::make("find", "c", "limit", 1), 16, 0x7A)); }) ==
          "InvalidBSON");
    CHECK(outcomeOf([&] { store.store().runCommand("test", bson::make("find", "c", "comment", "\xC3\x28")); }) == "InvalidBSON");
    CHECK(outcomeOf([&] { store.store().runCommand("test", nested(201)); }) != "");
    CHECK(outcomeOf([&] { bson::make(std::string_view("a\0b", 3), 1); }) == "BadValue");
    CHECK(store.run(R"({ping: 1})") == R"({"ok":1.0})");
}

TEST_CASE("an update cannot make a document too large or too deep") {
    TestStore store;
    store.collection().insertOne(bson::make("_id", 1, "t", std::string(16'000'000, 'x')));
    store.collection().insertOne(nested(99));
    const auto codeOf = [&](std::string_view filter, const Document& update) {
        try {
            store.collection().updateOne(parse(filter), update);
            return 0;
        } catch (const Error& error) {
            return error.number();
        }
    };
    CHECK(codeOf("{_id: 1}", bson::make("$set", bson::make("u", std::string(1'000'000, 'y')))) == 17419);
    std::string path = "a";
    for (int i = 2; i < 99; ++i) path += ".a";
    CHECK(codeOf("{_id: 99}", bson::make("$set", bson::make(path + ".b", parse("{c: {}}")))) == 15);
    CHECK(codeOf("{_id: 99}", bson::make("$set", bson::make(path + ".b", parse("{}")))) == 0);
    CHECK(codeOf("{_id: 1}", bson::make("$set", bson::make("u", "\xC3\x28"))) == 22);
}
