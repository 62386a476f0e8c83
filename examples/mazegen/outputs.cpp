// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include "../common/files.hpp"
#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/refuse.hpp"

#include <senda/draw/svg.hpp>
#include <senda/mazegen/dot.hpp>
#include <senda/mazegen/maze_text.hpp>
#include <senda/mazegen/picture.hpp>
#include <senda/mazegen/terminal_picture.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string_view>

namespace mazegen = senda::mazegen;
using senda::diagnostic;

namespace {

std::array<const std::string*, 5> names_of(const output_names& files) {
    return {&files.maze, &files.svg, &files.png, &files.dot, &files.animation};
}

/// A file, or the standard output. It is a sink that says no when it is of no use to go on.
class output {
public:
    explicit output(const std::string& name) {
        if (name != "-") file_.emplace(name);
    }

    bool operator()(std::string_view bytes) {
        written_ += bytes.size();
        if (file_) {
            (*file_)(bytes);
        } else if (error_ == 0 &&
                   std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) {
            error_ = errno;
        }
        return error() == 0 && !program::interruption::requested();
    }

    [[nodiscard]] int error() const { return file_ ? file_->error() : error_; }
    [[nodiscard]] std::uint64_t written() const { return written_; }

    /// Gives the file its name; the error if that, or anything before, failed.
    int finish() {
        if (file_) return file_->finish();
        if (error_ == 0 && std::fflush(stdout) != 0) error_ = errno;
        return error_;
    }

private:
    std::optional<program::output_file> file_;
    int error_ = 0;
    std::uint64_t written_ = 0;
};

/// Writes a file with a function that is given the sink and says what is wrong; if so, the file is
/// not there.
template <class Write>
diagnostic write_file(const std::string& name, std::vector<written_file>& list, Write write) {
    if (name.empty()) return {};
    const program::progress shown("writing " + name);
    output file(name);
    if (file.error() != 0) return program::unwritable(name, file.error());
    if (diagnostic fault = write(file); !fault.code.empty() && fault.code != "not_written")
        return fault;
    if (program::interruption::requested())
        return {"cancelled", "interrupted before '" + name + "' was written"};
    const std::uint64_t bytes = file.written();
    if (const int error = file.finish(); error != 0) return program::unwritable(name, error);
    list.push_back({name, bytes});
    return {};
}

mazegen::picture_extras extras_of(const made_maze& made) {
    mazegen::picture_extras extras;
    extras.marks = made.at;
    if (made.solution) extras.route = made.solution->route;
    if (made.distances) extras.distances = &*made.distances;
    return extras;
}

}  // namespace

bool writes_to_output(const output_names& files) {
    for (const std::string* name : names_of(files))
        if (*name == "-") return true;
    return false;
}

diagnostic fault_of_outputs(const arguments& args) {
    const auto names = names_of(args.files);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i]->empty()) continue;
        for (std::size_t k = 0; k < i; ++k)
            if (*names[k] == *names[i])
                return {"unwritable", "two files cannot both be '" + *names[i] + "'"};
        if (*names[i] == "-") {
            if (args.json)
                return {"unwritable", "the standard output cannot take a file and the JSON"};
        } else if (const int error = program::error_of_writing(*names[i]); error != 0) {
            return program::unwritable(*names[i], error);
        }
    }
    return {};
}

senda::parsed<std::vector<written_file>> write_outputs(const arguments& args,
                                                       const made_maze& made) {
    std::vector<written_file> list;
    mazegen::strewing floor = args.floor;
    floor.seed = seed_of(args, chance::floor);
    const mazegen::picture_extras extras = extras_of(made);
    // The text comes first: it alone can be refused for what it holds, and then nothing is written.
    diagnostic fault = write_file(args.files.maze, list, [&](output& file) {
        return mazegen::write_maze_text(made.rooms, made.at, file, floor).error();
    });
    const auto then = [&](const std::string& name, auto write) {
        if (fault.code.empty())
            fault = write_file(name, list, [&](output& file) {
                write(file);
                return diagnostic{};
            });
    };
    then(args.files.svg, [&](output& file) {
        senda::draw::write_svg(mazegen::to_picture(made.rooms, args.style, extras), file,
                               made.title);
    });
    then(args.files.png,
         [&](output& file) { mazegen::write_png(made.rooms, file, args.style, extras); });
    then(args.files.dot, [&](output& file) { mazegen::write_dot(made.rooms, file); });
    then(args.files.animation, [&](output& file) { made.animation->page().write(file); });
    if (!fault.code.empty()) return fault;
    return list;
}

void print_picture(const arguments& args, const made_maze& made, program::console& out) {
    // Where there is no window, a line may be long, but a picture of some size says it all.
    constexpr program::window of_a_file{400, 160};
    constexpr std::uint64_t most_rooms = 4'000'000;
    if (made.rooms.rooms() > most_rooms) {
        out.note("the maze is too large for a picture here: expected at most " +
                 std::to_string(most_rooms) + " rooms");
        return;
    }
    const program::window room = out.room(of_a_file);
    out.print(mazegen::to_text_grid(made.rooms, out.style(), room.rows, room.cols, args.style,
                                    extras_of(made)));
}
