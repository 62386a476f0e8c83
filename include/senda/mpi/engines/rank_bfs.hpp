// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, layer by layer.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/mpi/checkpoints.hpp>
#include <senda/mpi/engines/rank_ending.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/layer_files.hpp>
#include <senda/mpi/ranks/node_owner.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/mpi/ranks/rank_exchange.hpp>
#include <senda/mpi/ranks/rank_failure.hpp>
#include <senda/mpi/ranks/rank_group.hpp>
#include <senda/mpi/result.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/node_store.hpp>

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
template <class G, class Node, class Goal>
class rank_bfs {
    using graph = std::remove_cvref_t<G>;
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using action = typename types::action;
    using owners = node_owner<graph, Node>;
    using keys = std::remove_cvref_t<decltype(std::declval<const owners&>().keys())>;
    struct nothing {};
    using index = std::conditional_t<IndexedGraph<graph, Node>, dense_presence<Node>,
                                     index_for<graph, Node, std::uint32_t, lookup::novelty>>;
    using store = indexed_nodes<Node, nothing, std::uint32_t, index>;

    // Of a fixed size, so that neither it nor its end need be told.
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    static constexpr std::size_t at_once = 64;           // look-ups that wait for memory together
    static constexpr std::uint64_t between_polls = 256;  // expansions: asking MPI costs time

    // A small node travels with the one that it was met from: many lead back there, and that need
    // not be looked up again.
    static constexpr bool knows_before = is_bytes && store::has_appender && sizeof(Node) <= 16;
    struct step {
        Node node;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<knows_before, Node, nothing> before;
    };
    static constexpr std::size_t step_size = knows_before ? sizeof(step) : sizeof(Node);

public:
    using result_type = mpi::result<Node, steps, action>;

    rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
             const mpi::checkpoints& checkpoints)
        : ranks_(comm),
          graph_(g),
          goal_(g, goal),
          control_(o, engine_kind::shared),
          owners_(g, static_cast<std::uint64_t>(ranks_.size())),
          nodes_(control_.budget()),
          before_(control_.budget()),
          before_next_(control_.budget()),
          exchange_(
              ranks_, control_.budget(),
              [](void* self, const unsigned char* records, std::size_t bytes) {
                  static_cast<rank_bfs*>(self)->take(records, bytes);
              },
              this),
          files_(ranks_, checkpoints),
          cap_(o.limits.cost.most<steps>()) {}

    /// Searches to the end; throws what the graph or the goal throws on this rank, once all know.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start) {
        begin(start);
        while (agree()) {
            ++depth_;
            layers_.push_back(nodes_.size());
            std::swap(before_, before_next_);
            before_next_.clear();
            is_last_ = depth_ == cap_;
            failure_.call([&] {
                if (!control_.may_wait())
                    return;  // one that owns nothing here may be asked to stop
                if (!is_last_ && is_in_file(depth_ + 1)) {
                    read_layer(static_cast<std::size_t>(depth_) + 1);
                } else {
                    expand(layers_[layers_.size() - 2], layers_.back());
                }
            });
            note_failure();
            exchange_.finish();
        }
        return result();
    }

private:
    template <class Start>
    void begin(const Start& start) {
        layers_.push_back(0);
        std::uint64_t starts = 0;
        const bool fits = failure_.call([&] {
            if (!control_.fits(nodes_.prepare(owners_.keys()))) return;
            for_each_start<Node>(graph_, start, [&](const Node& n) {
                starts = combine(starts, owners_.hash(n));
                if (owners_.owner(n) == own()) intern(Node(n));
            });
        });
        files_.open({is_bytes ? sizeof(Node) : 0, starts}, failure_);
        note_failure();
        if (!exchange_.open(is_bytes ? step_size : 0) && fits) control_.end(status::memory_limit);
    }

    [[nodiscard]] std::size_t own() const noexcept {
        return static_cast<std::size_t>(ranks_.rank());
    }

    /// Ends the search on all ranks when it must end on one.
    void note_failure() {
        if (failure_.has_failed()) control_.end(status::aborted);
        if (!control_.running()) exchange_.stop();
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
                send(n, n, packed);
                if (states % at_once == 0) exchange_.poll();
            }
            return true;
        });
    }

    /// Writes the layers that are in no file yet, the last included, which is expanded next.
    void write_layers() {
        const auto write = [&](sealed_writer& out, std::size_t layer, std::uint64_t& states) {
            const std::size_t first = layers_[layer];
            const std::size_t end = layer + 1 < layers_.size() ? layers_[layer + 1] : nodes_.size();
            states = end - first;
            mpi::bytes packed;
            for (std::size_t i = first; i != end; ++i) {
                packed.clear();
                pack(nodes_.node(i), packed);
                if (!is_bytes && !out.write_number(packed.size())) return false;
                if (!out.write(packed.data(), packed.size())) return false;
            }
            return true;
        };
        std::array<std::uint64_t, 2> all{control_.expanded(), control_.statistics().generated};
        ranks_.sum(all.data(), 2);
        message_ = files_.write(
            layers_.size(), {all[0] + files_done_.expanded, all[1] + files_done_.generated}, write);
    }

    SENDA_FLATTEN void expand(std::size_t first, std::size_t end) {
        std::uint64_t edges = 0;
        mpi::bytes packed;
        for (std::size_t next = first; next != end && !exchange_.is_stopping();) {
            const std::uint64_t allowed =
                control_.may_expand_many(std::min<std::uint64_t>(end - next, between_polls));
            if (allowed == 0) break;
            for (const std::size_t until = next + static_cast<std::size_t>(allowed); next != until;
                 ++next) {
                const auto& node = nodes_.pinned(next);
                [[maybe_unused]] const auto back = before(next - first);
                for_each_successor<types>(graph_, node, [&](const Node& to, auto, auto&&) {
                    ++edges;
                    if constexpr (knows_before) {
                        if (to == back) return;
                    }
                    send(to, node, packed);
                });
            }
            // At the limit on costs it only looks for one node beyond: how soon is chance.
            if (!is_last_) control_.count_expanded(allowed);
            exchange_.poll();
        }
        if (!is_last_) control_.count_generated(edges);
    }

    /// From which node one of the layer was met; itself if it is a start.
    [[nodiscard]] auto before(std::size_t at) const noexcept {
        if constexpr (knows_before) {
            return before_[at];
        } else {
            return nothing{};
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

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (exchange_.is_stopping()) return;
        failure_.call([&] {
            if constexpr (is_bytes && store::has_appender) {
                if (!is_last_) return append(records, bytes / step_size);
            }
            for_each_node(records, bytes, [&](Node&& n) {
                if (is_last_) {
                    if (!nodes_.contains(owners_.keys(), n)) control_.end(status::cost_limit);
                } else {
                    intern(std::move(n));
                }
            });
        });
        note_failure();
    }

    template <class Take>
    void for_each_node(const unsigned char* records, std::size_t bytes, Take&& take_node) {
        if constexpr (is_bytes) {
            for (; bytes != 0; bytes -= step_size, records += step_size)
                take_node(copied_from<Node>(records));
        } else {
            for_each_record(records, bytes,
                            [&](mpi::reader& from) { take_node(unpacked<Node>(from)); });
        }
    }

    // Without a branch on whether a node is new, as `shared_bfs` does; while some are looked up,
    // the memory of the next is on its way.
    void append(const unsigned char* records, std::size_t count) {
        typename store::appender list(nodes_);
        std::array<typename store::key, 2 * at_once> found;
        const auto ask_for = [&](std::size_t from) {
            const std::size_t end = std::min(from + at_once, count);
            for (std::size_t i = from; i < end; ++i) {
                const auto key =
                    store::key_of(owners_.keys(), copied_from<Node>(records + i * step_size));
                found[i % found.size()] = key;
                if constexpr (store::is_hashed) list.prefetch(key);
            }
            return end;
        };
        for (std::size_t i = 0, end = ask_for(0); i != count;) {
            const std::size_t next = end == count ? count : ask_for(end);
            const bool fits = make_room(list, end - i);
            for (; i != end; ++i) {
                if (!fits && !make_room(list, 1)) [[unlikely]]
                    return control_.end(status::memory_limit);
                const unsigned char* const record = records + i * step_size;
                const Node n = copied_from<Node>(record);
                const auto [at, fresh] = list.intern(found[i % found.size()], n, {});
                if constexpr (knows_before) {
                    before_next_.data()[at - layers_.back()] =
                        copied_from<Node>(record + offsetof(step, before));
                }
                if ((is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                    met_goal(n);
            }
            end = next;
        }
    }
    template <class Appender>
    [[nodiscard]] bool make_room(Appender& list, std::size_t count) {
        if (!list.make_room(count)) return false;
        if constexpr (knows_before) {
            const std::size_t size = list.size() - layers_.back();
            before_next_.set_size(size);
            while (before_next_.capacity() < size + count) {
                if (!before_next_.grow()) return false;
            }
        }
        return true;
    }
    static constexpr bool is_compared =
        std::same_as<goal_test<G, Node, Goal>, node_goal<graph, Node>>;

    void intern(Node&& n) {
        if (!control_.running()) return;
        const auto key = store::key_of(owners_.keys(), n);
        const auto [id, fresh] = nodes_.intern(key, std::move(n), [] { return nothing{}; });
        if (!control_.fits(id != store::none) || !fresh) return;
        if constexpr (knows_before) {
            if (!control_.fits(before_next_.push(nodes_.node(id)))) return;
        }
        if (goal_(graph_, nodes_.node(id))) met_goal(nodes_.node(id));
    }

    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    /// All ranks agree on whether there is another layer.
    [[nodiscard]] bool agree() {
        enum : std::size_t { fresh, found, due, ended };
        std::array<std::uint64_t, ended + status_count> all{};
        all[fresh] = nodes_.size() - layers_.back();
        all[found] = goals_.is_there() ? 1 : 0;
        all[due] = files_.is_due() ? 1 : 0;
        ++all[ended + static_cast<std::size_t>(control_.status())];
        ranks_.sum(all.data(), static_cast<int>(all.size()));
        reached_ += all[fresh];
        const auto is_ended_by = [&](status s) {
            return all[ended + static_cast<std::size_t>(s)] != 0;
        };
        agreed_ = first_reason(all[found] != 0, is_ended_by);
        if (agreed_ == status::running && all[fresh] == 0) agreed_ = status::exhausted;
        if (agreed_ != status::running) return false;
        if (is_in_file(depth_ + 1)) return is_as_written(all[fresh]);
        if (all[due] != 0) write_layers();
        return true;
    }
    /// Whether a layer that was read has as many states as were written.
    [[nodiscard]] bool is_as_written(std::uint64_t states) {
        const steps layer = depth_ + 1;
        if (!is_in_file(layer + 1)) files_done_ = files_.done();  // it is the last
        if (layer == 0 || states == files_.states(static_cast<std::size_t>(layer))) return true;
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
        for (std::size_t layer = layers_.size() - 1; layer != 0; --layer) {
            least_node parent;
            failure_.call([&] {
                for (std::size_t i = layers_[layer - 1]; i != layers_[layer]; ++i) {
                    const Node& from = nodes_.node(i);
                    bool leads_there = false;
                    for_each_successor<types>(graph_, from, [&](const Node& to, auto, auto&&) {
                        leads_there = leads_there || same_node(graph_, to, r.path.back());
                    });
                    if (leads_there) (void)parent.meet(owners_.hash(from), from);
                }
            });
            if (!parent_agreed(parent)) return;
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
    [[nodiscard]] bool parent_agreed(least_node& parent) {
        if (has_agreed_failure()) return false;
        parent.agree(ranks_);
        return true;
    }
    [[nodiscard]] bool has_agreed_failure() {
        if (ranks_.first_of(failure_.has_failed()) == ranks_.size()) return false;
        agreed_ = status::aborted;
        if (failure_.has_failed()) control_.end(agreed_);
        return true;
    }

    rank_group ranks_;
    G& graph_;
    goal_test<G, Node, Goal> goal_;
    search_control control_;
    owners owners_;
    store nodes_;
    buffer<std::conditional_t<knows_before, Node, nothing>> before_;  // of the layer expanded
    buffer<std::conditional_t<knows_before, Node, nothing>> before_next_;
    rank_exchange exchange_;
    rank_failure failure_;
    layer_files files_;
    layer_files::counts files_done_;  // before this run
    std::string message_;
    steps cap_;
    steps depth_ = -1;                 // of the layer that is expanded
    std::vector<std::size_t> layers_;  // where each begins in the list
    least_node goals_;
    std::uint64_t reached_ = 0;
    status agreed_ = status::running;
    bool is_last_ = false;
};

}  // namespace senda::detail
