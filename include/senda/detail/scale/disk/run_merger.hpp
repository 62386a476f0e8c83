// SPDX-License-Identifier: MIT
// What making a layer on disk takes whatever the graph is: sorted runs of keys, merged by several
// threads without what is known. It is compiled once for each width of keys.
#pragma once

#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/scale/disk/folder.hpp>
#include <senda/detail/scale/disk/key.hpp>
#include <senda/detail/scale/disk/key_file.hpp>
#include <senda/detail/scale/disk/manifest.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
        for (std::size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
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
        sift_down(0);
    }

private:
    struct entry {
        Key key;
        key_cursor<Key>* cursor;
    };

    void sift_down(std::size_t i) {
        const std::size_t size = heap_.size();
        if (i >= size) return;
        const entry moved = heap_[i];
        for (;;) {
            std::size_t child = 2 * i + 1;
            if (child >= size) break;
            if (child + 1 < size && heap_[child + 1].key < heap_[child].key) ++child;
            if (!(heap_[child].key < moved.key)) break;
            heap_[i] = heap_[child];
            i = child;
        }
        heap_[i] = moved;
    }

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

/// Which keys are goals: a few, sorted, or those of which a function says so.
template <class Key>
struct goal_keys {
    std::vector<Key> few = {};
    bool (*ask)(void* context, unsigned thread, const Key& k) = nullptr;
    void* context = nullptr;

    [[nodiscard]] bool operator()(unsigned thread, const Key& k) const {
        return ask != nullptr ? ask(context, thread, k)
                              : std::binary_search(few.begin(), few.end(), k);
    }
};

/// Sorted keys of several threads, in memory and in files, made into sets.
template <class Key>
class run_merger {
public:
    using set = key_set<Key>;

    run_merger(search_control& control, const disk_folder& folder, disk_meter& meter)
        : control_(control), folder_(folder), meter_(meter) {}

    /// Starts at most `threads` threads, and shares out the memory among those that there are;
    /// false if there is not enough.
    [[nodiscard]] bool start(unsigned threads, bool is_directed) {
        const std::uint64_t bytes = control_.limits().bytes;
        plan_ = disk_plan::make<Key>(bytes, threads, is_directed);
        team_.start(plan_.threads);
        if (team_.size() != plan_.threads)
            plan_ = disk_plan::make<Key>(bytes, team_.size(), is_directed);
        control_.note_threads(team_.size());
        for (unsigned t = 0; t < team_.size(); ++t) workers_.emplace_back(control_.budget());
        if (plan_.keys == 0) {
            control_.end(status::memory_limit);
            return fail(
                {"little_memory", "limits.bytes is " + std::to_string(bytes) +
                                      ": a search on disk of this graph takes " +
                                      std::to_string(disk_plan::least_bytes<Key>(is_directed)) +
                                      " bytes or more"});
        }
        return control_.fits(
            control_.budget().take(team_.size() * plan_.template file_memory<Key>()));
    }
    [[nodiscard]] const disk_plan& plan() const noexcept { return plan_; }

    /// A set of a few keys, which are not sorted.
    [[nodiscard]] bool make_first(std::vector<Key> from, std::string_view name, set& made) {
        from.resize(static_cast<std::size_t>(sort_unique(from.data(), from.data() + from.size()) -
                                             from.data()));
        memory_.assign(1, std::span<const Key>(from));
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

    /// The least key of the last layer made that is a goal.
    [[nodiscard]] const std::optional<Key>& goal_key() const noexcept { return goal_key_; }
    /// What went wrong with the disk; empty if nothing did, and then a limit came.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// Removes what is left of work that was not finished.
    void remove_runs() {
        for (const auto& run : runs_) remove_files(run);
        runs_.clear();
    }

protected:
    struct worker {
        explicit worker(memory_budget& budget) : collected(budget) {}

        buffer<Key> collected;  // its size is that of its sorted part, once it is complete
        key_reader<Key> reader;
        std::vector<std::vector<key_part<Key>>> runs;
        std::uint64_t generated = 0;
        diagnostic error;
        Key* at = nullptr;          // where the next key is collected
        Key* end = nullptr;         // of the room for them
        std::size_t open_part = 0;  // of the set that the reader reads
    };

    /// What collects the keys that some lead to: `expand(context, worker, keys)`.
    struct expansion {
        bool (*expand)(void* context, worker& w, std::span<const Key> from);
        void* context;
    };

    /// What the keys of `last` lead to and none of `known` has, which are at most as many as the
    /// plan says.
    [[nodiscard]] bool make_next(const set& last, const std::vector<const set*>& known,
                                 std::string_view name, set& made, const expansion& each) {
        const bool good =
            expand_all(last, each) && reduce_runs() && merge_ranges(known, name, true, made);
        for (worker& w : workers_) w.reader.close();
        remove_runs();
        for (worker& w : workers_) {
            w.collected.clear();
            control_.count_generated(std::exchange(w.generated, 0));
        }
        if (good) control_.count_expanded(last.count);
        return good;
    }

    // Threads take the blocks of a layer one by one.
    bool expand_all(const set& last, const expansion& each) {
        memory_.clear();
        std::vector<std::uint64_t> begins;  // the number of each part's first block
        std::uint64_t blocks = 0;
        for (const key_part<Key>& p : last.parts) {
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
                                                  std::to_string(capacity * sizeof(Key)) +
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
                if (!each.expand(each.context, w, w.reader.keys())) return false;
                if (!w.reader.next_in_block()) return give_up(w, w.reader.error());
            }
            return true;
        };
        const auto sort_collected = [&](std::size_t i, unsigned) {
            worker& w = workers_[i];
            Key* const begin = w.collected.data();
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

    void remove_files(const std::vector<key_part<Key>>& parts) {
        for (const key_part<Key>& p : parts)
            if (std::remove(p.name.c_str()) == 0) meter_.give(p.bytes);
    }
    [[nodiscard]] std::string run_name() {
        return folder_.name("run-" +
                            std::to_string(fetch_add<std::uint64_t>(run_number_, 1, false)));
    }

    /// Makes room in an array of keys up to `at`: sorts them and, where few are duplicates, writes
    /// them. Returns where to go on; null if they could not be written.
    [[nodiscard]] SENDA_COLD Key* make_room(worker& w, Key* at) {
        if (!w.error.code.empty()) return nullptr;
        Key* const begin = w.collected.data();
        at = sort_unique(begin, at);
        if (static_cast<std::size_t>(at - begin) <= w.collected.capacity() / 2) return at;
        key_writer<Key> run;
        bool good = run.open(run_name(), meter_.hook());
        for (const Key* k = begin; good && k != at; ++k) good = run.push(*k);
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
            std::vector<std::vector<key_part<Key>>> merged(groups);
            is_stopped_ = false;
            team_.for_each(groups, [&](std::size_t group, unsigned thread) {
                if (!may_go_on()) return false;
                merge_group(workers_[thread], group * runs_.size() / groups,
                            (group + 1) * runs_.size() / groups, merged[group]);
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
    void merge_group(worker& w, std::size_t begin, std::size_t end,
                     std::vector<key_part<Key>>& made) {
        std::vector<key_cursor<Key>> from;
        std::vector<key_cursor<Key>> none;
        for (std::size_t i = begin; i < end; ++i) from.emplace_back(runs_[i], nullptr, nullptr);
        key_writer<Key> out;
        diagnostic error;
        const bool good = out.open(run_name(), meter_.hook()) &&
                          merge_keys(from, none, error, [&](const Key& k) { return out.push(k); });
        if (!good || !out.finish()) {
            give_up(w, error.code.empty() ? out.error() : error);
            return;
        }
        made.push_back(out.part());
        from.clear();  // some systems remove no file that is open
        for (std::size_t i = begin; i < end; ++i) {
            remove_files(runs_[i]);
            runs_[i].clear();
        }
    }

    // Threads take ranges of keys, of about the same size, one by one; each becomes a file.
    bool merge_ranges(const std::vector<const set*>& known, std::string_view name, bool with_goal,
                      set& made) {
        goal_key_.reset();
        const std::vector<Key> bounds = range_bounds<Key>(runs_, memory_, workers_[0].reader,
                                                          team_.size() == 1 ? 1 : team_.size() * 4);
        const std::size_t ranges = bounds.size() + 1;
        std::vector<key_part<Key>> parts(ranges);
        std::vector<std::optional<Key>> goals(ranges);
        is_stopped_ = false;
        team_.for_each(ranges, [&](std::size_t r, unsigned thread) {
            if (!may_go_on()) return false;
            merge_range(thread, known, r == 0 ? nullptr : &bounds[r - 1],
                        r + 1 == ranges ? nullptr : &bounds[r],
                        folder_.name(std::string{name} + '-' + std::to_string(r)), with_goal,
                        parts[r], goals[r]);
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

    void merge_range(unsigned thread, const std::vector<const set*>& known_sets, const Key* from,
                     const Key* below, std::string name, bool with_goal, key_part<Key>& made,
                     std::optional<Key>& goal) {
        worker& w = workers_[thread];
        std::vector<key_cursor<Key>> sources;
        std::vector<key_cursor<Key>> known;
        for (const auto& run : runs_) sources.emplace_back(run, from, below);
        for (const std::span<const Key> all : memory_) {
            const Key* const begin = all.data();
            const Key* const end = begin + all.size();
            sources.emplace_back(std::span<const Key>(
                from == nullptr ? begin : std::lower_bound(begin, end, *from),
                below == nullptr ? end : std::lower_bound(begin, end, *below)));
        }
        for (const set* s : known_sets) known.emplace_back(s->parts, from, below);
        key_writer<Key> out;
        diagnostic error;
        std::size_t taken = 0;
        const bool good = out.open(std::move(name), meter_.hook()) &&
                          merge_keys(sources, known, error, [&](const Key& k) {
                              if (++taken % 4096 == 0 && !may_go_on()) return false;
                              if (with_goal && !goal && is_goal_(thread, k)) goal = k;
                              return out.push(k);
                          });
        if (good && out.count() != 0 && out.finish()) {
            made = out.part();
        } else {
            meter_.give(out.file_bytes());
            out.discard();
            error = error.code.empty() ? out.error() : error;
            if (!error.code.empty()) give_up(w, error);
        }
    }

    search_control& control_;
    const disk_folder& folder_;
    disk_meter& meter_;
    disk_plan plan_;
    thread_team team_;
    std::deque<worker> workers_;
    std::vector<std::vector<key_part<Key>>> runs_;
    std::vector<std::span<const Key>> memory_;
    goal_keys<Key> is_goal_;
    std::optional<Key> goal_key_;
    std::uint64_t run_number_ = 0;
    bool is_stopped_ = false;
    diagnostic error_;
};

}  // namespace senda::detail
