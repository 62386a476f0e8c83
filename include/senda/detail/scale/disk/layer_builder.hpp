// SPDX-License-Identifier: MIT
// The next layer of a search on disk: what the nodes of the last lead to, sorted, without what is
// known. Korf's delayed duplicate detection (2004): duplicates are found when sorted keys meet,
// which are merged with what memory there is.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/manifest.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/four_ary_heap.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// What each thread gets of the memory: arrays to collect keys in, and what reading takes.
struct disk_plan {
    unsigned threads = 1;
    std::size_t keys = 0;    ///< that a thread collects before they are sorted and written
    std::size_t fan_in = 0;  ///< files that are merged at a time, besides those known
    std::size_t known = 0;   ///< sets of known keys that are merged at a time

    /// A plan for a limit of bytes and for as many of the threads as have enough of them; without
    /// `keys` if one alone has not.
    template <class Key>
    [[nodiscard]] static disk_plan make(std::uint64_t bytes, unsigned threads, bool is_directed) {
        constexpr std::uint64_t usual = std::uint64_t{1} << 30U;
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        bytes = std::min(bytes == std::uint64_t(-1) ? usual : bytes, std::uint64_t{1} << 46U);
        bytes -= bytes / spare;
        for (plan.threads = threads; plan.threads != 0; --plan.threads) {
            const std::uint64_t share = bytes / plan.threads;
            const std::uint64_t fan = share / 8 / key_file_memory<Key>;
            plan.fan_in =
                static_cast<std::size_t>(std::clamp<std::uint64_t>(fan, least_fan_in, 32));
            const std::uint64_t files = plan.file_memory<Key>();
            if (share < files + least_keys * sizeof(Key)) continue;
            // A large array takes whole pages: what is left of the last one is not enough for it.
            plan.keys = static_cast<std::size_t>(
                std::min<std::uint64_t>(array_bytes_within(share - files), std::size_t(-1) / 2) /
                sizeof(Key));
            return plan;
        }
        plan.threads = 1;
        plan.keys = 0;
        return plan;
    }

    /// The least limit of bytes for which there is a plan.
    template <class Key>
    [[nodiscard]] static std::uint64_t least_bytes(bool is_directed) {
        disk_plan plan;
        plan.known = is_directed ? 6 : 2;
        plan.fan_in = least_fan_in;
        const std::uint64_t used = plan.file_memory<Key>() + least_keys * sizeof(Key);
        std::uint64_t bytes = used + used / (spare - 1);
        while (bytes - bytes / spare < used) ++bytes;
        return bytes;
    }

    /// What a thread takes for files while it merges, which is more than while it expands.
    template <class Key>
    [[nodiscard]] std::uint64_t file_memory() const noexcept {
        return (fan_in + known + 2) * key_file_memory<Key>;
    }

private:
    static constexpr std::size_t least_keys = 4096;
    static constexpr std::size_t least_fan_in = 2;
    // One part in this number is for what is not counted: names, lists of files, the heap's own.
    static constexpr std::uint64_t spare = 32;
};

/// The first keys of ranges of about equal size, without the first: none if there are few keys.
template <class Key>
[[nodiscard]] std::vector<Key> range_bounds(const std::vector<std::vector<key_part<Key>>>& runs,
                                            const std::vector<std::span<const Key>>& memory,
                                            key_reader<Key>& reader, std::size_t ranges) {
    constexpr std::uint64_t worth = 1U << 16U;   // keys
    constexpr std::size_t samples = 256;         // of an array
    constexpr std::uint64_t block_samples = 64;  // of a file
    struct sample {
        Key at;
        std::uint64_t weight;  // the keys that it stands for
    };
    std::uint64_t total = 0;
    for (const auto& all : memory) total += all.size();
    for (const auto& run : runs)
        for (const key_part<Key>& p : run) total += p.count;
    std::vector<Key> bounds;
    if (ranges < 2 || total < worth) return bounds;

    std::vector<sample> seen;
    for (const auto& all : memory)
        for (std::size_t i = 0; i < samples && i < all.size(); ++i)
            seen.push_back({all[all.size() / samples * i], all.size() / samples + 1});
    for (const auto& run : runs) {
        for (const key_part<Key>& p : run) {
            if (!reader.open(p)) return bounds;  // who merges it meets the error again
            const std::uint64_t step = std::max<std::uint64_t>(1, reader.blocks() / block_samples);
            for (std::uint64_t b = 0; b < reader.blocks(); b += step) {
                if (!reader.go_to(b) || reader.keys().empty()) return bounds;
                seen.push_back({reader.keys()[0], p.count * step / reader.blocks() + 1});
            }
        }
    }
    std::sort(seen.begin(), seen.end(),
              [](const sample& a, const sample& b) { return a.at < b.at; });
    std::uint64_t weight = 0;
    for (const sample& s : seen) weight += s.weight;
    const std::uint64_t each = weight / ranges + 1;
    std::uint64_t sum = 0;
    for (const sample& s : seen) {
        if (sum >= each * (bounds.size() + 1) && (bounds.empty() || bounds.back() < s.at))
            bounds.push_back(s.at);
        sum += s.weight;
    }
    return bounds;
}

/// The least key of several cursors, by a heap of them.
template <class Key>
class key_merger {
public:
    explicit key_merger(std::vector<key_cursor<Key>>& cursors) {
        for (key_cursor<Key>& c : cursors) {
            failed_ = c.has_failed() ? &c : failed_;
            if (!c.at_end()) heap_.push_back({c.key(), &c});
        }
        heap_make(heap_.data(), heap_.size(), is_less);
    }

    [[nodiscard]] bool at_end() const noexcept { return heap_.empty() || failed_ != nullptr; }
    [[nodiscard]] const Key& key() const noexcept { return heap_[0].key; }
    /// The cursor that could not be read, if there is one.
    [[nodiscard]] const key_cursor<Key>* failed() const noexcept { return failed_; }

    void advance() {
        key_cursor<Key>& c = *heap_[0].cursor;
        c.advance();
        if (!c.at_end()) {
            heap_[0].key = c.key();
        } else {
            if (c.has_failed()) failed_ = &c;
            heap_[0] = heap_.back();
            heap_.pop_back();
        }
        if (!heap_.empty()) heap_sink(heap_.data(), heap_.size(), 0, is_less);
    }

private:
    struct entry {
        Key key;
        key_cursor<Key>* cursor;
    };

    static bool is_less(const entry& a, const entry& b) noexcept { return a.key < b.key; }

    std::vector<entry> heap_;
    const key_cursor<Key>* failed_ = nullptr;
};

/// Calls `take(key)` for each key of `from` that is in none of `known`, in order and once. Stops
/// where `take` says false; false also if a file could not be read, and then `error` says why.
template <class Key, class Take>
[[nodiscard]] bool merge_keys(std::vector<key_cursor<Key>>& from,
                              std::vector<key_cursor<Key>>& known, diagnostic& error, Take&& take) {
    key_merger<Key> merger(from);
    while (!merger.at_end()) {
        const Key k = merger.key();
        do {
            merger.advance();
        } while (!merger.at_end() && merger.key() == k);
        bool is_known = false;
        for (key_cursor<Key>& c : known) {
            c.advance_to(k);
            is_known = is_known || (!c.at_end() && c.key() == k);
        }
        if (!is_known && !take(k)) return false;
    }
    const key_cursor<Key>* failed = merger.failed();
    for (const key_cursor<Key>& c : known) failed = c.has_failed() ? &c : failed;
    if (failed != nullptr) error = failed->error();
    return failed == nullptr;
}

/// American flag sort (McIlroy, Bostic and McIlroy, 1993) by eight bits below `bits`.
inline void sort_by_digits(std::uint64_t* begin, std::uint64_t* end, unsigned bits) {
    constexpr std::ptrdiff_t few = 200;
    constexpr std::size_t digits = 256;
    if (end - begin < few || bits == 0) return std::sort(begin, end);
    const unsigned shift = bits > 8 ? bits - 8 : 0;
    const auto digit = [shift](std::uint64_t k) {
        return static_cast<std::size_t>(k >> shift & (digits - 1));
    };
    std::array<std::size_t, digits> next{};
    std::array<std::size_t, digits> stop{};
    for (const std::uint64_t* k = begin; k != end; ++k) ++stop[digit(*k)];
    std::size_t sum = 0;
    for (std::size_t d = 0; d < digits; ++d) {
        next[d] = sum;
        stop[d] = sum += stop[d];
    }
    for (std::size_t d = 0; d < digits; ++d) {
        while (next[d] != stop[d]) {
            std::uint64_t k = begin[next[d]];
            for (std::size_t to = digit(k); to != d; to = digit(k)) std::swap(k, begin[next[to]++]);
            begin[next[d]++] = k;
        }
    }
    if (shift == 0) return;
    for (std::size_t d = 0, first = 0; d < digits; first = stop[d++])
        if (stop[d] - first > 1) sort_by_digits(begin + first, begin + stop[d], shift);
}

/// Sorts keys and keeps one of those that are equal; the end of what is left.
template <class Key>
[[nodiscard]] Key* sort_unique(Key* begin, Key* end) {
    if (begin == end) return end;
    if constexpr (std::same_as<Key, std::uint64_t>) {
        std::uint64_t differing = 0;  // bits above the highest in which two differ need no look
        for (const Key* k = begin; k != end; ++k) differing |= *k ^ *begin;
        sort_by_digits(begin, end, key_width(differing));
    } else {
        std::sort(begin, end);
    }
    return std::unique(begin, end);
}

/// Makes layers for a search; `Goal` is asked as `goal(g, node)`. What goes wrong with the disk is
/// in `error`; where that is empty, a limit came.
template <class G, class Node, class Goal>
class layer_builder {
    using types = graph_types<std::remove_cv_t<G>, Node>;
    using keys = node_keys<std::remove_cv_t<G>, Node>;
    static constexpr bool has_goal_nodes = requires(const Goal& goal) { goal.begin(); };
    static constexpr bool has_no_goal =
        std::same_as<Goal, predicate_goal<std::remove_cv_t<G>, Node, no_goal>>;

public:
    using key = typename keys::key;
    using set = key_set<key>;

    layer_builder(G& g, const Goal& goal, search_control& control, const disk_folder& folder,
                  disk_meter& meter, diagnostic& error)
        : graph_(g),
          goals_(1, goal),
          control_(control),
          folder_(folder),
          meter_(meter),
          error_(error) {
        if constexpr (has_goal_nodes) {
            for (const Node& n : goal)
                if (is_in(g, n)) goal_keys_.push_back(keys::key_of(g, n));
            std::sort(goal_keys_.begin(), goal_keys_.end());
        }
    }

    /// Starts at most `threads` threads, and shares out the memory among those that there are;
    /// false if there is not enough.
    [[nodiscard]] bool start(unsigned threads, bool is_directed) {
        const std::uint64_t bytes = control_.limits().bytes;
        plan_ = disk_plan::make<key>(bytes, threads, is_directed);
        team_.start(plan_.threads);
        if (team_.size() != plan_.threads)
            plan_ = disk_plan::make<key>(bytes, team_.size(), is_directed);
        control_.note_threads(team_.size());
        for (unsigned t = 0; t < team_.size(); ++t) workers_.emplace_back(control_.budget());
        if (plan_.keys == 0) {
            control_.end(status::memory_limit);
            return fail(
                {"little_memory", "limits.bytes is " + std::to_string(bytes) +
                                      ": a search on disk of this graph takes " +
                                      std::to_string(disk_plan::least_bytes<key>(is_directed)) +
                                      " bytes or more"});
        }
        if (!control_.fits(
                control_.budget().take(team_.size() * plan_.template file_memory<key>())))
            return false;
        if constexpr (!has_goal_nodes && !has_no_goal) {
            while (goals_.size() < plan_.threads) goals_.push_back(Goal(goals_.front()));
        }
        return true;
    }
    [[nodiscard]] const disk_plan& plan() const noexcept { return plan_; }

    /// A set of a few keys, which are not sorted.
    [[nodiscard]] bool make_first(std::vector<key> from, std::string_view name, set& made) {
        from.resize(static_cast<std::size_t>(sort_unique(from.data(), from.data() + from.size()) -
                                             from.data()));
        memory_.assign(1, std::span<const key>(from));
        runs_.clear();
        return merge_ranges({}, name, true, made);
    }

    /// All keys of several sets, which are at most as many as the plan says, as one.
    [[nodiscard]] bool unite(const std::vector<const set*>& sets, std::string_view name,
                             set& made) {
        memory_.clear();
        runs_.clear();
        for (const set* s : sets) runs_.push_back(s->parts);
        const bool good = merge_ranges({}, name, false, made);
        runs_.clear();  // they stay on the disk
        return good;
    }

    /// What the keys of `last` lead to and none of `known` has, which are at most as many as the
    /// plan says.
    [[nodiscard]] bool make_next(const set& last, const std::vector<const set*>& known,
                                 std::string_view name, set& made) {
        const bool good =
            expand_all(last) && reduce_runs() && merge_ranges(known, name, true, made);
        for (worker& w : workers_) w.reader.close();
        for (const auto& run : runs_) remove_files(run);  // also what is left of unfinished work
        runs_.clear();
        for (worker& w : workers_) {
            w.collected.clear();
            control_.count_generated(std::exchange(w.generated, 0));
        }
        if (good) control_.count_expanded(last.count);
        return good;
    }

    /// Looks for a goal in a set that was made before.
    [[nodiscard]] bool find_goal(const set& in) {
        goal_key_.reset();
        if constexpr (has_goal_nodes || has_no_goal) {
            for (const key& k : goal_keys_)
                if (!goal_key_ && contains_key(in.parts, k, error_)) goal_key_ = k;
            return error_.code.empty();
        } else {
            key_cursor<key> c(in.parts, nullptr, nullptr);
            while (!c.at_end() && !is_goal(0, c.key())) c.advance();
            if (!c.at_end()) goal_key_ = c.key();
            return !c.has_failed() || fail(c.error());
        }
    }
    /// The least key of the last layer made, or looked at, that is a goal.
    [[nodiscard]] const std::optional<key>& goal_key() const noexcept { return goal_key_; }

    /// The least key of a set whose node leads to `to`.
    [[nodiscard]] bool find_origin(const set& in, const key& to, std::optional<key>& origin) {
        key_cursor<key> c(in.parts, nullptr, nullptr);
        for (; !c.at_end() && !origin; c.advance()) {
            const key k = c.key();
            const Node from = keys::node_of(graph_, k);
            for_each_successor<types>(graph_, from, [&](const Node& n, auto, const auto&) {
                if (keys::key_of(graph_, n) == to) origin = k;
            });
        }
        return !c.has_failed() || fail(c.error());
    }

    /// Whether layers that were read are of this graph: some nodes of them are expanded again,
    /// which must lead to what is there, and something in the layer before must lead to them.
    [[nodiscard]] bool is_of_graph(const std::vector<set>& layers, bool is_directed) {
        const std::size_t step = layers.size() / 8 + 1;
        const std::size_t most = std::clamp<std::size_t>(64 / layers.size(), 8, 16);
        std::vector<key> some;
        for (std::size_t back = 0; back < layers.size(); back += step) {
            const std::size_t depth = layers.size() - 1 - back;
            if (!control_.poll() || !sample(layers[depth], most, some)) return false;
            const bool agree = are_in_graph(some) && lead_to(layers, is_directed, depth, some);
            if (!error_.code.empty()) return false;
            if (agree && (depth == 0 || are_led_to(layers[depth - 1], is_directed, some))) continue;
            return error_.code.empty() &&
                   fail({"other_search", folder_.name("manifest") + ": layer " +
                                             std::to_string(depth) +
                                             " is not what this graph leads to: the folder holds a "
                                             "search of another graph, or with other edges"});
        }
        return true;
    }

private:
    /// Some keys of a set, or all where they are few.
    [[nodiscard]] bool sample(const set& in, std::size_t most, std::vector<key>& some) {
        some.clear();
        key_reader<key> reader;
        for (std::size_t i = 0; i < most; ++i) {
            const std::size_t part = i * in.parts.size() / most;
            if (!reader.open(in.parts[part])) return fail(reader.error());
            if (!reader.go_to(i * 31 % most * reader.blocks() / most)) return fail(reader.error());
            const auto read = reader.keys();
            if (!read.empty()) some.push_back(read[i * 37 % read.size()]);
        }
        return true;
    }
    [[nodiscard]] bool are_in_graph(const std::vector<key>& some) const {
        return std::all_of(some.begin(), some.end(), [&](const key& k) {
            if constexpr (keys::by_number && requires { graph_.index_bound(); }) {
                if (!(k < static_cast<std::uint64_t>(graph_.index_bound()))) return false;
            }
            return is_in(graph_, keys::node_of(graph_, k));
        });
    }
    /// Whether all that nodes of a layer lead to is in the layers up to the next, if it is there.
    [[nodiscard]] bool lead_to(const std::vector<set>& layers, bool is_directed, std::size_t depth,
                               const std::vector<key>& some) {
        if (depth + 1 == layers.size()) return true;
        std::vector<key> to = neighbours(some);
        const std::size_t first = is_directed || depth == 0 ? 0 : depth - 1;
        for (std::size_t d = depth + 2; !to.empty() && d-- > first;)
            std::erase_if(to,
                          [&](const key& k) { return contains_key(layers[d].parts, k, error_); });
        return to.empty();
    }
    /// Whether something in a layer leads to each of some keys; true also if that is hard to know.
    [[nodiscard]] bool are_led_to(const set& before, bool is_directed,
                                  const std::vector<key>& some) {
        constexpr std::uint64_t few = 256;
        std::vector<key> from;
        if (before.count <= few) {
            key_cursor<key> c(before.parts, nullptr, nullptr);
            for (; !c.at_end(); c.advance()) from.push_back(c.key());
            if (c.has_failed()) return fail(c.error());
            if (!are_in_graph(from)) return false;
        } else {
            if (is_directed) return true;
            // Of what a node leads to something is in the layer before, and leads back.
            from = neighbours(some);
            std::erase_if(from,
                          [&](const key& k) { return !contains_key(before.parts, k, error_); });
        }
        from = neighbours(from);
        return std::all_of(some.begin(), some.end(), [&](const key& k) {
            return std::binary_search(from.begin(), from.end(), k);
        });
    }
    /// What some nodes lead to, sorted.
    [[nodiscard]] std::vector<key> neighbours(const std::vector<key>& some) {
        std::vector<key> all;
        for (const key& k : some) {
            const Node node = keys::node_of(graph_, k);
            for_each_successor<types>(graph_, node, [&](const Node& to, auto, const auto&) {
                all.push_back(keys::key_of(graph_, to));
            });
        }
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    }

    struct worker {
        explicit worker(memory_budget& budget) : collected(budget) {}

        buffer<key> collected;  // its size is that of its sorted part, once it is complete
        key_reader<key> reader;
        std::vector<std::vector<key_part<key>>> runs;
        std::uint64_t generated = 0;
        diagnostic error;
        key* at = nullptr;          // where the next key is collected
        key* end = nullptr;         // of the room for them
        std::size_t open_part = 0;  // of the set that the reader reads
    };

    /// Whether a key is that of a goal.
    [[nodiscard]] bool is_goal(unsigned thread, const key& k) {
        if constexpr (has_goal_nodes) {
            return std::binary_search(goal_keys_.begin(), goal_keys_.end(), k);
        } else {
            return !has_no_goal &&
                   static_cast<bool>(goals_[thread](graph_, keys::node_of(graph_, k)));
        }
    }

    // Threads take the blocks of a layer one by one.
    bool expand_all(const set& last) {
        memory_.clear();
        std::vector<std::uint64_t> begins;  // the number of each part's first block
        std::uint64_t blocks = 0;
        for (const key_part<key>& p : last.parts) {
            begins.push_back(blocks);
            blocks += checksummed_format::blocks(p.seal.bytes, key_block);
        }
        // Room for what a layer of this size may lead to, but not more than the plan has.
        const std::uint64_t room = last.count / 2 * 9 + 4096;
        const auto capacity = static_cast<std::size_t>(std::min<std::uint64_t>(plan_.keys, room));
        for (worker& w : workers_) {
            if (w.collected.capacity() > 2 * capacity || w.collected.capacity() < capacity)
                w.collected.release();  // it is empty: no need to move it
            if (!w.collected.reserve(capacity)) {
                control_.end(status::memory_limit);
                return fail({"little_memory", "the system refuses " +
                                                  std::to_string(capacity * sizeof(key)) +
                                                  " bytes: a lower limits.bytes asks for less"});
            }
            w.at = w.collected.data();
            w.end = w.at + w.collected.capacity();
        }
        is_stopped_ = false;
        for (worker& w : workers_) w.open_part = last.parts.size();
        const auto expand_block = [&](std::size_t b, unsigned thread) {
            worker& w = workers_[thread];
            if (!may_go_on()) return false;
            const auto part = static_cast<std::size_t>(
                std::upper_bound(begins.begin(), begins.end(), b) - begins.begin() - 1);
            if (part != w.open_part && !w.reader.open(last.parts[part]))
                return give_up(w, w.reader.error());
            w.open_part = part;
            if (!w.reader.go_to(b - begins[part])) return give_up(w, w.reader.error());
            while (!w.reader.keys().empty()) {
                if (!expand(w, w.reader.keys())) return false;
                if (!w.reader.next_in_block()) return give_up(w, w.reader.error());
            }
            return true;
        };
        const auto sort_collected = [&](std::size_t i, unsigned) {
            worker& w = workers_[i];
            key* const begin = w.collected.data();
            w.collected.set_size(static_cast<std::size_t>(sort_unique(begin, w.at) - begin));
        };
        if (team_.for_each(static_cast<std::size_t>(blocks), expand_block))
            team_.for_each(workers_.size(), sort_collected);
        for (worker& w : workers_) {
            for (auto& run : w.runs) runs_.push_back(std::move(run));
            w.runs.clear();
            if (!w.collected.empty()) memory_.push_back({w.collected.data(), w.collected.size()});
        }
        return collect_errors();
    }

    /// Collects what some nodes lead to; false if there is no room for it.
    SENDA_FLATTEN bool expand(worker& w, std::span<const key> from) {
        key* at = w.at;
        key* const end = w.end;
        std::uint64_t generated = 0;
        for (const key& k : from) {
            const Node node = keys::node_of(graph_, k);
            for_each_successor<types>(graph_, node, [&](const Node& to, auto, const auto&) {
                if (at == end) [[unlikely]] {
                    key* const room = make_room(w, at);
                    if (room == nullptr) return;
                    at = room;
                }
                *at++ = keys::key_of(graph_, to);
                ++generated;
            });
        }
        w.at = at;
        w.generated += generated;
        return w.error.code.empty();
    }

    bool fail(const diagnostic& error) {
        if (error_.code.empty()) error_ = error;
        return false;
    }
    /// Whether all threads went well; notes the first error.
    bool collect_errors() {
        for (worker& w : workers_)
            if (!w.error.code.empty()) (void)fail(std::exchange(w.error, {}));
        return error_.code.empty() && control_.poll();
    }
    /// Notes an error and that no thread shall go on; false.
    bool give_up(worker& w, const diagnostic& error) {
        w.error = error;
        store(is_stopped_, true);
        return false;
    }
    /// Whether the threads shall go on: asked after some thousands of keys.
    [[nodiscard]] bool may_go_on() {
        if (load(is_stopped_)) return false;
        if (!control_.has_deadline_or_stop() || !control_.must_stop()) return true;
        store(is_stopped_, true);
        return false;
    }

    void remove_files(const std::vector<key_part<key>>& parts) {
        for (const key_part<key>& p : parts)
            if (std::remove(p.name.c_str()) == 0) meter_.give(p.bytes);
    }
    [[nodiscard]] std::string run_name() {
        return folder_.name("run-" +
                            std::to_string(fetch_add<std::uint64_t>(run_number_, 1, false)));
    }

    /// Makes room in an array of keys up to `at`: sorts them and, where few are duplicates, writes
    /// them. Returns where to go on; null if they could not be written.
    [[nodiscard]] SENDA_COLD key* make_room(worker& w, key* at) {
        if (!w.error.code.empty()) return nullptr;
        key* const begin = w.collected.data();
        at = sort_unique(begin, at);
        if (static_cast<std::size_t>(at - begin) <= w.collected.capacity() / 2) return at;
        key_writer<key> run;
        bool good = run.open(run_name(), meter_.hook());
        for (const key* k = begin; good && k != at; ++k) good = run.push(*k);
        if (!good || !run.finish()) {
            give_up(w, run.error());
            return nullptr;
        }
        w.runs.push_back({run.part()});
        return begin;
    }

    /// Merges runs until they are few enough to be merged at once.
    bool reduce_runs() {
        while (runs_.size() > plan_.fan_in) {
            const std::size_t groups = (runs_.size() + plan_.fan_in - 1) / plan_.fan_in;
            std::vector<std::vector<key_part<key>>> merged(groups);
            is_stopped_ = false;
            team_.for_each(groups, [&](std::size_t group, unsigned thread) {
                if (!may_go_on()) return false;
                const std::size_t end = (group + 1) * runs_.size() / groups;
                std::vector<key_cursor<key>> from;
                std::vector<key_cursor<key>> none;
                for (std::size_t i = group * runs_.size() / groups; i < end; ++i)
                    from.emplace_back(runs_[i], nullptr, nullptr);
                key_part<key> made;
                if (!merge(thread, from, none, run_name(), made, nullptr)) return false;
                merged[group].push_back(std::move(made));
                from.clear();  // some systems remove no file that is open
                for (std::size_t i = group * runs_.size() / groups; i < end; ++i)
                    remove_files(std::exchange(runs_[i], {}));
                return true;
            });
            if (!collect_errors()) {
                for (auto& run : merged) runs_.push_back(std::move(run));  // to be removed
                return false;
            }
            runs_ = std::move(merged);
        }
        return true;
    }
    // Threads take ranges of keys, of about the same size, one by one; each becomes a file.
    bool merge_ranges(const std::vector<const set*>& known, std::string_view name, bool with_goal,
                      set& made) {
        goal_key_.reset();
        const std::vector<key> bounds = range_bounds<key>(runs_, memory_, workers_[0].reader,
                                                          team_.size() == 1 ? 1 : team_.size() * 4);
        const std::size_t ranges = bounds.size() + 1;
        std::vector<key_part<key>> parts(ranges);
        std::vector<std::optional<key>> goals(ranges);
        is_stopped_ = false;
        team_.for_each(ranges, [&](std::size_t r, unsigned thread) {
            if (!may_go_on()) return false;
            const key* const from = r == 0 ? nullptr : &bounds[r - 1];
            const key* const below = r + 1 == ranges ? nullptr : &bounds[r];
            std::vector<key_cursor<key>> sources;
            std::vector<key_cursor<key>> without;
            for (const auto& run : runs_) sources.emplace_back(run, from, below);
            for (const std::span<const key> all : memory_) {
                const key* const begin = all.data();
                const key* const end = begin + all.size();
                sources.emplace_back(std::span<const key>(
                    from == nullptr ? begin : std::lower_bound(begin, end, *from),
                    below == nullptr ? end : std::lower_bound(begin, end, *below)));
            }
            for (const set* s : known) without.emplace_back(s->parts, from, below);
            (void)merge(thread, sources, without,
                        folder_.name(std::string{name} + '-' + std::to_string(r)), parts[r],
                        with_goal ? &goals[r] : nullptr);
            return true;
        });
        const bool good = collect_errors();
        made = {};
        for (std::size_t r = 0; r < ranges; ++r) {
            if (parts[r].count == 0) continue;
            made.count += parts[r].count;
            if (!goal_key_) goal_key_ = goals[r];
            made.parts.push_back(std::move(parts[r]));
        }
        if (!good) {
            remove_files(made.parts);
            made = {};
        }
        return good;
    }

    /// Writes the keys of `from` that none of `known` has into a file, if there are any, and finds
    /// the first that is a goal; false if that failed or was stopped.
    [[nodiscard]] bool merge(unsigned thread, std::vector<key_cursor<key>>& from,
                             std::vector<key_cursor<key>>& known, std::string name,
                             key_part<key>& made, std::optional<key>* goal) {
        key_writer<key> out;
        diagnostic error;
        std::size_t taken = 0;
        const bool good = out.open(std::move(name), meter_.hook()) &&
                          merge_keys(from, known, error, [&](const key& k) {
                              if (++taken % 4096 == 0 && !may_go_on()) return false;
                              if (goal != nullptr && !*goal && is_goal(thread, k)) *goal = k;
                              return out.push(k);
                          });
        if (good && out.count() != 0 && out.finish()) {
            made = out.part();
            return true;
        }
        meter_.give(out.file_bytes());
        out.discard();
        error = error.code.empty() ? out.error() : error;
        return error.code.empty() ? good : give_up(workers_[thread], error);
    }

    G& graph_;
    std::vector<Goal> goals_;  // a predicate is asked by several threads: each has its own
    std::vector<key> goal_keys_;
    search_control& control_;
    const disk_folder& folder_;
    disk_meter& meter_;
    disk_plan plan_;
    thread_team team_;
    std::deque<worker> workers_;
    std::vector<std::vector<key_part<key>>> runs_;
    std::vector<std::span<const key>> memory_;
    std::optional<key> goal_key_;
    std::uint64_t run_number_ = 0;
    bool is_stopped_ = false;
    diagnostic& error_;
};

}  // namespace senda::detail
