// SPDX-License-Identifier: MIT
// Hub labels: distances in a prepared graph by comparing two short lists. They are made of a
// hierarchy from the highest rank down; threads share nodes that do not depend on each other.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// A node that many shortest paths lead over, and the cost of the path to it or from it. Hubs are
/// numbered from the highest rank down.
template <Cost C>
struct hub_entry {
    std::uint32_t hub;
    C cost;
};

/// The labels of one direction, wherever they lie: the hubs of a node in their order, and behind
/// them `end`. The last hub is the node itself.
template <Cost C>
struct label_view {
    static constexpr std::uint32_t end = std::numeric_limits<std::uint32_t>::max();

    std::span<const std::uint64_t> first;  // hub of each node
    std::span<const std::uint32_t> hubs;
    std::span<const C> costs;

    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return first.size_bytes() + hubs.size_bytes() + costs.size_bytes();
    }
};

/// Such labels on a budget. While they are made, nodes go by their numbers as hubs.
template <Cost C>
struct label_arrays {
    explicit label_arrays(memory_budget& budget) noexcept
        : first(budget), hubs(budget), costs(budget) {}

    [[nodiscard]] bool push(std::uint32_t hub, C cost) {
        return hubs.push(hub) && costs.push(cost);
    }
    [[nodiscard]] label_view<C> view() const noexcept {
        return {
            {first.data(), first.size()}, {hubs.data(), hubs.size()}, {costs.data(), costs.size()}};
    }

    buffer<std::uint64_t> first;
    buffer<std::uint32_t> hubs;
    buffer<C> costs;
};

/// Makes labels one by one, in a memory of its own.
template <Cost C>
class label_worker {
    using entry = hub_entry<C>;

public:
    /// Draws on a part of `whole`, for a hierarchy of `nodes` nodes.
    label_worker(memory_budget& whole, std::size_t nodes) : budget_(whole, 1U << 16) {
        (void)costs_.assign(nodes, infinite<C>);
    }

    /// Appends the label of a node to `made`; false if memory is lacking. Those of the nodes above
    /// must be in `own`, and in `other`, the labels of the other direction.
    [[nodiscard]] bool make(const upward_arcs<C>& up, std::uint32_t hub, const label_arrays<C>& own,
                            const label_arrays<C>& other) {
        const auto top = static_cast<std::uint32_t>(costs_.size() - 1);  // the rank of hub 0
        const std::size_t rank = top - hub;
        all_.clear();
        for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i) {
            const hierarchy_arc<C>& arc = up.arcs[i];
            if (!is_closed(arc.cost) && !merge(own, top - arc.to, arc.cost)) return false;
        }
        for (const entry& e : all_) costs_[e.hub] = e.cost;
        bool has_memory = true;
        for (const entry& e : all_)
            if (!is_covered(e, other)) has_memory = has_memory && made.push(e);
        for (const entry& e : all_) costs_[e.hub] = infinite<C>;
        return has_memory && made.push(entry{hub, C{0}});
    }

    [[nodiscard]] bool is_ready(std::size_t nodes) const noexcept { return costs_.size() == nodes; }

private:
    memory_budget budget_;

public:
    buffer<entry> made{budget_};  // labels, until somebody takes them

private:
    /// Takes in the label of a node above, by an arc: of each hub the least cost.
    [[nodiscard]] bool merge(const label_arrays<C>& labels, std::uint32_t above, C arc) {
        merged_.clear();
        const entry* known = all_.begin();
        for (std::size_t i = labels.first[above];; ++i) {
            const std::uint32_t hub = labels.hubs[i];
            for (; known != all_.end() && known->hub < hub; ++known)
                if (!merged_.push(*known)) return false;
            if (hub == label_view<C>::end) break;
            C cost = add_costs(labels.costs[i], arc);
            if (known != all_.end() && known->hub == hub) cost = std::min(cost, (known++)->cost);
            if (!is_closed(cost) && !merged_.push(entry{hub, cost})) return false;
        }
        std::swap(all_, merged_);
        return true;
    }

    /// Whether a path over a higher hub costs no more: then the shortest paths that lead over this
    /// hub have the other one, too.
    [[nodiscard]] bool is_covered(const entry& e, const label_arrays<C>& other) const noexcept {
        for (std::size_t i = other.first[e.hub]; other.hubs[i] != e.hub; ++i)
            if (add_costs(costs_[other.hubs[i]], other.costs[i]) <= e.cost) return true;
        return false;
    }

    buffer<entry> all_{budget_};  // what labels of nodes above make of that of a node
    buffer<entry> merged_{budget_};
    buffer<C> costs_{budget_};  // of these by hub, else `infinite`
};

/// Makes the labels of all nodes, in both directions.
template <Cost C>
class label_builder {
    using worker = label_worker<C>;

public:
    /// `forward`, `backward`  where they go; all memory is taken of their budget.
    label_builder(const hierarchy_view<C>& h, search_control& control, label_arrays<C>& forward,
                  label_arrays<C>& backward) noexcept
        : hierarchy_(h), control_(control), forward_(forward), backward_(backward) {}

    /// Makes them; the control knows what ended it.
    void run() {
        const std::size_t nodes = hierarchy_.node_count;
        if (nodes == 0 || !control_.fits(prepare(nodes))) return;
        team_.start(control_.options().threads);
        control_.note_threads(team_.size());
        workers_ = std::vector<std::optional<worker>>(team_.size());
        for (std::optional<worker>& each : workers_)
            if (!control_.fits(each.emplace(budget_, nodes).is_ready(nodes))) return;
        for (std::size_t level = 0; level + 1 < levels_.size() && control_.running(); ++level)
            for (std::size_t i = levels_[level]; i < levels_[level + 1] && control_.running();)
                i += make_some(i, std::min(most_at_once, levels_[level + 1] - i));
        for (label_arrays<C>* const labels : {&forward_, &backward_})
            if (control_.running()) (void)control_.fits(renumber(*labels));
    }

private:
    static constexpr std::size_t most_at_once = 4096;  // labels that are made before they are kept
    static constexpr std::size_t of_a_block = 16;      // and of these one thread's

    /// Labels that a worker has made: of a node, side by side.
    struct labels_made {
        worker* maker;
        std::size_t first;   // entry, forward, then
        std::size_t second;  // backward
        std::size_t end;
    };

    /// Sorts nodes by level: each level depends on those before it alone.
    [[nodiscard]] bool prepare(std::size_t nodes) {
        const std::size_t top = nodes - 1;
        buffer<std::uint32_t> level(budget_);
        if (!level.assign_zeros(nodes) || !order_.assign_zeros(nodes) ||
            !forward_.first.assign_zeros(nodes) || !backward_.first.assign_zeros(nodes) ||
            !some_.reserve(std::min(nodes, most_at_once)))
            return false;
        std::uint32_t highest = 0;
        for (std::size_t hub = 0; hub < nodes; ++hub) {
            for (const auto* up : {&hierarchy_.forward, &hierarchy_.backward})
                for (std::uint32_t i = up->first[top - hub]; i < up->first[top - hub + 1]; ++i)
                    level[hub] = std::max(level[hub], level[top - up->arcs[i].to] + 1);
            highest = std::max(highest, level[hub]);
        }
        if (!levels_.assign_zeros(std::size_t{highest} + 3)) return false;
        for (const std::uint32_t l : level) ++levels_[std::size_t{l} + 2];
        for (std::size_t l = 2; l < levels_.size(); ++l) levels_[l] += levels_[l - 1];
        for (std::size_t hub = 0; hub < nodes; ++hub)
            order_[levels_[std::size_t{level[hub]} + 1]++] = static_cast<std::uint32_t>(hub);
        levels_.truncate(levels_.size() - 1);
        return true;
    }

    /// Makes labels of at most `wanted` nodes of one level, and returns of how many.
    std::size_t make_some(std::size_t begin, std::size_t wanted) {
        const auto count = static_cast<std::size_t>(control_.peek_expansion_batch(wanted));
        if (count == 0) {
            control_.end_by_limit();
            return 0;
        }
        some_.set_size(count);
        const bool is_done = team_.for_each((count + of_a_block - 1) / of_a_block,
                                            [&](std::size_t block, unsigned thread) {
                                                make_block(begin, block, *workers_[thread]);
                                            },
                                            &control_);
        if (!is_done) {
            control_.end_by_limit();
            return 0;
        }
        control_.count_expanded(count);
        for (std::size_t i = 0; i < count && control_.running(); ++i)
            (void)control_.fits(keep(order_[begin + i], some_[i]));
        for (std::optional<worker>& each : workers_) each->made.clear();
        if (control_.options().progress != nullptr)
            control_.options().progress->advance(begin + count, order_.size());
        return count;
    }

    void make_block(std::size_t begin, std::size_t block, worker& own) {
        const std::size_t end = std::min(some_.size(), (block + 1) * of_a_block);
        for (std::size_t i = block * of_a_block; i < end; ++i) {
            const std::uint32_t hub = order_[begin + i];
            labels_made& made = some_[i];
            made.first = own.made.size();
            const bool is_forward_made = own.make(hierarchy_.forward, hub, forward_, backward_);
            made.second = own.made.size();
            const bool is_made =
                is_forward_made && own.make(hierarchy_.backward, hub, backward_, forward_);
            made.end = own.made.size();
            made.maker = is_made ? &own : nullptr;
        }
    }

    /// Copies the labels of a node; false if memory is or was lacking.
    [[nodiscard]] bool keep(std::uint32_t hub, const labels_made& made) {
        if (made.maker == nullptr) return false;
        const hub_entry<C>* const entries = made.maker->made.data();
        return keep(forward_, hub, entries + made.first, entries + made.second) &&
               keep(backward_, hub, entries + made.second, entries + made.end);
    }
    [[nodiscard]] static bool keep(label_arrays<C>& labels, std::uint32_t hub,
                                   const hub_entry<C>* entry, const hub_entry<C>* end) {
        labels.first[hub] = labels.hubs.size();
        for (; entry != end; ++entry)
            if (!labels.push(entry->hub, entry->cost)) return false;
        return labels.push(label_view<C>::end, infinite<C>);
    }
    /// From the numbers of nodes as hubs to their own.
    [[nodiscard]] bool renumber(label_arrays<C>& labels) const {
        const std::size_t nodes = hierarchy_.node_count;
        buffer<std::uint64_t> first(budget_);
        if (!first.reserve(nodes)) return false;
        for (std::size_t node = 0; node < nodes; ++node)
            (void)first.push(labels.first[nodes - 1 - hierarchy_.rank_of[node]]);
        std::swap(labels.first, first);
        return true;
    }

    hierarchy_view<C> hierarchy_;
    search_control& control_;
    label_arrays<C>& forward_;
    label_arrays<C>& backward_;
    memory_budget& budget_{forward_.hubs.budget()};
    thread_team team_;
    std::vector<std::optional<worker>> workers_;  // one a thread
    buffer<std::uint32_t> order_{budget_};        // hubs by level
    buffer<std::size_t> levels_{budget_};         // where each begins, and the last ends
    buffer<labels_made> some_{budget_};
};

}  // namespace senda::detail

namespace senda {

namespace detail {

/// Labels that were made here.
template <Cost C>
struct own_labels {
    explicit own_labels(std::uint64_t most_bytes) noexcept : budget(most_bytes) {}

    memory_budget budget;
    label_arrays<C> forward{budget};
    label_arrays<C> backward{budget};
};

}  // namespace detail

/// For each node of a graph a few hubs with the costs of the paths to them, and from them, so that
/// a shortest path of any two nodes leads over a hub that both have: `hub_labels labels{prepared};`
/// and then `labels.distance(a, b)`, which takes less than a microsecond. Labels have no hub more
/// than the order of the hierarchy asks for (I. Abraham, D. Delling, A. Goldberg, R. Werneck,
/// Hierarchical hub labelings for shortest paths, 2012). They do not need the prepared graph once
/// they are made.
///
/// `C`  the costs of paths.
template <Cost C>
class hub_labels : public prepared {
    friend struct detail::file_of<hub_labels>;

public:
    /// The costs of paths: those of the graph.
    using cost = C;

    /// Makes the labels of all nodes.
    ///
    /// `p`  a prepared graph.
    /// `o`  limits, but for that of cost, a label each node counting as an expansion; a stop token;
    ///      threads, which make the same labels; progress, in nodes.
    template <class P>
        requires detail::HierarchyOwner<P>
    explicit hub_labels(const P& p, const options& o = {}) {
        if (!detail::has_memory_for([&] { make(p, o); })) status_ = status::memory_limit;
    }

    /// How many nodes have labels.
    [[nodiscard]] std::size_t node_count() const noexcept { return forward_->first.size(); }
    /// How many hubs all labels have together, in both directions.
    [[nodiscard]] std::size_t hub_count() const noexcept {
        return forward_->hubs.size() + backward_->hubs.size() - 2 * node_count();
    }
    /// How many bytes the labels take.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return forward_->bytes() + backward_->bytes();
    }

    /// The least cost of a path from `a` to `b`; `infinite<C>` if there is none, as there is for a
    /// node that is not in the graph. Several threads may ask at once.
    ///
    /// `a`  where paths begin.
    /// `b`  where they end.
    [[nodiscard]] C distance(std::uint32_t a, std::uint32_t b) const noexcept {
        const labels& ahead = forward_;
        const labels& behind = backward_;
        if (a >= ahead.first.size() || b >= behind.first.size()) return infinite<C>;
        std::uint64_t i = ahead.first[a];
        std::uint64_t j = behind.first[b];
        C least = infinite<C>;
        for (;;) {
            const std::uint32_t up = ahead.hubs[i];
            const std::uint32_t down = behind.hubs[j];
            if (up == down) {
                if (up == labels::end) return least;
                least = std::min(least, add_costs(ahead.costs[i], behind.costs[j]));
            }
            i += up <= down ? 1 : 0;
            j += down <= up ? 1 : 0;
        }
    }

private:
    using labels = detail::label_view<C>;

    hub_labels(const labels& forward, const labels& backward, detail::erased_unique_ptr file)
        : prepared(status::complete),
          owner_(std::move(file)),
          forward_(forward),
          backward_(backward) {}

    template <class P>
    void make(const P& p, const options& o) {
        detail::search_control control(o, engine_kind::contraction);
        if (p.status() != status::complete) control.end(p.status());
        auto* const own = new detail::own_labels<C>(o.limits.bytes);
        owner_ = detail::erased_unique_ptr(own);
        if (control.running())
            detail::label_builder<C>(p.hierarchy(), control, own->forward, own->backward).run();
        control.end(status::complete);
        status_ = control.status();
        statistics_ = control.statistics();
        statistics_.bytes = own->budget.peak();
        if (!*this) {
            owner_ = {};
            return;
        }
        forward_ = own->forward.view();
        backward_ = own->backward.view();
    }

    detail::erased_unique_ptr owner_;  // of the labels: memory or a file
    detail::emptied<labels> forward_;
    detail::emptied<labels> backward_;
};

template <class P>
    requires detail::HierarchyOwner<P>
hub_labels(const P&, const options& = {}) -> hub_labels<typename P::cost>;

}  // namespace senda
