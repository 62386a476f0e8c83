// SPDX-License-Identifier: MIT
// Ctrl-C: the first asks a program to end, the second ends it.
#pragma once

#include "exit_code.hpp"
#include "platform.hpp"

#include <atomic>
#include <cstring>
#include <string>

namespace program {

/// What a signal has to say, and what must be put right if the program ends at once.
class interruption {
public:
    /// From here on, a signal that asks to end is noted. A call of the system that waits comes
    /// back with EINTR. A pipe that nobody reads any more ends the program without a word.
    static void listen() {
        platform::on_request_to_end(note);
        platform::on_closed_pipe(clean_up);
    }

    /// True once the program was asked to end; a search takes it as its stop token.
    [[nodiscard]] static const std::atomic<bool>& flag() noexcept { return requested_; }
    [[nodiscard]] static bool requested() noexcept { return requested_; }

    /// Removes a file if the program ends at once; an empty name removes none.
    static void remove_at_end(const std::string& name) noexcept {
        unfinished_[0] = '\0';  // there is never half a name
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (name.empty() || name.size() >= sizeof unfinished_) return;
        std::memcpy(unfinished_ + 1, name.c_str() + 1, name.size());
        std::atomic_signal_fence(std::memory_order_seq_cst);
        unfinished_[0] = name[0];
    }

    /// Calls a function, which may do only what a signal handler may, if the program ends at once.
    static void call_at_end(void (*restore)()) noexcept { restore_ = restore; }

private:
    static void note(int) {
        static_assert(std::atomic<bool>::is_always_lock_free);
        if (!requested_.exchange(true)) return;
        clean_up();
        platform::end_now(interrupted);
    }

    static void clean_up() {
        if (unfinished_[0] != '\0') platform::remove_file(unfinished_);
        if (void (*const restore)() = restore_) restore();
    }

    inline static std::atomic<bool> requested_ = false;
    inline static std::atomic<void (*)()> restore_ = nullptr;
    inline static char unfinished_[4096] = {};
};

}  // namespace program
