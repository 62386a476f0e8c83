// SPDX-License-Identifier: MIT
// What searches share that climb a hierarchy from both ends.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_path.hpp>
#include <senda/detail/roads/hierarchy/hierarchy_view.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// A search that can be restarted in its memory. `Derived::begin(start, goal)` begins it.
template <class Derived, Cost C>
class upward_search_base : public engine<Derived> {
public:
    using result_type = senda::result<std::uint32_t, C>;

    /// Starts again with other options.
    void restart(std::uint32_t start, std::uint32_t goal, const options& o) {
        control_.set_options(o);
        this->start_again([&] { static_cast<Derived&>(*this).begin(start, goal); });
    }

    /// The cost of the path, or `infinite`.
    [[nodiscard]] C cost() const noexcept {
        return this->status() == status::found ? best_ : infinite<C>;
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r{{.status = this->status(),
                       .statistics = this->statistics(),
                       .engine = engine_text(control_.engine())}};
        if (r.status != status::found) {
            r.lower_bound = bounds_.lower_bound(r.status);
        } else if (meeting_node_ == none) {
            r.cost = r.lower_bound = C{0};
            r.path = {graph_.node_at[start_]};
        } else {
            r.cost = r.lower_bound = append_hierarchy_path(
                graph_, steps_ahead_.data(), steps_behind_.data(), meeting_node_, r.path);
        }
        return r;
    }

protected:
    using engine_type = engine<Derived>;
    using engine_type::control_;
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    upward_search_base(const hierarchy_view<C>& graph, engine_kind kind, const options& o)
        : engine_type(o, kind), graph_(graph), bounds_(o.limits) {}
    upward_search_base(upward_search_base&&) = default;
    upward_search_base& operator=(upward_search_base&&) = default;
    ~upward_search_base() = default;

    /// Sets both ends; false if that was all: one is no node, or they are the same.
    [[nodiscard]] bool set_ends(std::uint32_t start, std::uint32_t goal) {
        bounds_ = cost_bounds<C>(control_.limits());
        best_ = infinite<C>;
        meeting_node_ = none;
        if (start >= graph_.node_count || goal >= graph_.node_count) {
            control_.end(status::exhausted);
            return false;
        }
        start_ = graph_.rank_of[start];
        goal_ = graph_.rank_of[goal];
        if (start != goal) return true;
        best_ = C{0};  // whatever the limits are
        control_.end(status::found);
        return false;
    }

    /// Takes memory for steps; false if there is none.
    [[nodiscard]] bool has_steps() {
        const std::size_t nodes = graph_.node_count;
        if (!steps_ahead_.reserve(nodes) || !steps_behind_.reserve(nodes)) return false;
        steps_ahead_.set_size(nodes);
        steps_behind_.set_size(nodes);
        return true;
    }

    hierarchy_view<C> graph_;
    buffer<parent_arc> steps_ahead_{control_.budget()};  // of each rank that was reached
    buffer<parent_arc> steps_behind_{control_.budget()};
    cost_bounds<C> bounds_;
    C best_ = infinite<C>;
    std::uint32_t start_ = none;  // ranks
    std::uint32_t goal_ = none;
    std::uint32_t meeting_node_ = none;  // none if the start is the goal
};

}  // namespace senda::detail
