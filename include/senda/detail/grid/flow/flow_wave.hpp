// SPDX-License-Identifier: MIT
// A flow field of a grid without weights, from nothing: a wave that spreads from the goals.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/grid/flow/flow_cells.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

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
        step_number step;
    };
    /// The steps with which paths go on from a cell, by its byte and the open cells around it: from
    /// a goal all, from others those of the shortest path that was found first. See
    /// `canonical_steps` for why others as short need not go on.
    static constexpr auto steps_by_byte = [] {
        std::array<std::array<std::uint8_t, 256>, flow_byte::goal + 1> table{};
        if constexpr (is_octile) {
            for (step_number s = 0; s < 8; ++s)
                table[flow_byte::of(opposite(s))] = canonical_table<Moves>[s];
            table[flow_byte::goal] = canonical_table<Moves>[8];
        }
        return table;
    }();
    /// The steps of a set one after the other, three bits each, and from bit 24 on how many.
    static constexpr std::array<std::uint32_t, 256> step_lists = [] {
        std::array<std::uint32_t, 256> lists{};
        for (step_set set = 0; set < 256; ++set) {
            unsigned count = 0;
            for (step_number s = 0; s < 8; ++s)
                if ((set >> s & 1) != 0) lists[set] |= s << 3 * count++;
            lists[set] |= count << 24;
        }
        return lists;
    }();

public:
    explicit flow_wave(memory_budget& budget) noexcept
        : buckets_{buffer<id>(budget), buffer<id>(budget), buffer<id>(budget)} {}

    /// Forgets what was before, and looks at the map if it must.
    void prepare(cells& field) noexcept {
        release();
        now_ = 0;
        taken_ = 0;
        if constexpr (!is_octile) mark_walls(field);
    }

    /// Gives all memory back.
    void release() noexcept {
        for (buffer<id>& b : buckets_) b.release();
    }

    /// Adds a goal, an open cell; false if there is no memory.
    [[nodiscard]] bool add_goal(cells& field, id c) {
        std::uint8_t& byte = field.bytes()[c];
        if (byte == flow_byte::goal) return true;
        byte = flow_byte::goal;
        if constexpr (is_octile) field.labels()[c] = metric::at_goal;
        return bucket(0).push(c);
    }

    /// Expands at most `most` cells, or ends the search.
    void advance(cells& field, search_control& control, bounds& limits, std::uint64_t most) {
        if (taken_ == bucket(0).size() && !turn()) return control.end(completed(limits.ending()));
        const std::size_t left = std::min(bucket(0).size() - taken_, most_at_once);
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, most));
        if (!has_room(8 * wanted)) return control.end(status::memory_limit);
        const auto many = static_cast<std::size_t>(control.request_expansions(wanted));
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
            static_cast<double>(limits.cost_limit()) < static_cast<double>(now_) + 3;
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
            for (step_number s = 0; s < 4; ++s) {
                const id to = *first + offsets[s];
                if (bytes[to] != flow_byte::none) continue;
                if (IsNearLimit && !limits.admits(length)) {
                    bytes[to] = flow_byte::beyond;
                    limits.prune(length);
                    continue;
                }
                bytes[to] = static_cast<std::uint8_t>(flow_byte::of(opposite(s)));
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
        for (; first != last; ++first) {
            const id c = *first;
            bytes[c] &= static_cast<std::uint8_t>(~flow_byte::tentative);
            const step_set around = open_around(
                stride, [at = grid + c](std::ptrdiff_t to) { return unsigned{at[to]}; });
            const std::uint32_t list = step_lists[steps_by_byte[bytes[c]][around]];
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
        std::uint8_t* const bytes = field.bytes();
        id* next = bucket(1).end();
        id* behind_next = bucket(2).end();
        const label last_of_next = ~((now_ + 2) * metric::units::straight);
        for (; first != last; ++first) {
            const auto [from, s] = *first;
            const id to = from + offsets[s];
            const label there = metric::before(labels[from], is_diagonal(s), 1);
            const label known = labels[to];
            if (IsNearLimit && there > known && !admits(limits, bytes[to], metric::value(there)))
                continue;
            const unsigned before = bytes[to];
            const unsigned now = flow_byte::of(opposite(s)) | flow_byte::tentative;
            const unsigned is_nearer = there > known;
            const std::size_t is_behind = is_nearer & unsigned{there <= last_of_next};
            labels[to] = std::max(there, known);
            bytes[to] = static_cast<std::uint8_t>(before ^ ((before ^ now) & (0 - is_nearer)));
            // It is written to both buckets, and at most one of them grows.
            *next = *behind_next = to;
            next += is_nearer - is_behind;
            behind_next += is_behind;
        }
        bucket(1).set_size(static_cast<std::size_t>(next - bucket(1).begin()));
        bucket(2).set_size(static_cast<std::size_t>(behind_next - bucket(2).begin()));
    }

    /// Whether a cell is within the limit on costs, noted in its byte.
    [[nodiscard]] static bool admits(bounds& limits, std::uint8_t& byte, double length) noexcept {
        const bool was_pruned = byte == flow_byte::beyond;
        if (!limits.admits(length)) {
            byte = flow_byte::beyond;
            was_pruned ? limits.lower_pruned_bound(length) : limits.prune(length);
            return false;
        }
        byte = flow_byte::none;
        if (was_pruned) limits.readmit();
        return true;
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

    std::array<buffer<id>, 3> buckets_;  // of the lengths from `now_` on
    std::uint64_t now_ = 0;              // the whole length whose bucket is being expanded
    std::size_t taken_ = 0;              // how many of its cells are
};

}  // namespace senda::detail
