// SPDX-License-Identifier: MIT
// The maps of the lab: cells with a cost of entering, 1 to 9, or a wall, 0; a start and a goal.
//   {rows, cols, cells: Uint8Array of rows * cols, start, goal}
// where a cell is numbered row by row from the top left.
const playgroundLabMap = (() => {
  const wall = 0;
  const sizes = [[20, 14], [40, 26], [60, 40]];  // columns and rows
  const most = {cols: 120, rows: 80};

  const blank = (cols, rows) => ({rows, cols, cells: new Uint8Array(rows * cols).fill(1), start: 0, goal: rows * cols - 1});
  const copy = (map) => ({...map, cells: map.cells.slice()});
  const same = (a, b) => a.rows === b.rows && a.cols === b.cols && a.start === b.start && a.goal === b.goal &&
    a.cells.every((cost, at) => cost === b.cells[at]);
  const openCells = (map) => map.cells.reduce((count, cost) => count + (cost === wall ? 0 : 1), 0);

  // What is drawn in hundredths of the width and the height, so that it fits any size.
  function pen(map) {
    const {rows, cols, cells} = map;
    const x = (hundredths) => Math.max(0, Math.min(cols - 1, Math.round(hundredths * (cols - 1) / 100)));
    const y = (hundredths) => Math.max(0, Math.min(rows - 1, Math.round(hundredths * (rows - 1) / 100)));
    const at = (px, py) => y(py) * cols + x(px);
    function fill(left, top, right, bottom, cost) {
      for (let row = y(top); row <= y(bottom); ++row)
        for (let col = x(left); col <= x(right); ++col) cells[row * cols + col] = cost;
    }
    return {
      at, fill,
      line: (left, top, right, bottom) => fill(left, top, right, bottom, wall),
      door: (px, py) => { cells[at(px, py)] = 1; },
      room(left, top, right, bottom) {
        fill(left, top, right, top, wall);
        fill(left, bottom, right, bottom, wall);
        fill(left, top, left, bottom, wall);
        fill(right, top, right, bottom, wall);
      },
      // Heavy in the middle, lighter at the edge; walls stay.
      swamp(px, py, width, height, heaviest) {
        for (let row = 0; row < rows; ++row) {
          for (let col = 0; col < cols; ++col) {
            const away = Math.hypot((col - px * (cols - 1) / 100) / (width * cols / 100),
              (row - py * (rows - 1) / 100) / (height * rows / 100));
            const cost = Math.round(1 + (heaviest - 1) * 1.6 * (1 - away));
            const here = row * cols + col;
            if (cells[here] !== wall && cost > cells[here]) cells[here] = Math.min(cost, heaviest);
          }
        }
      },
      ends(fromX, fromY, toX, toY) {
        map.start = at(fromX, fromY);
        map.goal = at(toX, toY);
        for (const cell of [map.start, map.goal]) if (cells[cell] === wall) cells[cell] = 1;
      },
    };
  }

  function drawValley(map) {
    const p = pen(map);
    p.room(4, 6, 22, 34);
    p.door(22, 20);
    p.line(58, 30, 58, 74);
    p.line(36, 30, 58, 30);
    p.line(36, 74, 58, 74);
    p.room(70, 8, 94, 38);
    p.door(70, 24);
    p.door(84, 38);
    p.line(82, 8, 82, 22);
    p.room(76, 62, 95, 92);
    p.door(76, 82);
    p.door(88, 62);
    p.line(22, 84, 22, 100);
    p.swamp(46, 88, 20, 20, 9);
    p.swamp(42, 12, 15, 14, 6);
    p.swamp(68, 52, 9, 16, 4);
    p.ends(10, 55, 89, 78);
  }

  function drawRooms(map) {
    const p = pen(map);
    p.line(0, 50, 100, 50);
    for (const px of [25, 50, 75]) p.line(px, 0, px, 100);
    for (const [px, py] of [[25, 30], [50, 12], [75, 40], [25, 88], [50, 70], [75, 80], [12, 50], [62, 50], [90, 50]]) p.door(px, py);
    p.ends(6, 14, 94, 86);
  }

  // Every pillar throws one wall; some are taken away again, so that there is more than one way.
  function drawMaze(map) {
    const {rows, cols, cells} = map;
    let seed = 20250;
    const roll = (sides) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 16) % sides;
    };
    for (let row = 1; row < rows - 1; row += 2) {
      for (let col = 1; col < cols - 1; col += 2) {
        const here = row * cols + col;
        cells[here] = wall;
        const sides = [here + 1, here + cols, here - 1, here - cols].slice(0, row === 1 ? 4 : 3).filter((at) => cells[at] !== wall);
        if (sides.length > 0 && roll(9) > 0) cells[sides[roll(sides.length)]] = wall;
      }
    }
    map.start = 0;
    map.goal = (rows - 1 - (rows - 1) % 2) * cols + cols - 1 - (cols - 1) % 2;
  }

  function drawTrap(map) {
    const p = pen(map);
    p.line(66, 14, 66, 86);
    p.line(28, 14, 66, 14);
    p.line(28, 86, 66, 86);
    p.ends(14, 50, 86, 50);
  }

  function drawBands(map) {
    const p = pen(map);
    for (const [left, right, cost] of [[15, 24, 3], [34, 43, 5], [53, 62, 7], [72, 81, 9]]) p.fill(left, 0, right, 100, cost);
    for (const [left, right, top] of [[15, 24, 78], [34, 43, 12], [53, 62, 84], [72, 81, 20]]) p.fill(left, top, right, top + 5, 1);
    p.ends(5, 50, 94, 50);
  }

  // Straight on looks good, and around is cheaper.
  function drawField(map) {
    const p = pen(map);
    p.fill(26, 24, 74, 76, 3);
    p.ends(8, 50, 92, 50);
  }

  const samples = [
    {id: "valley", name: {en: "Valley", es: "Valle"}, draw: drawValley},
    {id: "empty", name: {en: "Empty", es: "Vacío"}, draw: (map) => pen(map).ends(20, 65, 80, 35)},
    {id: "rooms", name: {en: "Rooms", es: "Habitaciones"}, draw: drawRooms},
    {id: "maze", name: {en: "Maze", es: "Laberinto"}, draw: drawMaze},
    {id: "trap", name: {en: "Trap", es: "Trampa"}, draw: drawTrap},
    {id: "field", name: {en: "Field", es: "Campo"}, draw: drawField},
    {id: "bands", name: {en: "Bands of terrain", es: "Franjas de terreno"}, draw: drawBands},
  ];

  // A sample by its id, of so many columns; the first sample and the largest size if there is none such.
  function sample(id, cols) {
    const [wide, high] = sizes.find(([one]) => one === Number(cols)) || sizes[sizes.length - 1];
    const map = blank(wide, high);
    (samples.find((one) => one.id === id) || samples[0]).draw(map);
    return map;
  }

  // One row a line.
  function text(map) {
    let all = "";
    map.cells.forEach((cost, at) => {
      all += at === map.start ? "S" : at === map.goal ? "G" : cost === wall ? "#" : String(cost);
      if (at % map.cols === map.cols - 1) all += "\n";
    });
    return all;
  }

  const refusals = {
    empty: {en: "The map has no rows.", es: "El mapa no tiene filas."},
    small: {en: "A map has at least two cells.", es: "Un mapa tiene al menos dos casillas."},
    large: {en: `A map has at most ${most.cols} columns and ${most.rows} rows.`, es: `Un mapa tiene como mucho ${most.cols} columnas y ${most.rows} filas.`},
    ends: {en: "A map has one S and one G.", es: "Un mapa tiene una S y una G."},
    ragged: (line) => ({en: `Line ${line} is not as long as the first.`, es: `La línea ${line} no es tan larga como la primera.`}),
    sign: (line, column, sign) => ({en: `Line ${line}, column ${column}: '${sign}' is no cell; cells are #, 1 to 9, '.', S and G.`,
      es: `Línea ${line}, columna ${column}: '${sign}' no es una casilla; las casillas son #, del 1 al 9, '.', S y G.`}),
  };

  // The map of a text, {map}, or why it is none, {error: {en, es}}.
  function parse(written) {
    const lines = written.replace(/\r/g, "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
    if (lines.length === 0) return {error: refusals.empty};
    const map = blank(lines[0].length, lines.length);
    if (map.cols > most.cols || map.rows > most.rows) return {error: refusals.large};
    if (map.cells.length < 2) return {error: refusals.small};
    const ends = {S: [], G: []};
    for (const [row, line] of lines.entries()) {
      if (line.length !== map.cols) return {error: refusals.ragged(row + 1)};
      for (const [col, sign] of [...line.toUpperCase()].entries()) {
        if (!/[#1-9.SG]/.test(sign)) return {error: refusals.sign(row + 1, col + 1, sign)};
        if (sign in ends) ends[sign].push(row * map.cols + col);
        map.cells[row * map.cols + col] = sign === "#" ? wall : Number(sign) || 1;
      }
    }
    if (ends.S.length !== 1 || ends.G.length !== 1) return {error: refusals.ends};
    [map.start, map.goal] = [ends.S[0], ends.G[0]];
    return {map};
  }

  // For the address: the columns, the rows, the start, the goal and the runs of equal cells, a to j for 0 to 9.
  function code(map) {
    let runs = "";
    for (let at = 0; at < map.cells.length;) {
      let end = at + 1;
      while (end < map.cells.length && map.cells[end] === map.cells[at]) ++end;
      runs += "abcdefghij"[map.cells[at]] + (end - at > 1 ? end - at : "");
      at = end;
    }
    return [map.cols, map.rows, map.start, map.goal, runs].join(".");
  }

  // The map of such a code; null if it is none.
  function decode(coded) {
    const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,4})\.(\d{1,4})\.((?:[a-j]\d{0,4})+)$/.exec(String(coded));
    if (!parts) return null;
    const [cols, rows, start, goal] = parts.slice(1, 5).map(Number);
    const count = cols * rows;
    if (cols > most.cols || rows > most.rows || start >= count || goal >= count || start === goal) return null;
    const map = {...blank(cols, rows), start, goal};
    let at = 0;
    for (const [, letter, size] of parts[5].matchAll(/([a-j])(\d*)/g)) {
      const end = at + (size === "" ? 1 : Number(size));
      map.cells.fill(letter.charCodeAt(0) - 97, at, end);
      at = end;
    }
    return at === count && map.cells[start] !== wall && map.cells[goal] !== wall ? map : null;
  }

  // What can be undone: `keep` takes the map before a change, undo and redo take the present one and give another,
  // or null.
  function history() {
    const before = [];
    const after = [];
    const move = (from, to, present) => {
      if (from.length === 0) return null;
      to.push(copy(present));
      return from.pop();
    };
    return {
      keep(map) {
        before.push(copy(map));
        if (before.length > 200) before.shift();
        after.length = 0;
      },
      undo: (present) => move(before, after, present),
      redo: (present) => move(after, before, present),
      get canUndo() { return before.length > 0; },
      get canRedo() { return after.length > 0; },
    };
  }

  return {wall, sizes, samples, sample, copy, same, openCells, text, parse, code, decode, history};
})();
