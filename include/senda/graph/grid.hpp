// SPDX-License-Identifier: MIT
// Grids: cells that are open or closed, 4- or 8-connected, with or without a weight each.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/detail/graph/kept_beside.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/fwd.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <array>  // also for std::begin: <iterator> would bring the streams along
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#define SENDA_READS_GRID
#include <senda/detail/grid/read_engines.hpp>

namespace senda::detail {

/// A map whose values a rule can be asked about, a range of ranges: `vector<vector<int>>`,
/// `array<string, 9>`, `int[9][9]`.
template <class Map>
concept CellMap = requires(const Map& map) {
    std::begin(map) != std::end(map);
    std::begin(*std::begin(map)) != std::end(*std::begin(map));
};

/// What says of each value of a map what it means.
template <class Rule, class Map>
concept RuleOf = requires(Rule& rule, const Map& map) { rule(*std::begin(*std::begin(map))); };

/// A row of characters: a string, or a container of `char` in one piece.
template <class Row>
concept TextRow = std::convertible_to<const Row&, std::string_view> ||
                  requires(const Row& row) { std::string_view(row.data(), row.size()); };
// Rows that are made as they are read, but for views of something, would be gone before the grid
// is.
template <class Rows>
concept TextRows = requires(const Rows& rows) {
    std::begin(rows) != std::end(rows);
    requires TextRow<std::remove_cvref_t<decltype(*std::begin(rows))>>;
    requires std::is_lvalue_reference_v<decltype(*std::begin(rows))> ||
                 std::same_as<decltype(*std::begin(rows)), std::string_view>;
};

template <TextRow Row>
constexpr std::string_view as_text(const Row& row) {
    if constexpr (std::convertible_to<const Row&, std::string_view>) {
        return row;
    } else {
        return {row.data(), row.size()};
    }
}

}  // namespace senda::detail

namespace senda {

/// A rectangle of cells, each open or closed. It is a graph: an open cell leads to its open
/// neighbours, and closed cells have no edges at all. The order of neighbours is N, E, S, W, then
/// NE, SE, SW, NW, where north is up, toward smaller y.
///
/// A step costs 1 if straight and sqrt(2) if diagonal, times the weight of the cell it enters if
/// the grid has weights. Weights are numbers from 0 up; `closed` is the weight of a closed cell.
///
/// Several threads may ask a grid at once as long as nobody changes it.
template <grid_moves Moves, class Weight>
class basic_grid : public detail::declares_cost<
                       std::conditional_t<Moves == grid_moves::straight, Weight, double>> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    using stored = std::conditional_t<has_weights, Weight, unsigned char>;
    // Cells that are only open or closed, with straight steps, are bits: 256 are worked on at once.
    static constexpr bool has_tiles = !has_weights && Moves == grid_moves::straight;
    static constexpr bool has_jumps = !has_weights && Moves != grid_moves::straight;
    friend struct detail::kept_of;

public:
    using node_type = cell;
    using index_type = std::uint32_t;
    /// The type of weights; `unweighted` without.
    using weight_type = Weight;
    /// Which neighbours a cell leads to.
    static constexpr grid_moves moves = Moves;

    /// The weight that closes a cell: infinity, or the largest integer.
    static constexpr stored closed = [] {
        if constexpr (has_weights) {
            return infinite<Weight>;
        } else {
            return stored{0};
        }
    }();

    /// A grid without cells.
    basic_grid() = default;

    /// A grid of open cells, of weight 1. If the size is not possible it has no cells: see `make`.
    basic_grid(int width, int height) {
        assert(is_possible(width, height));
        if (!is_possible(width, height)) return;
        take(width, height, new word[static_cast<std::size_t>(array::words(width, height))]);
    }

    /// A grid in which `rule(cell)` says, row by row, what is open (bool) or what it weighs.
    template <std::invocable<cell> Rule>
    basic_grid(int width, int height, Rule&& rule) : basic_grid(width, height) {
        for (int y = 0; y < height_; ++y)
            for (int x = 0; x < width_; ++x) cells_.set(x, y, stored_as(rule(cell{x, y})));
    }

    /// A grid in which `rule(value)` says what is open (bool) or what it weighs, for each value of
    /// rows of your own. If they differ in length it has no cells: see `from_rows`.
    template <detail::CellMap Map, detail::RuleOf<Map> Rule>
    basic_grid(const Map& map, Rule&& rule) {
        parsed<basic_grid> made = from_rows(map, rule);
        assert(made);
        if (made) swap(*made);
    }

    basic_grid(const basic_grid&) = default;
    basic_grid(basic_grid&& other) noexcept { swap(other); }
    basic_grid& operator=(basic_grid other) noexcept {
        swap(other);
        return *this;
    }
    ~basic_grid() = default;

    /// A grid of open cells, of weight 1; or the error `bad_size` if it cannot be: a side is
    /// negative, the cells are too many for an index of 32 bits, or there is no memory for them.
    static parsed<basic_grid> make(std::int64_t width, std::int64_t height) {
        if (!is_possible(width, height)) return bad_size(width, height, "is not possible");
        basic_grid made;
        const auto words = static_cast<std::size_t>(array::words(width, height));
        word* const cells = new (std::nothrow) word[words];
        if (cells == nullptr) return bad_size(width, height, "does not fit into memory");
        made.take(static_cast<int>(width), static_cast<int>(height), cells);
        return made;
    }

    /// Reads a grid drawn with one character a cell: `.` and blank are open, `#` and `@` closed,
    /// and in grids with weights a digit is open and weighs that much, the others 1. Empty lines
    /// before and after the drawing are skipped. Errors: `bad_cell`, `bad_row_length`, `bad_size`.
    /// Warnings: `bom`.
    static parsed<basic_grid> parse(std::string_view text) {
        std::vector<text_line> rows;
        line_reader lines{text};
        while (const std::optional<text_line> line = lines.next()) rows.push_back(*line);
        parsed<basic_grid> made = from_lines(rows);
        if (made && lines.had_byte_order_mark())
            made.warnings.push_back(
                {"bom", "the text begins with a byte order mark, which is skipped", 1, 1});
        return made;
    }

    /// A map from a range of rows, each a string or a container of `char` in one piece. A place
    /// in an error is the row and the character in it, both from 1.
    template <detail::TextRows Rows>
    static parsed<basic_grid> from_rows(const Rows& rows) {
        std::vector<text_line> lines;
        for (const auto& row : rows) lines.push_back({detail::as_text(row), lines.size() + 1});
        return from_lines(lines);
    }

    /// A grid from a map of your own by a rule, as the constructor makes it; or the error
    /// `bad_row_length` or `bad_size`.
    template <detail::CellMap Map, detail::RuleOf<Map> Rule>
    static parsed<basic_grid> from_rows(const Map& map, Rule&& rule) {
        std::size_t width = 0;
        std::size_t height = 0;
        for (const auto& row : map) {
            std::size_t length = 0;
            for (auto i = std::begin(row); i != std::end(row); ++i) ++length;
            if (height++ == 0) width = length;
            if (length != width) return bad_row_length(height, length, width);
        }
        parsed<basic_grid> made =
            make(static_cast<std::int64_t>(width), static_cast<std::int64_t>(height));
        if (!made) return made;
        cell at{0, 0};
        for (auto&& row : map) {
            for (auto&& value : row) {
                made->put(at, stored_as(rule(value)));
                ++at.x;
            }
            at = {0, at.y + 1};
        }
        return made;
    }

    /// The number of columns.
    [[nodiscard]] int width() const noexcept { return width_; }
    /// The number of rows.
    [[nodiscard]] int height() const noexcept { return height_; }
    /// The bytes that its cells take.
    [[nodiscard]] std::size_t bytes() const noexcept { return cells_.count() * sizeof(word); }

    /// Whether `c` is a cell of this grid, open or closed.
    [[nodiscard]] bool contains(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_;
    }

    /// Whether `c` is an open cell of this grid.
    [[nodiscard]] bool open(cell c) const noexcept { return contains(c) && is_open(value(c)); }

    /// Whether `c` is a node of the graph: a closed cell is none, so no path begins or ends there.
    [[nodiscard]] bool is_node(cell c) const noexcept { return open(c); }

    /// The weight of a cell of this grid; `closed` if it is.
    [[nodiscard]] Weight weight(cell c) const noexcept
        requires has_weights
    {
        return value(c);
    }

    /// Opens a cell of this grid, with weight 1.
    void set(cell c) noexcept { put(c, 1); }

    /// Gives a cell of this grid a weight, which opens it unless it is `closed`.
    void set(cell c, Weight weight) noexcept
        requires has_weights
    {
        put(c, weight);
    }

    /// Closes a cell of this grid.
    void close(cell c) noexcept { put(c, closed); }

    /// The number of a cell of this grid, below `index_bound()`.
    [[nodiscard]] index_type index(cell c) const noexcept {
        assert(contains(c));
        return (static_cast<index_type>(c.y) + 1) * stride() + static_cast<index_type>(c.x) + 1;
    }

    /// More than every index. A few numbers below it belong to the ring and to no cell.
    [[nodiscard]] index_type index_bound() const noexcept { return bound_; }

    /// The cell with that index.
    [[nodiscard]] cell node(index_type index_of_cell) const noexcept {
        return {static_cast<int>(index_of_cell % stride()) - 1,
                static_cast<int>(index_of_cell / stride()) - 1};
    }

    /// Calls `emit(cell)`, or `emit(cell, cost)` where costs differ, for each step out of a cell.
    template <class Emit>
    void successors(cell n, Emit&& emit) const {
        each_neighbour(n, [&emit](cell to, stored entered, [[maybe_unused]] double length) {
            give(emit, to, entered, length);
        });
    }

    /// Like `successors`, for each step into a cell of this grid. Entering it costs the same from
    /// every side, but for the length of the step.
    template <class Emit>
    void predecessors(cell n, Emit&& emit) const {
        const stored entered = value(n);
        each_neighbour(n, [&emit, entered](cell from, stored, [[maybe_unused]] double length) {
            give(emit, from, entered, length);
        });
    }

    /// Whether two grids have the same size and the same cells.
    [[nodiscard]] friend bool operator==(const basic_grid& a, const basic_grid& b) noexcept {
        return a.width_ == b.width_ && a.height_ == b.height_ &&
               (a.bound_ == 0 || b.bound_ == 0 || a.cells_ == b.cells_);
    }

    /// Every cell by its index, the ring included: a weight, or 1 if open and 0 if closed.
    [[nodiscard]] const stored* data() const noexcept
        requires(!has_tiles)
    {
        return cells_.data();
    }

    /// The cells in tiles of bits, as the searches that know grids read them.
    [[nodiscard]] const detail::tiled_cells& tiles() const noexcept
        requires has_tiles
    {
        return cells_;
    }

private:
    using array = std::conditional_t<has_tiles, detail::tiled_cells, detail::ringed_cells<stored>>;
    using word = typename array::word;

    static constexpr std::uint64_t index_bound_of(std::int64_t width,
                                                  std::int64_t height) noexcept {
        return (static_cast<std::uint64_t>(width) + 1) * (static_cast<std::uint64_t>(height) + 2) +
               1;
    }
    static constexpr bool is_possible(std::int64_t width, std::int64_t height) noexcept {
        constexpr std::int64_t longest = std::numeric_limits<int>::max();
        constexpr auto bytes =
            static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max());
        return width >= 0 && height >= 0 && width <= longest && height <= longest &&
               index_bound_of(width, height) <= std::numeric_limits<index_type>::max() &&
               array::words(width, height) <= bytes / sizeof(word);
    }

    static diagnostic bad_size(std::int64_t width, std::int64_t height, const char* why) {
        return {"bad_size", "a grid of " + std::to_string(width) + " x " + std::to_string(height) +
                                " cells " + why};
    }

    static diagnostic bad_cell(const text_line& row, std::size_t x) {
        const std::string_view rest = row.text.substr(x);
        return {"bad_cell",
                "unknown cell " + quoted(rest.substr(0, first_character(rest).size)) +
                    ": expected '.' or a blank (open), '#' or '@' (closed)" +
                    (has_weights ? " or a digit (a weight)" : ""),
                row.number, x + 1};
    }

    static diagnostic bad_row_length(std::size_t number, std::size_t length, std::size_t width) {
        return {"bad_row_length",
                "this row has " + std::to_string(length) + " cells: expected " +
                    std::to_string(width) + ", as in the first row",
                number, std::min(length, width) + 1};
    }

    static parsed<basic_grid> from_lines(std::vector<text_line>& rows) {
        const auto is_drawn = [](const text_line& row) { return !row.text.empty(); };
        rows.erase(rows.begin(), std::find_if(rows.begin(), rows.end(), is_drawn));
        while (!rows.empty() && !is_drawn(rows.back())) rows.pop_back();
        const std::size_t width = rows.empty() ? 0 : rows.front().text.size();
        stored drawn{};
        // Memory is taken last: many short rows after a long one would take more than they hold.
        for (const text_line& row : rows) {
            for (std::size_t x = 0; x < std::min(width, row.text.size()); ++x)
                if (!read_cell(row.text[x], drawn)) return bad_cell(row, x);
            if (row.text.size() != width) return bad_row_length(row.number, row.text.size(), width);
        }
        parsed<basic_grid> made =
            make(static_cast<std::int64_t>(width), static_cast<std::int64_t>(rows.size()));
        if (!made) return made;
        for (int y = 0; y < made->height_; ++y)
            for (int x = 0; x < made->width_; ++x) {
                const std::string_view row = rows[static_cast<std::size_t>(y)].text;
                if (read_cell(row[static_cast<std::size_t>(x)], drawn))
                    made->cells_.set(x, y, drawn);
            }
        return made;
    }

    static bool read_cell(char drawn, stored& into) noexcept {
        if (drawn == '.' || drawn == ' ') {
            into = 1;
        } else if (drawn == '#' || drawn == '@') {
            into = closed;
        } else if (has_weights && detail::is_digit(drawn)) {
            into = static_cast<stored>(drawn - '0');
        } else {
            return false;
        }
        return true;
    }

    template <class Answer>
    static constexpr stored stored_as(Answer answer) noexcept {
        if constexpr (std::same_as<Answer, bool>) {
            return answer ? stored{1} : closed;
        } else {
            static_assert(has_weights, "the rule of a grid without weights returns bool");
            return static_cast<stored>(answer);
        }
    }

    static constexpr bool is_open(stored value) noexcept { return value != closed; }

    template <class Emit>
    static void give(Emit& emit, cell to, [[maybe_unused]] stored entered,
                     [[maybe_unused]] double length) {
        if constexpr (has_tiles) {
            emit(to);
        } else if constexpr (!has_weights) {
            emit(to, length);
        } else if constexpr (Moves == grid_moves::straight) {
            emit(to, static_cast<path_cost<Weight>>(entered));
        } else {
            emit(to, length * static_cast<double>(entered));
        }
    }

    /// Calls `visit(neighbour, its stored value, length of the step)` in the order of directions.
    template <class Visit>
    void each_neighbour(cell n, Visit visit) const {
        if (!is_open(value(n))) return;
        const auto at = [&](int x, int y) { return cells_.get(n.x + x, n.y + y); };
        const stored north = at(0, -1);
        const stored east = at(1, 0);
        const stored south = at(0, 1);
        const stored west = at(-1, 0);
        if (is_open(north)) visit(cell{n.x, n.y - 1}, north, 1.0);
        if (is_open(east)) visit(cell{n.x + 1, n.y}, east, 1.0);
        if (is_open(south)) visit(cell{n.x, n.y + 1}, south, 1.0);
        if (is_open(west)) visit(cell{n.x - 1, n.y}, west, 1.0);
        if constexpr (Moves != grid_moves::straight) {
            const auto diagonal = [&](stored one_side, stored other_side, int x, int y) {
                if (Moves == grid_moves::octile && (!is_open(one_side) || !is_open(other_side)))
                    return;
                const stored there = at(x, y);
                if (is_open(there)) visit(cell{n.x + x, n.y + y}, there, std::numbers::sqrt2);
            };
            diagonal(north, east, 1, -1);
            diagonal(south, east, 1, 1);
            diagonal(south, west, -1, 1);
            diagonal(north, west, -1, -1);
        }
    }

    [[nodiscard]] index_type stride() const noexcept { return static_cast<index_type>(width_) + 1; }

    [[nodiscard]] stored value(cell c) const noexcept {
        assert(contains(c));
        return cells_.get(c.x, c.y);
    }
    void put(cell c, stored to) noexcept {
        assert(contains(c));
        kept_.forget();
        cells_.set(c.x, c.y, to);
    }

    /// Sets the size and takes an array over for cells that are all open.
    void take(int width, int height, word* cells) noexcept {
        cells_ = array(cells, width, height, closed);
        width_ = width;
        height_ = height;
        bound_ = static_cast<index_type>(index_bound_of(width, height));
    }

    void swap(basic_grid& other) noexcept {
        kept_.forget();
        other.kept_.forget();
        std::swap(cells_, other.cells_);
        std::swap(width_, other.width_);
        std::swap(height_, other.height_);
        std::swap(bound_, other.bound_);
    }

    array cells_;
    int width_ = 0;
    int height_ = 0;
    index_type bound_ = 0;
    // What jump point searches have found out.
    SENDA_NO_UNIQUE_ADDRESS
    std::conditional_t<has_jumps, detail::kept_beside, detail::nothing_beside> kept_;
};

/// 4-connected, every step costs 1.
using grid = basic_grid<grid_moves::straight>;

/// 4-connected, a step costs the weight of the cell it enters.
using weighted_grid = basic_grid<grid_moves::straight, int>;

/// 8-connected, diagonally only where both cells beside the step are open; costs are lengths.
using octile_grid = basic_grid<grid_moves::octile>;

/// 8-connected, corners may be cut; costs are lengths.
using octile_grid_cutting = basic_grid<grid_moves::octile_cutting>;

}  // namespace senda
