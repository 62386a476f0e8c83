// SPDX-License-Identifier: MIT
// What happens in a replay, frame by frame, as it is kept until it is written.
#pragma once

#include <senda/detail/draw/svg/svg_path.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/replay_words.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace senda::draw::detail {

/// What a change does; the numbers are those that the script of a page knows.
enum class change_kind : std::uint8_t {
    move = 0,     ///< a sprite, by (a, b) hundredths of a pixel
    show = 1,     ///< a sprite
    hide = 2,     ///< a sprite
    paint = 3,    ///< a sprite, in the colour `a`
    number = 4,   ///< a value becomes `a`
    text = 5,     ///< a value becomes the text `a`
    caption = 6,  ///< the caption becomes the text `a`
};

/// A change of a frame.
struct replay_change {
    change_kind kind;
    std::uint32_t target = 0;
    std::int64_t a = 0;
    std::int64_t b = 0;
};

/// How a sprite looks: its shapes around (0, 0), and which colour of them can be changed.
struct replay_look {
    canvas shapes;
    std::optional<color> changing;

    friend bool operator==(const replay_look&, const replay_look&) = default;
};

/// A sprite as it is before the first frame.
struct replay_sprite {
    std::uint32_t look;
    path_point place;
    bool is_shown;
};

/// The line that a sprite leaves.
struct replay_trail {
    std::uint32_t sprite;
    color paint;
    coordinate width;
};

/// Texts that are numbered in the order in which they first came.
class numbered_texts {
public:
    [[nodiscard]] std::int64_t number_of(std::string_view text) {
        const auto [found, is_new] = numbers_.try_emplace(std::string{text}, list_.size());
        if (is_new) list_.push_back(found->first);
        return static_cast<std::int64_t>(found->second);
    }

    [[nodiscard]] std::span<const std::string> list() const noexcept { return list_; }

private:
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<std::string> list_;
};

/// A replay: a picture, what moves over it, and the changes of each frame.
struct replay_record {
    replay_record(std::string name, canvas ground)
        : title(std::move(name)), background(std::move(ground)) {}

    /// The changes of a frame.
    [[nodiscard]] std::span<const replay_change> frame(std::size_t number) const noexcept {
        const std::size_t end = number + 1 < begins.size() ? begins[number + 1] : changes.size();
        return std::span{changes}.subspan(begins[number], end - begins[number]);
    }

    std::string title;
    canvas background;
    std::optional<canvas> overlay;  // between the trails and the sprites
    std::vector<replay_look> looks;
    std::vector<replay_sprite> sprites;
    std::vector<replay_trail> trails;
    numbered_texts names;   // of values
    numbered_texts texts;   // of captions and values
    numbered_texts colors;  // as `to_hex` writes them
    std::vector<replay_change> changes;
    std::vector<std::size_t> begins = {0};  // where the changes of each frame begin
    bool glides = false;
    replay_words words;
    unsigned pace = 0;  // frames a second; 0 lets the page choose
};

}  // namespace senda::draw::detail
