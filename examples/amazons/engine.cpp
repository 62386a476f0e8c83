// SPDX-License-Identifier: MIT
// amazons engine: answers another program, line by line.
#include "commands.hpp"
#include "computer.hpp"

#include "../common/interrupt.hpp"
#include "../common/line_source.hpp"
#include "../common/platform.hpp"

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/protocol.hpp>
#include <amazons/queries.hpp>
#include <senda/version.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>

namespace amazons = senda::amazons;
namespace protocol = senda::amazons::protocol;

namespace {

/// Talks with the other program, and thinks in a thread of its own.
class engine_session {
public:
    engine_session(const engine_arguments& args, program::console& out)
        : args_(args), out_(&out), computer_(options()) {}
    engine_session(const engine_session&) = delete;
    engine_session& operator=(const engine_session&) = delete;
    ~engine_session() { halt(); }

    /// Whether the search shall end.
    [[nodiscard]] bool stop_requested() const {
        return stop_ || program::interruption::requested();
    }

    /// Takes the lines of the standard input until it ends or there is `quit`.
    int run() {
        program::line_source lines("-", program::long_lines::cut);
        while (const std::optional<std::string> line = lines.next()) {
            if (line->size() > program::line_source::longest) {
                say(protocol::error{"line_too_long",
                                    "a line has up to " +
                                        std::to_string(program::line_source::longest) + " bytes"});
                continue;
            }
            if (!take(*line)) return program::answered;
        }
        finish();  // who sends a question and no more waits for the answer
        return program::interruption::requested() ? program::interrupted : program::answered;
    }

private:
    /// The engine is that of the highest level where only `go` says how long it may think.
    [[nodiscard]] amazons::engine_options options() const {
        engine_arguments args = args_;
        if (!args.level) args.level = amazons::strongest_level;
        amazons::engine_options o = options_for(args);
        if (!args_.level) o.tree.limits = {};
        return o;
    }

    /// False if that was the last line.
    bool take(std::string_view line) {
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        const auto read = protocol::parse_command(line, board_.size());
        if (!read) {
            if (read.error().code != "empty_line")
                say(protocol::error{read.error().code, read.error().message + " (column " +
                                                           std::to_string(read.error().column) +
                                                           ')'});
            return true;
        }
        std::visit([this](const auto& command) { obey(command); }, *read);
        return !std::holds_alternative<protocol::quit>(*read);
    }

    void obey(const protocol::hello&) {
        say(protocol::id{"name", "senda amazons"});
        say(protocol::id{"version", senda::version_string});
        say(protocol::id{"protocol", "1"});
        say(protocol::ready{});
    }
    void obey(const protocol::is_ready&) { say(protocol::ready{}); }
    void obey(const protocol::stop&) { halt(); }
    void obey(const protocol::quit&) { halt(); }

    // All others wait until an answer was given.

    void obey(const protocol::new_game&) {
        finish();
        computer_.forget();
        board_ = amazons::new_board(board_.size());
    }
    void obey(const protocol::set_size& s) {
        finish();
        if (!amazons::board::holds(s.size))
            return say(protocol::error{
                "unsupported_size",
                "a board has up to " + to_string(amazons::board_size{}) + " cells here"});
        computer_.forget();
        board_ = amazons::new_board(s.size);
    }
    void obey(const protocol::set_position<amazons::board>& p) {
        finish();
        board_ = p.board();
    }
    void obey(const protocol::go& how) {
        finish();
        const senda::limits within = limits_for(how);
        is_infinite_ = how.infinite;
        stop_ = false;
        const program::platform::without_signals only_here;  // which must wake who reads
        thinking_ = std::thread([this, within, waits = how.infinite] {
            const auto tell = [this](const amazons::chosen& known) {
                say(protocol::info_of(board_, known, computer_.options().method));
            };
            const amazons::chosen found = computer_.choose(board_, within, *this, tell);
            tell(found);
            // Also where there is nothing more to find out, the answer comes after `stop`.
            while (waits && !stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds{5});
            say(protocol::best_move{found.best});
        });
    }

    [[nodiscard]] senda::limits limits_for(const protocol::go& how) const {
        const senda::limits none;
        senda::limits l = none;
        // Where it sees no limit at all, the engine takes one of its own.
        if (how.infinite) l.expansions = none.expansions - 1;
        if (how.nodes) l.expansions = *how.nodes;
        if (how.milliseconds) l.time = static_cast<double>(*how.milliseconds) / 1000;
        return l;
    }

    /// Waits for the answer to the last question, unless it would never come.
    void finish() {
        if (is_infinite_) stop_ = true;
        if (thinking_.joinable()) thinking_.join();
        is_infinite_ = false;
    }
    /// Has it at once.
    void halt() {
        stop_ = true;
        finish();
    }

    void say(const protocol::reply& r) {
        const std::lock_guard lock(mutex_);
        out_->print(protocol::to_line(r) + '\n');
        std::fflush(stdout);
    }

    engine_arguments args_;
    program::console* out_;
    computer computer_;
    amazons::board board_;
    bool is_infinite_ = false;
    std::atomic<bool> stop_ = false;
    std::thread thinking_;
    std::mutex mutex_;  // of what is said
};

}  // namespace

int engine(const engine_program_arguments& args, program::console& out) {
    return engine_session(args.engine, out).run();
}
