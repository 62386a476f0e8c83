// SPDX-License-Identifier: MIT
// The MAZE runner solves a maze: the first route found, the optimal ones, every step of each. While a small maze is
// edited its solution follows.
const playgroundRunnerSolver = (() => {
  const {hasModifier, cellsOf, lineOf} = playgroundWalks;
  const {lowest, stepList} = playgroundRouteViews;
  const words = playgroundWords.common;
  const firstRoutes = 24;
  const lastRouteOfLink = 1000;
  const mostCellsToFollow = 2500;  // of a maze that is solved again at every edit

  // tab: what runner.js hands to its parts.
  return function runnerSolver(tab) {
    const {app, picture} = tab;
    const {t, el, number, count} = app;
    let solution = null;  // of this maze: {answer, routes, at, shown}; `at` is the number of the optimal route seen
    let route = null;     // the one that is seen, with its cells and its line
    let isOld = false;    // whether they are of the maze before the last edit
    let later = 0;        // when the edited maze is solved

    const life = tab.lifeChart({onstep(step, isHover) {
      if (isHover && player.playing) return;
      player.pause();
      player.go(step);
    }});
    const limit = app.timeLimit(["2", "10", "60", "0"]);
    const solveButton = app.button(t(words.solve), solve, {kind: "primary", icon: "play"});
    const verdict = app.verdict({role: "status"});
    const results = el("div", {class: "results"});
    const flipText = el("span", {class: "flip-text"});
    const flipBack = app.button(t({en: "Previous route", es: "Ruta anterior"}), () => flipTo(solution.at - 1), {icon: "back", iconOnly: true});
    const flipNext = app.button(t({en: "Next route", es: "Ruta siguiente"}), () => flipTo(solution.at + 1), {icon: "next", iconOnly: true});
    const flip = el("div", {class: "flip", role: "group", "aria-label": t({en: "Optimal routes", es: "Rutas óptimas"})}, flipBack, flipText, flipNext);
    const routeFacts = el("div");
    const live = app.verdict({role: "status"});  // the same while the maze is edited
    const player = app.player({label: t(words.route), rate: 6, show: showStep});
    const everyStep = t({en: "Every step", es: "Cada paso"});
    const list = stepList(everyStep, [t({en: "Step", es: "Paso"}), t({en: "Cell", es: "Casilla"}), t({en: "Life", es: "Vida"})],
      (step) => [String(step), tab.nameOf(route.cells[step]), number(route.lives[step])], (step) => player.go(step));
    const listTitle = el("h3", {}, everyStep);

    async function ask(name, request, stopped) {
      solveButton.disabled = true;
      try {
        return await tab.ask(name, {seconds: limit.control.value, ...request}, t({en: "Solving…", es: "Resolviendo…"}), stopped);
      } finally {
        solveButton.disabled = tab.requests.isBusy;
      }
    }

    async function solve() {
      const answer = await ask("runner_solve", {name: tab.fileName, routes: firstRoutes}, () => verdict.say(t(words.stopped)));
      if (!answer) return;
      take(answer);
      app.announce(verdictOf(answer));
      if (answer.reason === "starved") await showLeastLife();
    }

    function take(answer) {
      isOld = false;
      solution = {answer, routes: answer.routes, at: -1, shown: answer.optimal ? "optimal" : "feasible", least: null};
      if (answer.optimal) solution.at = answer.routes.findIndex(({moves}) => moves === answer.optimal.moves);
      showSolution();
      app.changed();
    }

    // Solves a maze that is edited, soon; until then the route of the one before is seen.
    const isSmall = () => tab.board.rows * tab.board.cols <= mostCellsToFollow;
    function follow() {
      clearTimeout(later);
      later = setTimeout(async () => {
        const answer = await ask("runner_solve", {name: tab.fileName, routes: firstRoutes, seconds: 2}, () => live.say(t(words.stopped)));
        if (answer) take(answer);
        if (answer && answer.reason === "starved") await showLeastLife();
      }, 100);
    }

    async function showLeastLife() {
      const answer = await ask("runner_least", {});
      if (!answer || answer.least === undefined || !solution) return;
      solution.least = answer.least;
      const text = t({
        en: `A life of ${number(answer.least)} would be enough; this maze gives ${number(tab.board.life)}.`,
        es: `Bastaría una vida de ${number(answer.least)}; este laberinto da ${number(tab.board.life)}.`,
      });
      results.append(el("p", {}, text));
      live.say(`${verdict.textContent}. ${text}`, "bad");
    }

    function verdictOf({status, reason, optimal, feasible, lower_bound: bound}) {
      if (status === "solved") return t({
        en: `Solved: ${count(optimal.steps, "step")}, ${number(optimal.life)} life left`,
        es: `Resuelto: ${count(optimal.steps, "step")}, quedan ${number(optimal.life)} de vida`,
      });
      if (reason === "unreachable")
        return t({en: "No route: walls separate S from E", es: "No hay ruta: los muros separan S de E"});
      if (reason === "starved")
        return t({en: "No route: every path to E is deadly", es: "No hay ruta: todos los caminos a E son mortales"});
      return t({
        en: `Stopped before the answer was proven: at least ${count(bound, "step")}; ` +
          (feasible ? `a route with ${number(feasible.steps)} is known` : "no route is known"),
        es: `Detenido antes de demostrar la respuesta: al menos ${count(bound, "step")}; ` +
          (feasible ? `se conoce una ruta de ${number(feasible.steps)}` : "no se conoce ninguna ruta"),
      });
    }

    function showSolution() {
      results.replaceChildren();
      if (!solution) {
        verdict.say("");
        live.say("");
        showRoute(null);
        return;
      }
      const {answer} = solution;
      for (const line of [verdict, live]) line.say(verdictOf(answer), {solved: "good", no_route: "bad"}[answer.status]);
      const choices = [["optimal", {en: "Optimal", es: "Óptima"}], ["feasible", {en: "First found", es: "Primera encontrada"}]]
        .filter(([name]) => answer[name]).map(([name, text]) => [name, `${t(text)} · ${number(answer[name].steps)}`]);
      if (choices.length > 0)
        results.append(app.choice(t(words.route), choices, {value: solution.shown, onchange: (value) => {
          solution.shown = value;
          showChosen();
          app.changed();
        }}));
      results.append(flip, routeFacts);
      showChosen();
    }

    function chosenRoute() {
      const {answer, routes, at, shown} = solution;
      return shown === "feasible" ? answer.feasible : at >= 0 ? routes[at] : answer.optimal;
    }

    function showChosen() {
      const {answer, at, shown} = solution;
      const chosen = chosenRoute();
      const hasMany = shown === "optimal" && answer.count !== null && answer.count !== "1";
      flip.hidden = !hasMany;
      if (hasMany) {
        flipText.textContent = at < 0
          ? t({en: `the one with the most life, of ${number(answer.count)}`, es: `la de más vida, de ${number(answer.count)}`})
          : t({en: `Route ${number(at + 1)} of ${number(answer.count)}`, es: `Ruta ${number(at + 1)} de ${number(answer.count)}`});
        flipBack.disabled = at <= 0;
        flipNext.disabled = String(at + 1) === answer.count;
      }
      routeFacts.replaceChildren(...(chosen ? [app.facts(factsOf(answer, chosen))] : []));
      showRoute(chosen);
    }

    function factsOf(answer, {steps, life: left, lives, taken}) {
      const facts = [
        [t(words.steps), answer.optimal && steps === answer.shortest
          ? t({en: `${number(steps)}, as few as if life did not matter`, es: `${number(steps)}, los mismos que si la vida no importara`})
          : number(steps)],
        [t({en: "Life at the end", es: "Vida al final"}), number(left)],
        [t({en: "Lowest life", es: "Vida más baja"}), number(lowest(lives))],
        [t({en: "Treasures taken", es: "Tesoros tomados"}), t({en: `${taken} of ${tab.board.treasures}`, es: `${taken} de ${tab.board.treasures}`})],
      ];
      if (answer.status === "solved")
        facts.push([t({en: "Optimal routes", es: "Rutas óptimas"}),
          answer.count === null ? t({en: "not counted in time", es: "no dio tiempo a contarlas"}) : number(answer.count)]);
      facts.push([t({en: "Search", es: "Búsqueda"}), t({
        en: `${number(answer.expanded)} states expanded, ${answer.seconds.toFixed(2)} s`,
        es: `${number(answer.expanded)} estados expandidos, ${answer.seconds.toFixed(2).replace(".", ",")} s`,
      })]);
      return facts;
    }

    // Goes to another of the optimal routes; they are fetched as they are looked at.
    async function flipTo(at) {
      const from = solution.routes.length;
      if (at >= from) {
        const more = await ask("runner_routes", {from, count: Math.max(32, at + 1 - from)});
        if (!more) return;
        solution.routes.push(...more.routes);
      }
      if (!solution.routes[at]) return;
      solution.at = at;
      showChosen();
      app.announce(flipText.textContent);
      app.changed();
    }

    function showRoute(next) {
      route = next ? {...next, cells: cellsOf(tab.board.startAt, next.moves)} : null;
      if (route) route.line = lineOf(route.cells);
      tab.refresh(0);
    }

    function showStep(step) {
      if (tab.mode !== "solve" || !route) return;
      const {cells, line, lives} = route;
      picture.setScene({cells, line, step, life: lives[step], gone: tab.treasuresOf(cells.slice(0, step + 1))});
      life.at(step);
      list.at(step);
      app.changed();
    }

    return {
      part: el("div", {class: "part"}, el("div", {class: "row"}, limit, solveButton), verdict, results, listTitle, list.element),
      player: player.element,
      chart: life.element,
      live,
      pause: () => player.pause(),
      keys: {en: "Keys on the maze: ← → step, space plays.", es: "Teclas sobre el laberinto: ← → paso, espacio reproduce."},
      get fewest() { return solution && !isOld && solution.answer.optimal ? solution.answer.optimal.steps : null; },
      forget() {
        clearTimeout(later);
        solution = route = null;
        isOld = false;
        solveButton.disabled = false;
        showSolution();
      },
      // The maze was edited: its solution follows if it is small. A route is kept only where it lies in the maze.
      edited(isSameSize) {
        if (!isSmall()) return this.forget();
        isOld = true;
        if (!isSameSize) route = null;
        return follow();
      },
      // Solves a maze that is going to be edited.
      prepare() {
        if (!solution && isSmall()) follow();
      },
      // The route while the maze is edited.
      scene() {
        return route ? {cells: route.cells, line: route.line, step: route.cells.length - 1, isOld} : {};
      },
      // What the program of this solution needs to know.
      get seen() {
        if (!solution || isOld) return {};
        const {answer: {status, reason}, shown, at} = solution;
        return status === "solved" ? {shown, at} : {reason};
      },
      // Shows the route, if there is one and this is the mode.
      refresh(step = player.step) {
        const isShown = tab.mode === "solve" && route !== null && !isOld;
        player.element.hidden = list.element.hidden = listTitle.hidden = life.element.hidden = !isShown;
        if (!isShown) return false;
        const {cells, lives} = route;
        const treasures = tab.treasuresOf(cells);
        life.load(lives, treasures.map((treasure) => [cells.findIndex((cell) => String(cell) === String(treasure)), "gain"]));
        list.load(lives.length - 1);
        // Long routes are walked faster: none takes more than about half a minute.
        player.load(lives.length - 1, {at: step, rate: Math.max(6, lives.length / 30)});
        return true;
      },
      actionOf(event) {
        if (hasModifier(event)) return undefined;
        if (event.key === "Enter" && !solveButton.disabled) return solve;
        if (!route) return undefined;
        const go = (step) => () => { player.pause(); player.go(step); };
        return {ArrowLeft: go(player.step - 1), ArrowRight: go(player.step + 1), Home: go(0), End: go(player.count),
          " ": () => (player.playing ? player.pause() : player.play())}[event.key];
      },
      state() {
        const state = limit.state();
        if (!solution || isOld || !chosenRoute()) return state;
        state.shown = solution.shown;
        if (solution.shown === "optimal" && solution.at >= 0) state.route = String(solution.at + 1);
        if (player.step > 0) state.step = String(player.step);
        return state;
      },
      restoreLimit: limit.restore,
      async restore({shown, route: wanted, step}) {
        if (!shown) return;
        await solve();
        if (!solution) return;
        if (shown === "feasible" && solution.answer.feasible) solution.shown = "feasible";
        showSolution();
        const at = Number(wanted);
        const isKnown = Number.isInteger(at) && at >= 1 && at <= lastRouteOfLink;
        if (isKnown && solution.shown === "optimal") await flipTo(at - 1);
        if (route) player.go(Number(step) || 0);
      },
    };
  };
})();
