// SPDX-License-Identifier: MIT
// The ranks that search together, what they agree on, and an exception on one, of which all must
// hear before it goes on.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions)
#include <exception>
#endif

namespace senda::detail {

/// The ranks of a communicator, in one of their own: messages of others do not meet theirs. Every
/// call is made by all of them.
class rank_group {
public:
    explicit rank_group(MPI_Comm all) {
        MPI_Comm_dup(all, &comm_);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }
    rank_group(const rank_group&) = delete;
    rank_group& operator=(const rank_group&) = delete;
    ~rank_group() { MPI_Comm_free(&comm_); }

    [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }

    /// Replaces each number by the sum, the least or the largest of all ranks.
    void sum(std::uint64_t* numbers, int count) const {
        MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, MPI_SUM, comm_);
    }
    void least(std::uint64_t* numbers, int count) const { compare(numbers, count, MPI_MIN); }
    [[nodiscard]] std::uint64_t least(std::uint64_t number) const {
        compare(&number, 1, MPI_MIN);
        return number;
    }
    [[nodiscard]] std::uint64_t largest(std::uint64_t number) const {
        compare(&number, 1, MPI_MAX);
        return number;
    }
    [[nodiscard]] double largest(double number) const {
        MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_DOUBLE, MPI_MAX, comm_);
        return number;
    }
    [[nodiscard]] std::uint64_t sum(std::uint64_t number) const {
        sum(&number, 1);
        return number;
    }

    /// The lowest rank of which something is true; the number of ranks if it is of none.
    [[nodiscard]] int first_of(bool is_true) const {
        return static_cast<int>(least(static_cast<std::uint64_t>(is_true ? rank_ : size_)));
    }

    /// What one rank says, on all.
    void tell(int from, std::string& text) const {
        std::uint64_t size = text.size();
        MPI_Bcast(&size, 1, MPI_UINT64_T, from, comm_);
        text.resize(static_cast<std::size_t>(size));
        MPI_Bcast(text.data(), static_cast<int>(text.size()), MPI_CHAR, from, comm_);
    }

    /// What every rank says, on all, in their order.
    [[nodiscard]] std::vector<std::vector<unsigned char>> tell_all(const void* data,
                                                                   std::size_t size) const {
        const auto count = static_cast<std::size_t>(size_);
        std::vector<int> sizes(count);
        const int own = static_cast<int>(size);
        MPI_Allgather(&own, 1, MPI_INT, sizes.data(), 1, MPI_INT, comm_);
        std::vector<int> begins(count);
        int all = 0;
        for (std::size_t i = 0; i < count; ++i) {
            begins[i] = all;
            all += sizes[i];
        }
        std::vector<unsigned char> together(static_cast<std::size_t>(all) + 1);
        MPI_Allgatherv(data, own, MPI_BYTE, together.data(), sizes.data(), begins.data(), MPI_BYTE,
                       comm_);
        std::vector<std::vector<unsigned char>> told(count);
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned char* const from = together.data() + begins[i];
            told[i].assign(from, from + sizes[i]);
        }
        return told;
    }

private:
    // As signed numbers in the same order: MPICH 4.0 compares unsigned ones as if they were signed.
    void compare(std::uint64_t* numbers, int count, MPI_Op how) const {
        constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
        for (int i = 0; i < count; ++i) numbers[i] ^= sign;
        MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_INT64_T, how, comm_);
        for (int i = 0; i < count; ++i) numbers[i] ^= sign;
    }

    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
};

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

/// Keeps the nodes that come first, by a number of theirs and then by their packed bytes: an order
/// that knows nothing of ranks and of time.
class first_nodes {
    using numbered = std::pair<std::uint64_t, std::vector<unsigned char>>;

public:
    explicit first_nodes(std::size_t most = 1) noexcept : most_(most) {}

    void forget() noexcept { nodes_.clear(); }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// A node, packed, of those that they agreed on; nothing beyond the last.
    [[nodiscard]] mpi::reader packed(std::size_t at) const noexcept {
        if (at >= size()) return {nullptr, 0};
        return {nodes_[at].second.data(), nodes_[at].second.size()};
    }

    /// Takes a node if it comes before one of these; whether it does.
    template <class Node>
    bool meet(std::uint64_t number, const Node& node) {
        if (size() == most_ && number > nodes_.front().first) return false;
        mpi::bytes packed;
        pack(node, packed);
        return keep({number, {packed.data(), packed.data() + packed.size()}});
    }

    /// Those of all ranks, in order.
    void agree(const rank_group& ranks) {
        mpi::bytes own;
        pack(nodes_, own);
        forget();
        for (const std::vector<unsigned char>& told : ranks.tell_all(own.data(), own.size())) {
            std::vector<numbered> theirs;
            mpi::reader from(told.data(), told.size());
            unpack(from, theirs);
            for (numbered& one : theirs) keep(std::move(one));
        }
        std::sort_heap(nodes_.begin(), nodes_.end());
    }

private:
    // A heap, the last one on top.
    bool keep(numbered&& one) {
        if (size() == most_) {
            if (!(one < nodes_.front())) return false;
            std::pop_heap(nodes_.begin(), nodes_.end());
            nodes_.pop_back();
        }
        nodes_.push_back(std::move(one));
        std::push_heap(nodes_.begin(), nodes_.end());
        return true;
    }

    std::size_t most_;
    std::vector<numbered> nodes_;
};

}  // namespace senda::detail
