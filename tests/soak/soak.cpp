// SPDX-License-Identifier: MIT
// Random searches of all kinds, one after the other in one process that must not grow: with limits,
// stopped in the middle, in steps, in memory used before. Every answer is compared with a plain
// reference.
//
// usage: soak [MINUTES [SEED]]
#define DOCTEST_CONFIG_DISABLE

#include "../examples/pacman/exhaustive.hpp"
#include "../examples/pacman/random_maps.hpp"
#include "../examples/rush_hour/random_boards.hpp"
#include "../games/minimax.hpp"
#include "../games/random_game.hpp"
#include "../maze/random_mazes.hpp"
#include "counted_new.hpp"
#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/reference.hpp"
#include "support/resource_models.hpp"
#include "support/views.hpp"

#include <maze/exhaustive.hpp>
#include <maze/solve.hpp>
#include <mazegen/algorithms.hpp>
#include <mazegen/analysis.hpp>
#include <pacman/solve.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/solve.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/solve.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/components.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/reachable.hpp>

#include <malloc.h>
#include <unistd.h>

#include <atomic>
#include <cinttypes>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace support;
using senda::cell;
using senda::options;
using senda::status;

std::uint64_t seed_now = 0;
const char* kind_now = "";

void require(bool holds, const char* what) {
    if (holds) return;
    std::printf("FAILED: %s, seed %" PRIu64 ": %s\n", kind_now, seed_now, what);
    std::exit(1);
}

/// Tells where it was when the process broke down.
void tell_where(int) {
    std::printf("BROKEN: %s, seed %" PRIu64 "\n", kind_now, seed_now);
    std::fflush(stdout);
    std::_Exit(1);
}

/// Says stop after it was asked a few times.
struct short_patience {
    mutable int left;
    [[nodiscard]] bool stop_requested() const { return left-- <= 0; }
};

/// Limits that often come first, each kind in its turn.
options any_options(split_mix64& random, const short_patience& stop) {
    options o;
    switch (random.below(7)) {
        case 0: o.limits.bytes = static_cast<std::uint64_t>(random.below(20'000)); break;
        case 1: o.limits.expansions = static_cast<std::uint64_t>(random.below(60)); break;
        case 2: o.limits.cost = random.below(30); break;
        case 3: o.stop = stop; break;
        default: break;
    }
    if (random.percent(10)) o.limits.bytes = static_cast<std::uint64_t>(random.below(2000));
    return o;
}

/// A search in steps, or at once.
template <class Search>
auto finished(Search&& search, split_mix64& random) {
    if (random.percent(50)) {
        while (search.step(static_cast<std::uint64_t>(random.between(1, 20))) == status::running) {
        }
    } else {
        search.run();
    }
    return search.result();
}

/// Whether an answer agrees with the least cost: a limit withholds it, and never changes it.
template <class Answer>
void compare(const Answer& a, wide best, const options& o, bool optimal = true) {
    require(a.statistics.bytes <= o.limits.bytes, "more bytes than allowed");
    const auto bound = static_cast<wide>(a.lower_bound);
    if (a.status == status::found) {
        require(!a.path.empty(), "found without a path");
        require(optimal ? same_cost(a.cost, best) : static_cast<wide>(a.cost) >= best, "the cost");
    } else if (a.status == status::exhausted) {
        require(best == unreachable, "exhausted, but there is a path");
    } else {
        require(a.path.empty(), "a path without being found");
        require(bound <= best, "the lower bound");
    }
}

/// Graphs with costs, against Floyd and Warshall.
void random_graphs(split_mix64& random) {
    const short_patience patience{random.below(3)};
    const options o = any_options(random, patience);
    const auto form = static_cast<shape>(random.below(shape_count));
    if (form == shape::huge_costs) return;
    const test_graph graph = random_graph<int>(form, 24, random);
    const int start = random.below(graph.node_count());
    const int goal = random.below(graph.node_count());
    const auto least = floyd_warshall(graph);
    const wide best = between(least, start, goal);
    const auto next = as_edges(graph);
    const auto blind = [](int) { return 0; };
    compare(finished(senda::dijkstra_search{next, start, goal, o}, random), best, o);
    compare(finished(senda::astar_search{next, start, goal, blind, o}, random), best, o);
    compare(finished(senda::greedy_search{next, start, goal, blind, o}, random), best, o, false);
    compare(finished(senda::dfs_search{next, start, goal, o}, random), best, o, false);
    const auto all = finished(senda::all_shortest_search{next, start, goal, o}, random);
    require(!all || same_cost(all.cost, best), "the cost of all routes");
    require(static_cast<wide>(all.lower_bound) <= best, "the lower bound of all routes");
    const auto few = senda::k_shortest(next, start, goal, 3, o);
    require(few.routes.empty() || same_cost(few.routes.front().cost, best), "the first of three");
    require(few.statistics.bytes <= o.limits.bytes, "three routes take more than allowed");
    const auto met = senda::reachable(next, start, o);
    std::size_t count = 0;
    for (int n = 0; n < graph.node_count(); ++n)
        count += between(least, start, n) != unreachable ? 1U : 0U;
    require(!met || met.nodes.size() == count, "what can be reached");
    require(met.nodes.size() <= count, "more than can be reached");
    const fuel_rules rules{20, 0};
    const auto fuel = senda::constrained(next, start, goal, rules, 20, o);
    require(fuel.status != status::found || static_cast<wide>(fuel.cost) >= best, "fuel");
    std::vector<int> nodes;
    for (int n = 0; n < graph.node_count(); ++n) nodes.push_back(n);
    const auto parts = senda::components(next, nodes);
    require(best == unreachable || parts.of[static_cast<std::size_t>(start)] ==
                                       parts.of[static_cast<std::size_t>(goal)],
            "what hangs together");
}

/// A puzzle whose states are words: five letters to be sorted by turning the first few round.
void words(split_mix64& random) {
    const short_patience patience{random.below(5)};
    const options o = any_options(random, patience);
    const auto turned = [](const std::string& s) {
        std::vector<std::string> next;
        for (std::size_t i = 2; i <= 6; ++i) {
            next.push_back(s);
            std::reverse(next.back().begin(), next.back().begin() + static_cast<std::ptrdiff_t>(i));
        }
        return next;
    };
    const std::string tail = "and a tail that makes the word long enough to need memory";
    std::string from = "abcdef" + tail;
    for (int i = 0; i < 8; ++i) from = turned(from)[static_cast<std::size_t>(random.below(5))];
    const std::string sorted = "abcdef" + tail;
    const auto there = senda::bfs(turned, from, sorted, o);
    const auto back = senda::bfs(turned, sorted, from);
    compare(there, static_cast<wide>(back.cost), o);
    compare(senda::dijkstra(turned, from, sorted, o), static_cast<wide>(back.cost), o);
    compare(senda::ida_star(turned, from, sorted, [](const std::string&) { return 0; },
                            {.limits = {.expansions = 500}}),
            static_cast<wide>(back.cost), {});
}

/// Grids, against the plainest search.
void grids(split_mix64& random) {
    const short_patience patience{random.below(5)};
    options o = any_options(random, patience);
    const senda::grid g = any_grid(random);
    const cell start = any_cell(g, random);
    const cell goal = any_cell(g, random);
    if (!g.open(start) || !g.open(goal)) return;
    const senda::steps steps = distances_from(g, start)[place_in(g, goal)];
    const wide best = steps == out_of_reach ? unreachable : static_cast<wide>(steps);
    o.threads = random.percent(5) ? 2 : 1;
    compare(senda::bfs(g, start, goal, o), best, o);
    compare(senda::astar(g, start, goal, senda::manhattan(goal), o), best, o);
    compare(senda::dijkstra(g, start, goal, o), best, o);
    compare(finished(senda::bfs_search{g, start, goal, o}, random), best, o);
    const senda::basic_grid<senda::grid_moves::straight, unsigned char> weighted(
        g.width(), g.height(), [&](cell c) {
            return static_cast<unsigned char>(g.open(c) ? 1 + (c.x * 7 + c.y * 5) % 9 : 255);
        });
    const auto full = senda::dijkstra_search{weighted, start, goal}.run();
    require(full == status::found || full == status::exhausted, "a grid with weights");
    const senda::basic_grid<senda::grid_moves::octile> octile(g.width(), g.height(),
                                                              [&](cell c) { return g.open(c); });
    const auto far = senda::dijkstra(octile, start, goal);
    const auto jumped = senda::jump_point(octile, start, goal, o);
    require(jumped.status != status::found || std::abs(jumped.cost - far.cost) < 1e-6,
            "jump points");
    require(jumped.status == status::found || jumped.lower_bound <= far.cost + 1e-6,
            "the lower bound of jump points");
    if (random.percent(20)) {
        const auto found = senda::prepared_grid(octile).path(start, goal, o);
        require(found.status != status::found || std::abs(found.cost - far.cost) < 1e-6,
                "a prepared grid");
    }
}

/// Searches that are used again and again, with what they took before.
class reused {
public:
    void search(split_mix64& random) {
        const cell start = any_cell(grid_, random);
        const cell goal = any_cell(grid_, random);
        for_each_limit(random, [&](const senda::limits& l) {
            bfs_.set_limits(l);
            dijkstra_.set_limits(l);
            bfs_.restart(start, goal);
            dijkstra_.restart(start, goal);
            bfs_.run();
            dijkstra_.run();
        });
        const auto a = bfs_.result();
        const auto b = dijkstra_.result();
        require(a.status == b.status, "two searches used again agree");
        require(a.status != status::found || a.cost == b.cost, "on the cost, too");
    }

private:
    // Once with a limit, and then without.
    template <class Run>
    static void for_each_limit(split_mix64& random, const Run& run) {
        run({.expansions = static_cast<std::uint64_t>(random.below(300))});
        run({});
    }

    senda::grid grid_ = senda::grid(61, 47, [n = 0](cell c) mutable {
        ++n;
        return (c.x * 31 + c.y * 17 + n) % 7 != 0;
    });
    senda::bfs_search<senda::grid&, cell, cell> bfs_{grid_, cell{0, 0}, cell{0, 0}};
    senda::dijkstra_search<senda::grid&, cell, cell> dijkstra_{grid_, cell{0, 0}, cell{0, 0}};
};

void reused_searches(split_mix64& random) {
    static reused kept;
    kept.search(random);
}

void mazes_and_maps(split_mix64& random) {
    namespace maze = senda::maze;
    namespace pacman = senda::pacman;
    const maze::board b = random_maze(random.next());
    const maze::answer right = maze::solve_exhaustively(b);
    maze::question asked;
    if (random.percent(40)) asked.limits.bytes = static_cast<std::uint64_t>(random.below(40'000));
    const maze::answer a = maze::solve(b, asked);
    require(a.statistics.bytes <= asked.limits.bytes, "a maze takes more than allowed");
    if (right.outcome != maze::outcome::limit) {
        require(a.outcome == maze::outcome::limit || a.outcome == right.outcome, "a maze");
        require(a.outcome != maze::outcome::solved || a.max_life == right.max_life, "its life");
        require(!right.optimal || a.lower_bound <= right.optimal->steps(), "its lower bound");
    }
    const pacman::board map = random_map(random.next());
    const pacman::answer best =
        support::solve_exhaustively(map, pacman::goal_kind::shortest, {.limits = {.time = 1}});
    pacman::question limited;
    limited.limits.time = 1;
    if (random.percent(40)) limited.limits.bytes = static_cast<std::uint64_t>(random.below(90'000));
    const pacman::answer found = pacman::solve(map, pacman::goal_kind::shortest, limited);
    require(found.statistics.bytes <= limited.limits.bytes, "a map takes more than allowed");
    if (best.outcome != pacman::outcome::limit) {
        require(found.outcome == pacman::outcome::limit || found.outcome == best.outcome, "a map");
        require(!best.best || found.lower_bound <= best.best->moves.size(), "its lower bound");
    }
    (void)pacman::solve(map, pacman::goal_kind::richest,
                        {.limits = {.bytes = 1U << 20U, .time = 0.05}});
}

void car_parks(split_mix64& random) {
    namespace rush_hour = senda::rush_hour;
    static rush_hour::solver kept;
    const auto parsed = rush_hour::parse_text(random_board_text(random));
    if (!parsed) return;
    const rush_hour::board& b = *parsed;
    const rush_hour::answer fast = kept.solve(b);
    rush_hour::question q{.how = random.percent(50) ? rush_hour::engine::bfs
                                                    : rush_hour::engine::astar};
    if (random.percent(50)) q.limits.bytes = static_cast<std::uint64_t>(random.below(100'000));
    const rush_hour::answer other = kept.solve(b, q);
    require(other.outcome == rush_hour::outcome::limit ||
                (other.outcome == fast.outcome && other.cost == fast.cost),
            "two engines");
    require(other.lower_bound <= fast.lower_bound, "a lower bound");
}

void games(split_mix64& random) {
    using test_games::random_game;
    const random_game game(random.next(), {.layers = 5});
    const auto solved = senda::games::solve(game, {.limits = {.bytes = 1U << 16U}});
    require(!solved || *solved.outcome == test_games::minimax_outcome(game), "the end of a game");
    const auto guess =
        senda::games::mcts(game, {.limits = {.expansions = 200}, .tree_bytes = 1U << 14U});
    require(guess.status != status::running, "a tree that ends");
}

void generated_mazes(split_mix64& random) {
    namespace mazegen = senda::mazegen;
    const auto which = mazegen::algorithms[static_cast<std::size_t>(
        random.below(static_cast<int>(mazegen::algorithms.size())))];
    const int rows = random.between(1, 40);
    const int cols = random.between(1, 40);
    senda::memory_budget budget(random.percent(30) ? static_cast<std::uint64_t>(random.below(9000))
                                                   : std::uint64_t{1} << 30);
    const auto m = mazegen::generate(which.which, rows, cols, random.next(), mazegen::no_observer{},
                                     {&budget});
    require(budget.used() == 0, "a generator keeps memory");
    require(m || m.error().code == "no_memory", "a maze");
    if (!m) return;
    const auto told = mazegen::analyse(*m);
    require(told && told->connection.cycles == 0 && told->connection.components == 1,
            "a tree of rooms");
}

struct kind_of_search {
    const char* name;
    void (*run)(split_mix64&);
    std::uint64_t done = 0;
};

kind_of_search kinds[] = {
    {"random graphs", random_graphs},
    {"words", words},
    {"grids", grids},
    {"searches used again", reused_searches},
    {"mazes and maps", mazes_and_maps},
    {"car parks", car_parks},
    {"games", games},
    {"generated mazes", generated_mazes},
};

struct memory {
    std::uint64_t resident;
    std::uint64_t allocated;
    std::int64_t made;
};

memory now() {
    malloc_trim(0);
    memory m{0, 0, soak::live_objects()};
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        unsigned long total = 0;
        unsigned long resident = 0;
        if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) std::abort();
        std::fclose(file);
        m.resident = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    }
    m.allocated = mallinfo2().uordblks;
    return m;
}

void tell(const char* when, const memory& m, std::uint64_t rounds) {
    std::printf("%s %" PRIu64 " rounds: %.2f MB resident, %.1f kB allocated, %" PRId64 " objects\n",
                when, rounds, static_cast<double>(m.resident) / 1048576,
                static_cast<double>(m.allocated) / 1024, m.made);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** given) {
    const double minutes = count > 1 ? std::atof(given[1]) : 10;
    const std::uint64_t first = count > 2 ? std::strtoull(given[2], nullptr, 10) : 1;
    std::signal(SIGABRT, tell_where);
    std::signal(SIGSEGV, tell_where);
    const double began = senda::now_in_seconds();
    const double end = began + 60 * minutes;
    std::optional<memory> warm;
    std::uint64_t rounds = 0;
    for (double time = began; time < end || !warm; time = senda::now_in_seconds()) {
        kind_of_search& k = kinds[rounds % std::size(kinds)];
        seed_now = first + rounds;
        kind_now = k.name;
        split_mix64 random(seed_now);
        k.run(random);
        ++k.done;
        ++rounds;
        if (!warm && time >= began + 12 * minutes && rounds >= 8 * std::size(kinds)) {
            warm = now();
            tell("after", *warm, rounds);
        }
    }
    const memory last = now();
    tell("after", last, rounds);
    for (const kind_of_search& k : kinds) std::printf("%8" PRIu64 " %s\n", k.done, k.name);
    require(last.made == warm->made, "objects were made and not deleted");
    require(last.allocated <= warm->allocated + 65536, "more memory is allocated than before");
    require(last.resident <= warm->resident + (std::uint64_t{2} << 20), "the process has grown");
    std::printf("soak: passed\n");
}
