// SPDX-License-Identifier: MIT
// Paints a maze at any step of a film: of its digging, or of a search for a path.
//
// A scene is {maze, film, step, distances}. The maze has rows, cols and rooms, a byte each with its
// passages as bits. A film has a kind and frames: of "dig", four times a room and a direction; of
// "search", rooms in the order of their expansion, and a route. Without a film all is dug. Distances
// are shades, one a room, and their colours.
const playgroundMazePainter = (() => {
  const looks = {
    light: {wall: "#1d2732", thinWall: "#76828e", floor: "#ffffff", seen: ["#d3e6f7", "#86b6e2"], head: "#e87f25",
      route: "#c22a2b"},
    dark: {wall: "#64788b", thinWall: "#4c5c6b", floor: "#10161d", seen: ["#1d3550", "#3d70a3"], head: "#f0934a",
      route: "#ffc24a"},
    colored: {wall: "#1d2732", thinWall: "#76828e", floor: "#ffffff", seen: ["#d3e6f7", "#86b6e2"], head: "#0d5ea8",
      route: "#0d5ea8"},
  };
  const shades = 64;

  return function mazePainter(canvas, isDark) {
    const draw = playgroundMazeCanvas(canvas);
    let scene;
    let paint;        // the colours as pixels
    let colors;       // of the rooms, as they are seen
    let dug;          // the passages that are dug at this step
    let covered = []; // rooms over which something is painted

    const kind = () => (scene.film ? scene.film.kind : "dig");

    function readColors() {
      const look = looks[scene && scene.distances ? "colored" : isDark() ? "dark" : "light"];
      // Where rooms are as small as their walls, dark walls would be all that is seen.
      paint = {wall: draw.pixel(draw.pitch < 4 ? look.thinWall : look.wall), floor: draw.pixel(look.floor),
        seen: draw.blend(...look.seen, shades), head: draw.pixel(look.head), route: draw.pixel(look.route)};
    }

    function colorOf(room) {
      const {film, step, distances} = scene;
      const when = kind() === "search" ? film.when[room] : 0;
      if (kind() === "search" && (when === 0 || when > step)) return paint.floor;
      if (distances) return distances.colors[distances.shades[room]];
      return when > 0 ? paint.seen[Math.floor((when - 1) * (shades - 1) / film.count)] : paint.floor;
    }

    // A room, and the gaps in its walls.
    function paintRoom(room, passages = dug[room]) {
      draw.room(room, dug[room] || dug.length === 1 ? colors[room] : paint.wall);
      for (let side = 0; side < 4; ++side) if (passages >> side & 1) draw.gap(room, side, gapColor(room, side));
    }

    // Always that of the same room of the two, so that the picture does not tell how it came about;
    // in a search, a gap is coloured when both rooms are.
    function gapColor(room, side) {
      const other = draw.neighbour(room, side);
      const isFloor = kind() === "search" && colors[Math.max(room, other)] === paint.floor;
      return isFloor ? paint.floor : colors[Math.min(room, other)];
    }

    // What is painted over the rooms: the route at the end, or the room at work.
    function paintEnd() {
      const {film, step} = scene;
      covered = [];
      if (!film) return;
      if (step === film.count) {
        if (film.route) covered = film.route;
        for (let i = 1; i < covered.length; ++i) draw.link(covered[i - 1], covered[i], paint.route);
      } else if (step > 0) {
        const frame = film.frames[step - 1];
        covered = [kind() === "search" ? frame : draw.neighbour(frame >>> 2, frame & 3)];
        draw.room(covered[0], paint.head);
      }
    }

    function setPassage(passages, frame, isOpen) {
      const room = frame >>> 2;
      const other = draw.neighbour(room, frame & 3);
      const [here, there] = [1 << (frame & 3), 1 << (frame & 3 ^ 2)];
      passages[room] = isOpen ? passages[room] | here : passages[room] & ~here;
      passages[other] = isOpen ? passages[other] | there : passages[other] & ~there;
    }

    function dugAt(step) {
      const made = new Uint8Array(scene.maze.rooms.length);
      for (let i = 0; i < step; ++i) setPassage(made, scene.film.frames[i], true);
      return made;
    }

    function dig(from, to) {
      const frames = scene.film.frames.subarray(Math.min(from, to), Math.max(from, to));
      for (const frame of frames) setPassage(dug, frame, to > from);
      for (const frame of frames) {
        if (to < from) draw.gap(frame >>> 2, frame & 3, paint.wall);
        paintRoom(frame >>> 2);
        paintRoom(draw.neighbour(frame >>> 2, frame & 3));
      }
    }

    function search(from, to) {
      const rooms = scene.film.frames.subarray(Math.min(from, to), Math.max(from, to));
      for (const room of rooms) colors[room] = colorOf(room);
      for (const room of rooms) paintRoom(room);
    }

    // Paints all of a scene; without one, rock in which nothing is dug.
    function show(wanted) {
      scene = wanted;
      readColors();
      draw.clear(paint.wall);
      if (scene) {
        const {film, maze, step} = scene;
        dug = film && film.kind === "dig" ? dugAt(step) : maze.rooms;
        colors = new Uint32Array(dug.length);
        for (let room = 0; room < dug.length; ++room) colors[room] = colorOf(room);
        const eastAndSouth = 6;
        for (let room = 0; room < dug.length; ++room)
          if (dug[room] || dug.length === 1) paintRoom(room, dug[room] & eastAndSouth);
        paintEnd();
      }
      draw.flush();
    }

    // Goes to another step of the scene, and paints only what changes.
    function move(step) {
      for (const room of covered) paintRoom(room);
      const before = scene.step;
      scene.step = step;
      if (kind() === "search") search(before, step);
      else dig(before, step);
      paintEnd();
      draw.flush();
    }

    return {fit: draw.fit, place: draw.place, pixel: draw.pixel, show, move, get pitch() { return draw.pitch; }};
  };
})();
