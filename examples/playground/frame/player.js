// SPDX-License-Identifier: MIT
// Plays anything that has steps: play, pause, step by step, to any place, at any speed.
const playgroundPlayer = (() => {
  const {el, button, icon} = playgroundElements;
  const speeds = [["0.25", "¼×"], ["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["8", "8×"]];

  // how: {label, show(step, before), rate (steps a second at speed 1), onplay(), onpause()}. The
  // steps are 0 to count; load(count, {at, rate}) sets them. The element is where the buttons are.
  return function player(t, how) {
    let count = 0;
    let at = 0;
    let rate = how.rate || 5;
    let frame = 0;
    let last = 0;
    let owed = 0;

    const words = {
      play: t({en: "Play", es: "Reproducir"}), pause: t({en: "Pause", es: "Pausa"}),
      first: t({en: "To the start", es: "Al inicio"}), last: t({en: "To the end", es: "Al final"}),
      back: t({en: "Step back", es: "Un paso atrás"}), next: t({en: "Step forward", es: "Un paso adelante"}),
      place: t({en: "Step", es: "Paso"}), speed: t({en: "Speed", es: "Velocidad"}),
    };
    const sign = (name, text, act) => button(text, act, {icon: name, iconOnly: true, kind: "quiet"});
    const first = sign("first", words.first, () => { pause(); go(0); });
    const back = sign("back", words.back, () => { pause(); go(at - 1); });
    const main = sign("play", words.play, () => (frame ? pause() : play()));
    main.classList.add("main");
    const next = sign("next", words.next, () => { pause(); go(at + 1); });
    const end = sign("last", words.last, () => { pause(); go(count); });
    const place = el("input", {type: "range", min: 0, max: 0, value: 0, "aria-label": words.place,
      oninput: () => { pause(); go(Number(place.value)); }});
    const where = el("output", {class: "where"});
    const speed = el("select", {"aria-label": words.speed, title: words.speed, value: "1"},
      speeds.map(([value, text]) => el("option", {value}, text)));
    const element = el("div", {class: "player", role: "group", "aria-label": how.label || words.play},
      el("div", {class: "player-buttons"}, first, back, main, next, end), place, where, speed);

    function mark() {
      const empty = count === 0;
      place.max = count;
      place.value = at;
      place.disabled = main.disabled = empty;
      where.textContent = `${at}\u2009/\u2009${count}`;
      where.style.minWidth = `${Math.max(9, 2 * String(count).length + 2)}ch`;
      first.disabled = back.disabled = at === 0;
      next.disabled = end.disabled = at === count;
    }

    function go(step) {
      const before = at;
      at = Math.max(0, Math.min(count, Math.round(step) || 0));
      mark();
      how.show(at, before);
    }

    function tick(now) {
      frame = requestAnimationFrame(tick);
      // A page that was in the background does not catch up.
      owed += Math.min(now - last, 250) / 1000 * rate * Number(speed.value);
      last = now;
      const steps = Math.floor(owed);
      if (steps === 0) return;
      owed -= steps;
      go(at + steps);
      if (at === count) pause();
    }

    function play() {
      if (frame || count === 0) return;
      if (at === count) go(0);
      owed = 0;
      last = performance.now();
      frame = requestAnimationFrame(tick);
      show(true);
      if (how.onplay) how.onplay();
    }

    function pause() {
      if (!frame) return;
      cancelAnimationFrame(frame);
      frame = 0;
      show(false);
      if (how.onpause) how.onpause();
    }

    function show(playing) {
      const text = playing ? words.pause : words.play;
      main.replaceChildren(icon(playing ? "pause" : "play"));
      main.setAttribute("aria-label", text);
      main.title = text;
    }

    mark();
    return {
      element, play, pause, go,
      load(steps, {at: place = 0, rate: other = rate} = {}) {
        pause();
        count = steps;
        rate = other;
        at = Math.min(at, count);
        go(place);
      },
      get step() { return at; },
      get count() { return count; },
      get playing() { return frame !== 0; },
    };
  };
})();
