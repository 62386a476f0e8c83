// SPDX-License-Identifier: MIT
// Paints what is seen of a maze into the pixels of a canvas, at any step of a film.
//
// A scene is {maze, film, step, distances, relief}. The maze has rows, cols and rooms, a byte each with its passages
// as bits; 255 is no room. Films are those of maze_films.js; without one all is dug. Distances are shades, one a room,
// and their colours; a relief is shades alone, for mazes whose rooms are too small to be seen. A place is
// {pitch, x, y}: the pixels a room, and where the first one begins.
const playgroundMazePainter = (() => {
  const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const shades = 64;
  const least = 2.5;  // pixels a room; of smaller ones no walls are drawn

  const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const packed = ([r, g, b]) => (littleEndian ? 0xff000000 | b << 16 | g << 8 | r : r << 24 | g << 16 | b << 8 | 0xff) >>> 0;
  const pixel = (hex) => packed(parts(hex));

  // So many pixels from one colour to another.
  function blend([from, to]) {
    const [a, b] = [parts(from), parts(to)];
    return Uint32Array.from({length: shades}, (_, at) =>
      packed(a.map((start, i) => Math.round(start + (b[i] - start) * at / (shades - 1)))));
  }

  const looks = {
    light: {paper: "#ffffff", wall: "#1d2732", thinWall: "#76828e", floor: "#ffffff", seen: ["#d3e6f7", "#86b6e2"],
      frontier: "#d08a00", head: "#e87f25", route: "#b5123e", relief: ["#e9f0f7", "#9fbdda"], focus: "#1f66ad"},
    dark: {paper: "#18212b", wall: "#64788b", thinWall: "#4c5c6b", floor: "#10161d", seen: ["#1d3550", "#3d70a3"],
      frontier: "#d9a425", head: "#f0934a", route: "#ff86a4", relief: ["#1b2632", "#3a556f"], focus: "#78b8f5"},
  };
  // On the colours of distances a path has a seam, and walls are darker than rooms that nobody has seen.
  looks.lightColored = {...looks.light, head: "#0d5ea8", route: "#0d5ea8", seam: "#ffffff"};
  looks.darkColored = {...looks.dark, wall: "#0a0e13", thinWall: "#0a0e13", floor: "#26323d", head: "#0d3c6b", route: "#7fd8ff", seam: "#06121f"};
  for (const look of Object.values(looks))
    for (const [name, color] of Object.entries(look)) look[name] = typeof color === "string" ? pixel(color) : blend(color);

  // The colour of each room at a step; `isFrontier` marks those that have floor around a sign.
  function colorsOf({maze, film, step, distances, relief}, look, isTiny) {
    const search = film && film.kind === "search" ? film : null;
    const plain = distances ? (room) => distances.colors[distances.shades[room]]
      : isTiny && !search ? (room) => look.relief[relief ? relief[room] : 0] : () => look.floor;
    if (film && film.kind === "dig" && step < film.count)
      return {of: (room) => (film.first[room] > 0 && film.first[room] <= step ? plain(room) : look.wall), isFrontier: () => false};
    if (!search) return {of: plain, isFrontier: () => false};
    const isClosed = (room) => search.when[room] > 0 && search.when[room] <= step;
    const isFrontier = (room) => search.seen[room] > 0 && search.seen[room] <= step + 1 && !isClosed(room);
    const closed = distances ? plain : (room) => look.seen[Math.floor((search.when[room] - 1) * (shades - 1) / search.count)];
    return {
      of: (room) => (isClosed(room) ? closed(room) : isTiny && isFrontier(room) ? look.frontier : look.floor), isFrontier,
    };
  }

  // A passage to the east or south of a room: at which step it was dug, or whether it is open at all.
  const passageOf = ({maze, film, step}) => (film && film.kind === "dig" && step < film.count
    ? (room, isSouth) => { const at = film.dug[2 * room + isSouth]; return at > 0 && at <= step; }
    : (room, isSouth) => maze.rooms[room] >> (isSouth ? 2 : 1) & 1);

  function mazePainter(canvas, isDark) {
    const context = canvas.getContext("2d", {alpha: false});
    let image;
    let pixels;
    let width = 0;
    let height = 0;

    function resize(w, h) {
      if (image && w === width && h === height) return;
      canvas.width = width = w;
      canvas.height = height = h;
      image = context.createImageData(w, h);
      pixels = new Uint32Array(image.data.buffer);
    }

    function rectangle(x0, y0, x1, y1, color) {
      const left = Math.max(0, x0);
      const right = Math.min(width, x1);
      if (right <= left) return;
      const end = Math.min(height, y1);
      for (let y = Math.max(0, y0); y < end; ++y) pixels.fill(color, y * width + left, y * width + right);
    }

    // The edges of the rooms from `first` to `last`, in pixels.
    function edges(start, pitch, count, room) {
      const first = Math.max(0, Math.floor(-start / pitch) - 1);
      const last = Math.min(count - 1, Math.ceil((room - start) / pitch));
      return {first, last, at: (index) => Math.round(start + index * pitch)};
    }

    function paintTiny({maze}, {pitch, x, y}, colors, look) {
      const [right, bottom] = [Math.round(x + maze.cols * pitch), Math.round(y + maze.rows * pitch)];
      if (!maze.plan.mask) rectangle(x - 1, y - 1, right + 1, bottom + 1, look.wall);
      const column = new Int32Array(width).map((_, at) => Math.floor((at + 0.5 - x) / pitch));
      for (let row = 0; row < height; ++row) {
        const r = Math.floor((row + 0.5 - y) / pitch);
        if (r < 0 || r >= maze.rows) continue;
        for (let at = 0; at < width; ++at) {
          const c = column[at];
          if (c < 0 || c >= maze.cols) continue;
          const room = r * maze.cols + c;
          pixels[row * width + at] = maze.rooms[room] === 255 ? look.paper : colors.of(room);
        }
      }
    }

    function paintRooms(scene, {pitch, x, y}, colors, look, wall) {
      const {maze} = scene;
      const across = edges(x, pitch, maze.cols, width);
      const down = edges(y, pitch, maze.rows, height);
      const isOpen = passageOf(scene);
      const wallColor = pitch < 6 ? look.thinWall : look.wall;
      const each = (act) => {
        for (let r = down.first; r <= down.last; ++r)
          for (let c = across.first; c <= across.last; ++c) {
            const room = r * maze.cols + c;
            if (maze.rooms[room] !== 255) act(room, across.at(c), down.at(r), across.at(c + 1), down.at(r + 1));
          }
      };
      each((room, x0, y0, x1, y1) => rectangle(x0, y0, x1 + wall, y1 + wall, wallColor));
      // A gap has always the colour of the same room of the two, so that the picture does not tell how it came about;
      // it is floor if one of them is.
      const gap = (a, b) => (a === look.floor || b === look.floor ? look.floor : a);
      each((room, x0, y0, x1, y1) => {
        const color = colors.of(room);
        rectangle(x0 + wall, y0 + wall, x1, y1, color === look.wall ? wallColor : color);
        if (isOpen(room, 0)) rectangle(x1, y0 + wall, x1 + wall, y1, gap(color, colors.of(room + 1)));
        if (isOpen(room, 1)) rectangle(x0 + wall, y1, x1, y1 + wall, gap(color, colors.of(room + maze.cols)));
        if (!colors.isFrontier(room)) return;
        const inset = Math.floor((x1 - x0 - wall) * 0.24);
        rectangle(x0 + wall + inset, y0 + wall + inset, x1 - inset, y1 - inset, look.frontier);
      });
    }

    const edge = (start, pitch, index) => Math.round(start + index * pitch);

    function paintRoute(route, cols, {pitch, x, y}, color, wall, seam = 0) {
      const inside = Math.max(1, Math.round(pitch) - wall);
      const thick = (pitch < least ? 2 : Math.max(1, Math.round(inside * 0.34))) + seam;
      const middle = (start, index) => edge(start, pitch, index) + wall + Math.floor((inside - thick) / 2);
      let [px, py] = [0, 0];
      route.forEach((room, at) => {
        const mx = middle(x, room % cols);
        const my = middle(y, Math.floor(room / cols));
        if (at > 0) rectangle(Math.min(mx, px), Math.min(my, py), Math.max(mx, px) + thick, Math.max(my, py) + thick, color);
        [px, py] = [mx, my];
      });
    }

    // The room at work, or the route at the end.
    function paintEnd({maze, film, step}, place, look, wall) {
      if (!film) return;
      if (film.route && step >= film.count) {
        if (look.seam !== undefined && place.pitch >= 8) paintRoute(film.route, maze.cols, place, look.seam, wall, 2);
        paintRoute(film.route, maze.cols, place, look.route, wall);
        return;
      }
      if (step === 0 || step >= film.count) return;
      const room = film.heads(step);
      const [x0, y0] = [edge(place.x, place.pitch, room % maze.cols), edge(place.y, place.pitch, Math.floor(room / maze.cols))];
      const size = Math.max(3, Math.round(place.pitch) - wall);
      rectangle(x0 + wall, y0 + wall, x0 + wall + size, y0 + wall + size, look.head);
    }

    // A frame around a room, or a wall between two, that is pointed at.
    function paintFocus({room, side}, cols, {pitch, x, y}, color, wall) {
      const thick = Math.max(2, Math.round(pitch / 7));
      const [c, r] = [room % cols, Math.floor(room / cols)];
      const [x0, y0, x1, y1] = [edge(x, pitch, c), edge(y, pitch, r), edge(x, pitch, c + 1) + wall, edge(y, pitch, r + 1) + wall];
      if (side === 0) return rectangle(x1 - wall - thick, y0, x1 + thick, y1, color);
      if (side === 1) return rectangle(x0, y1 - wall - thick, x1, y1 + thick, color);
      rectangle(x0, y0, x1, y0 + thick, color);
      rectangle(x0, y1 - thick, x1, y1, color);
      rectangle(x0, y0, x0 + thick, y1, color);
      return rectangle(x1 - thick, y0, x1, y1, color);
    }

    // Paints a scene at a place; `pointed` are rooms and walls to be marked.
    function paint(scene, place, pointed = []) {
      const look = looks[(isDark() ? "dark" : "light") + (scene && scene.distances ? "Colored" : "")];
      pixels.fill(look.paper);
      if (scene) {
        const isTiny = place.pitch < least;
        const wall = isTiny ? 0 : Math.max(1, Math.round(place.pitch / 8));
        const colors = colorsOf(scene, look, isTiny);
        if (isTiny) paintTiny(scene, place, colors, look);
        else paintRooms(scene, place, colors, look, wall);
        paintEnd(scene, place, look, wall);
        for (const one of pointed) paintFocus(one, scene.maze.cols, place, look.focus, wall);
      }
      context.putImageData(image, 0, 0);
    }

    return {resize, paint};
  }

  return Object.assign(mazePainter, {pixel});
})();
