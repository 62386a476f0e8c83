// SPDX-License-Identifier: MIT
// The list of plays: each leads to its position, those tried instead stand below it, and an analysis marks them.
const playgroundAmazonsPlays = (() => {
  const signs = {inaccuracy: "?!", mistake: "?", blunder: "??"};

  // how: {go(count), follow(place, play)}.
  return function amazonsPlays(app, how) {
    const {t, el} = app;
    const verdicts = {inaccuracy: t({en: "inaccuracy", es: "imprecisión"}), mistake: t({en: "mistake", es: "error"}),
      blunder: t({en: "blunder", es: "error grave"})};
    const element = el("ol", {class: "plays", tabindex: "0", "aria-label": t({en: "Plays", es: "Jugadas"})});

    const points = (loss) => (100 * loss).toLocaleString(app.language, {maximumFractionDigits: 1});

    function markOf(opinion, isWorst) {
      if (!opinion || !(opinion.verdict in signs) && !isWorst) return null;
      const name = verdicts[opinion.verdict];
      const lost = t({en: `${points(opinion.loss)} points lost`, es: `${points(opinion.loss)} puntos perdidos`});
      return el("abbr", {class: `sign ${opinion.verdict}`, title: name ? `${name}, ${lost}` : lost},
        signs[opinion.verdict] || "·", el("span", {class: "unseen"}, ` ${name || ""} ${lost}`));
    }

    function entry(play, place, {made, opinion, isWorst}) {
      return el("button", {type: "button", class: ["play", place < made ? "made" : "to-come", isWorst ? "worst" : ""].join(" "),
        "aria-current": place === made - 1 ? "step" : null, onclick: () => how.go(place + 1)},
      el("span", {class: "text"}, play), markOf(opinion, isWorst));
    }

    function othersOf(tree, place) {
      const others = tree.others(place);
      if (others.length === 0) return null;
      return el("div", {class: "others"}, el("span", {}, t({en: "instead: ", es: "en su lugar: "})), others.map((play) =>
        el("button", {type: "button", class: "play other", onclick: () => how.follow(place, play)}, play)));
    }

    // Shows the line that is followed; `opinions` are those of an analysis, if any.
    function show(tree, blackBegins, opinions = [], worst = -1) {
      const plays = tree.plays();
      const shift = blackBegins ? 1 : 0;
      const rows = [];
      for (let first = -shift; first < plays.length; first += 2) {
        const places = [first, first + 1].filter((place) => place < plays.length);
        rows.push(el("li", {}, el("div", {class: "pair"}, places.map((place) => (place < 0 ? el("span", {class: "play"}, "…")
          : entry(plays[place], place, {made: tree.made, opinion: opinions[place], isWorst: place === worst})))),
        places.map((place) => (place < 0 ? null : othersOf(tree, place)))));
      }
      element.replaceChildren(...(plays.length > 0 ? rows : [el("li", {class: "none"}, t({en: "none yet", es: "ninguna todavía"}))]));
      const last = element.querySelector("[aria-current]");
      element.scrollTop = last ? last.offsetTop - element.clientHeight / 2 : 0;
    }

    // What the analysis says about the worst play, in a sentence.
    function verdictOn({play, loss, better}, place, who) {
      return t({
        en: `Worst play: ${who} ${play} cost ${points(loss)} points of a hundred; ${better} was better.`,
        es: `Peor jugada: ${play} de ${who.toLowerCase()} costó ${points(loss)} puntos de cien; era mejor ${better}.`,
      });
    }

    return {element, show, verdictOn};
  };
})();
