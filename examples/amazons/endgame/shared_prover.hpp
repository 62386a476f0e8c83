// SPDX-License-Identifier: MIT
// What is contested, proven by several threads, each of which counts closed regions by itself.
#pragma once

#include <amazons/endgame/endgame_position.hpp>
#include <amazons/endgame/endgame_solver.hpp>
#include <amazons/endgame/filling_moves.hpp>
#include <senda/games/parallel.hpp>
#include <senda/search/options.hpp>

#include <array>
#include <cstdint>

namespace senda::amazons::detail {

/// As many threads as the options say, or one.
template <class Set>
class shared_prover {
public:
    void begin(const endgame_options& o, std::uint64_t alone = games::solve_options{}.alone) {
        limits_ = limits_of_counting(o.limits);
        stop_ = o.stop;
        solver_.set_options({.limits = o.limits,
                             .stop = o.stop,
                             .table_bytes = o.table_bytes,
                             .threads = o.threads,
                             .alone = alone,
                             .progress = o.progress});
    }

    [[nodiscard]] auto run(const endgame_position<Set>& position) {
        return solver_.run(position, [&](unsigned thread) {
            filling_search<Set>& own = filling_[thread - 1];
            own.begin(limits_, stop_);
            return position.counted_by(own);
        });
    }

private:
    limits limits_;
    stop_token stop_;
    std::array<filling_search<Set>, 15> filling_;  // of all threads but the caller's
    games::parallel_solver<endgame_position<Set>> solver_;
};

}  // namespace senda::amazons::detail
