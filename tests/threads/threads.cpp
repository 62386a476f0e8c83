// SPDX-License-Identifier: MIT
// Everything that uses threads, or may be used by several: for a compiler that watches them.
//
// usage: threads [ROUNDS]
#include "waits_at_barriers.hpp"

#include "../../examples/common/ordered_pipeline.hpp"
#include "../games/connect_four.hpp"
#include "grid/tiles/tile_searches.hpp"
#include "search/engines/csr/csr_bfs_searches.hpp"
#include "search/engines/csr/csr_dijkstra_searches.hpp"
#include "search/engines/parallel/by_cost/shared_best_first_searches.hpp"
#include "search/engines/parallel/shared_bfs_searches.hpp"
#include "search/engines/parallel/shared_round_searches.hpp"
#include "storage/thread_teams.hpp"

#include <amazons/engine.hpp>
#include <maze/solve.hpp>
#include <mazegen/algorithms.hpp>
#include <rush_hour/census.hpp>
#include <rush_hour/examine.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/generate.hpp>
#include <rush_hour/solve.hpp>
#include <senda/estimates/landmarks.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/games/parallel.hpp>
#include <senda/graph/csr.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/maze/board.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/scale/mod3_distance_table.hpp>
#include <senda/scale/survey.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/distances.hpp>
#include <senda/search/query_queue.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using senda::cell;
using senda::grid;
using senda::status;

void require(bool holds, const char* what) {
    if (holds) return;
    std::printf("FAILED: %s\n", what);
    std::exit(1);
}

/// Runs `job(number)` on so many threads at once.
template <class Job>
void at_once(unsigned count, const Job& job) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i) threads.emplace_back([&job, i] { job(i); });
    for (std::thread& t : threads) t.join();
}

/// Calls `job(stop)` while another thread says stop a little later.
template <class Job>
void stopped_soon(int microseconds, const Job& job) {
    std::stop_source source;
    const std::stop_token token = source.get_token();
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
        source.request_stop();
    });
    job(token);
    other.join();
}

grid walls_about(int side, std::uint64_t seed) {
    senda::random_source random(seed);
    return grid(side, side, [&](cell c) {
        return c == cell{0, 0} || c == cell{side - 1, side - 1} || random.below(4) != 0;
    });
}

void thread_teams_share_tasks(int round) {
    for (const unsigned wanted : {1u, 2u, 3u, 5u})
        require(support::team_does_each_part_once(wanted, 40 + round),
                "a thread team does each part once");
}

void threads_search_from_both_ends(int round) {
    const grid g = walls_about(260, static_cast<std::uint64_t>(round) + 1);
    const cell goal{259, 259};
    senda::detail::tile_tuning tuned = support::both_ends_at_once;
    tuned.work_per_round = 500;
    const auto alone = support::bfs_in_tiles(g, {0, 0}, goal, {}, tuned);
    const auto by_two = support::bfs_from_both_ends(g, {0, 0}, goal, {.threads = 2}, tuned);
    require(by_two->status == alone->status && by_two->cost == alone->cost,
            "two ends find a path of the same length");
    for (const unsigned threads : {3u, 8u}) {
        const auto found =
            support::bfs_from_both_ends(g, {0, 0}, goal, {.threads = threads}, tuned);
        require(found->path == by_two->path, "more threads find the same path from both ends");
    }
    stopped_soon(50 * round, [&](const std::stop_token& token) {
        const auto found =
            support::bfs_from_both_ends(g, {0, 0}, goal, {.stop = token, .threads = 5}, tuned);
        require(found->status == status::cancelled || found->status == alone->status,
                "a search from both ends that was stopped says so");
    });
}

void threads_share_rounds(int round) {
    senda::random_source random(static_cast<std::uint64_t>(round) + 5);
    for (int moves = 12; moves < 16; ++moves) {
        const std::string fault = support::sharing_fault_of_tiles(random, moves);
        require(fault.empty(), fault.c_str());
    }
    const support::slides_in_place g;
    const support::tile_board start = support::shuffled_tiles(random, 150);
    const support::tile_board solved;
    const support::tile_distance h;
    const auto make = support::in_place_searches(g, start, solved, h);
    stopped_soon(100 * round, [&](const std::stop_token& token) {
        const auto found = support::shared_at_once(make, 4, {.stop = token}, 20);
        require(found.status == status::cancelled || found.status == status::found,
                "rounds on threads that were stopped");
    });
}

void threads_share_parts_of_bfs(int round) {
    for (std::uint64_t i = 0; i < 3; ++i) {
        const std::uint64_t number = static_cast<std::uint64_t>(round) * 3 + i;
        const std::string fault = support::fault_on_random_graph<std::uint64_t>(number);
        require(fault.empty(), fault.c_str());
    }
    const std::string fault =
        support::fault_on_random_graph<std::string>(static_cast<std::uint64_t>(round));
    require(fault.empty(), fault.c_str());
    const std::string of_numbers =
        support::fault_on_random_graph<std::uint64_t, support::numbered_graph>(
            static_cast<std::uint64_t>(round));
    require(of_numbers.empty(), of_numbers.c_str());
    const support::scattered_graph<std::uint64_t> g{
        .seed = static_cast<std::uint64_t>(round), .size = 20'000, .degree = 4};
    const auto nowhere = [](std::uint64_t) { return false; };
    stopped_soon(100 * round, [&](const std::stop_token& token) {
        const auto found = support::bfs_shared(g, std::uint64_t{1}, nowhere,
                                               {.stop = token, .threads = 3}, {50, 20, 10, 16, 64});
        require(found.status == status::cancelled || found.status == status::exhausted,
                "a search of hashed nodes that was stopped says so");
    });
    const auto full =
        support::bfs_shared(g, std::uint64_t{1}, nowhere,
                            {.limits = {.bytes = 300'000}, .threads = 4}, {50, 20, 10, 16, 64});
    require(full.status == status::memory_limit || full.status == status::exhausted,
            "threads hold to a limit on bytes");
}

void threads_share_stored_layers(int round) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        const std::string fault =
            support::fault_on_stored_graphs(static_cast<std::uint64_t>(round) * 5 + i, {2, 3, 5});
        require(fault.empty(), fault.c_str());
    }
    const support::stored_sample sample(static_cast<std::uint64_t>(round), 20'000);
    const auto g = senda::csr<>::from_undirected_edges(sample.nodes, sample.edges);
    stopped_soon(30 * round, [&](const std::stop_token& token) {
        senda::bfs_search search(*g, 0U, senda::no_goal{}, {.stop = token, .threads = 3});
        senda::detail::layer_tuner::set(search, support::always_wide);
        const status ended = search.run();
        require(ended == status::cancelled || ended == status::exhausted,
                "a search by layers that was stopped says so");
    });
}

void threads_share_layers(int round) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        const auto number = static_cast<std::uint64_t>(round) * 5 + i;
        for (const std::string& fault : {support::fault_of_layers<support::in_batches>(number),
                                         support::fault_of_layers<support::in_stores>(number),
                                         support::fault_of_layers<support::in_numbers>(number),
                                         support::fault_of_named_layers(number)}) {
            require(fault.empty(), fault.c_str());
        }
    }
    const support::scattered_costs g{
        .seed = static_cast<std::uint64_t>(round), .size = 20'000, .degree = 4};
    const auto nowhere = [](std::uint64_t) { return false; };
    stopped_soon(100 * round, [&](const std::stop_token& token) {
        const auto found = support::in_batches::run(
            g, std::uint64_t{1}, nowhere, [](std::uint64_t) { return 0; },
            {.stop = token, .threads = 3}, support::layers_at_once(9));
        require(found.status == status::cancelled || found.status == status::exhausted,
                "a search by f that was stopped says so");
    });
}

void threads_share_stored_costs(int round) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        const std::string fault =
            support::fault_on_costly_graphs(static_cast<std::uint64_t>(round) * 5 + i, {2, 3, 5});
        require(fault.empty(), fault.c_str());
    }
    const support::costly_sample sample(static_cast<std::uint64_t>(round), 20'000);
    const auto g = senda::csr<int>::from_undirected_edges(sample.nodes, sample.edges);
    stopped_soon(30 * round, [&](const std::stop_token& token) {
        senda::dijkstra_search search(*g, 0U, senda::no_goal{}, {.stop = token, .threads = 3});
        senda::detail::bucket_tuner::set(search, support::always_shared);
        const status ended = search.run();
        require(
            ended == status::cancelled || ended == status::exhausted || ended == status::cost_limit,
            "a search by costs that was stopped says so");
    });
    const senda::options little{.limits = {.bytes = 300'000}, .threads = 4};
    senda::dijkstra_search full(*g, 0U, senda::no_goal{}, little);
    senda::detail::bucket_tuner::set(full, support::always_shared);
    full.run();
    require(full.statistics().bytes <= 300'000, "threads hold to a limit on bytes of stored costs");
}

/// Each number leads to a few others, and back.
struct turned_numbers {
    using node_type = std::uint32_t;
    std::uint32_t seed = 0;

    [[nodiscard]] static std::size_t index(node_type n) { return n; }
    [[nodiscard]] static std::size_t index_bound() { return 1U << 17U; }
    [[nodiscard]] static node_type node(std::size_t i) { return static_cast<node_type>(i); }
    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        emit(n ^ 1U);
        emit((n << 1U | n >> 16U) & 0x1ffffU);
        emit((n >> 1U | n << 16U) & 0x1ffffU);
        emit(n ^ (seed + 6U));
    }
};

void threads_share_surveys(int round) {
    const turned_numbers g{static_cast<std::uint32_t>(round)};
    const auto alone = senda::survey(g, 0U);
    const auto shared = senda::survey(g, 0U, senda::options{.threads = 4});
    require(shared.statistics.threads > 1, "a survey is shared");
    require(shared.counts == alone.counts && shared.farthest == alone.farthest,
            "threads count what one does");
    const senda::mod3_distance_table table(g, 0U, senda::options{.threads = 3});
    require(table.counts() == alone.counts, "threads make the same table");
    require(table.distance(alone.farthest.front()) == alone.eccentricity, "paths are shortest");
    stopped_soon(100 * round, [&](const std::stop_token& token) {
        const auto stopped = senda::survey(g, 0U, senda::options{.stop = token, .threads = 3});
        require(stopped.status == status::cancelled || stopped.counts == alone.counts,
                "a survey is stopped or comes to its end");
    });
}

/// The same numbers with costs, some of them 0, and as an abstraction that sees all.
struct priced_numbers : turned_numbers {
    using cost_type = int;
    const node_type& operator()(const node_type& n) const { return n; }
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        int count = 0;
        turned_numbers::successors(n, [&](const node_type& to) { emit(to, count++ == 0 ? 0 : 2); });
    }
};

void threads_share_patterns(int round) {
    const priced_numbers priced{{static_cast<std::uint32_t>(round)}};
    const turned_numbers& plain = priced;
    const auto check = [&](const auto& g, const senda::options& o) {
        const senda::pattern_database alone(senda::four_bits, g, 0U, priced);
        const senda::pattern_database shared(senda::four_bits, g, 0U, priced, o);
        require(shared.statistics().threads > 1, "a pattern database is shared");
        require(shared.counts() == alone.counts(), "threads make the same table");
    };
    check(plain, {.threads = 4});
    check(priced, {.threads = 4});
}

void threads_grow_a_tree(int round) {
    using test_games::connect_four;
    senda::games::mcts_options o;
    o.limits.expansions = 400;
    o.tree_bytes = round % 2 == 0 ? 1U << 20U : 1U << 12U;  // a full tree, too
    o.seed = static_cast<std::uint64_t>(round);
    senda::games::mcts_search<connect_four<>> search(connect_four<>{}, o);
    for (const unsigned threads : {2u, 4u}) {
        const auto found = senda::games::run_parallel(search, threads);
        require(found.move.has_value(), "threads find a move");
    }
    o.limits = {};
    o.tree_bytes = 1U << 20U;
    stopped_soon(500, [&](const std::stop_token& token) {
        o.stop = token;
        senda::games::mcts_search<connect_four<>> stopped(connect_four<>{}, o);
        const auto found = senda::games::run_parallel(stopped, 3);
        require(found.status == status::cancelled || found.status == status::memory_limit,
                "a tree on threads that was stopped says so");
    });
}

void threads_fill_a_matrix(int round) {
    grid g(90, 90);
    for (int i = 0; i < 90; i += 3) g.close({i, (i * 7 + round) % 90});
    std::vector<cell> cells;
    for (int i = 1; i < 90; i += 3) cells.push_back({i, 89 - i});
    const auto alone = senda::distance_matrix(g, cells);
    const auto shared = senda::distance_matrix(g, cells, {.threads = 4});
    require(shared.status == alone.status && shared.statistics.threads == 4,
            "threads fill a matrix");
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t j = 0; j < cells.size(); ++j)
            require(shared[i][j] == alone[i][j], "threads find the same costs");
}

void threads_fill_all_pairs(int round) {
    std::vector<std::vector<std::pair<int, int>>> ring(160);
    for (int n = 0; n < 160; ++n)
        ring[static_cast<std::size_t>(n)] = {{(n + 1) % 160, n % 7 - 1},
                                             {(n + 40) % 160, round + 9}};
    const auto alone = senda::johnson(ring, {}, senda::pair_paths::kept);
    const auto shared = senda::johnson(ring, {.threads = 4}, senda::pair_paths::kept);
    require(alone && shared.status == alone.status && shared.statistics.threads == 4,
            "threads fill a table of all pairs");
    for (std::size_t i = 0; i < alone.size(); ++i)
        for (std::size_t j = 0; j < alone.size(); ++j)
            require(shared[i][j] == alone[i][j] && shared.path(i, j) == alone.path(i, j),
                    "threads find the same paths");
}

void threads_make_landmarks(int round) {
    grid g(60, 60);
    for (int i = 0; i < 60; i += 3) g.close({i, (i * 7 + round) % 60});
    const senda::landmark_options how{.seed = static_cast<std::uint64_t>(round)};
    const senda::landmarks alone(g, how);
    const senda::landmarks shared(g, how, {.threads = 4});
    require(shared.nodes() == alone.nodes(), "threads choose the same landmarks");
    const auto one = alone.to({59, 59});
    const auto other = shared.to({59, 59});
    for (int x = 1; x < 60; x += 3)
        require(one({x, 30}) == other({x, 30}), "threads find the same distances");
}

void threads_prepare_and_ask_a_graph(int round) {
    std::vector<senda::csr<int>::edge_type> streets;
    for (unsigned n = 0; n < 1225; ++n) {
        const auto cost = static_cast<int>(1 + (n * 7 + static_cast<unsigned>(round)) % 5);
        if (n % 35 != 34) streets.push_back({n, n + 1, cost});
        if (n < 1190) streets.push_back({n, n + 35, 6 - cost});
    }
    const auto town = senda::csr<int>::from_undirected_edges(1225, streets);
    const senda::contraction_hierarchy alone{*town};
    const senda::contraction_hierarchy shared{*town, {.threads = 4}};
    require(shared.statistics().threads == 4, "threads prepare a graph");
    at_once(4, [&](unsigned part) {
        for (unsigned n = 0; n < 30; ++n) {
            const unsigned goal = 1224 - n * 3 - part;
            require(shared.path(n, goal).path == alone.path(n, goal).path,
                    "threads ask a prepared graph");
        }
    });
}

void threads_prove_a_game(int round) {
    using game = test_games::connect_four<4, 4, 3>;
    const auto found =
        senda::games::solve_parallel(game{}, {.table_bytes = 1U << 12U,
                                              .threads = 4,
                                              .alone = static_cast<std::uint64_t>(1 + 5 * round)});
    require(found.outcome == senda::games::solve(game{}).outcome, "threads prove the same end");
}

void threads_play_amazons(int round) {
    namespace amazons = senda::amazons;
    amazons::engine_options o;
    o.limits.expansions = 60;
    o.tree.tree_bytes = 1U << 20U;
    o.endgame_positions = 50;
    o.threads = 3;
    o.seed = static_cast<std::uint64_t>(round);
    amazons::engine e(o);
    amazons::board b;
    for (int plays = 0; plays < 3; ++plays) {
        const auto chosen = e.choose(b);
        require(chosen.best && b.is_legal(*chosen.best), "an engine on threads plays by the rules");
        b.make(*chosen.best);
    }
}

void threads_ask_one_grid(int round) {
    const grid g = walls_about(60, static_cast<std::uint64_t>(round) + 77);
    const senda::basic_grid<senda::grid_moves::octile> wide(60, 60,
                                                            [&](cell c) { return g.open(c); });
    const senda::prepared_grid<senda::basic_grid<senda::grid_moves::octile>> octile(wide);
    const auto expected = senda::bfs(g, cell{0, 0}, cell{59, 59});
    at_once(3, [&](unsigned) {
        const auto far = octile.path({0, 0}, {59, 59});
        require(far.status == expected.status || far.cost < 200, "a grid with diagonals");
        for (int again = 0; again < 3; ++again)
            require(senda::jump_point(wide, {0, 0}, {59, 59}).cost == far.cost, "jump points");
        require(senda::dijkstra(g, cell{0, 0}, cell{59, 59}).cost == expected.cost, "dijkstra");
        require(
            senda::astar(g, cell{0, 0}, cell{59, 59}, [](cell) { return 0; }).cost == expected.cost,
            "astar");
    });
}

// A map is asked by several, and changed by the caller between two ticks.
void threads_answer_queries(int round) {
    senda::hpa_grid map(walls_about(150, static_cast<std::uint64_t>(round) + 99));
    senda::query_queue queue(map, {.threads = 4});
    for (int tick = 0; tick < 30; ++tick) {
        std::vector<senda::query_ticket> asked;
        for (int y = 0; y < 20; ++y) asked.push_back(queue.ask({0, y}, {149, 149 - tick}));
        tick % 2 == 0 ? queue.work(10.0) : queue.work_on(asked.size());
        for (int y = 0; y < 20; ++y) {
            const auto found = queue.take(asked[static_cast<std::size_t>(y)]);
            require(found && found->path == map.path({0, y}, {149, 149 - tick}).path, "a query");
        }
        map.close({75, 5 * tick});
    }
}

// Puzzles have tables of their own, made when they are first needed.
void threads_solve_puzzles(int round) {
    const auto car_park = senda::rush_hour::parse_text("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM");
    at_once(3, [&](unsigned number) {
        const auto a = senda::rush_hour::solve(*car_park);
        require(a.outcome == senda::rush_hour::outcome::solved, "a car park");
        const auto b = senda::maze::board::make(3, 5, 9, "S1T1E0###000000");
        require(b && senda::maze::solve(*b).outcome == senda::maze::outcome::solved, "a maze");
        const auto grown = senda::mazegen::generate(senda::mazegen::algorithm::wilson, 12, 12,
                                                    static_cast<std::uint64_t>(round) + number);
        require(static_cast<bool>(grown), "a maze is grown");
        const senda::amazons::board first;
        require(first.has_play(), "amazons");
    });
}

void another_thread_stops_searches(int round) {
    const auto everywhere = [](std::uint64_t n) {
        return std::array{n * 2 + 1, n * 3 + 7, n ^ 0x5555};
    };
    stopped_soon(100 * round, [&](const std::stop_token& token) {
        const auto found = senda::bfs(everywhere, std::uint64_t{1},
                                      [](std::uint64_t) { return false; }, {.stop = token});
        require(found.status == status::cancelled, "bfs that was stopped");
    });
    std::atomic<bool> flag = false;
    std::thread other([&] { flag = true; });
    const auto found = senda::dijkstra(everywhere, std::uint64_t{1},
                                       [](std::uint64_t) { return false; }, {.stop = flag});
    require(found.status == status::cancelled, "dijkstra that was stopped");
    other.join();
}

void work_comes_out_in_order(int round) {
    int given = 0;
    int taken = 0;
    const auto next = [&] { return given < 200 ? std::optional{given++} : std::nullopt; };
    const auto square = [round](int n, std::size_t) { return n * n + round; };
    const auto take = [&](int result) {
        require(result == taken * taken + round, "results come in order");
        ++taken;
    };
    program::ordered_pipeline(3, next, square, take).run();
    require(taken == 200, "all results come");
}

void threads_make_and_count_boards(int round) {
    namespace rush_hour = senda::rush_hour;
    const auto seed = static_cast<std::uint64_t>(round);
    rush_hour::generator alone({.moves = 6, .seed = seed});
    rush_hour::generator shared({.moves = 6, .seed = seed, .threads = 3});
    for (int i = 0; i < 4; ++i)
        require(alone.next() == shared.next(), "threads make the same boards");
    rush_hour::cell_set outside = rush_hour::every_cell;
    for (int row = 1; row < 5; ++row)
        for (int column = 3; column < 6; ++column) outside &= ~rush_hour::cell_at(row, column);
    rush_hour::census small({.walls = 1, .outside = outside, .threads = 3});
    require(small.run() == status::exhausted && small.counts().boards == 5,
            "threads count the same boards");
    const auto b = alone.next();
    const auto found = rush_hour::examine(*b, {}, rush_hour::depth::analysed, 3);
    require(found.moves == 6U && found.component, "threads examine a board");
}

}  // namespace

int main(int count, char** words) {
    const int rounds = count > 1 ? std::atoi(words[1]) : 3;
    for (int round = 0; round < rounds; ++round) {
        thread_teams_share_tasks(round);
        threads_search_from_both_ends(round);
        threads_share_rounds(round);
        threads_share_parts_of_bfs(round);
        threads_share_stored_costs(round);
        threads_share_stored_layers(round);
        threads_share_layers(round);
        threads_share_surveys(round);
        threads_share_patterns(round);
        threads_grow_a_tree(round);
        threads_prove_a_game(round);
        threads_fill_a_matrix(round);
        threads_fill_all_pairs(round);
        threads_make_landmarks(round);
        threads_prepare_and_ask_a_graph(round);
        threads_play_amazons(round);
        threads_ask_one_grid(round);
        threads_answer_queries(round);
        threads_solve_puzzles(round);
        another_thread_stops_searches(round);
        work_comes_out_in_order(round);
        threads_make_and_count_boards(round);
    }
    std::printf("threads: %d rounds passed\n", rounds);
}
