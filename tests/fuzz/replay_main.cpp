// The short form of a fuzz target, for builds without libFuzzer: the lines of the BSON corpus and the hexadecimal digits
// in them, each as it is and mutated, the same way every time. Sanitizers do the judging.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutations = 12;

std::uint64_t next(std::uint64_t& state) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

std::string bytesOf(const std::string& hex) {
    std::string bytes;
    for (std::size_t at = 0; at + 2 <= hex.size(); at += 2) bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
    return bytes;
}

void collect(const std::string& line, std::vector<std::string>& seeds) {
    seeds.push_back(line);
    std::string hex;
    for (const char c : line + " ") {
        if (std::isxdigit(static_cast<unsigned char>(c)) != 0) {
            hex += c;
            continue;
        }
        if (hex.size() >= 10) seeds.push_back(bytesOf(hex));
        hex.clear();
    }
}

void mutate(std::string& bytes, std::uint64_t& state) {
    if (bytes.empty()) return;
    for (std::uint64_t change = 1 + next(state) % 4; change > 0; --change) {
        const std::size_t at = next(state) % bytes.size();
        switch (next(state) % 4) {
            case 0: bytes[at] = static_cast<char>(next(state)); break;
            case 1: bytes.insert(at, 1, static_cast<char>(next(state))); break;
            case 2: bytes.erase(at, 1 + next(state) % 3); break;
            default: bytes[at] = static_cast<char>(bytes[at] ^ (1 << next(state) % 8)); break;
        }
        if (bytes.empty()) return;
    }
}

void run(const std::string& bytes) { LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()); }

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: replay NAME CORPUS_FOLDER\n";
        return 2;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> seeds;
    for (const auto& file : files) {
        std::ifstream in(file);
        for (std::string line; std::getline(in, line);) collect(line, seeds);
    }
    std::uint64_t state = 42;
    for (const std::string& seed : seeds) {
        run(seed);
        for (int mutation = 0; mutation < kMutations; ++mutation) {
            std::string bytes = seed;
            mutate(bytes, state);
            run(bytes);
        }
    }
    if (seeds.empty()) {
        std::cout << "check failed: " << argv[1] << ": no seeds in " << argv[2] << "\n";
        return 1;
    }
    std::cout << "check passed: " << argv[1] << " holds for " << seeds.size() * (kMutations + 1) << " inputs\n";
    return 0;
}
