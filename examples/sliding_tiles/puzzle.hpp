// SPDX-License-Identifier: MIT
// Sliding tiles: the 8-, 15- and 24-puzzle, any rectangle.
#pragma once

#include <common/format.hpp>
#include <senda/graph/hash.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::sliding_tiles {

/// Sliding tiles as a graph. The cells are numbered row by row; the blank is tile 0, and the goal
/// has each tile in the cell of its number. The four actions move the blank up, right, left and
/// down. A solver of the 15-puzzle is `ida_star` on this with an `estimate`.
template <std::size_t Columns, std::size_t Rows>
    requires(Columns >= 2 && Rows >= 2 && Columns * Rows <= 32)
class puzzle {
public:
    /// How many cells there are.
    static constexpr std::size_t cells = Columns * Rows;

    /// Where the tiles are.
    struct node_type {
        std::array<std::uint8_t, cells> tile;  ///< the tile in each cell
        std::array<std::uint8_t, cells> cell;  ///< the cell of each tile, first that of the blank

        /// Whether all tiles are in the same cells.
        friend constexpr bool operator==(const node_type& a, const node_type& b) noexcept {
            return a.tile == b.tile;
        }
    };

    /// An action, by its number.
    using action_type = int;

    /// The number of actions.
    [[nodiscard]] static constexpr int action_count() noexcept { return 4; }
    /// Whether the blank of `n` can do the action `a`.
    [[nodiscard]] static constexpr bool allows(const node_type& n, int a) noexcept {
        return neighbour(n.cell[0], a) != none;
    }
    /// Does the action `a` in `n`, which allows it.
    static constexpr void apply(node_type& n, int a) noexcept {
        const std::uint8_t to = n.cell[0];
        const std::uint8_t from = neighbour(to, a);
        const std::uint8_t moved = n.tile[from];
        n.tile[to] = moved;
        n.cell[moved] = to;
        n.tile[from] = 0;
        n.cell[0] = from;
    }
    /// Takes the action `a` back, which led to `n`.
    static constexpr void undo(node_type& n, int a) noexcept { apply(n, inverse(a)); }
    /// The action that takes `a` back.
    [[nodiscard]] static constexpr int inverse(int a) noexcept { return 3 - a; }
    /// The cell of the tile that moved when the action `a` led to `n`: there the blank was before.
    [[nodiscard]] static constexpr std::size_t cell_of_moved(const node_type& n, int a) noexcept {
        return neighbour(n.cell[0], inverse(a));
    }
    /// The hash of a node.
    [[nodiscard]] static constexpr std::uint64_t hash(const node_type& n) noexcept {
        return hash_value(n.tile);
    }

    /// The node with each tile in the cell of its number.
    [[nodiscard]] static constexpr node_type goal() noexcept {
        node_type n{};
        for (std::size_t i = 0; i < cells; ++i)
            n.tile[i] = n.cell[i] = static_cast<std::uint8_t>(i);
        return n;
    }

    /// The node with these tiles, `row[i]` in cell i; nothing if one is missing.
    template <class Row>
    [[nodiscard]] static constexpr std::optional<node_type> from(const Row& row) {
        node_type n{};
        std::uint64_t seen = 0;
        for (std::size_t i = 0; i < cells; ++i) {
            const auto tile = static_cast<std::size_t>(row[i]);
            if (tile >= cells) return std::nullopt;
            n.tile[i] = static_cast<std::uint8_t>(tile);
            n.cell[tile] = static_cast<std::uint8_t>(i);
            seen |= std::uint64_t{1} << tile;
        }
        if (seen != (std::uint64_t{1} << cells) - 1) return std::nullopt;
        return n;
    }

    /// The node that a text tells: the tiles row by row as numbers, with anything else between
    /// them. Errors: `bad_tile` for a number that is no tile or stands twice, `bad_count` if there
    /// are more or fewer than cells.
    [[nodiscard]] static parsed<node_type> parse(std::string_view text) {
        std::array<std::uint8_t, cells> row{};
        std::uint64_t seen = 0;
        std::size_t count = 0;
        const std::string expected =
            ": expected each number from 0 to " + std::to_string(cells - 1) + " once";
        line_reader lines{text};
        while (const std::optional<text_line> line = lines.next()) {
            const std::string_view rest = line->text;
            for (std::size_t at = 0, end = 0; at < rest.size(); at = end + 1) {
                for (end = at; end < rest.size() && is_digit(rest[end]);) ++end;
                if (end == at) continue;
                const std::string_view digits = rest.substr(at, end - at);
                const auto wrong = [&](const char* code, const char* what) {
                    return diagnostic{code, quoted(digits) + what + expected, line->number,
                                      column_of(rest, at)};
                };
                const parsed_number<std::uint8_t> tile = parse_integer<std::uint8_t>(digits);
                if (count == cells) return wrong("bad_count", " is one tile too many");
                if (!tile || tile.value >= cells) return wrong("bad_tile", " is no tile");
                if ((seen >> tile.value & 1U) != 0) return wrong("bad_tile", " stands twice");
                seen |= std::uint64_t{1} << tile.value;
                row[count++] = tile.value;
            }
        }
        if (count != cells)
            return diagnostic{"bad_count", "the text has " + pluralize(count, "tile") + expected};
        return *from(row);
    }

    /// Whether the goal can be reached: each move swaps the blank with a tile and takes it one cell
    /// on, so that the parity of the permutation and the colour of the blank's cell change
    /// together; nothing else is kept (Johnson and Story 1879).
    [[nodiscard]] static constexpr bool is_solvable(const node_type& n) noexcept {
        unsigned odd = 0;
        for (std::size_t i = 0; i < cells; ++i)
            for (std::size_t j = i + 1; j < cells; ++j) odd ^= n.tile[j] < n.tile[i] ? 1U : 0U;
        return odd % 2 == (n.cell[0] / Columns + n.cell[0] % Columns) % 2;
    }

    /// The fewest moves that take a tile from one cell to another.
    [[nodiscard]] static constexpr int apart(std::size_t a, std::size_t b) noexcept {
        const auto between = [](std::size_t x, std::size_t y) { return x < y ? y - x : x - y; };
        return static_cast<int>(between(a / Columns, b / Columns) +
                                between(a % Columns, b % Columns));
    }

private:
    static constexpr std::uint8_t none = 255;

    static constexpr std::array<std::uint8_t, 4 * cells> neighbours = [] {
        std::array<std::uint8_t, 4 * cells> all{};
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t x = c % Columns;
            const std::size_t y = c / Columns;
            all[4 * c] = y > 0 ? static_cast<std::uint8_t>(c - Columns) : none;
            all[4 * c + 1] = x + 1 < Columns ? static_cast<std::uint8_t>(c + 1) : none;
            all[4 * c + 2] = x > 0 ? static_cast<std::uint8_t>(c - 1) : none;
            all[4 * c + 3] = y + 1 < Rows ? static_cast<std::uint8_t>(c + Columns) : none;
        }
        return all;
    }();
    [[nodiscard]] static constexpr std::uint8_t neighbour(std::size_t cell, int a) noexcept {
        return neighbours[4 * cell + static_cast<std::size_t>(a)];
    }
    [[nodiscard]] static constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
};

}  // namespace senda::sliding_tiles
