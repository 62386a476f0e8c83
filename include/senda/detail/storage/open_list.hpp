// SPDX-License-Identifier: MIT
// The open list of a best-first search; ties are broken alike on every run and compiler.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/bucket_queue.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// How ties of f are broken: first in, first out; or the larger g first, and only then so.
enum class ties { fifo, deepest_first };

/// Buckets where costs are whole, which is fast; or always a heap, compiled in half the time.
enum class queue_kind { by_cost, heap };

/// What an open list carries beside a node's number when there is nothing more to carry.
struct no_payload {};

/// What an open list gives back: a node's number, and the f and g it was queued with.
template <Cost C, class Id, class Payload = no_payload>
struct open_node {
    C f;                                      ///< by which it was queued
    C g;                                      ///< the cost of the path to it
    Id id;                                    ///< the number of the node
    SENDA_NO_UNIQUE_ADDRESS Payload payload;  ///< what was queued with it
};

/// The nodes still to be expanded, smallest f first. One that is improved is queued again, and the
/// caller skips the old entry, whose g is larger. A small `Payload` travels along.
template <Cost C, class Id, ties Ties, class Payload = no_payload,
          queue_kind Kind = queue_kind::by_cost>
class open_list {
    static constexpr bool deepest = Ties == ties::deepest_first;
    static constexpr bool in_buckets = std::integral<C> && Kind == queue_kind::by_cost;

    // Where ties go to the first in, g is not kept.
    struct no_g {
        constexpr no_g(C = {}) noexcept {}
    };
    using kept_g = std::conditional_t<deepest, C, no_g>;
    struct in_bucket {
        SENDA_NO_UNIQUE_ADDRESS kept_g g;
        Id id;
        SENDA_NO_UNIQUE_ADDRESS Payload payload;
    };
    // `turn` counts pushes; after 2^32 of them it starts anew, still the same on every run.
    struct in_heap {
        C f;
        SENDA_NO_UNIQUE_ADDRESS kept_g g;
        std::uint32_t turn;
        Id id;
        SENDA_NO_UNIQUE_ADDRESS Payload payload;
    };
    struct deeper {
        constexpr bool operator()(const in_bucket& a, const in_bucket& b) const noexcept {
            return a.g > b.g;
        }
    };
    struct before {
        constexpr bool operator()(const in_heap& a, const in_heap& b) const noexcept {
            if (a.f != b.f) return a.f < b.f;
            if constexpr (deepest) {
                if (a.g != b.g) return a.g > b.g;
            }
            return a.turn < b.turn;
        }
    };
    static auto pick(memory_budget& budget) {
        if constexpr (in_buckets) {
            return bucket_queue<C, in_bucket, std::conditional_t<deepest, deeper, fifo>>(budget);
        } else {
            return four_ary_heap<in_heap, before>(budget);
        }
    }

public:
    explicit open_list(memory_budget& budget) : queue_(pick(budget)) {}

    [[nodiscard]] bool empty() const noexcept { return queue_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return queue_.size(); }

    /// Adds a node; false if there is no room for it.
    [[nodiscard]] bool push(C f, C g, Id id, Payload payload = {}) {
        if constexpr (in_buckets) {
            return queue_.push(f, in_bucket{g, id, payload});
        } else {
            return queue_.push(in_heap{f, g, turns_++, id, payload});
        }
    }

    /// The smallest f; the list must not be empty.
    [[nodiscard]] C min_f() {
        if constexpr (in_buckets) {
            return queue_.min_key();
        } else {
            return queue_.top().f;
        }
    }

    /// Takes the first node out; the list must not be empty.
    open_node<C, Id, Payload> pop() {
        if constexpr (in_buckets) {
            const auto [f, item] = queue_.pop();
            return {f, g_of(item, f), item.id, item.payload};
        } else {
            const auto item = queue_.pop();
            return {item.f, g_of(item, item.f), item.id, item.payload};
        }
    }

    void clear() noexcept { queue_.clear(); }

private:
    template <class Item>
    [[nodiscard]] static C g_of(const Item& item, [[maybe_unused]] C f) noexcept {
        if constexpr (deepest) {
            return item.g;
        } else {
            return f;
        }
    }

    decltype(pick(std::declval<memory_budget&>())) queue_;
    std::uint32_t turns_ = 0;
};

}  // namespace senda::detail
