// SPDX-License-Identifier: MIT
#include "support/joint_space.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <senda/agents/lifelong.hpp>
#include <senda/graph/grid.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fleets {

using senda::cell;
using senda::status;
using senda::agents::following;
using senda::agents::travel;
using support::agents_graph;
using support::agents_instance;
using support::agents_shape;

/// The steps from node to node of the user's graph, by rules; none leads to or from nodes without
/// room.
class roads {
public:
    roads(const agents_graph& g, const senda::agents::rules& rules) : steps_(g.out.size()) {
        for (std::size_t u = 0; u < g.out.size(); ++u) {
            for (const auto& e : g.out[u]) {
                const auto v = static_cast<std::size_t>(e.to);
                if (v == u || g.room[u] == 0 || g.room[v] == 0) continue;
                const int steps = rules.travel == travel::cost_steps ? e.cost : 1;
                const auto known = steps_[u].try_emplace(e.to, steps).first;
                known->second = std::min(known->second, steps);
            }
        }
    }

    /// How many steps it is along the edge; 0 without one.
    [[nodiscard]] int steps(int u, int v) const {
        const auto& from = steps_[static_cast<std::size_t>(u)];
        const auto found = from.find(v);
        return found == from.end() ? 0 : found->second;
    }
    [[nodiscard]] int longest() const {
        int most = 1;
        for (const auto& from : steps_)
            for (const auto& [to, steps] : from) most = std::max(most, steps);
        return most;
    }
    [[nodiscard]] bool leads(int from, int to) const {
        std::vector<int> reached{from};
        for (std::size_t k = 0; k < reached.size(); ++k) {
            if (reached[k] == to) return true;
            for (const auto& [next, steps] : steps_[static_cast<std::size_t>(reached[k])])
                if (std::find(reached.begin(), reached.end(), next) == reached.end())
                    reached.push_back(next);
        }
        return false;
    }

private:
    std::vector<std::map<int, int>> steps_;
};

/// Where a fleet showed its agents, which afterwards says what was wrong with that.
class fleet_log {
public:
    fleet_log(const agents_instance& it, const roads& r) : it_(it), roads_(r) {}

    /// After a step, and at first.
    template <class Fleet>
    void note(const Fleet& fleet) {
        const std::size_t now = steps_++;
        for (std::size_t i = 0; i < fleet.size(); ++i) {
            if (!fleet.is_there(i)) continue;
            if (i == lives_.size()) lives_.push_back({now, {}, {}, false});
            lives_[i].at.push_back({fleet.position(i), nowhere, 0});
            lives_[i].was_stalled.push_back(lives_[i].is_stalled);
        }
    }
    /// Agents came since.
    template <class Fleet>
    void note_new(const Fleet& fleet) {
        while (lives_.size() < fleet.size())
            lives_.push_back(
                {steps_ - 1, {{fleet.position(lives_.size()), nowhere, 0}}, {false}, false});
    }
    void stall(std::size_t agent, bool stalls) { lives_[agent].is_stalled = stalls; }

    /// What is wrong; nothing if all rules were kept.
    [[nodiscard]] std::string fault() {
        for (std::size_t i = 0; i < lives_.size(); ++i)
            if (const std::string f = find_ways(lives_[i]); !f.empty())
                return "agent " + std::to_string(i) + f;
        for (std::size_t t = 0; t + 1 < steps_; ++t)
            if (const std::string f = fault_of_step(t); !f.empty())
                return f + " in step " + std::to_string(t);
        return {};
    }

private:
    static constexpr int nowhere = -1;
    static constexpr int unknown = -2;
    /// A node, `to` being nowhere; or the point after some steps from one to another.
    struct spot {
        int from;
        int to;
        int steps;
        friend bool operator==(const spot&, const spot&) = default;
    };
    struct life {
        std::size_t since;
        std::vector<spot> at;
        std::vector<bool> was_stalled;  // in the step to it
        bool is_stalled;
    };
    struct move {
        spot before;
        spot after;
    };

    /// Fills in where an agent was on its way along edges.
    [[nodiscard]] std::string find_ways(life& l) const {
        std::size_t came = 0;
        for (std::size_t t = 1; t < l.at.size(); ++t) {
            const int u = l.at[t - 1].from;
            const int v = l.at[t].from;
            if (u == v) continue;
            const int steps = roads_.steps(u, v);
            if (steps == 0) return " moves without an edge";
            if (static_cast<int>(t - came) < steps) return " is too fast";
            // A road that takes as long both ways is the same one.
            const bool is_turned = v < u && roads_.steps(v, u) == steps;
            for (int k = 1; k < steps; ++k)
                l.at[t - static_cast<std::size_t>(steps - k)] =
                    is_turned ? spot{v, u, steps - k} : spot{u, v, k};
            came = t;
        }
        // At last it may have been on the way to somewhere.
        const auto longest = static_cast<std::size_t>(roads_.longest());
        for (std::size_t t = came + 1; t < l.at.size(); ++t)
            if (t + longest > l.at.size()) l.at[t].to = unknown;
        return {};
    }

    [[nodiscard]] std::string fault_of_step(std::size_t t) const {
        std::vector<move> moves;
        for (const life& l : lives_) {
            if (t < l.since || t + 1 - l.since >= l.at.size()) continue;
            const move m{l.at[t - l.since], l.at[t + 1 - l.since]};
            if (m.before.to == unknown || m.after.to == unknown) continue;
            if (l.was_stalled[t + 1 - l.since] && m.before.to == nowhere && m.after != m.before)
                return "a stalled agent moves";
            moves.push_back(m);
        }
        for (const move& m : moves) {
            int holders = 0;
            int holders_before = 0;
            int takers = 0;  // who has it before or after
            for (const move& other : moves) {
                holders += other.after == m.after ? 1 : 0;
                holders_before += other.before == m.before ? 1 : 0;
                takers += other.after == m.after || other.before == m.after ? 1 : 0;
                if (m.before != m.after && other.before == m.after && other.after == m.before)
                    return "agents change places";
            }
            if (holders > room(m.after) || holders_before > room(m.before))
                return "there is no room";
            if (it_.rules.following == following::forbidden && m.before != m.after &&
                takers > room(m.after))
                return "an agent follows another";
        }
        return {};
    }
    [[nodiscard]] int room(const spot& s) const {
        const auto n = static_cast<std::size_t>(s.from);
        return s.to != nowhere ? 1 : static_cast<int>(it_.graph.room[n]);
    }

    const agents_instance& it_;
    const roads& roads_;
    std::vector<life> lives_;
    std::size_t steps_ = 0;
};

using graph_fleet = senda::agents::lifelong<const agents_graph, int>;

TEST_CASE("a fleet keeps the rules, whatever happens to its agents between steps") {
    int arrived = 0;
    for (int seed = 1; seed <= support::rounds(1600); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        agents_shape wanted = support::agents_of_kind(seed % 16);
        wanted.agents = random.between(2, 6);
        wanted.max_nodes = 14;
        agents_instance it = support::random_agents(wanted, random);
        const int nodes = static_cast<int>(it.graph.out.size());
        // A node that holds nobody, where nobody begins.
        const int closed = random.below(nodes);
        if (std::find(it.starts.begin(), it.starts.end(), closed) == it.starts.end())
            it.graph.room[static_cast<std::size_t>(closed)] = 0;
        const roads r(it.graph, it.rules);
        INFO("seed: " << seed);
        const senda::agents::lifelong_options o{.seed = random.next(), .rules = it.rules};
        const agents_graph& g = it.graph;
        graph_fleet f(g, it.starts, o);
        graph_fleet twin(g, it.starts, o);  // is told the same, but for what is refused
        REQUIRE(f.status() == status::running);
        fleet_log log(it, r);
        log.note(f);
        const bool is_long = r.longest() > 1;
        for (int t = 0; t < 200; ++t) {
            const auto i = static_cast<std::size_t>(random.below(static_cast<int>(f.size())));
            const int n = random.below(nodes);
            const int chance = random.below(100);
            if (chance < 30) {
                const bool was_there = f.is_there(i);
                const bool had_arrived = f.has_arrived(i);
                if (f.set_goal(i, n)) {
                    CHECK(was_there);
                    CHECK(r.leads(f.position(i), n));
                    CHECK((is_long || f.has_arrived(i) == (f.position(i) == n)));
                    REQUIRE(twin.set_goal(i, n));
                } else {
                    CHECK((!was_there || is_long || !r.leads(f.position(i), n)));
                    CHECK(f.has_arrived(i) == had_arrived);
                }
            } else if (chance < 36) {
                std::uint32_t holders = 0;
                for (std::size_t k = 0; k < f.size(); ++k)
                    holders += f.is_there(k) && f.position(k) == n ? 1 : 0;
                const bool is_met = std::any_of(it.starts.begin(), it.starts.end(),
                                                [&](int start) { return r.leads(start, n); });
                const std::size_t size = f.size();
                const std::optional<std::size_t> added = f.add(n);
                const bool has_room = holders < g.room[static_cast<std::size_t>(n)];
                CHECK((is_long || !added || has_room));
                CHECK((is_long || added || !is_met || !has_room));
                CHECK(f.size() == size + (added ? 1 : 0));
                CHECK(twin.add(n) == added);
                if (added) CHECK((f.is_there(*added) && f.position(*added) == n));
                log.note_new(f);
            } else if (chance < 40) {
                f.remove(i);
                twin.remove(i);
                CHECK(!f.is_there(i));
                CHECK(!f.has_arrived(i));
            } else if (chance < 48) {
                const bool stalls = random.percent(50);
                f.stall(i, stalls);
                twin.stall(i, stalls);
                log.stall(i, stalls);
            }
            const status s = f.step();
            REQUIRE(twin.step() == s);
            REQUIRE(twin.size() == f.size());
            for (std::size_t k = 0; k < f.size(); ++k) {
                REQUIRE(twin.is_there(k) == f.is_there(k));
                if (f.is_there(k)) REQUIRE(twin.position(k) == f.position(k));
                arrived += f.has_arrived(k) ? 1 : 0;
            }
            REQUIRE(s == status::running);
            log.note(f);
        }
        CHECK(log.fault() == "");
    }
    CHECK(arrived > 4 * support::rounds(1600) * 100);
}

/// A random grid in which one can get from each open cell to each other by two ways.
senda::grid random_rooms(int width, int height, int percent_closed, support::split_mix64& random) {
    senda::grid g(width, height);
    const auto is_joined = [&] {
        std::vector<cell> reached;
        std::vector<bool> seen(g.index_bound());
        std::size_t open = 0;
        for (int k = 0; k < width * height; ++k) {
            const cell c{k % width, k / width};
            if (!g.open(c)) continue;
            if (open++ == 0) reached.push_back(c);
        }
        if (reached.empty()) return false;
        seen[g.index(reached[0])] = true;
        for (std::size_t k = 0; k < reached.size(); ++k) {
            g.successors(reached[k], [&](cell to) {
                if (seen[g.index(to)]) return;
                seen[g.index(to)] = true;
                reached.push_back(to);
            });
        }
        return reached.size() == open;
    };
    const auto has_two_ways = [&] {
        for (int k = 0; k < width * height; ++k) {
            const cell c{k % width, k / width};
            if (!g.open(c)) continue;
            g.close(c);
            const bool joined = is_joined();
            g.set(c);
            if (!joined) return false;
        }
        return true;
    };
    for (int k = width * height * percent_closed / 100; k > 0; --k) {
        const cell c{random.below(width), random.below(height)};
        if (!g.open(c)) continue;
        g.close(c);
        if (!has_two_ways()) g.set(c);
    }
    return g;
}

std::vector<cell> open_cells(const senda::grid& g) {
    std::vector<cell> open;
    for (int k = 0; k < g.width() * g.height(); ++k)
        if (const cell c{k % g.width(), k / g.width()}; g.open(c)) open.push_back(c);
    return open;
}

/// So many cells in any order.
std::vector<cell> some(std::vector<cell> from, std::size_t wanted, support::split_mix64& random) {
    for (std::size_t k = 0; k < wanted; ++k)
        std::swap(
            from[k],
            from[k + static_cast<std::size_t>(random.below(static_cast<int>(from.size() - k)))]);
    from.resize(wanted);
    return from;
}

/// Whether agents on a grid went by the rules, from step to step.
class grid_watch {
public:
    template <class Fleet>
    grid_watch(const senda::grid& g, const Fleet& fleet) : grid_(g), before_(positions(fleet)) {}

    template <class Fleet>
    [[nodiscard]] bool keeps_rules(const Fleet& fleet) {
        const std::vector<cell> now = positions(fleet);
        std::vector<int> who(grid_.index_bound(), -1);
        for (std::size_t i = 0; i < now.size(); ++i) {
            int& there = who[grid_.index(now[i])];
            if (!grid_.open(now[i]) || there != -1) return false;
            there = static_cast<int>(i);
            bool is_edge = now[i] == before_[i];
            grid_.successors(before_[i], [&](cell to) { is_edge = is_edge || to == now[i]; });
            if (!is_edge) return false;
        }
        for (std::size_t i = 0; i < now.size(); ++i) {
            const int other = who[grid_.index(before_[i])];
            if (other < 0 || static_cast<std::size_t>(other) == i) continue;
            if (before_[static_cast<std::size_t>(other)] == now[i]) return false;
        }
        before_ = now;
        return true;
    }

private:
    template <class Fleet>
    [[nodiscard]] static std::vector<cell> positions(const Fleet& fleet) {
        std::vector<cell> all;
        for (std::size_t i = 0; i < fleet.size(); ++i) all.push_back(fleet.position(i));
        return all;
    }

    const senda::grid& grid_;
    std::vector<cell> before_;
};

TEST_CASE("where each place is on a circle, every agent of a crowd arrives again and again") {
    for (int seed = 1; seed <= support::rounds(240); ++seed) {
        support::split_mix64 random{static_cast<std::uint64_t>(seed)};
        const senda::grid g =
            random_rooms(random.between(2, 9), random.between(2, 9), random.below(60), random);
        const std::vector<cell> open = open_cells(g);
        const auto agents =
            static_cast<std::size_t>(random.between(1, static_cast<int>(open.size())));
        senda::agents::lifelong fleet(g, some(open, agents, random), {.seed = random.next()});
        grid_watch watch(g, fleet);
        std::vector<std::size_t> waited(agents, 0);
        INFO("seed: " << seed << ", " << agents << " agents on " << open.size() << " cells");
        for (int t = 0; t < 600; ++t) {
            for (std::size_t i = 0; i < agents; ++i) {
                if (!fleet.has_arrived(i)) continue;
                const cell goal =
                    open[static_cast<std::size_t>(random.below(static_cast<int>(open.size())))];
                REQUIRE(fleet.set_goal(i, goal));
                waited[i] = 0;
            }
            REQUIRE(fleet.step() == status::running);
            REQUIRE(watch.keeps_rules(fleet));
            for (std::size_t& w : waited) REQUIRE(++w <= 3 * (open.size() + agents) + 16);
        }
    }
}

TEST_CASE("an agent does not begin on a road at whose end another is stalled") {
    // A circle; the road between 0 and 2 takes two steps.
    const agents_graph g{{{{2, 2}, {1, 3}}, {{0, 3}, {2, 1}}, {{0, 2}, {1, 1}}}, {1, 1, 1}};
    graph_fleet f(g, {0, 2}, {.rules = {.travel = travel::cost_steps}});
    REQUIRE(f.set_goal(0, 2));
    f.stall(1, true);
    for (int t = 0; t < 5; ++t) REQUIRE(f.step() == status::running);
    CHECK(f.position(0) == 0);
    f.stall(1, false);
    for (int t = 0; t < 2; ++t) REQUIRE(f.step() == status::running);
    CHECK(f.has_arrived(0));
    CHECK(f.position(1) != 2);
}

TEST_CASE("room at the end of a road is kept for who is on the way to it") {
    const agents_graph g{{{{1, 3}}, {{0, 3}}}, {1, 1}};
    graph_fleet f(g, {0}, {.rules = {.travel = travel::cost_steps}});
    REQUIRE(f.set_goal(0, 1));
    REQUIRE(f.step() == status::running);
    CHECK(!f.add(1));
    CHECK(f.add(0) == 1);
    f.remove(1);
    f.remove(1);
    CHECK(!f.set_goal(1, 0));
    for (int t = 0; t < 2; ++t) REQUIRE(f.step() == status::running);
    CHECK(f.has_arrived(0));
    CHECK(f.add(0) == 2);
}

TEST_CASE("who has no goal lets others pass") {
    for (std::uint64_t seed = 1; seed <= support::rounds(std::uint64_t{40}); ++seed) {
        support::split_mix64 random{seed};
        const senda::grid g(5, 5);
        // All cells but one are taken, and only one agent wants to go anywhere.
        const std::vector<cell> starts = some(open_cells(g), 24, random);
        senda::agents::lifelong fleet(g, starts, {.seed = seed});
        grid_watch watch(g, fleet);
        for (std::size_t i = 0; i < fleet.size(); ++i) CHECK(fleet.has_arrived(i));
        CHECK(fleet.step() == status::running);
        for (std::size_t i = 0; i < fleet.size(); ++i) CHECK(fleet.position(i) == starts[i]);
        for (const cell goal : {cell{0, 0}, cell{4, 4}, cell{2, 2}}) {
            REQUIRE(fleet.set_goal(0, goal));
            int steps = 0;
            for (; !fleet.has_arrived(0) && steps < 100; ++steps) {
                REQUIRE(fleet.step() == status::running);
                REQUIRE(watch.keeps_rules(fleet));
            }
            CHECK(steps < 100);
        }
        // In the end all are back where they were, but for the one.
        int steps = 0;
        const auto is_home = [&] {
            for (std::size_t i = 0; i < fleet.size(); ++i)
                if (!fleet.has_arrived(i)) return false;
            return true;
        };
        REQUIRE(fleet.set_goal(0, starts[0]));
        for (; !is_home() && steps < 1000; ++steps) REQUIRE(fleet.step() == status::running);
        CHECK(steps < 1000);
    }
}

TEST_CASE("a fleet under a deadline moves in each step, and keeps the rules") {
    support::split_mix64 random{5};
    const senda::grid g = random_rooms(12, 12, 20, random);
    const std::vector<cell> open = open_cells(g);
    for (const double seconds : {0.0, -1.0, 1e-4, 1e300}) {
        senda::agents::lifelong fleet(g, some(open, open.size() / 2, random), {.seed = 3});
        grid_watch watch(g, fleet);
        std::size_t arrivals = 0;
        for (int t = 0; t < 200; ++t) {
            for (std::size_t i = 0; i < fleet.size(); ++i) {
                if (!fleet.has_arrived(i)) continue;
                ++arrivals;
                const auto k = random.below(static_cast<int>(open.size()));
                REQUIRE(fleet.set_goal(i, open[static_cast<std::size_t>(k)]));
            }
            REQUIRE(fleet.step(seconds) == status::running);
            REQUIRE(watch.keeps_rules(fleet));
        }
        CHECK(arrivals > fleet.size() * 4);
    }
}

TEST_CASE("a fleet holds no more bytes than it may, and says when they are used up") {
    support::split_mix64 random{7};
    const senda::grid g(60, 60);
    const std::vector<cell> open = open_cells(g);
    const std::vector<cell> starts = some(open, 20, random);
    int refused = 0;
    int ended = 0;
    int never = 0;
    for (std::uint64_t bytes = 100; bytes < 4'000'000; bytes += bytes / 3) {
        INFO("bytes: " << bytes);
        senda::agents::lifelong fleet(g, starts, {.limits = {.bytes = bytes}, .seed = 3});
        CHECK(fleet.bytes() <= bytes);
        bool is_refused = false;
        for (int t = 0; t < 60; ++t) {
            for (std::size_t i = 0; i < fleet.size(); ++i) {
                const auto k = random.below(static_cast<int>(open.size()));
                if (!fleet.set_goal(i, open[static_cast<std::size_t>(k)])) is_refused = true;
            }
            if (fleet.step() == status::memory_limit) break;
            REQUIRE(fleet.status() == status::running);
            CHECK(fleet.bytes() <= bytes);
        }
        CHECK(fleet.bytes() <= bytes);
        refused += is_refused ? 1 : 0;
        ended += fleet.status() == status::memory_limit ? 1 : 0;
        never += fleet.status() == status::running ? 1 : 0;
    }
    CHECK(refused > 0);
    CHECK(ended > 0);
    CHECK(never > 0);
}

}  // namespace fleets
