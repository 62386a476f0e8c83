// SPDX-License-Identifier: MIT
// The first of many nodes, of all ranks.
#pragma once

#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace senda::detail {

/// Keeps so many nodes that come first, by a number of theirs and then by their packed bytes: an
/// order that knows nothing of ranks and of time.
class first_nodes {
    using numbered = std::pair<std::uint64_t, std::vector<unsigned char>>;

public:
    explicit first_nodes(std::size_t most) noexcept : most_(most) {}

    template <class Node>
    void meet(std::uint64_t number, const Node& node) {
        if (nodes_.size() == most_ && number > nodes_.front().first) return;
        mpi::bytes packed;
        pack(node, packed);
        keep({number, {packed.data(), packed.data() + packed.size()}});
    }

    /// Those of all ranks.
    void agree(const rank_group& ranks) {
        mpi::bytes own;
        pack(nodes_, own);
        nodes_.clear();
        for (const std::vector<unsigned char>& told : ranks.tell_all(own.data(), own.size())) {
            std::vector<numbered> theirs;
            mpi::reader from(told.data(), told.size());
            unpack(from, theirs);
            for (numbered& one : theirs) keep(std::move(one));
        }
        std::sort_heap(nodes_.begin(), nodes_.end());
    }

    /// Calls `take(packed)` for each that they agreed on, in order.
    template <class Take>
    void for_each_packed(Take&& take) const {
        for (const numbered& one : nodes_) take(mpi::reader(one.second.data(), one.second.size()));
    }

private:
    // A heap, the last one on top.
    void keep(numbered&& one) {
        if (nodes_.size() == most_) {
            if (!(one < nodes_.front())) return;
            std::pop_heap(nodes_.begin(), nodes_.end());
            nodes_.pop_back();
        }
        nodes_.push_back(std::move(one));
        std::push_heap(nodes_.begin(), nodes_.end());
    }

    std::size_t most_;
    std::vector<numbered> nodes_;
};

}  // namespace senda::detail
