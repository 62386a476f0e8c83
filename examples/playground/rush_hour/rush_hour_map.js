// SPDX-License-Identifier: MIT
// Rush Hour: the map of all positions that can be reached, with the visitor's own path in it.
const playgroundRushHourMap = (() => {
  const margin = 14;      // pixels around the map
  const noDistance = 65535;
  const cells = 6;

  function decoded({boards, bytes}, start) {
    const count = boards.length / 36;
    const numbers = new Uint16Array(bytes.slice().buffer);
    const list = Array.from({length: count}, (_, at) => boards.slice(36 * at, 36 * at + 36));
    const index = new Map(list.map((board, at) => [board, at]));
    const distances = numbers[0] === noDistance ? undefined : numbers.subarray(0, count);
    return {count, list, index, distances, edges: numbers.subarray(count), start: index.get(start)};
  }

  // how: {go(board) goes to a position}. Gives {card, show(start, metric) for a new board, update(game, trail)}.
  return function rushHourMap(app, how) {
    const {t, el, count} = app;
    const canvas = el("canvas", {class: "position-map", tabindex: "0", role: "application",
      "aria-label": t({en: "Map of positions: the arrow keys choose one, Enter goes there, Home returns to the board",
        es: "Mapa de posiciones: las flechas eligen una, Intro va a ella, Inicio vuelve al tablero"})});
    const thumb = el("canvas", {class: "thumb", width: 96, height: 96, "aria-hidden": "true"});
    const about = el("p", {role: "status"});
    const go = app.button(t({en: "Go there", es: "Ir ahí"}), () => travel(), {disabled: true});
    const intro = el("p", {class: "note about-map"}, "…");
    const key = el("ul", {class: "map-key"}, [
      ["solved", {en: "solved", es: "resuelta"}], ["own", {en: "your path", es: "tu camino"}],
      ["best", {en: "shortest from here", es: "el más corto desde aquí"}], ["here", {en: "the board now", es: "el tablero ahora"}],
    ].map(([name, text]) => el("li", {class: name}, t(text))));
    const body = el("div", {class: "map-body"}, canvas, key, el("div", {class: "map-info"}, thumb, about, go));
    const base = document.createElement("canvas");
    let map;        // what `decoded` and the layout gave
    let asked;      // what the map counts
    let game;
    let here = -1;
    let chosen = -1;
    let own = [];   // positions, cell by cell
    let best = [];
    let radius = 2;

    const paint = (name) => getComputedStyle(canvas).getPropertyValue(`--${name}`).trim();
    const at = (one) => [margin + map.x[one] * (canvas.clientWidth - 2 * margin), margin + map.y[one] * (canvas.clientHeight - 2 * margin)];

    // What does not change with a move is drawn once.
    function drawBase() {
      const scale = devicePixelRatio || 1;
      const [width, height] = [canvas.clientWidth, canvas.clientHeight];
      if (!map || width === 0) return;
      for (const one of [canvas, base]) [one.width, one.height] = [width * scale, height * scale];
      const pen = base.getContext("2d");
      pen.scale(scale, scale);
      const gap = (height - 2 * margin) / Math.max(...map.columns.map(({length}) => length));
      radius = Math.max(1.2, Math.min(4, 0.4 * gap, 0.3 * width / map.columns.length));
      pen.strokeStyle = paint("edge");
      pen.globalAlpha = 0.45;
      pen.lineWidth = 0.8;
      pen.beginPath();
      for (let i = 0; i < map.edges.length; i += 2) {
        pen.moveTo(...at(map.edges[i]));
        pen.lineTo(...at(map.edges[i + 1]));
      }
      pen.stroke();
      pen.globalAlpha = 1;
      pen.fillStyle = paint("soft");
      for (let one = 0; one < map.count; ++one) if (!isSolved(one)) dot(pen, one, radius);
      pen.fillStyle = paint("good");
      for (let one = 0; one < map.count; ++one) if (isSolved(one)) diamond(pen, one, radius + 1.5);
      draw();
    }

    const isSolved = (one) => map.distances !== undefined && map.distances[one] === 0;

    function dot(pen, one, size) {
      pen.beginPath();
      pen.arc(...at(one), size, 0, 7);
      pen.fill();
    }

    function diamond(pen, one, size) {
      const [x, y] = at(one);
      pen.beginPath();
      for (const [dx, dy] of [[size, 0], [0, size], [-size, 0], [0, -size]]) pen.lineTo(x + dx, y + dy);
      pen.fill();
    }

    function drawPath(pen, path, color, dash) {
      if (path.length < 2) return;
      pen.strokeStyle = pen.fillStyle = color;
      pen.lineWidth = 2.5;
      pen.setLineDash(dash);
      pen.beginPath();
      for (const one of path) pen.lineTo(...at(one));
      pen.stroke();
      pen.setLineDash([]);
      for (const one of path) dot(pen, one, radius + 0.8);
    }

    function ring(pen, one, color, size, width) {
      pen.strokeStyle = color;
      pen.lineWidth = width;
      pen.beginPath();
      pen.arc(...at(one), size, 0, 7);
      pen.stroke();
    }

    function draw() {
      if (!map || canvas.clientWidth === 0) return;
      const pen = canvas.getContext("2d");
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(base, 0, 0);
      pen.scale(canvas.width / canvas.clientWidth, canvas.width / canvas.clientWidth);
      drawPath(pen, best, paint("accent"), [5, 3]);
      drawPath(pen, own, paint("orange"), []);
      if (here >= 0) {
        ring(pen, here, paint("surface"), 8, 5);
        ring(pen, here, paint("red"), 8, 3);
      }
      if (chosen >= 0) ring(pen, chosen, paint("ink"), 6, 2);
    }

    // A position as a small board, in the colours of the large one.
    function drawThumb(one) {
      const pen = thumb.getContext("2d");
      const size = thumb.width / cells;
      pen.fillStyle = paint("line");
      pen.fillRect(0, 0, thumb.width, thumb.height);
      const paints = new Map(game.vehicles.map((v) => [v.id, v.paint]));
      [...map.list[one]].forEach((letter, i) => {
        if (letter === "o") return;
        pen.fillStyle = paints.get(letter) || paint("soft");
        const [row, column] = [Math.floor(i / cells), i % cells];
        const joins = (other) => map.list[one][other] === letter && letter !== "x";
        const right = column + 1 < cells && joins(i + 1) ? 2 : 0;
        const below = joins(i + cells) ? 2 : 0;
        pen.fillRect(column * size + 1, row * size + 1, size - 2 + right, size - 2 + below);
      });
    }

    function describe(one) {
      const left = map.distances === undefined ? t({en: "no solved position can be reached", es: "no se llega a ninguna posición resuelta"})
        : isSolved(one) ? t({en: "solved", es: "resuelta"})
          : t({en: `${count(map.distances[one], asked.noun)} to go`,
            es: `${map.distances[one] === 1 ? "falta" : "faltan"} ${count(map.distances[one], asked.noun)}`});
      const where = one === here ? t({en: "The board now: ", es: "El tablero ahora: "})
        : one === map.start ? t({en: "The start: ", es: "El inicio: "}) : t({en: "This position: ", es: "Esta posición: "});
      return `${where}${left}.`;
    }

    function choose(one) {
      chosen = one;
      const seen = one >= 0 ? one : here;
      about.textContent = seen >= 0 ? describe(seen) : "";
      if (seen >= 0) drawThumb(seen);
      go.disabled = chosen < 0 || chosen === here;
      draw();
    }

    function travel() {
      if (chosen < 0 || chosen === here) return;
      const to = map.list[chosen];
      chosen = -1;
      how.go(to);
    }

    function nearest(event, reach) {
      const box = canvas.getBoundingClientRect();
      const [px, py] = [event.clientX - box.left, event.clientY - box.top];
      let found = -1;
      let least = reach * reach;
      for (let one = 0; one < map.count; ++one) {
        const [x, y] = at(one);
        const away = (x - px) ** 2 + (y - py) ** 2;
        if (away < least) [found, least] = [one, away];
      }
      return found;
    }

    // A mouse shows what it is over and goes there with a click; a finger chooses, and the button goes.
    canvas.addEventListener("pointermove", (event) => {
      if (map && event.pointerType !== "touch") choose(nearest(event, 14));
    });
    canvas.addEventListener("pointerleave", (event) => {
      if (map && event.pointerType !== "touch" && !canvas.matches(":focus-visible")) choose(-1);
    });
    canvas.addEventListener("click", (event) => {
      if (!map) return;
      choose(nearest(event, event.pointerType === "touch" ? 28 : 14));
      if (event.pointerType !== "touch") travel();
    });

    // The keys go to the next position up or down in the column, or to the one beside it that is nearest.
    function beside(one, by) {
      const places = map.columns[map.column[one] + by];
      if (!places) return one;
      const linked = places.filter((other) => map.near[one].includes(other));
      return (linked.length > 0 ? linked : places)
        .reduce((a, b) => (Math.abs(map.y[b] - map.y[one]) < Math.abs(map.y[a] - map.y[one]) ? b : a));
    }

    function above(one, by) {
      const places = map.columns[map.column[one]];
      return places[places.indexOf(one) + by] ?? one;
    }

    canvas.addEventListener("keydown", (event) => {
      const moves = {ArrowLeft: (one) => beside(one, -1), ArrowRight: (one) => beside(one, 1), ArrowUp: (one) => above(one, -1),
        ArrowDown: (one) => above(one, 1), Home: () => here};
      if (!map || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in moves) choose(moves[event.key](chosen >= 0 ? chosen : here));
      else if (event.key === "Enter" || event.key === " ") travel();
      else return;
      event.preventDefault();
    });

    new ResizeObserver(drawBase).observe(canvas);
    addEventListener("lookchange", drawBase);

    function say(text) {
      intro.textContent = text;
      body.hidden = !map;
    }

    // Forgets the map; its place stays, so that nothing jumps if another one follows.
    function clear() {
      map = asked = undefined;
      here = chosen = -1;
      intro.textContent = "…";
      about.textContent = "";
      go.disabled = true;
      canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
      thumb.getContext("2d").clearRect(0, 0, thumb.width, thumb.height);
    }

    // The map of another board, if it is small enough.
    async function show(board, metric) {
      clear();
      const mine = asked = {metric, noun: metric === "step" ? "step" : "move"};
      const answer = await app.call("rush_hour_map", {board, metric});
      if (mine !== asked) return;
      const positions = app.number(answer.states);
      if (answer.status !== "mapped")
        return say(t({en: `${positions} positions can be reached: too many to draw. Up to ${app.number(answer.most)} are drawn.`,
          es: `Se puede llegar a ${positions} posiciones: demasiadas para dibujarlas. Se dibujan hasta ${app.number(answer.most)}.`}));
      map = decoded(answer, board);
      Object.assign(map, playgroundRushHourLayout(map));
      say(map.distances === undefined
        ? t({en: `All ${positions} positions that can be reached, and none is solved: that is the proof. The start is on the left.`,
          es: `Aquí están las ${positions} posiciones a las que se puede llegar, y ninguna está resuelta: esa es la prueba. ` +
            "El inicio está a la izquierda."})
        : t({en: `All ${positions} positions that can be reached. ` +
            "A line is a vehicle that goes one cell; solved positions are on the right.",
          es: `Aquí están las ${positions} posiciones a las que se puede llegar. ` +
            "Una línea es un vehículo que avanza una casilla; las resueltas están a la derecha."}));
      if (game) follow();
      drawBase();
    }

    const numbersOf = (boards) => boards.map((board) => map.index.get(board)).filter((one) => one !== undefined);

    function follow() {
      here = map.index.get(game.board) ?? -1;
      own = numbersOf(game.passed);
      best = map.distances === undefined ? []
        : numbersOf(app.now("rush_hour_way", {board: game.board, metric: asked.metric}).passed);
      choose(-1);
    }

    return {
      card: app.card(t({en: "Map of all positions", es: "Mapa de todas las posiciones"}), intro, body),
      show, clear,
      update(now) {
        game = now;
        if (map) follow();
      },
      unmount() { removeEventListener("lookchange", drawBase); },
    };
  };
})();
