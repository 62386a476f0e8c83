// SPDX-License-Identifier: MIT
// Makes boards of Rush Hour with as many moves as one wants.
const playgroundRushHourGenerator = (() => {
  // By the number of walls, the most moves of boards that come within seconds for any seed. Up to three walls they
  // grow from the hardest boards that senda knows.
  const mostSoon = [51, 55, 58, 49, 44, 32, 32, 28, 28, 18, 18];
  const mostWalls = mostSoon.length - 1;
  const mostSeed = 999999999;
  // The most that any known board needs: beyond it there is nothing to look for.
  const mostKnown = (walls) => (walls === 0 ? 51 : 60);

  // begin(board, {push, made}) takes a board that was made.
  return function rushHourGenerator(app, begin) {
    const {t, el, count} = app;
    const title = t({en: "Generate", es: "Generar"});
    const field = (text, min, max, value) => app.input(t(text), {min, max, step: 1, value, onchange: change});
    const fields = [field(playgroundWords.common.moves, 1, mostSoon[0], 20), field({en: "Walls", es: "Muros"}, 0, mostWalls, 0),
      field({en: "Seed", es: "Semilla"}, 0, mostSeed, 7)];
    const buttons = [app.button(title, () => ask(), {kind: "primary"}),
      app.button(t({en: "Surprise me", es: "Sorpréndeme"}), () => {
        fields[2].control.value = Math.floor(Math.random() * 1e6);
        ask();
      }, {icon: "dice"})];
    const explanation = el("div", {class: "explanation", role: "status"});
    const watchers = [(on) => buttons.forEach((one) => { one.disabled = on; })];
    let good = ["20", "0", "7"];  // the last values that are numbers
    let isBusy = false;

    function setBusy(on) {
      isBusy = on;
      for (const watch of watchers) watch(on);
    }

    // The numbers of the form; undefined where one is none.
    function values() {
      const [moves, walls, seed] = fields.map(({control}) => (/^\d{1,9}$/.test(control.value) ? Number(control.value) : undefined));
      return {moves, walls, seed};
    }

    function change() {
      const {walls} = values();
      fields[0].control.max = mostSoon[walls] ?? mostSoon[0];
      if (fields.every(({control}) => control.checkValidity() && control.value !== "")) explanation.replaceChildren();
      if (Object.values(values()).every((one) => one !== undefined)) good = fields.map(({control}) => control.value);
      app.changed();
    }

    const explain = (text, ...choices) =>
      explanation.replaceChildren(el("p", {}, text), choices.length > 0 ? el("div", {class: "toolbar"}, choices) : "");

    function withMoves(moves) {
      const text = t({en: `Make one with ${moves}`, es: `Generar uno de ${moves}`});
      return app.button(text, () => {
        fields[0].control.value = moves;
        ask();
      });
    }

    // Whether a wish can be met soon; what stands against it is explained otherwise.
    function isSensible(wanted) {
      const {moves, walls, seed} = wanted;
      if (walls === undefined || walls > mostWalls)
        explain(t({en: `Walls: a whole number from 0 to ${mostWalls}.`, es: `Muros: un número entero de 0 a ${mostWalls}.`}));
      else if (seed === undefined)
        explain(t({en: `Seed: a whole number from 0 to ${app.number(mostSeed)}.`, es: `Semilla: un número entero de 0 a ${app.number(mostSeed)}.`}));
      else if (moves === undefined || moves < 1)
        explain(t({en: `Moves: a whole number from 1 to ${mostSoon[walls]}.`, es: `Movimientos: un número entero de 1 a ${mostSoon[walls]}.`}));
      else if (moves > mostKnown(walls))
        explain(walls === 0
          ? t({en: `No known board without walls needs more than ${mostKnown(0)} moves.`,
            es: `No se conoce ningún tablero sin muros que necesite más de ${mostKnown(0)} movimientos.`})
          : t({en: `No known board with walls needs more than ${mostKnown(1)} moves.`,
            es: `No se conoce ningún tablero con muros que necesite más de ${mostKnown(1)} movimientos.`}),
        withMoves(mostSoon[walls]));
      else if (moves > mostSoon[walls])
        explainRare(wanted);
      else
        return true;
      return false;
    }

    function explainRare(wanted) {
      const walls = wanted.walls === 1 ? t({en: "one wall", es: "un muro"}) : `${wanted.walls} ${t({en: "walls", es: "muros"})}`;
      const most = mostSoon[wanted.walls];
      explain(t({en: `With ${walls}, boards of up to ${most} moves come within seconds. ` +
          "Harder ones are rare: the search may take minutes, or find none.",
        es: `Con ${walls}, los tableros de hasta ${most} movimientos salen en segundos. ` +
          "Los más difíciles son raros: la búsqueda puede tardar minutos o no encontrar ninguno."}),
      withMoves(most), app.button(t({en: "Search anyway", es: "Buscar de todos modos"}), () => make(wanted)));
    }

    function ask() {
      const wanted = values();
      if (isSensible(wanted)) return make(wanted);
      explanation.scrollIntoView({block: "nearest"});
      return undefined;
    }

    // Makes a board and begins it; `more` is what `begin` is told besides.
    async function make(wanted, more = {}) {
      if (isBusy) return;
      const line = app.busy(t({en: "Generating …", es: "Generando …"}));
      const progress = (part, text) => {
        const [tried, deepest] = text.split(" ");
        line.update(part, t({en: `${app.number(tried)} car parks tried; the hardest needs ${deepest} of ${count(wanted.moves, "move")}`,
          es: `${app.number(tried)} aparcamientos probados; el más difícil pide ${deepest} de ${count(wanted.moves, "move")}`}));
      };
      setBusy(true);
      explanation.replaceChildren();
      try {
        const {board, message} = await app.call("rush_hour_generate", wanted, {progress});
        isBusy = false;
        if (board) begin(board, {push: true, made: wanted, ...more});
        else explain(message || t({en: "No such board came up in many attempts. Try another seed, fewer moves or fewer walls.",
          es: "No ha salido ningún tablero así en muchos intentos. Prueba otra semilla, menos movimientos o menos muros."}));
      } catch (error) {
        app.complain(error);
      } finally {
        line.done();
        setBusy(false);
      }
    }

    return {
      card: app.card(title, el("div", {class: "fields"}, fields), app.toolbar(title, ...buttons), explanation),
      make,
      // The next board of the same kind: that of the next seed.
      next() {
        const wanted = values();
        wanted.seed = wanted.seed === undefined ? undefined : (wanted.seed + 1) % (mostSeed + 1);
        if (!isSensible(wanted)) return explanation.scrollIntoView({block: "nearest"});
        fields[2].control.value = wanted.seed;
        change();
        return make(wanted);
      },
      watch: (watcher) => watchers.push(watcher),
      state: () => good.join(","),
      restore(text = "") {
        if (!/^\d{1,9},\d{1,9},\d{1,9}$/.test(text)) return;
        text.split(",").forEach((value, at) => { fields[at].control.value = value; });
        change();
      },
      cancel() { if (isBusy) app.stop(); },
    };
  };
})();
