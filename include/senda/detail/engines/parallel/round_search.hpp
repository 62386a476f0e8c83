// SPDX-License-Identifier: MIT
// What iterative deepening on several threads asks of a search.
#pragma once

#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/threads.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// When a search is shared, and how often who works looks whether others wait.
struct round_sharing {
    std::uint64_t search_alone = 16'384;  ///< expansions before threads are started,
    double seconds_alone = 0.05;          ///< or seconds in a round;
    std::uint64_t round_alone = 2'048;    ///< and expansions before a further round is shared
    std::uint64_t block = 512;            ///< expansions between two looks
    std::uint64_t part = 2'048;           ///< expansions of a part, about
    std::size_t deeper = 4;               ///< steps, in the next tree: too small is soon noticed
    std::uint64_t least_bytes = 65'536;   ///< of the limit on memory for each thread
};

#if SENDA_HAS_THREADS

class shared_rounds;

/// A search whose rounds can be shared. That it is of no type lets what shares be compiled once.
class round_search {
public:
    round_search(const round_search&) = delete;
    round_search& operator=(const round_search&) = delete;

    /// Makes at most so many expansions of its part of the round.
    virtual void advance(std::uint64_t expansions) = 0;
    /// Whether its part is done; if it goes on then, the next round begins.
    [[nodiscard]] virtual bool is_over() const = 0;
    /// How many nodes its path has.
    [[nodiscard]] virtual std::size_t depth() const = 0;
    /// Hands what is left below so many nodes of its path to another; false if memory lacks.
    [[nodiscard]] virtual bool give_below(std::size_t depth, round_search& other) = 0;
    /// Hands the last of what it has to do to another; false if there is too little.
    [[nodiscard]] virtual bool give_last(round_search& other) = 0;
    /// Takes over the path that another found; false if memory lacks.
    [[nodiscard]] virtual bool adopt(const round_search& other) = 0;
    /// Takes in what another learnt for the next round.
    virtual void take_in(round_search& other) = 0;
    virtual void begin_round_again() = 0;
    /// Makes another search of the same question, and lets it `serve`.
    virtual void serve(shared_rounds& rounds, unsigned number, const options& o) = 0;

    search_control& control;

protected:
    explicit round_search(search_control& c) noexcept : control(c) {}
    ~round_search() = default;
};

#endif

}  // namespace senda::detail
