// SPDX-License-Identifier: MIT
// A good order in which to collect food, by local search: what no one needs to prove.
#pragma once

#include <senda/pacman/richest/food_graph.hpp>
#include <senda/pacman/richest/tour/stop_distances.hpp>
#include <senda/pacman/richest/tour/tour_fragments.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Looks for a walk with much profit by choosing food and its order: inserts, leaves out, turns
/// round and moves parts as long as that gains, then starts again from the best with a part of it
/// destroyed. Only what is near is tried, and only where something has changed. Does not mind
/// whether the walk survives.
class tour_search {
public:
    using number = std::uint32_t;

    /// Searches a graph, which must outlive it.
    explicit tour_search(const food_graph& g) : graph_(&g), random_(1), ways_(g) {}

    /// Walks may pass these bombs from now on; their force is not counted. Others may be visited
    /// once, as food that costs. False if the goal cannot be reached.
    bool open(const std::vector<bool>& bombs) {
        ways_.find(bombs);
        is_waiting_.assign(graph_->size(), false);
        waiting_.clear();
        begin_again();
        return far(food_graph::start, food_graph::goal) < no_price;
    }

    /// Begins with nothing but the way from the start to the goal.
    void begin() {
        begin_again();
        look_at_all();
        improve();
        keep();
    }

    /// Begins with food in a given order, from the start to the goal.
    void begin(std::vector<number> order) {
        order_ = std::move(order);
        find_places();
        look_at_all();
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
        find_places();
        look_at_all();
        improve();
        keep();
    }

    /// Tries once more, from the best or from one a little worse; true if that gained.
    bool again() {
        saved_ = order_;
        const price before = profit_;
        destroy();
        improve();
        if (profit_ > best_profit_) {
            keep();
            return true;
        }
        const price slack = random_.below(16) == 0 ? unit_price : 0;
        if (profit_ < before - slack) {
            order_ = saved_;
            find_places();
        }
        if (++failures_ > 1000) {
            failures_ = 0;
            order_ = best_;
            find_places();
        }
        return false;
    }

    /// The edges of the best walk.
    [[nodiscard]] std::vector<number> walk() const {
        std::vector<number> edges;
        for (std::size_t i = best_.size() - 1; i > 0; --i)
            ways_.append_back(best_[i], best_[i - 1], edges);
        std::reverse(edges.begin(), edges.end());
        return edges;
    }

private:
    static constexpr number none = std::numeric_limits<number>::max();

    [[nodiscard]] price far(number a, number b) const noexcept { return ways_.far(a, b); }
    [[nodiscard]] const std::vector<number>& near(number v) const noexcept { return ways_.near(v); }
    [[nodiscard]] const std::vector<number>& stops() const noexcept { return ways_.stops(); }
    [[nodiscard]] price gain(number v) const noexcept { return unit_price * (*graph_)[v].gain; }
    [[nodiscard]] bool is_used(number v) const noexcept { return place_[v] != none; }
    [[nodiscard]] std::ptrdiff_t last() const noexcept {
        return static_cast<std::ptrdiff_t>(order_.size()) - 1;
    }
    [[nodiscard]] std::ptrdiff_t place_of(number v) const noexcept {
        return static_cast<std::ptrdiff_t>(place_[v]);
    }
    [[nodiscard]] number at(std::ptrdiff_t i) const noexcept {
        return order_[static_cast<std::size_t>(i)];
    }
    // The way from a place in the order to the next.
    [[nodiscard]] price step(std::ptrdiff_t i) const noexcept { return far(at(i), at(i + 1)); }

    void begin_again() {
        order_.assign({food_graph::start, food_graph::goal});
        find_places();
        keep();
    }
    void keep() {
        best_ = order_;
        best_profit_ = profit_;
        failures_ = 0;
    }
    void find_places() {
        place_.assign(graph_->size(), none);
        profit_ = 0;
        for (number i = 0; i < order_.size(); ++i) {
            place_[order_[i]] = i;
            if (i > 0) profit_ += gain(order_[i]) - far(order_[i - 1], order_[i]);
        }
    }
    void renumber(std::ptrdiff_t first, std::ptrdiff_t end) {
        for (std::ptrdiff_t i = first; i < end; ++i) place_[at(i)] = static_cast<number>(i);
    }

    void wait(number v) {
        if (is_waiting_[v]) return;
        is_waiting_[v] = true;
        waiting_.push_back(v);
    }
    void look_at_all() {
        for (std::size_t i = order_.size(); i-- > 0;) wait(order_[i]);
        for (const number v : stops()) wait(v);
    }
    // Something changed beside a node: it is worth a look, and so is what is near and left out.
    void touch(number v) {
        for (const number w : near(v))
            if (!is_used(w)) wait(w);
        wait(v);
    }

    void improve() {
        while (!waiting_.empty()) {
            const number v = waiting_.back();
            waiting_.pop_back();
            is_waiting_[v] = false;
            while (is_used(v) ? leave_out(v) || turn(v) || move(v) : insert(v)) {
            }
        }
    }

    bool insert(number v) {
        if (v < 2) return false;
        price least = gain(v);
        const std::ptrdiff_t best = best_place(v, least);
        if (best == 0) return false;
        put_in(v, best);
        return true;
    }

    // Before which place it costs least to insert a node, if less than `least`; 0 if nowhere.
    [[nodiscard]] std::ptrdiff_t best_place(number v, price least) const {
        std::ptrdiff_t best = 0;
        bool any = false;
        const auto try_place = [&](std::ptrdiff_t i) {
            if (i < 1 || i > last()) return;
            const price detour = far(at(i - 1), v) + far(v, at(i)) - step(i - 1);
            if (detour >= least) return;
            least = detour;
            best = i;
        };
        for (const number w : near(v)) {
            if (!is_used(w)) continue;
            any = true;
            try_place(place_of(w));
            try_place(place_of(w) + 1);
        }
        if (!any)
            for (std::ptrdiff_t i = 1; i <= last(); ++i) try_place(i);
        return best;
    }

    void put_in(number v, std::ptrdiff_t i) {
        profit_ += gain(v) - far(at(i - 1), v) - far(v, at(i)) + step(i - 1);
        order_.insert(order_.begin() + i, v);
        renumber(i, last() + 1);
        touch(at(i - 1));
        touch(at(i + 1));
    }

    bool leave_out(number v) {
        if (v < 2) return false;
        const std::ptrdiff_t i = place_of(v);
        const price saved = step(i - 1) + step(i) - far(at(i - 1), at(i + 1)) - gain(v);
        if (saved <= 0) return false;
        profit_ += saved;
        take_out(i);
        touch(at(i - 1));
        touch(at(i));
        return true;
    }

    void take_out(std::ptrdiff_t i) {
        place_[at(i)] = none;
        order_.erase(order_.begin() + i);
        renumber(i, last() + 1);
    }

    // Turns a part round so that a node comes beside one that is near.
    bool turn(number v) {
        const std::ptrdiff_t i = place_of(v);
        for (const number w : near(v)) {
            if (!is_used(w)) continue;
            const std::ptrdiff_t j = place_of(w);
            // v and w become neighbours, and what followed both, or what came before both.
            if (i < last() && j < last() && far(v, w) < step(i) && try_turn(i, j)) return true;
            if (i > 0 && j > 0 && far(v, w) < step(i - 1) && try_turn(i - 1, j - 1)) return true;
        }
        return false;
    }

    bool try_turn(std::ptrdiff_t i, std::ptrdiff_t j) {
        if (i > j) std::swap(i, j);
        const price saved = step(i) + step(j) - far(at(i), at(j)) - far(at(i + 1), at(j + 1));
        if (saved <= 0) return false;
        std::reverse(order_.begin() + i + 1, order_.begin() + j + 1);
        renumber(i + 1, j + 1);
        profit_ += saved;
        for (const std::ptrdiff_t k : {i, i + 1, j, j + 1}) touch(at(k));
        return true;
    }

    // Moves up to three neighbours, one of them v at an end, so that v comes beside what is near.
    bool move(number v) {
        if (v < 2) return false;
        const std::ptrdiff_t i = place_of(v);
        for (std::ptrdiff_t length = 1; length <= 3; ++length) {
            if (i + length <= last() && move_part(v, i, length)) return true;
            if (length > 1 && i - length + 1 > 0 && move_part(v, i - length + 1, length))
                return true;
        }
        return false;
    }

    bool move_part(number v, std::ptrdiff_t first, std::ptrdiff_t length) {
        const std::ptrdiff_t end = first + length;
        const number other = at(first) == v ? at(end - 1) : at(first);
        const price saved = step(first - 1) + step(end - 1) - far(at(first - 1), at(end));
        if (saved <= 0) return false;
        for (const number w : near(v)) {
            if (far(v, w) >= saved) break;
            if (!is_used(w)) continue;
            const std::ptrdiff_t j = place_of(w);
            if (j >= first && j < end) continue;
            // Behind w, with v first, or before it, with v last.
            for (const bool behind : {true, false}) {
                const std::ptrdiff_t k = behind ? j : j - 1;  // between k and k + 1
                if (k < 0 || k >= last() || (k + 1 >= first && k < end)) continue;
                const number beyond = behind ? at(k + 1) : at(k);
                const price gained = saved - far(v, w) - far(other, beyond) + step(k);
                if (gained <= 0) continue;
                profit_ += gained;
                const bool turned = length > 1 && (at(first) == v) != behind;
                shift(first, end, k, turned);
                return true;
            }
        }
        return false;
    }

    void shift(std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t after, bool turned) {
        for (const std::ptrdiff_t k : {first - 1, first, end - 1, end, after, after + 1})
            touch(at(k));
        const auto begin = order_.begin();
        if (turned) std::reverse(begin + first, begin + end);
        if (after < first) {
            std::rotate(begin + after + 1, begin + first, begin + end);
            renumber(after + 1, end);
        } else {
            std::rotate(begin + first, begin + end, begin + after + 1);
            renumber(first, after + 1);
        }
    }

    // Visits something that does not seem worth it, leaves out a part, or what lies near some
    // food, or exchanges two parts side by side.
    void destroy() {
        if (stops().empty()) return;
        if (order_.size() < 8 || random_.below(4) == 0) return go_astray();
        const std::size_t inner = order_.size() - 2;
        switch (random_.below(3)) {
            case 0: {
                const std::size_t length = 2 + any_below(std::min<std::size_t>(inner / 2, 12));
                const std::size_t first = 1 + any_below(inner - length + 1);
                leave_out_if(first, first + length, [](number) { return true; });
                break;
            }
            case 1: {
                const number centre = stops()[any_below(stops().size())];
                const price around = unit_price * static_cast<price>(2 + random_.below(3));
                leave_out_if(1, order_.size() - 1, [&](number v) {
                    return far(centre, v) < around && random_.below(4) > 0;
                });
                break;
            }
            default: {
                const std::size_t span = std::min<std::size_t>(inner, 40);
                const std::size_t from = 1 + any_below(inner - span + 1);
                std::size_t cut[3];
                for (std::size_t& c : cut) c = from + any_below(span + 1);
                std::sort(cut, cut + 3);
                for (const std::size_t c : cut) {
                    touch(order_[c - 1]);
                    touch(order_[c]);
                }
                const auto begin = order_.begin();
                std::rotate(begin + static_cast<std::ptrdiff_t>(cut[0]),
                            begin + static_cast<std::ptrdiff_t>(cut[1]),
                            begin + static_cast<std::ptrdiff_t>(cut[2]));
            }
        }
        find_places();
    }

    std::size_t any_below(std::size_t bound) {
        return static_cast<std::size_t>(random_.below(bound));
    }

    void go_astray() {
        const number v = stops()[any_below(stops().size())];
        if (is_used(v)) return;
        const std::ptrdiff_t i = best_place(v, no_price);
        if (i == 0) return;
        wait(v);  // after all that is near
        put_in(v, i);
        touch(v);
    }

    template <class Gone>
    void leave_out_if(std::size_t first, std::size_t end, Gone&& gone) {
        std::size_t kept = first;
        bool before = false;  // whether the last one went
        for (std::size_t i = first; i < order_.size(); ++i) {
            const bool goes = i < end && gone(order_[i]);
            if (goes || before) wait(order_[i]);
            if (goes && !before) wait(order_[kept - 1]);
            if (!goes) order_[kept++] = order_[i];
            before = goes;
        }
        order_.resize(kept);
    }

    const food_graph* graph_;
    random_source random_;
    stop_ways ways_;
    std::vector<number> order_;
    std::vector<number> place_;  // in the order
    std::vector<number> waiting_;
    std::vector<bool> is_waiting_;
    tour_parts parts_;
    std::vector<number> best_;
    std::vector<number> saved_;
    std::size_t failures_ = 0;
    price profit_ = 0;
    price best_profit_ = 0;
};

}  // namespace senda::pacman::detail
