// SPDX-License-Identifier: MIT
// A maze cut at its articulation cells: the blocks of its block-cut tree, and what each may bring.
#pragma once

#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace senda::maze::detail {

/// What every step into a cell costs, treasures left aside.
[[nodiscard]] constexpr std::int32_t toll_of(char cell) noexcept {
    return cell >= '0' && cell <= '9' ? cell - '0' : 0;
}

/// The block-cut tree of the cells around the start, with the start as its root: sets of cells that
/// no single cell parts, mostly bridges of two cells, each hanging on one cell of the block before
/// it. Found by depth-first search (Hopcroft and Tarjan 1973) in linear time.
///
/// Those blocks that part the start from the end are the chain; every other block with what hangs
/// on it is a part that a runner can only leave by the cell at which it was entered.
class part_tree {
public:
    using block = std::uint32_t;
    static constexpr block none = std::numeric_limits<block>::max();

    part_tree(const board& b, search_control& control)
        : board_(&b),
          control_(&control),
          order_(control.budget()),
          low_(control.budget()),
          block_of_(control.budget()),
          children_(control.budget()),
          above_(control.budget()),
          members_(control.budget()),
          blocks_(control.budget()),
          chain_(control.budget()) {}

    /// Cuts the maze; false if a limit came first, or if the end cannot be reached.
    [[nodiscard]] bool build() {
        if (!cut()) return false;
        if (block_of_[board_->end()] == none) return false;
        for (place p = board_->end(); p != board_->start(); p = parent(chain_.back())) {
            if (!control_->fits(chain_.push(block_of_[p]))) return false;
            blocks_[block_of_[p]].is_on_chain = true;
        }
        std::reverse(chain_.begin(), chain_.end());
        bound_gains();
        return true;
    }

    /// How many blocks there are. What hangs on a block has a smaller number.
    [[nodiscard]] block size() const noexcept { return static_cast<block>(blocks_.size()); }
    /// The blocks from the start to the end.
    [[nodiscard]] std::span<const block> chain() const noexcept {
        return {chain_.begin(), chain_.end()};
    }
    [[nodiscard]] bool is_on_chain(block b) const noexcept { return blocks_[b].is_on_chain; }
    /// The cell on which a block hangs.
    [[nodiscard]] place parent(block b) const noexcept { return blocks_[b].parent; }
    /// The other cells of a block.
    [[nodiscard]] std::span<const place> cells(block b) const noexcept {
        const std::uint32_t first = b == 0 ? 0 : blocks_[b - 1].last;
        return {members_.begin() + first, members_.begin() + blocks_[b].last};
    }
    [[nodiscard]] bool is_bridge(block b) const noexcept { return cells(b).size() == 1; }
    /// The block that has a cell and does not hang on it.
    [[nodiscard]] block block_of(place p) const noexcept { return block_of_[p]; }
    /// The treasures in a block and in all that hangs on it.
    [[nodiscard]] std::uint32_t treasures(block b) const noexcept { return blocks_[b].treasures; }
    /// No walk from the parent of a block into it and back gains more, with all that hangs on it.
    [[nodiscard]] std::int32_t gain(block b) const noexcept { return blocks_[b].gain; }
    /// No walk from the parent of a block back to it gains more without entering the block.
    [[nodiscard]] std::int32_t gain_elsewhere(block b) const noexcept {
        return above_[parent(b)] + gain_of_children(parent(b)) - gain(b);
    }
    /// What a bridge costs that is crossed to and fro once more.
    [[nodiscard]] std::int32_t toll(block b) const noexcept {
        return toll_of((*board_)[parent(b)]) + toll_of((*board_)[cells(b)[0]]);
    }
    /// Calls `visit(block)` for each block that hangs on a cell and may bring something.
    template <class Visit>
    void for_each_part(place p, const Visit& visit) const {
        if (p == board_->end()) return;
        for (block b = children_[p]; b != none; b = blocks_[b].next)
            if (!blocks_[b].is_on_chain && blocks_[b].gain > 0) visit(b);
    }
    /// What all parts that hang on a cell may gain, the next block of the chain left aside.
    [[nodiscard]] std::int32_t gain_of_parts(place p) const {
        std::int32_t sum = 0;
        for_each_part(p, [&](block b) { sum += gain(b); });
        return sum;
    }

private:
    struct entry {
        place parent;
        std::uint32_t last;  // of its members
        std::uint32_t treasures;
        std::int32_t gain;
        block next;  // that hangs on the same cell
        bool is_on_chain;
    };

    [[nodiscard]] bool cut() {
        const std::size_t bound = board_->bound();
        buffer<place> walk(control_->budget());  // the cells from the start to here
        buffer<place> open(control_->budget());  // the cells whose block is not closed yet
        buffer<std::uint8_t> tried(control_->budget());
        if (!control_->fits(order_.assign_zeros(bound) && low_.assign_zeros(bound) &&
                            block_of_.assign_zeros(bound) && children_.assign_zeros(bound) &&
                            above_.assign_zeros(bound) && tried.assign_zeros(bound)))
            return false;
        std::fill(block_of_.begin(), block_of_.end(), none);
        std::fill(children_.begin(), children_.end(), none);
        std::uint32_t seen = 0;
        const auto enter = [&](place p) {
            order_[p] = low_[p] = ++seen;
            return control_->fits(walk.push(p) && open.push(p)) && control_->tick();
        };
        if (!enter(board_->start())) return false;
        while (!walk.empty()) {
            const place at = walk.back();
            if (tried[at] < directions.size()) {
                const place to = board_->neighbour(at, directions[tried[at]++]);
                if ((*board_)[to] == '#') continue;
                if (order_[to] == 0) {
                    if (!enter(to)) return false;
                } else if (walk.size() < 2 || to != walk[walk.size() - 2]) {
                    low_[at] = std::min(low_[at], order_[to]);
                }
                continue;
            }
            walk.truncate(walk.size() - 1);
            if (walk.empty()) break;
            const place before = walk.back();
            low_[before] = std::min(low_[before], low_[at]);
            if (low_[at] >= order_[before] && !close(before, at, open)) return false;
        }
        return true;
    }

    /// The cells of `open` from `first` on are a block that hangs on `parent`.
    [[nodiscard]] bool close(place parent, place first, buffer<place>& open) {
        const auto number = static_cast<block>(blocks_.size());
        for (;;) {
            const place p = open.back();
            open.truncate(open.size() - 1);
            block_of_[p] = number;
            if (!control_->fits(members_.push(p))) return false;
            if (p == first) break;
        }
        const block next = children_[parent];
        children_[parent] = number;
        return control_->fits(blocks_.push(
            entry{parent, static_cast<std::uint32_t>(members_.size()), 0, 0, next, false}));
    }

    // Sums of what the pieces gain at best. A bridge costs its toll; what the ways within a larger
    // block cost is not counted.
    void bound_gains() {
        constexpr auto pay = static_cast<std::int32_t>(treasure_life);
        const auto own = [&](place p) { return (*board_)[p] == 'T' ? pay : 0; };
        for (block b = 0; b < size(); ++b) {
            std::int32_t sum = is_bridge(b) ? -toll(b) : 0;
            for (const place p : cells(b)) {
                sum += own(p) + gain_of_children(p);
                blocks_[b].treasures += (*board_)[p] == 'T' ? 1 : 0;
                for (block k = children_[p]; k != none; k = blocks_[k].next)
                    blocks_[b].treasures += blocks_[k].treasures;
            }
            blocks_[b].gain = std::max(0, sum);
        }
        for (block b = size(); b-- > 0;) {
            std::int32_t sum = gain_elsewhere(b) - (is_bridge(b) ? toll(b) : 0);
            for (const place p : cells(b)) sum += own(p) + gain_of_children(p);
            for (const place p : cells(b))
                above_[p] = std::max(0, sum - own(p) - gain_of_children(p));
        }
    }

    [[nodiscard]] std::int32_t gain_of_children(place p) const {
        std::int32_t sum = 0;
        if (p == board_->end()) return sum;  // nothing leads on from there
        for (block b = children_[p]; b != none; b = blocks_[b].next) sum += blocks_[b].gain;
        return sum;
    }

    const board* board_;
    search_control* control_;
    buffer<std::uint32_t> order_;  // in which cells were entered, from 1
    buffer<std::uint32_t> low_;
    buffer<block> block_of_;
    buffer<block> children_;      // the last block that hangs on a cell
    buffer<std::int32_t> above_;  // what walks from a cell gain without what hangs on it
    buffer<place> members_;
    buffer<entry> blocks_;
    buffer<block> chain_;
};

}  // namespace senda::maze::detail
