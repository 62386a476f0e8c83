// SPDX-License-Identifier: MIT
// Files of customizable graphs, grids with regions and distance tables, as they are and with the
// right checksums: refused with a reason, or things whose answers are paths.
#include "../changed_file.hpp"
#include "../target.hpp"

#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <senda/graph/cell.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/files.hpp>
#include <senda/roads/files.hpp>
#include <senda/scale/files.hpp>
#include <senda/text/file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace made_files_target {

using senda::cell;
inline const std::string& file() {
    static const support::temporary_folder folder;
    static const std::string name = folder.file("made");
    return name;
}

/// Whether each node of a path has an edge to the next.
template <class G, class Node>
[[nodiscard]] bool is_walk(const G& g, const std::vector<Node>& path) {
    for (std::size_t at = 0; at + 1 < path.size(); ++at) {
        bool is_step = false;
        senda::for_each_successor(g, path[at], [&](const Node& to, auto, auto&&) {
            is_step = is_step || to == path[at + 1];
        });
        if (!is_step) return false;
    }
    return true;
}

inline void check_graph(const senda::csr<int>& g) {
    const auto loaded = senda::load_customizable_graph(file(), g);
    if (!loaded) return check_diagnostic(loaded.error(), {});
    const auto ready = loaded->customize();
    for (std::uint32_t i = 0; i < 20 && g.node_count() > 0; ++i) {
        const auto nodes = static_cast<std::uint32_t>(g.node_count());
        const auto found = ready.path(i * 7 % nodes, (i * 13 + 5) % nodes);
        MUST(!found || is_walk(g, found.path));
    }
}

inline void check_grid(const senda::octile_grid& g) {
    const auto loaded = senda::load_hpa_grid(file(), g);
    if (!loaded) return check_diagnostic(loaded.error(), {});
    const int cells = g.width() * g.height();
    for (int i = 0; i < 20; ++i) {
        const int from = i * 7 % cells;
        const int to = (i * 13 + 5) % cells;
        const auto found =
            loaded->path({from % g.width(), from / g.width()}, {to % g.width(), to / g.width()});
        MUST(!found || is_walk(g, found.path));
    }
}

inline void check_table(const senda::grid& g, cell goal) {
    const auto loaded = senda::load_mod3_distance_table(file(), g, goal, "map");
    if (!loaded) return check_diagnostic(loaded.error(), {});
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) {
            const auto found = loaded->path({x, y});
            MUST(!found || is_walk(g, found.path));
        }
}

/// Saves a thing, changes its file as the input says, and checks what is loaded.
template <class Made, class Check>
void check_changed(const Made& made, decoder in, Check check) {
    if constexpr (requires { save(made, file()); }) {
        MUST(save(made, file()).code.empty());
    } else {
        MUST(save(made, file(), "map").code.empty());
    }
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    MUST(!support::write_file(file(), changed_file(*senda::read_file(file(), all), in)));
    check();
}

}  // namespace made_files_target

inline void made_files(std::string_view input) {
    using namespace made_files_target;
    const std::size_t head = std::min<std::size_t>(input.size(), 40);
    decoder small(input.substr(0, head));
    const decoder changes(input.substr(head));

    const auto nodes = static_cast<std::size_t>(2 + small.below(7));
    std::vector<senda::csr<int>::edge_type> edges;
    for (int i = 0; i < 10; ++i) {
        const auto from = static_cast<std::uint32_t>(small.below(static_cast<unsigned>(nodes)));
        const auto to = static_cast<std::uint32_t>(small.below(static_cast<unsigned>(nodes)));
        edges.push_back({from, to, small.below(5)});
    }
    const auto g = *senda::csr<int>::from_edges(nodes, edges);
    MUST(!support::write_file(file(), input));
    check_graph(g);
    check_changed(senda::customizable_graph(g), changes, [&] { check_graph(g); });

    std::uint64_t walls = 0;
    for (int i = 0; i < 8; ++i) walls = walls << 8U | small.byte();
    const auto open = [&](cell c) { return (walls >> (c.x * 5 + c.y * 3) % 64 & 3U) != 3U; };
    const senda::octile_grid map(40, 21, open);
    MUST(!support::write_file(file(), input));
    check_grid(map);
    check_changed(senda::hpa_grid(map), changes, [&] { check_grid(map); });

    const senda::grid rooms(6, 6, open);
    MUST(!support::write_file(file(), input));
    check_table(rooms, {0, 0});
    check_changed(senda::mod3_distance_table(rooms, cell{0, 0}), changes,
                  [&] { check_table(rooms, {0, 0}); });
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(made_files)
