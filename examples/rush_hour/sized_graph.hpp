// SPDX-License-Identifier: MIT
// Boards of any shape as a graph for any search of the library, and a heuristic for A* on it.
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/board.hpp>
#include <rush_hour/rules.hpp>
#include <senda/graph/edge.hpp>

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace senda::rush_hour {

/// The positions of a car park of any shape, and the moves between them. A position is a number:
/// vehicles keep their order on a line, so that a line of at most eight cells has no more than 15
/// arrangements, and four bits for each of at most 16 lines say which it is in.
class sized_parking_graph {
public:
    using node_type = std::uint64_t;  ///< four bits a line
    using cost_type = steps;          ///< slides or steps
    using action_type = move;         ///< a vehicle and how far it goes

    /// The graph of all boards that can become of one, by slides or by steps.
    explicit sized_parking_graph(const board& b, metric count = metric::slide)
        : board_(b), count_(count) {
        slides_.emplace_back();
        const board_shape& s = b.shape();
        for (const axis direction : {axis::horizontal, axis::vertical}) {
            const int lines =
                s.length_of(direction == axis::horizontal ? axis::vertical : axis::horizontal);
            for (int at = 0; at < lines; ++at) add_line(direction, at);
        }
        std::vector<std::uint8_t> offsets;
        for (std::size_t l = 0; l < lines_.size(); ++l) {
            offsets.clear();
            for (const std::size_t v : lines_[l].vehicles)
                offsets.push_back(static_cast<std::uint8_t>(offset_of(b.vehicles()[v])));
            std::uint64_t a = 0;
            while (lines_[l].arrangements[a].offsets != offsets) ++a;
            start_ |= a << shift_of(l);
        }
    }

    /// Calls `emit(position, 1, move)` for each move, row by row, then column by column.
    template <class Emit>
    void successors(node_type p, Emit&& emit) const {
        for_each_slide(p, [&](const slide& s) { emit(p ^ s.change, 1, s.by); });
    }

    /// The position of the board that the graph was made of.
    [[nodiscard]] node_type start() const noexcept { return start_; }
    /// The goal of a search: the red car touches the edge with the exit.
    [[nodiscard]] auto goal() const noexcept {
        return [this](node_type p) { return arrangement_at(p, red_line_).cells_to_exit == 0; };
    }
    /// What counts one: a slide or a step.
    [[nodiscard]] metric count() const noexcept { return count_; }

    /// The board of a position.
    [[nodiscard]] rush_hour::board board_of(node_type p) const {
        std::vector<vehicle> vehicles(board_.vehicles().begin(), board_.vehicles().end());
        for (std::size_t l = 0; l < lines_.size(); ++l)
            for (std::size_t place = 0; place < lines_[l].vehicles.size(); ++place)
                offset_of(vehicles[lines_[l].vehicles[place]]) =
                    arrangement_at(p, l).offsets[place];
        return *board::make(vehicles, board_.walls(), board_.shape());
    }

private:
    friend class h_sized_blockers;
    friend class breadth_first_sized_parking_graph;

    /// A slide of one vehicle on a line: the cells that it enters must be free.
    struct slide {
        cell_set cells = 0;
        cell_set swept = 0;        // with the cells that it leaves
        std::uint64_t change = 0;  // of the position, by exclusive or
        std::uint32_t number = 0;
        std::uint8_t line = 0;
        move by = {};
    };

    /// Where the vehicles of a line are.
    struct arrangement {
        std::vector<std::uint8_t> offsets;
        cell_set cells = 0;
        std::uint32_t first_slide = 0;
        std::uint32_t last_slide = 0;  // one behind
        int cells_to_exit = 0;         // of the red car, on its line
        cell_set exit_path = 0;        // the cells between it and the exit
    };

    /// A row or column with vehicles along it, by their numbers on the board.
    struct line {
        std::vector<std::size_t> vehicles;
        std::vector<arrangement> arrangements;
    };

    static constexpr unsigned line_bits = 4;

    [[nodiscard]] static unsigned shift_of(std::size_t l) noexcept {
        return line_bits * static_cast<unsigned>(l);
    }
    [[nodiscard]] const arrangement& arrangement_at(node_type p, std::size_t l) const noexcept {
        return lines_[l].arrangements[p >> shift_of(l) & 15U];
    }
    [[nodiscard]] cell_set occupied(node_type p) const noexcept {
        cell_set taken = board_.walls();
        for (std::size_t l = 0; l < lines_.size(); ++l) taken |= cells_[l][p >> shift_of(l) & 15U];
        return taken;
    }
    /// Calls `visit(slide)` for each slide that is possible, line by line.
    template <class Visit>
    void for_each_slide(node_type p, Visit&& visit) const {
        const cell_set taken = occupied(p);
        for (std::size_t l = 0; l < lines_.size(); ++l) {
            const arrangement& here = arrangement_at(p, l);
            for (std::uint32_t i = here.first_slide; i < here.last_slide; ++i)
                if ((slides_[i].cells & taken) == 0) visit(slides_[i]);
        }
    }

    /// A vehicle of the board, moved along its line.
    [[nodiscard]] vehicle placed(std::size_t number, int offset) const noexcept {
        vehicle v = board_.vehicles()[number];
        offset_of(v) = static_cast<std::uint8_t>(offset);
        return v;
    }

    void add_line(axis direction, int at) {
        line made;
        for (int offset = 0; offset < board_.shape().length_of(direction); ++offset)
            for (std::size_t v = 0; v < board_.vehicles().size(); ++v) {
                const vehicle& one = board_.vehicles()[v];
                const int across = direction == axis::horizontal ? one.row : one.column;
                if (one.direction == direction && across == at && offset_of(one) == offset)
                    made.vehicles.push_back(v);
            }
        if (made.vehicles.empty()) return;
        if (has_red(made)) red_line_ = lines_.size();
        add_arrangements(made, {}, 0);
        add_slides(made);
        for (std::size_t a = 0; a < made.arrangements.size(); ++a)
            cells_[lines_.size()][a] = made.arrangements[a].cells;
        lines_.push_back(std::move(made));
        assert(lines_.back().arrangements.size() <= 15 && lines_.size() <= 16);
    }

    [[nodiscard]] static bool has_red(const line& l) noexcept {
        for (const std::size_t v : l.vehicles)
            if (v == 0) return true;
        return false;
    }

    /// Adds all arrangements that begin with these offsets and go on from a cell.
    void add_arrangements(line& l, std::vector<std::uint8_t> offsets, int from) const {
        if (offsets.size() == l.vehicles.size()) {
            arrangement made;
            made.offsets = std::move(offsets);
            for (std::size_t i = 0; i < l.vehicles.size(); ++i)
                made.cells |= cells_of(placed(l.vehicles[i], made.offsets[i]), board_.shape());
            if (has_red(l)) set_exit(l, made);
            l.arrangements.push_back(std::move(made));
            return;
        }
        const vehicle& next = board_.vehicles()[l.vehicles[offsets.size()]];
        const int most = board_.shape().length_of(next.direction) - next.length;
        for (int offset = from; offset <= most; ++offset) {
            offsets.push_back(static_cast<std::uint8_t>(offset));
            add_arrangements(l, offsets, offset + next.length);
            offsets.pop_back();
        }
    }

    void set_exit(const line& l, arrangement& made) const {
        std::size_t place = 0;
        while (l.vehicles[place] != 0) ++place;
        const board_shape& s = board_.shape();
        const int offset = made.offsets[place];
        const bool is_ahead = s.exit == edge::right || s.exit == edge::bottom;
        const int length = s.length_of(s.red_direction());
        const int last = is_ahead ? length - shortest_vehicle : 0;
        made.cells_to_exit = std::abs(last - offset);
        made.exit_path = swept(0, offset, last) & ~cells_of(placed(0, offset), s);
    }

    /// The cells that a vehicle covers from one offset to another.
    [[nodiscard]] cell_set swept(std::size_t number, int from, int to) const noexcept {
        cell_set cells = 0;
        for (int at = from < to ? from : to; at <= (from < to ? to : from); ++at)
            cells |= cells_of(placed(number, at), board_.shape());
        return cells;
    }

    void add_slides(line& l) {
        for (std::size_t from = 0; from < l.arrangements.size(); ++from) {
            arrangement& here = l.arrangements[from];
            here.first_slide = static_cast<std::uint32_t>(slides_.size());
            for (std::size_t to = 0; to < l.arrangements.size(); ++to) {
                const arrangement& there = l.arrangements[to];
                std::size_t moved = 0;
                std::size_t place = 0;
                for (std::size_t i = 0; i < l.vehicles.size(); ++i)
                    if (here.offsets[i] != there.offsets[i]) ++moved, place = i;
                if (moved != 1) continue;
                const int by = there.offsets[place] - here.offsets[place];
                if (count_ == metric::step && std::abs(by) != 1) continue;
                const std::size_t v = l.vehicles[place];
                const cell_set cells = swept(v, here.offsets[place], there.offsets[place]) &
                                       ~cells_of(placed(v, here.offsets[place]), board_.shape());
                if ((cells & board_.walls()) != 0) continue;
                slides_.push_back({cells,
                                   cells | (here.cells & ~there.cells),
                                   std::uint64_t{from ^ to} << shift_of(lines_.size()),
                                   static_cast<std::uint32_t>(slides_.size()),
                                   static_cast<std::uint8_t>(lines_.size()),
                                   {board_.vehicles()[v].id, static_cast<std::int8_t>(by)}});
            }
            here.last_slide = static_cast<std::uint32_t>(slides_.size());
        }
    }

    rush_hour::board board_;
    metric count_;
    std::vector<line> lines_;
    std::array<std::array<cell_set, 16>, 16> cells_ = {};  // of each line, by its arrangement
    std::vector<slide> slides_;  // the first is none, as if of no vehicle on the first line
    std::size_t red_line_ = 0;
    node_type start_ = 0;
};

/// A position of a car park of any shape, marked with the slide that first led to it.
struct marked_position {
    std::uint64_t lines = 0;  ///< the position, four bits a line
    std::uint32_t last = 0;   ///< the number of the slide; 0 if there was none

    /// The mark makes no difference.
    [[nodiscard]] friend constexpr bool operator==(const marked_position& a,
                                                   const marked_position& b) noexcept {
        return a.lines == b.lines;
    }
};

/// The positions of `sized_parking_graph` for `bfs` alone, with fewer edges: a position knows which
/// slide first led to it, and leaves out those that a search which tries them in their order has no
/// need of (proof in docs/inside.md). The distances are the same; in any other search they would
/// not be.
class breadth_first_sized_parking_graph {
public:
    using node_type = marked_position;  ///< a position and its mark
    using cost_type = steps;            ///< slides or steps
    using action_type = move;           ///< a vehicle and how far it goes

    /// The graph of all boards that can become of one, by slides or by steps.
    explicit breadth_first_sized_parking_graph(const board& b, metric count = metric::slide)
        : all_(b, count) {}

    /// Calls `emit(position, 1, move)` for each move worth trying, row by row, then column by
    /// column.
    template <class Emit>
    void successors(const marked_position& p, Emit&& emit) const {
        const slide& last = all_.slides_[p.last];
        all_.for_each_slide(p.lines, [&](const slide& s) {
            if (is_untried(s, last)) emit(marked_position{p.lines ^ s.change, s.number}, 1, s.by);
        });
    }

    /// The hash of a position, which is the same with any last move.
    [[nodiscard]] static std::uint64_t hash(const marked_position& p) noexcept { return p.lines; }

    /// The position of the board that the graph was made of.
    [[nodiscard]] marked_position start() const noexcept { return {all_.start(), 0}; }
    /// The goal of a search: the red car touches the edge with the exit.
    [[nodiscard]] auto goal() const noexcept {
        return [is_goal = all_.goal()](const marked_position& p) { return is_goal(p.lines); };
    }
    /// A goal one move nearer: the red car is not at the exit, and one move takes it there. That is
    /// the last move of every shortest solution.
    [[nodiscard]] auto one_before_goal() const noexcept {
        return [this](const marked_position& p) {
            const auto& red = all_.arrangement_at(p.lines, all_.red_line_);
            const int most = all_.count() == metric::step ? 1 : red.cells_to_exit;
            return red.cells_to_exit > 0 && red.cells_to_exit <= most &&
                   (red.exit_path & all_.occupied(p.lines)) == 0;
        };
    }
    /// The move that takes the red car to the exit, its way free.
    [[nodiscard]] move last_move(const marked_position& p) const noexcept {
        const int cells = all_.arrangement_at(p.lines, all_.red_line_).cells_to_exit;
        const edge exit = all_.board_.shape().exit;
        const bool is_ahead = exit == edge::right || exit == edge::bottom;
        return {all_.board_.vehicles()[0].id, static_cast<std::int8_t>(is_ahead ? cells : -cells)};
    }
    /// The graph with every move, whose positions these are.
    [[nodiscard]] const sized_parking_graph& all() const noexcept { return all_; }

private:
    using slide = sized_parking_graph::slide;

    /// Whether a slide has to be tried after the last one: if its line comes later, if they have a
    /// cell in common, or if on the same line they are not one move or none together.
    [[nodiscard]] bool is_untried(const slide& s, const slide& last) const noexcept {
        if (s.line != last.line) return s.line > last.line || (s.cells & last.swept) != 0;
        return all_.count() == metric::slide ? s.by.vehicle != last.by.vehicle
                                             : s.change != last.change;
    }

    sized_parking_graph all_;
};

/// At least the red car and all vehicles that block it have to move.
class h_sized_blockers {
public:
    /// Estimates for the positions of that graph.
    explicit h_sized_blockers(const sized_parking_graph& g) : graph_(&g) {}

    /// At least so many moves solve a position.
    [[nodiscard]] steps operator()(std::uint64_t p) const noexcept {
        const auto& own = graph_->arrangement_at(p, graph_->red_line_);
        // What stands in its own line, and a wall, never leaves it.
        if ((own.exit_path & (own.cells | graph_->board_.walls())) != 0) return infinite<steps>;
        if (own.cells_to_exit == 0) return 0;
        const steps red = graph_->count() == metric::step ? own.cells_to_exit : 1;
        return red + std::popcount(own.exit_path & graph_->occupied(p));
    }

private:
    const sized_parking_graph* graph_;
};

}  // namespace senda::rush_hour
