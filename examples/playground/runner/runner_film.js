// SPDX-License-Identifier: MIT
// The MAZE runner shows a search at work: the states of a maze in the order in which a plain search expands them.
const playgroundRunnerFilm = (() => {
  const {hasModifier, cellsOf, lineOf} = playgroundWalks;
  const words = playgroundWords.common;
  const searches = {
    exact: [{en: "A*, estimate around the walls", es: "A*, estimación que rodea los muros"},
      {en: "It expands first the states that could still arrive soonest if the rest of the way cost no life.",
        es: "Expande primero los estados que podrían llegar antes si el resto del camino no costara vida."}],
    manhattan: [{en: "A*, estimate without walls", es: "A*, estimación sin muros"},
      {en: "The same, with a coarser estimate: the distance to E as if there were no walls.",
        es: "Lo mismo, con una estimación más tosca: la distancia a E como si no hubiera muros."}],
    bfs: [{en: "Breadth first", es: "En anchura"},
      {en: "It expands everything that is one step away, then two, then three, without knowing where E is.",
        es: "Expande todo lo que está a un paso, después a dos, después a tres, sin saber dónde está E."}],
  };

  // tab: what runner.js hands to its parts.
  return function runnerFilm(tab) {
    const {app, picture} = tab;
    const {t, el, number, count} = app;
    let film = null;  // {answer, frames, seen, counts, at, cells, line}; `counts` are those of the first `at` expansions

    const search = app.select(t({en: "Search", es: "Búsqueda"}), Object.entries(searches).map(([name, [text]]) => [name, t(text)]),
      {value: "exact", onchange: () => start()});
    const hint = el("p", {class: "note"});
    const problems = el("div", {class: "problems"});
    const verdict = app.verdict({role: "status"});
    const now = el("p", {class: "film-now"});
    const player = app.player({label: t({en: "Film", es: "Película"}), rate: 20, show});
    const key = (kind, text) => el("span", {class: `film-key ${kind}`}, t(text));
    const legend = el("p", {class: "film-legend"},
      key("closed", {en: "expanded, darker if more than once", es: "expandida, más oscura si varias veces"}),
      key("open", {en: "frontier: seen, not expanded yet", es: "frontera: vista, aún sin expandir"}));

    async function start({at = 0, isPlayed = true} = {}) {
      film = null;
      hint.textContent = t(searches[search.control.value][1]);
      app.clearErrors(problems);
      verdict.say("");
      refresh();
      const answer = await tab.ask("runner_film", {search: search.control.value, seconds: 10},
        t({en: "Searching…", es: "Buscando…"}), () => verdict.say(t(words.stopped)));
      if (!answer) return;
      if (answer.status === "invalid") return void problems.replaceChildren(el("p", {class: "warnings"}, t({
        en: "This search tells at most 64 treasures apart: this maze has too many to be watched.",
        es: "Esta búsqueda distingue como mucho 64 tesoros: este laberinto tiene demasiados para observarla.",
      })));
      load(answer);
      player.load(answer.expanded, {at, rate: Math.max(8, answer.expanded / 20)});
      refresh();
      app.changed();
      if (isPlayed && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
    }

    function load(answer) {
      const numbers = new Uint32Array(answer.bytes.slice().buffer);
      const cells = tab.board.rows * tab.board.cols;
      const route = answer.route && cellsOf(tab.board.startAt, answer.route.moves);
      film = {answer, frames: numbers.subarray(0, 4 * answer.expanded), seen: numbers.subarray(4 * answer.expanded),
        counts: new Uint32Array(cells), at: 0, cells: route, line: route && lineOf(route)};
      verdict.say(verdictOf(answer), {found: "good", exhausted: "bad"}[answer.status]);
      app.announce(verdict.textContent);
    }

    function verdictOf({status, expanded, route}) {
      const work = t({en: `${number(expanded)} states expanded`, es: `${number(expanded)} estados expandidos`});
      if (status === "found") return t({en: `${count(route.steps, "step")} to E: ${work}`, es: `${count(route.steps, "step")} hasta E: ${work}`});
      if (status === "exhausted") return t({en: `No route: ${work}, and none is left`, es: `No hay ruta: ${work}, y no queda ninguno`});
      return t({en: `The film ends after ${work}; the search would go on`, es: `La película acaba tras ${work}; la búsqueda seguiría`});
    }

    const placeOf = (at) => [at % tab.board.cols, Math.floor(at / tab.board.cols)];

    function show(step) {
      if (!film || tab.mode !== "watch") return;
      const {frames, counts} = film;
      for (; film.at < step; ++film.at) ++counts[frames[4 * film.at]];
      for (; film.at > step; --film.at) --counts[frames[4 * (film.at - 1)]];
      draw(step);
      app.changed();
    }

    // The runner stands where the state is that is expanded last; at the end the route is seen.
    function draw(step) {
      const {answer, frames, counts, seen} = film;
      const scene = {film: {counts, seen, step}};
      const isEnd = step === answer.expanded;
      if (isEnd && film.cells) {
        Object.assign(scene, {cells: film.cells, line: film.line, step: film.cells.length - 1, life: answer.route.life,
          gone: tab.treasuresOf(film.cells)});
        now.textContent = t({en: `Arrived with ${number(answer.route.life)} life left.`, es: `Llega con ${number(answer.route.life)} de vida.`});
      } else if (step > 0) {
        const [at, steps, life, taken] = frames.subarray(4 * step - 4, 4 * step);
        const cell = placeOf(at);
        Object.assign(scene, {cells: [cell], step: 0, life});
        now.textContent = [tab.nameOf(cell), t({en: `after ${count(steps, "step")}`, es: `tras ${count(steps, "step")}`}),
          t({en: `life ${number(life)}`, es: `vida ${number(life)}`}),
          ...(tab.board.treasures ? [t({en: `${count(taken, "treasure")} taken`, es: `${count(taken, "treasure")}`})] : [])].join(" · ");
      } else {
        now.textContent = t({en: "Nothing is expanded yet.", es: "Aún no se ha expandido nada."});
      }
      picture.setScene(scene);
    }

    // Shows the film, if there is one and this is the mode; starts it if it was not made yet.
    function refresh() {
      const isMode = tab.mode === "watch";
      const isShown = isMode && film !== null;
      player.element.hidden = now.hidden = legend.hidden = !isShown;
      if (isShown) draw(player.step);
      else if (isMode && tab.board) picture.setScene({});
    }

    return {
      part: el("div", {class: "part"}, el("p", {class: "note"}, t({
        en: "A state is a cell, the life left and the treasures taken, so a cell can be expanded more than once. Solve uses a " +
          "faster search; this one goes from state to state and finds the same number of steps.",
        es: "Un estado es una casilla, la vida que queda y los tesoros tomados; por eso una casilla puede expandirse varias veces. " +
          "Resolver usa una búsqueda más rápida; esta va de estado en estado y encuentra el mismo número de pasos.",
      })), search, hint, problems, verdict, legend),
      caption: now,
      player: player.element,
      keys: {en: "Keys on the maze: ← → one expansion, Home and End, space plays.",
        es: "Teclas sobre el laberinto: ← → una expansión, Inicio y Fin, espacio reproduce."},
      pause: () => player.pause(),
      start, refresh,
      get isOn() { return film !== null; },
      // What the program of this search needs to know.
      get seen() { return {search: search.control.value, ...(film && film.answer.status === "limit" ? {limit: film.answer.expanded} : {})}; },
      forget() {
        film = null;
        player.pause();
        verdict.say("");
        app.clearErrors(problems);
        refresh();
      },
      actionOf(event) {
        if (hasModifier(event) || !film) return undefined;
        const go = (step) => () => { player.pause(); player.go(step); };
        return {ArrowLeft: go(player.step - 1), ArrowRight: go(player.step + 1), Home: go(0), End: go(player.count),
          " ": () => (player.playing ? player.pause() : player.play())}[event.key];
      },
      state: () => ({search: search.control.value, ...(film ? {frame: String(player.step)} : {})}),
      restore({search: wanted, frame}) {
        if (Object.hasOwn(searches, wanted)) search.control.value = wanted;
        return start({at: Number(frame) || 0, isPlayed: frame === undefined});
      },
    };
  };
})();
