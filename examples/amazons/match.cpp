// SPDX-License-Identifier: MIT
// amazons match: games between two computer players, or one and another program, from many openings
// with the colours swapped.
#include "commands.hpp"
#include "computer.hpp"
#include "documents.hpp"
#include "external_player.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"
#include "../common/time_limit.hpp"
#include "../common/write_pictures.hpp"

#include <amazons/engine_options.hpp>
#include <amazons/match.hpp>
#include <amazons/protocol.hpp>
#include <amazons/record.hpp>
#include <common/format.hpp>

#include <cmath>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

namespace amazons = senda::amazons;
using program::named_line;

namespace {

/// Says when a match must end: at Ctrl-C, when its time is over, or if it makes no sense to go on.
class match_end : public program::time_limit {
public:
    using time_limit::time_limit;

    [[nodiscard]] bool stop_requested() const { return given_up_ || time_limit::stop_requested(); }
    void give_up() { given_up_ = true; }

private:
    bool given_up_ = false;
};

/// Says when the thinking about a play must end, by the processor time of this program.
class processor_clock {
public:
    processor_clock(const match_end& all, double seconds) : all_(&all), seconds_(seconds) {}

    [[nodiscard]] static double now() {
        return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
    }
    void start() { until_ = now() + seconds_; }
    [[nodiscard]] bool stop_requested() const { return now() > until_ || all_->stop_requested(); }

private:
    const match_end* all_;
    double seconds_;
    double until_ = 0;
};

/// A player of this program, with what the command line says about all players.
class own_player {
public:
    own_player(const std::string& name, const match_arguments& args, const match_end& end)
        : clock_(end, args.seconds.value_or(0)),
          is_clocked_(args.seconds && args.clock == kind_of_clock::processor),
          computer_(options_of(name, args, end, clock_)) {}

    amazons::chosen choose(const amazons::board& b) {
        const double before = processor_clock::now();
        if (is_clocked_) clock_.start();
        amazons::chosen found = computer_.choose(b);
        seconds_ += found.seconds;
        processor_seconds_ += processor_clock::now() - before;
        return found;
    }
    void forget() { computer_.forget(); }

    [[nodiscard]] double seconds() const noexcept { return seconds_; }
    [[nodiscard]] double processor_seconds() const noexcept { return processor_seconds_; }

private:
    static amazons::engine_options options_of(const std::string& name, const match_arguments& args,
                                              const match_end& end, const processor_clock& clock) {
        amazons::engine_options o = *amazons::parse_player(name);
        o.stop = end;
        if (!args.seconds) return o;
        const std::uint64_t no_limit = senda::limits{}.expansions;
        if (args.clock == kind_of_clock::wall) {
            o.limits.time = *args.seconds;
            if (name == "mcts") o.limits.expansions = no_limit;
        } else {
            o.stop = clock;
            // The engine takes its own number of simulations where it sees no limit at all.
            if (name == "mcts") o.limits.expansions = no_limit - 1;
        }
        return o;
    }

    processor_clock clock_;
    bool is_clocked_;
    computer computer_;
    double seconds_ = 0;
    double processor_seconds_ = 0;
};

std::string part_text(int wins, int games) {
    return std::to_string(wins) + " of " + std::to_string(games) + " won";
}

std::string percent_text(double share) { return program::decimal_text(share * 100, 1) + " %"; }

std::string thinking_text(const thinking_time& t) {
    return program::seconds_text(t.processor) + " of the processor, " +
           program::seconds_text(t.wall) + " by the clock";
}

/// `H1, 20 Elo or more, is accepted: log-likelihood ratio 2.95, bounds -2.94 and 2.94`.
std::string test_text(const amazons::sequential_test& t, const amazons::match_result& r) {
    const auto elo = [](double value) {
        return program::decimal_text(value, value == std::round(value) ? 0 : 2) + " Elo or ";
    };
    const std::string h0 = "H0, " + elo(t.elo_rejected) + "less, ";
    const std::string h1 = "H1, " + elo(t.elo_accepted) + "more, ";
    return (r.verdict == amazons::test_verdict::open
                ? "undecided between " + h0 + "and " + h1.substr(0, h1.size() - 2)
            : r.verdict == amazons::test_verdict::accepted ? h1 + "is accepted"
                                                           : h0 + "is accepted") +
           ": log-likelihood ratio " + program::decimal_text(t.log_likelihood_ratio(r.tally()), 2) +
           ", bounds " + program::decimal_text(t.reject_bound(), 2) + " and " +
           program::decimal_text(t.accept_bound(), 2);
}

std::string match_text(const match_arguments& args, const match_report& m,
                       const amazons::match_result& r) {
    if (r.games == 0)
        return m.first + " against " + m.second + ": no game was finished\n" +
               named_line("time", program::seconds_text(m.seconds));
    const amazons::confidence_interval sure = r.interval();
    const int as_white = (r.games + 1) / 2;  // the first player begins every other game
    std::string text =
        m.first + " against " + m.second + ": " + part_text(r.wins, r.games) + ", " +
        percent_text(r.share()) + '\n' +
        named_line("interval", percent_text(sure.low) + " to " + percent_text(sure.high) +
                                   ", with a confidence of 95 %") +
        (args.test ? named_line("sprt", test_text(*args.test, r)) : std::string{}) +
        named_line("as white", part_text(r.wins_as_white, as_white)) +
        named_line("as black", part_text(r.wins - r.wins_as_white, r.games - as_white));
    if (!m.forfeits.empty())
        text += named_line("forfeits", senda::pluralize(m.forfeits.size(), "game") + " of B");
    if (m.is_external)
        text += named_line("A thought", thinking_text(m.first_time)) +
                named_line("B thought", thinking_text(m.second_time));
    return text + named_line("time", program::seconds_text(m.seconds));
}

/// The record of a game of a match.
amazons::game_record record_of(const amazons::match_game& g, const match_report& m, bool forfeited,
                               amazons::board_size size) {
    const bool first_is_white = g.color_of_first == amazons::player::white;
    amazons::game_record r{.white = first_is_white ? m.first : m.second,
                           .black = first_is_white ? m.second : m.first,
                           .start = amazons::board(size),
                           .plays = g.plays};
    r.end = !r.last_position().has_play() ? amazons::game_end::blocked
            : forfeited || g.was_illegal  ? amazons::game_end::forfeited
                                          : amazons::game_end::resigned;
    return r;
}

/// A match, with what is said while it goes on.
class match_run {
public:
    match_run(const match_arguments& args, program::console& out)
        : args_(&args), out_(&out), end_(args.limit_seconds) {
        report_.first = args.first;
        report_.second = senda::printable(args.against.empty() ? args.second : args.against);
        report_.is_external = !args.against.empty();
    }

    int run() {
        own_player first(args_->first, *args_, end_);
        if (args_->against.empty()) {
            own_player second(args_->second, *args_, end_);
            play(first, second);
        } else {
            external_player second(args_->against, limits_of_other(), args_->size, patience(),
                                   end_);
            play(first, second);
            second.finish();
            report_.second_time = {second.processor_seconds(), second.seconds()};
            if (second.could_not_run()) {
                out_->error("the other program cannot be run: '" + report_.second + "'");
                return program::wrong_usage;
            }
        }
        out_->print(args_->json ? match_document(*args_, report_, result_)
                                : match_text(*args_, report_, result_));
        return all_written_ ? code() : program::wrong_usage;
    }

private:
    [[nodiscard]] int code() const {
        if (is_answered(*args_, result_))
            return result_.verdict == amazons::test_verdict::rejected ? program::no_solution
                                                                      : program::answered;
        return program::interruption::requested() ? program::interrupted : program::limit_reached;
    }
    [[nodiscard]] int games() const {
        return args_->games.value_or(args_->test ? most_games : 100);
    }

    [[nodiscard]] amazons::protocol::go limits_of_other() const {
        amazons::protocol::go how;
        if (args_->seconds)
            how.milliseconds =
                std::max<std::uint64_t>(1, static_cast<std::uint64_t>(*args_->seconds * 1000));
        return how;
    }

    /// A program whose clock is that of its processor may take much longer by any other.
    [[nodiscard]] double patience() const {
        return args_->patience.value_or(10 + 10 * args_->seconds.value_or(5));
    }

    template <class Second>
    void play(own_player& first, Second& second) {
        program::progress shown(report_.first + " against " + report_.second);
        result_ = amazons::play_match(
            first, second,
            {.games = games(),
             .opening_plays = args_->opening_plays,
             .seed = args_->seed,
             .stop = end_,
             .size = args_->size,
             .test = args_->test},
            [&](const amazons::match_game& g, const amazons::match_result& now) {
                bool forfeited = false;
                if constexpr (requires { second.fault(); }) {
                    if (second.could_not_run()) return end_.give_up();
                    if (!second.name().empty()) report_.second = second.name();
                    forfeited = second.fault().has_value();
                    if (forfeited) note(now.games, *second.fault());
                }
                write_record(now.games, record_of(g, report_, forfeited, args_->size));
                shown.advance(static_cast<std::uint64_t>(now.games),
                              static_cast<std::uint64_t>(args_->test ? 0 : games()));
            });
        report_.first_time = {first.processor_seconds(), first.seconds()};
        report_.seconds = end_.passed();
    }

    void note(int game, const forfeit& f) {
        report_.forfeits.push_back({game, f.reason, f.message});
        out_->note("game " + std::to_string(game) + ": the other program loses: " + f.message);
    }

    void write_record(int game, const amazons::game_record& r) {
        if (args_->records.empty() || !all_written_) return;  // why is said once
        std::string number = std::to_string(game);
        number.insert(0, std::to_string(games()).size() - number.size(), '0');
        all_written_ &= program::write_file(args_->records + "/game-" + number + ".txt", *out_,
                                            [&](auto& file) { file(to_text(r)); });
    }

    const match_arguments* args_;
    program::console* out_;
    match_end end_;
    match_report report_;
    amazons::match_result result_;
    bool all_written_ = true;
};

}  // namespace

int match(const match_arguments& args, program::console& out) {
    if (args.second.empty() && args.against.empty()) {
        out.error("B is missing: another player, or --against COMMAND");
        return program::wrong_usage;
    }
    if (!args.against.empty() && !program::child_process::is_supported) {
        out.error("--against: other programs cannot be played against on this system");
        return program::wrong_usage;
    }
    for (const std::string* name : {&args.first, &args.second}) {
        if (amazons::parse_player(*name)) continue;
        if (name == &args.second && !args.against.empty()) continue;
        out.error("there is no player '" + senda::printable(*name) +
                  "': expected 1 to 5, greedy, alpha_beta:DEPTH or mcts:SIMULATIONS");
        return program::wrong_usage;
    }
    std::error_code ignored;  // what cannot be looked at is no folder
    if (!args.records.empty() && !std::filesystem::is_directory(args.records, ignored)) {
        out.error("--records: there is no folder '" + senda::printable(args.records) + "'");
        return program::wrong_usage;
    }
    return match_run(args, out).run();
}
