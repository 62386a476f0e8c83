// SPDX-License-Identifier: MIT
// The words that the writer and the reader of checksummed files share.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

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

}  // namespace senda::detail
