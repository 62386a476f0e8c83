// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, each of which has several threads.
#pragma once

#include <senda/detail/mpi/engines/rank_layers.hpp>
#include <senda/detail/mpi/ranks/node_owner.hpp>
#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/mpi/ranks/rank_nodes.hpp>
#include <senda/detail/storage/shard_scheduler.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mpi.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What a node leads to is sent at once, and what others send is taken in between two expansions.
template <class G, class Node, class Goal>
class rank_bfs : public rank_layers<rank_bfs<G, Node, Goal>, G, Node, Goal> {
    using base = rank_layers<rank_bfs, G, Node, Goal>;
    friend base;
    using base::control_, base::exchange_, base::failure_, base::goal_, base::goals_, base::graph_,
        base::is_last_, base::owners_;
    using typename base::nodes, typename base::types;

    static constexpr std::uint64_t between_polls = 256;  // expansions: asking MPI costs time

public:
    rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
             const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints), nodes_(control_.budget()) {}

private:
    [[nodiscard]] bool prepare() { return nodes_.prepare(owners_.keys()); }
    void keep(Node&& n) {
        if (!intern(std::move(n))) control_.end(status::memory_limit);
    }
    template <class Function>
    void for_each_shard(Function&& function) {
        function(nodes_);
    }

    SENDA_FLATTEN void expand() {
        std::uint64_t edges = 0;
        mpi::bytes packed;
        const std::size_t end = nodes_.end();
        for (std::size_t next = nodes_.next(); next != end && !this->is_interrupted();) {
            if (is_last_ && !control_.poll()) break;  // its expansions are not counted
            const std::uint64_t allowed =
                control_.request_expansions(std::min<std::uint64_t>(end - next, between_polls));
            if (allowed == 0) break;
            for (const std::size_t until = next + static_cast<std::size_t>(allowed); next != until;
                 ++next) {
                const auto& node = nodes_.pinned(next);
                [[maybe_unused]] const auto back = nodes_.before(next);
                for_each_successor<types>(graph_, node, [&](const Node& to, auto, auto&&) {
                    ++edges;
                    if constexpr (base::knows_before) {
                        if (to == back) return;
                    }
                    this->send(to, node, packed);
                });
            }
            nodes_.advance_to(next);
            this->count_expanded(allowed);
            exchange_.poll();
            this->note_progress();
        }
        this->count_generated(edges);
    }
    void finish() { exchange_.finish(); }

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (this->is_dropping()) return;
        failure_.call([&] {
            if (this->is_checking_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    this->check_sent(n, nodes_.has_met(owners_.keys(), n));
                });
            } else if (is_last_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    if (!nodes_.has_met(owners_.keys(), n)) control_.end(status::cost_limit);
                });
            } else if (is_full_ || !intern_all(records, bytes)) {
                is_full_ = true;
                control_.end(status::memory_limit);
                this->spill(records, bytes);
            }
        });
        this->note_failure();
    }

    /// Keeps those that are new; false if there is no room for one.
    [[nodiscard]] bool intern_all(const unsigned char* records, std::size_t bytes) {
        if constexpr (nodes::can_append) {
            return nodes_.append(owners_.keys(), records, bytes / nodes::step_size, meeting());
        } else {
            bool fits = true;
            this->for_each_sent(records, bytes,
                                [&](Node&& n) { fits = fits && intern(std::move(n)); });
            return fits;
        }
    }
    [[nodiscard]] bool intern(Node&& n) {
        return nodes_.intern(owners_.keys(), std::move(n), meeting());
    }
    [[nodiscard]] auto meeting() {
        return [this](const Node& n, bool fresh) {
            if ((base::is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                met_goal(n);
        };
    }
    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    nodes nodes_;
    bool is_full_ = false;
};

/// Records on their way, one after another.
class record_box {
public:
    explicit record_box(memory_budget& budget) noexcept : bytes_(budget) {}

    [[nodiscard]] const unsigned char* data() const noexcept { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    void clear() noexcept { bytes_.clear(); }
    void release() noexcept { bytes_.release(); }

    /// Appends `size` bytes; false if there is no room.
    [[nodiscard]] bool put(const void* data, std::size_t size) {
        const std::size_t used = bytes_.size();
        while (bytes_.capacity() - used < size) {
            if (!bytes_.grow()) return false;
        }
        if (size != 0) std::memcpy(bytes_.data() + used, data, size);
        bytes_.set_size(used + size);
        return true;
    }
    /// Appends bytes with their size ahead of them.
    [[nodiscard]] bool put_sized(const void* data, std::size_t size) {
        const std::uint64_t prefix = size;
        return put(&prefix, sizeof prefix) && put(data, size);
    }

private:
    buffer<unsigned char> bytes_;
};

/// Which shard of its rank a node is in: ranks use the upper half of the lower bits of a hash,
/// tables the upper ones.
template <class G, class Node>
class shard_keys {
    using owners = node_owner<G, Node>;

public:
    shard_keys(const owners& of, std::size_t shards) noexcept : owners_(&of), shards_(shards) {}

    [[nodiscard]] const G& keys() const noexcept { return owners_->keys(); }
    /// By the order of a node, as its rank is.
    [[nodiscard]] std::size_t shard(std::uint64_t order) const noexcept {
        return static_cast<std::size_t>(order % shards_);
    }

private:
    const owners* owners_;
    std::size_t shards_;
};

/// Which shard of its rank a node with a number is in: what a rank has is dealt out once more.
template <class G, class Node>
    requires IndexedGraph<G, Node>
class shard_keys<G, Node> {
    using owners = node_owner<G, Node>;

public:
    shard_keys(const owners& of, std::size_t shards) noexcept : owners_(&of), numbers_(shards) {}

    [[nodiscard]] const shard_keys& keys() const noexcept { return *this; }
    [[nodiscard]] std::size_t shard(std::uint64_t order) const noexcept {
        return numbers_.owner(owners_->index_of_order(order));
    }

    // Among the nodes of their shard.
    [[nodiscard]] std::size_t index(const Node& n) const {
        return numbers_.index(owners_->index(n));
    }
    [[nodiscard]] std::size_t index_bound() const { return numbers_.bound(owners_->index_bound()); }
    [[nodiscard]] static bool is_node(const Node&) noexcept { return true; }

private:
    const owners* owners_;
    dealt_numbers numbers_;
};

/// Some of the nodes of a rank, and what they led to in a round; what two threads write is apart.
template <class G, class Node>
struct alignas(64) rank_shard {
    rank_shard(memory_budget& whole, std::size_t count) : budget(whole, 4096), nodes(budget) {
        outboxes.reserve(count);
        for (std::size_t i = 0; i < count; ++i) outboxes.emplace_back(budget);
    }

    memory_budget budget;
    rank_nodes<G, Node> nodes;
    std::vector<record_box> outboxes;  // to each shard of this rank, then to each rank
    std::size_t round_end = 0;         // of the nodes that are expanded
    std::uint64_t expanded = 0;        // in the round, as is all that follows
    std::uint64_t generated = 0;
    least_node goals;
    bool is_full = false;
    bool is_over_limit = false;
    bool must_stop = false;
};

/// Whether a rank may have threads beside the one that calls MPI.
[[nodiscard]] inline bool may_have_threads() {
    int level = MPI_THREAD_SINGLE;
    MPI_Query_thread(&level);
    return level >= MPI_THREAD_FUNNELED;
}

/// The nodes of a rank are in shards. A layer is done in rounds: each shard expands some of its
/// nodes into a box for each shard and each other rank; the calling thread, which alone calls MPI,
/// sends these and gathers what comes; then each shard takes in what is for it. A thread that is
/// free serves the next shard. What comes is dealt out to the shards in the next round.
template <class G, class Node, class Goal>
class shared_rank_bfs : public rank_layers<shared_rank_bfs<G, Node, Goal>, G, Node, Goal> {
    using base = rank_layers<shared_rank_bfs, G, Node, Goal>;
    friend base;
    using base::control_, base::exchange_, base::failure_, base::goal_, base::goals_,
        base::is_last_, base::owners_;
    using typename base::graph, typename base::nodes, typename base::step, typename base::types;
    using shard = rank_shard<graph, Node>;

    static constexpr unsigned shards = 32;
    static constexpr std::size_t least = 256;    // nodes of a shard in a round: more the more nodes
    static constexpr std::size_t most = 4'096;   // are known, so that its look-ups are near
    static constexpr std::uint64_t worth = 512;  // nodes that are offered to other threads
    static constexpr std::uint64_t interval = 64;                     // expansions between looks
    static constexpr std::size_t inbox_bytes = std::size_t{1} << 22;  // gathered at most

public:
    shared_rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
                    const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints),
          shared_graph_(g),
          keys_(owners_, shards),
          inbox_(control_.budget()),
          threads_(o.threads) {}

private:
    [[nodiscard]] bool prepare() {
        server_.start(threads_);
        control_.note_threads(server_.size());
        const auto outboxes = shards + static_cast<std::size_t>(this->ranks_.size());
        if (!control_.budget().take(shards * (sizeof(shard) + outboxes * sizeof(record_box))))
            return false;
        for (unsigned p = 0; p < shards; ++p) {
            if (!shards_.emplace_back(control_.budget(), outboxes).nodes.prepare(keys_.keys()))
                return false;
        }
        return true;
    }

    void keep(Node&& n) {
        shard& own = shards_[keys_.shard(owners_.order(n))];
        (void)control_.fits(own.nodes.intern(keys_.keys(), std::move(n), meeting(own)));
        goals_.meet(own.goals);
    }
    template <class Function>
    void for_each_shard(Function&& function) {
        for (shard& own : shards_) function(own.nodes);
    }

    void expand() {
        while (!this->is_interrupted() && control_.running()) {
            const std::uint64_t wanted = plan();
            if (wanted == 0) return;
            const std::uint64_t allowed = control_.peek_expansion_batch(wanted);
            if (allowed == 0) return control_.end_by_limit();
            if (allowed < wanted) limit_round(allowed);
            share<&shared_rank_bfs::expand_shard>(allowed);
            inbox_.clear();
            blocks_.clear();
            send_boxes();
            exchange_.poll();
            share<&shared_rank_bfs::receive>(allowed);
            end_round();
            this->note_progress();
        }
    }

    void finish() {
        exchange_.finish();
        if (!this->is_dropping()) settle();
        for (shard& own : shards_) {
            for (record_box& box : own.outboxes) box.clear();
        }
        inbox_.clear();
        blocks_.clear();
    }

    /// Begins a round: how many nodes there are to expand.
    [[nodiscard]] std::uint64_t plan() noexcept {
        std::size_t known = 0;
        for (const shard& own : shards_) known += own.nodes.size();
        // At the limit on costs one that leads to a new node is enough.
        const std::size_t each = is_last_ ? 16 : std::clamp(known / shards / 16, least, most);
        std::uint64_t all = 0;
        for (shard& own : shards_) {
            own.round_end = std::min(own.nodes.end(), own.nodes.next() + each);
            all += own.round_end - own.nodes.next();
        }
        return all;
    }
    void limit_round(std::uint64_t allowed) noexcept {
        for (shard& own : shards_) {
            const std::size_t next = own.nodes.next();
            const std::uint64_t now = std::min<std::uint64_t>(own.round_end - next, allowed);
            own.round_end = next + static_cast<std::size_t>(now);
            allowed -= now;
        }
    }

    template <void (shared_rank_bfs::*Work)(unsigned)>
    void share(std::uint64_t count) {
        server_.run_all([](void* s, unsigned p) { (static_cast<shared_rank_bfs*>(s)->*Work)(p); },
                        this, count < worth);
    }

    void expand_shard(unsigned p) {
        deal_out(p);
        shard& own = shards_[p];
        const bool has_deadline_or_stop = control_.has_deadline_or_stop();
        const std::size_t first = own.nodes.next();
        std::size_t next = first;
        mpi::bytes packed;
        for (; next != own.round_end && !own.is_full; ++next) {
            if (has_deadline_or_stop && (next - first) % interval == 0 && control_.must_stop()) {
                own.must_stop = true;
                break;
            }
            const auto& node = own.nodes.pinned(next);
            [[maybe_unused]] const auto back = own.nodes.before(next);
            for_each_successor<types>(shared_graph_, node, [&](const Node& to, auto, auto&&) {
                ++own.generated;
                if constexpr (base::knows_before) {
                    if (to == back) return;
                }
                const std::uint64_t order = owners_.order(to);
                const std::size_t rank = owners_.of_order(order);
                record_box& box =
                    own.outboxes[rank == this->own() ? keys_.shard(order) : shards + rank];
                put(own, box, to, node, packed);
            });
        }
        own.nodes.advance_to(next);
        own.expanded = next - first;
    }
    void put(shard& own, record_box& box, const Node& to, [[maybe_unused]] const Node& from,
             [[maybe_unused]] mpi::bytes& packed) {
        if constexpr (base::knows_before) {
            const step one{to, from};
            put_record(own, box, reinterpret_cast<const unsigned char*>(&one), base::step_size);
        } else if constexpr (base::is_bytes) {
            put_record(own, box, reinterpret_cast<const unsigned char*>(&to), sizeof(Node));
        } else {
            packed.clear();
            pack(to, packed);
            put_record(own, box, packed.data(), packed.size());
        }
    }
    void put_record(shard& own, record_box& box, const unsigned char* record, std::size_t size) {
        const bool fits = base::is_bytes ? box.put(record, size) : box.put_sized(record, size);
        if (fits) [[likely]]
            return;
        own.is_full = true;
        spill_record(record, size);
    }

    /// What has no room, for any thread.
    SENDA_COLD void spill(const unsigned char* records, std::size_t bytes) {
        const holding held(spilling_);
        base::spill(records, bytes);
    }
    SENDA_COLD void spill_record(const unsigned char* record, std::size_t size) {
        if constexpr (base::is_bytes) {
            spill(record, size);
        } else {
            const std::uint64_t prefix = size;
            std::vector<unsigned char> sized(sizeof prefix + size);
            std::memcpy(sized.data(), &prefix, sizeof prefix);
            std::memcpy(sized.data() + sizeof prefix, record, size);
            spill(sized.data(), sized.size());
        }
    }

    /// Sends what is for other ranks.
    void send_boxes() {
        for (shard& own : shards_) {
            for (std::size_t to = 0; shards + to < own.outboxes.size(); ++to) {
                record_box& box = own.outboxes[shards + to];
                if constexpr (base::is_bytes) {
                    exchange_.template put_all<base::step_size>(to, box.data(), box.size());
                } else {
                    for_each_packed(box.data(), box.size(),
                                    [&](const unsigned char* record, std::size_t size) {
                                        exchange_.put(to, record, size);
                                    });
                }
                box.clear();
            }
        }
    }

    /// Gathers a block of nodes that others met, which threads take in later.
    void take(const unsigned char* records, std::size_t bytes) {
        if (this->is_dropping()) return;
        failure_.call([&] {
            if (this->is_checking_) {
                this->for_each_sent(records, bytes, [&](Node&& n) {
                    shard& own = shards_[keys_.shard(owners_.order(n))];
                    this->check_sent(n, own.nodes.has_met(keys_.keys(), n));
                });
                return;
            }
            if (!inbox_.put(records, bytes)) {
                spill(records, bytes);
                return control_.end(status::memory_limit);
            }
            blocks_.push_back(inbox_.size());
            if (inbox_.size() >= inbox_bytes) settle();
        });
        this->note_failure();
    }

    /// Takes in what was gathered.
    void settle() {
        failure_.call([&] {
            const std::uint64_t count = inbox_.size() / sizeof(Node);
            share<&shared_rank_bfs::deal_out>(count);
            inbox_.clear();
            blocks_.clear();
            share<&shared_rank_bfs::receive>(count);
            end_round();
        });
        this->note_failure();
    }

    /// Puts some of what was gathered into the boxes of a shard.
    void deal_out(unsigned p) {
        shard& own = shards_[p];
        for (std::size_t i = p; i < blocks_.size(); i += shards) {
            const std::size_t first = i == 0 ? 0 : blocks_[i - 1];
            const unsigned char* const records = inbox_.data() + first;
            const std::size_t bytes = blocks_[i] - first;
            if constexpr (base::is_bytes) {
                for (std::size_t at = 0; at != bytes; at += base::step_size) {
                    const auto n = copied_from<Node>(records + at);
                    record_box& box = own.outboxes[keys_.shard(owners_.order(n))];
                    put_record(own, box, records + at, base::step_size);
                }
            } else {
                for_each_packed(records, bytes, [&](const unsigned char* at, std::size_t size) {
                    mpi::reader from(at, size);
                    record_box& box =
                        own.outboxes[keys_.shard(owners_.order(unpacked<Node>(from)))];
                    put_record(own, box, at, size);
                });
            }
        }
    }

    /// Takes in what was sent to a shard.
    void receive(unsigned p) {
        shard& own = shards_[p];
        for (shard& from : shards_) {
            record_box& box = from.outboxes[p];
            if (!own.is_full) take_box(own, box);
            if (own.is_full) spill(box.data(), box.size());
            box.clear();
        }
    }
    void take_box(shard& own, const record_box& box) {
        if constexpr (nodes::can_append) {
            if (!is_last_) {
                own.is_full = !own.nodes.append(keys_.keys(), box.data(),
                                                box.size() / base::step_size, meeting(own));
                return;
            }
        }
        this->for_each_sent(box.data(), box.size(), [&](Node&& n) {
            if (is_last_) {
                own.is_over_limit = own.is_over_limit || !own.nodes.has_met(keys_.keys(), n);
            } else if (!own.is_full) {
                own.is_full = !own.nodes.intern(keys_.keys(), std::move(n), meeting(own));
            }
        });
    }
    [[nodiscard]] auto meeting(shard& own) {
        return [this, &own](const Node& n, bool fresh) {
            if ((base::is_compared || fresh) && goal_(shared_graph_, n)) [[unlikely]]
                (void)own.goals.meet(owners_.hash(n), n);
        };
    }

    /// Counts what was done.
    void end_round() {
        bool is_full = false;
        bool is_over_limit = false;
        bool must_stop = false;
        for (shard& own : shards_) {
            this->count_expanded(own.expanded);
            this->count_generated(own.generated);
            own.expanded = own.generated = 0;
            goals_.meet(own.goals);
            is_full = is_full || own.is_full;
            is_over_limit = is_over_limit || own.is_over_limit;
            must_stop = must_stop || own.must_stop;
        }
        if (is_full) return control_.end(status::memory_limit);
        if (is_over_limit) return control_.end(status::cost_limit);
        if (must_stop) control_.end_by_limit();
    }

    const graph& shared_graph_;
    shard_keys<graph, Node> keys_;
    std::deque<shard> shards_;
    record_box inbox_;
    std::vector<std::size_t> blocks_;  // where each ends in there
    system_lock spilling_;
    unsigned threads_;
    shard_scheduler server_{shards};
};

/// What `run(search)` makes of a search with as many threads as the options ask for, if it may.
template <bool MayShare, class Node, class G, class Goal, class Run>
[[nodiscard]] auto run_rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
                                const mpi::checkpoints& checkpoints, Run&& run) {
    if constexpr (MayShare && is_only_read<std::remove_cvref_t<G>, Node, Goal>) {
        if (o.threads > 1 && may_have_threads()) {
            shared_rank_bfs<G, Node, Goal> search(comm, g, goal, o, checkpoints);
            return run(search);
        }
    }
    rank_bfs<G, Node, Goal> search(comm, g, goal, o, checkpoints);
    return run(search);
}

}  // namespace senda::detail
