// SPDX-License-Identifier: MIT
// Runs a search by iterative deepening to its end, on as many threads as the options say.
#pragma once

#include <senda/detail/contract/engine.hpp>
#include <senda/detail/engines/parallel/round_search.hpp>
#include <senda/detail/engines/parallel/shared_rounds.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

#if SENDA_HAS_THREADS

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
    void take_in(round_search& other) override {
        search.take_in(static_cast<round_search_of&>(other).search);
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
                                                const round_sharing& tuning = {}) {
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
