// sheaf bson: one line out for each document in, and errors in their place.
#include <doctest/doctest.h>

#include "tools/bson/bson_command.h"

#include <sheaf/bson/hex.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>
#include <string>

using namespace sheaf;
using namespace sheaf::tools;

namespace {

struct Result {
    int status;
    std::string out;
};

Result run(const std::string& text, BsonInput from, BsonOutput to) {
    std::istringstream in(text);
    std::ostringstream out;
    const int status = runBsonCommand(in, out, {from, to});
    return {status, out.str()};
}

std::string bytes(const std::string& hex) {
    bson::Buffer buffer;
    bson::appendFromHex(hex, buffer);
    return {reinterpret_cast<const char*>(buffer.data()), buffer.size()};
}

}  // namespace

TEST_CASE("each line is one document, in every pair of forms") {
    const std::string hex = "0c0000001061000100000000";
    struct Case {
        std::string in;
        BsonInput from;
        BsonOutput to;
        std::string out;
    };
    const Case cases[] = {
        {R"({"a": 1})", BsonInput::Json, BsonOutput::Hex, hex},
        {R"({"a": 1})", BsonInput::Json, BsonOutput::Canonical, R"({"a":{"$numberInt":"1"}})"},
        {R"({"a": {"$numberInt": "1"}})", BsonInput::Json, BsonOutput::Relaxed, R"({"a":1})"},
        {hex, BsonInput::Hex, BsonOutput::Relaxed, R"({"a":1})"},
        {" 0C0000001061000100000000\r", BsonInput::Hex, BsonOutput::Hex, hex},
        {"{a: 1, /* x */}", BsonInput::Shell, BsonOutput::Hex, hex},
        {bytes(hex) + bytes("0500000000"), BsonInput::Dump, BsonOutput::Relaxed, "{\"a\":1}\n{}"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.in);
        const Result result = run(c.in + (c.from == BsonInput::Dump ? "" : "\n"), c.from, c.to);
        CHECK(result.status == 0);
        CHECK(result.out == c.out + "\n");
    }
    CHECK(run("\n{}\n \r\n{\"a\":null}", BsonInput::Json, BsonOutput::Relaxed).out == "{}\n{\"a\":null}\n");
    CHECK(run("", BsonInput::Json, BsonOutput::Hex).out.empty());
    CHECK(run("", BsonInput::Dump, BsonOutput::Hex).status == 0);
}

TEST_CASE("a bad line is an error in its place, and the status is 1 at the end") {
    const Result json = run("{\"a\":1}\n{\"a\":}\n{\"b\":2}\n", BsonInput::Json, BsonOutput::Relaxed);
    CHECK(json.status == 1);
    CHECK(json.out == "{\"a\":1}\n{\"error\":\"JSON, line 1, column 6: expected a value\"}\n{\"b\":2}\n");
    const Result hex = run("05000000\n0500000000\nxy\n050000000\n07000000800000\n", BsonInput::Hex, BsonOutput::Relaxed);
    CHECK(hex.status == 1);
    std::istringstream lines(hex.out);
    std::string line;
    for (const char* start : {"{\"error\":", "{}", "{\"error\":", "{\"error\":", "{\"error\":"}) {
        REQUIRE(std::getline(lines, line));
        CHECK(line.substr(0, std::string(start).size()) == start);
    }
    CHECK_FALSE(std::getline(lines, line));
    CHECK(run("{a: }\n", BsonInput::Shell, BsonOutput::Hex).out.find("\\n") != std::string::npos);
}

TEST_CASE("a dump goes on behind a broken document, but not behind a broken length") {
    const std::string good = bytes("0500000000");
    const Result inside = run(good + bytes("07000000800000") + good, BsonInput::Dump, BsonOutput::Relaxed);
    CHECK(inside.status == 1);
    CHECK(inside.out.substr(0, 26) == "{}\n{\"error\":\"at byte 5: in");
    CHECK(inside.out.substr(inside.out.size() - 3) == "{}\n");
    for (const char* broken : {"04000000", "ffffffff", "0600000000", "050000"}) {
        CAPTURE(std::string(broken));
        const Result result = run(good + bytes(broken), BsonInput::Dump, BsonOutput::Relaxed);
        CHECK(result.status == 1);
        CHECK(result.out.substr(0, 24) == "{}\n{\"error\":\"at byte 5: ");
        CHECK(std::count(result.out.begin(), result.out.end(), '\n') == 2);
    }
}

TEST_CASE("the command's options are checked and explained") {
    CLI::App app;
    int exitCode = 0;
    addBsonCommand(app, exitCode);
    app.require_subcommand(1);
    CHECK_THROWS_AS(app.parse("bson --from yaml"), CLI::ValidationError);
    CHECK_THROWS_AS(app.parse("bson --to yaml"), CLI::ValidationError);
    app.parse("bson /no/such/file.bson");
    CHECK(exitCode == 1);
    CHECK(app.get_subcommand("bson")->help().find("sheaf bson --to hex") != std::string::npos);
}
