// SPDX-License-Identifier: MIT
// Dial's algorithm on a 4-connected grid with small whole weights, in one byte a cell.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/grid/dial/bucket_ring.hpp>
#include <senda/detail/grid/tiles/grid_query.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/fwd.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace senda::detail {

/// One byte a cell: 0 until it is loaded, then its weight, up to 126, plus 1, then `reached` and
/// the direction that reached it; a closed cell looks reached. Cells are numbered down strips of
/// eight columns: 8 x 8 share a cache line, and a step north or south is always eight.
template <std::integral Weight>
class cell_bytes {
    using graph = basic_grid<grid_moves::straight, Weight>;

public:
    using id = std::uint32_t;
    static constexpr unsigned reached = 128;
    static constexpr unsigned as_start = reached | 4;

    cell_bytes(const graph& g, memory_budget& budget)
        : graph_(g),
          columns_(static_cast<id>(g.width()) + 1),
          strips_((columns_ + 1 + 7) / 8),
          strip_((static_cast<id>(g.height()) + 2 + 7) / 8 * 64),
          bytes_(budget) {}

    [[nodiscard]] static bool possible(const graph& g) noexcept {
        const std::uint64_t strips = (static_cast<std::uint64_t>(g.width()) + 2 + 7) / 8;
        const std::uint64_t tiles = (static_cast<std::uint64_t>(g.height()) + 2 + 7) / 8;
        return strips <= std::numeric_limits<id>::max() / 64 / tiles;
    }

    /// Takes zeroed memory; false without any. Between near cells it begins in small pages.
    [[nodiscard]] bool prepare(cell start, cell goal) {
        if (!bytes_.assign_zeros(std::size_t{strips_} * strip_)) return false;
        const auto side =
            coordinate_distance(start.x, goal.x) + coordinate_distance(start.y, goal.y);
        if (side < 1024 && side * side * 8 < bytes_.size()) {
            prefer_huge_pages(bytes_.data(), bytes_.size(), false);
        }
        return true;
    }

    [[nodiscard]] std::uint8_t* bytes() noexcept { return bytes_.data(); }
    [[nodiscard]] const std::uint8_t* bytes() const noexcept { return bytes_.data(); }

    [[nodiscard]] id index(cell c) const noexcept {
        const id x = static_cast<id>(c.x) + 1;
        return x / 8 * strip_ + (static_cast<id>(c.y) + 1) * 8 + x % 8;
    }

    using offsets = std::array<std::uint64_t, 4>;

    /// What to add for the four neighbours, by the column; the direction is in the upper half.
    [[nodiscard]] std::array<offsets, 8> neighbour_offsets() const noexcept {
        const std::uint64_t across = strip_ - 7;
        constexpr std::uint64_t direction = std::uint64_t{1} << 32;
        constexpr offsets inside = {0 - std::uint64_t{8}, direction + 1, 2 * direction + 8,
                                    3 * direction - 1};
        std::array<offsets, 8> made;
        made.fill(inside);
        made[7][1] = direction + across;
        made[0][3] = 3 * direction - across;
        return made;
    }

    /// Loads eight tiles side by side around a cell; false if a weight is too large.
    [[nodiscard]] SENDA_NOINLINE bool load_around(id at) {
        if (++loads_ == many_loads) prefer_huge_pages(bytes_.data(), bytes_.size(), true);
        const id first_strip = at / strip_ / 8 * 8;
        const id first_row = at % strip_ / 64 * 8;
        const id strips = std::min<id>(8, strips_ - first_strip);
        const id rows = std::min<id>(8, static_cast<id>(graph_.height()) + 2 - first_row);
        std::uint8_t* to =
            bytes_.data() + std::size_t{first_strip} * strip_ + std::size_t{first_row} * 8;
        // The rows of the grid share its ring: what is read behind a row is never reached.
        id from = first_row * columns_ + first_strip * 8;
        for (id row = 0; row < rows; ++row) prefetch_row(from + row * columns_);
        for (id row = 0; row < rows; ++row, from += columns_, to += 8) {
            std::array<std::uint8_t, 64> made;
            const id left = graph_.index_bound() - from;
            if (left >= 64) {
                convert<64>(graph_.data() + from, made.data());
            } else {
                made.fill(reached);
                for (id i = 0; i < left; ++i) {
                    convert<1>(graph_.data() + from + i, made.data() + i);
                }
            }
            for (id i = 0; i < strips; ++i) {
                std::memcpy(to + std::size_t{i} * strip_, made.data() + std::size_t{i} * 8, 8);
            }
        }
        return weights_ < reached;
    }

    /// No cell that was loaded weighs more.
    [[nodiscard]] std::size_t most_weight() const noexcept {
        return static_cast<std::size_t>(weights_);
    }

private:
    static constexpr std::uint32_t many_loads = 200;

    /// Fetches a row before it is needed: eight of them come almost as soon as one.
    void prefetch_row(id from) const noexcept {
        if (graph_.index_bound() - from < 64) return;
        const Weight* const row = graph_.data() + from;
        for (std::size_t i = 0; i < 64; i += 64 / sizeof(Weight)) prefetch(row + i);
    }

    // An array of its own lets the compiler vectorize.
    template <id Count>
    void convert(const Weight* weights, std::uint8_t* bytes) noexcept {
        using number = std::make_unsigned_t<Weight>;
        std::array<std::uint8_t, Count> made;
        number all = 0;
        for (id i = 0; i < Count; ++i) {
            const auto w = static_cast<number>(weights[i]);
            const bool closed = w == static_cast<number>(graph::closed);
            const auto raised = static_cast<number>(w + 1);
            made[i] = static_cast<std::uint8_t>(closed ? number{reached} : raised);
            all = static_cast<number>(all | (closed ? 0 : w | raised));  // both, for -1 is 0 raised
        }
        std::memcpy(bytes, made.data(), Count);
        weights_ = static_cast<number>(weights_ | all);
    }

    const graph& graph_;
    id columns_;  // of the grid, with those of its ring
    id strips_;
    id strip_;                                  // cells in a strip
    std::make_unsigned_t<Weight> weights_ = 0;  // all bits of the weights plus 1 that were met
    std::uint32_t loads_ = 0;
    buffer<std::uint8_t> bytes_;
};

/// Entering a cell costs the same from every side, so the first neighbour that is expanded leads to
/// it at the least cost: a cell is queued once, with a cost that is final.
template <std::integral Weight>
class dial_search : public grid_query {
    using graph = basic_grid<grid_moves::straight, Weight>;
    using cells = cell_bytes<Weight>;
    using cost = path_cost<Weight>;
    using id = bucket_ring::id;

    static constexpr std::size_t most_at_once = 128;

public:
    using result_type = senda::result<cell, cost>;

    dial_search(const graph& g, cell start, cell goal, const options& o)
        : grid_query(g, start, goal, o, engine_kind::dial),
          graph_(g),
          cells_(g, control_.budget()),
          offsets_(cells_.neighbour_offsets()),
          buckets_(control_.budget()),
          bounds_(o.limits) {}

    /// Searches to the end, or until it meets a weight that does not fit.
    void run() {
        if (!begin()) return;
        const auto cap = static_cast<std::uint64_t>(bounds_.cost_limit());
        while (control_.running()) {
            if (!find_bucket()) {
                control_.end(status::exhausted);
            } else if (now_ > cap) {
                control_.end(status::cost_limit);
            } else if (!expand_bucket()) {
                applicable_ = false;
                break;
            } else if (at_goal()) {
                now_ += goal_weight_;
                control_.end(now_ > cap ? status::cost_limit : status::found);
            }
        }
        control_.count_generated(control_.expanded() + buckets_.queued() - taken_ - 1);
    }

    /// Why another search must answer.
    [[nodiscard]] std::string_view decline_reason() const noexcept {
        return cells::possible(graph_) ? fallback_reason::heavy_cell
                                       : fallback_reason::too_many_cells;
    }

    [[nodiscard]] result_type result() const {
        const auto most = static_cast<std::uint64_t>(largest_cost<cost>);
        return answer(static_cast<cost>(std::min(now_, most)), [this] { return path(); });
    }

private:
    /// Whether there is anything to search.
    bool begin() {
        if (!control_.running()) return false;
        applicable_ = cells::possible(graph_);
        if (!applicable_) return false;
        if (!control_.fits(cells_.prepare(start_, goal_) && buckets_.prepare(graph_.index_bound())))
            return false;
        goal_index_ = cells_.index(goal_);
        goal_weight_ = static_cast<std::uint64_t>(graph_.weight(goal_));
        const id start = cells_.index(start_);
        applicable_ = cells_.load_around(start) && cells_.load_around(goal_index_);
        cells_.bytes()[start] = cells::as_start;
        if (applicable_) buckets_.widen(cells_.most_weight(), now_);
        *buckets_.ends()[0]++ = start;
        return applicable_;
    }

    [[nodiscard]] bool at_goal() const noexcept {
        return cells_.bytes()[goal_index_] >= cells::reached;
    }

    [[nodiscard]] std::size_t bucket() const noexcept {
        return static_cast<std::size_t>(now_ & buckets_.mask());
    }

    /// Goes on to the next cost with cells, if there is any.
    [[nodiscard]] bool find_bucket() noexcept {
        for (std::size_t tries = 0; tries <= buckets_.mask(); ++tries, ++now_)
            if (buckets_.size(bucket()) != 0) return true;
        return false;
    }

    // Each cell adds at most four to one bucket, and room for them is made beforehand.
    bool expand_bucket() {
        for (taken_ = 0; taken_ != buckets_.size(bucket());) {
            if (room_ < 4) room_ = buckets_.make_room();
            if (room_ == 0) control_.end(status::memory_limit);
            if (!control_.running() || at_goal()) return true;
            const std::size_t wanted =
                std::min({buckets_.size(bucket()) - taken_, room_ / 4, most_at_once});
            const auto many = static_cast<std::size_t>(control_.request_expansions(wanted));
            if (!expand(buckets_.begin(bucket()) + taken_, many)) return false;
            taken_ += many;
            room_ -= 4 * many;
            control_.count_expanded(many);
        }
        buckets_.clear(bucket());
        taken_ = 0;
        return true;
    }

    // No branch: a neighbour is written behind the list in any case, which grows by 1 or 0. To mark
    // them only then was measured to be faster. The upper half of an entry is the direction.
    bool expand(const id* from, std::size_t many) {
        std::array<std::uint64_t, 4 * most_at_once + 1> list;
        const std::uint8_t* const bytes = cells_.bytes();
        const auto* const offsets = offsets_.data();
        std::uint64_t* end = list.data();
        for (const id* const last = from + many; from != last; ++from) {
            for (const std::uint64_t offset : offsets[*from % 8]) {
                const std::uint64_t to = *from + offset;
                *end = to;
                end += bytes[static_cast<id>(to)] < cells::reached;
            }
        }
        return queue(list.data(), end);
    }

    /// Queues what was met, unless it is in the list twice; false if a weight is too large.
    bool queue(const std::uint64_t* met, const std::uint64_t* last) {
        std::uint8_t* const bytes = cells_.bytes();
        id** const ends = buckets_.ends();
        const auto before = static_cast<std::size_t>(now_ - 1);
        std::size_t mask = buckets_.mask();
        for (; met != last; ++met) {
            const auto to = static_cast<id>(*met);
            if (bytes[to] == 0) [[unlikely]] {
                if (!cells_.load_around(to)) return false;
                buckets_.widen(cells_.most_weight(), now_);
                mask = buckets_.mask();
            }
            const unsigned known = bytes[to];
            if (known >= cells::reached) continue;
            bytes[to] = static_cast<std::uint8_t>(cells::reached | *met >> 32);
            *ends[(before + known) & mask]++ = to;
        }
        return true;
    }

    [[nodiscard]] std::vector<cell> path() const {
        std::vector<cell> path{goal_};
        for (id at = goal_index_; path.back() != start_;) {
            const unsigned back = (cells_.bytes()[at] - cells::reached) ^ 2;
            at = static_cast<id>(at + offsets_[at % 8][back]);
            path.push_back(four_neighbours(path.back())[back]);
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    const graph& graph_;
    id goal_index_ = 0;
    std::uint64_t goal_weight_ = 0;
    cells cells_;
    std::array<typename cells::offsets, 8> offsets_;
    bucket_ring buckets_;
    std::uint64_t now_ = 0;  // the cost whose bucket is being expanded
    std::size_t taken_ = 0;  // how many of its cells are expanded
    std::size_t room_ = 0;   // what every bucket can take
    cost_bounds<cost> bounds_;
};

}  // namespace senda::detail
