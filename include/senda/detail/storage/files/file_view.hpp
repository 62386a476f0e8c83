// SPDX-License-Identifier: MIT
// All bytes of a file, to be read: mapped where the system can, so that nothing is copied and
// processes share them; elsewhere, and under sanitizers, which see a step beyond the end then, read
// into memory once.
#pragma once

#include <senda/detail/storage/files/system_file.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/language/extensions.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#if SENDA_HAS_EXTENSIONS && !defined(SENDA_NO_PAGES) && !defined(_WIN32) && !defined(__wasm__) && \
    __has_include(<sys/mman.h>) && __has_include(<unistd.h>)
#define SENDA_DETAIL_MAPS 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#define SENDA_DETAIL_MAPS 0
#include <cstdio>
#include <new>
#endif

namespace senda::detail {

/// Owns the bytes of a file, which begin at a multiple of 64. Moving it leaves them where they are.
/// While a file is mapped nobody may write into it; to replace it by its name does no harm.
class file_view {
public:
    file_view() = default;
    file_view(file_view&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    file_view& operator=(file_view&& other) noexcept {
        if (this == &other) return *this;
        close();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    ~file_view() { close(); }

    /// The bytes.
    [[nodiscard]] const unsigned char* data() const noexcept {
        return static_cast<const unsigned char*>(data_);
    }
    /// How many there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

#if SENDA_DETAIL_MAPS

    /// Takes a file; 0, or the `errno` of what went wrong.
    ///
    /// `name`  that of a file, not of a folder or a device.
    [[nodiscard]] int open(const char* name) noexcept {
        close();
        // A pipe would wait for its writer.
        const int handle = ::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (handle < 0) return errno;
        const int why = map(handle);
        ::close(handle);
        return why;
    }
    /// Gives the bytes back.
    void close() noexcept {
        if (data_ != nullptr) munmap(std::exchange(data_, nullptr), std::exchange(size_, 0));
    }

private:
    int map(int handle) noexcept {
        struct stat about{};
        if (fstat(handle, &about) != 0) return errno;
        if (!S_ISREG(about.st_mode)) return S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        const auto size = static_cast<std::uint64_t>(about.st_size);
        if (size > std::numeric_limits<std::size_t>::max()) return EFBIG;
        if (size == 0) return 0;  // which cannot be mapped
        void* const data =
            mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, handle, 0);
        if (data == MAP_FAILED) return errno;
        data_ = data;
        size_ = static_cast<std::size_t>(size);
#if defined(MADV_WILLNEED)
        // From a disk all of it is asked for at once, not page by page.
        (void)madvise(data_, size_, MADV_WILLNEED);
#endif
        return 0;
    }

#else

    [[nodiscard]] int open(const char* name) {
        close();
        std::uint64_t size = 0;
        if (const int why = measure_file(name, size)) return why;
        if (size > std::numeric_limits<std::size_t>::max()) return EFBIG;
        errno = 0;
        std::FILE* const file = std::fopen(name, "rb");
        if (file == nullptr) return errno != 0 ? errno : EIO;
        const int why = read(file, static_cast<std::size_t>(size));
        std::fclose(file);
        return why;
    }
    void close() noexcept {
        if (data_ != nullptr) ::operator delete(data_, alignment);
        data_ = nullptr;
        size_ = 0;
    }

private:
    static constexpr std::align_val_t alignment{64};

    int read(std::FILE* file, std::size_t size) noexcept {
        if (size == 0) return 0;
        data_ = ::operator new(size, alignment, std::nothrow);
        if (data_ == nullptr) return ENOMEM;
        size_ = size;
        std::setvbuf(file, nullptr, _IONBF, 0);
        errno = 0;
        return std::fread(data_, 1, size, file) == size ? 0 : errno != 0 ? errno : EIO;
    }

#endif

    void* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace senda::detail

#undef SENDA_DETAIL_MAPS
