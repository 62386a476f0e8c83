// SPDX-License-Identifier: MIT
// The sum of several pattern databases of sliding tiles, which a move brings up to date.
#pragma once

#include <senda/estimates/pattern_database.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/result.hpp>
#include <sliding_tiles/layers/cell_sets.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace senda::sliding_tiles {

/// The table of a `pattern` for tiles that, if the board is turned, are those of the
/// pattern. It refers to the database, which must outlive it.
template <std::size_t Columns, std::size_t Rows, entry_bits Bits>
class view {
    using board = detail::board_cells<Columns, Rows>;

public:
    /// How a board is turned before it is looked up.
    using symmetry = detail::board_symmetry<Columns, Rows>;

    /// A database under a symmetry.
    ///
    /// `database`  of a `pattern`; if it has no table, or one of 2^32 entries or more, all
    ///             entries count as 0.
    /// `turned`    how the board is turned: left off, not at all.
    template <std::size_t K, Cost C>
    explicit view(const pattern_database<pattern<Columns, Rows, K>, Bits, C>& database,
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
        weights_[K - 1] = 1;
        for (std::size_t i = K - 1; i > 0; --i)
            weights_[i - 1] = weights_[i] * static_cast<std::uint32_t>(board::count - i);
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
    [[nodiscard]] constexpr packed_view<Bits> table() const noexcept { return table_; }

private:
    static constexpr unsigned char no_entry = 0;  // without a table, all weights are 0

    std::size_t count_;
    symmetry turned_;
    std::array<std::uint8_t, board::count> tiles_{};
    std::array<std::uint32_t, board::count> weights_{};
    packed_view<Bits> table_{&no_entry};
};

/// The table of a pattern for other tiles of the same shape: those that come to lie where its own
/// are if the board is turned. Nothing if no symmetry does that, or if the blank of the goal would
/// come to where the pattern keeps it apart from where it is in the table.
///
/// `database`  of a `pattern`, which must outlive what is returned.
/// `tiles`     the other tiles, in any order.
template <std::size_t Columns, std::size_t Rows, std::size_t K, entry_bits Bits, Cost C>
[[nodiscard]] std::optional<view<Columns, Rows, Bits>> seen_as(
    const pattern_database<pattern<Columns, Rows, K>, Bits, C>& database,
    const std::array<std::uint8_t, K>& tiles) {
    using board = detail::board_cells<Columns, Rows>;
    using seen_view = view<Columns, Rows, Bits>;
    detail::cell_set made = 0;
    detail::cell_set wanted = 0;
    for (const std::uint8_t tile : database.abstraction().tiles()) made |= detail::only(tile);
    for (const std::uint8_t tile : tiles) wanted |= detail::only(tile);
    const detail::cell_set blank = board::component(board::all & ~made, 0);
    for (std::size_t number = 0; number < seen_view::symmetry::count; ++number) {
        const typename seen_view::symmetry turned(number);
        if (!turned.exists() || (blank & detail::only(turned(0))) == 0) continue;
        const seen_view seen(database, turned);
        detail::cell_set found = 0;
        for (std::size_t i = 0; i < K; ++i) found |= detail::only(seen.tile(i));
        if (found == wanted) return seen;
    }
    return std::nullopt;
}

/// An estimate for `puzzle`: how far all tiles are from their cells, and what tables know
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
          entry_bits Bits = entry_bits::four, bool IsTurned = false>
class estimate {
    using board = puzzle<Columns, Rows>;
    using node = typename board::node_type;
    using pattern_view = view<Columns, Rows, Bits>;
    using symmetry = detail::board_symmetry<Columns, Rows>;
    static constexpr std::size_t cells = board::cells;
    static constexpr std::size_t images = Patterns == 0 ? 0 : symmetry::has_mirror ? 2 : 1;

    // Entries share a word, each with room for the sum of all.
    static constexpr std::size_t place = 2 * static_cast<std::size_t>(Bits);
    using word = std::conditional_t<(Patterns * place <= 32), std::uint32_t, std::uint64_t>;
    static constexpr word largest_in_place = (word{1} << place) - 1;
    static_assert(Patterns * place <= 64, "estimate: at most 8 patterns of four bits");
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
    /// `databases`  of `pattern`s, or what `seen_as` made of such; no tile is in two of
    /// them.
    template <class... Databases>
        requires(sizeof...(Databases) == Patterns)
    explicit estimate(const Databases&... databases) {
        [[maybe_unused]] std::size_t p = 0;
        (add(pattern_view(databases), p++), ...);
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
        const std::size_t to = board::cell_of_moved(n, a);
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
                all[t * cells + c] = static_cast<std::uint8_t>(board::apart(t, c));
        }
        return all;
    }();

    /// A cell, or the number of a tile, in an image.
    [[nodiscard]] static constexpr std::size_t mirror(std::size_t image,
                                                      std::size_t cell) noexcept {
        return image == 0 ? cell : symmetry(1)(cell);
    }

    void add(const pattern_view& added, std::size_t p) {
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
                for (int a = 0; a < board::action_count(); ++a) {
                    node n = board::goal();
                    n.cell[0] = static_cast<std::uint8_t>(from);
                    if (board::allows(n, board::inverse(a))) {
                        at.slides[IsTurned ? p : 0][4 * from + static_cast<std::size_t>(a)] =
                            slide_between(i, added, from, board::cell_of_moved(n, a));
                    }
                }
            }
        }
    }
    /// What a tile passes on its way between neighbours, under the symmetry of a view.
    [[nodiscard]] static slide slide_between(std::size_t image, const pattern_view& seen,
                                             std::size_t from, std::size_t to) {
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
        const pattern_view& seen = *views_[p];
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

    std::array<std::optional<pattern_view>, Patterns> views_;
    std::array<packed_view<Bits>, Patterns> tables_;
    std::array<looks, images> looks_{};
};

namespace detail {

/// What is known of a database of a `pattern`, or of a view of one, by its type.
template <class Database>
struct sliding_traits;
template <std::size_t Columns, std::size_t Rows, std::size_t K, entry_bits Bits, class C>
struct sliding_traits<pattern_database<pattern<Columns, Rows, K>, Bits, C>> {
    static constexpr std::size_t columns = Columns;
    static constexpr std::size_t rows = Rows;
    static constexpr entry_bits bits = Bits;
    static constexpr bool is_view = false;
};
template <std::size_t Columns, std::size_t Rows, entry_bits Bits>
struct sliding_traits<view<Columns, Rows, Bits>> {
    static constexpr std::size_t columns = Columns;
    static constexpr std::size_t rows = Rows;
    static constexpr entry_bits bits = Bits;
    static constexpr bool is_view = true;
};

}  // namespace detail

/// The board and the bits are those of the databases.
template <class First, class... More>
explicit estimate(const First&, const More&...)
    -> estimate<detail::sliding_traits<First>::columns, detail::sliding_traits<First>::rows,
                1 + sizeof...(More), detail::sliding_traits<First>::bits,
                (detail::sliding_traits<First>::is_view || ... ||
                 detail::sliding_traits<More>::is_view)>;

}  // namespace senda::sliding_tiles
