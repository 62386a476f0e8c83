// SPDX-License-Identifier: MIT
// Several engines for one question: one that cannot answer leaves the rest of the limits to the
// next.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <string_view>

namespace senda::detail {

/// Runs the engines of one call in turn, all within one set of limits. An engine has `run()`,
/// `result()` and `statistics()`; one that may give up also `applicable()`, false once it did, and
/// `decline_reason()`, which says why.
class engine_fallback {
public:
    explicit engine_fallback(const options& o) noexcept : remaining_(o) {}

    /// The options, with limits less what was used.
    [[nodiscard]] const options& remaining_options() const noexcept { return remaining_; }

    /// Sets the weight of the estimate.
    void set_weight(double weight) noexcept { remaining_.weight = weight; }

    /// Says why a faster engine is not tried.
    void set_reason(std::string_view why) noexcept { why_ = why; }

    /// Runs an engine to its end; false if another one must answer.
    template <class Engine>
    [[nodiscard]] bool run(Engine& search) {
        (void)search.run();
        if constexpr (requires { search.applicable(); }) {
            if (!search.applicable()) {
                charge(search.statistics());
                if (search.statistics().expanded != 0) keep_bound(search.result());
                why_ = search.decline_reason();
                return false;
            }
        }
        return true;
    }

    /// Takes off the limits what an engine used.
    SENDA_COLD void charge(const statistics& s) noexcept {
        add(used_, s);
        std::uint64_t& expansions = remaining_.limits.expansions;
        if (expansions != limits{}.expansions) expansions -= std::min(expansions, s.expanded);
        remaining_.limits.time = remaining_.limits.time.seconds() - s.seconds;
    }
    /// What the engines used that did not answer.
    [[nodiscard]] const statistics& used() const noexcept { return used_; }

    /// The answer of the engine that ran last.
    template <class Engine>
    [[nodiscard]] auto result(const Engine& search) const {
        auto found = search.result();
        conclude(found);
        // What an engine proved before it gave up holds, also if the next one had no time for it.
        if (static_cast<double>(found.lower_bound) < proven_ && found.status != status::found)
            found.lower_bound = static_cast<decltype(found.lower_bound)>(proven_);
        return found;
    }

    /// Adds what one engine used to what others did before it.
    static void add(statistics& to, const statistics& s) noexcept {
        to.expanded += s.expanded;
        to.generated += s.generated;
        to.reopened += s.reopened;
        to.seconds += s.seconds;
        to.bytes = std::max(to.bytes, s.bytes);
    }

private:
    SENDA_NOINLINE void conclude(answer& a) const noexcept {
        add(a.statistics, used_);
        if (!why_.empty() && a.statistics.engine == engine_kind::general) a.engine = why_;
    }

    template <class Result>
    void keep_bound(const Result& r) noexcept {
        const auto bound = static_cast<double>(r.lower_bound);
        // A whole number above 2^53 may be rounded to more.
        if (r.status == status::running && bound < 0x1p53) proven_ = std::max(proven_, bound);
    }

    options remaining_;
    double proven_ = 0;  // no path costs less
    statistics used_;
    std::string_view why_;  // the general engine answers, if it does
};

}  // namespace senda::detail
