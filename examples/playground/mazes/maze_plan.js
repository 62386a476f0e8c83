// SPDX-License-Identifier: MIT
// What a maze is made by, and how it is looked at: as the form says it, as the module is asked, and in the address.
const playgroundMazePlan = (() => {
  const mask = playgroundMazeMask;
  const plans = {algorithm: "wilson", rows: "24", cols: "32", seed: "7", braid: "30", entrance: "corners", mask: "", walls: "",
    from: "", to: ""};
  const looks = {view: "dig", method: "bfs", second: "", distances: "0"};
  const byHand = ["walls", "from", "to"];
  const picked = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

  // What the module is asked.
  function requestOf({braid, mask: shape, rows, cols, ...plan}) {
    const rooms = mask.read(shape, Number(rows), Number(cols));
    return {...plan, rows, cols, braid: Number(braid) / 100, ...(rooms ? {mask: mask.drawn(rooms, Number(cols))} : {})};
  }

  // What of a state may be a plan; the rest is as usual.
  function planOf(state) {
    const plan = {...plans};
    const {takes} = playgroundMazeForm;
    for (const name of Object.keys(takes)) if (takes[name](String(state[name]))) plan[name] = String(state[name]);
    const rooms = Number(plan.rows) * Number(plan.cols);
    const isRoom = (text) => /^\d{1,7}$/.test(text) && Number(text) < rooms;
    for (const name of ["from", "to"]) if (isRoom(state[name])) plan[name] = state[name];
    if (/^\d{1,7}(,\d{1,7})*$/.test(state.walls)) plan.walls = state.walls;
    const shape = String(state.mask);
    if (mask.read(shape, Number(plan.rows), Number(plan.cols)) && !playgroundMazeWords.needRectangle.includes(plan.algorithm))
      plan.mask = shape;
    return plan;
  }

  // How a state says that a maze is looked at.
  function lookOf(state) {
    const isMethod = (id) => Object.hasOwn(playgroundMazeWords.methods, id);
    return {view: state.view === "search" ? "search" : "dig", method: isMethod(state.method) ? state.method : looks.method,
      second: isMethod(state.second) ? state.second : "", distances: state.distances === "1" ? "1" : "0"};
  }

  // What the address holds; what is as usual and seldom otherwise is left out.
  function stateOf(plan, look, step) {
    const optional = {mask: plan.mask, ...picked(plan, byHand), second: look.second, step};
    const given = Object.entries(optional).filter(([, value]) => value !== "" && value !== undefined);
    return {...picked(plan, ["algorithm", "rows", "cols", "seed", "braid", "entrance"]), ...picked(look, ["view", "method", "distances"]),
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)]))};
  }

  // The same without what was changed by hand.
  const untouched = (plan) => ({...plan, ...picked(plans, byHand)});
  const handiwork = (plan) => picked(plan, byHand);

  return {plans, looks, requestOf, planOf, lookOf, stateOf, untouched, handiwork};
})();
