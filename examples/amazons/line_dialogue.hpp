// SPDX-License-Identifier: MIT
// Questions and answers, a line each.
#pragma once

#include "../common/console.hpp"
#include "../common/line_source.hpp"
#include "../common/platform.hpp"

#include <senda/text/utf8.hpp>

#include <cstring>
#include <optional>
#include <string>

/// Asks on the standard output and reads the answers from the standard input.
class line_dialogue {
public:
    explicit line_dialogue(program::console& out) : out_(&out) {}

    /// The answer to a question without the blanks around it; nothing if no answer can come.
    std::optional<std::string> ask(const std::string& question) {
        out_->print(question);
        std::fflush(stdout);
        if (!source_) source_.emplace("-");  // which reads at once, so the question comes first
        const std::optional<std::string> line = source_->next();
        if (!line) {
            out_->print("\n");
            if (source_->error() != 0)
                out_->error(std::string{"cannot read the standard input: "} +
                            std::strerror(source_->error()));
            return std::nullopt;
        }
        constexpr const char* blanks = " \t\r";
        const std::size_t begin = line->find_first_not_of(blanks);
        const std::string answer =
            begin == std::string::npos
                ? std::string{}
                : line->substr(begin, line->find_last_not_of(blanks) + 1 - begin);
        // Where nobody types, nothing else shows what was answered.
        if (!program::platform::is_terminal(program::platform::standard_input))
            out_->print(senda::printable(answer) + '\n');
        return answer;
    }

private:
    program::console* out_;
    std::optional<program::line_source> source_;
};
