// Torture: a process writes from several threads, tells every acknowledged operation, and is killed at a random moment,
// again and again. Afterwards the store must be sound and hold exactly what was acknowledged; of the one operation that
// each thread had under way, all or nothing.
//
// SHEAF_TORTURE_KILLS sets how often (20; the release suite 200), SHEAF_TORTURE_SEED the seed (printed).
#include "tests/support/test_store.h"
#include "tests/torture/operations.h"

#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace sheaf;
using namespace sheaf::torture;

namespace {

constexpr std::uint32_t kThreads = 3;

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// What a thread tells: its operation of that number is acknowledged.
struct Acknowledged {
    std::uint32_t thread;
    std::uint64_t operation;
};

// Runs operations from `next` on, until the process is killed.
void writeForEver(Collection collection, std::uint64_t seed, std::uint32_t thread, std::uint64_t next, int tell) {
    for (;; ++next) {
        perform(collection, operationAt(seed, thread, next));
        const Acknowledged told{thread, next};
        if (::write(tell, &told, sizeof told) != sizeof told) ::_exit(1);
    }
}

[[noreturn]] void writeFromThreads(const std::filesystem::path& path, Durability durability, std::uint64_t seed,
                                   const std::vector<std::uint64_t>& next, int tell) {
    Store store = Store::open(path, {.durability = durability});
    Collection collection = store.database("torture").collection("items");
    collection.createIndex({{"n", 1}});
    collection.createIndex({{"tags", 1}, {"n", -1}});
    std::vector<std::thread> threads;
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back(writeForEver, collection, seed, thread, next[thread], tell);
    }
    for (std::thread& thread : threads) thread.join();
    ::_exit(1);
}

// Lets a child write, kills it, and returns how many operations of each thread were acknowledged.
std::vector<std::uint64_t> writeAndKill(const std::filesystem::path& path, Durability durability, std::uint64_t seed,
                                        std::vector<std::uint64_t> next, std::uint64_t chance) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::close(ends[0]);
        writeFromThreads(path, durability, seed, next, ends[1]);
    }
    ::close(ends[1]);
    Acknowledged told{};
    std::uint64_t wait = 1 + chance % 60;  // acknowledgements to see first
    auto read = [&] { return ::read(ends[0], &told, sizeof told) == sizeof told; };
    while (wait-- > 0 && read()) next[told.thread] = told.operation + 1;
    ::usleep(static_cast<useconds_t>(chance / 64 % 1500));
    ::kill(child, SIGKILL);
    while (read()) next[told.thread] = told.operation + 1;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    return next;
}

void killAgainAndAgain(Durability durability, std::uint64_t kills, std::uint64_t seed) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "s";
    std::vector<Model> models(kThreads);
    std::vector<std::uint64_t> next(kThreads, 0);
    for (std::uint64_t kill = 0; kill < kills; ++kill) {
        CAPTURE(kill);
        const std::vector<std::uint64_t> acknowledged = writeAndKill(path, durability, seed, next, mixed(seed + kill));
        const CheckReport report = Store::check(path);
        REQUIRE_MESSAGE(report.ok(), report.findings.front().message);
        Store store = Store::open(path);
        Collection collection = store.database("torture").collection("items");
        std::size_t documents = 0;
        for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
            CAPTURE(thread);
            for (std::uint64_t at = next[thread]; at < acknowledged[thread]; ++at) applyToModel(models[thread], operationAt(seed, thread, at));
            next[thread] = acknowledged[thread];
            if (!holds(collection, models[thread], thread)) {
                applyToModel(models[thread], operationAt(seed, thread, next[thread]));
                ++next[thread];
                REQUIRE(holds(collection, models[thread], thread));
            }
            documents += models[thread].size();
        }
        CHECK(collection.countDocuments() == static_cast<std::int64_t>(documents));
    }
}

}  // namespace

TEST_CASE("acknowledged operations survive kills, and one under way is there whole or not at all") {
    const std::uint64_t seed = numberFrom("SHEAF_TORTURE_SEED", 20'260'101);
    const std::uint64_t kills = numberFrom("SHEAF_TORTURE_KILLS", 20);
    MESSAGE("SHEAF_TORTURE_SEED=" << seed << ", kills: " << kills);
    killAgainAndAgain(Durability::Relaxed, kills / 2, seed);
    killAgainAndAgain(Durability::Durable, kills / 4, seed + 1);
    killAgainAndAgain(Durability::Ephemeral, kills - kills / 2 - kills / 4, seed + 2);
}
