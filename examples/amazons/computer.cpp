// SPDX-License-Identifier: MIT
#include "computer.hpp"

#include <senda/amazons/engine.hpp>
#include <senda/amazons/engine_options.hpp>

#include <algorithm>

namespace amazons = senda::amazons;

amazons::engine_options options_for(const thinking& how) {
    const bool limited = how.seconds || how.nodes;
    amazons::engine_options o = amazons::options_of(
        how.level.value_or(limited ? amazons::strongest_level : amazons::default_level));
    if (!how.level && limited) o.limits = {};
    if (how.nodes) o.limits.expansions = *how.nodes;
    if (how.seconds) o.limits.time = *how.seconds;
    o.tree.tree_bytes = std::min(o.tree.tree_bytes, how.bytes);
    o.threads = how.threads;
    o.seed = how.seed;
    return o;
}

struct computer::hidden : amazons::engine {
    using amazons::engine::engine;
};

computer::computer(const amazons::engine_options& o) : engine_(std::make_unique<hidden>(o)) {}
computer::~computer() = default;

amazons::chosen computer::choose(const amazons::board& b) { return engine_->choose(b); }

amazons::chosen computer::choose(const amazons::board& b, senda::stop_token stop) {
    engine_->set_limits(engine_->options().limits, stop);
    return engine_->choose(b);
}

void computer::forget() { engine_->forget(); }
