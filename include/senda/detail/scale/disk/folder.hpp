// SPDX-License-Identifier: MIT
// The folder of a search on disk: whose it is, how much it holds, and what is left of it.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/text/diagnostic.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace senda::detail {

/// Counts the bytes that are on the disk, and refuses those above a limit as a full disk does.
class disk_meter {
public:
    disk_meter(std::uint64_t limit, file_hook next) noexcept : limit_(limit), next_(next) {}

    /// To be called by the writers, also by several threads at once.
    [[nodiscard]] file_hook hook() noexcept {
        return {[](void* self, file_step step, std::size_t bytes) {
                    return static_cast<disk_meter*>(self)->take(step, bytes);
                },
                this};
    }
    void give(std::uint64_t bytes) noexcept { fetch_add(used_, std::uint64_t{0} - bytes, false); }
    void set_used(std::uint64_t bytes) noexcept {
        used_ = bytes;
        fetch_max(peak_, bytes, true);
    }

    [[nodiscard]] std::uint64_t used() const noexcept { return load(used_); }
    [[nodiscard]] std::uint64_t peak() const noexcept { return load(peak_); }
    [[nodiscard]] std::uint64_t written() const noexcept { return load(written_); }

private:
    int take(file_step step, std::size_t bytes) {
        const int why = next_(step, bytes);
        if (why != 0 || step != file_step::write) return why;
        const std::uint64_t now = fetch_add<std::uint64_t>(used_, bytes, false) + bytes;
        if (now > limit_) {
            give(bytes);
            return ENOSPC;
        }
        fetch_max(peak_, now, false);
        fetch_add<std::uint64_t>(written_, bytes, false);
        return 0;
    }

    std::uint64_t limit_;
    file_hook next_;
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
    std::uint64_t written_ = 0;
};

/// A folder that one search uses at a time. Of the files in it, those whose names begin with a
/// prefix are its own; others are left alone.
class disk_folder {
public:
    explicit disk_folder(std::string_view prefix = "disk_bfs.") : prefix_(prefix) {}

    /// Makes the folder if there is none, and takes it; an empty diagnostic if that went well.
    [[nodiscard]] diagnostic take(const std::string& folder) {
        if (folder.empty()) return {"no_folder", "disk_options.folder names no folder"};
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error) return file_fault(folder, error.value(), "unwritable");
        folder_ = folder;
        const int why = lock_.take(name("lock").c_str());
        if (why == EBUSY) return {"folder_in_use", folder + ": another search uses the folder"};
        if (why != 0) return file_fault(name("lock"), why, "unwritable");
        is_taken_ = true;
        return {};
    }
    [[nodiscard]] bool is_taken() const noexcept { return is_taken_; }

    /// The name of a file of the search.
    [[nodiscard]] std::string name(std::string_view part) const {
        return (std::filesystem::path(folder_) / (prefix_ + std::string{part})).string();
    }

    /// Removes the search's files of which `keep(part)` does not want the name behind the prefix;
    /// the lock goes with `let_go`.
    template <class Keep>
    void remove_unless(Keep&& keep) const {
        if (!is_taken_) return;
        std::error_code error;
        std::filesystem::directory_iterator files(folder_, error);
        if (error) return;
        const std::filesystem::directory_iterator end;
        while (files != end) {
            const std::string file = files->path().filename().string();
            const std::string whole = files->path().string();
            files.increment(error);
            if (file.starts_with(prefix_) && file != prefix_ + "lock" &&
                !keep(file.substr(prefix_.size())))
                std::remove(whole.c_str());
            if (error) return;
        }
    }

    /// Lets others have it, and removes the lock.
    void let_go() {
        if (!is_taken_) return;
        is_taken_ = false;
        // Windows removes no file that is open; elsewhere a process that takes a lock must find it
        // by name.
#if defined(_WIN32)
        lock_.release();
        std::remove(name("lock").c_str());
#else
        std::remove(name("lock").c_str());
        lock_.release();
#endif
    }

private:
    std::string prefix_;
    std::string folder_;
    file_lock lock_;
    bool is_taken_ = false;
};

}  // namespace senda::detail
