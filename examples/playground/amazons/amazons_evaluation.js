// SPDX-License-Identifier: MIT
// The evaluation: a bar with the chances of both players, and who is closer to which cells. One judge looks at all
// positions, whoever plays and at whatever level, so that all that is said about chances agrees.
const playgroundAmazonsEvaluation = (app, colours) => {
  const {t, el} = app;
  const [white, black] = [1, 2];
  const element = el("div", {class: "evaluation", hidden: true});
  let game;
  let judged;  // {text, percent}: what the judge last said, and about which position

  function write() {
    if (!game || !game.evaluation) return;
    const {first_white: mine, first_black: theirs} = game.evaluation;
    const percent = game.winner ? (game.winner === white ? 100 : 0) : judged ? judged.percent : undefined;
    const share = (value) => (value === undefined ? "…" : `${value}\u202f%`);
    element.classList.toggle("is-old", !game.winner && (!judged || judged.text !== game.text));
    element.replaceChildren(
      el("p", {}, el("span", {}, `${colours[white]} ${share(percent)}`),
        el("span", {class: "note"}, t({en: "chance of winning", es: "probabilidad de ganar"})),
        el("span", {}, `${colours[black]} ${share(percent === undefined ? undefined : 100 - percent)}`)),
      el("div", {class: "bar", "aria-hidden": "true"}, el("div", {style: {width: `${percent === undefined ? 50 : percent}%`}})),
      el("p", {class: "note"},
        el("span", {}, el("i", {class: "mark white"}),
          t({en: `white is closer to ${mine.length} cells`, es: `las blancas están más cerca de ${mine.length} casillas`})),
        el("span", {}, el("i", {class: "mark black"}), t({en: `black to ${theirs.length}`, es: `las negras, de ${theirs.length}`}))));
  }

  async function judge() {
    if (!game || !game.evaluation || game.winner || (judged && judged.text === game.text)) return;
    const {text} = game;
    try {
      const {percent} = await app.call("amazons_judge", {board: text});
      judged = {text, percent};
    } catch (error) {
      if (!error.stopped) app.complain(error);
    }
    if (game.text === text) write();
  }

  return {
    element, judge,
    // Shows the evaluation of a game, if it has one.
    show(now) {
      game = now;
      element.hidden = !game.evaluation;
      write();
    },
  };
};
