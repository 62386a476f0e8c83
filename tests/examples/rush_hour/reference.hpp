// SPDX-License-Identifier: MIT
// Rush Hour solved the slow and obvious way, on the 36 characters of a board and nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace support {

/// One slide of a vehicle and the board after it.
struct text_slide {
    char letter = 0;
    int by = 0;
    std::string board;
};

/// Whether the red car stands at the right end of the third row.
inline bool is_solved_text(const std::string& board) { return board[17] == 'A'; }

/// All slides, in the order of letters and then of displacements.
inline std::vector<text_slide> slides_of_text(const std::string& board) {
    std::vector<text_slide> found;
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        const std::size_t first = board.find(letter);
        if (first == std::string::npos) continue;
        const std::size_t last = board.rfind(letter);
        const bool across = first / 6 == last / 6;
        const int next = across ? 1 : 6;
        const int length = static_cast<int>(last - first) / next + 1;
        const int place = static_cast<int>(across ? first % 6 : first / 6);
        for (int by = -place; by <= 6 - length - place; ++by) {
            if (by == 0) continue;
            bool free = true;
            // Every place on the way has to be free of all but the vehicle itself.
            for (int step = by < 0 ? by : 1; step <= (by < 0 ? -1 : by); ++step)
                for (int i = 0; i < length; ++i) {
                    const char c = board[static_cast<std::size_t>(static_cast<int>(first) +
                                                                  (step + i) * next)];
                    if (c != '.' && c != 'o' && c != letter) free = false;
                }
            if (!free) continue;
            std::string moved = board;
            for (char& c : moved)
                if (c == letter) c = 'o';
            for (int i = 0; i < length; ++i)
                moved[static_cast<std::size_t>(static_cast<int>(first) + (by + i) * next)] = letter;
            found.push_back({letter, by, std::move(moved)});
        }
    }
    return found;
}

/// Every board that can be reached from one, and how far each is from the nearest exit.
class text_component {
public:
    /// The longest slide that is one move: any, or one cell.
    enum class counting { slides, steps };

    explicit text_component(std::string start) {
        for (char& c : start)
            if (c == '.') c = 'o';
        number_[start] = 0;
        boards_.push_back(std::move(start));
        for (std::size_t i = 0; i < boards_.size(); ++i) {
            arcs_.emplace_back();
            for (text_slide& slide : slides_of_text(boards_[i])) {
                const auto [known, is_new] = number_.emplace(slide.board, boards_.size());
                if (is_new) boards_.push_back(std::move(slide.board));
                arcs_[i].push_back({known->second, slide.by});
            }
        }
        slides_ = distances(counting::slides);
        steps_ = distances(counting::steps);
    }

    std::size_t states() const { return boards_.size(); }
    std::size_t solved_states() const {
        std::size_t count = 0;
        for (const std::string& b : boards_) count += is_solved_text(b) ? 1 : 0;
        return count;
    }
    /// All boards; the first is the one that it began with.
    const std::vector<std::string>& boards() const { return boards_; }

    /// The fewest moves from a board, by its number, to a solved one; -1 if there is no way.
    int distance(counting how, std::size_t board = 0) const {
        return (how == counting::slides ? slides_ : steps_)[board];
    }
    /// The most of these over all boards; -1 if there is no way from any.
    int deepest(counting how) const {
        int most = -1;
        for (std::size_t i = 0; i < boards_.size(); ++i) most = std::max(most, distance(how, i));
        return most;
    }

    /// The fewest slides from the first board to each.
    std::vector<int> slides_from_first() const {
        return distances(counting::slides, [](std::size_t i) { return i == 0; });
    }

    /// How many lists of as few moves as possible solve the first board; below 2^64 it must be.
    std::uint64_t optimal_count(counting how) const {
        if (distance(how) < 0) return 0;
        // The ways to each board at a distance from the exit, one layer after the other.
        std::vector<std::uint64_t> ways(boards_.size(), 0);
        ways[0] = 1;
        for (int left = distance(how); left > 0; --left)
            for (std::size_t i = 0; i < boards_.size(); ++i) {
                if (distance(how, i) != left) continue;
                for (const arc& a : arcs_[i])
                    if (is_move(a, how) && distance(how, a.to) == left - 1) ways[a.to] += ways[i];
            }
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < boards_.size(); ++i)
            if (distance(how, i) == 0) all += ways[i];
        return all;
    }

private:
    struct arc {
        std::size_t to;
        int by;
    };

    static bool is_move(const arc& a, counting how) {
        return how == counting::slides || std::abs(a.by) == 1;
    }

    // A slide can be taken back, so that the way from an exit is also the way to it.
    std::vector<int> distances(counting how) const {
        return distances(how, [&](std::size_t i) { return is_solved_text(boards_[i]); });
    }

    template <class First>
    std::vector<int> distances(counting how, First is_first) const {
        std::vector<int> distance(boards_.size(), -1);
        std::vector<std::size_t> queue;
        for (std::size_t i = 0; i < boards_.size(); ++i)
            if (is_first(i)) {
                distance[i] = 0;
                queue.push_back(i);
            }
        for (std::size_t next = 0; next < queue.size(); ++next)
            for (const arc& a : arcs_[queue[next]])
                if (is_move(a, how) && distance[a.to] < 0) {
                    distance[a.to] = distance[queue[next]] + 1;
                    queue.push_back(a.to);
                }
        return distance;
    }

    std::vector<std::string> boards_;
    std::vector<std::vector<arc>> arcs_;
    std::unordered_map<std::string, std::size_t> number_;
    std::vector<int> slides_, steps_;
};

}  // namespace support
