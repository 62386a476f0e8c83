// SPDX-License-Identifier: MIT
// Draws a map of the lab and what a search has done on it: `playgroundLabPicture(canvas, {isDark(), letters})`.
//
//   fit(map, width, height)   takes as many whole pixels a cell as there is place for, in CSS pixels
//   draw(map, scene)          scene: {log, state, path, arrows, jumps, trail, cursor}, all but `log` and `state`
//                             may be left out; without those, only the map. `trail` is a list of cells
//   cellAt(event)             the cell under a pointer, -1 outside; held to the map with `near`
//   isOn(event, cell)         whether a pointer is on the handle of the start or the goal
const playgroundLabPicture = (() => {
  const shades = 24;  // of expanded cells, from the first to the last

  const looks = {
    light: {
      floor: "#ffffff", light: "#f4ecdc", heavy: "#b98f52", wall: "#4a5661", grid: "rgb(29 39 50 / 9%)", digit: "#5b4420",
      expanded: [["#d3e6f9", "#5d9fe0"], ["#e6dbf7", "#9d78d3"]], strength: 0.74,
      frontier: "#ffd257", edge: ["#b26a00", "#7a3fb8"], path: "#b5123e", casing: "#ffffff", trail: "#1d2732",
      start: "#1c7a3e", goal: "#b5123e", letter: "#ffffff", cursor: "#1d2732", arrow: "rgb(29 39 50 / 62%)", jump: "#b26a00",
    },
    dark: {
      floor: "#202b36", light: "#3b372c", heavy: "#8d6c3a", wall: "#7d8a96", grid: "rgb(0 0 0 / 28%)", digit: "#f1dfbe",
      expanded: [["#24476b", "#3f8bd6"], ["#41305f", "#8f68c9"]], strength: 0.78,
      frontier: "#d9a425", edge: ["#fff1bd", "#e6d4ff"], path: "#ff86a4", casing: "#10161d", trail: "#e8ecf0",
      start: "#6fcf8b", goal: "#ff86a4", letter: "#10161d", cursor: "#ffffff", arrow: "rgb(255 255 255 / 62%)", jump: "#ffd978",
    },
  };

  const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const mix = (from, to, share) => `#${parts(from).map((one, at) =>
    Math.round(one + (parts(to)[at] - one) * share).toString(16).padStart(2, "0")).join("")}`;

  // The colours of a look: terrain[cost] and expanded[side][shade][cost].
  function paletteOf(look) {
    const terrain = Array.from({length: 10}, (_, cost) =>
      (cost === 0 ? look.wall : cost === 1 ? look.floor : mix(look.light, look.heavy, (cost - 2) / 7)));
    const expanded = look.expanded.map(([first, last]) => Array.from({length: shades}, (_, shade) =>
      terrain.map((color) => mix(color, mix(first, last, shade / (shades - 1)), look.strength))));
    return {...look, terrain, expanded};
  }
  const palettes = {light: paletteOf(looks.light), dark: paletteOf(looks.dark)};

  return function labPicture(canvas, {isDark, letters = ["S", "G"]}) {
    const context = canvas.getContext("2d", {alpha: false});
    const digits = document.createElement("canvas");
    let digitsFor = "";
    let pitch = 8;  // of a cell, in pixels of the device
    let scale = 1;
    let cols = 1;
    let rows = 1;
    let colors = palettes.light;

    function fit(map, width, height) {
      scale = devicePixelRatio || 1;
      ({cols, rows} = map);
      pitch = Math.max(2, Math.floor(Math.min((width * scale - 1) / cols, (height * scale - 1) / rows)));
      const [wide, high] = [cols * pitch + 1, rows * pitch + 1];
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide;
        canvas.height = high;
      }
      canvas.style.width = `${wide / scale}px`;
      canvas.style.height = `${high / scale}px`;
    }

    const left = (cell) => (cell % cols) * pitch;
    const top = (cell) => Math.floor(cell / cols) * pitch;
    const middleX = (cell) => left(cell) + pitch / 2 + 0.5;
    const middleY = (cell) => top(cell) + pitch / 2 + 0.5;

    // Which colour each cell has, in runs along the rows: few rectangles instead of one a cell.
    function colorOf(map, state, log, cell) {
      const cost = map.cells[cell];
      if (!state || cost === 0) return colors.terrain[cost];
      const count = map.cells.length;
      for (let side = 0; side < log.sides; ++side) {
        if (state.kind[side * count + cell] !== 2) continue;
        const share = state.order[side * count + cell] / Math.max(1, log.steps);
        return colors.expanded[side][Math.min(shades - 1, Math.floor(share * shades))][cost];
      }
      return colors.terrain[cost];
    }

    function drawCells(map, state, log) {
      context.fillStyle = colors.floor;
      context.fillRect(0, 0, canvas.width, canvas.height);
      for (let row = 0; row < rows; ++row) {
        const end = (row + 1) * cols;
        for (let cell = row * cols; cell < end;) {
          const color = colorOf(map, state, log, cell);
          let next = cell + 1;
          while (next < end && colorOf(map, state, log, next) === color) ++next;
          context.fillStyle = color;
          context.fillRect(left(cell), row * pitch, (next - cell) * pitch, pitch);
          cell = next;
        }
      }
    }

    function drawGrid() {
      if (pitch < 5 * scale) return;
      context.fillStyle = colors.grid;
      for (let col = 0; col <= cols; ++col) context.fillRect(col * pitch, 0, 1, canvas.height);
      for (let row = 0; row <= rows; ++row) context.fillRect(0, row * pitch, canvas.width, 1);
    }

    // Digits are drawn once, and then copied.
    function prepareDigits() {
      const name = `${pitch} ${colors.digit}`;
      if (digitsFor === name) return;
      digitsFor = name;
      digits.width = 10 * pitch;
      digits.height = pitch;
      const pen = digits.getContext("2d");
      pen.font = `${Math.round(pitch * 0.52)}px system-ui, sans-serif`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = colors.digit;
      for (let cost = 2; cost <= 9; ++cost) pen.fillText(cost, (cost + 0.5) * pitch, pitch * 0.54);
    }

    function drawDigits(map, state) {
      if (pitch < 15 * scale) return;
      prepareDigits();
      for (let cell = 0; cell < map.cells.length; ++cell) {
        const cost = map.cells[cell];
        if (cost > 1 && !(state && state.kind[cell] === 1))
          context.drawImage(digits, cost * pitch, 0, pitch, pitch, left(cell), top(cell), pitch, pitch);
      }
    }

    // The frontier has its own colour, and a ring and a dot so that it is seen without colours too.
    function drawFrontier(map, state, log) {
      const count = map.cells.length;
      const ring = Math.max(1, Math.round(pitch / 9));
      const dot = Math.max(1, Math.round(pitch / 5));
      for (let side = 0; side < log.sides; ++side) {
        for (let cell = 0; cell < count; ++cell) {
          if (state.kind[side * count + cell] !== 1) continue;
          const [x, y] = [left(cell) + 1, top(cell) + 1];
          const size = pitch - 1;
          context.fillStyle = colors.edge[side];
          context.fillRect(x, y, size, size);
          context.fillStyle = colors.frontier;
          context.fillRect(x + ring, y + ring, size - 2 * ring, size - 2 * ring);
          if (pitch < 7) continue;
          context.fillStyle = colors.edge[side];
          context.fillRect(x + Math.round((size - dot) / 2), y + Math.round((size - dot) / 2), dot, dot);
        }
      }
    }

    function line(cells, width, color, dashes = []) {
      if (cells.length < 2) return;
      context.lineJoin = context.lineCap = "round";
      context.lineWidth = width;
      context.strokeStyle = color;
      context.setLineDash(dashes);
      context.beginPath();
      context.moveTo(middleX(cells[0]), middleY(cells[0]));
      for (let at = 1; at < cells.length; ++at) context.lineTo(middleX(cells[at]), middleY(cells[at]));
      context.stroke();
      context.setLineDash([]);
    }

    function drawPath(path) {
      const width = Math.max(2.5 * scale, pitch * 0.3);
      line(path, width + 2.4 * scale, colors.casing);
      line(path, width, colors.path);
    }

    // From each cell towards its parent.
    function drawArrows(map, state, log) {
      const count = map.cells.length;
      context.beginPath();
      for (let place = 0; place < count * log.sides; ++place) {
        const parent = state.parent[place];
        if (parent < 0 || state.kind[place] === 0) continue;
        const cell = place % count;
        const across = Math.sign(parent % cols - cell % cols);
        const down = Math.sign(Math.floor(parent / cols) - Math.floor(cell / cols));
        const [x, y, reach, wing] = [middleX(cell), middleY(cell), pitch * 0.32, pitch * 0.18];
        const [tipX, tipY] = [x + across * reach, y + down * reach];
        context.moveTo(x - across * reach, y - down * reach);
        context.lineTo(tipX, tipY);
        if (pitch < 9 * scale) continue;
        context.moveTo(tipX - (across + down) * wing, tipY - (down - across) * wing);
        context.lineTo(tipX, tipY);
        context.lineTo(tipX - (across - down) * wing, tipY - (down + across) * wing);
      }
      context.lineWidth = Math.max(1, scale);
      context.lineCap = "butt";
      context.strokeStyle = colors.arrow;
      context.stroke();
    }

    // A jump goes along a diagonal first, and then straight.
    function drawJumps(log, state) {
      if (state.jumps === 0) return;
      context.beginPath();
      for (let at = 0; at < 2 * state.jumps; at += 2) {
        const [from, to] = [log.jumps[at], log.jumps[at + 1]];
        const across = to % cols - from % cols;
        const down = Math.floor(to / cols) - Math.floor(from / cols);
        const slant = Math.min(Math.abs(across), Math.abs(down)) * pitch;
        context.moveTo(middleX(from), middleY(from));
        context.lineTo(middleX(from) + Math.sign(across) * slant, middleY(from) + Math.sign(down) * slant);
        context.lineTo(middleX(to), middleY(to));
      }
      context.lineWidth = Math.max(1, scale);
      context.strokeStyle = colors.jump;
      context.stroke();
    }

    function frame(cell, color, width) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.strokeRect(left(cell) + 0.5, top(cell) + 0.5, pitch, pitch);
    }

    const radius = () => Math.max(pitch * 0.44, 9.5 * scale);
    const inside = (value, size) => Math.max(radius(), Math.min(size - radius(), value));

    function drawHandle(cell, color, letter) {
      const [x, y] = [inside(middleX(cell), canvas.width), inside(middleY(cell), canvas.height)];
      context.beginPath();
      context.arc(x, y, radius(), 0, 2 * Math.PI);
      context.fillStyle = color;
      context.fill();
      context.lineWidth = 1.5 * scale;
      context.strokeStyle = colors.casing;
      context.stroke();
      context.fillStyle = colors.letter;
      context.font = `700 ${Math.round(radius() * 1.2)}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(letter, x, y + radius() * 0.08);
    }

    function draw(map, {log, state, path, arrows, jumps, trail, cursor = -1} = {}) {
      colors = palettes[isDark() ? "dark" : "light"];
      drawCells(map, state, log);
      drawGrid();
      drawDigits(map, state);
      if (state) {
        drawFrontier(map, state, log);
        if (arrows) drawArrows(map, state, log);
        if (jumps) drawJumps(log, state);
        if (!path && state.current >= 0) frame(state.current, colors.cursor, 2 * scale);
      }
      if (path) drawPath(path);
      if (trail) line(trail, Math.max(1.5, 1.5 * scale), colors.trail, [3 * scale, 4 * scale]);
      drawHandle(map.start, colors.start, letters[0]);
      drawHandle(map.goal, colors.goal, letters[1]);
      if (cursor >= 0) frame(cursor, colors.cursor, 2 * scale);
    }

    function placeOf(event) {
      const box = canvas.getBoundingClientRect();
      return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    }

    function cellAt(event, near = false) {
      const [x, y] = placeOf(event).map((one) => Math.floor(one / pitch));
      const held = (value, end) => Math.max(0, Math.min(end - 1, value));
      if (near) return held(y, rows) * cols + held(x, cols);
      return x < 0 || y < 0 || x >= cols || y >= rows ? -1 : y * cols + x;
    }

    function isOn(event, cell, slack = 3) {
      const [x, y] = placeOf(event);
      return Math.hypot(x - middleX(cell), y - middleY(cell)) <= radius() + slack * scale;
    }

    return {fit, draw, cellAt, isOn};
  };
})();
