// SPDX-License-Identifier: MIT
// Nim, solved: who takes the last match wins. The solver needs no evaluation, and proves its
// answer.
#include <senda/games/solve.hpp>

#include <array>
#include <cstdint>
#include <iostream>
#include <optional>

struct nim {
    struct move_type {
        std::size_t heap = 0;
        int matches = 0;
        bool operator==(const move_type&) const = default;
    };
    std::array<int, 4> heaps{1, 3, 5, 6};

    void for_each_move(auto&& f) const {
        for (std::size_t heap = 0; heap < heaps.size(); ++heap)
            for (int taken = 1; taken <= heaps[heap]; ++taken) f(move_type{heap, taken});
    }
    void make(move_type m) { heaps[m.heap] -= m.matches; }
    void unmake(move_type m) { heaps[m.heap] += m.matches; }
    std::optional<senda::games::outcome> terminal() const {
        if (heaps == std::array{0, 0, 0, 0}) return senda::games::outcome::loss;  // all are taken
        return std::nullopt;
    }
    std::uint64_t hash() const {  // with one, what was proved once is remembered
        return std::uint64_t(heaps[0] + 10 * (heaps[1] + 10 * (heaps[2] + 10 * heaps[3])));
    }
};

int main() {
    const auto solved = senda::games::solve(nim{});
    std::cout << "This is a " << to_string(*solved.outcome) << ": take " << solved.move->matches
              << " from heap " << solved.move->heap + 1 << ".\n";
}
