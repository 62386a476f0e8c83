// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include "../common/files.hpp"
#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/refuse.hpp"

#include <senda/draw/replay_apng.hpp>
#include <senda/draw/svg.hpp>
#include <senda/mazegen/dot.hpp>
#include <senda/mazegen/maze_text.hpp>
#include <senda/mazegen/picture.hpp>
#include <senda/mazegen/terminal_picture.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace mazegen = senda::mazegen;
using senda::diagnostic;

namespace {

/// A file that says no when it is of no use to go on, and how much was written.
class output : public program::output_file {
public:
    using output_file::output_file;

    bool operator()(std::string_view bytes) {
        written_ += bytes.size();
        output_file::operator()(bytes);
        return error() == 0 && !program::interruption::requested();
    }
    [[nodiscard]] std::uint64_t written() const { return written_; }

private:
    std::uint64_t written_ = 0;
};

/// Writes a file with a function that is given the sink and says what is wrong; if so, the file is
/// not there.
template <class Write>
diagnostic write_file(const std::string& name, std::vector<written_file>& list, Write write) {
    if (name.empty()) return {};
    const program::progress shown("writing " + program::shown_name(name));
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

written_files write_outputs(const arguments& args, const made_maze& made) {
    written_files all;
    mazegen::strewing floor = args.floor;
    floor.seed = seed_of(args, chance::floor);
    const mazegen::picture_extras extras = extras_of(made);
    const auto write = [&](const std::string& name, auto write_to) {
        // One that cannot be written keeps no other from being there.
        if (!all.faults.empty() && all.faults.back().code != "unwritable") return;
        diagnostic fault = write_file(name, all.files, write_to);
        if (!fault.code.empty()) all.faults.push_back(std::move(fault));
    };
    const auto write_picture = [&](const std::string& name, auto write_to) {
        write(name, [&](output& file) {
            write_to(file);
            return diagnostic{};
        });
    };
    // The text comes first: it alone can be refused for what it holds, and then nothing is written.
    write(args.files.maze, [&](output& file) {
        return mazegen::write_maze_text(made.rooms, made.at, file, floor).error();
    });
    write_picture(args.files.svg, [&](output& file) {
        senda::draw::write_svg(mazegen::to_picture(made.rooms, args.style, extras), file,
                               made.title);
    });
    write_picture(args.files.png,
                  [&](output& file) { mazegen::write_png(made.rooms, file, args.style, extras); });
    write_picture(args.files.dot, [&](output& file) { mazegen::write_dot(made.rooms, file); });
    write_picture(args.files.animation, [&](output& file) { made.animation->page().write(file); });
    write_picture(args.files.apng,
                  [&](output& file) { senda::draw::write_apng(made.animation->page(), file); });
    return all;
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
    if (!mazegen::fits_text(made.rooms, out.style(), room.rows, room.cols)) {
        out.note("the maze is too large for a picture here: --png FILE draws it");
        return;
    }
    out.print(mazegen::to_text_grid(made.rooms, out.style(), room.rows, room.cols, args.style,
                                    extras_of(made)));
}
