// SPDX-License-Identifier: MIT
// What was counted in a maze, and its searches side by side.
const playgroundMazeTables = (() => {
  const {methods} = playgroundMazeWords;
  const {formats} = playgroundMazeFilms;

  // What was counted; dots until it is known.
  function statistics(app, a) {
    const {t} = app;
    const {number} = formats(app.language);
    const isKnown = a && a.status === "analysed";
    const one = (name, digits) => (isKnown ? number(a[name], digits) : "…");
    const share = (name) =>
      (isKnown ? `${number(a[name])}\u00a0(${number(100 * a[name] / a.rooms, 1)}\u00a0%)` : "…");
    const longest = isKnown && !a.is_exact ? t({en: `at least ${number(a.diameter)}`, es: `al menos ${number(a.diameter)}`}) : one("diameter");
    return app.facts([
      [t({en: "Rooms", es: "Salas"}), one("rooms")],
      [t({en: "Passages", es: "Pasajes"}), one("passages")],
      [t({en: "Dead ends", es: "Callejones sin salida"}), share("dead_ends")],
      [t({en: "Mean length of a dead end", es: "Longitud media de un callejón"}), one("dead_end_mean", 1)],
      [t({en: "Corridors", es: "Pasillos"}), share("corridors")],
      [t({en: "Junctions", es: "Bifurcaciones"}), share("junctions")],
      [t({en: "Crossroads", es: "Cruces"}), share("crossroads")],
      [t({en: "Loops", es: "Bucles"}), one("cycles")],
      ...(isKnown && a.parts > 1 ? [[t({en: "Separate parts", es: "Partes separadas"}), one("parts")]] : []),
      [t({en: "Longest path", es: "Camino más largo"}), longest],
    ]);
  }

  // The searches with the seen ones marked; times by method, as far as they are known.
  function comparison(app, searches, times, seen) {
    const {t} = app;
    const {number, duration} = formats(app.language);
    const cells = (id) => {
      const one = searches.find((search) => search.method === id);
      if (!one) return ["…", "…", "…"];
      const isLimit = one.outcome === "limit";
      return [one.outcome === "found" ? number(one.length) : "—", `${isLimit ? ">\u00a0" : ""}${number(one.expanded)}`,
        isLimit ? "—" : times[id] === undefined ? "…" : duration(times[id])];
    };
    const table = app.table(t({en: "The searches side by side", es: "Las búsquedas, una junto a otra"}),
      [t({en: "Search", es: "Búsqueda"}), t(playgroundWords.common.steps), t({en: "Expanded", es: "Expandidas"}),
        t({en: "Time", es: "Tiempo"})],
      Object.entries(methods).map(([id, name]) => [t(name), ...cells(id)]));
    const rows = table.querySelectorAll("tbody tr");
    Object.keys(methods).forEach((id, at) => { if (seen.includes(id)) rows[at].setAttribute("aria-current", "true"); });
    return table;
  }

  return {statistics, comparison};
})();
