// SPDX-License-Identifier: MIT
// The computer plays Pac-Man: the shortest and the richest route from where he is, and what is proven about them.
const playgroundPacmanSolver = (() => {
  const words = playgroundWords.common;
  const goals = [["shortest", {en: "Shortest", es: "La más corta"}], ["energy", {en: "Richest", es: "La de más energía"}]];
  const firstLook = 0.5;  // seconds, so that there is soon something to see

  // A longer search may have found less than a first look did in its time.
  function better(first, second) {
    const isBetter = first && first.best && second.status === "limit" && (!second.best || second.best.energy < first.best.energy);
    return isBetter ? {...second, best: first.best} : second;
  }

  // tab: what pacman.js hands to its parts; chosen() is called when another route is to be drawn.
  return function pacmanSolver(tab, chosen) {
    const {app} = tab;
    const {t, el, number, count} = app;
    const requests = app.requests();
    let routes = {};     // by goal, from where `base` leads: the answers of pacman_solve
    let base = "";
    let shown = null;    // the goal whose route is drawn
    let isSearching = false;
    let isWanted = false;  // to be looked for soon
    let later;

    const limit = app.timeLimit(["2", "10", "60", "300", "0"], () => app.changed());
    const findButton = app.button(t({en: "Find the routes", es: "Buscar las rutas"}), find, {kind: "primary", icon: "light"});
    const answers = el("div", {class: "answers"});
    const about = el("p", {class: "note"}, t({
      en: "From where Pac-Man stands: the shortest route, and the one that ends with the most energy.",
      es: "Desde donde está Pac-Man: la ruta más corta y la que acaba con más energía.",
    }));

    // Where the game stands; from the start where it is over or the map is edited.
    const whereFrom = () => (tab.isOver() || tab.isEditing ? "" : tab.game.moves);

    const hasNoRoute = () => Boolean(routes.shortest) && routes.shortest.status === "no_route";

    function cancel() {
      requests.cancel();
      isSearching = findButton.disabled = false;
    }

    function forget() {
      cancel();
      routes = {};
      shown = null;
      base = "";
      showAnswers();
    }

    // On another map there are other routes. While it is edited they are looked for again, if they were before.
    function mapChanged(isEdited) {
      const again = isEdited && (isWanted || isSearching || Object.keys(routes).length > 0);
      forget();
      clearTimeout(later);
      isWanted = again;
      if (again) later = setTimeout(find, 200);
    }

    // A route stays while the game follows it. One from the start stays when a game is over, too.
    function dropStale() {
      cancel();
      const {game} = tab;
      const follows = ([, answer]) => {
        const whole = base + (answer.best ? answer.best.path : "");
        return (base === "" && tab.isOver()) || (game.moves.startsWith(base) && whole.startsWith(game.moves));
      };
      const all = Object.entries(routes);
      const kept = all.filter(follows);
      if (kept.length === all.length) return;
      routes = Object.fromEntries(kept);
      if (!routes[shown]) shown = kept.length > 0 ? kept[0][0] : null;
      showAnswers();
    }

    async function look(goal, seconds) {
      const answer = await requests.ask("pacman_solve", {map: tab.map.text, name: tab.fileName, moves: base, goal, seconds},
        t({en: "Searching…", es: "Buscando…"}));
      if (!answer) return null;
      routes[goal] = better(routes[goal], answer);
      if (!shown || !routes[shown].best) shown = goal;
      showAnswers();
      return answer;
    }

    // Nothing if nobody waits for it any longer.
    async function lookForBoth() {
      const seconds = Number(limit.control.value);
      const answer = await look("shortest", seconds);
      if (!answer || answer.status === "no_route") return answer;
      const first = await look("energy", seconds === 0 ? firstLook : Math.min(firstLook, seconds));
      const isEnough = !first || first.status !== "limit" || (seconds > 0 && seconds <= firstLook);
      return isEnough ? first : look("energy", seconds);
    }

    async function find() {
      clearTimeout(later);
      isWanted = false;
      forget();
      base = whereFrom();
      isSearching = findButton.disabled = true;
      try {
        if (!await lookForBoth()) return;
        isSearching = findButton.disabled = false;
        showAnswers();
        app.announce(summary());
        app.changed();
      } catch (error) {
        isSearching = findButton.disabled = false;
        showAnswers({isStopped: error.stopped});
        if (!error.stopped) app.showErrors(tab.problems, error);
      }
    }

    function noRouteText({reason}) {
      const from = base === "" ? t({en: "from the start", es: "desde el inicio"}) : t({en: "from here", es: "desde aquí"});
      const why = reason === "unreachable"
        ? t({en: "walls and lethal bombs block every path", es: "muros y bombas letales cierran el paso"})
        : t({en: "energy runs out on every path", es: "la energía se acaba en todos los caminos"});
      return t({en: `The goal cannot be reached ${from}: ${why}.`, es: `La meta no se puede alcanzar ${from}: ${why}.`});
    }

    function boundText(goal, answer) {
      if (answer.optimal)
        return goal === "shortest" ? t({en: "proven: none is shorter", es: "demostrado: no hay otra más corta"})
          : t({en: "proven: none is richer", es: "demostrado: no hay otra con más"});
      if (goal === "shortest") return t({en: `best so far; none has fewer than ${count(answer.lower_bound, "move")}`,
        es: `la mejor por ahora; ninguna tiene menos de ${count(answer.lower_bound, "move")}`});
      const gap = answer.upper_bound === null || !answer.best ? null : answer.upper_bound - answer.best.energy;
      if (gap === 0) return t({en: "none has more energy; a shorter one may have as much", es: "ninguna tiene más energía; quizá haya otra igual más corta"});
      return gap === null ? t({en: "best so far", es: "la mejor por ahora"})
        : t({en: `best so far; none has more than ${number(answer.upper_bound)} energy`,
          es: `la mejor por ahora; ninguna acaba con más de ${number(answer.upper_bound)} de energía`});
    }

    function routeText({best}) {
      if (!best) return t({en: "none found in the time given", es: "no se encontró ninguna a tiempo"});
      return t({en: `${count(best.moves, "move")}, ${number(best.energy)} energy left`,
        es: `${count(best.moves, "move")}, ${best.energy === 1 ? "queda" : "quedan"} ${number(best.energy)} de energía`});
    }

    const meetingsText = ({best}) => t({en: `food ${best.foods}, bombs ${best.bombs}, walls ${best.walls}`,
      es: `comida ${best.foods}, bombas ${best.bombs}, muros ${best.walls}`});

    const summary = () => (hasNoRoute() ? noRouteText(routes.shortest)
      : goals.filter(([goal]) => routes[goal]).map(([goal, name]) => `${t(name)}: ${routeText(routes[goal])}`).join(". "));

    function showAnswers({isStopped = false} = {}) {
      answers.replaceChildren();
      if (isStopped) answers.append(el("p", {class: "note"}, t(words.stopped)));
      if (hasNoRoute()) answers.append(el("p", {class: "verdict bad"}, noRouteText(routes.shortest)));
      else if (Object.keys(routes).length > 0) answers.append(choiceOfRoutes());
      if (tab.map) chosen({stays: true});
    }

    // The routes that were found; the one that is chosen is drawn.
    function choiceOfRoutes() {
      const box = el("div", {class: "route-list", role: "radiogroup", "aria-label": t(words.route)});
      for (const [goal, name] of goals) {
        const answer = routes[goal];
        if (!answer) continue;
        const radio = el("input", {type: "radio", name: "pacman-route", value: goal, checked: goal === shown, disabled: !answer.best,
          onchange: () => {
            shown = goal;
            chosen();
            app.changed();
          }});
        box.append(el("label", {class: `route-choice ${goal}`}, radio,
          el("span", {}, el("strong", {}, t(name)), " ", el("span", {class: "route-numbers"}, routeText(answer)),
            el("span", {class: "note"}, isSearching && !answer.optimal ? t({en: "still searching…", es: "buscando aún…"}) : boundText(goal, answer)),
            answer.best ? el("span", {class: "note"}, meetingsText(answer)) : null)));
      }
      return box;
    }

    return {
      parts: [about, el("div", {class: "row"}, limit, findButton), answers],
      cancel, mapChanged, dropStale, find,
      // What the routes are looked for with.
      asked: () => ({moves: Object.keys(routes).length > 0 ? base : whereFrom(), limit: limit.control.value}),
      get base() { return base; },
      get goal() { return shown; },
      // The answer whose route is drawn.
      get route() { return shown && routes[shown] && routes[shown].best ? routes[shown] : null; },
      choose(goal) {
        if (!routes[goal] || !routes[goal].best) return false;
        shown = goal;
        showAnswers();
        return true;
      },
      restoreLimit: limit.restore,
      state: () => ({...limit.state(), ...(shown ? {route: shown, ...(base === tab.game.moves ? {} : {from: base})} : {})}),
    };
  };
})();
