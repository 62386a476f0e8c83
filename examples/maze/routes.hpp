// SPDX-License-Identifier: MIT
// All optimal routes of a maze as a range that is made while it is walked.
#pragma once

#include <maze/answer.hpp>
#include <maze/solver/route_enumeration.hpp>
#include <maze/solver/solver.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/options.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>

namespace senda::maze {

/// The optimal routes of a maze one by one, in the fixed order: move by move, up before down before
/// left before right. None is made before it is asked for, and none is kept. There are none if
/// the maze was not solved; `solved` says why.
///
/// ```cpp
/// for (const senda::maze::route& r : senda::maze::optimal_routes(board)) {
///     show(r);
///     if (++shown == 3) break;
/// }
/// ```
class optimal_routes {
public:
    /// Solves the maze, which must outlive this. Limits hold for the search and all walks together;
    /// a walk that meets one ends early, and `solved().ended` tells.
    explicit optimal_routes(const board& b, const options& o = {})
        : solver_(std::make_unique<detail::solver>(b, o)) {
        solver_->solve();
    }

    /// Stands at a route; it can be gone through once.
    class iterator {
    public:
        using value_type = route;
        using difference_type = std::ptrdiff_t;
        using iterator_concept = std::input_iterator_tag;

        iterator() = default;
        [[nodiscard]] const route& operator*() const noexcept { return current_; }
        [[nodiscard]] const route* operator->() const noexcept { return &current_; }
        iterator& operator++() {
            advance();
            return *this;
        }
        void operator++(int) { advance(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return !i.walk_;
        }

    private:
        friend optimal_routes;
        explicit iterator(detail::solver& solver) {
            if (!solver.prepare_bound()) return;
            walk_.emplace(solver.optimal_routes());
            advance();
        }

        void advance() {
            if (walk_->advance()) {
                current_ = walk_->current();
            } else {
                walk_.reset();
            }
        }

        std::optional<detail::route_enumerator> walk_;
        route current_;
    };

    /// A walk from the first route on. This object must outlive it.
    [[nodiscard]] iterator begin() const { return iterator(*solver_); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// What `solve` says about the maze.
    [[nodiscard]] const answer& solved() const { return solver_->result(); }

    /// The exact number of routes, without a walk; nothing if a limit came first, or if the maze
    /// was not solved.
    [[nodiscard]] std::optional<big_unsigned> count() const {
        if (!solver_->result().count) solver_->count();
        return solver_->result().count;
    }

private:
    std::unique_ptr<detail::solver> solver_;
};

}  // namespace senda::maze
