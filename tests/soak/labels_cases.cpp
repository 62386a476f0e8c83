// SPDX-License-Identifier: MIT
// Searches by labels: paths with a resource.
#include "lattices.hpp"
#include "memory_case.hpp"

#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace soak {

namespace {

/// Each step burns some fuel, more here than there; more is better.
struct burning {
    template <class Edge>
    std::optional<int> extend(int fuel, point from, const Edge&) const {
        return fuel - static_cast<int>(from * 0x9e37'79b9'7f4a'7c15U >> 62);
    }
};

/// What was seen on the way: a resource with memory of its own. One is as good as another.
struct seen {
    std::vector<int> places = {};

    [[nodiscard]] std::uint64_t owned_bytes() const { return senda::owned_bytes(places); }
};
struct seeing {
    template <class Edge>
    std::optional<seen> extend(const seen& before, point from, const Edge&) const {
        seen after = before;
        if (after.places.size() < 40) after.places.push_back(static_cast<int>(from % 1009));
        return after;
    }
    [[nodiscard]] bool dominates(const seen&, const seen&) const { return true; }
};

/// From each number to the next, cheap and thirsty or dear and thrifty: all trades are worth while.
struct trades {
    std::array<std::pair<int, int>, 2> successors(int n) const {
        return {std::pair{n + 1, 1}, std::pair{n + 1, 2}};
    }
};
struct tank {
    int left = 1 << 30;
    std::array<int, 63> size = {};
};
struct spending {
    template <class Edge>
    std::optional<tank> extend(tank t, int, const Edge& e) const {
        t.left -= e.cost == 1 ? 2 : 1;
        return t;
    }
    [[nodiscard]] bool dominates(const tank& a, const tank& b) const { return a.left >= b.left; }
};

}  // namespace

std::vector<memory_case> searches_with_labels() {
    return {
        {"constrained",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(
                 senda::constrained(space{}, middle, far_point, burning{}, 1 << 30, within(bytes)),
                 far_point_steps);
         }},
        {"constrained, resources with memory",
         [](std::uint64_t bytes, ready begin) {
             begin();
             return tell(
                 senda::constrained(space{}, middle, far_point, seeing{}, seen{}, within(bytes)),
                 far_point_steps);
         }},
        {"pareto_front",
         [](std::uint64_t bytes, ready begin) {
             begin();
             const auto r =
                 senda::pareto_front(space{}, middle, far_point, burning{}, 1 << 30, within(bytes));
             return told{r.status, 0, 0, r.statistics.bytes};
         }},
        {"pareto_front, many long routes",
         [](std::uint64_t bytes, ready begin) {
             begin();
             // The search takes about half of the memory: then the front itself does not fit.
             const auto goal = static_cast<int>(std::sqrt(static_cast<double>(bytes) / 320));
             const auto r =
                 senda::pareto_front(trades{}, 0, goal, spending{}, tank{}, within(bytes));
             return told{r.status, 0, 0, r.statistics.bytes};
         }},
    };
}

}  // namespace soak
