// SPDX-License-Identifier: MIT
// What is left to a goal at least, by the distances of all nodes of a hierarchy from a few on the
// rim of its core (A. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph
// theory", 2005).
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/search/control.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Distances take two bytes each, as multiples of a power of two, rounded down; one of more than
/// four times both sides of the map counts as that. There are none without a core: then a search
/// hardly needs them.
class core_landmarks {
    using entry = std::uint16_t;

public:
    static constexpr std::size_t count = 24;
    /// The distances of one place from all landmarks.
    using row = std::array<entry, count>;
    static constexpr row unreached = [] {
        row all{};
        for (entry& e : all) e = std::numeric_limits<entry>::max();
        return all;
    }();

    /// Chooses landmarks, and finds all distances.
    template <class Graph>
    void make(const Graph& g, std::uint32_t core, search_control* control) {
        if (core == g.size()) return;
        const std::size_t bytes = g.size() * (sizeof(row) + 2 * sizeof(std::uint64_t));
        if (control != nullptr && !control->fits(control->budget().take(bytes))) return;
        const auto sides = static_cast<std::uint64_t>(g.map().width() + g.map().height());
        shift_ = static_cast<unsigned>(std::bit_width(4 * sides * map_units::straight)) - 16;
        rows_.assign(g.size(), unreached);
        std::vector<std::uint64_t> lengths;
        for (std::size_t i = 0; i < count && (control == nullptr || control->poll()); ++i) {
            measure(g, core, choose(g, core, i), lengths);
            for (std::size_t n = 0; n < rows_.size(); ++n)
                rows_[n][i] =
                    static_cast<entry>(std::min<std::uint64_t>(lengths[n] >> shift_, unreached[0]));
        }
    }

    /// Takes a way over a node into account.
    void improve(row& to, std::uint32_t node, std::uint64_t length) const noexcept {
        if (rows_.empty()) return;
        const row& from = rows_[node];
        const auto more =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(length >> shift_, unreached[0]));
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t there = from[i] + more;
            to[i] = there < to[i] ? static_cast<entry>(there) : to[i];
        }
    }

    /// What is left from a node to a place at least: they are no farther apart than their
    /// distances from a landmark differ. These are rounded, that of the place twice.
    [[nodiscard]] std::uint64_t at_least(std::uint32_t node, const row& to) const noexcept {
        if (rows_.empty()) return 0;
        const row& from = rows_[node];
        entry most = 2;
        for (std::size_t i = 0; i < count; ++i) {
            const auto apart =
                static_cast<entry>(from[i] > to[i] ? from[i] - to[i] : to[i] - from[i]);
            most = apart > most ? apart : most;
        }
        return std::uint64_t{most - 2U} << shift_;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return rows_.size() * sizeof(row); }

private:
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    /// The node in the core that is next to a place on the rim of the map, all round.
    template <class Graph>
    [[nodiscard]] static std::uint32_t choose(const Graph& g, std::uint32_t core, std::size_t i) {
        constexpr int a_side = count / 4;
        const int side = static_cast<int>(i) / a_side;
        const int width = g.map().width();
        const int height = g.map().height();
        const int part = (2 * (static_cast<int>(i) % a_side) + 1) * (side < 2 ? width : height);
        const int along = part / (2 * a_side);
        const cell rim = side < 2 ? cell{along, side * height} : cell{(side - 2) * width, along};
        std::uint32_t nearest = core;
        for (std::uint32_t n = core; n < g.size(); ++n)
            if (length_to(rim, g.at(n)) < length_to(rim, g.at(nearest))) nearest = n;
        return nearest;
    }
    [[nodiscard]] static std::uint64_t length_to(cell a, cell b) noexcept {
        return map_units::sum(octile_distance(a, b));
    }

    /// Finds the lengths of all nodes from one in the core: in buckets so narrow that no edge leads
    /// from one to the same (E. Dinitz, 1978), then down.
    template <class Graph>
    static void measure(const Graph& g, std::uint32_t core, std::uint32_t root,
                        std::vector<std::uint64_t>& lengths) {
        constexpr int width = std::bit_width(map_units::straight) - 1;
        std::vector<std::vector<std::uint32_t>> buckets;
        lengths.assign(g.size(), unknown);
        const auto reach = [&](std::uint32_t node, std::uint64_t length) {
            if (length >= lengths[node]) return;
            lengths[node] = length;
            const auto bucket = static_cast<std::size_t>(length >> width);
            if (bucket >= buckets.size()) buckets.resize(bucket + 1);
            buckets[bucket].push_back(node);
        };
        reach(root, 0);
        for (std::size_t i = 0; i < buckets.size(); ++i) {
            for (const std::uint32_t node : std::exchange(buckets[i], {})) {
                const std::uint64_t length = lengths[node];
                if (length >> width != i) continue;  // it was queued twice
                for (const auto& e : g.up(node)) reach(e.to, length + e.length);
            }
        }
        for (std::uint32_t n = core; n-- > 0;)
            for (const auto& e : g.up(n))
                if (lengths[e.to] != unknown)
                    lengths[n] = std::min(lengths[n], lengths[e.to] + e.length);
    }

    std::vector<row> rows_;
    unsigned shift_ = 0;
};

}  // namespace senda::detail
