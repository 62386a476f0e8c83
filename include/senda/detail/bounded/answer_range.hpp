// SPDX-License-Identifier: MIT
// The answers of a search that finds better and better ones, as a range.
#pragma once

#include <senda/search/statistics.hpp>
#include <senda/search/status.hpp>

#include <cstddef>
#include <iterator>
#include <utility>

namespace senda::detail {

/// An input range over the answers of an anytime search.
template <class Search>
class answer_range {
public:
    using answer = typename Search::result_type;

    class iterator {
    public:
        using value_type = answer;
        using difference_type = std::ptrdiff_t;
        using iterator_concept = std::input_iterator_tag;

        iterator() = default;
        explicit iterator(answer_range& answers) : answers_(&answers) { ++*this; }
        [[nodiscard]] const answer& operator*() const { return answers_->current_; }
        [[nodiscard]] const answer* operator->() const { return &answers_->current_; }
        iterator& operator++() {
            if (answers_->search_.next_answer()) {
                answers_->current_ = answers_->search_.result();
            } else {
                answers_ = nullptr;
            }
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.answers_ == nullptr;
        }

    private:
        answer_range* answers_ = nullptr;
    };

    explicit answer_range(Search&& search) : search_(std::move(search)) {}

    /// The next answer that was not yet given: a range is walked once.
    [[nodiscard]] iterator begin() { return iterator(*this); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    /// How the search stands: `found` once the last answer is proven, or the limit that stopped it.
    [[nodiscard]] senda::status status() const noexcept { return search_.status(); }
    /// What the search took so far.
    [[nodiscard]] senda::statistics statistics() const { return search_.statistics(); }
    /// The best path as it stands: at the end the last answer, with what was proven about it since.
    [[nodiscard]] answer result() const { return search_.result(); }

private:
    Search search_;
    answer current_;
};

}  // namespace senda::detail
