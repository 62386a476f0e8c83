// SPDX-License-Identifier: MIT
// Replays the plan of many agents on their graph, and says where two of them collide.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/core/replay.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::agents {

/// What can be wrong with a plan.
enum class plan_fault {
    none,       ///< nothing
    status,     ///< there is no plan
    count,      ///< there is not one path for each agent
    start,      ///< a path does not begin at its agent's start
    goal,       ///< a path does not end at its agent's goal
    edge,       ///< a step is no edge of the graph, or the edge takes longer
    occupied,   ///< more agents are at a node, or at a place along an edge, than it holds
    swap,       ///< two agents pass each other
    following,  ///< an agent enters a node in the step in which another leaves it
    sums,       ///< the makespan, the sum of costs or the lower bound is another
};

/// The name of a fault as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(plan_fault f) noexcept {
    return senda::detail::enum_name(f, {"none", "status", "count", "start", "goal", "edge",
                                        "occupied", "swap", "following", "sums"});
}

/// What `verify` found. True in a condition when all is right.
template <class Node>
struct plan_verification {
    /// What is wrong: with a path by itself, or else the first collision.
    plan_fault fault = plan_fault::none;
    /// Whose path it is, from 0.
    std::size_t agent = 0;
    /// With whom that agent collides; the same agent if nobody else is part of it.
    std::size_t other = 0;
    /// When: a node of the path, from 0 for the start.
    std::size_t step = 0;
    /// Where: a node, or both ends of an edge.
    std::vector<Node> nodes = {};
    /// All of it in a sentence: "agents 3 and 7 are both at (4, 2) in step 12".
    std::string message = {};

    [[nodiscard]] explicit operator bool() const noexcept { return fault == plan_fault::none; }
};

}  // namespace senda::agents

namespace senda::detail {

/// Replays a plan. Nodes, and the places along edges that take several steps, have numbers by which
/// it is known who is there.
template <class G, class Node>
class plan_verifier {
    using types = graph_types<G, Node>;
    using fault = agents::plan_fault;
    using number = std::uint32_t;
    struct nothing {};

public:
    plan_verifier(G& g, const agents::rules& rules) : graph_(g), rules_(rules), nodes_(budget_) {}

    agents::plan_verification<Node> verify(const std::vector<Node>& starts,
                                           const std::vector<Node>& goals,
                                           const agents::plan<Node>& p) {
        if (!p) {
            say(fault::status, std::string("the status is ") + to_string(p.status));
        } else if (starts.size() != goals.size() || starts.size() != p.paths.size()) {
            say(fault::count, text_of(starts.size()) + " agents start, " + text_of(goals.size()) +
                                  " end, and there are " + text_of(p.paths.size()) + " paths");
        } else if (!nodes_.prepare(graph_)) {
            say(fault::count, "there is no memory for the nodes of the graph");
        }
        std::uint64_t makespan = 0;
        std::uint64_t sum = 0;
        for (std::size_t i = 0; is_right() && i < starts.size(); ++i) {
            const std::size_t steps = read_path(i, starts[i], goals[i], p.paths[i]);
            makespan = std::max<std::uint64_t>(makespan, steps);
            sum += steps;
        }
        if (is_right()) replay();
        compare("makespan is", p.makespan, makespan);
        compare("sum of costs is", p.sum_of_costs, sum);
        compare("lower bound is at most", std::min(p.lower_bound, sum), p.lower_bound);
        return std::move(answer_);
    }

private:
    static constexpr number nobody = std::numeric_limits<number>::max();
    static constexpr number first_on_the_way = number{1} << 31U;  // places along edges

    /// The places along an edge of several steps, as seen from the node that it leaves.
    struct lane {
        number to;
        number first;
        bool is_backward;
    };

    [[nodiscard]] bool is_right() const noexcept { return static_cast<bool>(answer_); }
    void say(fault what, std::string text) {
        answer_.fault = what;
        answer_.message = std::move(text);
    }
    void compare(const char* what, std::uint64_t said, std::uint64_t is) {
        if (is_right() && said != is)
            say(fault::sums,
                std::string("the ") + what + ' ' + text_of(is) + ", not " + text_of(said));
    }
    [[nodiscard]] static std::string name(const Node& n) {
        const std::string words = words_of(n);
        return words.empty() ? "a node" : words;
    }
    /// Says what is wrong with a step of a path; 0.
    std::size_t say_step(fault what, std::size_t agent, std::size_t step, std::vector<Node> nodes,
                         const std::string& text) {
        answer_.agent = answer_.other = agent;
        answer_.step = step;
        answer_.nodes = std::move(nodes);
        say(what, "agent " + text_of(agent) + " is at " + name(answer_.nodes.back()) + " in step " +
                      text_of(step) + text);
        return 0;
    }

    /// Writes where an agent is step by step. Returns how many steps it takes.
    std::size_t read_path(std::size_t i, const Node& start, const Node& goal,
                          const std::vector<Node>& path) {
        if (path.empty() || !is_in(graph_, path[0]) || !same_node(graph_, path[0], start))
            return say_step(
                fault::start, i, 0, {path.empty() ? start : path[0]},
                path.empty() ? ", and its path is empty" : ", and should start at " + name(start));
        begins_.push_back(places_.size());
        places_.push_back(number_of(path[0]));
        std::size_t arrived = 0;  // when it came to where it is
        for (std::size_t t = 1; t < path.size(); ++t) {
            const Node& from = path[t - 1];
            if (is_in(graph_, path[t]) && same_node(graph_, path[t], from)) {
                places_.push_back(places_[begins_[i] + arrived]);
                continue;
            }
            const std::size_t steps = is_in(graph_, path[t]) ? steps_between(from, path[t]) : 0;
            if (steps == 0 || steps > t - arrived)
                return say_step(
                    fault::edge, i, t, {from, path[t]},
                    (steps == 0 ? ", where no edge leads from " : ", too soon for the edge from ") +
                        name(from));
            const number next = number_of(path[t]);
            if (steps > 1) put_on_the_way(places_[begins_[i] + arrived], next, steps);
            places_.push_back(next);
            arrived = t;
        }
        if (!same_node(graph_, path.back(), goal))
            return say_step(fault::goal, i, path.size() - 1, {path.back()},
                            ", the last, and should end at " + name(goal));
        return arrived;
    }
    [[nodiscard]] number number_of(const Node& n) {
        return nodes_.intern(nodes_.key_of(graph_, n), n, [] { return nothing{}; }).id;
    }

    /// The steps of the shortest edge between two nodes; 0 if there is none.
    [[nodiscard]] std::size_t steps_between(const Node& from, const Node& to) {
        std::size_t least = 0;
        for_each_successor<types>(graph_, from, [&](const Node& n, auto cost, const auto&) {
            if (!same_node(graph_, n, to) || is_closed(cost)) return;
            std::size_t steps = 1;
            if (types::weighted && rules_.travel == agents::travel::cost_steps) {
                constexpr auto most = static_cast<decltype(cost)>(65'535);
                if (!(cost >= 1) || !(cost <= most)) return;
                steps = static_cast<std::size_t>(cost);
                if (static_cast<decltype(cost)>(steps) != cost) return;
            }
            if (least == 0 || steps < least) least = steps;
        });
        return least;
    }

    /// Rewrites the last steps, in which an agent seemed to wait, as those along an edge. Edges
    /// there and back that take the same steps are one lane.
    void put_on_the_way(number from, number to, std::size_t steps) {
        lanes_.resize(nodes_.size());
        std::size_t at = 0;
        while (at < lanes_[from].size() && lanes_[from][at].to != to) ++at;
        if (at == lanes_[from].size()) {
            const auto first = static_cast<number>(first_on_the_way + lane_ends_.size());
            lane_ends_.insert(lane_ends_.end(), steps - 1, {from, to});
            lanes_[from].push_back({to, first, false});
            if (steps_between(nodes_.node(to), nodes_.node(from)) == steps)
                lanes_[to].push_back({from, first, true});
        }
        const lane& l = lanes_[from][at];
        for (std::size_t k = 1; k < steps; ++k) {
            const std::size_t along = l.is_backward ? steps - 1 - k : k - 1;
            places_[places_.size() - steps + k] = l.first + static_cast<number>(along);
        }
    }

    /// Moves all agents step by step: those that do not move cost nothing once they have arrived.
    void replay() {
        const auto count = static_cast<number>(begins_.size());
        const auto nodes = static_cast<number>(nodes_.size());
        begins_.push_back(places_.size());
        for (number& p : places_)
            if (p >= first_on_the_way) p = p - first_on_the_way + nodes;
        at_.assign(nodes + lane_ends_.size(), nobody);
        held_.assign(at_.size(), 0);
        left_.assign(at_.size(), 0);
        beside_.resize(count);
        std::vector<number> moving;
        std::vector<number> movers;
        for (number a = 0; a < count && enter(a, 0); ++a) moving.push_back(a);
        for (std::size_t t = 1; is_right() && !moving.empty(); ++t) {
            movers.clear();
            std::size_t kept = 0;
            for (const number a : moving) {
                if (begins_[a] + t >= begins_[a + 1]) continue;
                moving[kept++] = a;
                if (place_of(a, t) != place_of(a, t - 1)) movers.push_back(a);
            }
            moving.resize(kept);
            step(movers, t);
        }
    }
    void step(const std::vector<number>& movers, std::size_t t) {
        for (const number a : movers)
            for (number b = at_[place_of(a, t)]; b != nobody; b = beside_[b])
                if (place_of(b, t) == place_of(a, t - 1))
                    return collide(fault::swap, a, b, t, " pass each other ");
        for (const number a : movers) leave(a, place_of(a, t - 1));
        for (const number a : movers)
            if (!enter(a, t)) return;
        if (rules_.following == agents::following::forbidden) {
            for (const number a : movers) {
                const number p = place_of(a, t);
                if (has_room(p, held_[p] + left_[p])) continue;
                number b = 0;
                while (movers[b] == a || place_of(movers[b], t - 1) != p) ++b;
                return collide(fault::following, a, movers[b], t, " enter and leave ");
            }
        }
        for (const number a : movers) left_[place_of(a, t - 1)] = 0;
    }

    /// Where an agent is: at last where its path ends.
    [[nodiscard]] number place_of(number a, std::size_t t) const noexcept {
        return places_[std::min(begins_[a] + t, begins_[a + 1] - 1)];
    }
    [[nodiscard]] bool has_room(number p, number agents) const {
        if constexpr (requires { graph_.capacity(nodes_.node(p)); }) {
            if (p < nodes_.size()) return agents <= std::uint64_t{graph_.capacity(nodes_.node(p))};
        }
        return agents <= 1;
    }
    [[nodiscard]] bool enter(number a, std::size_t t) {
        const number p = place_of(a, t);
        if (!has_room(p, held_[p] + 1)) {
            collide(fault::occupied, a, at_[p] == nobody ? a : at_[p], t, " are both ");
            return false;
        }
        beside_[a] = std::exchange(at_[p], a);
        ++held_[p];
        return true;
    }
    void leave(number a, number p) noexcept {
        number* b = &at_[p];
        while (*b != a) b = &beside_[*b];
        *b = beside_[a];
        --held_[p];
        ++left_[p];
    }

    void collide(fault what, number a, number b, std::size_t t, const char* do_this) {
        const auto nodes_of = [this](number p) -> std::vector<Node> {
            if (p < nodes_.size()) return {nodes_.node(p)};
            const auto [from, to] = lane_ends_[p - nodes_.size()];
            return {nodes_.node(from), nodes_.node(to)};
        };
        std::vector<Node> where = nodes_of(place_of(a, t));
        if (what == fault::swap && where.size() == 1) {
            std::vector<Node> left = nodes_of(place_of(a, t - 1));
            if (left.size() == 1) left.push_back(where[0]);
            where = std::move(left);
        }
        answer_.agent = std::min(a, b);
        answer_.other = std::max(a, b);
        answer_.step = t;
        answer_.nodes = std::move(where);
        const bool is_alone = a == b;
        say(what, (is_alone ? "agent " + text_of(a) + " is "
                            : "agents " + text_of(answer_.agent) + " and " +
                                  text_of(answer_.other) + do_this) +
                      (answer_.nodes.size() == 1 ? "at " : "between ") + name(answer_.nodes[0]) +
                      (answer_.nodes.size() == 1 ? "" : " and " + name(answer_.nodes[1])) +
                      " in step " + text_of(t) + (is_alone ? ", where there is no room" : ""));
    }

    G& graph_;
    const agents::rules& rules_;
    memory_budget budget_;
    node_store<std::remove_const_t<G>, Node, nothing> nodes_;
    std::vector<number> places_;  // of all paths, one after the other
    std::vector<std::size_t> begins_;
    std::vector<std::vector<lane>> lanes_;              // out of each node
    std::vector<std::pair<number, number>> lane_ends_;  // of each place along an edge
    std::vector<number> at_;                            // an agent that is at a place
    std::vector<number> beside_;                        // the next one there
    std::vector<number> held_;                          // how many are there
    std::vector<number> left_;                          // how many left it in this step
    agents::plan_verification<Node> answer_;
};

}  // namespace senda::detail

namespace senda::agents {

/// Replays a plan on its graph: whether every path leads from its agent's start to its goal along
/// edges, no two agents collide, and the sums are what the plan says. It shares nothing with the
/// planners, and takes time in proportion to the steps of all agents.
///
/// `g`       the graph; a node holds `g.capacity(node)` agents if it says so, else one.
/// `starts`  where each agent begins.
/// `goals`   where each agent ends, and stays.
/// `p`       the plan.
/// `r`       what agents may do. With `travel::cost_steps` a path shows the node that its agent
///           left until it arrives: an edge of k steps that ends in step t is left in step t - k.
///           On the way an agent is at no node, and two on the same edge are never at the same part
///           of it.
template <class G, class Node>
[[nodiscard]] plan_verification<Node> verify(G&& g, const std::vector<Node>& starts,
                                             const std::vector<Node>& goals, const plan<Node>& p,
                                             const rules& r = {}) {
    return senda::detail::plan_verifier<std::remove_reference_t<G>, Node>(g, r).verify(starts,
                                                                                       goals, p);
}

}  // namespace senda::agents
