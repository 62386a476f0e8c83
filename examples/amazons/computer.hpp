// SPDX-License-Identifier: MIT
// The engine as the command line asks for it.
#pragma once

#include "commands.hpp"

#include <senda/amazons/board.hpp>
#include <senda/amazons/engine.hpp>
#include <senda/amazons/engine_options.hpp>
#include <senda/amazons/levels.hpp>
#include <senda/search/options.hpp>

/// What the engine is told. A time or a number of nodes without a level takes the place of the
/// level's own; with a level it is one limit more.
inline senda::amazons::engine_options options_for(const thinking& how) {
    senda::amazons::engine_options o =
        senda::amazons::options_of(how.level.value_or(senda::amazons::strongest_level));
    const bool limited = how.seconds || how.nodes;
    if (!how.level && !limited) o = senda::amazons::options_of(senda::amazons::default_level);
    if (!how.level && limited) o.limits = {};
    if (how.nodes) o.limits.expansions = *how.nodes;
    if (how.seconds) o.limits.time = *how.seconds;
    o.threads = how.threads;
    o.seed = how.seed;
    return o;
}

/// A player that remembers what it thought before.
class computer {
public:
    explicit computer(const thinking& how) : engine_(options_for(how)) {}

    /// Chooses a play; if it is told to stop, the best one so far.
    senda::amazons::chosen choose(const senda::amazons::board& b, senda::stop_token stop) {
        engine_.set_limits(engine_.options().limits, stop);
        return engine_.choose(b);
    }

private:
    senda::amazons::engine engine_;
};
