// SPDX-License-Identifier: MIT
// Sliding tiles (the 8-, 15- and 24-puzzle, any rectangle) and their pattern databases.
#pragma once

#include <senda/detail/estimates/sliding/cell_sets.hpp>
#include <senda/detail/estimates/sliding/lexicographic_entries.hpp>
#include <senda/detail/estimates/sliding/placement_layers.hpp>
#include <senda/detail/estimates/tables/packed_numbers.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/format.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace senda {

/// Sliding tiles as a graph. The cells are numbered row by row; the blank is tile 0, and the goal
/// has each tile in the cell of its number. The four actions move the blank up, right, left and
/// down. A solver of the 15-puzzle is `ida_star` on this with a `tile_estimate`.
template <std::size_t Columns, std::size_t Rows>
    requires(Columns >= 2 && Rows >= 2 && Columns * Rows <= 32)
class sliding_tiles {
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

/// K of the tiles of `sliding_tiles`, an additive pattern: a distance counts the moves of these
/// tiles alone, and the blank goes through all others for free. So the distances of patterns that
/// have no tile in common can be added (Korf and Felner 2002). A small state is where the tiles of
/// the pattern are; where the blank is does not matter: an entry is the least over its places.
template <std::size_t Columns, std::size_t Rows, std::size_t K>
    requires(K >= 1 && K <= 9 && K < Columns * Rows)
class sliding_pattern {
    using puzzle = sliding_tiles<Columns, Rows>;
    using state = typename puzzle::node_type;
    using rows = permutations<puzzle::cells, K>;
    using layers = detail::placement_layers<Columns, Rows, K>;
    using entries = detail::lexicographic_entries<Columns, Rows, K>;

public:
    /// The cell of each tile of the pattern.
    using small_state = typename rows::value_type;

    /// Distances are above the floor by a multiple of this.
    static constexpr int step = 2;
    /// Whether all small states are reached: two tiles that may be swapped see to it.
    static constexpr bool reaches_all = K + 3 <= puzzle::cells;

    /// The pattern of these tiles, all of them different and none the blank. Tiles that come later
    /// count less in the numbers: those that move together are better together at the end.
    constexpr explicit sliding_pattern(const std::array<std::uint8_t, K>& tiles) noexcept
        : tiles_(tiles) {
        for (const std::uint8_t tile : tiles) set_ |= detail::only(tile);
    }

    /// The tiles of the pattern.
    [[nodiscard]] constexpr const std::array<std::uint8_t, K>& tiles() const noexcept {
        return tiles_;
    }

    /// Where the tiles of the pattern are in `n`.
    [[nodiscard]] constexpr small_state operator()(const state& n) const noexcept {
        small_state abstracted{};
        for (std::size_t i = 0; i < K; ++i) abstracted[i] = n.cell[tiles_[i]];
        return abstracted;
    }
    /// The number of a small state.
    [[nodiscard]] static constexpr std::uint64_t index(const small_state& abstracted) {
        return rows::rank(abstracted);
    }
    /// The numbers are below this.
    [[nodiscard]] static constexpr std::uint64_t index_bound() noexcept { return rows::count; }
    /// The small state with the number `i`.
    [[nodiscard]] static constexpr small_state node(std::uint64_t i) { return rows::unrank(i); }

    /// The fewest moves if no tile were in another's way: how far the tiles are from their cells.
    [[nodiscard]] constexpr steps floor(const small_state& abstracted) const noexcept {
        steps sum = 0;
        for (std::size_t i = 0; i < K; ++i) sum += puzzle::apart(abstracted[i], tiles_[i]);
        return sum;
    }
    /// Whether the action `a`, which led to `n`, moved a tile of the pattern.
    [[nodiscard]] constexpr bool concerns(const state& n, int a) const noexcept {
        return (set_ & detail::only(n.tile[puzzle::cell_of_moved(n, a)])) != 0;
    }

    /// A number that tells patterns and boards apart, for files.
    [[nodiscard]] constexpr std::uint64_t fingerprint() const noexcept {
        std::uint64_t sum = Columns * 256 + Rows;
        for (const std::uint8_t tile : tiles_) sum = detail::mix(sum ^ tile);
        return sum;
    }

    /// The bytes that `fill` takes beside the table, on `threads` threads.
    [[nodiscard]] static std::uint64_t bytes_to_fill(unsigned threads = 1) {
        return std::max(layers::bytes(threads), layers::bytes_kept() + entries::bytes(threads));
    }

    /// Writes the entries of all numbers into a table: half of what the distance is above the
    /// floor, capped if that does not fit. Where not all is reached, the largest entry stands for
    /// what is not. Returns `complete` if it came to its end; otherwise the limit or the stop
    /// token that ended it, and the entries are worth nothing.
    ///
    /// `table`  zeros: `table.data()` the bytes, and `Table::most` the largest entry, 15 or 255;
    ///          of two entries in a byte the first has the lower bits.
    /// `o`      threads, limits, a stop token, and where to write how many entries are known. The
    ///          limit on bytes counts what is taken beside the table.
    template <class Table>
    status fill(const Table& table, const options& o = {}) const {
        detail::search_control control(o);
        detail::thread_team team;
        team.start(o.threads);
        layers found(control);
        found.run(tiles_, team);
        if (control.status() != status::complete) return control.status();
        control.resume();
        typename entries::floors floor{};
        for (std::size_t i = 0; i < K; ++i) {
            for (std::size_t c = 0; c < puzzle::cells; ++c)
                floor[i][c] = static_cast<std::uint8_t>(puzzle::apart(c, tiles_[i]));
        }
        entries writer(control, found, floor);
        writer.write(table, reaches_all ? Table::most : Table::most - 1, Table::most, team);
        return control.running() ? status::complete : control.status();
    }

private:
    std::array<std::uint8_t, K> tiles_;
    detail::cell_set set_ = 0;
};

/// The table of a `sliding_pattern` for tiles that, if the board is turned, are those of the
/// pattern. It refers to the database, which must outlive it.
template <std::size_t Columns, std::size_t Rows, detail::entry_bits Bits>
class sliding_view {
    using board = detail::board_cells<Columns, Rows>;

public:
    /// How a board is turned before it is looked up.
    using symmetry = detail::board_symmetry<Columns, Rows>;

    /// A database under a symmetry.
    ///
    /// `database`  of a `sliding_pattern`; if it has no table, or one of 2^32 entries or more, all
    ///             entries count as 0.
    /// `turned`    how the board is turned: left off, not at all.
    template <std::size_t K, Cost C>
    explicit sliding_view(
        const pattern_database<sliding_pattern<Columns, Rows, K>, Bits, C>& database,
        symmetry turned = {})
        : count_(K), turned_(turned) {
        for (std::size_t cell = 0; cell < board::count; ++cell) {
            for (std::size_t i = 0; i < K; ++i) {
                if (turned(cell) == database.abstraction().tiles()[i])
                    tiles_[i] = static_cast<std::uint8_t>(cell);
            }
        }
        if (database.status() != status::complete ||
            database.abstraction().index_bound() > std::numeric_limits<std::uint32_t>::max())
            return;
        table_ = database.table();
        for (std::size_t i = 0; i < K; ++i) {
            weights_[i] = static_cast<std::uint32_t>(
                detail::product_of(board::count - K + 1, board::count - i - 1));
        }
    }

    /// How many tiles there are.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    /// Tile i of them.
    [[nodiscard]] constexpr std::uint8_t tile(std::size_t i) const noexcept { return tiles_[i]; }
    /// How much each cell counts that is before that of tile i and not taken by an earlier tile.
    [[nodiscard]] constexpr std::uint32_t weight(std::size_t i) const noexcept {
        return weights_[i];
    }
    /// How the board is turned.
    [[nodiscard]] constexpr symmetry turned() const noexcept { return turned_; }
    /// The entries.
    [[nodiscard]] constexpr detail::packed_view<Bits> table() const noexcept { return table_; }

private:
    static constexpr unsigned char no_entry = 0;  // without a table, all weights are 0

    std::size_t count_;
    symmetry turned_;
    std::array<std::uint8_t, board::count> tiles_{};
    std::array<std::uint32_t, board::count> weights_{};
    detail::packed_view<Bits> table_{&no_entry};
};

/// The table of a pattern for other tiles of the same shape: those that come to lie where its own
/// are if the board is turned. Nothing if no symmetry does that, or if the blank of the goal would
/// come to where the pattern keeps it apart from where it is in the table.
///
/// `database`  of a `sliding_pattern`, which must outlive what is returned.
/// `tiles`     the other tiles, in any order.
template <std::size_t Columns, std::size_t Rows, std::size_t K, detail::entry_bits Bits, Cost C>
[[nodiscard]] std::optional<sliding_view<Columns, Rows, Bits>> seen_as(
    const pattern_database<sliding_pattern<Columns, Rows, K>, Bits, C>& database,
    const std::array<std::uint8_t, K>& tiles) {
    using board = detail::board_cells<Columns, Rows>;
    using view = sliding_view<Columns, Rows, Bits>;
    detail::cell_set made = 0;
    detail::cell_set wanted = 0;
    for (const std::uint8_t tile : database.abstraction().tiles()) made |= detail::only(tile);
    for (const std::uint8_t tile : tiles) wanted |= detail::only(tile);
    const detail::cell_set blank = board::component(board::all & ~made, 0);
    for (std::size_t number = 0; number < view::symmetry::count; ++number) {
        const typename view::symmetry turned(number);
        if (!turned.exists() || (blank & detail::only(turned(0))) == 0) continue;
        const view seen(database, turned);
        detail::cell_set found = 0;
        for (std::size_t i = 0; i < K; ++i) found |= detail::only(seen.tile(i));
        if (found == wanted) return seen;
    }
    return std::nullopt;
}

/// An estimate for `sliding_tiles`: how far all tiles are from their cells, and what tables know
/// beyond that of patterns without a common tile. On a square board it also asks them about the
/// mirror image on the main diagonal, which has a solution of the same length. It is admissible; as
/// entries do not know where the blank is, a move may change it by more than one. It refers to the
/// databases, which must outlive it. Without any it is the Manhattan distance.
///
/// A move is looked up without numbering the placement again. The number, lexicographic, grows by
/// the weight of the moved tile for each cell that it passes, but for those of earlier tiles of its
/// pattern, and by the weight of each later one that it passes. Along a row it passes nothing;
/// along a column `Columns - 1` cells.
///
/// `Patterns`  how many there are.
/// `Bits`      the bits of an entry.
/// `IsTurned`  whether some of them are seen under a symmetry of their own, which costs a look-up.
template <std::size_t Columns, std::size_t Rows, std::size_t Patterns = 0,
          detail::entry_bits Bits = detail::entry_bits::four, bool IsTurned = false>
class tile_estimate {
    using puzzle = sliding_tiles<Columns, Rows>;
    using node = typename puzzle::node_type;
    using view = sliding_view<Columns, Rows, Bits>;
    using symmetry = detail::board_symmetry<Columns, Rows>;
    static constexpr std::size_t cells = puzzle::cells;
    static constexpr std::size_t images = Patterns == 0 ? 0 : symmetry::has_mirror ? 2 : 1;

    // Entries share a word, each with room for the sum of all.
    static constexpr std::size_t place = 2 * static_cast<std::size_t>(Bits);
    using word = std::conditional_t<(Patterns * place <= 32), std::uint32_t, std::uint64_t>;
    static constexpr word largest_in_place = (word{1} << place) - 1;
    static_assert(Patterns * place <= 64, "tile_estimate: at most 8 patterns of four bits");
    [[nodiscard]] static constexpr word sum_of_places(word row) noexcept {
        return row * (~word{0} / largest_in_place) >> (8 * sizeof(word) - place);
    }

public:
    /// What is kept of a node, of the board and of its mirror image.
    struct parts_type {
        std::array<std::array<std::uint32_t, Patterns>, images> numbers;  ///< of the placements
        std::array<word, images> entries;                                 ///< side by side
        steps floor;  ///< the distances of all tiles

        /// The estimate.
        constexpr operator steps() const noexcept {
            word above = 0;
            for (const word row : entries) above = std::max(above, sum_of_places(row));
            return floor + 2 * static_cast<steps>(above);
        }
    };

    /// The sum of these patterns.
    ///
    /// `databases`  of `sliding_pattern`s, or what `seen_as` made of such; no tile is in two of
    /// them.
    template <class... Databases>
        requires(sizeof...(Databases) == Patterns)
    explicit tile_estimate(const Databases&... databases) {
        std::size_t pattern = 0;
        (add(view(databases), pattern++), ...);
    }

    /// The estimate of a node.
    [[nodiscard]] steps operator()(const node& n) const { return parts(n); }

    /// What is kept of a node.
    [[nodiscard]] parts_type parts(const node& n) const {
        parts_type kept{};
        for (std::size_t c = 0; c < cells; ++c) kept.floor += floors[n.tile[c] * cells + c];
        for (std::size_t i = 0; i < images; ++i) {
            for (std::size_t p = 0; p < Patterns; ++p) {
                kept.numbers[i][p] = number(n, i, p);
                kept.entries[i] |= word{tables_[p][kept.numbers[i][p]]} << (place * p);
            }
        }
        return kept;
    }

    /// What is kept of `n`, to which the action `a` led from a node of which `before` was kept.
    [[nodiscard]] SENDA_ALWAYS_INLINE parts_type after(const node& n, int a,
                                                       const parts_type& before) const {
        const std::size_t from = n.cell[0];
        const std::size_t to = puzzle::cell_of_moved(n, a);
        const std::size_t tile = n.tile[to];
        parts_type kept{};
        kept.floor = before.floor + floors[tile * cells + to] - floors[tile * cells + from];
        for (std::size_t i = 0; i < images; ++i) {
            const looks& at = looks_[i];
            const std::size_t p = at.pattern[tile];
            const slide& s = at.slides[IsTurned ? p : 0][4 * from + static_cast<std::size_t>(a)];
            std::uint32_t passed = 0;
            for (const std::uint8_t cell : s.passed) passed += at.passing[tile][n.tile[cell]];
            const std::uint32_t number =
                before.numbers[i][p] + s.cells * at.weight[tile] + s.sign * passed;
            // Not a copy that is changed in one place: that would be read before it is written.
            for (std::size_t q = 0; q < Patterns; ++q)
                kept.numbers[i][q] = q == p ? number : before.numbers[i][q];
            const word others = before.entries[i] & ~(largest_in_place << (place * p));
            kept.entries[i] = others | word{tables_[p][number]} << (place * p);
        }
        return kept;
    }

private:
    /// What a move passes in the order of the cells of an image. Numbers are counted modulo 2^32.
    struct slide {
        std::uint32_t cells = 0;  // of the image, or as many backwards
        std::uint32_t sign = 0;   // 1 or -1
        std::array<std::uint8_t, Columns - 1> passed{};
    };
    /// How the tables are asked about the board or its mirror image.
    struct looks {
        std::array<std::uint8_t, cells> pattern{};  // of each tile; 0 also if it is in none
        std::array<std::uint32_t, cells> weight{};  // of each tile; 0 if it is in no pattern
        /// What a tile (row) adds to its number, beside the cells, by passing another.
        std::array<std::array<std::uint32_t, cells>, cells> passing{};
        std::array<std::array<slide, 4 * cells>, IsTurned ? Patterns : 1> slides{};
    };

    /// How far each tile is from its cell on each cell; the blank does not count.
    static constexpr std::array<std::uint8_t, cells * cells> floors = [] {
        std::array<std::uint8_t, cells * cells> all{};
        for (std::size_t t = 1; t < cells; ++t) {
            for (std::size_t c = 0; c < cells; ++c)
                all[t * cells + c] = static_cast<std::uint8_t>(puzzle::apart(t, c));
        }
        return all;
    }();

    /// A cell, or the number of a tile, in an image.
    [[nodiscard]] static constexpr std::size_t mirror(std::size_t image,
                                                      std::size_t cell) noexcept {
        return image == 0 ? cell : symmetry(1)(cell);
    }

    void add(const view& added, std::size_t p) {
        views_[p] = added;
        tables_[p] = added.table();
        for (std::size_t i = 0; i < images; ++i) {
            looks& at = looks_[i];
            for (std::size_t j = 0; j < added.size(); ++j) {
                const std::size_t tile = mirror(i, added.tile(j));
                at.pattern[tile] = static_cast<std::uint8_t>(p);
                at.weight[tile] = added.weight(j);
                for (std::size_t k = 0; k < added.size(); ++k) {
                    if (k == j) continue;
                    at.passing[tile][mirror(i, added.tile(k))] =
                        k < j ? 0 - added.weight(j) : added.weight(k);
                }
            }
            for (std::size_t from = 0; from < cells; ++from) {
                for (int a = 0; a < puzzle::action_count(); ++a) {
                    node n = puzzle::goal();
                    n.cell[0] = static_cast<std::uint8_t>(from);
                    if (puzzle::allows(n, puzzle::inverse(a))) {
                        at.slides[IsTurned ? p : 0][4 * from + static_cast<std::size_t>(a)] =
                            slide_between(i, added, from, puzzle::cell_of_moved(n, a));
                    }
                }
            }
        }
    }
    /// What a tile passes on its way between neighbours, under the symmetry of a view.
    [[nodiscard]] static slide slide_between(std::size_t image, const view& seen, std::size_t from,
                                             std::size_t to) {
        const auto turned = [&](std::size_t cell) { return seen.turned()(mirror(image, cell)); };
        const std::size_t begin = turned(from);
        const std::size_t end = turned(to);
        slide s;
        s.cells = static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin);
        s.sign = begin < end ? 1 : ~std::uint32_t{0};
        s.passed.fill(static_cast<std::uint8_t>(from));  // the blank, by which nothing changes
        std::size_t count = 0;
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t at = turned(c);
            if (std::min(begin, end) < at && at < std::max(begin, end))
                s.passed[count++] = static_cast<std::uint8_t>(c);
        }
        return s;
    }

    /// The number of a placement, counted from the start.
    [[nodiscard]] std::uint32_t number(const node& n, std::size_t image, std::size_t p) const {
        const view& seen = *views_[p];
        std::uint32_t number = 0;
        detail::cell_set free = ~detail::cell_set{0};
        for (std::size_t j = 0; j < seen.size(); ++j) {
            const std::size_t cell =
                seen.turned()(mirror(image, n.cell[mirror(image, seen.tile(j))]));
            number += static_cast<std::uint32_t>(detail::rank_in(free, cell)) * seen.weight(j);
            free &= ~detail::only(cell);
        }
        return number;
    }

    std::array<std::optional<view>, Patterns> views_;
    std::array<detail::packed_view<Bits>, Patterns> tables_;
    std::array<looks, images> looks_{};
};

namespace detail {

/// What is known of a database of a `sliding_pattern`, or of a view of one, by its type.
template <class Database>
struct sliding_traits;
template <std::size_t Columns, std::size_t Rows, std::size_t K, entry_bits Bits, class C>
struct sliding_traits<pattern_database<sliding_pattern<Columns, Rows, K>, Bits, C>> {
    static constexpr std::size_t columns = Columns;
    static constexpr std::size_t rows = Rows;
    static constexpr entry_bits bits = Bits;
    static constexpr bool is_view = false;
};
template <std::size_t Columns, std::size_t Rows, entry_bits Bits>
struct sliding_traits<sliding_view<Columns, Rows, Bits>> {
    static constexpr std::size_t columns = Columns;
    static constexpr std::size_t rows = Rows;
    static constexpr entry_bits bits = Bits;
    static constexpr bool is_view = true;
};

}  // namespace detail

/// The board and the bits are those of the databases.
template <class First, class... More>
explicit tile_estimate(const First&, const More&...)
    -> tile_estimate<detail::sliding_traits<First>::columns, detail::sliding_traits<First>::rows,
                     1 + sizeof...(More), detail::sliding_traits<First>::bits,
                     (detail::sliding_traits<First>::is_view || ... ||
                      detail::sliding_traits<More>::is_view)>;

}  // namespace senda
