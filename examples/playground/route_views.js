// SPDX-License-Identifier: MIT
// What is shown of a route beside its picture: a chart of what is left, the list of its steps, and the score.
const playgroundRouteViews = (() => {
  const {el, svg} = playgroundElements;

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

  // Names and large numbers: show(values, isLow). The first number is marked where it is low.
  function scoreBoard(names) {
    const element = el("dl", {class: "scores"});
    const show = (values, isLow) => element.replaceChildren(...names.map((name, at) =>
      el("div", {class: at === 0 && isLow ? "low" : ""}, el("dt", {}, name), el("dd", {}, values[at]))));
    return {element, show};
  }

  return {lowest, chart, stepList, scoreBoard};
})();
