// SPDX-License-Identifier: MIT
// A page on which a game is played again, play by play, with a chart of the chances if it was
// analysed.
#pragma once

#include <amazons/analysis.hpp>
#include <amazons/board.hpp>
#include <amazons/picture.hpp>
#include <amazons/play.hpp>
#include <amazons/record.hpp>
#include <amazons/value_chart.hpp>
#include <amazons/words.hpp>
#include <common/replay_page.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::amazons {

namespace detail {

/// Makes the page of a game, frame by frame.
template <class Board>
class game_page {
public:
    game_page(const basic_record<Board>& r, std::string_view title, const analysis* opinion)
        : record_(&r), opinion_(opinion), page_(std::string{title}, ground(r, layout_, opinion)) {
        if (opinion_ != nullptr) chart_.emplace(*opinion_, chart_box(r, layout_));
        add_sprites();
    }

    [[nodiscard]] draw::replay_page make() && {
        page_.pace(1);
        page_.value("play", 0);
        show_value(0);
        page_.caption(name_and_color(*record_, player::white) + " against " +
                      name_and_color(*record_, player::black));
        Board b = record_->start;
        for (std::size_t i = 0; i < shown(); ++i) {
            page_.next_frame();
            frame(i, b);
            b.make(record_->plays[i]);
        }
        return std::move(page_);
    }

private:
    static draw::box chart_box(const basic_record<Board>& r,
                               const picture_layout& layout) noexcept {
        return {0, layout.length(r.start.size().rows), layout.length(r.start.size().columns),
                value_chart::height};
    }

    [[nodiscard]] static draw::canvas ground(const basic_record<Board>& r,
                                             const picture_layout& layout,
                                             const analysis* opinion) {
        const int below = opinion != nullptr ? value_chart::height : 0;
        draw::canvas picture(layout.length(r.start.size().columns),
                             layout.length(r.start.size().rows) + below, colors::frame);
        board_painter painter(picture, r.start, layout);
        painter.wood();
        painter.names();
        painter.arrows();
        if (opinion != nullptr) value_chart(*opinion, chart_box(r, layout)).draw(picture);
        return picture;
    }

    /// How many plays are shown: those that were analysed.
    [[nodiscard]] std::size_t shown() const noexcept {
        return opinion_ != nullptr ? opinion_->plays.size() : record_->plays.size();
    }

    template <class Draw>
    draw::look_id add_look(Draw draw_shapes) {
        return page_.add_look([&](draw::canvas& look) {
            board_painter painter(look, record_->start, layout_);
            draw_shapes(painter);
        });
    }

    /// Arrows below paths, and these below amazons.
    void add_sprites() {
        const draw::look_id burnt = add_look([](auto& painter) { painter.arrow({0, 0}); });
        for (std::size_t i = 0; i < shown(); ++i) {
            arrows_.push_back(page_.add_sprite(burnt, middle(record_->plays[i].arrow)));
            page_.hide(arrows_.back());
        }
        for (std::size_t i = 0; i < shown(); ++i) {
            const play& p = record_->plays[i];
            const draw::look_id path = add_look([&p](auto& painter) { painter.path(p); });
            paths_.push_back(page_.add_sprite(path, {0, 0}));
            page_.hide(paths_.back());
        }
        for (const player who : {player::white, player::black}) {
            const draw::look_id crown =
                add_look([who](auto& painter) { painter.crown({0, 0}, who); });
            for_each_cell(record_->start.amazons(who),
                          [&](cell c) { amazons_[c.number] = page_.add_sprite(crown, middle(c)); });
        }
        if (!chart_) return;
        const draw::look_id mark = page_.add_look(
            [](draw::canvas& look) { look.ring({0, 0}, 8, {draw::palette::blue, 3}); });
        mark_ = page_.add_sprite(mark, chart_->at(0));
    }

    void frame(std::size_t i, const Board& before) {
        const play& p = record_->plays[i];
        const draw::sprite_id moved = amazons_[p.from.number];
        page_.move(moved, middle(p.to));
        amazons_[p.to.number] = moved;
        page_.show(arrows_[i]);
        if (i > 0) page_.hide(paths_[i - 1]);
        page_.show(paths_[i]);
        page_.value("play", i + 1);
        if (chart_) page_.move(mark_, chart_->at(i + 1));
        show_value(i + 1);
        std::string says = name_of(*record_, before.to_move()) + " plays " + to_string(p) + '.';
        if (opinion_ != nullptr) {
            const std::string opinion = opinion_of(opinion_->plays[i]);
            if (!opinion.empty()) says += " That is " + opinion + '.';
        }
        if (i + 1 == record_->plays.size()) says += ' ' + ending_of(*record_);
        page_.caption(says);
    }

    void show_value(std::size_t plays) {
        if (opinion_ == nullptr) return;
        const int white = percent(opinion_->values[plays]);
        page_.value("white", std::to_string(white) + " %");
        page_.value("black", std::to_string(100 - white) + " %");
    }

    [[nodiscard]] draw::point middle(cell c) const noexcept {
        return layout_.middle(c, record_->start.size().rows);
    }

    const basic_record<Board>* record_;
    const analysis* opinion_;
    picture_layout layout_;
    draw::replay_page page_;
    std::optional<value_chart> chart_;
    std::vector<draw::sprite_id> arrows_;            // by the plays
    std::vector<draw::sprite_id> paths_;             // by the plays
    std::array<draw::sprite_id, 128> amazons_ = {};  // by the cells where they are
    draw::sprite_id mark_ = {};
};

}  // namespace detail

/// A page on which a game is played again: where the amazon went, where its arrow hit, and who
/// won. With an analysis of the same game, the chances and the worst plays are shown too, with a
/// chart of them below the board.
template <class Board>
[[nodiscard]] draw::replay_page to_replay_page(const basic_record<Board>& r, std::string_view title,
                                               const analysis* opinion = nullptr) {
    return detail::game_page<Board>(r, title, opinion).make();
}

}  // namespace senda::amazons
