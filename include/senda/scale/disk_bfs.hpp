// SPDX-License-Identifier: MIT
// Breadth-first search of spaces that are larger than memory: its layers are files.
#pragma once

#include <senda/detail/core/engine_texts.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/layer_builder.hpp>
#include <senda/detail/scale/disk/manifest.hpp>
#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// Whether the edges of a graph lead both ways, which saves a search on disk most of its reading.
enum class disk_edges {
    as_declared,  ///< undirected if the graph is a `symmetric` or an `undirected`, else directed
    directed,     ///< each new layer is compared with all before
    undirected    ///< with every edge there is one back: it is compared with the last two
};

/// What becomes of the files when a search ends.
enum class disk_files {
    kept_when_stopped,  ///< removed with an answer; after a limit or an error they are there to go
                        ///< on
    kept,               ///< in any case: other goals can be asked of them
    removed             ///< in any case
};

/// What a caller may ask of a search on disk.
struct disk_options {
    /// Where its files are: it is made if it is not there. A search that finds the files of an
    /// earlier one from the same starts goes on where that was.
    std::string folder = {};
    /// What tells this search from others beside its starts and what nodes lead to: the name and
    /// the parameters of the puzzle, say. Files of a search with another name are refused.
    std::string name = {};
    /// Where to give up. Of `bytes` nearly all is used, 1 GB without a limit; expansions are
    /// counted by whole layers.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// Where the number of nodes found so far is written.
    search_progress* progress = nullptr;
    /// How many threads may work on it.
    unsigned threads = 1;
    /// Whether edges lead both ways. If they do not although this says so, answers are wrong.
    disk_edges edges = disk_edges::as_declared;
    /// The most bytes that its files may have at any one time.
    std::uint64_t disk_bytes = std::numeric_limits<std::uint64_t>::max();
    /// What becomes of the files.
    disk_files files = disk_files::kept_when_stopped;
    /// Layers that take less are not each made safe against a crash, but once in so much time.
    duration checkpoint = 1.0;
    /// Asked before anything is written: for tests.
    detail::file_hook hook = {};
};

/// What a search on disk found. True in a condition when it found a path.
template <class Node, class Action = no_action>
struct disk_result : result<Node, steps, Action> {
    /// How many nodes there are at each depth, from the starts on, as far as it came.
    std::vector<std::uint64_t> layers = {};
    /// How many of the layers an earlier search had left.
    std::size_t layers_resumed = 0;
    /// What went wrong with the disk or the folder, or how much memory would do where there was too
    /// little to begin; empty if nothing did.
    diagnostic error = {};
    /// Bytes written to files.
    std::uint64_t bytes_written = 0;
    /// The most bytes that its files had at any one time.
    std::uint64_t disk_peak = 0;
    /// The bytes of the files that hold the layers.
    std::uint64_t layer_bytes = 0;
};

namespace detail {

/// The folder of a search, its layers, and the manifest, which names the files that are complete.
template <class Key>
class layer_store {
public:
    /// The options must outlive it, and `error`, where it says what went wrong.
    layer_store(const disk_options& o, diagnostic& error)
        : options_(o), meter_(o.disk_bytes, o.hook), error_(error) {}

    [[nodiscard]] const disk_folder& folder() const noexcept { return folder_; }
    [[nodiscard]] disk_meter& meter() noexcept { return meter_; }
    [[nodiscard]] const disk_meter& meter() const noexcept { return meter_; }
    [[nodiscard]] disk_layers<Key>& all() noexcept { return all_; }

    /// Takes the folder; false if it cannot be had.
    [[nodiscard]] bool take() {
        error_ = folder_.take(options_.folder);
        return error_.code.empty();
    }
    [[nodiscard]] bool has_manifest() const {
        std::error_code ignored;
        return std::filesystem::exists(folder_.name("manifest"), ignored);
    }
    /// Reads what the manifest names; false if that is not all there, or of another search. The
    /// folder is left as it is until the layers are accepted.
    [[nodiscard]] bool resume() {
        disk_layers<Key> found = all_;
        is_foreign_ = true;
        error_ = read_manifest(folder_, found);
        if (!error_.code.empty()) return false;
        all_ = std::move(found);
        return true;
    }
    /// Goes on with the layers that were read.
    void accept() {
        is_foreign_ = false;
        remove_strays();
    }

    /// Says that there is something to save.
    void note_change() noexcept { is_changed_ = true; }
    /// Saves if that was not done for some time; false if it failed.
    [[nodiscard]] bool save_if_due() {
        return now_in_seconds() - saved_at_ < options_.checkpoint.seconds() || save();
    }

    /// Removes files of the search that are in no set.
    void remove_strays() {
        std::vector<std::string> known{folder_.name("manifest")};
        all_.for_each_shard(all_, [&](const key_part<Key>& p) {
            known.push_back(p.name);
            return true;
        });
        std::sort(known.begin(), known.end());
        folder_.remove_unless([&](const std::string& part) {
            return std::binary_search(known.begin(), known.end(), folder_.name(part));
        });
        meter_.set_used(all_.bytes());
    }

    /// Ends the use of the folder: saves, or removes the files.
    void leave(bool is_kept) {
        if (!folder_.is_taken()) return;
        if (!is_foreign_ && is_kept) {
            // What the last manifest names stays until there is a new one.
            folder_.remove_unless([](const std::string& part) {
                return !part.starts_with("run-") && !part.ends_with(".part");
            });
            const diagnostic first = std::exchange(error_, {});
            (void)save();
            error_ = first;
        } else if (!is_foreign_) {
            // First, as it names the others: whoever comes after a crash here begins anew.
            std::remove(folder_.name("manifest").c_str());
            flush_folder(options_.folder.c_str());
            folder_.remove_unless([](const std::string&) { return false; });
        }
        folder_.let_go();
    }

private:
    /// Makes what there is safe: first the files, then the manifest that names them.
    bool save() {
        if (!is_changed_) return true;
        const bool flushed = all_.for_each_shard(all_, [&](key_part<Key>& p) {
            if (!p.is_safe) error_ = flush_file(p.name, options_.hook);
            p.is_safe = error_.code.empty();
            return p.is_safe;
        });
        if (!flushed) return false;
        flush_folder(options_.folder.c_str());
        error_ = write_manifest(folder_, all_, meter_.hook());
        if (!error_.code.empty()) return false;
        is_changed_ = false;
        saved_at_ = now_in_seconds();
        remove_strays();
        return true;
    }

    const disk_options& options_;
    disk_folder folder_;
    disk_meter meter_;
    disk_layers<Key> all_;
    diagnostic& error_;
    bool is_changed_ = false;  // since the manifest was written
    bool is_foreign_ = false;  // the folder is not for this search, as far as is known
    double saved_at_ = now_in_seconds();
};

template <class G, class Node>
inline constexpr bool has_keys =
    FindsByNumber<std::remove_cvref_t<G>, Node> || BytewiseNode<std::remove_cvref_t<G>, Node>;

/// An observer of layers: `observer(depth, count)`.
template <class Observer>
concept LayerObserver = std::same_as<std::remove_cvref_t<Observer>, no_observer> ||
                        std::invocable<Observer&, steps, std::uint64_t>;

}  // namespace detail

/// A graph whose nodes can be kept in files of sorted numbers. Either it numbers its nodes and
/// finds them by number, `g.index(n)` and `g.node(k)` with k of up to 64 bits, or its nodes are
/// numbers, enumerators, or structs and arrays of up to 16 bytes without padding that are compared
/// bytewise. Numbers without large gaps make small files.
template <class G, class Node>
concept DiskGraph = Graph<G, Node> && detail::has_keys<G, Node>;

/// A breadth-first search on disk that can be stepped, a layer at a time. It holds its folder until
/// it ends. A graph or observer given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal = no_goal, class Observer = no_observer>
    requires DiskGraph<G, Node> && GoalOf<Goal, Node> && detail::LayerObserver<Observer>
class disk_bfs_search {
    using graph = std::remove_reference_t<G>;
    using plain_graph = std::remove_cvref_t<G>;
    static constexpr bool is_shareable = detail::is_only_read<plain_graph, Node, Goal>;
    using asked = std::conditional_t<is_shareable, const plain_graph, graph>;
    using goal_test = detail::goal_test<G, Node, Goal>;
    using types = detail::graph_types<plain_graph, Node>;
    using keys = detail::node_keys<plain_graph, Node>;
    using key = typename keys::key;
    using set = detail::key_set<key>;

public:
    /// What `result` returns.
    using result_type = disk_result<Node, action_of<G, Node>>;

    /// A search from `start`, a node or `any_of` several, to `goal`; without one it sees all.
    template <class Start>
    explicit disk_bfs_search(G&& g, const Start& start, const Goal& goal, const disk_options& o,
                             Observer&& observer = {})
        : options_(o),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          goal_(graph_, goal),
          control_({o.limits, o.stop, o.progress, 1, o.threads}, engine_kind::disk),
          store_(options_, error_),
          maker_(graph_, goal_, control_, store_.folder(), store_.meter(), error_) {
        all_.is_directed = o.edges == disk_edges::as_declared ? !detail::is_undirected<plain_graph>
                                                              : o.edges == disk_edges::directed;
        detail::abort_guard guard(control_);
        begin(start);
        guard.release();
        finish_if_ended();
    }
    disk_bfs_search(const disk_bfs_search&) = delete;
    disk_bfs_search& operator=(const disk_bfs_search&) = delete;
    ~disk_bfs_search() { leave(); }

    /// Makes the next layer; how the search stands afterwards.
    senda::status step() {
        if (control_.running()) {
            detail::abort_guard guard(control_);
            make_layer();
            guard.release();
            finish_if_ended();
        }
        return status();
    }
    /// Goes on to the end.
    senda::status run() {
        while (step() == status::running) {
        }
        return status();
    }
    /// How it stands.
    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r;
        static_cast<answer&>(r) = detail::answer_of(control_);
        r.path = path_;
        r.actions = actions_;
        const auto depth = static_cast<steps>(all_.layers.size());
        if (r.status == status::found) {
            r.cost = r.lower_bound = static_cast<steps>(path_.size() - 1);
        } else {
            r.lower_bound = r.status == status::exhausted ? infinite<steps> : depth;
        }
        for (const set& l : all_.layers) r.layers.push_back(l.count);
        r.layers_resumed = resumed_;
        r.error = error_;
        r.bytes_written = store_.meter().written();
        r.disk_peak = store_.meter().peak();
        r.layer_bytes = all_.bytes() - all_.closed.bytes();
        return r;
    }

    /// How many layers there are, from the starts on.
    [[nodiscard]] std::size_t layers() const noexcept { return all_.layers.size(); }
    /// How many nodes a layer has.
    [[nodiscard]] std::uint64_t layer(std::size_t depth) const noexcept {
        return all_.layers[depth].count;
    }

private:
    template <class Start>
    void begin(const Start& start) {
        if (!store_.take()) return stop_at_disk();
        const unsigned threads =
            is_shareable ? std::clamp(options_.threads, 1U, detail::thread_team::most) : 1;
        if (!maker_.start(threads, all_.is_directed)) return stop_at_disk();
        std::vector<key> starts;
        detail::for_each_start<Node>(
            graph_, start, [&](const Node& n) { starts.push_back(keys::key_of(graph_, n)); });
        if (starts.empty()) return control_.end(status::exhausted);
        all_.fingerprint = fingerprint_of(starts);
        if (store_.has_manifest()) return resume();
        store_.remove_strays();
        if (!maker_.make_first(std::move(starts), "layer-0", all_.layers.emplace_back()))
            return stop_at_disk();
        conclude_layer();
    }

    /// A number that searches from other starts or in other graphs hardly share.
    [[nodiscard]] std::uint64_t fingerprint_of(const std::vector<key>& starts) {
        std::vector<key> neighbours = starts;
        for (const key& k : starts) {
            const Node from = keys::node_of(graph_, k);
            detail::for_each_successor<types>(graph_, from, [&](const Node& to, auto, const auto&) {
                neighbours.push_back(keys::key_of(graph_, to));
            });
        }
        const auto sum = [](std::vector<key> some) {
            std::sort(some.begin(), some.end());
            std::uint64_t s = some.size();
            for (const key& k : some)
                s = detail::combine_checksums(
                    s, detail::combine_checksums(detail::high_word(k), detail::low_word(k)));
            return s;
        };
        const std::uint64_t graph_sum =
            detail::combine_checksums(sum(starts), sum(std::move(neighbours)));
        const std::string& name = options_.name;
        if (name.empty()) return graph_sum;
        const auto* const text = reinterpret_cast<const unsigned char*>(name.data());
        return detail::combine_checksums(graph_sum,
                                         detail::checksum_of_bytes(text, name.size(), 0));
    }

    void resume() {
        if (!store_.resume()) return stop_at_disk();
        if (!maker_.is_of_graph(all_.layers, all_.is_directed)) {
            all_.layers.clear();
            return stop_at_disk();
        }
        store_.accept();
        resumed_ = layers();
        for (std::size_t depth = 0; depth < resumed_; ++depth) {
            if (!maker_.find_goal(all_.layers[depth])) return stop_at_disk();
            if (maker_.goal_key()) return found_at(depth);
        }
        (void)may_go_deeper();
    }

    void make_layer() {
        if (!may_go_deeper() || !close_layers()) return;
        const std::size_t depth = all_.layers.size();
        std::vector<const set*> known;
        if (all_.is_directed && all_.closed_layers != 0) known.push_back(&all_.closed);
        const std::size_t first = all_.is_directed ? static_cast<std::size_t>(all_.closed_layers)
                                                   : depth - std::min<std::size_t>(depth, 2);
        for (std::size_t i = first; i < depth; ++i) known.push_back(&all_.layers[i]);
        set made;
        if (!maker_.make_next(all_.layers.back(), known, "layer-" + std::to_string(depth), made))
            return stop_at_disk();
        if (made.count == 0) return control_.end(status::exhausted);
        all_.layers.push_back(std::move(made));
        conclude_layer();
    }

    /// In a directed graph: makes one set of the first layers before they are too many to compare.
    bool close_layers() {
        const auto closed = static_cast<std::size_t>(all_.closed_layers);
        const std::size_t sets = all_.layers.size() - closed + (closed == 0 ? 0 : 1);
        if (!all_.is_directed || sets <= maker_.plan().known) return true;
        std::vector<const set*> both;
        if (closed != 0) both.push_back(&all_.closed);
        for (std::size_t i = closed; i < all_.layers.size(); ++i) both.push_back(&all_.layers[i]);
        set made;
        if (!maker_.unite(both, "closed-" + std::to_string(all_.layers.size()), made)) {
            stop_at_disk();
            return false;
        }
        all_.closed = std::move(made);
        all_.closed_layers = all_.layers.size();
        store_.note_change();  // the old set goes when the manifest no longer names it
        return true;
    }

    bool may_go_deeper() {
        const auto depth = static_cast<steps>(all_.layers.size()) - 1;
        const senda::limits& l = control_.limits();
        if (!control_.poll()) return false;
        if (depth >= l.cost.template most<steps>()) {
            control_.end(status::cost_limit);
        } else if (all_.layers.back().count > l.expansions - control_.expanded()) {
            control_.end(status::expansion_limit);
        }
        return control_.running();
    }

    void conclude_layer() {
        const auto depth = static_cast<steps>(all_.layers.size()) - 1;
        const std::uint64_t count = all_.layers.back().count;
        store_.note_change();
        if (options_.progress != nullptr) {
            std::uint64_t sum = 0;
            for (const set& l : all_.layers) sum += l.count;
            options_.progress->advance(sum);
        }
        if (maker_.goal_key()) return found_at(all_.layers.size() - 1);
        if (!store_.save_if_due()) return stop_at_disk();
        if constexpr (std::invocable<Observer&, steps, std::uint64_t>) {
            using reply = std::invoke_result_t<Observer&, steps, std::uint64_t>;
            if constexpr (std::same_as<reply, flow>) {
                if (observer_(depth, count) == flow::stop) control_.end(status::cancelled);
            } else {
                observer_(depth, count);
            }
        }
    }

    void found_at(std::size_t depth) {
        control_.end(status::found);
        read_path(depth);
    }

    /// Reads the path to the goal in the last layer, from its end.
    void read_path(std::size_t depth) {
        key at = *maker_.goal_key();
        path_.push_back(keys::node_of(graph_, at));
        while (depth-- != 0) {
            std::optional<key> origin;
            if (!find_origin(depth, at, origin) || !origin) {
                path_.clear();
                control_.resume();
                if (error_.code.empty())
                    error_ = {"not_undirected",
                              "an edge leads one way only: the graph is directed"};
                return stop_at_disk();
            }
            at = *origin;
            path_.push_back(keys::node_of(graph_, at));
        }
        std::reverse(path_.begin(), path_.end());
        detail::append_actions<types>(graph_, path_, actions_);
    }

    /// The least key at a depth that leads to `to`; false if the disk failed.
    bool find_origin(std::size_t depth, const key& to, std::optional<key>& origin) {
        const set& in = all_.layers[depth];
        const Node node = keys::node_of(graph_, to);
        std::vector<key> neighbours;
        const auto take = [&](const Node& n, auto, const auto&) {
            neighbours.push_back(keys::key_of(graph_, n));
        };
        if constexpr (ReversibleGraph<asked, Node>) {
            detail::for_each_predecessor<types>(graph_, node, take);
        } else {
            if (all_.is_directed) return maker_.find_origin(in, to, origin);
            detail::for_each_successor<types>(graph_, node, take);
        }
        std::sort(neighbours.begin(), neighbours.end());
        for (const key& k : neighbours) {
            if (detail::contains_key(in.parts, k, error_)) {
                origin = k;
                return true;
            }
            if (!error_.code.empty()) return false;
        }
        return true;
    }

    void stop_at_disk() {
        if (!error_.code.empty())
            control_.end(error_.code == "disk_full" ? status::disk_limit : status::disk_error);
    }

    void finish_if_ended() {
        if (!control_.running()) leave();
    }
    void leave() {
        const bool is_answered = status() == status::found || status() == status::exhausted;
        store_.leave(options_.files == disk_files::kept ||
                     (options_.files == disk_files::kept_when_stopped && !is_answered));
    }

    disk_options options_;
    G graph_;
    Observer observer_;
    goal_test goal_;
    detail::movable_control control_;
    diagnostic error_;
    detail::layer_store<key> store_;
    detail::disk_layers<key>& all_ = store_.all();
    detail::layer_builder<asked, Node, goal_test> maker_;
    std::size_t resumed_ = 0;
    std::vector<Node> path_;
    std::vector<action_of<G, Node>> actions_;
};

template <class G, class Start, class Goal = no_goal, class Observer = no_observer>
disk_bfs_search(G&&, const Start&, const Goal&, const disk_options&, Observer&& = {})
    -> disk_bfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, Observer>;

/// Finds the path with the fewest edges from `start` to `goal` in a space that is larger than
/// memory: layers are sorted files, and nodes that were seen before are found by merging these.
///
/// `g`         the graph: see `DiskGraph` for its nodes.
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, a predicate on nodes, or `no_goal` to see everything.
/// `o`         the folder, limits on memory, disk, time and depth, threads.
/// `observer`  called as `observer(depth, count)` after each layer; may return `flow::stop`.
///
/// Whatever stops it, `kill -9` too, the next search in the same folder from the same starts goes
/// on from the last layer that was saved. The path is the same for any number of threads.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start,
          class Observer = no_observer>
    requires DiskGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             detail::LayerObserver<Observer>
[[nodiscard]] auto disk_bfs(G&& g, const Start& start, const Goal& goal, const disk_options& o,
                            Observer&& observer = {}) {
    disk_bfs_search search(g, start, detail::goal_from<G, Start>(goal), o, observer);
    search.run();
    return search.result();
}

}  // namespace senda
