// SPDX-License-Identifier: MIT
#include "disk_spaces.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

#include <senda/graph/adaptors.hpp>
#include <senda/scale/disk_bfs.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/verify.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace disk_bfs_test {

using disk_spaces::random_space;
using senda::disk_bfs;
using senda::disk_edges;
using senda::disk_options;
using senda::no_goal;
using senda::status;
using support::temporary_folder;

/// The least memory that a search of small nodes takes, a little more, and much.
constexpr std::uint64_t memories[] = {600'000, 1'200'000, 64'000'000};

disk_edges edges_of(const random_space& s) {
    return s.is_undirected ? disk_edges::undirected : disk_edges::directed;
}

/// Everything that a search of a random space says, against a search with nothing to get wrong.
void check_space(const random_space& space, unsigned round) {
    const temporary_folder folder;
    const auto start = static_cast<std::uint32_t>(disk_spaces::scrambled(round, 1) % space.size);
    const auto goal = static_cast<std::uint32_t>(disk_spaces::scrambled(round, 2) % space.size);
    const std::vector<std::uint32_t> depth = disk_spaces::depths(space, {start});
    const disk_options o{.folder = folder.name(),
                         .limits = {.bytes = memories[round % 3]},
                         .threads = 1 + round / 3 % 3,
                         .edges = edges_of(space)};
    INFO("round " << round);
    const auto found = disk_bfs(space, start, goal, o);
    CHECK(found.error.code == "");
    if (depth[goal] == disk_spaces::unreached) {
        CHECK(found.status == status::exhausted);
        CHECK(found.lower_bound == senda::infinite<senda::steps>);
        CHECK(found.layers == disk_spaces::layers(depth));
    } else {
        REQUIRE(found.status == status::found);
        CHECK(found.cost == static_cast<senda::steps>(depth[goal]));
        CHECK(found.lower_bound == found.cost);
        CHECK(found.layers == disk_spaces::layers(depth, depth[goal]));
    }
    const senda::verification verified = senda::verify(space, start, goal, found);
    INFO(verified.message);
    CHECK(verified);
    CHECK(found.statistics.bytes <= o.limits.bytes);
    CHECK(folder.files() == 0);
}

TEST_CASE("disk_bfs agrees with a plain search on random undirected spaces") {
    for (unsigned round = 0; round < support::rounds(96U); ++round) {
        const auto size = static_cast<std::uint32_t>(1 + disk_spaces::scrambled(round, 7) %
                                                             (round % 8 == 0 ? 40'000 : 400));
        check_space({size, round, true, 1 + round % 4}, round);
    }
}

TEST_CASE("disk_bfs agrees with a plain search on random directed spaces") {
    for (unsigned round = 0; round < support::rounds(96U); ++round) {
        const auto size = static_cast<std::uint32_t>(13 + disk_spaces::scrambled(round, 7) %
                                                              (round % 8 == 0 ? 6'000 : 400));
        check_space({size, round, false, 1 + round % 4}, round);
    }
}

TEST_CASE("the answer is the same for any number of threads and any memory") {
    const random_space space{200'000, 5, true, 3};
    const auto answer = [&](unsigned threads, std::uint64_t bytes) {
        const temporary_folder folder;
        return disk_bfs(space, 1U, 199'998U,
                        disk_options{.folder = folder.name(),
                                     .limits = {.bytes = bytes},
                                     .threads = threads,
                                     .edges = disk_edges::undirected});
    };
    const auto one = answer(1, 1'000'000'000);
    REQUIRE(one);
    CHECK(one.cost == senda::bfs(space, 1U, 199'998U).cost);
    for (const unsigned threads : {1U, 2U, 4U}) {
        const auto other = answer(threads, 3'000'000);
        CHECK(other.path == one.path);
        CHECK(other.layers == one.layers);
        CHECK(other.statistics.expanded == one.statistics.expanded);
        CHECK(other.statistics.generated == one.statistics.generated);
        CHECK(other.statistics.bytes <= 3'000'000);
    }
}

/// A space whose nodes are written in another way, by `Codec::node(number)` and back.
template <class Codec>
struct coded_space {
    using node_type = decltype(Codec::node(0));
    random_space space;

    template <class Emit>
    void operator()(const node_type& n, Emit&& emit) const {
        space(Codec::number(n), [&](std::uint32_t to) { emit(Codec::node(to)); });
    }
};

struct pair_of_words {
    std::uint64_t a, b;
    friend bool operator==(const pair_of_words&, const pair_of_words&) = default;
};
struct as_pair {
    static pair_of_words node(std::uint32_t n) {
        return {disk_spaces::scrambled(n, 3), n * std::uint64_t{0x1'0000'0001}};
    }
    static std::uint32_t number(const pair_of_words& p) { return static_cast<std::uint32_t>(p.b); }
};
struct as_bytes {
    static std::array<std::uint8_t, 11> node(std::uint32_t n) {
        std::array<std::uint8_t, 11> bytes{};
        for (std::size_t i = 0; i < 11; ++i)
            bytes[i] = static_cast<std::uint8_t>(n >> (8 * (i % 4)));
        return bytes;
    }
    static std::uint32_t number(const std::array<std::uint8_t, 11>& bytes) {
        std::uint32_t n = 0;
        for (unsigned i = 0; i < 4; ++i) n |= std::uint32_t{bytes[i]} << (8 * i);
        return n;
    }
};
struct as_negative {
    static std::int64_t node(std::uint32_t n) { return 1'000 - std::int64_t{n}; }
    static std::uint32_t number(std::int64_t n) { return static_cast<std::uint32_t>(1'000 - n); }
};
enum class place : std::uint16_t {};
struct as_enum {
    static place node(std::uint32_t n) { return static_cast<place>(n); }
    static std::uint32_t number(place n) { return static_cast<std::uint32_t>(n); }
};

template <class Codec>
void check_nodes() {
    const coded_space<Codec> space{{3'000, 11, true, 3}};
    const auto start = Codec::node(3);
    const auto goal = Codec::node(2'990);
    const temporary_folder folder;
    const auto found = disk_bfs(space, start, goal,
                                disk_options{.folder = folder.name(),
                                             .limits = {.bytes = 1'000'000},
                                             .edges = disk_edges::undirected});
    const std::vector<std::uint32_t> depth = disk_spaces::depths(space.space, {3});
    REQUIRE(found);
    CHECK(found.cost == static_cast<senda::steps>(depth[2'990]));
    CHECK(found.layers == disk_spaces::layers(depth, depth[2'990]));
    CHECK(senda::verify(space, start, goal, found));
}

TEST_CASE("nodes on disk are numbers, enumerators, structs or arrays") {
    check_nodes<as_pair>();
    check_nodes<as_bytes>();
    check_nodes<as_negative>();
    check_nodes<as_enum>();
}

TEST_CASE("the 15-puzzle has as many boards at each depth as others found") {
    const disk_spaces::tiles15 puzzle;
    const std::vector<std::uint64_t> known{1,   2,   4,    10,   24,   54,     107,   212,
                                           446, 946, 1948, 3938, 7808, 15'544, 30'821};
    for (const unsigned threads : {1U, 2U}) {
        const temporary_folder folder;
        const auto r = disk_bfs(puzzle, puzzle.solved, no_goal{},
                                disk_options{.folder = folder.name(),
                                             .limits = {.bytes = 800'000, .cost = 14},
                                             .threads = threads,
                                             .edges = disk_edges::undirected,
                                             .files = senda::disk_files::removed});
        CHECK(r.status == status::cost_limit);
        CHECK(r.lower_bound == 15);
        CHECK(r.layers == known);
        CHECK(r.layer_bytes < 3 * 61'000);
        CHECK(folder.files() == 0);
    }
    // A path is walked back through the layers.
    const std::uint64_t far = puzzle.node(puzzle.index(puzzle.solved) + 1'000);
    const temporary_folder folder;
    const auto path = disk_bfs(
        puzzle, puzzle.solved, far,
        disk_options{
            .folder = folder.name(), .limits = {.cost = 12}, .edges = disk_edges::undirected});
    CHECK(senda::verify(puzzle, puzzle.solved, far, path));
}

TEST_CASE("several starts and goals, predicates, and ends that are the same") {
    const random_space space{500, 3, true, 4};
    const temporary_folder folder;
    const disk_options o{.folder = folder.name(), .edges = disk_edges::undirected};
    const auto same = disk_bfs(space, 7U, 7U, o);
    CHECK(same.path == std::vector<std::uint32_t>{7});
    CHECK(same.cost == 0);
    const senda::any_of<std::uint32_t> starts{1U, 2U, 2U, 3U};
    const senda::any_of<std::uint32_t> goals{400U, 450U};
    const auto several = disk_bfs(space, starts, goals, o);
    REQUIRE(several);
    CHECK(several.cost == senda::bfs(space, starts, goals).cost);
    CHECK(senda::verify(space, starts, goals, several));
    CHECK(several.layers[0] == 3);
    const auto is_far = [](std::uint32_t n) { return n % 100 == 99; };
    const auto question = disk_bfs(space, 1U, is_far, o);
    CHECK(question.cost == senda::bfs(space, 1U, is_far).cost);
    CHECK(senda::verify(space, 1U, is_far, question));
    const auto none = disk_bfs(space, senda::any_of(std::vector<std::uint32_t>{}), 1U, o);
    CHECK(none.status == status::exhausted);
    CHECK(folder.files() == 0);
}

struct named_moves {
    using node_type = int;
    using action_type = char;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        emit(n + 1, 'a');
        emit(2 * n, 'b');
    }
};

TEST_CASE("a path from disk has its actions, and directed graphs need no predecessors") {
    const temporary_folder folder;
    const auto found = disk_bfs(named_moves{}, 1, 23, {.folder = folder.name()});
    REQUIRE(found);
    CHECK(found.cost == 7);
    CHECK(senda::verify(named_moves{}, 1, 23, found));
    CHECK(found.actions.size() == 7);
    CHECK(found.engine == "disk: layers in sorted files");
}

TEST_CASE("a graph that is undirected by its type needs no word about it") {
    // Cut off from the other half: it must end, though every edge is met from both of its ends.
    const auto ring = [](int n) { return std::array{(n + 1) % 300, (n + 299) % 300}; };
    const temporary_folder folder;
    const disk_options o{.folder = folder.name()};
    const auto symmetric = disk_bfs(senda::symmetric(ring), 0, no_goal{}, o);
    const auto directed = disk_bfs(ring, 0, no_goal{}, o);
    CHECK(symmetric.status == status::exhausted);
    CHECK(symmetric.layers.size() == 151);
    CHECK(symmetric.layers == directed.layers);
    CHECK(symmetric.bytes_written < directed.bytes_written);
}

TEST_CASE("edges that lead one way in a graph said to be undirected are found out by the path") {
    const temporary_folder folder;
    const auto chain = [](int n) { return std::array{n + 1}; };
    const auto found =
        disk_bfs(chain, 0, 9, {.folder = folder.name(), .edges = disk_edges::undirected});
    CHECK(found.status == status::disk_error);
    CHECK(found.error.code == "not_undirected");
    CHECK(found.path.empty());
}

TEST_CASE("limits stop a search on disk with a lower bound that holds") {
    const random_space space{50'000, 9, true, 3};
    const auto stopped = [&](senda::limits limits, std::uint64_t disk = std::uint64_t(-1),
                             senda::stop_token stop = {}) {
        const temporary_folder folder;
        const auto r = disk_bfs(space, 0U, no_goal{},
                                disk_options{.folder = folder.name(),
                                             .limits = limits,
                                             .stop = stop,
                                             .edges = disk_edges::undirected,
                                             .disk_bytes = disk,
                                             .files = senda::disk_files::removed});
        CHECK(folder.files() == 0);
        CHECK(r.statistics.expanded <= limits.expansions);
        CHECK(r.disk_peak <= disk);
        CHECK(r.lower_bound == static_cast<senda::steps>(r.layers.size()));
        CHECK(senda::verify(space, 0U, no_goal{}, r));
        return r;
    };
    CHECK(stopped({.expansions = 0}).layers.size() == 1);
    CHECK(stopped({.expansions = 100}).status == status::expansion_limit);
    CHECK(stopped({.bytes = 100'000}).status == status::memory_limit);
    CHECK(stopped({.time = 0.0}).status == status::time_limit);
    CHECK(stopped({.cost = 0}).status == status::cost_limit);
    CHECK(stopped({.cost = 3}).layers.size() == 4);
    const auto full = stopped({}, 20'000);
    CHECK(full.status == status::disk_limit);
    CHECK(full.error.code == "disk_full");
    const std::atomic<bool> yes = true;
    CHECK(stopped({}, std::uint64_t(-1), yes).status == status::cancelled);
}

TEST_CASE("more memory never stops a search on disk that less was enough for") {
    const random_space space{300, 9, true, 3};
    const auto expected = disk_spaces::layers(disk_spaces::depths(space, {0}));
    for (std::uint64_t bytes = 500'000; bytes < 1'000'000'000;
         bytes += support::is_slow ? 8 * bytes : bytes / 2) {
        for (const unsigned threads : {1U, 3U, 16U}) {
            const temporary_folder folder;
            const auto r = disk_bfs(space, 0U, no_goal{},
                                    disk_options{.folder = folder.name(),
                                                 .limits = {.bytes = bytes},
                                                 .threads = threads,
                                                 .edges = disk_edges::undirected});
            INFO(bytes << " bytes, " << threads << " threads: " << r.error.message);
            CHECK(r.layers == expected);
        }
    }
}

TEST_CASE("a layer whose nodes are collected on pages fits into any limit") {
    // A star: what its rays lead to has room in an array that takes more than 4 MiB.
    using node = std::array<std::uint64_t, 2>;
    const std::uint64_t rays = support::is_slow ? 2'000 : 58'300;  // no pages there
    const auto star = [&](const node& n, auto&& emit) {
        if (n[1] != 0) return emit(node{0, 0});
        for (std::uint64_t i = 0; i < rays; ++i) emit(node{i, 1});
    };
    for (const std::uint64_t bytes : {5'000'000U, 7'000'000U, 13'000'000U}) {
        const temporary_folder folder;
        const auto r = disk_bfs(star, node{0, 0}, no_goal{},
                                disk_options{.folder = folder.name(),
                                             .limits = {.bytes = bytes},
                                             .edges = disk_edges::undirected});
        INFO(bytes << " bytes: " << r.error.message);
        CHECK(r.status == status::exhausted);
        CHECK(r.layers == std::vector<std::uint64_t>{1, rays});
        CHECK(r.statistics.bytes <= bytes);
    }
}

TEST_CASE("too little memory says how much would do") {
    const random_space space{500, 9, true, 3};
    for (const disk_edges edges : {disk_edges::undirected, disk_edges::directed}) {
        const temporary_folder folder;
        disk_options o{.folder = folder.name(), .limits = {.bytes = 100'000}, .edges = edges};
        const auto refused = disk_bfs(space, 0U, no_goal{}, o);
        CHECK(refused.status == status::memory_limit);
        CHECK(refused.error.code == "little_memory");
        const std::string before = "limits.bytes is 100000: a search on disk of this graph takes ";
        REQUIRE(refused.error.message.starts_with(before));
        o.limits.bytes = std::stoull(refused.error.message.substr(before.size()));
        CHECK(disk_bfs(space, 0U, no_goal{}, o).status == status::exhausted);
    }
}

TEST_CASE("memory is shared out among the threads that there are") {
    // No machine has a thousand processors: those that it has get all of the memory.
    const random_space space{support::is_slow ? 4'000U : 40'000U, 9, true, 3};
    const temporary_folder folder;
    const auto work = [&](unsigned threads) {
        const auto r = disk_bfs(space, 0U, no_goal{},
                                disk_options{.folder = folder.name(),
                                             .limits = {.bytes = 4'000'000},
                                             .threads = threads,
                                             .edges = disk_edges::undirected});
        CHECK(r.status == status::exhausted);
        return std::pair(r.statistics.threads, r.bytes_written);
    };
    const auto many = work(1'000);
    CHECK(many == work(many.first));
}

TEST_CASE("an observer sees each layer and may stop the search") {
    const random_space space{5'000, 2, true, 2};
    const temporary_folder folder;
    std::vector<std::uint64_t> seen;
    const disk_options o{.folder = folder.name(), .edges = disk_edges::undirected};
    const auto r = disk_bfs(space, 0U, no_goal{}, o, [&](senda::steps depth, std::uint64_t count) {
        CHECK(static_cast<std::size_t>(depth) == seen.size());
        seen.push_back(count);
    });
    CHECK(r.status == status::exhausted);
    CHECK(seen == r.layers);
    const auto until_third = [](senda::steps depth, std::uint64_t) {
        return depth == 3 ? senda::flow::stop : senda::flow::proceed;
    };
    const auto stopped = disk_bfs(space, 0U, no_goal{}, o, until_third);
    CHECK(stopped.status == status::cancelled);
    CHECK(stopped.layers.size() == 4);
}

TEST_CASE("a search on disk can be stepped a layer at a time") {
    const random_space space{5'000, 2, true, 2};
    const temporary_folder folder;
    senda::disk_bfs_search search(
        space, 0U, 4'999U, disk_options{.folder = folder.name(), .edges = disk_edges::undirected});
    std::size_t layers = search.layers();
    CHECK(layers == 1);
    while (search.step() == status::running) CHECK(search.layers() == ++layers);
    CHECK(search.result().cost == senda::bfs(space, 0U, 4'999U).cost);
}

#if defined(__cpp_exceptions)
TEST_CASE("an exception of the graph passes through, and the search can go on afterwards") {
    const random_space space{30'000, 4, true, 3};
    for (const unsigned threads : {1U, 3U}) {
        const temporary_folder folder;
        std::atomic<int> fuse = 20'000;
        const auto fused = [&](std::uint32_t n, auto&& emit) {
            if (--fuse == 0) throw std::runtime_error("fuse");
            space(n, emit);
        };
        const disk_options o{.folder = folder.name(),
                             .limits = {.bytes = 1'500'000},
                             .threads = threads,
                             .edges = disk_edges::undirected};
        CHECK_THROWS_AS((void)disk_bfs(fused, 0U, no_goal{}, o), std::runtime_error);
        CHECK(folder.files() > 0);
        const auto again = disk_bfs(fused, 0U, no_goal{}, o);
        CHECK(again.status == status::exhausted);
        CHECK(again.layers_resumed > 1);
        CHECK(again.layers == disk_spaces::layers(disk_spaces::depths(space, {0})));
        CHECK(folder.files() == 0);
    }
}
#endif

}  // namespace disk_bfs_test
