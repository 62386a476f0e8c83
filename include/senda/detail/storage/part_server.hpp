// SPDX-License-Identifier: MIT
// Threads that serve the parts of a search, one part at a time each.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>

#if defined(__cpp_exceptions)
#include <exception>
#include <utility>
#endif

// Tests let threads wait here.
#ifndef SENDA_DETAIL_AT_MEETING
#define SENDA_DETAIL_AT_MEETING() static_cast<void>(0)
#endif

namespace senda::detail {

/// Calls work for each part: a thread first serves those that it has served before, which are still
/// near, then what others have not begun. That it is of no type lets it be compiled once.
class part_server {
public:
    static constexpr unsigned most = 64;
    using work = void (*)(void* search, unsigned part);

    /// For so many parts.
    explicit part_server(unsigned parts) noexcept : parts_(parts) {}
    part_server(const part_server&) = delete;
    part_server& operator=(const part_server&) = delete;

    /// Starts threads, of which more than there are parts would have nothing to do.
    void start(unsigned threads) noexcept { team_.start(threads < parts_ ? threads : parts_); }
    /// How many threads there are with the caller.
    [[nodiscard]] unsigned size() const noexcept { return team_.size(); }

    /// Returns when all parts are served. What was thrown for one of them is thrown to the caller.
    SENDA_COLD void serve_all(work each, void* search, bool alone) {
        each_ = each;
        search_ = search;
        for (unsigned t = 0; t < size(); ++t) begun_[t].parts = 0;
        if (alone) {
            serve(0, true);
        } else {
            team_.run(
                [](void* self, unsigned thread) {
                    static_cast<part_server*>(self)->serve(thread, false);
                },
                this);
        }
#if defined(__cpp_exceptions)
        for (std::exception_ptr& error : errors_) {
            if (error) std::rethrow_exception(std::exchange(error, nullptr));
        }
#endif
    }

private:
    void serve(unsigned thread, bool alone) noexcept {
        SENDA_DETAIL_AT_MEETING();
        for (unsigned i = 0; i < size(); ++i) {
            const unsigned other = (thread + i) % size();
            for (;;) {
                const unsigned p = other + size() * fetch_add(begun_[other].parts, 1U, alone);
                if (p >= parts_) break;
                serve_part(p);
            }
        }
        SENDA_DETAIL_AT_MEETING();
    }

    void serve_part(unsigned p) noexcept {
#if defined(__cpp_exceptions)
        try {
            each_(search_, p);
        } catch (...) {
            errors_[p] = std::current_exception();
        }
#else
        each_(search_, p);
#endif
    }

    unsigned parts_;
    work each_ = nullptr;
    void* search_ = nullptr;
#if defined(__cpp_exceptions)
    std::exception_ptr errors_[most];
#endif
    struct alignas(64) count {
        unsigned parts = 0;
    };
    count begun_[most];  // of those that a thread serves first
    alignas(64) thread_team team_;
};

}  // namespace senda::detail
