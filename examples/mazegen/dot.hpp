// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/priced_maze.hpp>
#include <senda/graph/cell.hpp>
#include <senda/text/sink.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda::mazegen {

/// Writes a maze as a graph for Graphviz: a node `r0c0` for each room, with its place for
/// `neato -n`, and an edge for each passage, with its weight if `costs` has any. False if the sink
/// did not take it all.
template <ByteSink Sink>
bool write_dot(const maze& m, Sink&& sink, const priced_maze* costs = nullptr) {
    constexpr int pitch = 36;  // in points
    buffered_text<std::remove_reference_t<Sink>> out(sink);
    const auto name = [](cell c) { return 'r' + std::to_string(c.y) + 'c' + std::to_string(c.x); };
    bool good = true;
    out.put("graph maze {\n  node [shape=point];\n");
    for_each_room(m, [&](cell c) {
        if (!good) return;
        out.put("  " + name(c) + " [pos=\"" + std::to_string(std::int64_t{c.x} * pitch) + ',' +
                std::to_string(std::int64_t{c.y} * -pitch) + "\"];\n");
        good = out.flush_if_long();
    });
    for_each_passage(m, [&](cell a, cell b) {
        if (!good) return;
        const std::string weight =
            costs == nullptr ? ""
                             : " [label=" + std::to_string(costs->cost(a, b).value_or(0)) + ']';
        out.put("  " + name(a) + " -- " + name(b) + weight + ";\n");
        good = out.flush_if_long();
    });
    out.put("}\n");
    return out.flush();
}

/// A maze as the text of a graph for Graphviz.
[[nodiscard]] inline std::string to_dot(const maze& m) {
    std::string text;
    write_dot(m, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace senda::mazegen
