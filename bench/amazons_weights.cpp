// SPDX-License-Identifier: MIT
// What are the features of an Amazons position worth? Plays games of the engine against itself and
// fits the weights of the evaluation to their results by logistic regression:
//
//     amazons_weights [GAMES [SIMULATIONS [SEED]]]
//
// prints the rows of `default_weights`, and how well they foretell the last tenth of the positions.
// The same arguments give the same weights. Those in the header came from two rounds, each with the
// weights of the one before, of some 4,000 games with 200 simulations a play.
#include <senda/amazons/board.hpp>
#include <senda/amazons/endgame.hpp>
#include <senda/amazons/engine.hpp>
#include <senda/amazons/evaluation.hpp>
#include <senda/amazons/match.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

namespace amazons = senda::amazons;

constexpr std::size_t features = amazons::feature_count;
constexpr std::size_t width = features * amazons::phases.size();
constexpr double ridge = 5;  // draws weights that hardly matter to 0

struct sample {
    amazons::features of_position;
    double result;  // 1 if the player to move won
};

/// The inputs of a position: its features, shared out between two phases.
struct inputs {
    std::size_t first = 0;
    std::array<double, 2 * features> values{};

    explicit inputs(const amazons::features& f) {
        std::size_t phase = 0;
        while (phase + 2 < amazons::phases.size() && f.contest >= amazons::phases[phase + 1])
            ++phase;
        const float from = amazons::phases[phase];
        const float to = amazons::phases[phase + 1];
        const double share = std::min(1.0, static_cast<double>((f.contest - from) / (to - from)));
        for (std::size_t i = 0; i < features; ++i) {
            values[i] = (1 - share) * static_cast<double>(f.values[i]);
            values[features + i] = share * static_cast<double>(f.values[i]);
        }
        first = phase * features;
    }
};

/// Plays a game and adds its positions. Random plays now and then keep games apart.
void play_game(amazons::engine& engine, senda::random_source& random,
               std::vector<sample>& samples) {
    amazons::board b;
    for (std::uint64_t left = 2 + random.below(7); left > 0 && b.has_play(); --left)
        b.make(*amazons::random_play(b, random));
    std::vector<std::pair<amazons::features, amazons::player>> met;
    engine.forget();
    while (b.has_play()) {
        met.emplace_back(amazons::features_of(b), b.to_move());
        const amazons::chosen c = engine.choose(b);
        if (c.outcome && amazons::territory_of(b, amazons::metric::king).of_both().empty()) {
            if (c.outcome == senda::games::outcome::win) b.make(*c.best);  // the other one lost
            break;
        }
        b.make(random.below(25) == 0 ? *amazons::random_play(b, random) : *c.best);
    }
    const amazons::player loser = b.to_move();
    for (const auto& [f, to_move] : met) samples.push_back({f, to_move == loser ? 0.0 : 1.0});
}

double probability(const std::vector<double>& w, const inputs& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.values.size(); ++i) sum += w[x.first + i] * x.values[i];
    return 1 / (1 + std::exp(-sum));
}

/// A step of Newton's method: solves the normal equations by elimination; returns its length.
double improve(std::vector<double>& w, const std::vector<sample>& samples, std::size_t count) {
    std::vector<double> slope(width);
    std::vector<double> curve(width * width);
    for (std::size_t k = 0; k < count; ++k) {
        const inputs x(samples[k].of_position);
        const double p = probability(w, x);
        for (std::size_t i = 0; i < x.values.size(); ++i) {
            slope[x.first + i] += (p - samples[k].result) * x.values[i];
            for (std::size_t j = 0; j < x.values.size(); ++j)
                curve[(x.first + i) * width + x.first + j] +=
                    (p * (1 - p) + 1e-4) * x.values[i] * x.values[j];
        }
    }
    for (std::size_t i = 0; i < width; ++i) {
        curve[i * width + i] += ridge;
        slope[i] += ridge * w[i];
    }
    for (std::size_t c = 0; c < width; ++c)
        for (std::size_t r = 0; r < width; ++r) {
            if (r == c) continue;
            const double factor = curve[r * width + c] / curve[c * width + c];
            for (std::size_t j = c; j < width; ++j)
                curve[r * width + j] -= factor * curve[c * width + j];
            slope[r] -= factor * slope[c];
        }
    double longest = 0;
    for (std::size_t i = 0; i < width; ++i)
        longest = std::max(longest, std::abs(slope[i] /= curve[i * width + i]));
    const double share = longest > 0.5 ? 0.5 / longest : 1;
    for (std::size_t i = 0; i < width; ++i) w[i] -= share * slope[i];
    return longest;
}

}  // namespace

int main(int count, char** arguments) {
    const auto argument = [&](int i, std::uint64_t otherwise) {
        return count > i ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
    };
    amazons::engine engine({.limits = {.expansions = argument(2, 200)}});
    senda::random_source random(argument(3, 1));
    std::vector<sample> samples;
    for (std::uint64_t games = argument(1, 4000); games > 0; --games)
        play_game(engine, random, samples);
    const std::size_t learnt = samples.size() * 9 / 10;
    std::vector<double> w(width);
    for (int round = 0; round < 30 && improve(w, samples, learnt) > 1e-4; ++round) {
    }
    double loss = 0;
    for (std::size_t k = learnt; k < samples.size(); ++k) {
        const double p = probability(w, inputs(samples[k].of_position));
        loss -= std::log(std::max(samples[k].result > 0.5 ? p : 1 - p, 1e-9));
    }
    for (std::size_t i = 0; i < width; ++i)
        std::printf("%s%.3fF%s", i % features == 0 ? "    {" : ", ", w[i],
                    i % features == features - 1 ? "},\n" : "");
    std::printf("%zu positions, cross-entropy of the last tenth %.4f\n", samples.size(),
                loss / static_cast<double>(std::max<std::size_t>(samples.size() - learnt, 1)));
}
