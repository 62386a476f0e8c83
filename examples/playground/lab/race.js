// SPDX-License-Identifier: MIT
// The part Race of the lab: two to four searches on the same map, side by side and in step.
(() => {
  const {texts: words, list, fewest, cheapest, nobody, presets} = playgroundRaceWords;
  const {read, write, usual} = playgroundRaceLane;
  const [least, most] = [2, 4];
  const seconds = 8;      // that a race lasts, about
  const slowest = 30;     // expansions a second
  const tallest = 0.42;   // of the window that a picture may be high

  // With diagonals Manhattan says too much, and without them it is the better of the two.
  const turned = {4: {octile: "manhattan"}, 8: {manhattan: "octile"}};

  function mount(root, app) {
    const {el, t} = app;
    const lanes = [];
    let isReady = false;

    const views = el("div", {class: "race-lanes"});
    const fields = el("div", {class: "race-settings", role: "group", "aria-label": t(words.lanes)});
    const verdict = app.verdict({class: "verdict race-verdict", role: "status"});
    const table = el("div", {class: "race-table"});
    const add = app.button(t(words.add), () => {
      addLane({...usual, estimate: turned[shared.directions][usual.estimate] || usual.estimate});
      changed({push: true});
    }, {class: "race-add"});
    const shared = playgroundRaceMap(app, {
      onchange(when = {}) {
        if (when.turned) turn();
        changed({push: true});
      },
      onpreset: choose,
    });
    const player = app.player({label: t(words.player), rate: slowest, show});
    root.classList.add("race");
    root.append(shared.fields, el("div", {class: "stage race-stage"}, views, player.element, verdict), app.card(t(words.result), table),
      el("div", {class: "race-choices"}, fields, add, shared.text));

    function addLane(settings) {
      const made = playgroundRaceLane(app, {
        onchange: () => changed({push: true}),
        onremove() {
          lanes.splice(lanes.indexOf(made), 1);
          arrange();
          changed({push: true});
          add.focus();
        },
      });
      made.set(settings);
      lanes.push(made);
      arrange();
    }

    function setLanes(all) {
      lanes.length = 0;
      for (const one of all) addLane(one);
    }

    function arrange() {
      views.replaceChildren(...lanes.map((lane) => lane.view));
      views.dataset.lanes = fields.dataset.lanes = lanes.length;
      fields.replaceChildren(...lanes.map((lane) => lane.fields));
      lanes.forEach((lane, at) => lane.number(at, lanes.length > least));
      add.hidden = lanes.length >= most;
    }

    // Estimates that suit the directions.
    function turn() {
      for (const lane of lanes) {
        const settings = lane.get();
        lane.set({...settings, estimate: turned[shared.directions][settings.estimate] || settings.estimate});
      }
    }

    const text = () => lanes.map((lane) => write(lane.get())).join(",");
    const textOf = (preset) => preset.lanes.map((one) =>
      write({...one, estimate: turned[shared.directions][one.estimate] || one.estimate})).join(",");
    const isSeen = (preset) => textOf(preset) === text() && (!preset.directions || preset.directions === shared.directions);

    function choose(preset) {
      shared.prepare(preset);
      setLanes(preset.lanes);
      turn();
      changed({push: true});
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
    }

    function changed(how) {
      run();
      app.changed(how);
    }

    // All searches are run at once; `at` is the step to show, the end if it is not given.
    function run(at) {
      const preset = presets.find(isSeen);
      shared.mark(preset && preset.id);
      if (!isReady) return;
      for (const lane of lanes) lane.run(shared.map, shared.directions);
      fit();
      told = "";
      const count = Math.max(...lanes.map((lane) => lane.steps));
      player.load(count, {at: at === undefined ? count : at, rate: Math.max(slowest, count / seconds)});
    }

    // A search is in the table once it has ended.
    let told = "";
    function tell(step) {
      const ended = lanes.map((lane) => lane.isOver(step)).join();
      if (told === ended) return;
      told = ended;
      const head = [words.search, words.cost, words.steps, words.expanded, words.generated, words.most, words.guarantee];
      table.replaceChildren(app.table(t(words.result), head.map(t), lanes.map((lane) => lane.row(step))),
        el("p", {class: "hint"}, t(words.note)));
    }

    // Where two have the same name, what tells them apart.
    const briefName = (lane) => (lanes.some((other) => other !== lane && other.name() === lane.name()) ? lane.fullName() : lane.name());

    // The best of those that found a path: their names, and how good they are.
    function best(valueOf) {
      const found = lanes.filter((lane) => lane.answer.cost !== null);
      const value = Math.min(...found.map(valueOf));
      const equal = found.filter((lane) => valueOf(lane) - value < 1e-6);
      return [list(equal.map(briefName), app.language), value];
    }

    function sentence() {
      if (lanes.every((lane) => lane.answer.cost === null)) return t(nobody);
      const [quick, expansions] = best((lane) => lane.answer.expanded);
      const [cheap, cost] = best((lane) => lane.answer.cost);
      return `${t(fewest(quick, app.number(expansions)))} ${t(cheapest(cheap, playgroundLabQueue.decimal(app, cost)))}`;
    }

    function show(step) {
      for (const lane of lanes) lane.show(step);
      tell(step);
      verdict.textContent = step === player.count ? sentence() : "";
      app.changed();
    }

    // As many columns of lanes as the style gives.
    function fit() {
      const [first] = lanes;
      const width = first.view.clientWidth;
      if (width === 0) return;
      for (const lane of lanes) lane.fit(width, Math.max(160, innerHeight * tallest));
    }
    const redraw = () => {
      if (!isReady || lanes.length === 0) return;
      fit();
      for (const lane of lanes) lane.show(player.step);
    };
    const watcher = new ResizeObserver(redraw);
    watcher.observe(views);
    addEventListener("lookchange", redraw);

    const defaults = presets[0];
    setLanes(defaults.lanes);
    let wanted;  // the step of the address, while the module is not there
    run();
    app.ready.then(() => {
      isReady = true;
      run(wanted);
    });

    return {
      state: () => ({
        ...(text() === textOf(defaults) ? {} : {lanes: text()}),
        ...shared.state(),
        ...(isReady && player.step < player.count ? {step: player.step} : {}),
      }),
      restore(state) {
        shared.restore(state);
        const all = state.lanes ? String(state.lanes).split(",").map(read).slice(0, most) : [];
        setLanes(all.length >= least ? all : defaults.lanes);
        if (all.length < least) turn();
        const step = Number(state.step);
        wanted = Number.isInteger(step) && step >= 0 ? step : undefined;
        run(wanted);
      },
      program() {
        const {map, directions} = shared;
        const place = (cell) => [cell % map.cols, Math.floor(cell / map.cols)];
        const rows = Array.from({length: map.rows}, (_, row) =>
          [...map.cells.subarray(row * map.cols, (row + 1) * map.cols)].map((cost) => cost || "#").join(""));
        return playgroundPrograms.make("race", {rows: map.rows, cols: map.cols, cells: rows.join("\n"), start: place(map.start),
          goal: place(map.goal), directions, lanes: lanes.map((lane) => lane.get())});
      },
      show() {
        shared.offer();
        redraw();
      },
      hide: () => player.pause(),
      unmount() {
        watcher.disconnect();
        removeEventListener("lookchange", redraw);
      },
    };
  }

  playgroundLab.part({id: "race", name: {en: "Race", es: "Carrera"}, mount});
})();
