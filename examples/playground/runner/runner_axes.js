// SPDX-License-Identifier: MIT
// The coordinates at the sides of a maze, as routes are written: x from the left, y from the bottom row, both from 0.
const playgroundRunnerAxes = (() => {
  const {svg} = playgroundElements;

  return function runnerAxes() {
    const across = svg("svg", {class: "axis axis-x", "aria-hidden": "true"});
    const down = svg("svg", {class: "axis axis-y", "aria-hidden": "true"});
    let frame = null;  // {rows, cols, em, pitch}; lengths in pixels of the page
    let marked = null;

    const wide = (em, most) => em * (0.8 + 0.62 * String(most).length);
    const sizeFor = ({rows}, em) => ({left: Math.ceil(wide(em, rows - 1)), top: Math.ceil(1.5 * em)});

    // Numbers along one side, with that of the cell `at` on a plate.
    function draw(axis, {count, least, length, place, at}) {
      const numbers = playgroundChart.ticks(0, count - 1, length / least);
      const parts = numbers.filter((value) => at === undefined || (value !== at && Math.abs(value - at) * frame.pitch >= least))
        .map((value) => svg("text", {class: "axis-number", ...place(value), "text-anchor": "middle"}, String(value)));
      if (at !== undefined) {
        const {em} = frame;
        const half = 0.31 * em * String(at).length + 0.25 * em;
        const y = Math.max(em, place(at).y);
        const x = Math.max(half, Math.min(axis.getAttribute("width") - half, place(at).x));
        parts.push(svg("rect", {class: "axis-plate", x: x - half, y: y - 0.95 * em, width: 2 * half, height: 1.25 * em, rx: 0.25 * em}),
          svg("text", {class: "axis-marked", x, y, "text-anchor": "middle"}, String(at)));
      }
      axis.replaceChildren(...parts);
    }

    function redraw() {
      if (!frame) return;
      const {rows, cols, em, pitch} = frame;
      const {left, top} = sizeFor(frame, em);
      const [width, height] = [pitch * cols, pitch * rows];
      for (const [axis, w, h] of [[across, width, top], [down, left, height]]) {
        axis.setAttribute("width", w);
        axis.setAttribute("height", h);
      }
      draw(across, {count: cols, least: wide(em, cols - 1), length: width, at: marked ? marked[0] : undefined,
        place: (x) => ({x: (x + 0.5) * pitch, y: top - 0.4 * em})});
      draw(down, {count: rows, least: 1.35 * em, length: height, at: marked ? rows - 1 - marked[1] : undefined,
        place: (y) => ({x: left / 2, y: Math.min((rows - y - 0.5) * pitch + 0.35 * em, height - 0.2 * em)})});
    }

    return {
      across, down, sizeFor,
      draw(next) {
        frame = next;
        redraw();
      },
      // Marks the coordinates of a cell [column, row from the top], or of none.
      mark(cell) {
        if (String(cell) === String(marked)) return;
        marked = cell;
        redraw();
      },
    };
  };
})();
