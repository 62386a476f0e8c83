// SPDX-License-Identifier: MIT
// Surveys of whole puzzles whose numbers are known, each in a process of its own: what they count,
// and how much memory they take.
//
// usage: known_counts PUZZLE [THREADS]
#include "../../examples/common/puzzles.hpp"

#include <senda/scale/mod3_distance_table.hpp>
#include <senda/scale/survey.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>

namespace {

struct known {
    std::uint64_t total;
    int eccentricity;
    std::uint64_t farthest;
    double most_megabytes;  // of the whole process
};

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

bool is_right(const char* what, bool right) {
    if (!right) std::printf("WRONG: %s\n", what);
    return right;
}

/// Prints what it took, and says whether it took no more memory than it may.
bool report(const char* name, const senda::statistics& s, const known& k) {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const double megabytes = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
    const double states = static_cast<double>(k.total);
    std::printf(
        "%-24s %11llu states  %2u threads  %6.1f s  (%6.1f s processor)  %5.1f ns a state  "
        "%7.1f MB\n",
        name, static_cast<unsigned long long>(k.total), s.threads, s.seconds,
        seconds(used.ru_utime) + seconds(used.ru_stime), s.seconds * 1e9 / states, megabytes);
    return is_right("memory", megabytes <= k.most_megabytes);
}

template <class Puzzle>
bool survey_of(const char* name, unsigned threads, const known& k) {
    const auto r =
        senda::survey(Puzzle{}, Puzzle::solved(), senda::options{.threads = threads}, 100);
    return is_right("status", r.status == senda::status::complete) &
           is_right("total", r.total == k.total) &
           is_right("eccentricity", r.eccentricity == k.eccentricity) &
           is_right("farthest", !r.counts.empty() && r.counts.back() == k.farthest) &
           report(name, r.statistics, k);
}

/// The table of distances, and the path of one of the farthest states by it.
template <class Puzzle>
bool table_of(const char* name, unsigned threads, const known& k) {
    const senda::mod3_distance_table table(Puzzle{}, Puzzle::solved(),
                                           senda::options{.threads = threads});
    const auto counts = table.counts();
    std::uint64_t farthest = 0;
    std::uint64_t walked = 0;
    // States at the last distance are few: those that are walked from are spread over all numbers.
    for (std::uint64_t i = 0; i < Puzzle::index_bound(); i += Puzzle::index_bound() / 1000 + 1) {
        const auto path = table.path(Puzzle::node(i));
        if (!path || !(path.path.back() == Puzzle::solved())) return is_right("path", false);
        farthest = std::max<std::uint64_t>(farthest, static_cast<std::uint64_t>(path.cost));
        ++walked;
    }
    return is_right("status", table.status() == senda::status::complete) &
           is_right("layers", counts.size() == static_cast<std::size_t>(k.eccentricity) + 1) &
           is_right("farthest", counts.back() == k.farthest) &
           is_right("paths", walked > 900 && farthest <= counts.size() - 1) &
           report(name, table.statistics(), k);
}

struct named {
    const char* name;
    bool (*run)(const char* name, unsigned threads, const known& k);
    known expected;
};

// Two bits a state and at most ten megabytes for the process and what the system rounds up.
constexpr named puzzles_known[] = {
    {"tiles-3x3", survey_of<puzzles::tiles<3, 3>>, {181'440, 31, 2, 10}},
    {"tiles-2x5", survey_of<puzzles::tiles<2, 5>>, {1'814'400, 55, 2, 10}},
    {"tiles-3x4", survey_of<puzzles::tiles<3, 4>>, {239'500'800, 53, 18, 70}},
    {"cube-half-turns",
     survey_of<puzzles::small_cube<puzzles::turns::half>>,
     {3'674'160, 11, 2'644, 11}},
    {"cube-quarter-turns",
     survey_of<puzzles::small_cube<puzzles::turns::quarter>>,
     {3'674'160, 14, 276, 11}},
    {"pancakes-9", survey_of<puzzles::pancakes<9>>, {362'880, 10, 5'804, 10}},
    {"pancakes-10", survey_of<puzzles::pancakes<10>>, {3'628'800, 11, 73'232, 11}},
    {"pancakes-11", survey_of<puzzles::pancakes<11>>, {39'916'800, 13, 6, 20}},
    {"pancakes-12", survey_of<puzzles::pancakes<12>>, {479'001'600, 14, 167, 140}},
    {"pancakes-13", survey_of<puzzles::pancakes<13>>, {6'227'020'800, 15, 2'001, 1'600}},
    {"table-tiles-3x3", table_of<puzzles::tiles<3, 3>>, {181'440, 31, 2, 10}},
    {"table-tiles-3x4", table_of<puzzles::tiles<3, 4>>, {239'500'800, 53, 18, 105}},
};

}  // namespace

int main(int count, char** words) {
    const std::string_view wanted = count > 1 ? words[1] : "";
    const auto threads = static_cast<unsigned>(count > 2 ? std::atoi(words[2]) : 1);
    for (const named& n : puzzles_known) {
        if (n.name == wanted) return n.run(n.name, threads, n.expected) ? 0 : 1;
    }
    std::fprintf(stderr, "usage: known_counts PUZZLE [THREADS], where PUZZLE is one of\n");
    for (const named& n : puzzles_known) std::fprintf(stderr, "  %s\n", n.name);
    return 2;
}
