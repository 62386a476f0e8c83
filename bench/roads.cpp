// SPDX-License-Identifier: MIT
// How fast are shortest paths on roads? Each search answers the same queries, every length is
// checked against the proven one, and, where it was found, RoutingKit does the same beside it.
//
// usage: roads_table STEM [METRIC [QUERIES]]   (QUERIES for searches that are not prepared: 200)
// STEM is the beginning of the names of binary vectors, such as roads/luxembourg_, with the endings
// first_out, head, latitude, longitude, METRIC (travel_time), source_node, target_node and
// query_reference_METRIC_length.
#include <senda/estimates/landmarks.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/formats/binary_vectors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dijkstra.hpp>

#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/roads/hub_labels.hpp>
#include <senda/roads/many_to_many.hpp>

#ifdef SENDA_HAVE_ROUTINGKIT
#include "peers/routingkit.hpp"
#endif

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using id = std::uint32_t;
using numbers = std::vector<id>;
using roads = senda::csr<id>;

constexpr id no_way = std::numeric_limits<id>::max();
constexpr id most_length = 2'147'483'646;  // files say with a greater one that there is no way

/// Processor time in seconds, which others on the machine disturb less.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Value>
std::vector<Value> read(const std::string& file) {
    auto values = senda::read_binary_vector<Value>(file);
    if (values) return *std::move(values);
    std::fprintf(stderr, "%s\n", values.error().message.c_str());
    std::exit(1);
}

/// What is asked, and the proven lengths.
struct queries {
    numbers from, to, length;

    [[nodiscard]] std::size_t count() const { return from.size(); }
};

/// What a search says: a length, and how many nodes it expanded (0 if it does not say).
struct answer {
    id length;
    std::uint64_t expanded = 0;

    template <class Result>
    static answer of(const Result& found) {
        return {found ? found.cost : no_way, found.statistics.expanded};
    }
};

/// A line for what is done once.
void print_once(const char* what, double seconds) {
    std::printf("| %s | %.1f ms | | | | |\n", what, 1e3 * seconds);
    std::fflush(stdout);
}

/// The size of the tables of distances.
constexpr std::size_t table_side = 1000;

/// A line for a table of all distances from the first starts to the first goals, of which those on
/// the diagonal are queries.
template <class Fill>
void measure_table(const char* what, const queries& q, Fill fill) {
    const std::size_t side = std::min(table_side, q.count());
    const auto some = [side](const numbers& all) {
        return numbers(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(side));
    };
    const numbers from = some(q.from);
    const numbers to = some(q.to);
    std::size_t wrong = 0;
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 3; ++round) {
        const double before = now();
        const auto cell = fill(from, to);
        best = std::min(best, now() - before);
        for (std::size_t i = 0; i < side; ++i)
            if (cell(i, i) != q.length[i]) ++wrong;
    }
    std::printf("| %s | %.1f ms | | | | %zu |\n", what, 1e3 * best, wrong);
    std::fflush(stdout);
}

void print_head() {
    std::puts(
        "\n| search | median | mean | expanded | a node | wrong |\n|---|---|---|---|---|---|");
}

/// Answers all queries once to warm up and then `rounds` times: the median is that of the calls on
/// the wall, which are too short to be interrupted often; the mean is of processor time.
template <class Ask>
void measure(const char* what, const queries& q, int rounds, Ask ask) {
    using clock = std::chrono::steady_clock;
    std::vector<double> calls;
    std::uint64_t expanded = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < q.count(); ++i) {
        const answer a = ask(q.from[i], q.to[i]);
        if (a.length != q.length[i]) ++wrong;
        expanded += a.expanded;
    }
    const double before = now();
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < q.count(); ++i) {
            const auto begin = clock::now();
            if (ask(q.from[i], q.to[i]).length != q.length[i]) ++wrong;
            calls.push_back(std::chrono::duration<double>(clock::now() - begin).count());
        }
    }
    const double mean =
        (now() - before) / static_cast<double>(std::max<std::size_t>(1, calls.size()));
    const auto middle = calls.begin() + static_cast<std::ptrdiff_t>(calls.size() / 2);
    std::nth_element(calls.begin(), middle, calls.end());
    const double each = static_cast<double>(expanded) / static_cast<double>(q.count());
    std::printf("| %s | %.1f us | %.1f us |", what, 1e6 * *middle, 1e6 * mean);
    if (expanded > 0) {
        std::printf(" %.0f | %.0f ns |", each, 1e9 * mean / each);
    } else {
        std::printf(" | |");
    }
    std::printf(" %zu |\n", wrong);
    std::fflush(stdout);
}

/// An estimate by the straight line between two places, through the earth, at the greatest speed.
/// The length of each edge was cut to whole metres, so a path may be longer than its costs say: by
/// a metre an edge, which is taken off for a thousand of them.
class straight_lines {
public:
    straight_lines(const std::string& stem, const std::string& metric) {
        constexpr double earth = 6'371'000;
        constexpr double degree = 3.14159265358979323846 / 180;
        const auto latitude = read<float>(stem + "latitude");
        const auto longitude = read<float>(stem + "longitude");
        for (std::size_t n = 0; n < std::min(latitude.size(), longitude.size()); ++n) {
            const double across = earth * std::cos(latitude[n] * degree);
            places_.push_back({across * std::cos(longitude[n] * degree),
                               across * std::sin(longitude[n] * degree),
                               earth * std::sin(latitude[n] * degree)});
        }
        const numbers length = read<id>(stem + "geo_distance");
        const numbers cost = read<id>(stem + metric);
        for (std::size_t i = 0; i < std::min(length.size(), cost.size()); ++i)
            if (length[i] > 0) least_ = std::min(least_, static_cast<double>(cost[i]) / length[i]);
    }

    [[nodiscard]] auto to(id goal) const {
        return [this, goal](id n) {
            return static_cast<id>(least_ * std::max(0.0, metres(n, goal) - most_edges));
        };
    }

private:
    [[nodiscard]] double metres(id a, id b) const {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double d = places_[a][i] - places_[b][i];
            sum += d * d;
        }
        return std::sqrt(sum);
    }

    static constexpr double most_edges = 1000;

    std::vector<std::array<double, 3>> places_;
    double least_ = std::numeric_limits<double>::infinity();  // what a metre costs
};

void measure_plain(const roads& g, const queries& q, const straight_lines& line) {
    measure("`dijkstra`", q, 1,
            [&](id from, id to) { return answer::of(senda::dijkstra(g, from, to)); });
    senda::dijkstra_search kept{g, id{0}, id{0}};
    measure("`dijkstra_search`, restarted", q, 1, [&](id from, id to) {
        kept.restart(from, to);
        kept.run();
        return answer::of(kept.result());
    });
    const auto both_ways = g.with_reverse();
    measure("`bidirectional`", q, 1,
            [&](id from, id to) { return answer::of(senda::bidirectional(both_ways, from, to)); });
    senda::bidirectional_search kept_both{both_ways, id{0}, id{0}};
    measure("`bidirectional_search`, restarted", q, 1, [&](id from, id to) {
        kept_both.restart(from, to);
        kept_both.run();
        return answer::of(kept_both.result());
    });
    measure("`astar`, straight line", q, 1,
            [&](id from, id to) { return answer::of(senda::astar(g, from, to, line.to(to))); });
    const senda::landmarks far(g);
    measure("`astar`, 8 landmarks", q, 1,
            [&](id from, id to) { return answer::of(senda::astar(g, from, to, far.to(to))); });
}

void measure_prepared(const roads& g, const queries& q) {
    const double before = now();
    const senda::contraction_hierarchy ready{g};
    print_once("`contraction_hierarchy`, made", now() - before);
    measure("`contraction_hierarchy::distance`", q, 10,
            [&](id from, id to) { return answer{ready.distance(from, to)}; });
    measure("`contraction_hierarchy::path`, with the path", q, 10,
            [&](id from, id to) { return answer::of(ready.path(from, to)); });
    measure_table("`distance_matrix`, 1000 x 1000", q, [&](const numbers& from, const numbers& to) {
        return [table = senda::distance_matrix(ready, from, to)](std::size_t i, std::size_t j) {
            return table[i][j];
        };
    });
    const double made = now();
    const senda::hub_labels hubs{ready};
    print_once("`hub_labels`, made", now() - made);
    measure("`hub_labels::distance`", q, 10,
            [&](id from, id to) { return answer{hubs.distance(from, to)}; });
}

void measure_customizable(const roads& g, const queries& q) {
    const double before = now();
    const senda::customizable_graph ready{g};
    print_once("`customizable_graph`, made", now() - before);
    const double made = now();
    const auto with_costs = ready.customize();
    print_once("`customizable_graph::customize`", now() - made);
    measure("its `distance`", q, 10,
            [&](id from, id to) { return answer{with_costs.distance(from, to)}; });
    measure("its `shortest`, with the path", q, 10,
            [&](id from, id to) { return answer::of(with_costs.path(from, to)); });
}

#ifdef SENDA_HAVE_ROUTINGKIT
id length_of(unsigned found) { return found == RoutingKit::inf_weight ? no_way : found; }

void measure_routingkit(const std::string& stem, const std::string& metric, const queries& q,
                        const queries& many) {
    const bench::routingkit_roads g{read<id>(stem + "first_out"), read<id>(stem + "head"),
                                    read<id>(stem + metric)};
    bench::routingkit_dijkstra plain{g};
    const auto told = [](std::pair<unsigned, std::size_t> found) {
        return answer{length_of(found.first), found.second};
    };
    measure("RoutingKit, Dijkstra, kept, length only", q, 1,
            [&](id from, id to) { return told(plain.length(from, to)); });
    measure("RoutingKit, Dijkstra, kept", q, 1,
            [&](id from, id to) { return told(plain.path(from, to)); });
    measure("RoutingKit, Dijkstra, new", q, 1,
            [&](id from, id to) { return told(bench::routingkit_dijkstra{g}.path(from, to)); });
    double before = now();
    bench::routingkit_hierarchy ready{g};
    print_once("RoutingKit, hierarchy, made", now() - before);
    measure("RoutingKit, hierarchy", many, 10,
            [&](id from, id to) { return answer{length_of(ready.length(from, to))}; });
    measure("RoutingKit, hierarchy, with the path", many, 10,
            [&](id from, id to) { return answer{length_of(ready.path(from, to))}; });
    measure_table(
        "RoutingKit, table, 1000 x 1000", many, [&](const numbers& from, const numbers& to) {
            return [table = ready.table(from, to), columns = to.size()](
                       std::size_t i, std::size_t j) { return length_of(table[i * columns + j]); };
        });
    before = now();
    bench::routingkit_customizable custom{g, read<float>(stem + "latitude"),
                                          read<float>(stem + "longitude")};
    print_once("RoutingKit, customizable, made", now() - before);
    before = now();
    custom.customize();
    print_once("RoutingKit, customizable, customized", now() - before);
    measure("RoutingKit, customizable", many, 10,
            [&](id from, id to) { return answer{length_of(custom.length(from, to))}; });
}
#endif

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::puts("usage: roads_table STEM [METRIC [QUERIES]]");
        return 2;
    }
    const std::string stem = argv[1];
    const std::string metric = argc > 2 ? argv[2] : "travel_time";
    const auto g = senda::read_binary_graph({stem + "first_out", stem + "head", stem + metric});
    if (!g) {
        std::fprintf(stderr, "%s\n", g.error().message.c_str());
        return 1;
    }
    queries many{read<id>(stem + "source_node"), read<id>(stem + "target_node"),
                 read<id>(stem + "query_reference_" + metric + "_length")};
    for (id& length : many.length)
        if (length > most_length) length = no_way;
    const std::size_t count =
        std::min(many.count(), argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 200);
    queries q = many;
    for (numbers* part : {&q.from, &q.to, &q.length}) part->resize(count);
    const straight_lines line(stem, metric);
    std::printf("%s: %zu nodes, %zu arcs, %zu queries\n", metric.c_str(), g->node_count(),
                g->edge_count(), count);
    print_head();
    measure_plain(*g, q, line);
    measure_prepared(*g, many);
    measure_customizable(*g, many);
#ifdef SENDA_HAVE_ROUTINGKIT
    measure_routingkit(stem, metric, q, many);
#endif
    return 0;
}
