// SPDX-License-Identifier: MIT
// The chart of a number along a walk, with axes: steps to the right, what is left upwards.
const playgroundChart = (() => {
  const {el, svg} = playgroundElements;

  // Walks can be longer than the list of arguments that Math.min takes.
  const lowest = (values) => values.reduce((least, value) => Math.min(least, value));
  const highest = (values) => values.reduce((most, value) => Math.max(most, value));

  // Round whole numbers from `from` to `to`, about as many as wanted: by 1, 2 or 5 times a power of ten.
  function ticks(from, to, wanted) {
    const least = Math.max(1, (to - from) / Math.max(1, wanted));
    const power = 10 ** Math.floor(Math.log10(least));
    const by = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least * (1 - 1e-9));
    const found = [];
    for (let at = Math.ceil(from / by) * by; at <= to; at += by) found.push(at);
    return found;
  }

  const short = new Intl.NumberFormat("en", {notation: "compact"});
  const write = (value) => (Math.abs(value) < 10000 ? String(value).replace("-", "−") : short.format(value));

  // label(values) describes the whole to those who do not see it. how:
  //   x, y                    the names of the axes
  //   onstep(step, isHover)   the visitor points at a step, with the mouse or a finger, or goes there by keys
  //   say(step, value)        that step in words, for those who go by keys
  // Gives {element, load(values, marks), at(step)}; marks are [[step, kind], ...] with the kinds "gain" and "loss".
  return Object.assign(function chart(label, {onstep, x: xName = "", y: yName = "", say} = {}) {
    const picture = svg("svg", {role: "img"});
    const element = el("div", {class: onstep ? "chart is-steered" : "chart", hidden: true}, picture);
    let values = [0];
    let signs = [];
    let step = 0;
    let size = null;    // {left, top, right, bottom, least, most}: the plane, in pixels, and its values
    let now = null;     // what shows where the walk is
    const last = () => values.length - 1;
    const x = (at) => size.left + at / (last() + 1) * (size.right - size.left);  // where the place of a step begins
    const y = (value) => size.bottom - (value - size.least) / (size.most - size.least) * (size.bottom - size.top);
    const fixed = (number) => number.toFixed(1);

    function measure() {
      const {clientWidth: width, clientHeight: height} = picture;
      if (width === 0) return false;
      const em = parseFloat(getComputedStyle(picture).fontSize);
      const [least, most] = [Math.min(0, lowest(values)), Math.max(1, highest(values))];
      const widest = Math.max(...[least, most].map((one) => write(one).length));
      size = {em, least, most, left: em * (1 + 0.62 * widest), top: em * 1.7, right: width - em * 0.6, bottom: height - em * 1.5};
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
      return true;
    }

    function drawAxes() {
      const {em, left, top, right, bottom, least, most} = size;
      const across = ticks(least, most, (bottom - top) / (1.5 * em)).map((value) => [
        svg("line", {class: value === 0 ? "chart-base" : "chart-grid", x1: left, x2: right, y1: fixed(y(value)), y2: fixed(y(value))}),
        svg("text", {class: "chart-y", x: left - 0.4 * em, y: fixed(y(value) + 0.35 * em), "text-anchor": "end"}, write(value)),
      ]);
      const apart = em * (1.6 + 0.62 * write(last()).length);
      const along = ticks(0, last(), (right - left - em * 0.65 * xName.length) / apart)
        .filter((at) => x(at + 0.5) < right - em * (0.62 * xName.length + 1) || xName === "").map((at) => [
          svg("line", {class: "chart-tick", x1: fixed(x(at + 0.5)), x2: fixed(x(at + 0.5)), y1: bottom, y2: bottom + 0.3 * em}),
          svg("text", {class: "chart-x", x: fixed(x(at + 0.5)), y: bottom + 1.25 * em, "text-anchor": "middle"}, write(at)),
        ]);
      return [...across.flat(), ...along.flat(),
        svg("text", {class: "chart-name", x: 0.2 * em, y: em}, yName),
        svg("text", {class: "chart-name", x: right, y: bottom + 1.25 * em, "text-anchor": "end"}, xName)];
    }

    function drawValues() {
      const {left, right} = size;
      const steps = values.map((value, at) => (at === 0 ? `M${fixed(left)} ${fixed(y(value))}` : `H${fixed(x(at))}V${fixed(y(value))}`)).join("");
      return [svg("path", {class: "chart-area", d: `${steps}H${fixed(right)}V${fixed(y(0))}H${fixed(left)}z`}),
        svg("path", {class: "chart-line", d: `${steps}H${fixed(right)}`}),
        ...signs.map(([at, kind]) => svg("path", {class: `chart-${kind}`,
          d: `M${fixed(x(at + 0.5))} ${fixed(y(values[at]))}v${(kind === "gain" ? 0.6 : -0.6) * size.em}`}))];
    }

    function draw() {
      if (element.hidden || !measure()) return;
      const [area, ...others] = drawValues();
      now = svg("g", {class: "chart-place"}, svg("line", {class: "chart-now", y1: size.top - 0.5 * size.em, y2: size.bottom}),
        svg("text", {class: "chart-value", y: size.top - 0.7 * size.em, "text-anchor": "middle"}));
      picture.replaceChildren(area, ...drawAxes(), ...others, now);
      mark();
    }

    // Where the walk is, and what is left there.
    function mark() {
      if (onstep) {
        element.setAttribute("aria-valuenow", step);
        element.setAttribute("aria-valuetext", say ? say(step, values[step]) : `${step}: ${values[step]}`);
      }
      if (!now) return;
      const at = x(step + 0.5);
      const [line, text] = now.children;
      line.setAttribute("x1", fixed(at));
      line.setAttribute("x2", fixed(at));
      text.textContent = write(values[step]);
      const half = 0.32 * size.em * text.textContent.length;
      const afterName = (0.62 * yName.length + 0.8) * size.em + half;
      text.setAttribute("x", fixed(Math.min(size.right - half, Math.max(afterName, at))));
    }

    function stepAt(event) {
      const box = picture.getBoundingClientRect();
      const share = (event.clientX - box.left - size.left) / (size.right - size.left);
      return Math.max(0, Math.min(last(), Math.floor(share * (last() + 1))));
    }

    function point(event, isHover) {
      if (!size) return;
      const to = stepAt(event);
      if (to !== step || !isHover) onstep(to, isHover);
    }

    function press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const far = Math.max(2, Math.round(last() / 10));
      const to = {ArrowLeft: step - 1, ArrowDown: step - 1, ArrowRight: step + 1, ArrowUp: step + 1,
        PageDown: step - far, PageUp: step + far, Home: 0, End: last()}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      onstep(Math.max(0, Math.min(last(), to)), false);
    }

    if (onstep) {
      for (const [name, value] of [["role", "slider"], ["tabindex", "0"], ["aria-valuemin", "0"]]) element.setAttribute(name, value);
      picture.setAttribute("aria-hidden", "true");
      element.addEventListener("pointerdown", (event) => point(event, false));
      element.addEventListener("pointermove", (event) => point(event, event.buttons === 0));
      element.addEventListener("keydown", press);
    }
    new ResizeObserver(draw).observe(element);

    return {
      element,
      load(next, marks = []) {
        values = next;
        signs = marks;
        step = Math.min(step, last());
        element.hidden = false;
        (onstep ? element : picture).setAttribute("aria-label", label(values));
        if (onstep) element.setAttribute("aria-valuemax", last());
        draw();
      },
      at(next) {
        step = Math.max(0, Math.min(last(), next));
        mark();
      },
    };
  }, {lowest, highest, ticks});
})();
