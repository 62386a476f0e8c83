// SPDX-License-Identifier: MIT
// What is known about a cell, in a line below the map, and the queue with its length over time.
const playgroundLabQueue = (() => {
  const shownPlaces = 12;
  const words = {
    cell: {en: "Cell", es: "Casilla"},
    where: {en: "Cell", es: "Casilla"},
    cost: {en: "Cost", es: "Coste"},
    wall: {en: "wall", es: "muro"},
    g: {en: "g", es: "g"},
    h: {en: "h", es: "h"},
    f: {en: "f", es: "f"},
    parent: {en: "Parent", es: "Anterior"},
    place: {en: "Place", es: "Lugar"},
    meaning: {
      where: {en: "Column and row of the cell that is pointed at", es: "Columna y fila de la casilla señalada"},
      cost: {en: "Cost of entering it", es: "Coste de entrar en ella"},
      g: {en: "Cost of the path to it so far", es: "Coste del camino hasta ella por ahora"},
      h: {en: "Estimate of what is left to the goal", es: "Estimación de lo que falta hasta la meta"},
      f: {en: "Both together", es: "Los dos juntos"},
      parent: {en: "The cell before it on the path", es: "La casilla anterior del camino"},
      place: {en: "When it is expanded, or was", es: "Cuándo se expande o se expandió"},
    },
    over: {en: "Length of the queue over the expansions", es: "Longitud de la cola a lo largo de las expansiones"},
    most: (most) => ({en: `At most ${most} cells`, es: `Como mucho ${most} casillas`}),
    unseen: {en: "not reached", es: "sin alcanzar"},
    seen: {en: "seen, not expanded", es: "vista, sin expandir"},
    cut: {en: "beyond the threshold", es: "más allá del umbral"},
    expanded: (number) => ({en: `expanded as no. ${number}`, es: `expandida la n.º ${number}`}),
    waits: (place, all) => ({en: `${place} of ${all} in the queue`, es: `${place} de ${all} en la cola`}),
    piled: (place, all) => ({en: `${place} of ${all} on the stack`, es: `${place} de ${all} en la pila`}),
    queue: {en: "Queue", es: "Cola"},
    stack: {en: "Stack", es: "Pila"},
    hand: {en: "Path at hand", es: "Camino en curso"},
    handNote: {en: "There is no queue: this search remembers only the path it is on, here from its end.",
      es: "No hay cola: esta búsqueda solo recuerda el camino en el que está, aquí desde su final."},
    empty: {en: "Empty: nothing is left to expand.", es: "Vacía: no queda nada que expandir."},
    first: (shown, all) => ({en: `The first ${shown} of ${all}; the top one is expanded next.`, es: `Las primeras ${shown} de ${all}; la de arriba se expande a continuación.`}),
    all: (all) => (all === 1 ? {en: "One cell waits.", es: "Espera una casilla."}
      : {en: `${all} cells wait; the top one is expanded next.`, es: `Esperan ${all} casillas; la de arriba se expande a continuación.`}),
    loose: {en: "In the order of f; this search may take another first.", es: "En el orden de f; esta búsqueda puede tomar otra antes."},
  };

  // A cost as the language writes it, with at most one decimal.
  function decimal(app, value, digits = 1) {
    if (!Number.isFinite(value)) return "∞";
    const [whole, part] = String(Number(value.toFixed(digits))).split(".");
    return app.number(whole) + (part ? (app.language === "es" ? "," : ".") + part : "");
  }

  const where = (cell, cols) => `${cell % cols + 1}, ${Math.floor(cell / cols) + 1}`;

  function cellLine(app) {
    const {el, t} = app;
    const names = ["where", "cost", "g", "h", "f", "parent", "place"];
    const values = Object.fromEntries(names.map((name) => [name, el("dd", {dataset: {fact: name}}, "–")]));
    const element = el("dl", {class: "lab-cell"}, names.map((name) =>
      el("div", {class: `lab-fact-${name}`, title: t(words.meaning[name])}, el("dt", {}, t(words[name])), values[name])));

    const say = (texts) => { for (const name of names) values[name].textContent = texts[name] || "–"; };

    // The side that has reached the cell, the one that searches forward first.
    function sideOf(state, count, cell) {
      return state.kind[cell] === 0 && state.kind.length > count && state.kind[count + cell] !== 0 ? 1 : 0;
    }

    function placeText(log, state, one) {
      const kind = state.kind[one.place];
      if (kind === 0) return t(words.unseen);
      if (kind === 2) return t(words.expanded(app.number(state.order[one.place])));
      if (log.isCut(one)) return t(words.cut);
      const place = log.place(one.cell, one.side);
      return place ? t((log.isStack ? words.piled : words.waits)(...place.map(app.number))) : t(words.seen);
    }

    function textsOf(map, log, state, cell) {
      const cost = map.cells[cell];
      const texts = {where: where(cell, map.cols), cost: cost === 0 ? t(words.wall) : String(cost)};
      if (cost === 0 || !log) return texts;
      const count = map.cells.length;
      const one = log.entry(sideOf(state, count, cell) * count + cell);
      const isSeen = state.kind[one.place] !== 0;
      const parent = state.parent[one.place];
      return {...texts, h: log.hasEstimates ? decimal(app, one.h) : "", place: placeText(log, state, one),
        g: isSeen ? decimal(app, one.g) : "", f: isSeen ? decimal(app, one.f) : "",
        parent: isSeen && parent >= 0 ? where(parent, map.cols) : ""};
    }

    return {
      element,
      show(map, log, state, cell) { say(cell < 0 ? {} : textsOf(map, log, state, cell)); },
      // For those who listen: the same in one line.
      spoken(map, log, state, cell) {
        const texts = textsOf(map, log, state, cell);
        const told = ["g", "h", "f"].filter((name) => texts[name]).map((name) => `${name} ${texts[name]}`);
        return [texts.where, texts.cost, ...told, texts.place].filter(Boolean).join("; ");
      },
    };
  }

  // A line of the length at every step, and a mark at the present one.
  function queueChart(app) {
    const {el, svg, t} = app;
    const [wide, high] = [300, 48];
    const line = svg("path", {class: "lab-chart-line"});
    const mark = svg("path", {class: "lab-chart-mark"});
    const drawn = svg("svg", {viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", role: "img", "aria-label": t(words.over)}, line, mark);
    const label = el("figcaption", {class: "hint"});
    const element = el("figure", {class: "lab-chart"}, drawn, label);
    let shown = null;

    function draw(log) {
      const count = Math.min(log.steps, 150);
      const most = log.sizes.reduce((a, b) => Math.max(a, b), 1);
      const points = Array.from({length: count + 1}, (_, at) => {
        const step = Math.round(at * log.steps / Math.max(1, count));
        return `${(step * wide / Math.max(1, log.steps)).toFixed(1)} ${(high - 2 - log.sizes[step] * (high - 6) / most).toFixed(1)}`;
      });
      line.setAttribute("d", `M0 ${high}L${points.join("L")}L${wide} ${high}Z`);
      label.textContent = `${t(words.over)}. ${t(words.most(app.number(most)))}.`;
    }

    return {
      element,
      show(log, state) {
        element.hidden = !log || log.steps < 2 || log.isDeepening;
        if (element.hidden) return;
        if (shown !== log) draw(log);
        shown = log;
        const x = state.step * wide / log.steps;
        mark.setAttribute("d", `M${x.toFixed(1)} 0V${high}`);
      },
    };
  }

  function queueCard(app) {
    const {el, t} = app;
    const rows = Array.from({length: shownPlaces}, () => {
      const parts = Array.from({length: 5}, () => el("td", {}));
      return {parts, row: el("tr", {}, parts)};
    });
    const head = ["", t(words.cell), "f", "g", "h"];
    const title = el("h2", {}, t(words.queue));
    const note = el("p", {class: "hint"});
    const table = el("table", {class: "lab-places"}, el("thead", {}, el("tr", {}, head.map((text, at) =>
      (at === 0 ? el("td", {}) : el("th", {scope: "col"}, text))))), el("tbody", {}, rows.map(({row}) => row)));
    const chart = queueChart(app);
    const card = app.card("", title, note, table, chart.element);
    card.classList.add("lab-queue");

    const titleOf = (log) => (!log || !log.isStack ? words.queue : log.isDeepening ? words.hand : words.stack);
    function noteOf(log, count) {
      if (log && log.isDeepening) return words.handNote;
      if (count === 0) return words.empty;
      if (!log.isOrdered) return words.loose;
      return count > shownPlaces ? words.first(shownPlaces, app.number(count)) : words.all(count);
    }

    return {
      element: card,
      show(map, log, state) {
        chart.show(log, state);
        const all = log ? log.queue() : [];
        const shown = all.slice(0, shownPlaces);
        title.textContent = t(titleOf(log));
        note.textContent = t(noteOf(log, all.length));
        rows.forEach(({row, parts}, at) => {
          const one = shown[at];
          row.classList.toggle("lab-back", Boolean(one && one.side));
          const texts = one ? [String(at + 1), where(one.cell, map.cols), ...[one.f, one.g, one.h].map((cost) => decimal(app, cost))] : [];
          parts.forEach((part, i) => { part.textContent = texts[i] || "\u00a0"; });
        });
      },
    };
  }

  return {cellLine, queueCard, decimal};
})();
