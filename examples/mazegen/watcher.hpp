// SPDX-License-Identifier: MIT
// Watching over work that can take long.
#pragma once

#include "made.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <utility>

/// Observes a generator or a measurement: moves the bar of progress, and ends it in time.
class watcher {
public:
    watcher(const deadline& until, std::string what) : until_(&until), shown_(std::move(what)) {}

    senda::flow on_progress(std::uint64_t done, std::uint64_t total) {
        shown_.advance(done, total);
        const bool ends = program::interruption::requested() || until_->is_over();
        return ends ? senda::flow::stop : senda::flow::proceed;
    }

private:
    const deadline* until_;
    program::progress shown_;
};

/// Work that was stopped was stopped by a signal or by a limit.
inline senda::diagnostic reason_of(const senda::diagnostic& fault, const arguments& args) {
    if (fault.code == "cancelled" && !program::interruption::requested())
        return {"time_limit", "stopped by the limit on time before the maze was made"};
    if (fault.code == "no_memory" && args.limits.bytes != senda::limits{}.bytes)
        return {"memory_limit", "stopped by the limit on memory: " + fault.message};
    return fault;
}
