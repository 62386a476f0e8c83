// SPDX-License-Identifier: MIT
// The labels of a search for paths with a resource, by node, and which of them dominates which.
#pragma once

#include <senda/detail/storage/node_index.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// When one resource dominates another.
enum class dominance {
    by_number,    ///< if it is more
    by_equality,  ///< only if they are equal, which a hash table finds
    by_model,     ///< if the model says so, or `==` where there is no hash
};

template <class M, class Resource>
[[nodiscard]] constexpr dominance dominance_of() {
    if constexpr (requires(M& m, const Resource& r) { m.dominates(r, r); }) {
        return dominance::by_model;
    } else if constexpr (std::is_arithmetic_v<Resource>) {
        return dominance::by_number;
    } else {
        return Hashable<Resource> ? dominance::by_equality : dominance::by_model;
    }
}

template <class M, class Resource>
[[nodiscard]] bool dominates(M& m, const Resource& a, const Resource& b) {
    if constexpr (requires { m.dominates(a, b); }) {
        return m.dominates(a, b);
    } else if constexpr (std::is_arithmetic_v<Resource>) {
        return a >= b;
    } else {
        return a == b;
    }
}

enum class label_state : unsigned char {
    queued,     ///< to be expanded, or expanded already
    left_out,   ///< beyond the limit on costs
    dominated,  ///< by another at the same node
};

/// A path to a node, and what it left of the resource.
template <class Resource, class Cost, class Action>
struct resource_label {
    using id = std::uint32_t;

    Resource resource;
    Cost g;
    id node;
    id parent;
    id sibling;  // the next label at the same node, as long as it has few
    label_state state;
    SENDA_NO_UNIQUE_ADDRESS Action action;

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(detail::owns_bytes<Resource>())
    {
        return senda::owned_bytes(resource);
    }
};

/// What is kept about a node with labels: the last that was made, if they are few.
struct labelled_node {
    std::uint32_t first_label;
};

/// The labels of a search. One dominates another at its node if it costs no more and its resource
/// dominates. Few are in a list; many in an array sorted by cost, or in a hash table where only
/// equal resources dominate. Labels never move, so that a path can be read back from any.
template <class M, class Resource, class Cost, class Action>
class label_table {
public:
    using id = std::uint32_t;
    using label = resource_label<Resource, Cost, Action>;
    static constexpr id none = std::numeric_limits<id>::max();

    /// An empty table that draws on `budget`, which must outlive it.
    explicit label_table(memory_budget& budget) noexcept
        : budget_(&budget), labels_(budget), many_(budget), equals_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    [[nodiscard]] label& operator[](id i) noexcept { return labels_[i]; }
    [[nodiscard]] const label& operator[](id i) const noexcept { return labels_[i]; }

    /// Whether a label at that node dominates one of cost `g` and that resource.
    [[nodiscard]] bool is_dominated(M& model, labelled_node at, [[maybe_unused]] id node, Cost g,
                                    const Resource& resource) {
        if (has_many(at)) [[unlikely]]
            return is_dominated_by_many(model, at, node, g, resource);
        for (id i = at.first_label; i != none;) {
            const label& other = labels_[i];
            if (other.g <= g && dominates(model, other.resource, resource)) return true;
            i = other.sibling;
        }
        return false;
    }

    /// Adds a label, after calling `on_dominated` for those it dominates; false without room.
    template <class OnDominated>
    [[nodiscard]] bool add(M& model, labelled_node& at, label&& made, OnDominated&& on_dominated) {
        if (has_many(at)) [[unlikely]]
            return add_to_many(model, at, std::move(made), on_dominated);
        const std::size_t others = unlink_dominated(model, at, made, on_dominated);
        made.sibling = at.first_label;
        if (!push(std::move(made))) return false;
        at.first_label = last();
        return others < most_listed || gather(at);
    }

    /// Removes all labels and keeps the memory, but for that of nodes with many.
    void clear() {
        if constexpr (kind == dominance::by_equality) {
            if (in_equals_ != 0) {
                equals_.clear_keys(labels_.size(), [&](std::size_t i) {
                    return key_of(labels_[i].node, labels_[i].resource);
                });
            }
            in_equals_ = 0;
        }
        many_.clear();
        labels_.clear();
        last_with_many_ = none;
    }

private:
    static constexpr dominance kind = dominance_of<M, Resource>();
    // From so many on the steps of a binary search are fewer than those along a list.
    static constexpr std::size_t most_listed = 12;

    // A label among many at a node; a small resource is copied, so that a scan reads in a row.
    static constexpr bool copies_resource = std::is_trivially_copyable_v<Resource> &&
                                            std::is_copy_assignable_v<Resource> &&
                                            sizeof(Resource) <= 16;
    struct no_copy {};
    struct ranked {
        Cost g;
        id label;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<copies_resource, Resource, no_copy> resource;
    };

    // Labels are numbered from 0 on, and nodes with many from `none` on downwards.
    [[nodiscard]] bool has_many(labelled_node at) const noexcept {
        return at.first_label >= last_with_many_ && at.first_label != none;
    }
    [[nodiscard]] id last() const noexcept { return static_cast<id>(labels_.size() - 1); }

    [[nodiscard]] bool push(label&& made) {
        return labels_.size() < none && labels_.push(std::move(made));
    }

    // Takes what a new label dominates off the node's list; how many are left in it.
    template <class OnDominated>
    std::size_t unlink_dominated(M& model, labelled_node& at, const label& made,
                                 OnDominated& on_dominated) {
        std::size_t left = 0;
        for (id* link = &at.first_label; *link != none;) {
            label& other = labels_[*link];
            if (made.g <= other.g && dominates(model, made.resource, other.resource)) {
                on_dominated(other);
                *link = other.sibling;
            } else {
                link = &other.sibling;
                ++left;
            }
        }
        return left;
    }

    /// Turns the list of a node into what is kept of many.
    [[nodiscard]] SENDA_NOINLINE bool gather(labelled_node& at) {
        if constexpr (kind == dominance::by_equality) {
            if (!equals_.prepare(*this)) return false;
            for (id i = at.first_label; i != none; i = labels_[i].sibling) {
                const label& other = labels_[i];
                const auto key = key_of(other.node, other.resource);
                if (!set_equal(find_equal(key, other.node, other.resource), key, i)) return false;
            }
        } else {
            if (!many_.push(*budget_)) return false;
            buffer<ranked>& all = many_.back();
            if (!all.reserve(2 * most_listed)) return false;
            for (id i = at.first_label; i != none; i = labels_[i].sibling) {
                if (!insert(all, lower_bound(all, labels_[i].g), i)) return false;
            }
        }
        at.first_label = --last_with_many_;
        return true;
    }

    [[nodiscard]] SENDA_NOINLINE bool is_dominated_by_many(M& model, labelled_node at, id node,
                                                           Cost g, const Resource& resource) {
        if constexpr (kind == dominance::by_equality) {
            const id known = equals_.value(find_equal(key_of(node, resource), node, resource));
            return known != 0 && labels_[known - 1].g <= g;
        } else {
            const buffer<ranked>& all = many_at(at);
            const ranked* const end = std::upper_bound(
                all.begin(), all.end(), g, [](Cost c, const ranked& r) { return c < r.g; });
            if constexpr (kind == dominance::by_number) {  // they ascend with the cost
                return end != all.begin() && end[-1].resource >= resource;
            } else {
                // Later labels have come farther, and often have more to dominate with.
                for (const ranked* other = end; other != all.begin();) {
                    if (dominates(model, resource_of(*--other), resource)) return true;
                }
                return false;
            }
        }
    }

    template <class OnDominated>
    [[nodiscard]] SENDA_NOINLINE bool add_to_many(M& model, labelled_node at, label&& made,
                                                  OnDominated& on_dominated) {
        if constexpr (kind == dominance::by_equality) {
            const auto key = key_of(made.node, made.resource);
            auto* const entry = find_equal(key, made.node, made.resource);
            const id known = equals_.value(entry);
            if (known != 0) on_dominated(labels_[known - 1]);
            if (!push(std::move(made))) return false;
            if (known == 0) return set_equal(entry, key, last());
            equals_.set(entry, key, last() + 1);
            return true;
        } else {
            buffer<ranked>& all = many_at(at);
            ranked* const place = lower_bound(all, made.g);
            remove_dominated(model, all, place, made.resource, on_dominated);
            return push(std::move(made)) && insert(all, place, last());
        }
    }

    [[nodiscard]] buffer<ranked>& many_at(labelled_node at) noexcept {
        return many_[none - 1 - at.first_label];
    }

    [[nodiscard]] const Resource& resource_of(const ranked& r) const noexcept {
        if constexpr (copies_resource) {
            return r.resource;
        } else {
            return labels_[r.label].resource;
        }
    }

    [[nodiscard]] static ranked* lower_bound(buffer<ranked>& all, Cost g) noexcept {
        return std::lower_bound(all.begin(), all.end(), g,
                                [](const ranked& r, Cost c) { return r.g < c; });
    }

    /// Takes out those from `first` on, which cost no less, that a resource dominates.
    template <class OnDominated>
    void remove_dominated(M& model, buffer<ranked>& all, ranked* first, const Resource& resource,
                          OnDominated& on_dominated) {
        ranked* kept = first;
        ranked* other = first;
        for (; other != all.end(); ++other) {
            if (dominates(model, resource, resource_of(*other))) {
                on_dominated(labels_[other->label]);
            } else if constexpr (kind == dominance::by_number) {
                break;  // the rest are more
            } else {
                *kept++ = *other;
            }
        }
        if (kept == other) return;
        kept = std::copy(other, all.end(), kept);
        all.truncate(static_cast<std::size_t>(kept - all.begin()));
    }

    [[nodiscard]] bool insert(buffer<ranked>& all, ranked* place, id number) {
        const label& made = labels_[number];
        if constexpr (std::is_floating_point_v<Resource> && kind == dominance::by_number) {
            constexpr Resource least = -std::numeric_limits<Resource>::infinity();
            if (!(made.resource >= least)) return true;  // not a number, which dominates nothing
        }
        const auto before = place - all.begin();
        const ranked made_ranked = rank(made, number);
        if (!all.push(made_ranked)) return false;
        place = all.begin() + before;
        std::copy_backward(place, all.end() - 1, all.end());
        *place = made_ranked;
        return true;
    }

    [[nodiscard]] static ranked rank(const label& l, id number) noexcept {
        if constexpr (copies_resource) {
            return {l.g, number, l.resource};
        } else {
            return {l.g, number, {}};
        }
    }

    [[nodiscard]] static std::uint32_t key_of(id node, const Resource& resource) {
        return static_cast<std::uint32_t>(combine(hash_value(resource), node) >> 32);
    }
    /// Where the label of a node with that resource is, or would be.
    [[nodiscard]] auto* find_equal(std::uint32_t key, id node, const Resource& resource) {
        return equals_.find(key, [&](std::size_t i) {
            return labels_[i].node == node && labels_[i].resource == resource;
        });
    }
    template <class Entry>
    [[nodiscard]] bool set_equal(Entry* entry, std::uint32_t key, id number) {
        if (equals_.is_full(in_equals_)) {
            if (!equals_.make_room(in_equals_)) return false;
            entry = find_equal(key, labels_[number].node, labels_[number].resource);
        }
        equals_.set(entry, key, number + 1);
        ++in_equals_;
        return true;
    }

    memory_budget* budget_;
    stable_buffer<label> labels_;
    id last_with_many_ = none;
    buffer<buffer<ranked>> many_;        // of each node with many
    hashed_index<Resource, id> equals_;  // the labels of all nodes with many
    std::size_t in_equals_ = 0;
};

}  // namespace senda::detail
