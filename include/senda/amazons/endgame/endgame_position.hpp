// SPDX-License-Identifier: MIT
// A position near the end of a game, without the regions where one player is alone.
#pragma once

#include <senda/amazons/board/queen_moves.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/endgame/filling_moves.hpp>
#include <senda/amazons/play.hpp>
#include <senda/games/position.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::amazons {

/// The contested regions, and by how many plays white is ahead in the others, which are integers
/// in the sense of E. Berlekamp, J. Conway and R. Guy, Winning ways (1982).
class endgame_position {
    struct state {
        std::array<cell_set, 2> amazons = {};
        cell_set empty = {};
        int ahead = 0;
        player to_move = player::white;
    };

public:
    using move_type = play;

    /// Stands for any play in a region that is counted.
    static constexpr play spare_play{};

    /// `f` must outlive it. A region that takes more than `positions` to count stays as it is.
    template <class Board>
    endgame_position(const Board& b, filling_search& f, std::uint64_t positions)
        : filling_(&f), positions_(positions) {
        now_.amazons = {b.amazons(player::white), b.amazons(player::black)};
        now_.empty = b.empty_cells();
        now_.to_move = b.to_move();
        reduce();
    }

    /// How many plays the player to move is ahead in the regions that are counted.
    [[nodiscard]] int ahead() const noexcept {
        return now_.to_move == player::white ? now_.ahead : -now_.ahead;
    }
    /// The empty cells of all other regions.
    [[nodiscard]] cell_set empty_cells() const noexcept { return now_.empty; }

    template <class Visit>
    void for_each_move(Visit&& visit) const {
        if (detail::for_each_play(now_.amazons[mover()], now_.empty, visit) && ahead() > 0)
            (void)visit(spare_play);
    }
    [[nodiscard]] std::uint64_t count_moves() const noexcept {
        const int plays = detail::count_plays(now_.amazons[mover()], now_.empty);
        return static_cast<std::uint64_t>(plays) + (ahead() > 0 ? 1 : 0);
    }

    void make(const play& p) {
        before_.push_back(now_);
        const std::size_t own = mover();
        if (p == spare_play) {
            now_.ahead += own == 0 ? -1 : 1;
        } else {
            detail::toggle_play(p, now_.amazons[own], now_.empty);
            reduce();
        }
        now_.to_move = opponent(now_.to_move);
    }
    void unmake(const play&) {
        now_ = before_.back();
        before_.pop_back();
    }

    /// Each play takes a cell: a lead larger than the number of cells left wins.
    [[nodiscard]] std::optional<games::outcome> terminal() const noexcept {
        const int left = now_.empty.count();
        if (ahead() > left) return games::outcome::win;
        if (-ahead() >= left) return games::outcome::loss;
        const cell_set beside = with_neighbours(now_.amazons[mover()]) & now_.empty;
        if (ahead() > 0 || !beside.empty()) return std::nullopt;
        return games::outcome::loss;
    }

    [[nodiscard]] std::uint64_t hash() const noexcept {
        std::uint64_t key = static_cast<std::uint64_t>(now_.ahead + 1024) * 2 + mover();
        for (const cell_set s : {now_.amazons[0], now_.amazons[1], now_.empty})
            key = detail::hash_with(key, s);
        return key;
    }

private:
    [[nodiscard]] std::size_t mover() const noexcept {
        return now_.to_move == player::white ? 0 : 1;
    }

    // Takes out the regions where nothing is contested any more.
    void reduce() {
        state left{.ahead = now_.ahead, .to_move = now_.to_move};
        for_each_region(now_.amazons[0] | now_.amazons[1] | now_.empty, [&](cell_set region) {
            const cell_set white = now_.amazons[0] & region;
            const cell_set black = now_.amazons[1] & region;
            const cell_set empty = now_.empty & region;
            if (empty.empty() || (white.empty() && black.empty())) return;
            if (white.empty() || black.empty()) {
                const filling_bounds plays = filling_->run(white | black, empty, positions_);
                if (plays.is_exact()) {
                    left.ahead += black.empty() ? plays.lower : -plays.lower;
                    return;
                }
            }
            left.amazons[0] |= white;
            left.amazons[1] |= black;
            left.empty |= empty;
        });
        now_ = left;
    }

    state now_;
    std::vector<state> before_;
    filling_search* filling_;
    std::uint64_t positions_;
};

static_assert(games::HashedPosition<endgame_position> && games::CountingPosition<endgame_position>);

}  // namespace senda::amazons
