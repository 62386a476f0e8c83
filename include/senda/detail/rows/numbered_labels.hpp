// SPDX-License-Identifier: MIT
// What a search keeps about the nodes of a graph that numbers them: an array by these numbers.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/search_tree.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace senda::detail {

/// Used like a `node_store`, without the step from a node's number to its place in a list: twice as
/// fast where a search comes to nodes again and again. `Record` has `is_known`.
template <class Node, class Record>
class numbered_labels {
    struct entry {
        Node node;
        Record record;
    };

public:
    using id = std::uint32_t;
    using key = std::size_t;
    static constexpr id none = std::numeric_limits<id>::max();
    /// Whether such nodes can be kept so: zeros are nodes that were not met.
    static constexpr bool suits = moves_as_bytes<entry> && std::is_default_constructible_v<entry>;

    struct slot {
        std::uint32_t id;
    };

    /// Nothing yet; `budget` must outlive it.
    explicit numbered_labels(memory_budget& budget) noexcept : entries_(budget), met_(budget) {}

    template <class G>
    [[nodiscard]] bool prepare(const G& g) {
        const std::size_t bound = index_bound_of(g);
        return bound < none && (entries_.size() == bound || entries_.assign_zeros(bound));
    }
    template <class G>
    void clear(const G&) noexcept {
        for (const id n : met_) entries_[n].record.is_known = false;
        met_.clear();
    }

    /// How many nodes were met, and the number of each in the order in which they were.
    [[nodiscard]] std::size_t size() const noexcept { return met_.size(); }
    [[nodiscard]] id met(std::size_t place) const noexcept { return met_[place]; }
    /// All numbers are below this.
    [[nodiscard]] std::size_t bound() const noexcept { return entries_.size(); }

    template <class G>
    [[nodiscard]] static key key_of(const G& g, const Node& node) {
        return index_in(g, node);
    }
    [[nodiscard]] slot look_up(key k, const Node&) const noexcept {
        return {entries_[k].record.is_known ? static_cast<id>(k) : none};
    }
    [[nodiscard]] id add(slot, key k, const Node& node, Record&& record) {
        if (!met_.push(static_cast<id>(k))) return none;
        entries_[k] = {node, record};
        return static_cast<id>(k);
    }
    template <class G>
    [[nodiscard]] id find(const G& g, const Node& node) const {
        if (met_.empty() || !is_in(g, node)) return none;
        return look_up(key_of(g, node), node).id;
    }

    [[nodiscard]] Record& record(std::size_t n) noexcept { return entries_[n].record; }
    [[nodiscard]] const Record& record(std::size_t n) const noexcept { return entries_[n].record; }
    [[nodiscard]] const Node& node(std::size_t n) const noexcept { return entries_[n].node; }
    [[nodiscard]] const Node& pinned(std::size_t n) const noexcept { return entries_[n].node; }

private:
    buffer<entry> entries_;
    buffer<id> met_;
};

/// A `node_store` with the same words.
template <class G, class Node, class Record>
class listed_labels : public node_store<G, Node, Record> {
public:
    explicit listed_labels(memory_budget& budget) noexcept : node_store<G, Node, Record>(budget) {}

    [[nodiscard]] std::uint32_t met(std::size_t place) const noexcept {
        return static_cast<std::uint32_t>(place);
    }
    [[nodiscard]] std::size_t bound() const noexcept { return this->size(); }
};

template <class G, class Node, class Record>
using labels_for =
    std::conditional_t<IndexedGraph<G, Node> && numbered_labels<Node, Record>::suits,
                       numbered_labels<Node, Record>, listed_labels<G, Node, Record>>;

/// Walks the nodes that were met, but for those beyond the limit on costs.
template <class Labels>
class label_walk {
public:
    label_walk() = default;
    explicit label_walk(const Labels& labels) : labels_(&labels) { skip_left_out(); }

    [[nodiscard]] bool at_end() const { return at_ == labels_->size(); }
    void go_on() {
        ++at_;
        skip_left_out();
    }
    [[nodiscard]] auto here() const {
        const auto number = labels_->met(at_);
        const auto& node = labels_->node(number);
        const auto& by = labels_->record(number);
        using made = tree_node<std::remove_cvref_t<decltype(node)>, decltype(by.g),
                               std::remove_cv_t<decltype(by.action)>>;
        return made{node, by.g, by.parent == Labels::none ? nullptr : &labels_->node(by.parent),
                    by.action};
    }

private:
    void skip_left_out() {
        while (!at_end() && labels_->record(labels_->met(at_)).state == node_state::pruned) ++at_;
    }

    const Labels* labels_ = nullptr;
    std::size_t at_ = 0;
};

}  // namespace senda::detail
