// Every write and every sync fails once: what was acknowledged is there after a reopening, and the rest is not.
#include "engine/storage/cursor.h"
#include "engine/storage/counted_io.h"
#include "engine/storage/page_walker.h"
#include "tests/storage/store_folder.h"

#include <doctest/doctest.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <map>

using namespace sheaf;
using namespace sheaf::storage;
using namespace sheaf::storage::test;

namespace {

using Content = std::map<std::string, std::string>;

Content contentOf(Environment& store) {
    Content content;
    const ReadTransaction transaction = store.beginRead();
    Cursor cursor(transaction, store.catalogTree());
    for (bool found = cursor.first(); found; found = cursor.next()) {
        content.emplace(asText(cursor.key()), asText(cursor.value()));
    }
    return content;
}

// The i-th transaction: what it does to the store, and to the content expected.
void change(int i, Content& content, WriteTransaction* transaction, Tree tree) {
    for (int k = 0; k < 20; ++k) {
        const std::string key = "key" + std::to_string((i * 7 + k * 13) % 100);
        if ((i + k) % 5 == 0) {
            content.erase(key);
            if (transaction != nullptr) transaction->remove(tree, asBytes(key));
        } else {
            const std::string value((i * 331 + k * 97) % 9000, static_cast<char>('a' + k));
            content[key] = value;
            if (transaction != nullptr) transaction->put(tree, asBytes(key), asBytes(value));
        }
    }
}

constexpr int kTransactions = 6;

struct Outcome {
    int failures = 0;
    bool sawFault = false;
};

// Runs the transactions with the fault set, retrying none; then reopens and compares.
Outcome runWithFault(IoFaults& faults, Durability durability) {
    const StoreFolder folder("/dev/shm");
    Content acknowledged;
    std::vector<Content> possible;  // also right after a commit that failed in its last step
    Outcome outcome;
    {
        const auto store = Environment::open(folder.path(), {.durability = durability});
        setIoFaults(&faults);
        for (int i = 0; i < kTransactions; ++i) {
            Content next = acknowledged;
            try {
                WriteTransaction transaction = store->beginWrite();
                change(i, next, &transaction, store->catalogTree());
                transaction.commit();
                acknowledged = next;
                possible.clear();
            } catch (const Error& error) {
                ++outcome.failures;
                const bool expected = error.codeName() == "OutOfDiskSpace" || error.codeName() == "StoreInputOutput";
                CHECK_MESSAGE(expected, error.what());
                if (possible.empty()) possible.push_back(next);
                // In this process too, nothing of it is to be seen, unless the environment says that it is beyond use.
                if (outcomeOf([&] { store->beginWrite(); }).empty()) CHECK(contentOf(*store) == acknowledged);
            }
        }
        setIoFaults(nullptr);
        outcome.sawFault = outcome.failures > 0;
    }
    CHECK(walkPages(folder.path()).isSound());
    const auto store = Environment::open(folder.path(), {.durability = durability});
    const Content found = contentOf(*store);
    CHECK((found == acknowledged || (!possible.empty() && found == possible.front())));
    putText(*store, store->catalogTree(), "after", "works");
    return outcome;
}

}  // namespace

TEST_CASE("Every write fails once, and the store reopens with what was acknowledged") {
    if (!ioIsCounted()) return;
    for (Durability durability : {Durability::Durable, Durability::Relaxed, Durability::Ephemeral}) {
        for (int error : {ENOSPC, EIO}) {
            for (std::size_t shortBytes : {0u, 100u, 5000u}) {
                bool ended = false;
                for (int n = 1; n < 200 && !ended; ++n) {
                    CAPTURE(n);
                    CAPTURE(error);
                    CAPTURE(shortBytes);
                    IoFaults faults;
                    faults.failWrite = n;
                    faults.writeError = error;
                    faults.shortBytes = shortBytes;
                    ended = !runWithFault(faults, durability).sawFault;
                    if (!ended) CHECK(faults.failWrite == 0);
                }
                CHECK(ended);
            }
        }
    }
}

TEST_CASE("Every sync fails once: the store takes no more writes until it is reopened") {
    if (!ioIsCounted()) return;
    for (Durability durability : {Durability::Durable, Durability::Relaxed}) {
        bool ended = false;
        for (int n = 1; n < 50 && !ended; ++n) {
            CAPTURE(n);
            IoFaults faults;
            faults.failSync = n;
            const Outcome outcome = runWithFault(faults, durability);
            ended = !outcome.sawFault;
            const int syncsPerCommit = durability == Durability::Durable ? 2 : 1;
            if (!ended) CHECK(outcome.failures == kTransactions - (n - 1) / syncsPerCommit);
        }
        CHECK(ended);
    }
}

TEST_CASE("A disk that stays full refuses writes, and reading goes on") {
    if (!ioIsCounted()) return;
    const StoreFolder folder("/dev/shm");
    const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral});
    putText(*store, store->catalogTree(), "a", "1");
    IoFaults faults;
    faults.failWrite = 1;
    faults.onward = true;
    setIoFaults(&faults);
    for (int i = 0; i < 3; ++i) {
        CHECK(outcomeOf([&] { putText(*store, store->catalogTree(), "a", "2"); }) == "OutOfDiskSpace");
        CHECK(getText(*store, store->catalogTree(), "a") == "1");
    }
    setIoFaults(nullptr);
    putText(*store, store->catalogTree(), "a", "3");
    CHECK(getText(*store, store->catalogTree(), "a") == "3");
}

TEST_CASE("A file that the system does not let grow is a full disk") {
    const StoreFolder folder("/dev/shm");
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit { 1 << 20, 1 << 20 };
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto store = Environment::open(folder.path(), {.durability = Durability::Ephemeral});
        int written = 0;
        std::string outcome;
        while (outcome.empty() && written < 1000) {
            outcome = outcomeOf([&] {
                putText(*store, store->catalogTree(), "key" + std::to_string(written), std::string(5000, 'v'));
            });
            ++written;
        }
        const bool right = outcome == "OutOfDiskSpace" && contentOf(*store).size() == static_cast<std::size_t>(written - 1);
        ::_exit(right ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(walkPages(folder.path()).isSound());
}
