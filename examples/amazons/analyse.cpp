// SPDX-License-Identifier: MIT
// amazons analyse: what each play of a recorded game cost, and a chart of the chances.
#include "commands.hpp"
#include "computer.hpp"
#include "documents.hpp"
#include "record_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"
#include "../common/time_limit.hpp"
#include "../common/write_pictures.hpp"

#include <amazons/analysis.hpp>
#include <amazons/record.hpp>
#include <amazons/replay_picture.hpp>
#include <amazons/value_chart.hpp>
#include <amazons/words.hpp>

#include <cstddef>
#include <string>

namespace amazons = senda::amazons;
using program::named_line;

namespace {

/// A computer that is asked to end with the analysis.
class analyst {
public:
    analyst(const engine_arguments& args, const program::time_limit& end)
        : computer_(args), end_(&end) {}

    amazons::chosen choose(const amazons::board& b) { return computer_.choose(b, *end_); }
    void forget() { computer_.forget(); }
    [[nodiscard]] const amazons::engine_options& options() const { return computer_.options(); }

private:
    computer computer_;
    const program::time_limit* end_;
};

/// `  3. Ana    d1-d7/g7       54 %  12.5  mistake: better was a4-a5/a6`.
std::string line_of(const amazons::analysis& a, std::size_t i, program::console& out) {
    const amazons::analysed_play& p = a.plays[i];
    const std::string number = std::to_string(i + 1);
    const std::string white = std::to_string(amazons::percent(a.values[i + 1]));
    std::string text = std::string(4 - std::min<std::size_t>(4, number.size()), ' ') + number +
                       ". " + padded(color_of(p.by, amazons::english_words), 7) +
                       padded(to_string(p.made), 14) + std::string(4 - white.size(), ' ') + white +
                       " %";
    if (const std::string loss = amazons::points(p.loss); loss != "0.0") {
        text += std::string(8 - std::min<std::size_t>(8, loss.size()), ' ') + loss;
    }
    if (p.verdict >= amazons::verdict::inaccuracy) {
        const program::accent look = p.verdict == amazons::verdict::blunder
                                         ? program::accent::bad
                                         : program::accent::doubtful;
        text +=
            "  " + out.with(look, to_string(p.verdict)) + ": better was " + to_string(*p.better);
    }
    return text + '\n';
}

std::string summary_of(const amazons::analysis& a, amazons::player p) {
    using amazons::verdict;
    std::string text = amazons::points(a.average_loss(p)) + " points a play";
    for (const verdict v : {verdict::blunder, verdict::mistake, verdict::inaccuracy}) {
        const std::size_t count = a.count(p, v);
        if (count == 0) continue;
        text +=
            ", " + (v == verdict::inaccuracy && count > 1 ? std::to_string(count) + " inaccuracies"
                                                          : senda::pluralize(count, to_string(v)));
    }
    return text;
}

std::string analysis_text(const amazons::game_record& r, const amazons::analysis& a,
                          program::console& out) {
    std::string text = title_of(r) + '\n';
    if (!a.plays.empty())
        text += "   play                     white    loss\n   0." + std::string(22, ' ') +
                (a.values[0] < 0.095 ? "   " : "  ") +
                std::to_string(amazons::percent(a.values[0])) + " %\n";
    for (std::size_t i = 0; i < a.plays.size(); ++i) text += line_of(a, i, out);
    text += ending_of(r) + '\n';
    for (const amazons::player p : {amazons::player::white, amazons::player::black})
        text += named_line(color_of(p, amazons::english_words), summary_of(a, p));
    return text;
}

json plays_json(const std::vector<amazons::play>& plays) {
    json list = json::array();
    for (const amazons::play& p : plays) list.push_back(to_string(p));
    return list;
}

std::string analysis_document(const amazons::game_record& r, const amazons::analysis& a,
                              const diagnostics& warnings) {
    json plays = json::array();
    for (std::size_t i = 0; i < a.plays.size(); ++i) {
        const amazons::analysed_play& p = a.plays[i];
        plays.push_back({{"play", to_string(p.made)},
                         {"player", number_of(p.by)},
                         {"white_wins", a.values[i + 1]},
                         {"loss", p.loss},
                         {"verdict", to_string(p.verdict)},
                         {"better", play_json(p.better)},
                         {"line", plays_json(p.line)}});
    }
    json losses = json::array();
    for (const amazons::player p : {amazons::player::white, amazons::player::black})
        losses.push_back(a.average_loss(p));
    const auto winner = r.winner();
    return json_object{}
        .add("status", a.was_stopped ? "limit" : "analysed")
        .add("white", r.white)
        .add("black", r.black)
        .add("white_wins_at_start", a.values.front())
        .add("plays", plays)
        .add("average_loss", losses)
        .add("end", to_string(r.end))
        .add("winner", winner ? json(number_of(*winner)) : json())
        .add_warnings(warnings)
        .finish_document();
}

}  // namespace

int analyse(const analyse_arguments& args, program::console& out) {
    const record_file file = read_record(args, out);
    if (!file.board) return file.code;
    const amazons::game_record& r = *file.board;
    const program::time_limit end(args.limit_seconds);
    analyst engine(args.engine, end);
    const amazons::analysis a = [&] {
        program::progress shown("analysing");
        return amazons::analyse(r, engine, end, [&](const amazons::analysis& now) {
            shown.advance(now.plays.size(), r.plays.size());
        });
    }();
    out.print(args.json ? analysis_document(r, a, file.warnings) : analysis_text(r, a, out));
    const std::string title = title_of(r);
    const bool written = program::write_pictures(
        args.pictures, title, out, [&] { return amazons::to_chart(a); },
        [&] { return amazons::to_replay_page(r, title, &a); });
    return !written                             ? program::wrong_usage
           : !a.was_stopped                     ? program::answered
           : program::interruption::requested() ? program::interrupted
                                                : program::limit_reached;
}
