// SPDX-License-Identifier: MIT
// Maps of the Moving AI benchmarks: what is accepted is written and read again, and can be
// searched.
#include "../target.hpp"

#include <senda/graph/formats/moving_ai.hpp>
#include <senda/search/reachable.hpp>

#include <cstddef>
#include <string_view>

namespace fuzz {

inline void moving_ai_map(std::string_view input) {
    const auto read = senda::parse_map(input);
    check_answer(read, input);
    if (!read) return;
    const auto size =
        static_cast<std::size_t>(read->width) * static_cast<std::size_t>(read->height);
    MUST(read->terrain.size() == size && size <= input.size());
    const auto again = senda::parse_map(senda::write_map(*read));
    MUST(again && *again == *read);
    const auto g = senda::to_grid(*read);
    MUST(g.width() == read->width && g.height() == read->height);
    const auto all = senda::reachable(g, senda::cell{0, 0}, {.limits = {.expansions = 200}});
    MUST(all.nodes.size() <= size);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(moving_ai_map)
