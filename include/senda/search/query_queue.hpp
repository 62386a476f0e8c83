// SPDX-License-Identifier: MIT
// Queries by the hundred, answered within a budget: so much time of each frame of a game.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/language/atomic_access.hpp>
#include <senda/detail/storage/moving.hpp>
#include <senda/detail/storage/thread_team.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A query of a `query_queue`, which never gives the same twice. One made by default is of none.
struct query_ticket {
    /// Counts from 1 in the order of the queries.
    std::uint64_t number = 0;
    /// Where the queue keeps the query.
    std::uint32_t slot = 0;

    friend bool operator==(const query_ticket&, const query_ticket&) = default;
};

namespace detail {

/// The first parameter of a member function.
template <class R, class C, class First, class... Rest>
std::type_identity<std::remove_cvref_t<First>> first_parameter(R (C::*)(First, Rest...) const);

/// The node that queries begin with: of `path(from, to, o)`, or of a lambda.
template <class Source>
struct queried_from : decltype(first_parameter(&Source::operator())){};
template <class Source>
    requires requires { &Source::path; }
struct queried_from<Source> : decltype(first_parameter(&Source::path)){};

/// Answers a query, by `path` where there is one.
template <class Source, class Node>
[[nodiscard]] auto answer_query(const Source& source, const Node& from, const Node& to,
                                const options& o) {
    if constexpr (requires { source.path(from, to, o); }) {
        return source.path(from, to, o);
    } else {
        return source(from, to, o);
    }
}

}  // namespace detail

/// Queries for paths that wait until there is time for them, first come, first served: each call of
/// `work` answers as many as fit into its budget, on the caller and on other threads.
/// ```
/// senda::query_queue queue(map, {.threads = 4});
/// unit.ticket = queue.ask(unit.place, unit.goal);
/// queue.work(0.0005);  // once a frame
/// if (auto found = queue.take(unit.ticket)) unit.follow(found->path);
/// ```
/// Only `work` and `work_on` call what answers: between two of these, the map may change, and the
/// threads sleep. Answers are the same whatever the number of threads. The functions of a queue are
/// for one thread at a time, and not for what answers.
///
/// A query that the end of a tick stops keeps its place and is begun anew in the next. Only the
/// first in line is not stopped, so that each tick answers one at least: a tick takes longer than
/// its budget if that query alone does, and no longer than its `limits.time`, which is the way to
/// bound a frame: what is not answered within that is answered `time_limit`.
///
/// `Source`  what answers: `source.path(from, to, options)` or `source(from, to, options)`, which
///           can be called if it is const, by several threads at once if there are more. The answer
///           has a `status`. What has a name is referred to, what has none is kept.
/// `Node`    what queries lead from and to; deduced where one function alone answers.
template <class Source,
          class Node = typename detail::queried_from<std::remove_cvref_t<Source>>::type>
class query_queue {
public:
    /// The answers of the source: a `senda::result`, or the like.
    using result_type =
        decltype(detail::answer_query(std::declval<const Source&>(), std::declval<const Node&>(),
                                      std::declval<const Node&>(), options{}));

    /// A queue without queries.
    ///
    /// `source`  what answers.
    /// `o`       how many threads are started, the caller included; for the rest, the options of
    ///           queries that have none of their own.
    explicit query_queue(Source&& source, const options& o = {})
        : source_(std::forward<Source>(source)), options_(o) {
        options_.threads = 1;
        team_.expect_pauses();
        team_.start(o.threads);
    }
    query_queue(const query_queue&) = delete;
    query_queue& operator=(const query_queue&) = delete;

    /// Adds a query with the options of the queue; without memory for it, its ticket is of none.
    ///
    /// `from`  where the path begins.
    /// `to`    where it ends.
    query_ticket ask(const Node& from, const Node& to) { return ask(from, to, options_); }
    /// Adds a query with options of its own, as the source takes them. Limits are those of one
    /// search: one that is begun anew has them anew.
    query_ticket ask(const Node& from, const Node& to, const options& o) {
        tidy();
        const auto count = static_cast<std::uint32_t>(slots_.size());
        const query_ticket made{++last_number_, free_ != none ? free_ : count};
        const bool had_memory = detail::has_memory_for([&] {
            query q{from, to, o, made.number};
            order_.push_back(made);
            if (free_ == none) {
                slots_.emplace_back(std::in_place, std::move(q));
            } else {
                free_ = slots_[made.slot]->next_free;
                *slots_[made.slot] = std::move(q);
            }
        });
        if (!had_memory) return {};
        ++waiting_;
        return made;
    }

    /// Answers queries for some time; returns how many wait still. How many are answered depends on
    /// the machine.
    ///
    /// `most`  for how long: seconds, or a std::chrono duration. Nothing begins after it.
    std::size_t work(duration most) { return run({now_in_seconds() + most.seconds()}, waiting_); }
    /// Answers the first queries in line, however long it takes, so that the same are answered on
    /// every machine; returns how many wait still.
    ///
    /// `most`  how many; with `limits.expansions` of each, it is a bound on time as well.
    std::size_t work_on(std::size_t most) { return run({endless}, most); }

    /// How many queries wait.
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_; }
    /// Whether a query waits: not if it was answered or cancelled, or never was.
    [[nodiscard]] bool is_waiting(query_ticket t) const noexcept {
        const query* const q = find(t);
        return q != nullptr && !q->is_answered;
    }
    /// The answer to a query, until it is taken or cancelled; null if there is none. If the source
    /// threw something, its status is `aborted`.
    [[nodiscard]] const result_type* answer(query_ticket t) const noexcept {
        const query* const q = find(t);
        return q != nullptr && q->is_answered ? &q->found : nullptr;
    }
    /// Takes an answer out of the queue; nothing if there is none.
    [[nodiscard]] std::optional<result_type> take(query_ticket t) {
        std::optional<result_type> taken;
        if (answer(t) != nullptr) {
            taken.emplace(std::move(slots_[t.slot]->found));
            cancel(t);
        }
        return taken;
    }
    /// Forgets a query and its answer; one that is none is left alone.
    void cancel(query_ticket t) noexcept {
        if (find(t) == nullptr) return;
        query& q = *slots_[t.slot];
        if (!q.is_answered) --waiting_;
        q.number = 0;
        q.found = {};
        q.next_free = std::exchange(free_, t.slot);
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr double endless = std::numeric_limits<double>::infinity();

    /// In a place of its own, to which whoever looks at an answer refers.
    struct query {
        Node from;
        Node to;
        options asked;
        std::uint64_t number = 0;  // 0 while nobody asks
        bool is_answered = false;
        result_type found = {};
        std::uint32_t next_free = none;  // while nobody asks
    };

    struct tick {
        double end;
        std::size_t next = 0;  // of those in `order_`, from the first on
        std::size_t last = 0;
    };

    [[nodiscard]] const query* find(query_ticket t) const noexcept {
        if (t.number == 0 || t.slot >= slots_.size()) return nullptr;
        const query& q = *slots_[t.slot];
        return q.number == t.number ? &q : nullptr;
    }

    /// Drops from the line what does not wait, once that is most of it.
    void tidy() {
        while (head_ < order_.size() && !is_waiting(order_[head_])) ++head_;
        if (order_.size() <= 2 * waiting_ + 64) return;
        std::erase_if(order_, [this](query_ticket t) { return !is_waiting(t); });
        head_ = 0;
    }

    std::size_t run(tick t, std::size_t most) {
        tidy();
        t.next = t.last = head_;
        const std::size_t threads = std::min({std::size_t{team_.size()}, most, waiting_});
        if (most >= waiting_) t.last = order_.size();
        for (; most < waiting_ && most > 0; ++t.last)
            if (is_waiting(order_[t.last])) --most;
        team_.for_each(threads, [&](std::size_t, unsigned) { serve(t); });
        return waiting_;
    }

    /// What each thread does in a tick.
    void serve(tick& t) {
        for (double now = now_in_seconds(); now < t.end; now = now_in_seconds()) {
            const std::size_t i = detail::fetch_add(t.next, std::size_t{1}, false);
            if (i >= t.last) return;
            if (is_waiting(order_[i]))
                attempt(*slots_[order_[i].slot], now, i == head_ ? endless : t.end - now);
        }
    }

    /// Searches for at most some time, from `now` on.
    void attempt(query& q, double now, double most) {
        options o = q.asked;
        const bool is_cut = most < o.limits.time.seconds();
        if (is_cut) o.limits.time = most;
        // What stands if the source throws something.
        q.found.status = status::aborted;
        q.is_answered = true;
        detail::fetch_add(waiting_, ~std::size_t{0}, false);
        result_type found = detail::answer_query(source_, q.from, q.to, o);
        // A limit that the source has of its own is an answer.
        if (is_cut && found.status == status::time_limit && now_in_seconds() - now >= most) {
            q.is_answered = false;
            detail::fetch_add(waiting_, std::size_t{1}, false);
        } else {
            q.found = std::move(found);
        }
    }

    Source source_;
    options options_;
    detail::thread_team team_;
    std::vector<detail::lasting<query>> slots_;
    std::vector<query_ticket> order_;  // in which they came; not all of them wait
    std::size_t head_ = 0;             // nothing in `order_` waits before it
    std::size_t waiting_ = 0;
    std::uint64_t last_number_ = 0;
    std::uint32_t free_ = none;  // slots that nobody has
};

/// What has a name is referred to.
template <class Source>
query_queue(Source&&, const options& = {}) -> query_queue<Source>;

}  // namespace senda
