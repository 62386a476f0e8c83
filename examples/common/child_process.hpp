// SPDX-License-Identifier: MIT
// A program that runs beside this one and is talked to line by line, where the system can do that.
#pragma once

#include "interrupt.hpp"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#if !defined(_WIN32)
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace program {

/// What came of waiting for a line.
enum class heard {
    line,
    late,    ///< no line came in time
    closed,  ///< no line can come any more
    stopped  ///< whoever waits was asked to end
};

#if defined(_WIN32)

/// Programs cannot be talked to here.
class child_process {
public:
    static constexpr bool is_supported = false;

    explicit child_process(const std::string& /*command*/) {}

    [[nodiscard]] int error() const noexcept { return ENOSYS; }
    bool write_line(std::string_view /*line*/) { return false; }
    template <class Stop>
    heard read_line(std::string& /*line*/, double /*seconds*/, const Stop& /*stop*/) {
        return heard::closed;
    }
    std::string end(double /*seconds*/ = 0) { return {}; }
    [[nodiscard]] double processor_seconds() const noexcept { return 0; }
    [[nodiscard]] bool could_not_run() const noexcept { return true; }
};

#else

/// A command of the shell, whose standard input and output are pipes to here. It is ended with
/// this.
class child_process {
public:
    static constexpr bool is_supported = true;

    explicit child_process(const std::string& command) {
        int in[2];
        int out[2];
        if (pipe(in) != 0) {
            error_ = errno;
            return;
        }
        if (pipe(out) != 0) {
            error_ = errno;
            close(in[0]);
            close(in[1]);
            return;
        }
        for (const int file : {in[0], in[1], out[0], out[1]}) fcntl(file, F_SETFD, FD_CLOEXEC);
        child_ = fork();
        if (child_ == 0) become(command, in[0], out[1]);
        if (child_ > 0) setpgid(child_, child_);  // whoever of both comes first
        if (child_ < 0) error_ = errno;
        close(in[0]);
        close(out[1]);
        in_ = in[1];
        out_ = out[0];
    }
    child_process(const child_process&) = delete;
    child_process& operator=(const child_process&) = delete;
    ~child_process() {
        end();
        if (out_ >= 0) close(out_);
    }

    /// Why it could not be started; 0 if it was.
    [[nodiscard]] int error() const noexcept { return error_; }

    /// Sends a line; false if nobody takes it.
    bool write_line(std::string_view line) {
        const std::string text = std::string{line} + '\n';
        // Nobody at the other end is no reason for this program to end.
        struct sigaction ignore = {};
        struct sigaction before = {};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &ignore, &before);
        std::size_t written = 0;
        while (in_ >= 0 && written < text.size()) {
            const ssize_t now = write(in_, text.data() + written, text.size() - written);
            if (now < 0 && errno != EINTR) break;
            if (now > 0) written += static_cast<std::size_t>(now);
        }
        sigaction(SIGPIPE, &before, nullptr);
        return written == text.size();
    }

    /// Waits for a line, and so long at most; `stop.stop_requested()` ends the wait too.
    template <class Stop>
    heard read_line(std::string& line, double seconds, const Stop& stop) {
        constexpr std::size_t longest = 1U << 20U;
        constexpr int short_wait = 50;  // milliseconds
        const auto started = std::chrono::steady_clock::now();
        for (;;) {
            const std::size_t length = bytes_.find('\n');
            if (length != bytes_.npos) {
                line = bytes_.substr(0, length);
                if (!line.empty() && line.back() == '\r') line.pop_back();
                bytes_.erase(0, length + 1);
                return heard::line;
            }
            if (out_ < 0 || bytes_.size() > longest) return heard::closed;
            if (stop.stop_requested()) return heard::stopped;
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
            if (passed.count() > seconds) return heard::late;
            pollfd ready{out_, POLLIN, 0};
            if (poll(&ready, 1, short_wait) <= 0) continue;
            char buffer[4096];
            const ssize_t got = read(out_, buffer, sizeof buffer);
            if (got > 0) bytes_.append(buffer, static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) {
                close(out_);
                out_ = -1;
            }
        }
    }

    /// Ends it, and all that it started, if it has not ended by itself so many seconds after its
    /// input did. Returns how it ended, in words.
    std::string end(double seconds = 0) {
        if (in_ >= 0) close(in_);
        in_ = -1;
        if (child_ > 0) {
            using clock = std::chrono::steady_clock;
            const auto until = clock::now() + std::chrono::duration<double>(seconds);
            int status = 0;
            rusage used = {};
            pid_t done = 0;
            while ((done = wait4(child_, &status, WNOHANG, &used)) == 0 && clock::now() < until)
                usleep(2'000);
            const bool by_itself = done == child_;
            kill(-child_, SIGKILL);
            while (!by_itself && wait4(child_, &status, 0, &used) < 0 && errno == EINTR) {
            }
            processor_seconds_ = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
            child_ = -1;
            could_not_run_ = by_itself && WIFEXITED(status) &&
                             (WEXITSTATUS(status) == 126 || WEXITSTATUS(status) == 127);
            how_ = !by_itself            ? "had to be ended"
                   : WIFSIGNALED(status) ? "was ended by signal " + std::to_string(WTERMSIG(status))
                                         : "ended with code " + std::to_string(WEXITSTATUS(status));
        }
        return how_;
    }

    // Once it has ended:

    /// Whether the shell could not run the command.
    [[nodiscard]] bool could_not_run() const noexcept { return could_not_run_; }
    /// The processor time that it took, and those that it waited for.
    [[nodiscard]] double processor_seconds() const noexcept { return processor_seconds_; }

private:
    static double seconds_of(const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    }

    [[noreturn]] static void become(const std::string& command, int in, int out) {
        setpgid(0, 0);  // what ends this program is not sent to the other
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(126);
        execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }

    pid_t child_ = -1;
    int in_ = -1;
    int out_ = -1;
    int error_ = 0;
    std::string bytes_;  // that were read and not given yet
    double processor_seconds_ = 0;
    bool could_not_run_ = false;
    std::string how_;
};

#endif

}  // namespace program
