// SPDX-License-Identifier: MIT
// Move ordering: which move is tried first. The sooner the best one comes, the less is searched.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/games/position.hpp>
#include <senda/games/result.hpp>
#include <senda/graph/hash.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace senda::games::detail {

/// A move with its place in the queue.
template <class Move>
struct ranked_move {
    Move move;
    double prior;
    std::int32_t rank;
    std::uint32_t order;  // as the position gave it: no two are equal

    /// Whether `b` is tried before `a`. What the position knows of its moves comes before what
    /// other positions showed.
    friend bool operator<(const ranked_move& a, const ranked_move& b) noexcept {
        if (a.prior != b.prior) return a.prior < b.prior;
        if (a.rank != b.rank) return a.rank < b.rank;
        return a.order > b.order;
    }
};

/// Not a number counts as the least.
[[nodiscard]] inline double valid_prior(double prior) noexcept {
    constexpr double least = -1e300;
    return prior > least ? prior : least;
}

/// What a position thinks of a move.
template <Position P>
[[nodiscard]] double prior_of(const P& position, const move_of<P>& m) {
    if constexpr (PriorPosition<P>) return valid_prior(static_cast<double>(position.prior(m)));
    return 0;
}

/// What a position thinks of all its moves, one after the other.
template <Position P>
[[nodiscard]] auto priors_of(const P& position) {
    if constexpr (requires { position.priors(); }) {
        return [priors = position.priors()](const move_of<P>& m) {
            return valid_prior(static_cast<double>(priors(m)));
        };
    } else {
        return [&position](const move_of<P>& m) { return prior_of(position, m); };
    }
}

/// Moves that refuted others: two killers a ply (S. Akl, M. Newborn, The principal continuation and
/// the killer heuristic, 1977) and all plies' history (J. Schaeffer, The history heuristic, 1983).
template <class Move>
class killers_and_history {
    static constexpr unsigned bits = 12;
    static constexpr std::int32_t history_cap = 1'000'000;
    static constexpr std::int32_t killer_rank = 2'000'000;

public:
    /// Forgets the killers and half of the history: another position is looked at.
    void begin_search() {
        killers_.clear();
        halve_history();
    }

    /// Notes that a move of a player, 0 or 1, was too good for the opponent to allow.
    void add(const Move& m, int ply, std::size_t player, int depth) {
        const auto at = static_cast<std::size_t>(ply);
        if (at >= killers_.size()) killers_.resize(at + 1);
        auto& [first, second] = killers_[at];
        if (first != m) second = std::exchange(first, m);
        if constexpr (Hashable<Move>) {
            if (history_.empty()) history_.resize(std::size_t{2} << bits);
            const std::int32_t deep = std::min(depth, 100);
            std::int32_t& sum = history_[slot(m, player)];
            sum += deep * deep;
            if (sum > history_cap) halve_history();
        }
    }

    [[nodiscard]] std::int32_t rank(const Move& m, int ply, std::size_t player) const {
        const auto at = static_cast<std::size_t>(ply);
        if (at < killers_.size()) {
            if (killers_[at][0] == m) return killer_rank + 1;
            if (killers_[at][1] == m) return killer_rank;
        }
        return history_.empty() ? 0 : history_[slot(m, player)];
    }

private:
    void halve_history() {
        for (std::int32_t& h : history_) h /= 2;
    }

    // Moves that share a slot by their hash only spoil each other's order a little.
    [[nodiscard]] static std::size_t slot(const Move& m, std::size_t player) {
        if constexpr (Hashable<Move>) {
            return (player << bits) | static_cast<std::size_t>(hash_value(m) >> (64U - bits));
        }
        return 0;
    }

    std::vector<std::array<std::optional<Move>, 2>> killers_;
    std::vector<std::int32_t> history_;
};

/// The moves of a position by their priors, sorted as far as wanted.
template <Position P>
class move_ranking {
    using ranked = ranked_move<move_of<P>>;

public:
    /// Takes the moves of a position. Without priors the seed shuffles them, always the same way.
    void rank(const P& position, std::uint64_t seed) {
        moves_.clear();
        const auto prior = priors_of(position);
        position.for_each_move([&](const move_of<P>& m) {
            const auto order = static_cast<std::uint32_t>(moves_.size());
            std::int32_t drawn = 0;
            if constexpr (!PriorPosition<P>) {
                const std::uint64_t bits = seed + senda::splitmix64_step * (order + 1ULL);
                drawn = static_cast<std::int32_t>(senda::splitmix64(bits) >> 33U);
            }
            moves_.emplace_back(m, prior(m), drawn, order);
            return true;
        });
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(moves_.size());
    }
    [[nodiscard]] const move_of<P>& operator[](std::uint32_t i) const { return moves_[i].move; }
    [[nodiscard]] double prior(std::uint32_t i) const { return moves_[i].prior; }
    [[nodiscard]] double highest_prior() const {
        double highest = moves_[0].prior;
        for (const ranked& m : moves_) highest = std::max(highest, m.prior);
        return highest;
    }

    /// Puts those moves in their places that come from `from` on, before `to`.
    void sort_part(std::uint32_t from, std::uint32_t to) {
        const auto before = [](const ranked& a, const ranked& b) { return b < a; };
        const auto begin = moves_.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end = moves_.begin() + static_cast<std::ptrdiff_t>(to);
        if (from > 0) std::nth_element(moves_.begin(), begin, moves_.end(), before);
        if (end != moves_.end()) std::nth_element(begin, end, moves_.end(), before);
        std::sort(begin, end, before);
    }

private:
    std::vector<ranked> moves_;
};

/// The parts of the moves in a sum over all of e^(prior / temperature).
class softmax {
public:
    template <Position P>
    softmax(const move_ranking<P>& ranking, double temperature)
        : highest_(ranking.highest_prior()), temperature_(temperature) {
        if (temperature <= 0) return;
        double sum = 0;
        for (std::uint32_t i = 0; i < ranking.size(); ++i) sum += power(ranking.prior(i));
        inverse_ = 1 / sum;
    }

    [[nodiscard]] double operator()(double prior) const {
        return inverse_ == 0 ? 0 : power(prior) * inverse_;
    }

private:
    [[nodiscard]] double power(double prior) const {
        return std::exp((prior - highest_) / temperature_);
    }

    double highest_;
    double temperature_;
    double inverse_ = 0;
};

}  // namespace senda::games::detail
