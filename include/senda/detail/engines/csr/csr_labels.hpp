// SPDX-License-Identifier: MIT
// The best paths known to the nodes of a stored graph, and how edges make them better.
#pragma once

#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/radix_queue.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The cost of the best path to a node and the node before it, in a word that rises as paths get
/// better; 0 is none. Of equal costs the least node before it is better, and none at all best.
template <std::integral C>
    requires(sizeof(C) <= 4)
struct cost_label {
    using word = unsigned long long;
    static constexpr std::uint32_t no_node = 0;  // others are one more than their numbers

    [[nodiscard]] static word of(C cost, std::uint32_t before) noexcept {
        return ~(word{static_cast<std::uint32_t>(cost)} << 32 | before);
    }
    [[nodiscard]] static C cost_of(word w) noexcept {
        return static_cast<C>(static_cast<std::uint32_t>(~w >> 32));
    }
    [[nodiscard]] static std::uint32_t node_before(word w) noexcept {
        return static_cast<std::uint32_t>(~w);
    }
};

/// What one thread found and has still to do.
template <std::integral C>
struct thread_buckets {
    struct count {
        std::uint64_t expanded = 0;
        std::uint64_t edges = 0;
        std::int64_t fresh = 0;   // nodes that were reached first,
        std::int64_t pruned = 0;  // and those beyond the limit on costs, less those taken in
    };

    explicit thread_buckets(memory_budget& budget) noexcept : open(budget), free_from(budget) {}

    void clear() noexcept {
        open.clear();
        free_from.clear();
        counts = {};
        is_full = has_negative = false;
    }

    /// Notes whether there was room for something.
    void note(bool had_room) noexcept { is_full = is_full || !had_room; }
    void note_free_from(std::uint32_t node) {
        if (free_from.empty() || free_from.back() != node) note(free_from.push(node));
    }

    radix_queue<C> open;
    buffer<std::uint32_t> free_from;  // nodes with edges of cost 0 that lead on
    count counts;
    bool is_full = false;
    bool has_negative = false;
};

/// Threads with buckets of their own.
template <std::integral C>
class bucket_thread_pool {
    struct alignas(64) worker {
        explicit worker(memory_budget& whole) noexcept : budget(whole, 4096), own(budget) {}

        memory_budget budget;
        thread_buckets<C> own;
    };

public:
    /// Starts threads; null if there is only one, or no memory.
    [[nodiscard]] static std::unique_ptr<bucket_thread_pool> start(unsigned threads,
                                                                   memory_budget& budget) {
        std::unique_ptr<bucket_thread_pool> made(new (std::nothrow) bucket_thread_pool);
        if (!made) return made;
        made->team.start(threads);
        for (unsigned i = 0; i < made->team.size(); ++i) {
            made->workers_[i].reset(new (std::nothrow) worker(budget));
            if (!made->workers_[i]) return nullptr;
        }
        return made;
    }

    [[nodiscard]] thread_buckets<C>& buckets_of(unsigned thread) noexcept {
        return workers_[thread]->own;
    }

    void clear() noexcept {
        for (unsigned i = 0; i < team.size(); ++i) buckets_of(i).clear();
    }

private:
    std::array<std::unique_ptr<worker>, thread_team::most> workers_;

public:
    alignas(64) thread_team team;
};

/// Objects for all numbers below another, which stay where they are: made once somebody asks.
class heap_numbers {
    using list = std::vector<std::uint32_t>;

public:
    heap_numbers() = default;
    heap_numbers(heap_numbers&& other) noexcept : made_(std::exchange(other.made_, nullptr)) {}
    heap_numbers& operator=(heap_numbers&& other) noexcept {
        std::swap(made_, other.made_);
        return *this;
    }
    ~heap_numbers() { delete made_; }

    /// May be called by several threads at once.
    [[nodiscard]] const std::uint32_t* up_to(std::size_t count) const {
        const list* const known = load(made_);
        if (known != nullptr && known->size() >= count) return known->data();
        auto fresh = std::make_unique<list>(count);
        for (std::size_t i = 0; i < count; ++i) (*fresh)[i] = static_cast<std::uint32_t>(i);
        if (!compare_exchange<const list*>(made_, known, fresh.get())) return up_to(count);
        delete known;
        return fresh.release()->data();
    }

private:
    mutable const list* made_ = nullptr;
};

/// One word a node, which several threads may raise at once. Nodes beyond the limit on costs are
/// known, but not reached.
template <class Rows, std::integral C, class Action>
class csr_labels {
    using id = std::uint32_t;
    using label = cost_label<C>;
    using word = typename label::word;
    using local_buckets = thread_buckets<C>;

public:
    explicit csr_labels(memory_budget& budget) noexcept : words_(budget), listed_(budget) {}

    /// Makes room for `nodes`; false if there is none.
    [[nodiscard]] bool prepare(std::size_t nodes, C most) {
        most_ = most;
        return words_.size() == nodes || words_.assign_zeros(nodes);
    }

    /// In no more time than it took to reach them.
    void forget() noexcept {
        if (lists_all_) {
            for (const id node : listed_) words_[node] = 0;
        } else {
            words_.set_zero();
        }
        listed_.clear();
        lists_all_ = true;
    }
    /// From now on nodes are reached by several threads, and not listed.
    void list_no_more() noexcept { lists_all_ = false; }

    [[nodiscard]] bool is_known(std::size_t node) const noexcept {
        return node < words_.size() && words_[node] != 0;
    }
    [[nodiscard]] bool is_reached(std::size_t node) const noexcept {
        return is_known(node) && cost_of(node) <= most_;
    }
    /// Of a node that is known.
    [[nodiscard]] C cost_of(std::size_t node) const noexcept {
        return label::cost_of(words_[node]);
    }

    /// The least cost beyond the limit.
    [[nodiscard]] C least_pruned() const noexcept {
        C least = infinite<C>;
        for (std::size_t i = 0; i < places(); ++i) {
            const id node = node_at(i);
            if (is_known(node) && cost_of(node) > most_) least = std::min(least, cost_of(node));
        }
        return least;
    }

    /// Fetches what is needed of a node that is soon to be expanded.
    void expect(const Rows& rows, id node) const noexcept {
        prefetch(&words_[node]);
        prefetch(&rows.offsets[node]);
    }

    void begin_at(local_buckets& own, id node, C g) {
        raise<true>(own, node, label::of(g, no_node));
    }

    /// Relaxes the edges out of `due[first]` up to `due[last]`, all of cost `g`, for one thread or
    /// beside others. Edges of cost 0 are only noted.
    template <bool Alone>
    void relax(local_buckets& own, const Rows rows, C g, const buffer<id>& due, std::size_t first,
               std::size_t last) {
        const word* const words = words_.data();
        const id* const nodes = due.data();
        const std::size_t end = due.size();
        const std::size_t fetched = rows.edges == nullptr ? 0 : end;
        std::uint64_t edges = 0;
        C lowest = 0;
        for (std::size_t i = first; i < last; ++i) {
            if (i + 8 < end) prefetch(&rows.offsets[nodes[i + 8]]);
            if (i + 4 < fetched) {  // in a function of its own g++ would leave it out
                const auto* const ahead =
                    reinterpret_cast<const char*>(&rows.edges[rows.offsets[nodes[i + 4]]]);
                prefetch(ahead);
                prefetch(ahead + 64);
                prefetch(ahead + 128);
            }
            const id from = nodes[i];
            const std::size_t row_end = rows.offsets[std::size_t{from} + 1];
            std::size_t e = rows.offsets[from];
            edges += row_end - e;
            for (; e < row_end; ++e) {
                const id to = rows.edges[e].to;
                const C step = cost_along(rows.edges[e]);
                if constexpr (std::signed_integral<C>) lowest = std::min(lowest, step);
                const word better = label::of(add_costs(g, step), from + 1);
                if (better > (Alone ? words[to] : load_relaxed(words[to]))) [[unlikely]]
                    improve<Alone>(own, to, better, step, from);
            }
        }
        own.counts.edges += edges;
        own.counts.expanded += last - first;
        own.has_negative = own.has_negative || is_negative(lowest);
    }

    /// Follows the edges of cost 0 that were noted, from the least number first.
    void follow_free_edges(local_buckets& own, const Rows& rows, C g) {
        std::sort(own.free_from.begin(), own.free_from.end());
        for (const id from : own.free_from) {
            for (std::size_t e = rows.offsets[from]; e < rows.offsets[std::size_t{from} + 1]; ++e) {
                const id to = rows.edges[e].to;
                if (cost_along(rows.edges[e]) == 0 && costs_more<true>(to, g))
                    raise<true>(own, to, label::of(g, from + 1));
            }
        }
        own.free_from.clear();
    }

    /// Stands at a node of a path and goes back.
    struct parent_cursor {
        const csr_labels* labels;
        id at;

        [[nodiscard]] id node() const { return at; }
        [[nodiscard]] bool at_start() const { return labels->node_before(at) == no_node; }
        void go_back() { at = labels->node_before(at) - 1; }
    };
    [[nodiscard]] parent_cursor cursor_from(id node) const noexcept { return {this, node}; }

    /// Walks all nodes that were reached.
    class walk {
    public:
        walk() = default;
        explicit walk(const csr_labels& labels)
            : labels_(&labels), numbers_(labels.numbers_.up_to(labels.words_.size())) {
            skip();
        }

        [[nodiscard]] bool at_end() const { return at_ == labels_->places(); }
        void go_on() {
            ++at_;
            skip();
        }
        [[nodiscard]] auto here() const {
            static constexpr Action none{};
            const id node = labels_->node_at(at_);
            const id before = labels_->node_before(node);
            return tree_node<id, C, Action>{numbers_[node], labels_->cost_of(node),
                                            before == no_node ? nullptr : &numbers_[before - 1],
                                            none};
        }

    private:
        void skip() {
            while (!at_end() && !labels_->is_reached(labels_->node_at(at_))) ++at_;
        }

        const csr_labels* labels_ = nullptr;
        const id* numbers_ = nullptr;
        std::size_t at_ = 0;
    };

private:
    static constexpr id no_node = label::no_node;

    [[nodiscard]] id node_before(std::size_t node) const noexcept {
        return label::node_before(words_[node]);
    }

    // Nodes that may be known: those in the list, or all.
    [[nodiscard]] std::size_t places() const noexcept {
        return lists_all_ ? listed_.size() : words_.size();
    }
    [[nodiscard]] id node_at(std::size_t place) const noexcept {
        return lists_all_ ? listed_[place] : static_cast<id>(place);
    }

    template <class Edge>
    [[nodiscard]] static C cost_along([[maybe_unused]] const Edge& edge) noexcept {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(edge.cost)>, unweighted>) {
            return C{1};
        } else {
            return static_cast<C>(edge.cost);
        }
    }

    // Most edges make nothing better: only the rest is worth a call.
    template <bool Alone>
    SENDA_NOINLINE void improve(local_buckets& own, id to, word better, C step, id from) {
        if (step > 0 && !is_closed(step)) [[likely]] {
            raise<Alone>(own, to, better);
        } else if (step == 0 && costs_more<Alone>(to, label::cost_of(better))) {
            own.note_free_from(from);
        }
    }

    template <bool Alone>
    [[nodiscard]] bool costs_more(id node, C g) const noexcept {
        const word known = Alone ? words_[node] : load_relaxed(words_[node]);
        return known == 0 || g < label::cost_of(known);
    }

    /// Notes a path if it is better; a node that has become cheaper is queued.
    template <bool Alone>
    SENDA_ALWAYS_INLINE void raise(local_buckets& own, id to, word better) {
        const word before = fetch_max(words_[to], better, Alone);
        const C there = label::cost_of(better);
        if (before >= better || (before != 0 && label::cost_of(before) == there)) return;
        if (before == 0) {
            ++own.counts.fresh;
            if (Alone && lists_all_) own.note(listed_.push(to));
        }
        const bool was_out = before != 0 && label::cost_of(before) > most_;
        const bool is_out = there > most_;
        own.counts.pruned += (is_out ? 1 : 0) - (was_out ? 1 : 0);
        if (!is_out) own.note(own.open.push(there, to));
    }

    buffer<word> words_;
    buffer<id> listed_;      // nodes in the order in which they were reached,
    bool lists_all_ = true;  // unless there are others
    C most_ = largest_cost<C>;
    heap_numbers numbers_;
};

}  // namespace senda::detail
