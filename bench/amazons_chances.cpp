// SPDX-License-Identifier: MIT
// Fits the maps of amazons/win_chance.hpp: plays games of the engine against itself, asks the
// evaluation and each search about positions on the way, and finds by logistic regression how what
// they say becomes the part of the games that were won. The same on every run.
//   amazons_chances [GAMES [SIMULATIONS [SEED]]]    100 games with 100 simulations a play
#include <amazons/engine.hpp>
#include <amazons/win_chance.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace amazons = senda::amazons;

namespace {

/// What one source said of a position, and how the game ended for the player to move.
struct sample {
    double probability;
    double empty;
    bool won;
};

constexpr std::size_t parameters = 4;
using vector = std::array<double, parameters>;

/// What the parameters of a map are multiplied with.
vector inputs_of(const sample& s) {
    const double p = std::clamp(s.probability, 1e-6, 1 - 1e-6);
    const double odds = std::log(p / (1 - p));
    return {odds * (1 - s.empty), odds * s.empty, 1 - s.empty, s.empty};
}

/// Solves a small system of linear equations.
vector solved(std::array<vector, parameters> a, vector b) {
    for (std::size_t i = 0; i < parameters; ++i) {
        std::size_t pivot = i;
        for (std::size_t row = i; row < parameters; ++row)
            if (std::abs(a[row][i]) > std::abs(a[pivot][i])) pivot = row;
        std::swap(a[i], a[pivot]);
        std::swap(b[i], b[pivot]);
        for (std::size_t row = 0; row < parameters; ++row) {
            if (row == i) continue;
            const double factor = a[row][i] / a[i][i];
            for (std::size_t col = i; col < parameters; ++col) a[row][col] -= factor * a[i][col];
            b[row] -= factor * b[i];
        }
    }
    for (std::size_t i = 0; i < parameters; ++i) b[i] /= a[i][i];
    return b;
}

/// Logistic regression by Newton's method, drawn a little to the map that changes nothing: a few
/// games say little about a slope.
amazons::chance_map fitted(const std::vector<sample>& samples) {
    constexpr vector drawn_to = {1, 1, 0, 0};
    constexpr double strength = 1;
    vector w = drawn_to;
    for (int round = 0; round < 30; ++round) {
        vector gradient{};
        std::array<vector, parameters> hessian{};
        for (std::size_t i = 0; i < parameters; ++i) {
            gradient[i] = strength * (w[i] - drawn_to[i]);
            hessian[i][i] = strength;
        }
        for (const sample& s : samples) {
            const vector x = inputs_of(s);
            double odds = 0;
            for (std::size_t i = 0; i < parameters; ++i) odds += w[i] * x[i];
            const double p = 1 / (1 + std::exp(-odds));
            for (std::size_t i = 0; i < parameters; ++i) {
                gradient[i] += (p - (s.won ? 1 : 0)) * x[i];
                for (std::size_t j = 0; j < parameters; ++j)
                    hessian[i][j] += p * (1 - p) * x[i] * x[j];
            }
        }
        const vector step = solved(hessian, gradient);
        for (std::size_t i = 0; i < parameters; ++i) w[i] -= step[i];
    }
    constexpr double least_slope = 0.05;  // so that more is never less
    return {std::max(w[0], least_slope), std::max(w[1], least_slope), w[2], w[3]};
}

/// The mean surprise at how the games ended: less is better.
double log_loss(const std::vector<sample>& samples, const amazons::chance_map& map) {
    double sum = 0;
    for (const sample& s : samples) {
        const double p = map(s.probability, s.empty);
        sum -= std::log(s.won ? p : 1 - p);
    }
    return sum / static_cast<double>(std::max<std::size_t>(samples.size(), 1));
}

struct source {
    const char* name;
    std::vector<sample> samples = {};

    void add(const amazons::board& b, double probability, bool won) {
        samples.push_back({probability, amazons::empty_part(b), won});
    }

    void report() const {
        const amazons::chance_map map = fitted(samples);
        std::printf("%-12s {%.2f, %.2f, %.2f, %.2f}  loss %.3f, as it is %.3f\n", name, map.slope,
                    map.open_slope, map.offset, map.open_offset, log_loss(samples, map),
                    log_loss(samples, {}));
    }
};

/// A position of a game, and what was said about it.
struct seen {
    amazons::board board;
    double evaluation;
    amazons::chosen greedy;
    amazons::chosen few;
    amazons::chosen many;
};

void make_random_plays(amazons::board& b, std::uint64_t count, senda::random_source& random) {
    for (; count > 0 && b.has_play(); --count) {
        std::vector<amazons::play> plays;
        b.for_each_play([&](const amazons::play& p) { plays.push_back(p); });
        b.make(plays[static_cast<std::size_t>(random.below(plays.size()))]);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int i, unsigned long otherwise) {
        return argc > i ? std::strtoul(argv[i], nullptr, 10) : otherwise;
    };
    const unsigned long games = argument(1, 100);
    const unsigned long simulations = argument(2, 100);
    senda::random_source random(argument(3, 1));
    amazons::engine both(*amazons::parse_player("mcts:" + std::to_string(simulations)));
    amazons::engine greedy(*amazons::parse_player("greedy"));
    amazons::engine few(amazons::options_of(3));
    amazons::engine many(amazons::options_of(4));
    source evaluation{"evaluation"};
    source of_greedy{"greedy"};
    source of_mcts{"mcts"};
    constexpr unsigned long between_samples = 8;
    for (unsigned long game = 0; game < games; ++game) {
        amazons::board b;
        make_random_plays(b, random.below(6), random);
        both.forget();
        std::vector<seen> on_the_way;
        for (unsigned long ply = 0; b.has_play(); ++ply) {
            if (ply % between_samples == game % between_samples) {
                few.forget();
                many.forget();
                on_the_way.push_back({b, amazons::win_probability(b), greedy.choose(b),
                                      few.choose(b), many.choose(b)});
            }
            b.make(*both.choose(b).best);
        }
        for (const seen& s : on_the_way) {
            const bool won = s.board.to_move() != b.to_move();
            evaluation.add(s.board, s.evaluation, won);
            const auto add = [&](source& to, const amazons::chosen& c) {
                if (!c.outcome) to.add(s.board, c.win_probability, won);
            };
            add(of_greedy, s.greedy);
            add(of_mcts, s.few);
            add(of_mcts, s.many);
        }
        if (game % 10 == 9) std::fprintf(stderr, "%lu games\n", game + 1);
    }
    for (const source* s : {&evaluation, &of_greedy, &of_mcts}) s->report();
}
