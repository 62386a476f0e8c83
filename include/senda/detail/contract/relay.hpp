// SPDX-License-Identifier: MIT
// Several engines for one question: one that cannot answer hands on what it left of the limits.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <string_view>

namespace senda::detail {

/// Runs the engines of one call in turn, all within one set of limits. An engine has `run()`,
/// `result()` and `statistics()`; one that may give up also `fits()`, false once it did, and
/// `gave_up()`, which says why.
class relay {
public:
    /// `why`: what kept faster engines from being tried; nothing if none suits the graph.
    explicit relay(const options& o, std::string_view why = {}) noexcept : left_(o), why_(why) {}

    /// The options, with limits less what was used.
    [[nodiscard]] const options& left() const noexcept { return left_; }

    /// Says why a faster engine is not tried.
    void rule_out(std::string_view why) noexcept { why_ = why; }

    /// Runs an engine to its end; false if another one must answer.
    template <class Engine>
    [[nodiscard]] bool run(Engine& search) {
        (void)search.run();
        if constexpr (requires { search.fits(); }) {
            if (!search.fits()) {
                hand_on(search.statistics());
                if (search.statistics().expanded != 0) keep_bound(search.result());
                why_ = search.gave_up();
                return false;
            }
        }
        return true;
    }

    /// Takes off the limits what an engine used.
    void hand_on(const statistics& s) noexcept {
        add(used_, s);
        left_.limits.expansions -= std::min(left_.limits.expansions, s.expanded);
        left_.limits.time = left_.limits.time.seconds() - s.seconds;
    }
    /// What all engines used that handed on.
    [[nodiscard]] const statistics& used() const noexcept { return used_; }

    /// The answer of the engine that ran last.
    template <class Engine>
    [[nodiscard]] auto result(const Engine& search) const {
        auto answer = search.result();
        add(answer.statistics, used_);
        // What an engine proved before it gave up holds, also if the next one had no time for it.
        if (static_cast<double>(answer.lower_bound) < proven_ && answer.status != status::found)
            answer.lower_bound = static_cast<decltype(answer.lower_bound)>(proven_);
        if (!why_.empty() && answer.statistics.engine == engine_kind::general) answer.engine = why_;
        return answer;
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
    template <class Result>
    void keep_bound(const Result& r) noexcept {
        const auto bound = static_cast<double>(r.lower_bound);
        // A whole number above 2^53 may be rounded to more.
        if (r.status == status::running && bound < 0x1p53) proven_ = std::max(proven_, bound);
    }

    options left_;
    double proven_ = 0;  // no path costs less
    statistics used_;
    std::string_view why_;  // the general engine answers, where it does
};

}  // namespace senda::detail
