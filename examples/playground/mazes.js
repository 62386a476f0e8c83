// SPDX-License-Identifier: MIT
// The tab Mazes: make one, watch it being dug, watch searches find a path, compare them.
(() => {
  const {algorithms, entrances, methods} = playgroundMazeWords;
  const words = playgroundWords.common;
  const longest = 2000;  // rooms a side
  const filmedAtOnce = 250000;  // rooms; of larger mazes, a film is made when it is asked for
  const secondsOfFilm = 6;
  const defaults = {algorithm: "wilson", rows: "24", cols: "32", seed: "7", braid: "0", entrance: "corners",
    view: "dig", method: "bfs", distances: "0"};

  const numbers = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // When each room was expanded, from 1; 0 is never.
  function times(order, rooms) {
    const when = new Uint32Array(rooms);
    for (let i = order.length; i-- > 0;) when[order[i]] = i + 1;
    return when;
  }

  // Numbers and times as the language writes them.
  function formats(language) {
    const number = (value, digits = 0) => value.toLocaleString(language, {maximumFractionDigits: digits});
    const duration = (seconds) =>
      (seconds < 1 ? `${number(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms` : `${number(seconds, 1)} s`);
    return {number, duration};
  }

  // What is asked for: a form that calls `onchange` when something changes.
  function makeForm(app, onchange) {
    const {t, el} = app;
    const change = (name) => (value) => onchange(name, String(value));
    const wide = (field) => { field.classList.add("wide"); return field; };
    const options = (all, text) => Object.entries(all).map(([id, one]) => [id, t(text(one))]);
    const side = (name, text) =>
      app.input(text, {min: 1, max: longest, step: 1, required: true, inputmode: "numeric", onchange: change(name)});

    const fields = {
      algorithm: wide(app.select(t({en: "Algorithm", es: "Algoritmo"}), options(algorithms, (one) => one.name),
        {onchange: change("algorithm")})),
      rows: side("rows", t({en: "Rows", es: "Filas"})),
      cols: side("cols", t({en: "Columns", es: "Columnas"})),
      seed: app.input(t({en: "Seed", es: "Semilla"}),
        {type: "text", inputmode: "numeric", pattern: "[0-9]{1,20}", required: true, onchange: change("seed")}),
      entrance: wide(app.select(t({en: "Start and exit", es: "Inicio y salida"}), options(entrances, (one) => one),
        {onchange: change("entrance")})),
      braid: wide(app.input(t({en: "Dead ends opened", es: "Callejones abiertos"}),
        {type: "range", min: 0, max: 100, step: 5, onchange: change("braid"), oninput: () => showBraid()})),
    };
    const summary = el("p", {class: "hint wide maze-summary"});
    const percent = el("span", {class: "maze-braid", "aria-hidden": "true"});
    fields.braid.querySelector(".field-name").append(" ", percent);

    function showBraid() {
      const {control} = fields.braid;
      percent.textContent = `${control.value}\u00a0%`;
      control.setAttribute("aria-valuetext", `${control.value} %`);
    }

    const {algorithm, ...others} = fields;
    return {
      element: el("div", {class: "fields"}, algorithm, summary, Object.values(others)),
      fill(wanted) {
        for (const [name, {control}] of Object.entries(fields))
          control.value = control.type === "number" && !isFinite(wanted[name]) ? "" : wanted[name];
        summary.textContent = t(algorithms[wanted.algorithm] || {en: "", es: ""});
        showBraid();
      },
    };
  }

  // What was counted in a maze; dots until it is known.
  function statisticsOf(app, a) {
    const {t} = app;
    const {number} = formats(app.language);
    const isKnown = a && a.status === "analysed";
    const one = (name, digits) => (isKnown ? number(a[name], digits) : "…");
    const share = (name) =>
      (isKnown ? `${number(a[name])}\u00a0(${number(100 * a[name] / a.rooms, 1)}\u00a0%)` : "…");
    return app.facts([
      [t({en: "Rooms", es: "Salas"}), one("rooms")],
      [t({en: "Passages", es: "Pasos abiertos"}), one("passages")],
      [t({en: "Dead ends", es: "Callejones sin salida"}), share("dead_ends")],
      [t({en: "Mean length of a dead end", es: "Longitud media de un callejón"}), one("dead_end_mean", 1)],
      [t({en: "Corridors", es: "Pasillos"}), share("corridors")],
      [t({en: "Junctions", es: "Bifurcaciones"}), share("junctions")],
      [t({en: "Crossroads", es: "Cruces"}), share("crossroads")],
      [t({en: "Loops", es: "Bucles"}), one("cycles")],
      [t({en: "Longest path", es: "Camino más largo"}), one("diameter")],
    ]);
  }

  // The searches side by side, with the chosen one marked.
  function comparisonOf(app, searches, chosen) {
    const {t} = app;
    const {number, duration} = formats(app.language);
    const cells = (id) => {
      const one = searches.find((search) => search.method === id);
      return one ? [number(one.length), number(one.expanded), duration(one.seconds)] : ["…", "…", "…"];
    };
    const table = app.table(t({en: "The searches side by side", es: "Las búsquedas, una junto a otra"}),
      [t({en: "Search", es: "Búsqueda"}), t(words.steps), t({en: "Expanded", es: "Expandidas"}),
        t({en: "Time", es: "Tiempo"})],
      Object.entries(methods).map(([id, name]) => [name, ...cells(id)]));
    const row = table.querySelectorAll("tbody tr")[Object.keys(methods).indexOf(chosen)];
    if (row) row.setAttribute("aria-current", "true");
    return table;
  }

  // What is seen, in a sentence.
  function captionOf(app, maze, film, step) {
    const {t} = app;
    const {number, duration} = formats(app.language);
    const name = t(algorithms[maze.algorithm].name);
    const isEnd = !film || step === film.count;
    const done = film ? [number(step), number(film.count)] : [];
    if (film && film.kind === "search") {
      const by = methods[film.method];
      if (!isEnd)
        return t({en: `${by}: ${done[0]} of ${done[1]} rooms expanded.`,
          es: `${by}: ${done[0]} de ${done[1]} salas expandidas.`});
      const {length, expanded, seconds} = film.answer;
      return t({
        en: `${by}: a path of ${number(length)} steps, ${number(expanded)} rooms expanded in ${duration(seconds)}.`,
        es: `${by}: un camino de ${number(length)} pasos, ${number(expanded)} salas expandidas en ${duration(seconds)}.`,
      });
    }
    if (!isEnd)
      return t({en: `${name}: ${done[0]} of ${done[1]} passages dug.`,
        es: `${name}: ${done[0]} de ${done[1]} pasos excavados.`});
    const size = `${number(maze.rows)} × ${number(maze.cols)}`;
    return t({en: `${name}, ${size} rooms, dug in ${duration(maze.seconds)}.`,
      es: `${name}, ${size} salas, excavado en ${duration(maze.seconds)}.`});
  }

  function mount(root, app) {
    const {t, el} = app;
    const wanted = {...defaults};
    let maze;        // {rows, cols, rooms, entrance, exit, seconds, algorithm}
    let films = {};  // of this maze: dig, and searches by their method
    let film;        // the one that is seen
    let distances;
    let searches = [];
    let coming;      // the step that will be seen once there is a film
    let fitted;      // the maze that the picture has the size of; that of a hidden tab has none
    let ticket = 0;  // of the maze that was asked for last
    let pending = 0;

    // What is seen.
    const picture = el("canvas", {class: "maze-picture", role: "img",
      "aria-label": t({en: "The maze", es: "El laberinto"})});
    const painter = playgroundMazePainter(picture, app.isDark);
    const mark = (letter, title) => el("span", {class: "maze-mark", title, "aria-hidden": "true"}, letter);
    const marks = [mark("S", t({en: "Start", es: "Inicio"})), mark("E", t({en: "Exit", es: "Salida"}))];
    const frame = el("div", {class: "maze-frame"}, picture, marks);
    const view = el("div", {class: "maze-window", tabindex: "0", role: "region",
      "aria-label": t({en: "Picture of the maze", es: "Imagen del laberinto"})}, frame);
    const caption = el("p", {class: "maze-caption", "aria-live": "polite"}, "\u00a0");
    const errors = el("div");
    const player = app.player({label: t({en: "Film", es: "Película"}), show: showStep});
    const comparison = el("div");
    const statistics = el("div");

    // What is asked.
    const form = makeForm(app, (name, value) => {
      wanted[name] = value;
      generate();
    });
    const watched = app.choice(t({en: "Watch", es: "Ver"}), [
      ["dig", t({en: "the digging", es: "la excavación"})], ["search", t({en: "the search", es: "la búsqueda"})],
    ], {value: "dig", onchange: setView});
    const method = app.choice(t({en: "Method", es: "Método"}), Object.entries(methods), {value: "bfs",
      onchange: (value) => {
        wanted.method = value;
        showComparison();
        setView("search");
      }});
    const colored = app.check(t({en: "Colours by distance from S", es: "Colores por distancia a S"}), {
      onchange: (on) => {
        wanted.distances = on ? "1" : "0";
        loadDistances().then(paintAll).catch(stopped);
        app.changed();
      }});
    const whole = app.check(
      t({en: "Full size, with scroll bars", es: "Tamaño completo, con barras de desplazamiento"}),
      {onchange: (on) => view.classList.toggle("full", on)});
    whole.hidden = true;
    const toRunner = app.button(t({en: "Open in MAZE runner", es: "Abrir en Corredor MAZE"}), openInRunner,
      {kind: "quiet"});
    const grown = (text, act, how) => app.button(text, act, {class: "grow", ...how});
    const save = (format, text) => app.button(text, () => download(format), {icon: "save"});

    root.append(app.bench(
      [
        el("section", {class: "card", "aria-label": t({en: "Maze", es: "Laberinto"})}, view,
          el("div", {class: "maze-controls"}, caption, watched), player.element, whole),
        errors,
      ],
      [
        app.card(t({en: "Make a maze", es: "Crear un laberinto"}), form.element,
          app.toolbar(t({en: "Make", es: "Crear"}),
            grown(t({en: "New maze", es: "Nuevo laberinto"}), newMaze, {kind: "primary", icon: "dice"}),
            grown(t({en: "Watch it being dug", es: "Ver cómo se excava"}), () => watch("dig"), {icon: "play"}))),
        app.card(t({en: "Find the way out", es: "Encontrar la salida"}), method,
          app.toolbar(t(words.solve),
            grown(t(words.solve), () => setView("search"), {kind: "primary"}),
            grown(t({en: "Watch the search", es: "Ver la búsqueda"}), () => watch("search"), {icon: "play"})),
          colored, comparison),
        app.card(t({en: "Statistics", es: "Estadísticas"}), statistics),
        app.card(t({en: "Download", es: "Descargar"}),
          app.toolbar(t({en: "Files", es: "Archivos"}), save("svg", "SVG"), save("png", "PNG"),
            save("maze", t({en: "MAZE text", es: "Texto MAZE"}))),
          toRunner),
      ]));

    // Making.
    async function ask(name, more = {}, busy = undefined) {
      const {algorithm, rows, cols, seed, entrance} = wanted;
      const request = {algorithm, rows, cols, seed, entrance, braid: Number(wanted.braid) / 100};
      ++pending;
      try {
        return await app.call(name, {...request, ...more}, {busy});
      } finally {
        --pending;
      }
    }

    // Makes what is wanted, and shows it at a step of its film; the last request counts.
    async function generate({at, play = false} = {}) {
      coming = at;
      fillForm();
      if (!maze) fitPicture();
      app.changed();
      if (pending > 0) app.stop();
      const mine = ++ticket;
      try {
        const answer = await ask("mazes_make", {}, t({en: "Digging the maze", es: "Excavando el laberinto"}));
        if (mine !== ticket) return;
        if (answer.status === "made") await take(answer, mine, at, play);
        else app.showErrors(errors, answer);
      } catch (error) {
        stopped(error);
      }
    }

    async function take({rows, cols, entrance, exit, seconds, bytes}, mine, at, play) {
      app.clearErrors(errors);
      maze = {rows, cols, rooms: bytes, seconds, algorithm: wanted.algorithm,
        entrance: entrance[1] * cols + entrance[0], exit: exit[1] * cols + exit[0]};
      films = {};
      film = distances = undefined;
      searches = [];
      player.load(0);
      whole.hidden = Math.max(rows, cols) < 250;
      toRunner.disabled = rows * cols > 2500;
      showComparison();
      showStatistics();
      fitPicture();
      await loadDistances();
      const isFilmed = rows * cols <= filmedAtOnce || wanted.view === "search";
      if (isFilmed && mine === ticket) await (play && !isStill() ? watch("dig") : setView(wanted.view, at));
      if (mine === ticket) await measure(mine);
    }

    async function measure(mine) {
      const compared = await ask("mazes_compare", {}, t({en: "Searching", es: "Buscando"}));
      if (mine !== ticket) return;
      searches = compared.searches;
      showComparison();
      const analysed = await ask("mazes_analyse", {}, t({en: "Measuring", es: "Midiendo"}));
      if (mine === ticket) showStatistics(analysed);
    }

    function stopped(error) {
      if (!error || !error.stopped) app.showErrors(errors, error);
    }

    function newMaze() {
      wanted.seed = String(Math.floor(Math.random() * 1e6));
      wanted.view = "dig";
      generate({play: true});
    }

    function fillForm() {
      form.fill(wanted);
      method.value = wanted.method;
      colored.control.checked = wanted.distances === "1";
      watched.value = wanted.view;
    }

    // Films.
    async function loadFilm(kind) {
      const key = kind === "search" ? wanted.method : "dig";
      if (films[key]) return films[key];
      const mine = ticket;
      const busy = t({en: "Making the film", es: "Preparando la película"});
      const answer = await (kind === "search" ? ask("mazes_search", {method: key}, busy) : ask("mazes_film", {}, busy));
      if (mine !== ticket) throw {stopped: true};
      const all = answer.bytes ? numbers(answer.bytes) : new Uint32Array(0);
      const order = all.subarray(0, answer.order);
      films[key] = kind === "dig" ? {kind, frames: all, count: all.length}
        : {kind, method: key, frames: order, count: order.length, route: all.subarray(answer.order), answer,
          when: times(order, maze.rooms.length)};
      return films[key];
    }

    async function loadDistances() {
      if (wanted.distances !== "1" || !maze || distances) return;
      const mine = ticket;
      const answer = await ask("mazes_distances");
      if (mine === ticket) distances = {shades: answer.bytes, colors: answer.colors.map(painter.pixel)};
    }

    // Shows the digging or the search, at its end or at a step.
    async function setView(kind, at) {
      wanted.view = kind;
      watched.value = kind;
      if (!maze) return;
      try {
        const next = await loadFilm(kind);
        film = undefined;  // so that the player draws nothing while the other film is put in
        const rate = Math.max(6, next.count / secondsOfFilm);
        player.load(next.count, {at: at === undefined ? next.count : at, rate});
        film = next;
        paintAll();
        app.changed();
      } catch (error) {
        stopped(error);
      }
    }

    async function watch(kind) {
      await setView(kind, isStill() ? undefined : 0);
      if (film && film.kind === kind && !isStill()) player.play();
    }

    // Painting.
    function paintAll() {
      if (!maze || fitted !== maze) return;
      painter.show({maze, film, step: player.step, distances: wanted.distances === "1" ? distances : undefined});
      describe();
    }

    function showStep(step) {
      if (!film || fitted !== maze) return;
      painter.move(step);
      describe();
      if (!player.playing) app.changed();
    }

    // Before there is a maze, rock of its size: the page does not jump when it comes.
    function fitPicture() {
      const ratio = window.devicePixelRatio || 1;
      const style = getComputedStyle(view);
      const width = view.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      fitted = undefined;
      if (!(width > 0)) return;
      const side = (text) => Math.max(1, Math.min(longest, Math.floor(Number(text)) || 1));
      const {rows, cols} = maze || {rows: side(wanted.rows), cols: side(wanted.cols)};
      const height = Math.max(innerHeight * 0.72, 320);
      painter.fit(rows, cols, {width: width * ratio, height: height * ratio, pitch: 48 * ratio});
      frame.style.setProperty("--natural", `${picture.width / ratio}px`);
      frame.style.setProperty("--shape", picture.width / picture.height);
      fitted = maze;
      placeMarks(ratio);
      if (maze) paintAll();
      else painter.show();
    }

    function placeMarks(ratio) {
      marks.forEach((one, at) => {
        one.hidden = !maze;
        if (!maze) return;
        const [x, y] = painter.place(at === 0 ? maze.entrance : maze.exit);
        one.style.left = `${100 * x}%`;
        one.style.top = `${100 * y}%`;
        one.style.setProperty("--room", `${painter.pitch / ratio}px`);
      });
    }

    // Words.
    function describe() {
      const text = captionOf(app, maze, film, player.step);
      // What changes many times a second is not read out.
      if (player.playing) caption.removeAttribute("aria-live");
      else caption.setAttribute("aria-live", "polite");
      caption.textContent = text;
      picture.setAttribute("aria-label", text);
    }

    const showComparison = () => comparison.replaceChildren(comparisonOf(app, searches, wanted.method));
    const showStatistics = (counted) => statistics.replaceChildren(statisticsOf(app, counted));

    // Files.
    async function file(format) {
      const route = film && film.kind === "search" ? {method: film.method} : {};
      const more = format === "maze" ? {} : {distances: wanted.distances, ...route};
      const busy = t({en: "Writing the file", es: "Escribiendo el archivo"});
      const answer = await ask("mazes_file", {format, ...more}, busy);
      if (answer.status === "written") return answer.bytes;
      app.showErrors(errors, answer);
      return null;
    }

    async function download(format) {
      const types = {svg: "image/svg+xml", png: "image/png", maze: "text/plain"};
      const {algorithm, rows, cols, seed} = wanted;
      const name = `maze-${algorithm}-${rows}x${cols}-${seed}.${format === "maze" ? "txt" : format}`;
      try {
        const bytes = await file(format);
        if (bytes) app.download(name, bytes, types[format]);
      } catch (error) {
        stopped(error);
      }
    }

    async function openInRunner() {
      try {
        const bytes = await file("maze");
        if (bytes) app.open("runner", {maze: new TextDecoder().decode(bytes)});
      } catch (error) {
        stopped(error);
      }
    }

    // A narrower or wider place needs another picture.
    let width = view.clientWidth;
    const watcher = new ResizeObserver(() => {
      if (view.clientWidth === width || view.clientWidth === 0) return;
      width = view.clientWidth;
      fitPicture();
    });
    watcher.observe(view);
    addEventListener("lookchange", fitPicture);
    fillForm();
    showComparison();
    showStatistics();
    fitPicture();
    const first = setTimeout(generate);

    return {
      state() {
        const step = film ? (player.step < player.count ? player.step : undefined) : coming;
        return {...wanted, ...(step === undefined ? {} : {step: String(step)})};
      },
      restore({step, ...rest}) {
        clearTimeout(first);
        for (const name of Object.keys(defaults)) if (name in rest) wanted[name] = rest[name];
        if (!(wanted.method in methods)) wanted.method = defaults.method;
        if (wanted.view !== "search") wanted.view = "dig";
        if (!(Number(wanted.braid) >= 0)) wanted.braid = defaults.braid;
        generate({at: /^\d+$/.test(step || "") ? Number(step) : undefined});
      },
      show: fitPicture,
      unmount() {
        clearTimeout(first);
        watcher.disconnect();
        removeEventListener("lookchange", fitPicture);
      },
    };
  }

  playground.tab({id: "mazes", name: {en: "Mazes", es: "Laberintos"}, mount});
})();
