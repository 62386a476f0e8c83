// SPDX-License-Identifier: MIT
// A* with the octile distance between two cells of an 8-connected grid, for `astar`.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/dial/bucket_ring.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/grid/tiles/grid_query.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// How a search keeps the length of the way to a cell, and in its low bits how the cell stands.
/// Without weights ways differ by less than 2^27 units, and that number of bits is enough.
template <class Weight>
struct octile_word {
    using type = std::uint64_t;
    using difference = std::int64_t;
    using units = octile_units<93'222'358, 131'836'323>;
    static constexpr unsigned bucket_shift = 23;
};
template <>
struct octile_word<unweighted> {
    using type = std::uint32_t;
    using difference = std::int32_t;
    using units = octile_units<15'994'428, 22'619'537>;
    static constexpr unsigned bucket_shift = 20;
};

/// A bucket of the queue is a stack of cells whose f is nearly the same. They are not in the order
/// of f, so a cell may be expanded again, and the goal is reached once nothing in its bucket has a
/// smaller f.
template <class G>
class octile_astar : public grid_query {
    using graph = G;
    using weight = typename G::weight_type;
    static constexpr grid_moves moves = G::moves;
    using word = typename octile_word<weight>::type;
    using units = typename octile_word<weight>::units;
    using id = bucket_ring::id;
    static constexpr bool has_weights = !std::same_as<weight, unweighted>;

    // How a cell stands: one more than the step by which it was entered, or none; and if expanded.
    static constexpr word entered_by = 15;
    static constexpr word as_start = 9;
    static constexpr word expanded = 16;
    static constexpr unsigned length_shift = 5;
    static constexpr word length_of = ~word{0} << length_shift;

    static constexpr word straight = word{units::straight} << length_shift;
    static constexpr word diagonal = word{units::diagonal} << length_shift;

    static constexpr word most_weight = 126;  // and estimates of a straight step
    static constexpr std::size_t bucket_mask = 127;
    static constexpr std::size_t most_pushed = 8;
    static constexpr std::size_t words_at_once = 2048;

public:
    using result_type = senda::result<cell, double>;

    /// A search that fits no estimate but the octile distance to the goal, times a whole number.
    octile_astar(const graph& g, cell start, cell goal, const octile<cell>& h, const options& o)
        : grid_query(g, start, goal, o, engine_kind::octile),
          graph_(g),
          words_(control_.budget()),
          buckets_(control_.budget()),
          bounds_(o.limits) {
        if (!control_.running()) return;
        const bool is_weighted = o.weight >= 0 && o.weight != 1;
        const bool is_distance = h.goal == goal && h.scale >= 0 &&
                                 h.scale <= (has_weights ? most_weight : 1) &&
                                 h.scale == static_cast<int>(h.scale);
        decline_reason_ = !is_distance  ? fallback_reason::other_octile
                          : is_weighted ? fallback_reason::weighted_estimate
                                        : fallback_reason::too_long;
        constexpr int most_side = 1 << 16;
        applicable_ =
            is_distance && !is_weighted && g.width() < most_side && g.height() < most_side;
        if (applicable_) scale_ = static_cast<word>(h.scale);
    }

    /// Why another search must answer.
    [[nodiscard]] std::string_view decline_reason() const noexcept { return decline_reason_; }

    /// Searches to the end, or until it meets what does not fit: a path so long that units may be
    /// out of order, or a cell that is too heavy, or too light for the estimate.
    void run() {
        if (!applicable_ || !control_.running() || !begin()) return;
        while (applicable_ && control_.running()) {
            const std::size_t now = bucket();
            buckets_.size(now) == 0 ? next_bucket() : visit(*--buckets_.ends()[now]);
        }
    }

    [[nodiscard]] result_type result() const {
        return answer(units::length(f_).value(), [this] { return path(); });
    }

private:
    [[nodiscard]] bool begin() {
        const std::size_t cells = graph_.index_bound();
        // Pages of the system are zeros, and cost nothing until they are touched.
        const bool is_zero = is_paged(control_.budget(), cells * sizeof(word));
        if (!control_.fits((is_zero ? words_.assign_zeros(cells) : words_.resize(cells)) &&
                           buckets_.prepare(std::max<std::size_t>(cells, 2 * most_pushed))))
            return false;
        buckets_.widen(bucket_mask, 0);
        stride_ = static_cast<std::size_t>(graph_.width()) + 1;
        first_ready_ = is_zero ? 0 : graph_.index(start_) / stride_;
        end_ready_ = is_zero ? cells / stride_ : first_ready_;
        make_ready(graph_.index(start_) / stride_);
        offsets_ = step_offsets(static_cast<std::ptrdiff_t>(stride_));
        goal_at_ = packed(goal_);
        straight_left_ = scale_ * straight;
        diagonal_left_ = scale_ * diagonal;
        has_cost_limit_ = bounds_.cost_limit() < largest_cost<double>;
        widen_for(std::max(scale_, word{1}));
        f_ = whole_estimate();
        words_[graph_.index(start_)] = as_start;
        *buckets_.ends()[bucket()]++ = packed(start_);
        return true;
    }

    /// Clears the words of the rows beside a row, and of some more: a short search does not come to
    /// most of them.
    SENDA_COLD void make_ready(std::size_t row) noexcept {
        const std::size_t some = std::max(words_at_once / stride_, std::size_t{2});
        const auto clear = [this](std::size_t first, std::size_t end) {
            std::fill(words_.data() + first * stride_, words_.data() + end * stride_, word{0});
        };
        if (row <= first_ready_ && first_ready_ != 0) {
            const std::size_t end = std::exchange(first_ready_, row - std::min(some, row));
            clear(first_ready_, end);
        }
        const std::size_t rows = words_.size() / stride_;
        if (row + 1 >= end_ready_ && end_ready_ != rows) {
            const std::size_t first = std::exchange(end_ready_, std::min(row + some, rows));
            clear(first, end_ready_);
        }
    }

    [[nodiscard]] std::uint64_t whole_estimate() const noexcept {
        return scale_ * units::sum(octile_distance(start_, goal_));
    }

    /// The bucket of the least f, and that of any.
    [[nodiscard]] std::size_t bucket() const noexcept {
        return static_cast<std::size_t>(f_ >> bucket_shift_) & bucket_mask;
    }
    [[nodiscard]] std::size_t bucket_of(word f) const noexcept {
        return static_cast<std::size_t>(f >> (bucket_shift_ + length_shift)) & bucket_mask;
    }
    [[nodiscard]] std::uint64_t bucket_width() const noexcept {
        return std::uint64_t{1} << bucket_shift_;
    }

    /// Goes on to the next bucket with cells.
    void next_bucket() {
        if (is_reached_ || pruned_ != none) {
            f_ = is_reached_ ? whole(goal_f_) : pruned_;
            return control_.end(is_reached_ ? status::found : status::cost_limit);
        }
        for (std::size_t tries = 0; tries <= bucket_mask; ++tries) {
            f_ = ((f_ >> bucket_shift_) + 1) << bucket_shift_;
            if (buckets_.size(bucket()) == 0) continue;
            applicable_ = f_ < units::most;
            if (!applicable_) f_ = std::min(least_f(), units::most);
            return;
        }
        control_.end(status::exhausted);
    }

    SENDA_ALWAYS_INLINE void visit(id at) {
        const std::size_t index = index_of(at);
        const word known = words_[index];
        if ((known & expanded) != 0) return;  // it was queued twice
        const word f = (known & length_of) + estimate(at);
        if ((is_reached_ && !is_less(f, goal_f_)) || (has_cost_limit_ && !is_within_limit(f)))
            return;
        if (at == goal_at_) {
            is_reached_ = true;
            goal_f_ = f;
        } else if (has_room() && control_.may_expand()) {
            words_[index] = known | expanded;
            expand(at, index, known);
        } else {
            f_ = std::min(whole(f), least_f());
        }
    }

    /// Whether each bucket can take all that a cell leads to.
    [[nodiscard]] bool has_room() {
        if (room_ < most_pushed) [[unlikely]]
            room_ = buckets_.make_room();
        return control_.fits(room_ >= most_pushed);
    }

    /// Queues what a cell leads to by a shorter way than any before.
    SENDA_ALWAYS_INLINE void expand(id at, std::size_t index, word known) {
        const std::size_t row = (at >> 16) + 1;
        if (row <= first_ready_ || row + 1 >= end_ready_) [[unlikely]]
            make_ready(row);
        word* const words = words_.data() + index;
        const auto* const cells = graph_.data() + index;
        id** const ends = buckets_.ends();
        unsigned left = steps_from(cells, static_cast<unsigned>(known & entered_by) - 1);
        std::uint64_t edges = 0;
        for (; left != 0; left &= left - 1) {
            const auto step = static_cast<unsigned>(std::countr_zero(left));
            ++edges;
            word length = step < 4 ? straight : diagonal;
            if constexpr (has_weights) {
                const auto entered = cells[offsets_[step]];
                if (std::cmp_less(entered, scale_) || std::cmp_greater(entered, heaviest_))
                    [[unlikely]] {
                    const std::uint64_t least =
                        std::min(whole((known & length_of) + estimate(at)), least_f());
                    if (!admit(entered)) {
                        f_ = least;
                        return;
                    }
                }
                length *= static_cast<word>(entered);
            }
            length += known & length_of;
            word& there = words[offsets_[step]];
            if (there != 0 && !is_less(length, there & length_of)) continue;
            if ((there & expanded) != 0) control_.count_reopened();
            there = length | (step + 1);
            const id to = at + steps_[step];
            *ends[bucket_of(length + estimate(to))]++ = to;
            --room_;
        }
        control_.count_generated(edges);
    }

    /// The steps out of a cell; without weights, those of canonical paths.
    [[nodiscard]] unsigned steps_from(const auto* at, unsigned entered) const noexcept {
        const auto open = [at](std::ptrdiff_t offset) {
            if constexpr (has_weights) {
                return unsigned{at[offset] != graph::closed};
            } else {
                return unsigned{at[offset]};
            }
        };
        const step_set around = open_around(static_cast<std::ptrdiff_t>(stride_), open);
        if constexpr (has_weights) {
            return steps_out<moves>(around);
        } else {
            return canonical_table<moves>[entered][around];
        }
    }

    /// Makes buckets so wide that their ring has room for the f of a cell with that weight.
    void widen_for(word heavier) noexcept {
        const auto range = [this] {
            return (word{bucket_mask} << bucket_shift_) / units::diagonal;
        };
        while (range() < heavier + scale_) ++bucket_shift_;
        heaviest_ = range() - scale_;
    }

    /// Widens the buckets for a heavier cell; false if the cell does not fit.
    [[nodiscard]] SENDA_COLD bool admit(auto heavier) {
        const bool is_light = std::cmp_less(heavier, scale_);
        applicable_ = !is_light && !std::cmp_greater(heavier, most_weight);
        decline_reason_ = is_light ? fallback_reason::other_octile : fallback_reason::heavy_cell;
        if (!applicable_) return false;
        buffer<id> waiting(control_.budget());
        for (std::size_t i = 0; i <= bucket_mask; ++i) {
            for (std::size_t k = 0; k < buckets_.size(i); ++k)
                if (!control_.fits(waiting.push(buckets_.begin(i)[k]))) return false;
            buckets_.clear(i);
        }
        widen_for(static_cast<word>(heavier));
        for (const id at : waiting) {
            if (!has_room()) return false;
            *buckets_.ends()[bucket_of((words_[index_of(at)] & length_of) + estimate(at))]++ = at;
            --room_;
        }
        return has_room();
    }

    /// Whether one length is less than another that differs by less than half of the modulus.
    [[nodiscard]] static bool is_less(word a, word b) noexcept {
        return static_cast<typename octile_word<weight>::difference>(a - b) < 0;
    }

    /// The f of a cell in the bucket of the least f, not modulo anything.
    [[nodiscard]] std::uint64_t whole(word f) const noexcept {
        const std::uint64_t within = bucket_width() - 1;
        return (f_ & ~within) + (std::uint64_t{f} >> length_shift & within);
    }

    [[nodiscard]] bool is_within_limit(word f) {
        if (bounds_.admits(units::length(whole(f)).value())) return true;
        pruned_ = std::min(pruned_, whole(f));
        return false;
    }

    /// The least f of those in the bucket.
    [[nodiscard]] SENDA_COLD std::uint64_t least_f() const {
        std::uint64_t least = none;
        const std::size_t now = bucket();
        for (std::size_t i = 0; i < buckets_.size(now); ++i) {
            const id at = buckets_.begin(now)[i];
            const word known = words_[index_of(at)];
            if ((known & expanded) == 0)
                least = std::min(least, whole((known & length_of) + estimate(at)));
        }
        return least;
    }

    // Cells wait as y and x, 16 bits each.
    [[nodiscard]] static id packed(cell c) noexcept {
        return static_cast<id>(c.y) << 16 | static_cast<id>(c.x);
    }
    [[nodiscard]] std::size_t index_of(id at) const noexcept {
        return static_cast<std::size_t>((at >> 16) + 1) * stride_ + (at & 0xFFFF) + 1;
    }
    static constexpr std::array<id, 8> steps_ = step_offsets(id{65536});

    /// What is left to the goal as if there were no walls.
    [[nodiscard]] word estimate(id at) const noexcept {
        const auto apart = [](id a, id b) { return a < b ? b - a : a - b; };
        const id across = apart(at & 0xFFFF, goal_at_ & 0xFFFF);
        const id along = apart(at >> 16, goal_at_ >> 16);
        const id shorter = std::min(across, along);
        return (std::max(across, along) - shorter) * straight_left_ + shorter * diagonal_left_;
    }

    [[nodiscard]] std::vector<cell> path() const {
        std::vector<cell> path{goal_};
        while (path.back() != start_) {
            const cell at = path.back();
            const auto step = static_cast<unsigned>(words_[graph_.index(at)] & entered_by) - 1;
            path.push_back({at.x - eight_steps[step].x, at.y - eight_steps[step].y});
        }
        std::reverse(path.begin(), path.end());
        return path;
    }

    static constexpr std::uint64_t none = ~std::uint64_t{0};

    const graph& graph_;
    buffer<word> words_;
    bucket_ring buckets_;
    cost_bounds<double> bounds_;
    std::size_t stride_ = 0;
    std::size_t first_ready_ = 0;  // the rows of words that are cleared, those of the ring included
    std::size_t end_ready_ = 0;
    std::array<std::ptrdiff_t, 8> offsets_{};
    id goal_at_ = 0;
    word straight_left_ = 0;  // the estimate of each kind of step
    word diagonal_left_ = 0;
    word scale_ = 0;
    word heaviest_ = 0;
    unsigned bucket_shift_ =
        octile_word<weight>::bucket_shift;  // how many bits of f are within a bucket
    std::uint64_t f_ = 0;                   // no f is less; its bucket is expanded
    word goal_f_ = 0;                       // of the shortest path so far
    bool is_reached_ = false;               // whether there is one
    bool has_cost_limit_ = false;           // a limit on costs
    std::uint64_t pruned_ = none;           // the least f beyond it
    std::size_t room_ = 0;                  // what every bucket can take
    std::string_view decline_reason_ = {};
};

}  // namespace senda::detail
