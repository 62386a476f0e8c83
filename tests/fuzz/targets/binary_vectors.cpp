// SPDX-License-Identifier: MIT
// A graph as three binary vectors, cut out of the input: refused with a reason, or a graph whose
// rows are those of the vectors.
#include "../target.hpp"

#include <senda/graph/formats/binary_vectors.hpp>
#include <senda/search/reachable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fuzz {

inline void binary_vectors(std::string_view input) {
    // The first two bytes say how long the first two vectors are.
    decoder in(input);
    const std::size_t cuts[] = {in.byte(), in.byte()};
    std::string_view rest = in.rest();
    const auto cut = [&rest](std::size_t size) {
        const std::string_view part = rest.substr(0, size);
        rest.remove_prefix(part.size());
        return part;
    };
    const std::string_view first = cut(cuts[0]);
    const std::string_view head = cut(cuts[1]);

    const auto vector = senda::parse_binary_vector<float>(input);
    check_answer(vector, {});
    MUST(vector.has_value() == (input.size() % 4 == 0));
    if (vector) MUST(senda::write_binary_vector(*vector) == input);

    const auto read = senda::parse_binary_graph(first, head, rest);
    check_answer(read, {});
    if (!read) return;
    const auto begins = *senda::parse_binary_vector<std::uint32_t>(first);
    const auto heads = *senda::parse_binary_vector<std::uint32_t>(head);
    const auto costs = *senda::parse_binary_vector<std::uint32_t>(rest);
    MUST(read->node_count() + 1 == begins.size() && read->edge_count() == heads.size());
    for (std::uint32_t n = 0; n < read->node_count(); ++n) {
        std::size_t edge = begins[n];
        read->successors(n, [&](std::uint32_t to, std::uint32_t cost) {
            MUST(to == heads[edge] && cost == costs[edge]);
            ++edge;
        });
        MUST(edge == begins[n + 1]);
    }
    if (read->node_count() == 0) return;
    const auto all = senda::reachable(*read, 0, {.limits = {.expansions = 200}});
    MUST(all.nodes.size() <= read->node_count());
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(binary_vectors)
