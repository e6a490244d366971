// sheaf exec: one command a line in, one reply a line out, for other programs to talk to.
#include "tests/program/run_sheaf.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using namespace sheaf::test;

TEST_CASE("exec answers each line before it reads the next") {
    const TemporaryFolder folder;
    Program exec = startSheaf({"exec", folder / "store"});
    const std::pair<const char*, const char*> talk[] = {
        {R"({"ping":1})", R"({"ok":1.0})"},
        {R"({"insert":"c","documents":[{"_id":1,"a":{"$numberLong":"5"}},{"_id":2}]})", R"({"n":2,"ok":1.0})"},
        {R"({"insert":"c","documents":[{"_id":3},{"_id":1},{"_id":4}]})",
         R"({"n":1,"writeErrors":[{"index":1,"code":11000,"keyPattern":{"_id":1},"keyValue":{"_id":1},"errmsg":"E11000 duplicate key error collection: test.c index: _id_ dup key: { _id: 1 }"}],"ok":1.0})"},
        {R"({"find":"c","filter":{"_id":1}})", R"({"cursor":{"firstBatch":[{"_id":1,"a":5}],"id":0,"ns":"test.c"},"ok":1.0})"},
        {R"({"count":"c","$db":"other"})", R"({"n":0,"ok":1.0})"},
        {R"({"foo":1})", R"({"ok":0.0,"errmsg":"no such command: 'foo'","code":59,"codeName":"CommandNotFound"})"},
        {R"({"count":"c"})", R"({"n":3,"ok":1.0})"},
    };
    for (const auto& [command, reply] : talk) {
        exec.write(std::string(command) + "\n");
        CHECK(exec.readLine() == reply);  // while its input is still open
    }
    CHECK(exec.status() == 0);
}

TEST_CASE("a line that is no command document is an error in its place, and exec goes on") {
    const Run run = runSheaf({"exec", "--memory"}, "nonsense\n[1]\n{\"ping\":1} x\n\xff\xfe\n{}\n{\"ping\":1}");
    CHECK(run.status == 0);
    std::istringstream lines(run.out);
    std::vector<std::string> codes;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find("\"codeName\":\"");
        codes.push_back(at == std::string::npos ? line : line.substr(at + 12, line.find('"', at + 12) - at - 12));
    }
    CHECK(codes == std::vector<std::string>{"FailedToParse", "FailedToParse", "FailedToParse", "FailedToParse", "CommandNotFound",
                                            R"({"ok":1.0})"});
}

TEST_CASE("exec takes its database and its form of JSON from options, and what it wrote stays") {
    const TemporaryFolder folder;
    const std::string store = folder / "store";
    CHECK(runSheaf({"exec", store, "--db", "library"}, R"({"insert":"c","documents":[{"_id":1.0}]})").status == 0);
    CHECK(runSheaf({"exec", store, "--db", "library", "--canonical"}, R"({"find":"c"})").out ==
          R"({"cursor":{"firstBatch":[{"_id":{"$numberDouble":"1.0"}}],"id":{"$numberLong":"0"},"ns":"library.c"},"ok":{"$numberDouble":"1.0"}})"
          "\n");
    CHECK(runSheaf({"exec", store}, R"({"count":"c"})").out == "{\"n\":0,\"ok\":1.0}\n");
}

TEST_CASE("a store that cannot be had is one line of error and status 1") {
    const TemporaryFolder folder;
    folder.write("file", "hello");
    for (const std::string& path : {folder / "missing/store", folder / "file"}) {
        const Run run = runSheaf({"exec", path}, "{\"ping\":1}\n");
        CHECK(run.status == 1);
        CHECK(run.out.empty());
        CHECK(run.errors.starts_with("sheaf: "));
        CHECK(std::count(run.errors.begin(), run.errors.end(), '\n') == 1);
    }
}

TEST_CASE("a second process that would write is told so, and the first goes on") {
    const TemporaryFolder folder;
    Program first = startSheaf({"exec", folder / "store"});
    first.write("{\"insert\":\"c\",\"documents\":[{\"_id\":1}]}\n");
    CHECK(first.readLine() == R"({"n":1,"ok":1.0})");
    const Run second = runSheaf({"exec", folder / "store"}, "{\"insert\":\"c\",\"documents\":[{\"_id\":2}]}\n");
    CHECK((second.out + second.errors).find("StoreLocked") != std::string::npos);
    first.write("{\"count\":\"c\"}\n");
    CHECK(first.readLine() == R"({"n":1,"ok":1.0})");
}
