// SPDX-License-Identifier: MIT
// Jump point search that goes by what is remembered of a map.
#pragma once

#include <senda/detail/repair/cell_length.hpp>
#include <senda/detail/repair/remembered_lengths.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/search/options.hpp>

#include <cstdint>
#include <limits>

namespace senda::detail {

/// What is left to the goal by lengths of before, or as if there were no walls.
template <grid_moves Moves>
struct remembered_estimate {
    const remembered_lengths<Moves>* lengths = nullptr;

    [[nodiscard]] std::uint64_t operator()(cell from, cell goal) const noexcept {
        if (lengths == nullptr) return jump_estimate{}(from, goal);
        return static_cast<std::uint64_t>(lengths->bound(from));
    }
};

/// A part of a search: who owns it counts, looks at the clock and goes on after a limit.
template <grid_moves Moves>
class guided_jumps
    : public jump_point_engine<Moves, wall_lines<Moves>, remembered_estimate<Moves>> {
    using base = jump_point_engine<Moves, wall_lines<Moves>, remembered_estimate<Moves>>;

public:
    guided_jumps(const basic_grid<Moves>& g, cell start, cell goal, std::uint64_t bytes)
        : base(g, start, goal, {.limits = {.bytes = bytes}}) {}

    /// Starts again in so many bytes, by these lengths, if any.
    void restart(cell start, cell goal, std::uint64_t bytes,
                 const remembered_lengths<Moves>* lengths) {
        base::set_estimate({lengths});
        base::restart(start, goal, {.limits = {.bytes = bytes}});
    }
    /// Where these lengths are by now.
    void refer_to(const remembered_lengths<Moves>* lengths) noexcept {
        base::set_estimate({lengths});
    }
    void changed(const basic_grid<Moves>& g, cell c) noexcept { base::set_wall(c, g.open(c)); }

    /// Makes at most so many expansions, of which `allowed` may be made before a limit.
    senda::status go_on(std::uint64_t most, std::uint64_t allowed) {
        constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t so_far = this->control_.expanded();
        limits l = this->control_.limits();
        l.expansions = allowed > all - so_far ? all : so_far + allowed;
        this->control_.set_limits(l);
        if (this->status() == status::expansion_limit) this->control_.resume();
        return this->step(most);
    }

    /// No path is shorter.
    [[nodiscard]] cell_length least_length() const noexcept {
        return static_cast<cell_length>(base::least_units());
    }
    [[nodiscard]] std::uint64_t bytes() noexcept { return this->control_.budget().used(); }
};

}  // namespace senda::detail
