// SPDX-License-Identifier: MIT
// The controls of the tab Mazes and where they stand. `acts` are what they do, by name; `parts` stand among them.
const playgroundMazeBench = (() => {
  const {methods} = playgroundMazeWords;
  const words = playgroundWords.common;
  const texts = {
    draw: {en: "Draw a shape", es: "Dibujar una forma"},
    dig: {en: "Dig the maze in it", es: "Excavar el laberinto"},
    drawHint: {
      en: "Drag over the picture to take rooms out or put them back, or go there with the arrows and press the space bar. Then dig the maze in it.",
      es: "Arrastra sobre la imagen para quitar salas o volver a ponerlas, o ve con las flechas y pulsa la barra espaciadora. Después excava el laberinto."},
    hint: {
      en: "Drag S and E. Click between two rooms to open or close the wall. The wheel or two fingers zoom.",
      es: "Arrastra S y E. Haz clic entre dos salas para abrir o cerrar la pared. Acerca y aleja con la rueda o con dos dedos."},
  };

  return function mazeBench(app, {pictures, player, form}, acts) {
    const {t, el} = app;
    const sign = (text, label, act) => app.button(text, act, {kind: "quiet", "aria-label": label, title: label, class: "maze-sign"});
    const grown = (text, act, how) => app.button(text, act, {class: "grow", ...how});
    const save = (format, text) => app.button(text, () => acts.download(format), {icon: "save"});
    const names = Object.entries(methods).map(([id, name]) => [id, t(name)]);

    const undoing = app.button(t(words.undo), acts.undo, {icon: "undo", iconOnly: true, kind: "quiet", disabled: true});
    const tools = app.toolbar(t({en: "Picture", es: "Imagen"}),
      sign("+", t({en: "Zoom in", es: "Acercar"}), () => acts.zoom(1.5)),
      sign("−", t({en: "Zoom out", es: "Alejar"}), () => acts.zoom(1 / 1.5)),
      sign(t({en: "All", es: "Todo"}), t({en: "Show all of it", es: "Mostrarlo entero"}), acts.showAll), undoing);
    const watched = app.choice(t({en: "Watch", es: "Ver"}), [
      ["dig", t({en: "the digging", es: "la excavación"})], ["search", t({en: "the search", es: "la búsqueda"})],
    ], {onchange: (kind) => acts.setView(kind)});
    const method = app.choice(t({en: "Search", es: "Búsqueda"}), names, {onchange: (value) => acts.choose({method: value})});
    const second = app.select(t({en: "Next to it", es: "Junto a ella"}), [["", t({en: "nothing", es: "nada"})], ...names],
      {onchange: (value) => acts.choose({second: value})});
    const colored = app.check(t({en: "Colours by distance from S", es: "Colores por distancia a S"}), {onchange: acts.color});
    const toRunner = app.button(t({en: "Open in MAZE runner", es: "Abrir en la pestaña MAZE"}), acts.openInRunner, {kind: "quiet"});
    const drawer = grown(t(texts.draw), acts.drawShape, {"aria-pressed": "false"});
    const drawHint = el("p", {class: "hint", hidden: true}, t(texts.drawHint));
    const legend = el("p", {class: "hint maze-legend"}, [["seen", t({en: "expanded", es: "expandidas"})],
      ["frontier", t({en: "frontier", es: "frontera"})], ["route", t({en: "path", es: "camino"})]]
      .map(([kind, text]) => el("span", {}, el("span", {class: `maze-sample ${kind}`, "aria-hidden": "true"}), text)));
    const errors = el("div", {class: "maze-errors"});
    const comparison = el("div");
    const statistics = el("div");

    const element = app.bench(
      el("section", {class: "card", "aria-label": t({en: "Maze", es: "Laberinto"})}, el("div", {class: "maze-films"}, pictures),
        el("div", {class: "maze-controls"}, tools, watched), player.element),
      [
        errors,
        app.card(t({en: "Make a maze", es: "Crear un laberinto"}), form.element,
          app.toolbar(t({en: "Make", es: "Crear"}),
            grown(t({en: "New maze", es: "Nuevo laberinto"}), acts.newMaze, {kind: "primary", icon: "dice"}),
            grown(t({en: "Watch it being dug", es: "Ver cómo se excava"}), () => acts.watch("dig"), {icon: "play"}), drawer),
          drawHint, el("p", {class: "hint"}, t(texts.hint))),
        app.card(t({en: "Find the way out", es: "Encontrar la salida"}), method, second,
          app.toolbar(t(words.solve),
            grown(t(words.solve), () => acts.setView("search"), {kind: "primary"}),
            grown(t({en: "Watch the search", es: "Ver la búsqueda"}), () => acts.watch("search"), {icon: "play"})),
          legend, colored, comparison),
        app.card(t({en: "Statistics", es: "Estadísticas"}), statistics),
        app.card(t({en: "Download", es: "Descargar"}),
          app.toolbar(t({en: "Files", es: "Archivos"}), save("svg", "SVG"), save("png", "PNG"),
            save("maze", t({en: "MAZE text", es: "Texto MAZE"})), save("dot", t({en: "Graphviz file", es: "Archivo Graphviz"})),
            save("graph", t({en: "Graph (SVG)", es: "Grafo (SVG)"})), save("matrix", t({en: "Matrix", es: "Matriz"}))),
          toRunner),
      ]);

    return {
      element, errors, undoing, toRunner,
      fill(look) {
        method.value = look.method;
        second.control.value = look.second;
        colored.control.checked = look.distances === "1";
        watched.value = look.view;
      },
      showDrawing(isDrawing) {
        drawer.setAttribute("aria-pressed", String(isDrawing));
        drawer.querySelector("span").textContent = t(isDrawing ? texts.dig : texts.draw);
        drawHint.hidden = !isDrawing;
      },
      compare: (...known) => comparison.replaceChildren(playgroundMazeTables.comparison(app, ...known)),
      count: (counted) => statistics.replaceChildren(playgroundMazeTables.statistics(app, counted)),
    };
  };
})();
