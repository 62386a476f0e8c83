// SPDX-License-Identifier: MIT
// A game without an end.
#pragma once

#include <senda/games/position.hpp>

#include <optional>

namespace test_games {

/// Nobody ever wins, and nothing ever changes.
struct endless {
    using move_type = int;

    template <class F>
    void for_each_move(F&& f) const {
        if (f(0)) f(1);
    }
    void make(int) const {}
    void unmake(int) const {}
    [[nodiscard]] static std::optional<senda::games::outcome> terminal() { return std::nullopt; }
};

}  // namespace test_games
