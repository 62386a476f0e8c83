// SPDX-License-Identifier: MIT
// Files of a few large arrays that are used where they are: mapped into memory, not read element by
// element. Written aside and only then given their name, as checksummed files are; with a kind, a
// version, a fingerprint of what they were made for and checksums, so that a truncated, foreign or
// changed one is refused with a reason. Elements are any trivially copyable type:
//   mapped_writer out;
//   if (!out.open(name, {"distances", 1}, fingerprint) || !out.write(std::span<const int>{table})
//   ||
//       !out.finish())
//       return out.error();  // a diagnostic: `disk_full`, `unwritable`
//   mapped_file in;
//   std::span<const int> there;  // valid while `in` lives
//   if (!in.open(name, {"distances", 1}, {fingerprint}) || !in.all_arrays(there))
//       return in.error();  // `foreign_file`, `other_version`, `truncated_file`, `changed_file`
// Checksums find what happened, not what somebody made up: who uses numbers of a file as indices
// checks them.
#pragma once

#include <senda/detail/storage/files/atomic_file.hpp>
#include <senda/detail/storage/files/checksummed_format.hpp>
#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/detail/storage/virtual_memory.hpp>
#include <senda/language/extensions.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <concepts>
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

/// The checksum of bytes that come in pieces. Each block has one of its own, so that threads can
/// share the work.
class content_checksum {
public:
    static constexpr std::size_t line_bytes = 64;
    static constexpr std::size_t block_bytes = std::size_t{1} << 20U;

    /// Adds the next bytes.
    void add(const unsigned char* bytes, std::size_t count) noexcept {
        while (count != 0) {
            const std::size_t in_line = used_ % line_bytes;
            std::size_t now = std::min(count, line_bytes - in_line);
            if (in_line == 0 && count >= line_bytes) {
                now = std::min(count / line_bytes * line_bytes, block_bytes - used_);
                add_lines(lanes_, bytes, now);
            } else {
                std::memcpy(line_.data() + in_line, bytes, now);
                if (in_line + now == line_bytes) add_lines(lanes_, line_.data(), line_bytes);
            }
            bytes += now;
            count -= now;
            used_ += now;
            if (used_ == block_bytes) end_block();
        }
    }

    /// The checksum of all that was added: whole lines, or some bytes do not count yet.
    [[nodiscard]] std::uint64_t value() const noexcept {
        return used_ == 0 ? sum_ : sum_ + of_block(lanes_, block_);
    }

    /// The checksum of whole lines at once, by several threads if they are many.
    [[nodiscard]] static std::uint64_t of(const unsigned char* bytes, std::size_t count) noexcept {
        shared all{bytes, count};
        thread_team team;
        if (count >= shared_from) team.start(most_threads);
        team.run(&add_blocks, &all);
        return all.sum.load(std::memory_order_relaxed);
    }

private:
    static constexpr std::size_t shared_from = std::size_t{16} << 20U;
    static constexpr unsigned most_threads = 4;  // more wait for memory

    struct lane {
        std::uint64_t sum = 0;
        std::uint64_t of_sums = 0;

        void add(const unsigned char* bytes) noexcept {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes, sizeof word);
            of_sums += sum += word;
        }
    };
    using lanes = std::array<lane, 8>;

    struct shared {
        const unsigned char* bytes;
        std::size_t count;
        std::atomic<std::size_t> next = 0;   // the block that nobody has begun
        std::atomic<std::uint64_t> sum = 0;  // of those that are done, in any order
    };

    /// Eight names, as g++ keeps arrays in memory.
    static void add_lines(lanes& to, const unsigned char* bytes, std::size_t count) noexcept {
        auto [a, b, c, d, e, f, g, h] = to;
        for (const unsigned char* const end = bytes + count; bytes != end; bytes += line_bytes) {
            a.add(bytes);
            b.add(bytes + 8);
            c.add(bytes + 16);
            d.add(bytes + 24);
            e.add(bytes + 32);
            f.add(bytes + 40);
            g.add(bytes + 48);
            h.add(bytes + 56);
        }
        to = {a, b, c, d, e, f, g, h};
    }

    [[nodiscard]] static std::uint64_t of_block(const lanes& of, std::size_t number) noexcept {
        std::uint64_t sum = number;
        for (const lane& l : of) sum = combine_checksums(combine_checksums(sum, l.sum), l.of_sums);
        return sum;
    }

    void end_block() noexcept {
        sum_ = value();
        lanes_ = {};
        used_ = 0;
        ++block_;
    }

    static void add_blocks(void* context, unsigned) noexcept {
        auto& all = *static_cast<shared*>(context);
        const std::size_t blocks = (all.count + block_bytes - 1) / block_bytes;
        for (;;) {
            const std::size_t block = all.next.fetch_add(1, std::memory_order_relaxed);
            if (block >= blocks) return;
            lanes own;
            const std::size_t begin = block * block_bytes;
            add_lines(own, all.bytes + begin, std::min(block_bytes, all.count - begin));
            all.sum.fetch_add(of_block(own, block), std::memory_order_relaxed);
        }
    }

    lanes lanes_;
    std::array<unsigned char, line_bytes> line_{};  // one that is not whole yet
    std::size_t used_ = 0;                          // of the block
    std::size_t block_ = 0;
    std::uint64_t sum_ = 0;  // of the blocks before
};

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

namespace senda::detail {

/// The sizes and places of the parts of a mapped file.
struct mapped_format {
    static constexpr std::string_view begin_mark = "senda\x1a\rm";
    static constexpr std::size_t kind_bytes = checksummed_format::kind_bytes;
    static constexpr std::size_t alignment = content_checksum::line_bytes;
    static constexpr std::size_t most_arrays = 16;
    static constexpr std::size_t header_bytes = 384;

    static constexpr std::size_t kind_at = 8;
    static constexpr std::size_t version_at = kind_at + kind_bytes;
    static constexpr std::size_t byte_order_at = version_at + 8;
    static constexpr std::size_t fingerprint_at = byte_order_at + 8;
    static constexpr std::size_t checksum_at = fingerprint_at + 8;  // of all behind the header
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

    /// The kind as it stands in the header.
    [[nodiscard]] static std::array<unsigned char, kind_bytes> letters(
        std::string_view name) noexcept {
        std::array<unsigned char, kind_bytes> all{};
        std::memcpy(all.data(), name.data(), std::min(name.size(), kind_bytes));
        return all;
    }
    /// A number as this machine has it, which another order of bytes reads as another.
    [[nodiscard]] static std::array<unsigned char, 8> byte_order() noexcept {
        constexpr std::uint64_t number = 0x0102'0304'0506'0708U;
        std::array<unsigned char, 8> bytes{};
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }
    [[nodiscard]] static unsigned char* extent_at(header& h, std::size_t array) noexcept {
        return h.data() + arrays_at + 8 + 16 * array;
    }
    [[nodiscard]] static extent get_extent(const unsigned char* h, std::size_t array) noexcept {
        const unsigned char* const at = h + arrays_at + 8 + 16 * array;
        return {get_number(at), get_number(at + 8)};
    }
    [[nodiscard]] static std::uint64_t header_checksum(const unsigned char* h) noexcept {
        return checksum_of_bytes(h, header_checksum_at, 2);
    }
};

/// Something that has a number of its own, by which files for others are told apart.
template <class A>
concept Fingerprinted = requires(const A& a) {
    { a.fingerprint() } -> std::convertible_to<std::uint64_t>;
};

/// What a mapped file must have been made for, and what to say of one made for something else.
struct file_purpose {
    std::uint64_t fingerprint = 0;                               ///< as it was written
    std::string_view otherwise = "other_file";                   ///< the code of the diagnostic
    std::string_view message = "it was made for another input";  ///< and its words
};

/// The arrays of a file, used where they are. Opening it checks all of it, at the speed of memory.
/// Spans of it are valid while it lives, also after it was moved.
class mapped_file {
    using format = mapped_format;

public:
    /// Opens a file of that kind; false if it cannot be, and `error` says why: `unreadable`,
    /// `foreign_file`, `other_version`, `truncated_file`, `changed_file`, or as `purpose` says.
    ///
    /// `name`     what a `mapped_writer` wrote.
    /// `kind`     of which kind and version it must be.
    /// `purpose`  what it must have been made for.
    [[nodiscard]] bool open(const std::string& name, const file_kind& kind,
                            const file_purpose& purpose) {
        error_ = {};
        name_ = name;
        arrays_ = 0;
        if (const int why = bytes_.open(name.c_str())) {
            close();
            error_ = file_fault(name, why, "unreadable");
            return false;
        }
        return is_of(kind) && has_length() && is_for(purpose) && is_unchanged();
    }

    /// Whether it is open, and so all of it as it was written.
    [[nodiscard]] bool is_open() const noexcept { return bytes_.size() != 0; }
    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// How many arrays it has.
    [[nodiscard]] std::size_t arrays() const noexcept { return arrays_; }
    /// The bytes of all of it.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.size(); }

    /// Finds an array; false, with `foreign_file`, if there is none, or one of other elements.
    ///
    /// `number`  from 0, as they were written.
    /// `to`      becomes its elements.
    template <class T>
    [[nodiscard]] bool array(std::size_t number, std::span<const T>& to) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= format::alignment);
        if (!is_open()) return false;
        if (number >= arrays_ ||
            format::get_extent(bytes_.data(), number).element_bytes != sizeof(T))
            return refuse("foreign_file", "it has other arrays");
        std::uint64_t at = format::header_bytes;
        for (std::size_t i = 0; i < number; ++i) at += format::aligned(bytes_of(i));
        const auto count = format::get_extent(bytes_.data(), number).count;
        to = {reinterpret_cast<const T*>(bytes_.data() + static_cast<std::size_t>(at)),
              static_cast<std::size_t>(count)};
        return true;
    }
    /// Finds all arrays; false, with `foreign_file`, if there are not exactly these.
    template <class... Ts>
    [[nodiscard]] bool all_arrays(std::span<const Ts>&... to) {
        if (is_open() && arrays_ != sizeof...(Ts))
            return refuse("foreign_file", "it has other arrays");
        std::size_t number = 0;
        return is_open() && (array(number++, to) && ...);
    }

    /// Gives the file back; spans of it are gone.
    void close() noexcept {
        bytes_.close();
        arrays_ = 0;
    }

private:
    bool refuse(std::string_view code, const std::string& reason) {
        close();
        error_ = {std::string{code}, name_ + ": " + reason};
        return false;
    }

    [[nodiscard]] std::uint64_t number_at(std::size_t place) const noexcept {
        return get_number(bytes_.data() + place);
    }
    [[nodiscard]] std::uint64_t bytes_of(std::size_t array) const noexcept {
        const format::extent e = format::get_extent(bytes_.data(), array);
        return e.element_bytes * e.count;
    }

    bool is_of(const file_kind& kind) {
        const unsigned char* const h = bytes_.data();
        if (bytes_.size() < format::header_bytes ||
            std::memcmp(h, format::begin_mark.data(), format::begin_mark.size()) != 0)
            return refuse("foreign_file", "it is no file of arrays of senda");
        if (number_at(format::header_checksum_at) != format::header_checksum(h))
            return refuse("changed_file", "its header was changed");
        const auto letters = format::letters(kind.name);
        if (std::memcmp(h + format::kind_at, letters.data(), letters.size()) != 0)
            return refuse("foreign_file", "it holds something else than " + std::string{kind.name});
        const std::uint64_t version = number_at(format::version_at);
        if (version != kind.version)
            return refuse("other_version", "it has version " + std::to_string(version) +
                                               ": expected " + std::to_string(kind.version));
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
            const format::extent e = format::get_extent(bytes_.data(), i);
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
        const std::uint64_t sum = content_checksum::of(bytes_.data() + format::header_bytes,
                                                       bytes_.size() - format::header_bytes);
        return sum == number_at(format::checksum_at) || refuse("changed_file", "it was changed");
    }

    file_view bytes_;
    std::string name_;
    diagnostic error_;
    std::size_t arrays_ = 0;
};

/// Writes a mapped file. It has its name only after `finish`; without that nothing is left of it.
class mapped_writer {
    using format = mapped_format;

public:
    /// Begins the file; false, as from all below, if that failed, and `error` says why.
    ///
    /// `name`         an older file with it is replaced at the end.
    /// `kind`         what the file holds.
    /// `fingerprint`  identifies what it is made for; the reader must ask for the same.
    /// `hook`         is called before each step.
    [[nodiscard]] bool open(std::string name, const file_kind& kind, std::uint64_t fingerprint,
                            file_hook hook = {}) {
        header_ = {};
        std::memcpy(header_.data(), format::begin_mark.data(), format::begin_mark.size());
        const auto letters = format::letters(kind.name);
        std::memcpy(header_.data() + format::kind_at, letters.data(), letters.size());
        put_number(header_.data() + format::version_at, kind.version);
        const auto order = format::byte_order();
        std::memcpy(header_.data() + format::byte_order_at, order.data(), order.size());
        put_number(header_.data() + format::fingerprint_at, fingerprint);
        sum_ = {};
        arrays_ = 0;
        extent_ = {};
        // It is not whole yet: this keeps its place.
        return file_.open(std::move(name), hook) && file_.put(header_.data(), header_.size());
    }

    /// Whether it is open: everything so far is well.
    [[nodiscard]] bool is_open() const noexcept { return file_.is_open(); }

    /// Writes an array, the next one.
    template <class T>
    [[nodiscard]] bool write(std::span<const T> elements) {
        return begin_array<T>() && append(elements);
    }

    /// Begins an array whose elements follow in pieces; at most 16 can be in a file.
    template <class T>
    [[nodiscard]] bool begin_array() {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= format::alignment);
        if (!is_open() || !end_array()) return false;
        if (arrays_ == format::most_arrays) return file_.fail(EINVAL);
        extent_ = {sizeof(T), 0};
        ++arrays_;
        return true;
    }
    /// Appends elements to the array that was begun. Each piece is written at once: large ones are
    /// faster.
    template <class T>
    [[nodiscard]] bool append(std::span<const T> elements) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (!is_open()) return false;
        if (extent_.element_bytes != sizeof(T)) return file_.fail(EINVAL);
        extent_.count += elements.size();
        return put(reinterpret_cast<const unsigned char*>(elements.data()), elements.size_bytes());
    }

    /// Ends the file and gives it its name, in place of an older one. One that lasts is on the disk
    /// afterwards.
    [[nodiscard]] bool finish(file_durability durability = file_durability::durable) {
        if (!is_open() || !end_array()) return false;
        put_number(header_.data() + format::arrays_at, arrays_);
        put_number(header_.data() + format::checksum_at, sum_.value());
        put_number(header_.data() + format::header_checksum_at,
                   format::header_checksum(header_.data()));
        return file_.rewind() && file_.put(header_.data(), header_.size()) &&
               file_.finish(durability);
    }

    /// Gives the file up; an older one with its name stays as it was.
    void discard() noexcept { file_.discard(); }

    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return file_.error(); }

private:
    /// While memory is near: a piece is summed and written before the next.
    static constexpr std::size_t piece_bytes = content_checksum::block_bytes;

    bool put(const unsigned char* bytes, std::size_t count) {
        while (count != 0) {
            const std::size_t now = std::min(count, piece_bytes);
            sum_.add(bytes, now);
            if (!file_.put(bytes, now)) return false;
            bytes += now;
            count -= now;
        }
        return true;
    }

    bool end_array() {
        if (arrays_ == 0) return true;
        unsigned char* const at = format::extent_at(header_, arrays_ - 1);
        put_number(at, extent_.element_bytes);
        put_number(at + 8, extent_.count);
        constexpr std::array<unsigned char, format::alignment> zeros{};
        const std::uint64_t bytes = extent_.element_bytes * extent_.count;
        return put(zeros.data(), static_cast<std::size_t>(format::aligned(bytes) - bytes));
    }

    atomic_file file_;
    format::header header_{};
    content_checksum sum_;
    std::size_t arrays_ = 0;
    format::extent extent_;  // of the last array
};

}  // namespace senda::detail
