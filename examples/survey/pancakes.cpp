// SPDX-License-Identifier: MIT
// survey pancakes: stacks that are sorted by turning over the upper part.
#include "commands.hpp"
#include "count.hpp"
#include "report.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace {

/// From the top; 1 is the smallest, which belongs there.
template <std::size_t N>
std::string stack_text(const puzzles::nibbles& state) {
    std::string text;
    for (std::size_t place = N; place-- > 0;) {
        if (!text.empty()) text += ' ';
        text += std::to_string(N - state[place]);
    }
    return text;
}

template <std::size_t N>
int survey_stacks(const pancakes_arguments& args, program::console& out) {
    using puzzle = puzzles::pancakes<N>;
    return report(count_numbered("pancakes " + std::to_string(N), puzzle{}, puzzle::solved(), args,
                                 stack_text<N>),
                  args, out);
}

template <std::size_t... I>
int survey_one_of(const pancakes_arguments& args, program::console& out,
                  std::index_sequence<I...>) {
    constexpr int (*surveys[])(const pancakes_arguments&,
                               program::console&) = {survey_stacks<I + 2>...};
    return surveys[args.count - 2](args, out);
}

}  // namespace

int survey_pancakes(const pancakes_arguments& args, program::console& out) {
    return survey_one_of(args, out, std::make_index_sequence<most_pancakes - 1>());
}
