// SPDX-License-Identifier: MIT
// What the games of a match prove: a confidence interval, a difference in Elo, a sequential test.
#pragma once

#include <senda/games/position.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace senda::games {

/// A range in which a probability lies, with the confidence that was asked for.
struct confidence_interval {
    double low = 0;   ///< the lower end
    double high = 1;  ///< the upper end
};

/// The Wilson score interval (E. Wilson, Probable inference, 1927) of so many wins in so many
/// games, with a confidence of 95 % or as many standard deviations. A draw is half a win; the
/// interval is then a little wider than it need be.
[[nodiscard]] inline confidence_interval wilson_interval(double wins, int games,
                                                         double deviations = 1.959964) noexcept {
    if (games <= 0) return {};
    const double z = deviations;
    const double n = games;
    const double share = wins / n;
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half =
        z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

/// The difference in Elo (A. Elo, The rating of chessplayers, 1978) of a player who gets that share
/// of the points; infinite for all or none of them.
[[nodiscard]] inline double elo_of_share(double share) noexcept {
    if (share <= 0) return -std::numeric_limits<double>::infinity();
    if (share >= 1) return std::numeric_limits<double>::infinity();
    return 400 * std::log10(share / (1 - share));
}

/// The share of the points that a player gets who is so many Elo stronger.
[[nodiscard]] inline double share_of_elo(double elo) noexcept {
    return 1 / (1 + std::pow(10.0, -elo / 400));
}

/// Games that one player won, drew and lost.
struct tally {
    int wins = 0;    ///< games won
    int draws = 0;   ///< games drawn
    int losses = 0;  ///< games lost

    /// Counts another game.
    constexpr void add(outcome o) noexcept {
        ++(o == outcome::win ? wins : o == outcome::draw ? draws : losses);
    }
    /// How many games there were.
    [[nodiscard]] constexpr int games() const noexcept { return wins + draws + losses; }
    /// The wins, and half of the draws.
    [[nodiscard]] constexpr double points() const noexcept { return wins + draws / 2.0; }
    /// The points a game, from 0 to 1; a half without any game.
    [[nodiscard]] constexpr double share() const noexcept {
        return games() > 0 ? points() / games() : 0.5;
    }
    /// Where the share of all games that could be played lies, with a confidence of 95 %.
    [[nodiscard]] confidence_interval interval() const noexcept {
        return wilson_interval(points(), games());
    }
    /// How many Elo stronger the player looks.
    [[nodiscard]] double elo() const noexcept { return elo_of_share(share()); }

    friend constexpr bool operator==(const tally&, const tally&) noexcept = default;
};

/// What a sequential test has found out so far.
enum class test_verdict : std::uint8_t { open, accepted, rejected };

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(test_verdict v) noexcept {
    return v == test_verdict::open ? "open" : v == test_verdict::accepted ? "accepted" : "rejected";
}

/// The sequential probability ratio test (A. Wald, Sequential tests of statistical hypotheses,
/// 1945): as few games as it takes to tell two strengths apart. A draw counts as half a win and
/// half a loss, so that with draws it takes more games than it need, and errs less.
struct sequential_test {
    double elo_rejected = 0;     ///< at most so many Elo stronger: it is to be rejected
    double elo_accepted = 20;    ///< at least so many Elo stronger: it is to be accepted
    double false_accept = 0.05;  ///< how often it may accept what should be rejected
    double false_reject = 0.05;  ///< how often it may reject what should be accepted

    /// The logarithm of how much likelier the games are under the second hypothesis.
    [[nodiscard]] double log_likelihood_ratio(const tally& t) const noexcept {
        const double before = share_of_elo(elo_rejected);
        const double after = share_of_elo(elo_accepted);
        return t.points() * std::log(after / before) +
               (t.games() - t.points()) * std::log((1 - after) / (1 - before));
    }
    /// From this ratio on it is accepted.
    [[nodiscard]] double accept_bound() const noexcept {
        return std::log((1 - false_reject) / false_accept);
    }
    /// Down from this ratio it is rejected.
    [[nodiscard]] double reject_bound() const noexcept {
        return std::log(false_reject / (1 - false_accept));
    }
    /// Whether these games are enough to tell.
    [[nodiscard]] test_verdict verdict(const tally& t) const noexcept {
        const double ratio = log_likelihood_ratio(t);
        if (ratio >= accept_bound()) return test_verdict::accepted;
        if (ratio <= reject_bound()) return test_verdict::rejected;
        return test_verdict::open;
    }
};

}  // namespace senda::games
