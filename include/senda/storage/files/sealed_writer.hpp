// SPDX-License-Identifier: MIT
// Writes a sealed file block by block, aside, and gives it its name at the end.
#pragma once

#include <senda/storage/files/file_kind.hpp>
#include <senda/storage/files/seal_format.hpp>
#include <senda/storage/files/system_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
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
#include <vector>

namespace senda::detail {

/// Writes a sealed file. It has its name only after `seal`; without that nothing is left of it.
class sealed_writer {
public:
    static constexpr std::size_t usual_block = std::size_t{1} << 16U;

    sealed_writer() = default;
    sealed_writer(const sealed_writer&) = delete;
    sealed_writer& operator=(const sealed_writer&) = delete;
    ~sealed_writer() { discard(); }

    /// Begins the file; false, as from all below, if that failed, and `error` says why. Holds
    /// `block_bytes` in memory.
    [[nodiscard]] bool open(std::string name, const file_kind& kind,
                            std::size_t block_bytes = usual_block, file_hook hook = {}) {
        discard();
        name_ = std::move(name);
        error_ = {};
        seal_ = {};
        hook_ = hook;
        payload_ = written_ = used_ = 0;
        block_.resize(std::clamp(block_bytes, seal_format::least_block, seal_format::most_block) +
                      seal_format::checksum_bytes);
        const auto header = seal_format::make_header(kind.name, kind.version, block_size());
        chain_ = get_number(header.data() + 48);
        if (const int why = hook_(file_step::open, 0)) return fail(why);
        errno = 0;
        file_ = std::fopen(aside().c_str(), "wb");
        if (file_ == nullptr) return fail(errno);
        std::setvbuf(file_, nullptr, _IONBF, 0);  // it has its block
        return put(header.data(), header.size());
    }

    /// Whether it is open: everything so far is well.
    [[nodiscard]] bool is_open() const noexcept { return file_ != nullptr; }

    /// Appends bytes.
    [[nodiscard]] bool write(const void* bytes, std::size_t count) {
        if (file_ == nullptr) return false;
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
        return block_.size() - seal_format::checksum_bytes;
    }

    /// Ends the file and gives it its name, in place of an older one. One that lasts is on the disk
    /// afterwards.
    [[nodiscard]] bool seal(file_life life = file_life::lasting) {
        if (file_ == nullptr || (used_ != 0 && !end_block())) return false;
        const auto footer = seal_format::make_footer(payload_, chain_);
        if (!put(footer.data(), footer.size())) return false;
        if (life == file_life::lasting) {
            if (const int why = hook_(file_step::flush, 0)) return fail(why);
            errno = 0;
            if (!flush_to_disk(file_)) return fail(errno);
        }
        errno = 0;
        if (std::fclose(std::exchange(file_, nullptr)) != 0) return fail(errno);
        if (const int why = hook_(file_step::rename, 0)) return fail(why);
        std::error_code error;
        std::filesystem::rename(aside(), name_, error);
        if (error) return fail(error.value());
        if (life == file_life::lasting) {
            const std::string folder = std::filesystem::path(name_).parent_path().string();
            flush_folder(folder.empty() ? "." : folder.c_str());
        }
        seal_ = {payload_, chain_};
        return true;
    }

    /// Gives the file up; an older one with its name stays as it was.
    void discard() noexcept {
        if (file_ == nullptr) return;
        std::fclose(std::exchange(file_, nullptr));
        remove_aside();
    }

    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// What identifies the contents, once sealed.
    [[nodiscard]] const file_seal& contents() const noexcept { return seal_; }
    /// The bytes of the file so far.
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return written_; }

private:
    [[nodiscard]] std::string aside() const { return name_ + ".part"; }
    [[nodiscard]] std::size_t room() const noexcept { return block_size() - used_; }

    void remove_aside() const noexcept { std::remove(aside().c_str()); }

    bool fail(int why) {
        if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
        remove_aside();
        error_ = file_fault(name_, why, "unwritable");
        return false;
    }

    bool end_block() {
        const std::uint64_t number = payload_ / block_size();
        const std::uint64_t sum = checksum_of_bytes(block_.data(), used_, number);
        chain_ = combine_checksums(chain_, sum);
        put_number(block_.data() + used_, sum);
        payload_ += used_;
        const std::size_t count = std::exchange(used_, 0) + seal_format::checksum_bytes;
        return put(block_.data(), count);
    }

    bool put(const unsigned char* bytes, std::size_t count) {
        if (const int why = hook_(file_step::write, count)) return fail(why);
        errno = 0;
        if (std::fwrite(bytes, 1, count, file_) != count) return fail(errno);
        written_ += count;
        return true;
    }

    std::string name_;
    diagnostic error_;
    file_seal seal_;
    file_hook hook_;
    std::FILE* file_ = nullptr;
    std::vector<unsigned char> block_ =
        std::vector<unsigned char>(seal_format::least_block + seal_format::checksum_bytes);
    std::size_t used_ = 0;  // of the block
    std::uint64_t payload_ = 0;
    std::uint64_t written_ = 0;
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
