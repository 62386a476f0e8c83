// SPDX-License-Identifier: MIT
// What searches on many ranks have in common: which rank owns a node, phases in which they send,
// and how they end.
#pragma once

#include <senda/detail/mpi/ranks/layer_files.hpp>
#include <senda/detail/mpi/ranks/rank_exchange.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/hash.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <type_traits>

namespace senda::detail {

/// Numbers that are dealt out in runs of 64, each round from another owner on, so that each owner
/// numbers its own without gaps.
class dealt_numbers {
    static constexpr std::size_t run = 64;

public:
    explicit dealt_numbers(std::size_t owners) noexcept : owners_(owners) {}

    [[nodiscard]] std::size_t owner(std::size_t number) const noexcept {
        const std::size_t at = number / run;
        return (at + static_cast<std::size_t>(mix(at / owners_) >> 32)) % owners_;
    }
    /// Among the numbers of its owner, which are below `bound`.
    [[nodiscard]] std::size_t index(std::size_t number) const noexcept {
        return number / run / owners_ * run + number % run;
    }
    [[nodiscard]] std::size_t bound(std::size_t of_all) const noexcept {
        return (of_all / run / owners_ + 1) * run;
    }

private:
    std::size_t owners_;
};

/// Nodes belong to ranks by their hash; tables use its upper bits.
template <class G, class Node>
class node_owner {
public:
    node_owner(const G& g, std::uint64_t ranks) noexcept : graph_(&g), ranks_(ranks) {}

    /// What a table of nodes takes for the graph.
    [[nodiscard]] const G& keys() const noexcept { return *graph_; }
    /// A number of a node that is the same on all ranks.
    [[nodiscard]] std::uint64_t hash(const Node& n) const { return hash_in(*graph_, n); }
    [[nodiscard]] std::size_t owner(const Node& n) const {
        return static_cast<std::size_t>((hash(n) & 0xffffffffu) * ranks_ >> 32);
    }
    /// By what nodes are put in order.
    [[nodiscard]] std::uint64_t order(const Node& n) const { return hash(n); }

private:
    const G* graph_;
    std::uint64_t ranks_;
};

/// Nodes that the graph numbers belong to ranks by their number.
template <class G, class Node>
    requires IndexedGraph<G, Node>
class node_owner<G, Node> {
public:
    node_owner(const G& g, std::uint64_t ranks) noexcept
        : graph_(&g), numbers_(static_cast<std::size_t>(ranks)) {}

    [[nodiscard]] const node_owner& keys() const noexcept { return *this; }
    [[nodiscard]] std::uint64_t hash(const Node& n) const {
        return mix(std::uint64_t{index_in(*graph_, n)});
    }
    [[nodiscard]] std::size_t owner(const Node& n) const {
        return numbers_.owner(index_in(*graph_, n));
    }
    [[nodiscard]] std::uint64_t order(const Node& n) const { return index_in(*graph_, n); }

    // Among the nodes of their owner.
    [[nodiscard]] std::size_t index(const Node& n) const {
        return numbers_.index(index_in(*graph_, n));
    }
    [[nodiscard]] std::size_t index_bound() const {
        return numbers_.bound(index_bound_of(*graph_));
    }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

private:
    const G* graph_;
    dealt_numbers numbers_;
};

/// How many kinds of status there are.
inline constexpr std::size_t status_count = static_cast<std::size_t>(status::aborted) + 1;

/// Why a search ends of which some ranks ended, if `has_ended(status)` is true of one: what was
/// found comes before a limit, but not before an exception.
template <class HasEnded>
[[nodiscard]] status first_reason(bool is_found, const HasEnded& has_ended) {
    if (has_ended(status::aborted)) return status::aborted;
    if (is_found) return status::found;
    for (const status s : {status::negative_cost, status::memory_limit, status::cost_limit,
                           status::cancelled, status::time_limit, status::expansion_limit}) {
        if (has_ended(s)) return s;
    }
    return status::running;
}

/// Whether a search was stopped that could go on.
[[nodiscard]] constexpr bool is_stopped(status s) noexcept {
    return s == status::memory_limit || s == status::cost_limit || s == status::cancelled ||
           s == status::time_limit || s == status::expansion_limit;
}

/// The ranks, the graph, who owns which node, and phases in which they send nodes to their owners.
///
/// `Self` has `take(records, bytes)` for what others sent.
template <class Self, class G, class Node, class Goal>
class rank_search {
public:
    rank_search(const rank_search&) = delete;
    rank_search& operator=(const rank_search&) = delete;

protected:
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using action = typename types::action;
    using owners = node_owner<graph, Node>;

    rank_search(MPI_Comm comm, G& g, const Goal& goal, const options& o,
                const mpi::checkpoints& checkpoints, const layer_files::kinds& kinds)
        : ranks_(comm),
          graph_(g),
          goal_(g, goal),
          control_(o, engine_kind::shared),
          owners_(g, static_cast<std::uint64_t>(ranks_.size())),
          exchange_(
              ranks_, control_.budget(),
              [](void* search, const unsigned char* records, std::size_t bytes) {
                  static_cast<Self*>(static_cast<rank_search*>(search))->take(records, bytes);
              },
              this),
          files_(ranks_, checkpoints, kinds) {}
    ~rank_search() = default;

    /// What all ranks did, with what was done before.
    [[nodiscard]] layer_files::counts all_did(const layer_files::counts& here,
                                              const layer_files::counts& before) const {
        std::array<std::uint64_t, 4> all{here.expanded, here.generated, here.reopened, here.nodes};
        ranks_.sum(all.data(), static_cast<int>(all.size()));
        return {all[0] + before.expanded, all[1] + before.generated, all[2] + before.reopened,
                all[3] + before.nodes};
    }
    /// Says how it ended, and what all ranks did, in this run and before: the last that they do
    /// together. With an answer it removes the files.
    template <class Result>
    void conclude(Result& r, const layer_files::counts& before) {
        r.status = agreed_;
        r.message = message_;
        const bool has_stopped = control_.status() == agreed_ && agreed_ != status::found;
        const int who = ranks_.first_of(has_stopped);
        if (who != ranks_.size()) r.stopped_by = who;
        if (agreed_ == status::aborted) r.message = failure_.agree(ranks_, who);
        control_.end(agreed_);
        r.statistics = control_.statistics();
        const auto all =
            all_did({r.statistics.expanded, r.statistics.generated, r.statistics.reopened}, before);
        r.statistics.expanded = all.expanded;
        r.statistics.generated = all.generated;
        r.statistics.reopened = all.reopened;
        r.statistics.bytes = ranks_.largest(r.statistics.bytes);
        r.statistics.seconds = ranks_.largest(r.statistics.seconds);
        r.engine = "ranks: each owns the nodes that their hash gives to it";
        failure_.rethrow();
        if (agreed_ == status::found || agreed_ == status::exhausted) files_.remove();
    }

    [[nodiscard]] std::size_t own() const noexcept {
        return static_cast<std::size_t>(ranks_.rank());
    }

    /// Ends the search on all ranks when it must end on one.
    void note_failure() {
        if (failure_.has_failed()) control_.end(status::aborted);
        if (!control_.running()) exchange_.stop();
    }
    /// Does something that sends; what was sent is taken in when it returns, unless a rank ended.
    template <class Work>
    void do_phase(Work&& work) {
        failure_.call([&] {
            if (control_.poll()) work();  // one that owns nothing here may be asked to stop
        });
        note_failure();
        exchange_.finish();
    }
    /// Whether no rank has ended: they agree before another phase, so that none is in the one
    /// before.
    [[nodiscard]] bool all_run() const {
        return ranks_.first_of(!control_.running()) == ranks_.size();
    }
    /// Whether something was thrown on one rank, which ends the search on all.
    [[nodiscard]] bool has_agreed_failure() {
        if (ranks_.first_of(failure_.has_failed()) == ranks_.size()) return false;
        agreed_ = status::aborted;
        note_failure();
        return true;
    }

    rank_group ranks_;
    G& graph_;
    goal_test<G, Node, Goal> goal_;
    search_control control_;
    owners owners_;
    rank_exchange exchange_;
    layer_files files_;
    rank_failure failure_;
    std::string message_;
    status agreed_ = status::running;
};

}  // namespace senda::detail
