// SPDX-License-Identifier: MIT
// Monte-Carlo tree search and exact solving of games on several threads.
#pragma once

#include <senda/detail/games/transposition_table.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/position.hpp>
#include <senda/games/solve.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <type_traits>
#include <vector>

#if SENDA_HAS_THREADS
#include <thread>
#endif

namespace senda::games {

/// What `transposition_table` is, for several threads. An entry whose words two threads wrote at
/// the same time does not match any key (R. Hyatt, T. Mann, A lock-less transposition table
/// implementation for parallel search chess engines, 2002).
template <class Value>
    requires(std::is_trivially_copyable_v<Value> && sizeof(Value) == sizeof(std::uint64_t))
class shared_table {
    struct entry {
        std::uint64_t check;  // the key, with the value put over it
        std::uint64_t value;
        std::uint64_t mark;  // work, and below it the age; 0: nothing is stored here
    };
    using memory = detail::table_memory<entry>;

public:
    /// A table without room; it draws on `budget`, which must outlive it.
    explicit shared_table(memory_budget& budget) noexcept : memory_(budget) {}

    /// Begins a search as a `transposition_table` does; no thread may use it meanwhile.
    void begin_search(std::uint64_t bytes) { memory_.begin_search(bytes); }

    /// The value stored for a hash, if there is one.
    [[nodiscard]] std::optional<Value> find(std::uint64_t hash) const noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        const entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return std::nullopt;
        for (std::size_t i = 0; i < memory::bucket_size; ++i)
            if (const auto value = value_for(key, bucket[i])) return value;
        return std::nullopt;
    }

    /// Stores a value that took so much work to find.
    void store(std::uint64_t hash, const Value& value, std::uint16_t work) noexcept {
        const std::uint64_t key = senda::detail::mix(hash);
        entry* bucket = memory_.bucket(key);
        if (bucket == nullptr) return;
        entry* least = bucket;
        std::uint32_t least_worth = ~std::uint32_t{0};
        for (std::size_t i = 0; i < memory::bucket_size; ++i) {
            if (value_for(key, bucket[i])) {
                least = bucket + i;
                break;
            }
            const std::uint32_t this_worth = worth(senda::detail::load(bucket[i].mark));
            if (this_worth >= least_worth) continue;
            least_worth = this_worth;
            least = bucket + i;
        }
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t mark = std::uint64_t{work} << 8U | memory_.age();
        senda::detail::store(least->value, bits);
        senda::detail::store(least->mark, mark);
        senda::detail::store(least->check, key ^ bits);
    }

private:
    [[nodiscard]] static std::optional<Value> value_for(std::uint64_t key,
                                                        const entry& e) noexcept {
        const std::uint64_t value = senda::detail::load(e.value);
        if ((senda::detail::load(e.check) ^ value) != key || senda::detail::load(e.mark) == 0)
            return std::nullopt;
        return std::bit_cast<Value>(value);
    }
    [[nodiscard]] std::uint32_t worth(std::uint64_t mark) const noexcept {
        return memory_.worth(static_cast<std::uint8_t>(mark & 0xffU),
                             static_cast<std::uint16_t>(mark >> 8U));
    }

    memory memory_;
};

namespace detail {

/// What all threads know: what is proved, and whether any of them met a draw.
struct common_table {
    explicit common_table(memory_budget& budget) noexcept : proved(budget) {}

    shared_table<proof_numbers> proved;
    std::atomic<bool> met_draw = false;
    bool has_many_users = false;  // changed only while there are no threads
};

/// The table as the solver of one thread uses it.
class table_of_thread {
public:
    explicit table_of_thread(memory_budget&) noexcept {}
    /// Both must outlive it; nobody need be told about progress.
    void attach(common_table& to, search_progress* told) noexcept {
        common_ = &to;
        progress_ = told;
    }

    void begin_search(std::uint64_t) noexcept {}
    [[nodiscard]] std::optional<proof_numbers> find(std::uint64_t hash) const noexcept {
        return common_->proved.find(hash);
    }
    void store(std::uint64_t hash, const proof_numbers& value, std::uint16_t work) noexcept {
        common_->proved.store(hash, value, work);
    }

    /// Whether others work on the same proof now.
    [[nodiscard]] bool is_shared() const noexcept { return common_->has_many_users; }
    void meet_draw() noexcept { common_->met_draw.store(true, std::memory_order_release); }
    [[nodiscard]] bool met_draw() const noexcept {
        return common_->met_draw.load(std::memory_order_acquire);
    }
    void tell(std::uint64_t refuted, std::uint64_t moves) noexcept {
        if (progress_ != nullptr) progress_->advance(refuted, moves);
    }

private:
    common_table* common_ = nullptr;
    search_progress* progress_ = nullptr;
};

}  // namespace detail

/// A `solver` for several threads: all make the same proof with one table, in which they tell each
/// other what they are at. The outcome does not depend on which is faster; with more than one
/// thread, the move and the counts may. The position is copied for each thread, and its functions
/// are called by several at a time.
template <HashedPosition P>
class parallel_solver {
    using solver_of_thread = solver<P, detail::table_of_thread>;

public:
    using result_type = solve_result<move_of<P>>;

    /// A solver that has proved nothing yet.
    explicit parallel_solver(const solve_options& o = {}) : options_(o) {}
    parallel_solver(const parallel_solver&) = delete;
    parallel_solver& operator=(const parallel_solver&) = delete;

    /// The options of the next run.
    [[nodiscard]] const solve_options& options() const noexcept { return options_; }
    void set_options(const solve_options& o) { options_ = o; }

    /// Finds out how the game ends from a position.
    [[nodiscard]] result_type run(const P& position) {
        return run(position, [&position](unsigned) { return position; });
    }

    /// Solves positions that share something which only one thread may use: `copy(thread)` is
    /// the position for a thread from 1 to 15.
    template <class Copy>
    [[nodiscard]] result_type run(const P& position, [[maybe_unused]] const Copy& copy) {
        const double started = senda::detail::now_in_seconds();
        budget_.set_limit(options_.limits.bytes);
        const std::uint64_t table = std::min(options_.table_bytes, options_.limits.bytes / 2);
        table_.proved.begin_search(table);
        lead_.table().attach(table_, options_.progress);
        solve_options o = options_;
        if (o.limits.bytes != limits{}.bytes) o.limits.bytes -= table;
        const bool shares = SENDA_HAS_THREADS && options_.threads > 1;
        if (shares) o.limits.expansions = std::min(o.limits.expansions, options_.alone);
        lead_.set_options(o);
        result_type r = lead_.run(position);
#if SENDA_HAS_THREADS
        if (shares && r.status == status::expansion_limit && r.nodes < options_.limits.expansions) {
            const std::uint64_t before = r.nodes;
            o.limits.expansions = options_.limits.expansions - before;
            o.limits.time = options_.limits.time.seconds() - r.seconds;
            r = share(position, copy, o);
            r.nodes += before;
        }
#endif
        r.bytes += budget_.peak();
        r.seconds = senda::detail::now_in_seconds() - started;
        return r;
    }

private:
#if SENDA_HAS_THREADS
    // Ends all threads when one has the proof, and when the user's token says so.
    struct common_end {
        const stop_token& user;
        std::atomic<bool> is_near = false;

        [[nodiscard]] bool stop_requested() const {
            return is_near.load(std::memory_order_relaxed) || user.stop_requested();
        }
    };

    template <class Copy>
    struct common_work {
        parallel_solver& whole;
        const P& position;
        const Copy& copy;
        solve_options options = {};  // of each thread
        common_end end;
        std::vector<result_type> results = {};
        senda::detail::system_lock lock = {};
        const result_type* first = nullptr;  // of those with an outcome
#if defined(__cpp_exceptions)
        std::exception_ptr thrown = {};
#endif

        void run(unsigned thread) {
            if (end.stop_requested()) return;
            result_type r;
            if (thread == 0) {
                whole.lead_.set_options(options);
                r = whole.lead_.run(position);
            } else {
                solver_of_thread own(options);
                own.table().attach(whole.table_, nullptr);
                r = own.run(copy(thread));
            }
            const senda::detail::holding held(lock);
            results[thread] = r;
            if (!r.outcome || first != nullptr) return;
            first = &results[thread];
            end.is_near.store(true, std::memory_order_relaxed);
        }
    };

    template <class Copy>
    static void run_thread(void* given, unsigned thread) {
        auto& work = *static_cast<common_work<Copy>*>(given);
#if defined(__cpp_exceptions)
        try {
            work.run(thread);
        } catch (...) {
            const senda::detail::holding held(work.lock);
            work.thrown = std::current_exception();
            work.end.is_near.store(true, std::memory_order_relaxed);
        }
#else
        work.run(thread);
#endif
    }

    template <class Copy>
    result_type share(const P& position, const Copy& copy, const solve_options& o) {
        common_work<Copy> work{
            .whole = *this, .position = position, .copy = copy, .end = {options_.stop}};
        senda::detail::thread_team team;
        team.start(options_.threads);
        work.results.resize(team.size());
        work.results[0].status = status::cancelled;  // until it is known
        work.options = o;
        work.options.stop = work.end;
        if (o.limits.expansions != limits{}.expansions)
            work.options.limits.expansions = o.limits.expansions / team.size();
        if (o.limits.bytes != limits{}.bytes)
            work.options.limits.bytes = o.limits.bytes / team.size();
        table_.has_many_users = team.size() > 1;
        team.run(&run_thread<Copy>, &work);
        table_.has_many_users = false;
#if defined(__cpp_exceptions)
        if (work.thrown) std::rethrow_exception(work.thrown);
#endif
        result_type r = work.first != nullptr ? *work.first : work.results[0];
        r.nodes = 0;
        r.bytes = 0;
        for (const result_type& part : work.results) {
            r.nodes += part.nodes;
            r.bytes += part.bytes;
        }
        return r;
    }
#endif

    solve_options options_;
    memory_budget budget_;
    detail::common_table table_{budget_};
    solver_of_thread lead_;
};

/// Finds out how a game ends as `solve` does, on several threads once it takes long.
///
/// `position`  with a hash; is copied, and its functions are called by several threads at a time.
/// `o`         how many threads; limits, which they divide between them, a stop token, the size of
///             the table.
template <HashedPosition P>
[[nodiscard]] solve_result<move_of<P>> solve_parallel(const P& position, const solve_options& o) {
    return parallel_solver<P>(o).run(position);
}

/// Runs a search on several threads that grow one tree, or on the only one where there are none.
/// The evaluation is copied for each of them. With more than one, two runs differ.
template <class Search>
[[nodiscard]] typename Search::result_type run_parallel(Search& search,
                                                        [[maybe_unused]] unsigned threads) {
#if SENDA_HAS_THREADS
    const auto launch = [](unsigned count, auto job) {
        std::vector<std::thread> started;
        started.reserve(count);
        unsigned running = count;
#if defined(__cpp_exceptions)
        try {
            for (unsigned i = 1; i < count; ++i) started.emplace_back(job, i);
        } catch (...) {  // the system has no more threads: the caller does what is left
            running = static_cast<unsigned>(started.size()) + 1;
        }
#else
        for (unsigned i = 1; i < count; ++i) started.emplace_back(job, i);
#endif
        job(0U);
        for (unsigned i = running; i < count; ++i) job(i);
        for (std::thread& t : started) t.join();
    };
    return search.run_on(threads, launch, +[]() noexcept { std::this_thread::yield(); });
#else
    return search.run();
#endif
}

}  // namespace senda::games
