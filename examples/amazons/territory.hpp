// SPDX-License-Identifier: MIT
// Who comes to a cell first: the distances of the empty cells from both players' amazons.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/evaluation/wavefront.hpp>

#include <array>
#include <cstddef>

namespace senda::amazons {

/// Distance from the nearest amazon of a player: in moves of a queen or steps of a king.
enum class metric { queen, king };

/// The empty cells by who comes to them first.
struct territory {
    /// Larger leads count as this one.
    static constexpr std::size_t most_lead = 6;

    cell_set reached_by_white;  ///< cells that white can come to
    cell_set reached_by_black;  ///< cells that black can come to
    /// At index n, the cells that white reaches n + 1 or more moves before black, or alone.
    std::array<cell_set, most_lead> white_leads;
    /// The same for black.
    std::array<cell_set, most_lead> black_leads;
    /// The sum over the cells that white reaches of 2 ^ -distance, less that of black.
    float closeness = 0;

    /// The cells that white reaches before black, or alone.
    [[nodiscard]] constexpr cell_set of_white() const noexcept { return white_leads[0]; }
    /// The cells that black reaches before white, or alone.
    [[nodiscard]] constexpr cell_set of_black() const noexcept { return black_leads[0]; }
    /// The cells that both reach.
    [[nodiscard]] constexpr cell_set of_both() const noexcept {
        return reached_by_white & reached_by_black;
    }
    /// The cells that both reach at the same time.
    [[nodiscard]] constexpr cell_set disputed() const noexcept {
        return of_both() & ~(of_white() | of_black());
    }
};

namespace detail {

/// Breadth-first search of both players at once.
template <class Step, class Board>
[[nodiscard]] territory wavefront_territory(const Board& b) noexcept {
    const Step step{b.empty_cells()};
    const set_pair amazons{b.amazons(player::white), b.amazons(player::black)};
    std::array<set_pair, territory::most_lead> leads{};
    set_pair seen = amazons;
    set_pair wavefront = amazons;
    territory found;
    const set_pair free{b.empty_cells()};
    for (float share = 0.5F;; share *= 0.5F) {
        if ((free & ~seen).empty()) break;  // both are everywhere: saves the step to find that out
        wavefront = step(wavefront) & ~seen;
        if (wavefront.empty()) break;
        seen |= wavefront;
        found.closeness +=
            share * static_cast<float>(wavefront.white().count() - wavefront.black().count());
        // A cell is here once for each move by which one player is ahead.
        const set_pair ahead = seen & ~(seen.swapped() | amazons);
        for (std::size_t n = territory::most_lead; n-- > 1;) leads[n] |= leads[n - 1] & ahead;
        leads[0] |= ahead;
    }
    found.reached_by_white = (seen & ~amazons).white();
    found.reached_by_black = (seen & ~amazons).black();
    const set_pair alone = seen & ~(seen.swapped() | amazons);
    for (std::size_t n = 0; n < territory::most_lead; ++n) {
        const set_pair lead = leads[n] | alone;
        found.white_leads[n] = lead.white();
        found.black_leads[n] = lead.black();
    }
    return found;
}

}  // namespace detail

/// The territories of a position.
template <int Columns, int Rows>
[[nodiscard]] territory territory_of(const basic_board<Columns, Rows>& b, metric how) noexcept {
    return how == metric::queen ? detail::wavefront_territory<detail::queen_step>(b)
                                : detail::wavefront_territory<detail::king_step>(b);
}

}  // namespace senda::amazons
