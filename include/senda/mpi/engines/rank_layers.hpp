// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, layer by layer: what they agree on, and the answer.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/mpi/checkpoints.hpp>
#include <senda/mpi/engines/layer_reporter.hpp>
#include <senda/mpi/engines/rank_ending.hpp>
#include <senda/mpi/layer_report.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/first_nodes.hpp>
#include <senda/mpi/ranks/layer_files.hpp>
#include <senda/mpi/ranks/node_owner.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/mpi/ranks/rank_exchange.hpp>
#include <senda/mpi/ranks/rank_failure.hpp>
#include <senda/mpi/ranks/rank_group.hpp>
#include <senda/mpi/ranks/rank_nodes.hpp>
#include <senda/mpi/result.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/status.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <mpi.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// The rank that owns a node keeps it. In each layer all ranks expand what they own and send what
/// that leads to to its owners, which keep what is new to them; then they agree on how it stands.
/// No parents are kept: a layer is a set that only the graph decides, and a path is read back from
/// layer to layer by the least node that leads to the one after it.
///
/// `Self` keeps the nodes of a rank. It has
///   `prepare()`                   which makes room for the first, false without room,
///   `keep(node)`                  for a start,
///   `take(records, bytes)`        for what others met,
///   `fresh()`                     how many nodes there are in the layer that is being made,
///   `begin_layer()`               which makes that the layer to expand,
///   `expand()` and `finish()`     which send what it leads to, and end the exchange,
///   `for_each_node(layer, f)`     for those of a layer that it still has.
template <class Self, class G, class Node, class Goal>
class rank_layers {
protected:
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using action = typename types::action;
    using owners = node_owner<graph, Node>;
    using nodes = rank_nodes<graph, Node>;
    using step = typename nodes::step;
    static constexpr bool is_bytes = nodes::is_bytes;
    static constexpr bool knows_before = nodes::knows_before;
    static constexpr std::size_t step_size = nodes::step_size;

    // Where no path is asked for, old layers need not be kept.
    static constexpr bool may_forget = nodes::can_forget && std::same_as<Goal, no_goal>;
    static constexpr bool is_compared =
        std::same_as<goal_test<G, Node, Goal>, node_goal<graph, Node>>;

public:
    using result_type = mpi::result<Node, steps, action>;

    rank_layers(const rank_layers&) = delete;
    rank_layers& operator=(const rank_layers&) = delete;

    /// Searches to the end; throws what the graph or the goal throws on this rank, once all know.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start) {
        search(start);
        return result();
    }

    /// The same, for what is in the layers: `Result` is a `survey_result` of ranks, which names at
    /// most so many of the farthest nodes.
    template <class Result, class Start>
    [[nodiscard]] Result survey(const Start& start, std::size_t most_farthest,
                                const mpi::layer_observer& observer) {
        reporter_.observe(observer);
        search(start);
        Result r;
        if (agreed_ != status::aborted) find_farthest(r.farthest, most_farthest);
        result_type all = result();
        r.status = all.status;
        r.counts = std::move(counts_);
        for (const std::uint64_t count : r.counts) r.total += count;
        if (!r.counts.empty()) r.eccentricity = static_cast<steps>(r.counts.size() - 1);
        r.statistics = all.statistics;
        r.stopped_by = all.stopped_by;
        r.message = std::move(all.message);
        return r;
    }

protected:
    rank_layers(MPI_Comm comm, G& g, const Goal& goal, const options& o,
                const mpi::checkpoints& checkpoints)
        : ranks_(comm),
          graph_(g),
          goal_(g, goal),
          control_(o, engine_kind::shared),
          owners_(g, static_cast<std::uint64_t>(ranks_.size())),
          exchange_(
              ranks_, control_.budget(),
              [](void* self, const unsigned char* records, std::size_t bytes) {
                  static_cast<Self*>(static_cast<rank_layers*>(self))->take(records, bytes);
              },
              this),
          files_(ranks_, checkpoints),
          cap_(o.limits.cost.most<steps>()),
          forgets_(may_forget && !files_.is_used()) {}
    ~rank_layers() = default;

    [[nodiscard]] std::size_t own() const noexcept {
        return static_cast<std::size_t>(ranks_.rank());
    }

    /// Ends the search on all ranks when it must end on one.
    void note_failure() {
        if (failure_.has_failed()) control_.end(status::aborted);
        if (!control_.running()) exchange_.stop();
    }

    /// For who watches: as if all ranks were as far in this layer as this one.
    void note_progress() const {
        if (search_progress* const p = control_.options().progress) {
            const auto ranks = static_cast<std::uint64_t>(ranks_.size());
            p->advance(reached_ + ranks * static_cast<const Self*>(this)->fresh());
        }
    }

    SENDA_ALWAYS_INLINE void send(const Node& to, [[maybe_unused]] const Node& from,
                                  mpi::bytes& packed) {
        if constexpr (knows_before) {
            const step one{to, from};
            exchange_.template put<step_size>(owners_.owner(to), &one);
        } else if constexpr (is_bytes) {
            exchange_.template put<sizeof(Node)>(owners_.owner(to), &to);
        } else {
            packed.clear();
            pack(to, packed);
            exchange_.put(owners_.owner(to), packed.data(), packed.size());
        }
    }

    /// Calls `take_node(node)` for each node of some records.
    template <class Take>
    static void for_each_sent(const unsigned char* records, std::size_t bytes, Take&& take_node) {
        if constexpr (is_bytes) {
            for (; bytes != 0; bytes -= step_size, records += step_size)
                take_node(copied_from<Node>(records));
        } else {
            for_each_record(records, bytes,
                            [&](mpi::reader& from) { take_node(unpacked<Node>(from)); });
        }
    }

    /// For what nodes lead to that are expanded again.
    void check_sent(const Node& n, bool has_met) {
        if (!has_met) return fail_as_foreign();
        if (checks_all_) led_to_.push_back(owners_.hash(n));
    }

private:
    [[nodiscard]] Self& self() noexcept { return static_cast<Self&>(*this); }

    template <class Start>
    void search(const Start& start) {
        begin(start);
        while (agree()) {
            ++depth_;
            self().begin_layer();
            is_last_ = depth_ == cap_;
            const bool is_read = !is_last_ && is_in_file(depth_ + 1);
            failure_.call([&] {
                if (!control_.may_wait())
                    return;  // one that owns nothing here may be asked to stop
                if (is_read) {
                    read_layer(static_cast<std::size_t>(depth_) + 1);
                } else {
                    self().expand();
                }
            });
            note_failure();
            self().finish();
            // They agree before another exchange, so that none is in the one before.
            if (is_read && ranks_.first_of(!control_.running()) == ranks_.size()) check_layer();
        }
        // Whatever stopped it: the layer that it stopped in is made again, the others are not lost.
        const auto complete = static_cast<std::size_t>(depth_ + 1);
        if (is_stopped(agreed_) && complete > 1 && complete > files_.layers())
            write_layers(complete);
    }

    template <class Start>
    void begin(const Start& start) {
        std::uint64_t starts = 0;
        const bool fits = failure_.call([&] {
            if (!control_.fits(self().prepare())) return;
            for_each_start<Node>(graph_, start, [&](const Node& n) {
                starts = combine(starts, owners_.hash(n));
                if (owners_.owner(n) == own()) self().keep(Node(n));
            });
        });
        (void)have_same_starts(ranks_, starts, fits && control_.running(), failure_);
        files_.open({is_bytes ? sizeof(Node) : 0, starts}, failure_);
        note_failure();
        if (!exchange_.open(is_bytes ? step_size : 0) && fits) control_.end(status::memory_limit);
    }

    [[nodiscard]] bool is_in_file(steps layer) const noexcept {
        return static_cast<std::size_t>(layer) < files_.layers();
    }

    /// Sends the nodes of a layer in files to their owners, as if they had been met.
    void read_layer(std::size_t layer) {
        mpi::bytes packed;
        files_.read(layer, failure_, [&](sealed_reader& in, std::uint64_t states) {
            std::vector<unsigned char> record(is_bytes ? sizeof(Node) : 0);
            for (; states != 0 && !exchange_.is_stopping(); --states) {
                std::uint64_t size = sizeof(Node);
                if (!is_bytes && (!in.read_number(size) || size > in.left())) return false;
                record.resize(static_cast<std::size_t>(size));
                if (!in.read(record.data(), record.size())) return false;
                mpi::reader from(record.data(), record.size());
                const Node n = unpacked<Node>(from);
                if (!from.is_good()) return false;
                if (!is_in(graph_, n)) {
                    fail_as_foreign();
                    return true;
                }
                send(n, n, packed);
                if (states % 64 == 0) exchange_.poll();
            }
            return true;
        });
    }

    /// Whether a layer that was read is of this graph: nodes of the one before are expanded again,
    /// and what they lead to must be there; where they are few, all, and that must be all of it.
    void check_layer() {
        const auto depth = static_cast<std::size_t>(depth_);
        checks_all_ = counts_[depth] <= 1024 && depth % (files_.layers() / 256 + 1) == 0;
        is_checking_ = true;
        led_to_.clear();
        failure_.call([&] {
            mpi::bytes packed;
            std::uint64_t met = 0;
            self().for_each_node(depth, [&](const Node& n) {
                ++met;  // else the first, the second, the fourth, ...
                if (!checks_all_ && (met & (met - 1)) != 0) return;
                if (exchange_.is_stopping() || !is_in(graph_, n)) return;
                for_each_successor<types>(
                    graph_, n, [&](const Node& to, auto, auto&&) { send(to, n, packed); });
            });
        });
        note_failure();
        exchange_.finish();
        is_checking_ = false;
        if (!checks_all_ || exchange_.is_stopping()) return;
        std::sort(led_to_.begin(), led_to_.end());
        self().for_each_node(depth + 1, [&](const Node& n) {
            if (!std::binary_search(led_to_.begin(), led_to_.end(), owners_.hash(n)))
                fail_as_foreign();
        });
        note_failure();
    }
    void fail_as_foreign() {
        failure_.fail(files_.foreign("layer " + std::to_string(depth_ + 1) +
                                     " is not what this graph leads to: "));
    }

    /// Writes the first layers, those that are in no file yet.
    void write_layers(std::size_t count) {
        if (!files_.is_used()) return;
        const auto write = [&](sealed_writer& out, std::size_t layer, std::uint64_t& states) {
            mpi::bytes packed;
            bool good = true;
            self().for_each_node(layer, [&](const Node& n) {
                ++states;
                packed.clear();
                pack(n, packed);
                good = good && (is_bytes || out.write_number(packed.size())) &&
                       out.write(packed.data(), packed.size());
            });
            return good;
        };
        std::array<std::uint64_t, 2> all{done_.expanded, done_.generated};
        ranks_.sum(all.data(), 2);
        message_ = files_.write(
            count, {all[0] + files_done_.expanded, all[1] + files_done_.generated}, write);
    }

    /// The layer that is being made.
    [[nodiscard]] std::size_t last_layer() const noexcept {
        return static_cast<std::size_t>(depth_) + 1;  // 0 before the first
    }

    /// All ranks agree on whether there is another layer.
    [[nodiscard]] bool agree() {
        enum : std::size_t { fresh, found, due, ended };
        std::array<std::uint64_t, ended + status_count> all{};
        all[fresh] = self().fresh();
        all[found] = goals_.is_there() ? 1 : 0;
        all[due] = files_.is_due() ? 1 : 0;
        ++all[ended + static_cast<std::size_t>(control_.status())];
        ranks_.sum(all.data(), static_cast<int>(all.size()));
        reached_ += all[fresh];
        if (search_progress* const p = control_.options().progress) p->advance(reached_);
        const auto is_ended_by = [&](status s) {
            return all[ended + static_cast<std::size_t>(s)] != 0;
        };
        agreed_ = first_reason(all[found] != 0, is_ended_by);
        if (agreed_ == status::running && all[fresh] == 0) agreed_ = status::exhausted;
        if (agreed_ != status::running) return false;
        counts_.push_back(all[fresh]);
        if (reporter_.is_observed()) {
            failure_.call([&] {
                reporter_.report(ranks_,
                                 {control_.expanded(), self().fresh(), exchange_.sent_bytes(),
                                  exchange_.waited(), control_.budget().used()},
                                 {depth_, all[fresh], reached_, 0, is_in_file(depth_ + 1), {}});
            });
        }
        done_ = {control_.expanded(), control_.statistics().generated};
        if (is_in_file(depth_ + 1)) return is_as_written(all[fresh]);
        if (all[due] != 0) write_layers(last_layer() + 1);  // that which is expanded next included
        return true;
    }
    /// Whether a layer that was read has as many states as were written.
    [[nodiscard]] bool is_as_written(std::uint64_t states) {
        const std::size_t layer = last_layer();
        if (layer + 1 >= files_.layers()) files_done_ = files_.done();  // it is the last
        if (layer == 0 || states == files_.states(layer)) return true;
        if (ranks_.rank() == 0) failure_.fail("the checkpoint has a state more than once");
        note_failure();
        agreed_ = status::aborted;
        return false;
    }

    [[nodiscard]] result_type result() {
        result_type r;
        if (agreed_ == status::found) read_path(r);
        r.status = agreed_;
        r.message = message_;
        r.reached = reached_;
        if (r) {
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            // Nodes are tested for the goal when they are found: none of this layer is one.
            r.lower_bound = agreed_ == status::exhausted ? infinite<steps> : depth_ + 1;
        }
        const std::uint64_t threads = ranks_.largest(std::uint64_t{control_.statistics().threads});
        control_.note_threads(static_cast<unsigned>(threads));
        add_up(r, control_, ranks_, failure_);
        r.statistics.expanded += files_done_.expanded;
        r.statistics.generated += files_done_.generated;
        if (r || agreed_ == status::exhausted) files_.remove();
        return r;
    }

    /// From the least goal of the layer back to a start, each time to the least node of the layer
    /// before that leads there.
    void read_path(result_type& r) {
        goals_.agree(ranks_);
        failure_.call([&] { r.path.push_back(node_of(goals_)); });
        for (std::size_t layer = last_layer(); layer != 0; --layer) {
            least_node parent;
            failure_.call([&] {
                self().for_each_node(layer - 1, [&](const Node& from) {
                    bool leads_there = false;
                    for_each_successor<types>(graph_, from, [&](const Node& to, auto, auto&&) {
                        leads_there = leads_there || same_node(graph_, to, r.path.back());
                    });
                    if (leads_there) (void)parent.meet(owners_.hash(from), from);
                });
            });
            if (has_agreed_failure()) return;
            parent.agree(ranks_);
            failure_.call([&] { r.path.push_back(node_of(parent)); });
        }
        std::reverse(r.path.begin(), r.path.end());
        failure_.call([&] { add_actions<types, false>(graph_, r); });
        (void)has_agreed_failure();
    }
    [[nodiscard]] static Node node_of(const least_node& least) {
        mpi::reader from = least.packed();
        return unpacked<Node>(from);
    }
    [[nodiscard]] bool has_agreed_failure() {
        if (ranks_.first_of(failure_.has_failed()) == ranks_.size()) return false;
        agreed_ = status::aborted;
        if (failure_.has_failed()) control_.end(agreed_);
        return true;
    }

    /// Those of the last complete layer that come first, of all ranks.
    void find_farthest(std::vector<Node>& farthest, std::size_t most) {
        if (counts_.empty() || most == 0) return;
        first_nodes first(most);
        failure_.call([&] {
            self().for_each_node(counts_.size() - 1,
                                 [&](const Node& n) { first.meet(owners_.order(n), n); });
        });
        first.agree(ranks_);
        failure_.call([&] {
            first.for_each_packed(
                [&](mpi::reader from) { farthest.push_back(unpacked<Node>(from)); });
        });
    }

    std::string message_;
    layer_reporter reporter_;
    layer_files::counts files_done_;     // before this run
    layer_files::counts done_;           // in this run, up to the last complete layer
    std::vector<std::uint64_t> counts_;  // of the layers that are complete
    std::uint64_t reached_ = 0;
    status agreed_ = status::running;

protected:
    rank_group ranks_;
    G& graph_;
    goal_test<G, Node, Goal> goal_;
    search_control control_;
    owners owners_;
    rank_exchange exchange_;
    rank_failure failure_;
    layer_files files_;
    steps cap_;
    steps depth_ = -1;  // of the layer that is expanded
    least_node goals_;
    bool is_last_ = false;
    bool is_checking_ = false;           // what was read of a checkpoint,
    bool checks_all_ = false;            // or rather all of a layer:
    std::vector<std::uint64_t> led_to_;  // the hashes of what it leads to
    bool forgets_;
};

}  // namespace senda::detail
