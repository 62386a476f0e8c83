// SPDX-License-Identifier: MIT
// How a search on disk shares out its memory, and how its threads share work.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#if defined(__cpp_exceptions)
#include <exception>
#endif
#include <utility>

namespace senda::detail {

/// What each thread gets of the memory: arrays to collect keys in, and what reading takes.
struct disk_plan {
    unsigned threads = 1;
    std::size_t keys = 0;    ///< that a thread collects before they are sorted and written
    std::size_t fan_in = 0;  ///< files that are merged at a time, besides those known
    std::size_t known = 0;   ///< sets of known keys that are merged at a time

    /// A plan for a limit of bytes and for as many of the threads as have enough of them; without
    /// `keys` if one alone has not.
    template <class Key>
    [[nodiscard]] static disk_plan make(std::uint64_t bytes, unsigned threads, bool is_directed) {
        constexpr std::uint64_t usual = std::uint64_t{1} << 30U;
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        bytes = std::min(bytes == std::uint64_t(-1) ? usual : bytes, std::uint64_t{1} << 46U);
        bytes -= bytes / spare;
        for (plan.threads = threads; plan.threads != 0; --plan.threads) {
            const std::uint64_t share = bytes / plan.threads;
            const std::uint64_t fan = share / 8 / key_file_memory<Key>;
            plan.fan_in =
                static_cast<std::size_t>(std::clamp<std::uint64_t>(fan, least_fan_in, 32));
            const std::uint64_t files = plan.file_memory<Key>();
            if (share < files + least_keys * sizeof(Key)) continue;
            // A large array takes whole pages: what is left of the last one is not enough for it.
            plan.keys = static_cast<std::size_t>(
                std::min<std::uint64_t>(array_bytes_within(share - files), std::size_t(-1) / 64) /
                sizeof(Key));
            return plan;
        }
        plan.threads = 1;
        plan.keys = 0;
        return plan;
    }

    /// The least limit of bytes for which there is a plan.
    template <class Key>
    [[nodiscard]] static std::uint64_t least_bytes(bool is_directed) {
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        plan.fan_in = least_fan_in;
        const std::uint64_t used = plan.file_memory<Key>() + least_keys * sizeof(Key);
        std::uint64_t bytes = used + used / (spare - 1);
        while (bytes - bytes / spare < used) ++bytes;
        return bytes;
    }

    /// What a thread takes for files while it merges, which is more than while it expands.
    template <class Key>
    [[nodiscard]] std::uint64_t file_memory() const noexcept {
        return (fan_in + known + 2) * key_file_memory<Key>;
    }

private:
    static constexpr std::size_t least_keys = 4096;
    static constexpr std::size_t least_fan_in = 2;
    // One part in this number is for what is not counted: names, lists of files, the heap's own.
    static constexpr std::uint64_t spare = 32;
};

/// Threads that share the parts of a task.
class disk_team {
public:
    void start(unsigned threads) noexcept { team_.start(threads); }
    [[nodiscard]] unsigned size() const noexcept { return team_.size(); }

    /// Calls `work(thread)` on each thread; what one throws is thrown to the caller.
    template <class Work>
    void run(Work&& work, bool alone) {
        struct context {
            std::remove_reference_t<Work>* work;
            disk_team* team;
        } all{&work, this};
        if (alone || team_.size() == 1) return work(0U);
        team_.run(
            [](void* c, unsigned thread) {
                const auto& given = *static_cast<context*>(c);
#if defined(__cpp_exceptions)
                try {
                    (*given.work)(thread);
                } catch (...) {
                    given.team->thrown_[thread] = std::current_exception();
                }
#else
                (*given.work)(thread);
#endif
            },
            &all);
#if defined(__cpp_exceptions)
        for (std::exception_ptr& error : thrown_)
            if (error) {
                std::exception_ptr first = std::exchange(error, nullptr);
                for (std::exception_ptr& other : thrown_) other = nullptr;
                std::rethrow_exception(first);
            }
#endif
    }

private:
    thread_team team_;
#if defined(__cpp_exceptions)
    std::exception_ptr thrown_[thread_team::most];
#endif
};

/// Numbers that threads take one after the other.
class ticket_counter {
public:
    [[nodiscard]] std::uint64_t take() noexcept {
        return fetch_add<std::uint64_t>(next_, 1, false);
    }
    void reset() noexcept { next_ = 0; }

private:
    alignas(64) std::uint64_t next_ = 0;
};

}  // namespace senda::detail
