// SPDX-License-Identifier: MIT
// Mazes that take far more memory than there is.
#include "memory_case.hpp"

#include <maze/exhaustive.hpp>
#include <maze/solve.hpp>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

namespace soak {

namespace {

namespace maze = senda::maze;

/// A square from the middle of the left side to the middle of the right one: all is deadly but for
/// the sides. Every so many cells a treasure lies about, if asked for.
class ringed {
public:
    ringed(double cells, std::uint32_t between_treasures)
        : side_(static_cast<std::uint32_t>(std::sqrt(cells)) | 1U) {
        const std::size_t side = side_;
        std::string text(side * side, '0');
        for (std::size_t y = 1; y + 1 < side; ++y)
            for (std::size_t x = 1; x + 1 < side; ++x) text[y * side + x] = '9';
        for (std::size_t i = between_treasures; between_treasures != 0 && i < text.size();
             i += between_treasures)
            text[i] = 'T';
        text[side / 2 * side] = 'S';
        text[side / 2 * side + side - 1] = 'E';
        board_ = maze::board::make(side_, side_, 50, text);
    }
    [[nodiscard]] const maze::board& board() const { return *board_; }
    /// Along the sides.
    [[nodiscard]] double least() const { return side_ - 1 + 2.0 * (side_ / 2); }

private:
    std::uint32_t side_;
    std::optional<maze::board> board_;
};

told tell(const maze::answer& a, double least) {
    return {a.ended, static_cast<double>(a.lower_bound), least, a.statistics.bytes};
}

/// A maze that needs so many bytes a byte of the limit, at 50 bytes a cell.
template <int Times, std::uint32_t BetweenTreasures, bool Count>
told solve(std::uint64_t bytes, ready begin) {
    const ringed m(Times * static_cast<double>(bytes) / 50, BetweenTreasures);
    begin();
    return tell(maze::solve(m.board(), {.count = Count, .limits = within(bytes).limits}),
                m.least());
}

}  // namespace

std::vector<memory_case> mazes() {
    return {
        {"maze", solve<10, 0, false>},
        {"maze, just too large", solve<4, 0, false>},
        {"maze, far too large", solve<100, 0, false>},
        {"maze, full of treasures", solve<5, 3, false>},
        {"maze, some treasures", solve<5, 1000, false>},
        {"maze, all states",
         [](std::uint64_t bytes, ready begin) {
             // Every cell costs life, so that one is in many states.
             const auto side = static_cast<std::uint32_t>(std::sqrt(bytes / 40));
             std::string text(std::size_t{side} * side, '1');
             text.front() = 'S';
             text.back() = 'E';
             const auto b = maze::board::make(side, side, 1'000'000, text);
             begin();
             return tell(
                 maze::solve_exhaustively(*b, maze::method::bfs, {.limits = within(bytes).limits}),
                 2.0 * (side - 1));
         }},
    };
}

}  // namespace soak
