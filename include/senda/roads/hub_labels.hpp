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
#include <utility>

namespace senda {

namespace detail {

struct hub_label_file;

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
    friend struct detail::hub_label_file;

public:
    /// What `save` writes it as.
    using file_format = detail::hub_label_file;
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
