// SPDX-License-Identifier: MIT
// amazons replay: a recorded game step by step in a terminal, as a list, or as a page.
#include "commands.hpp"
#include "documents.hpp"
#include "pictures.hpp"
#include "record_file.hpp"

#include "../common/terminal_game.hpp"

#include <amazons/format.hpp>
#include <amazons/picture.hpp>
#include <amazons/record.hpp>
#include <amazons/replay_picture.hpp>
#include <amazons/terminal_picture.hpp>
#include <amazons/words.hpp>
#include <common/text_grid.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace amazons = senda::amazons;
namespace draw = senda::draw;

namespace {

std::optional<amazons::play> play_before(const amazons::game_record& r, std::size_t made) {
    if (made == 0) return std::nullopt;
    return r.plays[made - 1];
}

/// What happened last: who made which play, and how the game ended if it did.
std::string happened(const amazons::game_record& r, std::size_t made) {
    std::string text;
    if (made > 0) {
        const amazons::player by = opponent(r.position(made).to_move());
        text = name_of(r, by) + " plays " + to_string(r.plays[made - 1]) + '.';
    }
    if (made == r.plays.size()) text += (text.empty() ? "" : " ") + ending_of(r);
    return text.empty() ? "The game begins." : text;
}

/// All plays, a line for each player's one: `  1. d1-d7/g7      d10-d8/b10`.
std::string list_of(const amazons::game_record& r) {
    std::string text;
    const bool black_begins = r.start.to_move() == amazons::player::black;
    for (std::size_t i = 0; i < r.plays.size(); ++i) {
        const std::size_t half = i + (black_begins ? 1 : 0);
        std::string play = to_string(r.plays[i]);
        if (half % 2 == 0 || i == 0) {
            const std::string number = std::to_string(half / 2 + 1);
            text += std::string(4 - std::min<std::size_t>(4, number.size()), ' ') + number + ". ";
            if (half % 2 == 1) text += padded("...", 14);
        }
        const bool ends_line = half % 2 == 1 || i + 1 == r.plays.size();
        text += ends_line ? play + '\n' : padded(play, 14);
    }
    return text;
}

/// Steps through a game on a screen.
class replay_screen : public program::terminal_game {
public:
    replay_screen(const amazons::game_record& r, std::size_t at, draw::terminal_style style)
        : program::terminal_game(style), record_(&r), made_(at) {
        tell();
    }

private:
    [[nodiscard]] std::string closing_line() const override {
        return "After " + senda::pluralize(made_, "play") + ": " + happened(*record_, made_);
    }

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        amazons::board_marks marks;
        marks.last_play = play_before(*record_, made_);
        constexpr int beside_board = 30;  // columns
        constexpr int below_board = 3;    // rows
        const auto size_in = [this](int rows, int cols) {
            const amazons::board_size cells = record_->start.size();
            return amazons::size_for(style(), {rows, cols}, cells.columns, cells.rows);
        };
        amazons::text_size size = size_in(room.rows, room.cols - beside_board);
        const bool beside = size != amazons::text_size::tiny;
        if (!beside) size = size_in(room.rows - below_board, room.cols);
        const draw::text_grid board =
            amazons::to_text_grid(record_->position(made_), style(), size, marks);
        paste(grid, 0, board);
        int row = beside ? 0 : board.rows();
        const int col = beside ? board.cols() + 1 : 0;
        const int gap = beside ? 1 : 0;
        constexpr draw::text_cell quiet{.ink = draw::palette::stone};
        const std::string number = "play " + std::to_string(made_) + " of " +
                                   std::to_string(record_->plays.size()) +
                                   (is_running_ ? ", running" : "");
        const int after = grid.put(row, col, number, quiet);
        if (beside)
            ++row;
        else
            grid.put(row++, after + 2, play_text());
        // A sentence a line.
        std::string text = beside || made_ == record_->plays.size() ? message() : "";
        for (std::size_t end = 0; !text.empty(); text.erase(0, end)) {
            end = std::min(text.find(". "), text.size() - 1) + 1;
            grid.put(row++, col, text.substr(text[0] == ' ' ? 1 : 0, end), message_look());
        }
        row += gap;
        for (const amazons::player p : {amazons::player::white, amazons::player::black}) {
            const bool moves = record_->position(made_).to_move() == p;
            grid.put(row++, col, (moves ? "> " : "  ") + name_and_color(*record_, p),
                     {.bold = moves});
        }
        row += gap;
        for (const char* const line :
             {"right, left  step", "up, down     ten plays", "g, G         first, last",
              "space        run or stop", "q            end"})
            grid.put(row++, col, line, quiet);
        return grid;
    }

    [[nodiscard]] std::string play_text() const {
        return made_ > 0 ? to_string(record_->plays[made_ - 1]) : std::string{};
    }

    [[nodiscard]] int key_timeout() const override {
        constexpr int a_play = 1000;
        return is_running_ ? a_play : program::game_screen::no_timeout;
    }
    void on_timeout() override {
        if (is_running_) go_to(made_ + 1);
        if (made_ == record_->plays.size()) is_running_ = false;
    }

    bool press(program::stroke s) override {
        constexpr std::size_t many = 10;
        const auto back = [&](std::size_t by) { return made_ - std::min(made_, by); };
        if (s.character == 'q') return false;
        if (s.character == ' ') {
            is_running_ = !is_running_;
            if (is_running_ && made_ == record_->plays.size()) go_to(0);
            return true;
        }
        is_running_ = false;
        switch (s.what) {
            case program::key::right: go_to(made_ + 1); return true;
            case program::key::left: go_to(back(1)); return true;
            case program::key::down: go_to(made_ + many); return true;
            case program::key::up: go_to(back(many)); return true;
            default: break;
        }
        if (s.character == 'g' || s.character == '0') go_to(0);
        if (s.character == 'G' || s.character == '$') go_to(record_->plays.size());
        if (s.character == '\n' || s.character == '\r' || s.character == 'n') go_to(made_ + 1);
        if (s.character == '\x7f' || s.character == '\b' || s.character == 'p') go_to(back(1));
        return true;
    }

    void go_to(std::size_t made) {
        made_ = std::min(made, record_->plays.size());
        tell();
    }
    void tell() { say(happened(*record_, made_), draw::palette::blue); }

    const amazons::game_record* record_;
    std::size_t made_;
    bool is_running_ = false;
};

std::string replay_document(const amazons::game_record& r, const diagnostics& warnings,
                            std::size_t at) {
    json_object document;
    document.add("status", "valid");
    return add_game(document, r)
        .add("at", at)
        .add("position", to_line(r.position(at)))
        .add_warnings(warnings)
        .finish_document();
}

void print_game(const amazons::game_record& r, std::size_t at, program::console& out) {
    out.print(title_of(r) + '\n' + list_of(r));
    if (at < r.plays.size()) out.print("After " + senda::pluralize(at, "play") + ":\n");
    amazons::board_marks marks;
    marks.last_play = play_before(r, at);
    print_picture(r.position(at), out, amazons::legend(amazons::english_words, r.white, r.black),
                  marks);
    out.print(happened(r, at) + '\n');
}

}  // namespace

int replay(const replay_arguments& args, program::console& out) {
    const record_file file = read_record(args, out);
    if (!file.board) return file.code;
    const amazons::game_record& r = *file.board;
    const std::size_t at = args.at.value_or(r.plays.size());
    if (at > r.plays.size()) {
        out.error("--at: the game has only " + senda::pluralize(r.plays.size(), "play"));
        return program::wrong_usage;
    }
    const program::picture_files& files = args.pictures;
    const bool writes = !(args.save.empty() && files.svg.empty() && files.png.empty() &&
                          files.html.empty() && files.apng.empty());
    if (args.json) {
        out.print(replay_document(r, file.warnings, at));
    } else if (!args.show && !writes && args.file != "-" && program::can_play()) {
        return replay_screen(r, args.at.value_or(0), out.style()).run();
    } else {
        print_game(r, at, out);
    }
    const std::string title = title_of(r);
    const bool saved = program::write_file(
        args.save, out, [&](auto& save) { save(amazons::to_text(r.position(at))); });
    const bool drawn = program::write_pictures(
        files, title, out, [&] { return amazons::to_picture(r.position(at), play_before(r, at)); },
        [&] { return amazons::to_replay_page(r, title); });
    return saved && drawn ? program::answered : program::wrong_usage;
}
