// SPDX-License-Identifier: MIT
// The errors and warnings of a maze file while it is read.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace senda::maze {

/// The most errors that are listed of one text; reading stops there.
inline constexpr std::size_t most_errors = 100;

namespace detail {

/// Errors as they come, and one warning of each kind.
class diagnostic_list {
public:
    void error(diagnostic d) {
        if (!full()) insert(errors_, std::move(d));
    }
    void warn(std::string_view code, std::string_view message, std::size_t line,
              std::size_t column) {
        for (const diagnostic& known : warnings_)
            if (known.code == code) return;
        insert(warnings_, {std::string{code}, std::string{message}, line, column});
    }

    [[nodiscard]] bool full() const noexcept { return errors_.size() == most_errors; }

    /// Turns the warnings into errors.
    void be_strict() {
        for (diagnostic& d : warnings_) error(std::move(d));
        warnings_.clear();
    }

    /// In the order of the text; those without a place last.
    [[nodiscard]] const std::vector<diagnostic>& errors() const noexcept { return errors_; }
    [[nodiscard]] const std::vector<diagnostic>& warnings() const noexcept { return warnings_; }

private:
    static void insert(std::vector<diagnostic>& list, diagnostic d) {
        const auto before = [](const diagnostic& a, const diagnostic& b) {
            return std::tuple(a.line == 0, a.line, a.column) <
                   std::tuple(b.line == 0, b.line, b.column);
        };
        list.insert(std::upper_bound(list.begin(), list.end(), d, before), std::move(d));
    }

    std::vector<diagnostic> errors_;
    std::vector<diagnostic> warnings_;
};

}  // namespace detail

}  // namespace senda::maze
