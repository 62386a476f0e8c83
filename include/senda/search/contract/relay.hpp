// SPDX-License-Identifier: MIT
// Several engines for one question: those that suit it best are tried first, and one that finds
// that it cannot answer hands on what it left of the limits.
#pragma once

#include <senda/search/options.hpp>
#include <senda/search/statistics.hpp>

#include <algorithm>

namespace senda::detail {

/// Runs the engines of one call in turn. All of them together keep to the limits, and the answer
/// counts what all of them did.
///
/// An engine has `run()`, `result()` and `statistics()`; one that may have to give up also has
/// `fits()`, which is false once it did.
class relay {
public:
    explicit relay(const options& o) noexcept : left_(o) {}

    /// What was asked for, less what was used.
    [[nodiscard]] const options& left() const noexcept { return left_; }

    /// Runs an engine to its end; false if another one must answer.
    template <class Engine>
    [[nodiscard]] bool run(Engine& search) {
        (void)search.run();
        if constexpr (requires { search.fits(); }) {
            if (!search.fits()) {
                hand_on(search.statistics());
                return false;
            }
        }
        return true;
    }

    /// The answer of the engine that ran last.
    template <class Engine>
    [[nodiscard]] auto result(const Engine& search) const {
        auto answer = search.result();
        answer.statistics.expanded += used_.expanded;
        answer.statistics.generated += used_.generated;
        answer.statistics.reopened += used_.reopened;
        answer.statistics.seconds += used_.seconds;
        answer.statistics.bytes = std::max(answer.statistics.bytes, used_.bytes);
        return answer;
    }

private:
    void hand_on(const statistics& s) noexcept {
        used_.expanded += s.expanded;
        used_.generated += s.generated;
        used_.reopened += s.reopened;
        used_.seconds += s.seconds;
        used_.bytes = std::max(used_.bytes, s.bytes);
        left_.limits.expansions -= std::min(left_.limits.expansions, s.expanded);
        left_.limits.time = left_.limits.time.seconds() - s.seconds;
    }

    options left_;
    statistics used_;
};

}  // namespace senda::detail
