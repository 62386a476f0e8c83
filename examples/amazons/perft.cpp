// SPDX-License-Identifier: MIT
// amazons perft: how many sequences of so many plays there are.
#include "commands.hpp"
#include "documents.hpp"
#include "position_file.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"
#include "../common/quantity.hpp"
#include "../common/time_limit.hpp"

#include <cstdint>
#include <string>

namespace amazons = senda::amazons;

namespace {

/// Counts as the library does, and looks now and then whether it shall stop.
class perft_counter {
public:
    perft_counter(const amazons::board& b, const senda::limits& limits)
        : board_(b), expansions_(limits.expansions), end_(limits.time.seconds()) {}

    /// The same as `count`; tells how many of the first plays are done.
    std::uint64_t count(std::uint64_t depth, program::progress& shown) {
        if (depth < 2) return count(depth);
        if (must_stop()) return 0;
        const std::uint64_t plays = board_.count_moves();
        std::uint64_t sum = 0;
        std::uint64_t done = 0;
        shown.advance(done, plays);
        const amazons::board from = board_;
        from.for_each_play([&](const amazons::play& p) {
            board_.make(p);
            sum += count(depth - 1);
            board_.unmake(p);
            shown.advance(++done, plays);
            return ended_ == senda::status::running;
        });
        return sum;
    }

    /// The number of sequences; too few if it was stopped.
    std::uint64_t count(std::uint64_t depth) {
        if (depth == 0) return 1;
        if (must_stop()) return 0;
        if (depth == 1) return board_.count_moves();
        std::uint64_t sum = 0;
        const amazons::board from = board_;
        from.for_each_play([&](const amazons::play& p) {
            board_.make(p);
            sum += count(depth - 1);
            board_.unmake(p);
            return ended_ == senda::status::running;
        });
        return sum;
    }

    [[nodiscard]] senda::status ended() const noexcept { return ended_; }

private:
    bool must_stop() {
        if (visited_ >= expansions_) ended_ = senda::status::expansion_limit;
        constexpr std::uint64_t between_looks = 1024;
        if (visited_++ % between_looks == 0 && end_.stop_requested())
            ended_ = program::interruption::requested() ? senda::status::cancelled
                                                        : senda::status::time_limit;
        return ended_ != senda::status::running;
    }

    amazons::board board_;
    std::uint64_t expansions_;
    program::time_limit end_;
    std::uint64_t visited_ = 0;
    senda::status ended_ = senda::status::running;
};

}  // namespace

int perft(const perft_arguments& args, program::console& out) {
    const position_file file = read_position(args, out);
    if (!file.board) return file.code;
    perft_counter counter(*file.board, args.limits);
    const std::uint64_t nodes = [&] {
        program::progress shown("counting");
        return counter.count(args.depth, shown);
    }();
    const bool is_whole = counter.ended() == senda::status::running;
    if (args.json) {
        out.print(perft_document(args.depth, nodes, counter.ended(), file.warnings));
    } else if (is_whole) {
        out.print(std::to_string(nodes) + '\n');
    } else {
        out.print(out.with(program::accent::doubtful,
                           "stopped by " + std::string{senda::stopped_by(counter.ended())}) +
                  " after " + program::count_text(nodes) + " of them\n");
    }
    return is_whole                                      ? program::answered
           : counter.ended() == senda::status::cancelled ? program::interrupted
                                                         : program::limit_reached;
}
