// SPDX-License-Identifier: MIT
// The graph of many agents as planners see it, by numbers, whatever the user's nodes are.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/rows/whole_rows.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/random.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A place where an agent can be: a node; one of several slots of a node that holds several; a step
/// on the way along an edge that takes several.
using agent_place = std::uint32_t;
/// The number of no agent and of no place.
inline constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// Some numbers in a row.
struct place_span {
    const agent_place* first;
    const agent_place* last;
    [[nodiscard]] const agent_place* begin() const noexcept { return first; }
    [[nodiscard]] const agent_place* end() const noexcept { return last; }
    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<std::size_t>(last - first);
    }
};

/// A random number below a bound, of the type of the bound.
template <class Number>
[[nodiscard]] Number draw(random_source& random, Number bound) noexcept {
    return static_cast<Number>(random.below(bound));
}
/// Puts elements in random order.
template <class T>
void shuffle(std::vector<T>& all, random_source& random) noexcept {
    for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[draw(random, k)]);
}

/// Where agents are and where they can go. What is empty in the common case: every node holds one
/// agent, every edge takes one step and leads both ways.
struct agent_graph {
    std::vector<std::uint32_t> first{0};  ///< a place leads to `to[first[p]]`, up to `first[p + 1]`
    std::vector<agent_place> to;
    std::vector<std::uint32_t> first_back;  ///< the same backwards; empty: edges lead both ways
    std::vector<agent_place> back;
    std::vector<agent_place> bodies;       ///< what agents cannot share: see `body`
    std::vector<agent_place> ends;         ///< see `end`
    std::vector<std::uint32_t> slots;      ///< of a node's first place: how many; empty: one each
    std::vector<std::uint32_t> lanes;      ///< of each place on the way: its edge
    std::vector<std::uint32_t> remaining;  ///< ... and the steps to the end of that
    std::vector<std::uint32_t> opposite;   ///< of each edge with places: that back, or `nobody`
    std::vector<cell> cells;     ///< where places are, if moves are between neighbouring cells
    agent_place on_the_way = 0;  ///< places from here on are on the way along an edge
    bool may_follow = true;      ///< whether an agent may enter what another leaves

    [[nodiscard]] agent_place size() const noexcept {
        return static_cast<agent_place>(first.size() - 1);
    }
    /// Whether a node is a place, each holds one agent, and agents may follow each other.
    [[nodiscard]] bool is_plain() const noexcept { return ends.empty() && may_follow; }

    [[nodiscard]] place_span successors(agent_place p) const noexcept {
        return {to.data() + first[p], to.data() + first[p + 1]};
    }
    [[nodiscard]] place_span predecessors(agent_place p) const noexcept {
        if (first_back.empty()) return successors(p);
        return {back.data() + first_back[p], back.data() + first_back[p + 1]};
    }

    /// The number of the edge from one place to another.
    [[nodiscard]] std::uint32_t edge(agent_place p, agent_place q) const noexcept {
        for (std::uint32_t e = first[p]; e != first[p + 1]; ++e)
            if (to[e] == q) return e;
        return nobody;
    }
    /// Of each edge: the one that leads back, or nobody.
    [[nodiscard]] std::vector<std::uint32_t> edges_back() const {
        std::vector<std::uint32_t> made(to.size());
        for (agent_place p = 0; p < size(); ++p)
            for (std::uint32_t e = first[p]; e != first[p + 1]; ++e) made[e] = edge(to[e], p);
        return made;
    }

    /// Two agents may not be at places of the same body.
    [[nodiscard]] agent_place body(agent_place p) const noexcept {
        return bodies.empty() ? p : bodies[p];
    }
    /// Two agents may not change ends: pass from one to the other and back in the same step.
    [[nodiscard]] agent_place end(agent_place p) const noexcept {
        return ends.empty() ? p : ends[p];
    }
    /// How many places have this end, from the end itself on.
    [[nodiscard]] std::uint32_t slots_of(agent_place e) const noexcept {
        return slots.empty() || e >= on_the_way ? 1 : slots[e];
    }
    /// Whether an agent may stay there.
    [[nodiscard]] bool may_wait(agent_place p) const noexcept { return p < on_the_way; }

    /// The node, as its first place, where an agent is, or will be as it cannot stop on the way.
    [[nodiscard]] agent_place end_of_way(agent_place p) const noexcept {
        if (may_wait(p)) return end(p);
        return end(*successors(p + remaining[p - on_the_way] - 1).begin());
    }

    /// Whether two agents whose moves are these collide.
    [[nodiscard]] bool collide(agent_place a, agent_place a_next, agent_place b,
                               agent_place b_next) const noexcept {
        if (body(a_next) == body(b_next)) return true;
        if (!may_follow && (body(a_next) == body(b) || body(b_next) == body(a))) return true;
        return end(a) == end(b_next) && end(b) == end(a_next) && end(a) != end(a_next);
    }
};

/// The graph of an instance with its nodes, and where agents begin and end.
template <class Node>
struct numbered_agents {
    agent_graph graph;
    std::vector<Node> nodes;          ///< of each place; on the way along an edge the node it left
    std::vector<agent_place> starts;  ///< of each agent
    std::vector<agent_place> goals;   ///< the first place of the goal's node
    std::string fault;                ///< why there can be no plan
    status ended = status::running;   ///< a limit that came first
};

/// A graph that says how many agents a node holds.
template <class G, class Node>
concept HoldsSeveral = requires(const std::remove_reference_t<G>& g, const Node& n) {
    { g.capacity(n) } -> std::convertible_to<std::uint32_t>;
};

/// Numbers nodes and edges for planners.
template <class G, class Node>
class agent_numbering {
    using graph = std::remove_reference_t<G>;
    using types = graph_types<graph, Node>;
    using cost = typename types::cost;
    using rows_of_graph = whole_rows<G, Node>;

    struct leg {
        agent_place from;
        agent_place to;
        std::uint32_t steps;
    };

public:
    agent_numbering(G& g, const agents::rules& rules, search_control& control)
        : graph_(g), rules_(rules), control_(control), rows_(control.budget()) {}

    /// Numbers what can be reached from the starts and goals of agents, of which there may come to
    /// be so many.
    [[nodiscard]] numbered_agents<Node> number(const std::vector<Node>& starts,
                                               const std::vector<Node>& goals,
                                               std::size_t most_agents = 0) {
        most_agents_ = std::max(starts.size(), most_agents);
        numbered_agents<Node> made;
        if (starts.size() != goals.size()) {
            made.fault = std::to_string(starts.size()) + " agents start, and " +
                         std::to_string(goals.size()) + " end";
            return made;
        }
        if (!has_memory_for([&] { number_all(starts, goals, made); })) {
            made.ended = status::memory_limit;
        }
        return made;
    }

    /// The first place of a node; `nobody` if it was not met, or holds nobody.
    [[nodiscard]] agent_place place_of(const Node& n) {
        if (!is_in(graph_, n)) return nobody;
        const std::uint32_t met = rows_.find(graph_, n);
        if (met == rows_of_graph::none || slot_.empty()) return nobody;
        const agent_place p = slot_[name_[met]];
        return p == slot_[name_[met] + 1] ? nobody : p;
    }
    /// The path of an agent in places, of several slots of a node always the first; empty if it is
    /// none.
    [[nodiscard]] std::vector<agent_place> places_of(const agent_graph& g,
                                                     const std::vector<Node>& path) {
        std::vector<agent_place> made;
        for (const Node& n : path) {
            const agent_place p = place_of(n);
            if (p == nobody) return {};
            if (!made.empty() && made.back() != p && !arrive(g, made, p)) return {};
            made.push_back(p);
        }
        return made;
    }

private:
    /// The agent is at `p` next, after all places along the edge to it.
    [[nodiscard]] bool arrive(const agent_graph& g, std::vector<agent_place>& path,
                              agent_place p) const {
        const agent_place from = path.back();
        if (g.edge(from, p) != nobody) return true;
        for (const agent_place way : g.successors(from)) {
            if (way < g.on_the_way) continue;
            const std::uint32_t steps = g.remaining[way - g.on_the_way];
            if (g.edge(way + steps - 1, p) == nobody || path.size() <= steps) continue;
            for (std::uint32_t k = 0; k < steps; ++k) {
                agent_place& before = path[path.size() - steps + k];
                if (before != from) return false;
                before = way + k;
            }
            return path[path.size() - steps - 1] == from;
        }
        return false;
    }

    void number_all(const std::vector<Node>& starts, const std::vector<Node>& goals,
                    numbered_agents<Node>& made) {
        std::vector<Node> all;
        for (const auto* given : {&starts, &goals}) {
            for (const Node& n : *given) {
                if (!is_in(graph_, n)) {
                    made.fault = "agent " + std::to_string(all.size() % starts.size()) +
                                 (given == &starts ? " starts" : " ends") + " outside of the graph";
                    return;
                }
                all.push_back(n);
            }
        }
        std::vector<std::uint32_t> numbers;
        if (!rows_.take_in(graph_, any_of<Node>(all), control_, [&](std::uint32_t n) {
                numbers.push_back(n);
                return true;
            })) {
            made.ended = control_.status();
            return;
        }
        agents_ = starts.size();
        order_nodes(made.graph);
        if (!read_legs(made)) return;
        make_places(made);
        write_edges(made.graph);
        put_agents(numbers, made);
    }

    /// Numbers nodes so that those that lie together have numbers that do.
    void order_nodes(agent_graph& made) {
        const std::size_t size = rows_.size();
        name_.resize(size);
        old_.resize(size);
        for (agent_place p = 0; p < size; ++p) old_[p] = p;
        if constexpr (std::same_as<Node, cell>) {
            const auto key = [this](agent_place p) {
                const cell c = rows_.node(p);
                const auto x = static_cast<std::uint64_t>(static_cast<std::uint32_t>(c.x));
                const auto y = static_cast<std::uint64_t>(static_cast<std::uint32_t>(c.y));
                return (y >> 4U) << 36U | (x >> 4U) << 8U | (y & 15U) << 4U | (x & 15U);
            };
            std::vector<std::pair<std::uint64_t, agent_place>> keys;
            keys.reserve(size);
            for (agent_place p = 0; p < size; ++p) keys.emplace_back(key(p), p);
            std::sort(keys.begin(), keys.end());
            for (agent_place p = 0; p < size; ++p) old_[p] = keys[p].second;
            for (const agent_place p : old_) made.cells.push_back(rows_.node(p));
        }
        for (agent_place p = 0; p < size; ++p) name_[old_[p]] = p;
    }

    /// Reads the edges, each node's shortest ones to others in the graph's order.
    [[nodiscard]] bool read_legs(numbered_agents<Node>& made) {
        const auto rows = rows_.copied_rows();
        legs_.reserve(rows.offsets[rows.node_count]);
        for (agent_place u = 0; u < old_.size(); ++u) {
            const std::size_t begin = legs_.size();
            const std::size_t row = old_[u];
            for (std::size_t e = rows.offsets[row]; e != rows.offsets[row + 1]; ++e) {
                const agent_place v = name_[rows.edges[e].to];
                std::uint32_t steps = 1;
                if constexpr (types::weighted) {
                    if (is_closed(rows.edges[e].cost)) continue;
                    if (rules_.travel == agents::travel::cost_steps &&
                        !read_steps(rows.edges[e].cost, steps)) {
                        made.fault = "an edge does not take a whole number of steps from 1 to " +
                                     std::to_string(most_steps);
                        return false;
                    }
                }
                if (v == u) continue;
                std::size_t same = begin;
                while (same != legs_.size() && legs_[same].to != v) ++same;
                if (same == legs_.size()) legs_.push_back({u, v, steps});
                legs_[same].steps = std::min(legs_[same].steps, steps);
                if (legs_[same].steps > 1) is_long_ = true;
                if constexpr (std::same_as<Node, cell>) note_move(made.graph, u, v);
            }
        }
        if (is_long_ || !are_neighbours_) made.graph.cells.clear();
        return true;
    }

    static constexpr std::uint32_t most_steps = 65'535;
    [[nodiscard]] static bool read_steps(cost c, std::uint32_t& steps) noexcept {
        if (!(c >= cost{1}) || !(c <= static_cast<cost>(most_steps))) return false;
        steps = static_cast<std::uint32_t>(c);
        return static_cast<cost>(steps) == c;
    }
    void note_move(const agent_graph& made, agent_place u, agent_place v) noexcept {
        const int dx = made.cells[u].x - made.cells[v].x;
        const int dy = made.cells[u].y - made.cells[v].y;
        if (dx * dx + dy * dy != 1) are_neighbours_ = false;
    }

    /// Slots of nodes come first, then places along edges.
    void make_places(numbered_agents<Node>& made) {
        agent_graph& g = made.graph;
        g.may_follow = rules_.following == agents::following::allowed;
        bool holds_several = false;
        std::vector<std::uint32_t> room(old_.size(), 1);
        if constexpr (HoldsSeveral<G, Node>) {
            for (agent_place p = 0; p < old_.size(); ++p) {
                const auto said = static_cast<std::uint64_t>(graph_.capacity(rows_.node(old_[p])));
                room[p] = static_cast<std::uint32_t>(std::min<std::uint64_t>(said, most_agents_));
                if (room[p] != 1) holds_several = true;
            }
        }
        if (holds_several) g.cells.clear();
        slot_.push_back(0);
        for (agent_place p = 0; p < old_.size(); ++p) {
            slot_.push_back(slot_.back() + room[p]);
            for (std::uint32_t k = 0; k < room[p]; ++k) made.nodes.push_back(rows_.node(old_[p]));
        }
        g.on_the_way = slot_.back();
        if (!holds_several && !is_long_) return;
        for (agent_place p = 0; p < old_.size(); ++p) {
            for (std::uint32_t k = 0; k < room[p]; ++k) {
                g.bodies.push_back(slot_[p] + k);
                g.ends.push_back(slot_[p]);
                g.slots.push_back(room[p]);
            }
        }
        way_.resize(legs_.size());
        for (std::uint32_t e = 0; e < legs_.size(); ++e) make_way(made, e, room);
    }
    void make_way(numbered_agents<Node>& made, std::uint32_t e,
                  const std::vector<std::uint32_t>& room) {
        agent_graph& g = made.graph;
        const leg& l = legs_[e];
        way_[e] = static_cast<agent_place>(g.bodies.size());
        if (l.steps == 1 || room[l.from] == 0 || room[l.to] == 0) return;
        const std::uint32_t back = leg_between(l.to, l.from);
        const bool is_second = back < e && legs_[back].steps == l.steps;
        const auto lane = static_cast<std::uint32_t>(g.opposite.size());
        g.opposite.push_back(nobody);
        for (std::uint32_t k = 1; k < l.steps; ++k) {
            const auto p = static_cast<agent_place>(g.bodies.size());
            const agent_place body = is_second ? way_[back] + (l.steps - 1 - k) : p;
            g.bodies.push_back(body);
            g.ends.push_back(body);
            g.lanes.push_back(lane);
            g.remaining.push_back(l.steps - k);
            made.nodes.push_back(rows_.node(old_[l.from]));
        }
        if (!is_second) return;
        g.opposite[lane] = g.lanes[way_[back] - g.on_the_way];
        g.opposite[g.opposite[lane]] = lane;
    }
    [[nodiscard]] std::uint32_t leg_between(agent_place from, agent_place to) const noexcept {
        const auto at =
            std::lower_bound(legs_.begin(), legs_.end(), from,
                             [](const leg& l, agent_place sought) { return l.from < sought; });
        for (auto l = at; l != legs_.end() && l->from == from; ++l)
            if (l->to == to) return static_cast<std::uint32_t>(l - legs_.begin());
        return nobody;
    }

    void write_edges(agent_graph& g) {
        std::vector<std::pair<agent_place, agent_place>> edges;
        edges.reserve(legs_.size());
        for (std::uint32_t e = 0; e < legs_.size(); ++e) {
            const leg& l = legs_[e];
            const std::uint32_t steps = way_.empty() ? 1 : l.steps;
            for (agent_place from = slot_[l.from]; from != slot_[l.from + 1]; ++from) {
                for (agent_place into = slot_[l.to]; into != slot_[l.to + 1]; ++into) {
                    if (steps == 1) {
                        edges.emplace_back(from, into);
                    } else {
                        if (into == slot_[l.to]) edges.emplace_back(from, way_[e]);
                        if (from == slot_[l.from]) edges.emplace_back(way_[e] + steps - 2, into);
                    }
                }
            }
            if (slot_[l.from] == slot_[l.from + 1] || slot_[l.to] == slot_[l.to + 1]) continue;
            for (agent_place k = 1; k + 1 < steps; ++k)
                edges.emplace_back(way_[e] + k - 1, way_[e] + k);
        }
        const std::size_t places = g.ends.empty() ? old_.size() : g.ends.size();
        write_rows(edges, places, g.first, g.to);
        for (auto& [from, into] : edges) std::swap(from, into);
        write_rows(edges, places, g.first_back, g.back);
        if (leads_both_ways(g)) {
            g.first_back = {};
            g.back = {};
        }
    }
    static void write_rows(const std::vector<std::pair<agent_place, agent_place>>& edges,
                           std::size_t places, std::vector<std::uint32_t>& first,
                           std::vector<agent_place>& to) {
        first.assign(places + 1, 0);
        to.resize(edges.size());
        for (const auto& e : edges) ++first[e.first + 1];
        for (std::size_t p = 0; p < places; ++p) first[p + 1] += first[p];
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (const auto& e : edges) to[next[e.first]++] = e.second;
    }
    [[nodiscard]] static bool leads_both_ways(const agent_graph& g) noexcept {
        for (agent_place p = 0; p < g.size(); ++p) {
            const place_span out = g.successors(p);
            const agent_place* b = g.back.data() + g.first_back[p];
            if (out.size() != g.first_back[p + 1] - g.first_back[p]) return false;
            for (std::size_t k = 0; k < out.size(); ++k)
                if (std::find(out.begin(), out.end(), b[k]) == out.end()) return false;
        }
        return true;
    }

    /// Gives each agent a slot of its start, and the first of its goal.
    void put_agents(const std::vector<std::uint32_t>& numbers, numbered_agents<Node>& made) {
        std::vector<std::uint32_t> taken(old_.size(), 0);
        std::vector<std::uint32_t> wanted(old_.size(), 0);
        for (std::size_t i = 0; i < agents_; ++i) {
            const agent_place from = name_[numbers[i]];
            const agent_place into = name_[numbers[agents_ + i]];
            const agent_place slot = slot_[from] + taken[from]++;
            if (slot >= slot_[from + 1] || slot_[into] + wanted[into]++ >= slot_[into + 1]) {
                made.fault = "agent " + std::to_string(i) +
                             (slot >= slot_[from + 1] ? " starts" : " ends") +
                             " where there is no room for it beside others";
                return;
            }
            made.starts.push_back(slot);
            made.goals.push_back(slot_[into]);
        }
    }

    G& graph_;
    const agents::rules& rules_;
    search_control& control_;
    rows_of_graph rows_;
    std::size_t agents_ = 0;
    std::size_t most_agents_ = 0;
    std::vector<agent_place> name_;  // of the graph's nodes as they were met
    std::vector<agent_place> old_;   // and back
    std::vector<leg> legs_;          // edges between different nodes
    std::vector<agent_place> slot_;  // the first place of each node
    std::vector<agent_place> way_;   // the first place along each edge
    bool is_long_ = false;
    bool are_neighbours_ = true;
};

/// The paths of agents in places, as the plan of the user's graph.
template <class Node>
void write_paths(const numbered_agents<Node>& numbered,
                 const std::vector<std::vector<agent_place>>& paths, agents::plan<Node>& into) {
    into.paths.clear();
    into.paths.reserve(paths.size());
    into.makespan = into.sum_of_costs = 0;
    for (const std::vector<agent_place>& path : paths) {
        const std::size_t steps = agents::steps_of(path);
        std::vector<Node>& nodes = into.paths.emplace_back();
        nodes.reserve(steps + 1);
        for (std::size_t t = 0; t <= steps; ++t) nodes.push_back(numbered.nodes[path[t]]);
        into.makespan = std::max<std::uint64_t>(into.makespan, steps);
        into.sum_of_costs += steps;
    }
}

}  // namespace senda::detail
