// SPDX-License-Identifier: MIT
// Runs targets on as many random inputs as asked, without a fuzzer and its sanitizers: far more of
// them in the same time.
//
// `fuzz_random_cases CASES SEED FOLDER [TARGET...]` gives each target an equal part of the cases.
// An input that breaks a law is left in FOLDER, and the program ends there.
#include "target.hpp"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

// What a signal handler can write down: the input that is being run, and where to.
std::string current;
std::string kept_as;

void keep(int signal) {
    if (std::FILE* out = std::fopen(kept_as.c_str(), "wb"); out != nullptr) {
        std::fwrite(current.data(), 1, current.size(), out);
        std::fclose(out);
    }
    std::fprintf(stderr, "the input is %s\n", kept_as.c_str());
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// Bytes of which some are rare and some frequent, as the targets read small numbers and flags.
class random_inputs {
public:
    explicit random_inputs(std::uint64_t seed) noexcept : state_(seed) {}

    void make(std::string& input) {
        const std::uint64_t shape = next();
        input.resize(6 + shape % 120);
        const bool small = shape / 128 % 4 == 0;
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < input.size(); ++i, bits >>= 8U) {
            if (i % 8 == 0) bits = next();
            const auto byte = static_cast<unsigned char>(bits);
            input[i] = static_cast<char>(small && i > 6 ? byte % 16 : byte);
        }
    }

private:
    // SplitMix64.
    std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    std::uint64_t state_;
};

}  // namespace

int main(int count, char** words) {
    if (count < 4) {
        std::fprintf(stderr, "usage: %s CASES SEED FOLDER [TARGET...]\n", words[0]);
        return 2;
    }
    std::uint64_t left = std::strtoull(words[1], nullptr, 10);
    const std::uint64_t seed = std::strtoull(words[2], nullptr, 10);
    std::vector<fuzz::registered> targets;
    for (const fuzz::registered& target : fuzz::registered::all()) {
        const bool named = std::any_of(words + 4, words + count, [&](const char* word) {
            return std::string_view(word) == target.name;
        });
        if (count == 4 || named) targets.push_back(target);
    }
    if (targets.empty()) {
        std::fprintf(stderr, "no such target\n");
        return 2;
    }
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, keep);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::uint64_t cases = left / (targets.size() - i);
        left -= cases;
        kept_as = std::string(words[3]) + "/" + targets[i].name + "-random-" +
                  std::to_string(seed) + "-" + std::to_string(getpid());
        random_inputs inputs(seed * 1'000'003 + i);
        for (std::uint64_t n = 0; n < cases; ++n) {
            inputs.make(current);
            targets[i].run(current);
        }
        std::printf("%s %llu\n", targets[i].name, static_cast<unsigned long long>(cases));
        std::fflush(stdout);
    }
    return 0;
}
