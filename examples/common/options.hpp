// SPDX-License-Identifier: MIT
// Options that the command lines of several programs have.
#pragma once

#include "arguments.hpp"
#include "closest_word.hpp"
#include "default_memory.hpp"
#include "progress.hpp"
#include "quantity.hpp"
#include "terminal_style.hpp"

#include <senda/search/options.hpp>
#include <senda/text/diagnostic.hpp>

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace program {

// What the value of an option is, for whoever looks at the options; the help shows it otherwise.
inline constexpr const char* file_type = "FILE";
inline constexpr const char* output_type = "OUTPUT";

/// The title of the options that name files to write.
inline constexpr const char* output_group =
    "Files to write (- is the standard output; the rest goes to the error output then)";

/// When an option does nothing, which is said instead of passed over.
struct effect_rule {
    const CLI::Option* option;
    std::function<bool()> has_none;
    std::string where;  ///< such as `with --json`
};

/// The rules of the program that was made last.
inline std::vector<effect_rule>& effect_rules() {
    static std::vector<effect_rule> rules;
    return rules;
}

/// Refuses an option where it has no effect: `has_none()` is asked once the line has been read.
inline void refuse_without_effect(const CLI::Option* option, std::function<bool()> has_none,
                                  std::string where) {
    effect_rules().push_back({option, std::move(has_none), std::move(where)});
}

/// A word on the command line, and what it stands for.
template <class Value>
using choices = std::vector<std::pair<std::string, Value>>;

/// `a, b or c`.
template <class Value>
std::string listed(const choices<Value>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 < words.size() ? ", " : " or ";
        text += words[i].first;
    }
    return text;
}

/// Adds an option whose value is one of a few words; `choose(value)` is called with it.
template <class Value, class Choose>
CLI::Option* add_choice_function(CLI::App& app, const std::string& name, Choose choose,
                                 const choices<Value>& words, const std::string& help) {
    std::string shown;
    for (const auto& [word, value] : words) shown += (shown.empty() ? "" : "|") + word;
    return app
        .add_option_function<std::string>(
            name,
            [name, choose, words](const std::string& typed) {
                std::vector<std::string> known;
                for (const auto& [word, value] : words) {
                    if (word == typed) return choose(value);
                    known.push_back(word);
                }
                const std::optional<std::string> meant = closest_word(typed, known);
                throw CLI::ValidationError(name,
                                           "'" + typed + "' is none of " + listed(words) +
                                               (meant ? "; did you mean '" + *meant + "'?" : ""));
            },
            help)
        ->type_name(shown)
        ->option_text(shown);
}

/// Adds an option whose value is one of a few words.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& into,
                        const choices<Value>& words, const std::string& help) {
    return add_choice_function<Value>(
        app, name, [&into](const Value& value) { into = value; }, words, help);
}

/// Adds an option whose value is a quantity that `parse` reads.
template <class Parse, class Value>
CLI::Option* add_quantity(CLI::App& app, const std::string& name, const std::string& shown,
                          const std::string& expected, const std::string& help, Parse parse,
                          Value& into) {
    return app
        .add_option_function<std::string>(
            name,
            [=, &into](const std::string& typed) {
                const auto value = parse(typed);
                if (!value)  // said of the first of its names
                    throw CLI::ValidationError(name.substr(0, name.find(',')),
                                               "'" + typed + "' is not " + expected);
                into = static_cast<Value>(*value);
            },
            help)
        ->option_text(shown);
}

/// Adds an option whose value is a whole number within bounds.
template <class Integer>
CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t least,
                        std::uint64_t most, Integer& into, const std::string& help,
                        const std::string& shown = "N") {
    // CLI11 would let it begin with a minus and wrap around.
    const auto parse = [least, most](const std::string& typed) -> std::optional<std::uint64_t> {
        const auto number = senda::parse_integer<std::uint64_t>(typed);
        if (!number || number.value < least || number.value > most) return std::nullopt;
        return number.value;
    };
    return add_quantity(
        app, name, shown,
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most), help, parse,
        into);
}

/// Adds an option whose value is a whole number that the type holds.
inline CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& into,
                              const std::string& help, const std::string& shown = "N") {
    return add_number(app, name, 0, std::numeric_limits<std::uint64_t>::max(), into, help, shown);
}

/// Adds `--threads`; where it is not said, `into` keeps its value.
template <class Integer>
CLI::Option* add_threads(CLI::App& app, Integer& into, const std::string& help) {
    return add_number(app, "--threads", 1, 1024, into, help);
}

/// Adds an option whose value is a time.
template <class Seconds>
CLI::Option* add_time(CLI::App& app, const std::string& name, Seconds& into,
                      const std::string& help) {
    return add_quantity(app, name, "TIME", "a time such as 500ms, 2s or 1m", help, parse_seconds,
                        into);
}

/// The title of the options that limit a search.
inline constexpr const char* limit_group = "Limits";

/// Adds `--limit-time`.
inline void add_time_limit(CLI::App& app, senda::limits& into) {
    add_time(app, "--limit-time", into.time, "Give up after this time: 500ms, 2s, 1m")
        ->group(limit_group);
}

/// Adds `--limit-expansions`.
inline CLI::Option* add_expansion_limit(CLI::App& app, senda::limits& into) {
    return add_count(app, "--limit-expansions", into.expansions, "Give up after so many states")
        ->group(limit_group);
}

/// Adds `--limit-memory`.
inline void add_memory_limit(
    CLI::App& app, std::uint64_t& into,
    const std::string& help = "Give up rather than hold more: 64K, 512M, 2G") {
    add_quantity(app, "--limit-memory", "SIZE", "a size such as 64K, 512M or 2G", help, parse_bytes,
                 into)
        ->group(limit_group);
}

/// Adds `--limit-time`, `--limit-memory` and `--limit-expansions`. Where the one of memory is not
/// said, it is half of what is there, shared by so many processes.
inline void add_limits(CLI::App& app, senda::limits& into, std::uint64_t processes = 1) {
    into.bytes = default_memory_limit(processes);
    add_time_limit(app, into);
    add_memory_limit(app, into.bytes,
                     "Give up rather than hold more: 64K, 512M, 2G; half of the\n"
                     "memory that is there if not said");
    add_expansion_limit(app, into);
}

/// Adds `--progress`.
inline void add_progress(CLI::App& app) {
    add_choice_function<progress_form>(
        app, "--progress", progress::show_as,
        {{"auto", progress_form::automatic},
         {"json", progress_form::json_lines},
         {"never", progress_form::never}},
        "What is known so far, on the error output every second: auto\n"
        "if that is a terminal, json as lines of JSON anywhere");
}

/// Adds `--color`.
inline void add_color(CLI::App& app, color_choice& into) {
    add_choice<color_choice>(
        app, "--color", into,
        {{"auto", color_choice::automatic},
         {"always", color_choice::always},
         {"never", color_choice::never}},
        "Colours: auto is where a terminal shows them and NO_COLOR is not set");
}

/// Adds `--strict`.
inline CLI::Option* add_strict(CLI::App& app, bool& into) {
    return app.add_flag("--strict", into, "Accept only what the format says");
}

/// Adds `FILE`, `--strict` and `--color`.
inline void add_file(CLI::App& app, file_arguments& into, const std::string& about_file) {
    app.add_option("FILE", into.file, about_file)->type_name(file_type)->required();
    add_strict(app, into.strict);
    add_color(app, into.color);
}

/// Adds `--json`.
inline void add_json(CLI::App& app, bool& into) {
    app.add_flag("--json", into, "Print one JSON document and nothing else");
}

/// Adds `--show`.
inline void add_show(CLI::App& app, bool& into,
                     const std::string& help = "Print the picture even if nobody seems to look") {
    refuse_without_effect(
        app.add_flag("--show", into, help),
        [&app] {
            const CLI::Option* const document = app.get_option_no_throw("--json");
            return document != nullptr && document->count() > 0;
        },
        "with --json");
}

/// Adds an option that names a file to read.
inline CLI::Option* add_file_option(CLI::App& app, const std::string& name, std::string& into,
                                    const std::string& help) {
    return app.add_option(name, into, help)->type_name(file_type)->option_text("FILE");
}

/// Adds an option that names a file to write; `-` is the standard output.
inline CLI::Option* add_output_option(CLI::App& app, const std::string& name, std::string& into,
                                      const std::string& help) {
    return app.add_option(name, into, help)->type_name(output_type)->option_text("FILE");
}

/// Adds `--svg`, `--png` and, if there is something to say about it, `--html` and `--apng`.
inline void add_pictures(CLI::App& app, picture_files& into, const std::string& about_page) {
    add_output_option(app, "--svg", into.svg, "Write the picture as SVG")->group(output_group);
    add_output_option(app, "--png", into.png, "Write the picture as PNG")->group(output_group);
    if (about_page.empty()) return;
    add_output_option(app, "--html", into.html, about_page)->group(output_group);
    add_output_option(app, "--apng", into.apng, "Write the same as a moving picture (animated PNG)")
        ->group(output_group);
}

/// Adds `--cell` to what `add_pictures` added.
inline void add_cell(CLI::App& app, picture_files& into, int most) {
    CLI::Option* const cell = add_number(app, "--cell", 1, static_cast<std::uint64_t>(most),
                                         into.cell, "Draw cells of so many pixels a side", "PX");
    cell->group(output_group);
    app.parse_complete_callback([cell, &into] {
        const bool has_picture =
            !(into.svg.empty() && into.png.empty() && into.html.empty() && into.apng.empty());
        if (cell->count() > 0 && !has_picture)
            throw CLI::ValidationError("--cell", "it has no effect without a picture to write");
    });
}

}  // namespace program
