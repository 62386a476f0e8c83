// SPDX-License-Identifier: MIT
// The next layer of a search on disk: what the nodes of the last lead to, sorted, without what is
// known. Korf's delayed duplicate detection (2004): duplicates are found when sorted keys meet.
#pragma once

#include <senda/graph/successors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/scale/disk/disk_plan.hpp>
#include <senda/search/scale/disk/folder.hpp>
#include <senda/search/scale/disk/key.hpp>
#include <senda/search/scale/disk/key_file.hpp>
#include <senda/search/scale/disk/key_ranges.hpp>
#include <senda/search/scale/disk/manifest.hpp>
#include <senda/search/scale/disk/merge_keys.hpp>
#include <senda/search/scale/disk/sort_keys.hpp>
#include <senda/storage/memory.hpp>
#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace senda::detail {

/// Makes layers for a search; `Goal` is asked as `goal(g, node)`.
template <class G, class Node, class Goal>
class layer_maker {
    using types = graph_types<std::remove_cv_t<G>, Node>;
    using keys = node_keys<std::remove_cv_t<G>, Node>;
    static constexpr bool has_goal_nodes = requires(const Goal& goal) { goal.begin(); };

public:
    using key = typename keys::key;
    using set = key_set<key>;

    layer_maker(G& g, const Goal& goal, search_control& control, const disk_folder& folder,
                disk_meter& meter)
        : graph_(g), goal_(goal), control_(control), folder_(folder), meter_(meter) {
        if constexpr (has_goal_nodes) {
            for (const Node& n : goal)
                if (is_in(g, n)) goal_keys_.push_back(keys::key_of(g, n));
            std::sort(goal_keys_.begin(), goal_keys_.end());
        }
    }

    /// Takes what the plan wants of the memory; false if there is not enough.
    [[nodiscard]] bool start(const disk_plan& plan) {
        plan_ = plan;
        team_.start(plan.threads);
        control_.note_threads(team_.size());
        for (unsigned t = 0; t < team_.size(); ++t) workers_.emplace_back(control_.budget(), goal_);
        return plan.keys != 0 &&
               control_.budget().take(team_.size() * plan.template file_memory<key>());
    }

    /// A set of a few keys, which are not sorted.
    [[nodiscard]] bool make_first(std::vector<key> from, std::string_view name, set& made) {
        from.resize(static_cast<std::size_t>(sort_unique(from.data(), from.data() + from.size()) -
                                             from.data()));
        memory_.assign(1, std::span<const key>(from));
        runs_.clear();
        return merge_ranges({}, name, true, made);
    }

    /// What the keys of `last` lead to and none of `known` has, which are at most as many as the
    /// plan says.
    [[nodiscard]] bool make_next(const set& last, const std::vector<const set*>& known,
                                 std::string_view name, set& made) {
        const bool good = expand(last) && reduce_runs() && merge_ranges(known, name, true, made);
        for (worker& w : workers_) w.reader.close();
        remove_runs();
        for (worker& w : workers_) {
            w.collected.clear();
            control_.count_generated(std::exchange(w.generated, 0));
        }
        if (good) control_.count_expanded(last.count);
        return good;
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
    [[nodiscard]] const std::optional<key>& goal_key() const noexcept { return goal_key_; }
    /// Looks for a goal in a set that was made before.
    [[nodiscard]] bool find_goal(const set& in) {
        goal_key_.reset();
        if constexpr (has_goal_nodes) {
            for (const key& k : goal_keys_) {
                if (!goal_key_ && contains_key(in.parts, k, error_)) goal_key_ = k;
            }
            return error_.code.empty();
        }
        for (key_cursor<key> c(in.parts, nullptr, nullptr);; c.advance()) {
            if (c.has_failed()) return fail(c.error());
            if (c.at_end()) return true;
            if (is_goal(workers_[0], c.key())) {
                goal_key_ = c.key();
                return true;
            }
        }
    }
    /// The least key of a set whose node leads to `to`.
    [[nodiscard]] bool find_origin(const set& in, const key& to, std::optional<key>& origin) {
        for (key_cursor<key> c(in.parts, nullptr, nullptr); !origin; c.advance()) {
            if (c.has_failed()) return fail(c.error());
            if (c.at_end()) return true;
            const Node from = keys::node_of(graph_, c.key());
            for_each_successor<types>(graph_, from, [&](const Node& n, auto, const auto&) {
                if (keys::key_of(graph_, n) == to) origin = c.key();
            });
        }
        return true;
    }

    /// What went wrong with the disk; empty if nothing did, and then a limit came.
    [[nodiscard]] const diagnostic& error() const noexcept { return error_; }
    /// Removes what is left of work that was not finished.
    void remove_runs() {
        for (const auto& run : runs_) remove_files(run);
        runs_.clear();
    }

private:
    struct worker {
        worker(memory_budget& budget, const Goal& asked) : collected(budget), goal(asked) {}

        buffer<key> collected;  // its size is that of its sorted part, while it grows
        Goal goal;              // a predicate is asked by several threads
        key_reader<key> reader;
        std::vector<std::vector<key_part<key>>> runs;
        std::uint64_t generated = 0;
        diagnostic error;
    };

    bool fail(const diagnostic& error) {
        if (error_.code.empty()) error_ = error;
        return false;
    }
    /// Whether all threads went well; notes the first error.
    bool collect_errors() {
        for (worker& w : workers_)
            if (!w.error.code.empty()) (void)fail(std::exchange(w.error, {}));
        return error_.code.empty() && control_.may_wait();
    }
    void give_up(worker& w, const diagnostic& error) {
        w.error = error;
        store(is_stopped_, true);
    }
    /// Whether the threads shall go on: asked after some thousands of keys.
    [[nodiscard]] bool may_go_on() {
        if (load(is_stopped_)) return false;
        if (!control_.is_watched() || !control_.is_overdue()) return true;
        store(is_stopped_, true);
        return false;
    }

    void remove_files(const std::vector<key_part<key>>& parts) {
        for (const key_part<key>& p : parts)
            if (std::remove(p.name.c_str()) == 0) meter_.give(p.bytes);
    }
    [[nodiscard]] std::string run_name() {
        return folder_.name("run-" + std::to_string(run_number_.take()));
    }

    // Threads take the blocks of a layer one by one.
    bool expand(const set& last) {
        memory_.clear();
        std::vector<std::uint64_t> begins;  // the number of each part's first block
        std::uint64_t blocks = 0;
        for (const key_part<key>& p : last.parts) {
            begins.push_back(blocks);
            blocks += seal_format::blocks(p.seal.bytes, key_block);
        }
        // Room for what a layer of this size may lead to, but not more than the plan has.
        const std::uint64_t room = last.count / 2 * 9 + 4096;
        const auto capacity = static_cast<std::size_t>(std::min<std::uint64_t>(plan_.keys, room));
        for (worker& w : workers_) {
            if (w.collected.capacity() > 2 * capacity) w.collected.release();
            if (!control_.fits(w.collected.reserve(capacity))) return false;
        }
        blocks_.reset();
        is_stopped_ = false;
        team_.run(
            [&](unsigned thread) {
                worker& w = workers_[thread];
                expander each(*this, w);
                std::size_t open = last.parts.size();
                for (std::uint64_t b = 0; (b = blocks_.take()) < blocks && may_go_on();) {
                    const auto part = static_cast<std::size_t>(
                        std::upper_bound(begins.begin(), begins.end(), b) - begins.begin() - 1);
                    if (part != open && !w.reader.open(last.parts[part]))
                        return give_up(w, w.reader.error());
                    open = part;
                    if (!w.reader.go_to(b - begins[part])) return give_up(w, w.reader.error());
                    while (!w.reader.keys().empty()) {
                        if (!each.expand(w.reader.keys())) return;
                        if (!w.reader.next_in_block()) return give_up(w, w.reader.error());
                    }
                }
                each.finish();
            },
            blocks == 1);
        for (worker& w : workers_) {
            for (auto& run : w.runs) runs_.push_back(std::move(run));
            w.runs.clear();
            if (!w.collected.empty()) memory_.push_back({w.collected.data(), w.collected.size()});
        }
        return collect_errors();
    }

    /// Collects what nodes lead to, and writes it sorted where there is no room for more.
    class expander {
    public:
        expander(layer_maker& all, worker& w)
            : all_(all),
              worker_(w),
              begin_(w.collected.data()),
              at_(begin_),
              end_(begin_ + w.collected.capacity()) {}

        SENDA_FLATTEN bool expand(std::span<const key> from) {
            G& g = all_.graph_;
            for (const key& k : from) {
                const Node node = keys::node_of(g, k);
                for_each_successor<types>(g, node, [&](const Node& to, auto, const auto&) {
                    if (at_ == end_) [[unlikely]] {
                        if (!make_room()) return;
                    }
                    *at_++ = keys::key_of(g, to);
                    ++generated_;
                });
            }
            return worker_.error.code.empty();
        }
        void finish() {
            worker_.collected.set_size(static_cast<std::size_t>(sort_unique(begin_, at_) - begin_));
            worker_.generated += generated_;
        }

    private:
        // Often half are duplicates, and then there is room without writing.
        SENDA_COLD bool make_room() {
            if (!worker_.error.code.empty()) return false;
            at_ = sort_unique(begin_, at_);
            if (at_ - begin_ <= (end_ - begin_) / 2) return true;
            key_writer<key> run;
            bool good = run.open(all_.run_name(), all_.meter_.hook());
            for (const key* k = begin_; good && k != at_; ++k) good = run.push(*k);
            if (!good || !run.finish()) {
                all_.give_up(worker_, run.error());
                return false;
            }
            worker_.runs.push_back({run.part()});
            at_ = begin_;
            return true;
        }

        layer_maker& all_;
        worker& worker_;
        key* begin_;
        key* at_;
        key* end_;
        std::uint64_t generated_ = 0;
    };

    /// Merges runs until they are few enough to be merged at once.
    bool reduce_runs() {
        while (runs_.size() > plan_.fan_in) {
            const std::size_t groups = (runs_.size() + plan_.fan_in - 1) / plan_.fan_in;
            std::vector<std::vector<key_part<key>>> merged(groups);
            blocks_.reset();
            is_stopped_ = false;
            team_.run(
                [&](unsigned thread) {
                    for (std::uint64_t i = 0; (i = blocks_.take()) < groups && may_go_on();) {
                        const auto group = static_cast<std::size_t>(i);
                        merge_group(workers_[thread], group * runs_.size() / groups,
                                    (group + 1) * runs_.size() / groups, merged[group]);
                    }
                },
                groups == 1);
            if (!collect_errors()) {
                for (auto& run : merged) runs_.push_back(std::move(run));  // to be removed
                return false;
            }
            runs_ = std::move(merged);
        }
        return true;
    }
    void merge_group(worker& w, std::size_t begin, std::size_t end,
                     std::vector<key_part<key>>& made) {
        std::vector<key_cursor<key>> from;
        std::vector<key_cursor<key>> none;
        for (std::size_t i = begin; i < end; ++i) from.emplace_back(runs_[i], nullptr, nullptr);
        key_writer<key> out;
        diagnostic error;
        const bool good = out.open(run_name(), meter_.hook()) &&
                          merge_keys(from, none, error, [&](const key& k) { return out.push(k); });
        if (!good || !out.finish()) return give_up(w, error.code.empty() ? out.error() : error);
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
        const std::vector<key> bounds = range_bounds<key>(runs_, memory_, workers_[0].reader,
                                                          team_.size() == 1 ? 1 : team_.size() * 4);
        const std::size_t ranges = bounds.size() + 1;
        std::vector<key_part<key>> parts(ranges);
        std::vector<std::optional<key>> goals(ranges);
        blocks_.reset();
        is_stopped_ = false;
        team_.run(
            [&](unsigned thread) {
                for (std::uint64_t i = 0; (i = blocks_.take()) < ranges && may_go_on();) {
                    const auto r = static_cast<std::size_t>(i);
                    merge_range(workers_[thread], known, r == 0 ? nullptr : &bounds[r - 1],
                                r + 1 == ranges ? nullptr : &bounds[r],
                                folder_.name(std::string{name} + '-' + std::to_string(r)),
                                with_goal, parts[r], goals[r]);
                }
            },
            ranges == 1);
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

    void merge_range(worker& w, const std::vector<const set*>& known_sets, const key* from,
                     const key* below, std::string name, bool with_goal, key_part<key>& made,
                     std::optional<key>& goal) {
        std::vector<key_cursor<key>> sources;
        std::vector<key_cursor<key>> known;
        for (const auto& run : runs_) sources.emplace_back(run, from, below);
        for (const std::span<const key> all : memory_) {
            const key* const begin = all.data();
            const key* const end = begin + all.size();
            sources.emplace_back(std::span<const key>(
                from == nullptr ? begin : std::lower_bound(begin, end, *from),
                below == nullptr ? end : std::lower_bound(begin, end, *below)));
        }
        for (const set* s : known_sets) known.emplace_back(s->parts, from, below);
        key_writer<key> out;
        diagnostic error;
        std::size_t taken = 0;
        const bool good = out.open(std::move(name), meter_.hook()) &&
                          merge_keys(sources, known, error, [&](const key& k) {
                              if (++taken % 4096 == 0 && !may_go_on()) return false;
                              if (with_goal && !goal && is_goal(w, k)) goal = k;
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

    [[nodiscard]] bool is_goal(worker& w, const key& k) {
        if constexpr (has_goal_nodes) {
            return std::binary_search(goal_keys_.begin(), goal_keys_.end(), k);
        } else {
            return w.goal(graph_, keys::node_of(graph_, k));
        }
    }

    G& graph_;
    const Goal& goal_;
    search_control& control_;
    const disk_folder& folder_;
    disk_meter& meter_;
    disk_plan plan_;
    disk_team team_;
    std::deque<worker> workers_;
    std::vector<std::vector<key_part<key>>> runs_;
    std::vector<std::span<const key>> memory_;
    std::vector<key> goal_keys_;  // sorted, where goals are nodes
    std::optional<key> goal_key_;
    ticket_counter blocks_;
    ticket_counter run_number_;
    bool is_stopped_ = false;
    diagnostic error_;
};

}  // namespace senda::detail
