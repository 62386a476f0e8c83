// SPDX-License-Identifier: MIT
// The ranks that search together, and what they agree on.
#pragma once

#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

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

/// The least of some nodes, by hash and then by their packed bytes: an order that knows nothing of
/// ranks and of time.
class least_node {
public:
    void forget() noexcept { is_there_ = false; }
    [[nodiscard]] bool is_there() const noexcept { return is_there_; }
    /// A node, packed.
    [[nodiscard]] mpi::reader packed() const noexcept { return {best_.data(), best_.size()}; }

    /// Takes a node if it is less; whether it is.
    template <class Node>
    bool meet(std::uint64_t hash, const Node& node) {
        if (is_there_ && hash > hash_) return false;
        std::vector<unsigned char> met = bytes_of(node);
        if (is_there_ && hash == hash_ && !(met < best_)) return false;
        hash_ = hash;
        best_ = std::move(met);
        is_there_ = true;
        return true;
    }

    /// The least of those of all ranks.
    void agree(const rank_group& ranks) {
        constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t least = ranks.least(is_there_ ? hash_ : none);
        // The bytes of a node may be none at all: a byte ahead says that there is one.
        std::vector<unsigned char> own;
        if (is_there_ && hash_ == least) {
            own.push_back(1);
            own.insert(own.end(), best_.begin(), best_.end());
        }
        is_there_ = false;
        for (const std::vector<unsigned char>& told : ranks.tell_all(own.data(), own.size())) {
            if (told.empty()) continue;
            std::vector<unsigned char> bytes(told.begin() + 1, told.end());
            if (is_there_ && !(bytes < best_)) continue;
            best_ = std::move(bytes);
            is_there_ = true;
        }
        hash_ = least;
    }

private:
    template <class Node>
    [[nodiscard]] static std::vector<unsigned char> bytes_of(const Node& node) {
        mpi::bytes packed;
        pack(node, packed);
        return {packed.data(), packed.data() + packed.size()};
    }

    bool is_there_ = false;
    std::uint64_t hash_ = 0;
    std::vector<unsigned char> best_;
};

}  // namespace senda::detail
