// SPDX-License-Identifier: MIT
// Graphs and coordinates of DIMACS: what is accepted is written and read again, and can be
// searched.
#include "../target.hpp"

#include <senda/graph/formats/dimacs.hpp>
#include <senda/search/reachable.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

namespace dimacs_target {

/// Strict reading accepts what lenient reading accepts without a warning.
template <class Value>
void check_both(const senda::parsed<Value>& lenient, const senda::parsed<Value>& strict,
                std::string_view input) {
    check_answer(lenient, input);
    check_answer(strict, input);
    MUST(strict.warnings.empty());
    MUST(strict.has_value() == (lenient && lenient.warnings.empty()));
}

template <class Weight>
void check_graph(std::string_view input) {
    const auto read = senda::parse_dimacs_graph<Weight>(input);
    check_both(read, senda::parse_dimacs_graph<Weight>(input, senda::reading::strict), input);
    if (!read) return;
    MUST(read->edge_count() * 7 <= input.size());
    MUST(read->node_count() <= input.size() + (1U << 20U));
    const std::string text = senda::write_dimacs_graph(*read);
    const auto again = senda::parse_dimacs_graph<Weight>(text, senda::reading::strict);
    MUST(again && again->node_count() == read->node_count());
    MUST(senda::write_dimacs_graph(*again) == text);
    if (read->node_count() == 0) return;
    const auto all = senda::reachable(*read, 0, {.limits = {.expansions = 200}});
    MUST(all.nodes.size() <= read->node_count());
}

}  // namespace dimacs_target

inline void dimacs(std::string_view input) {
    using namespace dimacs_target;
    check_graph<std::uint32_t>(input);
    check_graph<std::int16_t>(input);
    const auto points = senda::parse_dimacs_coordinates(input);
    check_both(points, senda::parse_dimacs_coordinates(input, senda::reading::strict), input);
    if (!points) return;
    MUST(points->size() * 8 <= input.size() + 1);
    const auto again = senda::parse_dimacs_coordinates(senda::write_dimacs_coordinates(*points),
                                                       senda::reading::strict);
    MUST(again && *again == *points);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(dimacs)
