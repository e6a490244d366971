// import, export, stats, check, shell -e and --help, as people start them.
#include "tests/program/run_sheaf.h"

#include <doctest/doctest.h>

using namespace sheaf::test;

TEST_CASE("what was exported is imported again as it was") {
    const TemporaryFolder folder;
    const std::string documents =
        "{\"_id\":1,\"name\":\"batman, \\\"dark\\\" knight\",\"votes\":{\"$numberLong\":\"9007199254740993\"},\"tags\":[\"a\",{\"b\":null}]}\n"
        "{\"_id\":{\"$oid\":\"507f1f77bcf86cd799439011\"},\"price\":{\"$numberDecimal\":\"1.50\"},\"at\":{\"$date\":\"2020-01-02T03:04:05.006Z\"}}\n";
    const std::string canonical = runSheaf({"bson", "--from", "json", "--to", "canonical"}, documents).out;
    CHECK(runSheaf({"import", folder / "store", "a.first", "--format", "jsonl", "-"}, documents).status == 0);
    for (const char* format : {"jsonl", "json", "bson"}) {
        CAPTURE(std::string(format));
        const std::string file = folder / (std::string("out.") + format);
        const std::string copy = std::string("a.") + format;
        CHECK(runSheaf({"export", folder / "store", "a.first", "--format", format, "--canonical", "--out", file}).status == 0);
        CHECK(runSheaf({"import", folder / "store", copy, file}).status == 0);
        CHECK(runSheaf({"export", folder / "store", copy, "--canonical"}).out == canonical);
    }
}

TEST_CASE("CSV has a header both ways, and columns of one's choice") {
    const TemporaryFolder folder;
    const std::string file = folder.write("in.csv", "_id,name,address.city\n1,\"a \"\"b\"\"\",Gotham\n2,,\"x,y\"\n");
    CHECK(runSheaf({"import", folder / "store", "a.c", file}).status == 0);
    CHECK(runSheaf({"export", folder / "store", "a.c"}).out ==
          "{\"_id\":1,\"name\":\"a \\\"b\\\"\",\"address\":{\"city\":\"Gotham\"}}\n{\"_id\":2,\"address\":{\"city\":\"x,y\"}}\n");
    CHECK(runSheaf({"export", folder / "store", "a.c", "--format", "csv", "--fields", "_id,address.city"}).out ==
          "_id,address.city\n1,Gotham\n2,\"x,y\"\n");
}

TEST_CASE("a bad line is named by its number, and stops nothing unless it is told to") {
    const TemporaryFolder folder;
    const std::string file = folder.write("in.jsonl", "{\"_id\":1}\n{bad\n{\"_id\":1}\n{\"_id\":2}\n");
    const Run all = runSheaf({"import", folder / "store", "a.c", file});
    CHECK(all.status == 1);
    CHECK(all.errors.find("in.jsonl:2: ") != std::string::npos);
    CHECK(all.errors.find("E11000") != std::string::npos);
    CHECK(runSheaf({"export", folder / "store", "a.c"}).out == "{\"_id\":1}\n{\"_id\":2}\n");
    CHECK(runSheaf({"import", folder / "store", "a.d", "--stop-on-error", file}).status == 1);
    CHECK(runSheaf({"export", folder / "store", "a.d"}).out == "{\"_id\":1}\n");
    const Run missing = runSheaf({"import", folder / "store", "a.e", folder / "nothing.json"});
    CHECK(missing.status == 1);
    CHECK(missing.errors.find("nothing.json") != std::string::npos);
}

TEST_CASE("check finds a sound store sound, and names what is damaged in another") {
    const TemporaryFolder folder;
    const std::string store = folder / "store";
    std::string documents;
    for (int i = 0; i < 500; ++i) documents += "{\"_id\":" + std::to_string(i) + ",\"text\":\"findme" + std::string(200, 'x') + "\"}\n";
    CHECK(runSheaf({"import", store, "a.c", "--format", "jsonl", "-"}, documents).status == 0);
    CHECK(runSheaf({"check", store}).status == 0);
    const std::string bytes = contentOf(store + "/data.mdb");
    const auto damaged = [&](const std::string& changed) {
        std::ofstream(store + "/data.mdb", std::ios::binary) << changed;
        Run run = runSheaf({"check", store});
        CHECK(run.status == 1);
        CHECK_FALSE((run.out + run.errors).empty());
        return run;
    };
    std::string flipped = bytes;
    flipped[flipped.rfind("findme") + 8] ^= 1;
    CHECK(damaged(flipped).out.find("a.c") != std::string::npos);
    damaged(bytes.substr(0, bytes.size() / 2));
    damaged("hello");
    CHECK(runSheaf({"check", folder / "nothing"}).status == 1);
}

TEST_CASE("stats counts documents and pages, and the shell runs code from its options") {
    const TemporaryFolder folder;
    const Run inserted = runSheaf({"shell", folder / "store", "--db", "a", "--no-cost", "-e", "for (let i = 0; i < 3; i++) db.c.insertOne({_id: i})",
                                   "-e", "db.c.find({_id: {$gt: 0}}).toArray()"});
    CHECK(inserted.status == 0);
    CHECK(inserted.out.find("[ { _id: 1 }, { _id: 2 } ]") != std::string::npos);
    const Run stats = runSheaf({"stats", folder / "store"});
    CHECK(stats.status == 0);
    CHECK(stats.out.find("a.c") != std::string::npos);
    const Run failed = runSheaf({"shell", folder / "store", "-e", "db.c.fnd()"});
    CHECK(failed.status == 1);
    CHECK((failed.out + failed.errors).find("find") != std::string::npos);
}

TEST_CASE("every command explains itself with an example, and refuses what it does not know") {
    const Run all = runSheaf({"--help"});
    CHECK(all.status == 0);
    for (const char* command : {"shell", "exec", "import", "export", "lab", "stats", "check", "bson"}) {
        CAPTURE(std::string(command));
        CHECK(all.out.find(command) != std::string::npos);
        const Run help = runSheaf({command, "--help"});
        CHECK(help.status == 0);
        CHECK(help.out.find("Example") != std::string::npos);
        CHECK(runSheaf({command, "--nonsense"}).status != 0);
    }
}
