// SPDX-License-Identifier: MIT
// A page that plays a picture step by step, in any browser, from one file.
#pragma once

#include <common/format.hpp>
#include <senda/draw/canvas.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/svg.hpp>
#include <senda/text/sink.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

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
    const char* follow = "Follow";  ///< a list of what can be followed
    const char* nothing = "-";      ///< its first entry
};

namespace detail {

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

/// Adds `text` to JSON as a string in quotes, in which nothing can end a script element around it.
inline void append_json(std::string& out, std::string_view text) {
    out += '"';
    append_escaped(out, text,
                   {{U'"', "\\\""},
                    {U'\\', "\\\\"},
                    {U'\n', "\\n"},
                    {U'\t', "\\t"},
                    {U'<', "\\u003c"},
                    {U'>', "\\u003e"},
                    {U'&', "\\u0026"},
                    {0x2028, "\\u2028"},
                    {0x2029, "\\u2029"}});
    out += '"';
}

/// Adds a number in pixels to JSON: `-0.5`.
inline void append_json_number(std::string& out, hundredths value) {
    const hundredths size = std::abs(value);
    if (value < 0) out += '-';
    if (size > 0 && size < 100) out += '0';
    append_number(out, size);
}

/// A place in hundredths of a pixel.
struct replay_place {
    hundredths x = 0;
    hundredths y = 0;

    friend bool operator==(const replay_place&, const replay_place&) = default;
};

[[nodiscard]] inline replay_place to_place(const point& p) noexcept {
    return {to_hundredths(p.x), to_hundredths(p.y)};
}

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
    replay_place place;
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
    std::vector<std::pair<std::uint32_t, std::string>> followed;  // sprites and their names
    numbered_texts names;                                         // of values
    numbered_texts texts;                                         // of captions and values
    numbered_texts colors;                                        // as `to_hex` writes them
    std::vector<replay_change> changes;
    std::vector<std::size_t> begins = {0};  // where the changes of each frame begin
    bool glides = false;
    replay_words words;
    unsigned pace = 0;  // frames a second; 0 lets the page choose
};

inline constexpr std::string_view replay_style = R"text(
:root { color-scheme: light dark; --back: #f4f6f8; --text: #1d2732; --soft: #5b6773; --line: #cfd6dd;
  --panel: #fff; --accent: #2a76c3; }
@media (prefers-color-scheme: dark) {
  :root { --back: #14191f; --text: #e4e8ed; --soft: #9ea6ae; --line: #36414c; --panel: #1d2530;
    --accent: #6db1f2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.4 system-ui, sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .75rem; overflow-wrap: anywhere; }
figure { margin: 0; }
#picture { display: block; margin: 0 auto; width: 100%; height: auto; min-height: 8rem;
  max-height: calc(100vh - 15rem); }
figcaption { min-height: 1.5em; margin: .5rem 0; text-align: center; overflow-wrap: anywhere; }
#values { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem; margin: 0 0 .75rem; }
#values div { display: flex; gap: .5rem; padding: .15rem .7rem; border: 1px solid var(--line);
  border-radius: 999px; background: var(--panel); }
#values div[hidden] { display: none; }
#values dt { color: var(--soft); }
#values dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }
#controls { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem; }
#controls button { width: 2.75rem; height: 2.75rem; padding: 0; border: 1px solid var(--line);
  border-radius: 6px; background: var(--panel); color: var(--text); cursor: pointer; }
#controls button:hover { border-color: var(--accent); }
#controls button:disabled { opacity: .4; cursor: default; }
#controls svg { width: 1.25rem; height: 1.25rem; fill: currentColor; vertical-align: middle; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
#place { flex: 1 1 12rem; min-width: 8rem; accent-color: var(--accent); }
#count { min-width: 7em; text-align: right; font-variant-numeric: tabular-nums; }
select { font: inherit; height: 2.75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); color: var(--text); }
.hint { color: var(--soft); font-size: .85rem; text-align: center; margin: .75rem 0 0; }
)text";

// In the words of a language: playback, restart, back, play, pause, step, end, frame, speed.
inline constexpr std::string_view replay_controls = R"text(
<div id="controls" role="group" aria-label="%1">
<button type="button" id="first" aria-label="%2" title="%2 (Home)">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 3h3v14H3zM17 3v14L7 10z"/></svg></button>
<button type="button" id="back" aria-label="%3" title="%3 (&larr;)">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M15 3v14L4 10z"/></svg></button>
<button type="button" id="play" aria-label="%4" title="%4 / %5" data-play="%4" data-pause="%5">
<svg viewBox="0 0 20 20" aria-hidden="true"><path id="icon" d="M4 2l14 8-14 8z"/></svg></button>
<button type="button" id="step" aria-label="%6" title="%6 (&rarr;)">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M5 3v14l11-7z"/></svg></button>
<button type="button" id="last" aria-label="%7" title="%7 (End)">
<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M14 3h3v14h-3zM3 3v14l10-7z"/></svg></button>
<input type="range" id="place" min="0" value="0" step="1" aria-label="%8">
<output id="count" for="place"></output>
<select id="speed" aria-label="%9" title="%9 (&uarr; &darr;)"></select>
</div>
)text";

// The data: the first colours of looks, sprites [look, x, y, shown, colour], names of values,
// texts, colours, trails [sprite, colour, width], whether sprites glide, the first speed in frames
// a second, and frames. A frame is a flat list of changes, each a number that says what it is and
// then what it needs:
//   0 sprite dx dy      moves
//   1 sprite            shows
//   2 sprite            hides
//   3 sprite colour     paints; with -1, as it was drawn
//   4 value number      sets a value
//   5 value text        sets a value to a text
//   6 text              sets the caption
// Where sprites can be followed, there are their names [sprite, name].
inline constexpr std::string_view replay_script = R"text(
'use strict';
(() => {
const $ = id => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';
const set = (element, attributes) => {
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
};
const make = (name, attributes) => set(document.createElementNS(SVG, name), attributes);
const size = [4, 2, 2, 3, 3, 3, 2];
const last = data.frames.length - 1;
const sprites = data.sprites.map(() => ({element: null, trail: null}));
const trails = data.trails.map(t => ({sprite: sprites[t[0]], points: [], drawn: 0, chunks: [],
  colour: t[1], width: t[2]}));
for (const t of trails) t.sprite.trail = t;
const dirty = new Set();
let values, caption, next;  // the first frame that was not applied
let frame = 0;

// All is as before the first frame.
function reset() {
  data.sprites.forEach(([look, x, y, shown, colour], i) => {
    Object.assign(sprites[i], {look, x, y, shown: !!shown, colour});
    dirty.add(i);
  });
  for (const t of trails) {
    t.points = t.sprite.shown ? [[t.sprite.x, t.sprite.y, 1]] : [];
    t.drawn = 0;
  }
  values = data.values.map(() => '');
  caption = '';
  next = 0;
}

// Moves are recorded in the trail of their sprite as long as it is shown.
function change(f, i) {
  const s = sprites[f[i + 1]];
  if (f[i] < 4) dirty.add(f[i + 1]);
  switch (f[i]) {
    case 0:
      s.x += f[i + 2]; s.y += f[i + 3];
      if (s.trail && s.shown) s.trail.points.push([s.x, s.y, 0]);
      break;
    case 1: case 2:
      if (s.trail && !s.shown && f[i] === 1) s.trail.points.push([s.x, s.y, 1]);
      s.shown = f[i] === 1;
      break;
    case 3: s.colour = f[i + 2]; break;
    case 4: values[f[i + 1]] = f[i + 2]; break;
    case 5: values[f[i + 1]] = data.texts[f[i + 2]]; break;
    default: caption = data.texts[f[i + 1]];
  }
}

const round = n => Math.round(n * 100) / 100;

// What glides is there before the next frame comes, and jumps for those who want nothing to move.
const glides = data.glides && !matchMedia('(prefers-reduced-motion: reduce)').matches;
const glideTime = () => round(Math.min(0.3, 0.6 / Number($('speed').value)));

// Elements stand in the order of their sprites, and are made when they are first seen.
function elementOf(number) {
  const s = sprites[number];
  if (s.element || !s.shown) return s.element;
  s.element = make('use', {href: '#look' + s.look});
  let next = number + 1;
  while (next < sprites.length && !sprites[next].element) ++next;
  $('stage').insertBefore(s.element, next < sprites.length ? sprites[next].element : null);
  return s.element;
}

// A trail is drawn in parts, so that a step redraws only the last of them.
const part = 200;
function drawTrail(t) {
  const from = Math.max(Math.floor((t.drawn - 1) / part), 0);
  const count = Math.ceil(Math.max(t.points.length - 1, 0) / part);
  for (let k = from; k < count; ++k) {
    t.chunks[k] = t.chunks[k] || $('trails').appendChild(make('path', {fill: 'none', stroke: t.colour,
      'stroke-width': t.width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round'}));
    let d = '';
    for (let i = k * part; i <= Math.min((k + 1) * part, t.points.length - 1); ++i) {
      const q = t.points[i];
      d += (d && !q[2] ? 'L' : 'M') + round(q[0]) + ' ' + round(q[1]);
    }
    t.chunks[k].setAttribute('d', d);
  }
  for (let k = count; k < t.chunks.length; ++k) t.chunks[k].remove();
  t.chunks.length = Math.min(t.chunks.length, count);
  t.drawn = t.points.length;
}

function show(number) {
  number = Math.max(0, Math.min(last, number));
  if (number < frame) reset();
  for (; next <= number; ++next)
    for (let i = 0, f = data.frames[next]; i < f.length; i += size[f[i]]) change(f, i);
  frame = number;
  for (const n of dirty) {
    const s = sprites[n], e = elementOf(n);
    if (!e) continue;
    if (glides) {
      e.style.transition = 'transform ' + glideTime() + 's ease-in-out';
      e.style.transform = 'translate(' + round(s.x) + 'px,' + round(s.y) + 'px)';
    } else {
      e.setAttribute('transform', 'translate(' + round(s.x) + ' ' + round(s.y) + ')');
    }
    e.setAttribute('display', s.shown ? 'inline' : 'none');
    const colour = s.colour < 0 ? data.looks[s.look] : data.colours[s.colour];
    if (colour) e.setAttribute('color', colour);
    else e.removeAttribute('color');
  }
  dirty.clear();
  trails.forEach(drawTrail);
  $('caption').textContent = caption;
  values.forEach((v, i) => { cells[i].textContent = v; cells[i].parentNode.hidden = v === ''; });
  $('place').value = frame;
  $('place').setAttribute('aria-valuetext', frame + ' / ' + last);
  $('count').textContent = frame + ' / ' + last;
  $('first').disabled = $('back').disabled = frame === 0;
  $('last').disabled = $('step').disabled = frame === last;
}

const cells = data.values.map(name => {
  const box = $('values').appendChild(document.createElement('div'));
  box.appendChild(document.createElement('dt')).textContent = name;
  return box.appendChild(document.createElement('dd'));
});

const speeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];
for (const s of speeds) $('speed').add(new Option(s + ' / s', s));
const wanted = data.frames.length / 30;  // half a minute for the whole
const least = data.pace || Math.max(wanted, 5);
$('speed').value = speeds.find(s => s >= least) || speeds[speeds.length - 1];

let playing = false, since = 0, owed = 0;
function play(on) {
  if (on && frame === last) show(0);
  playing = on;
  since = 0; owed = 0;
  set($('play'), {'aria-label': $('play').dataset[on ? 'pause' : 'play']});
  set($('icon'), {d: on ? 'M4 3h4v14H4zM12 3h4v14h-4z' : 'M4 2l14 8-14 8z'});
  // A screen reader says captions only as fast as one can listen.
  set($('caption'), {'aria-live': on ? 'off' : 'polite'});
  if (on) requestAnimationFrame(tick);
}
function tick(now) {
  if (!playing) return;
  if (since) owed += Math.min(now - since, 1000) / 1000 * Number($('speed').value);
  since = now;
  if (owed >= 1) {
    show(frame + Math.floor(owed));
    owed %= 1;
  }
  if (frame === last) play(false);
  else requestAnimationFrame(tick);
}
function go(number) { play(false); show(number); }
function faster(by) {
  const s = $('speed');
  s.selectedIndex = Math.max(0, Math.min(speeds.length - 1, s.selectedIndex + by));
}

const acts = {play: () => play(!playing), step: () => go(frame + 1), back: () => go(frame - 1),
  first: () => go(0), last: () => go(last)};
for (const name in acts) $(name).addEventListener('click', acts[name]);
$('place').max = last;
$('place').addEventListener('input', () => go(Number($('place').value)));
document.addEventListener('keydown', e => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  const on = e.target.tagName;
  if (on === 'SELECT' || (on === 'BUTTON' && (e.key === ' ' || e.key === 'Enter'))) return;
  const act = {' ': acts.play, ArrowRight: acts.step, ArrowLeft: acts.back, Home: acts.first,
    End: acts.last, ArrowUp: () => faster(1), ArrowDown: () => faster(-1)}[e.key];
  if (!act) return;
  e.preventDefault();
  act();
});
reset();
show(0);
)text";

// Of the sprite that is chosen in the list or by a click, all of its path is drawn, and where it
// ends.
inline constexpr std::string_view replay_follow_script = R"text(
const chosen = $('followed');
const line = make('path', {fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round'});
const end = make('circle', {fill: 'none'});
$('stage').before(line, end);
$('stage').style.cursor = 'pointer';
for (const [sprite, name] of data.names) chosen.add(new Option(name, sprite));
let followed = -1;
function follow(number) {
  if (followed >= 0) sprites[followed].element.removeAttribute('stroke');
  followed = number;
  chosen.value = number;
  let d = '', x = 0, y = 0, r = 0;
  if (number >= 0) {
    const element = elementOf(number), colour = sprites[number].colour;
    [, x, y] = data.sprites[number];
    r = element.getBBox().width / 2;
    d = 'M' + x + ' ' + y;
    for (const f of data.frames)
      for (let i = 0; i < f.length; i += size[f[i]])
        if (f[i] === 0 && f[i + 1] === number)
          d += 'L' + round(x += f[i + 2]) + ' ' + round(y += f[i + 3]);
    set(element, {stroke: 'currentColor', 'stroke-width': r * 0.7});
    for (const e of [line, end])
      set(e, {stroke: colour < 0 ? data.looks[sprites[number].look] : data.colours[colour]});
  }
  set(line, {d, 'stroke-width': r * 0.6});
  set(end, {cx: x, cy: y, r: r * 1.7, 'stroke-width': r * 0.5});
}
chosen.addEventListener('change', () => follow(Number(chosen.value)));
$('stage').addEventListener('click', e => {
  const number = sprites.findIndex(s => s.element === e.target);
  if (data.names.some(n => n[0] === number)) follow(number === followed ? -1 : number);
});
)text";

/// Writes a replay to a sink, in pieces.
template <ByteSink Sink>
class replay_html {
public:
    replay_html(const replay_record& replay, Sink& sink)
        : replay_(replay), buffer_(sink), out_(buffer_.text()), sink_(sink) {}

    void write() {
        head();
        shapes(replay_.background);
        out_ += "<defs>\n";
        for (std::size_t i = 0; i < replay_.looks.size(); ++i) {
            out_ += "<g id=\"look" + std::to_string(i) + "\">\n";
            shapes(replay_.looks[i].shapes, replay_.looks[i].changing);
            out_ += "</g>\n";
        }
        out_ += "</defs>\n<g id=\"trails\"></g>\n";
        if (replay_.overlay) shapes(*replay_.overlay);
        out_ += "<g id=\"stage\"></g>\n</svg>\n";
        out_ += "<figcaption id=\"caption\" aria-live=\"polite\"></figcaption>\n</figure>\n";
        out_ += "<dl id=\"values\"></dl>";
        const replay_words& w = replay_.words;
        out_ += substitute(replay_controls, {w.playback, w.restart, w.back, w.play, w.pause, w.step,
                                             w.to_the_end, w.frame, w.speed});
        if (!replay_.followed.empty())
            out_ += "<p class=\"hint\"><label>" + std::string{w.follow} +
                    " <select id=\"followed\"><option value=\"-1\">" + w.nothing +
                    "</option></select></label></p>\n";
        out_ += "<p class=\"hint\">" + std::string{w.keys} + "</p>\n";
        out_ += "</main>\n<script type=\"application/json\" id=\"data\">\n";
        data();
        for (std::size_t i = 0; i < replay_.begins.size(); ++i) frame(i);
        out_ += "]}\n</script>\n<script>";
        out_ += replay_script;
        if (!replay_.followed.empty()) out_ += replay_follow_script;
        out_ += "})();\n</script>\n</body>\n</html>\n";
        buffer_.flush();
    }

private:
    void head() {
        out_ += "<!DOCTYPE html>\n<html lang=\"" + std::string{replay_.words.language};
        out_ += "\">\n<head>\n<meta charset=\"utf-8\">\n";
        out_ += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n";
        out_ += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ";
        out_ += "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>";
        append_xml(out_, replay_.title);
        out_ += "</title>\n<style>";
        out_ += replay_style;
        out_ += "</style>\n</head>\n<body>\n<main>\n<h1>";
        append_xml(out_, replay_.title);
        out_ += "</h1>\n<figure>\n";
        const canvas& ground = replay_.background;
        const std::string width = std::to_string(ground.width());
        const std::string height = std::to_string(ground.height());
        out_ += "<svg id=\"picture\" role=\"img\" width=\"" + width + "\" height=\"" + height;
        const int widest = std::max(ground.width(), 480);  // a small picture may grow
        out_ += "\" style=\"max-width:" + std::to_string(widest) + "px";
        out_ += "\" viewBox=\"0 0 " + width + ' ' + height + "\" aria-label=\"";
        append_xml(out_, replay_.title);
        out_ += "\" aria-describedby=\"caption\">\n";
        append_svg_background(out_, ground);
    }

    void shapes(const canvas& picture, std::optional<color> changing = {}) {
        buffer_.flush();
        write_svg_shapes(picture, sink_, changing);
    }

    /// The data up to the frames.
    void data() {
        const auto list = [this](const auto& items, auto add) {
            bool is_first = true;
            for (const auto& item : items) {
                if (!is_first) out_ += ',';
                is_first = false;
                add(item);
                buffer_.flush_if_long();
            }
        };
        const auto text = [this](const std::string& s) { append_json(out_, s); };
        out_ += "{\"looks\":[";
        list(replay_.looks, [&](const replay_look& l) {
            out_ += '"' + (l.changing ? to_hex(*l.changing) : "") + '"';
        });
        out_ += "],\n\"sprites\":[";
        list(replay_.sprites, [&](const replay_sprite& s) {
            out_ += '[' + std::to_string(s.look) + ',';
            append_json_number(out_, s.place.x);
            out_ += ',';
            append_json_number(out_, s.place.y);
            out_ += s.is_shown ? ",1,-1]" : ",0,-1]";
        });
        out_ += "],\n\"values\":[";
        list(replay_.names.list(), text);
        out_ += "],\n\"texts\":[";
        list(replay_.texts.list(), text);
        out_ += "],\n\"colours\":[";
        list(replay_.colors.list(), text);
        out_ += "],\n\"trails\":[";
        list(replay_.trails, [&](const replay_trail& t) {
            out_ += '[' + std::to_string(t.sprite) + ",\"" + to_hex(t.paint) + "\",";
            append_json_number(out_, to_hundredths(t.width));
            out_ += ']';
        });
        out_ += "],\n";
        if (!replay_.followed.empty()) {
            out_ += "\"names\":[";
            list(replay_.followed, [&](const auto& f) {
                out_ += '[' + std::to_string(f.first) + ',';
                text(f.second);
                out_ += ']';
            });
            out_ += "],\n";
        }
        if (replay_.glides) out_ += "\"glides\":1,";
        if (replay_.pace > 0) out_ += "\"pace\":" + std::to_string(replay_.pace) + ',';
        out_ += "\"frames\":[";
    }

    void frame(std::size_t number) {
        out_ += number == 0 ? "[" : ",[";
        bool is_first = true;
        for (const replay_change& c : replay_.frame(number)) {
            if (!is_first) out_ += ',';
            is_first = false;
            out_ += static_cast<char>('0' + static_cast<int>(c.kind));
            if (c.kind != change_kind::caption) out_ += ',' + std::to_string(c.target);
            if (c.kind == change_kind::show || c.kind == change_kind::hide) continue;
            out_ += ',';
            if (c.kind != change_kind::move) {
                out_ += std::to_string(c.a);
                continue;
            }
            append_json_number(out_, c.a);
            out_ += ',';
            append_json_number(out_, c.b);
        }
        out_ += ']';
        buffer_.flush_if_long();
    }

    const replay_record& replay_;
    buffered_text<Sink> buffer_;
    std::string& out_;
    Sink& sink_;
};

}  // namespace detail

/// How a sprite looks; made by `replay_page::add_look`.
enum class look_id : std::uint32_t {};

/// A thing that moves over the picture; made by `replay_page::add_sprite`.
enum class sprite_id : std::uint32_t {};

/// Makes an HTML page with a picture, things that move over it, and buttons to play, pause, step,
/// go back and choose a frame. What is done before the first `next_frame` is frame 0, and every
/// frame begins as the one before it ended. A frame costs some twenty bytes of the page.
/// `write_apng` makes a moving picture of it.
class replay_page {
public:
    /// A page with a title, whose things move over `background`.
    replay_page(std::string title, canvas background)
        : record_(std::move(title), std::move(background)) {}

    /// A look: the shapes of a canvas, whose size and background do not matter, around the sprite
    /// at (0, 0). To those in the colour `changing`, if given, `paint` gives another.
    [[nodiscard]] look_id add_look(canvas shapes, std::optional<color> changing = {}) {
        detail::replay_look made{std::move(shapes), changing};
        auto& looks = record_.looks;
        const auto found = std::find(looks.begin(), looks.end(), made);
        const auto number = static_cast<std::uint32_t>(found - looks.begin());
        if (found == looks.end()) looks.push_back(std::move(made));
        return look_id{number};
    }

    /// A look that `draw(canvas&)` draws around the point (0, 0).
    template <std::invocable<canvas&> Draw>
    [[nodiscard]] look_id add_look(Draw draw, std::optional<color> changing = {}) {
        canvas shapes(1, 1);
        draw(shapes);
        return add_look(std::move(shapes), changing);
    }

    /// A sprite, which is seen from the present frame on. Later ones are drawn over earlier ones.
    sprite_id add_sprite(look_id look, point at) {
        const sprite_id made{static_cast<std::uint32_t>(record_.sprites.size())};
        const detail::replay_place place = detail::to_place(at);
        record_.sprites.push_back({static_cast<std::uint32_t>(look), place, frame_count() == 1});
        places_.push_back(place);
        if (frame_count() > 1) show(made);
        return made;
    }

    /// Moves a sprite.
    void move(sprite_id sprite, point to) {
        detail::replay_place& place = places_[static_cast<std::size_t>(sprite)];
        const detail::replay_place there = detail::to_place(to);
        if (place == there) return;
        change(detail::change_kind::move, sprite, there.x - place.x, there.y - place.y);
        place = there;
    }

    /// Lets a sprite be seen.
    void show(sprite_id sprite) { change(detail::change_kind::show, sprite); }
    /// Hides a sprite.
    void hide(sprite_id sprite) { change(detail::change_kind::hide, sprite); }

    /// Gives the changing parts of a sprite another colour.
    void paint(sprite_id sprite, color c) {
        change(detail::change_kind::paint, sprite, record_.colors.number_of(to_hex(c)));
    }

    /// Draws a line behind all sprites along the path of this one, as long as it is seen. A sprite
    /// has one trail at most, which is set before the first `next_frame`.
    void trail(sprite_id sprite, color paint, coordinate width) {
        record_.trails.push_back({static_cast<std::uint32_t>(sprite), paint, width});
    }

    /// Lets whoever watches the page follow a sprite, which is chosen by this name or by a click:
    /// all of its path is drawn then, and where it ends.
    void follow(sprite_id sprite, std::string name) {
        record_.followed.emplace_back(static_cast<std::uint32_t>(sprite), std::move(name));
    }

    /// Shapes that are seen above all trails, but below all sprites.
    void overlay(canvas shapes) { record_.overlay = std::move(shapes); }

    /// Shows a named number beside the picture, such as `life`, until it changes.
    template <std::integral Integer>
    void value(std::string_view name, Integer number) {
        set_value(detail::change_kind::number, name, static_cast<std::int64_t>(number));
    }

    /// Shows a named text beside the picture; an empty one takes it away.
    void value(std::string_view name, std::string_view text) {
        set_value(detail::change_kind::text, name, record_.texts.number_of(text));
    }

    /// Says what happens, below the picture, until the next caption.
    void caption(std::string_view text) {
        if (text == caption_) return;
        caption_ = text;
        record_.changes.push_back(
            {detail::change_kind::caption, 0, record_.texts.number_of(text), 0});
    }

    /// Lets sprites glide from one place to the next instead of jumping there.
    void glide() noexcept { record_.glides = true; }

    /// The language of the controls; English if it is not set.
    void words(const replay_words& w) noexcept { record_.words = w; }

    /// How many frames a second are played at first; by itself, the page takes half a minute for
    /// all of them, but is no slower than five a second.
    void pace(unsigned frames_a_second) noexcept { record_.pace = frames_a_second; }

    /// Ends the present frame and begins the next.
    void next_frame() { record_.begins.push_back(record_.changes.size()); }

    /// How many frames there are so far.
    [[nodiscard]] std::size_t frame_count() const noexcept { return record_.begins.size(); }

    /// Writes the page to a sink, in pieces.
    template <ByteSink Sink>
    void write(Sink&& sink) const {
        detail::replay_html<std::remove_reference_t<Sink>>{record_, sink}.write();
    }

    /// The text of the page.
    [[nodiscard]] std::string to_html() const {
        std::string text;
        write([&text](std::string_view piece) { text += piece; });
        return text;
    }

    /// All that happens, for what shows it in other ways.
    [[nodiscard]] const detail::replay_record& record() const noexcept { return record_; }

private:
    void change(detail::change_kind kind, sprite_id sprite, std::int64_t a = 0,
                std::int64_t b = 0) {
        record_.changes.push_back({kind, static_cast<std::uint32_t>(sprite), a, b});
    }

    void set_value(detail::change_kind kind, std::string_view name, std::int64_t to) {
        const auto which = static_cast<std::uint32_t>(record_.names.number_of(name));
        record_.changes.push_back({kind, which, to, 0});
    }

    detail::replay_record record_;
    std::vector<detail::replay_place> places_;  // where the sprites are
    std::string caption_;                       // the last one
};

}  // namespace senda::draw
