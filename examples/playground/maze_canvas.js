// SPDX-License-Identifier: MIT
// Draws mazes of any size into the pixels of a canvas: rooms, the gaps between them, and a route.
const playgroundMazeCanvas = (() => {
  const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

  // "#rrggbb" as a pixel.
  function pixel(hex) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    return (littleEndian ? 0xff000000 | b << 16 | g << 8 | r : r << 24 | g << 16 | b << 8 | 0xff) >>> 0;
  }

  // So many pixels from one colour to another.
  function blend(from, to, count) {
    const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const [a, b] = [parts(from), parts(to)];
    return Array.from({length: count}, (_, at) => pixel("#" + a.map((start, i) =>
      Math.round(start + (b[i] - start) * at / (count - 1)).toString(16).padStart(2, "0")).join("")));
  }

  const steps = [[0, -1], [1, 0], [0, 1], [-1, 0]];  // N, E, S, W: the bits of a room

  return function mazeCanvas(canvas) {
    const context = canvas.getContext("2d", {alpha: false});
    let image;
    let pixels;
    let width = 0;
    let cols = 0;
    let pitch = 2;
    let wall = 1;
    let dirty = [Infinity, -1];  // rows of pixels that changed, from and to

    // Takes as many whole pixels a room as there is place for: at least two, one of them wall.
    function fit(rows, columns, most) {
      cols = columns;
      const place = Math.min(most.width / (cols + 0.2), most.height / (rows + 0.2), most.pitch);
      pitch = Math.max(2, Math.floor(place));
      wall = Math.max(1, Math.round(pitch / 8));
      width = cols * pitch + wall;
      const height = rows * pitch + wall;
      if (canvas.width === width && canvas.height === height && image) return;
      canvas.width = width;
      canvas.height = height;
      image = context.createImageData(width, height);
      pixels = new Uint32Array(image.data.buffer);
    }

    function rectangle(x, y, w, h, color) {
      for (let row = y; row < y + h; ++row) pixels.fill(color, row * width + x, row * width + x + w);
      if (y < dirty[0]) dirty[0] = y;
      if (y + h > dirty[1]) dirty[1] = y + h;
    }

    function clear(color) {
      pixels.fill(color);
      dirty = [0, canvas.height];
    }

    const left = (room) => (room % cols) * pitch + wall;
    const top = (room) => Math.floor(room / cols) * pitch + wall;

    // Where a room is one pixel, as in large mazes, so are its gaps; `beside` is how far away.
    function dot(at, beside, color) {
      const y = top(at);
      pixels[y * width + left(at) + beside] = color;
      if (y - 1 < dirty[0]) dirty[0] = y - 1;
      if (y + 2 > dirty[1]) dirty[1] = y + 2;
    }

    function room(at, color) {
      if (pitch === 2) dot(at, 0, color);
      else rectangle(left(at), top(at), pitch - wall, pitch - wall, color);
    }

    // The gap in the wall of a room in a direction, 0 to 3.
    function gap(at, side, color) {
      if (pitch === 2) return dot(at, steps[side][0] + steps[side][1] * width, color);
      const inside = pitch - wall;
      const x = left(at);
      const y = top(at);
      if (side === 0) rectangle(x, y - wall, inside, wall, color);
      else if (side === 1) rectangle(x + inside, y, wall, inside, color);
      else if (side === 2) rectangle(x, y + inside, inside, wall, color);
      else rectangle(x - wall, y, wall, inside, color);
    }

    // A piece of a route between the middles of two rooms side by side.
    function link(from, to, color) {
      const inside = pitch - wall;
      const thick = inside < 3 ? inside : Math.max(2, Math.round(inside * 0.32 / 2) * 2 + inside % 2);
      const inset = (inside - thick) / 2;
      const [a, b] = from < to ? [from, to] : [to, from];
      const x = left(a) + inset;
      const y = top(a) + inset;
      if (b - a === 1 && cols > 1) rectangle(x, y, pitch + thick, thick, color);
      else rectangle(x, y, thick, pitch + thick, color);
    }

    function flush() {
      if (dirty[1] > dirty[0]) context.putImageData(image, 0, 0, 0, dirty[0], width, dirty[1] - dirty[0]);
      dirty = [Infinity, -1];
    }

    const neighbour = (at, side) => at + steps[side][0] + steps[side][1] * cols;

    // The middle of a room as parts of the picture, from 0 to 1.
    const place = (at) => [(left(at) + (pitch - wall) / 2) / width, (top(at) + (pitch - wall) / 2) / canvas.height];

    return {fit, clear, room, gap, link, flush, neighbour, place, get pitch() { return pitch; }, pixel, blend};
  };
})();
