// SPDX-License-Identifier: MIT
// One search of a race: its picture with the counters, and the fields in which it is chosen.
//   playgroundRaceLane(app, how) -> {view, fields, get(), set(settings), run(map, directions), show(step), ...}
// how: {onchange(), onremove()}.
const playgroundRaceLane = (() => {
  const {texts: words, guarantees, refusals} = playgroundRaceWords;
  const {searches, estimates, searchOf} = playgroundLabWords;
  const usual = {search: "astar", estimate: "manhattan", weight: 1.5};
  const weights = {least: 1, most: 5};

  // The settings of a text such as `weighted:manhattan:1.5`; what is not understood is the usual.
  function read(text) {
    const [search, estimate, weight] = String(text).split(":");
    const isWeight = Number(weight) >= weights.least && Number(weight) <= weights.most;
    return {
      search: searchOf(search) ? search : usual.search,
      estimate: estimates.some(({id}) => id === estimate) ? estimate : usual.estimate,
      weight: isWeight ? Number(weight) : usual.weight,
    };
  }

  // The text of settings, without those that the search does not look at.
  function write({search, estimate, weight}) {
    const {uses} = searchOf(search);
    return [search, ...(uses.includes("estimate") ? [estimate] : []), ...(uses.includes("weight") ? [weight] : [])].join(":");
  }

  function makeFields(app, how) {
    const {el, t} = app;
    const named = (all) => all.map(({id, name}) => [id, t(name)]);
    const search = app.select(t(words.search), named(searches), {value: usual.search, onchange: () => changed()});
    const estimate = app.select(t(words.estimate), named(estimates), {value: usual.estimate, onchange: () => changed()});
    const weight = app.input(t(words.weight), {type: "number", min: weights.least, max: weights.most, step: 0.1, value: usual.weight,
      onchange: () => changed()});
    const title = el("legend", {class: "race-title"});
    const remove = app.button(t(words.remove), () => how.onremove(), {kind: "quiet", class: "race-remove"});
    const element = el("fieldset", {class: "race-fields card"}, title, search, estimate, weight, remove);

    const get = () => read([search.control.value, estimate.control.value, weight.control.value].join(":"));
    function mark() {
      const {uses} = searchOf(search.control.value);
      estimate.hidden = !uses.includes("estimate");
      weight.hidden = !uses.includes("weight");
    }
    function changed() {
      weight.control.value = get().weight;
      mark();
      how.onchange();
    }
    return {
      element, get,
      set(settings) {
        search.control.value = settings.search;
        estimate.control.value = settings.estimate;
        weight.control.value = settings.weight;
        mark();
      },
      number(at, canRemove) {
        title.textContent = t(words.lane(at + 1));
        remove.hidden = !canRemove;
        remove.setAttribute("aria-label", t(words.removeThis(at + 1)));
      },
    };
  }

  function makeView(app) {
    const {el, t} = app;
    const name = el("strong", {class: "race-name"});
    const detail = el("span", {class: "race-detail"});
    const canvas = el("canvas", {role: "img"});
    const values = {expanded: el("dd", {}), queue: el("dd", {}), cost: el("dd", {})};
    const counters = el("dl", {class: "race-counters"}, Object.entries(values).map(([id, value]) =>
      el("div", {class: `race-${id}`}, el("dt", {}, t(words[id])), value)));
    const element = el("figure", {class: "race-lane"}, el("figcaption", {}, name, detail), canvas, counters);
    const picture = playgroundLabPicture(canvas, {isDark: app.isDark, letters: app.language === "es" ? ["S", "M"] : ["S", "G"]});
    return {element, name, detail, canvas, values, picture};
  }

  function lane(app, how) {
    const {t} = app;
    const fields = makeFields(app, how);
    const view = makeView(app);
    const decimal = (value) => playgroundLabQueue.decimal(app, value);
    let map;
    let answer;
    let log;

    const name = () => t(searchOf(fields.get().search).name);
    function detail() {
      const {search, estimate, weight} = fields.get();
      const {uses} = searchOf(search);
      return [uses.includes("estimate") ? t(estimates.find(({id}) => id === estimate).name) : "",
        uses.includes("weight") ? `w ${playgroundLabQueue.decimal(app, weight, 2)}` : ""].filter(Boolean).join(", ");
    }
    const fullName = () => [name(), detail()].filter(Boolean).join(", ");

    function run(present, directions) {
      map = present;
      const settings = fields.get();
      answer = app.now("lab_search", {...settings, cells: map.cells, cols: map.cols, start: map.start, goal: map.goal, directions});
      log = playgroundLabLog(answer, {map, directions, ...settings});
      view.name.textContent = name();
      view.detail.textContent = detail();
    }

    const isOver = (step) => step >= log.steps;
    const isFound = () => answer.cost !== null;
    const ending = () => (answer.status === "refused" ? t(refusals[answer.message]) : isFound() ? decimal(answer.cost)
      : t(answer.status === "none" ? words.noPath : words.cut));

    function show(step) {
      const state = log.at(step);
      const isEnd = isOver(step);
      view.values.expanded.textContent = app.number(state.step);
      view.values.queue.textContent = log.isDeepening ? "–" : app.number(state.frontier);
      view.values.cost.textContent = isEnd ? ending() : t(words.running);
      view.element.classList.toggle("over", isEnd);
      view.canvas.setAttribute("aria-label", `${fullName()}: ${app.number(state.step)} ${t(words.expanded).toLowerCase()}, `
        + `${t(words.cost).toLowerCase()}: ${view.values.cost.textContent}`);
      view.picture.draw(map, {log, state, path: isEnd && isFound() ? log.path : undefined, jumps: true});
    }

    function guarantee() {
      if (answer.status === "refused") return t(refusals[answer.message]);
      if (answer.status !== "found") return t(answer.status === "none" ? guarantees.noPath : guarantees.cut);
      if (answer.optimal === "bounded") return t(guarantees.bounded(playgroundLabQueue.decimal(app, answer.bound, 2)));
      return t(guarantees[answer.optimal]);
    }

    // For the table: name, cost, steps, expanded, neighbours, most in the queue, guarantee; nothing before the end.
    function row(step) {
      if (!isOver(step)) return [fullName(), ...Array(6).fill(t(words.running))];
      if (answer.status === "refused") return [fullName(), "–", "–", "–", "–", "–", guarantee()];
      const most = log.sizes.reduce((one, other) => Math.max(one, other), 0);
      return [fullName(), isFound() ? decimal(answer.cost) : "–", isFound() ? app.number(answer.steps) : "–",
        app.number(answer.expanded), app.number(answer.generated), log.isDeepening ? "–" : app.number(most), guarantee()];
    }

    return {
      view: view.element, fields: fields.element, get: fields.get, set: fields.set, number: fields.number,
      run, show, row, isOver, name, fullName,
      fit: (width, height) => view.picture.fit(map, width, height),
      get steps() { return log.steps; },
      get answer() { return answer; },
    };
  }

  return Object.assign(lane, {read, write, usual});
})();
