// SPDX-License-Identifier: MIT
// amazons match: games between two computer players from many openings, with the colours swapped.
#include "commands.hpp"
#include "computer.hpp"
#include "documents.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"

#include <senda/amazons/engine_options.hpp>
#include <senda/amazons/match.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace amazons = senda::amazons;
using program::named_line;

namespace {

/// Says when a match must end: at Ctrl-C, or when its time is over.
class match_end {
public:
    explicit match_end(double seconds) : seconds_(seconds) {}

    [[nodiscard]] double passed() const {
        return std::chrono::duration<double>(clock::now() - started_).count();
    }
    [[nodiscard]] bool stop_requested() const {
        return program::interruption::requested() || passed() > seconds_;
    }

private:
    using clock = std::chrono::steady_clock;

    clock::time_point started_ = clock::now();
    double seconds_;
};

/// The player of a name, with what the command line says about all players.
amazons::engine_options player_of(const std::string& name, const match_arguments& args,
                                  senda::stop_token stop) {
    amazons::engine_options o = *amazons::parse_player(name);
    if (args.seconds) o.limits.time = *args.seconds;
    if (args.seconds && name == "mcts") o.limits.expansions = senda::limits{}.expansions;
    o.stop = stop;
    return o;
}

std::string part_text(int wins, int games) {
    return std::to_string(wins) + " of " + std::to_string(games) + " won";
}

std::string percent_text(double share) { return program::decimal_text(share * 100, 1) + " %"; }

std::string match_text(const match_arguments& args, const amazons::match_result& r,
                       double seconds) {
    if (r.games == 0)
        return args.first + " against " + args.second + ": no game was finished\n" +
               named_line("time", program::seconds_text(seconds));
    const amazons::confidence_interval sure = r.interval();
    const int as_white = (r.games + 1) / 2;  // the first player begins every other game
    return args.first + " against " + args.second + ": " + part_text(r.wins, r.games) + ", " +
           percent_text(r.share()) + '\n' +
           named_line("interval", percent_text(sure.low) + " to " + percent_text(sure.high) +
                                      ", with a confidence of 95 %") +
           named_line("as white", part_text(r.wins_as_white, as_white)) +
           named_line("as black", part_text(r.wins - r.wins_as_white, r.games - as_white)) +
           named_line("time", program::seconds_text(seconds));
}

}  // namespace

int match(const match_arguments& args, program::console& out) {
    for (const std::string* name : {&args.first, &args.second}) {
        if (amazons::parse_player(*name)) continue;
        out.error("there is no player '" + *name +
                  "': expected 1 to 5, greedy, alpha_beta:DEPTH or mcts:SIMULATIONS");
        return program::wrong_usage;
    }
    const match_end end(args.limit_seconds);
    computer first(player_of(args.first, args, end));
    computer second(player_of(args.second, args, end));
    const amazons::match_result r = [&] {
        program::progress shown(args.first + " against " + args.second);
        return amazons::play_match(
            first, second,
            {.games = args.games,
             .opening_plays = args.opening_plays,
             .seed = args.seed,
             .stop = end},
            [&](const amazons::match_game&, const amazons::match_result& now) {
                shown.advance(static_cast<std::uint64_t>(now.games),
                              static_cast<std::uint64_t>(args.games));
            });
    }();
    out.print(args.json ? match_document(args, r, end.passed())
                        : match_text(args, r, end.passed()));
    return !r.was_stopped                       ? program::answered
           : program::interruption::requested() ? program::interrupted
                                                : program::limit_reached;
}
