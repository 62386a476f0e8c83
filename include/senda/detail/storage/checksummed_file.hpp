// SPDX-License-Identifier: MIT
// Files that survive a crash at any moment: written aside, flushed to the disk, and only then given
// their name; with a kind, a version and checksums, so that a truncated, foreign or changed one is
// refused with a reason. They are written and read block by block, never whole in memory:
//   checksummed_writer out;
//   if (!out.open(name, {"layer", 1}) || !out.write(bytes, count) || !out.seal())
//       return out.error();  // a diagnostic: `disk_full`, `unwritable`
//   checksummed_reader in;
//   if (!in.open(name, {"layer", 1}) || !in.read(bytes, count))
//       return in.error();  // `foreign_file`, `other_version`, `truncated_file`, `changed_file`
// A `file_lock` keeps a folder to one owner.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/files/file_format.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::detail {

/// Reads a checksummed file. Opening it finds one that is foreign or truncated, each block one that
/// was changed before any of its bytes is handed out, and the end of reading from the first byte to
/// the last one whose blocks are not all of the same writing.
class checksummed_reader {
public:
    /// Opens a file of that kind; false, as from all below, if it cannot be, and `error` says why.
    /// Holds a block in memory, whose size the file says: a file with larger ones is refused.
    [[nodiscard]] bool open(std::string name, const file_kind& kind,
                            std::size_t most_block = checksummed_format::most_block) {
        close();
        name_ = std::move(name);
        error_ = {};
        errno = 0;
        file_.reset(std::fopen(name_.c_str(), "rb"));
        if (file_ == nullptr) return fail(errno);
        std::setvbuf(file_.get(), nullptr, _IONBF, 0);
        std::uint64_t size = 0;
        if (const int why = measure_file(name_.c_str(), size)) return fail(why);
        return read_ends(kind, size, most_block) && rewind();
    }
    /// Opens it, and refuses one with other contents.
    [[nodiscard]] bool open(std::string name, const file_kind& kind, const file_seal& contents,
                            std::size_t most_block = checksummed_format::most_block) {
        if (!open(std::move(name), kind, most_block)) return false;
        return seal_ == contents || refuse("changed_file", "it is another one than was written");
    }

    [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    [[nodiscard]] const file_seal& contents() const noexcept { return seal_; }
    [[nodiscard]] std::size_t block_size() const noexcept { return block_bytes_; }
    [[nodiscard]] std::uint64_t blocks() const noexcept {
        return checksummed_format::blocks(seal_.bytes, block_bytes_);
    }
    /// The bytes between here and the end.
    [[nodiscard]] std::uint64_t left() const noexcept {
        return seal_.bytes - std::min(seal_.bytes, next_ * block_bytes_) + (loaded_ - at_);
    }

    /// Goes to the beginning.
    [[nodiscard]] bool rewind() { return go_to(0); }
    /// Goes to the first byte of a block.
    [[nodiscard]] bool go_to(std::uint64_t block) {
        loaded_ = at_ = 0;
        next_ = block;
        chained_ = 0;
        chain_ = begin_chain_;
        return is_open();
    }

    /// Reads exactly `count` bytes; false also if there are fewer.
    [[nodiscard]] bool read(void* bytes, std::size_t count) {
        if (!is_open()) return false;
        if (count > left()) return refuse("truncated_file", "it ends too soon");
        auto* to = static_cast<unsigned char*>(bytes);
        while (count != 0) {
            if (at_ == loaded_ && !load()) return false;
            const std::size_t now = std::min(count, loaded_ - at_);
            std::memcpy(to, block_.data() + at_, now);
            at_ += now;
            to += now;
            count -= now;
        }
        return true;
    }
    /// Reads a number of 8 bytes.
    [[nodiscard]] bool read_number(std::uint64_t& value) {
        unsigned char bytes[8];
        if (!read(bytes, sizeof bytes)) return false;
        value = get_number(bytes);
        return true;
    }
    /// Reads the next block, where the last one ended or `go_to` went; its bytes are in `block`
    /// until more is read. An empty one, without an error, is the end.
    [[nodiscard]] bool next_block() {
        at_ = loaded_ = 0;
        if (!is_open()) return false;
        if (next_ >= blocks()) return true;
        if (!load()) return false;
        at_ = loaded_;
        return true;
    }
    /// The block read last.
    [[nodiscard]] std::span<const unsigned char> block() const noexcept {
        return {block_.data(), loaded_};
    }

    /// Reads it from the first byte to the last and goes back to the beginning; whether it is as it
    /// was written.
    [[nodiscard]] bool check() {
        if (!rewind()) return false;
        do {
            if (!next_block()) return false;
        } while (loaded_ != 0);
        return rewind();
    }

    void close() noexcept {
        file_.reset();
        seal_ = {};
        loaded_ = at_ = 0;
        next_ = 0;
    }

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { std::fclose(file); }
    };

    bool fail(int why) {
        close();
        error_ = file_fault(name_, why, "unreadable");
        return false;
    }
    bool refuse(std::string_view code, std::string_view what) {
        close();
        error_ = {std::string{code}, name_ + ": " + std::string{what}};
        return false;
    }

    bool get(std::uint64_t place, unsigned char* bytes, std::size_t count) {
        errno = 0;
        if (place != place_ && !seek_to(file_.get(), place)) return fail(errno);
        errno = 0;
        if (std::fread(bytes, 1, count, file_.get()) != count) {
            if (std::ferror(file_.get()) != 0) return fail(errno);
            return refuse("truncated_file", "it is truncated");
        }
        place_ = place + count;
        return true;
    }

    bool read_ends(const file_kind& kind, std::uint64_t size, std::size_t most_block) {
        using format = checksummed_format;
        format::header h;
        place_ = 0;
        if (size < h.size()) return refuse("foreign_file", "it is no file of senda");
        if (!get(0, h.data(), h.size())) return false;
        const diagnostic fault =
            file_beginning::fault(h.data(), format::checksum_at, format::begin_mark, kind);
        if (!fault.code.empty()) return refuse(fault.code, fault.message);
        const std::uint64_t block = get_number(h.data() + format::block_at);
        if (block < format::least_block || block > most_block)
            return refuse("foreign_file", "its blocks are too large");
        format::footer f;
        if (size < h.size() + f.size() || !get(size - f.size(), f.data(), f.size()))
            return is_open() && refuse("truncated_file", "it is truncated");
        const std::uint64_t payload = get_number(f.data());
        if (std::memcmp(f.data() + 16, format::end_mark.data(), 8) != 0)
            return refuse("truncated_file", "it is truncated");
        if (get_number(f.data() + 24) != checksum_of_bytes(f.data(), 24, 1) || payload > size ||
            format::file_bytes(payload, block) != size)
            return refuse("changed_file", "its end was changed");
        seal_ = {payload, get_number(f.data() + 8)};
        begin_chain_ = get_number(h.data() + format::checksum_at);
        block_bytes_ = static_cast<std::size_t>(block);
        block_.resize(static_cast<std::size_t>(std::min(block, payload)) + format::checksum_bytes);
        return payload != 0 || seal_.checksum == begin_chain_ ||
               refuse("changed_file", "its end was changed");
    }

    bool load() {
        constexpr std::size_t sum_bytes = checksummed_format::checksum_bytes;
        const auto count = static_cast<std::size_t>(
            std::min<std::uint64_t>(block_bytes_, seal_.bytes - next_ * block_bytes_));
        const std::uint64_t place =
            checksummed_format::header_bytes + next_ * (block_bytes_ + std::uint64_t{sum_bytes});
        if (!get(place, block_.data(), count + sum_bytes)) return false;
        const std::uint64_t sum = checksum_of_bytes(block_.data(), count, next_);
        if (sum != get_number(block_.data() + count))
            return refuse("changed_file", "it was changed in block " + std::to_string(next_));
        if (chained_ == next_) {
            chain_ = combine_checksums(chain_, sum);
            if (++chained_ == blocks() && chain_ != seal_.checksum)
                return refuse("changed_file", "its blocks are of several files");
        }
        ++next_;
        at_ = 0;
        loaded_ = count;
        return true;
    }

    std::string name_;
    diagnostic error_;
    file_seal seal_;
    std::unique_ptr<std::FILE, closer> file_;
    std::vector<unsigned char> block_;
    std::size_t block_bytes_ = 1;
    std::size_t loaded_ = 0;   // bytes in the block
    std::uint64_t next_ = 0;   // the block to load
    std::uint64_t place_ = 0;  // in the file
    std::size_t at_ = 0;       // in the block
    std::uint64_t chain_ = 0;  // of the checksums of the blocks
    std::uint64_t begin_chain_ = 0;
    std::uint64_t chained_ = 0;  // blocks in it
};

/// Writes a checksummed file. It has its name only after `seal`; without that nothing is left of
/// it.
class checksummed_writer : atomic_file {
public:
    using atomic_file::discard, atomic_file::error, atomic_file::is_open;
    static constexpr std::size_t usual_block = std::size_t{1} << 16U;

    /// Begins the file; false, as from all below, if that failed, and `error` says why. Holds
    /// `block_bytes` in memory.
    [[nodiscard]] bool open(std::string name, const file_kind& kind,
                            std::size_t block_bytes = usual_block, file_hook hook = {}) {
        seal_ = {};
        payload_ = used_ = 0;
        block_.resize(std::clamp(block_bytes, checksummed_format::least_block,
                                 checksummed_format::most_block) +
                      checksummed_format::checksum_bytes);
        const auto header = checksummed_format::make_header(kind, block_size());
        chain_ = get_number(header.data() + checksummed_format::checksum_at);
        return atomic_file::open(std::move(name), hook) && put(header.data(), header.size());
    }

    /// Appends bytes.
    [[nodiscard]] bool write(const void* bytes, std::size_t count) {
        if (!is_open()) return false;
        const auto* from = static_cast<const unsigned char*>(bytes);
        while (count != 0) {
            const std::size_t now = std::min(count, room());
            std::memcpy(block_.data() + used_, from, now);
            used_ += now;
            from += now;
            count -= now;
            if (room() == 0 && !end_block()) return false;
        }
        return true;
    }
    /// Appends text.
    [[nodiscard]] bool write(std::string_view text) { return write(text.data(), text.size()); }
    /// Appends a number of 8 bytes.
    [[nodiscard]] bool write_number(std::uint64_t value) {
        unsigned char bytes[8];
        put_number(bytes, value);
        return write(bytes, sizeof bytes);
    }
    /// The bytes of payload in a block.
    [[nodiscard]] std::size_t block_size() const noexcept {
        return block_.size() - checksummed_format::checksum_bytes;
    }

    /// Ends the file and gives it its name, in place of an older one. One that lasts is on the disk
    /// afterwards.
    [[nodiscard]] bool seal(file_durability durability = file_durability::durable) {
        if (!is_open() || (used_ != 0 && !end_block())) return false;
        const auto footer = checksummed_format::make_footer(payload_, chain_);
        if (!put(footer.data(), footer.size()) || !finish(durability)) return false;
        seal_ = {payload_, chain_};
        return true;
    }

    /// What identifies the contents, once sealed.
    [[nodiscard]] const file_seal& contents() const noexcept { return seal_; }
    /// The bytes of the file so far.
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return bytes(); }

private:
    [[nodiscard]] std::size_t room() const noexcept { return block_size() - used_; }

    bool end_block() {
        const std::uint64_t number = payload_ / block_size();
        const std::uint64_t sum = checksum_of_bytes(block_.data(), used_, number);
        chain_ = combine_checksums(chain_, sum);
        put_number(block_.data() + used_, sum);
        payload_ += used_;
        const std::size_t count = std::exchange(used_, 0) + checksummed_format::checksum_bytes;
        return put(block_.data(), count);
    }

    file_seal seal_;
    std::vector<unsigned char> block_ = std::vector<unsigned char>(
        checksummed_format::least_block + checksummed_format::checksum_bytes);
    std::size_t used_ = 0;  // of the block
    std::uint64_t payload_ = 0;
    std::uint64_t chain_ = 0;  // of the checksums of the blocks
};

/// Makes a file safe that was sealed as scratch; an empty diagnostic if that went well.
[[nodiscard]] inline diagnostic flush_file(const std::string& name, file_hook hook = {}) {
    int why = hook(file_step::flush, 0);
    errno = 0;
    std::FILE* const file = why == 0 ? std::fopen(name.c_str(), "r+b") : nullptr;
    if (file == nullptr) return file_fault(name, why != 0 ? why : errno, "unwritable");
    if (!flush_to_disk(file)) why = errno != 0 ? errno : EIO;
    std::fclose(file);
    return why == 0 ? diagnostic{} : file_fault(name, why, "unwritable");
}

}  // namespace senda::detail
