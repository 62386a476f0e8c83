// SPDX-License-Identifier: MIT
// A good order in which to collect food, by local search.
#pragma once

#include <pacman/richest/food_graph.hpp>
#include <pacman/richest/tour/stop_distances.hpp>
#include <pacman/richest/tour/tour_fragments.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace senda::pacman::detail {

/// Iterated local search for a tour with much profit, whether it survives or not: inserts, removes,
/// reverses (2-opt) and moves segments (Or-opt) as long as that gains, then perturbs the tour and
/// starts again. It tries only near neighbours, and only where something has changed (don't-look
/// bits).
class local_search {
public:
    explicit local_search(const food_graph& g) : graph_(&g), random_(1), distances_(g) {}

    /// From now on these bombs cost nothing, and others their force each time that a tour passes
    /// them. False if the goal cannot be reached.
    bool set_free(const std::vector<bool>& bombs) {
        distances_.find(bombs);
        is_queued_.assign(graph_->size(), false);
        queue_.clear();
        set_order({food_graph::start, food_graph::goal});
        keep();
        return distance(food_graph::start, food_graph::goal) < no_price;
    }

    /// Begins with food in a given order, which may be none, from the start to the goal.
    void begin(const std::vector<graph_id>& order) {
        set_order(order);
        for (std::size_t i = order_.size(); i-- > 0;) queue(order_[i]);
        for (const graph_id v : stops()) queue(v);
        improve();
        keep();
    }

    /// Begins with what a fractional solution suggests: the edges that it walks most are joined to
    /// fragments, and these to a tour.
    void begin(const std::vector<double>& walked, const std::vector<double>& visited) {
        tour_fragments fragments(graph_->size());
        std::vector<std::pair<double, graph_id>> edges;  // most walked first
        for (graph_id e = 0; e < walked.size(); ++e)
            if (walked[e] > 0.3) edges.push_back({-walked[e], e});
        std::sort(edges.begin(), edges.end());
        for (const auto& [rank, e] : edges) {
            const auto [a, b] = graph_->edges()[e].ends;
            if (!graph_->is_bomb(a) && !graph_->is_bomb(b)) fragments.join(a, b);
        }
        begin(fragments.to_tour(
            [&](graph_id v) {
                return v < 2 || (graph_->is_food(v) && visited[v] > 0.5 &&
                                 distance(food_graph::start, v) < no_price);
            },
            [&](graph_id a, graph_id b) { return distance(a, b); }));
    }

    /// Tries once more, from the best or from one a little worse.
    void again() {
        saved_ = order_;
        const price before = profit_;
        perturb();
        improve();
        if (profit_ > best_profit_) return keep();
        const price slack = random_.below(16) == 0 ? unit_price : 0;
        if (profit_ < before - slack) set_order(saved_);
        if (++failures_ > 1000) {
            failures_ = 0;
            set_order(best_);
        }
    }

    /// The best tour: its stops, from the start to the goal.
    [[nodiscard]] const std::vector<graph_id>& tour() const noexcept { return best_; }
    /// The edges of the best tour.
    [[nodiscard]] std::vector<graph_id> walk() const {
        std::vector<graph_id> edges;
        for (std::size_t i = best_.size() - 1; i > 0; --i)
            distances_.append_backwards(best_[i], best_[i - 1], edges);
        std::reverse(edges.begin(), edges.end());
        return edges;
    }

private:
    static constexpr graph_id none = std::numeric_limits<graph_id>::max();

    [[nodiscard]] price distance(graph_id a, graph_id b) const noexcept {
        return distances_.distance(a, b);
    }
    [[nodiscard]] const std::vector<graph_id>& neighbours(graph_id v) const noexcept {
        return distances_.neighbours(v);
    }
    [[nodiscard]] const std::vector<graph_id>& stops() const noexcept { return distances_.stops(); }
    [[nodiscard]] price gain(graph_id v) const noexcept { return unit_price * (*graph_)[v].gain; }
    [[nodiscard]] bool is_used(graph_id v) const noexcept { return position_[v] != none; }
    [[nodiscard]] std::ptrdiff_t last() const noexcept {
        return static_cast<std::ptrdiff_t>(order_.size()) - 1;
    }
    [[nodiscard]] std::ptrdiff_t position_of(graph_id v) const noexcept {
        return static_cast<std::ptrdiff_t>(position_[v]);
    }
    [[nodiscard]] graph_id at(std::ptrdiff_t i) const noexcept {
        return order_[static_cast<std::size_t>(i)];
    }
    // The distance from a position in the order to the next.
    [[nodiscard]] price step(std::ptrdiff_t i) const noexcept { return distance(at(i), at(i + 1)); }

    void set_order(const std::vector<graph_id>& order) {
        order_ = order;
        evaluate();
    }
    void keep() {
        best_ = order_;
        best_profit_ = profit_;
        failures_ = 0;
    }
    void evaluate() {
        position_.assign(graph_->size(), none);
        profit_ = 0;
        for (graph_id i = 0; i < order_.size(); ++i) {
            position_[order_[i]] = i;
            if (i > 0) profit_ += gain(order_[i]) - distance(order_[i - 1], order_[i]);
        }
    }
    void renumber(std::ptrdiff_t first, std::ptrdiff_t end) {
        for (std::ptrdiff_t i = first; i < end; ++i) position_[at(i)] = static_cast<graph_id>(i);
    }

    void queue(graph_id v) {
        if (is_queued_[v]) return;
        is_queued_[v] = true;
        queue_.push_back(v);
    }
    // Something changed beside a node: look at it again, and at its neighbours not on the tour.
    void touch(graph_id v) {
        for (const graph_id w : neighbours(v))
            if (!is_used(w)) queue(w);
        queue(v);
    }

    void improve() {
        while (!queue_.empty()) {
            const graph_id v = queue_.back();
            queue_.pop_back();
            is_queued_[v] = false;
            while (is_used(v) ? remove(v) || reverse(v) || move(v) : insert(v)) {
            }
        }
    }

    bool insert(graph_id v) {
        if (v < 2) return false;
        const std::ptrdiff_t best = best_position(v, gain(v));
        if (best == 0) return false;
        insert_at(v, best);
        return true;
    }

    // Before which position it costs least to insert a node, if less than `least`; 0 if nowhere.
    [[nodiscard]] std::ptrdiff_t best_position(graph_id v, price least) const {
        std::ptrdiff_t best = 0;
        bool any = false;
        const auto try_position = [&](std::ptrdiff_t i) {
            if (i < 1 || i > last()) return;
            const price detour = distance(at(i - 1), v) + distance(v, at(i)) - step(i - 1);
            if (detour >= least) return;
            least = detour;
            best = i;
        };
        for (const graph_id w : neighbours(v)) {
            if (!is_used(w)) continue;
            any = true;
            try_position(position_of(w));
            try_position(position_of(w) + 1);
        }
        if (!any)
            for (std::ptrdiff_t i = 1; i <= last(); ++i) try_position(i);
        return best;
    }

    void insert_at(graph_id v, std::ptrdiff_t i) {
        profit_ += gain(v) - distance(at(i - 1), v) - distance(v, at(i)) + step(i - 1);
        order_.insert(order_.begin() + i, v);
        renumber(i, last() + 1);
        touch(at(i - 1));
        touch(at(i + 1));
    }

    bool remove(graph_id v) {
        if (v < 2) return false;
        const std::ptrdiff_t i = position_of(v);
        const price saved = step(i - 1) + step(i) - distance(at(i - 1), at(i + 1)) - gain(v);
        if (saved <= 0) return false;
        profit_ += saved;
        position_[v] = none;
        order_.erase(order_.begin() + i);
        renumber(i, last() + 1);
        touch(at(i - 1));
        touch(at(i));
        return true;
    }

    // 2-opt: reverses a segment so that a node comes beside one of its neighbours.
    bool reverse(graph_id v) {
        const std::ptrdiff_t i = position_of(v);
        for (const graph_id w : neighbours(v)) {
            if (!is_used(w)) continue;
            const std::ptrdiff_t j = position_of(w);
            // v and w become neighbours, and what followed both, or what came before both.
            if (i < last() && j < last() && distance(v, w) < step(i) && try_reverse(i, j))
                return true;
            if (i > 0 && j > 0 && distance(v, w) < step(i - 1) && try_reverse(i - 1, j - 1))
                return true;
        }
        return false;
    }

    bool try_reverse(std::ptrdiff_t i, std::ptrdiff_t j) {
        if (i > j) std::swap(i, j);
        const price saved =
            step(i) + step(j) - distance(at(i), at(j)) - distance(at(i + 1), at(j + 1));
        if (saved <= 0) return false;
        std::reverse(order_.begin() + i + 1, order_.begin() + j + 1);
        renumber(i + 1, j + 1);
        profit_ += saved;
        for (const std::ptrdiff_t k : {i, i + 1, j, j + 1}) touch(at(k));
        return true;
    }

    // Or-opt: moves a segment of up to three, with v at an end, beside one of v's neighbours.
    bool move(graph_id v) {
        if (v < 2) return false;
        const std::ptrdiff_t i = position_of(v);
        for (std::ptrdiff_t length = 1; length <= 3; ++length) {
            if (i + length <= last() && move_segment(v, i, length)) return true;
            if (length > 1 && i - length + 1 > 0 && move_segment(v, i - length + 1, length))
                return true;
        }
        return false;
    }

    bool move_segment(graph_id v, std::ptrdiff_t first, std::ptrdiff_t length) {
        const std::ptrdiff_t end = first + length;
        const graph_id other = at(first) == v ? at(end - 1) : at(first);
        const price saved = step(first - 1) + step(end - 1) - distance(at(first - 1), at(end));
        if (saved <= 0) return false;
        for (const graph_id w : neighbours(v)) {
            if (distance(v, w) >= saved) break;
            if (!is_used(w)) continue;
            const std::ptrdiff_t j = position_of(w);
            if (j >= first && j < end) continue;
            // Behind w, with v first, or before it, with v last.
            for (const bool behind : {true, false}) {
                const std::ptrdiff_t k = behind ? j : j - 1;  // between k and k + 1
                if (k < 0 || k >= last() || (k + 1 >= first && k < end)) continue;
                const graph_id beyond = behind ? at(k + 1) : at(k);
                const price gained = saved - distance(v, w) - distance(other, beyond) + step(k);
                if (gained <= 0) continue;
                profit_ += gained;
                const bool reversed = length > 1 && (at(first) == v) != behind;
                shift(first, end, k, reversed);
                return true;
            }
        }
        return false;
    }

    void shift(std::ptrdiff_t first, std::ptrdiff_t end, std::ptrdiff_t after, bool reversed) {
        for (const std::ptrdiff_t k : {first - 1, first, end - 1, end, after, after + 1})
            touch(at(k));
        const auto begin = order_.begin();
        if (reversed) std::reverse(begin + first, begin + end);
        if (after < first) {
            std::rotate(begin + after + 1, begin + first, begin + end);
            renumber(after + 1, end);
        } else {
            std::rotate(begin + first, begin + end, begin + after + 1);
            renumber(first, after + 1);
        }
    }

    // Perturbs the tour: visits something that does not seem worth it, removes a segment or what is
    // near some stop, or swaps two segments side by side (double bridge).
    void perturb() {
        if (stops().empty()) return;
        if (order_.size() < 8 || random_.below(4) == 0) return insert_any();
        const std::size_t inner = order_.size() - 2;
        switch (random_.below(3)) {
            case 0: {
                const std::size_t length = 2 + any_below(std::min<std::size_t>(inner / 2, 12));
                const std::size_t first = 1 + any_below(inner - length + 1);
                remove_if(first, first + length, [](graph_id) { return true; });
                break;
            }
            case 1: {
                const graph_id centre = stops()[any_below(stops().size())];
                const price around = unit_price * static_cast<price>(2 + random_.below(3));
                remove_if(1, order_.size() - 1, [&](graph_id v) {
                    return distance(centre, v) < around && random_.below(4) > 0;
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
        evaluate();
    }

    std::size_t any_below(std::size_t bound) {
        return static_cast<std::size_t>(random_.below(bound));
    }

    void insert_any() {
        const graph_id v = stops()[any_below(stops().size())];
        if (is_used(v)) return;
        const std::ptrdiff_t i = best_position(v, no_price);
        if (i == 0) return;
        queue(v);  // after all of its neighbours
        insert_at(v, i);
        touch(v);
    }

    template <class Gone>
    void remove_if(std::size_t first, std::size_t end, Gone&& gone) {
        std::size_t kept = first;
        bool before = false;  // whether the last one went
        for (std::size_t i = first; i < order_.size(); ++i) {
            const bool goes = i < end && gone(order_[i]);
            if (goes || before) queue(order_[i]);
            if (goes && !before) queue(order_[kept - 1]);
            if (!goes) order_[kept++] = order_[i];
            before = goes;
        }
        order_.resize(kept);
    }

    const food_graph* graph_;
    random_source random_;
    stop_distances distances_;
    std::vector<graph_id> order_;
    std::vector<graph_id> position_;  // in the order, by node
    std::vector<graph_id> queue_;
    std::vector<bool> is_queued_;
    std::vector<graph_id> best_;
    std::vector<graph_id> saved_;
    std::size_t failures_ = 0;
    price profit_ = 0;
    price best_profit_ = 0;
};

}  // namespace senda::pacman::detail
