// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include "../common/files.hpp"
#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/refuse.hpp"

#include <common/replay_apng.hpp>
#include <maze/format.hpp>
#include <mazegen/dot.hpp>
#include <mazegen/graph_picture.hpp>
#include <mazegen/maze_text.hpp>
#include <mazegen/paper.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/search_picture.hpp>
#include <mazegen/terminal_picture.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/png.hpp>
#include <senda/draw/svg.hpp>

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
    if (made.drawn() != nullptr) extras.route = made.drawn()->route;
    if (made.distances) extras.distances = &*made.distances;
    return extras;
}

}  // namespace

diagnostic write_text(const arguments& args, const made_maze& made,
                      std::vector<written_file>& list) {
    return write_file(args.files.maze, list, [&](output& file) {
        if (args.read.empty())
            return mazegen::write_maze_text(made.rooms, made.at, file, floor_of(args, made))
                .error();
        file(to_text(*made.text.board));
        return diagnostic{};
    });
}

void write_pictures(const arguments& args, made_maze& made, std::vector<written_file>& list) {
    const mazegen::picture_extras extras = extras_of(made);
    const mazegen::priced_maze costs = costs_of(args, made);
    const auto then = [&](const std::string& name, auto write) {
        if (program::interruption::requested()) return;
        diagnostic fault = write_file(name, list, write);
        if (!fault.code.empty()) made.missing.push_back(std::move(fault));
    };
    const auto write_svg = [&](const senda::draw::canvas& picture, output& file) {
        if (args.paper)
            senda::draw::write_svg(picture, file, *args.paper, made.title);
        else
            senda::draw::write_svg(picture, file, made.title);
    };
    const auto search_picture = [&] {
        const solution& s = *made.drawn();
        return mazegen::to_search_picture(
            made.rooms, {&*s.trace, &costs, made.at.exit, s.method == solver::astar}, args.style,
            extras);
    };
    const bool has_numbers = args.show_costs && made.drawn() != nullptr;
    then(args.files.svg, [&](output& file) {
        if (!has_numbers) {
            write_svg(mazegen::to_picture(made.rooms, args.style, extras), file);
            return diagnostic{};
        }
        const auto picture = search_picture();
        if (picture) write_svg(*picture, file);
        return picture.error();
    });
    then(args.files.png, [&](output& file) {
        if (!has_numbers) {
            mazegen::write_png(made.rooms, file, args.style, extras);
            return diagnostic{};
        }
        const auto picture = search_picture();
        if (picture) senda::draw::write_png(*picture, file);
        return picture.error();
    });
    then(args.files.dot, [&](output& file) {
        mazegen::write_dot(made.rooms, file, args.weights > 0 ? &costs : nullptr);
        return diagnostic{};
    });
    then(args.files.graph, [&](output& file) {
        const auto picture = mazegen::to_graph_picture(costs, args.style, extras);
        if (picture && args.files.graph.ends_with(".png"))
            senda::draw::write_png(*picture, file);
        else if (picture)
            write_svg(*picture, file);
        return picture.error();
    });
    then(args.files.matrix,
         [&](output& file) { return mazegen::write_matrix(costs, file).error(); });
    then(args.files.animation, [&](output& file) {
        made.animation->page().write(file);
        return diagnostic{};
    });
    then(args.files.apng, [&](output& file) {
        senda::draw::write_apng(made.animation->page(), file);
        return diagnostic{};
    });
}

void write_picture(const arguments& args, const senda::draw::canvas& picture,
                   const std::string& title, std::vector<written_file>& list,
                   std::vector<diagnostic>& missing) {
    const auto then = [&](const std::string& name, auto write) {
        if (program::interruption::requested()) return;
        diagnostic fault = write_file(name, list, [&](output& file) {
            write(file);
            return diagnostic{};
        });
        if (!fault.code.empty()) missing.push_back(std::move(fault));
    };
    then(args.files.svg, [&](output& file) {
        if (args.paper)
            senda::draw::write_svg(picture, file, *args.paper, title);
        else
            senda::draw::write_svg(picture, file, title);
    });
    then(args.files.png, [&](output& file) { senda::draw::write_png(picture, file); });
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
    if (made.distances && out.style().has_colors())
        out.print(mazegen::distance_legend(*made.distances));
}
