// SPDX-License-Identifier: MIT
// A file that is written aside, flushed to the disk, and only then given its name.
#pragma once

#include <senda/detail/storage/files/file_format.hpp>
#include <senda/detail/storage/files/system_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

namespace senda::detail {

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
