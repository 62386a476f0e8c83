// SPDX-License-Identifier: MIT
// The picture of a maze for the MAZE runner.
const playgroundRunnerPicture = (() => {
  // Colours, as senda draws mazes in files: the more a cell costs, the warmer.
  const warm = ["f9f6c8", "f8ecb2", "f9e09c", "fcd387", "fec675", "ffb56a", "ffa361", "ff905c"];
  const hues = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const mixed = (a, b, part) => a.map((value, at) => Math.round(value + (b[at] - value) * part));
  const css = (color) => `rgb(${color.join()})`;

  function colorsFor(isDark) {
    const floor = hues(isDark ? "2b3743" : "ffffff");
    const cost = (digit) => {
      const at = digit * 0.045 * 16;
      const light = mixed(hues(warm[Math.floor(at)]), hues(warm[Math.floor(at) + 1]), at % 1);
      return digit === 0 ? floor : isDark ? mixed(floor, light, 0.12 + 0.055 * digit) : light;
    };
    const cells = {"#": hues(isDark ? "0a0f14" : "1d2732"), T: floor, S: floor, E: floor};
    for (let digit = 0; digit <= 9; ++digit) cells[digit] = cost(digit);
    return {
      cells, digit: isDark ? "#e8ecf0" : "#3a2a1a", paper: isDark ? "#10161d" : "#ffffff",
      route: isDark ? "#6cb2f7" : "#2a76c3", low: isDark ? "#ff7d75" : "#c62f2f",
      start: isDark ? "#3f9f5c" : "#2c8549", end: isDark ? "#d9534f" : "#c83334",
      gem: "#eab532", gemEdge: "#8f6a12", gemShine: "#f9e8b8", cursor: isDark ? "#ffffff" : "#1d2732",
    };
  }

  // The picture of a maze: a canvas for the ground, which seldom changes, and one for what moves.
  return function runnerPicture(app) {
    const ground = app.el("canvas", {"aria-hidden": "true"});
    const above = app.el("canvas", {class: "above", "aria-hidden": "true"});
    const sheet = app.el("div", {class: "sheet"}, ground, above);
    const element = app.el("div", {class: "maze", tabindex: "0", role: "application"}, sheet);
    let board = null;
    let place = null;  // the size of a maze that cannot be drawn yet
    let scene = {};
    let cell = 10;  // in pixels of the canvas
    let zoom = 1;
    let colors = colorsFor(app.isDark());

    const density = () => window.devicePixelRatio || 1;
    const shown = () => cell / density();  // in pixels of the page

    function measure({rows, cols}) {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const room = Math.max(100, element.clientWidth);
      const fit = Math.min(room / cols, 0.75 * Math.max(innerHeight, 500) / rows, 2.75 * rem);
      cell = Math.max(1, Math.floor(fit * zoom * density()));
      for (const canvas of [ground, above]) {
        canvas.width = cell * cols;
        canvas.height = cell * rows;
        canvas.style.width = `${canvas.width / density()}px`;
        canvas.style.height = `${canvas.height / density()}px`;
      }
      sheet.style.width = ground.style.width;
    }

    function drawGround() {
      const paint = ground.getContext("2d");
      paint.imageSmoothingEnabled = false;
      paint.drawImage(floors(), 0, 0, ground.width, ground.height);
      if (shown() < 5) return markEnds(paint);
      board.cells.forEach((row, y) => {
        for (let x = 0; x < board.cols; ++x) drawCell(paint, row[x], x, y);
      });
      return undefined;
    }

    // The maze with a pixel for each cell.
    function floors() {
      const small = document.createElement("canvas");
      small.width = board.cols;
      small.height = board.rows;
      const paint = small.getContext("2d");
      const image = paint.createImageData(board.cols, board.rows);
      const plain = shown() < 5 ? {...colors.cells, T: hues("eab532")} : colors.cells;
      const {data} = image;
      let at = 0;
      for (const row of board.cells)
        for (const sign of row) {
          [data[at], data[at + 1], data[at + 2]] = plain[sign];
          data[at + 3] = 255;
          at += 4;
        }
      paint.putImageData(image, 0, 0);
      return small;
    }

    function write(paint, text, x, y, size, color) {
      paint.font = `600 ${Math.round(cell * size)}px system-ui, sans-serif`;
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.fillStyle = color;
      paint.fillText(text, (x + 0.5) * cell, (y + 0.54) * cell);
    }

    function drawCell(paint, sign, x, y) {
      if (sign === "T") return diamond(paint, x, y);
      if (sign === "S" || sign === "E") return plate(paint, sign, x, y);
      if (sign >= "1" && sign <= "9" && shown() >= 9) write(paint, sign, x, y, 0.56, colors.digit);
      return undefined;
    }

    function diamond(paint, x, y, isGone = false) {
      const gem = (radius, color) => {
        paint.beginPath();
        for (const [dx, dy] of [[0, -1], [0.85, 0], [0, 1], [-0.85, 0]])
          paint.lineTo((x + 0.5 + dx * radius) * cell, (y + 0.5 + dy * radius) * cell);
        paint.closePath();
        if (isGone) {
          paint.strokeStyle = colors.gemEdge;
          paint.lineWidth = Math.max(1, cell * 0.05);
          paint.setLineDash([cell * 0.1, cell * 0.1]);
          paint.stroke();
          paint.setLineDash([]);
        } else {
          paint.fillStyle = color;
          paint.fill();
        }
      };
      if (isGone) {
        paint.fillStyle = css(colors.cells[0]);
        paint.fillRect(x * cell, y * cell, cell, cell);
        return gem(0.34);
      }
      gem(0.4, colors.gemEdge);
      gem(0.32, colors.gem);
      return gem(0.13, colors.gemShine);
    }

    function plate(paint, sign, x, y) {
      const gap = 0.07;
      paint.fillStyle = sign === "S" ? colors.start : colors.end;
      paint.beginPath();
      paint.roundRect((x + gap) * cell, (y + gap) * cell, (1 - 2 * gap) * cell, (1 - 2 * gap) * cell, cell * 0.2);
      paint.fill();
      write(paint, sign, x, y, 0.6, "#ffffff");
    }

    // Where cells are small, start and end are larger than they are, or nobody finds them.
    function markEnds(paint) {
      const radius = Math.max(cell * 0.7, 5 * density());
      for (const [[x, y], color] of [[board.startAt, colors.start], [board.endAt, colors.end]]) {
        dot(paint, x, y, radius * 1.35, colors.paper);
        dot(paint, x, y, radius, color);
      }
    }

    function dot(paint, x, y, radius, color) {
      paint.fillStyle = color;
      paint.beginPath();
      paint.arc((x + 0.5) * cell, (y + 0.5) * cell, radius, 0, 2 * Math.PI);
      paint.fill();
    }

    function stroke(paint, points, width, color) {
      if (points.length < 2) return;
      paint.strokeStyle = color;
      paint.lineWidth = width;
      paint.lineJoin = paint.lineCap = "round";
      paint.beginPath();
      for (const [x, y] of points) paint.lineTo(x * cell, y * cell);
      paint.stroke();
    }

    // scene: {line, step, cells, life, isDead, gone: [cells], hint: cell, cursor: cell}.
    function drawScene() {
      if (!board) return;
      const paint = above.getContext("2d");
      paint.clearRect(0, 0, above.width, above.height);
      if (shown() >= 5) for (const [x, y] of scene.gone || []) diamond(paint, x, y, true);
      const isSmall = shown() < 9;
      const width = isSmall ? Math.max(cell * 0.6, 2 * density()) : cell * 0.16;
      if (scene.line) {
        const part = (from, to) => scene.line.slice(from, to).flat();
        paint.globalAlpha = isSmall ? 0.7 : 0.5;
        stroke(paint, part(scene.step, scene.line.length), width, colors.route);
        paint.globalAlpha = 1;
        if (!isSmall) stroke(paint, part(0, scene.step + 1), width * 1.5, colors.paper);
        stroke(paint, part(0, scene.step + 1), width, colors.route);
        if (!isSmall) drawAlong(paint);
      }
      if (scene.hint) ring(paint, scene.hint, colors.route);
      if (scene.cells) drawRunner(paint, scene.cells[scene.step]);
      if (scene.cursor) frame(paint, scene.cursor);
    }

    // What stands in the cells of a route is drawn above its line.
    function drawAlong(paint) {
      const gone = new Set((scene.gone || []).map(String));
      for (const cellOfRoute of scene.cells) {
        const [x, y] = cellOfRoute;
        const sign = board.cells[y][x];
        if (sign === "T" && gone.has(String(cellOfRoute))) continue;
        if (sign >= "1" && sign <= "9") halo(paint, sign, x, y);
        drawCell(paint, sign, x, y);
      }
    }

    function halo(paint, sign, x, y) {
      write(paint, sign, x, y, 0.56, colors.digit);
      paint.strokeStyle = css(colors.cells[sign]);
      paint.lineWidth = cell * 0.16;
      paint.strokeText(sign, (x + 0.5) * cell, (y + 0.54) * cell);
    }

    function drawRunner(paint, [x, y]) {
      const radius = Math.max(cell * 0.4, 4 * density());
      dot(paint, x, y, radius * 1.15, colors.paper);
      dot(paint, x, y, radius, scene.life <= 3 ? colors.low : colors.route);
      const text = scene.isDead ? "✕" : String(scene.life);
      const size = text.length > 3 ? 0.26 : text.length > 2 ? 0.34 : 0.44;
      if (shown() >= 15) write(paint, text, x, y, size, app.isDark() ? "#0b1a29" : "#ffffff");
    }

    function ring(paint, [x, y], color) {
      paint.strokeStyle = color;
      paint.lineWidth = Math.max(2, cell * 0.08);
      paint.setLineDash([cell * 0.18, cell * 0.14]);
      paint.beginPath();
      paint.arc((x + 0.5) * cell, (y + 0.5) * cell, Math.max(cell * 0.4, 5 * density()), 0, 2 * Math.PI);
      paint.stroke();
      paint.setLineDash([]);
    }

    function frame(paint, [x, y]) {
      const width = Math.max(2 * density(), cell * 0.09);
      for (const [more, color] of [[width * 2, colors.paper], [width, colors.cursor]]) {
        paint.strokeStyle = color;
        paint.lineWidth = more;
        paint.strokeRect(x * cell + width, y * cell + width, cell - 2 * width, cell - 2 * width);
      }
    }

    // Where the picture is larger than its window, a cell is brought into it.
    function follow([x, y]) {
      const [left, top] = [(x + 0.5) * shown(), (y + 0.5) * shown()];
      const margin = 3 * shown();
      const isInside = (at, from, size) => at > from + margin && at < from + size - margin;
      if (!isInside(left, element.scrollLeft, element.clientWidth)) element.scrollLeft = left - element.clientWidth / 2;
      if (!isInside(top, element.scrollTop, element.clientHeight)) element.scrollTop = top - element.clientHeight / 2;
    }

    function draw() {
      if (element.clientWidth === 0) return;
      if (board || place) measure(board || place);
      if (!board) return;
      drawGround();
      drawScene();
    }

    const watcher = new ResizeObserver(draw);
    watcher.observe(element);
    const relook = () => {
      colors = colorsFor(app.isDark());
      draw();
    };
    addEventListener("lookchange", relook);
    return {
      element,
      // Keeps the place of a maze of that size until it can be drawn.
      reserve(rows, cols) {
        place = {rows, cols};
        draw();
      },
      setBoard(next) {
        board = next;
        draw();
      },
      setScene(next) {
        scene = next;
        drawScene();
        if (scene.cells) follow(scene.cells[scene.step]);
      },
      setZoom(next) {
        zoom = next;
        draw();
      },
      follow,
      // The cell under a pointer; undefined outside.
      cellAt(event) {
        const box = above.getBoundingClientRect();
        const x = Math.floor((event.clientX - box.left) / box.width * board.cols);
        const y = Math.floor((event.clientY - box.top) / box.height * board.rows);
        return x >= 0 && y >= 0 && x < board.cols && y < board.rows ? [x, y] : undefined;
      },
      end() {
        watcher.disconnect();
        removeEventListener("lookchange", relook);
      },
    };
  };
})();
