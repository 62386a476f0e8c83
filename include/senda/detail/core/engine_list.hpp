// SPDX-License-Identifier: MIT
// A verb as a list of engines: the first that fits the question and does not give up answers.
#pragma once

#include <senda/detail/core/engine_fallback.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>

#include <string_view>
#include <type_traits>

#if SENDA_COMPILED
#include <senda/detail/core/compiled.hpp>
#endif

namespace senda::detail {

/// A question to a verb: what its engines choose by, as types and as values.
template <bool MayShare, class G, class Start, class Goal, class H, class Observer>
struct engine_query {
    using graph_type = G;
    using graph = std::remove_cvref_t<G>;
    using node = node_of<G, Start>;
    using goal_argument = Goal;
    using goal_type = detail::goal_type<Goal, node>;  // as a search keeps it
    using heuristic = H;
    using observer_type = Observer;

    static constexpr bool may_share = MayShare;  // else no threads are compiled
    static constexpr bool is_observed = has_observer<Observer>;
    static constexpr bool is_one_to_one = detail::is_one_to_one<Start, Goal, node>;
    static constexpr bool has_terminal_costs = HasTerminalCosts<node, Start, Goal>;

    /// The goal as a search keeps it.
    [[nodiscard]] decltype(auto) goal() const { return goal_from<G, Start>(to); }

    G& g;
    const Start& start;
    const Goal& to;
    H& h;
    Observer& observer;
};

/// The engines of a verb in the order in which they are tried. An engine of a question has
/// `fits`, whether it can be compiled for it; `why_not(options)`, why it cannot be used, or empty;
/// `make(query, options)`, a search; and if threads can go on with that, `shares` and
/// `shared<Search>`.
template <template <class> class... Engines>
struct engine_list {};

/// What holds for an engine that does not say otherwise.
struct engine_defaults {
    static constexpr bool shares = false;
    [[nodiscard]] static constexpr std::string_view why_not(const options&) noexcept { return {}; }
};

/// Runs a search to its end, as a `Shared` on threads once it has become wide: what
/// `answer(search)` makes of whoever searched last.
template <class Shared, class Search, class Tuning, class Answer>
[[nodiscard]] auto run_shared(Search& search, unsigned threads, const Tuning& how,
                              Answer&& answer) {
    while (search.step(how.probe_every) == status::running) {
        if (!Shared::should_share(search, how)) continue;
        Shared shared(search, threads, how);
        if (!shared.take_over()) break;
        shared.run();
        return answer(shared);
    }
    search.run();
    return answer(search);
}

/// What `answer(search)` makes of the search of an engine that does not give up, or of the threads
/// that went on with it.
template <class Engine, class Query, class Answer>
[[nodiscard]] auto run_engine(const Query& q, const options& o, [[maybe_unused]] double weight,
                              const Answer& answer) {
    auto search = Engine::make(q, o);
    if constexpr (Engine::shares) {
        using shared = typename Engine::template shared<decltype(search)>;
        if (o.threads > 1 && weight == 1)
            return run_shared<shared>(search, o.threads, shared::tuning, answer);
    }
    search.run();
    return answer(search);
}

/// The answer of the first engine that fits the question and does not give up; the last one that
/// fits always answers.
template <template <class> class First, template <class> class... Rest, class Query>
[[nodiscard]] auto run_engines(engine_list<First, Rest...>, const Query& q,
                               engine_fallback& fallback) {
    using engine = First<Query>;
    const options& o = fallback.remaining_options();
    const auto answer = [&fallback](const auto& search) { return fallback.result(search); };
    const std::string_view why = engine::why_not(o);
    if (!why.empty()) fallback.set_reason(why);
    if constexpr (!(Rest<Query>::fits || ...)) {
        return run_engine<engine>(q, o, o.weight, answer);
    } else {
        if constexpr (engine::fits) {
            if constexpr (requires { engine::make(q, o).applicable(); }) {
                if (why.empty()) {
                    auto search = engine::make(q, o);
                    if (fallback.run(search)) return answer(search);
                }
            } else {
                if (why.empty()) return run_engine<engine>(q, o, o.weight, answer);
            }
        }
        return run_engines(engine_list<Rest...>{}, q, fallback);
    }
}

/// The answer of the engines from the first that fits on. `why` says why none before it is tried.
template <template <class> class First, template <class> class... Rest, class Query>
[[nodiscard]] auto run_query(engine_list<First, Rest...> engines, const Query& q, double weight,
                             const options& o, std::string_view why) {
    using engine = First<Query>;
    constexpr bool is_last = !(Rest<Query>::fits || ...);
    if constexpr (engine::fits && !is_last) {
        engine_fallback fallback(o);
        fallback.set_weight(weight);
        fallback.set_reason(why);
        return run_engines(engines, q, fallback);
    } else {
        if (const std::string_view own = engine::why_not(o); !own.empty()) why = own;
        if constexpr (engine::fits) {  // nothing is left over for another
            return run_engine<engine>(q, o, weight, [why](const auto& search) {
                auto found = search.result();
                if (!why.empty() && found.statistics.engine == engine_kind::general)
                    found.engine = why;
                return found;
            });
        } else {
            return run_query(engine_list<Rest...>{}, q, weight, o, why);
        }
    }
}

/// The answer of a verb. `h` estimates, and has a weight. What the library senda::compiled answers
/// is not compiled here where a program is linked with it.
template <class Engines, class Cost, bool MayShare, class G, class Start, class Goal, class H,
          class Observer>
[[nodiscard]] auto run_verb(G& g, const Start& start, const Goal& goal, H& h, double weight,
                            const options& o, Observer& observer) {
    using query = engine_query<MayShare, G, Start, Goal, H, Observer>;
#if SENDA_COMPILED
    if constexpr (is_compiled<Engines, G, H> && query::is_one_to_one && !query::is_observed) {
        using node = typename query::node;
        options left = o;
        left.weight = weight;
        return answer_compiled<Engines, Cost, std::remove_cv_t<G>, node, std::remove_cv_t<H>>(
            g, static_cast<node>(start), static_cast<node>(goal), h, left);
    } else
#endif
        return run_query(Engines{}, query{g, start, goal, h, observer}, weight, o, {});
}

}  // namespace senda::detail
