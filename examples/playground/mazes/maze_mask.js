// SPDX-License-Identifier: MIT
// The shape of a maze: which rooms of the rectangle it has. In the address it is the name of a shape, or how many rooms
// are in and out in turn, row by row.
const playgroundMazeMask = (() => {
  const shapes = {
    circle: (x, y) => x * x + y * y <= 1,
    ring: (x, y) => x * x + y * y <= 1 && x * x + y * y >= 0.16,
    heart: (x, y) => (([u, v]) => (u * u + v * v - 1) ** 3 <= u * u * v ** 3)([x * 1.15, 0.2 - y * 1.2]),
  };

  // A byte for each room, 1 where there is one; null for the whole rectangle and for nonsense.
  function read(text, rows, cols) {
    const shape = Object.hasOwn(shapes, text) ? shapes[text] : null;
    if (!shape && !/^\d+(\.\d+)+$/.test(text)) return null;
    const rooms = new Uint8Array(rows * cols);
    if (shape) {
      for (let at = 0; at < rooms.length; ++at)
        rooms[at] = shape((2 * (at % cols) + 1) / cols - 1, (2 * Math.floor(at / cols) + 1) / rows - 1) ? 1 : 0;
      return rooms;
    }
    const runs = text.split(".").map(Number);
    if (runs.reduce((sum, run) => sum + run, 0) !== rooms.length) return null;
    let from = 0;
    runs.forEach((run, at) => {
      rooms.fill(at % 2 === 0 ? 1 : 0, from, from + run);
      from += run;
    });
    return rooms;
  }

  // As `read` reads it; empty for the whole rectangle.
  function write(rooms) {
    if (!rooms.includes(0)) return "";
    const runs = [0];
    let isIn = 1;
    for (const room of rooms) {
      if (room !== isIn) {
        runs.push(0);
        isIn = room;
      }
      ++runs[runs.length - 1];
    }
    return runs.join(".");
  }

  // As the program mazegen and the module read it.
  function drawn(rooms, cols) {
    const lines = [];
    for (let at = 0; at < rooms.length; at += cols)
      lines.push(Array.from(rooms.subarray(at, at + cols), (one) => (one ? "." : "#")).join(""));
    return lines.join("\n");
  }

  return {shapes: Object.keys(shapes), read, write, drawn};
})();
