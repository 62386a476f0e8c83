// SPDX-License-Identifier: MIT
// Searches in regions: shortest paths within 64 x 64 cells, and from portal to portal.
#pragma once

#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/grid/placed_nodes.hpp>
#include <senda/detail/grid/regions/region_levels.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// How many cells a set has, of which there are few.
[[nodiscard]] constexpr unsigned count_bits(const region_bits& cells) noexcept {
    unsigned count = 0;
    for (std::uint64_t row : cells)
        for (; row != 0; row &= row - 1) ++count;
    return count;
}

/// Straight moves: breadth-first search, a layer of 64 rows at a time. What it keeps of a distance
/// is the remainder by 3, which tells the cell before from the cell behind.
template <grid_moves Moves>
class region_search {
public:
    using length = std::uint32_t;

    /// Searches from an open cell until all of `wanted` that can be reached are.
    void run(const region_bits& open, cell from, const region_bits& wanted) noexcept {
        const auto row = static_cast<std::size_t>(from.y) + 1;
        std::copy(open.begin(), open.end(), left_.begin() + 1);
        for (auto& plane : planes_) plane.fill(0);
        layer_[0].fill(0);
        layer_[1].fill(0);
        layer_[0][row] = planes_[0][row] = std::uint64_t{1} << from.x;
        left_[row] &= ~layer_[0][row];
        const unsigned found = note(row, layer_[0][row] & wanted[row - 1], 0);
        spread(wanted, row, count_bits(wanted) - found);
    }

    /// Whether a cell was reached, and how long the path to it is if it was wanted.
    [[nodiscard]] bool reached(cell c) const noexcept { return remainder(c) < 3; }
    [[nodiscard]] length length_to(cell c) const noexcept {
        return lengths_[static_cast<std::size_t>(c.y) * 64 + static_cast<std::size_t>(c.x)];
    }

    /// Calls `visit(cell)` for the cells of a shortest path, from one that was reached to the
    /// start.
    template <class Visit>
    void walk_back(cell c, Visit&& visit) const {
        unsigned at = remainder(c);
        for (length left = length_to(c);; --left) {
            visit(c);
            if (left == 0) return;
            at = (at + 2) % 3;
            for (const cell to : four_neighbours(c)) {
                if (to.x < 0 || to.x > 63 || to.y < 0 || to.y > 63 || remainder(to) != at) continue;
                c = to;
                break;
            }
        }
    }

private:
    using rows = std::array<std::uint64_t, 66>;  // with an empty one before and behind

    void spread(const region_bits& wanted, std::size_t row, unsigned missing) noexcept {
        std::size_t first = row;
        std::size_t last = row;
        for (length distance = 1; missing != 0; ++distance) {
            const rows& from = layer_[(distance + 1) % 2];
            rows& to = layer_[distance % 2];
            rows& plane = planes_[distance % 3];
            first = std::max<std::size_t>(first - 1, 1);
            last = std::min<std::size_t>(last + 1, 64);
            std::uint64_t any = 0;
            std::uint64_t hits = 0;
            for (std::size_t y = first; y <= last; ++y) {
                const std::uint64_t now =
                    (from[y - 1] | from[y + 1] | from[y] << 1 | from[y] >> 1) & left_[y];
                to[y] = now;
                left_[y] ^= now;
                plane[y] |= now;
                any |= now;
                hits |= now & wanted[y - 1];
            }
            if (any == 0) return;
            for (std::size_t y = first; hits != 0 && y <= last; ++y)
                missing -= note(y, to[y] & wanted[y - 1], distance);
        }
    }

    unsigned note(std::size_t row, std::uint64_t cells, length distance) noexcept {
        unsigned count = 0;
        for (; cells != 0; cells &= cells - 1, ++count)
            lengths_[(row - 1) * 64 + static_cast<std::size_t>(std::countr_zero(cells))] = distance;
        return count;
    }

    [[nodiscard]] unsigned remainder(cell c) const noexcept {
        const auto row = static_cast<std::size_t>(c.y) + 1;
        unsigned of = 0;
        while (of < 3 && (planes_[of][row] >> c.x & 1) == 0) ++of;
        return of;
    }

    rows left_{};
    std::array<rows, 2> layer_{};
    std::array<rows, 3> planes_{};
    std::array<length, 4096> lengths_;  // of what was wanted
};

/// Diagonal moves: Dijkstra's algorithm along canonical paths. No step is shorter than a straight
/// one, so that cells whose distances differ by less than that can be taken in any order.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class region_search<Moves> {
    using lengths = region_length<Moves>;

public:
    using length = typename lengths::type;

    void run(const region_bits& open, cell from, const region_bits& wanted) noexcept {
        std::copy(open.begin(), open.end(), open_.begin() + 1);
        lengths_.fill(unreachable_length<Moves>);
        for (bucket& b : buckets_) b.size = 0;
        unsigned missing = count_bits(wanted);
        std::array<std::uint64_t, 64> left = open;
        reach(number(from), 0, no_step);
        for (std::size_t steps = 0, empty = 0; missing != 0 && empty < buckets_.size(); ++steps) {
            bucket& now = buckets_[steps % buckets_.size()];
            empty = now.size == 0 ? empty + 1 : 0;
            for (std::size_t i = 0; i < now.size; ++i) {
                const std::size_t at = now.cells[i];
                const std::uint64_t bit = std::uint64_t{1} << at % 64;
                if ((left[at / 64] & bit) == 0) continue;
                left[at / 64] ^= bit;
                missing -= (wanted[at / 64] & bit) != 0;
                expand(at);
            }
            now.size = 0;
        }
    }

    [[nodiscard]] bool reached(cell c) const noexcept {
        return length_to(c) != unreachable_length<Moves>;
    }
    [[nodiscard]] length length_to(cell c) const noexcept { return lengths_[number(c)]; }

    template <class Visit>
    void walk_back(cell c, Visit&& visit) const {
        for (;;) {
            visit(c);
            const std::size_t at = number(c);
            if (lengths_[at] == 0) return;
            for (unsigned moves = steps_by_window<Moves>[no_step][window(at)];;
                 moves &= moves - 1) {
                const auto d = static_cast<std::size_t>(std::countr_zero(moves));
                if (lengths_[at + offsets[d]] + step(d) != lengths_[at]) continue;
                const auto before = static_cast<int>((at + offsets[d]) & 4095);
                c = {before % 64, before / 64};
                break;
            }
        }
    }

private:
    static constexpr std::size_t no_step = 8;
    static constexpr unsigned bucket_bits = 30;
    static_assert(lengths::straight >= length{1} << bucket_bits &&
                  lengths::diagonal <= length{2} << bucket_bits);
    static constexpr std::array<std::size_t, 8> offsets = step_offsets(std::size_t{64});

    static constexpr std::size_t number(cell c) noexcept {
        return static_cast<std::size_t>(c.y) * 64 + static_cast<std::size_t>(c.x);
    }
    static constexpr length step(std::size_t direction) noexcept {
        return direction < 4 ? lengths::straight : lengths::diagonal;
    }

    /// Notes a path to a cell by its last step. Of equal ones all count: each may go on otherwise.
    void reach(std::size_t at, length from_start, std::size_t step) noexcept {
        const length before = lengths_[at];
        if (before < from_start) return;
        const auto entered = static_cast<std::uint16_t>(1U << step);
        if (before == from_start) {
            entered_[at] |= entered;
            return;
        }
        lengths_[at] = from_start;
        entered_[at] = entered;
        if (before >> bucket_bits == from_start >> bucket_bits) return;  // it is there
        bucket& b = buckets_[(from_start >> bucket_bits) % buckets_.size()];
        b.cells[b.size++] = static_cast<std::uint16_t>(at);
    }

    void expand(std::size_t at) noexcept {
        const length so_far = lengths_[at];
        const std::size_t around = window(at);
        unsigned steps = 0;
        for (unsigned entered = entered_[at]; entered != 0; entered &= entered - 1)
            steps |=
                steps_by_window<Moves>[static_cast<std::size_t>(std::countr_zero(entered))][around];
        for (; steps != 0; steps &= steps - 1) {
            const auto d = static_cast<std::size_t>(std::countr_zero(steps));
            reach(at + offsets[d], so_far + step(d), d);
        }
    }

    /// The 3 x 3 cells around one, a bit each.
    [[nodiscard]] std::size_t window(std::size_t at) const noexcept {
        const std::size_t x = at % 64;
        const std::size_t y = at / 64;
        const auto three = [x](std::uint64_t row) {
            return static_cast<std::size_t>((x == 0 ? row << 1 : row >> (x - 1)) & 7);
        };
        return three(open_[y]) | three(open_[y + 1]) << 3 | three(open_[y + 2]) << 6;
    }

    /// Cells at about the same distance, each once.
    struct bucket {
        std::size_t size = 0;
        std::array<std::uint16_t, 4096> cells;
    };

    std::array<std::uint64_t, 66> open_{};  // with an empty row before and behind
    std::array<length, 4096> lengths_;
    std::array<std::uint16_t, 4096> entered_;  // by which steps
    std::array<bucket, 4> buckets_;            // a step leads at most two on
};

/// The portals of some regions as a graph: each region joins those of its portals that are in one
/// part. What a search needs to know of a node is kept with it.
template <class Length>
class portal_graph {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr Length unreachable = std::numeric_limits<Length>::max();

    struct node {
        cell at;
        std::uint32_t parent = none;   ///< the node before it
        std::uint32_t through = none;  ///< the region between the two
        std::uint32_t places = none;   ///< the first of its places in regions
        bool is_settled = false;
    };
    /// That a node is a portal of a region.
    struct place {
        std::uint32_t region;
        std::uint32_t portal;
        std::uint32_t next;  ///< of the same node
    };
    struct queued {
        Length through;  ///< f: the length of a path through the node, if the estimate is right
        Length left;     ///< that estimate: of equals, the nearest goes first
        std::uint32_t node;
    };

    explicit portal_graph(memory_budget& budget) noexcept
        : regions_(budget),
          nodes_(budget),
          lengths_(budget),
          places_(budget),
          nodes_of_portals_(budget),
          open_(budget) {}

    /// Removes all regions and nodes, and keeps the memory; false if there is none for what most
    /// queries need.
    [[nodiscard]] bool clear() {
        regions_.clear();
        nodes_.clear();
        lengths_.clear();
        places_.clear();
        nodes_of_portals_.clear();
        open_.clear();
        return nodes_.prepare(11) && lengths_.reserve(1024) && places_.reserve(2048) &&
               nodes_of_portals_.reserve(2048);
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] node& operator[](std::uint32_t n) noexcept { return nodes_[n]; }
    [[nodiscard]] const node& operator[](std::uint32_t n) const noexcept { return nodes_[n]; }
    /// The length of the path to a node.
    [[nodiscard]] Length length(std::uint32_t n) const noexcept { return lengths_[n]; }
    [[nodiscard]] std::uint32_t regions() const noexcept {
        return static_cast<std::uint32_t>(regions_.size());
    }
    /// Calls `visit(region, portal)` for each region that a node is a portal of.
    template <class Visit>
    void for_each_place(std::uint32_t n, Visit&& visit) const {
        for (std::uint32_t i = nodes_[n].places; i != none; i = places_[i].next)
            visit(places_[i].region, places_[i].portal);
    }

    /// The node at a cell, which is made if there is none; `none` without memory.
    [[nodiscard]] std::uint32_t node_at(cell c) {
        const std::uint32_t n = nodes_.at(c);
        return n < lengths_.size() || n == none || lengths_.push(unreachable) ? n : none;
    }

    /// Adds a region, which must outlive this; false without memory. Portals that lead only to dead
    /// ends are left out, but for those behind some sides.
    [[nodiscard]] bool add(const region_portals<Length>& r, side_set dead_ends) {
        const std::uint32_t region = regions();
        if (!regions_.push(member{&r, nodes_of_portals_.size()})) return false;
        for (std::uint32_t i = 0; i < r.portals.size(); ++i) {
            const portal& p = r.portals[i];
            std::uint32_t n = none;
            if (!p.is_dead || (dead_ends & only(p.side)) != 0) {
                n = node_at(p.at);
                if (n == none) return false;
                const auto first = static_cast<std::uint32_t>(places_.size());
                if (!places_.push(place{region, i, nodes_[n].places})) return false;
                nodes_[n].places = first;
            }
            if (!nodes_of_portals_.push(n)) return false;
        }
        return true;
    }

    /// How many portals a region has, with those that were left out.
    [[nodiscard]] std::uint32_t portals(std::uint32_t region) const noexcept {
        return static_cast<std::uint32_t>(regions_[region].portals->portals.size());
    }
    [[nodiscard]] const portal& portal_of(std::uint32_t region, std::size_t number) const noexcept {
        return regions_[region].portals->portals[number];
    }
    /// The node of a portal of a region; `none` if it was left out.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t region, std::size_t portal) const noexcept {
        return nodes_of_portals_[regions_[region].nodes + portal];
    }

    /// Forgets the last search.
    void restart() noexcept {
        for (node& n : nodes_) {
            n.parent = n.through = none;
            n.is_settled = false;
        }
        std::fill(lengths_.begin(), lengths_.end(), unreachable);
        open_.clear();
    }

    /// Notes a path to a node, with an estimate of what is left to the goal, if it is the shortest
    /// so far; false without memory.
    [[nodiscard]] bool reach(std::uint32_t n, Length length, Length left, std::uint32_t parent,
                             std::uint32_t through) {
        node& to = nodes_[n];
        if (length >= lengths_[n] || to.is_settled) return true;
        lengths_[n] = length;
        to.parent = parent;
        to.through = through;
        return open_.push({length + left, left, n});
    }

    /// The nearest node that is not settled yet; `none` if there is none.
    [[nodiscard]] std::uint32_t next() {
        while (!open_.empty()) {
            const std::uint32_t n = open_.pop().node;
            if (nodes_[n].is_settled) continue;
            nodes_[n].is_settled = true;
            return n;
        }
        return none;
    }

    /// Goes on from a node through its regions; false without memory. A region through which it was
    /// reached leads nowhere else: its lengths are those of shortest paths.
    template <class Estimate>
    [[nodiscard]] bool expand(std::uint32_t n, const Estimate& estimate) {
        const node from = nodes_[n];
        const Length so_far = lengths_[n];
        for (std::uint32_t i = from.places; i != none; i = places_[i].next) {
            const place& in = places_[i];
            if (in.region == from.through) continue;
            const member& r = regions_[in.region];
            const portal& p = r.portals->portals[in.portal];
            const Length* const lengths = r.portals->lengths.data() + p.lengths - p.part;
            const std::uint32_t* const nodes = nodes_of_portals_.data() + r.nodes;
            for (std::uint32_t k = p.part; k < p.last; ++k) {
                const std::uint32_t to = nodes[k];
                if (to == none) continue;
                const Length length = so_far + lengths[k];
                if (length >= lengths_[to]) continue;
                if (!reach(to, length, estimate(nodes_[to].at), n, in.region)) return false;
            }
        }
        return true;
    }

private:
    struct member {
        const region_portals<Length>* portals;
        std::size_t nodes;  // where those of its portals begin
    };
    struct sooner {
        constexpr bool operator()(const queued& a, const queued& b) const noexcept {
            return a.through < b.through || (a.through == b.through && a.left < b.left);
        }
    };

    buffer<member> regions_;
    placed_nodes<node> nodes_;
    buffer<Length> lengths_;  // of the paths to them: most looks end here
    buffer<place> places_;
    buffer<std::uint32_t> nodes_of_portals_;
    four_ary_heap<queued, sooner> open_;
};

}  // namespace senda::detail
