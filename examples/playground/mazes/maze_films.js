// SPDX-License-Identifier: MIT
// Films of a maze: when each passage was dug, when each room joined the frontier of a search and when it was expanded.
const playgroundMazeFilms = (() => {
  const numbers = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const next = [(cols) => -cols, () => 1, (cols) => cols, () => -1];  // N, E, S, W

  // Of the digging: frames are four times a room and a direction. `dug` has two steps a room, from 1, for its passages
  // to the east and the south, `first` the step at which it was reached.
  function digging(answer, {cols, rooms}) {
    const frames = answer.bytes ? numbers(answer.bytes) : new Uint32Array(0);
    const dug = new Uint32Array(2 * rooms.length);
    const first = new Uint32Array(rooms.length);
    const other = (frame) => (frame >>> 2) + next[frame & 3](cols);
    frames.forEach((frame, at) => {
      const [a, b] = [frame >>> 2, other(frame)];
      dug[2 * Math.min(a, b) + (frame & 1 ? 0 : 1)] = at + 1;
      for (const room of [a, b]) if (first[room] === 0) first[room] = at + 1;
    });
    return {kind: "dig", count: frames.length, dug, first, heads: (step) => other(frames[step - 1])};
  }

  // Of a search: events are twice a room, and one more if it was expanded. `when` is the step at which a room was
  // expanded, `seen` one more than the step at which it joined the frontier, both 0 for never; `frontier` has the size
  // of that at each step.
  function searching(answer, {rooms}) {
    const all = answer.bytes ? numbers(answer.bytes) : new Uint32Array(0);
    const events = all.subarray(0, answer.events);
    const order = [];
    const frontier = [0];
    const when = new Uint32Array(rooms.length);
    const seen = new Uint32Array(rooms.length);
    for (const event of events) {
      const room = event >>> 1;
      const step = order.length;
      if (event & 1) {
        order.push(room);
        frontier.push(frontier[step] - (seen[room] > 0 && when[room] === 0 ? 1 : 0));
        if (when[room] === 0) when[room] = step + 1;
      } else {
        seen[room] = step + 1;
        ++frontier[step];
      }
    }
    return {kind: "search", method: answer.method, count: order.length, when, seen, frontier, answer,
      route: all.subarray(answer.events), heads: (step) => order[step - 1]};
  }

  // Numbers and times as the language writes them.
  function formats(language) {
    const number = (value, digits = 0) => value.toLocaleString(language, {maximumFractionDigits: digits});
    const duration = (seconds) => (seconds < 1e-3 ? `${number(seconds * 1e6, seconds < 1e-5 ? 1 : 0)} µs`
      : seconds < 1 ? `${number(seconds * 1000, seconds < 0.1 ? 1 : 0)} ms` : `${number(seconds, 1)} s`);
    return {number, duration};
  }

  // What a search found, in a sentence.
  function foundBy({t, language}, film) {
    const {number} = formats(language);
    const by = t(playgroundMazeWords.methods[film.method]);
    const {outcome, length, expanded} = film.answer;
    if (outcome === "limit")
      return t({en: `${by} gave up after ${number(expanded)} expansions.`, es: `${by} se rindió tras ${number(expanded)} expansiones.`});
    if (outcome === "none")
      return t({en: `${by}: no path leads to E; ${number(expanded)} rooms expanded.`,
        es: `${by}: ningún camino llega a E; ${number(expanded)} salas expandidas.`});
    return t({en: `${by}: a path of ${number(length)} steps, ${number(expanded)} rooms expanded.`,
      es: `${by}: un camino de ${number(length)} pasos, ${number(expanded)} salas expandidas.`});
  }

  // What is seen, in a sentence.
  function captionOf(app, maze, film, step) {
    const {t} = app;
    const {number, duration} = formats(app.language);
    const isEnd = !film || step >= film.count;
    if (film && film.kind === "search") {
      if (isEnd) return foundBy(app, film);
      const by = t(playgroundMazeWords.methods[film.method]);
      const [done, all, waiting] = [step, film.count, film.frontier[step]].map((value) => number(value));
      return t({en: `${by}: ${done} of ${all} rooms expanded, ${waiting} in the frontier.`,
        es: `${by}: ${done} de ${all} salas expandidas, ${waiting} en la frontera.`});
    }
    const name = t(playgroundMazeWords.algorithms[maze.plan.algorithm].name);
    if (!isEnd)
      return t({en: `${name}: ${number(step)} of ${number(film.count)} passages dug.`,
        es: `${name}: ${number(step)} de ${number(film.count)} pasajes excavados.`});
    const size = `${number(maze.rows)} × ${number(maze.cols)}`;
    const passages = film ? t({en: `, ${number(film.count)} passages`, es: `, ${number(film.count)} pasajes`}) : "";
    const long = 0.1;  // seconds; a single run of less says nothing
    const time = maze.seconds < long ? "" : t({en: `, dug in ${duration(maze.seconds)}`, es: `, excavado en ${duration(maze.seconds)}`});
    const many = 100000;  // rooms, that are too small to be seen on most screens
    const hint = maze.rooms.length < many ? "" : t({en: " Zoom in to see the rooms.", es: " Acércate para ver las salas."});
    return t({en: `${name}: ${size} rooms${passages}${time}.${hint}`, es: `${name}: ${size} salas${passages}${time}.${hint}`});
  }

  return {digging, searching, captionOf, formats};
})();
