// SPDX-License-Identifier: MIT
// What one draws with, and maps to begin with. how: {map(), load(map), sample(id, cols), undo(), redo(), clear(cost
// to keep), arrows(isOn)}.
//   playgroundLabTools(app, how) -> {cards, get tool, set tool, get arrows, set arrows, mark(state)}
const playgroundLabTools = (() => {
  const words = {
    draw: {en: "Draw", es: "Dibujar"},
    brush: {en: "Brush", es: "Pincel"},
    wall: {en: "Wall", es: "Muro"},
    look: {en: "Look", es: "Mirar"},
    cost: (cost) => ({en: `Terrain of cost ${cost}`, es: `Terreno de coste ${cost}`}),
    help: {en: "Drag on the map. The first cell of a stroke decides whether walls are built or torn down; S and G can be dragged at any time.",
      es: "Arrastra sobre el mapa. La primera casilla de un trazo decide si se levantan o se derriban muros; la salida y la meta se arrastran siempre."},
    clearWalls: {en: "Clear walls", es: "Quitar muros"},
    level: {en: "Level the ground", es: "Allanar el terreno"},
    arrows: {en: "Show parents as arrows", es: "Mostrar con flechas la casilla anterior"},
    map: {en: "Map", es: "Mapa"},
    sample: {en: "Begin with", es: "Empezar con"},
    size: {en: "Size", es: "Tamaño"},
    text: {en: "Map as text", es: "Mapa como texto"},
    textHelp: {en: "One row a line: # is a wall, 1 to 9 the cost of entering, S the start, G the goal.",
      es: "Una fila por línea: # es un muro, del 1 al 9 el coste de entrar, S la salida, G la meta."},
    use: {en: "Use this text", es: "Usar este texto"},
  };

  function drawCard(app, how) {
    const {el, t} = app;
    const {common} = playgroundWords;
    const costs = Array.from({length: 9}, (_, at) => String(at + 1));
    const brush = app.choice(t(words.brush),
      [["wall", t(words.wall)], ...costs.map((cost) => [cost, cost]), ["look", t(words.look)]], {value: "wall"});
    brush.classList.add("lab-brushes");
    for (const radio of brush.querySelectorAll("input")) {
      radio.parentElement.dataset.brush = radio.value;
      if (/\d/.test(radio.value)) radio.setAttribute("aria-label", t(words.cost(radio.value)));
    }
    const undo = app.button(t(common.undo), how.undo, {icon: "undo"});
    const redo = app.button(t(common.redo), how.redo, {icon: "undo", class: "lab-redo"});
    const arrows = app.check(t(words.arrows), {onchange: how.arrows});
    const card = app.card(t(words.draw), brush, el("p", {class: "hint"}, t(words.help)),
      el("div", {class: "row"}, undo, redo, app.button(t(words.clearWalls), () => how.clear((cost) => (cost === 0 ? 1 : cost))),
        app.button(t(words.level), () => how.clear((cost) => Math.min(cost, 1)))), arrows);
    return {card, brush, undo, redo, arrows: arrows.control};
  }

  // A map as text, to be read, changed and used: how {map(), load(map)}. The parts Map and Race have one each.
  function mapText(app, how) {
    const {el, t} = app;
    const errors = el("div", {});
    const box = el("textarea", {rows: 8, spellcheck: "false", "aria-label": t(words.text)});
    return {
      box, about: [el("p", {class: "hint"}, t(words.textHelp)), box, errors],
      use() {
        const {map, error} = playgroundLabMap.parse(box.value);
        if (error) return app.showErrors(errors, {message: t(error)});
        app.clearErrors(errors);
        return how.load(map);
      },
      fill() { box.value = playgroundLabMap.text(how.map()); },
    };
  }

  function textBox(app, how) {
    const {el, t} = app;
    const {box, about, use, fill: write} = mapText(app, how);
    const fill = () => { if (details.open) write(); };
    const open = async () => {
      const file = await app.openFile(".txt,.map,text/plain");
      if (!file) return;
      box.value = file.text;
      use();
    };
    const details = el("details", {ontoggle: fill}, el("summary", {}, t(words.text)), el("div", {class: "lab-text"},
      about, el("div", {class: "row"}, app.button(t(words.use), use, {kind: "primary"}),
        app.button(t(playgroundWords.common.open), open, {icon: "open"}),
        app.button(t(playgroundWords.common.save), () => app.download("map.txt", playgroundLabMap.text(how.map())), {icon: "save"}))));
    return {details, fill};
  }

  function mapCard(app, how) {
    const {t} = app;
    const {samples, sizes} = playgroundLabMap;
    const load = () => how.sample(sample.control.value || samples[0].id, Number(size.control.value) || sizes[0][0]);
    const own = ["", t(playgroundWords.common.own)];
    const sample = app.select(t(words.sample), [own, ...samples.map(({id, name}) => [id, t(name)])], {onchange: load});
    const size = app.select(t(words.size), [own, ...sizes.map(([cols, rows]) => [String(cols), `${cols} × ${rows}`])], {onchange: load});
    const text = textBox(app, how);
    return {card: app.card(t(words.map), app.el("div", {class: "fields"}, sample, size), text.details), sample, size, text};
  }

  function labTools(app, how) {
    const drawing = drawCard(app, how);
    const maps = mapCard(app, how);
    // `(your own)` can be seen, but not chosen.
    const showValue = (select, value) => {
      select.options[0].hidden = select.options[0].disabled = value !== "";
      select.value = value;
    };
    return {
      cards: [drawing.card, maps.card],
      get tool() { return drawing.brush.value; },
      set tool(name) { drawing.brush.value = name; },
      get arrows() { return drawing.arrows.checked; },
      set arrows(isOn) { drawing.arrows.checked = isOn; },
      // {sample: "" for one's own, cols: "" for another size, canUndo, canRedo}
      mark({sample, cols, canUndo, canRedo}) {
        showValue(maps.sample.control, sample);
        showValue(maps.size.control, cols);
        drawing.undo.disabled = !canUndo;
        drawing.redo.disabled = !canRedo;
        maps.text.fill();
      },
    };
  }

  return Object.assign(labTools, {mapText});
})();
