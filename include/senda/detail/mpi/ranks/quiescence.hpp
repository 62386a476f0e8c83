// SPDX-License-Identifier: MIT
// When ranks that send whenever they like have all come to rest.
#pragma once

#include <senda/detail/mpi/ranks/rank_group.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mpi.h>

namespace senda::detail {

/// Mattern's method of four counters. A rank that has nothing to do says how many blocks it sent
/// and received, and a reduction that nobody waits for adds them up. When all that was sent by the
/// second of two such counts was received by the first, no block was on its way in between, and
/// none has come to a rank since it said that it has nothing to do: none ever will again.
class quiescence {
    enum : std::size_t { sent, received, stopping };

public:
    explicit quiescence(const rank_group& ranks) noexcept : ranks_(ranks) {}

    /// Asked, again and again, by a rank that has nothing to do and nothing that is not sent; it
    /// may have something to do between. True, on all ranks, once all rest or one must stop.
    [[nodiscard]] bool is_reached(std::uint64_t blocks_sent, std::uint64_t blocks_received,
                                  bool is_stopping) {
        if (is_counting_) {
            int is_counted = 0;
            MPI_Test(&request_, &is_counted, MPI_STATUS_IGNORE);
            if (is_counted == 0) return false;
            is_counting_ = false;
            const bool is_still = has_before_ && counts_[sent] == before_;
            has_before_ = !is_still && counts_[stopping] == 0;
            if (!has_before_) return true;
            before_ = counts_[received];
        }
        counts_ = {blocks_sent, blocks_received, std::uint64_t{is_stopping ? 1u : 0u}};
        MPI_Iallreduce(MPI_IN_PLACE, counts_.data(), static_cast<int>(counts_.size()), MPI_UINT64_T,
                       MPI_SUM, ranks_.comm(), &request_);
        is_counting_ = true;
        return false;
    }

private:
    const rank_group& ranks_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    std::array<std::uint64_t, 3> counts_{};
    std::uint64_t before_ = 0;  // what was received by the count before
    bool has_before_ = false;
    bool is_counting_ = false;
};

}  // namespace senda::detail
