// SPDX-License-Identifier: MIT
// Files of a few large arrays that are used where they are: mapped into memory, not read element by
// element. Written aside and only then given their name, as checksummed files are; with a kind, a
// version, a fingerprint of what they were made for and checksums, so that a truncated, foreign or
// changed one is refused with a reason. Elements are any trivially copyable type:
//   return save_arrays(name, {"distances", 1}, fingerprint, std::span<const int>{table});
//       // a diagnostic: empty if that went well, else `disk_full`, `unwritable`
//   mapped_file in;
//   std::span<const int> there;  // valid while `in` lives
//   if (!in.open(name, {"distances", 1}, {fingerprint}, there))
//       return in.error();  // `foreign_file`, `other_version`, `truncated_file`, `changed_file`
// Checksums find what happened, not what somebody made up: who uses numbers of a file as indices
// checks them.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/files/file_format.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/fwd.hpp>
#include <senda/language/extensions.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
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

/// The checksum of many bytes, by several threads if they are very many.
[[nodiscard]] inline std::uint64_t checksum_of_content(const unsigned char* bytes,
                                                       std::size_t count) noexcept {
    constexpr std::size_t block_bytes = std::size_t{1} << 20U;
    constexpr std::size_t shared_from = std::size_t{16} << 20U;
    constexpr unsigned most_threads = 4;  // more wait for memory
    std::uint64_t sum = 0;                // of the blocks that are done, in any order
    thread_team team;
    if (count >= shared_from) team.start(most_threads);
    team.for_each((count + block_bytes - 1) / block_bytes, [&](std::size_t block, unsigned) {
        const std::size_t begin = block * block_bytes;
        const std::size_t here = std::min(block_bytes, count - begin);
        fetch_add(sum, checksum_of_bytes(bytes + begin, here, block), false);
    });
    return sum;
}

/// Owns the bytes of a file, which begin at a multiple of 64. While a file is mapped nobody may
/// write into it; to replace it by its name does no harm.
class file_view {
public:
    file_view() = default;
    file_view(const file_view&) = delete;
    file_view& operator=(const file_view&) = delete;
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

namespace senda::detail {

/// The sizes and places of the parts of a mapped file.
struct mapped_format {
    static constexpr std::string_view begin_mark = "senda\x1a\rm";
    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t most_arrays = 16;
    static constexpr std::size_t header_bytes = 384;

    static constexpr std::size_t byte_order_at = file_beginning::version_at + 8;
    static constexpr std::size_t fingerprint_at = byte_order_at + 8;
    static constexpr std::size_t checksum_at = fingerprint_at + 8;  // of all arrays
    static constexpr std::size_t arrays_at = checksum_at + 8;       // how many, and their extents
    static constexpr std::size_t header_checksum_at = header_bytes - 8;
    static_assert(arrays_at + 8 + 16 * most_arrays <= header_checksum_at);

    using header = std::array<unsigned char, header_bytes>;

    /// The elements of an array.
    struct extent {
        std::uint64_t element_bytes = 0;
        std::uint64_t count = 0;
    };

    [[nodiscard]] static constexpr std::uint64_t aligned(std::uint64_t bytes) noexcept {
        return (bytes + alignment - 1) / alignment * alignment;
    }

    /// A number as this machine has it, which another order of bytes reads as another.
    [[nodiscard]] static std::array<unsigned char, 8> byte_order() noexcept {
        constexpr std::uint64_t number = 0x0102'0304'0506'0708U;
        std::array<unsigned char, 8> bytes{};
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }
    static constexpr std::size_t extent_at(std::size_t array) noexcept {
        return arrays_at + 8 + 16 * array;
    }
};

/// What a mapped file must have been made for, and what to say of one made for something else.
struct file_purpose {
    std::uint64_t fingerprint = 0;                               ///< as it was written
    std::string_view otherwise = "other_file";                   ///< the code of the diagnostic
    std::string_view message = "it was made for another input";  ///< and its words
};

/// The arrays of a file, used where they are. Opening it checks all of it, at the speed of memory.
/// Spans of it are valid while it lives.
class mapped_file {
    using format = mapped_format;

public:
    /// Opens a file of that kind and finds its arrays, as they were written; false if it cannot be,
    /// and `error` says why: `unreadable`, `foreign_file`, also if there are not exactly these
    /// arrays or they have other elements, `other_version`, `truncated_file`, `changed_file`, or as
    /// `purpose` says.
    ///
    /// `name`     what `save_arrays` wrote.
    /// `kind`     of which kind and version it must be.
    /// `purpose`  what it must have been made for.
    template <class... Ts>
    [[nodiscard]] bool open(const std::string& name, const file_kind& kind,
                            const file_purpose& purpose, std::span<const Ts>&... to) {
        static_assert(
            ((std::is_trivially_copyable_v<Ts> && alignof(Ts) <= format::alignment) && ...));
        if (!open_whole(name, kind, purpose)) return false;
        std::size_t number = 0;
        const bool fit =
            arrays_ == sizeof...(Ts) && ((extent(number++).element_bytes == sizeof(Ts)) && ...);
        if (!fit) return refuse("foreign_file", "it has other arrays");
        std::size_t at = format::header_bytes;
        number = 0;
        [[maybe_unused]] const auto take = [&]<class T>(std::span<const T>& array) {
            const auto count = static_cast<std::size_t>(extent(number++).count);
            array = {reinterpret_cast<const T*>(bytes_.data() + at), count};
            at += format::aligned(array.size_bytes());
        };
        (take(to), ...);
        return true;
    }

    /// Whether it is open, and so all of it as it was written.
    [[nodiscard]] bool is_open() const noexcept { return bytes_.size() != 0; }
    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }

private:
    [[nodiscard]] bool open_whole(const std::string& name, const file_kind& kind,
                                  const file_purpose& purpose) {
        error_ = {};
        name_ = name;
        if (const int why = bytes_.open(name.c_str())) {
            error_ = file_fault(name, why, "unreadable");
            return false;
        }
        return is_of(kind) && has_length() && is_for(purpose) && is_unchanged();
    }
    bool refuse(std::string_view code, const std::string& reason) {
        bytes_.close();
        error_ = {std::string{code}, name_ + ": " + reason};
        return false;
    }

    [[nodiscard]] std::uint64_t number_at(std::size_t place) const noexcept {
        return get_number(bytes_.data() + place);
    }
    [[nodiscard]] format::extent extent(std::size_t array) const noexcept {
        const std::size_t at = format::extent_at(array);
        return {number_at(at), number_at(at + 8)};
    }

    bool is_of(const file_kind& kind) {
        const unsigned char* const h = bytes_.data();
        if (bytes_.size() < format::header_bytes)
            return refuse("foreign_file", "it is no file of senda");
        const diagnostic fault =
            file_beginning::fault(h, format::header_checksum_at, format::begin_mark, kind);
        if (!fault.code.empty()) return refuse(fault.code, fault.message);
        const auto order = format::byte_order();
        if (std::memcmp(h + format::byte_order_at, order.data(), order.size()) != 0)
            return refuse("foreign_file", "it was written with another order of bytes");
        return true;
    }

    /// Whether the file has the bytes of its arrays, which a header could have made up.
    bool has_length() {
        const std::uint64_t size = bytes_.size();
        const std::uint64_t arrays = number_at(format::arrays_at);
        if (arrays > format::most_arrays) return refuse("changed_file", "it has too many arrays");
        std::uint64_t at = format::header_bytes;
        for (std::size_t i = 0; i < arrays; ++i) {
            const format::extent e = extent(i);
            if (e.element_bytes == 0) return refuse("changed_file", "its elements have no size");
            if (e.count > (size - at) / e.element_bytes)  // so that no product overflows
                return refuse("truncated_file", "it is truncated");
            at += format::aligned(e.element_bytes * e.count);
            if (at > size) return refuse("truncated_file", "it is truncated");
        }
        if (at != size) return refuse("changed_file", "it is longer than it was written");
        arrays_ = static_cast<std::size_t>(arrays);
        return true;
    }

    bool is_for(const file_purpose& purpose) {
        return number_at(format::fingerprint_at) == purpose.fingerprint ||
               refuse(purpose.otherwise, std::string{purpose.message});
    }

    bool is_unchanged() {
        const unsigned char* at = bytes_.data() + format::header_bytes;
        std::uint64_t sum = 0;
        bool is_filled_up = true;  // with zeros
        for (std::size_t i = 0; i < arrays_; ++i) {
            const auto bytes = static_cast<std::size_t>(extent(i).element_bytes * extent(i).count);
            const unsigned char* const end = at + format::aligned(bytes);
            sum = combine_checksums(sum, checksum_of_content(at, bytes));
            is_filled_up = is_filled_up && std::count(at + bytes, end, 0) == end - (at + bytes);
            at = end;
        }
        return (is_filled_up && sum == number_at(format::checksum_at)) ||
               refuse("changed_file", "it was changed");
    }

    file_view bytes_;
    std::string name_;
    diagnostic error_;
    std::size_t arrays_ = 0;
};

/// An array as bytes, to be written.
struct stored_array {
    std::size_t element_bytes;
    const unsigned char* bytes;
    std::size_t count;  ///< of these

    template <class T>
    explicit stored_array(std::span<const T> elements) noexcept
        : element_bytes(sizeof(T)),
          bytes(reinterpret_cast<const unsigned char*>(elements.data())),
          count(elements.size_bytes()) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= mapped_format::alignment);
    }
};

/// Writes arrays, at most 16, into a file; an empty diagnostic if that went well. It has its name
/// only once it is whole.
///
/// `name`         an older file with it is replaced at the end.
/// `kind`         what the file holds.
/// `fingerprint`  identifies what it is made for; the reader must ask for the same.
/// `hook`         is called before each step.
[[nodiscard]] inline diagnostic write_arrays(const std::string& name, const file_kind& kind,
                                             std::uint64_t fingerprint,
                                             std::span<const stored_array> arrays,
                                             file_hook hook = {}) {
    using format = mapped_format;
    format::header header{};
    unsigned char* const h = header.data();
    file_beginning::put(h, format::begin_mark, kind);
    const auto order = format::byte_order();
    std::memcpy(h + format::byte_order_at, order.data(), order.size());
    put_number(h + format::fingerprint_at, fingerprint);
    put_number(h + format::arrays_at, arrays.size());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const stored_array& a = arrays[i];
        put_number(h + format::extent_at(i), a.element_bytes);
        put_number(h + format::extent_at(i) + 8, a.count / a.element_bytes);
        sum = combine_checksums(sum, checksum_of_content(a.bytes, a.count));
    }
    put_number(h + format::checksum_at, sum);
    put_number(h + format::header_checksum_at, checksum_of_bytes(h, format::header_checksum_at, 0));

    atomic_file out;
    bool good = out.open(name, hook) && out.put(h, header.size());
    constexpr std::array<unsigned char, format::alignment> zeros{};
    for (const stored_array& a : arrays)
        good = good && out.put(a.bytes, a.count) &&
               out.put(zeros.data(), static_cast<std::size_t>(format::aligned(a.count) - a.count));
    (void)(good && out.finish(file_durability::durable));
    return out.error();
}
template <class... Ts>
[[nodiscard]] diagnostic save_arrays(const std::string& name, const file_kind& kind,
                                     std::uint64_t fingerprint, std::span<const Ts>... arrays) {
    static_assert(sizeof...(Ts) <= mapped_format::most_arrays);
    const stored_array all[] = {stored_array(arrays)...};
    return write_arrays(name, kind, fingerprint, all);
}

}  // namespace senda::detail

namespace senda {

/// Saves what was prepared: landmarks, a prepared or hierarchical grid without weights, hub labels,
/// a contraction hierarchy, a customizable graph, of which the order of its nodes took longest to
/// find; a table of distances, a pattern database. An empty diagnostic if that went well, else
/// `disk_full`, `unwritable`, or `unfinished` if a limit had ended its making; a pattern database
/// is saved also then, unless it has `no_table`. The file has its name only once it is whole.
///
/// `made`  what to save.
/// `file`  its name; an older one is replaced.
/// `name`  says what a table is for, and must be said again to load it, as in "8-puzzle", or
///         "15-puzzle, 1 to 7" with the pattern. Without it, the graph or the abstraction of the
///         table has `fingerprint()`, a number that says so.
template <class Made, class... Name>
    requires requires(const Made& made, const std::string& file, const Name&... name) {
        detail::file_of<Made>::save(made, file, name...);
    }
[[nodiscard]] diagnostic save(const Made& made, const std::string& file, const Name&... name) {
    return detail::file_of<Made>::save(made, file, name...);
}

}  // namespace senda
