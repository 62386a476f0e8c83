// SPDX-License-Identifier: MIT
// A picture of a maze to look at closely and to work on: it zooms and pans, S and E can be dragged, and walls clicked.
//
// Several views may share a camera, {zoom, x, y}: how much larger than the whole, and the place, in rooms, in the
// middle. `how` has what a view calls:
//   moved()                    the camera has changed
//   place(which, room, isEnd)  S (0) or E (1) is dragged to a room, or put there
//   toggle(room, side)         the wall to the east (0) or the south (1) of a room is clicked
//   paint(room, isFirst)       a room is painted over, while `isPainting()`
//   undo(), tell(room)         takes back; the words for a room that the keyboard goes to
const playgroundMazeView = (() => {
  const margin = 26;        // CSS pixels around the maze, for S and E
  const widest = 56;        // CSS pixels of a room of a small maze, seen as a whole
  const closest = 40;       // of a room, as near as one can come; more if the whole is larger
  const clickable = 9;      // of a room whose walls can be clicked
  const slack = 4;          // that a pointer may move in a click
  const arrows = {ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0]};
  const bounded = (value, least, most) => Math.max(least, Math.min(most, value));

  return function mazeView(app, camera, how) {
    const {t, el} = app;
    let scene;
    let ratio = 1;
    let size = {width: 0, height: 0};  // of the picture, in CSS pixels
    let pointed;   // the wall below the mouse
    let cursor;    // the room that the keyboard is at
    let frame = 0;
    let painting;  // the last room that was painted over, while a pointer is down
    const pointers = new Map();

    const canvas = el("canvas", {class: "maze-picture", role: "img", "aria-label": t({en: "The maze", es: "El laberinto"})});
    const painter = playgroundMazePainter(canvas, app.isDark);
    const marks = ["S", "E"].map((letter, which) => el("button", {type: "button", class: "maze-mark", hidden: true,
      onpointerdown: (event) => grab(event, which), onkeydown: (event) => pushMark(event, which)}, letter));
    const element = el("div", {class: "maze-window", tabindex: "0", role: "application",
      "aria-label": t({en: "Picture of the maze", es: "Imagen del laberinto"}),
      "aria-description": t({
        en: "Arrows go from room to room, Shift and an arrow opens or closes the wall there, + and - zoom, 0 shows all, U takes back.",
        es: "Las flechas van de sala en sala, Mayús y una flecha abre o cierra la pared, + y - acercan y alejan, 0 muestra todo, U deshace."}),
      onkeydown: byKey, onpointerdown: press, onpointermove: movePointer, onpointerup: release, onpointercancel: forget,
      onpointerleave: () => point(undefined), onfocus: soon, onblur: soon}, canvas, marks);
    element.addEventListener("wheel", turnWheel, {passive: false});

    // Where the maze is.
    const fitted = ({rows, cols}) => {
      const pitch = Math.min((size.width - 2 * margin) / cols, (size.height - 2 * margin) / rows, widest) * ratio;
      return Math.max(pitch >= 4 ? Math.floor(pitch) : pitch, 0.05) / ratio;
    };
    const mostZoom = () => Math.max(1, closest / fitted(scene.maze));
    const pitchNow = () => fitted(scene.maze) * camera.zoom;

    // The first corner of the maze, in CSS pixels; what is smaller than the picture is in its middle.
    function corner() {
      const pitch = pitchNow();
      const along = (length, rooms, at) => {
        const half = (length / 2 - margin) / pitch;
        const middle = rooms <= 2 * half ? rooms / 2 : bounded(at, half, rooms - half);
        return [middle, length / 2 - middle * pitch];
      };
      const [x, left] = along(size.width, scene.maze.cols, camera.x);
      const [y, top] = along(size.height, scene.maze.rows, camera.y);
      [camera.x, camera.y] = [x, y];
      return [left, top];
    }

    function zoomAt(factor, x = size.width / 2, y = size.height / 2) {
      if (!scene) return;
      const [left, top] = corner();
      const before = pitchNow();
      camera.zoom = bounded(camera.zoom * factor, 1, mostZoom());
      const after = pitchNow();
      camera.x = (size.width / 2 - x) / after + (x - left) / before;
      camera.y = (size.height / 2 - y) / after + (y - top) / before;
      corner();
      how.moved();
    }

    function pan(x, y) {
      camera.x -= x / pitchNow();
      camera.y -= y / pitchNow();
      corner();
      how.moved();
    }

    // What is at a place of the picture: {room, x, y} with the place in the room from 0 to 1.
    function at(x, y) {
      if (!scene) return null;
      const [left, top] = corner();
      const [c, r] = [(x - left) / pitchNow(), (y - top) / pitchNow()];
      const {rows, cols} = scene.maze;
      if (c < 0 || r < 0 || c >= cols || r >= rows) return null;
      return {room: Math.floor(r) * cols + Math.floor(c), x: c % 1, y: r % 1};
    }

    const isRoom = (room) => scene.maze.rooms[room] !== 255;

    // The wall between two rooms at a place, as {room, side}.
    function wallAt(x, y, reach) {
      const here = at(x, y);
      if (!here || how.isPainting() || pitchNow() < clickable) return undefined;
      const {cols} = scene.maze;
      const c = here.room % cols;
      const sides = [[1 - here.x, here.room, 0, c < cols - 1], [here.x, here.room - 1, 0, c > 0],
        [1 - here.y, here.room, 1, here.room + cols < scene.maze.rooms.length], [here.y, here.room - cols, 1, here.room >= cols]];
      const [far, room, side] = sides.filter((one) => one[3]).sort((a, b) => a[0] - b[0])[0] || [1];
      if (!(far <= reach) || !isRoom(room) || !isRoom(room + (side ? cols : 1))) return undefined;
      return {room, side};
    }

    function point(wall) {
      if ((wall && wall.room) === (pointed && pointed.room) && (wall && wall.side) === (pointed && pointed.side)) return;
      pointed = wall;
      element.classList.toggle("at-wall", Boolean(wall));
      soon();
    }

    // Pointers: one pans or paints, two pinch, a click opens or closes a wall.
    const placeOf = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };

    function press(event) {
      if (!scene || event.target.closest(".maze-mark") || event.button > 0) return;
      const [x, y] = placeOf(event);
      pointers.set(event.pointerId, {x, y, startX: x, startY: y, hasMoved: pointers.size > 0});
      if (pointers.size > 1) painting = undefined;
      else if (how.isPainting()) paintTo(at(x, y), true);
      if (how.isPainting() || camera.zoom > 1 || pointers.size > 1) element.setPointerCapture(event.pointerId);
    }

    function movePointer(event) {
      const [x, y] = placeOf(event);
      const one = pointers.get(event.pointerId);
      if (!one) {
        if (event.pointerType === "mouse") point(wallAt(x, y, 0.25));
        return;
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId);
      if (Math.hypot(x - one.startX, y - one.startY) > slack) one.hasMoved = true;
      if (other) pinch(one, other[1], x, y);
      else if (how.isPainting()) paintTo(at(x, y), false);
      else if (one.hasMoved) pan(x - one.x, y - one.y);
      Object.assign(one, {x, y});
    }

    function pinch(one, other, x, y) {
      const far = Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      zoomAt(Math.hypot(x - other.x, y - other.y) / far, (x + other.x) / 2, (y + other.y) / 2);
      pan((x - one.x) / 2, (y - one.y) / 2);
    }

    function release(event) {
      const one = pointers.get(event.pointerId);
      forget(event);
      if (!one || one.hasMoved || how.isPainting()) return;
      const wall = wallAt(one.x, one.y, event.pointerType === "mouse" ? 0.25 : 0.4);
      if (wall) how.toggle(wall.room, wall.side);
    }

    function forget(event) {
      pointers.delete(event.pointerId);
      painting = undefined;
    }

    // All rooms from the last one to this, as a fast pointer leaves some out.
    function paintTo(here, isFirst) {
      if (!here) return;
      const {cols} = scene.maze;
      const from = painting === undefined ? here.room : painting;
      const [dx, dy] = [here.room % cols - from % cols, Math.floor(here.room / cols) - Math.floor(from / cols)];
      const steps = Math.max(1, Math.abs(dx), Math.abs(dy));
      for (let i = isFirst || from === here.room ? steps : 1; i <= steps; ++i)
        how.paint(from % cols + Math.round(dx * i / steps) + cols * (Math.floor(from / cols) + Math.round(dy * i / steps)), isFirst);
      painting = here.room;
    }

    function turnWheel(event) {
      if (!scene || event.deltaY > 0 && camera.zoom === 1) return;
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), ...placeOf(event));
    }

    // S and E.
    const markRooms = () => [scene.maze.entrance, scene.maze.exit];

    function grab(event, which) {
      const mark = marks[which];
      event.stopPropagation();
      mark.setPointerCapture(event.pointerId);
      const drag = (move) => {
        const here = at(...placeOf(move));
        if (here && isRoom(here.room) && !markRooms().includes(here.room)) how.place(which, here.room, false);
      };
      const drop = () => {
        for (const [name, act] of listeners) mark.removeEventListener(name, act);
        how.place(which, markRooms()[which], true);
      };
      const listeners = [["pointermove", drag], ["pointerup", drop], ["pointercancel", drop]];
      for (const [name, act] of listeners) mark.addEventListener(name, act);
    }

    // The next room in a direction, or nothing.
    function beside(room, [dx, dy]) {
      const {rows, cols} = scene.maze;
      const [c, r] = [room % cols + dx, Math.floor(room / cols) + dy];
      return c < 0 || r < 0 || c >= cols || r >= rows ? undefined : r * cols + c;
    }

    function pushMark(event, which) {
      const step = arrows[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const room = beside(markRooms()[which], step);
      if (room !== undefined && isRoom(room) && !markRooms().includes(room)) how.place(which, room, true);
    }

    function placeMark(mark, which) {
      const room = markRooms()[which];
      mark.hidden = how.isPainting();
      if (mark.hidden || room === undefined) return;
      const {rows, cols} = scene.maze;
      const [c, r] = [room % cols, Math.floor(room / cols)];
      const [left, top] = corner();
      const pitch = pitchNow();
      // Outside the wall where the room is at the edge, so that nothing is covered; else a flag that points at it.
      const outside = {west: c === 0, north: r === 0, south: r === rows - 1, east: c === cols - 1};
      const side = (which === 0 ? ["west", "north", "south", "east"] : ["east", "south", "north", "west"]).find((one) => outside[one]);
      const x = left + (side === "west" ? 0 : side === "east" ? cols : c + 0.5) * pitch;
      const y = top + (side === "north" ? 0 : side === "south" ? rows : r + 0.5) * pitch;
      mark.dataset.side = side || "inside";
      mark.style.left = `${x}px`;
      mark.style.top = `${y}px`;
      mark.hidden = x < 0 || y < 0 || x > size.width || y > size.height;
      const where = t({en: `row ${r + 1}, column ${c + 1}`, es: `fila ${r + 1}, columna ${c + 1}`});
      mark.setAttribute("aria-label", which === 0
        ? t({en: `S, start: ${where}. Arrows move it.`, es: `S, inicio: ${where}. Las flechas lo mueven.`})
        : t({en: `E, exit: ${where}. Arrows move it.`, es: `E, salida: ${where}. Las flechas la mueven.`}));
    }

    // Keys.
    function byKey(event) {
      if (!scene || event.target !== element || event.altKey) return;
      const keys = {"+": () => zoomAt(1.5), "=": () => zoomAt(1.5), "-": () => zoomAt(1 / 1.5), 0: showAll, u: how.undo, U: how.undo,
        " ": () => how.isPainting() && how.paint(here(), true)};
      const step = arrows[event.key];
      const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
      if (!step && !isUndo && (event.ctrlKey || event.metaKey || !keys[event.key])) return;
      event.preventDefault();
      if (isUndo) how.undo();
      else if (step) goBy(step, event.shiftKey);
      else keys[event.key]();
    }

    const here = () => (cursor === undefined ? scene.maze.entrance : cursor);

    function goBy(step, isWall) {
      const next = beside(here(), step);
      if (next === undefined) return;
      if (isWall) {
        if (!how.isPainting() && isRoom(here()) && isRoom(next)) how.toggle(Math.min(here(), next), step[0] === 0 ? 1 : 0);
        return;
      }
      cursor = next;
      if (camera.zoom > 1) {
        camera.x = next % scene.maze.cols + 0.5;
        camera.y = Math.floor(next / scene.maze.cols) + 0.5;
        how.moved();
      }
      how.tell(next);
      soon();
    }

    function showAll() {
      camera.zoom = 1;
      how.moved();
    }

    // Painting, once a frame at most.
    function soon() {
      if (!frame) frame = requestAnimationFrame(paint);
    }

    function paint() {
      cancelAnimationFrame(frame);
      frame = 0;
      size = {width: element.clientWidth, height: element.clientHeight};
      if (!(size.width > 0 && size.height > 0)) return;
      ratio = window.devicePixelRatio || 1;
      painter.resize(Math.round(size.width * ratio), Math.round(size.height * ratio));
      if (!scene) return painter.paint();
      camera.zoom = Math.min(camera.zoom, mostZoom());
      const [left, top] = corner();
      const focused = element.matches(":focus-visible") ? [{room: here()}] : [];
      const place = {pitch: pitchNow() * ratio, x: Math.round(left * ratio), y: Math.round(top * ratio)};
      painter.paint(scene, place, pointed ? [...focused, pointed] : focused);
      marks.forEach(placeMark);
      element.classList.toggle("near", camera.zoom > 1 || how.isPainting());
    }

    const watcher = new ResizeObserver(soon);
    watcher.observe(element);
    return {
      element, canvas, soon, zoomAt, showAll,
      show(wanted) {
        if (!scene || scene.maze.rooms.length !== wanted.maze.rooms.length) cursor = pointed = undefined;
        scene = wanted;
        soon();
      },
      unmount() {
        watcher.disconnect();
        cancelAnimationFrame(frame);
      },
    };
  };
})();
