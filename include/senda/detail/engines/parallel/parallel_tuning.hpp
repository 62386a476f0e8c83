// SPDX-License-Identifier: MIT
// Whether threads may share a search, when it is worth it, and the shards of nodes that they serve.
#pragma once

#include <senda/detail/engines/csr/csr_graph.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace senda::detail {

/// Whether threads may share a search by breadth: of hashed nodes, or of small numbered ones whose
/// edges are not stored.
template <class G, class Node, class Goal>
inline constexpr bool can_share_bfs =
    is_only_read<G, Node, Goal> &&
    (!IndexedGraph<G, Node> ||
     (!CsrGraph<G, Node> && sizeof(Node) <= 32 &&
      std::is_trivially_copyable_v<node_entry<Node, action_of<G, Node>>>));

/// Whether several threads may ask an estimate, too.
template <class G, class Node, class Goal, class H>
inline constexpr bool is_only_read_by_f =
    is_only_read<std::remove_cvref_t<G>, Node, Goal> &&
    Heuristic<const std::remove_reference_t<H>, Node, cost_of<G, Node>>;

/// When a search is shared, and in which pieces, whatever the number of threads.
struct parallel_tuning {
    std::uint64_t probe_every = 65'536;  ///< expansions between looks whether it is worth it:
    std::size_t min_frontier = 8'192;    ///< nodes that must wait for it
    std::size_t min_batch = 512;     ///< nodes of a round that are worth offering to other threads
    std::size_t min_round = 1'024;   ///< of a round: nodes of a shard, and what they lead to;
    std::size_t max_round = 16'384;  ///< more the more nodes are known, up to this
};

/// When a search by f is shared, in which nodes of equal f are expanded together.
struct parallel_cost_tuning {
    std::uint64_t probe_every = 16'384;  ///< expansions between looks whether it is worth it:
    std::size_t min_frontier = 4'096;    ///< nodes that must wait for it
    std::uint64_t min_spare_bytes = 4'000'000;  ///< bytes that must be left, too
    std::uint64_t min_batch = 512;  ///< expansions: if a round had fewer, the next is not shared
    std::uint64_t min_round = 512;  ///< of a shard in a round, and
    std::uint64_t max_round = 2'048;
    std::uint64_t round_divisor = 512;  ///< a round is about such a part of all expansions
    std::uint64_t max_early = 512;      ///< of a shard in a round, before their turn
};

/// A number of shards on one budget, which must outlive them.
template <class Shard, unsigned Count>
class node_shards {
public:
    node_shards() = default;
    node_shards(const node_shards&) = delete;
    node_shards& operator=(const node_shards&) = delete;
    ~node_shards() { release(); }

    [[nodiscard]] Shard& operator[](std::size_t p) noexcept { return shards_[p]; }
    [[nodiscard]] const Shard& operator[](std::size_t p) const noexcept { return shards_[p]; }
    [[nodiscard]] Shard* begin() noexcept { return shards_; }
    [[nodiscard]] Shard* end() noexcept { return shards_ + Count; }
    [[nodiscard]] const Shard* begin() const noexcept { return shards_; }
    [[nodiscard]] const Shard* end() const noexcept { return shards_ + Count; }

    /// Makes them, empty, for a graph or what stands for it; false if there is no room.
    template <class G>
    [[nodiscard]] bool make(memory_budget& budget, const G& g) {
        if (!budget.take(bytes)) return false;
        void* const memory = ::operator new(bytes, std::align_val_t{alignof(Shard)}, std::nothrow);
        if (memory == nullptr) {
            budget.give(bytes);
            return false;
        }
        budget_ = &budget;
        shards_ = static_cast<Shard*>(memory);
        for (unsigned p = 0; p < Count; ++p) ::new (static_cast<void*>(shards_ + p)) Shard(budget);
        for (Shard& own : *this) {
            if (!own.prepare(g)) return false;
            if constexpr (requires { own.outboxes; }) {
                if (!own.outboxes.reserve(Count)) return false;
                for (unsigned to = 0; to < Count; ++to) (void)own.outboxes.push(own.budget);
            }
        }
        return true;
    }

    void release() noexcept {
        if (shards_ == nullptr) return;
        destroy(begin(), end());
        deallocate(shards_);
        shards_ = nullptr;
        budget_->give(bytes);
    }

private:
    static constexpr std::size_t bytes = Count * sizeof(Shard);

    Shard* shards_ = nullptr;
    memory_budget* budget_ = nullptr;
};

}  // namespace senda::detail
