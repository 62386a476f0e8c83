// SPDX-License-Identifier: MIT
// Nim as a position: take any number from one heap; who takes the last one wins.
#pragma once

#include <senda/games/position.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace test_games {

/// No draws, no sides: what is left is the whole position.
class nim {
public:
    struct move_type {
        std::size_t heap = 0;
        int taken = 0;

        friend bool operator==(const move_type&, const move_type&) = default;
    };

    explicit nim(std::vector<int> heaps) : heaps_(std::move(heaps)) {}

    template <class F>
    void for_each_move(F&& f) const {
        for (std::size_t heap = 0; heap < heaps_.size(); ++heap)
            for (int taken = 1; taken <= heaps_[heap]; ++taken)
                if (!f(move_type{heap, taken})) return;
    }
    void make(move_type m) { heaps_[m.heap] -= m.taken; }
    void unmake(move_type m) { heaps_[m.heap] += m.taken; }
    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        for (const int heap : heaps_)
            if (heap > 0) return std::nullopt;
        return senda::games::outcome::loss;
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t sum = 0;
        for (const int heap : heaps_) sum = sum * 64 + static_cast<std::uint64_t>(heap);
        return sum;
    }
    [[nodiscard]] std::uint64_t count_moves() const {
        std::uint64_t sum = 0;
        for (const int heap : heaps_) sum += static_cast<std::uint64_t>(heap);
        return sum;
    }

    /// Who is to move wins if this is not 0 (C. Bouton, Nim, a game with a complete mathematical
    /// theory, 1901).
    [[nodiscard]] int nim_sum() const {
        int sum = 0;
        for (const int heap : heaps_) sum ^= heap;
        return sum;
    }

private:
    std::vector<int> heaps_;
};

}  // namespace test_games
