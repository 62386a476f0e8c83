// SPDX-License-Identifier: MIT
// Games without any sense, as a seed draws them: every shape that a search could stumble over.
#pragma once

#include <senda/games/position.hpp>
#include <senda/storage/random.hpp>

#include <cstdint>
#include <memory>
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

protected:
    [[nodiscard]] std::uint64_t draw(unsigned what) const {
        return senda::splitmix64(seed_ + senda::splitmix64_step * (hash() * 1024 + what + 1));
    }

private:
    struct place {
        unsigned layer = 0;
        unsigned index = 0;
    };

    std::uint64_t seed_;
    shape shape_;
    place here_ = {};
    std::vector<place> passed_ = {};
};

/// Games of points on the same graphs: moves win points or lose some, and every third keeps the
/// turn. A position is known again whatever points were won before it.
class random_score_game : public random_game {
public:
    using random_game::random_game;

    void make(unsigned m) {
        before_.push_back({lead_, is_second_});
        const std::uint64_t drawn = draw(400 + m);
        if (drawn % 4 == 0) lead_ += static_cast<int>((drawn >> 8U) % 5) - 1;
        if ((drawn >> 16U) % 3 != 0) {
            lead_ = -lead_;
            is_second_ = !is_second_;
        }
        random_game::make(m);
    }
    void unmake(unsigned m) {
        random_game::unmake(m);
        lead_ = before_.back().first;
        is_second_ = before_.back().second;
        before_.pop_back();
    }
    [[nodiscard]] std::optional<senda::games::margin> terminal() const {
        if (!random_game::terminal()) return std::nullopt;
        return senda::games::margin{lead_ + static_cast<int>(draw(102) % 7) - 3};
    }
    [[nodiscard]] int evaluate() const { return lead_ + random_game::evaluate(); }
    [[nodiscard]] int running_score() const { return lead_; }
    [[nodiscard]] bool player_to_move() const { return is_second_; }

private:
    int lead_ = 0;  // of the player to move
    bool is_second_ = false;
    std::vector<std::pair<int, bool>> before_ = {};
};

/// The same, with the points as a part of the position.
struct random_points_game : random_score_game {
    using random_score_game::random_score_game;

    int running_score() const = delete;
    [[nodiscard]] std::uint64_t hash() const {
        return random_score_game::hash() * 256 +
               static_cast<std::uint64_t>(random_score_game::running_score() + 128);
    }
};

/// The same, where who has more points wins, by whatever margin.
struct random_turn_game : random_points_game {
    using random_points_game::random_points_game;

    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        const auto end = random_points_game::terminal();
        return end ? std::optional(outcome_of(*end)) : std::nullopt;
    }
};

/// The same game, which takes a move back with what it handed out when it was made.
template <class P>
struct with_undo_data : P {
    using P::P;

    std::unique_ptr<P> make(const typename P::move_type& m) {
        auto before = std::make_unique<P>(*this);
        P::make(m);
        return before;
    }
    void unmake(const typename P::move_type&, std::unique_ptr<P> before) {
        static_cast<P&>(*this) = std::move(*before);
    }
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
    [[nodiscard]] auto terminal() const { return inner_.terminal(); }
    [[nodiscard]] int evaluate() const { return inner_.evaluate(); }

private:
    P inner_;
};

}  // namespace test_games
