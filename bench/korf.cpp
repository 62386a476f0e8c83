// SPDX-License-Identifier: MIT
// Korf's 15-puzzles by IDA* with each of some estimates, beside a loop written by hand with the
// same tables; and his 24-puzzles. Are the lengths right, and how long does it take?
//   korf FILE [manhattan] [5-5-5] [6-6-3] [7-8]    16 cells and the fewest moves a line
//   korf FILE24 [SECONDS]                          25 cells; so long at most for each
#include <senda/estimates/pattern_database.hpp>
#include <senda/search/ida_star.hpp>
#include <sliding_tiles/estimate.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

namespace sliding = senda::sliding_tiles;

/// Processor time in seconds, of all threads.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct instance {
    int number = 0;
    std::vector<int> cells;
    int moves = 0;  // the fewest
};

std::vector<instance> read(const char* file) {
    std::vector<instance> all;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        std::vector<int> numbers;
        for (int n = 0; words >> n;) numbers.push_back(n);
        if (numbers.size() != 18 && numbers.size() != 27) continue;
        if (!all.empty() && numbers.size() != all.front().cells.size() + 2) continue;
        all.push_back({numbers.front(), {numbers.begin() + 1, numbers.end() - 1}, numbers.back()});
    }
    return all;
}

using fifteen = sliding::puzzle<4, 4>;

/// The textbook's loop: a board that is changed and changed back, the cells of the tiles, and the
/// place of each pattern's tiles numbered again when one of them moves.
template <class... Databases>
class textbook {
    static constexpr std::size_t patterns = sizeof...(Databases);

    struct values {
        int floor = 0;
        std::array<std::array<int, patterns>, 2> entry{};  // of the board and its mirror image

        [[nodiscard]] int estimate() const {
            int above = 0;
            for (const auto& image : entry) {
                int sum = 0;
                for (const int e : image) sum += e;
                above = std::max(above, sum);
            }
            return floor + 2 * above;
        }
    };

public:
    explicit textbook(const Databases&... databases) : databases_(databases...) {
        [[maybe_unused]] std::size_t p = 0;
        (
            [&] {
                for (const auto tile : databases.abstraction().tiles()) pattern_[tile] = p;
                ++p;
            }(),
            ...);
        for (std::size_t from = 0; from < 16; ++from) {
            for (std::size_t tile = 0; tile < 16; ++tile)
                apart_[tile][from] = fifteen::apart(tile, from);
            for (const std::size_t to : {from - 4, from + 1, from - 1, from + 4}) {
                if (to < 16 && fifteen::apart(from, to) == 1)
                    neighbours_[from][count_[from]++] = static_cast<std::uint8_t>(to);
            }
        }
    }

    int solve(const fifteen::node_type& start) {
        tiles_ = start.tile;
        cells_ = start.cell;
        values v;
        for (std::size_t tile = 1; tile < 16; ++tile) {
            v.floor += fifteen::apart(tile, cells_[tile]);
            look_up(v, tile);
        }
        for (threshold_ = v.estimate();; threshold_ = beyond_) {
            beyond_ = 1'000;
            if (const int found = walk(0, 16, v); found >= 0) return found;
        }
    }
    [[nodiscard]] std::uint64_t generated() const { return generated_; }

private:
    int walk(int depth, std::size_t back, const values& v) {
        if (v.floor == 0) return depth;
        const std::size_t blank = cells_[0];
        for (std::size_t i = 0; i < count_[blank]; ++i) {
            const std::size_t from = neighbours_[blank][i];
            if (from == back) continue;
            ++generated_;
            const std::size_t tile = tiles_[from];
            move(tile, from, blank);
            values next = v;
            next.floor += apart_[tile][blank] - apart_[tile][from];
            look_up(next, tile);
            const int f = depth + 1 + next.estimate();
            if (f <= threshold_) {
                if (const int found = walk(depth + 1, blank, next); found >= 0) return found;
            } else {
                beyond_ = std::min(beyond_, f);
            }
            move(tile, blank, from);
        }
        return -1;
    }

    void move(std::size_t tile, std::size_t from, std::size_t to) {
        tiles_[to] = static_cast<std::uint8_t>(tile);
        cells_[tile] = static_cast<std::uint8_t>(to);
        tiles_[from] = 0;
        cells_[0] = static_cast<std::uint8_t>(from);
    }

    static constexpr std::array<std::uint8_t, 16> mirror = {0, 4, 8,  12, 1, 5, 9,  13,
                                                            2, 6, 10, 14, 3, 7, 11, 15};

    void look_up(values& v, std::size_t tile) const {
        if constexpr (patterns != 0) {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                ((pattern_[tile] == I ? void(v.entry[0][I] = entry<I, false>()) : void()), ...);
                ((pattern_[mirror[tile]] == I ? void(v.entry[1][I] = entry<I, true>()) : void()),
                 ...);
            }(std::make_index_sequence<patterns>());
        }
    }
    template <std::size_t I, bool IsMirrored>
    [[nodiscard]] int entry() const {
        const auto& database = std::get<I>(databases_);
        const auto& pattern = database.abstraction().tiles();
        auto row = pattern;
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = IsMirrored ? mirror[cells_[mirror[pattern[i]]]] : cells_[pattern[i]];
        return static_cast<int>(database.table()[database.abstraction().index(row)]);
    }

    std::tuple<const Databases&...> databases_;
    std::array<std::size_t, 16> pattern_{};
    std::array<std::array<int, 16>, 16> apart_{};
    std::array<std::array<std::uint8_t, 4>, 16> neighbours_{};
    std::array<std::size_t, 16> count_{};
    std::array<std::uint8_t, 16> tiles_{};
    std::array<std::uint8_t, 16> cells_{};
    int threshold_ = 0;
    int beyond_ = 0;
    std::uint64_t generated_ = 0;
};

/// Whether a path leads from the start to the goal by moves of the puzzle.
template <class Puzzle>
bool replays(const typename Puzzle::node_type& start,
             const std::vector<typename Puzzle::node_type>& path, const std::vector<int>& actions) {
    auto n = start;
    if (path.size() != actions.size() + 1 || path.front() != start) return false;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (!Puzzle::allows(n, actions[i])) return false;
        Puzzle::apply(n, actions[i]);
        if (n != path[i + 1]) return false;
    }
    return n == Puzzle::goal();
}

constexpr int rounds = 3;

/// All instances with one estimate, one way after the other, three times.
template <class... Databases>
int solve_all(const char* name, const std::vector<instance>& all, const Databases&... databases) {
    const sliding::estimate<4, 4, sizeof...(Databases)> h(databases...);
    const double count = static_cast<double>(all.size());
    const double bytes = static_cast<double>((std::uint64_t{0} + ... + databases.bytes()));
    std::printf("%s: tables of %.1f MB, made in %.2f s\n", name, bytes / 1e6,
                (0.0 + ... + databases.statistics().seconds));
    int wrong = 0;
    for (int round = 0; round < rounds; ++round) {
        double ours = 0;
        double by_hand = 0;
        std::uint64_t generated = 0;
        std::uint64_t expanded = 0;
        textbook<Databases...> loop(databases...);
        for (const instance& i : all) {
            const auto start = fifteen::from(i.cells);
            if (!start) continue;
            const double begin = now();
            const auto found = senda::ida_star(fifteen{}, *start, fifteen::goal(), h);
            const double middle = now();
            const int moves = loop.solve(*start);
            by_hand += now() - middle;
            ours += middle - begin;
            generated += found.statistics.generated;
            expanded += found.statistics.expanded;
            if (found.cost != i.moves || moves != i.moves ||
                !replays<fifteen>(*start, found.path, found.actions)) {
                ++wrong;
                std::printf("wrong: number %d\n", i.number);
            }
        }
        std::printf(
            "  mean %8.3f ms, by hand %8.3f ms (%.2f); %.0f nodes generated, %.0f expanded,"
            " by hand %.0f generated\n",
            ours / count * 1e3, by_hand / count * 1e3, ours / by_hand,
            static_cast<double>(generated) / count, static_cast<double>(expanded) / count,
            static_cast<double>(loop.generated()) / count);
    }
    return wrong;
}

template <std::size_t K>
auto table(const std::array<std::uint8_t, K>& tiles) {
    return senda::pattern_database(senda::four_bits, sliding::pattern<4, 4, K>(tiles),
                                   {.threads = 2});
}

int solve_fifteen(const std::vector<instance>& all, const std::vector<std::string>& names) {
    const auto is_asked = [&](const char* name) {
        return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
    };
    int wrong = 0;
    if (is_asked("5-5-5")) {
        wrong += solve_all("5-5-5", all, table<5>({1, 4, 5, 8, 12}), table<5>({2, 3, 6, 7, 11}),
                           table<5>({9, 10, 13, 14, 15}));
    }
    if (is_asked("6-6-3")) {
        wrong += solve_all("6-6-3", all, table<6>({1, 4, 5, 8, 9, 12}),
                           table<6>({6, 10, 11, 13, 14, 15}), table<3>({2, 3, 7}));
    }
    if (is_asked("7-8")) {
        wrong += solve_all("7-8", all, table<7>({9, 10, 11, 12, 13, 14, 15}),
                           table<8>({1, 2, 3, 4, 5, 6, 7, 8}));
    }
    if (is_asked("manhattan")) wrong += solve_all("manhattan", all);
    return wrong;
}

int solve_twenty_four(const std::vector<instance>& all, double seconds) {
    using puzzle = sliding::puzzle<5, 5>;
    using six = sliding::pattern<5, 5, 6>;
    const senda::pattern_database odd(senda::four_bits, six({1, 2, 5, 6, 7, 12}), {.threads = 2});
    const senda::pattern_database even(senda::four_bits, six({3, 4, 8, 9, 13, 14}), {.threads = 2});
    const auto left = seen_as(even, {10, 11, 15, 16, 20, 21});
    const auto below = seen_as(even, {17, 18, 19, 22, 23, 24});
    if (!left || !below) return 1;
    const sliding::estimate h(odd, even, *left, *below);
    std::printf("6-6-6-6: tables of %.1f MB, made in %.2f s\n",
                static_cast<double>(odd.bytes() + even.bytes()) / 1e6,
                odd.statistics().seconds + even.statistics().seconds);
    int wrong = 0;
    for (const instance& i : all) {
        const auto start = puzzle::from(i.cells);
        if (!start) continue;
        const senda::options o{.limits = {.time = seconds}, .threads = 2};
        const double begin = now();
        const auto found = senda::ida_star(puzzle{}, *start, puzzle::goal(), h, o);
        std::printf(
            "number %d: %s, %d moves, at least %d; %.1f s, %.1f s of processors, %.0f million "
            "nodes generated\n",
            i.number, to_string(found.status), found ? found.cost : -1,
            std::min(found.lower_bound, 999), found.statistics.seconds, now() - begin,
            static_cast<double>(found.statistics.generated) / 1e6);
        std::fflush(stdout);
        if (!found) continue;
        if (found.cost == i.moves && replays<puzzle>(*start, found.path, found.actions)) continue;
        ++wrong;
        std::printf("wrong: number %d\n", i.number);
    }
    return wrong;
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fputs("korf FILE [manhattan] [5-5-5] [6-6-3] [7-8], or korf FILE24 [SECONDS]\n",
                   stderr);
        return 2;
    }
    const std::vector<instance> all = read(words[1]);
    if (all.empty()) {
        std::fprintf(stderr, "%s: no instances\n", words[1]);
        return 2;
    }
    if (all.front().cells.size() == 25)
        return solve_twenty_four(all, count > 2 ? std::atof(words[2]) : 3'600) == 0 ? 0 : 1;
    return solve_fifteen(all, {words + 2, words + count}) == 0 ? 0 : 1;
}
