// SPDX-License-Identifier: MIT
// The maze that the page asks for: dug, opened, changed by hand, with its start and its exit.
#pragma once

#include "../frame/bridge.hpp"
#include "../frame/progress.hpp"

#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/direction.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace playground::mazes {

namespace mazegen = senda::mazegen;
using mazegen::direction;
using mazegen::maze;
using senda::cell;
using senda::diagnostic;
using senda::parsed;

/// What a maze is dug by; the same request gives the same maze. A mask is drawn as `senda::grid`
/// reads it, and has as many rows and columns.
struct dig_request {
    std::string algorithm;
    std::int64_t rows;
    std::int64_t cols;
    std::string seed;
    double braid;
    std::string entrance;
    std::string mask;

    explicit dig_request(const request& in)
        : algorithm(in.text("algorithm")),
          rows(in.number("rows", 0)),
          cols(in.number("cols", 0)),
          seed(in.text("seed")),
          braid(in.decimal("braid", -1)),
          entrance(in.text("entrance")),
          mask(in.text("mask")) {}

    friend bool operator==(const dig_request&, const dig_request&) = default;
};

struct made_maze {
    dig_request by;
    std::uint64_t seed = 0;
    maze dug;  ///< with the dead ends opened, and nothing changed by hand
    mazegen::entrances placed;
    double seconds = 0;

    std::string walls;  ///< those changed by hand, as `toggle_walls` reads them
    maze rooms;         ///< with them
    mazegen::entrances at;
};

/// What a maze in a page may have at most.
constexpr std::int64_t longest_side = 2000;

/// The number of a room, row by row.
[[nodiscard]] inline std::uint32_t number_of(const maze& m, cell c) noexcept {
    return static_cast<std::uint32_t>(c.y) * static_cast<std::uint32_t>(m.cols()) +
           static_cast<std::uint32_t>(c.x);
}
[[nodiscard]] inline cell room_at(const maze& m, std::int64_t number) noexcept {
    return {static_cast<int>(number % m.cols()), static_cast<int>(number / m.cols())};
}

[[nodiscard]] inline direction direction_of(cell from, cell to) noexcept {
    if (from.y != to.y) return to.y < from.y ? direction::north : direction::south;
    return to.x < from.x ? direction::west : direction::east;
}

/// Passages in the order in which they were opened, a number each: four times the room and the
/// direction.
class film {
public:
    explicit film(std::int64_t cols) noexcept : cols_(static_cast<std::uint32_t>(cols)) {}

    void add(cell from, cell to) {
        const std::uint32_t room =
            static_cast<std::uint32_t>(from.y) * cols_ + static_cast<std::uint32_t>(from.x);
        frames_.push_back(room << 2U | static_cast<std::uint32_t>(direction_of(from, to)));
    }
    [[nodiscard]] std::vector<std::uint32_t>& frames() noexcept { return frames_; }

private:
    std::uint32_t cols_;
    std::vector<std::uint32_t> frames_;
};

/// Observes a generator: records a film if there is one, and reports progress.
class dig_observer {
public:
    explicit dig_observer(film* into = nullptr) noexcept : film_(into) {}

    void on_carve(cell from, cell to) {
        if (film_ != nullptr) film_->add(from, to);
    }
    void on_progress(std::uint64_t done, std::uint64_t total) {
        if (!clock_.is_due()) return;
        playground::progress(static_cast<double>(done) / static_cast<double>(total), {});
    }

private:
    film* film_;
    playground::progress_clock clock_;
};

/// What is drawn by chance after the maze is dug has a seed of its own, as in the program mazegen.
constexpr std::uint64_t braid_chance = 1;
constexpr std::uint64_t entrance_chance = 3;

/// Digs, as `wanted` says; the film may be none.
inline parsed<maze> dig(const dig_request& wanted, std::uint64_t seed, film* into) {
    const std::string size =
        "a maze of " + std::to_string(wanted.rows) + " x " + std::to_string(wanted.cols) + " rooms";
    if (wanted.rows < 1 || wanted.cols < 1)
        return diagnostic{"bad_size", size + ": expected at least 1 row and 1 column"};
    if (wanted.rows > longest_side || wanted.cols > longest_side)
        return diagnostic{"bad_size", size + " is too large here: expected at most " +
                                          std::to_string(longest_side) + " a side"};
    const auto cols = static_cast<int>(wanted.cols);
    const auto rows = static_cast<int>(wanted.rows);
    senda::grid mask(cols, rows);
    if (!wanted.mask.empty()) {
        parsed<senda::grid> drawn = senda::grid::parse(wanted.mask);
        if (!drawn) return drawn.error();
        mask = *std::move(drawn);
        if (mask.width() != cols || mask.height() != rows)
            return diagnostic{"bad_mask", "the mask does not have the size of the maze"};
    }
    return mazegen::generate(wanted.algorithm, mask, seed, dig_observer(into));
}

inline parsed<made_maze> make(const dig_request& wanted) {
    const auto seed = senda::parse_integer<std::uint64_t>(wanted.seed);
    if (!seed)
        return diagnostic{"bad_seed", "the seed is " + senda::quoted(wanted.seed) +
                                          ": expected a whole number below 2^64"};
    const double began = senda::now_in_seconds();
    parsed<maze> dug = dig(wanted, seed.value, nullptr);
    if (!dug) return dug.error();
    const parsed<std::uint64_t> braided =
        mazegen::braid(*dug, wanted.braid, seed.value + braid_chance);
    if (!braided) return braided.error();
    const double seconds = senda::now_in_seconds() - began;
    const parsed<mazegen::entrance_rule> rule = mazegen::find_entrance_rule(wanted.entrance);
    if (!rule) return rule.error();
    const parsed<mazegen::entrances> at =
        mazegen::place_entrances(*dug, *rule, seed.value + entrance_chance, dig_observer());
    if (!at) return at.error();
    maze rooms = dug->copy();
    return made_maze{wanted, seed.value, *std::move(dug), *at, seconds, {}, std::move(rooms), *at};
}

/// Opens the walls of a list that are closed, and closes those that are open: numbers with commas
/// between them, each twice the room, and one more for its wall to the south instead of the east.
inline void toggle_walls(maze& m, std::string_view list) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const auto number = senda::parse_integer<std::uint32_t>(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
        if (!number) continue;
        const cell room = room_at(m, number.value / 2);
        const direction d = number.value % 2 == 0 ? direction::east : direction::south;
        if (!m.is_room(room) || !m.is_room(next_to(room, d))) continue;
        if (m.has_passage(room, d))
            m.close(room, d);
        else
            m.open(room, d);
    }
}

/// The maze that is asked for: the last one if it is the same. Answers with the error if there is
/// none. `walls` are those changed by hand, `from` and `to` the start and the exit where they are
/// not as `entrance` says.
inline const made_maze* find(const request& in, json_writer& out) {
    static std::optional<made_maze> last;
    const dig_request wanted(in);
    if (!last || !(last->by == wanted)) {
        parsed<made_maze> made = make(wanted);
        if (!made) {
            playground::refused(out, made.error());
            return nullptr;
        }
        last = *std::move(made);
    }
    if (last->walls != in.text("walls")) {
        last->walls = in.text("walls");
        last->rooms = last->dug.copy();
        toggle_walls(last->rooms, last->walls);
    }
    const auto moved = [&](std::string_view name, cell otherwise) {
        const cell c = room_at(last->rooms, in.number(name, -1));
        return in.number(name, -1) >= 0 && last->rooms.is_room(c) ? c : otherwise;
    };
    last->at = {moved("from", last->placed.entrance), moved("to", last->placed.exit)};
    return &*last;
}

/// How the maze was dug, as `film` says; what was opened afterwards comes at the end, and what was
/// closed by hand is never dug.
inline parsed<std::vector<std::uint32_t>> film_of(const made_maze& made) {
    const maze& m = made.rooms;
    film recorded(m.cols());
    const parsed<maze> dug = dig(made.by, made.seed, &recorded);
    if (!dug) return dug.error();
    std::erase_if(recorded.frames(), [&](std::uint32_t frame) {
        return !m.has_passage(room_at(m, frame >> 2U), static_cast<direction>(frame & 3U));
    });
    mazegen::for_each_passage(m, [&](cell a, cell b) {
        if (!dug->has_passage(a, direction_of(a, b))) recorded.add(a, b);
    });
    return std::move(recorded.frames());
}

}  // namespace playground::mazes
