// SPDX-License-Identifier: MIT
// A good order in which to collect food, by local search: what no one needs to prove.
#pragma once

#include <senda/pacman/food_graph.hpp>
#include <senda/pacman/tour_parts.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Looks for a walk with much profit by choosing food and its order: inserts, leaves out, turns
/// round and moves parts as long as that gains, then starts again from the best with a part of it
/// destroyed. Does not mind whether the walk survives.
class tour_search {
public:
    using number = std::uint32_t;

    /// Searches a graph, which must outlive it.
    explicit tour_search(const food_graph& g) : graph_(&g), random_(1) {}

    /// Walks may pass these bombs from now on; their force is not counted. False if the goal cannot
    /// be reached.
    bool open(const std::vector<bool>& bombs) {
        const number n = graph_->size();
        far_.resize(std::size_t{n} * n);
        by_.resize(far_.size());
        std::vector<price> to;
        std::vector<number> by;
        for (number from = 0; from < n; ++from) {
            graph_->cheapest(from, bombs, to, by);
            std::copy(to.begin(), to.end(), far_.begin() + row_of(from));
            std::copy(by.begin(), by.end(), by_.begin() + row_of(from));
        }
        foods_.clear();
        for (number v = 2; v < n; ++v)
            if (graph_->is_food(v) && far(food_graph::start, v) < no_price) foods_.push_back(v);
        reset();
        return far(food_graph::start, food_graph::goal) < no_price;
    }

    /// Begins with nothing but the way from the start to the goal.
    void begin() {
        reset();
        improve();
        keep();
    }

    /// Begins with what a fractional solution suggests: the edges that it walks most are joined to
    /// parts, and the parts to a walk.
    void begin(const std::vector<double>& walked, const std::vector<double>& visited) {
        parts_.begin(graph_->size());
        std::vector<number> edges;
        for (number e = 0; e < walked.size(); ++e)
            if (walked[e] > 0.3) edges.push_back(e);
        std::sort(edges.begin(), edges.end(), [&](number a, number b) {
            return walked[a] > walked[b] || (walked[a] == walked[b] && a < b);
        });
        for (const number e : edges) {
            const auto& ends = graph_->edges()[e].ends;
            if (!graph_->is_bomb(ends[0]) && !graph_->is_bomb(ends[1]))
                parts_.join(ends[0], ends[1]);
        }
        order_ = parts_.in_a_row(
            [&](number v) {
                return v < 2 || (graph_->is_food(v) && visited[v] > 0.5 &&
                                 far(food_graph::start, v) < no_price);
            },
            [&](number a, number b) { return far(a, b); });
        mark();
        profit_ = profit_of(order_);
        improve();
        keep();
    }

    /// Tries once more from the best; true if that gained.
    bool again() {
        order_ = best_;
        profit_ = best_profit_;
        mark();
        destroy();
        improve();
        if (profit_ < best_profit_) return false;
        const bool better = profit_ > best_profit_;
        keep();
        return better;
    }

    /// What the best walk gains, without the forces of the bombs.
    [[nodiscard]] price profit() const noexcept { return best_profit_; }

    /// The edges of the best walk.
    [[nodiscard]] std::vector<number> walk() const {
        std::vector<number> edges;
        for (std::size_t i = best_.size() - 1; i > 0; --i) {
            const number from = best_[i - 1];
            for (number at = best_[i]; at != from;) {
                const number e = by_[static_cast<std::size_t>(row_of(from)) + at];
                edges.push_back(e);
                at = graph_->edges()[e].other(at);
            }
        }
        std::reverse(edges.begin(), edges.end());
        return edges;
    }

private:
    [[nodiscard]] std::ptrdiff_t row_of(number from) const noexcept {
        return static_cast<std::ptrdiff_t>(std::size_t{from} * graph_->size());
    }
    [[nodiscard]] price far(number a, number b) const noexcept {
        return far_[std::size_t{a} * graph_->size() + b];
    }
    [[nodiscard]] price gain(number v) const noexcept { return unit_price * (*graph_)[v].gain; }

    void reset() {
        order_.assign({food_graph::start, food_graph::goal});
        profit_ = profit_of(order_);
        mark();
        keep();
    }
    void keep() {
        best_ = order_;
        best_profit_ = profit_;
    }
    void mark() {
        used_.assign(graph_->size(), false);
        for (const number v : order_) used_[v] = true;
    }
    [[nodiscard]] price profit_of(const std::vector<number>& order) const {
        price sum = 0;
        for (std::size_t i = 1; i < order.size(); ++i)
            sum += gain(order[i]) - far(order[i - 1], order[i]);
        return sum;
    }

    void improve() {
        bool again = true;
        while (again) {
            again = insert();
            again = leave_out() || again;
            again = turn() || again;
            again = move_parts() || again;
        }
    }

    // What it costs to put something between two neighbours of the order.
    [[nodiscard]] price detour(std::size_t after, number first, number last) const {
        return far(order_[after], first) + far(last, order_[after + 1]) -
               far(order_[after], order_[after + 1]);
    }

    bool insert() {
        bool any = false;
        for (const number v : foods_) {
            if (used_[v]) continue;
            price least = gain(v);
            std::size_t best = order_.size();
            for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
                const price d = detour(i, v, v);
                if (d < least) {
                    least = d;
                    best = i;
                }
            }
            if (best == order_.size()) continue;
            profit_ += gain(v) - least;
            order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(best) + 1, v);
            used_[v] = true;
            any = true;
        }
        return any;
    }

    bool leave_out() {
        bool any = false;
        for (std::size_t i = 1; i + 1 < order_.size();) {
            const number v = order_[i];
            const price saved = far(order_[i - 1], v) + far(v, order_[i + 1]) -
                                far(order_[i - 1], order_[i + 1]) - gain(v);
            if (saved <= 0) {
                ++i;
                continue;
            }
            profit_ += saved;
            used_[v] = false;
            order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
            any = true;
        }
        return any;
    }

    // Turns a part round if its ends fit better so.
    bool turn() {
        bool any = false;
        for (std::size_t i = 0; i + 2 < order_.size(); ++i) {
            for (std::size_t j = i + 2; j + 1 < order_.size(); ++j) {
                const price saved = far(order_[i], order_[i + 1]) + far(order_[j], order_[j + 1]) -
                                    far(order_[i], order_[j]) - far(order_[i + 1], order_[j + 1]);
                if (saved <= 0) continue;
                std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                             order_.begin() + static_cast<std::ptrdiff_t>(j) + 1);
                profit_ += saved;
                any = true;
            }
        }
        return any;
    }

    // Moves up to three neighbours elsewhere, as they are or turned round.
    bool move_parts() {
        bool any = false;
        for (std::size_t length = 1; length <= 3; ++length)
            for (std::size_t i = 1; i + length < order_.size(); ++i) any = move(i, length) || any;
        return any;
    }

    bool move(std::size_t first, std::size_t length) {
        const number a = order_[first];
        const number b = order_[first + length - 1];
        const price saved = far(order_[first - 1], a) + far(b, order_[first + length]) -
                            far(order_[first - 1], order_[first + length]);
        if (saved <= 0) return false;
        price least = saved;
        std::size_t best = order_.size();
        bool turned = false;
        for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
            if (i + 1 >= first && i < first + length) continue;
            const price straight = detour(i, a, b);
            const price round = detour(i, b, a);
            if (std::min(straight, round) >= least) continue;
            least = std::min(straight, round);
            turned = round < straight;
            best = i;
        }
        if (best == order_.size()) return false;
        const auto at = [&](std::size_t i) {
            return order_.begin() + static_cast<std::ptrdiff_t>(i);
        };
        if (turned) std::reverse(at(first), at(first + length));
        if (best < first) {
            std::rotate(at(best + 1), at(first), at(first + length));
        } else {
            std::rotate(at(first), at(first + length), at(best + 1));
        }
        profit_ += saved - least;
        return true;
    }

    // Leaves out a part, or what lies near some food, or cuts the order into four and mixes them.
    void destroy() {
        if (order_.size() < 8) return;
        const std::size_t inner = order_.size() - 2;
        switch (random_.below(3)) {
            case 0: {
                const std::size_t length = 2 + random_.below(std::min<std::size_t>(inner / 2, 12));
                const std::size_t first = 1 + random_.below(inner - length + 1);
                order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(first),
                             order_.begin() + static_cast<std::ptrdiff_t>(first + length));
                break;
            }
            case 1: {
                const number centre = foods_[random_.below(foods_.size())];
                const price near = unit_price * static_cast<price>(2 + random_.below(3));
                std::erase_if(order_, [&](number v) {
                    return v >= 2 && far(centre, v) < near && random_.below(4) > 0;
                });
                break;
            }
            default: {
                const std::size_t span = std::min<std::size_t>(inner, 40);
                const std::size_t from = 1 + random_.below(inner - span + 1);
                std::size_t cut[3];
                for (std::size_t& c : cut) c = from + random_.below(span + 1);
                std::sort(cut, cut + 3);
                const auto at = [&](std::size_t i) {
                    return order_.begin() + static_cast<std::ptrdiff_t>(i);
                };
                std::rotate(at(cut[0]), at(cut[1]), at(cut[2]));
            }
        }
        mark();
        profit_ = profit_of(order_);
    }

    const food_graph* graph_;
    random_source random_;
    std::vector<price> far_;  // between all pairs of nodes
    std::vector<number> by_;  // the last edge of the way from one to the other
    std::vector<number> foods_;
    std::vector<number> order_;
    std::vector<bool> used_;
    tour_parts parts_;
    std::vector<number> best_;
    price profit_ = 0;
    price best_profit_ = 0;
};

}  // namespace senda::pacman::detail
