// SPDX-License-Identifier: MIT
// The engine as the command line asks for it. It is compiled once, behind a pointer.
#pragma once

#include "commands.hpp"

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <senda/search/options.hpp>

#include <functional>
#include <memory>

/// The options of the engine. A time or a number of nodes without a level takes the place of the
/// level's own; with a level it is one limit more.
senda::amazons::engine_options options_for(const engine_arguments& args);

/// The engine that gives hints: the default level, and nobody waits longer than a second for one.
inline const engine_arguments hint_engine{.level = senda::amazons::default_level, .seconds = 1.0};

/// The chance of the player to move at first sight; 0 or 1 where a quick search proves it.
double chance_at_first_sight(const senda::amazons::board& b);

/// A player that remembers what it thought before.
class computer {
public:
    explicit computer(const senda::amazons::engine_options& o);
    explicit computer(const engine_arguments& args) : computer(options_for(args)) {}
    computer(const computer&) = delete;
    computer& operator=(const computer&) = delete;
    ~computer();

    /// Chooses a play; if it is stopped, the best one so far.
    senda::amazons::chosen choose(const senda::amazons::board& b);
    senda::amazons::chosen choose(const senda::amazons::board& b, senda::stop_token stop);
    senda::amazons::chosen choose(const senda::amazons::board& b, const senda::limits& within,
                                  senda::stop_token stop);

    /// The same, and tells what it knows whenever it has looked twice as far.
    using watcher = std::function<void(const senda::amazons::chosen&)>;
    senda::amazons::chosen choose(const senda::amazons::board& b, const senda::limits& within,
                                  senda::stop_token stop, const watcher& watch);

    /// Another game begins.
    void forget();

    [[nodiscard]] const senda::amazons::engine_options& options() const;

private:
    struct hidden;
    std::unique_ptr<hidden> engine_;
};
