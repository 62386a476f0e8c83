// SPDX-License-Identifier: MIT
// What iterative deepening on several threads must keep, said once for the unit tests and for the
// thread sanitizer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <senda/search/ida_star.hpp>
#include <senda/storage/random.hpp>
#include <string>
#include <utility>

namespace support {

/// The 15-puzzle.
struct tile_board {
    std::array<std::int8_t, 16> tiles{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int blank = 0;
    friend bool operator==(const tile_board&, const tile_board&) = default;
};

/// Its moves, done and taken back.
struct slides_in_place {
    using node_type = tile_board;
    using action_type = int;

    static int action_count() { return 4; }
    static bool allows(const tile_board& b, int a) {
        if (a == 0) return b.blank >= 4;
        if (a == 1) return b.blank % 4 < 3;
        if (a == 2) return b.blank % 4 > 0;
        return b.blank < 12;
    }
    static void apply(tile_board& b, int a) {
        static constexpr std::array<int, 4> steps{-4, 1, -1, 4};
        const int to = b.blank + steps[static_cast<std::size_t>(a)];
        std::swap(b.tiles[static_cast<std::size_t>(b.blank)],
                  b.tiles[static_cast<std::size_t>(to)]);
        b.blank = to;
    }
    static void undo(tile_board& b, int a) { apply(b, 3 - a); }
    static int inverse(int a) { return 3 - a; }
};

/// The same as nodes that are made anew.
struct slides_in_copies {
    using node_type = tile_board;
    using action_type = int;

    template <class Emit>
    void successors(const tile_board& b, Emit&& emit) const {
        for (int a = 0; a < 4; ++a) {
            if (!slides_in_place::allows(b, a)) continue;
            tile_board to = b;
            slides_in_place::apply(to, a);
            emit(to, a);
        }
    }
};

/// The same where odd tiles are heavy.
struct weighted_slides {
    using node_type = tile_board;
    using cost_type = int;

    template <class Emit>
    void successors(const tile_board& b, Emit&& emit) const {
        slides_in_copies{}.successors(b, [&](const tile_board& to, int) {
            emit(to, 1 + to.tiles[static_cast<std::size_t>(b.blank)] % 2);
        });
    }
};

struct tile_distance {
    int operator()(const tile_board& b) const {
        int sum = 0;
        for (int square = 0; square < 16; ++square) {
            const int tile = b.tiles[static_cast<std::size_t>(square)];
            if (tile == 0) continue;
            sum += std::abs(tile % 4 - square % 4) + std::abs(tile / 4 - square / 4);
        }
        return sum;
    }
};

inline tile_board shuffled_tiles(senda::random_source& random, int moves) {
    tile_board b;
    for (int i = 0, last = -1; i < moves;) {
        const auto a = static_cast<int>(random.below(4));
        if (a == last || !slides_in_place::allows(b, a)) continue;
        slides_in_place::apply(b, a);
        last = 3 - a;
        ++i;
    }
    return b;
}

/// How both engines are made from what `ida_star` takes, referring to it.
template <class G, class Start, class Goal, class H>
auto in_place_searches(const G& g, const Start& start, const Goal& goal, const H& h) {
    return [&](const senda::options& o) {
        return senda::detail::make_unmake_ida_star(
            g, start, senda::detail::goal_from<const G&, Start>(goal), h, o);
    };
}
template <class G, class Start, class Goal, class H>
auto general_searches(const G& g, const Start& start, const Goal& goal, const H& h) {
    return [&](const senda::options& o) {
        return senda::ida_star_search(g, start, senda::detail::goal_from<const G&, Start>(goal), h,
                                      o);
    };
}

/// The answer of threads that share from the first expansion on.
template <class Make>
auto shared_at_once(const Make& make, unsigned threads, senda::options o = {},
                    std::uint64_t block = 3) {
    o.threads = threads;
    return senda::detail::run_shared_rounds(make, o,
                                            {.search_alone = 0,
                                             .seconds_alone = 1e9,
                                             .round_alone = 0,
                                             .block = block,
                                             .part = 2 * block,
                                             .deeper = static_cast<std::size_t>(block % 3),
                                             .least_bytes = 0});
}

template <class Make>
auto alone(const Make& make, const senda::options& o = {}) {
    return senda::detail::run_to_end(make(o));
}

/// What two answers differ in; nothing if they do not. Where no goal ended it, both did the same.
template <class Result>
std::string difference(const Result& shared, const Result& single) {
    if (shared.status != single.status) return "status";
    if (shared.cost != single.cost) return "cost";
    if (shared.lower_bound != single.lower_bound) return "lower bound";
    if (shared.path != single.path) return "path";
    if (shared.actions != single.actions) return "actions";
    if (shared.engine != single.engine) return "engine";
    const bool is_goal =
        single.status == senda::status::found || single.status == senda::status::negative_cost;
    if (is_goal) return {};
    if (shared.statistics.expanded != single.statistics.expanded) return "expanded";
    if (shared.statistics.generated != single.statistics.generated) return "generated";
    return {};
}

/// The same for several numbers of threads.
template <class Make>
std::string sharing_fault(const Make& make, const senda::options& o = {}, std::uint64_t block = 3) {
    const auto single = alone(make, o);
    for (const unsigned threads : {2u, 3u, 5u, 16u}) {
        const std::string fault = difference(shared_at_once(make, threads, o, block), single);
        if (!fault.empty()) return fault + " with " + std::to_string(threads) + " threads";
    }
    return {};
}

/// Both engines on the 15-puzzle, to the goal and below it.
inline std::string sharing_fault_of_tiles(senda::random_source& random, int moves) {
    const tile_board start = shuffled_tiles(random, moves);
    const tile_board solved;
    const tile_distance h;
    const slides_in_place g;
    const slides_in_copies copies;
    const weighted_slides weighted;
    const auto in_place = in_place_searches(g, start, solved, h);
    const auto general = general_searches(copies, start, solved, h);
    const auto single = alone(in_place);
    std::string fault = sharing_fault(in_place);
    if (fault.empty()) fault = sharing_fault(general);
    if (fault.empty()) fault = sharing_fault(general_searches(weighted, start, solved, h));
    const senda::options below{.limits = {.cost = single.cost - 2}};
    if (single.cost < 2) return fault;
    if (fault.empty()) fault = sharing_fault(in_place, below, 7);
    if (fault.empty()) fault = sharing_fault(general, below, 7);
    return fault;
}

}  // namespace support
