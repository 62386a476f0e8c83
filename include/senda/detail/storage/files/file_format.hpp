// SPDX-License-Identifier: MIT
// What the files of senda look like: numbers, checksums, and the beginning that all have: a mark,
// the kind and version of what they hold. A checksummed file has a header, blocks of one size that
// each end with a checksum, and a footer that only a file written to its end has. Numbers are
// little-endian. All are written aside, flushed to the disk, and only then given their name.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace senda::detail {

/// What a checksummed file holds: a reader takes the files of its own kind and version only.
struct file_kind {
    std::string_view name;  ///< up to 24 letters
    std::uint64_t version = 1;
};

/// What identifies the contents of a checksummed file, to be noted elsewhere.
struct file_seal {
    std::uint64_t bytes = 0;     ///< of payload
    std::uint64_t checksum = 0;  ///< of all of it

    friend bool operator==(const file_seal&, const file_seal&) = default;
};

/// What is done to a file, as a hook sees it.
enum class file_step { open, write, flush, rename };

/// Called before each step that changes a file: returns 0, or the `errno` with which the step shall
/// fail, as if the disk were full. For tests, and for a caller that counts what is written.
struct file_hook {
    int (*call)(void* context, file_step step, std::size_t bytes) = nullptr;
    void* context = nullptr;

    [[nodiscard]] int operator()(file_step step, std::size_t bytes) const {
        return call == nullptr ? 0 : call(context, step, bytes);
    }
};

/// Whether a file must outlast a loss of power, or only be of use to the process that writes it.
enum class file_durability { durable, scratch };

/// What went wrong with a file: `disk_full`, or `unwritable` or `unreadable` as `otherwise` says.
[[nodiscard]] inline diagnostic file_fault(const std::string& name, int why,
                                           std::string_view otherwise) {
    bool is_full = why == ENOSPC;
#if defined(EDQUOT)
    is_full = is_full || why == EDQUOT;
#endif
    const std::error_code error(why != 0 ? why : EIO, std::generic_category());
    return {is_full ? "disk_full" : std::string{otherwise}, name + ": " + error.message()};
}

/// Writes a number in the same order of bytes on every machine.
inline void put_number(unsigned char* to, std::uint64_t value) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(to, &value, sizeof value);
    } else {
        for (unsigned i = 0; i < 8; ++i) to[i] = static_cast<unsigned char>(value >> (8 * i));
    }
}
/// Reads what `put_number` wrote.
[[nodiscard]] inline std::uint64_t get_number(const unsigned char* from) noexcept {
    std::uint64_t value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&value, from, sizeof value);
    } else {
        for (unsigned i = 0; i < 8; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
    }
    return value;
}

/// Two numbers made one, in which every bit of both counts.
[[nodiscard]] constexpr std::uint64_t combine_checksums(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t h = (a ^ (b * 0x9e37'79b9'7f4a'7c15U)) + 0x632b'e59b'd9b4'e019U;
    h = (h ^ (h >> 32U)) * 0xd6e8'feb8'6659'fd93U;
    h = (h ^ (h >> 29U)) * 0xff51'afd7'ed55'8ccdU;
    return h ^ (h >> 32U);
}

/// The checksum of some bytes: not against people, who could make another text with the same one.
/// Of a line of 64 bytes eight words are summed up apart, and so are their sums, in which their
/// order counts: as fast as memory is.
[[nodiscard]] inline std::uint64_t checksum_of_bytes(const unsigned char* bytes, std::size_t count,
                                                     std::uint64_t seed) noexcept {
    constexpr std::size_t line_bytes = 64;
    struct lane {
        std::uint64_t sum = 0;
        std::uint64_t of_sums = 0;

        void add(const unsigned char* word) noexcept { of_sums += sum += get_number(word); }
    };
    lane a, b, c, d, e, f, g, h;  // eight names, as g++ keeps arrays in memory
    const auto add_lines = [&](const unsigned char* at, const unsigned char* end) {
        for (; at != end; at += line_bytes) {
            a.add(at);
            b.add(at + 8);
            c.add(at + 16);
            d.add(at + 24);
            e.add(at + 32);
            f.add(at + 40);
            g.add(at + 48);
            h.add(at + 56);
        }
    };
    const std::size_t whole = count / line_bytes * line_bytes;
    add_lines(bytes, bytes + whole);
    if (whole != count) {
        std::array<unsigned char, line_bytes> rest{};
        std::memcpy(rest.data(), bytes + whole, count - whole);
        add_lines(rest.data(), rest.data() + line_bytes);
    }
    std::uint64_t sum = combine_checksums(seed, count);
    for (const lane& l : {a, b, c, d, e, f, g, h})
        sum = combine_checksums(combine_checksums(sum, l.sum), l.of_sums);
    return sum;
}

/// The beginning of a file, the same for all.
struct file_beginning {
    static constexpr std::size_t kind_at = 8;  // behind the mark
    static constexpr std::size_t kind_bytes = 24;
    static constexpr std::size_t version_at = kind_at + kind_bytes;

    static void put(unsigned char* h, std::string_view mark, const file_kind& kind) noexcept {
        std::memcpy(h, mark.data(), kind_at);
        std::memcpy(h + kind_at, kind.name.data(), std::min(kind.name.size(), kind_bytes));
        put_number(h + version_at, kind.version);
    }
    /// What is wrong with a header; its first `checked` bytes are followed by their checksum.
    [[nodiscard]] static diagnostic fault(const unsigned char* h, std::size_t checked,
                                          std::string_view mark, const file_kind& kind) {
        if (std::memcmp(h, mark.data(), kind_at) != 0)
            return {"foreign_file", "it is no file of senda"};
        if (get_number(h + checked) != checksum_of_bytes(h, checked, 0))
            return {"changed_file", "its header was changed"};
        std::array<unsigned char, version_at + 8> expected{};
        put(expected.data(), mark, kind);
        if (std::memcmp(h, expected.data(), version_at) != 0)
            return {"foreign_file", "it holds something else than " + std::string{kind.name}};
        const std::uint64_t version = get_number(h + version_at);
        if (version == kind.version) return {};
        return {"other_version", "it has version " + std::to_string(version) + ": expected " +
                                     std::to_string(kind.version)};
    }
};

/// The sizes and places of the parts of a checksummed file.
struct checksummed_format {
    static constexpr std::string_view begin_mark = "senda\x1a\r\n";
    static constexpr std::string_view end_mark = "sealed\r\n";
    static constexpr std::size_t block_at = file_beginning::version_at + 8;
    static constexpr std::size_t checksum_at = block_at + 8;
    static constexpr std::size_t header_bytes = checksum_at + 8;
    static constexpr std::size_t footer_bytes = 32;
    static constexpr std::size_t checksum_bytes = 8;
    static constexpr std::size_t least_block = 64;
    static constexpr std::size_t most_block = std::size_t{1} << 24U;

    using header = std::array<unsigned char, header_bytes>;
    using footer = std::array<unsigned char, footer_bytes>;

    [[nodiscard]] static header make_header(const file_kind& kind, std::uint64_t block) noexcept {
        header h{};
        file_beginning::put(h.data(), begin_mark, kind);
        put_number(h.data() + block_at, block);
        put_number(h.data() + checksum_at, checksum_of_bytes(h.data(), checksum_at, 0));
        return h;
    }
    [[nodiscard]] static footer make_footer(std::uint64_t payload, std::uint64_t seal) noexcept {
        footer f{};
        put_number(f.data(), payload);
        put_number(f.data() + 8, seal);
        std::memcpy(f.data() + 16, end_mark.data(), 8);
        put_number(f.data() + 24, checksum_of_bytes(f.data(), 24, 1));
        return f;
    }

    [[nodiscard]] static constexpr std::uint64_t blocks(std::uint64_t payload,
                                                        std::uint64_t block) noexcept {
        return payload / block + (payload % block != 0 ? 1 : 0);
    }
    /// The size of a file with `payload` bytes in it.
    [[nodiscard]] static constexpr std::uint64_t file_bytes(std::uint64_t payload,
                                                            std::uint64_t block) noexcept {
        return header_bytes + payload + blocks(payload, block) * checksum_bytes + footer_bytes;
    }
};

/// Writes a file that has its name only after `finish`; without that nothing is left of it.
class atomic_file {
public:
    atomic_file() = default;
    atomic_file(const atomic_file&) = delete;
    atomic_file& operator=(const atomic_file&) = delete;
    ~atomic_file() { discard(); }

    /// Begins the file; false, as from all below, if that failed, and `error` says why.
    [[nodiscard]] bool open(std::string name, file_hook hook) {
        discard();
        name_ = std::move(name);
        error_ = {};
        hook_ = hook;
        bytes_ = 0;
        if (const int why = hook_(file_step::open, 0)) return fail(why);
        errno = 0;
        file_ = std::fopen(aside().c_str(), "wb");
        if (file_ == nullptr) return fail(errno);
        std::setvbuf(file_, nullptr, _IONBF, 0);  // who writes has pieces that are large enough
        return true;
    }

    /// Whether it is open: everything so far is well.
    [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }

    /// Appends bytes.
    [[nodiscard]] bool put(const unsigned char* bytes, std::size_t count) {
        if (const int why = hook_(file_step::write, count)) return fail(why);
        errno = 0;
        if (std::fwrite(bytes, 1, count, file_) != count) return fail(errno);
        bytes_ += count;
        return true;
    }

    /// Gives the file its name, in place of an older one. One that lasts is on the disk afterwards.
    [[nodiscard]] bool finish(file_durability durability) {
        if (durability == file_durability::durable) {
            if (const int why = hook_(file_step::flush, 0)) return fail(why);
            errno = 0;
            if (!flush_to_disk(file_)) return fail(errno);
        }
        errno = 0;
        if (std::fclose(std::exchange(file_, nullptr)) != 0) return fail(errno);
        if (const int why = hook_(file_step::rename, 0)) return fail(why);
        if (const int why = rename_file(aside(), name_)) return fail(why);
        if (durability == file_durability::durable) {
            const std::string folder = std::filesystem::path(name_).parent_path().string();
            flush_folder(folder.empty() ? "." : folder.c_str());
        }
        return true;
    }

    /// Gives the file up; an older one with its name stays as it was.
    void discard() noexcept {
        if (file_ == nullptr) return;
        std::fclose(std::exchange(file_, nullptr));
        remove_aside();
    }

    /// Gives the file up for a reason: an `errno`.
    bool fail(int why) {
        if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
        remove_aside();
        error_ = file_fault(name_, why, "unwritable");
        return false;
    }

    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// The bytes that were written.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

private:
    [[nodiscard]] std::string aside() const { return name_ + ".part"; }
    void remove_aside() const noexcept { std::remove(aside().c_str()); }

    std::string name_;
    diagnostic error_;
    file_hook hook_;
    std::FILE* file_ = nullptr;
    std::uint64_t bytes_ = 0;
};

}  // namespace senda::detail
