// SPDX-License-Identifier: MIT
// The words of the page that plays a replay.
#pragma once

namespace senda::draw {

/// What the controls of a page say, by default in English; all are HTML.
struct replay_words {
    const char* language = "en";            ///< its code
    const char* playback = "Playback";      ///< what the controls are for
    const char* restart = "Restart";        ///< a button
    const char* back = "Back";              ///< a button
    const char* play = "Play";              ///< a button
    const char* pause = "Pause";            ///< the same while it plays
    const char* step = "Step";              ///< a button
    const char* to_the_end = "To the end";  ///< a button
    const char* frame = "Frame";            ///< a slider
    const char* speed = "Speed";            ///< a list
    /// Which keys do the same.
    const char* keys = "Space plays and pauses; left and right step; up and down change the speed.";
};

}  // namespace senda::draw
