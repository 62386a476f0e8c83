// SPDX-License-Identifier: MIT
// rush_hour solve --batch: one board a line, one answer a line, on all cores and in order.
#include "board_input.hpp"
#include "commands.hpp"
#include "documents.hpp"
#include "words.hpp"

#include "../common/exit_code.hpp"
#include "../common/json.hpp"
#include "../common/line_source.hpp"
#include "../common/ordered_pipeline.hpp"
#include "../common/platform.hpp"
#include "../common/progress.hpp"

#include <rush_hour/examine.hpp>
#include <rush_hour/sized_solve.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rush_hour = senda::rush_hour;

namespace {

struct batch_line {
    std::string text;
    std::size_t number = 0;
};

/// What a line has to say, and how it changes the exit code.
struct batch_answer {
    std::string result;                      // for the standard output
    std::optional<senda::diagnostic> fault;  // for the standard error
    std::string line;                        // which has it
    int code = program::answered;
};

/// What a thread keeps from one board to the next.
struct worker {
    rush_hour::examiner examiner;
    rush_hour::share_coder coder;
};

/// Where the board of a line is: the line, or what comes after a number in front of it, as in
/// `MOVES BOARD STATES`. Empty in a line that has none: a blank one, or a comment that begins
/// with '#'.
senda::text_field board_field_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    senda::field_reader fields{line, blanks};
    const std::optional<senda::text_field> first = fields.next();
    if (!first || first->text.front() == '#') return {};
    if (senda::parse_integer<std::uint64_t>(first->text)) {
        if (const std::optional<senda::text_field> second = fields.next()) return *second;
        return *first;
    }
    const std::size_t end = line.find_last_not_of(blanks) + 1;
    return {line.substr(first->offset, end - first->offset), first->offset};
}

/// The board of a line, with the place of what is wrong.
senda::parsed<rush_hour::board> parse_line(const batch_line& line, rush_hour::reading how) {
    const senda::text_field field = board_field_of(line.text);
    if (how == rush_hour::reading::strict && line.text.back() == '\r')
        return senda::diagnostic{"trailing_blanks",
                                 "a carriage return at the end of a line: expected none",
                                 line.number, senda::column_of(line.text, line.text.size() - 1)};
    senda::parsed<rush_hour::board> read = rush_hour::parse(field.text, how);
    const auto placed = [&](senda::diagnostic d) {
        d.line = line.number;
        if (d.column > 0) d.column += senda::column_of(line.text, field.offset) - 1;
        return d;
    };
    for (senda::diagnostic& d : read.warnings) d = placed(d);
    if (read) return read;
    return {placed(read.error()), std::move(read.warnings)};
}

batch_answer refused(const batch_line& line, const senda::parsed<rush_hour::board>& read,
                     const solve_arguments& args) {
    const senda::diagnostic& fault = read.error();
    if (args.json)
        return {program::json_object{}
                    .add("status", "invalid")
                    .add("line", line.number)
                    .add("errors", program::errors_json({fault}))
                    .add_warnings(read.warnings)
                    .finish_document(),
                {},
                {},
                program::bad_input};
    return {table_line(line.number, fault), fault, line.text, program::bad_input};
}

batch_answer answer_to(const batch_line& line, worker& mine, const solve_arguments& args) {
    const batch_answer interrupted{{}, {}, {}, program::interrupted};
    if (program::interruption::requested()) return interrupted;
    const senda::parsed<rush_hour::board> read = parse_line(line, reading_of(args));
    if (!read) return refused(line, read, args);
    const board_report r{
        *read,
        mine.coder.encode(*read),
        read.warnings,
        examine_any(mine.examiner, *read, args.question,
                    args.analyse ? rush_hour::depth::analysed : rush_hour::depth::rated),
        args.question.count,
        line.number};
    const senda::status ended = r.found.ended;
    if (ended == senda::status::cancelled) return interrupted;
    return {args.json ? solve_document(r) : table_line(r),
            {},
            {},
            // As for one board: a solution is an answer, and so is that there is none.
            r.found.found.outcome == rush_hour::outcome::limit ? program::limit_reached
                                                               : program::answered};
}

/// How many boards a file has; 0 if only reading it to the end could tell.
std::uint64_t count_boards(const std::string& name) {
    if (program::platform::status_of(name).kind != program::platform::file_kind::regular) return 0;
    program::line_source lines(name);
    std::uint64_t boards = 0;
    while (const std::optional<std::string> line = lines.next())
        if (!board_field_of(*line).text.empty()) ++boards;
    return boards;
}

/// The exit code of a batch: what is worst of all its lines.
int worse(int a, int b) {
    const auto rank = [](int code) {
        return code == program::interrupted ? 3
               : code == program::bad_input ? 2
               : code != 0                  ? 1
                                            : 0;
    };
    return rank(a) < rank(b) ? b : a;
}

}  // namespace

int solve_batch(const solve_arguments& args, program::console& out) {
    const std::uint64_t total = program::progress::is_watched() ? count_boards(args.batch) : 0;
    program::line_source lines(args.batch);
    const std::string name = program::shown_name(args.batch);
    int code = program::answered;
    if (!args.json && lines.error() == 0) out.print(table_head());

    std::size_t number = 0;
    const auto next = [&]() -> std::optional<batch_line> {
        while (std::optional<std::string> text = lines.next()) {
            ++number;
            if (!board_field_of(*text).text.empty()) return batch_line{*std::move(text), number};
        }
        return std::nullopt;
    };
    const std::size_t threads = args.threads > 0 ? args.threads : program::all_cores();
    std::vector<worker> workers(threads);
    const auto work = [&](const batch_line& line, std::size_t thread) {
        return answer_to(line, workers[thread], args);
    };
    std::uint64_t done = 0;
    std::optional<program::progress> shown;
    const auto take = [&](const batch_answer& answer) {
        if (shown) shown->advance(++done, total);
        if (code == program::interrupted) return;  // or there would be a gap
        out.print(answer.result);
        std::fflush(stdout);
        if (answer.fault) out.show_in_line(*answer.fault, name, answer.line);
        code = worse(code, answer.code);
    };
    {
        // Lines that come on a terminal say that it goes on.
        if (!program::console::output_is_terminal()) shown.emplace("solving");
        program::ordered_pipeline(threads, next, work, take).run();
        shown.reset();
    }
    if (program::interruption::requested()) return program::interrupted;
    if (lines.error() != 0)
        return program::refuse(out, args.json, name, {}, {program::unreadable(lines.error())});
    return code;
}
