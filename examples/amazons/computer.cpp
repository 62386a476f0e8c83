// SPDX-License-Identifier: MIT
#include "computer.hpp"

#include <amazons/endgame.hpp>
#include <amazons/engine.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/win_chance.hpp>

#include <cstdint>

namespace amazons = senda::amazons;

amazons::engine_options options_for(const engine_arguments& args) {
    const bool limited = args.seconds || args.nodes;
    amazons::engine_options o = amazons::options_of(
        args.level.value_or(limited ? amazons::strongest_level : amazons::default_level));
    if (!args.level && limited) o.tree.limits = {};
    if (args.nodes) o.limits.expansions = *args.nodes;
    if (args.seconds) o.limits.time = *args.seconds;
    if (args.bytes != senda::limits{}.bytes) o.tree.tree_bytes = args.bytes;
    o.threads = args.threads;
    o.seed = args.seed;
    return o;
}

double chance_at_first_sight(const amazons::board& b) {
    // A few milliseconds, so that whoever plays does not notice.
    const amazons::endgame_result found =
        amazons::endgame_solver().run(b, {.limits = {.expansions = 2'000, .time = 0.02},
                                          .most_contested = 40,
                                          .table_bytes = std::uint64_t{1} << 20U});
    if (found.outcome) return *found.outcome == senda::games::outcome::win ? 1 : 0;
    return amazons::win_chance(b);
}

struct computer::hidden : amazons::engine {
    using amazons::engine::engine;
};

computer::computer(const amazons::engine_options& o) : engine_(std::make_unique<hidden>(o)) {}
computer::~computer() = default;

amazons::chosen computer::choose(const amazons::board& b) { return engine_->choose(b); }

amazons::chosen computer::choose(const amazons::board& b, senda::stop_token stop) {
    return choose(b, engine_->options().limits, stop);
}

amazons::chosen computer::choose(const amazons::board& b, const senda::limits& within,
                                 senda::stop_token stop) {
    engine_->set_limits(within, stop);
    return engine_->choose(b);
}

amazons::chosen computer::choose(const amazons::board& b, const senda::limits& within,
                                 senda::stop_token stop, const watcher& watch) {
    engine_->set_limits(within, stop);
    return engine_->choose(b, watch);
}

void computer::forget() { engine_->forget(); }

const amazons::engine_options& computer::options() const { return engine_->options(); }
