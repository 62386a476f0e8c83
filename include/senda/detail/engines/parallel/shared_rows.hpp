// SPDX-License-Identifier: MIT
// Searches that do not depend on each other, shared among threads: each takes the next.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/options.hpp>

#include <cstddef>
#include <exception>

namespace senda::detail {

#if SENDA_HAS_THREADS

/// Gives out the numbers of rows to threads until there are none or somebody ends it.
class row_tickets {
public:
    explicit row_tickets(std::size_t rows) noexcept : rows_(rows) {}

    /// The next row; as many as there are when all are taken, or it was ended.
    [[nodiscard]] std::size_t next() noexcept {
        if (load(is_ended_) != 0) return rows_;
        const std::size_t row = fetch_add(next_, std::size_t{1}, false);
        return row < rows_ ? row : rows_;
    }
    void end() noexcept { store(is_ended_, 1); }
    [[nodiscard]] bool is_ended() const noexcept { return load_relaxed(is_ended_) != 0; }

    /// Calls `work(thread)` on each thread of a team, and throws what one of them threw.
    template <class Work>
    void run(thread_team& team, Work& work) {
        struct context {
            row_tickets& tickets;
            Work& work;
        } all{*this, work};
        team.run(
            [](void* given, unsigned thread) {
                context& c = *static_cast<context*>(given);
#if defined(__cpp_exceptions)
                try {
                    c.work(thread);
                } catch (...) {
                    const holding held(c.tickets.lock_);
                    c.tickets.thrown_ = std::current_exception();
                    c.tickets.end();
                }
#else
                c.work(thread);
#endif
            },
            &all);
#if defined(__cpp_exceptions)
        if (thrown_) std::rethrow_exception(thrown_);
#endif
    }

private:
    std::size_t rows_;
    std::size_t next_ = 0;
    int is_ended_ = 0;
#if defined(__cpp_exceptions)
    system_lock lock_;
    std::exception_ptr thrown_;
#endif
};

#endif

}  // namespace senda::detail
