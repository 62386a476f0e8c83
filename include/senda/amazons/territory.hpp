// SPDX-License-Identifier: MIT
// Who comes to a cell first: the distances of the empty cells from both players' amazons.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/cell_set.hpp>
#include <senda/amazons/evaluation/wavefront.hpp>

#include <array>
#include <cstddef>

namespace senda::amazons {

/// How distance is measured: in moves of a queen or steps of a king over empty cells, from the
/// nearest amazon of a player.
enum class metric { queen, king };

/// The empty cells by who comes to them first.
struct territory {
    /// The largest lead that is told apart.
    static constexpr std::size_t most_lead = 6;

    cell_set reached_by_white;  ///< cells that white comes to first
    cell_set reached_by_black;  ///< cells that black comes to first
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

/// Grows both players' sets until nothing is added, and keeps account of who is ahead.
template <std::size_t Leads, class Step>
[[nodiscard]] territory flood(cell_set white, cell_set black, const Step& step) noexcept {
    static_assert(Leads <= territory::most_lead);
    const set_pair amazons{white, black};
    std::array<set_pair, Leads> leads{};
    set_pair seen = amazons;
    set_pair fresh = amazons;
    territory found;
    for (float share = 0.5F;; share *= 0.5F) {
        fresh = step(fresh) & ~seen;
        if (fresh.empty()) break;
        seen |= fresh;
        found.closeness +=
            share * static_cast<float>(fresh.white().count() - fresh.black().count());
        // A cell is here once for each move by which one player is ahead.
        const set_pair ahead = seen & ~(seen.swapped() | amazons);
        for (std::size_t n = Leads; n-- > 1;) leads[n] |= leads[n - 1] & ahead;
        leads[0] |= ahead;
    }
    found.reached_by_white = seen.white() & ~white;
    found.reached_by_black = seen.black() & ~black;
    const set_pair alone = seen & ~(seen.swapped() | amazons);
    for (std::size_t n = 0; n < territory::most_lead; ++n) {
        const set_pair lead = (n < Leads ? leads[n] : set_pair{}) | alone;
        found.white_leads[n] = lead.white();
        found.black_leads[n] = lead.black();
    }
    return found;
}

}  // namespace detail

/// The territories of a position.
template <int Columns, int Rows>
[[nodiscard]] territory territory_of(const basic_board<Columns, Rows>& b, metric how) noexcept {
    const cell_set white = b.amazons(player::white);
    const cell_set black = b.amazons(player::black);
    const cell_set empty = b.empty_cells();
    return how == metric::queen
               ? detail::flood<territory::most_lead>(white, black, detail::queen_step{empty})
               : detail::flood<territory::most_lead>(white, black, detail::king_step{empty});
}

}  // namespace senda::amazons
