// SPDX-License-Identifier: MIT
// How a map and its agents are drawn: each has a colour, its start is a disc, its goal a ring, and
// its path a line. And a page on which all of them go.
#pragma once

#include <agents/instance.hpp>
#include <common/format.hpp>
#include <common/hue_color.hpp>
#include <common/replay_page.hpp>
#include <common/room_layout.hpp>
#include <senda/agents/plan.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The paths of all agents, as plans have them.
using cell_paths = std::vector<std::vector<senda::cell>>;

/// How much of a plan moves on a page. Beyond this a browser is slow.
struct replay_size {
    static constexpr std::size_t most_agents = 2000;
    static constexpr std::size_t most_moves = 500'000;

    static constexpr std::size_t most_gliding = 20'000;

    std::size_t agents = 0;  ///< the first so many move; the others stand at their goals
    std::size_t moves = 0;   ///< of all these
    std::size_t steps = 0;   ///< the longest of all paths

    explicit replay_size(const cell_paths& paths) {
        for (; agents < std::min(paths.size(), most_agents) && moves < most_moves; ++agents)
            moves += paths[agents].size();
        for (const auto& path : paths)
            steps = std::max(steps, path.size() - std::min<std::size_t>(path.size(), 1));
    }
};

namespace drawing {

/// Draws the parts of a map with agents.
class crossing_painter {
public:
    explicit crossing_painter(const senda::grid& g)
        : grid_(g), cell_(std::clamp(1600 / std::max({g.width(), g.height(), 1}), 1, 32)) {
        layout_ = {cell_, 0, std::max(cell_ / 2, 2)};
    }

    /// The map: walls, and a line around all.
    [[nodiscard]] senda::draw::canvas ground() const {
        namespace draw = senda::draw;
        draw::canvas made(layout_.length(grid_.width()), layout_.length(grid_.height()),
                          draw::palette::slate);
        const draw::box first = layout_.inside(0, 0);
        made.rectangle({first.x, first.y, cell_ * grid_.width(), cell_ * grid_.height()},
                       draw::palette::paper);
        for (int y = 0; y < grid_.height(); ++y)
            for (int x = 0; x < grid_.width(); ++x)
                if (!grid_.open({x, y})) made.rectangle(layout_.inside(y, x), draw::palette::slate);
        return made;
    }

    /// Neighbours of a number have colours far apart.
    [[nodiscard]] static senda::draw::color color_of(std::size_t agent) {
        constexpr double golden = 0.6180339887;
        const double turns = golden * static_cast<double>(agent % 89);
        return senda::draw::hue_color(turns - std::floor(turns), agent % 2 == 0 ? 0.62 : 0.72);
    }
    [[nodiscard]] senda::draw::point middle(senda::cell c) const noexcept {
        return layout_.middle(c.y, c.x);
    }
    [[nodiscard]] double radius() const noexcept { return std::max(cell_ * 0.32, 0.8); }

    void goals(senda::draw::canvas& into, const std::vector<senda::cell>& cells) const {
        const double width = std::max(cell_ * 0.1, 0.6);
        for (std::size_t i = 0; i < cells.size(); ++i)
            into.ring(middle(cells[i]), std::max(cell_ * 0.41, 1.0), {color_of(i), width});
    }
    void starts(senda::draw::canvas& into, const std::vector<senda::cell>& cells) const {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            into.circle(middle(cells[i]), radius(), color_of(i));
            if (cell_ >= 20 && cells.size() <= 1000)
                into.text(middle(cells[i]), std::to_string(i),
                          {.paint = senda::draw::palette::paper, .size = cell_ * 0.4});
        }
    }
    /// Lines lie a little beside each other where several agents pass.
    void paths(senda::draw::canvas& into, const cell_paths& all) const {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double aside = (static_cast<double>(i % 7) - 3) * cell_ * 0.07;
            std::vector<senda::draw::point> points;
            for (const senda::cell c : all[i])
                points.push_back({middle(c).x + aside, middle(c).y + aside});
            into.polyline(points,
                          {color_of(i), std::max(cell_ * 0.09, 0.6), senda::draw::cap::round});
        }
    }

private:
    const senda::grid& grid_;
    int cell_;
    senda::draw::room_layout layout_;
};

}  // namespace drawing

/// Draws a map with the starts and goals of agents, and their paths if there are any.
[[nodiscard]] inline senda::draw::canvas to_picture(const senda::grid& g, const agent_list& agents,
                                                    const cell_paths& paths) {
    const drawing::crossing_painter painter(g);
    senda::draw::canvas made = painter.ground();
    painter.paths(made, paths);
    painter.goals(made, agents.goals);
    painter.starts(made, agents.starts);
    return made;
}

/// A page on which all agents go their paths at once, and one of them can be followed. They glide
/// unless there is too much that moves.
[[nodiscard]] inline senda::draw::replay_page to_replay_page(const senda::grid& g,
                                                             const agent_list& agents,
                                                             const cell_paths& paths,
                                                             std::string_view title) {
    namespace draw = senda::draw;
    const drawing::crossing_painter painter(g);
    const replay_size size(paths);
    draw::canvas ground = painter.ground();
    painter.goals(ground, agents.goals);
    draw::replay_page page(std::string{title}, std::move(ground));
    const draw::color changing{1, 2, 3};
    const draw::look_id look = page.add_look(
        [&](draw::canvas& c) { c.circle({0, 0}, painter.radius(), changing); }, changing);
    std::vector<draw::sprite_id> sprites;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const bool moves = i < size.agents;
        sprites.push_back(
            page.add_sprite(look, painter.middle(moves ? paths[i].front() : paths[i].back())));
        page.paint(sprites.back(), painter.color_of(i));
        if (moves) page.follow(sprites.back(), "agent " + std::to_string(i));
    }
    if (size.moves <= replay_size::most_gliding) page.glide();
    page.pace(5);
    std::vector<std::size_t> arrivals(size.steps + 1);
    for (const auto& path : paths) ++arrivals[senda::agents::steps_of(path)];
    std::size_t arrived = 0;
    for (std::size_t t = 0; t <= size.steps; ++t) {
        if (t > 0) page.next_frame();
        for (std::size_t i = 0; t > 0 && i < size.agents; ++i)
            if (t < paths[i].size()) page.move(sprites[i], painter.middle(paths[i][t]));
        page.value("step", t);
        page.value("arrived",
                   std::to_string(arrived += arrivals[t]) + " of " + std::to_string(paths.size()));
    }
    return page;
}
