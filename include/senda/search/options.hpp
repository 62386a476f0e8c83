// SPDX-License-Identifier: MIT
// What a caller may ask of any search, as one plain struct:
// `bfs(g, a, b, {.limits = {.expansions = 100'000}})`.
#pragma once

#include <senda/fwd.hpp>
#include <senda/graph/edge.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace senda {

/// A span of time, made from seconds or from any std::chrono duration.
class duration {
public:
    /// A number of seconds.
    constexpr duration(double seconds) noexcept : seconds_(seconds) {}

    /// A std::chrono duration, recognised by its shape: `<chrono>` need not be included here.
    template <class Chrono>
        requires requires(const Chrono& d) {
            d.count();
            Chrono::period::num;
            Chrono::period::den;
        }
    constexpr duration(const Chrono& d) noexcept
        : seconds_(static_cast<double>(d.count()) * static_cast<double>(Chrono::period::num) /
                   static_cast<double>(Chrono::period::den)) {}

    /// How many seconds it lasts.
    [[nodiscard]] constexpr double seconds() const noexcept { return seconds_; }

private:
    double seconds_;
};

/// The most that a path may cost: a number of any type, kept exactly as it was given.
class cost_ceiling {
public:
    /// At most so much; not a number is no limit, and below 0 counts as 0.
    template <class Number>
        requires std::is_arithmetic_v<Number>
    constexpr cost_ceiling(Number most) noexcept
        : real_(static_cast<double>(most)), is_whole_(std::integral<Number>) {
        if constexpr (std::integral<Number>) {
            if (most > 0) whole_ = static_cast<std::uint64_t>(most);
        }
    }

    /// The limit as a double, which rounds whole numbers above 2^53.
    constexpr operator double() const noexcept { return real_; }

    /// The largest cost of a type that is within the limit.
    template <Cost C>
    [[nodiscard]] constexpr C most() const noexcept {
        if constexpr (std::integral<C>) {
            if (is_whole_) {
                constexpr auto largest = static_cast<std::uint64_t>(largest_cost<C>);
                return whole_ < largest ? static_cast<C>(whole_) : largest_cost<C>;
            }
        }
        if (!(real_ < static_cast<double>(largest_cost<C>))) return largest_cost<C>;
        return real_ > 0 ? static_cast<C>(real_) : C{0};
    }

    /// What is left of the limit after a part of a path that is within it.
    template <Cost C>
    [[nodiscard]] constexpr cost_ceiling less(C part) const noexcept {
        cost_ceiling left = *this;
        left.real_ -= static_cast<double>(part);
        if constexpr (std::integral<C>) {
            const auto whole = static_cast<std::uint64_t>(part);
            left.whole_ -= whole < left.whole_ ? whole : left.whole_;
        } else {
            left.is_whole_ = false;
        }
        return left;
    }

private:
    double real_;
    std::uint64_t whole_ = 0;
    bool is_whole_;
};

/// Where a search gives up. All default to no limit.
struct limits {
    /// Nodes expanded; 0 stops before the first.
    std::uint64_t expansions = std::numeric_limits<std::uint64_t>::max();
    /// Bytes held by the search at any one time.
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    /// Time since the search was made or restarted, looked at every 64 expansions.
    duration time = std::numeric_limits<double>::infinity();
    /// Paths that cost more are not followed.
    cost_ceiling cost = std::numeric_limits<double>::infinity();
};

namespace detail {

template <class Source>
concept StopSource = requires(const Source& s) {
    { s.stop_requested() } -> std::convertible_to<bool>;
} || requires(const Source& s) {
    { s.load() } -> std::convertible_to<bool>;
};

}  // namespace detail

/// A question that a search asks every 64 expansions: shall I stop? It refers to a std::stop_token
/// or stop_source, a std::atomic<bool>, or anything with `stop_requested()`, which must outlive the
/// search.
class stop_token {
public:
    /// Never stops.
    constexpr stop_token() = default;

    /// Asks `source.stop_requested()`, or whether `source.load()` is true.
    template <class Source>
        requires detail::StopSource<Source> && (!std::same_as<Source, stop_token>)
    constexpr stop_token(const Source& source) noexcept
        : source_(&source), ask_([](const void* asked) -> bool {
              const Source& s = *static_cast<const Source*>(asked);
              if constexpr (requires { s.stop_requested(); }) {
                  return s.stop_requested();
              } else {
                  return s.load();
              }
          }) {}

    /// A temporary would be gone before the search asks it: name it first.
    template <class Source>
        requires(!std::is_lvalue_reference_v<Source> &&
                 !std::same_as<std::remove_cvref_t<Source>, stop_token>)
    stop_token(Source&&) = delete;

    /// Whether there is a token to ask.
    [[nodiscard]] constexpr bool stop_possible() const noexcept { return ask_ != nullptr; }
    /// Whether the search shall stop.
    [[nodiscard]] bool stop_requested() const { return ask_ != nullptr && ask_(source_); }

private:
    const void* source_ = nullptr;
    bool (*ask_)(const void*) = nullptr;
};

/// What a caller may ask of any search.
struct options {
    /// Where to give up.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// Where a solver that betters a solution and a bound writes both (`search/progress.hpp`):
    /// those of puzzles do, a search for one path does not.
    search_progress* progress = nullptr;
    /// A*: f = g + weight * h. Above 1 it finds a path sooner, of at most weight times the least
    /// cost; the result's `lower_bound` says how far off it can be. Not a number or below 0 counts
    /// as 1. `pareto_front` over several costs leaves out routes that another beats but for this
    /// factor. What a search made of it is in `statistics.weight`.
    double weight = 1;
    /// How many threads, no more than there are processors, may work on a search that knows how to
    /// share: `bfs`, `reachable`, `astar`, `dijkstra`, `ida_star`, `distance_matrix`, `survey`,
    /// `landmarks`, `pattern_database`, `contraction_hierarchy`, `customizable_graph`, `hub_labels`
    /// and `johnson`, whose documentation says on which graphs. More than one only if asked for, as
    /// other parts of a program may need them, and as the graph, its hash, an estimate, a predicate
    /// and the stop token are then asked by several at once. How many did is in
    /// `statistics.threads`.
    unsigned threads = 1;
};

/// `options` for one thread. Searches that threads can share take either: braces make these, and
/// then what shares the search is not even compiled. Threads are asked for by name, as in
/// `senda::options{.threads = 4}`.
struct serial_options {
    /// Where to give up.
    senda::limits limits = {};
    /// What may end the search from outside.
    stop_token stop = {};
    /// See `options`.
    search_progress* progress = nullptr;
    /// See `options`.
    double weight = 1;

    /// These options with one thread.
    constexpr operator options() const noexcept { return {limits, stop, progress, weight, 1}; }
};

namespace detail {

/// Options that may ask for threads.
template <class O>
inline constexpr bool may_share = std::derived_from<O, options>;

/// Options of a search that threads can share. Its parameter is deduced from them, and
/// `serial_options` are the default, which braces make.
template <class O>
concept SearchOptions = may_share<O> || std::same_as<O, serial_options>;

}  // namespace detail

}  // namespace senda
