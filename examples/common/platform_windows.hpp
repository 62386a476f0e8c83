// SPDX-License-Identifier: MIT
// The operating system, if it is Windows.
#pragma once

#include "platform_types.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <io.h>
#include <optional>
#include <process.h>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

namespace program::platform {

/// A variable of the environment; null if it is not set. Every console since Windows 10 has the
/// colours and characters of these.
inline const char* environment(const char* name) {
    if (const char* const value = std::getenv(name)) return value;
    if (std::strcmp(name, "TERM") == 0) return "xterm-256color";
    if (std::strcmp(name, "COLORTERM") == 0) return "truecolor";
    if (std::strcmp(name, "LC_CTYPE") == 0) return "C.UTF-8";
    return nullptr;
}

/// The standard streams have bytes as they are, which a console takes as UTF-8 and escape codes.
inline void prepare_streams() {
    for (const int file : {standard_input, standard_output, standard_error})
        _setmode(file, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        const HANDLE handle = GetStdHandle(stream);
        if (GetConsoleMode(handle, &mode) != 0)
            SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

inline bool is_terminal(int file) {
    DWORD mode = 0;  // `_isatty` also says yes to NUL
    return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(file)), &mode) != 0;
}

/// The size of the terminal behind a file, if there is one.
inline std::optional<window> window_of(int file) {
    CONSOLE_SCREEN_BUFFER_INFO about = {};
    if (GetConsoleScreenBufferInfo(reinterpret_cast<HANDLE>(_get_osfhandle(file)), &about) == 0)
        return std::nullopt;
    return window{about.srWindow.Bottom - about.srWindow.Top + 1,
                  about.srWindow.Right - about.srWindow.Left + 1};
}

/// The bytes of memory of the machine; 0 if that is not known.
inline std::uint64_t memory_there() {
    MEMORYSTATUSEX memory = {};
    memory.dwLength = sizeof memory;
    return GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys : 0;
}

// Files: -1 is an error, which `errno` tells.

inline int open_to_read(const std::string& name) {
    return _open(name.c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}
inline int open_to_write(const std::string& name) {
    return _open(name.c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
}
inline std::ptrdiff_t read_some(int file, char* into, std::size_t size) {
    return _read(file, into, static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30U)));
}
/// Nothing to do: a request to end does not wake who waits for input.
inline bool wait_to_read(int /*file*/, int /*milliseconds*/) { return true; }
inline std::ptrdiff_t write_some(int file, const char* from, std::size_t size) {
    return _write(file, from, static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30U)));
}
inline int close_file(int file) { return _close(file); }
inline int remove_file(const char* name) { return _unlink(name); }
inline int rename_file(const std::string& from, const std::string& to) {
    if (MoveFileExA(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return 0;
    errno = GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT : EACCES;
    return -1;
}

namespace detail {

inline file_status status_of(const struct _stat64& about) {
    const unsigned kind = about.st_mode & static_cast<unsigned>(_S_IFMT);
    const bool is_regular = kind == _S_IFREG;
    return {is_regular         ? file_kind::regular
            : kind == _S_IFDIR ? file_kind::folder
                               : file_kind::other,
            is_regular ? static_cast<std::size_t>(about.st_size) : 0, about.st_mode & 0777U};
}

}  // namespace detail

inline file_status status_of(const std::string& name) {
    struct _stat64 about = {};
    return _stat64(name.c_str(), &about) == 0 ? detail::status_of(about) : file_status{};
}
inline file_status status_of(int file) {
    struct _stat64 about = {};
    return _fstat64(file, &about) == 0 ? detail::status_of(about) : file_status{};
}

/// A new file beside that of the name; `name` becomes its own.
inline int open_beside(std::string& name) {
    const std::string stem = name + ".part-" + std::to_string(_getpid()) + '-';
    for (unsigned number = 0;; ++number) {
        name = stem + std::to_string(number);
        const int file =
            _open(name.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                  _S_IREAD | _S_IWRITE);
        if (file >= 0 || errno != EEXIST) return file;
    }
}

/// The file that a link leads to: a link is replaced like any file here.
inline std::string without_links(const std::string& name) { return name; }

// Requests to end.

namespace detail {
inline void (*request_to_end)(int) = nullptr;
}

/// Calls a function, in a thread of its own, whenever the program is asked to end.
inline void on_request_to_end(void (*call)(int)) {
    detail::request_to_end = call;
    SetConsoleCtrlHandler(
        [](DWORD) -> BOOL {
            detail::request_to_end(SIGINT);
            return TRUE;
        },
        TRUE);
}

/// Nothing to do: whoever writes is told.
inline void on_closed_pipe(void (*)()) {}

[[noreturn]] inline void end_now(int code) { std::_Exit(code); }

/// Nothing to do: a request to end comes in a thread of its own.
class without_signals {
public:
    without_signals() {}
    without_signals(const without_signals&) = delete;
    without_signals& operator=(const without_signals&) = delete;
    ~without_signals() {}
};

/// The keyboard, which gives keys at once and does not show them between `begin` and `end`.
class keyboard {
public:
    /// What a game does when it begins, when it crashes, and when the window has another size.
    struct handlers {
        void (*begin)();
        void (*end)();
        void (*resized)();
    };

    static void listen(handlers call) {
        GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &saved_);
        call_ = call;
        for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) std::signal(signal, crash);
    }

    static void begin() {
        SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), ENABLE_PROCESSED_INPUT |
                                                           ENABLE_WINDOW_INPUT |
                                                           ENABLE_VIRTUAL_TERMINAL_INPUT);
    }
    static void end() { SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), saved_); }

    /// Adds the bytes of keys that come within so many milliseconds; an arrow is an escape
    /// sequence.
    static key_wait wait(int milliseconds, std::string& bytes) {
        const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
        const DWORD came = WaitForSingleObject(input, static_cast<DWORD>(milliseconds));
        if (came == WAIT_TIMEOUT) return key_wait::timeout;
        INPUT_RECORD events[16];
        DWORD count = 0;
        if (came != WAIT_OBJECT_0 || ReadConsoleInputW(input, events, 16, &count) == 0)
            return key_wait::closed;
        bool has_keys = false;
        for (DWORD i = 0; i < count; ++i) {
            if (events[i].EventType == WINDOW_BUFFER_SIZE_EVENT) call_.resized();
            if (events[i].EventType != KEY_EVENT || events[i].Event.KeyEvent.bKeyDown == 0)
                continue;
            const wchar_t character = events[i].Event.KeyEvent.uChar.UnicodeChar;
            if (character == 0 || character >= 0x80) continue;  // games know none of these
            bytes += static_cast<char>(character);
            has_keys = true;
        }
        return has_keys ? key_wait::keys : key_wait::interrupted;
    }

private:
    static void crash(int signal) {
        call_.end();
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }

    inline static DWORD saved_ = 0;
    inline static handlers call_ = {};
};

}  // namespace program::platform
