// SPDX-License-Identifier: MIT
// rush_hour census: counts all boards that are the hardest of their component and need every
// vehicle.
#include "commands.hpp"
#include "documents.hpp"
#include "words.hpp"

#include "../common/exit_code.hpp"
#include "../common/files.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"
#include "../common/refuse.hpp"

#include <rush_hour/census.hpp>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

namespace rush_hour = senda::rush_hour;

namespace {

/// The file from which a census goes on; nothing happens without a name.
class checkpoint_file {
public:
    explicit checkpoint_file(const std::string& name) : name_(name) {}

    /// Writes it now; the error that kept it from that, or 0.
    int write(const rush_hour::census& c) {
        if (name_.empty()) return 0;
        program::output_file file(name_);
        file(c.checkpoint());
        written_ = clock::now();
        return file.finish();
    }
    /// Writes it if the last time is long ago.
    void write_sometimes(const rush_hour::census& c) {
        using namespace std::chrono_literals;
        if (clock::now() - written_ >= 10s) (void)write(c);  // the last time will tell
    }

private:
    using clock = std::chrono::steady_clock;
    std::string name_;
    clock::time_point written_ = clock::now();
};

std::string table_of(const rush_hour::census_counts& counts) {
    std::string text = "  moves      boards        positions  one of them\n";
    for (std::size_t moves = 0; moves < counts.by_moves.size(); ++moves) {
        const rush_hour::census_row& row = counts.by_moves[moves];
        if (row.boards == 0) continue;
        char line[160];
        std::snprintf(
            line, sizeof line, "  %5zu  %10s  %15s  %s\n", moves, count_text(row.boards).c_str(),
            count_text(row.positions).c_str(),
            row.examples.empty() ? "" : rush_hour::share_code(row.examples.front()).c_str());
        text += line;
    }
    return text;
}

std::string text_of(const rush_hour::census& c) {
    const rush_hour::census_counts& n = c.counts();
    const auto whole = [](double value) {
        return count_text(static_cast<std::uint64_t>(std::llround(value)));
    };
    const std::string expected =
        c.complete() ? std::string{}
        : std::isfinite(c.standard_error())
            ? " so far, of about " + whole(c.estimate()) + " give or take " +
                  whole(c.standard_error())
            : std::string{" so far; too few shards to say how many in all"};
    std::string text = named_line("boards", count_text(n.boards) + expected);
    text += named_line("behind", count_text(n.behind) + " positions of their components");
    text +=
        named_line("components", count_text(n.components) + " of " + count_text(n.positions) +
                                     " positions; " + count_text(n.solvable) + " can be solved");
    text += named_line("shards", count_text(n.shards) + " of " + count_text(c.shards()));
    return text + table_of(n);
}

std::string document_of(const rush_hour::census& c, const census_arguments& args,
                        senda::status ended) {
    const rush_hour::census_counts& n = c.counts();
    json rows = json::array();
    for (std::size_t moves = 0; moves < n.by_moves.size(); ++moves) {
        const rush_hour::census_row& row = n.by_moves[moves];
        if (row.boards == 0) continue;
        json examples = json::array();
        for (const rush_hour::board& b : row.examples) examples.push_back(rush_hour::share_code(b));
        rows.push_back({{"moves", moves},
                        {"boards", row.boards},
                        {"positions", row.positions},
                        {"examples", examples}});
    }
    json_object document;
    document.add("status", c.complete() ? "counted" : "limit")
        .add("walls", args.walls)
        .add("shards", c.shards())
        .add("done", n.shards)
        .add("boards", n.boards)
        .add("behind", n.behind)
        .add("components", n.components)
        .add("positions", n.positions)
        .add("solvable", n.solvable)
        .add("by_moves", rows);
    if (!c.complete()) {
        const double error = c.standard_error();
        const bool is_known = std::isfinite(error);
        document.add("estimate", program::value_if(is_known, std::llround(c.estimate())))
            .add("standard_error", program::value_if(is_known, is_known ? std::llround(error) : 0))
            .add("stopped", to_string(ended));
    }
    return document.finish_document();
}

/// Goes on from the file if there is one; the exit code if it is refused.
std::optional<int> resume(rush_hour::census& c, const census_arguments& args,
                          program::console& out) {
    if (args.checkpoint.empty()) return std::nullopt;
    const program::input read = program::read_input(args.checkpoint, program::short_input);
    if (read.error == ENOENT) return std::nullopt;
    if (!read)
        return program::refuse(out, args.json, program::shown_name(args.checkpoint), {},
                               {program::unreadable(read.error)});
    if (const std::optional<senda::diagnostic> fault = c.resume(read.text))
        return program::refuse(out, args.json, program::shown_name(args.checkpoint), read.text,
                               {*fault});
    return std::nullopt;
}

int refuse_file(const census_arguments& args, int error, program::console& out) {
    out.error("cannot write " + program::shown_name(args.checkpoint) + ": " + std::strerror(error));
    return program::wrong_usage;
}

}  // namespace

int take_census(const census_arguments& args, program::console& out) {
    const std::size_t threads = args.threads > 0 ? args.threads : program::all_cores();
    rush_hour::census all({.walls = args.walls,
                           .threads = static_cast<unsigned>(threads),
                           .limits = args.limits,
                           .stop = program::interruption::flag()});
    if (const std::optional<int> refused = resume(all, args, out)) return *refused;
    checkpoint_file file(args.checkpoint);
    // Hours of work shall not end with a file that cannot be written.
    if (const int error = file.write(all); error != 0) return refuse_file(args, error, out);

    senda::status ended = senda::status::running;
    {
        program::progress shown("counting boards");
        ended = all.run([&](const rush_hour::census& c) {
            shown.advance(c.counts().shards, c.shards());
            const std::size_t levels = c.counts().by_moves.size();
            if (levels > 0) shown.known().set_best(static_cast<std::int64_t>(levels) - 1);
            file.write_sometimes(c);
        });
    }
    const int error = file.write(all);
    if (args.json) {
        out.print(document_of(all, args, ended));
    } else {
        out.print((all.complete() ? "all boards are counted\n"
                                  : "stopped by " + std::string{senda::stopped_by(ended)} +
                                        " before all boards were counted\n") +
                  text_of(all));
    }
    if (error != 0) return refuse_file(args, error, out);
    if (ended == senda::status::cancelled) return program::interrupted;
    return all.complete() ? program::answered : program::limit_reached;
}
