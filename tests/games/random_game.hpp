// SPDX-License-Identifier: MIT
// Games without any sense, as a seed draws them: every shape that a search could stumble over.
#pragma once

#include <senda/games/position.hpp>
#include <senda/storage/random.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace test_games {

/// A game on a graph of layers. Moves lead one or two layers on, so that a position is reached in
/// several ways, also after different numbers of plies; games end in any layer, in any way.
class random_game {
public:
    using move_type = unsigned;

    struct shape {
        unsigned layers = 6;
        unsigned width = 8;  // positions in a layer
        unsigned moves = 4;  // the most in a position
        bool draws = true;
        int spread = 50;  // of evaluations; small ones make many ties
    };

    random_game(std::uint64_t seed, const shape& s) : seed_(seed), shape_(s) {}

    template <class F>
    void for_each_move(F&& f) const {
        if (terminal()) return;
        for (unsigned m = 0; m < count_moves(); ++m)
            if (!f(m)) return;
    }
    void make(unsigned m) {
        passed_.push_back(here_);
        const std::uint64_t drawn = draw(1 + m);
        here_ = {here_.layer + 1 + (drawn % 4 == 0 ? 1U : 0U),
                 static_cast<unsigned>((drawn >> 8U) % shape_.width)};
    }
    void unmake(unsigned) {
        here_ = passed_.back();
        passed_.pop_back();
    }
    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        const std::uint64_t drawn = draw(100);
        if (here_.layer < shape_.layers && (here_.layer == 0 || drawn % 8 != 0))
            return std::nullopt;
        const auto end = static_cast<int>((drawn >> 8U) % (shape_.draws ? 3 : 2));
        return end == 2   ? senda::games::outcome::draw
               : end == 1 ? senda::games::outcome::win
                          : senda::games::outcome::loss;
    }
    [[nodiscard]] int evaluate() const {
        return static_cast<int>(draw(101) % static_cast<std::uint64_t>(2 * shape_.spread + 1)) -
               shape_.spread;
    }
    template <class F>
    void for_each_noisy_move(F&& f) const {
        for_each_move([&](unsigned m) { return draw(200 + m) % 3 != 0 || f(m); });
    }
    [[nodiscard]] std::uint64_t hash() const {
        return seed_ * 0x1'0001U + here_.layer * std::uint64_t{shape_.width} + here_.index;
    }
    [[nodiscard]] double prior(unsigned m) const { return static_cast<double>(draw(300 + m) % 4); }
    [[nodiscard]] std::uint64_t count_moves() const {
        return terminal() ? 0 : 1 + draw(0) % shape_.moves;
    }

private:
    struct place {
        unsigned layer = 0;
        unsigned index = 0;
    };

    [[nodiscard]] std::uint64_t draw(unsigned what) const {
        return senda::detail::scatter(seed_ + senda::detail::golden * (hash() * 1024 + what + 1));
    }

    std::uint64_t seed_;
    shape shape_;
    place here_ = {};
    std::vector<place> passed_ = {};
};

/// The same game for a search that may use nothing but what every position has.
template <class P>
class bare {
public:
    using move_type = typename P::move_type;

    explicit bare(P p) : inner_(std::move(p)) {}

    template <class F>
    void for_each_move(F&& f) const {
        inner_.for_each_move(f);
    }
    void make(move_type m) { inner_.make(m); }
    void unmake(move_type m) { inner_.unmake(m); }
    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        return inner_.terminal();
    }
    [[nodiscard]] int evaluate() const { return inner_.evaluate(); }

private:
    P inner_;
};

}  // namespace test_games
