// SPDX-License-Identifier: MIT
// A flow field of a grid without weights, from nothing: a wave that spreads from the goals.
#pragma once

#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/contract/cost_bounds.hpp>
#include <senda/search/control.hpp>
#include <senda/search/grid/flow/canonical_steps.hpp>
#include <senda/search/grid/flow/flow_cells.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace senda::detail {

/// Dial's algorithm with a bucket for each whole length. No step is shorter than a bucket is wide,
/// so that all labels in a bucket are final, and its cells may be expanded in any order.
template <grid_moves Moves>
class flow_wave {
    using graph = basic_grid<Moves>;
    using cells = flow_cells<graph>;
    using id = typename cells::id;
    using label = typename cells::label;
    using metric = typename cells::metric;
    using bounds = cost_bounds<typename cells::cost>;
    static constexpr bool is_octile = Moves != grid_moves::straight;
    static constexpr std::size_t most_at_once = 128;

    struct step_out {
        id from;
        flow_step step;
    };
    /// The steps of a set one after the other, three bits each, and from bit 24 on how many.
    static constexpr std::array<std::uint32_t, 256> step_lists = [] {
        std::array<std::uint32_t, 256> lists{};
        for (flow_step_set set = 0; set < 256; ++set) {
            unsigned count = 0;
            for (flow_step s = 0; s < 8; ++s)
                if ((set >> s & 1) != 0) lists[set] |= s << 3 * count++;
            lists[set] |= count << 24;
        }
        return lists;
    }();

public:
    explicit flow_wave(memory_budget& budget) noexcept
        : entered_(budget), buckets_{buffer<id>(budget), buffer<id>(budget), buffer<id>(budget)} {}

    /// Forgets what was before; false if there is no memory.
    [[nodiscard]] bool prepare(cells& field) {
        release();
        now_ = 0;
        taken_ = 0;
        if constexpr (is_octile) {
            return entered_.assign_zeros(field.grid().index_bound());
        } else {
            mark_walls(field);
            return true;
        }
    }

    /// Gives all memory back.
    void release() noexcept {
        entered_.release();
        for (buffer<id>& b : buckets_) b.release();
    }

    /// Adds a goal, an open cell; false if there is no memory.
    [[nodiscard]] bool add_goal(cells& field, id c) {
        std::uint8_t& byte = field.bytes()[c];
        if (byte == flow_byte::goal) return true;
        byte = flow_byte::goal;
        if constexpr (is_octile) {
            entered_[c] = 255;  // paths go on to all sides
            field.labels()[c] = metric::at_goal;
        }
        return bucket(0).push(c);
    }

    /// Expands at most so many cells, or ends the search.
    void advance(cells& field, search_control& control, bounds& limits, std::uint64_t most) {
        if (taken_ == bucket(0).size() && !turn()) return control.end(limits.ending());
        const std::size_t left = std::min(bucket(0).size() - taken_, most_at_once);
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, most));
        if (!has_room(8 * wanted)) return control.end(status::memory_limit);
        const auto many = static_cast<std::size_t>(control.may_expand_many(wanted));
        const id* const first = bucket(0).data() + taken_;
        control.count_expanded(many);
        control.count_generated(expand(field, limits, first, first + many));
        taken_ += many;
    }

private:
    [[nodiscard]] buffer<id>& bucket(std::uint64_t ahead) noexcept {
        return buckets_[static_cast<std::size_t>((now_ + ahead) % buckets_.size())];
    }

    /// Goes on to the next length with cells; false if there is none.
    [[nodiscard]] bool turn() noexcept {
        for (std::size_t tries = 0; tries + 1 < buckets_.size(); ++tries) {
            bucket(0).clear();
            taken_ = 0;
            ++now_;
            if (!bucket(0).empty()) return true;
        }
        return false;
    }

    [[nodiscard]] bool has_room(std::size_t more) {
        for (const unsigned ahead : {1u, 2u}) {
            buffer<id>& b = bucket(ahead);
            const std::size_t wanted = b.size() + more;
            if (wanted > b.capacity() && !b.reserve(std::max(wanted, 2 * b.capacity())) &&
                !b.reserve(wanted))
                return false;
        }
        return true;
    }

    /// Expands cells of the bucket; returns how many steps were looked at. There is room.
    [[nodiscard]] std::uint64_t expand(cells& field, bounds& limits, const id* first,
                                       const id* last) {
        const bool is_near_limit =
            static_cast<double>(limits.cap()) < static_cast<double>(now_) + 3;
        return is_near_limit ? expand<true>(field, limits, first, last)
                             : expand<false>(field, limits, first, last);
    }

    template <bool IsNearLimit>
    std::uint64_t expand(cells& field, bounds& limits, const id* first, const id* last)
        requires(!is_octile)
    {
        const auto edges = static_cast<std::uint64_t>(last - first) * 4;
        const std::array<id, 8> offsets = field.offsets();
        const auto length = static_cast<label>(now_ + 1);
        std::uint8_t* const bytes = field.bytes();
        label* const labels = field.labels();
        id* end = bucket(1).end();
        for (; first != last; ++first) {
            for (flow_step s = 0; s < 4; ++s) {
                const id to = *first + offsets[s];
                if (bytes[to] != flow_byte::none) continue;
                if (IsNearLimit && !limits.admits(length)) {
                    bytes[to] = flow_byte::beyond;
                    limits.leave_out(length);
                    continue;
                }
                bytes[to] = static_cast<std::uint8_t>(flow_byte::first_step + opposite(s));
                if (labels != nullptr) labels[to] = length;
                *end++ = to;
            }
        }
        bucket(1).set_size(static_cast<std::size_t>(end - bucket(1).begin()));
        return edges;
    }

    // First all steps are listed, then all are taken: both without branches that depend on the map,
    // since a processor that guesses them wrong waits longer than the work takes.
    template <bool IsNearLimit>
    std::uint64_t expand(cells& field, bounds& limits, const id* first, const id* last)
        requires(is_octile)
    {
        std::array<step_out, 8 * most_at_once> steps;
        const step_out* const end = list_steps(field, first, last, steps.data());
        if (now_ == 0)
            std::for_each(first, last, [&](id c) { field.bytes()[c] = flow_byte::goal; });
        take_steps<IsNearLimit>(field, limits, steps.data(), end);
        return static_cast<std::uint64_t>(end - steps.data());
    }

    /// Gives cells their directions, and lists the steps with which paths go on; returns the end.
    [[nodiscard]] step_out* list_steps(cells& field, const id* first, const id* last,
                                       step_out* end) const
        requires(is_octile)
    {
        const unsigned char* const grid = field.grid().data();
        const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(field.grid().width()) + 1;
        std::uint8_t* const bytes = field.bytes();
        const std::uint8_t* const entered = entered_.data();
        for (; first != last; ++first) {
            const id c = *first;
            const flow_step_set by = entered[c];
            bytes[c] = static_cast<std::uint8_t>(flow_byte::first_step + opposite(first_of(by)));
            const std::uint32_t list = step_lists[go_on(by, open_neighbours(grid + c, stride))];
            const std::uint32_t count = list >> 24;
            // Almost always there are at most four; what is written behind the end does not count.
            for (unsigned i = 0; i < 4; ++i) end[i] = {c, list >> 3 * i & 7};
            if (count > 4) [[unlikely]]
                for (unsigned i = 4; i < count; ++i) end[i] = {c, list >> 3 * i & 7};
            end += count;
        }
        return end;
    }

    template <bool IsNearLimit>
    void take_steps(cells& field, bounds& limits, const step_out* first, const step_out* last)
        requires(is_octile)
    {
        const std::array<id, 8> offsets = field.offsets();
        label* const labels = field.labels();
        std::uint8_t* const entered = entered_.data();
        id* next = bucket(1).end();
        id* behind_next = bucket(2).end();
        const label last_of_next = ~((now_ + 2) * metric::units::straight);
        for (; first != last; ++first) {
            const auto [from, s] = *first;
            const id to = from + offsets[s];
            const label there = metric::before(labels[from], is_diagonal(s), 1);
            const label known = labels[to];
            if (IsNearLimit && there > known &&
                !admits(limits, field.bytes()[to], metric::value(there)))
                continue;
            const unsigned by = entered[to];
            const unsigned is_nearer = there > known;
            const unsigned is_as_near = there >= known;
            const std::size_t is_behind = is_nearer & unsigned{there <= last_of_next};
            labels[to] = std::max(there, known);
            entered[to] = static_cast<std::uint8_t>((by & (is_nearer - 1)) | is_as_near << s);
            // It is written to both buckets, and at most one of them grows.
            *next = *behind_next = to;
            next += is_nearer - is_behind;
            behind_next += is_behind;
        }
        bucket(1).set_size(static_cast<std::size_t>(next - bucket(1).begin()));
        bucket(2).set_size(static_cast<std::size_t>(behind_next - bucket(2).begin()));
    }

    /// The first step of a set; of an empty one, number 8.
    [[nodiscard]] static flow_step first_of(flow_step_set set) noexcept {
        return static_cast<flow_step>(std::countr_zero(set | 256));
    }

    /// The steps with which paths go on that entered a cell by any of some, mostly one or two.
    [[nodiscard]] static flow_step_set go_on(flow_step_set by, flow_step_set open) noexcept
        requires(is_octile)
    {
        constexpr auto& table = canonical_table<Moves>;
        flow_step_set on = table[first_of(by)][open];
        by &= by - 1;
        on |= table[first_of(by)][open];
        for (by &= by - 1; by != 0; by &= by - 1) on |= table[first_of(by)][open];
        return on;
    }

    /// Whether a cell is within the limit on costs, noted in its byte.
    [[nodiscard]] static bool admits(bounds& limits, std::uint8_t& byte, double length) noexcept {
        const bool was_left_out = byte == flow_byte::beyond;
        if (!limits.admits(length)) {
            byte = flow_byte::beyond;
            was_left_out ? limits.lower_cut(length) : limits.leave_out(length);
            return false;
        }
        byte = flow_byte::none;
        if (was_left_out) limits.take_in();
        return true;
    }

    /// The open neighbours of a cell, by their bytes, which are 0 or 1.
    [[nodiscard]] static flow_step_set open_neighbours(const unsigned char* c,
                                                       std::ptrdiff_t stride) noexcept
        requires(is_octile)
    {
        const unsigned char* const above = c - stride;
        const unsigned char* const below = c + stride;
        return static_cast<flow_step_set>(above[0] | c[1] << 1 | below[0] << 2 | c[-1] << 3 |
                                          above[1] << 4 | below[1] << 5 | below[-1] << 6 |
                                          above[-1] << 7);
    }

    /// Marks what is closed, so that one byte says whether a cell is still to be reached.
    static void mark_walls(cells& field)
        requires(!is_octile)
    {
        const tiled_cells& tiles = field.grid().tiles();
        std::fill_n(field.bytes(), field.grid().index_bound(), flow_byte::wall);
        for (int y = 0; y < field.grid().height(); ++y) {
            std::uint8_t* const row = field.bytes() + field.grid().index({0, y});
            for (int x = 0; x < field.grid().width(); ++x)
                row[x] = tiles.get(x, y) != 0 ? flow_byte::none : flow_byte::wall;
        }
    }

    buffer<std::uint8_t> entered_;       // the steps by which shortest paths enter a cell
    std::array<buffer<id>, 3> buckets_;  // of the lengths from `now_` on
    std::uint64_t now_ = 0;              // the whole length whose bucket is being expanded
    std::size_t taken_ = 0;              // how many of its cells are
};

}  // namespace senda::detail
