// SPDX-License-Identifier: MIT
// Command lines decoded from bytes, for a program whose `main` has become `program_main`. What its
// commands would do is left out: they only look at their arguments.
#pragma once

#include "../target.hpp"

#include "../../../examples/common/command_line.hpp"
#include "../../../examples/common/interrupt.hpp"

#include <senda/search/options.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

int program_main(int argc, char** argv);

namespace fuzz {

/// What the commands return: nothing that `main` itself says.
inline constexpr int understood = 77;

/// Limits as a search takes them.
inline void check_limits(const senda::limits& l) {
    MUST(l.time.seconds() >= 0);
    MUST(l.cost >= 0);
}

/// The words of an input, one a line.
inline void command_line(std::string_view input) {
    std::vector<std::string> words{"program"};
    for (std::size_t begin = 0; begin < input.size() && words.size() < 32;) {
        const std::size_t end =
            std::min(input.find_first_of(std::string_view("\n\0", 2), begin), input.size());
        words.emplace_back(input.substr(begin, end - begin));
        begin = end + 1;
    }
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int code = program_main(static_cast<int>(words.size()), pointers.data());
    MUST(code == program::answered || code == program::wrong_usage || code == understood);
}

}  // namespace fuzz

#define main program_main
