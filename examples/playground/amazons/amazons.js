// SPDX-License-Identifier: MIT
// The tab Amazons: two people, or against the engine, cell by cell.
(() => {
  const levels = [1, 2, 3, 4, 5];
  const white = 1;
  const black = 2;
  const opponent = (player) => (player === white ? black : white);

  const {examples} = playgroundAmazonsWords;

  // In the address a saved game is one line, `a4,d1,g1,j4.a7,...`, which needs no escapes.
  const toLink = (text) => text.trimEnd().split("\n").join(".");
  const fromLink = (text) => (text === "" ? "" : `${text.split(".").join("\n")}\n`);
  const partsOf = (play) => play.split(/[-/]/);

  function mount(root, app) {
    const {t, el, button} = app;

    const words = playgroundAmazonsWords.wordsIn(t);
    const tree = playgroundAmazonsTree();  // the plays, with those that were tried instead
    let start = "";        // the saved game it began with; empty: the start of a game
    let resigned = false;
    let turn = [];         // the cells that are chosen of the play at hand
    let game;              // how it stands, by the rules
    let seats = {[white]: "person", [black]: "3"};
    let seed = 1;
    let evaluates = false;
    let opinions = [];     // of an analysis, play by play
    let analysed = "";     // the line it is about
    let hinted;            // a play that was pointed out
    let thought = "";      // what the engine said about its last play
    let thinking = 0;      // the number of the call that is at work; 0: none
    let calls = 0;
    let paused = false;    // a computer is to move, but waits
    let shown = true;
    let ready = false;
    let wanted;            // a state to restore as soon as the module is there

    const soonReady = (act) => app.ready.then(act);
    const isComputer = (player) => seats[player] !== "person";
    const hasPeople = () => !isComputer(white) || !isComputer(black);
    const isPersonsTurn = () => game && !game.winner && !isComputer(game.to_move);

    const board = playgroundAmazonsBoard(app, {choose, back: () => turn.length > 0 && takePartBack(), take, drop});
    const playList = playgroundAmazonsPlays(app, {go, follow});
    const evaluation = playgroundAmazonsEvaluation(app, words.colour);
    const lineText = () => tree.plays().join(" ");

    // What is seen.
    const verdict = app.verdict({role: "status"});
    const {say} = verdict;

    function look() {
      game = app.now("amazons_game", {start, plays: lineText(), made: tree.made, resigned: resigned ? 1 : 0, turn: turn.join(" "),
        evaluate: evaluates ? 1 : 0, lang: app.language});
      return game;
    }

    function update() {
      look();
      drawCells();
      drawPaths();
      writePlays();
      evaluation.show(game);
      evaluate.setAttribute("aria-pressed", String(evaluates));
      undo.disabled = turn.length === 0 && !resigned && playsBack() > tree.made;
      redo.disabled = !game.can_redo;
      analyse.disabled = tree.length === 0;
      resign.disabled = hint.disabled = !isPersonsTurn();
      goOn.hidden = Boolean(game.winner) || !isComputer(game.to_move) || thinking !== 0;
      app.changed();
    }

    function drawCells() {
      const standing = new Map();
      for (const kind of ["white", "black", "arrow"])
        for (const name of game[kind === "arrow" ? "arrows" : kind]) standing.set(name, kind);
      const choices = new Set(isPersonsTurn() ? game.choices : []);
      const first = game.evaluation || {first_white: [], first_black: []};
      const [mine, theirs] = [new Set(first.first_white), new Set(first.first_black)];
      for (const [name, cell] of board.cells) {
        const kind = standing.get(name) || "empty";
        const isChoice = choices.has(name);
        const isChosen = turn.length > 0 && name === (game.to || game.from);
        const owner = mine.has(name) ? "white" : theirs.has(name) ? "black" : "";
        board.drawPiece(name, kind);
        cell.className = ["cell", isChoice ? `choice ${game.part}` : "", isChosen ? "chosen" : "", owner ? `first-${owner}` : ""].filter(Boolean).join(" ");
        cell.setAttribute("aria-label", labelOf(name, kind, {isChoice, isChosen, owner}));
      }
    }

    function labelOf(name, kind, {isChoice, isChosen, owner}) {
      const parts = [name, words.piece[kind]];
      if (isChosen) parts.push(t({en: "chosen", es: "elegida"}));
      if (isChoice) parts.push(t({en: "can be chosen", es: "se puede elegir"}));
      if (owner) parts.push(owner === "white" ? t({en: "white is closer", es: "más cerca de las blancas"})
        : t({en: "black is closer", es: "más cerca de las negras"}));
      return parts.join(", ");
    }

    // The paths of the play at hand, of a hint or of the last play.
    function drawPaths() {
      if (turn.length === 2) board.drawPaths("own", turn);
      else if (hinted) board.drawPaths("hinted", partsOf(hinted));
      else if (tree.made > 0 && turn.length === 0) board.drawPaths("last", partsOf(tree.plays()[tree.made - 1]));
      else board.drawPaths();
    }

    // An analysis holds as long as the line it is about is the one that is followed.
    function writePlays() {
      const blackBegins = (tree.made % 2 === 0) === (game.to_move === black);
      const isCurrent = analysed !== "" && analysed === lineText();
      const worst = isCurrent ? opinions.reduce((at, one, i) => (one.loss > (at < 0 ? 0 : opinions[at].loss) ? i : at), -1) : -1;
      playList.show(tree, blackBegins, isCurrent ? opinions : [], worst);
      verdicts.textContent = !isCurrent ? "" : worst < 0
        ? t({en: "The engine found nothing better anywhere.", es: "El motor no encontró nada mejor en ningún momento."})
        : playList.verdictOn(opinions[worst], worst, words.colour[opinions[worst].player]);
    }

    // What there is to do or to say in this moment.
    function tell() {
      if (game.winner) return tellEnd();
      const who = words.colour[game.to_move];
      if (isComputer(game.to_move))
        return say(thinking !== 0 ? t({en: `${who}: the computer is thinking …`, es: `${who}: el ordenador está pensando …`})
          : t({en: `${who}: the computer waits.`, es: `${who}: el ordenador espera.`}));
      const before = turn.length === 0 && thought ? `${thought} ` : "";
      say(`${before}${who}: ${words.part[game.part]}.`);
    }

    function tellEnd() {
      const winner = words.who[game.winner];
      const loser = words.who[opponent(game.winner)];
      const why = game.resigned ? t({en: `${loser} resigns.`, es: `${loser} abandonan.`})
        : t({en: `${loser} cannot play any more.`, es: `${loser} ya no pueden jugar.`});
      const lost = hasPeople() && isComputer(game.winner) && !isComputer(opponent(game.winner));
      say(`${why} ${t({en: `${winner} wins!`, es: `¡Ganan ${winner.toLowerCase()}!`})}`, lost ? "bad" : "good");
    }

    // A play, cell by cell. Another own amazon takes the place of the one chosen; the same one lets go.
    function choose(name) {
      if (!ready || !isPersonsTurn()) return;
      if (thinking !== 0) forgetThought();  // a hint that was asked for
      if (name === (game.to || game.from)) return takePartBack();
      const own = game.to_move === white ? game.white : game.black;
      const isOther = game.part === "target" && own.includes(name) && !game.stuck.includes(name);
      const before = turn;
      turn = isOther ? [name] : [...turn, name];
      look();
      if (game.fault) {
        const {fault} = game;
        turn = before;
        update();
        return say(fault, "bad");
      }
      if (game.play) return make(game.play);
      hinted = undefined;
      update();
      tell();
    }

    function takePartBack() {
      turn = turn.slice(0, -1);
      update();
      tell();
    }

    // What is taken for a drag: an own amazon to be moved, or the arrow of the one that has moved.
    function take(name) {
      if (!ready || !isPersonsTurn()) return null;
      if (game.part === "arrow" && name === game.to) return "arrow";
      if (game.part !== "arrow" && name !== game.from) choose(name);
      return name === game.from && game.part === "target" ? (game.to_move === white ? "white" : "black") : null;
    }

    function drop(name) {
      if (name) choose(name);
    }

    function make(play, said = "", isSeen = false) {
      tree.make(play);
      resigned = false;
      thought = said;
      goTo();
      if (isSeen) board.animate(partsOf(play));
    }

    // After every change of position.
    function goTo() {
      turn = [];
      hinted = undefined;
      update();
      tell();
      evaluation.judge();
      think();
    }

    // The computer.
    const soon = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

    async function ask(level, busy) {
      const call = thinking = ++calls;
      const line = app.busy(busy);
      try {
        const [found] = await Promise.all([
          app.call("amazons_best", {board: game.text, level, seed}, {progress: (share, tenths) =>
            line.update(-1, `${busy} ${Math.floor(Number(tenths) / 10)}\u202fs`)}),
          hasPeople() ? undefined : soon(500),  // so that one can follow
        ]);
        return call === thinking ? found : undefined;
      } catch (error) {
        if (!error.stopped) app.complain(error);
        if (call === thinking) paused = true;
        return undefined;
      } finally {
        line.done();
        if (call === thinking) thinking = 0;
      }
    }

    async function think() {
      if (game.winner || !isComputer(game.to_move) || paused || !shown || thinking !== 0) return;
      const player = game.to_move;
      const who = words.colour[player];
      const request = ask(seats[player], t({en: `${who}: thinking …`, es: `${who}: pensando …`}));
      update();
      tell();
      const call = thinking;
      const found = await request;
      if (found && found.play) return make(found.play, saidOf(player, found), true);
      if (call === calls) {
        update();
        tell();
      }
    }

    function saidOf(player, {play, percent}) {
      const who = words.who[player];
      const sure = evaluates ? t({en: ` (chance of winning: ${percent}\u202f%)`, es: ` (probabilidad de ganar: ${percent}\u202f%)`}) : "";
      return t({en: `${who} plays ${play}${sure}.`, es: `${who} juegan ${play}${sure}.`});
    }

    // Ends what the computer thinks about, without a play.
    function forgetThought() {
      if (thinking === 0) return;
      thinking = 0;
      app.stop();
    }

    async function giveHint() {
      if (!isPersonsTurn() || thinking !== 0) return;
      const {text} = game;
      turn = [];
      update();
      const found = await ask(4, t({en: "Looking for a good play …", es: "Buscando una buena jugada …"}));
      paused = false;
      if (!found || !found.play || game.text !== text) return;
      hinted = found.play;
      update();
      say(t({en: `Hint: ${found.play} (chance of winning: ${found.percent}\u202f%).`, es: `Pista: ${found.play} (probabilidad de ganar: ${found.percent}\u202f%).`}), "hinted");
    }

    // Back and forth, to the turns of people.
    function takeBack() {
      if (turn.length > 0) return takePartBack();
      forgetThought();
      paused = !hasPeople();
      thought = "";
      if (resigned) {
        resigned = false;
        return goTo();
      }
      if (playsBack() <= tree.made) tree.go(tree.made - playsBack());
      goTo();
    }

    // To the position after so many plays of the line. A computer whose turn it is there waits: it has played on already.
    function go(count) {
      forgetThought();
      const isBack = count < tree.made;
      tree.go(count);
      resigned = false;
      thought = "";
      paused = count < tree.length;
      goTo();
      if (!isBack && count > 0) board.animate(partsOf(tree.plays()[count - 1]));
    }

    // To a play that was tried instead.
    function follow(place, play) {
      forgetThought();
      tree.follow(place, play);
      resigned = false;
      thought = "";
      paused = true;
      goTo();
      board.animate(partsOf(play));
    }

    async function analyseGame() {
      const line = lineText();
      forgetThought();
      paused = true;
      const busy = t({en: "Analysing the game …", es: "Analizando la partida …"});
      try {
        const answer = await app.call("amazons_analyse", {start, plays: line}, {busy});
        opinions = answer.plays;
        analysed = line;
      } catch (error) {
        if (!error.stopped) app.complain(error);
      }
      update();
      tell();
    }

    // How many plays it is to the last turn of a person.
    function playsBack() {
      let count = 1;
      for (let p = opponent(game.to_move); hasPeople() && isComputer(p); p = opponent(p)) ++count;
      return count;
    }

    function makeAgain() {
      if (tree.made === tree.length) return;
      forgetThought();
      paused = !hasPeople();
      thought = "";
      do {
        tree.go(tree.made + 1);
        look();
      } while (hasPeople() && isComputer(game.to_move) && tree.made < tree.length);
      goTo();
      board.animate(partsOf(tree.plays()[tree.made - 1]));
    }

    function giveUp() {
      if (!isPersonsTurn()) return;
      forgetThought();
      resigned = true;
      goTo();
    }

    function begin(text) {
      forgetThought();
      start = text;
      tree.clear();
      resigned = paused = false;
      thought = analysed = "";
      app.clearErrors(errors);
      app.showWarnings(warnings, []);
      goTo();
    }

    function setSeat(player, value) {
      seats = {...seats, [player]: value};
      forgetThought();
      paused = false;
      goTo();
    }

    // Saved games.
    const errors = el("div", {});
    const warnings = el("div", {});

    function read({name, text}) {
      const answer = app.now("amazons_read", {start: text, name});
      if (answer.status !== "valid") {
        app.showErrors(errors, answer);
        return app.showWarnings(warnings, []);
      }
      begin(answer.start);
      app.showWarnings(warnings, answer.warnings, name);
    }

    async function openFile() {
      const file = await app.openFile(".txt,text/plain");
      if (file) soonReady(() => read(file));
    }

    // The parts of the tab.
    const undo = button(t(words.undo), takeBack, {icon: "undo", disabled: true});
    const redo = button(t(words.redo), makeAgain, {icon: "next", disabled: true});
    const hint = button(t(words.hint), giveHint, {icon: "light", disabled: true});
    const evaluate = button(t({en: "Evaluation", es: "Evaluación"}), () => {
      evaluates = !evaluates;
      if (!ready) return;
      update();
      evaluation.judge();
    }, {icon: "eye", "aria-pressed": "false"});
    const analyse = button(t({en: "Analyse the game", es: "Analizar la partida"}), analyseGame, {icon: "eye", disabled: true});
    const verdicts = el("p", {class: "note verdicts", role: "status"});
    const resign = button(t({en: "Resign", es: "Abandonar"}), giveUp, {icon: "flag", disabled: true});
    const goOn = button(t({en: "Let it play", es: "Que juegue"}), () => {
      paused = false;
      think();
    }, {icon: "play", kind: "primary", hidden: true});

    const seatOptions = [["person", t({en: "Person", es: "Persona"})],
      ...levels.map((level) => [String(level), `${t({en: "Computer", es: "Ordenador"})} ${level}`])];
    const seatField = (player) => app.select(words.colour[player], seatOptions,
      {value: seats[player], onchange: (value) => soonReady(() => setSeat(player, value))});
    const seatFields = {[white]: seatField(white), [black]: seatField(black)};
    const from = app.select(t({en: "Start from", es: "Empezar desde"}), examples.map(([, name], at) => [String(at), t(name)]), {value: "0"});

    root.append(app.bench([
      el("div", {class: "board-frame"}, board.element),
      el("div", {class: "card console"}, verdict,
        app.toolbar(t({en: "Game", es: "Partida"}), goOn, undo, redo, hint, evaluate, resign), evaluation.element),
    ], [
      app.card(t({en: "Players", es: "Jugadores"}), el("div", {class: "fields"}, seatFields[white], seatFields[black]),
        el("p", {class: "note"}, t({en: "The computer plays at levels 1 to 5; at 5 it takes its time.", es: "El ordenador juega en los niveles 1 a 5; en el 5 se toma su tiempo."}))),
      app.card(t({en: "Game", es: "Partida"}), from,
        app.toolbar(t({en: "Game file", es: "Archivo de la partida"}),
          button(t({en: "New game", es: "Nueva partida"}), () => soonReady(() => {
            ++seed;
            begin(examples[Number(from.control.value)][0]);
          }), {kind: "primary"}),
          button(t(words.open), openFile, {icon: "open"}),
          button(t(words.save), () => soonReady(() => app.download("tablero.txt", game.text)), {icon: "save"})),
        errors, warnings),
      app.card(t({en: "Plays", es: "Jugadas"}), playList.element, app.toolbar(t({en: "Analysis", es: "Análisis"}), analyse), verdicts),
      app.card(t({en: "Rules", es: "Reglas"}), el("p", {class: "note"}, t({
        en: "An amazon moves like a chess queen and then shoots an arrow. The arrow flies like a queen, too, and blocks its cell for the rest of the game. Nothing passes over amazons or arrows. A player who cannot move loses.",
        es: "Una amazona se mueve como la dama del ajedrez y luego dispara una flecha. La flecha también vuela como una dama y bloquea su casilla el resto de la partida. Nada pasa por encima de amazonas ni flechas. Pierde quien no puede mover.",
      }))),
    ]));
    root.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea") || event.altKey || !ready) return;
      const withControl = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const isRedo = key === "y" || (withControl && key === "z" && event.shiftKey);
      if (!isRedo && key !== "u" && !(withControl && key === "z")) return;
      event.preventDefault();
      (isRedo ? redo : undo).click();
    });
    app.dropTarget(root, (file) => soonReady(() => read(file)));
    drawStart();

    // The start of a game needs no module to be seen.
    function drawStart() {
      for (const name of ["a4", "d1", "g1", "j4"]) board.drawPiece(name, "white");
      for (const name of ["a7", "d10", "g10", "j7"]) board.drawPiece(name, "black");
      say(`${words.colour[white]}: ${words.part.amazon}.`);
    }

    app.ready.then(() => {
      ready = true;
      if (!wanted || !restore(wanted)) goTo();
    });

    function restore(state) {
      if (!ready) {
        wanted = state;
        return true;
      }
      const text = fromLink(state.start || "");
      const list = (state.plays || "").split(",").filter(Boolean);
      const lines = [list, ...(tree.lines(state.tree || "") || [])];
      const refused = lines.map((line) => app.now("amazons_game", {start: text, plays: line.join(" "), lang: app.language}))
        .find((answer) => answer.status !== "valid");
      if (refused) {
        app.showErrors(errors, refused);
        return false;
      }
      const isSeat = (value) => value === "person" || levels.includes(Number(value));
      for (const [player, value] of [[white, state.white], [black, state.black]])
        if (isSeat(value)) seats[player] = seatFields[player].control.value = value;
      forgetThought();
      app.clearErrors(errors);
      start = text;
      tree.read(state.tree || "");
      tree.go(0);
      list.forEach(tree.make);
      if (/^\d+$/.test(state.at || "")) tree.go(Number(state.at));
      analysed = "";
      resigned = state.resigned === "1";
      evaluates = state.evaluation === "1";
      seed = Number(state.seed) || 1;
      paused = false;
      thought = "";
      goTo();
      (state.turn || "").split(",").filter(Boolean).slice(0, 2).forEach(choose);
      return true;
    }

    return {
      state: () => (ready ? {start: toLink(start), plays: tree.plays().join(","), at: tree.made,
        ...(tree.hasBranches() ? {tree: tree.text()} : {}), turn: turn.join(","), white: seats[white], black: seats[black],
        resigned: resigned ? 1 : 0, evaluation: evaluates ? 1 : 0, seed} : wanted || {}),
      restore,
      program() {
        const level = [seats[white], seats[black]].filter((one) => one !== "person").map(Number).sort().pop() || 4;
        return playgroundPrograms.make("amazons", {start, plays: tree.plays().slice(0, tree.made), level, seed});
      },
      unmount: forgetThought,
      hide() { shown = false; },
      show() {
        shown = true;
        if (ready) think();
      },
    };
  }

  playground.tab({id: "amazons", name: {en: "Amazons", es: "Amazonas"}, mount});
})();
