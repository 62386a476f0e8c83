// SPDX-License-Identifier: MIT
// Runs all targets without a fuzzer: on every file kept for them, and on changed copies of those.
//
// `fuzz_corpus FOLDER` goes through FOLDER/seeds/TARGET and FOLDER/regressions/TARGET for each
// target; `fuzz_corpus TARGET FILE...` runs one on the files given, to see a finding again.
#include "target.hpp"

#include "mutations.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// The input in memory of its own size, so that a sanitizer sees a step beyond its end.
void run(const fuzz::registered& target, const std::string& input) {
    const std::vector<char> exact(input.begin(), input.end());
    target.run(std::string_view(exact.data(), exact.size()));
}

/// Runs a target on all that is kept for it and on changed copies; false if nothing is kept.
bool run_kept(const fuzz::registered& target, const std::filesystem::path& folder) {
    std::vector<std::string> kept;
    for (const char* const kind : {"seeds", "regressions"})
        for (const auto& file : files_in(folder / kind / target.name)) {
            std::printf("%s\n", file.c_str());
            std::fflush(stdout);  // the last line says which file it was, should this one end it
            kept.push_back(content_of(file));
            run(target, kept.back());
        }
    if (kept.empty()) std::printf("nothing is kept for %s\n", target.name);
    if (kept.empty()) return false;
    constexpr int changed_copies = support::rounds(480);
    fuzz::mutations changes(kept);
    for (int i = 0; i < changed_copies; ++i) run(target, changes.next());
    return true;
}

}  // namespace

int main(int count, char** words) {
    std::vector<fuzz::registered> targets = fuzz::registered::all();
    const std::string_view first = count > 1 ? words[1] : "";
    for (const fuzz::registered& target : targets) {
        if (first != target.name) continue;
        for (int i = 2; i < count; ++i) run(target, content_of(words[i]));
        return 0;
    }
    if (first.empty() || !std::filesystem::is_directory(first)) {
        std::fprintf(stderr, "usage: %s FOLDER, or %s TARGET FILE...\n", words[0], words[0]);
        return 2;
    }
    bool all_kept = !targets.empty();
    for (const fuzz::registered& target : targets) all_kept = run_kept(target, first) && all_kept;
    return all_kept ? 0 : 1;
}
