// SPDX-License-Identifier: MIT
// What can be reached by going up in a hierarchy, and at which costs: from one node or from several
// at a time, arcs lead to higher ranks only, so that there is no need of a queue; and which nodes
// of a set lie below each node, the nearest first.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace senda::detail {

/// A prepared graph that shows its hierarchy, and says whether it is ready: `complete`.
template <class P>
concept HierarchyOwner = Cost<typename P::cost> && requires(const P& p) {
    { p.status() } -> std::same_as<senda::status>;
    { p.hierarchy() } -> std::convertible_to<hierarchy_view<typename P::cost>>;
};

/// The rank of what is not in the graph.
inline constexpr std::uint32_t no_rank = std::numeric_limits<std::uint32_t>::max();

template <Cost C>
[[nodiscard]] std::uint32_t rank_in(const hierarchy_view<C>& h, std::uint32_t node) noexcept {
    return node < h.node_count ? h.rank_of[node] : no_rank;
}

/// Counts expansions of which all are made or none; ends the search and says no where a limit does
/// not allow them.
[[nodiscard]] inline bool may_expand_all(search_control& control, std::uint64_t count) {
    if (control.peek_expansion_batch(count) < count) {
        control.end_by_limit();
        control.end(status::expansion_limit);  // where some but not all may be expanded
        return false;
    }
    control.count_expanded(count);
    return true;
}

/// The nodes that upward arcs lead to from some roots, themselves included. Each has a place behind
/// those that its own arcs lead to: the order in which a depth-first search leaves them.
class upward_closure {
    struct visit {
        std::uint32_t rank;
        std::uint32_t next;  // arc
    };
    static constexpr std::uint32_t entered = no_rank;  // but not left yet

public:
    explicit upward_closure(memory_budget& budget) noexcept
        : ranks_(budget), places_(budget), path_(budget) {}

    /// Makes ready for a hierarchy of `nodes` nodes; false if memory is lacking.
    [[nodiscard]] bool prepare(std::size_t nodes) {
        return places_.size() == nodes || places_.assign_zeros(nodes);
    }

    /// Adds a root, and all above it; false if memory is lacking.
    template <Cost C>
    [[nodiscard]] bool add(const upward_arcs<C>& up, std::uint32_t root) {
        if (contains(root)) return true;
        if (!enter(up, root)) return false;
        while (!path_.empty()) {
            visit& last = path_.back();
            if (last.next == up.first[std::size_t{last.rank} + 1]) {
                if (!ranks_.push(last.rank)) return false;
                places_[last.rank] = static_cast<std::uint32_t>(ranks_.size());
                (void)path_.pop();
            } else if (const std::uint32_t to = up.arcs[last.next++].to; !contains(to)) {
                if (!enter(up, to)) return false;
            }
        }
        return true;
    }

    void clear() noexcept {
        for (const std::uint32_t rank : ranks_) places_[rank] = 0;
        for (const visit& v : path_) places_[v.rank] = 0;
        ranks_.clear();
        path_.clear();
    }

    [[nodiscard]] std::size_t size() const noexcept { return ranks_.size(); }
    /// The rank of the node in a place.
    [[nodiscard]] std::uint32_t operator[](std::size_t place) const noexcept {
        return ranks_[place];
    }
    [[nodiscard]] bool contains(std::uint32_t rank) const noexcept { return places_[rank] != 0; }
    /// The place of a node that it contains.
    [[nodiscard]] std::size_t place(std::uint32_t rank) const noexcept { return places_[rank] - 1; }

private:
    template <Cost C>
    [[nodiscard]] bool enter(const upward_arcs<C>& up, std::uint32_t rank) {
        if (!path_.push(visit{rank, up.first[rank]})) return false;
        places_[rank] = entered;
        return true;
    }

    buffer<std::uint32_t> ranks_;
    buffer<std::uint32_t> places_;  // of each rank, counted from 1
    buffer<visit> path_;
};

/// The costs of one node for several searches side by side, which vectors relax at once.
template <Cost C, std::size_t Lanes>
using cost_lanes = std::array<C, Lanes>;

/// Lowers costs to those of paths over an arc: `infinite` where they do not fit. It takes a copy:
/// else g++ joins the loops of two arcs, and then makes no vectors of them.
template <Cost C, std::size_t Lanes>
void relax(cost_lanes<C, Lanes>& to, cost_lanes<C, Lanes> from, C arc) noexcept {
    const C most = infinite<C> - arc;
    for (std::size_t i = 0; i < Lanes; ++i)
        to[i] = std::min(to[i], static_cast<C>(std::min(from[i], most) + arc));
}

/// The least costs of going up, from as many roots at a time as there are lanes.
template <Cost C, std::size_t Lanes>
class upward_search {
public:
    using lanes = cost_lanes<C, Lanes>;

    explicit upward_search(memory_budget& budget) noexcept : closure_(budget), costs_(budget) {}

    /// Searches from the rank in each lane, from none where it is `no_rank`; false if memory is
    /// lacking.
    [[nodiscard]] bool run(std::size_t nodes, const upward_arcs<C>& up,
                           std::span<const std::uint32_t> roots) {
        closure_.clear();
        if (!closure_.prepare(nodes)) return false;
        for (const std::uint32_t root : roots)
            if (root != no_rank && !closure_.add(up, root)) return false;
        lanes unreached;
        unreached.fill(infinite<C>);
        if (!costs_.assign(size(), unreached)) return false;
        arc_count_ = 0;
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (roots[i] != no_rank) costs_[closure_.place(roots[i])][i] = C{0};
        for (std::size_t place = size(); place-- > 0;) {
            const lanes from = costs_[place];
            const std::size_t rank = closure_[place];
            arc_count_ += up.first[rank + 1] - up.first[rank];
            for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i)
                if (const auto& arc = up.arcs[i]; !is_closed(arc.cost))
                    relax(costs_[closure_.place(arc.to)], from, arc.cost);
        }
        return true;
    }

    /// How many nodes were reached; their places are from the highest to the lowest.
    [[nodiscard]] std::size_t size() const noexcept { return closure_.size(); }
    /// How many arcs lead from them.
    [[nodiscard]] std::uint64_t arc_count() const noexcept { return arc_count_; }
    [[nodiscard]] std::uint32_t rank(std::size_t place) const noexcept { return closure_[place]; }
    [[nodiscard]] const lanes& costs(std::size_t place) const noexcept { return costs_[place]; }
    /// The costs of a node of the hierarchy: null if none of the searches reached it.
    [[nodiscard]] const lanes* find(std::uint32_t rank) const noexcept {
        return closure_.contains(rank) ? &costs_[closure_.place(rank)] : nullptr;
    }

private:
    upward_closure closure_;
    buffer<lanes> costs_;
    std::uint64_t arc_count_ = 0;
};

/// A node of a set by its place there, and how far it is. They are compared by distance, then by
/// place.
template <Cost C>
struct distant_member {
    C cost;
    std::uint32_t member;

    friend bool operator<(const distant_member& a, const distant_member& b) noexcept {
        return a.cost < b.cost || (a.cost == b.cost && a.member < b.member);
    }
};

/// For each rank the nodes of a set that a search upwards from them reaches there (S. Knopp et al.,
/// Computing many-to-many shortest paths using highway hierarchies, 2007).
template <Cost C>
class node_buckets {
public:
    explicit node_buckets(memory_budget& budget) noexcept : first_(budget), members_(budget) {}

    /// Fills them; false if the control ended it.
    ///
    /// `up`     the arcs that the searches from the set follow,
    /// `other`  and those of the other direction.
    [[nodiscard]] bool make(const hierarchy_view<C>& h, std::span<const std::uint32_t> set,
                            const upward_arcs<C>& up, const upward_arcs<C>& other,
                            search_control& control) {
        struct reached {
            std::uint32_t rank;
            distant_member<C> member;
        };
        upward_search<C, 1> search(control.budget());
        buffer<reached> all(control.budget());
        for (std::uint32_t member = 0; member < set.size(); ++member) {
            const std::uint32_t root = h.rank_of[set[member]];
            if (!control.fits(search.run(h.node_count, up, std::span(&root, 1)))) return false;
            control.count_generated(search.arc_count());
            for (std::size_t place = 0; place < search.size(); ++place) {
                if (!control.may_expand()) return false;
                const C cost = search.costs(place)[0];
                if (is_closed(cost) || is_stalled(search, place, other)) continue;
                if (!control.fits(all.push(reached{search.rank(place), {cost, member}})))
                    return false;
            }
        }
        // Counted two places up and placed one place up, each count ends up as its rank's begin.
        if (!control.fits(first_.assign_zeros(std::size_t{h.node_count} + 2) &&
                          members_.resize(all.size())))
            return false;
        for (const reached& r : all) ++first_[std::size_t{r.rank} + 2];
        for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
        for (const reached& r : all) members_[first_[std::size_t{r.rank} + 1]++] = r.member;
        for (std::uint32_t rank = 0; rank < h.node_count; ++rank)
            std::sort(members_.data() + first_[rank], members_.data() + first_[rank + 1]);
        return true;
    }

    [[nodiscard]] std::span<const distant_member<C>> at(std::uint32_t rank) const noexcept {
        return {members_.data() + first_[rank], members_.data() + first_[std::size_t{rank} + 1]};
    }

private:
    /// Whether a path over a higher node is no longer than the one to this node: whoever comes here
    /// from the other end comes there, too.
    [[nodiscard]] static bool is_stalled(const upward_search<C, 1>& search, std::size_t place,
                                         const upward_arcs<C>& other) noexcept {
        const std::size_t rank = search.rank(place);
        for (std::uint32_t i = other.first[rank]; i < other.first[rank + 1]; ++i) {
            const auto& arc = other.arcs[i];
            const auto* const above = search.find(arc.to);
            if (above == nullptr || is_closed(arc.cost)) continue;
            if (add_costs((*above)[0], arc.cost) <= search.costs(place)[0]) return true;
        }
        return false;
    }

    buffer<std::size_t> first_;
    buffer<distant_member<C>> members_;
};

/// A search upwards from one node, which meets the nodes of a set in their buckets.
template <Cost C>
class bucket_search {
    using member = distant_member<C>;

public:
    explicit bucket_search(const options& o) : control_(o, engine_kind::contraction) {}

    /// Starts again with other options.
    void restart(const options& o) {
        control_.set_options(o);
        control_.restart();
    }

    /// Finds the nearest of a set; `found` if they are as many as are wanted, `exhausted` if no
    /// more can be reached.
    ///
    /// `rank`     from where, which may be `no_rank`.
    /// `members`  how many nodes the set has,
    /// `count`    and at most how many of these are wanted.
    void run(std::size_t nodes, const upward_arcs<C>& up, std::uint32_t rank,
             const node_buckets<C>& buckets, std::size_t members, std::size_t count) {
        for (const member& m : nearest_) costs_[m.member] = infinite<C>;
        nearest_.clear();
        if (!control_.running() ||
            !control_.fits((costs_.size() == members || costs_.assign(members, infinite<C>)) &&
                           nearest_.reserve(count) && up_.run(nodes, up, std::span(&rank, 1))) ||
            !may_expand_all(control_, up_.size()))
            return;
        control_.count_generated(up_.arc_count());
        control_.end(find(buckets, count, control_.limits().cost.template most<C>()));
    }

    [[nodiscard]] const search_control& control() const noexcept { return control_; }
    /// What was found, the nearest first.
    [[nodiscard]] std::span<const member> nearest() const noexcept {
        return {nearest_.data(), nearest_.size()};
    }

private:
    /// Finds the nearest of the set, at most `count` that cost no more than `most`.
    [[nodiscard]] status find(const node_buckets<C>& buckets, std::size_t count, C most) {
        bool is_cut = false;
        if (count > 0) {
            for_each_bucket(buckets, [&](const member& next) {
                if (next.cost > most) is_cut = true;
                if (next.cost > most || (nearest_.size() == count && !(next < nearest_.back())))
                    return false;  // the others in the bucket are farther
                take(next, count);
                return true;
            });
        }
        if (nearest_.size() == count) return status::found;
        bool is_left_out = false;  // not near enough by any path
        if (is_cut) {
            for_each_bucket(buckets, [&](const member& next) {
                is_left_out = is_left_out || is_closed(costs_[next.member]);
                return !is_left_out;
            });
        }
        return is_left_out ? status::cost_limit : status::exhausted;
    }

    /// Calls `see` for what is in the buckets that were reached, in each until it says no.
    template <class See>
    void for_each_bucket(const node_buckets<C>& buckets, See see) const {
        for (std::size_t place = up_.size(); place-- > 0;) {
            const C here = up_.costs(place)[0];
            if (is_closed(here)) continue;
            for (const member& below : buckets.at(up_.rank(place))) {
                const C cost = add_costs(here, below.cost);
                if (is_closed(cost) || !see(member{cost, below.member})) break;
            }
        }
    }

    /// Takes in what is nearer than the last of `count`, in the place of a longer path to it.
    void take(const member& next, std::size_t count) noexcept {
        const C known = costs_[next.member];
        if (known <= next.cost) return;
        member* gap = nearest_.end();
        if (!is_closed(known)) {
            gap = std::lower_bound(nearest_.begin(), gap, member{known, next.member});
        } else if (nearest_.size() == count) {
            costs_[(--gap)->member] = infinite<C>;
        } else {
            nearest_.set_size(nearest_.size() + 1);
        }
        for (; gap != nearest_.begin() && next < gap[-1]; --gap) *gap = gap[-1];
        *gap = next;
        costs_[next.member] = next.cost;
    }

    search_control control_;
    upward_search<C, 1> up_{control_.budget()};
    buffer<member> nearest_{control_.budget()};
    buffer<C> costs_{control_.budget()};  // of the nearest, else `infinite`
};

}  // namespace senda::detail
