// SPDX-License-Identifier: MIT
// Why a maze cannot be won although there is a path: how far a runner comes, and where all die.
#pragma once

#include <maze/answer.hpp>
#include <maze/connectivity.hpp>
#include <maze/least_life.hpp>
#include <maze/life/life_search.hpp>
#include <maze/life/loss_search.hpp>
#include <maze/life/treasure_groups.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze {

/// A cell that no runner enters alive.
struct deadly_cell {
    place at = no_place;   ///< where it is
    life_points life = 0;  ///< the most that is left of a life that ends there, 0 or less

    friend bool operator==(const deadly_cell&, const deadly_cell&) = default;
};

/// Why a maze is starved.
struct starvation {
    /// Whether all that a runner can do was looked at; if not, `nearest` is what was found, and the
    /// cut may be another than the one that is nearest to the start.
    bool is_exact = false;
    /// A route from the start to the cell nearest to the end that a runner reaches alive.
    std::vector<place> nearest = {};
    /// The steps that are missing from there to the end.
    std::uint32_t steps_left = far_away;
    /// The most life with which a runner comes there.
    life_points life = 0;
    /// The deadly cut: every path from the start to the end enters one of these cells, and no
    /// runner enters any of them alive, whatever treasures it took before. Empty if that could not
    /// be shown.
    std::vector<deadly_cell> cut = {};
    /// The life that would be enough.
    life_bracket least_life = {};
};

namespace detail {

/// Looks where runners come in a maze that is starved.
class starvation_search {
public:
    starvation_search(const board& b, const options& o)
        : board_(&b),
          control_(o),
          paths_(b, control_),
          groups_(b, control_, paths_),
          most_(control_.budget()) {}

    [[nodiscard]] std::optional<starvation> run() {
        if (!control_.fits(reserve_tables(*board_, control_.budget())) || !paths_.prepare())
            return std::nullopt;
        to_end_ = steps_to_end(*board_);
        if (to_end_[board_->start()] == far_away || !groups_.prepare()) return std::nullopt;
        life_search search(groups_, *board_, paths_, control_);
        search.run(life_aim::everywhere, 0, no_steps);
        starvation s;
        s.is_exact = search.is_complete();
        s.least_life = {board_->life() + 1, life_points{groups_.to_end(groups_.start())} + 1};
        paths_.ignore_limits();
        if (!find_nearest(search, s)) return std::nullopt;
        if (!s.is_exact && !assume_most_life()) return s;
        find_cut(s);
        return s;
    }

private:
    // From all nodes at once, each with the most life that a runner has there: the best of a cell
    // is by way of the node where its last treasure was taken.
    bool find_nearest(life_search& search, starvation& s) {
        struct entry {
            life_points life;
            place at;
            treasure_groups::node by;
        };
        struct before {
            bool operator()(const entry& a, const entry& b) const noexcept {
                return a.life > b.life;
            }
        };
        senda::four_ary_heap<entry, before> open(control_.budget());
        if (!most_.assign_zeros(board_->bound())) return false;
        for (treasure_groups::node n = 0; n < groups_.nodes(); ++n)
            if (search.most_at(n) > 0 && !open.push({search.most_at(n), groups_.place_of(n), n}))
                return false;
        place nearest = no_place;
        treasure_groups::node by = 0;
        while (!open.empty()) {
            const entry next = open.pop();
            if (next.life <= most_[next.at]) continue;
            most_[next.at] = next.life;
            if (nearest == no_place || to_end_[next.at] < to_end_[nearest] ||
                (to_end_[next.at] == to_end_[nearest] && next.life > s.life)) {
                nearest = next.at;
                s.life = next.life;
                by = next.by;
            }
            bool fits = true;
            board_->for_each_neighbour(next.at, [&](place n) {
                const life_points left = next.life - entry_loss((*board_)[n]);
                if (left > most_[n] && n != board_->end())
                    fits = fits && open.push({left, n, next.by});
            });
            if (!fits) return false;
        }
        s.nearest = search.route_by(by, nearest);
        s.steps_left = to_end_[nearest];
        return !s.nearest.empty();
    }

    // As if every treasure that can be come to were taken on the way to everywhere: no runner has
    // more life in any cell. False if that does not even keep one from the end.
    bool assume_most_life() {
        if (!paths_.run(board_->start())) return false;
        life_points all = board_->life();
        std::vector<path_loss> losses;
        for (const place p : board_->treasures())
            if (paths_[p] != no_path) losses.push_back(paths_[p]);
        std::sort(losses.begin(), losses.end());
        for (const path_loss loss : losses) {
            if (loss >= all) break;
            all += treasure_life;
        }
        if (paths_[board_->end()] < all) return false;
        for (const place p : paths_.touched()) most_[p] = std::max<life_points>(0, all - paths_[p]);
        return true;
    }

    // From the end back to the cells where somebody lives: what lies before those is the cut.
    void find_cut(starvation& s) {
        std::vector<bool> seen(board_->bound());
        std::vector<place> open{board_->end()};
        seen[board_->end()] = true;
        while (!open.empty()) {
            const place p = open.back();
            open.pop_back();
            life_points most = 0;
            board_->for_each_neighbour(p, [&](place n) {
                if (most_[n] > 0) {
                    most = std::max(most, most_[n]);
                } else if (!seen[n]) {
                    seen[n] = true;
                    open.push_back(n);
                }
            });
            if (most > 0) s.cut.push_back({p, most - entry_loss((*board_)[p])});
        }
        std::sort(s.cut.begin(), s.cut.end(),
                  [](const deadly_cell& a, const deadly_cell& b) { return a.at < b.at; });
    }

    const board* board_;
    search_control control_;
    loss_search paths_;
    treasure_groups groups_;
    std::vector<std::uint32_t> to_end_;
    buffer<life_points> most_;  // the most life with which a cell can be entered, or 0
};

}  // namespace detail

/// Why a maze that `solve` found starved cannot be won; nothing if walls part the start from the
/// end, or if there is no memory or time for it.
///
/// `b`  a maze of which it is proven that every route starves.
/// `o`  limits, a stop token: for each of the two questions, where runners come and which life
///      would be enough; the time is for both, and the first has half of it.
[[nodiscard]] inline std::optional<starvation> explain_starvation(const board& b,
                                                                  const options& o = {}) {
    const double started = senda::now_in_seconds();
    options half = o;
    half.limits.time = o.limits.time.seconds() / 2;
    std::optional<starvation> s = detail::starvation_search(b, half).run();
    if (!s) return s;
    options rest = o;
    rest.limits.time = std::max(0.0, o.limits.time.seconds() - (senda::now_in_seconds() - started));
    if (const std::optional<life_bracket> least = bracket_least_life(b, rest)) {
        s->least_life.lower = std::max(s->least_life.lower, least->lower);
        s->least_life.upper = std::min(s->least_life.upper, least->upper);
    }
    return s;
}

}  // namespace senda::maze
