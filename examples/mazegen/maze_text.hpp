// SPDX-License-Identifier: MIT
// A maze as the text of a MAZE file: `N=rows, M=columns, P=life`, then rows of cells.
#pragma once

#include <mazegen/direction.hpp>
#include <mazegen/entrances.hpp>
#include <mazegen/listing.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/rooms/fraction.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda::mazegen {

/// The most life that a MAZE file can give.
inline constexpr std::int64_t most_life = 1'000'000'000'000'000;

/// What is strewn on the floor of a maze.
struct strewing {
    /// Which part of the floor costs life, 1 to 9, from 0 to 1.
    double digits = 0;
    /// How many treasures there are.
    std::uint64_t treasures = 0;
    /// Which part of the floor has treasures besides, from 0 to 1.
    double treasure_share = 0;
    /// The life at the start, P.
    std::int64_t life = 10;
    /// The same seed strews the same things.
    std::uint64_t seed = 0;
};

namespace detail {

/// Gives cell by cell what lies on the floor, without memory: treasures by selection sampling.
class strewn_floor {
public:
    strewn_floor(const strewing& what, std::uint64_t cells, std::uint64_t treasures) noexcept
        : random_(what.seed), digits_(what.digits), ahead_(cells), treasures_(treasures) {}

    [[nodiscard]] char operator()() noexcept {
        if (treasures_ != 0 && random_.below(ahead_--) < treasures_) {
            --treasures_;
            return 'T';
        }
        if (digits_ > 0 && random_.chance(digits_))
            return static_cast<char>('1' + static_cast<char>(random_.below(9)));
        return '0';
    }

private:
    random_source random_;
    double digits_;
    std::uint64_t ahead_;
    std::uint64_t treasures_;
};

/// Why a maze cannot be written so, if it cannot.
inline diagnostic fault_of_text(const maze& m, const entrances& at, const strewing& what,
                                std::uint64_t floor) {
    if (!m.is_room(at.entrance) || !m.is_room(at.exit) || at.entrance == at.exit)
        return {"bad_entrances", "expected two different rooms of the maze for S and E"};
    if (diagnostic fault = fault_of_fraction("digits", what.digits); !fault.code.empty())
        return fault;
    if (diagnostic fault = fault_of_fraction("treasures", what.treasure_share); !fault.code.empty())
        return fault;
    if (what.treasures > floor - share_of(floor, what.treasure_share))
        return {"bad_treasures",
                std::to_string(what.treasures) + " treasures are too many: the floor has " +
                    std::to_string(floor) + " cells besides S and E" +
                    (what.treasure_share > 0 ? ", and a share of them is taken" : "")};
    if (what.life < 1 || what.life > most_life)
        return {"bad_life", "the life is " + std::to_string(what.life) +
                                ": expected a number from 1 to " + std::to_string(most_life)};
    return {};
}

/// Writes the rows of cells, line by line; `floor` gives what lies on each free cell.
template <class Floor, class Out>
[[nodiscard]] bool write_cells(const maze& m, const entrances& at, Floor floor, Out& out) {
    const auto cols = static_cast<std::size_t>(m.cols());
    std::string line(2 * cols + 2, '#');
    line.back() = '\n';
    const auto passage = [&](std::uint8_t room, direction d) {
        return (room & bit_of(d)) != 0 ? floor() : '#';
    };
    const auto content = [&](cell c) {
        if (c == at.entrance) return 'S';
        return c == at.exit ? 'E' : floor();
    };
    for (int row = 0; row <= m.rows(); ++row) {
        const std::uint8_t* const rooms = m.data() + m.index({0, row});
        for (std::size_t col = 0; col < cols; ++col) {
            line[2 * col + 1] = passage(rooms[col], direction::north);
            line[2 * col + 2] = '#';
        }
        out.put(line);
        if (row == m.rows()) break;
        for (std::size_t col = 0; col < cols; ++col) {
            const cell here{static_cast<int>(col), row};
            line[2 * col + 1] = is_room(rooms[col]) ? content(here) : '#';
            line[2 * col + 2] = passage(rooms[col], direction::east);
        }
        out.put(line);
        if (!out.flush_if_long()) return false;
    }
    return out.flush();
}

}  // namespace detail

/// Writes a maze as the text of a MAZE file, row by row, where room (r, c) is at row 2r + 1 and
/// column 2c + 1. Returns the bytes written. Errors: `bad_entrances bad_fraction bad_treasures
/// bad_life`, before anything is written; and `not_written` if the sink did not take it all.
template <ByteSink Sink>
parsed<std::uint64_t> write_maze_text(const maze& m, const entrances& at, Sink&& sink,
                                      const strewing& what = {}) {
    std::uint64_t floor = m.rooms();
    for_each_passage(m, [&](cell, cell) { ++floor; });
    floor -= floor < 2 ? floor : 2;
    if (diagnostic fault = detail::fault_of_text(m, at, what, floor); !fault.code.empty())
        return fault;
    const std::uint64_t treasures = what.treasures + detail::share_of(floor, what.treasure_share);
    buffered_text<std::remove_reference_t<Sink>> out(sink);
    out.put("N=" + std::to_string(2 * std::int64_t{m.rows()} + 1) +
            ", M=" + std::to_string(2 * std::int64_t{m.cols()} + 1) +
            ", P=" + std::to_string(what.life) + '\n');
    const bool plain = treasures == 0 && what.digits == 0;
    const bool whole =
        plain ? detail::write_cells(
                    m, at, [] { return '0'; }, out)
              : detail::write_cells(m, at, detail::strewn_floor(what, floor, treasures), out);
    if (!whole) return diagnostic{"not_written", "the text could not be written to its end"};
    return std::uint64_t{out.written()};
}

/// A maze as the text of a MAZE file.
[[nodiscard]] inline parsed<std::string> to_maze_text(const maze& m, const entrances& at,
                                                      const strewing& what = {}) {
    std::string text;
    const parsed<std::uint64_t> written =
        write_maze_text(m, at, [&text](std::string_view piece) { text += piece; }, what);
    if (!written) return written.error();
    return text;
}

}  // namespace senda::mazegen
