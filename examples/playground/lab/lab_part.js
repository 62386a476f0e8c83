// SPDX-License-Identifier: MIT
// The part Map of the lab: a map that is solved again whenever anything on it is moved, and how the search did it.
(() => {
  const words = {
    switchToEight: {en: "Use eight directions", es: "Usar ocho direcciones"},
    level: {en: "Level the ground", es: "Allanar el terreno"},
    film: {en: "Expansions", es: "Expansiones"},
  };
  const {usual} = playgroundLabControls;
  const {chapters} = playgroundLabStory;
  const usualCols = () => (innerWidth < 600 ? 20 : innerWidth < 900 ? 40 : 60);
  const isSize = (cols) => playgroundLabMap.sizes.some(([one]) => one === Number(cols));

  function mount(root, app) {
    const {el, t} = app;
    let sample = playgroundLabMap.samples[0].id;
    let map = playgroundLabMap.sample(sample, usualCols());
    let history = playgroundLabMap.history();
    let before;            // the map when a change began
    let chapter = 0;
    let answer = null;
    let log = null;
    let state = null;
    let pointed = -1;
    let isReady = false;
    let frame = 0;
    let isStale = false;   // the map has changed since it was searched

    const [undo, redo] = ["undo", "redo"].map((way) => () => travel(way));
    const board = playgroundLabBoard(app, {map: () => map, tool: () => tools.tool, begin, end, edited, over, undo, redo});
    const caption = el("p", {class: "verdict lab-caption"});
    const remedies = el("div", {class: "row", hidden: true});
    const legends = [0, 1].map(() => playgroundLabCaption.legend(app));  // one below the picture, one beside it
    const player = app.player({label: t(words.film), show: seen, rate: 60});
    const controls = playgroundLabControls(app, (isSliding) => { solve(); changed({push: !isSliding}); });
    const tools = playgroundLabTools(app, {map: () => map, load: replace, sample: loadSample, undo, redo, clear,
      arrows: () => { show(); changed(); }});
    const story = playgroundLabStory(app, {go: tell});
    const rounds = playgroundLabCaption.rounds(app, (step) => { player.pause(); player.go(step); });
    const cell = playgroundLabQueue.cellLine(app);
    const queue = playgroundLabQueue.queueCard(app);
    const [drawing, maps] = tools.cards;

    root.append(app.bench([board.element, board.help, cell.element, caption, remedies, player.element, legends[0].element],
      [legends[1].element, story.element, controls.element, rounds.element, queue.element, drawing, maps]));

    // The search.
    const request = () => ({cells: map.cells, cols: map.cols, start: map.start, goal: map.goal, ...controls.get()});

    function estimatesOf(asked) {
      const isJump = asked.search === "jump_point";
      if (!isJump && !playgroundLabWords.searchOf(asked.search).uses.includes("estimate")) return undefined;
      return new Float32Array(app.now("lab_estimates", isJump ? {...asked, estimate: "octile"} : asked).bytes.buffer);
    }

    // Searches the map as it is; the film stands at `at`, or at its end.
    function solve({at = Infinity} = {}) {
      playgroundLabMap.latest = map;  // which the part Race offers, too
      isStale = false;
      if (!isReady) return show();
      const asked = request();
      answer = app.now("lab_search", asked);
      log = answer.status === "refused" ? null : playgroundLabLog(answer, {...controls.get(), map, estimates: estimatesOf(asked),
        backEstimates: asked.search === "bidirectional_astar" ? estimatesOf({...asked, start: map.goal, goal: map.start}) : undefined});
      controls.say(answer, map);
      for (const legend of legends) legend.show(log);
      rounds.show(log, asked.search);
      const steps = log ? log.steps : 0;
      return player.load(steps, {at: Math.min(at, steps), rate: Math.max(4, steps / 8)});
    }

    function seen(step) {
      state = log ? log.at(step) : null;
      show();
      if (!board.isDragging) app.changed();
    }

    // The picture and all that is said about it.
    function trailOf(isAtEnd) {
      if (!state || board.isDragging) return null;
      const count = map.cells.length;
      if (pointed >= 0 && state.kind[pointed] !== 0) return log.trail(pointed);
      if (pointed >= 0 && log.sides === 2 && state.kind[count + pointed] !== 0) return log.trail(pointed, 1);
      return isAtEnd || state.current < 0 ? null : log.trail(state.current, state.side);
    }

    function show() {
      const isAtEnd = Boolean(state) && state.step === log.steps;
      board.picture.draw(map, {log, state, arrows: tools.arrows, jumps: true, cursor: board.isDragging ? -1 : pointed,
        path: isAtEnd && answer.status === "found" ? log.path : null, trail: trailOf(isAtEnd)});
      cell.show(map, log, state, pointed);
      queue.show(map, log, state);
      caption.textContent = answer ? playgroundLabCaption.sentence(app, {answer, log, state, settings: controls.get(), map})
        : t(playgroundLabCaption.words.loading);
      remedies.hidden = !answer || answer.status !== "refused";
      if (!remedies.hidden) showRemedy();
    }

    function showRemedy() {
      const isWay = answer.message === "eight_directions";
      if (remedies.dataset.message === answer.message) return;
      remedies.dataset.message = answer.message;
      const useEight = () => {
        controls.set({directions: 8});
        solve();
        changed({push: true});
      };
      remedies.replaceChildren(isWay ? app.button(t(words.switchToEight), useEight)
        : app.button(t(words.level), () => clear((cost) => Math.min(cost, 1))));
    }

    function fit() {
      const wide = board.element.clientWidth;
      if (wide === 0) return;
      const isNarrow = innerWidth < 900;
      board.picture.fit(map, wide, isNarrow ? Math.max(150, innerHeight * 0.42) : Math.max(240, innerHeight - 330));
      show();
    }

    // What happens within a frame is shown once.
    function soon() {
      if (frame) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (isStale) solve();
        else show();
      });
    }

    // Changes of the map.
    const isOwn = () => !playgroundLabMap.same(map, playgroundLabMap.sample(sample, map.cols));

    function begin() {
      player.pause();
      before = playgroundLabMap.copy(map);
    }

    function edited() {
      isStale = true;
      soon();
    }

    function end() {
      if (before && !playgroundLabMap.same(before, map)) {
        history.keep(before);
        if (isStale) solve();
        app.announce(caption.textContent);
        changed();
      } else {
        show();
      }
      before = null;
      mark();
    }

    // Nothing is known about another map yet.
    function forget() {
      board.forgetCursor();
      pointed = -1;
      answer = log = state = null;
      fit();
    }

    function put(other) {
      const isOtherSize = other.cols !== map.cols || other.rows !== map.rows;
      map = other;
      if (isOtherSize) forget();
      solve();
      mark();
    }

    function replace(other) {
      history.keep(map);
      put(playgroundLabMap.copy(other));
      app.announce(caption.textContent);
      changed({push: true});
    }

    function loadSample(id, cols) {
      sample = id;
      replace(playgroundLabMap.sample(id, cols));
    }

    function clear(keep) {
      const other = playgroundLabMap.copy(map);
      other.cells = other.cells.map(keep);
      replace(other);
    }

    function travel(way) {
      const other = history[way](map);
      if (!other) return;
      put(other);
      app.announce(caption.textContent);
      changed();
    }

    let spoken = 0;
    function over(wanted, byKey) {
      if (pointed !== wanted) {
        pointed = wanted;
        soon();
      }
      clearTimeout(spoken);
      if (byKey && wanted >= 0) spoken = setTimeout(() => app.announce(cell.spoken(map, log, state, wanted)), 250);
    }

    // The story.
    const baseOf = (number) => ({sample: playgroundLabMap.samples[0].id, ...usual, ...(chapters[number - 1] || {set: {}}).set});
    const isChanged = () => isOwn() ||
      Object.entries({sample, ...controls.get()}).some(([name, value]) => value !== baseOf(chapter)[name]);

    function tell(number) {
      chapter = number;
      const base = baseOf(number);
      sample = base.sample;
      const cols = isSize(map.cols) ? map.cols : usualCols();
      if (number > 0) controls.set(base);
      if (number > 0) put(playgroundLabMap.sample(sample, cols));
      mark();
      changed({push: true});
    }

    // The address.
    function mark() {
      const own = isOwn();
      const isKnown = isSize(map.cols) && playgroundLabMap.sample(sample, map.cols).rows === map.rows;
      tools.mark({sample: own ? "" : sample, cols: isKnown ? String(map.cols) : "",
        canUndo: history.canUndo, canRedo: history.canRedo});
      story.show(chapter, isChanged());
    }

    function changed(how) {
      story.show(chapter, isChanged());
      app.changed(how);
    }

    function stateOf() {
      const base = baseOf(chapter);
      const held = isOwn() ? {map: playgroundLabMap.code(map)} : {size: map.cols};
      if (chapter > 0) held.story = chapter;
      for (const [name, value] of Object.entries({sample, ...controls.get()})) if (value !== base[name]) held[name] = value;
      if (log && player.step < log.steps) held.step = player.step;
      if (tools.arrows) held.arrows = 1;
      return held;
    }

    function restore(wanted) {
      chapter = Number(wanted.story) >= 1 && Number(wanted.story) <= chapters.length ? Math.floor(Number(wanted.story)) : 0;
      const base = baseOf(chapter);
      sample = playgroundLabMap.samples.some(({id}) => id === wanted.sample) ? wanted.sample : base.sample;
      controls.set(base);
      controls.set(wanted);
      tools.arrows = wanted.arrows === "1" || wanted.arrows === 1;
      map = wanted.map && playgroundLabMap.decode(wanted.map) ||
        playgroundLabMap.sample(sample, isSize(wanted.size) ? wanted.size : usualCols());
      history = playgroundLabMap.history();
      forget();
      wantedStep = /^\d+$/.test(wanted.step) ? Number(wanted.step) : Infinity;
      solve({at: wantedStep});
      mark();
    }
    let wantedStep = Infinity;

    // `#` for walls, and the cells by column and row, as the programs write them.
    function program() {
      if (!playgroundPrograms.has("lab")) return null;
      const {rows, cols, start, goal} = map;
      const place = (at) => [at % cols, Math.floor(at / cols)];
      const rowOf = (_, row) => Array.from(map.cells.subarray(row * cols, (row + 1) * cols), (cost) => cost || "#").join("");
      const cells = Array.from({length: rows}, rowOf).join("\n");
      return playgroundPrograms.make("lab", {rows, cols, cells, start: place(start), goal: place(goal), ...controls.get()});
    }

    const watch = new ResizeObserver(fit);
    watch.observe(board.element);
    addEventListener("lookchange", show);
    addEventListener("resize", fit);
    fit();
    mark();
    app.ready.then(() => {
      isReady = true;
      solve({at: wantedStep});
    });

    return {
      state: stateOf, restore, program,
      show: fit,
      unmount() {
        cancelAnimationFrame(frame);
        clearTimeout(spoken);
        watch.disconnect();
        removeEventListener("lookchange", show);
        removeEventListener("resize", fit);
      },
    };
  }

  playgroundLab.part({id: "map", name: {en: "Map", es: "Mapa"}, mount});
})();
