// SPDX-License-Identifier: MIT
#include <amazons/evaluation.hpp>
#include <amazons/evaluation/divided_board.hpp>

#include <amazons/format.hpp>
#include <amazons/territory.hpp>

#include "naive_game.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {
namespace evaluation_test {

using namespace senda::amazons;
using distances = std::map<naive::place, int>;

board board_of(const naive::game& g) {
    const auto read = parse_board(g.text());
    REQUIRE(read);
    return *read;
}

/// The moves from the nearest amazon of a player to each cell that can be reached, by breadth.
distances naive_distances(const naive::game& g, char who, metric how) {
    distances found;
    std::vector<naive::place> layer = g.with(who);
    for (int moves = 1; !layer.empty(); ++moves) {
        std::vector<naive::place> next;
        for (const naive::place& from : layer)
            for (const naive::place& to :
                 how == metric::queen ? g.queen_moves(from) : g.king_moves(from))
                if (found.emplace(to, moves).second) next.push_back(to);
        layer = next;
    }
    return found;
}

/// By how many moves white is ahead of black at a cell; one who comes alone is 99 ahead.
int lead_of_white(const distances& white, const distances& black, const naive::place& p) {
    const auto w = white.find(p);
    const auto b = black.find(p);
    if (w == white.end()) return b == black.end() ? 0 : -99;
    return b == black.end() ? 99 : b->second - w->second;
}

void check_territory(const naive::game& g, metric how) {
    const distances white = naive_distances(g, 'W', how);
    const distances black = naive_distances(g, 'B', how);
    const territory t = territory_of(board_of(g), how);
    double closeness = 0;
    int wrong = 0;
    for (const naive::place& p : g.places()) {
        const cell c = cell_at(p.first, p.second);
        const int lead = lead_of_white(white, black, p);
        const bool by_white = white.count(p) != 0;
        const bool by_black = black.count(p) != 0;
        if (by_white) closeness += std::pow(0.5, white.at(p));
        if (by_black) closeness -= std::pow(0.5, black.at(p));
        if (t.reached_by_white.contains(c) != by_white) ++wrong;
        if (t.reached_by_black.contains(c) != by_black) ++wrong;
        if (t.of_white().contains(c) != (lead > 0)) ++wrong;
        if (t.of_black().contains(c) != (lead < 0)) ++wrong;
        if (t.disputed().contains(c) != (by_white && by_black && lead == 0)) ++wrong;
        for (int n = 0; n < static_cast<int>(territory::most_lead); ++n) {
            const auto at = static_cast<std::size_t>(n);
            if (t.white_leads[at].contains(c) != (lead > n)) ++wrong;
            if (t.black_leads[at].contains(c) != (-lead > n)) ++wrong;
        }
    }
    CHECK(wrong == 0);
    const cell_set outside = ~board::cells;
    CHECK(((t.reached_by_white | t.reached_by_black) & outside).empty());
    CHECK(static_cast<double>(t.closeness) == doctest::Approx(closeness).epsilon(1e-4));
}

/// The same where what is further than so many moves counts as if it were so far.
distances up_to(int most, distances of_player) {
    for (auto& [p, moves] : of_player) moves = std::min(moves, most);
    return of_player;
}

/// The features as they are defined, for white.
std::map<feature, double> naive_features(const naive::game& g) {
    std::map<feature, double> f;
    for (const metric how : {metric::queen, metric::king}) {
        const bool queen = how == metric::queen;
        const distances white = up_to(queen ? 4 : 99, naive_distances(g, 'W', how));
        const distances black = up_to(queen ? 4 : 99, naive_distances(g, 'B', how));
        for (const naive::place& p : g.places()) {
            const int lead = lead_of_white(white, black, p);
            const double sign = lead > 0 ? 1 : lead < 0 ? -1 : 0;
            f[queen ? feature::queen_territory : feature::king_territory] += sign;
            if (queen && std::abs(lead) > 1) f[feature::queen_lead] += sign;
            if (queen && std::abs(lead) == 99) f[feature::sole_territory] += sign;
            if (lead == 0 && white.count(p) != 0)
                f[queen ? feature::queen_disputed : feature::king_disputed] += 0.1;
            if (!queen) f[feature::king_lead] += sign * std::min(7, std::abs(lead)) / 7.0;
        }
        if (!queen) continue;
        for (const auto& [p, moves] : up_to(3, white))
            f[feature::queen_closeness] += std::pow(0.5, moves);
        for (const auto& [p, moves] : up_to(3, black))
            f[feature::queen_closeness] -= std::pow(0.5, moves);
    }
    for (const char who : {'W', 'B'}) {
        const distances other = naive_distances(g, who == 'W' ? 'B' : 'W', metric::queen);
        for (const naive::place& p : g.with(who)) {
            const double sign = who == 'W' ? 1 : -1;
            double open = 0;
            for (const naive::place& to : g.queen_moves(p)) {
                const int away =
                    std::max(std::abs(to.first - p.first), std::abs(to.second - p.second));
                if (other.count(to) != 0) open += away == 1 ? 2.25 : away == 2 ? 1.25 : 0.25;
            }
            f[feature::narrow_freedom] += sign * open / (open + 1);
            f[feature::freedom] += sign * open / (open + 4);
            f[feature::wide_freedom] += sign * open / (open + 16);
        }
    }
    return f;
}

double naive_contest(const naive::game& g) {
    const distances white = up_to(4, naive_distances(g, 'W', metric::queen));
    const distances black = up_to(4, naive_distances(g, 'B', metric::queen));
    double sum = 0;
    for (const auto& [p, moves] : white)
        if (black.count(p) != 0) sum += std::pow(0.5, std::min(3, std::abs(black.at(p) - moves)));
    return sum;
}

/// The same position with the colours exchanged.
naive::game exchanged(naive::game g) {
    for (const naive::place& p : g.places())
        if (g.at(p) == 'W' || g.at(p) == 'B') g.at(p) = g.at(p) == 'W' ? 'B' : 'W';
    g.turn = g.turn == 'W' ? 'B' : 'W';
    return g;
}

/// The same position turned round by a quarter.
naive::game turned(const naive::game& g) {
    naive::game round = g;
    for (const naive::place& p : g.places()) round.at({9 - p.second, p.first}) = g.at(p);
    return round;
}

}  // namespace evaluation_test
}  // namespace

TEST_CASE("territories are those that a search by breadth finds") {
    using namespace evaluation_test;
    support::split_mix64 random{6};
    for (int round = 0; round < support::rounds(120); ++round) {
        const naive::game g = naive::random_game(random);
        CAPTURE(g.text());
        check_territory(g, metric::queen);
        check_territory(g, metric::king);
    }
}

TEST_CASE("features are as they are defined") {
    using namespace evaluation_test;
    support::split_mix64 random{7};
    for (int round = 0; round < support::rounds(80); ++round) {
        const naive::game g = naive::random_game(random);
        CAPTURE(g.text());
        const features f = features_of(board_of(g));
        const double sign = g.turn == 'W' ? 1 : -1;
        for (const auto& [which, value] : naive_features(g)) {
            CAPTURE(static_cast<int>(which));
            const bool is_of_both =
                which == feature::queen_disputed || which == feature::king_disputed;
            CHECK(static_cast<double>(f[which]) ==
                  doctest::Approx(is_of_both ? value : sign * value).epsilon(1e-4));
        }
        CHECK(f[feature::turn] == 1.0F);
        CHECK(static_cast<double>(f.contest) == doctest::Approx(naive_contest(g)));
    }
}

TEST_CASE("the prior of a half play is the evaluation after it") {
    using namespace evaluation_test;
    support::split_mix64 random{9};
    for (int round = 0; round < support::rounds(30); ++round) {
        const naive::game g = naive::random_game(random);
        CAPTURE(g.text());
        const board b = board_of(g);
        const evaluated_board<board> whole(b);
        detail::divided_board<board> half(b, default_weights);
        int wrong = 0;
        half.for_each_move([&](const detail::half_play& gone) {
            detail::divided_board<board> after = half;
            after.make(gone);
            const double odds = std::exp(half.prior(gone));  // with the arrow still to be shot
            wrong += std::abs(after.win_probability() - odds / (1 + odds)) < 1e-4 ? 0 : 1;
            after.for_each_move([&, priors = after.priors()](const detail::half_play& shot) {
                const play p{gone.from, gone.to, shot.to};
                wrong += std::abs(priors(shot) - whole.prior(p)) < 1e-4 ? 0 : 1;
                return true;
            });
            return true;
        });
        CHECK(wrong == 0);
    }
}

TEST_CASE("the evaluation knows neither colours nor directions") {
    using namespace evaluation_test;
    support::split_mix64 random{8};
    for (int round = 0; round < support::rounds(60); ++round) {
        const naive::game g = naive::random_game(random);
        const board b = board_of(g);
        CHECK(evaluate(board_of(exchanged(g))) == evaluate(b));
        CHECK(std::abs(evaluate(board_of(turned(g))) - evaluate(b)) <= 1);  // sums may round
        const double odds = std::exp(evaluate(b) / 1000.0);
        CHECK(win_probability(b) == doctest::Approx(odds / (1 + odds)).epsilon(1e-3));
    }
}

TEST_CASE("who has more room stands better") {
    using namespace evaluation_test;
    // White is shut in by arrows in the lower left corner; black has all the rest.
    const auto read = parse_board("a1,b1,a2,b2\nj10,j9,i10,i9\na3,b3,c1,c2,c3,d4\n1\n");
    REQUIRE(read);
    CHECK(evaluate(*read) < -2000);
    CHECK(win_probability(*read) < 0.1);
    CHECK(features_of(*read).contest == 0.0F);
}

TEST_CASE("weights are interpolated between phases") {
    using namespace evaluation_test;
    weights w;
    for (std::size_t i = 0; i < phases.size(); ++i)
        w.of_phase[i][static_cast<std::size_t>(feature::turn)] = static_cast<float>(i);
    const auto odds_at = [&](float contest) {
        features f;
        f[feature::turn] = 1;
        f.contest = contest;
        return static_cast<double>(log_odds(f, w));
    };
    for (std::size_t i = 0; i < phases.size(); ++i)
        CHECK(odds_at(phases[i]) == doctest::Approx(static_cast<double>(i)));
    for (std::size_t i = 0; i + 1 < phases.size(); ++i)
        CHECK(odds_at((phases[i] + phases[i + 1]) / 2) ==
              doctest::Approx(static_cast<double>(i) + 0.5));
    CHECK(odds_at(100) == doctest::Approx(static_cast<double>(phases.size() - 1)));
}
