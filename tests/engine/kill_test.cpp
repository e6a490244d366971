// A process that is killed while it writes: what it was told is kept, and every document has its entries.
#include "tests/support/test_store.h"

#include <csignal>
#include <random>

#include <sys/wait.h>
#include <unistd.h>

using namespace sheaf;
using sheaf::test::TemporaryFolder;
using sheaf::test::TestStore;

namespace {

// Writes for ever; tells each acknowledged `_id` through the pipe.
[[noreturn]] void writeForEver(const std::filesystem::path& path, Durability durability, int tell) {
    Store store = Store::open(path, {.durability = durability});
    Collection c = store.database("test").collection("c");
    c.createIndex({{"a", 1}});
    c.createIndex({{"t", 1}, {"a", -1}});
    const auto first = static_cast<std::int32_t>(c.countDocuments());
    for (std::int32_t i = first;; ++i) {
        c.insertOne(bson::make("_id", i, "a", i % 13, "t", parse("{x: [1, 2, 3]}")["x"], "text", std::string(700, 'x')));
        if (i % 5 == 0) c.updateMany(bson::make("a", i % 13), parse("{$inc: {a: 1}}"));
        if (::write(tell, &i, sizeof i) != sizeof i) ::_exit(1);
    }
}

}  // namespace

TEST_CASE("what was acknowledged before a kill is there afterwards, with all its entries") {
    for (const Durability durability : {Durability::Durable, Durability::Relaxed, Durability::Ephemeral}) {
        CAPTURE(static_cast<int>(durability));
        const TemporaryFolder folder;
        const std::filesystem::path path = folder.path() / "s";
        std::mt19937 random(7);
        for (int round = 0; round < 6; ++round) {
            int ends[2];
            REQUIRE(::pipe(ends) == 0);
            const pid_t child = ::fork();
            if (child == 0) {
                ::close(ends[0]);
                writeForEver(path, durability, ends[1]);
            }
            ::close(ends[1]);
            std::int32_t last = -1;
            const int enough = 3 + static_cast<int>(random() % 40);
            for (int i = 0; i < enough; ++i) REQUIRE(::read(ends[0], &last, sizeof last) == sizeof last);
            ::kill(child, SIGKILL);
            while (::read(ends[0], &last, sizeof last) == sizeof last) {}
            ::close(ends[0]);
            ::waitpid(child, nullptr, 0);
            const CheckReport report = Store::check(path);
            CHECK(report.ok());
            // The document after the last one told may be there too.
            CHECK(report.documentsChecked >= static_cast<std::uint64_t>(last) + 1);
            CHECK(report.documentsChecked <= static_cast<std::uint64_t>(last) + 2);
        }
    }
}
