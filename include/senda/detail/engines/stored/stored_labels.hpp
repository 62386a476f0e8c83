// SPDX-License-Identifier: MIT
// The best paths known to the nodes of a stored graph, and how edges make them better.
#pragma once

#include <senda/detail/contract/search_tree.hpp>
#include <senda/detail/engines/stored/bucket_lanes.hpp>
#include <senda/graph/cost.hpp>
#include <senda/language/atomic_access.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// One word a node, which several threads may raise at once. Nodes beyond the limit on costs are
/// known, but not reached.
template <class Rows, std::integral C, class Action>
class stored_labels {
    using id = std::uint32_t;
    using label = cost_label<C>;
    using word = typename label::word;
    using lane = bucket_lane<C>;

public:
    explicit stored_labels(memory_budget& budget) noexcept : words_(budget), listed_(budget) {}

    /// Makes room for so many nodes; false if there is none.
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
    [[nodiscard]] C least_left_out() const noexcept {
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
        prefetch(&rows.first[node]);
    }

    void begin_at(lane& own, id node, C g) { raise<true>(own, node, label::of(g, no_node)); }

    /// Relaxes the edges out of `due[first]` up to `due[last]`, all of cost `g`, for one thread or
    /// beside others. Edges of cost 0 are only noted.
    template <bool Alone>
    void relax(lane& own, const Rows rows, C g, const buffer<id>& due, std::size_t first,
               std::size_t last) {
        const word* const words = words_.data();
        const id* const nodes = due.data();
        const std::size_t end = due.size();
        std::uint64_t edges = 0;
        C lowest = 0;
        for (std::size_t i = first; i < last; ++i) {
            if (i + 8 < end) prefetch(&rows.first[nodes[i + 8]]);
            if (i + 4 < end) {  // in a function of its own g++ would leave it out
                const auto* const ahead =
                    reinterpret_cast<const char*>(&rows.edges[rows.first[nodes[i + 4]]]);
                prefetch(ahead);
                prefetch(ahead + 64);
                prefetch(ahead + 128);
            }
            const id from = nodes[i];
            const std::size_t row_end = rows.first[std::size_t{from} + 1];
            std::size_t e = rows.first[from];
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
    void follow_free_edges(lane& own, const Rows& rows, C g) {
        std::sort(own.free_from.begin(), own.free_from.end());
        for (const id from : own.free_from) {
            for (std::size_t e = rows.first[from]; e < rows.first[std::size_t{from} + 1]; ++e) {
                const id to = rows.edges[e].to;
                if (cost_along(rows.edges[e]) == 0 && costs_more<true>(to, g))
                    raise<true>(own, to, label::of(g, from + 1));
            }
        }
        own.free_from.clear();
    }

    /// Stands at a node of a path and goes back.
    struct trail {
        const stored_labels* labels;
        id at;

        [[nodiscard]] id node() const { return at; }
        [[nodiscard]] bool at_start() const { return labels->node_before(at) == no_node; }
        void go_back() { at = labels->node_before(at) - 1; }
    };
    [[nodiscard]] trail trail_from(id node) const noexcept { return {this, node}; }

    /// Walks all nodes that were reached.
    class walk {
    public:
        walk() = default;
        explicit walk(const stored_labels& labels)
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

        const stored_labels* labels_ = nullptr;
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
    SENDA_NOINLINE void improve(lane& own, id to, word better, C step, id from) {
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
    SENDA_ALWAYS_INLINE void raise(lane& own, id to, word better) {
        const word before = fetch_max(words_[to], better, Alone);
        const C there = label::cost_of(better);
        if (before >= better || (before != 0 && label::cost_of(before) == there)) return;
        if (before == 0) {
            ++own.counts.fresh;
            if (Alone && lists_all_) own.note(listed_.push(to));
        }
        const bool was_out = before != 0 && label::cost_of(before) > most_;
        const bool is_out = there > most_;
        own.counts.left_out += (is_out ? 1 : 0) - (was_out ? 1 : 0);
        if (!is_out) own.note(own.open.push(there, to));
    }

    buffer<word> words_;
    buffer<id> listed_;      // nodes in the order in which they were reached,
    bool lists_all_ = true;  // unless there are others
    C most_ = largest_cost<C>;
    lasting_numbers numbers_;
};

}  // namespace senda::detail
