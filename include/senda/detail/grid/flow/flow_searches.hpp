// SPDX-License-Identifier: MIT
// What a flow field keeps of each cell, and what makes it: a wave that spreads from the goals over
// a grid without weights; and a repair where the map changed, which also makes a field with weights
// from nothing.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <type_traits>

namespace senda::detail {

/// The weights of the cells that a path enters by straight steps, and by diagonal ones.
struct octile_weights {
    double straight = 0;
    double diagonal = 0;

    [[nodiscard]] constexpr double value() const noexcept {
        return straight + diagonal * std::numbers::sqrt2;
    }
};

/// The label of a cell, and how it changes by a step before. Without weights, lengths of
/// 8-connected paths are whole units, and labels count them down from the most there is: what is
/// not labelled yet, 0, is further than anything.
template <class Grid>
struct flow_metric;

template <grid_moves Moves, class Weight>
struct flow_metric<basic_grid<Moves, Weight>> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    static constexpr bool is_octile = Moves != grid_moves::straight;
    static constexpr bool has_units = is_octile && !has_weights;
    static constexpr bool is_whole = !has_weights || std::integral<Weight>;

    using units = map_units;
    using cost = cost_of<basic_grid<Moves, Weight>, cell>;
    /// What is compared: units, or the cost itself.
    using length = std::conditional_t<has_units, std::uint64_t, cost>;
    using label = std::conditional_t<is_octile && has_weights, octile_weights, length>;

    /// The label of a goal.
    static constexpr label at_goal = [] {
        if constexpr (has_units) {
            return ~label{0};
        } else {
            return label{};
        }
    }();

    [[nodiscard]] static constexpr length length_of(const label& l) noexcept {
        if constexpr (has_units) {
            return ~l;
        } else if constexpr (is_octile) {
            return l.value();
        } else {
            return l;
        }
    }
    [[nodiscard]] static constexpr cost value(const label& l) noexcept {
        if constexpr (has_units) {
            return units::length(length_of(l)).value();
        } else {
            return length_of(l);
        }
    }
    /// The whole steps in a length, where weights are whole.
    [[nodiscard]] static constexpr std::uint64_t whole_steps(length l) noexcept
        requires(is_whole)
    {
        if constexpr (has_units) {
            return l / units::straight;
        } else {
            constexpr double most = 1e18;  // behind that, order is by the length alone
            return static_cast<std::uint64_t>(std::min(static_cast<double>(l), most));
        }
    }

    /// The label of a cell from which a step enters one with the label `l`, which weighs `entered`.
    template <class Number>
    [[nodiscard]] static constexpr label before(const label& l, [[maybe_unused]] bool is_diagonal,
                                                [[maybe_unused]] Number entered) noexcept {
        if constexpr (has_units) {
            return l - (is_diagonal ? units::diagonal : units::straight);
        } else if constexpr (is_octile) {
            const auto more = static_cast<double>(entered);
            return is_diagonal ? label{l.straight, l.diagonal + more}
                               : label{l.straight + more, l.diagonal};
        } else {
            return add_costs(l, static_cast<cost>(entered));
        }
    }
};

/// What the byte of a cell says. From `first_step` to `goal` it has a label, too.
namespace flow_byte {
inline constexpr std::uint8_t none = 0;        ///< not reached
inline constexpr std::uint8_t beyond = 1;      ///< met, but beyond the limit on costs
inline constexpr std::uint8_t first_step = 2;  ///< the first of the eight steps
inline constexpr std::uint8_t goal = 10;       ///< stay
inline constexpr std::uint8_t wall = 11;       ///< closed: some searches mark these cells
inline constexpr std::uint8_t tentative = 16;  ///< with a step: the label may still change

/// The byte of a cell from which a step leads on.
[[nodiscard]] constexpr unsigned of(step_number s) noexcept { return first_step + s; }
}  // namespace flow_byte

/// A byte a cell and, while it is needed, a label; cells go by their index in the grid.
template <class Grid>
class flow_cells;

template <grid_moves Moves, class Weight>
class flow_cells<basic_grid<Moves, Weight>> {
    using graph = basic_grid<Moves, Weight>;

public:
    using id = typename graph::index_type;
    using metric = flow_metric<graph>;
    using label = typename metric::label;
    using cost = typename metric::cost;

    flow_cells(const graph& g, memory_budget& budget)
        : graph_(&g),
          offsets_(step_offsets(static_cast<id>(g.width()) + 1)),
          bytes_(budget),
          labels_(budget) {}

    /// Takes memory that is all `none`; false without any.
    [[nodiscard]] bool prepare(bool with_labels) {
        return bytes_.assign_zeros(graph_->index_bound()) &&
               (!with_labels || labels_.assign_zeros(graph_->index_bound()));
    }
    void release_labels() noexcept { labels_.release(); }

    [[nodiscard]] std::uint64_t bytes_held() const noexcept {
        return bytes_.capacity() + labels_.capacity() * sizeof(label);
    }

    [[nodiscard]] const graph& grid() const noexcept { return *graph_; }
    [[nodiscard]] std::uint8_t* bytes() noexcept { return bytes_.data(); }
    [[nodiscard]] label* labels() noexcept { return labels_.data(); }
    [[nodiscard]] std::uint8_t byte(id c) const noexcept { return bytes_[c]; }
    [[nodiscard]] cost value(id c) const noexcept { return metric::value(labels_[c]); }
    [[nodiscard]] auto length(id c) const noexcept { return metric::length_of(labels_[c]); }

    /// Whether there is memory at all.
    [[nodiscard]] bool is_prepared() const noexcept { return !bytes_.empty(); }
    [[nodiscard]] bool is_reached(id c) const noexcept {
        return bytes_[c] >= flow_byte::first_step && bytes_[c] <= flow_byte::goal;
    }
    /// Whether it is reached, and by that step.
    [[nodiscard]] bool leads(id c, step_number s) const noexcept {
        return bytes_[c] == flow_byte::of(s);
    }
    /// The cell a step away; in ids steps may wrap around, as differences of unsigned numbers do.
    [[nodiscard]] id after(id c, step_number s) const noexcept { return c + offsets_[s]; }
    [[nodiscard]] const std::array<id, 8>& offsets() const noexcept { return offsets_; }

    [[nodiscard]] bool is_open(id c) const noexcept {
        if constexpr (Moves == grid_moves::straight && !metric::has_weights) {
            return graph_->open(graph_->node(c));
        } else {
            return graph_->data()[c] != graph::closed;
        }
    }
    /// What entering a cell counts for.
    [[nodiscard]] auto weight(id c) const noexcept {
        if constexpr (metric::has_weights) {
            return graph_->data()[c];
        } else {
            (void)c;
            return steps{1};
        }
    }

    /// The steps out of a cell, which are also those into it; none if it is closed.
    [[nodiscard]] step_set steps_of(id c) const noexcept {
        if (!is_open(c)) return 0;
        step_set open = 0;
        if constexpr (Moves == grid_moves::straight && !metric::has_weights) {
            const cell at = graph_->node(c);
            for (step_number s = 0; s < 4; ++s) {
                open |=
                    step_set{graph_->tiles().get(at.x + eight_steps[s].x, at.y + eight_steps[s].y)}
                    << s;
            }
        } else {
            for (step_number s = 0; s < 8; ++s) open |= step_set{is_open(after(c, s))} << s;
        }
        return steps_out<Moves>(open);
    }

    /// The label of a cell from which a step leads to a reached one.
    [[nodiscard]] label label_before(id to, step_number s) const noexcept {
        return metric::before(labels_[to], is_diagonal(s), weight(to));
    }

private:
    const graph* graph_;
    std::array<id, 8> offsets_;
    buffer<std::uint8_t> bytes_;
    buffer<label> labels_;
};

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
        node_state state = byte == flow_byte::beyond ? node_state::pruned : node_state::open;
        const bool is_admitted = limits.update_state(state, length);
        byte = is_admitted ? flow_byte::none : flow_byte::beyond;
        return is_admitted;
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

/// After a change labels may be too small or too large. First those are withdrawn that no neighbour
/// supports any more, cheapest first, as G. Ramalingam and T. Reps do ("An Incremental Algorithm
/// for a Generalization of the Shortest-Path Problem", 1996); then what is around is connected
/// again to the best neighbour, and Dijkstra's algorithm lowers labels until all are right.
template <class Grid>
class flow_repair {
    using cells = flow_cells<Grid>;
    using id = typename cells::id;
    using label = typename cells::label;
    using metric = typename cells::metric;
    using cost = typename cells::cost;
    using length = typename metric::length;
    using bounds = cost_bounds<cost>;

    struct queued {
        length queued_at;  // by the label with which it was queued
        id c;
    };
    struct cheaper {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.queued_at < b.queued_at;
        }
    };
    // Buckets of a whole length where weights are whole; where steps are diagonal in order inside.
    using heap = four_ary_heap<queued, cheaper>;
    using buckets =
        bucket_queue<std::uint64_t, queued, std::conditional_t<metric::is_octile, cheaper, fifo>>;
    using queue = std::conditional_t<metric::is_whole, buckets, heap>;

public:
    explicit flow_repair(memory_budget& budget) noexcept
        : suspects_(budget), loose_(budget), open_(budget) {}

    void clear() noexcept {
        suspects_.clear();
        loose_.clear();
        open_.clear();
    }

    /// Adds a goal, an open cell; false if there is no memory.
    [[nodiscard]] bool add_goal(cells& field, bounds& limits, id c) {
        return settle(field, limits, c, flow_byte::goal, metric::at_goal);
    }

    /// Notes that a step out of the cell, or into it, may have changed; false without memory.
    [[nodiscard]] bool note(const cells& field, id c) {
        return suspect(field, c) && loose_.push(c);
    }

    /// Takes one cell out of a queue and does what is to be done, or ends the search.
    template <class IsGoal>
    void advance(cells& field, search_control& control, bounds& limits, const IsGoal& is_goal) {
        if (suspects_.empty() && loose_.empty() && open_.empty())
            return control.end(completed(limits.ending()));
        if (!control.may_expand()) return;
        bool has_memory = true;
        if (!suspects_.empty()) {
            has_memory = examine(field, limits, suspects_.pop(), is_goal);
        } else if (!loose_.empty()) {
            has_memory = connect(field, limits, loose_.pop(), is_goal);
        } else {
            has_memory = expand(field, control, limits, take_open());
        }
        control.fits(has_memory);
    }

private:
    template <class Visit>
    static void for_each_step(step_set steps, Visit&& visit) {
        for (; steps != 0; steps &= steps - 1)
            visit(static_cast<step_number>(std::countr_zero(steps)));
    }

    [[nodiscard]] static bool is_shorter(const label& a, const label& b) noexcept {
        return metric::length_of(a) < metric::length_of(b);
    }

    [[nodiscard]] bool put_open(const queued& q) {
        if constexpr (metric::is_whole) {
            return open_.push(metric::whole_steps(q.queued_at), q);
        } else {
            return open_.push(q);
        }
    }
    [[nodiscard]] queued take_open() {
        if constexpr (metric::is_whole) {
            return open_.pop().second;
        } else {
            return open_.pop();
        }
    }

    [[nodiscard]] bool suspect(const cells& field, id c) {
        return !field.is_reached(c) || suspects_.push({field.length(c), c});
    }

    /// Gives a cell a step and a label, unless it is beyond the limit; false without memory.
    [[nodiscard]] bool settle(cells& field, bounds& limits, id c, unsigned byte, const label& l) {
        std::uint8_t& now = field.bytes()[c];
        const cost value = metric::value(l);
        const bool was_pruned = now == flow_byte::beyond;
        if (!limits.admits(value) || value == infinite<cost>) {
            if (was_pruned) {
                limits.lower_pruned_bound(value);
            } else if (now < flow_byte::first_step || now > flow_byte::goal) {
                now = flow_byte::beyond;
                limits.prune(value);
            }
            return true;
        }
        if (was_pruned) limits.readmit();
        now = static_cast<std::uint8_t>(byte);
        field.labels()[c] = l;
        return put_open({metric::length_of(l), c});
    }

    [[nodiscard]] bool is_stale(const cells& field, const queued& q) const noexcept {
        return !field.is_reached(q.c) || field.length(q.c) != q.queued_at;
    }

    /// Whether a step leads from a cell to a reached one without raising the label of the cell.
    [[nodiscard]] bool supports(const cells& field, id c, step_number s) const noexcept {
        const id to = field.after(c, s);
        return field.is_reached(to) &&
               !(metric::length_of(field.label_before(to, s)) > field.length(c));
    }

    // A cheaper neighbour is no suspect any more. One of the same cost, where weights are 0, may
    // depend on this cell: it will not do as another support.
    template <class IsGoal>
    [[nodiscard]] bool examine(cells& field, bounds& limits, const queued& q,
                               const IsGoal& is_goal) {
        if (is_stale(field, q)) return true;
        const id c = q.c;
        const step_set steps = field.steps_of(c);
        if (field.byte(c) == flow_byte::goal) {
            return (field.is_open(c) && is_goal(c)) || withdraw(field, c);
        }
        const auto by = static_cast<step_number>(field.byte(c) - flow_byte::first_step);
        if ((steps >> by & 1) != 0 && supports(field, c, by)) return true;
        for (step_set left = steps; left != 0; left &= left - 1) {
            const auto s = static_cast<step_number>(std::countr_zero(left));
            if (!supports(field, c, s) || !(field.length(field.after(c, s)) < q.queued_at))
                continue;
            return settle(field, limits, c, flow_byte::of(s),
                          field.label_before(field.after(c, s), s));
        }
        return withdraw(field, c);
    }

    /// Takes the label back, and suspects all whose paths lead through the cell.
    [[nodiscard]] bool withdraw(cells& field, id c) {
        field.bytes()[c] = flow_byte::none;
        for (step_number s = 0; s < 8; ++s) {
            const id from = field.after(c, s);
            if (field.leads(from, opposite(s)) && !suspect(field, from)) return false;
        }
        return loose_.push(c);
    }

    /// Gives a cell the best label that its neighbours have to offer, if it is better.
    template <class IsGoal>
    [[nodiscard]] bool connect(cells& field, bounds& limits, id c, const IsGoal& is_goal) {
        if (!field.is_open(c)) {
            if (field.byte(c) == flow_byte::beyond) limits.readmit();
            field.bytes()[c] = flow_byte::none;
            return true;
        }
        if (is_goal(c)) {
            return field.byte(c) == flow_byte::goal || add_goal(field, limits, c);
        }
        label best{};
        unsigned by = flow_byte::none;
        for_each_step(field.steps_of(c), [&](step_number s) {
            if (!field.is_reached(field.after(c, s))) return;
            const label offered = field.label_before(field.after(c, s), s);
            if (by != flow_byte::none && !is_shorter(offered, best)) return;
            best = offered;
            by = flow_byte::of(s);
        });
        if (by == flow_byte::none) return true;
        if (field.is_reached(c) && !is_shorter(best, field.labels()[c])) return true;
        return settle(field, limits, c, by, best);
    }

    [[nodiscard]] bool expand(cells& field, search_control& control, bounds& limits,
                              const queued& q) {
        if (is_stale(field, q)) return true;
        if (is_negative(field.weight(q.c))) {
            control.end(status::negative_cost);
            return true;
        }
        const step_set steps = field.steps_of(q.c);
        bool has_memory = true;
        for_each_step(steps, [&](step_number s) {
            const id from = field.after(q.c, s);
            const label offered = field.label_before(q.c, s);
            if (field.is_reached(from) && !is_shorter(offered, field.labels()[from])) return;
            has_memory =
                has_memory && settle(field, limits, from, flow_byte::of(opposite(s)), offered);
        });
        control.count_generated(static_cast<std::uint64_t>(std::popcount(steps)));
        return has_memory;
    }

    heap suspects_;     // labels that may be too small
    buffer<id> loose_;  // cells to be connected to the best neighbour
    queue open_;        // labels that others may be lowered by
};

}  // namespace senda::detail
