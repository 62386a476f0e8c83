// SPDX-License-Identifier: MIT
// Law: an exception arrives, and leaves a search aborted until it starts again.
#include "contract.hpp"
#include "judge.hpp"

#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "support/throwing.hpp"

namespace contract {

using senda::status;
using support::fuse;

namespace {

/// Calls `act` with a fuse of that length; whether it threw.
template <class Act>
bool throws(int length, Act act) {
    fuse::left = length;
    fuse::thrown = 0;
    bool caught = false;
    try {
        act();
    } catch (const support::boom&) {
        caught = true;
    }
    fuse::left = 0;
    return caught;
}

/// The state of a search that an exception left, and that it starts again.
std::string aborted_fault(const engine& e, const question& q, search& s) {
    const answer a = s.result();
    if (senda::is_success(a.status) || a.status == status::exhausted) {
        LAW_OF(answer_fault(e, q, a));  // it had ended before
    } else {
        LAW_OF(stopped_fault(e, q, a, status::aborted));
    }
    asked_graphs::reset();
    LAW(s.run() == a.status && s.step(1) == a.status && s.status() == a.status);
    LAW(asked_graphs::calls == 0);
    return {};
}

std::string burn_fault(const engine& e, const question& q, looker* looks) {
    const auto begin = [&] { return looks != nullptr ? e.begin_watched(q, *looks) : e.begin(q); };
    const auto fresh = begin();
    fresh->run();
    const answer expected = fresh->result();
    for (int length = 1;; length += 1 + length / 8) {
        std::unique_ptr<search> s;
        if (throws(length, [&] { s = begin(); })) continue;
        const int used = length;  // what the start took is made anew
        const bool thrown = throws(used, [&] { s->run(); });
        LAW(thrown == (fuse::thrown == 1));
        if (!thrown) {
            LAW(same_answer(s->result(), expected));
            return {};
        }
        LAW_OF(aborted_fault(e, q, *s));
        if (!e.is.restarts) continue;
        if (throws(1, [&] { s->restart(q); })) LAW_OF(aborted_fault(e, q, *s));
        s->restart(q);
        s->run();
        LAW(same_answer(s->result(), expected));
    }
}

}  // namespace

TEST_CASE("contract: an exception from any functor leaves a call") {
    hold(60, [](const engine& e, const question& q) -> std::string {
        if (e.on != kind::graph && e.on != kind::actions) return {};
        const answer plain = e.call(q);
        for (int length = 1;; length += 1 + length / 8) {
            answer a;
            const bool thrown = throws(length, [&] { a = e.call(q); });
            LAW(thrown == (fuse::thrown == 1));
            if (thrown) continue;
            LAW(same_answer(a, plain));
            return {};
        }
    });
}

TEST_CASE("contract: an exception leaves a search aborted, and a restart makes it good") {
    hold(
        60, [](const engine& e, const question& q) { return burn_fault(e, q, nullptr); },
        [](const engine& e) { return static_cast<bool>(e.begin); });
}

TEST_CASE("contract: an exception from an observer leaves a search aborted") {
    looker looks;
    hold(
        40, [&](const engine& e, const question& q) { return burn_fault(e, q, &looks); },
        [](const engine& e) { return static_cast<bool>(e.begin_watched); });
}

}  // namespace contract
