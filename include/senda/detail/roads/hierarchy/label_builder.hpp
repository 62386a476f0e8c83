// SPDX-License-Identifier: MIT
// Makes hub labels of a hierarchy from the highest rank down; threads share nodes that do not
// depend on each other.
#pragma once

#include <senda/detail/core/search_pool.hpp>
#include <senda/detail/engines/csr/block_thread_pool.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

namespace senda::detail {

/// A node that many shortest paths lead over, and the cost of the path to it or from it. Hubs are
/// numbered from the highest rank down.
template <Cost C>
struct hub_entry {
    std::uint32_t hub;
    C cost;
};

/// The labels of one direction, by the numbers of their nodes as hubs. The entries of a label are
/// in the order of hubs; the last is the node itself.
template <Cost C>
struct label_list {
    explicit label_list(memory_budget& budget) noexcept : first(budget), entries(budget) {}

    [[nodiscard]] const hub_entry<C>* of(std::uint32_t hub) const noexcept {
        return entries.data() + first[hub];
    }

    buffer<std::size_t> first;
    buffer<hub_entry<C>> entries;
};

/// Makes labels one by one, in a memory of its own.
template <Cost C>
class label_worker {
    using entry = hub_entry<C>;

public:
    /// Draws on a part of `whole`, for a hierarchy of `nodes` nodes.
    label_worker(memory_budget& whole, std::size_t nodes) : budget_(whole, 1U << 16) {
        if (!costs_.reserve(nodes)) return;
        costs_.set_size(nodes);
        std::fill(costs_.begin(), costs_.end(), infinite<C>);
    }

    /// Appends the label of a node, but for the node itself, to `made`; false if memory is lacking.
    /// Those of the nodes above must be in `own`, and in `other`, the labels of the other
    /// direction.
    template <class Stored>
    [[nodiscard]] bool make(const upward_arcs<Stored>& up, std::uint32_t hub,
                            const label_list<C>& own, const label_list<C>& other) {
        const auto top = static_cast<std::uint32_t>(costs_.size() - 1);  // the rank of hub 0
        const std::size_t rank = top - hub;
        all_.clear();
        for (std::uint32_t i = up.first[rank]; i < up.first[rank + 1]; ++i) {
            const auto& arc = up.arcs[i];
            if (is_closed(arc.cost)) continue;
            if (!merge(own.of(top - arc.to), top - arc.to, static_cast<C>(arc.cost))) return false;
        }
        for (const entry& e : all_) costs_[e.hub] = e.cost;
        bool has_memory = true;
        for (const entry& e : all_)
            if (!is_covered(e, other.of(e.hub))) has_memory = has_memory && made.push(e);
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
    [[nodiscard]] bool merge(const entry* label, std::uint32_t last, C arc) {
        merged_.clear();
        const entry* known = all_.begin();
        const auto take_below = [&](std::uint32_t hub) {
            for (; known != all_.end() && known->hub < hub; ++known)
                if (!merged_.push(*known)) return false;
            return true;
        };
        for (bool is_last = false; !is_last; ++label) {
            is_last = label->hub == last;
            if (!take_below(label->hub)) return false;
            C cost = add_costs(label->cost, arc);
            if (known != all_.end() && known->hub == label->hub)
                cost = std::min(cost, (known++)->cost);
            if (!is_closed(cost) && !merged_.push(entry{label->hub, cost})) return false;
        }
        if (!take_below(std::numeric_limits<std::uint32_t>::max())) return false;
        std::swap(all_, merged_);
        return true;
    }

    /// Whether a path over a higher hub costs no more: then the shortest paths that lead over this
    /// hub have the other one, too.
    [[nodiscard]] bool is_covered(const entry& e, const entry* label) const noexcept {
        for (; label->hub != e.hub; ++label)
            if (add_costs(costs_[label->hub], label->cost) <= e.cost) return true;
        return false;
    }

    buffer<entry> all_{budget_};  // what labels of nodes above make of that of a node
    buffer<entry> merged_{budget_};
    buffer<C> costs_{budget_};  // of these by hub, else `infinite`
};

/// Makes the labels of all nodes, in both directions.
template <Cost C, class Stored>
class label_builder {
    using worker = label_worker<C>;

public:
    label_builder(const hierarchy_view<Stored>& h, search_control& control) noexcept
        : hierarchy_(h), control_(control) {}

    /// Makes them; the control knows what ended it.
    void run() {
        const std::size_t nodes = hierarchy_.node_count;
        if (nodes == 0 || !control_.fits(prepare(nodes))) return;
        pool_.start(control_.options().threads);
        control_.note_threads(pool_.size());
        for (unsigned i = 0; i < pool_.size(); ++i) {
            auto* const one = new (std::nothrow) worker(control_.budget(), nodes);
            if (!control_.fits(one != nullptr && one->is_ready(nodes))) {
                delete one;
                return;
            }
            workers_.give(one);
        }
        for (std::size_t level = 0; level + 1 < levels_.size() && control_.running(); ++level)
            for (std::size_t i = levels_[level]; i < levels_[level + 1] && control_.running();)
                i += make_some(i, std::min(most_at_once, levels_[level + 1] - i));
    }

    [[nodiscard]] const label_list<C>& forward() const noexcept { return forward_; }
    [[nodiscard]] const label_list<C>& backward() const noexcept { return backward_; }

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
        buffer<std::uint32_t> level(control_.budget());
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
        struct job {
            label_builder& all;
            std::size_t begin;
        } work{*this, begin};
        const bool is_done = pool_.run(
            [](void* context, std::size_t block) {
                const job& j = *static_cast<job*>(context);
                j.all.make_block(j.begin, block);
            },
            &work, (count + of_a_block - 1) / of_a_block,
            control_.has_deadline_or_stop() ? &control_ : nullptr);
        if (!is_done) {
            control_.end_by_limit();
            return 0;
        }
        control_.count_expanded(count);
        for (std::size_t i = 0; i < count && control_.running(); ++i)
            (void)control_.fits(keep(order_[begin + i], some_[i]));
        for (std::size_t i = 0; i < count; ++i)
            if (some_[i].maker != nullptr) some_[i].maker->made.clear();
        if (control_.options().progress != nullptr)
            control_.options().progress->advance(begin + count, order_.size());
        return count;
    }

    void make_block(std::size_t begin, std::size_t block) {
        worker* const own = workers_.take();
        const std::size_t end = std::min(some_.size(), (block + 1) * of_a_block);
        for (std::size_t i = block * of_a_block; i < end; ++i) {
            const std::uint32_t hub = order_[begin + i];
            labels_made& made = some_[i];
            made.first = own->made.size();
            const bool is_forward_made = own->make(hierarchy_.forward, hub, forward_, backward_);
            made.second = own->made.size();
            const bool is_made =
                is_forward_made && own->make(hierarchy_.backward, hub, backward_, forward_);
            made.end = own->made.size();
            made.maker = is_made ? own : nullptr;
        }
        workers_.give(own);
    }

    /// Copies the labels of a node; false if memory is or was lacking.
    [[nodiscard]] bool keep(std::uint32_t hub, const labels_made& made) {
        if (made.maker == nullptr) return false;
        const hub_entry<C>* const entries = made.maker->made.data();
        return keep(forward_, hub, entries + made.first, entries + made.second) &&
               keep(backward_, hub, entries + made.second, entries + made.end);
    }
    [[nodiscard]] static bool keep(label_list<C>& labels, std::uint32_t hub,
                                   const hub_entry<C>* entry, const hub_entry<C>* end) {
        labels.first[hub] = labels.entries.size();
        for (; entry != end; ++entry)
            if (!labels.entries.push(*entry)) return false;
        return true;
    }

    hierarchy_view<Stored> hierarchy_;
    search_control& control_;
    block_thread_pool pool_;
    search_pool<worker> workers_;
    buffer<std::uint32_t> order_{control_.budget()};  // hubs by level
    buffer<std::size_t> levels_{control_.budget()};   // where each begins, and the last ends
    buffer<labels_made> some_{control_.budget()};
    label_list<C> forward_{control_.budget()};
    label_list<C> backward_{control_.budget()};
};

}  // namespace senda::detail
