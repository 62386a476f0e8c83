// SPDX-License-Identifier: MIT
// What every engine of the library promises, said for a plain description of an engine and of a
// question: the laws are compiled once, and not for each engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <senda/graph/grid.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <string>
#include <vector>

#include "support/random_graphs.hpp"

namespace contract {

inline constexpr double unreachable = std::numeric_limits<double>::infinity();

/// What a question is about.
enum class kind { graph, actions, grid, weighted_grid, octile_grid, octile_grid_cutting };

/// An edge that is not closed.
struct open_edge {
    int to;
    double cost;
    int action;
};

/// A graph or grid, and its open edges in plain lists: what an answer is held against.
struct world {
    kind of = kind::graph;
    std::vector<std::vector<open_edge>> out = {};
    support::test_graph graph{0};              ///< of a graph: also the closed edges
    std::vector<std::vector<int>> turns = {};  ///< of actions: where each leads, -1 if not allowed
    senda::grid straight = {};
    senda::weighted_grid weighted = {};
    senda::octile_grid octile = {};
    senda::octile_grid_cutting cutting = {};
    int width = 0;
    int height = 0;
    /// The least costs that were asked for, by what they depend on.
    mutable std::map<std::vector<int>, double> known = {};

    [[nodiscard]] int node_count() const { return static_cast<int>(out.size()); }
    [[nodiscard]] const std::vector<open_edge>& from(int node) const {
        return out[static_cast<std::size_t>(node)];
    }
    /// Whether a number names a node: a closed cell is none, nor is what is outside.
    [[nodiscard]] bool is_node(int node) const;
    /// The cell of a number; below 0 one outside of the grid.
    [[nodiscard]] senda::cell cell_of(int node) const;
    [[nodiscard]] int number_of(senda::cell c) const { return c.y * width + c.x; }
};

/// An observer that only looks on, unless it is told otherwise.
struct looker {
    std::function<senda::flow(int)> at_node = {};
    std::function<senda::flow(int, int)> at_edge = {};
    std::function<senda::flow(int, int)> at_gain = {};

    senda::flow on_expand(int node);
    senda::flow on_generate(int from, int to);
    senda::flow on_improve(int from, int to);

    // Of stored nodes.
    senda::flow on_expand(std::uint32_t node) { return on_expand(static_cast<int>(node)); }
    senda::flow on_generate(std::uint32_t from, std::uint32_t to) {
        return on_generate(static_cast<int>(from), static_cast<int>(to));
    }
    senda::flow on_improve(std::uint32_t from, std::uint32_t to) {
        return on_improve(static_cast<int>(from), static_cast<int>(to));
    }
};

/// A question about a world.
struct question {
    const world* about = nullptr;
    std::vector<int> starts = {};
    std::vector<int> goals = {};
    std::vector<int> estimates = {};  ///< one a node, never too high
    senda::options asked = {};

    /// The least cost from a start to each node, by looking again at whatever gets cheaper.
    [[nodiscard]] std::vector<double> costs_from_start(bool by_steps) const;
    /// The least cost from a start to a goal.
    [[nodiscard]] double best(bool by_steps) const;
    [[nodiscard]] bool starts_at_goal() const;
    /// All of it in words, to see a fault again.
    [[nodiscard]] std::string words() const;
};

/// An answer, whatever its type is.
struct answer {
    senda::status status = senda::status::running;
    bool holds = false;  ///< what it says as a condition
    double cost = unreachable;
    double lower_bound = 0;
    std::vector<int> path = {};
    std::vector<int> actions = {};
    bool has_actions = false;
    std::size_t routes = 0;  ///< how many paths
    bool has_engine = false;
    std::string engine = {};  ///< which it was, and why
    senda::statistics statistics = {};
};

/// A steppable search, whatever its type is.
class search {
public:
    search() = default;
    search(const search&) = delete;
    search& operator=(const search&) = delete;
    virtual ~search() = default;

    virtual senda::status step(std::uint64_t expansions) = 0;
    virtual senda::status run() = 0;
    [[nodiscard]] virtual senda::status status() const = 0;
    [[nodiscard]] virtual senda::statistics statistics() const = 0;
    [[nodiscard]] virtual answer result() const = 0;
    virtual void set_limits(const senda::limits& l) = 0;
    /// Starts again with the starts, goals and estimates of another question.
    virtual void restart(const question& q) = 0;
    /// Moves the engine to another place in memory.
    virtual void move() = 0;
};

/// What an engine promises beyond the laws for all of them.
struct promises {
    bool optimal = true;            ///< the least cost, or the fewest steps
    bool by_steps = false;          ///< each edge counts one
    bool remembers_nodes = true;    ///< so that it ends where no goal can be reached
    bool restarts = false;          ///< has `restart`
    bool is_public = true;          ///< its steps are promised to find the path of a run
    bool counts_calls = false;      ///< asks the graph for successors once an expansion
    bool looks_actions_up = false;  ///< asks again for the actions of the path that it found
    bool sees_all = false;          ///< has no goal
    bool explores_first = false;    ///< numbers the whole graph before it searches
    bool keeps_routes = false;      ///< gives what it found so far where a limit stops it
    bool answers_early = false;     ///< a path that it has when a limit stops it is an answer
    bool is_led = false;            ///< by an estimate of its own, which the limit on costs knows
    bool both_ways = false;         ///< searches from the goal too
    bool tells_gains = true;        ///< calls `on_improve`
    bool expands_ahead = false;     ///< some nodes together, so that fewer may be enough
    bool bounds_costs = true;       ///< says a lower bound
    bool weighs = false;            ///< knows `options::weight`
    bool shares = false;            ///< knows `options::threads`
};

/// An engine: how it is called, and what it promises.
struct engine {
    std::string name;
    std::string class_name;  ///< of the class that does the work
    kind on = kind::graph;
    senda::engine_kind reaches = senda::engine_kind::general;
    promises is = {};
    std::function<answer(const question&)> call = {};
    std::function<answer(const question&, looker&)> watched = {};
    std::function<std::unique_ptr<search>(const question&)> begin = {};
    std::function<std::unique_ptr<search>(const question&, looker&)> begin_watched = {};

    [[nodiscard]] double best(const question& q) const {
        return is.sees_all ? unreachable : q.best(is.by_steps);
    }
};

/// All engines; `engines.hpp` is the list.
const std::vector<engine>& engines();

/// How often graphs were asked, and how many open edges they gave.
struct asked_graphs {
    static inline std::uint64_t calls = 0;
    static inline std::uint64_t edges = 0;
    static void reset() { calls = edges = 0; }
};

/// What a law says about an engine and a question: nothing if it holds.
using law = std::function<std::string(const engine&, const question&)>;

/// Holds a law against every engine on as many questions of each kind; the first fault of each
/// engine is reported.
void hold(int questions, const law& holds, const std::function<bool(const engine&)>& who = {});

/// A question by its number, always the same. Some are larger than a window of tiles.
struct made_question {
    std::unique_ptr<world> about;
    question asked;
};
made_question make_question(kind of, int number);
/// Another start and goal on the same world.
question another(const question& q, std::uint64_t seed);

// A law is a function that returns what is wrong; this is how it says what must hold.
#define LAW(...)                                                                         \
    do {                                                                                 \
        if (!(__VA_ARGS__))                                                              \
            return std::string(#__VA_ARGS__ " (line ") + std::to_string(__LINE__) + ")"; \
    } while (false)
#define LAW_OF(text)                                                   \
    do {                                                               \
        if (std::string wrong = (text); !wrong.empty())                \
            return wrong + " (line " + std::to_string(__LINE__) + ")"; \
    } while (false)

}  // namespace contract
