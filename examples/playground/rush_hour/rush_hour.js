// SPDX-License-Identifier: MIT
// The tab Rush Hour: play, have solved, rate and make boards.
(() => {
  const words = playgroundWords.common;
  const {examples, directions, toText, fromText, toLink, fromLink, joined, join} = playgroundRushHour;
  const facts = playgroundRushHourFacts;

  function mount(root, app) {
    const {t, el, button, count} = app;
    let start = examples[0][0];  // the board that the game began with
    let moves = [];              // made, and after them those that can be made
    let game;                    // how the board stands, by the rules
    let known;                   // what is known about the board at the start
    let day;                     // whose puzzle the board is, if it is one
    let wanted;                  // what the generator was asked for, if the board comes from it
    let metric = "slide";
    let solutionText = "";
    let ready = false;
    let mounted = true;

    // What is said about the game.
    const numbers = {};
    const stat = (name, text) => el("div", {}, el("dt", {}, text), numbers[name] = el("dd", {}, "–"));
    const stats = el("dl", {class: "stats"}, stat("moves", t(words.moves)),
      stat("steps", t(words.steps)), stat("fewest", t({en: "Fewest moves", es: "Mínimo"})));
    const verdict = app.verdict({role: "status"});
    const {say} = verdict;
    const greeting = t({en: "Get the red car A out on the right: drag the cars, or choose one by its letter and slide it with the arrow keys.",
      es: "Saca el coche rojo A por la derecha: arrastra los coches, o elige uno por su letra y muévelo con las flechas."});
    const sayUnsolvable = () => say(t({en: "The red car cannot get to the exit: that is proven.",
      es: "El coche rojo no puede llegar a la salida: está demostrado."}), "bad");

    function tell() {
      if (game.solved) return say(facts.outcome(app, {game, trail: trail(), known}), "good");
      if (known && known.status === "no_route") return sayUnsolvable();
      say(isShown() ? solutionText : made() === 0 ? greeting : "");
    }

    // Moves on the board.
    const made = () => player.step;
    const trail = () => moves.slice(0, made());
    // Whether senda made the last move, or makes the next.
    const isShown = () => [moves[made() - 1], moves[made()]].some((one) => one && one.shown);
    const load = (list, at = list.length) => {
      moves = list;
      player.load(moves.length, {at});
    };

    function slide(id, by) {
      if (by === 0 || !game || game.solved) return false;
      load(joined(trail(), {id, by, shown: false}));
      return true;
    }

    const pauseAnd = (act) => () => {
      player.pause();
      if (ready) act();
    };
    const undo = pauseAnd(() => player.go(made() - 1));
    const redo = pauseAnd(() => player.go(made() + 1));
    const restart = pauseAnd(() => player.go(0));

    // A board to play. how: {list, at: moves made already, push: Back returns to the one before, day, made}.
    function begin(board, {list = [], at = list.length, push = false, day: ofDay, made: by} = {}) {
      generator.cancel();
      start = board;
      day = ofDay;
      wanted = by;
      known = undefined;
      parking.clear();
      map.clear();
      source.renew();
      load(list, at);
      writeFacts();
      find();
      if (push) app.changed({push});
    }

    function update() {
      game = app.now("rush_hour_game", {board: start, moves: toText(moves), made: made(), passed: 1});
      parking.draw(game);
      numbers.moves.textContent = game.moves;
      numbers.steps.textContent = game.steps;
      undoButton.disabled = restartButton.disabled = made() === 0;
      redoButton.disabled = made() === moves.length;
      hintButton.disabled = solveButton.disabled = game.solved;
      source.write(game, start);
      list.write(moves, made());
      map.update(game);
      if (day && game.solved && made() > 0 && trail().every(({shown}) => !shown)) days.won(day);
      days.current(day, known);
      tell();
      app.changed();
    }

    // A shortest solution from where the board stands: at once where that takes no time.
    async function solved() {
      const {board} = game;
      const request = {board, metric};
      const isQuick = known && known.states < 30000;
      const found = isQuick ? app.now("rush_hour_way", request)
        : await app.call("rush_hour_way", request, {busy: t({en: "Solving …", es: "Resolviendo …"})}).catch(app.complain);
      if (!found || game.board !== board) return undefined;  // the player went on meanwhile
      if (found.status === "solved") return found;
      sayUnsolvable();
      return undefined;
    }

    const costOf = (found) => (metric === "step" ? count(found.steps, "step") : count(found.moves, "move"));

    async function giveHint() {
      player.pause();
      const found = await solved();
      if (!found) return;
      const [{id, by}] = fromText(found.solution);
      const v = parking.vehicleOf(id);
      const left = found.moves - 1;
      const rest = left === 0 ? t({en: ", and the red car is out", es: " y el coche rojo sale"})
        : t({en: `, then ${app.number(left)} more ${left === 1 ? "move" : "moves"}`, es: `, y después ${count(left, "move")} más`});
      say(`${t(words.hint)}: ${id} ${count(Math.abs(by), "cell")} ${t(directions[v.direction][by < 0 ? 0 : 1])}${rest}.`, "hinted");
      parking.showHint(v, by);
    }

    async function showSolution() {
      player.pause();
      const found = await solved();
      if (!found) return;
      const from = made();
      solutionText = t({en: `senda shows a shortest solution from here: ${costOf(found)}.`,
        es: `senda muestra una solución mínima desde aquí: ${costOf(found)}.`});
      load([...trail(), ...fromText(found.solution, true)], from);
      player.play();
    }

    // To another position of the map, by the fewest moves. More than one are senda's and not the visitor's.
    function goTo(board) {
      player.pause();
      const way = app.now("rush_hour_way", {board: game.board, to: board, metric});
      if (way.status !== "found") return;
      const list = fromText(way.solution, way.moves > 1);
      solutionText = t({en: `senda went there in ${count(way.moves, "move")}.`, es: `senda ha ido hasta ahí en ${count(way.moves, "move")}.`});
      load(list.reduce(joined, trail()));
    }

    // What is known about the board: its fewest moves, how hard it is, and all that can be reached.
    // Nobody asked for it, so it works in silence; if it ends with other work, it is done again.
    async function find() {
      const board = start;
      try {
        const found = await app.call("rush_hour_solve", {board, analyse: 1});
        if (board !== start) return;  // another board came meanwhile
        known = found;
        writeFacts();
        days.current(day, known);
        tell();
        await map.show(board, metric);
      } catch (error) {
        if (!error.stopped) app.complain(error);
        else if (mounted && board === start) find();
      }
    }

    const difficulty = el("div", {});
    function writeFacts() {
      numbers.fewest.textContent = known ? known.moves ?? "–" : "…";
      difficulty.replaceChildren(facts.difficulty(app, known));
    }

    // Keys of the whole tab, where nothing is being written. A letter that a vehicle has is that vehicle's.
    function press(event) {
      if (!ready || root.hidden || event.altKey || event.target.closest("input:not([type=range]), textarea, select, dialog")) return;
      const isControl = event.ctrlKey || event.metaKey;
      if (!isControl && event.target !== document.body && !root.contains(event.target)) return;
      const key = event.key.toLowerCase();
      const acts = isControl ? {z: event.shiftKey ? redo : undo, y: redo} : {u: undo, r: restart};
      const isVehicle = !isControl && parking.focus(event.key.toUpperCase());
      if (!isVehicle && !Object.hasOwn(acts, key)) return;
      event.preventDefault();
      if (!isVehicle) acts[key]();
    }
    document.addEventListener("keydown", press);

    // The parts of the tab.
    const player = app.player({label: t(words.moves), rate: 2, show: () => ready && update()});
    const parking = playgroundRushHourBoard(app, {begin: () => player.pause(), slide, say, solved: tell});
    const undoButton = button(t(words.undo), undo, {icon: "undo", disabled: true, title: "Ctrl+Z, U"});
    const redoButton = button(t(words.redo), redo, {icon: "undo", class: "mirrored", disabled: true, title: "Ctrl+Y"});
    const restartButton = button(t(words.restart), restart, {icon: "restart", disabled: true, title: "R"});
    const hintButton = button(t(words.hint), giveHint, {icon: "light", disabled: true});
    const solveButton = button(t(words.solve), showSolution, {icon: "play", kind: "primary", disabled: true});
    const counted = app.choice(t({en: "Solve with the fewest", es: "Resolver con el mínimo de"}),
      [["slide", t({en: "moves", es: "movimientos"})], ["step", t({en: "steps", es: "pasos"})]],
      {value: metric, onchange: setMetric});
    const list = facts.moveList(app);
    const generator = playgroundRushHourGenerator(app, begin);
    const days = playgroundRushHourDay.dayCard(app, generator);
    const map = playgroundRushHourMap(app, {go: goTo});
    const source = playgroundRushHourSource(app, root, (board) => begin(board, {push: true}));

    function setMetric(value) {
      metric = value;
      if (known) map.show(start, metric).catch((error) => app.complain(error));
      app.changed();
    }

    root.append(app.bench([
      el("div", {class: "park-frame"}, parking.picture),
      el("div", {class: "card console"}, stats, verdict,
        app.toolbar(t({en: "Game", es: "Partida"}), undoButton, redoButton, restartButton, hintButton, solveButton), player.element),
    ], [
      days.card,
      app.card(t(words.moves), list.element, counted),
      map.card,
      generator.card,
      source.card,
      app.card(t({en: "Difficulty", es: "Dificultad"}), difficulty),
    ]));
    writeFacts();
    say(greeting);

    let later;  // a state to restore as soon as the module is there
    app.ready.then(() => {
      ready = true;
      restore(later || {});
    });

    const state = () => (ready ? {board: start, moves: toLink(moves), at: made(), metric, generate: generator.state(),
      ...(day ? {day} : {})} : later || {});

    // Takes a state of the address; what is wrong with it is shown.
    function restore(wished) {
      if (!ready) {
        later = wished;
        return;
      }
      generator.restore(wished.generate);
      if (wished.metric === "slide" || wished.metric === "step") counted.value = metric = wished.metric;
      const ofDay = days.isDay(wished.day) ? Number(wished.day) : undefined;
      if (ofDay && wished.board === undefined) {
        begin(start);
        days.open(ofDay, {push: false});
        return;
      }
      const text = wished.board === undefined ? start : wished.board;
      const linked = fromLink(wished.moves || "");
      const read = app.now("rush_hour_read", {text});
      const wrong = [read, app.now("rush_hour_game", {board: text, moves: toText(linked)})].find(({status}) => status !== "valid");
      if (wrong) {
        if (!game) begin(start);
        source.refuse(wrong);
        return;
      }
      const at = /^\d+$/.test(wished.at || "") ? Math.min(Number(wished.at), linked.length) : linked.length;
      const isJoined = join(linked).length !== linked.length;  // then what could be made again is left out
      begin(read.board, isJoined ? {list: join(linked.slice(0, at)), day: ofDay} : {list: linked, at, day: ofDay});
    }

    // The board that the C++ solves: where senda's solution began, the start if the visitor is out, or the board now.
    function asked() {
      if (!isShown()) return game.solved ? start : game.board;
      let from = made();
      while (from > 0 && moves[from - 1].shown) --from;
      return app.now("rush_hour_game", {board: start, moves: toText(moves), made: from}).board;
    }

    return {
      state, restore,
      program: () => (ready && game ? playgroundPrograms.make("rush_hour",
        moves.length === 0 && wanted ? {made: wanted} : {board: asked(), metric}) : null),
      unmount() {
        mounted = false;
        document.removeEventListener("keydown", press);
        map.unmount();
        generator.cancel();
      },
    };
  }

  playground.tab({id: "rush_hour", name: {en: "Rush Hour", es: "Rush Hour"}, mount});
})();
