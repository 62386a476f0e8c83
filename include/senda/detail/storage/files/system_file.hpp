// SPDX-License-Identifier: MIT
// What files need of the system beyond the standard library: positions past 2 GB, bytes that are on
// the disk and not only on their way, and a lock that goes with its process; and what of the
// standard library is not everywhere (WebAssembly has no `filesystem`). Where a system lacks one,
// the call does as well as it can.
#pragma once

#include <senda/language/extensions.hpp>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <version>

#if SENDA_HAS_EXTENSIONS && defined(_WIN32)
#define SENDA_DETAIL_FILES 2
#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#elif SENDA_HAS_EXTENSIONS && !defined(__wasm__) && __has_include(<unistd.h>) && \
    __has_include(<sys/file.h>)
#define SENDA_DETAIL_FILES 1
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#else
#define SENDA_DETAIL_FILES 0
#endif

namespace senda::detail {

/// Waits until what was written is on the disk; false, with `errno`, if it could not be.
[[nodiscard]] inline bool flush_to_disk(std::FILE* file) noexcept {
    if (std::fflush(file) != 0) return false;
#if SENDA_DETAIL_FILES == 2
    return _commit(_fileno(file)) == 0;
#elif SENDA_DETAIL_FILES == 1
    // Pipes and some file systems know no such thing.
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == ENOSYS;
#else
    return true;
#endif
}

/// Waits until the names in a folder are on the disk, after files were renamed.
inline void flush_folder([[maybe_unused]] const char* folder) noexcept {
#if SENDA_DETAIL_FILES == 1
    const int handle = ::open(folder, O_RDONLY);
    if (handle < 0) return;
    (void)fsync(handle);
    ::close(handle);
#endif
}

/// Goes to a byte of a file.
[[nodiscard]] inline bool seek_to(std::FILE* file, std::uint64_t at) noexcept {
#if SENDA_DETAIL_FILES == 2
    return _fseeki64(file, static_cast<long long>(at), SEEK_SET) == 0;
#elif SENDA_DETAIL_FILES == 1
    return fseeko(file, static_cast<off_t>(at), SEEK_SET) == 0;
#else
    if (at > static_cast<std::uint64_t>(std::numeric_limits<long>::max())) return false;
    return std::fseek(file, static_cast<long>(at), SEEK_SET) == 0;
#endif
}

/// Gives a file another name, in place of one that has it; 0, or the `errno` of what went wrong.
[[nodiscard]] inline int rename_file(const std::string& from, const std::string& to) {
#if defined(__cpp_lib_filesystem)
    std::error_code error;
    std::filesystem::rename(from, to, error);
    return error.value();
#else
    errno = 0;
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno != 0 ? errno : EIO;
#endif
}

/// The size of a file in `size`; 0, or the `errno` of what went wrong.
[[nodiscard]] inline int measure_file(const char* name, std::uint64_t& size) {
#if defined(__cpp_lib_filesystem)
    std::error_code error;
    size = std::filesystem::file_size(name, error);
    return error.value();
#else
    errno = 0;
    std::FILE* const file = std::fopen(name, "rb");
    if (file == nullptr) return errno != 0 ? errno : EIO;
    const long end = std::fseek(file, 0, SEEK_END) == 0 ? std::ftell(file) : -1;
    const int why = end >= 0 ? 0 : errno != 0 ? errno : EIO;
    std::fclose(file);
    size = end >= 0 ? static_cast<std::uint64_t>(end) : 0;
    return why;
#endif
}

/// A file that one process, and in it one owner, holds at a time. The system lets go of it when the
/// process ends, however that ends. Where there are no locks everybody gets it.
class file_lock {
public:
    static constexpr bool is_exclusive = SENDA_DETAIL_FILES != 0;

    file_lock() = default;
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;
    ~file_lock() { release(); }

    /// Takes the lock, and makes the file; 0, or the `errno` of what went wrong: EBUSY if another
    /// has it.
    [[nodiscard]] int take([[maybe_unused]] const char* name) noexcept {
#if SENDA_DETAIL_FILES == 2
        const errno_t why =
            _sopen_s(&handle_, name, _O_RDWR | _O_CREAT, _SH_DENYRW, _S_IREAD | _S_IWRITE);
        return why == EACCES ? EBUSY : why;
#elif SENDA_DETAIL_FILES == 1
        handle_ = ::open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (handle_ < 0) return errno;
        if (flock(handle_, LOCK_EX | LOCK_NB) == 0) return 0;
        const int why = errno == EWOULDBLOCK ? EBUSY : errno;
        release();
        return why == ENOSYS || why == EINVAL || why == ENOTSUP ? 0 : why;
#else
        return 0;
#endif
    }

    /// Lets go of it.
    void release() noexcept {
#if SENDA_DETAIL_FILES == 2
        if (handle_ >= 0) _close(handle_);
#elif SENDA_DETAIL_FILES == 1
        if (handle_ >= 0) ::close(handle_);
#endif
        handle_ = -1;
    }

private:
    int handle_ = -1;
};

}  // namespace senda::detail

#undef SENDA_DETAIL_FILES
