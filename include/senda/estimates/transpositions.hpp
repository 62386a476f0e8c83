// SPDX-License-Identifier: MIT
// A transposition table of a fixed size for `ida_star`: nodes that were reached before with as few
// steps are not expanded again.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda {

namespace detail {

/// Nodes with the fewest steps in which they were reached, four in a bucket. It keeps whole nodes:
/// two with the same hash are told apart.
template <class Node>
class transposition_table {
    static_assert(std::is_trivially_copyable_v<Node> && std::equality_comparable<Node>,
                  "a transposition table keeps nodes that can be copied as bytes and compared");

    struct entry {
        std::uint32_t round;  // in which it was last reached by so few steps; 0 if there is none
        steps fewest;
        Node node;
    };
    struct bucket {
        entry entries[4];
    };

public:
    static constexpr bool has_transpositions = true;

    transposition_table(memory_budget& budget, std::uint64_t bytes) : buckets_(budget) {
        const std::uint64_t fitting = std::max<std::uint64_t>(bytes / sizeof(bucket), 1);
        has_room_ = fitting <= (SIZE_MAX >> 1U) &&
                    buckets_.assign_zeros(std::bit_floor(static_cast<std::size_t>(fitting)));
    }

    [[nodiscard]] bool has_room() const noexcept { return has_room_; }

    void begin_round() {
        if (++round_ != 0) return;
        buckets_.set_zero();  // the rounds that it knows would count again
        round_ = 1;
    }

    /// Whether a node was reached before in fewer steps, or in as many in this round; if not, that
    /// is noted. Where a bucket is full, the farthest of its nodes makes room.
    template <class G>
    [[nodiscard]] bool was_reached(const G& g, const Node& node, steps count) {
        bucket& b = buckets_[hash_in(g, node) & (buckets_.size() - 1)];
        entry* place = b.entries;
        for (entry& e : b.entries) {
            if (e.round == 0) {
                place = &e;
                break;
            }
            if (e.node == node) {
                if (e.fewest < count || (e.fewest == count && e.round == round_)) return true;
                place = &e;
                break;
            }
            if (e.fewest > place->fewest) place = &e;
        }
        *place = {round_, count, node};
        return false;
    }

private:
    buffer<bucket> buckets_;
    std::uint32_t round_ = 1;
    bool has_room_ = false;
};

}  // namespace detail

/// Options with which `ida_star`, where it does actions in place (`ActionGraph`), keeps a
/// transposition table: a node that was reached before in fewer steps, or in as many in the same
/// round, is not expanded again. Pays where many paths lead to few nodes, and ends a search for a
/// goal that cannot be reached once the table holds all nodes; where paths seldom meet, it costs
/// time. The answer is the same, and exact: nodes are compared, not only their hashes.
class transposition_options : public options {
public:
    /// A table of at most `bytes`, a power of two of buckets, which counts as memory of the search;
    /// threads divide it. `o` is what else is asked for.
    explicit constexpr transposition_options(std::uint64_t bytes, const options& o = {}) noexcept
        : options(o), table_bytes(bytes) {}

    /// The size of the table; at least one bucket.
    std::uint64_t table_bytes;

    /// The table for a type of nodes.
    template <class Node>
    using table = detail::transposition_table<Node>;
};

}  // namespace senda
