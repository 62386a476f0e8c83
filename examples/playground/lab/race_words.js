// SPDX-License-Identifier: MIT
// What the part Race says, and the races that it proposes.
const playgroundRaceWords = (() => {
  const texts = {
    lanes: {en: "Searches in the race", es: "Búsquedas de la carrera"},
    lane: (number) => ({en: `Search ${number}`, es: `Búsqueda ${number}`}),
    search: {en: "Search", es: "Búsqueda"},
    estimate: {en: "Estimate", es: "Estimación"},
    weight: {en: "Weight", es: "Peso"},
    remove: {en: "Remove", es: "Quitar"},
    removeThis: (number) => ({en: `Remove search ${number}`, es: `Quitar la búsqueda ${number}`}),
    add: {en: "Add a search", es: "Añadir una búsqueda"},
    expanded: {en: "Expanded", es: "Expandidas"},
    queue: {en: "In the queue", es: "En la cola"},
    cost: {en: "Cost", es: "Coste"},
    running: "…",
    noPath: {en: "no path", es: "sin camino"},
    cut: {en: "gave up", es: "abandonó"},
    preset: {en: "Race", es: "Carrera"},
    map: {en: "Map", es: "Mapa"},
    size: {en: "Size", es: "Tamaño"},
    asInMap: {en: "As in the part Map", es: "Como en la parte Mapa"},
    own: {en: "(your own)", es: "(el tuyo)"},
    ownRace: {en: "(your own)", es: "(la tuya)"},
    directions: {en: "Directions", es: "Direcciones"},
    four: {en: "Four", es: "Cuatro"},
    eight: {en: "Eight", es: "Ocho"},
    text: {en: "Map as text", es: "Mapa como texto"},
    use: {en: "Use this text", es: "Usar este texto"},
    result: {en: "Result", es: "Resultado"},
    steps: {en: "Steps", es: "Pasos"},
    generated: {en: "Neighbours seen", es: "Vecinas vistas"},
    most: {en: "Most in the queue", es: "Máximo en la cola"},
    guarantee: {en: "Guarantee", es: "Garantía"},
    player: {en: "The race, step by step", es: "La carrera, paso a paso"},
    note: {en: "A neighbour counts each time that a cell beside it is expanded; for jump points, each jump counts. Searches that begin again and again keep no queue.",
      es: "Una vecina cuenta cada vez que se expande una casilla a su lado; con puntos de salto cuenta cada salto. Las búsquedas que empiezan una y otra vez no tienen cola."},
  };

  const guarantees = {
    cheapest: {en: "the cheapest path", es: "el camino más barato"},
    fewest_steps: {en: "the fewest steps", es: "el menor número de pasos"},
    none: {en: "just a path", es: "solo un camino"},
    cut: {en: "none: it gave up", es: "ninguna: abandonó"},
    noPath: {en: "there is no path", es: "no hay camino"},
    bounded: (times) => ({en: `at most ${times} times the cheapest`, es: `como mucho ${times} veces el más barato`}),
  };

  const refusals = {
    eight_directions: {en: "needs eight directions", es: "necesita ocho direcciones"},
    unit_costs: {en: "needs a map where all costs are 1", es: "necesita un mapa en el que todo cueste 1"},
  };

  // Names in a row: the last after `and`, which is another word in Spanish before an I.
  function list(names, language) {
    const [end] = names.slice(-1);
    const and = language === "es" ? (/^I/i.test(end) ? "e" : "y") : "and";
    return names.length < 2 ? end : `${names.slice(0, -1).join(", ")} ${and} ${end}`;
  }

  // What is to be seen at the end.
  const fewest = (names, count) => ({en: `Fewest expansions: ${names} (${count}).`, es: `Menos expansiones: ${names} (${count}).`});
  const cheapest = (names, cost) => ({en: `Cheapest path: ${names} (${cost}).`, es: `Camino más barato: ${names} (${cost}).`});
  const nobody = {en: "None of them found a path.", es: "Ninguna ha encontrado un camino."};

  const lane = (search, weight) => ({search, estimate: "manhattan", weight: weight || 1.5});
  const presets = [
    {id: "estimate", name: {en: "Dijkstra against A*", es: "Dijkstra contra A*"}, lanes: [lane("dijkstra"), lane("astar")]},
    {id: "weights", name: {en: "A* with weights 1, 1.5 and 3", es: "A* con pesos 1, 1,5 y 3"},
      lanes: [lane("astar"), lane("weighted", 1.5), lane("weighted", 3)], sample: "rooms"},
    {id: "classics", name: {en: "Breadth-first, greedy, A*", es: "Anchura, voraz, A*"}, lanes: [lane("bfs"), lane("greedy"), lane("astar")]},
    {id: "sides", name: {en: "One side against two", es: "Un lado contra dos"},
      lanes: [lane("dijkstra"), lane("bidirectional"), lane("astar"), lane("bidirectional_astar")]},
    {id: "jumps", name: {en: "A* against jump points", es: "A* contra puntos de salto"}, lanes: [lane("astar"), lane("jump_point")],
      directions: 8, sample: "rooms"},
  ];

  return {texts, guarantees, refusals, list, fewest, cheapest, nobody, presets};
})();
