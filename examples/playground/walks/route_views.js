// SPDX-License-Identifier: MIT
// What is shown of a route beside its picture: a chart of what is left, which chart.js draws, the list of its steps, and
// the score.
const playgroundRouteViews = (() => {
  const {el} = playgroundElements;

  const {lowest} = playgroundChart;

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

  return {lowest, chart: playgroundChart, stepList, scoreBoard};
})();
