// SPDX-License-Identifier: MIT
// An exception on one rank, of which all must hear before it goes on.
#pragma once

#include <senda/detail/mpi/ranks/rank_group.hpp>

#include <cstdint>
#include <string>
#include <utility>

#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace senda::detail {

/// Keeps what first went wrong: an exception of a function that it calls, or an error.
class rank_failure {
public:
    /// Calls a function; false if it threw, or another did before.
    template <class Function>
    bool call(Function&& function) {
        if (has_failed_) return false;
#if defined(__cpp_exceptions)
        try {
            function();
        } catch (const std::exception& error) {
            keep(error.what());
        } catch (...) {
            keep("an exception");
        }
#else
        function();
#endif
        return !has_failed_;
    }

    /// What went wrong without an exception; the first stands.
    void fail(std::string what) {
        if (has_failed_) return;
        has_failed_ = true;
        what_ = std::move(what);
    }

    [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

    /// What the rank said that failed, on all: "rank 2: ...". Thrown on, where it was thrown.
    [[nodiscard]] std::string agree(const rank_group& ranks, int who) const {
        std::string text = has_failed_ ? what_ : std::string{};
        ranks.tell(who, text);
        return "rank " + std::to_string(who) + ": " + text;
    }
    void rethrow() const {
#if defined(__cpp_exceptions)
        if (thrown_) std::rethrow_exception(thrown_);
#endif
    }

private:
    bool has_failed_ = false;
    std::string what_;
#if defined(__cpp_exceptions)
    void keep(const char* what) {
        has_failed_ = true;
        what_ = what;
        thrown_ = std::current_exception();
    }
    std::exception_ptr thrown_;
#endif
};

/// All fail unless they have the same hash of the starts, where all could ask for it: one that is
/// another in each process gives no node to the rank that it belongs to.
inline void check_same_starts(const rank_group& ranks, std::uint64_t hash, bool is_known,
                              rank_failure& failure) {
    std::uint64_t all[] = {hash, ~hash, is_known ? 1U : 0U};
    ranks.least(all, 3);
    if (all[2] != 0 && all[0] != ~all[1])
        failure.fail("the start, or its hash, is not the same on all ranks");
}

}  // namespace senda::detail
