// SPDX-License-Identifier: MIT
// The tree of Monte-Carlo search: one array of fixed size, in which nothing moves while it grows.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/games/position.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::games::detail {

using senda::detail::compare_exchange;
using senda::detail::fetch_add;
using senda::detail::load;
using senda::detail::store;

/// What is known for certain of a move, for the player who makes it.
enum class proof : std::uint8_t { none, loss, draw, win };

/// What the end of a game is for the player to move.
[[nodiscard]] constexpr proof proof_of(outcome end) noexcept {
    return end == outcome::win ? proof::win : end == outcome::draw ? proof::draw : proof::loss;
}

[[nodiscard]] constexpr proof opposite(proof p) noexcept {
    return p == proof::win ? proof::loss : p == proof::loss ? proof::win : p;
}

/// The value for a player for whom the end is known.
[[nodiscard]] constexpr double value_of(proof p) noexcept {
    return p == proof::win ? 1 : p == proof::loss ? 0 : 0.5;
}

/// A move that was tried, or will be. All values are for the player who makes it.
template <class Move>
struct mcts_node {
    std::uint64_t sum;     // of the values of all simulations, in units of 1 / value_unit
    std::uint32_t visits;  // counted on the way down: until the value comes it is a virtual loss,
                           // and other threads go elsewhere
    std::uint32_t moves;   // the first block of moves that follow; 0: not made yet
    float first;           // the value of the first simulation; 0: none has come back
    float minimax;         // the value by minimax over what was evaluated
    float policy;          // its part of the softmax over the priors of its position's moves
    proof proven;
    std::uint8_t is_expanding;  // by a thread
    Move move;

    static constexpr double value_unit = 1U << 30U;
};

/// The moves of a position as blocks of nodes, linked, the most promising first. A block comes
/// after the one that holds its position, so one pass in order meets parents before children.
template <class Move>
    requires std::is_trivially_copyable_v<Move>
class mcts_tree {
public:
    using node = mcts_node<Move>;

    struct block {
        std::uint32_t next;       // the next block of the same position; 0: none
        std::uint32_t count;      // nodes in this block
        std::uint32_t total;      // first block only: legal moves of the position
        std::uint32_t made;       // first block only: nodes in all its blocks
        std::uint32_t new_place;  // while the tree is compacted; 0: nowhere
    };

    static constexpr std::uint32_t root = 1;

    explicit mcts_tree(memory_budget& budget) noexcept : slots_(budget) {}

    /// Makes an empty tree within `bytes`; false if there is no memory for it.
    [[nodiscard]] bool resize(std::uint64_t bytes) {
        const std::uint64_t fit = std::min<std::uint64_t>(
            bytes / sizeof(slot), std::numeric_limits<std::uint32_t>::max() - 1);
        if (fit < 2 || !slots_.assign_zeros(static_cast<std::size_t>(fit))) return false;
        clear();
        return true;
    }

    /// Leaves the root only, without a visit.
    void clear() {
        if (slots_.empty()) return;
        slots_[0].b = block{0, 1, 1, 1, 0};
        slots_[root].n = node{};
        used_ = 2;
    }

    [[nodiscard]] bool has_room() const noexcept { return !slots_.empty(); }
    [[nodiscard]] node& operator[](std::uint32_t i) noexcept { return slots_[i].n; }
    [[nodiscard]] const node& operator[](std::uint32_t i) const noexcept { return slots_[i].n; }
    [[nodiscard]] std::uint64_t size() const noexcept { return load(used_); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return size() * sizeof(slot); }

    /// A block with room for `count` nodes, which follow it; 0 if the tree is full.
    [[nodiscard]] std::uint32_t allocate(std::uint32_t count) {
        for (;;) {
            const std::uint32_t at = load(used_);
            if (count >= slots_.size() - at) return 0;
            if (!compare_exchange(used_, at, at + count + 1)) continue;
            slots_[at].b = block{0, count, 0, 0, 0};
            return at;
        }
    }

    struct move_counts {
        std::uint32_t made = 0;   // that have a node
        std::uint32_t total = 0;  // that are legal; 0 until the first has a node
    };
    [[nodiscard]] move_counts count_moves(std::uint32_t at) const {
        const std::uint32_t first = load(slots_[at].n.moves);
        if (first == 0) return {};
        return {load(slots_[first].b.made), slots_[first].b.total};
    }

    /// Hangs a block that is complete onto a position, which then has `made` of `total` moves.
    void append(std::uint32_t at, std::uint32_t fresh, std::uint32_t made, std::uint32_t total) {
        const std::uint32_t first = load(slots_[at].n.moves);
        if (first == 0) {
            slots_[fresh].b.total = total;
            slots_[fresh].b.made = made;
            store(slots_[at].n.moves, fresh);
            return;
        }
        std::uint32_t last = first;
        while (const std::uint32_t next = load(slots_[last].b.next)) last = next;
        store(slots_[last].b.next, fresh);
        store(slots_[first].b.made, made);
    }

    /// Calls `f(index)` for the moves after a node, until it says no.
    template <class F>
    void for_each_child(std::uint32_t parent, F f) const {
        for (std::uint32_t at = load(slots_[parent].n.moves); at != 0; at = load(slots_[at].b.next))
            for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i)
                if (!f(at + i)) return;
    }

    /// The value of a node by the best move that was tried after it; the same player's, if it keeps
    /// the turn.
    [[nodiscard]] float minimax_value(std::uint32_t at, bool keeps_turn) const {
        float best = 0;
        for_each_child(at, [&](std::uint32_t i) {
            const node& n = slots_[i].n;
            if (load(n.visits) > 0) best = std::max(best, load(n.minimax));
            return true;
        });
        return keeps_turn ? best : 1 - best;
    }

    /// Notes whether the end after a node is certain now that it is after one of its children.
    bool prove(std::uint32_t at, std::uint32_t child, bool keeps_turn) {
        proof best = load(slots_[child].n.proven);
        if (best != proof::win) {
            const move_counts moves = count_moves(at);
            if (moves.made < moves.total) return false;
            best = proof::loss;
            for_each_child(at, [&](std::uint32_t i) {
                const proof known = load(slots_[i].n.proven);
                best = known == proof::none ? proof::none : std::max(best, known);
                return best != proof::none;
            });
            if (best == proof::none) return false;
        }
        store(slots_[at].n.proven, keeps_turn ? best : opposite(best));
        return true;
    }

    /// The move to play: the best one if proven, else the most visited that is not lost; 0: none.
    [[nodiscard]] std::uint32_t best_child(std::uint32_t at) const {
        const bool is_certain = slots_[at].n.proven != proof::none;
        const auto is_better = [&](const node& a, const node& b) {
            const proof p = a.proven;
            const proof q = b.proven;
            if (p != q && (is_certain || p == proof::win || q == proof::win)) return p > q;
            if ((p == proof::loss) != (q == proof::loss)) return q == proof::loss;
            return a.visits > b.visits;
        };
        std::uint32_t best = 0;
        for_each_child(at, [&](std::uint32_t i) {
            const node& n = slots_[i].n;
            if (n.visits > 0 && (best == 0 || is_better(n, slots_[best].n))) best = i;
            return true;
        });
        return best;
    }

    /// Turns a node round: all values are for the other player then.
    void turn_round(std::uint32_t at) {
        node& n = slots_[at].n;
        n.sum = static_cast<std::uint64_t>(node::value_unit) * n.visits - n.sum;
        n.first = 1 - n.first;
        n.minimax = 1 - n.minimax;
        n.proven = opposite(n.proven);
    }

    /// Makes a node the root, 0 an empty one; takes a tenth of a second for a million nodes or two.
    void make_root(std::uint32_t new_root) {
        if (new_root == 0) return clear();
        slots_[root].n = slots_[new_root].n;
        assign_places();
        compact();
    }

    /// Forgets what follows the nodes that were visited least, until half of the tree is free; the
    /// best move keeps what follows it. Says whether that made room worth the time.
    [[nodiscard]] bool forget_least_visited() {
        // How many slots follow nodes, by the number of binary digits of their visits.
        std::array<std::uint64_t, 33> slots_of = {};
        for_each_parent([&](node& n) {
            std::uint64_t& sum = slots_of[static_cast<std::size_t>(std::bit_width(n.visits))];
            for (std::uint32_t at = n.moves; at != 0; at = slots_[at].b.next) sum += size_at(at);
        });
        std::uint64_t kept = used_;
        std::size_t digits = 0;
        while (digits < slots_of.size() && kept > slots_.size() / 2) kept -= slots_of[digits++];
        const std::uint32_t best = best_child(root);
        if (best == 0) return false;
        // A node has no more visits than the one before it, so that what follows goes as a whole.
        const std::uint64_t least =
            std::min<std::uint64_t>(std::uint64_t{1} << digits >> 1U, slots_[best].n.visits);
        for_each_parent([&](node& n) {
            if (n.visits < least) n.moves = 0;
        });
        assign_places();
        compact();
        return used_ <= slots_.size() / 4 * 3;
    }

private:
    union slot {
        node n;
        block b;
    };

    [[nodiscard]] std::uint32_t size_at(std::uint32_t at) const { return slots_[at].b.count + 1; }

    // Calls `f` with the nodes that moves follow, the first ones of the array first.
    template <class F>
    void for_each_parent(F f) {
        if (slots_[root].n.moves != 0) f(slots_[root].n);
        for (std::uint32_t at = 2; at < used_; at += size_at(at))
            for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i)
                if (slots_[at + i].n.moves != 0) f(slots_[at + i].n);
    }

    // Calls `f` with each link from a block to another.
    template <class F>
    void for_each_link(std::uint32_t at, F f) {
        f(slots_[at].b.next);
        for (std::uint32_t i = 1; i <= slots_[at].b.count; ++i) f(slots_[at + i].n.moves);
    }

    // Marks what follows the root, first by 1, then by its new place.
    void assign_places() {
        const auto mark = [&](std::uint32_t at) {
            if (at != 0) slots_[at].b.new_place = 1;
        };
        mark(slots_[root].n.moves);
        std::uint32_t place = 2;
        for (std::uint32_t at = 2; at < used_; at += size_at(at)) {
            if (slots_[at].b.new_place == 0) continue;
            for_each_link(at, mark);
            slots_[at].b.new_place = place;
            place += size_at(at);
        }
    }

    // What a block points at comes after it, and has not moved yet when it does.
    void compact() {
        const auto redirect = [&](std::uint32_t& at) { at = slots_[at].b.new_place; };
        redirect(slots_[root].n.moves);
        std::uint32_t end = 2;
        for (std::uint32_t at = 2; at < used_;) {
            const std::uint32_t size = size_at(at);
            if (const std::uint32_t place = slots_[at].b.new_place; place != 0) {
                for_each_link(at, redirect);
                slots_[at].b.new_place = 0;
                std::memmove(static_cast<void*>(slots_.data() + place), slots_.data() + at,
                             size * sizeof(slot));
                end = place + size;
            }
            at += size;
        }
        used_ = end;
    }

    senda::detail::buffer<slot> slots_;
    std::uint32_t used_ = 0;
};

}  // namespace senda::games::detail
