// SPDX-License-Identifier: MIT
// Another program as a player: it is asked in the lines of the engine protocol.
#pragma once

#include "../common/child_process.hpp"
#include "../common/quantity.hpp"

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/protocol.hpp>
#include <senda/search/options.hpp>
#include <senda/text/utf8.hpp>

#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

/// Why a program lost a game without losing it on the board.
struct forfeit {
    const char* reason = "";  // for programs
    std::string message;      // for people
};

/// A player of matches. What crashes, hangs or answers nonsense gives its game up, and is started
/// again for the next one.
class external_player {
public:
    external_player(std::string command, const senda::amazons::protocol::go& how,
                    senda::amazons::board_size size, double patience, senda::stop_token stop)
        : command_(std::move(command)), how_(how), size_(size), patience_(patience), stop_(stop) {}

    /// Another game begins.
    void forget() {
        fault_.reset();
        if (!child_ && !could_not_run_) start();
        if (child_) child_->write_line("newgame");
    }

    /// The match is over: says so to the program, and ends it if it does not end by itself.
    void finish() {
        if (child_) child_->write_line("quit");
        if (child_) end();
    }

    senda::amazons::chosen choose(const senda::amazons::board& b) {
        namespace protocol = senda::amazons::protocol;
        using senda::amazons::to_line;
        const auto started = std::chrono::steady_clock::now();
        senda::amazons::chosen answer;
        if (child_) {
            child_->write_line("pos " + to_line(b));
            child_->write_line(protocol::to_line(how_));
            answer = listen(b);
        }
        seconds_ +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        return answer;
    }

    /// Why the last game was given up; nothing if it was not, or if the program resigned.
    [[nodiscard]] const std::optional<forfeit>& fault() const noexcept { return fault_; }
    /// Whether there is no such program.
    [[nodiscard]] bool could_not_run() const noexcept { return could_not_run_; }

    /// The time from questions to answers.
    [[nodiscard]] double seconds() const noexcept { return seconds_; }
    /// The processor time of the program, as often as it was started and has ended.
    [[nodiscard]] double processor_seconds() const noexcept { return processor_seconds_; }
    /// What it calls itself; empty if it did not say that.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

private:
    void start() {
        child_ = std::make_unique<program::child_process>(command_);
        if (child_->error() == 0) {
            child_->write_line("hello");  // who does not know it need not answer
            if (size_ != senda::amazons::board_size{})
                child_->write_line(to_line(senda::amazons::protocol::set_size{size_}));
            return;
        }
        could_not_run_ = true;
        fault_ = {"not_started",
                  std::string{"it cannot be started: "} + std::strerror(child_->error())};
        child_.reset();
    }

    senda::amazons::chosen listen(const senda::amazons::board& b) {
        namespace protocol = senda::amazons::protocol;
        std::string line;
        // All lines together may take no longer than the patience lasts.
        const auto started = std::chrono::steady_clock::now();
        for (;;) {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
            switch (child_->read_line(line, patience_ - passed.count(), stop_)) {
                case program::heard::line: break;
                case program::heard::stopped: return {};
                case program::heard::late:
                    end(0);
                    fault_ = {"hung", "it gave no answer for " + program::seconds_text(patience_)};
                    return {};
                case program::heard::closed: fault_ = {"crashed", "it " + end()}; return {};
            }
            const std::optional<protocol::reply> said = protocol::parse_reply(line);
            if (!said) continue;
            if (const auto* who = std::get_if<protocol::id>(&*said);
                who != nullptr && who->key == "name")
                name_ = who->value;
            if (const auto* wrong = std::get_if<protocol::error>(&*said);
                wrong != nullptr && line.starts_with("bestmove")) {
                fault_ = {"bad_answer", "it answered " + senda::quoted(line)};
                return {};
            }
            const auto* const answer = std::get_if<protocol::best_move>(&*said);
            if (answer == nullptr) continue;
            if (answer->best && !b.is_legal(*answer->best))
                fault_ = {"illegal_play",
                          "it played " + to_string(*answer->best) +
                              ", which is not legal: " + why_illegal(b, *answer->best)};
            return {.best = answer->best};
        }
    }

    /// Ends the program, and says how that went.
    std::string end(double seconds = 2) {
        std::string how = child_->end(seconds);
        processor_seconds_ += child_->processor_seconds();
        could_not_run_ = child_->could_not_run();
        child_.reset();
        return how;
    }

    std::string command_;
    senda::amazons::protocol::go how_;
    senda::amazons::board_size size_;
    double patience_;
    senda::stop_token stop_;
    std::unique_ptr<program::child_process> child_;
    std::optional<forfeit> fault_;
    bool could_not_run_ = false;
    double seconds_ = 0;
    double processor_seconds_ = 0;
    std::string name_;
};
