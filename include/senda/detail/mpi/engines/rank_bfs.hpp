// SPDX-License-Identifier: MIT
// Breadth-first search on many ranks, layer by layer: the nodes of a rank, what
// they agree on, and the answer.
#pragma once

#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/mpi/engines/rank_search.hpp>
#include <senda/detail/mpi/ranks/layer_files.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

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

/// A list of nodes, layer after layer. The last layer is being made: what is new is appended.
template <class G, class Node>
class rank_nodes {
    struct nothing {};
    using index = std::conditional_t<IndexedGraph<G, Node>, dense_presence<Node>,
                                     index_for<G, Node, std::uint32_t, lookup::membership>>;
    using store = indexed_nodes<Node, nothing, std::uint32_t, index>;

    static constexpr std::size_t at_once = 64;  // look-ups that wait for memory together

public:
    /// Whether records are of a fixed size, so that neither it nor their end need be told.
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    /// Whether `append` can be used.
    static constexpr bool can_append = is_bytes && store::has_appender;
    /// Whether it knows which nodes were met without these themselves.
    static constexpr bool can_forget = can_append && IndexedGraph<G, Node>;

    /// A small node travels with the one that it was met from: many lead back there, and that need
    /// not be looked up again.
    static constexpr bool knows_before = can_append && sizeof(Node) <= 16;
    using before_type = std::conditional_t<knows_before, Node, nothing>;
    struct step {
        Node node;
        SENDA_NO_UNIQUE_ADDRESS before_type before;
    };
    static constexpr std::size_t step_size = knows_before ? sizeof(step) : sizeof(Node);

    explicit rank_nodes(memory_budget& budget) noexcept
        : nodes_(budget), before_(budget), before_next_(budget) {}

    /// Must be called first; false if there is no room. `keys` is what tables take for the graph.
    template <class Keys>
    [[nodiscard]] bool prepare(const Keys& keys) {
        return nodes_.prepare(keys);
    }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    /// How many nodes there are in the layer that is being made.
    [[nodiscard]] std::size_t fresh() const noexcept { return nodes_.size() - layers_.back(); }
    /// Where the layer before it begins and ends.
    [[nodiscard]] std::size_t first() const noexcept { return layers_[layers_.size() - 2]; }
    [[nodiscard]] std::size_t end() const noexcept { return layers_.back(); }
    /// Which of that layer is expanded next: those before it are.
    [[nodiscard]] std::size_t next() const noexcept { return next_; }
    void advance_to(std::size_t at) noexcept { next_ = at; }
    /// What there is of the layer that is being made was expanded in another run.
    void note_expanded() noexcept { next_ = nodes_.size(); }

    /// The layer that was being made is complete. `forgets` says that those before it may go.
    void begin_layer([[maybe_unused]] bool forgets) {
        layers_.push_back(nodes_.size());
        std::swap(before_, before_next_);
        before_next_.clear();
        next_ = std::max(next_, first());
        if constexpr (can_forget) {
            if (forgets && layers_.size() == 3) {
                nodes_.forget_first(layers_[1]);
                next_ -= layers_[1];
                layers_ = {0, layers_[2] - layers_[1]};
                ++forgotten_;
            }
        }
    }

    /// Calls `take(node)` for the nodes of a layer, of these for those `from` a node on.
    template <class Take>
    void for_each(std::size_t layer, Take&& take, std::size_t from = 0) const {
        layer -= forgotten_;
        const std::size_t end = layer + 1 < layers_.size() ? layers_[layer + 1] : nodes_.size();
        for (std::size_t i = std::max(layers_[layer], from); i < end; ++i) take(nodes_.node(i));
    }
    /// Calls `take(node)` for the nodes of the layer at `first()` that are expanded.
    template <class Take>
    void for_each_expanded(Take&& take, std::size_t from = 0) const {
        for (std::size_t i = std::max(first(), from); i < next_; ++i) take(nodes_.node(i));
    }
    /// From which node on they are in no file, and from which that they are expanded is in none.
    [[nodiscard]] std::size_t unwritten() const noexcept { return written_; }
    [[nodiscard]] std::size_t unwritten_expanded() const noexcept { return expanded_written_; }
    /// Says that all is in files.
    void note_written() noexcept {
        written_ = nodes_.size();
        expanded_written_ = next_;
    }

    /// A node, whatever is added meanwhile.
    [[nodiscard]] decltype(auto) pinned(std::size_t at) const { return nodes_.pinned(at); }
    /// From which node one of the layer at `first()` was met; itself if it is a start.
    [[nodiscard]] before_type before([[maybe_unused]] std::size_t at) const noexcept {
        if constexpr (knows_before) {
            return before_[at - first()];
        } else {
            return {};
        }
    }

    template <class Keys>
    [[nodiscard]] bool has_met(const Keys& keys, const Node& n) {
        return nodes_.has_met(keys, n);
    }

    /// Adds a node if it is new, and calls `meet(node, true)` then; false if there is no room.
    template <class Keys, class Meet>
    [[nodiscard]] bool intern(const Keys& keys, Node&& n, Meet&& meet) {
        const auto key = store::key_of(keys, n);
        const auto [id, fresh] = nodes_.intern(key, std::move(n), [] { return nothing{}; });
        if (id == store::none) return false;
        if (!fresh) return true;
        if constexpr (knows_before) {
            before_next_.set_size(id - layers_.back());  // also of what `append` added
            if (!before_next_.push(nodes_.node(id))) return false;
        }
        meet(nodes_.node(id), true);
        return true;
    }

    /// Adds the nodes of some records: `meet(node, is_new)` is called for each.
    //
    // Without a branch on whether a node is new, as `shared_bfs` does; while some are looked up,
    // the memory of the next is on its way.
    template <class Keys, class Meet>
    [[nodiscard]] bool append(const Keys& keys, const unsigned char* records, std::size_t count,
                              Meet&& meet)
        requires can_append
    {
        typename store::appender list(nodes_);
        std::array<typename store::key, 2 * at_once> found;
        const auto ask_for = [&](std::size_t from) {
            const std::size_t end = std::min(from + at_once, count);
            for (std::size_t i = from; i < end; ++i) {
                const auto key = store::key_of(keys, copied_from<Node>(records + i * step_size));
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
                    return false;
                const unsigned char* const record = records + i * step_size;
                const Node n = copied_from<Node>(record);
                const auto [at, fresh] = list.intern(found[i % found.size()], n, {});
                if constexpr (knows_before) {
                    before_next_.data()[at - layers_.back()] =
                        copied_from<Node>(record + offsetof(step, before));
                }
                meet(n, fresh);
            }
            end = next;
        }
        return true;
    }

private:
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

    store nodes_;
    buffer<before_type> before_;  // of the layer that is expanded,
    buffer<before_type> before_next_;
    std::vector<std::size_t> layers_{0};  // where each begins in the list
    std::size_t forgotten_ = 0;           // layers before these
    std::size_t next_ = 0;                // to be expanded
    std::size_t written_ = 0;             // nodes before this one are in files,
    std::size_t expanded_written_ = 0;    // and that those before this one are expanded
};

/// The rank that owns a node keeps it. In each layer all ranks expand what they own and send what
/// that leads to to its owners, which keep what is new to them; then they agree on how it stands.
/// No parents are kept: a layer is a set that only the graph decides, and a path is read back from
/// layer to layer by the least node that leads to the one after it.
///
/// What was sent is taken in even when the search is stopped, if there are checkpoints: the nodes
/// that were expanded and all that they led to are written, and the rest is left to another run. A
/// pause, which a checkpoint inside a layer makes, is the same.
template <class G, class Node, class Goal>
class rank_bfs : public rank_search<rank_bfs<G, Node, Goal>, G, Node, Goal> {
    using base = rank_search<rank_bfs, G, Node, Goal>;
    friend base;
    using base::agreed_, base::all_did, base::all_run, base::conclude, base::control_,
        base::do_phase, base::exchange_, base::failure_, base::files_, base::goal_, base::graph_,
        base::has_agreed_failure, base::message_, base::note_failure, base::own, base::owners_,
        base::ranks_;
    using typename base::graph, typename base::types, typename base::action;
    using nodes = rank_nodes<graph, Node>;
    using step = typename nodes::step;
    static constexpr bool is_bytes = nodes::is_bytes;
    static constexpr bool knows_before = nodes::knows_before;
    static constexpr std::size_t step_size = nodes::step_size;
    static constexpr std::size_t record_size = is_bytes ? sizeof(Node) : 0;  // in files

    // Where no path is asked for, old layers need not be kept.
    static constexpr bool may_forget = nodes::can_forget && std::same_as<Goal, no_goal>;
    static constexpr bool is_compared =
        std::same_as<goal_test<G, Node, Goal>, node_goal<graph, Node>>;

    static constexpr std::uint64_t between_polls = 256;  // expansions: asking MPI costs time

public:
    using result_type = mpi::result<Node, steps, action>;

    rank_bfs(MPI_Comm comm, G& g, const Goal& goal, const options& o,
             const mpi::checkpoints& checkpoints)
        : base(comm, g, goal, o, checkpoints, {{"mpi layers", 2}, {"mpi layer", 2}}),
          nodes_(control_.budget()),
          cost_limit_(o.limits.cost.most<steps>()),
          forgets_(may_forget && !files_.is_used()) {}

    /// Searches to the end; throws what the graph or the goal throws on this rank, once all know.
    template <class Start>
    [[nodiscard]] result_type run(const Start& start) {
        search(start);
        return result();
    }

    /// Searches to the end and says what is in the layers. `Result` is a `survey_result` of ranks,
    /// which names a limited number of the farthest nodes.
    template <class Result, class Start>
    [[nodiscard]] Result survey(const Start& start, std::size_t max_farthest,
                                const mpi::layer_observer& observer) {
        observer_ = observer;
        search(start);
        Result r;
        if (agreed_ != status::aborted) find_farthest(r.farthest, max_farthest);
        result_type all = result();
        r.status = completed(all.status);
        r.counts = std::move(counts_);
        for (const std::uint64_t count : r.counts) r.total += count;
        if (!r.counts.empty()) r.eccentricity = static_cast<steps>(r.counts.size() - 1);
        r.statistics = all.statistics;
        r.stopped_by = all.stopped_by;
        r.message = std::move(all.message);
        return r;
    }

private:
    template <class Start>
    void search(const Start& start) {
        begin(start);
        while (agree()) {
            if (!is_paused_) begin_layer();
            exchange_.go_on();
            if (!is_last_ && is_in_file(depth_ + 1)) {
                if (read_layer(static_cast<std::size_t>(depth_) + 1)) check_layer();
                continue;
            }
            const bool is_there = is_reading_ && !is_in_file(depth_ + 1);  // all that was written
            if (!is_there || go_on_inside()) do_phase([&] { expand(); });
        }
        if (is_stopped(agreed_) && !is_reading_) write_last();
    }
    void begin_layer() {
        ++depth_;
        nodes_.begin_layer(forgets_);
        is_last_ = depth_ == cost_limit_;
    }

    /// Whatever stopped it: what it did is not lost.
    void write_last() {
        const auto complete = static_cast<std::size_t>(depth_ + 1);
        const bool is_new = complete > files_.layers();
        // What is beyond the limit on costs is not kept, and may have been found or have no room.
        const bool is_kept =
            agreed_ != status::cost_limit && !(is_last_ && agreed_ == status::memory_limit);
        if (is_kept && expanded_ > (is_new ? 0 : files_.expanded())) {
            write_inside();
        } else if (is_new && complete > 1) {
            write_layers(complete);
        }
    }

    template <class Start>
    void begin(const Start& start) {
        std::uint64_t starts = 0;
        const bool fits = failure_.call([&] {
            if (!control_.fits(nodes_.prepare(owners_.keys()))) return;
            for_each_start<Node>(graph_, start,
                                 [&](const Node& n) { starts = combine(starts, owners_.hash(n)); });
        });
        check_same_starts(ranks_, starts, fits && control_.running(), failure_);
        files_.open({record_size, starts}, failure_);
        is_reading_ = files_.layers() != 0;
        const auto keep_starts = [&] {
            failure_.call([&] {
                for_each_start<Node>(graph_, start, [&](const Node& n) {
                    if (control_.running() && owners_.owner(n) == own())
                        (void)control_.fits(intern(Node(n)));
                });
            });
            note_failure();
        };
        const bool are_some_expanded = files_.is_inside() && files_.layers() == 1;
        if (!are_some_expanded) keep_starts();
        note_failure();
        if (!exchange_.open(is_bytes ? step_size : 0) && fits) control_.end(status::memory_limit);
        if (are_some_expanded && all_run() && read_expanded()) keep_starts();
    }

    /// After each few expansions. For who watches: as if all ranks were as far in this layer.
    void note_progress() {
        if (!is_reading_ && files_.is_due_inside()) exchange_.pause();
        if (search_progress* const p = control_.options().progress) {
            const auto ranks = static_cast<std::uint64_t>(ranks_.size());
            p->advance(complete_ + ranks * nodes_.fresh());
        }
    }
    /// Whether no more shall be expanded for now.
    [[nodiscard]] bool is_interrupted() const noexcept {
        return exchange_.is_stopping() || exchange_.is_pausing();
    }
    /// Whether what comes is of no use any more.
    [[nodiscard]] bool is_dropping() const noexcept {
        return exchange_.is_stopping() && (is_reading_ || !files_.is_used());
    }

    // At the limit on costs it only looks for one node beyond: how soon is chance.
    void count_expanded(std::uint64_t expansions) noexcept {
        if (!is_last_) return control_.count_expanded(expansions);
        looked_.expanded += expansions;
    }
    void count_generated(std::uint64_t edges) noexcept {
        if (!is_last_) return control_.count_generated(edges);
        looked_.generated += edges;
    }

    /// Some of what was sent has no room: it is kept in the file of a last checkpoint.
    SENDA_COLD void spill(const unsigned char* records, std::size_t bytes) {
        if (!files_.is_used() || is_reading_ || is_last_) return;
        files_.spill(last_layer(), [&](checksummed_writer& out, std::uint64_t& states) {
            return write_nodes(out, states,
                               [&](auto&& take_node) { for_each_sent(records, bytes, take_node); });
        });
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

    SENDA_FLATTEN void expand() {
        std::uint64_t edges = 0;
        mpi::bytes packed;
        const std::size_t end = nodes_.end();
        for (std::size_t next = nodes_.next(); next != end && !is_interrupted();) {
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
                    if constexpr (knows_before) {
                        if (to == back) return;
                    }
                    send(to, node, packed);
                });
            }
            nodes_.advance_to(next);
            count_expanded(allowed);
            exchange_.poll();
            note_progress();
        }
        count_generated(edges);
    }

    /// Takes in a block of nodes that others met.
    void take(const unsigned char* records, std::size_t bytes) {
        if (is_dropping()) return;
        failure_.call([&] {
            if (is_checking_) {
                for_each_sent(records, bytes, [&](Node&& n) { check_sent(n); });
            } else if (is_last_) {
                for_each_sent(records, bytes, [&](Node&& n) {
                    if (!nodes_.has_met(owners_.keys(), n)) control_.end(status::cost_limit);
                });
            } else if (is_full_ || !intern_all(records, bytes)) {
                is_full_ = true;
                control_.end(status::memory_limit);
                spill(records, bytes);
            }
        });
        note_failure();
    }

    /// Keeps those that are new; false if there is no room for one.
    [[nodiscard]] bool intern_all(const unsigned char* records, std::size_t bytes) {
        if constexpr (nodes::can_append) {
            return nodes_.append(owners_.keys(), records, bytes / step_size, meeting());
        } else {
            bool fits = true;
            for_each_sent(records, bytes, [&](Node&& n) { fits = fits && intern(std::move(n)); });
            return fits;
        }
    }
    [[nodiscard]] bool intern(Node&& n) {
        return nodes_.intern(owners_.keys(), std::move(n), meeting());
    }
    [[nodiscard]] auto meeting() {
        return [this](const Node& n, bool fresh) {
            if ((is_compared || fresh) && goal_(graph_, n)) [[unlikely]]
                met_goal(n);
        };
    }
    SENDA_COLD void met_goal(const Node& n) { (void)goals_.meet(owners_.hash(n), n); }

    /// For what nodes lead to that are expanded again.
    void check_sent(const Node& n) {
        if (!nodes_.has_met(owners_.keys(), n)) return fail_as_foreign();
        if (checks_all_) led_to_.push_back(owners_.hash(n));
    }

    [[nodiscard]] bool is_in_file(steps layer) const noexcept {
        return static_cast<std::size_t>(layer) < files_.layers();
    }

    /// Takes in the nodes of a layer in files; false if the search ends.
    [[nodiscard]] bool read_layer(std::size_t layer) {
        const bool are_some_expanded = files_.is_inside() && layer + 1 == files_.layers();
        if (are_some_expanded && !read_expanded()) return false;
        do_phase([&] { files_.read(layer, failure_, sender()); });
        return all_run();
    }
    /// Takes in the nodes that are expanded, which come before the others of their layer.
    [[nodiscard]] bool read_expanded() {
        do_phase([&] { files_.read_expanded(failure_, sender()); });
        nodes_.note_expanded();
        return all_run();
    }
    /// All layers in files are there: goes on in the last one if it was written inside it, with
    /// what is there of the next; false if the search ends.
    [[nodiscard]] bool go_on_inside() {
        if (files_.is_inside()) {
            do_phase([&] { files_.read_begun(failure_, sender()); });
            if (!all_run()) return false;
            check_layer();
            if (!all_run()) return false;
            files_.note_begun(ranks_.sum(std::uint64_t{nodes_.fresh()}));
            inside_before_ = files_.inside();
        }
        nodes_.note_written();
        is_reading_ = false;
        return true;
    }

    /// Sends nodes in a file to their owners, as if they had been met.
    [[nodiscard]] auto sender() {
        return [this](checksummed_reader& in, std::uint64_t states) {
            mpi::bytes packed;
            return read_records(in, states, record_size, [&](mpi::reader& from) {
                const Node n = unpacked<Node>(from);
                if (!from.is_good() || exchange_.is_stopping()) return false;
                if (!is_in(graph_, n)) {
                    fail_as_foreign();
                    return false;
                }
                send(n, n, packed);
                if (--states % 64 == 0) exchange_.poll();
                return true;
            });
        };
    }

    /// Whether a layer that was read, or some of it, is of this graph: nodes of the one before that
    /// were expanded for it are expanded again, and what they lead to must be there; where they are
    /// few, all, and that must be all of it.
    void check_layer() {
        const auto depth = static_cast<std::size_t>(depth_);
        checks_all_ = counts_[depth] <= 1024 && depth % (files_.layers() / 256 + 1) == 0;
        is_checking_ = true;
        led_to_.clear();
        failure_.call([&] {
            mpi::bytes packed;
            std::uint64_t met = 0;
            const auto check = [&](const Node& n) {
                ++met;  // else the first, the second, the fourth, ...
                if (!checks_all_ && (met & (met - 1)) != 0) return;
                if (exchange_.is_stopping() || !is_in(graph_, n)) return;
                for_each_successor<types>(
                    graph_, n, [&](const Node& to, auto, auto&&) { send(to, n, packed); });
            };
            if (is_in_file(depth_ + 1)) return nodes_.for_each(depth, check);
            nodes_.for_each_expanded(check);
        });
        note_failure();
        exchange_.finish();
        is_checking_ = false;
        if (!checks_all_ || exchange_.is_stopping()) return;
        std::sort(led_to_.begin(), led_to_.end());
        nodes_.for_each(depth + 1, [&](const Node& n) {
            if (!std::binary_search(led_to_.begin(), led_to_.end(), owners_.hash(n)))
                fail_as_foreign();
        });
        note_failure();
    }
    void fail_as_foreign() {
        failure_.fail(files_.foreign("layer " + std::to_string(depth_ + 1) +
                                     " is not what this graph leads to: "));
    }

    /// Writes the nodes that `for_each(take)` hands over.
    template <class ForEach>
    [[nodiscard]] static bool write_nodes(checksummed_writer& out, std::uint64_t& states,
                                          ForEach&& for_each) {
        mpi::bytes packed;
        bool good = true;
        for_each([&](const Node& n) {
            ++states;
            packed.clear();
            pack(n, packed);
            good = good && write_record(out, packed, record_size);
        });
        return good;
    }
    [[nodiscard]] auto layer_writer() {
        return [this](checksummed_writer& out, std::size_t layer, std::uint64_t& states) {
            return write_nodes(out, states, [&](auto&& take_node) {
                nodes_.for_each(layer, take_node, nodes_.unwritten());
            });
        };
    }

    /// Writes the first layers, those that are in no file yet.
    void write_layers(std::size_t count) {
        if (!files_.is_used()) return;
        note_written(files_.write(count, all_did(done_, files_done_), layer_writer()));
    }
    /// Writes all layers, how far the one is that is expanded, and what it led to.
    void write_inside() {
        if (!files_.is_used()) return;
        const layer_files::counts here{
            control_.expanded() - done_.expanded + looked_.expanded,
            control_.statistics().generated - done_.generated + looked_.generated};
        const layer_files::counts inside = all_did(here, inside_before_);
        note_written(files_.write(
            static_cast<std::size_t>(depth_) + 1, all_did(done_, files_done_), layer_writer(),
            &inside, [this](checksummed_writer& out, std::uint64_t& states) {
                return write_nodes(out, states, [&](auto&& take_node) {
                    nodes_.for_each_expanded(take_node, nodes_.unwritten_expanded());
                });
            }));
    }
    void note_written(std::string what_went_wrong) {
        message_ = std::move(what_went_wrong);
        if (message_.empty()) nodes_.note_written();
    }
    /// The layer that is being made.
    [[nodiscard]] std::size_t last_layer() const noexcept {
        return static_cast<std::size_t>(depth_) + 1;  // 0 before the first
    }

    /// All ranks agree on whether there is another layer, or more to do in this one.
    [[nodiscard]] bool agree() {
        enum : std::size_t { made, found, due, expanded, left, ended };
        std::array<std::uint64_t, ended + status_count> all{};
        const bool is_expanding = depth_ >= 0 && !is_in_file(depth_ + 1);
        all[made] = nodes_.fresh();
        all[expanded] = is_expanding ? nodes_.next() - nodes_.first() : 0;
        all[left] = is_expanding ? nodes_.end() - nodes_.next() : 0;
        all[found] = goals_.size() != 0 ? 1 : 0;
        all[due] = files_.is_due() ? 1 : 0;
        ++all[ended + static_cast<std::size_t>(control_.status())];
        ranks_.sum(all.data(), static_cast<int>(all.size()));
        reached_ = complete_ + all[made];
        expanded_ = all[expanded];
        if (search_progress* const p = control_.options().progress) p->advance(reached_);
        const auto is_ended_by = [&](status s) {
            return all[ended + static_cast<std::size_t>(s)] != 0;
        };
        is_paused_ = all[left] != 0 && first_reason(false, is_ended_by) == status::running;
        if (is_paused_) {
            write_inside();
            return true;
        }
        agreed_ = first_reason(all[found] != 0, is_ended_by);
        if (agreed_ == status::running && all[made] == 0) agreed_ = status::exhausted;
        if (agreed_ != status::running) return false;
        counts_.push_back(all[made]);
        complete_ = reached_;
        if (observer_) failure_.call([&] { report(all[made]); });
        done_ = {control_.expanded(), control_.statistics().generated};
        const layer_files::counts before = std::exchange(inside_before_, {});
        files_done_.expanded += before.expanded;
        files_done_.generated += before.generated;
        if (is_in_file(depth_ + 1)) return is_as_written(all[made]);
        if (all[due] != 0) write_layers(last_layer() + 1);  // that which is expanded next included
        return true;
    }
    /// Tells the observer what each rank did since it was told last.
    void report(std::uint64_t made) {
        const mpi::rank_work now{control_.expanded(), nodes_.fresh(), exchange_.sent_bytes(),
                                 exchange_.waited(), control_.budget().used()};
        mpi::rank_work since = now;
        since.expanded -= told_.expanded;
        since.sent -= told_.sent;
        since.waited -= told_.waited;
        told_ = now;
        const double before = std::exchange(told_at_, now_in_seconds());
        mpi::layer_report all{depth_, made, reached_, told_at_ - before, is_in_file(depth_ + 1),
                              {}};
        for (const auto& told : ranks_.tell_all(&since, sizeof since))
            all.ranks.push_back(copied_from<mpi::rank_work>(told.data()));
        if (depth_ >= 0) observer_(all);
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
        r.reached = reached_;
        if (agreed_ == status::found) {
            r.cost = r.lower_bound = static_cast<steps>(r.path.size() - 1);
        } else {
            // Nodes are tested for the goal when they are found: none of this layer is one.
            r.lower_bound = agreed_ == status::exhausted ? infinite<steps> : depth_ + 1;
        }
        const layer_files::counts here = is_last_ ? layer_files::counts{} : inside_before_;
        conclude(r, {files_done_.expanded + here.expanded, files_done_.generated + here.generated});
        return r;
    }

    /// From the least goal of the layer back to a start, each time to the least node of the layer
    /// before that leads there.
    void read_path(result_type& r) {
        goals_.agree(ranks_);
        failure_.call([&] { r.path.push_back(node_of(goals_)); });
        for (std::size_t layer = last_layer(); layer != 0; --layer) {
            first_nodes parent;
            failure_.call([&] {
                nodes_.for_each(layer - 1, [&](const Node& from) {
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
        failure_.call([&] { append_actions<types>(graph_, r.path, r.actions); });
        (void)has_agreed_failure();
    }
    [[nodiscard]] static Node node_of(const first_nodes& least) {
        mpi::reader from = least.packed(0);
        return unpacked<Node>(from);
    }

    /// Those of the last complete layer that come first, of all ranks.
    void find_farthest(std::vector<Node>& farthest, std::size_t most) {
        if (counts_.empty() || most == 0) return;
        first_nodes first(most);
        failure_.call([&] {
            nodes_.for_each(counts_.size() - 1,
                            [&](const Node& n) { first.meet(owners_.order(n), n); });
        });
        first.agree(ranks_);
        failure_.call([&] {
            for (std::size_t i = 0; i < first.size(); ++i) {
                mpi::reader from = first.packed(i);
                farthest.push_back(unpacked<Node>(from));
            }
        });
    }

    layer_files::counts files_done_;     // before this run, up to the last complete layer
    layer_files::counts inside_before_;  // before this run in the layer that is expanded
    layer_files::counts done_;           // in this run, up to the last complete layer
    layer_files::counts looked_;         // for a node beyond the limit on costs
    std::vector<std::uint64_t> counts_;  // of the layers that are complete,
    std::uint64_t complete_ = 0;         // and of all these
    std::uint64_t reached_ = 0;
    std::uint64_t expanded_ = 0;  // by all in the layer that is expanded, in any run
    bool is_paused_ = false;      // inside a layer
    bool is_reading_ = false;     // not all that was written is there yet

    mpi::layer_observer observer_;
    mpi::rank_work told_;  // of this rank, and when
    double told_at_ = now_in_seconds();
    nodes nodes_;
    bool is_full_ = false;
    steps cost_limit_;
    steps depth_ = -1;  // of the layer that is expanded
    first_nodes goals_;
    bool is_last_ = false;
    bool is_checking_ = false;           // what was read of a checkpoint,
    bool checks_all_ = false;            // or rather all of a layer:
    std::vector<std::uint64_t> led_to_;  // the hashes of what it leads to
    bool forgets_;
};

}  // namespace senda::detail
