// SPDX-License-Identifier: MIT
// What the tabs with a walker share: steering, lines of routes, the chart of what is left along one, texts of boards.
const playgroundWalks = (() => {
  const {el, svg, button} = playgroundElements;

  // Moves are the letters U, D, L and R; rows are counted downwards.
  const shifts = {U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0]};
  const names = {
    U: {en: "Up", es: "Arriba"}, D: {en: "Down", es: "Abajo"},
    L: {en: "Left", es: "Izquierda"}, R: {en: "Right", es: "Derecha"},
  };
  const keys = {
    ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R",
    w: "U", s: "D", a: "L", d: "R", k: "U", j: "D", h: "L", l: "R",
  };
  const arrows = {U: "M12 6 5 14h14z", D: "M12 18 5 10h14z", L: "M6 12 14 5v14z", R: "M18 12 10 5v14z"};

  const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

  // The move that a key means, if it means one.
  function moveOfKey(event) {
    if (hasModifier(event)) return undefined;
    return keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  }

  // Whether a key was pressed where it has no other meaning, so that games hear it.
  function isFree({target, key}) {
    const control = target instanceof Element && target.closest("input, select, textarea, summary, [role=tab], .steps, pre");
    if (!control) return true;
    if (control.type === "radio") return !/^(Arrow|[ ]|Enter)/.test(key);
    return control.type === "checkbox" && key !== " ";
  }

  // Four buttons around a middle, for fingers and mice.
  function pad(t, label, onmove) {
    const arrow = (move) => el("button", {type: "button", class: `button pad-${move}`, "aria-label": t(names[move]),
      title: t(names[move]), onclick: () => onmove(move)},
    svg("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: arrows[move]})));
    return el("div", {class: "pad", role: "group", "aria-label": label}, Object.keys(shifts).map(arrow));
  }

  // Swipes of a finger on an element are moves, and so is a tap beside the walker: ontap(event). The
  // element needs a touch-action of none, or the page would scroll.
  function swipes(element, isWanted, onmove, ontap) {
    const least = 18;
    let from = null;
    let isSwipe = false;
    element.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "touch" && isWanted() ? [event.clientX, event.clientY] : null;
      isSwipe = false;
    });
    element.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
      if (Math.max(Math.abs(x), Math.abs(y)) < least) return;
      from = [event.clientX, event.clientY];
      isSwipe = true;
      onmove(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : (y > 0 ? "D" : "U"));
    });
    element.addEventListener("pointerup", (event) => {
      if (from && !isSwipe) ontap(event);
      from = null;
    });
    element.addEventListener("pointercancel", () => { from = null; });
  }

  // The cells [column, row] of a walk, the start included.
  function cellsOf(start, moves) {
    const cells = [start];
    let [x, y] = start;
    for (const move of moves) {
      x += shifts[move][0];
      y += shifts[move][1];
      cells.push([x, y]);
    }
    return cells;
  }

  // The line of a walk, in cells. Where it takes an edge more than once it keeps to the right, so
  // that all ways are seen. One list of points for each cell, so that a part can be drawn.
  function lineOf(cells) {
    const aside = 0.15;
    const edge = (i) => [cells[i - 1].join(), cells[i].join()].sort().join("-");
    const uses = new Map();
    for (let i = 1; i < cells.length; ++i) uses.set(edge(i), (uses.get(edge(i)) || 0) + 1);
    const normal = (i) => {
      if (i < 1 || i >= cells.length || uses.get(edge(i)) < 2) return [0, 0];
      const [x, y] = [cells[i][0] - cells[i - 1][0], cells[i][1] - cells[i - 1][1]];
      return [-y * aside, x * aside];
    };
    return cells.map(([x, y], i) => {
      const [before, after] = [normal(i), normal(i + 1)];
      const beside = ([dx, dy]) => [x + 0.5 + dx, y + 0.5 + dy];
      const turnsBack = before[0] === -after[0] && before[1] === -after[1] && (before[0] || before[1]);
      if (turnsBack) return [beside(before), beside(after)];
      const isStraight = before[0] === after[0] && before[1] === after[1];
      return [beside(isStraight ? before : [before[0] + after[0], before[1] + after[1]])];
    });
  }

  // Routes can be longer than the list of arguments that Math.min takes.
  const lowest = (values) => values.reduce((least, value) => Math.min(least, value));

  // The chart of what is left along a walk: load(values, marks), at(step). A click goes to a step.
  function chart(label, {onstep} = {}) {
    const [width, height] = [600, 100];
    const area = svg("path", {class: "chart-area"});
    const line = svg("path", {class: "chart-line"});
    const low = svg("line", {class: "chart-base", x1: 0, x2: width});
    const marks = svg("g");
    const now = svg("line", {class: "chart-now", y1: 0, y2: height});
    const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img"},
      area, low, line, marks, now);
    const top = el("span", {class: "chart-top"});
    const bottom = el("span", {class: "chart-bottom"});
    const element = el("div", {class: "chart", hidden: true}, picture, top, bottom);
    let count = 0;
    const x = (step) => step / (count + 1) * width;  // where the place of a step begins
    const middle = (step) => x(step + 0.5).toFixed(1);
    element.addEventListener("pointerdown", (event) => {
      if (!onstep) return;
      const box = picture.getBoundingClientRect();
      onstep(Math.floor((event.clientX - box.left) / box.width * (count + 1)));
    });
    return {
      element,
      // marks: [[step, kind], ...] with the kinds "gain" and "loss".
      load(values, signs = []) {
        count = values.length - 1;
        const [least, most] = [Math.min(0, lowest(values)), Math.max(1, -lowest(values.map((value) => -value)))];
        const y = (value) => height - 6 - (value - least) / (most - least) * (height - 14);
        const steps = values.map((value, step) =>
          (step === 0 ? `M0 ${y(value)}` : `H${x(step).toFixed(1)}V${y(value).toFixed(1)}`)).join("");
        line.setAttribute("d", `${steps}H${width}`);
        area.setAttribute("d", `${steps}H${width}V${y(0)}H0z`);
        low.setAttribute("y1", y(0));
        low.setAttribute("y2", y(0));
        marks.replaceChildren(...signs.map(([step, kind]) => svg("path", {class: `chart-${kind}`,
          d: `M${middle(step)} ${y(values[step]).toFixed(1)}v${kind === "gain" ? 9 : -9}`})));
        top.textContent = new Intl.NumberFormat("en", {notation: "compact"}).format(most);
        bottom.textContent = "0";
        picture.setAttribute("aria-label", label(values));
        element.hidden = false;
      },
      at(step) {
        now.setAttribute("x1", middle(step));
        now.setAttribute("x2", middle(step));
      },
    };
  }

  // A long list of steps, of which only those near the current one are in the page.
  // rows(step) -> cells of a row; head: titles; go(step) is called by a click.
  function stepList(caption, head, row, go) {
    const reach = 150;
    const body = el("tbody");
    const box = el("div", {class: "steps", tabindex: "0", role: "region", "aria-label": caption},
      el("table", {}, el("caption", {class: "unseen"}, caption),
        el("thead", {}, el("tr", {}, head.map((name) => el("th", {scope: "col"}, name)))), body));
    let count = 0;
    let from = 0;
    let marked = null;
    body.addEventListener("click", (event) => {
      const line = event.target.closest("tr");
      if (line) go(Number(line.dataset.step));
    });
    function fill(step) {
      from = Math.max(0, step - reach);
      const to = Math.min(count, step + reach);
      const lines = [];
      for (let i = from; i <= to; ++i)
        lines.push(el("tr", {dataset: {step: i}}, row(i).map((value) => el("td", {}, value))));
      body.replaceChildren(...lines);
    }
    return {
      element: box,
      load(steps) {
        count = steps;
        fill(0);
      },
      at(step) {
        const margin = 20;
        const last = from + body.children.length - 1;
        if ((step < from + margin && from > 0) || (step > last - margin && last < count)) fill(step);
        if (marked) marked.removeAttribute("aria-current");
        marked = body.children[step - from] || null;
        if (!marked) return;
        marked.setAttribute("aria-current", "step");
        // Not scrollIntoView, which would move the whole page.
        const middle = marked.offsetTop - (box.clientHeight - marked.offsetHeight) / 2;
        box.scrollTop = Math.max(0, middle);
      },
    };
  }

  // A board as text, to paste and to edit. read(text) takes it and gives the answer of a check.
  function source(app, {label, hint, read}) {
    const problems = el("div", {class: "problems"});
    const area = el("textarea", {rows: 9, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      oninput: () => {
        clearTimeout(area.later);
        area.later = setTimeout(take, 250);
      }});
    const element = el("div", {class: "source"}, app.field(label, area, hint), problems);
    function take() {
      clearTimeout(area.later);
      showProblems(read(area.value));
    }
    function showProblems(answer) {
      const isWrong = Boolean(answer) && answer.status === "invalid";
      area.setAttribute("aria-invalid", String(isWrong));
      if (!isWrong) return app.clearErrors(problems);
      app.showErrors(problems, answer);
      const place = answer.errors[0];
      if (place.line)
        problems.append(button(app.t({en: "Show the place in the text", es: "Mostrar el lugar en el texto"}),
          () => select(place), {kind: "quiet"}));
      return undefined;
    }
    // Lines and columns are counted in characters from 1; the text area counts in units of UTF-16.
    function select({line, column}) {
      const lines = area.value.split("\n");
      const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      const units = [...(lines[line - 1] || "")].slice(0, Math.max(0, column - 1)).join("").length;
      const size = lines[line - 1] && units < lines[line - 1].length ? 1 : 0;
      area.focus();
      area.setSelectionRange(before + units, before + units + size);
    }
    return {
      element, area,
      // Shows a text that was taken elsewhere.
      set(text) {
        clearTimeout(area.later);
        if (area.value !== text) area.value = text;
        showProblems(null);
      },
    };
  }

  // A number with its thousands set apart; it may be longer than JavaScript counts.
  const grouped = (language, number) =>
    String(number).replace(/\B(?=(\d{3})+$)/g, language === "es" ? "\u202f" : ",").replace("-", "−");

  // A number and what is counted.
  const counted = (language, number, one, many) => `${grouped(language, number)} ${String(number) === "1" ? one : many}`;

  return {shifts, names, moveOfKey, hasModifier, isFree, pad, swipes, cellsOf, lineOf, lowest, chart, stepList, source, grouped, counted};
})();
