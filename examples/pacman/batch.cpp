// SPDX-License-Identifier: MIT
// pacman solve --batch: many maps, one line each, on all cores and in order.
#include "commands.hpp"
#include "documents.hpp"
#include "map_file.hpp"

#include "../common/line_source.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/progress.hpp"

#include <pacman/solve.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pacman = senda::pacman;

namespace {

/// What there is to say about a file, and how it changes the exit code.
struct batch_answer {
    std::string result;             // a line for the standard output
    std::string name;               // of the file, as it is shown
    program::diagnostics warnings;  // for the standard error
    std::optional<senda::diagnostic> error;
    std::string text;  // of the file, if there is an error in it
    int code = program::answered;
};

/// Fills a text up to a width, from the left or from the right.
std::string padded(std::string_view text, std::size_t width, bool to_the_right) {
    const std::string blanks(width - std::min(width, senda::count_characters(text)), ' ');
    return to_the_right ? blanks + std::string{text} : std::string{text} + blanks;
}

/// A line of the table; what is not known is empty.
std::string table_line(std::string_view status, const std::string& moves, const std::string& energy,
                       std::string_view proven, const std::string& file) {
    const auto or_dash = [](const std::string& text) { return text.empty() ? "-" : text; };
    return padded(status, 10, false) + padded(or_dash(moves), 6, true) +
           padded(or_dash(energy), 8, true) + "  " +
           padded(proven.empty() ? "-" : proven, 8, false) + file + '\n';
}

std::string table_line(const pacman::answer& a, const std::string& file, const program_words& w) {
    const char* const status = a.outcome == pacman::outcome::solved     ? w.solved
                               : a.outcome == pacman::outcome::no_route ? w.no_route
                                                                        : w.limit;
    return table_line(status, a.best ? std::to_string(a.best->moves.size()) : "",
                      a.best ? std::to_string(a.best->left) : "",
                      a.outcome == pacman::outcome::limit ? w.no : w.yes, file);
}

batch_answer refused(const std::string& name, const senda::diagnostic& error, std::string text,
                     const program::diagnostics& warnings, const solve_arguments& args) {
    const std::string shown = program::shown_name(name);
    std::string line;
    if (args.json) {
        line = program::json_object{}
                   .add("file", name)
                   .add("status", "invalid")
                   .add("errors", program::errors_json({error}))
                   .add_warnings(warnings)
                   .finish_document();
    } else {
        line = table_line(args.words().program.invalid, "", "", "", shown + ": " + error.code);
    }
    return {std::move(line), shown, {}, error, std::move(text), program::bad_input};
}

batch_answer answer_to(const std::string& name, const solve_arguments& args) {
    batch_answer interrupted;
    interrupted.code = program::interrupted;
    if (program::interruption::requested()) return interrupted;
    program::input read = program::read_input(name, program::short_input);
    if (program::interruption::requested()) return interrupted;
    if (!read) return refused(name, program::unreadable(read.error), {}, {}, args);
    const senda::parsed<pacman::board> map = parse_map(read.text, args);
    if (!map) return refused(name, map.error(), std::move(read.text), map.warnings, args);
    const pacman::answer a = pacman::solve(*map, args.goal, args.question);
    if (a.statistics.ended == senda::status::cancelled) return interrupted;
    const std::string shown = program::shown_name(name);
    return {args.json ? solve_document(*map, map.warnings, args.goal, a, name)
                      : table_line(a, shown, args.words().program),
            shown,
            map.warnings,
            std::nullopt,
            {},
            a.outcome == pacman::outcome::limit ? program::limit_reached : program::answered};
}

/// The exit code of a batch: what is worst of all its files.
int worse(int a, int b) {
    const auto rank = [](int code) {
        return code == program::interrupted     ? 3
               : code == program::bad_input     ? 2
               : code == program::limit_reached ? 1
                                                : 0;
    };
    return rank(a) < rank(b) ? b : a;
}

/// The names of the files, from the command line and then from a list.
class name_source {
public:
    explicit name_source(const solve_arguments& args) : names_(&args.batch) {
        if (!args.list.empty()) lines_.emplace(args.list);
    }

    std::optional<std::string> next() {
        if (program::interruption::requested()) return std::nullopt;
        if (used_ < names_->size()) return (*names_)[used_++];
        while (lines_) {
            std::optional<std::string> line = lines_->next();
            if (!line) break;
            if (line->ends_with('\r')) line->pop_back();
            if (!line->empty()) return line;
        }
        return std::nullopt;
    }

    /// The error that kept a part of the list from being read; 0 if there was none.
    [[nodiscard]] int error() const noexcept { return lines_ ? lines_->error() : 0; }

private:
    const std::vector<std::string>* names_;
    std::size_t used_ = 0;
    std::optional<program::line_source> lines_;
};

}  // namespace

int solve_batch(const solve_arguments& args, program::console& out) {
    name_source names(args);
    int code = program::answered;
    if (!args.json && names.error() == 0)
        out.print(std::string{args.words().program.table_head} + '\n');
    // Lines that come on a terminal say that it goes on.
    std::optional<program::progress> shown;
    if (!program::console::output_is_terminal()) shown.emplace("solving");
    std::size_t done = 0;
    const auto take = [&](const batch_answer& answer) {
        if (code == program::interrupted) return;  // or there would be a gap
        // How many a list has is not known before its end.
        if (shown && args.list.empty()) shown->advance(++done, args.batch.size());
        code = worse(code, answer.code);
        out.print(answer.result);
        std::fflush(stdout);
        if (args.json) return;
        for (const senda::diagnostic& d : answer.warnings) out.warn(d, answer.name);
        if (answer.error) out.show(*answer.error, answer.name, answer.text);
    };
    program::ordered_pipeline(
        args.threads > 0 ? args.threads : program::all_cores(), [&] { return names.next(); },
        [&](const std::string& name, std::size_t) { return answer_to(name, args); }, take)
        .run();
    shown.reset();
    if (program::interruption::requested()) return program::interrupted;
    if (names.error() != 0)
        return program::refuse(out, args.json, program::shown_name(args.list), {},
                               {program::unreadable(names.error())});
    return code;
}
