// SPDX-License-Identifier: MIT
// The exact law of each generator on a small maze: every maze with its probability, computed from
// the definition of the generator by following all that can happen.
#pragma once

#include <mazegen/maze.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace laws {

/// A maze as a set of passages, a bit each.
using tree = std::uint32_t;
/// The probability of each maze.
using law = std::map<tree, double>;

/// A small rectangle of rooms, numbered row by row, and the passages that could be.
class rooms {
public:
    struct passage {
        int a, b;
    };

    rooms(int rows, int cols) : rooms(rows, cols, in_rectangle(rows, cols)) {}

    /// Rooms of any shape, as if they were in one row.
    rooms(int count, std::vector<passage> passages) : rooms(1, count, std::move(passages)) {}

    rooms(int rows, int cols, std::vector<passage> passages)
        : rows_(rows),
          cols_(cols),
          passages_(std::move(passages)),
          between_(static_cast<std::size_t>(count() * count())),
          neighbours_(static_cast<std::size_t>(count())) {
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const auto [a, b] = passages_[i];
            between_[static_cast<std::size_t>(a * count() + b)] = tree{1} << i;
            between_[static_cast<std::size_t>(b * count() + a)] = tree{1} << i;
            neighbours_[static_cast<std::size_t>(a)].push_back(b);
            neighbours_[static_cast<std::size_t>(b)].push_back(a);
        }
    }

    int rows() const { return rows_; }
    int cols() const { return cols_; }
    int count() const { return rows_ * cols_; }
    const std::vector<passage>& passages() const { return passages_; }

    /// The bit of the passage between two neighbours.
    tree between(int a, int b) const { return between_[static_cast<std::size_t>(a * count() + b)]; }

    const std::vector<int>& neighbours(int room) const {
        return neighbours_[static_cast<std::size_t>(room)];
    }

    /// For each room, the lowest room that open passages join it to.
    std::vector<int> parts(tree open) const {
        std::vector<int> part(static_cast<std::size_t>(count()));
        for (int room = 0; room < count(); ++room) part[static_cast<std::size_t>(room)] = room;
        for (int round = 0; round < count(); ++round) {
            for (std::size_t i = 0; i < passages_.size(); ++i) {
                if ((open >> i & 1U) == 0) continue;
                int& a = part[static_cast<std::size_t>(passages_[i].a)];
                int& b = part[static_cast<std::size_t>(passages_[i].b)];
                a = b = std::min(a, b);
            }
        }
        return part;
    }

    bool is_tree(tree open) const {
        if (std::popcount(open) != count() - 1) return false;
        const std::vector<int> part = parts(open);
        return std::all_of(part.begin(), part.end(), [](int p) { return p == 0; });
    }

    tree of(const senda::mazegen::maze& m) const {
        tree open = 0;
        for (std::size_t i = 0; i < passages_.size(); ++i) {
            const senda::cell a{passages_[i].a % cols_, passages_[i].a / cols_};
            const bool east = passages_[i].b == passages_[i].a + 1;
            if (m.has_passage(
                    a, east ? senda::mazegen::direction::east : senda::mazegen::direction::south))
                open |= tree{1} << i;
        }
        return open;
    }

private:
    static std::vector<passage> in_rectangle(int rows, int cols) {
        std::vector<passage> all;
        for (int room = 0; room < rows * cols; ++room) {
            if (room % cols + 1 < cols) all.push_back({room, room + 1});
            if (room / cols + 1 < rows) all.push_back({room, room + cols});
        }
        return all;
    }

    int rows_, cols_;
    std::vector<passage> passages_;
    std::vector<tree> between_;
    std::vector<std::vector<int>> neighbours_;
};

/// All mazes, equally likely.
inline law uniform(const rooms& r) {
    law all;
    for (tree open = 0; open < tree{1} << r.passages().size(); ++open)
        if (r.is_tree(open)) all[open] = 1;
    for (auto& [open, probability] : all) probability /= static_cast<double>(all.size());
    return all;
}

/// How far the counts are from a law by the chi-square statistic, in standard deviations of the
/// normal distribution (by the cube root of E. Wilson and M. Hilferty, 1931). Mazes that are
/// expected fewer than five times count as one. Beyond all measure if a maze came that cannot.
inline double deviation(const std::map<tree, int>& counts, const law& expected, int samples) {
    for (const auto& [open, count] : counts)
        if (expected.find(open) == expected.end()) return HUGE_VAL;
    double sum = 0;
    double rare_expected = 0;
    double rare_counted = 0;
    int cells = 0;
    const auto add = [&](double counted, double wanted) {
        sum += (counted - wanted) * (counted - wanted) / wanted;
        ++cells;
    };
    for (const auto& [open, probability] : expected) {
        const auto found = counts.find(open);
        const double counted = found == counts.end() ? 0 : found->second;
        const double wanted = probability * samples;
        if (wanted >= 5) {
            add(counted, wanted);
        } else {
            rare_expected += wanted;
            rare_counted += counted;
        }
    }
    if (rare_expected > 0) add(rare_counted, rare_expected);
    const double freedom = cells - 1;
    const double spread = 2 / (9 * freedom);
    return (std::cbrt(sum / freedom) - (1 - spread)) / std::sqrt(spread);
}

inline double total(const law& l) {
    double sum = 0;
    for (const auto& [open, probability] : l) sum += probability;
    return sum;
}

/// Follows a process whose states come one after another, each leading on with some probability.
/// `step(state, go)` calls `go(next, probability)`, or nothing at the end; `maze_of(state)` is the
/// maze then.
template <class State, class Step, class MazeOf>
law follow(std::map<State, double> states, Step step, MazeOf maze_of) {
    law found;
    while (!states.empty()) {
        std::map<State, double> later;
        for (const auto& [state, probability] : states) {
            bool ended = true;
            step(state, [&, reached = probability](State next, double p) {
                later[std::move(next)] += reached * p;
                ended = false;
            });
            if (ended) found[maze_of(state)] += probability;
        }
        states = std::move(later);
    }
    return found;
}

/// The next passage opened is any that joins two parts, all equally likely: of those that do, each
/// is the first in a random order with equal chance.
inline law kruskal(const rooms& r) {
    return follow(
        std::map<tree, double>{{0, 1}},
        [&](tree open, auto go) {
            const std::vector<int> part = r.parts(open);
            std::vector<tree> joining;
            for (const auto& [a, b] : r.passages())
                if (part[static_cast<std::size_t>(a)] != part[static_cast<std::size_t>(b)])
                    joining.push_back(r.between(a, b));
            for (const tree passage : joining)
                go(open | passage, 1 / static_cast<double>(joining.size()));
        },
        [](tree open) { return open; });
}

/// A random room that has a neighbour of another part, then one of those.
inline law kruskal_rooms(const rooms& r) {
    return follow(
        std::map<tree, double>{{0, 1}},
        [&](tree open, auto go) {
            const std::vector<int> part = r.parts(open);
            std::vector<std::vector<tree>> live;
            for (int room = 0; room < r.count(); ++room) {
                std::vector<tree> ways;
                for (const int other : r.neighbours(room))
                    if (part[static_cast<std::size_t>(room)] !=
                        part[static_cast<std::size_t>(other)])
                        ways.push_back(r.between(room, other));
                if (!ways.empty()) live.push_back(ways);
            }
            for (const auto& ways : live)
                for (const tree passage : ways)
                    go(open | passage, 1 / static_cast<double>(live.size() * ways.size()));
        },
        [](tree open) { return open; });
}

namespace detail {

inline bool has(std::uint32_t set, int room) { return (set >> room & 1U) != 0; }
inline std::uint32_t with(std::uint32_t set, int room) { return set | 1U << room; }

inline std::vector<int> unseen_neighbours(const rooms& r, std::uint32_t seen, int room) {
    std::vector<int> found;
    for (const int other : r.neighbours(room))
        if (!has(seen, other)) found.push_back(other);
    return found;
}
inline std::vector<int> seen_neighbours(const rooms& r, std::uint32_t seen, int room) {
    std::vector<int> found;
    for (const int other : r.neighbours(room))
        if (has(seen, other)) found.push_back(other);
    return found;
}

}  // namespace detail

/// A random room next to the maze, joined to a random neighbour in it.
inline law prim_frontier(const rooms& r) {
    using state = std::pair<std::uint32_t, tree>;  // rooms in the maze, passages
    std::map<state, double> begin;
    for (int room = 0; room < r.count(); ++room) begin[{1U << room, 0}] = 1.0 / r.count();
    return follow(
        begin,
        [&](const state& s, auto go) {
            std::vector<int> frontier;
            for (int room = 0; room < r.count(); ++room)
                if (!detail::has(s.first, room) &&
                    !detail::seen_neighbours(r, s.first, room).empty())
                    frontier.push_back(room);
            for (const int room : frontier) {
                const auto joined = detail::seen_neighbours(r, s.first, room);
                for (const int other : joined)
                    go({detail::with(s.first, room), s.second | r.between(room, other)},
                       1 / static_cast<double>(frontier.size() * joined.size()));
            }
        },
        [](const state& s) { return s.second; });
}

/// Active rooms in the order in which they came; `choose(active, use)` calls `use(place,
/// probability)` for each place in the list that may be next.
template <class Choose>
law growing_tree(const rooms& r, Choose choose) {
    using state = std::tuple<std::vector<int>, std::uint32_t, tree>;
    std::map<state, double> begin;
    for (int room = 0; room < r.count(); ++room)
        begin[{std::vector<int>{room}, 1U << room, 0}] = 1.0 / r.count();
    return follow(
        begin,
        [&](const state& s, auto go) {
            const auto& [active, seen, open] = s;
            if (active.empty()) return;
            choose(active.size(), [&, &list = active, &visited = seen, &passages = open](
                                      std::size_t place, double p) {
                const int room = list[place];
                const auto unseen = detail::unseen_neighbours(r, visited, room);
                std::vector<int> next = list;
                if (unseen.empty()) {
                    next.erase(next.begin() + static_cast<std::ptrdiff_t>(place));
                    go({next, visited, passages}, p);
                    return;
                }
                for (const int other : unseen) {
                    next = list;
                    next.push_back(other);
                    go({next, detail::with(visited, other), passages | r.between(room, other)},
                       p / static_cast<double>(unseen.size()));
                }
            });
        },
        [](const state& s) { return std::get<2>(s); });
}

inline law growing_newest(const rooms& r) {
    return growing_tree(r, [](std::size_t size, auto use) { use(size - 1, 1.0); });
}
inline law growing_oldest(const rooms& r) {
    return growing_tree(r, [](std::size_t, auto use) { use(std::size_t{0}, 1.0); });
}
inline law growing_mixed(const rooms& r, double newest_share) {
    return growing_tree(r, [newest_share](std::size_t size, auto use) {
        for (std::size_t i = 0; i < size; ++i)
            use(i, (1 - newest_share) / static_cast<double>(size) +
                       (i + 1 == size ? newest_share : 0));
    });
}

/// A random room of the maze that has an unseen neighbour, then one of those: that rooms without
/// one are drawn in vain changes nothing.
inline law growing_random(const rooms& r) {
    using state = std::pair<std::uint32_t, tree>;
    std::map<state, double> begin;
    for (int room = 0; room < r.count(); ++room) begin[{1U << room, 0}] = 1.0 / r.count();
    return follow(
        begin,
        [&](const state& s, auto go) {
            std::vector<int> live;
            for (int room = 0; room < r.count(); ++room)
                if (detail::has(s.first, room) &&
                    !detail::unseen_neighbours(r, s.first, room).empty())
                    live.push_back(room);
            for (const int room : live) {
                const auto unseen = detail::unseen_neighbours(r, s.first, room);
                for (const int other : unseen)
                    go({detail::with(s.first, other), s.second | r.between(room, other)},
                       1 / static_cast<double>(live.size() * unseen.size()));
            }
        },
        [](const state& s) { return s.second; });
}

/// Walks to unseen rooms; else the first unseen room next to the maze.
inline law hunt_and_kill(const rooms& r) {
    using state = std::tuple<int, std::uint32_t, tree>;
    std::map<state, double> begin;
    for (int room = 0; room < r.count(); ++room) begin[{room, 1U << room, 0}] = 1.0 / r.count();
    return follow(
        begin,
        [&](const state& s, auto go) {
            const auto [here, seen, open] = s;
            const auto unseen = detail::unseen_neighbours(r, seen, here);
            for (const int other : unseen)
                go({other, detail::with(seen, other), open | r.between(here, other)},
                   1 / static_cast<double>(unseen.size()));
            if (!unseen.empty()) return;
            for (int room = 0; room < r.count(); ++room) {
                if (detail::has(seen, room)) continue;
                const auto joined = detail::seen_neighbours(r, seen, room);
                if (joined.empty()) continue;
                for (const int other : joined)
                    go({room, detail::with(seen, room), open | r.between(room, other)},
                       1 / static_cast<double>(joined.size()));
                return;
            }
        },
        [](const state& s) { return std::get<2>(s); });
}

/// Runs `grow(choose)` with every sequence of choices: `choose(k)` is each number below k in turn.
template <class Grow>
law all_choices(Grow grow) {
    law found;
    std::vector<std::pair<int, int>> made;  // the number chosen, and how many there were
    while (true) {
        std::size_t next = 0;
        double probability = 1;
        const tree open = grow([&](int k) {
            if (next == made.size()) made.emplace_back(0, k);
            probability /= k;
            return made[next++].first;
        });
        found[open] += probability;
        while (!made.empty() && made.back().first + 1 == made.back().second) made.pop_back();
        if (made.empty()) return found;
        ++made.back().first;
    }
}

inline law binary_tree(const rooms& r) {
    return all_choices([&](auto choose) {
        tree open = 0;
        for (int room = 1; room < r.count(); ++room) {
            const bool top = room < r.cols();
            const bool left = room % r.cols() == 0;
            const bool north = left || (!top && choose(2) == 0);
            open |= r.between(room, north ? room - r.cols() : room - 1);
        }
        return open;
    });
}

inline law sidewinder(const rooms& r) {
    return all_choices([&](auto choose) {
        tree open = 0;
        for (int row = 0; row < r.rows(); ++row) {
            std::vector<int> run;
            for (int col = 0; col < r.cols(); ++col) {
                const int room = row * r.cols() + col;
                run.push_back(room);
                const bool last = col + 1 == r.cols();
                if (!last && (row == 0 || choose(2) == 0)) {
                    open |= r.between(room, room + 1);
                } else if (row != 0) {
                    const int up =
                        run[static_cast<std::size_t>(choose(static_cast<int>(run.size())))];
                    open |= r.between(up, up - r.cols());
                    run.clear();
                }
            }
        }
        return open;
    });
}

inline law eller(const rooms& r) {
    return all_choices([&](auto choose) {
        tree open = 0;
        for (int row = 0; row < r.rows(); ++row) {
            const bool last = row + 1 == r.rows();
            const int first = row * r.cols();
            for (int room = first; room + 1 < first + r.cols(); ++room) {
                const std::vector<int> part = r.parts(open);
                if (part[static_cast<std::size_t>(room)] ==
                    part[static_cast<std::size_t>(room) + 1])
                    continue;
                if (last || choose(2) == 1) open |= r.between(room, room + 1);
            }
            if (last) break;
            const std::vector<int> part = r.parts(open);
            std::map<int, std::vector<int>> members;
            std::map<int, bool> goes_down;
            for (int room = first; room < first + r.cols(); ++room) {
                const int set = part[static_cast<std::size_t>(room)];
                members[set].push_back(room);
                if (choose(2) == 0) continue;
                open |= r.between(room, room + r.cols());
                goes_down[set] = true;
            }
            for (const auto& [set, those] : members) {
                if (goes_down[set]) continue;
                const int room =
                    those[static_cast<std::size_t>(choose(static_cast<int>(those.size())))];
                open |= r.between(room, room + r.cols());
            }
        }
        return open;
    });
}

}  // namespace laws
