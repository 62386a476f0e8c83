// SPDX-License-Identifier: MIT
#include <senda/search/query_queue.hpp>

#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/grid/flow_field.hpp>
#include <senda/grid/hpa_grid.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace query_queue_test {

using senda::cell;
using senda::options;
using senda::query_queue;
using senda::query_ticket;
using senda::status;
using support::split_mix64;

constexpr unsigned numbers_of_threads[] = {0, 1, 4};

template <class Result>
void check_same(const Result& a, const Result& b) {
    CHECK(a.status == b.status);
    CHECK(a.cost == b.cost);
    CHECK(a.lower_bound == b.lower_bound);
    CHECK(a.path == b.path);
    CHECK(a.statistics.expanded == b.statistics.expanded);
}

/// Says what was asked.
struct answer : senda::answer {
    int from = 0;
    int to = 0;
};
answer found(int from, int to) { return {{.status = status::found}, from, to}; }

/// Takes so long for a path from 0, unless a limit ends it, and no time for others; counts how
/// often it began one from 0.
struct slow_source {
    double need;
    mutable std::atomic<int> begun = 0;

    explicit slow_source(double seconds) : need(seconds) {}
    answer path(int from, int to, const options& o) const {
        if (from != 0) return found(from, to);
        const double start = senda::now_in_seconds();
        ++begun;
        const double most = o.limits.time.seconds();
        while (senda::now_in_seconds() - start < std::min(most, need)) {
        }
        if (most <= need) return {{.status = status::time_limit}};
        return found(from, to);
    }
};

template <class Grid>
Grid random_grid(split_mix64& random, int side) {
    const int walls = random.below(45);
    return Grid(side, side, [&](cell) { return !random.percent(walls); });
}

/// Asks for paths between random nodes until all are answered, with pauses at random places.
template <class Source, class Random>
void check_against_asking(const Source& source, split_mix64& random, int queries, Random&& node) {
    using node_type = decltype(node());
    std::vector<std::pair<node_type, node_type>> wanted;
    for (int i = 0; i < queries; ++i) wanted.emplace_back(node(), node());
    for (const unsigned threads : numbers_of_threads) {
        query_queue queue(source, {.threads = threads});
        std::vector<query_ticket> tickets;
        for (const auto& [from, to] : wanted) {
            tickets.push_back(queue.ask(from, to));
            if (random.percent(5)) queue.work(random.below(200) * 1e-6);
            if (random.percent(5)) queue.work_on(static_cast<std::size_t>(random.below(9)));
        }
        for (std::size_t before = queue.waiting(); queue.waiting() > 0;) {
            const std::size_t now = random.percent(50) ? queue.work(1e-4) : queue.work_on(7);
            REQUIRE(now <= before);
            before = now;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            CAPTURE(i);
            const auto direct = source.path(wanted[i].first, wanted[i].second);
            REQUIRE(queue.answer(tickets[i]) != nullptr);
            check_same(*queue.answer(tickets[i]), direct);
            const auto taken = queue.take(tickets[i]);
            REQUIRE(taken);
            check_same(*taken, direct);
            CHECK(queue.answer(tickets[i]) == nullptr);
        }
    }
}

TEST_CASE("a queue answers as its source does: grids") {
    split_mix64 random{1};
    for (int round = 0; round < support::rounds(24); ++round) {
        const int side = random.between(2, 150);
        const auto node = [&] { return cell{random.below(side), random.below(side)}; };
        const auto g = random_grid<senda::octile_grid>(random, side);
        check_against_asking(senda::prepared_grid(g), random, 60, node);
        check_against_asking(senda::hpa_grid(g), random, 60, node);
        check_against_asking(senda::hpa_grid(random_grid<senda::grid>(random, side)), random, 60,
                             node);
    }
}

TEST_CASE("a queue answers as its source does: stored graphs") {
    split_mix64 random{2};
    for (int round = 0; round < support::rounds(40); ++round) {
        const int nodes = random.between(1, 300);
        std::vector<std::tuple<std::uint32_t, std::uint32_t, int>> edges;
        const auto node = [&] { return static_cast<std::uint32_t>(random.below(nodes)); };
        for (int i = 0; i < 3 * nodes; ++i) edges.emplace_back(node(), node(), random.below(50));
        const auto g = *senda::csr<int>::from_edges(static_cast<std::size_t>(nodes), edges);
        check_against_asking(senda::contraction_hierarchy(g), random, 60, node);
        const senda::customizable_graph roads(g);
        check_against_asking(roads.customize(), random, 60, node);
    }
}

TEST_CASE("a queue asks a function: a search, the walk along a flow field, a route") {
    split_mix64 random{3};
    for (int round = 0; round < support::rounds(40); ++round) {
        const int side = random.between(2, 80);
        const auto g = random_grid<senda::octile_grid>(random, side);
        const cell gate{random.below(side), random.below(side)};
        const senda::flow_field field(g, gate);
        const senda::hpa_grid map(g);
        query_queue search(
            [&](cell a, cell b, const options& o) { return senda::dijkstra(g, a, b, o); },
            {.threads = 4});
        query_queue walks([&](cell a, cell, const options&) { return field.path(a); },
                          {.threads = 4});
        const auto route = [&](const cell& a, const cell& b, const options& o) {
            return map.route(a, b, o);
        };
        query_queue routes(route);
        for (int i = 0; i < 50; ++i) {
            const cell from{random.below(side), random.below(side)};
            const auto a = search.ask(from, gate);
            const auto b = walks.ask(from, gate);
            const auto c = routes.ask(from, gate);
            CHECK(search.work(1) + walks.work(1) + routes.work(1) == 0);
            const auto direct = senda::dijkstra(g, from, gate);
            check_same(*search.take(a), direct);
            CHECK(walks.take(b)->cost == field.path(from).cost);
            CHECK(routes.take(c)->waypoints == map.route(from, gate).waypoints);
        }
    }
}

TEST_CASE("a map may change between the ticks of a queue") {
    split_mix64 random{4};
    for (int round = 0; round < support::rounds(40); ++round) {
        const int side = random.between(60, 120);
        senda::hpa_grid map(random_grid<senda::octile_grid>(random, side));
        query_queue queue(map, {.threads = 4});
        struct asked {
            cell from, to;
            query_ticket ticket;
        };
        std::vector<asked> units;
        const auto place = [&] { return cell{random.below(side), random.below(side)}; };
        for (int tick = 0; tick < 20; ++tick) {
            for (int i = random.below(10); i > 0; --i) {
                const cell from = place();
                const cell to = place();
                units.push_back({from, to, queue.ask(from, to)});
            }
            queue.work_on(static_cast<std::size_t>(random.below(12)));
            std::erase_if(units, [&](const asked& unit) {
                const auto answer = queue.take(unit.ticket);
                CHECK(!answer == queue.is_waiting(unit.ticket));
                if (answer) check_same(*answer, map.path(unit.from, unit.to));
                return answer.has_value();
            });
            CHECK(units.size() == queue.waiting());
            for (int i = 0; i < 5; ++i) {
                const cell c = place();
                random.percent(50) ? map.set(c) : map.close(c);
            }
        }
    }
}

TEST_CASE("a queue serves who came first, and no more than it is told") {
    for (const unsigned threads : numbers_of_threads) {
        const auto echo = [](int from, int to, const options&) { return found(from, to); };
        query_queue queue(echo, {.threads = threads});
        std::vector<query_ticket> tickets;
        for (int i = 0; i < 100; ++i) tickets.push_back(queue.ask(i, -i));
        for (std::size_t i = 3; i < 10; ++i) queue.cancel(tickets[i]);
        CHECK(queue.waiting() == 93);
        CHECK(queue.work_on(0) == 93);
        CHECK(queue.work(0) == 93);
        CHECK(queue.work(-1) == 93);
        CHECK(queue.work(std::numeric_limits<double>::quiet_NaN()) == 93);
        CHECK(queue.work_on(20) == 73);
        for (std::size_t i = 0; i < 100; ++i) {
            CAPTURE(i);
            const bool is_cancelled = i >= 3 && i < 10;
            CHECK((queue.answer(tickets[i]) != nullptr) == (i < 27 && !is_cancelled));
            CHECK(queue.is_waiting(tickets[i]) == (i >= 27));
        }
        CHECK(queue.work(std::chrono::seconds(100)) == 0);
        CHECK(queue.take(tickets[99])->from == 99);
        CHECK(queue.work_on(5) == 0);
    }
}

TEST_CASE("tickets of queries that were taken, cancelled, or never asked stand for none") {
    const auto echo = [](int from, int to, const options&) { return found(from, to); };
    query_queue queue(echo);
    const auto is_nothing = [&](query_ticket t) {
        const std::size_t waiting = queue.waiting();
        queue.cancel(t);
        return !queue.is_waiting(t) && queue.answer(t) == nullptr && !queue.take(t) &&
               queue.waiting() == waiting;
    };
    CHECK(is_nothing({}));
    CHECK(is_nothing({.number = 0, .slot = 7}));
    CHECK(is_nothing({.number = 1, .slot = 0}));
    const query_ticket first = queue.ask(1, 2);
    CHECK(is_nothing({.number = first.number, .slot = first.slot + 1}));
    CHECK(is_nothing({.number = first.number + 1, .slot = first.slot}));
    CHECK(is_nothing({.number = 0, .slot = first.slot}));
    CHECK(queue.is_waiting(first));
    CHECK(!queue.take(first));
    queue.cancel(first);
    CHECK(is_nothing(first));
    // Its slot goes to the next.
    const query_ticket second = queue.ask(3, 4);
    CHECK(second.slot == first.slot);
    CHECK(second != first);
    CHECK(is_nothing(first));
    CHECK(queue.is_waiting(second));
    CHECK(queue.work(1) == 0);
    CHECK(is_nothing(first));
    CHECK(queue.take(second)->to == 4);
    CHECK(is_nothing(second));
}

TEST_CASE("a queue is as a list of queries, whatever is asked, cancelled and taken") {
    split_mix64 random{5};
    for (int round = 0; round < support::rounds(200); ++round) {
        const auto echo = [](int from, int to, const options&) { return found(from, to); };
        query_queue queue(echo, {.threads = round % 8 == 0 ? 3U : 1U});
        struct known {
            query_ticket ticket;
            int from;
            bool is_answered;
        };
        std::vector<known> all;
        std::vector<query_ticket> gone;
        for (int step = 0; step < 300; ++step) {
            const int what = random.below(10);
            const auto any = [&] { return random.below(static_cast<int>(all.size())); };
            if (what < 4) {
                all.push_back({queue.ask(step, 0), step, false});
            } else if (what < 6 && !all.empty()) {
                const int i = any();
                gone.push_back(all[static_cast<std::size_t>(i)].ticket);
                queue.cancel(gone.back());
                all.erase(all.begin() + i);
            } else if (what < 9 && !all.empty()) {
                const int i = any();
                const known k = all[static_cast<std::size_t>(i)];
                const auto taken = queue.take(k.ticket);
                REQUIRE(taken.has_value() == k.is_answered);
                if (!taken) continue;
                CHECK(taken->from == k.from);
                gone.push_back(k.ticket);
                all.erase(all.begin() + i);
            } else {
                int most = random.below(6);
                queue.work_on(static_cast<std::size_t>(most));
                for (known& k : all)
                    if (!k.is_answered && most > 0) k.is_answered = most-- > 0;
            }
            std::size_t waiting = 0;
            for (const known& k : all) {
                waiting += !k.is_answered;
                REQUIRE(queue.is_waiting(k.ticket) == !k.is_answered);
                REQUIRE((queue.answer(k.ticket) != nullptr) == k.is_answered);
            }
            REQUIRE(queue.waiting() == waiting);
            for (const query_ticket t : gone) {
                REQUIRE(!queue.is_waiting(t));
                REQUIRE(queue.answer(t) == nullptr);
            }
        }
    }
}

TEST_CASE("what is asked and cancelled or taken leaves no memory behind") {
    const auto echo = [](int from, int to, const options&) { return found(from, to); };
    query_queue queue(echo);
    const query_ticket kept = queue.ask(0, 0);  // its answer is never taken
    queue.work_on(1);
    std::uint32_t most = 0;
    for (int i = 0; i < 100'000; ++i) {
        const query_ticket t = queue.ask(i, i);
        most = std::max(most, t.slot);
        if (i % 3 == 0) queue.work_on(i % 2 == 0 ? 1 : 9);
        if (i % 5 == 0) CHECK(queue.take(t).has_value() == (i % 3 == 0));
        queue.cancel(t);
    }
    CHECK(most == 1);
    CHECK(queue.answer(kept)->from == 0);
}

TEST_CASE("an answer stays in its place until it is taken") {
    const auto echo = [](int from, int to, const options&) { return found(from, to); };
    query_queue queue(echo);
    const query_ticket first = queue.ask(1, 2);
    queue.work(1);
    const answer* const there = queue.answer(first);
    for (int i = 0; i < 1000; ++i) queue.ask(i, i);
    queue.work(1);
    CHECK(queue.answer(first) == there);
    CHECK(there->from == 1);
}

TEST_CASE("a query has the limits, the weight and the stop token that it was asked with") {
    const senda::grid g(100, 100);
    const auto search = [&](cell a, cell b, const options& o) { return senda::bfs(g, a, b, o); };
    std::atomic<bool> stop = false;
    query_queue queue(search, {.limits = {.expansions = 10}, .threads = 2});
    const cell a{0, 0};
    const cell b{99, 99};
    const auto limited = queue.ask(a, b);
    const auto free = queue.ask(a, b, {});
    const auto stopped = queue.ask(a, b, {.stop = stop});
    const auto timed = queue.ask(a, b, {.limits = {.time = 0}});
    const auto cheap = queue.ask(a, b, {.limits = {.cost = 9}});
    stop = true;
    CHECK(queue.work(100) == 0);
    CHECK(queue.take(limited)->status == status::expansion_limit);
    CHECK(queue.take(free)->cost == 198);
    CHECK(queue.take(stopped)->status == status::cancelled);
    CHECK(queue.take(timed)->status == status::time_limit);
    CHECK(queue.take(cheap)->status == status::cost_limit);
}

TEST_CASE("a tick answers one query at least, and stops the others at its end") {
    for (const unsigned threads : numbers_of_threads) {
        const slow_source source(0.003);
        query_queue queue(source, {.threads = threads});
        std::vector<query_ticket> all;
        for (int i = 0; i < 8; ++i) all.push_back(queue.ask(0, i));
        const auto quick = queue.ask(1, 2);
        std::size_t done = 0;  // of the slow ones
        for (int ticks = 0; done < all.size(); ++ticks) {
            REQUIRE(ticks < 100);  // the system may take a whole tick for something else
            const std::size_t before = done;
            queue.work(0.0005);
            while (done < all.size() && !queue.is_waiting(all[done])) ++done;
            CHECK(done <= before + 1);
            for (std::size_t i = done; i < all.size(); ++i) CHECK(queue.is_waiting(all[i]));
        }
        while (queue.waiting() > 0) queue.work(0.0005);
        for (std::size_t i = 0; i < all.size(); ++i)
            CHECK(queue.take(all[i])->to == static_cast<int>(i));
        CHECK(queue.take(quick)->to == 2);
    }
}

TEST_CASE("a query that the end of a tick stopped is the first of the next") {
    const slow_source source(0.02);
    query_queue queue(source);
    const auto quick = queue.ask(1, 2);
    const auto slow = queue.ask(0, 1);
    const auto last = queue.ask(1, 3);
    while (queue.is_waiting(quick)) queue.work(0.001);
    CHECK(queue.is_waiting(slow));
    CHECK(queue.is_waiting(last));
    CHECK(source.begun <= 1);
    const int begun = source.begun;
    while (queue.is_waiting(slow)) queue.work(0.001);
    CHECK(source.begun == begun + 1);
    CHECK(queue.is_waiting(last));
    CHECK(queue.take(slow)->to == 1);
}

TEST_CASE("the limit of a query bounds how much longer a tick takes for it") {
    const slow_source source(1e9);
    query_queue queue(source, {.limits = {.time = 0.003}});
    const auto first = queue.ask(0, 1);
    const auto next = queue.ask(0, 2);
    for (int ticks = 0; queue.waiting() > 0; ++ticks) {
        REQUIRE(ticks < 100);
        queue.work(0.001);
    }
    CHECK(source.begun == 2);
    CHECK(queue.take(first)->status == status::time_limit);
    CHECK(queue.take(next)->status == status::time_limit);
}

TEST_CASE("a limit that the source has of its own is an answer") {
    int begun = 0;
    query_queue queue([&](int, int, const options&) {
        ++begun;
        return answer{{.status = status::time_limit}};
    });
    const auto t = queue.ask(1, 2);
    CHECK(queue.work(10) == 0);
    CHECK(begun == 1);
    CHECK(queue.take(t)->status == status::time_limit);
}

TEST_CASE("what the source throws comes out of work, and its query is aborted") {
    for (const unsigned threads : numbers_of_threads) {
        const auto moody = [](int from, int to, const options&) {
            if (from % 10 == 3) throw std::string("no");
            return found(from, to);
        };
        query_queue queue(moody, {.threads = threads});
        std::vector<query_ticket> all;
        for (int i = 0; i < 100; ++i) all.push_back(queue.ask(i, -i));
        int thrown = 0;
        for (int ticks = 0; queue.waiting() > 0; ++ticks) {
            REQUIRE(ticks < 50);
            try {
                queue.work(10);
            } catch (const std::string& what) {
                CHECK(what == "no");
                ++thrown;
            }
        }
        CHECK(thrown >= 1);
        CHECK(thrown <= 10);
        for (int i = 0; i < 100; ++i) {
            const auto taken = queue.take(all[static_cast<std::size_t>(i)]);
            REQUIRE(taken);
            CHECK(taken->status == (i % 10 == 3 ? status::aborted : status::found));
            CHECK(taken->from == (i % 10 == 3 ? 0 : i));
        }
    }
}

TEST_CASE("nobody asks the source between two ticks") {
    // Written between ticks and read within them: for the thread sanitizer.
    int height = 0;
    const auto read = [&](int from, int, const options&) { return found(from, height); };
    query_queue queue(read, {.threads = 4});
    for (height = 0; height < support::rounds(2000); ++height) {
        query_ticket all[20];
        for (query_ticket& t : all) t = queue.ask(height, 0);
        if (height % 2 == 0) {
            while (queue.work(1e-5) > 0) {
            }
        } else {
            queue.work_on(20);
        }
        for (const query_ticket t : all) REQUIRE(queue.take(t)->to == height);
    }
}

TEST_CASE("queries lead from nodes of any type") {
    struct by_name {
        senda::result<std::string, int> path(const std::string& from, const std::string& to,
                                             const options&) const {
            senda::result<std::string, int> r{{.status = status::found}};
            r.path = {from, to};
            return r;
        }
    };
    query_queue queue(by_name{});
    const auto t = queue.ask("here", "there");
    queue.work(1);
    CHECK(queue.take(t)->path.back() == "there");

    // A function that takes anything does not say what it is asked for.
    auto anything = [](auto from, auto to, const options&) { return found(from, to); };
    query_queue<decltype(anything), int> named(std::move(anything));
    const auto n = named.ask(1, 2);
    named.work(1);
    CHECK(named.take(n)->to == 2);
}

}  // namespace query_queue_test
