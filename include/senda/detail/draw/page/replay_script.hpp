// SPDX-License-Identifier: MIT
// The style and the script of a replay page, which need nothing from outside of it.
#pragma once

#include <string_view>

namespace senda::draw::detail {

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
// Making a change gives the change that takes it back.
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
const sprites = data.sprites.map(s => ({look: s[0], x: s[1], y: s[2], shown: !!s[3], colour: s[4],
  element: null, trail: null}));
const trails = data.trails.map(t => ({sprite: t[0], points: [], drawn: 0, chunks: [], colour: t[1],
  width: t[2]}));
for (const t of trails) {
  const s = sprites[t.sprite];
  s.trail = t;
  if (s.shown) t.points.push([s.x, s.y, 1]);
}
const values = data.values.map(() => '');
const undo = [];
const dirty = new Set(sprites.keys());
let frame = 0, caption = '';

// Moves are recorded in the trail of their sprite as long as it is shown.
function change(f, i) {
  const s = sprites[f[i + 1]];
  switch (f[i]) {
    case 0:
      s.x += f[i + 2]; s.y += f[i + 3]; dirty.add(f[i + 1]);
      if (s.trail && s.shown) s.trail.points.push([s.x, s.y, 0]);
      return [0, f[i + 1], -f[i + 2], -f[i + 3]];
    case 1: case 2: {
      const before = s.shown;
      s.shown = f[i] === 1; dirty.add(f[i + 1]);
      if (s.trail && s.shown && !before) s.trail.points.push([s.x, s.y, 1]);
      return [before ? 1 : 2, f[i + 1]];
    }
    case 3: {
      const before = s.colour;
      s.colour = f[i + 2]; dirty.add(f[i + 1]);
      return [3, f[i + 1], before];
    }
    case 4: case 5: {
      const before = values[f[i + 1]];
      values[f[i + 1]] = f[i] === 4 ? f[i + 2] : data.texts[f[i + 2]];
      return [4, f[i + 1], before];
    }
    default: {
      const before = caption;
      caption = typeof f[i + 1] === 'number' ? data.texts[f[i + 1]] : f[i + 1];
      return [6, before];
    }
  }
}

function apply(number) {
  const f = data.frames[number], back = [];
  const lengths = trails.map(t => t.points.length);
  for (let i = 0; i < f.length; i += size[f[i]]) back.push(change(f, i));
  undo[number] = {changes: back.reverse(), lengths};
}

function takeBack(number) {
  for (const c of undo[number].changes) change(c, 0);
  trails.forEach((t, i) => {
    t.points.length = undo[number].lengths[i];
    t.drawn = Math.min(t.drawn, t.points.length);
  });
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

let next = 0;  // the first frame that was not applied
function show(number) {
  number = Math.max(0, Math.min(last, number));
  while (next <= number) apply(next++);
  while (next > number + 1) takeBack(--next);
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
show(0);
})();
)text";

}  // namespace senda::draw::detail
