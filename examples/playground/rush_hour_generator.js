// SPDX-License-Identifier: MIT
// Makes boards of Rush Hour with as many moves as one wants.
const playgroundRushHourGenerator = (() => {
  // begin(board) takes a board that was made.
  return function rushHourGenerator(app, begin) {
    const {t, el} = app;
    const title = t({en: "Generate", es: "Generar"});
    const field = (text, min, max, value) => app.input(t(text), {min, max, value, onchange: () => app.changed()});
    const fields = [field(playgroundWords.common.moves, 1, 60, 20), field({en: "Walls", es: "Muros"}, 0, 10, 0),
      field({en: "Seed", es: "Semilla"}, 0, 999999999, 7)];
    const values = () => fields.map(({control}) => control.value);
    const buttons = [app.button(title, generate, {kind: "primary"}),
      app.button(t({en: "Surprise me", es: "Sorpréndeme"}), () => {
        fields[2].control.value = Math.floor(Math.random() * 1e6);
        generate();
      }, {icon: "dice"})];
    const errors = el("div", {});
    let isBusy = false;

    function setBusy(on) {
      isBusy = on;
      for (const one of buttons) one.disabled = on;
    }

    async function generate() {
      const [moves, walls, seed] = values();
      const line = app.busy(t({en: "Generating …", es: "Generando …"}));
      const progress = (part, text) => {
        const [tried, deepest] = text.split(" ");
        line.update(part, t({en: `Generating: ${app.number(tried)} car parks tried, the hardest needs ${deepest} of ${moves} moves`,
          es: `Generando: ${app.number(tried)} aparcamientos probados, el más difícil pide ${deepest} de ${moves} movimientos`}));
      };
      setBusy(true);
      app.clearErrors(errors);
      try {
        const answer = await app.call("rush_hour_generate", {moves, walls, seed}, {progress});
        if (answer.status === "invalid") return app.showErrors(errors, answer);
        begin(answer.board);
        app.announce(t({en: "New board", es: "Tablero nuevo"}));
      } catch (error) {
        app.complain(error);
      } finally {
        line.done();
        setBusy(false);
      }
    }

    return {
      card: app.card(title, el("div", {class: "fields"}, fields), app.toolbar(title, ...buttons), errors),
      state: () => values().join(","),
      restore(text = "") {
        if (/^\d+,\d+,\d+$/.test(text)) text.split(",").forEach((value, at) => { fields[at].control.value = value; });
      },
      cancel() { if (isBusy) app.stop(); },
    };
  };
})();
