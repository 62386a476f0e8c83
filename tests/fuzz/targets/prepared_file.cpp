// SPDX-License-Identifier: MIT
// A file of a prepared grid, as it is and with the right checksums: refused with a reason, or a
// grid whose answers are paths of it.
#include "../changed_file.hpp"
#include "../target.hpp"

#include "support/file_bytes.hpp"
#include "support/folder.hpp"

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/files.hpp>
#include <senda/text/file.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace prepared_file_target {

using senda::cell;
inline const std::string& file() {
    static const support::temporary_folder folder;
    static const std::string name = folder.file("map");
    return name;
}

/// Loads what is in the file, and if that is accepted, asks for paths between some cells.
template <senda::grid_moves Moves>
void check_file(const senda::basic_grid<Moves>& g) {
    const auto loaded = senda::load_prepared_grid(file(), g);
    if (!loaded) return check_diagnostic(loaded.error(), {});
    const int cells = g.width() * g.height();
    for (int i = 0; i < 40; ++i) {
        const int from = i * 7 % cells;
        const int to = (i * 13 + 5) % cells;
        const cell start{from % g.width(), from / g.width()};
        const cell goal{to % g.width(), to / g.width()};
        const auto found = loaded->path(start, goal);
        if (!found) continue;
        MUST(found.path.front() == start && found.path.back() == goal);
        for (std::size_t at = 0; at + 1 < found.path.size(); ++at) {
            bool is_step = false;
            g.successors(found.path[at],
                         [&](cell next, auto) { is_step = is_step || next == found.path[at + 1]; });
            MUST(is_step);
        }
    }
}

template <senda::grid_moves Moves>
void check_changed(std::string_view input) {
    decoder in(input);
    const int width = 1 + in.below(12);
    const int height = 1 + in.below(12);
    std::vector<bool> open;
    while (open.size() < static_cast<std::size_t>(width * height)) {
        const unsigned bits = in.byte();
        for (unsigned i = 0; i < 8; ++i) open.push_back((bits >> i & 1U) == 0);
    }
    const senda::basic_grid<Moves> g(width, height, [&](cell c) {
        return static_cast<bool>(open[static_cast<std::size_t>(c.y * width + c.x)]);
    });
    MUST(save(senda::prepared_grid(g), file()).code.empty());
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    const std::string good = *senda::read_file(file(), all);
    if (in.at_end()) MUST(senda::load_prepared_grid(file(), g));
    MUST(!support::write_file(file(), changed_file(good, in)));
    check_file(g);
}

}  // namespace prepared_file_target

inline void prepared_file(std::string_view input) {
    using namespace prepared_file_target;
    // As it is, for a grid that does not change.
    static const senda::octile_grid pillars(9, 7, [](cell c) { return c.x % 3 == 0 || c.y != 3; });
    MUST(!support::write_file(file(), input));
    check_file(pillars);
    check_changed<senda::grid_moves::octile>(input);
    check_changed<senda::grid_moves::octile_cutting>(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(prepared_file)
