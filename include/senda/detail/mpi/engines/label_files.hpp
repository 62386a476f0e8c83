// SPDX-License-Identifier: MIT
// How nodes were reached, in files, which another run reads, with any number of ranks.
#pragma once

#include <senda/detail/mpi/engines/round_range.hpp>
#include <senda/detail/mpi/ranks/layer_files.hpp>
#include <senda/detail/mpi/ranks/path_label.hpp>
#include <senda/detail/mpi/ranks/rank_failure.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace senda::detail {

/// One of a few nodes of many, to be looked at again: the first, the second, the fourth, ...
[[nodiscard]] constexpr bool is_sample(std::size_t number) noexcept {
    return (number & (number - 1)) == 0;
}

/// Whether the parent of a label leads to its node, for no more than that costs.
template <class Types, class G, class Node, Cost C>
[[nodiscard]] bool is_led_to(G& graph, const Node& node, const path_label<Node, C>& how) {
    bool is_edge = how.is_start();
    if (is_edge || !is_in(graph, how.parent)) return is_edge;
    for_each_successor<Types>(graph, how.parent, [&](const Node& to, C step, auto&&) {
        is_edge = is_edge || (same_node(graph, to, node) && !(how.g < step));
    });
    return is_edge;
}

/// Checkpoints of a search with labels: each has the nodes that changed since the one before, so
/// that the last one of a node stands. Whether a node is closed is in the first bit of its steps.
template <class Node, Cost C>
class label_files {
    using label = path_label<Node, C>;
    using messages = label_messages<Node, C>;

public:
    static constexpr std::uint32_t is_closed = std::uint32_t{1} << 31;

    /// What all ranks did up to a checkpoint, beside what `layer_files` keeps.
    struct progress {
        std::uint64_t nodes = 0;
        std::uint64_t reopened = 0;
        typename round_range<C>::saved range = {};
    };

    label_files(const rank_group& ranks, const mpi::checkpoints& how)
        : ranks_(ranks), files_(ranks, how, {{"mpi labels", 1}, {"mpi label", 1}}) {}

    [[nodiscard]] bool is_used() const noexcept { return files_.is_used(); }
    [[nodiscard]] bool is_due() const noexcept { return files_.is_due(); }
    /// How many checkpoints are there.
    [[nodiscard]] std::size_t count() const noexcept {
        return files_.layers() == 0 ? 0 : files_.layers() - 1;
    }
    /// What was done before this run.
    [[nodiscard]] const layer_files::counts& done() const noexcept { return done_; }
    [[nodiscard]] const progress& so_far() const noexcept { return so_far_; }

    /// Looks for checkpoints, and refuses those of another search.
    void open(std::uint64_t starts, rank_failure& failure) {
        files_.open({messages::packed_size, combine(starts, std::floating_point<C> ? 1 : 0)},
                    failure);
        if (count() != 0) done_ = files_.done();
    }

    /// Calls `take(node, label)` for the nodes that this rank is to read of a checkpoint.
    template <class Take>
    void read(std::size_t at, rank_failure& failure, Take&& take) {
        files_.read(at + 1, failure, [&](checksummed_reader& in, std::uint64_t nodes) {
            if (!in.read(&so_far_, sizeof so_far_)) return false;
            std::vector<unsigned char> record(messages::packed_size);
            for (; nodes != 0; --nodes) {
                std::uint64_t size = messages::packed_size;
                if (size == 0 && (!in.read_number(size) || size > in.left())) return false;
                record.resize(static_cast<std::size_t>(size));
                if (!in.read(record.data(), record.size())) return false;
                mpi::reader from(record.data(), record.size());
                messages::unpack_to(from, [&](Node&& node, label&& how) {
                    if (from.is_good() && from.left() == 0) take(node, how);
                });
                if (!from.is_good() || from.left() != 0) return false;
            }
            return true;
        });
    }
    /// Once all is read: rank 0 has read a part of each checkpoint.
    void agree_on_progress() {
        std::string text(reinterpret_cast<const char*>(&so_far_), sizeof so_far_);
        ranks_.tell(0, text);
        mpi::reader from(text.data(), text.size());
        unpack(from, so_far_);
    }

    /// Writes a checkpoint: `for_each(write)` calls `write(node, label)` for what has changed. What
    /// goes wrong is told on all ranks, and the last checkpoint stands.
    template <class ForEach>
    [[nodiscard]] std::string write(const layer_files::counts& counts, const progress& now,
                                    const ForEach& for_each) {
        const auto write = [&](checksummed_writer& out, std::size_t, std::uint64_t& nodes) {
            bool good = out.write(&now, sizeof now);
            for_each([&](const Node& node, const label& how) {
                if (!good) return;
                const mpi::bytes& record = messages_.packed(node, how);
                if (messages::packed_size == 0) good = out.write_number(record.size());
                good = good && out.write(record.data(), record.size());
                ++nodes;
            });
            return good;
        };
        return files_.write(count() + 2, counts, write);
    }

    [[nodiscard]] std::string foreign(const std::string& why) const { return files_.foreign(why); }
    void remove() { files_.remove(); }

private:
    const rank_group& ranks_;
    layer_files files_;
    layer_files::counts done_;
    progress so_far_;
    messages messages_;
};

}  // namespace senda::detail
