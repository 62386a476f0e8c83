// SPDX-License-Identifier: MIT
// What happens in a search on the map of the lab, and the graph that it walks.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace playground::lab {

using senda::cell;

/// The cost of entering each cell; the map with four directions uses its straight steps alone.
using terrain = senda::basic_grid<senda::grid_moves::octile, double>;

/// What happens in a search, in order. It is the observer of most searches.
class event_log {
public:
    /// As the page reads it.
    struct event {
        std::uint32_t kind;
        std::uint32_t from;
        std::uint32_t to;
        float cost;
    };
    static constexpr std::uint32_t expand = 0;
    static constexpr std::uint32_t meet = 1;
    static constexpr std::uint32_t improve = 2;
    static constexpr std::uint32_t round = 3;
    static constexpr std::uint32_t jump = 4;
    static constexpr std::uint32_t behind = 8;  // is added for what is done from the goal

    /// Whether the search itself says which paths are better.
    enum class judge : std::uint8_t { search, log };

    event_log(int width, int height, cell start, judge by)
        : width_(static_cast<std::uint32_t>(width)), start_(start), judge_(by) {
        events_.reserve(4096);
        if (by == judge::log) best_.resize(width_ * static_cast<std::size_t>(height));
    }

    template <class Cost>
    void on_expand(cell n, Cost g) {
        if (n == start_) {
            began_ = true;
            std::fill(best_.begin(), best_.end(), unknown);
        }
        push({expand, number(n), number(n), static_cast<float>(g)});
    }
    template <class Cost>
    void on_generate(cell from, cell to, Cost g) {
        std::uint32_t kind = meet;
        if (judge_ == judge::log && static_cast<float>(g) < best_[number(to)]) {
            best_[number(to)] = static_cast<float>(g);
            kind = improve;
        }
        push({kind | side_, number(from), number(to), static_cast<float>(g)});
    }
    template <class Cost>
    void on_improve(cell from, cell to, Cost g) {
        if (!is_full_ && !events_.empty()) {
            event& last = events_.back();
            if (last.kind == (meet | side_) && last.from == number(from) && last.to == number(to)) {
                last.kind = improve | side_;
                return;
            }
        }
        push({improve | side_, number(from), number(to), static_cast<float>(g)});
    }

    /// The edges of a node are asked for, or those that lead to it: only now it is known from which
    /// end it is expanded.
    void walks(cell n, std::uint32_t side) {
        side_ = side;
        if (side == 0 || is_full_ || events_.empty()) return;
        event& last = events_.back();
        if (last.kind == expand && last.from == number(n)) last.kind = expand | behind;
    }

    /// A jump point search will expand a cell, which it then leaves, and queues those that it has
    /// jumped to.
    void wait() noexcept { is_waiting_ = true; }
    [[nodiscard]] bool is_waiting() const noexcept { return is_waiting_; }
    void leaves(cell n) {
        is_waiting_ = false;
        jumps_from_ = n;
        on_expand(n, n == start_ ? 0.0F : best_[number(n)]);
        if (n == start_) best_[number(n)] = 0;
    }
    void jumps_to(cell n) {
        if (!jumps_from_) return;
        const cell from = *jumps_from_;
        const float g = best_[number(from)] + static_cast<float>(senda::octile{n}(from));
        const bool is_better = g < best_[number(n)];
        if (is_better) best_[number(n)] = g;
        push({jump, number(from), number(n), g});
        push({is_better ? improve : meet, number(from), number(n), g});
    }

    /// Whether the start was expanded since it was last asked: a round has begun.
    [[nodiscard]] bool began_round() noexcept { return std::exchange(began_, false); }
    /// Puts in that a round began before the event `at`.
    void add_round(std::size_t at, double level) {
        if (is_full_ || events_.size() == most) return;
        const std::uint32_t where = number(start_);
        events_.insert(events_.begin() + static_cast<std::ptrdiff_t>(std::min(at, events_.size())),
                       {round, where, where, static_cast<float>(level)});
    }

    [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }
    [[nodiscard]] bool is_truncated() const noexcept { return is_full_; }
    [[nodiscard]] std::string_view bytes() const noexcept {
        return {reinterpret_cast<const char*>(events_.data()), events_.size() * sizeof(event)};
    }
    [[nodiscard]] std::uint32_t number(cell n) const noexcept {
        return static_cast<std::uint32_t>(n.y) * width_ + static_cast<std::uint32_t>(n.x);
    }

private:
    static constexpr std::size_t most = 400'000;
    static constexpr float unknown = 1e30F;

    void push(const event& e) {
        if (events_.size() == most)
            is_full_ = true;
        else
            events_.push_back(e);
    }

    std::uint32_t width_;
    cell start_;
    judge judge_;
    std::vector<event> events_;
    std::vector<float> best_;  // where the log judges: the least cost in this round
    std::optional<cell> jumps_from_;
    std::uint32_t side_ = 0;
    bool began_ = false;
    bool is_waiting_ = false;
    bool is_full_ = false;
};
static_assert(sizeof(event_log::event) == 16);

/// The map as a graph: four or eight directions, and the log hears from which end it is walked.
class map_graph {
public:
    using node_type = cell;
    using cost_type = double;
    using index_type = terrain::index_type;

    map_graph(const terrain& t, bool is_eight, event_log& log)
        : terrain_(t), log_(log), is_eight_(is_eight) {}

    [[nodiscard]] bool is_node(cell c) const noexcept { return terrain_.is_node(c); }
    [[nodiscard]] index_type index(cell c) const noexcept { return terrain_.index(c); }
    [[nodiscard]] index_type index_bound() const noexcept { return terrain_.index_bound(); }
    [[nodiscard]] cell node(index_type i) const noexcept { return terrain_.node(i); }

    template <class Emit>
    void successors(cell n, Emit&& emit) const {
        const edges out = ahead(n);
        for (unsigned i = 0; i < out.count; ++i) emit(out.all[i].first, out.all[i].second);
    }
    template <class Emit>
    void predecessors(cell n, Emit&& emit) const {
        const edges in = behind(n);
        for (unsigned i = 0; i < in.count; ++i) emit(in.all[i].first, in.all[i].second);
    }

private:
    struct edges {
        std::array<std::pair<cell, double>, 8> all;
        unsigned count = 0;
    };

    // Not templates, so that the grid is compiled once.
    [[nodiscard]] edges ahead(cell n) const {
        edges out;
        log_.walks(n, 0);
        terrain_.successors(n, [&](cell to, double cost) { add(out, n, to, cost); });
        return out;
    }
    [[nodiscard]] edges behind(cell n) const {
        edges in;
        log_.walks(n, event_log::behind);
        terrain_.predecessors(n, [&](cell from, double cost) { add(in, n, from, cost); });
        return in;
    }
    // The straight neighbours of an octile grid are those of one with four directions.
    void add(edges& to, cell n, cell other, double cost) const {
        if (is_eight_ || n.x == other.x || n.y == other.y) to.all[to.count++] = {other, cost};
    }

    const terrain& terrain_;
    event_log& log_;
    bool is_eight_;
};

}  // namespace playground::lab
