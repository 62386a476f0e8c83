// SPDX-License-Identifier: MIT
// Local search: a route made better by taking its treasures in another order.
#pragma once

#include <maze/answer.hpp>
#include <maze/game.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::maze::detail {

/// What makes one route better than another: fewer steps and then more life, or the other way
/// round.
enum class route_aim : std::uint8_t { fewest_steps, most_life };

/// Iterated local search over the order in which a route takes its treasures: parts of it are
/// reversed (2-opt) and moved (or-opt), treasures left out, exchanged and added. Between two of
/// them it takes paths that are best for some price of life in steps. It proves nothing: it is for
/// when a proof does not come, or not soon.
class route_improver {
    using node = std::uint32_t;  // the start, the end, then treasures

public:
    route_improver(const board& b, senda::search_control& control, route_aim aim)
        : board_(&b),
          control_(&control),
          aim_(aim),
          cells_(control.budget()),
          legs_(control.budget()),
          open_(control.budget()) {}

    /// What `improve` may do by default, in looks at a leg of a route: less than a tenth of a
    /// second.
    static constexpr std::uint64_t little_work = 10'000'000;

    /// A route that is as good as `known` or better, made with at most so much work. It has won
    /// when it was walked by the rules.
    [[nodiscard]] route improve(const route& known, std::uint64_t work = little_work) {
        best_route_ = known;
        work_ = work;
        if (!prepare()) return best_route_;
        random_source random(1);
        const std::uint64_t table = std::uint64_t{8} * board_->bound() * places_.size();
        for (const pace& p : paces) {
            if (table > work_ / 2 || !measure(p)) break;
            best_ = worth_of(order_);
            if (!best_.is_alive || !has_changed_) continue;
            descend();
            shake(random, work_ / 2);
            take_route(p);
        }
        return best_route_;
    }

private:
    static constexpr node start = 0;
    static constexpr node end = 1;
    static constexpr node first_treasure = 2;
    static constexpr std::size_t most_treasures = 400;

    /// What a step and a point of life cost on a path.
    struct pace {
        std::uint64_t step, loss;
    };
    static constexpr std::uint64_t much = 1 << 24;
    static constexpr std::array<pace, 4> paces{{{1, much}, {much, 1}, {1, 1}, {1, 4}}};

    struct leg {
        std::uint32_t steps, loss;

        friend bool operator==(const leg&, const leg&) = default;
    };
    struct reached_cell {
        std::uint64_t cost;
        leg by;
        place from;
    };
    struct entry {
        std::uint64_t cost;
        place at;
    };
    struct before {
        bool operator()(const entry& a, const entry& b) const noexcept {
            return a.cost != b.cost ? a.cost < b.cost : a.at < b.at;
        }
    };
    /// How good an order is.
    struct worth {
        bool is_alive = false;
        std::uint64_t steps = 0;
        life_points life = 0;
    };

    [[nodiscard]] bool is_better(const worth& a, const worth& b) const noexcept {
        if (a.is_alive != b.is_alive) return a.is_alive;
        const bool by_steps = a.steps != b.steps;
        const bool by_life = a.life != b.life;
        if (by_steps && (aim_ == route_aim::fewest_steps || !by_life)) return a.steps < b.steps;
        return a.life > b.life;
    }

    /// Takes over the order of the known route; false if it has too many treasures or none.
    bool prepare() {
        const replayed walk = replay(*board_, best_route_.cells);
        if (walk.taken_at.empty() || walk.taken_at.size() > most_treasures) return false;
        places_ = {board_->start(), board_->end()};
        std::vector<bool> is_known(board_->treasures().size());
        order_.clear();
        for (const std::size_t at : walk.taken_at) {
            const place p = best_route_.cells[at];
            is_known[board_->treasure_number(p)] = true;
            order_.push_back(static_cast<node>(places_.size()));
            places_.push_back(p);
        }
        for (std::size_t i = 0; i < is_known.size(); ++i)
            if (!is_known[i] && places_.size() < most_treasures + first_treasure)
                places_.push_back(board_->treasures()[i]);
        return cells_.assign_zeros(board_->bound()) &&
               legs_.assign_zeros(places_.size() * places_.size());
    }

    /// Dijkstra's algorithm from a cell; false if a limit came first, or if no work is left.
    bool spread(place from, const pace& p) {
        constexpr std::uint64_t not_reached = std::numeric_limits<std::uint64_t>::max();
        std::fill(cells_.begin(), cells_.end(), reached_cell{not_reached, {0, 0}, no_place});
        open_.clear();
        cells_[from] = {0, {0, 0}, no_place};
        bool fits = open_.push({0, from});
        while (fits && !open_.empty()) {
            const entry next = open_.pop();
            const reached_cell here = cells_[next.at];
            if (next.cost != here.cost || next.at == board_->end()) continue;
            if (is_limited_ && !may_work(4)) return false;
            board_->for_each_neighbour(next.at, [&](place n) {
                const auto loss = static_cast<std::uint32_t>(-life_after((*board_)[n], 0, true));
                const std::uint64_t cost = here.cost + p.step + p.loss * loss;
                if (cost >= cells_[n].cost) return;
                cells_[n] = {cost, {here.by.steps + 1, here.by.loss + loss}, next.at};
                fits = fits && open_.push({cost, n});
            });
        }
        return fits;
    }

    /// Measures the legs between all nodes; false if it could not.
    bool measure(const pace& p) {
        has_changed_ = false;
        for (node a = 0; a < places_.size(); ++a) {
            if (a == end) continue;
            if (!spread(places_[a], p)) return false;
            for (node b = 0; b < places_.size(); ++b) {
                leg& known = legs_[a * places_.size() + b];
                const reached_cell& c = cells_[places_[b]];
                const leg now = c.from == no_place ? leg{unreached, unreached} : c.by;
                has_changed_ = has_changed_ || now != known;
                known = now;
            }
        }
        return true;
    }

    [[nodiscard]] worth worth_of(const std::vector<node>& order) const noexcept {
        worth w{true, 0, board_->life()};
        node at = start;
        for (std::size_t i = 0; i <= order.size(); ++i) {
            const node to = i == order.size() ? end : order[i];
            const leg& l = legs_[at * places_.size() + to];
            w.steps += l.steps;
            w.life -= l.loss;
            if (w.life < 1) return {};
            if (to != end) w.life += treasure_life;
            at = to;
        }
        return w;
    }

    /// Whether the order as it is now is better than the best; then it is the best.
    bool accept() {
        work_ -= std::min<std::uint64_t>(work_, order_.size() + 1);
        const worth now = worth_of(order_);
        if (!is_better(now, best_)) return false;
        best_ = now;
        return true;
    }

    [[nodiscard]] bool may_work(std::uint64_t units) {
        work_ -= std::min(work_, units);
        return work_ != 0 && control_->running() && control_->tick();
    }

    /// Makes the order better as long as a change of one kind or another does.
    void descend() {
        bool is_better_now = true;
        while (is_better_now && may_work(1)) {
            is_better_now = reverse_parts();
            is_better_now = move_parts() || is_better_now;
            is_better_now = leave_out() || is_better_now;
            is_better_now = exchange() || is_better_now;
            is_better_now = add() || is_better_now;
        }
    }

    bool reverse_parts() {
        bool any = false;
        for (auto i = order_.begin(); i != order_.end(); ++i)
            for (auto k = i; k != order_.end(); ++k) {
                if (k == i) continue;
                if (!may_work(1)) return false;
                std::reverse(i, k + 1);
                if (accept()) {
                    any = true;
                } else {
                    std::reverse(i, k + 1);
                }
            }
        return any;
    }

    bool move_parts() {
        bool any = false;
        for (std::ptrdiff_t length = 1; length <= 3; ++length)
            for (auto i = order_.begin(); order_.end() - i > length; ++i)
                for (auto k = order_.begin(); k != order_.end(); ++k) {
                    if (!may_work(1)) return false;
                    any = move_part(i, length, k) || any;
                }
        return any;
    }

    /// Moves a part before or behind another node, if that is better.
    bool move_part(std::vector<node>::iterator i, std::ptrdiff_t length,
                   std::vector<node>::iterator k) {
        if (k >= i && k < i + length) return false;
        const auto first = std::min(i, k);
        const auto last = k < i ? i + length : k + 1;
        const auto middle = k < i ? i : i + length;
        const auto back = std::rotate(first, middle, last);
        if (accept()) return true;
        std::rotate(first, back, last);
        return false;
    }

    bool leave_out() {
        bool any = false;
        for (std::size_t i = 0; i < order_.size();) {
            if (!may_work(1)) return false;
            const node gone = order_[i];
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
            if (accept()) {
                any = true;
                continue;
            }
            order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(i), gone);
            ++i;
        }
        return any;
    }

    /// The nodes of treasures that the order leaves out.
    [[nodiscard]] std::vector<node> left_out() const {
        std::vector<bool> is_taken(places_.size());
        for (const node n : order_) is_taken[n] = true;
        std::vector<node> out;
        for (node n = first_treasure; n < places_.size(); ++n)
            if (!is_taken[n]) out.push_back(n);
        return out;
    }

    bool exchange() {
        bool any = false;
        left_out_ = left_out();
        for (node& other : left_out_)
            for (node& n : order_) {
                if (!may_work(1)) return false;
                std::swap(n, other);
                if (accept()) {
                    any = true;
                } else {
                    std::swap(n, other);
                }
            }
        return any;
    }

    // A treasure more takes steps: it is of use only for life.
    bool add() {
        if (aim_ != route_aim::most_life) return false;
        bool any = false;
        for (const node other : left_out())
            for (std::size_t i = 0; i <= order_.size(); ++i) {
                if (!may_work(1)) return false;
                order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(i), other);
                if (accept()) {
                    any = true;
                    break;
                }
                order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
            }
        return any;
    }

    /// Exchanges two parts of the order that follow each other, at random, and goes on from there
    /// if that comes to something as good, until only so much work is left, or until it was tried
    /// often in vain.
    void shake(random_source& random, std::uint64_t left) {
        if (order_.size() < 4) return;
        const std::size_t often = 4 * order_.size();
        for (std::size_t in_vain = 0; in_vain < often && work_ > left && may_work(1); ++in_vain) {
            const std::vector<node> kept = order_;
            const worth before_it = best_;
            std::array<std::ptrdiff_t, 3> cuts{};
            for (std::ptrdiff_t& c : cuts)
                c = static_cast<std::ptrdiff_t>(random.below(order_.size() + 1));
            std::sort(cuts.begin(), cuts.end());
            std::rotate(order_.begin() + cuts[0], order_.begin() + cuts[1],
                        order_.begin() + cuts[2]);
            best_ = worth_of(order_);
            if (best_.is_alive) descend();
            if (is_better(best_, before_it)) in_vain = 0;
            if (best_.is_alive && !is_better(before_it, best_)) continue;
            order_ = kept;
            best_ = before_it;
        }
    }

    /// Walks the order by the rules, and keeps the route if it is better.
    void take_route(const pace& p) {
        // What was found is not lost to a limit, unless to walk it takes long.
        constexpr std::uint64_t few_cells = 2'000'000;
        is_limited_ = board_->bound() * (order_.size() + 1) > few_cells;
        std::vector<place> cells{board_->start()};
        for (std::size_t i = 0; i <= order_.size(); ++i) {
            const place to = places_[i == order_.size() ? end : order_[i]];
            if (!spread(cells.back(), p)) return;  // and no other pace is tried
            const auto walked = static_cast<std::ptrdiff_t>(cells.size());
            for (place at = to; cells_[at].from != no_place; at = cells_[at].from)
                cells.push_back(at);
            std::reverse(cells.begin() + walked, cells.end());
        }
        is_limited_ = true;
        const replayed walk = replay(*board_, cells);
        const worth known{true, best_route_.steps(), best_route_.life};
        if (!walk || !is_better({true, cells.size() - 1, walk.life.back()}, known)) return;
        best_route_ = {std::move(cells), walk.life.back()};
    }

    static constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();

    const board* board_;
    senda::search_control* control_;
    route_aim aim_;
    std::uint64_t work_ = 0;  // that is left
    bool is_limited_ = true;
    bool has_changed_ = false;   // whether a leg is another than for the pace before
    std::vector<place> places_;  // by node
    std::vector<node> order_;    // treasures as the route takes them
    std::vector<node> left_out_;
    worth best_;  // of the orders tried since the last pace or shake
    route best_route_;
    senda::buffer<reached_cell> cells_;
    senda::buffer<leg> legs_;  // from one node to another, row by row
    senda::four_ary_heap<entry, before> open_;
};

}  // namespace senda::maze::detail
