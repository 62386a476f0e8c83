// SPDX-License-Identifier: MIT
// The board of Rush Hour under the hands of the visitor: dragged by mouse, pen and finger, and slid with keys.
const playgroundRushHourBoard = (() => {
  const slides = {ArrowLeft: ["horizontal", -1], ArrowRight: ["horizontal", 1], ArrowUp: ["vertical", -1], ArrowDown: ["vertical", 1]};

  // how: {begin() when a hand or a key takes over, slide(id, by) -> whether it was made, say(text), solved()}.
  return function rushHourBoard(app, how) {
    const {t} = app;
    const drawn = playgroundCarPark(app);
    const {cell} = drawn;        // its side in the units of the picture
    const bodies = new Map();    // the vehicles of the picture by their letters
    let game;                    // how the board stands, by the rules
    let drag;                    // the vehicle that is being dragged

    const vehicleOf = (id) => game.vehicles.find((v) => v.id === id);

    function nameOf(v) {
      const kind = v.id === "A" ? {en: "Red car", es: "Coche rojo"}
        : v.length === 3 ? {en: "Truck", es: "Camión"} : {en: "Car", es: "Coche"};
      const line = v.direction === "horizontal" ? `${t({en: "row", es: "fila"})} ${v.row}`
        : `${t({en: "column", es: "columna"})} ${v.column}`;
      return `${t(kind)} ${v.id}, ${line}`;
    }

    function makeBody(v) {
      return app.svg("g", {class: "vehicle", tabindex: "0", role: "slider", "aria-orientation": v.direction, dataset: {id: v.id},
        "aria-label": nameOf(v), onpointerdown: (event) => grab(event, v.id), onkeydown: (event) => press(event, v.id)},
      drawn.vehicle(v));
    }

    // Forgets the vehicles: others come.
    function clear() {
      drag = undefined;
      bodies.clear();
      drawn.vehicles.replaceChildren();
    }

    function draw(now) {
      game = now;
      clearHint();
      if (bodies.size === 0) {
        drawn.walls.replaceChildren(...game.walls.map(drawn.wall));
        for (const v of game.vehicles) bodies.set(v.id, makeBody(v));
        drawn.vehicles.replaceChildren(...bodies.values());
      }
      for (const v of game.vehicles) place(v);
    }

    function place(v, by = 0) {
      const flat = v.direction === "horizontal";
      const offset = flat ? v.column : v.row;
      const body = bodies.get(v.id);
      const out = game.solved && v.id === "A" ? 0.72 : 0;
      const x = v.column - 1 + (flat ? by + out : 0);
      const y = v.row - 1 + (flat ? 0 : by);
      body.style.transform = `translate(${x * cell}px, ${y * cell}px)`;
      body.setAttribute("aria-valuemin", offset - v.back);
      body.setAttribute("aria-valuemax", offset + v.forth);
      body.setAttribute("aria-valuenow", offset);
      body.setAttribute("aria-valuetext", flat ? `${t({en: "column", es: "columna"})} ${v.column}` : `${t({en: "row", es: "fila"})} ${v.row}`);
    }

    function grab(event, id) {
      if (event.button !== 0 || drag || !game || game.solved) return;
      how.begin();
      const body = bodies.get(id);
      const v = vehicleOf(id);
      event.preventDefault();
      body.focus({preventScroll: true});
      body.setPointerCapture(event.pointerId);
      const scale = drawn.picture.getScreenCTM().a * cell;
      const at = (e) => (v.direction === "horizontal" ? e.clientX : e.clientY);
      drag = {v, body, pointer: event.pointerId, from: at(event), at, scale, by: 0};
      body.classList.add("dragged");
      clearHint();
    }

    function pull(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const by = (drag.at(event) - drag.from) / drag.scale;
      drag.by = Math.max(-drag.v.back, Math.min(drag.v.forth, by));
      place(drag.v, drag.by);
    }

    function release(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const {v, body, by} = drag;
      drag = undefined;
      body.classList.remove("dragged");
      if (event.type !== "pointerup" || !how.slide(v.id, Math.round(by))) place(v);
    }

    drawn.picture.addEventListener("pointermove", pull);
    drawn.picture.addEventListener("pointerup", release);
    drawn.picture.addEventListener("pointercancel", release);
    // A finger on a vehicle drags it; beside them it scrolls the page. (Browsers heed touch-action on
    // a whole picture only.)
    drawn.vehicles.addEventListener("touchstart", (event) => event.preventDefault(), {passive: false});

    // The arrows slide the vehicle that has the focus.
    function press(event, id) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const v = vehicleOf(id);
      if (!(event.key in slides || event.key === "Home" || event.key === "End")) return;
      event.preventDefault();
      how.begin();
      if (event.key in slides) push(v, ...slides[event.key]);
      else how.slide(id, event.key === "Home" ? -v.back : v.forth);
    }

    function push(v, direction, by) {
      if (game.solved) return how.solved();
      if (v.direction !== direction)
        return how.say(`${v.id}: ${v.direction === "horizontal" ? t({en: "moves left and right", es: "se mueve a izquierda y derecha"})
          : t({en: "moves up and down", es: "se mueve arriba y abajo"})}`);
      if ((by < 0 ? v.back : v.forth) === 0) return how.say(`${v.id}: ${t({en: "blocked", es: "no puede avanzar"})}`);
      how.slide(v.id, by);
    }

    function showHint(v, by) {
      const flat = v.direction === "horizontal";
      const [x, y] = [v.column - 1 + (flat ? by : 0), v.row - 1 + (flat ? 0 : by)];
      drawn.hint.replaceChildren(drawn.box(x + 0.06, y + 0.06, (flat ? v.length : 1) - 0.12, (flat ? 1 : v.length) - 0.12, 0.24, {}));
      bodies.get(v.id).classList.add("hinted");
    }

    function clearHint() {
      drawn.hint.replaceChildren();
      for (const body of bodies.values()) body.classList.remove("hinted");
    }

    // Goes to the vehicle with a letter; whether there is one.
    function focus(letter) {
      const body = bodies.get(letter);
      if (body) body.focus();
      return Boolean(body);
    }

    return {picture: drawn.picture, draw, focus, clear, showHint, clearHint, vehicleOf};
  };
})();
