// SPDX-License-Identifier: MIT
// Runs a search by iterative deepening to its end, on as many threads as the options say.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace senda::detail {

/// When a search is shared, and how often a thread that works looks whether others wait.
struct round_tuning {
    std::uint64_t search_alone = 16'384;  ///< expansions before threads are started,
    double seconds_alone = 0.05;          ///< or seconds in a round;
    std::uint64_t round_alone = 2'048;    ///< and expansions before a further round is shared
    std::uint64_t block = 512;            ///< expansions between two looks
    std::uint64_t part = 2'048;           ///< expansions of a part, about
    std::size_t deeper = 4;               ///< steps, in the next tree: too small is soon noticed
    std::uint64_t least_bytes = 65'536;   ///< of the limit on memory for each thread
};

#if SENDA_HAS_THREADS

/// Runs a search to its end. It begins alone. Where a round is worth it, it becomes the source of
/// parts for other searches of the same question, which `make(options)` makes, one for each thread.
///
/// Parts are intervals of the tree's depth-first order, and listed in that order. The source gives
/// them out from the front. When it has no more, a thread that works gives away the first of what
/// it has, and goes on behind it. What is found in a part comes before everything in the parts
/// behind it and in the source: these are dropped, and only those in front go on. So what stands in
/// the end is what a single thread meets first, whichever thread worked on what.
template <class Search, class Make>
class shared_rounds {
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
    static constexpr unsigned most = 64;
    static constexpr unsigned source = most;
    static constexpr unsigned no_one = most + 1;

    struct alignas(64) worker {
        worker(const Make& make, const options& o, unsigned n) : search(make(o)), number(n) {}

        Search search;
        unsigned number;
        unsigned is_waiting = 0;          // for a part
        status ended = status::running;   // by what it found
        std::uint64_t before = no_limit;  // expansions before its part
        std::uint64_t expanded = 0;       // of this and what follows the caller knows
        std::uint64_t generated = 0;
        std::uint64_t bytes = 0;
    };

public:
    shared_rounds(Search& own, const Make& make, const round_tuning& tuning)
        : own_(own), make_(make), tuning_(tuning) {}
    shared_rounds(const shared_rounds&) = delete;
    shared_rounds& operator=(const shared_rounds&) = delete;
    ~shared_rounds() {
        for (unsigned i = 0; i < size_; ++i) delete workers_[i];
    }

    SENDA_COLD void run() {
        while (own_.control_.running()) {
            if (cannot_share_) {
                advance(own_, no_limit);
            } else if (goes_on_alone() && is_worth_sharing() && has_workers()) {
                share_round();
            }
        }
    }

    /// The most bytes that all searches together held.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return std::max(bytes_, own_.control_.budget().peak());
    }

private:
    /// Makes at most `expansions` of a search's part of the round.
    static void advance(Search& search, std::uint64_t expansions) {
        const search_control& control = search.control_;
        const std::uint64_t end = control.expanded() + std::min(expansions, ~control.expanded());
        do {
            search.advance(end - control.expanded());
        } while (control.running() && control.expanded() < end && !search.round_over());
    }

    /// Goes on a little; false if that ended the round or began the next.
    [[nodiscard]] bool goes_on_alone() {
        if (own_.round_over()) {
            advance(own_, 1);
            before_ = own_.control_.expanded();
            began_ = now_in_seconds();
            return false;
        }
        advance(own_, std::min<std::uint64_t>(tuning_.block, 128));
        return own_.control_.running() && !own_.round_over();
    }

    [[nodiscard]] SENDA_COLD bool is_worth_sharing() const {
        const std::uint64_t expanded = own_.control_.expanded();
        const bool has_begun = size_ != 0 || expanded >= tuning_.search_alone;
        if (has_begun && expanded - before_ >= tuning_.round_alone) return true;
        return now_in_seconds() - began_ >= (has_begun ? 100e-6 : tuning_.seconds_alone);
    }

    /// Makes searches for threads, the first time. The limit on memory is divided: a path is all
    /// that a search needs.
    [[nodiscard]] SENDA_COLD bool has_workers() {
        if (size_ != 0) return true;
        const senda::options& asked = own_.control_.options();
        const unsigned wanted = std::min({asked.threads, most, processors()});
        memory_budget& budget = own_.control_.budget();
        const std::uint64_t share = budget.left() / (wanted + 1);
        cannot_share_ = share < tuning_.least_bytes;
        if (cannot_share_) return false;
        const options each{.limits = {.bytes = share, .cost = asked.limits.cost}};
        budget.set_limit(budget.used() + share);
        is_watched_ = own_.control_.has_deadline_or_stop();
        team_.start(wanted);
        while (size_ < team_.size() && !cannot_share_) {
            workers_[size_] = new worker(make_, each, size_);
            cannot_share_ = !workers_[size_++]->search.control_.running();  // memory lacks
        }
        if (cannot_share_) stop_sharing();
        own_.control_.note_threads(team_.size());
        return !cannot_share_;
    }

    SENDA_COLD void stop_sharing() noexcept {
        cannot_share_ = true;
        own_.control_.budget().set_limit(own_.control_.limits().bytes);
    }

    /// Searches what is left of a round, and ends the search if that ends it.
    SENDA_COLD void share_round() {
        depth_ += tuning_.deeper;
        parts_ = 0;
        is_open_ = true;
        team_.for_each(size_, [this](std::size_t number, unsigned) { serve(*workers_[number]); });
        bytes_ = own_.control_.budget().peak();
        for (unsigned i = 0; i < size_; ++i) {
            count(*workers_[i]);
            bytes_ += workers_[i]->bytes;
        }
        if (finder_ == no_one && !is_halted_) return;
        own_.control_.resume();
        if (lacks_memory_) {  // a part is not enough, but all may be
            stop_sharing();
            own_.begin_round_again();
        } else if (finder_ != no_one) {
            own_.control_.budget().set_limit(own_.control_.limits().bytes);
            status ended = source_ended_;
            if (finder_ != source) {
                const worker& finder = *workers_[finder_];
                ended = own_.adopt(finder.search) ? finder.ended : status::memory_limit;
            }
            own_.control_.end(ended);
        } else if (own_.control_.poll()) {
            is_halted_ = false;
            own_.begin_round_again();
        }
    }

    /// Takes in what a search did since it was last asked.
    SENDA_COLD void count(worker& w) {
        const statistics now = w.search.control_.statistics();
        own_.control_.count_expanded(now.expanded - w.expanded);
        own_.control_.count_generated(now.generated - w.generated);
        w.expanded = now.expanded;
        w.generated = now.generated;
        w.bytes = now.bytes;
        own_.merge(w.search);
    }

    // What follows runs on each thread.

    void serve(worker& me) {
        SENDA_DETAIL_BARRIER_HOOK();
        {
            const holding lock(lock_);
            if (!is_open_ && busy_ == 0) return;  // the others have done all
            store(busy_, busy_ + 1);
        }
        leaving by_exception{this};
        while (has_part(me)) work_on_part(me);
        by_exception.all = nullptr;
    }
    /// All leave when an exception ends the work of one.
    struct leaving {
        shared_rounds* all;

        ~leaving() {
            if (all == nullptr) return;
            const holding lock(all->lock_);
            store(all->busy_, all->busy_ - 1);
            all->halt();
        }
    };

    void work_on_part(worker& me) {
        const search_control& control = me.search.control_;
        me.before = control.expanded();
        while (!me.search.round_over()) {
            advance(me.search,
                    is_watched_ ? std::min<std::uint64_t>(tuning_.block, 64) : tuning_.block);
            if (!control.running()) return end_part(me);
            if (is_watched_ && own_.control_.must_stop()) {
                const holding lock(lock_);
                halt();
            }
            if (load(calls_) != 0 && !goes_on(me)) return;
        }
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        const unsigned at = place_of(me);
        if (at == parts_) return;
        std::copy(order_ + at + 1, order_ + parts_, order_ + at);
        --parts_;
    }

    /// Takes the next part of the source. If that has no more, waits until a thread that works
    /// gives one away; false if none are left.
    [[nodiscard]] SENDA_COLD bool has_part(worker& me) {
        SENDA_DETAIL_BARRIER_HOOK();
        {
            const holding lock(lock_);
            adjust_depth(me);
            if (take_from_source(me)) return true;
            store(busy_, busy_ - 1);
            if (finder_ == me.number) return false;  // its search holds what it found
            me.is_waiting = 1;
            ++waiting_;
            refresh_calls();
        }
        for (int spins = 0; load(me.is_waiting) != 0 && load(busy_) != 0; ++spins)
            thread_team::pause_or_yield(spins);
        const holding lock(lock_);
        if (me.is_waiting == 0) return true;
        me.is_waiting = 0;
        --waiting_;
        refresh_calls();
        return false;
    }

    /// Gives a part away if somebody waits for one; false if what is left of its own is not needed.
    [[nodiscard]] SENDA_COLD bool goes_on(worker& me) {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        const unsigned at = place_of(me);
        if (is_halted_ || at == parts_) return false;
        worker* const* const other = std::find_if(
            workers_, workers_ + size_, [](const worker* w) { return w->is_waiting != 0; });
        const std::size_t kept = me.search.open_depth();
        if (other == workers_ + size_ || kept >= me.search.depth()) return true;
        if (!me.search.give_below(kept, (*other)->search)) return true;
        std::copy_backward(order_ + at, order_ + parts_, order_ + parts_ + 1);
        order_[at] = (*other)->number;
        ++parts_;
        --waiting_;
        store(busy_, busy_ + 1);
        store((*other)->is_waiting, 0U);
        refresh_calls();
        return true;
    }

    /// A search ended in its part. What is behind a goal or a negative cost is not needed.
    SENDA_COLD void end_part(worker& me) noexcept {
        SENDA_DETAIL_BARRIER_HOOK();
        const holding lock(lock_);
        const unsigned at = place_of(me);
        me.ended = me.search.control_.status();
        me.search.control_.resume();
        if (!is_goal(me.ended)) {
            lacks_memory_ = true;
            halt();
        } else if (at != parts_) {
            parts_ = at;
            finder_ = me.number;
            is_open_ = false;
            refresh_calls();
        }
    }

    // What follows is called by who holds the lock.

    /// The next part of the source: what is below some node of its path. Parts near its front are
    /// taken first, so that little is done behind a goal.
    [[nodiscard]] bool take_from_source(worker& me) {
        if (!is_open_) return false;
        for (int shallow = 1; own_.control_.running() && !own_.round_over(); ++shallow) {
            if (own_.depth() > depth_) {
                lacks_memory_ = !own_.give_below(depth_, me.search);
                if (lacks_memory_) {
                    halt();
                } else {
                    order_[parts_++] = me.number;
                }
                return !lacks_memory_;
            }
            advance(own_, 1);
            if (shallow % 16 == 0 && depth_ > 1) --depth_;  // the tree is not as deep
        }
        is_open_ = false;
        if (own_.control_.running()) return false;
        if (is_goal(own_.control_.status())) {
            source_ended_ = own_.control_.status();
            finder_ = source;
            own_.control_.resume();
        } else {
            lacks_memory_ = own_.control_.status() == status::memory_limit;
            halt();
        }
        return false;
    }

    /// Parts that are too small cost more than they help, those that are too large keep others
    /// waiting.
    void adjust_depth(worker& me) noexcept {
        if (me.before == no_limit) return;
        measured_ += me.search.control_.expanded() - me.before;
        me.before = no_limit;
        if (++measurements_ < 8) return;
        if (measured_ > 16 * tuning_.part) ++depth_;
        if (measured_ < 4 * tuning_.part && depth_ > 1) --depth_;
        measured_ = measurements_ = 0;
    }

    [[nodiscard]] static bool is_goal(status s) noexcept {
        return s == status::found || s == status::negative_cost;
    }
    /// Where the part of a thread is in the list; its end if it was dropped.
    [[nodiscard]] unsigned place_of(const worker& me) const noexcept {
        return static_cast<unsigned>(std::find(order_, order_ + parts_, me.number) - order_);
    }
    /// All leave.
    void halt() noexcept {
        is_halted_ = true;
        is_open_ = false;
        refresh_calls();
    }
    void refresh_calls() noexcept {
        store(calls_, waiting_ != 0 || is_halted_ || finder_ != no_one ? 1U : 0U);
    }

    Search& own_;
    const Make& make_;
    const round_tuning& tuning_;
    std::uint64_t before_ = 0;  // expansions before this round
    double began_ = now_in_seconds();
    std::uint64_t bytes_ = 0;
    unsigned size_ = 0;  // of the workers
    worker* workers_[most] = {};
    bool cannot_share_ = false;
    bool is_watched_ = false;
    // On a line of its own: all read it, and it seldom changes.
    alignas(64) unsigned calls_ = 0;  // not 0: there is something to look up for
    alignas(64) system_lock lock_;    // for all that follows
    unsigned busy_ = 0;
    unsigned waiting_ = 0;
    unsigned order_[most] = {};  // who holds the parts, in the order of the tree
    unsigned parts_ = 0;
    unsigned finder_ = no_one;  // of what comes first of all
    std::size_t depth_ = 4;     // of the nodes below which parts of the source are
    std::uint64_t measured_ = 0;
    std::uint64_t measurements_ = 0;
    status source_ended_ = status::running;
    bool is_open_ = false;  // the source may have parts
    bool is_halted_ = false;
    bool lacks_memory_ = false;
    thread_team team_;
};

/// The answer of a search that `make(options)` makes, on as many threads as the options say. One
/// alone keeps to a limit on expansions.
template <class Make>
[[nodiscard]] SENDA_COLD auto run_shared_rounds(const Make& make, const options& o,
                                                const round_tuning& tuning = {}) {
    using search = decltype(make(o));
    search own = make(o);
    if (o.limits.expansions != limits{}.expansions) {
        own.run();
        return own.result();
    }
    shared_rounds<search, Make> rounds(own, make, tuning);
    rounds.run();
    auto answer = own.result();
    answer.statistics.bytes = rounds.bytes();
    return answer;
}

#endif

/// The answer of a search that `make(options)` makes.
template <bool Shareable, class Make>
[[nodiscard]] auto run_rounds(const Make& make, const options& o) {
#if SENDA_HAS_THREADS
    if constexpr (Shareable) {
        if (o.threads > 1) return run_shared_rounds(make, o);
    }
#endif
    return run_to_end(make(o));
}

}  // namespace senda::detail
