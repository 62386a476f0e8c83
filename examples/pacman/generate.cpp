// SPDX-License-Identifier: MIT
// pacman generate: random maps of a wished difficulty, with proven answers.
#include "commands.hpp"
#include "documents.hpp"

#include "../common/progress.hpp"
#include "../common/refuse.hpp"
#include "../common/write_pictures.hpp"

#include <pacman/generate.hpp>
#include <pacman/moves.hpp>
#include <pacman/report.hpp>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pacman = senda::pacman;
using senda::substitute;

namespace {

std::string map_text(const pacman::board& b, map_format to) {
    return to == map_format::text ? pacman::to_text(b) : pacman::to_json(b);
}

std::string summary(const pacman::generated_map& made, std::uint64_t seed, std::size_t number,
                    const language_words& w) {
    const pacman::rating& r = made.rating;
    return substitute(w.program.generated, {std::to_string(seed), std::to_string(number),
                                            w.program.levels[static_cast<std::size_t>(r.level())],
                                            std::to_string(r.score()), std::to_string(r.moves),
                                            std::to_string(made.richest.best->left)});
}

/// The name of the file of a map, such as `maps/hard_7_01.txt`.
std::string file_name(const generate_arguments& args, const pacman::generated_map& made,
                      std::uint64_t seed, std::size_t number) {
    std::string digits = std::to_string(number);
    digits.insert(0, std::to_string(args.count).size() - digits.size(), '0');
    return args.into + (args.into.ends_with('/') ? "" : "/") + to_string(made.rating.level()) +
           '_' + std::to_string(seed) + '_' + digits +
           (args.to == map_format::text ? ".txt" : ".json");
}

int code_of(senda::status ended) {
    return ended == senda::status::running     ? program::answered
           : ended == senda::status::cancelled ? program::interrupted
                                               : program::limit_reached;
}

}  // namespace

int generate(const generate_arguments& args, program::console& out) {
    pacman::wanted_maps wanted = args.wanted;
    wanted.seed = args.seed ? *args.seed : std::random_device{}();
    if (const std::optional<senda::diagnostic> fault = pacman::fault_of(wanted))
        return program::refuse_option(out, args.json, *fault);

    const language_words w = words_of(args.language);
    pacman::map_generator maps(wanted);
    json made = json::array();
    std::size_t number = 0;
    while (number < args.count) {
        std::optional<pacman::generated_map> next;
        {
            program::progress shown("generating");
            shown.advance(number, args.count);
            next = maps.next();
        }
        if (!next) break;
        ++number;
        std::string file;
        if (!args.into.empty()) {
            file = file_name(args, *next, wanted.seed, number);
            const bool written = program::write_file(
                file, out, [&](auto& sink) { sink(map_text(next->map, args.to)); });
            if (!written) return program::wrong_usage;
        }
        if (args.json) {
            made.push_back(generated_json(*next, args.to, file));
            continue;
        }
        if (!file.empty()) {
            out.print(file + '\n');
        } else {
            if (number > 1) out.print("\n");
            out.print(map_text(next->map, args.to));
        }
        std::fflush(stdout);
        out.note(summary(*next, wanted.seed, number, w));
    }
    if (args.json) {
        out.print(generate_document(wanted, made, maps.status()));
    } else if (number < args.count) {
        const std::string done = pluralize(number, w.program.map);
        const std::string all = std::to_string(args.count);
        out.note(maps.status() == senda::status::exhausted
                     ? substitute(w.program.not_found,
                                  {std::to_string(pacman::map_generator::most_drawn), done, all})
                     : substitute(w.program.stopped,
                                  {pacman::stopped_by(maps.status(), w.library), done, all}));
    }
    return code_of(maps.status());
}
