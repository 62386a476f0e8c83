// SPDX-License-Identifier: MIT
// Hub labels: distances in a prepared graph by comparing two short lists.
#pragma once

#include <senda/detail/roads/hierarchy/label_builder.hpp>
#include <senda/detail/roads/hierarchy/upward_search.hpp>
#include <senda/detail/storage/erased_unique_ptr.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

namespace senda {

namespace detail {

struct hub_label_file;

/// The labels of one direction, wherever they lie: the hubs of a node, and behind them `end`.
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

/// Such labels in arrays of their own.
template <Cost C>
class label_arrays {
public:
    explicit label_arrays(memory_budget& budget) noexcept
        : first_(budget), hubs_(budget), costs_(budget) {}

    /// Copies labels that were made; false if memory is lacking, and then there are none.
    [[nodiscard]] bool take(const label_list<C>& made, std::size_t nodes,
                            const std::uint32_t* rank_of) {
        const std::size_t count = made.entries.size() + nodes;
        if (!first_.reserve(nodes) || !hubs_.reserve(count) || !costs_.reserve(count)) return false;
        for (std::size_t node = 0; node < nodes; ++node) {
            const auto own = static_cast<std::uint32_t>(nodes - 1 - rank_of[node]);
            (void)first_.push(hubs_.size());
            for (const hub_entry<C>* e = made.of(own);; ++e) {
                put(e->hub, e->cost);
                if (e->hub == own) break;
            }
            put(label_view<C>::end, infinite<C>);
        }
        return true;
    }
    [[nodiscard]] label_view<C> view() const noexcept {
        return {{first_.data(), first_.size()},
                {hubs_.data(), hubs_.size()},
                {costs_.data(), costs_.size()}};
    }

private:
    void put(std::uint32_t hub, C cost) {
        (void)hubs_.push(hub);
        (void)costs_.push(cost);
    }

    buffer<std::uint64_t> first_;
    buffer<std::uint32_t> hubs_;
    buffer<C> costs_;
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
    friend struct detail::hub_label_file;

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
        if (!detail::has_memory_for([&] {
                make(p, o);
                return true;
            }))
            status_ = status::memory_limit;
    }

    /// How many nodes have labels.
    [[nodiscard]] std::size_t node_count() const noexcept { return node_count_; }
    /// How many hubs all labels have together, in both directions.
    [[nodiscard]] std::size_t hub_count() const noexcept {
        return forward_->hubs.size() + backward_->hubs.size() - 2 * node_count_;
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
        if (a >= node_count_ || b >= node_count_) return infinite<C>;
        const labels& ahead = forward_;
        const labels& behind = backward_;
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

    /// Labels that were made here.
    struct own_labels {
        explicit own_labels(std::uint64_t most_bytes) noexcept : budget(most_bytes) {}

        memory_budget budget;
        detail::label_arrays<C> forward{budget};
        detail::label_arrays<C> backward{budget};
    };

    hub_labels(const labels& forward, const labels& backward, detail::erased_unique_ptr file)
        : prepared(status::complete),
          owner_(std::move(file)),
          forward_(forward),
          backward_(backward),
          node_count_(forward.first.size()) {}

    template <class P>
    void make(const P& p, const options& o) {
        detail::search_control control(o, engine_kind::contraction);
        if (p.status() != status::complete) control.end(p.status());
        const auto hierarchy = p.hierarchy();
        detail::label_builder<C, decltype(hierarchy.forward.arcs->cost)> maker(hierarchy, control);
        if (control.running()) maker.run();
        std::uint64_t most = 0;
        if (control.running()) {
            auto* const own = new own_labels(control.budget().left());
            owner_ = detail::erased_unique_ptr(own);
            const std::size_t nodes = hierarchy.node_count;
            if (control.fits(own->forward.take(maker.forward(), nodes, hierarchy.rank_of) &&
                             own->backward.take(maker.backward(), nodes, hierarchy.rank_of))) {
                forward_ = own->forward.view();
                backward_ = own->backward.view();
                node_count_ = nodes;
            }
            most = own->budget.peak();
            if (!control.running()) owner_ = {};
        }
        control.end(status::complete);
        status_ = control.status();
        statistics_ = control.statistics();
        statistics_.bytes += most;
    }

    detail::erased_unique_ptr owner_;  // of the labels: memory or a file
    detail::emptied<labels> forward_;
    detail::emptied<labels> backward_;
    detail::emptied<std::size_t> node_count_;
};

template <class P>
    requires detail::HierarchyOwner<P>
hub_labels(const P&, const options& = {}) -> hub_labels<typename P::cost>;

}  // namespace senda
