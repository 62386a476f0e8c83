// SPDX-License-Identifier: MIT
// Rush Hour: boards from outside, and the board as it stands now to take away.
const playgroundRushHourSource = (() => {
  // begin(board) takes a board that was read. `write(game, start)` renews what is shown.
  return function rushHourSource(app, root, begin) {
    const {t, el, button} = app;
    const words = playgroundWords.common;
    const {examples, inLines} = playgroundRushHour;
    const errors = el("div", {});
    const warnings = el("div", {});
    const code = el("code", {class: "share"}, "…");
    let game;
    let isDraft = false;  // the text was changed and not used yet

    function read({name, text}) {
      const answer = app.now("rush_hour_read", name === undefined ? {text} : {text, name});
      if (answer.status !== "valid") {
        app.showErrors(errors, answer);
        app.showWarnings(warnings, []);
        return false;
      }
      isDraft = false;
      begin(answer.board);
      app.showWarnings(warnings, answer.warnings, name || "<board>");
      app.announce(t({en: "New board", es: "Tablero nuevo"}));
      return true;
    }

    async function open() {
      const file = await app.openFile(".txt,text/plain");
      if (file) app.ready.then(() => read(file));
    }

    async function copyCode() {
      const isCopied = await app.copy(game.share);
      app.tell(isCopied ? t({en: "Code copied.", es: "Código copiado."}) : game.share);
    }

    const text = app.field(t({en: "The board as it stands now", es: "El tablero como está ahora"}),
      el("textarea", {rows: 6, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
        oninput: () => { isDraft = true; },
        onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) use.click(); }}),
      t({en: "Write another here, or a share code. 36 cells: a dot is an empty one, x a wall, AA the red car.",
        es: "Escribe otro aquí, o un código. 36 casillas: un punto es una vacía, x un muro y AA el coche rojo."}));
    const use = button(t({en: "Use it", es: "Usar"}), () => app.ready.then(() => read({text: text.control.value})));
    const example = app.select(t(words.example), [["", t(words.own)], ...examples.map(([board, name]) => [board, t(name)])],
      {onchange: (board) => { if (board) app.ready.then(() => read({text: board})); }});
    app.dropTarget(root, (file) => app.ready.then(() => read(file)));

    const title = t({en: "Board", es: "Tablero"});
    return {
      card: app.card(title, example, text, errors, warnings,
        app.toolbar(title, use, button(t(words.open), open, {icon: "open"}),
          button(t(words.save), () => app.ready.then(() => app.download("board.txt", game.lines)), {icon: "save"})),
        app.facts([[t({en: "Share code", es: "Código"}), code]]),
        app.toolbar(t({en: "Copy", es: "Copiar"}), button(t({en: "Copy code", es: "Copiar código"}), copyCode, {icon: "copy"})),
        el("p", {class: "note"}, t({
          en: "Text, file and code hold the board as it stands now. " +
            "To send the board at the start with the moves made since, use Share at the top of the page.",
          es: "El texto, el archivo y el código contienen el tablero como está ahora. " +
            "Para enviar el tablero inicial con los movimientos hechos, usa Compartir, arriba en la página."}))),
      write(now, start) {
        game = now;
        code.textContent = game.share;
        if (!isDraft) text.control.value = inLines(game.board);
        example.control.value = examples.some(([one]) => one === start) ? start : "";
      },
      // Another board has come, whatever was being written.
      renew() {
        isDraft = false;
        app.clearErrors(errors);
        app.showWarnings(warnings, []);
      },
      refuse: (answer) => app.showErrors(errors, answer),
    };
  };
})();
