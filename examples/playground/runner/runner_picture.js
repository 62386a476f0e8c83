// SPDX-License-Identifier: MIT
// The picture of a maze for the MAZE runner, with its coordinates at the sides.
const playgroundRunnerPicture = (() => {
  const {hues, css, colorsFor, signsOn} = playgroundRunnerSigns;

  // The picture of a maze: a canvas for the ground, which seldom changes, and one for what moves.
  return function runnerPicture(app) {
    const ground = app.el("canvas", {"aria-hidden": "true"});
    const above = app.el("canvas", {class: "above", "aria-hidden": "true"});
    const axes = playgroundRunnerAxes();
    const sheet = app.el("div", {class: "sheet"}, app.el("div", {class: "corner"}), axes.across, axes.down,
      app.el("div", {class: "floor"}, ground, above));
    const element = app.el("div", {class: "maze", tabindex: "0", role: "application"}, sheet);
    let board = null;
    let place = null;  // the size of a maze that cannot be drawn yet
    let scene = {};
    let cell = 10;  // in pixels of the canvas
    let zoom = 1;
    let colors = colorsFor(app.isDark());
    let signs = null;  // draws on what moves

    const density = () => window.devicePixelRatio || 1;
    const shown = () => cell / density();  // in pixels of the page
    const hasDigits = () => shown() >= 9;
    const hasSigns = () => shown() >= 5;

    function measure(size) {
      const {rows, cols} = size;
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const em = 0.75 * rem;
      const sides = axes.sizeFor(size, em);
      const room = Math.max(100, element.clientWidth - sides.left);
      const fit = Math.min(room / cols, 0.67 * Math.max(innerHeight, 500) / rows, 2.75 * rem);
      cell = Math.max(1, Math.floor(fit * zoom * density()));
      for (const canvas of [ground, above]) {
        canvas.width = cell * cols;
        canvas.height = cell * rows;
        canvas.style.width = `${canvas.width / density()}px`;
        canvas.style.height = `${canvas.height / density()}px`;
      }
      sheet.style.gridTemplateColumns = `${sides.left}px ${ground.style.width}`;
      axes.draw({rows, cols, em, pitch: shown()});
    }

    function drawGround() {
      const paint = ground.getContext("2d");
      const plain = hasSigns() ? colors.cells : {...colors.cells, T: hues("eab532")};
      drawPixels(paint, (set) => board.cells.forEach((row, y) => {
        for (let x = 0; x < board.cols; ++x) set(y * board.cols + x, plain[row[x]], 255);
      }));
      if (!hasSigns()) return;
      const standing = signsOn(paint, cell, colors);
      board.cells.forEach((row, y) => {
        for (let x = 0; x < board.cols; ++x) standing.put(row[x], x, y, hasDigits());
      });
    }

    // Draws a pixel for each cell, as large as the cell: fill(set) calls set(number of the cell, [red, green, blue], alpha).
    function drawPixels(paint, fill) {
      const small = document.createElement("canvas");
      small.width = board.cols;
      small.height = board.rows;
      const brush = small.getContext("2d");
      const image = brush.createImageData(board.cols, board.rows);
      const {data} = image;
      fill((at, color, alpha) => {
        [data[4 * at], data[4 * at + 1], data[4 * at + 2]] = color;
        data[4 * at + 3] = alpha;
      });
      brush.putImageData(image, 0, 0);
      paint.imageSmoothingEnabled = false;
      paint.drawImage(small, 0, 0, ground.width, ground.height);
    }

    // Where cells are small, start and end are larger than they are, or nobody finds them.
    function markEnds() {
      const radius = Math.max(cell * 0.7, 5 * density());
      for (const [[x, y], color] of [[board.startAt, colors.start], [board.endAt, colors.end]]) {
        signs.dot(x, y, radius * 1.35, colors.paper);
        signs.dot(x, y, radius, color);
      }
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

    // scene: {line, cells, step, life, isDead, gone: [cells], isOld, hint: cell, cursor: cell, film}. The runner stands at
    // `step` of `cells`, if there is a life; `isOld` is a route of the maze before. `film` is a search that is watched:
    // {counts, seen, step}, as runner_film.js has them.
    function drawScene() {
      if (!board) return;
      const paint = above.getContext("2d");
      signs = signsOn(paint, cell, colors);
      paint.clearRect(0, 0, above.width, above.height);
      if (scene.film) drawFilm(paint, scene.film);
      if (hasSigns()) for (const [x, y] of scene.gone || []) signs.gone(x, y);
      if (scene.line) drawRoute(paint);
      if (!hasSigns()) markEnds();
      if (scene.hint) ring(paint, scene.hint, colors.route);
      const at = scene.cells && scene.life !== undefined ? scene.cells[scene.step] : null;
      if (at) drawRunner(at);
      if (scene.cursor) frame(paint, scene.cursor);
      axes.mark(scene.cursor || at);
    }

    function drawRoute(paint) {
      const isSmall = !hasDigits();
      const width = isSmall ? Math.max(cell * 0.6, 2 * density()) : cell * 0.16;
      const part = (from, to) => scene.line.slice(from, to).flat();
      const old = scene.isOld ? 0.4 : 1;
      paint.globalAlpha = old * (isSmall ? 0.7 : 0.5);
      stroke(paint, part(scene.step, scene.line.length), width, colors.route);
      paint.globalAlpha = old;
      if (!isSmall) stroke(paint, part(0, scene.step + 1), width * 1.5, colors.paper);
      stroke(paint, part(0, scene.step + 1), width, colors.route);
      if (!isSmall) drawAlong(paint);
      paint.globalAlpha = 1;
    }

    // What stands in the cells of a route is drawn above its line; digits on beads, so that it strikes none of them out.
    function drawAlong(paint) {
      const gone = new Set((scene.gone || []).map(String));
      paint.globalAlpha = 1;
      for (let step = scene.cells.length - 1; step >= 0; --step) {
        const [x, y] = scene.cells[step];
        const sign = board.cells[y][x];
        const isAhead = step > scene.step || scene.isOld;
        if (sign >= "1" && sign <= "9") signs.bead(sign, x, y, isAhead ? colors.ahead : colors.route);
        else if (sign !== "#" && !gone.has(`${x},${y}`)) signs.put(sign, x, y);
      }
    }

    function drawRunner([x, y]) {
      const radius = Math.max(cell * 0.4, (hasSigns() ? 4 : 6) * density());
      if (hasSigns() && "SET".includes(board.cells[y][x])) signs.fill("0", x, y);  // nothing looks out behind the runner
      signs.dot(x, y, radius * 1.15, colors.paper);
      signs.dot(x, y, radius, scene.life <= 3 ? colors.low : colors.route);
      const text = scene.isDead ? "✕" : String(scene.life);
      const size = text.length > 3 ? 0.26 : text.length > 2 ? 0.34 : 0.44;
      if (shown() >= 15) signs.write(text, x, y, size, colors.onRoute);
    }

    // A search: cells that were expanded, the more often the darker, and those that were only seen.
    function drawFilm(paint, {counts, seen, step}) {
      const [closed, open] = [hues(colors.closed.slice(1)), hues(colors.open.slice(1))];
      const isOpen = (at) => counts[at] === 0 && seen[at] <= step && step > 0;
      drawPixels(paint, (set) => counts.forEach((count, at) => {
        if (count > 0) set(at, closed, Math.min(190, 80 + 28 * Math.log2(count)));
        else if (isOpen(at)) set(at, open, hasSigns() ? 60 : 255);
      }));
      if (!hasSigns()) return;
      board.cells.forEach((row, y) => {
        for (let x = 0; x < board.cols; ++x) {
          const at = y * board.cols + x;
          if (counts[at] > 0 || isOpen(at)) signs.put(row[x], x, y, hasDigits());
          if (isOpen(at)) ring(paint, [x, y], colors.open);
        }
      });
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
        if (scene.cells && scene.life !== undefined) follow(scene.cells[scene.step]);
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
