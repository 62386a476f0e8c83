// SPDX-License-Identifier: MIT
// The operating system, if it is POSIX.
#pragma once

#include "platform_types.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <pthread.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace program::platform {

/// A variable of the environment; null if it is not set.
inline const char* environment(const char* name) { return std::getenv(name); }

/// Files and standard streams have bytes as they are.
inline void prepare_streams() {}

inline bool is_terminal(int file) { return isatty(file) == 1; }

/// The size of the terminal behind a file, if there is one.
inline std::optional<window> window_of(int file) {
    winsize size = {};
    if (ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
        return std::nullopt;
    return window{size.ws_row, size.ws_col};
}

namespace detail {

/// The number that a file of the system begins with; 0 if it says none.
inline std::uint64_t number_in(const char* name) {
    std::FILE* const file = std::fopen(name, "r");
    if (file == nullptr) return 0;
    unsigned long long number = 0;
    if (std::fscanf(file, "%llu", &number) != 1) number = 0;
    std::fclose(file);
    return number;
}

}  // namespace detail

/// The bytes of memory that this process can have: of the machine, or what its container or the
/// shell leaves of them; 0 if that is not known.
inline std::uint64_t memory_there() {
    std::uint64_t least = 0;
    const auto note = [&least](std::uint64_t bytes) {
        if (bytes != 0) least = least == 0 ? bytes : std::min(least, bytes);
    };
#if defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long bytes_a_page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes_a_page > 0)
        note(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes_a_page));
#endif
    note(detail::number_in("/sys/fs/cgroup/memory.max"));
    note(detail::number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    rlimit most = {};
    if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY) note(most.rlim_cur);
    return least;
}

// Files: -1 is an error, which `errno` tells.

inline int open_to_read(const std::string& name) {
    return open(name.c_str(), O_RDONLY | O_CLOEXEC);
}
inline int open_to_write(const std::string& name) {
    return open(name.c_str(), O_WRONLY | O_CLOEXEC);
}
inline std::ptrdiff_t read_some(int file, char* into, std::size_t size) {
    return ::read(file, into, size);
}
/// Waits until there is something to read, the end of it too, or so many milliseconds; false if
/// nothing came.
inline bool wait_to_read(int file, int milliseconds) {
    pollfd ready{file, POLLIN, 0};
    return poll(&ready, 1, milliseconds) > 0;
}
inline std::ptrdiff_t write_some(int file, const char* from, std::size_t size) {
    return ::write(file, from, size);
}
inline int close_file(int file) { return close(file); }
inline int remove_file(const char* name) { return unlink(name); }
inline int rename_file(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str());
}

namespace detail {

inline file_status status_of(const struct stat& about) {
    return {S_ISREG(about.st_mode)   ? file_kind::regular
            : S_ISDIR(about.st_mode) ? file_kind::folder
                                     : file_kind::other,
            S_ISREG(about.st_mode) ? static_cast<std::size_t>(about.st_size) : 0,
            about.st_mode & 0777U};
}

}  // namespace detail

inline file_status status_of(const std::string& name) {
    struct stat about = {};
    return stat(name.c_str(), &about) == 0 ? detail::status_of(about) : file_status{};
}
inline file_status status_of(int file) {
    struct stat about = {};
    return fstat(file, &about) == 0 ? detail::status_of(about) : file_status{};
}

/// A new file beside that of the name, with the mode of the one that is there; `name` becomes its
/// own.
inline int open_beside(std::string& name) {
    const file_status before = status_of(name);
    name += ".part-XXXXXX";
    const int file = mkstemp(name.data());
    if (file < 0) return file;
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(file, before.kind == file_kind::missing ? 0666U & ~mask : before.mode);
    return file;
}

/// The file that a link leads to.
inline std::string without_links(const std::string& name) {
    char* const real = realpath(name.c_str(), nullptr);
    if (real == nullptr) return name;
    std::string found = real;
    std::free(real);
    return found;
}

// Signals.

/// Calls a function whenever the program is asked to end; a call that waits ends with EINTR.
inline void on_request_to_end(void (*call)(int)) {
    struct sigaction action = {};
    action.sa_handler = call;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

/// Calls a function when nobody reads any more what the program writes, which ends it then.
inline void on_closed_pipe(void (*call)()) {
    static void (*clean_up)() = nullptr;
    clean_up = call;
    struct sigaction action = {};
    action.sa_handler = [](int signal) {
        clean_up();
        std::signal(signal, SIG_DFL);
        raise(signal);
    };
    sigaction(SIGPIPE, &action, nullptr);
}

/// Ends at once; a signal handler may call it.
[[noreturn]] inline void end_now(int code) { _exit(code); }

/// While it is there, new threads begin with signals blocked: the thread that waits for input is
/// the one that a signal must wake.
class without_signals {
public:
    without_signals() {
        sigset_t all;
        sigfillset(&all);
        sigdelset(&all, SIGPIPE);  // which ends the program, whoever writes
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    without_signals(const without_signals&) = delete;
    without_signals& operator=(const without_signals&) = delete;
    ~without_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_ = {};
};

/// The keyboard, which gives keys at once and does not show them between `begin` and `end`; signal
/// handlers may call both.
class keyboard {
public:
    /// What a game does when it is paused, goes on, or crashes.
    struct handlers {
        void (*begin)();
        void (*end)();
        void (*resized)();
    };

    static void listen(handlers call) {
        tcgetattr(STDIN_FILENO, &saved_);
        call_ = call;
        struct sigaction action = {};
        action.sa_handler = [](int) { call_.resized(); };
        sigaction(SIGWINCH, &action, nullptr);
        action.sa_handler = pause;
        sigaction(SIGTSTP, &action, nullptr);
        action.sa_handler = crash;
        for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT})
            sigaction(signal, &action, nullptr);
    }

    static void begin() {
        termios raw = saved_;
        raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    static void end() { tcsetattr(STDIN_FILENO, TCSANOW, &saved_); }

    /// Adds the bytes of keys that come within so many milliseconds.
    static key_wait wait(int milliseconds, std::string& bytes) {
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        const int count = poll(&ready, 1, milliseconds);
        if (count <= 0) return count == 0 ? key_wait::timeout : key_wait::interrupted;
        char buffer[64];
        const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
        if (got > 0) bytes.append(buffer, static_cast<std::size_t>(got));
        if (got > 0) return key_wait::keys;
        return got < 0 && (errno == EINTR || errno == EAGAIN) ? key_wait::interrupted
                                                              : key_wait::closed;
    }

private:
    static void pause(int) {
        const int error = errno;
        call_.end();
        kill(getpid(), SIGSTOP);
        call_.begin();  // here it goes on
        call_.resized();
        errno = error;
    }
    static void crash(int signal) {
        call_.end();
        std::signal(signal, SIG_DFL);
        raise(signal);
    }

    inline static termios saved_ = {};
    inline static handlers call_ = {};
};

}  // namespace program::platform
