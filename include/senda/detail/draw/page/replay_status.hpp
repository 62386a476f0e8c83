// SPDX-License-Identifier: MIT
// The values and the caption of a replay as lines of text.
#pragma once

#include <senda/detail/draw/page/replay_record.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace senda::draw::detail {

/// What is said in a frame of a replay.
class replay_status {
public:
    explicit replay_status(const replay_record& replay)
        : replay_(&replay), values_(replay.names.list().size()) {}

    /// Makes a change, if it is one of what is said.
    void apply(const replay_change& c) {
        switch (c.kind) {
            case change_kind::number: values_[c.target] = std::to_string(c.a); break;
            case change_kind::text: values_[c.target] = text(c.a); break;
            case change_kind::caption: caption_ = text(c.a); break;
            default: break;
        }
    }

    /// The values, in lines of at most so many characters.
    [[nodiscard]] std::vector<std::string> values(std::size_t columns) const {
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (!values_[i].empty())
                append(lines, replay_->names.list()[i] + ' ' + values_[i], "   ", columns);
        return lines;
    }

    /// The caption, in lines of at most so many characters.
    [[nodiscard]] std::vector<std::string> caption(std::size_t columns) const {
        std::vector<std::string> lines;
        for (std::string_view rest = caption_; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            append(lines, std::string{rest.substr(0, end)}, " ", columns);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return lines;
    }

private:
    [[nodiscard]] const std::string& text(std::int64_t number) const {
        return replay_->texts.list()[static_cast<std::size_t>(number)];
    }

    static void append(std::vector<std::string>& lines, const std::string& piece,
                       std::string_view between, std::size_t columns) {
        const bool fits =
            !lines.empty() &&
            count_characters(lines.back()) + between.size() + count_characters(piece) <= columns;
        if (fits)
            lines.back().append(between).append(piece);
        else
            lines.push_back(piece);
    }

    const replay_record* replay_;
    std::vector<std::string> values_;
    std::string caption_;
};

}  // namespace senda::draw::detail
