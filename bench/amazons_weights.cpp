// SPDX-License-Identifier: MIT
// What are the features of an Amazons position worth? Plays games of the engine against itself, on
// all cores, and fits the weights of the evaluation to their results by logistic regression:
//
//     amazons_weights [GAMES [SIMULATIONS [SEED]]]
//
// prints the rows of `default_weights`, and how well they foretell the last tenth of the positions.
// The same arguments give the same weights on the same kind of machine.
#include <amazons/board.hpp>
#include <amazons/engine.hpp>
#include <amazons/evaluation.hpp>
#include <amazons/match.hpp>
#include <amazons/territory.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

namespace amazons = senda::amazons;

constexpr std::size_t features = amazons::feature_count;
constexpr std::size_t width = features * amazons::phases.size();
constexpr double ridge = 5;  // draws weights that hardly matter to 0

struct sample {
    amazons::features of_position;
    double result;  // 1 if the player to move won
    double value;   // what the search thought its chance to win was

    // A result tells the truth but much of it is chance, of which a search knows less.
    [[nodiscard]] double target() const { return (result + value) / 2; }
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

/// The positions of a game. Random plays now and then keep games apart.
std::vector<sample> play_game(amazons::engine& engine, senda::random_source random) {
    amazons::board b;
    for (std::uint64_t left = 2 + random.below(7); left > 0 && b.has_play(); --left)
        b.make(*amazons::random_play(b, random));
    std::vector<sample> samples;
    std::vector<amazons::player> to_move;
    engine.forget();
    while (b.has_play()) {
        const amazons::chosen c = engine.choose(b);
        samples.push_back({amazons::features_of(b), 0, c.win_probability});
        to_move.push_back(b.to_move());
        if (c.outcome && amazons::territory_of(b, amazons::metric::king).of_both().empty()) {
            if (c.outcome == senda::games::outcome::win) b.make(*c.best);  // the other one lost
            break;
        }
        b.make(random.below(25) == 0 ? *amazons::random_play(b, random) : *c.best);
    }
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i].result = to_move[i] == b.to_move() ? 0 : 1;
    return samples;
}

/// The positions of all games, in their order whichever thread plays them.
std::vector<sample> play_games(std::size_t games, std::uint64_t simulations, std::uint64_t seed) {
    std::vector<std::vector<sample>> played(games);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        amazons::engine engine({.limits = {.expansions = simulations}});
        for (std::size_t game = next++; game < games; game = next++)
            played[game] = play_game(engine, senda::random_source(seed * 1'000'003 + game));
    };
    std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
    for (std::thread& t : threads) t = std::thread(work);
    for (std::thread& t : threads) t.join();
    std::vector<sample> all;
    for (const std::vector<sample>& one : played) all.insert(all.end(), one.begin(), one.end());
    return all;
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
            slope[x.first + i] += (p - samples[k].target()) * x.values[i];
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
    const std::vector<sample> samples =
        play_games(argument(1, 8000), argument(2, 400), argument(3, 1));
    const std::size_t learnt = samples.size() * 9 / 10;
    std::vector<double> w(width);
    for (int round = 0; round < 60 && improve(w, samples, learnt) > 1e-4; ++round) {
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
