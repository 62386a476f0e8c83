// SPDX-License-Identifier: MIT
// Monte-Carlo tree search and exact solving of games on several threads.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/system_thread.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/games/mcts.hpp>
#include <senda/games/position.hpp>
#include <senda/games/solve.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::games {

/// A `solver` for several threads: all make the same proof with one table, in which they tell each
/// other what they are at. The outcome does not depend on which is faster; with more than one
/// thread, the move and the counts may. The position is copied for each thread, and its functions
/// are called by several at a time.
template <HashedPosition P>
class parallel_solver : public detail::repeated_search<solve_options> {
public:
    using result_type = solve_result<move_of<P>>;

    /// A solver that has proved nothing yet.
    explicit parallel_solver(const solve_options& o = {}) : repeated_search(o) {
        table_.tell = [](search_progress& progress, std::uint64_t refuted, std::uint64_t moves) {
            progress.advance(refuted, moves);
        };
    }

    /// Finds out how the game ends from a position.
    [[nodiscard]] result_type run(const P& position) {
        return run(position, [&position](unsigned) { return position; });
    }

    /// Solves positions that share something which only one thread may use: `copy(thread)` is
    /// the position for a thread from 1 to 15.
    template <class Copy>
    [[nodiscard]] result_type run(const P& position, const Copy& copy) {
        const double started = senda::detail::now_in_seconds();
        budget_.set_limit(options_.limits.bytes);
        const std::uint64_t table = std::min(options_.table_bytes, options_.limits.bytes / 2);
        table_.proved.begin_search(table);
        table_.is_shared = false;
        solve_options o = options_;
        if (o.limits.bytes != limits{}.bytes) o.limits.bytes -= table;
        const bool shares = SENDA_HAS_THREADS && options_.threads > 1;
        if (shares) o.limits.expansions = std::min(o.limits.expansions, options_.alone);
        lead_.set_options(o);
        result_type r = lead_.run(position);
        if (shares && r.status == status::expansion_limit && r.nodes < options_.limits.expansions) {
            const std::uint64_t before = r.nodes;
            o.limits.expansions = options_.limits.expansions - before;
            o.limits.time = options_.limits.time.seconds() - r.seconds;
            r = share(position, copy, o);
            r.nodes += before;
        }
        r.bytes += budget_.peak();
        r.seconds = senda::detail::now_in_seconds() - started;
        return r;
    }

private:
    // Ends all threads when one has the proof or has thrown, and when the user's token says so.
    struct common_end {
        const stop_token& user;
        bool is_near = false;

        [[nodiscard]] bool stop_requested() const {
            return senda::detail::load(is_near) || user.stop_requested();
        }
    };
    struct ends_others {
        common_end& end;
        bool is_due = true;
        ~ends_others() {
            if (is_due) senda::detail::store(end.is_near, true);
        }
    };

    template <class Copy>
    result_type share(const P& position, const Copy& copy, solve_options o) {
        senda::detail::thread_team team;
        team.start(options_.threads);
        common_end end{options_.stop};
        o.stop = end;
        if (o.limits.expansions != limits{}.expansions) o.limits.expansions /= team.size();
        if (o.limits.bytes != limits{}.bytes) o.limits.bytes /= team.size();
        lead_.set_options(o);
        o.progress = nullptr;
        std::vector<result_type> results(team.size());
        results[0].status = status::cancelled;  // until it is known
        unsigned first = 0;                     // of those with an outcome
        table_.is_shared = team.size() > 1;
        const auto work = [&](std::size_t i, unsigned) {
            if (end.stop_requested()) return;
            ends_others others{end};
            result_type& r = results[i];
            r = i == 0 ? lead_.run(position)
                       : solver<P>(o, table_).run(copy(static_cast<unsigned>(i)));
            others.is_due = r.outcome && senda::detail::compare_exchange(
                                             first, 0U, static_cast<unsigned>(i) + 1);
        };
        team.for_each(team.size(), work);
        result_type r = first != 0 ? results[first - 1] : results[0];
        r.nodes = 0;
        r.bytes = 0;
        for (const result_type& part : results) {
            r.nodes += part.nodes;
            r.bytes += part.bytes;
        }
        return r;
    }

    memory_budget budget_;
    detail::proof_table table_{budget_};
    solver<P> lead_{{}, table_};
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
[[nodiscard]] typename Search::result_type run_parallel(Search& search, unsigned threads) {
    senda::detail::thread_team team;
    team.start(threads);
    const auto launch = [&](unsigned count, auto job) {
        team.for_each(count, [&](std::size_t i, unsigned) { job(static_cast<unsigned>(i)); });
    };
#if SENDA_HAS_THREADS
    return search.run_on(team.size(), launch, &senda::detail::system_thread::yield);
#else
    return search.run_on(1, launch);
#endif
}

}  // namespace senda::games
