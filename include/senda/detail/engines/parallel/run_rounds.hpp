// SPDX-License-Identifier: MIT
// Runs a search by iterative deepening to its end, on as many threads as the options say.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/engines/parallel/work_tree.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
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

class shared_rounds;

/// A search whose rounds can be shared. That it is of no type lets what shares be compiled once.
class round_search {
public:
    round_search(const round_search&) = delete;
    round_search& operator=(const round_search&) = delete;

    /// Makes at most `expansions` of its part of the round.
    virtual void advance(std::uint64_t expansions) = 0;
    /// Whether its part is done; if it goes on then, the next round begins.
    [[nodiscard]] virtual bool is_over() const = 0;
    /// How many nodes its path has.
    [[nodiscard]] virtual std::size_t depth() const = 0;
    /// Hands what is left below the first `depth` nodes of its path to another; false if memory
    /// lacks.
    [[nodiscard]] virtual bool give_below(std::size_t depth, round_search& other) = 0;
    /// Hands the last of what it has to do to another; false if there is too little.
    [[nodiscard]] virtual bool give_last(round_search& other) = 0;
    /// Takes over the path that another found; false if memory lacks.
    [[nodiscard]] virtual bool adopt(const round_search& other) = 0;
    /// Takes in what another learnt for the next round.
    virtual void merge(round_search& other) = 0;
    virtual void begin_round_again() = 0;
    /// Makes another search of the same question, and lets it `serve`.
    virtual void serve(shared_rounds& rounds, unsigned number, const options& o) = 0;

    search_control& control;

protected:
    explicit round_search(search_control& c) noexcept : control(c) {}
    ~round_search() = default;
};

/// Runs a search to its end. It begins alone. Where a round is worth it, it becomes the source of
/// parts for other searches of the same question, each on its own thread.
class shared_rounds {
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // What a thread writes while it works is on its own stack.
    struct alignas(64) worker {
        shared_rounds* owner = nullptr;
        unsigned number = 0;
        round_search* search = nullptr;
        std::uint64_t granted = 0;        // expansions
        std::uint64_t before = no_limit;  // expansions before its part
        status ended = status::running;
        std::uint64_t expanded = 0;  // of this and what follows the caller knows
        std::uint64_t generated = 0;
        std::uint64_t bytes = 0;
        system_thread thread;
    };

    // The own search while it gives out parts. Apart from what all read: it often changes.
    struct alignas(64) source_state {
        system_lock lock;
        std::size_t depth = 4;  // of the nodes below which parts are
        std::uint64_t measured = 0;
        std::uint64_t measurements = 0;
        status ended = status::running;
    };

public:
    shared_rounds(round_search& own, const round_tuning& tuning) : own_(own), tuning_(tuning) {}
    shared_rounds(const shared_rounds&) = delete;
    shared_rounds& operator=(const shared_rounds&) = delete;
    ~shared_rounds() { close(); }

    SENDA_COLD void run() {
        while (own_.control.running()) {
            if (cannot_share_) {
                own_.advance(no_limit);
            } else if (goes_on_alone() && is_worth_sharing()) {
                start();
            }
        }
    }

    /// The most bytes that all searches together held.
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return std::max(bytes_, own_.control.budget().peak());
    }

    /// Works on parts until there are no more; the caller leads, the others are on threads.
    SENDA_COLD void serve(unsigned number, round_search& search) {
        if (!search.control.running()) {  // there is no memory for it
            if (number == 0) stop_sharing();
            return;
        }
        worker& me = workers_[number];
        {
            const holding lock(work_tree_.lock());  // it may come when the others have done all
            me.search = &search;
        }
        if (number == 0) return lead();
        work_tree_.come(number);
        while (work_tree_.wait(number)) work(me);
    }

private:
    /// Goes on a little; false if that ended the round or began the next.
    SENDA_COLD bool goes_on_alone() {
        if (own_.is_over()) {
            own_.advance(1);
            before_ = own_.control.expanded();
            began_ = now_in_seconds();
            return false;
        }
        own_.advance(std::min<std::uint64_t>(tuning_.block, 128));
        return own_.control.running() && !own_.is_over();
    }

    [[nodiscard]] SENDA_COLD bool is_worth_sharing() const {
        const std::uint64_t expanded = own_.control.expanded();
        const bool has_begun = size_ != 1 || expanded >= tuning_.search_alone;
        if (has_begun && expanded - before_ >= tuning_.round_alone) return true;
        return now_in_seconds() - began_ >= (has_begun ? 100e-6 : tuning_.seconds_alone);
    }

    // The limit on memory is divided: a path is all that a search needs.
    SENDA_COLD void start() {
        const senda::options& asked = own_.control.options();
        const unsigned wanted = std::min({asked.threads, work_tree::most, processors()});
        memory_budget& budget = own_.control.budget();
        const std::uint64_t share = budget.left() / (wanted + 1);
        cannot_share_ = share < tuning_.least_bytes;
        if (cannot_share_) return;
        worker_options_.limits = {.bytes = share, .cost = asked.limits.cost};
        budget.set_limit(budget.used() + share);
        is_limited_ = asked.limits.expansions != no_limit;
        is_watched_ = asked.stop.stop_possible() ||
                      asked.limits.time.seconds() < std::numeric_limits<double>::infinity();
        for (; size_ < wanted; ++size_) {
            worker& next = workers_[size_];
            next.owner = this;
            next.number = size_;
            if (!next.thread.start(&enter, &next)) break;
        }
        own_.control.note_threads(size_);
        own_.serve(*this, 0, worker_options_);
    }

    /// On the caller's thread: the rest of the search.
    SENDA_COLD void lead() {
        share_round();
        while (own_.control.running() && !cannot_share_) {
            if (goes_on_alone() && is_worth_sharing()) share_round();
        }
        close();  // before what the caller worked with is gone
    }

    SENDA_COLD void close() noexcept {
        work_tree_.close();
        for (unsigned i = 1; i < size_; ++i) workers_[i].thread.join();
        size_ = 1;
    }

    SENDA_COLD void stop_sharing() noexcept {
        close();
        cannot_share_ = true;
        own_.control.budget().set_limit(own_.control.limits().bytes);
    }

    // What follows runs on each thread.

    static void* enter(void* self) {
        worker& me = *static_cast<worker*>(self);
        shared_rounds& rounds = *me.owner;
#if defined(__cpp_exceptions)
        try {
            rounds.own_.serve(rounds, me.number, rounds.worker_options_);
        } catch (...) {
            rounds.keep_exception();
        }
#else
        rounds.own_.serve(rounds, me.number, rounds.worker_options_);
#endif
        return nullptr;
    }

    /// Works on a part that was given, then on those of the source.
    void work(worker& me) {
        bool has_part = work_tree_.takes_part(me.number);
#if defined(__cpp_exceptions)
        try {
            if (!work_on_parts(me, has_part)) return;
        } catch (...) {
            keep_exception();
        }
#else
        if (!work_on_parts(me, has_part)) return;
#endif
        work_tree_.rest(me.number, has_part);
    }

    /// False if the work tree knows already that it left.
    bool work_on_parts(worker& me, bool& has_part) {
        for (;;) {
            if (!has_part) has_part = take_from_source(me);
            if (!has_part) return true;
            round_search& search = *me.search;
            me.before = search.control.expanded();
            while (!search.is_over()) {
                const std::uint64_t allowed = allowance(me);
                if (allowed == 0) return true;
                const std::uint64_t before = search.control.expanded();
                search.advance(allowed);
                me.granted -= search.control.expanded() - before;
                if (!search.control.running() && !goes_on_after_end(me)) return false;
                if (is_watched_ && me.number == 0) look_at_clock();
                if (work_tree_.calls() && !stays(me)) return false;
            }
            if (!work_tree_.end_part(me.number)) return false;
            has_part = false;
        }
    }

    /// Looks up, and gives away a part if somebody waits for one.
    SENDA_COLD bool stays(worker& me) {
        const work_tree::news news = work_tree_.look_up(me.number);
        if (news.taker != work_tree::no_thread) {
            work_tree_.gave(me.number, news.taker,
                            me.search->give_last(*workers_[news.taker].search));
        }
        return !news.leaves;
    }

    /// The next part of the source: what is below some node of its path. Parts near its front are
    /// taken first, so that little is done behind a goal.
    SENDA_COLD bool take_from_source(worker& me) {
        const holding lock(source_.lock);
        adjust_depth(me);
        if (source_.ended != status::running) return false;
        int shallow = 0;
        while (own_.control.running() && !own_.is_over()) {
            if (own_.depth() > source_.depth) {
                if (!own_.give_below(source_.depth, *me.search)) {
                    lack_memory();
                    return false;
                }
                return work_tree_.begin_part(me.number);
            }
            if (is_limited_ && grant(1) == 0) return false;
            own_.advance(1);
            if (++shallow % 16 == 0 && source_.depth > 1)
                --source_.depth;  // the tree is not as deep
        }
        if (own_.control.running()) {
            work_tree_.close_source(false);
        } else if (is_goal(own_.control.status())) {
            source_.ended = own_.control.status();
            own_.control.resume();
            work_tree_.close_source(true);
        } else if (own_.control.status() == status::memory_limit) {
            lack_memory();
        } else {
            work_tree_.halt();
        }
        return false;
    }

    /// Parts that are too small cost more than they help, those that are too large keep others
    /// waiting.
    void adjust_depth(worker& me) noexcept {
        if (me.before == no_limit) return;
        source_.measured += me.search->control.expanded() - me.before;
        me.before = no_limit;
        if (++source_.measurements < 8) return;
        if (source_.measured > 16 * tuning_.part) ++source_.depth;
        if (source_.measured < 4 * tuning_.part && source_.depth > 1) --source_.depth;
        source_.measured = source_.measurements = 0;
    }

    /// How many expansions may follow. The last ones are granted in ever smaller pieces, so that
    /// few lie with a thread that does not need them.
    std::uint64_t allowance(worker& me) noexcept {
        if (me.granted == 0) me.granted = is_limited_ ? grant(no_limit) : tuning_.block;
        const bool asks_often = is_watched_ && me.number == 0;
        return std::min(me.granted,
                        asks_often ? std::min<std::uint64_t>(64, tuning_.block) : tuning_.block);
    }
    SENDA_COLD std::uint64_t grant(std::uint64_t wanted) noexcept {
        const holding lock(work_tree_.lock());
        const std::uint64_t part = ungranted_ / (4 * std::uint64_t{size_});
        const std::uint64_t granted =
            std::min(wanted, std::min(ungranted_, std::max<std::uint64_t>(part, 16)));
        ungranted_ -= granted;
        return granted;
    }

    [[nodiscard]] static bool is_goal(status s) noexcept {
        return s == status::found || s == status::negative_cost;
    }

    /// False: a goal or a negative cost ends the search, if nothing comes before it in the tree.
    SENDA_COLD bool goes_on_after_end(worker& me) noexcept {
        me.ended = me.search->control.status();
        me.search->control.resume();
        if (is_goal(me.ended)) {
            work_tree_.found(me.number);
            return false;
        }
        lack_memory();  // the work tree will take the part away
        return true;
    }

    SENDA_COLD void lack_memory() noexcept {
        {
            const holding lock(work_tree_.lock());
            lacks_memory_ = true;
        }
        work_tree_.halt();
    }

    SENDA_COLD void look_at_clock() {
        const holding lock(source_.lock);
        if (!own_.control.poll()) work_tree_.halt();
    }

#if defined(__cpp_exceptions)
    SENDA_COLD void keep_exception() noexcept {
        {
            const holding lock(work_tree_.lock());
            if (!thrown_) thrown_ = std::current_exception();
        }
        work_tree_.halt();
    }
#endif

    // What follows runs on the caller's thread.

    /// Searches what is left of a round, and ends the search if that ends it.
    SENDA_COLD void share_round() {
        for (worker& w : workers_) w.granted = 0;
        ungranted_ = own_.control.limits().expansions - own_.control.expanded();
        source_.depth += tuning_.deeper;
        work_tree_.open();
        do {
            work(workers_[0]);
        } while (wait_for_part());
        bytes_ = own_.control.budget().peak();
        for (unsigned i = 0; i < size_; ++i) {
            count(workers_[i]);
            bytes_ += workers_[i].bytes;
        }
#if defined(__cpp_exceptions)
        if (thrown_) std::rethrow_exception(thrown_);
#endif
        if (lacks_memory_) {  // a part is not enough, but all may be
            stop_sharing();
            own_.control.resume();
            return own_.begin_round_again();
        }
        // Which of several paths is found must not depend on how far others came: unless the clock
        // or the stop token ended it, which makes two runs differ in any case.
        unsigned finder = work_tree_.finder();
        const bool is_late = !own_.control.running();
        if (!is_late && !finish_parts(finder)) return;
        if (finder == work_tree::no_thread) return;
        own_.control.budget().set_limit(own_.control.limits().bytes);
        status ended = source_.ended;
        if (finder != work_tree::source) {
            ended = workers_[finder].ended;
            const bool has_room = ended != status::found || own_.adopt(*workers_[finder].search);
            if (!has_room) ended = status::memory_limit;
        }
        own_.control.resume();
        own_.control.end(ended);
    }

    [[nodiscard]] SENDA_COLD bool wait_for_part() {
        for (;;) {
            const auto waited = work_tree_.wait_a_little();
            if (waited != work_tree::waited::in_vain) {
                return waited == work_tree::waited::for_part;
            }
            look_at_clock();
        }
    }

    /// Uses up expansions that some were granted and did not need; false if they do not suffice.
    [[nodiscard]] SENDA_COLD bool finish_parts(unsigned& finder) {
        for (unsigned part = 0; part < work_tree_.parts(); ++part) {
            const unsigned holder = work_tree_.holder(part);
            worker& w = workers_[holder];
            if (!finish(*w.search, w)) return false;
            if (w.search->control.running()) continue;
            w.ended = w.search->control.status();
            finder = holder;
            return true;
        }
        return finder != work_tree::no_thread || finish(own_, workers_[0]);
    }
    [[nodiscard]] SENDA_COLD bool finish(round_search& search, worker& holder) {
        while (search.control.running() && !search.is_over()) {
            const std::uint64_t left = own_.control.limits().expansions - own_.control.expanded();
            if (left == 0) own_.control.end(status::expansion_limit);
            if (left == 0) return false;
            search.advance(left);
            count(holder);
        }
        return true;
    }

    /// Takes in what a search did since it was last asked.
    SENDA_COLD void count(worker& w) {
        {
            const holding lock(work_tree_.lock());
            if (w.search == nullptr) return;
        }
        const statistics now = w.search->control.statistics();
        own_.control.count_expanded(now.expanded - w.expanded);
        own_.control.count_generated(now.generated - w.generated);
        w.expanded = now.expanded;
        w.generated = now.generated;
        w.bytes = now.bytes;
        own_.merge(*w.search);
    }

    work_tree work_tree_;
    worker workers_[work_tree::most];
    round_search& own_;
    const round_tuning& tuning_;
    std::uint64_t before_ = 0;  // expansions before this round
    double began_ = now_in_seconds();
    std::uint64_t ungranted_ = 0;
    std::uint64_t bytes_ = 0;
#if defined(__cpp_exceptions)
    std::exception_ptr thrown_;
#endif
    options worker_options_;
    unsigned size_ = 1;
    bool cannot_share_ = false;
    bool is_limited_ = false;
    bool is_watched_ = false;
    bool lacks_memory_ = false;
    source_state source_;
};

/// A search of some type as `shared_rounds` knows it; `make(options)` makes another.
template <class Search, class Make>
class round_search_of final : public round_search {
public:
    round_search_of(Search& s, const Make& make)
        : round_search(s.control_), search(s), make_(make) {}

    void advance(std::uint64_t expansions) override {
        const std::uint64_t end = control.expanded() + std::min(expansions, ~control.expanded());
        do {
            search.advance(end - control.expanded());
        } while (control.running() && control.expanded() < end && !search.round_over());
    }
    [[nodiscard]] bool is_over() const override { return search.round_over(); }
    [[nodiscard]] std::size_t depth() const override { return search.depth(); }
    [[nodiscard]] bool give_below(std::size_t level, round_search& other) override {
        return search.give_below(level, static_cast<round_search_of&>(other).search);
    }
    [[nodiscard]] bool give_last(round_search& other) override {
        return search.give_last(static_cast<round_search_of&>(other).search);
    }
    [[nodiscard]] bool adopt(const round_search& other) override {
        return search.adopt(static_cast<const round_search_of&>(other).search);
    }
    void merge(round_search& other) override {
        search.merge(static_cast<round_search_of&>(other).search);
    }
    void begin_round_again() override { search.begin_round_again(); }
    void serve(shared_rounds& rounds, unsigned number, const options& o) override {
        Search other = make_(o);
        round_search_of known(other, make_);
        rounds.serve(number, known);
    }

    Search& search;

private:
    const Make& make_;
};

/// The answer of a search that `make(options)` makes, on as many threads as the options say.
template <class Make>
[[nodiscard]] SENDA_COLD auto run_shared_rounds(const Make& make, const options& o,
                                                const round_tuning& tuning = {}) {
    using search = decltype(make(o));
    using known = round_search_of<search, Make>;
    search own = make(o);
    known own_known(own, make);
    shared_rounds rounds(own_known, tuning);
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
