// SPDX-License-Identifier: MIT
// The subgoals of a grid with the edges between them, as a contraction hierarchy (T. Uras, S.
// Koenig, "Understanding Subgoal Graphs by Augmenting Contraction Hierarchies", 2018).
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/grid/subgoals/subgoal_map.hpp>
#include <senda/detail/roads/contraction.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace senda::detail {

/// An edge to another node. One that stands for two has the node between them as its middle.
struct hierarchy_edge {
    static constexpr std::uint32_t no_middle = std::numeric_limits<std::uint32_t>::max();

    std::uint64_t length;
    std::uint32_t to;
    std::uint32_t middle;
};

/// What of a hierarchy takes long to make: arrays that somebody keeps, in memory or in a file.
struct hierarchy_arrays {
    std::span<const std::uint32_t> nodes;  ///< by the numbers of the subgoals in their map
    std::span<const std::uint32_t> first;  ///< of the edges of each node, and their end
    std::span<const hierarchy_edge> edges;
    std::uint32_t core = 0;  ///< its first node
};

/// Nodes are subgoals, numbered as they were contracted: edges lead to higher numbers, or from one
/// to another of the last, the core. A shortest path goes up, in the core, and down.
template <grid_moves Moves>
class subgoal_graph {
    using builder = hierarchy_builder<std::int64_t, arc_kind::undirected>;

public:
    using units = map_units;

    /// The graph of a grid; of no use where `control` ended before it was whole.
    subgoal_graph(const basic_grid<Moves>& g, search_control& control,
                  const contraction_limits& limits = default_limits)
        : map_(g, &control) {
        builder hierarchy(control, limits);
        add_edges(hierarchy, control);
        if (control.running()) remove_needless(hierarchy, control);
        if (control.running()) hierarchy.run();
        if (control.running()) number(hierarchy, control);
        if (!control.running()) return;
        find_cells();
        find_parts();
    }
    /// One that was stored, of the same grid; `is_sound` tells whether it is. The arrays stay where
    /// they are, and `owner` keeps them.
    subgoal_graph(const basic_grid<Moves>& g, const hierarchy_arrays& stored,
                  erased_unique_ptr owner)
        : map_(g), owner_(std::move(owner)), made_(stored) {
        is_sound_ = has_numbers();
        if (!is_sound_) return;
        find_cells();
        is_sound_ = has_lengths();
        if (is_sound_) find_parts();
    }
    subgoal_graph(const subgoal_graph&) = delete;
    subgoal_graph& operator=(const subgoal_graph&) = delete;

    [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
    [[nodiscard]] const hierarchy_arrays& made() const noexcept { return made_; }

    [[nodiscard]] const subgoal_map<Moves>& map() const noexcept { return map_; }
    [[nodiscard]] std::size_t size() const noexcept { return cells_.size(); }
    [[nodiscard]] cell at(std::uint32_t node) const noexcept { return cells_[node]; }
    /// Nodes are connected if they have the same number here.
    [[nodiscard]] std::uint32_t part(std::uint32_t node) const noexcept { return parts_[node]; }
    [[nodiscard]] bool is_in_core(std::uint32_t node) const noexcept { return node >= made_.core; }
    /// The edges of a node to higher ones, of one in the core to the others in it.
    [[nodiscard]] std::span<const hierarchy_edge> up(std::uint32_t node) const noexcept {
        return {made_.edges.data() + made_.first[node], made_.edges.data() + made_.first[node + 1]};
    }

    /// Calls `reach(node, units)` for the node of a cell, or for those next to it.
    template <class Reach>
    void for_each_next(cell from, Reach&& reach) const {
        if (map_.is_subgoal(from)) return reach(made_.nodes[map_.number(from)], std::uint64_t{0});
        map_.for_each_next(from, [&](std::uint32_t number, octile_length l) {
            reach(made_.nodes[number], units::sum(l));
        });
    }

    /// The cells of a path of edges and of all nodes that its edges lead over.
    [[nodiscard]] std::vector<cell> unpacked(const std::vector<std::uint32_t>& path) const {
        std::vector<cell> cells{cells_[path.front()]};
        std::vector<std::uint32_t> ahead(path.rbegin(), path.rend());
        for (std::uint32_t at = path.front(); ahead.size() > 1;) {
            const std::uint32_t to = ahead[ahead.size() - 2];
            const std::uint32_t middle = find_edge(std::min(at, to), std::max(at, to))->middle;
            if (middle != hierarchy_edge::no_middle) {
                ahead.back() = middle;
                ahead.push_back(at);
            } else {
                ahead.pop_back();
                cells.push_back(cells_[at = to]);
            }
        }
        return cells;
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return map_.bytes() + cells_.size() * node_bytes +
               made_.edges.size() * sizeof(hierarchy_edge);
    }

private:
    static constexpr std::size_t node_bytes = sizeof(cell) + 3 * sizeof(std::uint32_t);
    static constexpr contraction_limits default_limits{30, 60, 24, 1000};

    [[nodiscard]] const hierarchy_edge* find_edge(std::uint32_t low,
                                                  std::uint32_t high) const noexcept {
        for (const hierarchy_edge& e : up(low))
            if (e.to == high) return &e;
        return nullptr;
    }

    /// The edges of all subgoals to those next to them.
    void add_edges(builder& to, search_control& control) const {
        const std::size_t nodes = map_.cells().size();
        if (!to.prepare(nodes, 4 * nodes)) return;
        for (std::uint32_t n = 0; n < nodes && control.tick(); ++n)
            map_.for_each_next(map_.cells()[n], [&](std::uint32_t next, octile_length l) {
                to.add_edge(n, next, static_cast<std::int64_t>(units::sum(l)));
            });
    }

    /// Removes edges that are as long as two others together, which are shorter each: so what is
    /// left has the same distances.
    static void remove_needless(builder& all, search_control& control) {
        const auto& edges = all.graph().out;
        const std::size_t nodes = all.core().size();
        buffer<std::int64_t> lengths(control.budget());
        buffer<std::array<std::uint32_t, 2>> needless(control.budget());
        if (!control.fits(lengths.assign_zeros(nodes))) return;
        for (std::uint32_t n = 0; n < nodes && control.tick(); ++n) {
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e)
                lengths[e->to] = e->length.cost;
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e) {
                const bool is_needless =
                    n < e->to && std::any_of(
                                     edges.begin(e->to), edges.end(e->to),
                                     [&](const auto& back) {
                                         const std::int64_t there = lengths[back.to];
                                         return there != 0 &&
                                                there + back.length.cost <= e->length.cost;
                                     });
                if (is_needless && !control.fits(needless.push(std::array{n, e->to}))) return;
            }
            for (const auto* e = edges.begin(n); e != edges.end(n); ++e) lengths[e->to] = 0;
        }
        for (const auto& [from, to] : needless) all.remove_edge(from, to);
    }

    /// The arrays of a hierarchy that was made here.
    struct own_arrays {
        std::vector<std::uint32_t> nodes;
        std::vector<std::uint32_t> first = {0};
        std::vector<hierarchy_edge> edges;
    };

    /// Numbers the nodes as they were taken out, then the core.
    void number(const builder& hierarchy, search_control& control) {
        std::vector<std::uint32_t> order(hierarchy.order().begin(), hierarchy.order().end());
        order.insert(order.end(), hierarchy.core().begin(), hierarchy.core().end());
        const auto& edges = hierarchy.graph().out;
        std::size_t count = 0;
        for (const std::uint32_t subgoal : order) count += edges.count(subgoal);
        if (!control.fits(
                control.budget().take(count * sizeof(hierarchy_edge) + order.size() * node_bytes)))
            return;
        auto* const own = new own_arrays;
        owner_ = erased_unique_ptr(own);
        own->nodes.resize(order.size());
        own->edges.reserve(count);
        for (std::uint32_t n = 0; n < order.size(); ++n) own->nodes[order[n]] = n;
        for (const std::uint32_t subgoal : order) {
            for (const auto* e = edges.begin(subgoal); e != edges.end(subgoal); ++e) {
                const bool is_short = e->middle == hierarchy_edge::no_middle;
                own->edges.push_back({static_cast<std::uint64_t>(e->length.cost), own->nodes[e->to],
                                      is_short ? e->middle : own->nodes[e->middle]});
            }
            own->first.push_back(static_cast<std::uint32_t>(own->edges.size()));
        }
        made_ = {own->nodes, own->first, own->edges,
                 static_cast<std::uint32_t>(hierarchy.order().size())};
    }
    void find_cells() {
        cells_.resize(made_.nodes.size());
        for (std::size_t i = 0; i < cells_.size(); ++i) cells_[made_.nodes[i]] = map_.cells()[i];
    }

    /// Whether all numbers are those of nodes and edges that there are.
    [[nodiscard]] bool has_numbers() const {
        const std::size_t nodes = map_.cells().size();
        if (made_.nodes.size() != nodes || made_.first.size() != nodes + 1 || made_.core > nodes)
            return false;
        std::vector<bool> met(nodes);
        for (const std::uint32_t node : made_.nodes) {
            if (node >= nodes || met[node]) return false;
            met[node] = true;
        }
        if (made_.first.front() != 0 || made_.first.back() != made_.edges.size() ||
            !std::is_sorted(made_.first.begin(), made_.first.end()))
            return false;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            for (const hierarchy_edge& e : up(node)) {
                const bool is_up = e.to > node || (node >= made_.core && e.to >= made_.core);
                if (!is_up || e.to >= nodes || e.to == node) return false;
                if (e.middle != hierarchy_edge::no_middle && e.middle >= std::min(node, e.to))
                    return false;
            }
        }
        return true;
    }
    /// Whether each edge is free between its cells, or as long as the two that it stands for.
    [[nodiscard]] bool has_lengths() const {
        // Sums of what somebody made up could double from edge to edge, beyond any number.
        const std::uint64_t longest = units::sum({0, 2}) *
                                      static_cast<std::uint64_t>(map_.width()) *
                                      static_cast<std::uint64_t>(map_.height());
        for (std::uint32_t node = 0; node < size(); ++node) {
            for (const hierarchy_edge& e : up(node)) {
                if (e.length > longest) return false;
                if (e.middle != hierarchy_edge::no_middle) {
                    const hierarchy_edge* const one = find_edge(e.middle, node);
                    const hierarchy_edge* const other = find_edge(e.middle, e.to);
                    if (one == nullptr || other == nullptr ||
                        e.length != one->length + other->length)
                        return false;
                } else if (e.length != units::sum(octile_distance(at(node), at(e.to))) ||
                           !(map_.is_free(at(node), at(e.to)) ||
                             map_.is_free(at(e.to), at(node)))) {
                    return false;
                }
                if (node < made_.core) continue;
                const hierarchy_edge* const back = find_edge(e.to, node);
                if (back == nullptr || back->length != e.length) return false;
            }
        }
        return true;
    }

    /// The core is searched; any other node is in the part of those above it.
    void find_parts() {
        parts_.assign(size(), hierarchy_edge::no_middle);
        std::vector<std::uint32_t> met;
        const auto meet = [&](std::uint32_t node, std::uint32_t part) {
            if (parts_[node] != hierarchy_edge::no_middle) return;
            parts_[node] = part;
            met.push_back(node);
        };
        for (std::uint32_t root = made_.core; root < size(); ++root) {
            for (meet(root, root); !met.empty();) {
                const std::uint32_t node = met.back();
                met.pop_back();
                for (const hierarchy_edge& e : up(node)) meet(e.to, root);
            }
        }
        for (std::uint32_t node = made_.core; node-- > 0;)
            parts_[node] = up(node).empty() ? node : parts_[up(node).front().to];
    }

    subgoal_map<Moves> map_;
    erased_unique_ptr owner_;  // of the arrays
    hierarchy_arrays made_;
    std::vector<cell> cells_;
    std::vector<std::uint32_t> parts_;
    bool is_sound_ = true;
};

}  // namespace senda::detail
