// SPDX-License-Identifier: MIT
// Landmarks: an estimate for any goal of a stored graph or a grid, from the distances of a few
// nodes.
#pragma once

#include <senda/detail/estimates/distances/landmark_builder.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda {

/// Which landmarks a graph gets: each where estimates by those before it are worst, at the end of
/// such a region.
struct landmark_options {
    /// How many; fewer if the graph has fewer nodes.
    std::size_t count = 8;
    /// What is left to chance follows from this.
    std::uint64_t seed = 1;
};

namespace detail {

struct unmade_landmarks {};

/// Rows made here.
template <Cost C>
struct own_distance_rows {
    explicit own_distance_rows(std::uint64_t most_bytes) noexcept : budget(most_bytes) {}

    memory_budget budget;
    distance_rows<C> rows{budget};
};

}  // namespace detail

/// An estimate of the cost to a goal by landmarks, made by `landmarks::to`, which must outlive it.
/// Asking changes nothing, so that threads may.
template <class G>
class landmark_estimate;

/// The distances of all nodes of a graph from a few of them, the landmarks, and to them where edges
/// lead one way: `landmarks alt{roads};` and then `astar(roads, a, b, alt.to(b))` for any two
/// nodes (A. Goldberg, C. Harrelson, Computing the shortest path: A* search meets graph theory,
/// 2005). By the triangle inequality no path from n to t costs less than d(L, t) - d(L, n), nor
/// less than d(n, L) - d(t, L).
///
/// `G`  a `csr`, a `reversible_csr` or a `basic_grid` of any kind, which must outlive the
///      landmarks and stay as it is.
///
/// A distance takes two bytes, divided by a common step and rounded down. Estimates are admissible.
/// They are consistent if `is_exact()`; else off by less than `step()`, and a search may expand a
/// few nodes twice.
template <class G>
    requires detail::LandmarkGraph<G>
class landmarks : public prepared {
    using node = detail::declared_node_t<G>;
    using own_rows = detail::own_distance_rows<cost_of<G, node>>;
    using table = detail::distance_view<cost_of<G, node>>;
    using builder = detail::landmark_builder<G, node, cost_of<G, node>>;
    friend class landmark_estimate<G>;
    friend struct detail::file_of<landmarks>;

public:
    /// The costs of paths: those of the graph.
    using cost = cost_of<G, node>;

    /// Chooses landmarks and finds all distances.
    ///
    /// `g`    the graph.
    /// `how`  how many landmarks, and which.
    /// `o`    limits, but for that of cost; a stop token; threads, which search from several nodes
    ///        at a time if expansions are not limited; progress, in searches. Landmarks that were
    ///        done when a limit ended it remain.
    explicit landmarks(const G& g, const landmark_options& how = {}, const options& o = {})
        : landmarks(detail::unmade_landmarks{}, g) {
        make(o, std::min(how.count, detail::index_bound_of(g)), true, [&](builder& make) {
            random_source random(how.seed);
            make.take_avoided(random);
        });
    }

    /// Landmarks that are given: `landmarks alt{roads, any_of{3, 14}};`. Those that
    /// are not in the graph are left out.
    template <class Nodes>
        requires detail::RangeOf<Nodes, node>
    landmarks(const G& g, const Nodes& nodes, const options& o = {})
        : landmarks(detail::unmade_landmarks{}, g) {
        std::vector<std::size_t> given;
        for (const node n : nodes)
            if (detail::is_in(g, n)) given.push_back(detail::index_in(g, n));
        make(o, given.size(), false, [&](builder& make) { make.take(given); });
    }

    /// The landmarks.
    [[nodiscard]] const std::vector<node>& nodes() const noexcept { return nodes_; }

    /// Distances are stored as multiples of this, rounded down.
    [[nodiscard]] auto step() const noexcept { return table_->step; }
    /// Whether distances are entry as they are.
    [[nodiscard]] bool is_exact() const noexcept { return step() == 1 && std::integral<cost>; }
    /// How many bytes the distances take.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
    /// How many bytes the distances of a graph will take.
    ///
    /// `g`      the graph.
    /// `count`  how many landmarks it will have.
    [[nodiscard]] static std::uint64_t bytes_needed(const G& g, std::size_t count = 8) noexcept {
        const std::size_t ways = detail::two_ways<G>::is_symmetric(g) ? 1 : 2;
        const std::size_t nodes = detail::index_bound_of(g);
        return detail::distance_rows<cost>::bytes_for(nodes, std::min(count, nodes) * ways);
    }

    /// The estimate of the cost to a goal: a node, or `any_of` several, of which the nearest
    /// counts. It is admissible even where a limit ended the making.
    ///
    /// `goal`  where paths end.
    [[nodiscard]] landmark_estimate<G> to(const node& goal) const {
        return landmark_estimate<G>(*this, std::array{goal});
    }
    /// The estimate to the nearest of several goals.
    [[nodiscard]] landmark_estimate<G> to(const any_of<node>& goals) const {
        return landmark_estimate<G>(*this, goals);
    }

private:
    landmarks(detail::unmade_landmarks, const G& g) : graph_(&g) {}

    template <class Choose>
    void make(const options& o, std::size_t count, bool needs_trees, Choose choose) {
        const bool had_memory = detail::has_memory_for([&] {
            auto* const own = new own_rows(o.limits.bytes);
            owner_ = detail::erased_unique_ptr(own);
            builder make(*graph_, o, own->budget, own->rows);
            if (make.prepare(count, needs_trees)) {
                choose(make);
                nodes_ = make.landmarks();
                is_symmetric_ = make.ways() == 1;
            }
            status_ = make.status();
            if (!nodes_.empty()) {
                if (!is_symmetric_) own->rows.turn_every_second(2 * nodes_.size());
                table_ = own->rows.view();
                bytes_ = table_->entries.size_bytes();
            }
            statistics_ = make.used();
            statistics_.bytes = std::max(statistics_.bytes, own->budget.peak());
        });
        if (had_memory) return;
        status_ = status::memory_limit;
        nodes_.clear();
    }

    const G* graph_;
    detail::erased_unique_ptr owner_;  // of the table: memory or a file
    detail::emptied<table> table_;
    detail::emptied<std::uint64_t> bytes_;
    std::vector<node> nodes_;
    bool is_symmetric_ = true;
};

template <class G>
landmarks(const G&, const landmark_options& = {}, const options& = {}) -> landmarks<G>;
template <class G, class Nodes>
landmarks(const G&, const Nodes&, const options& = {}) -> landmarks<G>;

template <class G>
class landmark_estimate {
    using marks = landmarks<G>;
    using entry = detail::distance_entry;

public:
    /// The least that it costs from a node of the graph to the nearest goal; `infinite` only if
    /// there is no path.
    [[nodiscard]] typename marks::cost operator()(const typename marks::node& n) const noexcept {
        const entry* const row = rows_ + detail::index_in(*graph_, n) * (eights_ * 8);
        entry most = detail::largest_difference(least_.data(), row, eights_, 0);
        if (is_symmetric_) most = detail::largest_difference(row, greatest_.data(), eights_, most);
        return table_.cost(most);
    }

private:
    friend marks;

    template <class Goals>
    landmark_estimate(const marks& by, const Goals& goals)
        : graph_(by.graph_),
          table_(by.table_),
          rows_(table_.row(0)),
          eights_(table_.stride / 8),
          is_symmetric_(by.is_symmetric_),
          least_(eights_ * 8, detail::unreached_entry),
          greatest_(eights_ * 8) {
        // Of several goals the least entry counts: what it costs to the nearest is at least the
        // least of all differences.
        for (const auto& goal : goals) {
            if (!detail::is_in(*graph_, goal)) continue;
            const entry* const row = table_.row(detail::index_in(*graph_, goal));
            for (std::size_t i = 0; i < least_.size(); ++i) {
                least_[i] = std::min(least_[i], row[i]);
                greatest_[i] = std::max(greatest_[i], row[i]);
            }
        }
    }

    const G* graph_;
    typename marks::table table_;
    const entry* rows_;
    std::size_t eights_;  // of lanes in a row
    bool is_symmetric_;
    std::vector<entry> least_;     // entries of the goals in each lane
    std::vector<entry> greatest_;  // the same, for edges that lead both ways
};

}  // namespace senda
