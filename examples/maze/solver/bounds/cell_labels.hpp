// SPDX-License-Identifier: MIT
// Labels of walks to or from cells: what they need or leave, the treasures near, and dominance.
#pragma once

#include <maze/solver/distances/distance_table.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace senda::maze::detail {

/// A walk between a cell and the start or the end: the less its key, the better.
struct cell_label {
    loss_points key;
    std::int32_t net;      // the key if it could be less than 1 on the way
    std::uint32_t next;    // label of the same cell
    std::uint64_t memory;  // the treasures near that paid
    std::uint32_t parent;  // the label of the cell before
    place at;
};

/// The labels of all cells, those that none dominates. A cell has few: if there are more, two
/// become one that is as good as both.
class cell_labels {
public:
    static constexpr std::uint32_t none = 0;
    static constexpr loss_points dominated = std::numeric_limits<loss_points>::max();

    cell_labels(memory_budget& budget, std::size_t most_per_cell)
        : most_per_cell_(most_per_cell),
          first_(budget),
          labels_(budget),
          dominated_(budget),
          free_(budget) {}

    /// Forgets all labels; false if there is no room. A treasure takes `pay` off a key.
    [[nodiscard]] bool clear(place bound, loss_points pay) {
        pay_ = pay;
        labels_.clear();
        dominated_.clear();
        free_.clear();
        return first_.assign_zeros(bound) && labels_.push(cell_label{});
    }

    [[nodiscard]] const cell_label& operator[](std::uint32_t id) const noexcept {
        return labels_[id];
    }

    /// The label of a cell with the least key; `none` if it has none.
    [[nodiscard]] std::uint32_t best(place p) const noexcept {
        std::uint32_t least = first_[p];
        for (std::uint32_t id = least; id != none; id = labels_[id].next)
            if (labels_[id].key < labels_[least].key) least = id;
        return least;
    }

    /// Takes in a label; its number, or that of one that is as good as it and another, or `none` if
    /// it is dominated, or if there is no room for it.
    std::uint32_t add(cell_label made) {
        for (;;) {
            std::size_t count = 0;
            for (std::uint32_t* link = &first_[made.at]; *link != none;) {
                cell_label& other = labels_[*link];
                if (dominates(other, made)) return none;
                if (dominates(made, other)) {
                    const std::uint32_t id = *link;
                    *link = other.next;
                    if (!drop(id)) return none;
                    continue;
                }
                ++count;
                link = &other.next;
            }
            if (count < most_per_cell_) break;
            // It dominates both, and takes the place of the other.
            const cell_label& other = labels_[nearest_to(made)];
            const std::uint64_t memory = made.memory & other.memory;
            const std::int32_t net = std::min(made.net, other.net);
            if (other.key < made.key) made = other;
            made.memory = memory;
            made.net = net;
        }
        made.next = first_[made.at];
        if (!free_.empty()) {
            const std::uint32_t id = free_.pop();
            labels_[id] = made;
            return first_[made.at] = id;
        }
        if (labels_.size() > most_labels || !labels_.push(made)) {
            is_full_ = true;
            return none;
        }
        return first_[made.at] = static_cast<std::uint32_t>(labels_.size() - 1);
    }

    /// Takes dominated labels out of a queue and uses their place for others; no other queue may
    /// hold them, and parents are not to be followed any more.
    void recycle(buffer<std::uint32_t>& queue) noexcept {
        std::size_t kept = 0;
        for (const std::uint32_t id : queue)
            if (labels_[id].key != dominated) queue[kept++] = id;
        queue.truncate(kept);
        if (free_.empty()) std::swap(free_, dominated_);
        while (!dominated_.empty() && free_.push(dominated_.back())) (void)dominated_.pop();
        dominated_.clear();
    }

    /// Whether there was no room for a label.
    [[nodiscard]] bool is_full() const noexcept { return is_full_; }

private:
    static constexpr std::size_t most_labels = std::numeric_limits<std::uint32_t>::max() - 1;

    bool drop(std::uint32_t id) {
        labels_[id].key = dominated;
        is_full_ = !dominated_.push(id) || is_full_;
        return !is_full_;
    }

    // What only `a` remembers may still pay `b`; that lessens the net of `b`, and never its key
    // below that of `a` (proof in docs/inside.md).
    [[nodiscard]] bool dominates(const cell_label& a, const cell_label& b) const noexcept {
        if (a.key > b.key || a.net > b.net) return false;
        std::int64_t more = std::int64_t{b.net} - a.net;
        for (std::uint64_t left = a.memory & ~b.memory; left != 0; left &= left - 1) {
            more -= pay_;
            if (more < 0) return false;
        }
        return true;
    }

    /// The label of the same cell that remembers most nearly the same.
    [[nodiscard]] std::uint32_t nearest_to(const cell_label& made) const noexcept {
        std::uint32_t nearest = none;
        int least = std::numeric_limits<int>::max();
        for (std::uint32_t id = first_[made.at]; id != none; id = labels_[id].next) {
            const int difference = std::popcount(labels_[id].memory ^ made.memory);
            if (difference >= least) continue;
            least = difference;
            nearest = id;
        }
        return nearest;
    }

    std::size_t most_per_cell_;
    buffer<std::uint32_t> first_;  // by cell
    buffer<cell_label> labels_;
    buffer<std::uint32_t> dominated_;
    buffer<std::uint32_t> free_;
    std::int64_t pay_ = 0;
    bool is_full_ = false;
};

}  // namespace senda::maze::detail
