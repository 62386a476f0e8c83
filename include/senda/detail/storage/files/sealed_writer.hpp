// SPDX-License-Identifier: MIT
// Writes a sealed file block by block, aside, and gives it its name at the end.
#pragma once

#include <senda/detail/storage/files/file_aside.hpp>
#include <senda/detail/storage/files/file_kind.hpp>
#include <senda/detail/storage/files/seal_format.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace senda::detail {

/// Writes a sealed file. It has its name only after `seal`; without that nothing is left of it.
class sealed_writer {
public:
    static constexpr std::size_t usual_block = std::size_t{1} << 16U;

    /// Begins the file; false, as from all below, if that failed, and `error` says why. Holds
    /// `block_bytes` in memory.
    [[nodiscard]] bool open(std::string name, const file_kind& kind,
                            std::size_t block_bytes = usual_block, file_hook hook = {}) {
        seal_ = {};
        payload_ = used_ = 0;
        block_.resize(std::clamp(block_bytes, seal_format::least_block, seal_format::most_block) +
                      seal_format::checksum_bytes);
        const auto header = seal_format::make_header(kind.name, kind.version, block_size());
        chain_ = get_number(header.data() + 48);
        return file_.open(std::move(name), hook) && file_.put(header.data(), header.size());
    }

    /// Whether it is open: everything so far is well.
    [[nodiscard]] bool is_open() const noexcept { return file_.is_open(); }

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
        return block_.size() - seal_format::checksum_bytes;
    }

    /// Ends the file and gives it its name, in place of an older one. One that lasts is on the disk
    /// afterwards.
    [[nodiscard]] bool seal(file_life life = file_life::lasting) {
        if (!is_open() || (used_ != 0 && !end_block())) return false;
        const auto footer = seal_format::make_footer(payload_, chain_);
        if (!file_.put(footer.data(), footer.size()) || !file_.finish(life)) return false;
        seal_ = {payload_, chain_};
        return true;
    }

    /// Gives the file up; an older one with its name stays as it was.
    void discard() noexcept { file_.discard(); }

    /// What went wrong; empty if nothing did.
    [[nodiscard]] const diagnostic& error() const noexcept { return file_.error(); }
    /// What identifies the contents, once sealed.
    [[nodiscard]] const file_seal& contents() const noexcept { return seal_; }
    /// The bytes of the file so far.
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return file_.bytes(); }

private:
    [[nodiscard]] std::size_t room() const noexcept { return block_size() - used_; }

    bool end_block() {
        const std::uint64_t number = payload_ / block_size();
        const std::uint64_t sum = checksum_of_bytes(block_.data(), used_, number);
        chain_ = combine_checksums(chain_, sum);
        put_number(block_.data() + used_, sum);
        payload_ += used_;
        const std::size_t count = std::exchange(used_, 0) + seal_format::checksum_bytes;
        return file_.put(block_.data(), count);
    }

    file_aside file_;
    file_seal seal_;
    std::vector<unsigned char> block_ =
        std::vector<unsigned char>(seal_format::least_block + seal_format::checksum_bytes);
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
