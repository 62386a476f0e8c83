// SPDX-License-Identifier: MIT
// The tab Mazes: make one, change it by hand, watch it being dug, watch searches find a path, compare them.
(() => {
  const {reasons} = playgroundMazeWords;
  const {captionOf, digging, searching} = playgroundMazeFilms;
  const {plans, looks, requestOf, planOf, lookOf, stateOf, untouched, handiwork} = playgroundMazePlan;
  const mask = playgroundMazeMask;
  const filmedAtOnce = 250000;  // rooms; of larger mazes, a film is made when it is asked for
  const quickRooms = 2500;      // of these, the page itself makes and searches mazes between two frames
  const smallRooms = 10000;     // up to here a slider changes the maze while it is dragged
  const secondsOfFilm = 6;

  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function mount(root, app) {
    const {t, el} = app;
    let wanted = {...plans};  // what the form says
    const look = {...looks};
    let maze;           // the one that is shown: {plan, rows, cols, rooms, entrance, exit, seconds}
    let films = {};     // of this maze: dig, and searches by their method
    let seen = [];      // the films that are seen, one or two
    let distances;
    let drawing;        // the rooms of a shape that is being drawn, or nothing
    let brush = 0;      // what is painted: a room, or none
    let past = [];      // what was changed by hand, to take back
    let searches = [];
    let times = {};
    let coming;         // the step that will be seen once there is a film
    let ticket = 0;     // of the maze that was asked for last
    let pending = 0;
    let isReady = false;
    let measuring;
    app.ready.then(() => { isReady = true; });

    // What is seen.
    const camera = {zoom: 1, x: 0, y: 0};
    const makeView = () => playgroundMazeView(app, camera, {moved: () => views.forEach((view) => view.soon()), place: placeMark,
      toggle: toggleWall, paint: paintRoom, isPainting: () => drawing !== undefined, undo, tell});
    const views = [makeView(), makeView()];
    const captions = views.map(() => el("p", {class: "maze-caption", "aria-live": "polite"}, "\u00a0"));
    const pictures = views.map((view, at) => el("div", {class: "maze-film"}, view.element, captions[at]));
    pictures[1].hidden = true;
    const player = app.player({label: t({en: "Film", es: "Película"}), show: showStep, onpause: () => { describe(); app.changed(); }});
    const form = playgroundMazeForm(app, (name, value, isLive) => {
      if (isLive && Number(wanted.rows) * Number(wanted.cols) > smallRooms) return;
      const isResized = name === "rows" || name === "cols";
      wanted = {...untouched(wanted), [name]: value};
      if (isResized && !mask.shapes.includes(wanted.mask)) wanted.mask = "";
      generate();
    });
    const bench = playgroundMazeBench(app, {pictures, player, form}, {undo, setView, choose, watch, newMaze, drawShape, openInRunner, download,
      zoom: (factor) => views[0].zoomAt(factor), showAll: () => views[0].showAll(), color});
    root.append(bench.element);

    // Making. Whatever is asked about a maze is asked by the plan of the one that is shown.
    const quickNames = ["mazes_make", "mazes_film", "mazes_search", "mazes_distances"];

    async function ask(name, more = {}, busy = undefined, plan = maze.plan) {
      const request = {...requestOf(plan), ...more};
      const isQuick = isReady && quickNames.includes(name) && more.method !== "ida_star" && maze &&
        Number(plan.rows) * Number(plan.cols) <= quickRooms;
      if (isQuick) return app.now(name, request);
      ++pending;
      try {
        return await app.call(name, request, {busy});
      } finally {
        --pending;
      }
    }

    // Makes what is wanted, and shows it at a step of its film; the last request counts.
    async function generate({at, play = false, push = false} = {}) {
      const plan = {...wanted};
      if (!form.check(plan)) return;
      stopDrawing();
      coming = at;
      form.fill(plan);
      bench.fill(look);
      clearTimeout(measuring);
      if (pending > 0) app.stop();
      const mine = ++ticket;
      try {
        const answer = await ask("mazes_make", {}, t({en: "Digging the maze", es: "Excavando el laberinto"}), plan);
        if (mine !== ticket) return;
        if (answer.status === "made") await take(answer, plan, mine, {at, play, push});
        else refuse(answer);
      } catch (error) {
        if (mine === ticket) stopped(error);
      }
    }

    async function take({rows, cols, entrance, exit, seconds, bytes}, plan, mine, {at, play, push}) {
      const isOther = !maze || maze.rows !== rows || maze.cols !== cols;
      app.clearErrors(bench.errors);
      maze = {plan, rows, cols, rooms: bytes, seconds, entrance: entrance[1] * cols + entrance[0], exit: exit[1] * cols + exit[0]};
      if (isOther) Object.assign(camera, {zoom: 1, x: cols / 2, y: rows / 2});
      past = [];
      bench.toRunner.disabled = rows * cols > 2500;
      forgetFilms();
      seen = [];
      player.load(0);
      paintAll();
      if (push) app.changed({push: true});
      await loadDistances();
      paintAll();
      const isFilmed = rows * cols <= filmedAtOnce || look.view === "search";
      if (isFilmed && mine === ticket) await (play && !isStill() ? watch("dig") : setView(look.view, at));
      app.changed();
      if (mine === ticket) measureSoon(0);
    }

    function forgetFilms() {
      films = {};
      distances = undefined;
      searches = [];
      times = {};
      bench.undoing.disabled = past.length === 0 && !maze.plan.walls;
      showComparison();
      bench.count();
    }

    // Counts at once, and times after that, a search at a time: others may come between.
    function measureSoon(wait = 300) {
      clearTimeout(measuring);
      const mine = ticket;
      measuring = setTimeout(() => measure(mine).catch(fail), wait);
    }

    async function measure(mine) {
      const compared = await ask("mazes_compare", {}, t({en: "Searching", es: "Buscando"}));
      if (mine !== ticket) return;
      searches = compared.searches;
      showComparison();
      const analysed = await ask("mazes_analyse", {}, t({en: "Measuring", es: "Midiendo"}));
      if (mine !== ticket) return;
      bench.count(analysed);
      for (const {method: id, outcome} of searches) {
        if (outcome === "limit") continue;
        const timed = await ask("mazes_time", {method: id}, t({en: "Timing the searches", es: "Cronometrando las búsquedas"}));
        if (mine !== ticket) return;
        times[id] = timed.seconds;
        showComparison();
      }
    }

    function fail(error) {
      if (error && !error.stopped) app.showErrors(bench.errors, error);
    }

    // What was not made leaves what is shown.
    function stopped(error) {
      fail(error);
      if (!maze) {
        captions[0].textContent = t({en: "Stopped. Press New maze to make one.", es: "Detenido. Pulsa Nuevo laberinto para crear uno."});
        return;
      }
      wanted = {...maze.plan};
      form.fill(wanted);
    }

    function refuse(answer) {
      const [{code}] = answer.errors;
      const reason = reasons[code] ? t(reasons[code]) : "";
      if (code === "bad_mask") form.refuse("mask", reason);
      else app.showErrors(bench.errors, reason ? {message: reason} : answer);
    }

    function newMaze() {
      wanted = {...untouched(wanted), seed: String(Math.floor(Math.random() * 1e6))};
      look.view = "dig";
      generate({play: true, push: true});
    }

    // Changing by hand: the last change counts, and the films follow.
    let isChanging = false;
    let nextChange;

    async function change(how, {isSearch = look.view === "search"} = {}) {
      nextChange = {how, isSearch};
      if (isChanging || !maze) return;
      isChanging = true;
      try {
        while (nextChange) {
          const {how: now, isSearch: next} = nextChange;
          nextChange = undefined;
          await changeTo({...maze.plan, ...now}, next);
        }
      } catch (error) {
        fail(error);
      } finally {
        isChanging = false;
      }
    }

    async function changeTo(plan, isSearch) {
      const mine = ++ticket;
      clearTimeout(measuring);
      const isWall = plan.walls !== maze.plan.walls;
      const made = isWall || plan.from === "" || plan.to === "" ? await ask("mazes_make", {}, undefined, plan) : null;
      if (mine !== ticket) return;
      const number = ([x, y]) => y * maze.cols + x;
      maze = {...maze, plan, ...(made ? {rooms: made.bytes, entrance: number(made.entrance), exit: number(made.exit)}
        : {entrance: Number(plan.from), exit: Number(plan.to)})};
      wanted = {...plan};
      forgetFilms();
      await loadDistances();
      if (isSearch || seen.length > 0) await setView(isSearch ? "search" : look.view);
      paintAll();
      app.changed();
      measureSoon();
    }

    const remember = () => past.push(handiwork(maze.plan));

    let isDragged = false;
    function placeMark(which, room, isEnd) {
      if (!isDragged) remember();
      isDragged = !isEnd;
      const name = which === 0 ? "from" : "to";
      if (isEnd && maze.plan[name] === String(room)) return;
      change({[name]: String(room)}, {isSearch: true});
    }

    function toggleWall(room, side) {
      remember();
      const number = String(2 * room + side);
      const walls = maze.plan.walls ? maze.plan.walls.split(",") : [];
      const kept = walls.filter((one) => one !== number);
      change({walls: (kept.length < walls.length ? kept : [...walls, number]).join(",")});
      const isOpen = maze.rooms[room] >> (side ? 2 : 1) & 1;
      app.announce(isOpen ? t({en: "Wall closed", es: "Pared cerrada"}) : t({en: "Wall opened", es: "Pared abierta"}));
    }

    function undo() {
      if (!maze || drawing) return;
      const before = past.pop() || {walls: maze.plan.walls.split(",").slice(0, -1).join(",")};
      change(before);
    }

    function tell(room) {
      const [row, column] = [Math.floor(room / maze.cols) + 1, room % maze.cols + 1];
      const rooms = drawing ? drawing[room] : maze.rooms[room] !== 255;
      const open = [[1, {en: "north", es: "norte"}], [2, {en: "east", es: "este"}], [4, {en: "south", es: "sur"}], [8, {en: "west", es: "oeste"}]]
        .filter(([bit]) => rooms && !drawing && maze.rooms[room] & bit).map(([, name]) => t(name)).join(", ");
      const what = !rooms ? t({en: "no room", es: "sin sala"}) : drawing ? t({en: "room", es: "sala"})
        : open ? t({en: `open to ${open}`, es: `abierta al ${open}`}) : t({en: "closed on all sides", es: "cerrada por todos lados"});
      app.announce(t({en: `Row ${row}, column ${column}: ${what}`, es: `Fila ${row}, columna ${column}: ${what}`}));
    }

    // Drawing a shape.
    function drawShape() {
      if (drawing) {
        wanted = {...untouched(wanted), mask: mask.write(drawing)};
        generate({push: true});
        return;
      }
      if (!maze) return;
      player.pause();
      drawing = Uint8Array.from(maze.rooms, (room) => (room === 255 ? 0 : 1));
      showDrawing();
      views[0].element.focus();
    }

    function stopDrawing() {
      if (!drawing) return;
      drawing = undefined;
      showDrawing();
    }

    function showDrawing() {
      bench.showDrawing(Boolean(drawing));
      paintAll();
    }

    function paintRoom(room, isFirst) {
      if (isFirst) brush = 1 - drawing[room];
      drawing[room] = brush;
      if (isFirst) tell(room);
      paintAll();
    }

    // Films.
    async function loadFilm(key) {
      if (films[key]) return films[key];
      const mine = ticket;
      const busy = t({en: "Making the film", es: "Preparando la película"});
      const answer = await (key === "dig" ? ask("mazes_film", {}, busy) : ask("mazes_search", {method: key}, busy));
      if (mine !== ticket) throw {stopped: true};
      films[key] = (key === "dig" ? digging : searching)(answer, maze);
      return films[key];
    }

    // Of a maze whose rooms are too small to be seen, distances make a relief.
    async function loadDistances() {
      if (!maze || distances || look.distances !== "1" && maze.rooms.length <= smallRooms) return;
      const mine = ticket;
      const answer = await ask("mazes_distances");
      if (mine === ticket && answer.bytes) distances = {shades: answer.bytes, colors: answer.colors.map(playgroundMazePainter.pixel)};
    }

    // Shows the digging or the search, at its end or at a step.
    async function setView(kind, at) {
      look.view = kind;
      bench.fill(look);
      if (!maze) return;
      const mine = ticket;
      try {
        const keys = kind === "dig" ? ["dig"] : [look.method, look.second].filter(Boolean);
        const next = [];
        for (const key of keys) next.push(await loadFilm(key));
        if (mine !== ticket) return;
        seen = [];  // so that the player draws nothing while the other film is put in
        const count = Math.max(...next.map((film) => film.count));
        player.load(count, {at: at === undefined ? count : at, rate: Math.max(6, count / secondsOfFilm)});
        seen = next;
        coming = undefined;
        showComparison();
        paintAll();
        app.changed();
      } catch (error) {
        if (mine === ticket) fail(error);
      }
    }

    async function watch(kind) {
      await setView(kind, isStill() ? undefined : 0);
      if (seen.length > 0 && seen[0].kind === kind && !isStill()) player.play();
    }

    function color(isOn) {
      look.distances = isOn ? "1" : "0";
      loadDistances().then(paintAll).catch(fail);
      app.changed();
    }

    function choose(wish) {
      Object.assign(look, wish);
      showComparison();
      setView("search");
    }

    // Painting.
    function sceneOf(film) {
      if (drawing) return {maze: {...maze, rooms: Uint8Array.from(drawing, (one) => (one ? 0 : 255))}, step: 0};
      const isColored = look.distances === "1";
      return {maze, film, step: Math.min(player.step, film ? film.count : 0), distances: isColored ? distances : undefined,
        relief: distances && distances.shades};
    }

    function paintAll() {
      if (!maze) return;
      pictures[1].hidden = seen.length < 2;
      views[0].show(sceneOf(seen[0]));
      if (seen.length > 1) views[1].show(sceneOf(seen[1]));
      describe();
    }

    function showStep() {
      if (seen.length === 0) return;
      paintAll();
      if (!player.playing) app.changed();
    }

    // Words. What changes many times a second is not read out.
    function describe() {
      captions.forEach((caption, at) => {
        if (!maze || at > 0 && seen.length < 2) return;
        const text = drawing ? t({en: "The shape of the maze.", es: "La forma del laberinto."}) : captionOf(app, maze, seen[at], player.step);
        if (player.playing) caption.removeAttribute("aria-live");
        else caption.setAttribute("aria-live", "polite");
        if (caption.textContent !== text) caption.textContent = text;
        views[at].canvas.setAttribute("aria-label", text);
      });
    }

    const showComparison = () => bench.compare(searches, times, [look.method, look.second]);

    // Files of the maze that is shown.
    async function file(format) {
      const isPicture = ["svg", "png", "graph"].includes(format);
      const route = seen.length > 0 && seen[0].kind === "search" ? {method: seen[0].method} : {};
      const more = isPicture ? {...route, ...(format === "graph" ? {} : {distances: look.distances})} : {};
      const answer = await ask("mazes_file", {format, ...more}, t({en: "Writing the file", es: "Escribiendo el archivo"}));
      if (answer.status === "written") return answer.bytes;
      refuse(answer);
      return null;
    }

    async function download(format) {
      const [ending, type] = {svg: ["svg", "image/svg+xml"], png: ["png", "image/png"], maze: ["txt", "text/plain"],
        dot: ["dot", "text/vnd.graphviz"], graph: ["graph.svg", "image/svg+xml"], matrix: ["matrix.txt", "text/plain"]}[format];
      if (!maze) return;
      const {algorithm, rows, cols, seed} = maze.plan;
      try {
        const bytes = await file(format);
        if (bytes) app.download(`maze-${algorithm}-${rows}x${cols}-${seed}.${ending}`, bytes, type);
      } catch (error) {
        fail(error);
      }
    }

    async function openInRunner() {
      try {
        const bytes = maze && await file("maze");
        if (bytes) app.open("runner", {maze: new TextDecoder().decode(bytes)});
      } catch (error) {
        fail(error);
      }
    }

    const repaint = () => views.forEach((view) => view.soon());
    addEventListener("lookchange", repaint);
    form.fill(wanted);
    bench.fill(look);
    showComparison();
    bench.count();
    const first = setTimeout(generate);

    // What the address holds: what is shown, or what will be.
    function state() {
      const plan = pending > 0 || !maze ? wanted : maze.plan;
      const step = seen.length === 0 ? coming : player.playing || player.step >= player.count ? undefined : player.step;
      return stateOf(plan, look, step);
    }

    return {
      state,
      restore(given) {
        clearTimeout(first);
        wanted = planOf(given);
        Object.assign(look, lookOf(given));
        generate({at: /^\d{1,9}$/.test(given.step || "") ? Number(given.step) : undefined});
      },
      program: () => (maze ? playgroundPrograms.make("mazes", state()) : null),
      show: repaint,
      unmount() {
        clearTimeout(first);
        clearTimeout(measuring);
        views.forEach((view) => view.unmount());
        removeEventListener("lookchange", repaint);
      },
    };
  }

  playground.tab({id: "mazes", name: {en: "Mazes", es: "Laberintos"}, mount});
})();
