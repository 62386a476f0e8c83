// SPDX-License-Identifier: MIT
// Agents that get ever new goals: a simulation asks for one step after the other.
#pragma once

#include <senda/agents/plan.hpp>
#include <senda/detail/agents/agent_distances.hpp>
#include <senda/detail/agents/agent_graph.hpp>
#include <senda/detail/agents/walking_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace senda::agents {

/// What a caller may ask of `lifelong`.
struct lifelong_options {
    /// `bytes` counts; distances to goals that nobody has are forgotten when it is used up.
    senda::limits limits = {};
    /// The same seed makes the same steps, unless a deadline ends them.
    std::uint64_t seed = 1;
    /// What agents may do.
    agents::rules rules = {};
};

/// Agents on a graph that walk to their goals by PIBT, step by step, and may get other goals
/// between any two steps, as in a warehouse. The graph must outlive it, and not change.
/// ```
/// senda::agents::lifelong fleet(map, robots);
/// while (working) {
///     for (std::size_t i = 0; i < fleet.size(); ++i)
///         if (fleet.has_arrived(i)) fleet.set_goal(i, next_task(i));
///     fleet.step();
/// }
/// ```
template <class G, class Node>
    requires Graph<G, Node>
class lifelong {
public:
    /// Puts agents on nodes; where no goal is set they stay, but let others pass. They can be sent
    /// wherever one can get to from these nodes.
    lifelong(G& g, const std::vector<Node>& positions, const lifelong_options& o = {})
        : options_(o),
          reader_(senda::options{.limits = {.bytes = o.limits.bytes}}),
          numbering_(g, options_.rules, reader_),
          numbered_(numbering_.number(positions, positions, most_on_a_node)),
          distances_(numbered_.graph, reader_.budget()),
          team_(distances_),
          walkers_(numbered_.graph, team_, o.seed) {
        status_ = numbered_.ended != status::running ? numbered_.ended
                  : numbered_.fault.empty()          ? status::running
                                                     : status::exhausted;
        distances_.expect(2 * positions.size());
        for (const detail::agent_place p : numbered_.starts) add_at(p);
    }
    lifelong(const lifelong&) = delete;
    lifelong& operator=(const lifelong&) = delete;

    /// `running`; `exhausted` if agents stand where they cannot, which `message` says, or are
    /// stuck; or `memory_limit`.
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    /// What is wrong with the agents; else nothing.
    [[nodiscard]] const std::string& message() const noexcept { return numbered_.fault; }

    /// How many agents there are or were: their numbers are below.
    [[nodiscard]] std::size_t size() const noexcept { return walkers_.size(); }
    /// Whether an agent is there, and was not removed.
    [[nodiscard]] bool is_there(std::size_t agent) const noexcept {
        return agent < size() && walkers_.at(number(agent)) != detail::nobody;
    }
    /// Where an agent is that is there; on the way along an edge that takes several steps, the node
    /// that it left.
    [[nodiscard]] const Node& position(std::size_t agent) const noexcept {
        return numbered_.nodes[walkers_.at(number(agent))];
    }
    /// Whether an agent is at its goal. It may have to leave again to let others pass.
    [[nodiscard]] bool has_arrived(std::size_t agent) const noexcept {
        return is_there(agent) && walkers_.has_arrived(number(agent));
    }

    /// Sends an agent to a node; false, and nothing changes, if it cannot get there, or memory
    /// ends.
    [[nodiscard]] bool set_goal(std::size_t agent, const Node& goal) {
        if (!is_there(agent)) return false;
        const detail::agent_place p = numbering_.place_of(goal);
        const detail::agent_place at = walkers_.at(number(agent));
        const detail::agent_place before = team_.goal(agent);
        if (p == detail::nobody || !team_.set_goal(agent, at, p)) return false;
        if (team_.distance(agent, at) != detail::unreachable) return true;
        (void)team_.set_goal(agent, at, before);
        return false;
    }
    /// Puts one more agent on a node and says its number, which no other had; nothing if there is
    /// no room, also for who is on the way to it, no way to that node from those where agents
    /// began, or no memory.
    [[nodiscard]] std::optional<std::size_t> add(const Node& at) {
        const detail::agent_place first = numbering_.place_of(at);
        if (first == detail::nobody || !walkers_.has_room(first)) return {};
        for (std::uint32_t k = 0; k < numbered_.graph.slots_of(first); ++k) {
            const detail::agent_place p = first + k;
            const auto& taken = walkers_.places();
            if (std::find(taken.begin(), taken.end(), p) == taken.end()) return add_at(p);
        }
        return {};
    }
    /// Takes an agent away.
    void remove(std::size_t agent) {
        if (is_there(agent)) walkers_.take_away(number(agent));
    }
    /// From now on an agent stays where it is, or moves again. On a long edge it goes on to its
    /// end.
    void stall(std::size_t agent, bool stalls) noexcept {
        if (is_there(agent)) walkers_.stall(number(agent), stalls);
    }

    /// Moves all agents by a step. With a deadline it tries several ways until then, and takes the
    /// one in which agents come nearest to their goals; the first is made in any case.
    senda::status step(duration deadline = std::numeric_limits<double>::infinity()) {
        if (status_ != status::running) return status_;
        const double end = detail::now_in_seconds() + deadline.seconds();
        const bool is_timed = deadline.seconds() < std::numeric_limits<double>::infinity();
        int more = 7;
        const auto again = [&] { return is_timed && more-- > 0 && detail::now_in_seconds() < end; };
        if (!walkers_.step(again)) status_ = status::exhausted;
        if (distances_.has_failed()) status_ = status::memory_limit;
        return status_;
    }

    /// The bytes held, more or less: of distances to goals, two a node and goal, and of the graph.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return reader_.statistics().bytes; }

private:
    // Of nodes that hold more, or if more agents began.
    static constexpr std::size_t most_on_a_node = 256;

    [[nodiscard]] static std::uint32_t number(std::size_t agent) noexcept {
        return static_cast<std::uint32_t>(agent);
    }
    std::optional<std::size_t> add_at(detail::agent_place p) {
        if (!team_.add(p, numbered_.graph.end(p))) {
            if (walkers_.size() == 0 || team_.size() < numbered_.starts.size())
                status_ = status::memory_limit;
            return {};
        }
        walkers_.add(p);
        return walkers_.size() - 1;
    }

    lifelong_options options_;
    detail::movable_control reader_;
    detail::agent_numbering<G, Node> numbering_;
    detail::numbered_agents<Node> numbered_;
    detail::agent_distances distances_;
    detail::agent_team team_;
    detail::walking_team walkers_;
    senda::status status_ = status::running;
};

}  // namespace senda::agents
