// SPDX-License-Identifier: MIT
// What the lab says under its map: the sentence, the legend, and the rounds of those that begin again and again.
const playgroundLabCaption = (() => {
  const words = {
    found: (name, expanded, open, cost) => ({en: `${name} expanded ${expanded} cells of ${open} and found a path of cost ${cost}.`,
      es: `${name} expandió ${expanded} casillas de ${open} y encontró un camino de coste ${cost}.`}),
    foundInRounds: (name, expanded, rounds, cost) => ({en: `${name} made ${expanded} expansions in ${rounds} rounds and found a path of cost ${cost}.`,
      es: `${name} hizo ${expanded} expansiones en ${rounds} rondas y encontró un camino de coste ${cost}.`}),
    foundAgain: (name, expanded, cells, open, cost) => ({
      en: `${name} made ${expanded} expansions in ${cells} cells of ${open} and found a path of cost ${cost}.`,
      es: `${name} hizo ${expanded} expansiones en ${cells} casillas de ${open} y encontró un camino de coste ${cost}.`}),
    none: (name, expanded, open) => ({en: `${name} expanded ${expanded} cells of ${open}: there is no path.`,
      es: `${name} expandió ${expanded} casillas de ${open}: no hay camino.`}),
    noneLeft: (name, expanded) => ({en: `${name} made ${expanded} expansions and found no path.`,
      es: `${name} hizo ${expanded} expansiones y no encontró ningún camino.`}),
    limit: (name, expanded) => ({en: `${name} gave up after ${expanded} expansions. It forgets what it has seen, and a map has very many paths: try a smaller one.`,
      es: `${name} abandonó tras ${expanded} expansiones. Olvida lo que ha visto, y en un mapa hay muchísimos caminos: prueba con uno más pequeño.`}),
    during: (step, all, waiting) => ({en: `After ${step} of ${all} expansions, ${waiting} cells are in the frontier.`,
      es: `Tras ${step} de ${all} expansiones, la frontera tiene ${waiting} casillas.`}),
    eight_directions: {en: "Jump points need eight directions: they leap along diagonals too.", es: "Los puntos de salto necesitan ocho direcciones: también saltan en diagonal."},
    unit_costs: {en: "Jump points need ground that costs the same everywhere.", es: "Los puntos de salto necesitan un terreno que cueste lo mismo en todas partes."},
    loading: {en: "Loading…", es: "Cargando…"},
    round: {en: "Rounds", es: "Rondas"},
    roundAbout: {
      ida_star: {en: "Each round goes up to a threshold of f.", es: "Cada ronda llega hasta un umbral de f."},
      iterative_deepening_dfs: {en: "Each round goes one step deeper.", es: "Cada ronda llega un paso más lejos."},
      anytime_astar: {en: "Each round has a smaller weight.", es: "Cada ronda tiene un peso menor."},
      beam: {en: "Each round keeps more cells of a layer.", es: "Cada ronda guarda más casillas de una capa."},
    },
    roundName: (round, level) => ({en: `Round ${round}: ${level}`, es: `Ronda ${round}: ${level}`}),
    legend: {en: "Legend", es: "Leyenda"},
    expanded: {en: "Expanded, first to last", es: "Expandida, de la primera a la última"},
    backward: {en: "From the goal", es: "Desde la meta"},
    frontier: {en: "Frontier", es: "Frontera"},
    path: {en: "Path", es: "Camino"},
    wall: {en: "Wall", es: "Muro"},
    heavy: {en: "Cost 1 to 9", es: "Coste de 1 a 9"},
  };

  function sentence(app, {answer, log, state, settings, map}) {
    const {t, number} = app;
    if (answer.status === "refused") return t(words[answer.message] || answer.message);
    const name = t(playgroundLabWords.searchOf(settings.search).name);
    if (state.step < log.steps) return t(words.during(number(state.step), number(log.steps), number(state.frontier)));
    const expanded = number(answer.expanded);
    const open = number(playgroundLabMap.openCells(map));
    const cost = playgroundLabQueue.decimal(app, answer.cost || 0);
    const isOnce = log.rounds.length < 2 && answer.expanded === log.reached;
    if (answer.status === "limit") return t(words.limit(name, expanded));
    if (answer.status === "none") return t(isOnce ? words.none(name, expanded, open) : words.noneLeft(name, expanded));
    if (log.rounds.length > 1) return t(words.foundInRounds(name, expanded, log.rounds.length, cost));
    return t(isOnce ? words.found(name, expanded, open, cost) : words.foundAgain(name, expanded, number(log.reached), open, cost));
  }

  function legend(app) {
    const {el, t} = app;
    const names = ["expanded", "backward", "frontier", "path", "wall", "heavy"];
    const items = Object.fromEntries(names.map((name) =>
      [name, el("li", {class: `lab-key-${name}`}, el("span", {class: "lab-swatch", "aria-hidden": "true"}), t(words[name]))]));
    const element = el("ul", {class: "lab-legend", "aria-label": t(words.legend)}, Object.values(items));
    items.backward.hidden = true;  // until a search has two sides
    return {element, show(log) { items.backward.hidden = !log || log.sides === 1; }};
  }

  // A list of rounds, each of which shows its beginning.
  function rounds(app, go) {
    const {el, t} = app;
    const note = el("p", {class: "hint"});
    const list = el("div", {class: "row lab-rounds"});
    const element = app.card(t(words.round), note, list);
    element.hidden = true;
    const most = 16;
    let shown = "";

    function show(log, search) {
      element.hidden = !log || log.rounds.length < 2;
      const key = element.hidden ? "" : `${search} ${log.rounds.map(({step, threshold}) => `${step}:${threshold}`).join(" ")}`;
      if (key === shown) return;
      shown = key;
      if (element.hidden) return;
      note.textContent = t(words.roundAbout[search]);
      const skipped = Math.max(0, log.rounds.length - most);
      list.replaceChildren(...log.rounds.slice(skipped).map(({step, threshold}, at) => app.button(
        playgroundLabQueue.decimal(app, threshold, search === "anytime_astar" ? 2 : 1), () => go(step + 1),
        {title: t(words.roundName(skipped + at + 1, playgroundLabQueue.decimal(app, threshold, 2)))})));
    }
    return {element, show};
  }

  return {words, sentence, legend, rounds};
})();
