// SPDX-License-Identifier: MIT
#include <rush_hour/rate.hpp>

#include "small_components.hpp"
#include "support/enum_names.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace senda::rush_hour;
using support::board_of;

/// The letters that move if one always takes the first slide that comes nearer, by the text alone.
std::set<char> canonical_movers(std::string text, const support::text_component& slow) {
    const auto& boards = slow.boards();
    const auto distance = [&](const std::string& b) {
        const auto found = std::find(boards.begin(), boards.end(), b);
        return slow.distance(support::text_component::counting::slides,
                             static_cast<std::size_t>(found - boards.begin()));
    };
    std::set<char> movers;
    for (int left = distance(text); left > 0; --left) {
        for (const support::text_slide& slide : support::slides_of_text(text)) {
            if (distance(slide.board) != left - 1) continue;
            movers.insert(slide.letter);
            text = slide.board;
            break;
        }
    }
    return movers;
}

/// How many letters have the cells of some letter in the mirror, by the text alone.
int mirrored_letters(const std::string& text, bool left_right) {
    const auto cells = [&](char letter, bool in_mirror) {
        std::set<std::size_t> found;
        for (std::size_t i = 0; i < 36; ++i) {
            const std::size_t image = left_right ? i / 6 * 6 + 5 - i % 6 : (5 - i / 6) * 6 + i % 6;
            if (text[i] == letter) found.insert(in_mirror ? image : i);
        }
        return found;
    };
    int count = 0;
    for (char a = 'A'; a <= 'Z'; ++a) {
        bool has_image = false;
        for (char b = 'A'; b <= 'Z'; ++b)
            has_image =
                has_image || (!cells(a, false).empty() && cells(a, true) == cells(b, false));
        count += has_image ? 1 : 0;
    }
    return count;
}

/// How long people take by the formula, from the slow search alone.
double people_time_of(const support::text_component& slow) {
    using by = support::text_component::counting;
    const int moves = slow.distance(by::slides);
    if (moves == 0) return 0;
    const std::vector<int> from_start = slow.slides_from_first();
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < slow.states(); ++i) {
        if (from_start[i] > moves) continue;
        sum += slow.distance(by::slides, i);
        ++count;
    }
    const auto optimal = static_cast<double>(slow.optimal_count(by::slides));
    return std::exp(std::log(1.1) + 1.2 * std::log(moves) + 0.5 * std::log(sum / count) -
                    0.4 * std::log(optimal) / moves);
}

}  // namespace

TEST_CASE("the first classic card is for beginners") {
    const auto rated = rate(board_of("DDoooOPooQoOPAAQoOPooQooBoooCCBoRRRo"));
    REQUIRE(rated);
    CHECK(rated->moves == 8);
    CHECK(rated->moved_percent == 100);
    CHECK(rated->symmetry_percent == 0);
    CHECK(rated->score == doctest::Approx(0.7 * std::pow(8.0, 1.4) + 2).epsilon(1e-12));
    CHECK(std::abs(rated->score - 14.865) < 0.0005);
    CHECK(rated->rated == level::beginner);
    CHECK(rated->moves_level == level::beginner);
}

TEST_CASE("a rating is what the formula says of the text") {
    int solvable = 0;
    support::for_each_small_component(7, 60, 300, [&](const board& b, const auto& slow) {
        const component around(b);
        const auto rated = rate(b, around);
        const int moves = slow.distance(support::text_component::counting::slides);
        REQUIRE(rated.has_value() == (moves >= 0));
        if (!rated) return;
        ++solvable;
        const std::string text = to_text(b);
        const auto vehicles = static_cast<double>(b.vehicles().size());
        const double moved =
            100 * static_cast<double>(canonical_movers(text, slow).size()) / vehicles;
        const double symmetry =
            100 * std::max(mirrored_letters(text, true), mirrored_letters(text, false)) / vehicles;
        CHECK(rated->moves == static_cast<std::uint32_t>(moves));
        CHECK(rated->moved_percent == doctest::Approx(moved));
        CHECK(rated->symmetry_percent == doctest::Approx(symmetry));
        const double score = 0.7 * std::pow(moves, 1.4) + 0.2 * std::sqrt(moved) + 0.1 * symmetry;
        CHECK(std::abs(rated->score - score) < 1e-9);
        REQUIRE(rated->people_seconds);
        CHECK(*rated->people_seconds == doctest::Approx(people_time_of(slow)).epsilon(1e-9));
        CHECK(rate(b) == rated);
        // From another position of the component, after the steps were counted in its memory.
        (void)around.deepest(metric::step);
        const board other = board_of(slow.boards().back());
        CHECK(rate(other, around) == rate(other));
        CHECK(rate(b, around) == rated);
    });
    CHECK(solvable > support::rounds(20));
}

TEST_CASE("symmetry is seen in the better of the two mirrors") {
    CHECK(symmetry_percent(board_of("ooooooooooooooAAoooooooooooooooooooo")) == 100);
    CHECK(symmetry_percent(board_of("ooooooooooooAAoooooooooooooooooooooo")) == 0);
    // Left and right: the red car, B and C, and D, which is its own image.
    CHECK(symmetry_percent(board_of("BooooCBooooCooAAoooooooooDDDEEoooooo")) == 60);
    // Top and bottom: the red car and the car below it, but not E.
    CHECK(symmetry_percent(board_of("oooooEoooooEAAooooBBoooooooooooooooo")) ==
          doctest::Approx(100.0 * 2 / 3));
}

TEST_CASE("a score at a threshold has the harder level") {
    const std::array<double, 3> thresholds = {36, 66, 104};
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        CHECK(level_of_score(std::nextafter(thresholds[i], 0)) == static_cast<level>(i));
        CHECK(level_of_score(thresholds[i]) == static_cast<level>(i + 1));
    }
    CHECK(level_of_score(0) == level::beginner);
    const std::array<std::uint32_t, 4> last = {14, 25, 34, 60};
    for (std::size_t i = 0; i < last.size(); ++i) {
        CHECK(level_of_moves(last[i]) == static_cast<level>(i));
        if (i < 3) CHECK(level_of_moves(last[i] + 1) == static_cast<level>(i + 1));
    }
    support::check_names<level>();
}

TEST_CASE("a time at a threshold has the harder level") {
    const std::array<double, 3> thresholds = {60, 150, 270};
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        CHECK(level_of_seconds(std::nextafter(thresholds[i], 0)) == static_cast<level>(i));
        CHECK(level_of_seconds(thresholds[i]) == static_cast<level>(i + 1));
    }
    CHECK(level_of_seconds(0) == level::beginner);
}

namespace {

/// The rank of each value, from 0; those that are equal share the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<double> ranks;
    for (const double v : values) {
        const auto below =
            std::count_if(values.begin(), values.end(), [v](double x) { return x < v; });
        const auto same = std::count(values.begin(), values.end(), v);
        ranks.push_back(static_cast<double>(below) + static_cast<double>(same - 1) / 2);
    }
    return ranks;
}

/// Spearman's rank correlation.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const std::vector<double> x = ranks_of(a);
    const std::vector<double> y = ranks_of(b);
    const double mean = static_cast<double>(x.size() - 1) / 2;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
        xy += (x[i] - mean) * (y[i] - mean);
    }
    return xy / std::sqrt(xx * yy);
}

}  // namespace

TEST_CASE("the time of people follows measured times better than moves or the score do") {
    std::istringstream in(support::shared_text("rush_hour/human_times.csv"));
    std::string line;
    std::getline(in, line);  // the names of the columns
    std::vector<double> measured, people, score, moves;
    component around;
    while (std::getline(in, line)) {
        REQUIRE(around.analyse(board_of(line.substr(0, 36))));
        const auto rated = rate(around.park().board(), around);
        REQUIRE(rated);
        measured.push_back(std::stod(line.substr(line.rfind(',') + 1)));
        people.push_back(*rated->people_seconds);
        score.push_back(rated->score);
        moves.push_back(rated->moves);
    }
    if (measured.empty()) return;
    CHECK(measured.size() == 35);
    const double follows = rank_correlation(people, measured);
    CHECK(follows > 0.93);
    CHECK(follows > rank_correlation(moves, measured) + 0.04);
    CHECK(follows > rank_correlation(score, measured) + 0.08);
}

TEST_CASE("a solved board is rated, one without a solution is not") {
    const auto solved = rate(board_of("ooooooooooooooooAAoooooooooooooooooo"));
    REQUIRE(solved);
    CHECK(solved->moves == 0);
    CHECK(solved->score == 0);
    CHECK(solved->moved_percent == 0);
    CHECK(solved->people_seconds == 0.0);
    CHECK(!rate(board_of("ooooooooooooAAooooooooooooooooooooox"), {.expansions = 1}));
    CHECK(!rate(board_of("ooooooooooooAAoxoooooooooooooooooooo")));
    // A board that is not one of the positions.
    const component other(board_of("ooooooooooooAAoooooooooooooooooooooo"));
    CHECK(!rate(board_of("BBooooooooooAAoooooooooooooooooooooo"), other));
}
