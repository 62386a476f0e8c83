// SPDX-License-Identifier: MIT
// The settings of a search in the lab, each with a sentence about what it changes, and what is guaranteed.
//   playgroundLabControls(app, onchange(isSliding)) -> {element, get(), set(settings), say(answer, map)}
const playgroundLabControls = (() => {
  const words = {
    title: {en: "How to search", es: "Cómo buscar"},
    search: {en: "Search", es: "Búsqueda"},
    directions: {en: "Directions", es: "Direcciones"},
    four: {en: "Four", es: "Cuatro"},
    eight: {en: "Eight", es: "Ocho"},
    estimate: {en: "Estimate", es: "Estimación"},
    weight: {en: "Weight", es: "Peso"},
    ties: {en: "Ties", es: "Empates"},
    guaranteed: {en: "Guaranteed: ", es: "Garantizado: "},
  };
  const ties = [
    {id: "deepest", name: {en: "Deepest first", es: "Primero la más avanzada"},
      about: {en: "Of equal f, the larger g first: straight for the goal.", es: "A igual f, primero la mayor g: directo hacia la meta."}},
    {id: "shallow", name: {en: "Shallowest first", es: "Primero la menos avanzada"},
      about: {en: "Of equal f, the smaller g first: all that tie are expanded before the goal.", es: "A igual f, primero la menor g: todas las empatadas se expanden antes que la meta."}},
    {id: "line", name: {en: "Near the straight line", es: "Cerca de la línea recta"},
      about: {en: "Of equal f, the cell nearest to the line from start to goal first: paths look straighter.", es: "A igual f, primero la casilla más cercana a la línea entre salida y meta: los caminos parecen más rectos."}},
  ];
  const usual = {search: "astar", directions: 4, estimate: "manhattan", weight: 1.5, ties: "deepest"};

  // Whether an estimate never says more than what is left: every step costs at least its length.
  const isAdmissible = ({estimate, directions}) =>
    estimate !== "double" && !(estimate === "manhattan" && directions === 8);

  const trust = {
    yes: {en: "Here it never says more than what is left.", es: "Aquí nunca dice más de lo que falta."},
    diagonal: {en: "With diagonals it says too much: one step covers two of its own.", es: "Con diagonales dice demasiado: un paso cubre dos de los suyos."},
    double: {en: "It says too much, so a cheap path may look dear.", es: "Dice demasiado, y un camino barato puede parecer caro."},
  };
  const trustOf = (settings) => (isAdmissible(settings) ? trust.yes : settings.estimate === "double" ? trust.double : trust.diagonal);

  const weightAbout = (w) => ({en: `The estimate counts ${w} times: the larger, the fewer cells, and the dearer the path may be.`,
    es: `La estimación cuenta ${w} veces: cuanto mayor, menos casillas y más caro puede ser el camino.`});

  const promises = {
    flood: {en: "no path is cheaper; cells are taken in the order of their cost.", es: "ningún camino es más barato; las casillas se toman en el orden de su coste."},
    twoFloods: {en: "no path is cheaper; it ends when both sides together have proved it.", es: "ningún camino es más barato; acaba cuando los dos lados juntos lo han demostrado."},
    honest: {en: "no path is cheaper, because the estimate never says too much.", es: "ningún camino es más barato, porque la estimación nunca dice demasiado."},
    jumps: {en: "no path is shorter; what the jumps skip cannot be on a better one.", es: "ningún camino es más corto; lo que los saltos pasan por alto no puede estar en uno mejor."},
    steps: {en: "no path has fewer steps; it may well be dearer than another.", es: "ningún camino tiene menos pasos; puede ser más caro que otro."},
    stepsAndCost: {en: "no path has fewer steps, and as all steps cost 1 here, none is cheaper.", es: "ningún camino tiene menos pasos y, como aquí todos cuestan 1, ninguno es más barato."},
    depth: {en: "only that it is a path; it may wind anywhere.", es: "solo que es un camino; puede dar muchas vueltas."},
    greedy: {en: "only that it is a path; it may cost any amount more than the cheapest.", es: "solo que es un camino; puede costar mucho más que el más barato."},
    beam: {en: "only that it is a path; a better one may have been dropped.", es: "solo que es un camino; puede haber dejado caer uno mejor."},
    open: {en: "nothing, as the search was cut short.", es: "nada, porque la búsqueda se cortó."},
    none: {en: "there is no path; everything that can be reached was looked at.", es: "no hay camino; se ha mirado todo lo que se puede alcanzar."},
  };
  const bounded = (times) => ({en: `the path costs at most ${times} times as much as the cheapest.`, es: `el camino cuesta como mucho ${times} veces lo que el más barato.`});
  const lying = (times) => ({en: `the path costs at most ${times} times as much as the cheapest, as far as the estimate can exaggerate.`,
    es: `el camino cuesta como mucho ${times} veces lo que el más barato, tanto como puede exagerar la estimación.`});

  function promiseOf(settings, answer, map, decimal) {
    const {search} = settings;
    if (answer.status === "none") return search === "beam" ? promises.beam : promises.none;
    if (answer.status !== "found") return promises.open;
    if (answer.optimal === "fewest_steps")
      return settings.directions === 4 && map.cells.every((cost) => cost <= 1) ? promises.stepsAndCost : promises.steps;
    if (answer.optimal === "bounded") return (isAdmissible(settings) ? bounded : lying)(decimal(answer.bound));
    if (answer.optimal === "none") return {dfs: promises.depth, beam: promises.beam}[search] || promises.greedy;
    return {dijkstra: promises.flood, bidirectional: promises.twoFloods, bidirectional_astar: promises.twoFloods,
      jump_point: promises.jumps}[search] || promises.honest;
  }

  function labControls(app, onchange) {
    const {el, t} = app;
    const {searches, estimates, directions, searchOf} = playgroundLabWords;
    const decimal = (value) => playgroundLabQueue.decimal(app, value, 2);
    const hint = () => el("p", {class: "hint"});
    const tellAnd = (isSliding) => {
      tell();
      onchange(isSliding);
    };
    const changed = () => tellAnd(false);
    const named = (all) => all.map(({id, name}) => [id, t(name)]);
    const search = app.select(t(words.search), named(searches), {value: usual.search, onchange: changed});
    const way = app.choice(t(words.directions), [["4", t(words.four)], ["8", t(words.eight)]], {value: "4", onchange: changed});
    const estimate = app.select(t(words.estimate), named(estimates), {value: usual.estimate, onchange: changed});
    const weight = app.input(t(words.weight), {type: "range", min: 1, max: 5, step: 0.1, value: usual.weight, oninput: () => tellAnd(true)});
    const tie = app.select(t(words.ties), named(ties), {value: usual.ties, onchange: changed});
    const about = {search: hint(), way: hint(), estimate: hint(), weight: hint(), ties: hint()};
    const group = (name, control) => el("div", {class: `lab-setting lab-setting-${name}`}, control, about[name]);
    const groups = {search: group("search", search), way: group("way", way), estimate: group("estimate", estimate),
      weight: group("weight", weight), ties: group("ties", tie)};
    const promise = el("p", {class: "lab-promise"});
    const element = app.card(t(words.title), Object.values(groups), promise);
    element.classList.add("lab-controls");

    const get = () => ({search: search.control.value, directions: Number(way.value), estimate: estimate.control.value,
      weight: Number(weight.control.value), ties: tie.control.value});
    const aboutOf = (all, id) => t(all.find((one) => one.id === id).about);

    function tell() {
      const now = get();
      const {uses} = searchOf(now.search);
      for (const name of ["estimate", "weight", "ties"]) groups[name].hidden = !uses.includes(name);
      groups.ties.hidden = groups.ties.hidden || now.estimate === "zero";
      about.search.textContent = aboutOf(searches, now.search);
      about.way.textContent = t(directions[now.directions]);
      about.estimate.textContent = `${aboutOf(estimates, now.estimate)} ${t(trustOf(now))}`;
      about.weight.textContent = t(weightAbout(decimal(now.weight)));
      about.ties.textContent = aboutOf(ties, now.ties);
      weight.control.setAttribute("aria-valuetext", decimal(now.weight));
    }

    // Takes what it knows, and leaves out the rest.
    function set(wanted) {
      const settings = {...get(), ...wanted};
      if (searchOf(settings.search)) search.control.value = settings.search;
      if ([4, 8].includes(Number(settings.directions))) way.value = String(settings.directions);
      if (estimates.some(({id}) => id === settings.estimate)) estimate.control.value = settings.estimate;
      if (Number(settings.weight) >= 1 && Number(settings.weight) <= 5) weight.control.value = settings.weight;
      if (ties.some(({id}) => id === settings.ties)) tie.control.value = settings.ties;
      tell();
    }

    tell();
    return {
      element, get, set,
      say(answer, map) {
        promise.hidden = answer.status === "refused";
        promise.replaceChildren(el("strong", {}, t(words.guaranteed)), t(promiseOf(get(), answer, map, decimal)));
      },
    };
  }

  return Object.assign(labControls, {usual});
})();
