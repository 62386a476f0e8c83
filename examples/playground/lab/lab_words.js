// SPDX-License-Identifier: MIT
// Names of searches, estimates and ties in the lab, and a sentence about each.
//   searches: [{id, name, about, uses: which of "estimate", "weight" and "ties" it looks at}]
const playgroundLabWords = (() => {
  const searches = [
    {id: "bfs", name: {en: "Breadth-first", es: "En anchura"}, uses: [],
      about: {en: "Takes the cell that has waited longest: it spreads in rings, step by step, and never looks at costs.",
        es: "Toma la casilla que más ha esperado: se extiende en anillos, paso a paso, y nunca mira los costes."}},
    {id: "dfs", name: {en: "Depth-first", es: "En profundidad"}, uses: [],
      about: {en: "Follows one path to its end before it tries another, so it wanders far before it looks near.",
        es: "Sigue un camino hasta el final antes de probar otro, así que va lejos antes de mirar cerca."}},
    {id: "dijkstra", name: {en: "Dijkstra", es: "Dijkstra"}, uses: [],
      about: {en: "Takes the cell with the cheapest path so far, the smallest g: a flood that rises slowly where the terrain is heavy.",
        es: "Toma la casilla con el camino más barato hasta ahora, la menor g: una inundación que avanza despacio donde el terreno es pesado."}},
    {id: "greedy", name: {en: "Greedy", es: "Voraz"}, uses: ["estimate"],
      about: {en: "Takes the cell that seems nearest to the goal, the smallest h, and never asks what the path has cost.",
        es: "Toma la casilla que parece más cercana a la meta, la menor h, y nunca pregunta cuánto ha costado el camino."}},
    {id: "astar", name: {en: "A*", es: "A*"}, uses: ["estimate", "ties"],
      about: {en: "Takes the cell with the smallest f = g + h: the cost so far plus the estimate of what is left.",
        es: "Toma la casilla con la menor f = g + h: el coste hasta ahora más la estimación de lo que falta."}},
    {id: "weighted", name: {en: "Weighted A*", es: "A* con peso"}, uses: ["estimate", "weight", "ties"],
      about: {en: "Takes the smallest f = g + w·h: it trusts the estimate more than A* does, and mostly looks at fewer cells.",
        es: "Toma la menor f = g + w·h: se fía más de la estimación que A* y casi siempre mira menos casillas."}},
    {id: "bidirectional", name: {en: "Bidirectional Dijkstra", es: "Dijkstra bidireccional"}, uses: [],
      about: {en: "Two floods, one from the start and one from the goal; together they cover less than a single large one.",
        es: "Dos inundaciones, una desde la salida y otra desde la meta; juntas cubren menos que una sola grande."}},
    {id: "bidirectional_astar", name: {en: "Bidirectional A*", es: "A* bidireccional"}, uses: ["estimate"],
      about: {en: "Two A* searches that start at both ends and prove together that no cheaper path is left.",
        es: "Dos búsquedas A* que empiezan en los dos extremos y demuestran juntas que no queda un camino más barato."}},
    {id: "ida_star", name: {en: "IDA*", es: "IDA*"}, uses: ["estimate"],
      about: {en: "Goes deep, but only while f stays within a threshold; then it raises the threshold and begins again. It remembers one path only.",
        es: "Va en profundidad, pero solo mientras f no pasa de un umbral; luego sube el umbral y vuelve a empezar. Solo recuerda un camino."}},
    {id: "iterative_deepening_dfs", name: {en: "Iterative deepening", es: "Profundidad iterativa"}, uses: [],
      about: {en: "Depth-first to a depth of one, then two, then three: the steps of breadth-first search with memory for one path.",
        es: "En profundidad hasta un paso, luego dos, luego tres: los pasos de la búsqueda en anchura con memoria para un solo camino."}},
    {id: "jump_point", name: {en: "Jump points", es: "Puntos de salto"}, uses: [],
      about: {en: "A* that leaps along straight lines and queues only the cells where a path may have to turn.",
        es: "Un A* que salta en línea recta y solo pone en la cola las casillas donde un camino puede tener que girar."}},
    {id: "anytime_astar", name: {en: "Anytime A*", es: "A* progresivo"}, uses: ["estimate", "weight"],
      about: {en: "Finds some path soon by a large weight, and then improves it until none can be cheaper.",
        es: "Encuentra pronto un camino con un peso grande y después lo mejora hasta que ninguno puede ser más barato."}},
    {id: "beam", name: {en: "Beam", es: "En haz"}, uses: ["estimate"],
      about: {en: "Moves in layers and keeps only the few best cells of each; what it drops is never looked at again.",
        es: "Avanza por capas y guarda solo las pocas mejores casillas de cada una; lo que deja caer no lo vuelve a mirar."}},
  ];

  const estimates = [
    {id: "zero", name: {en: "Zero", es: "Cero"},
      about: {en: "Knows nothing: h is 0 everywhere, and A* becomes Dijkstra.", es: "No sabe nada: h es 0 en todas partes, y A* se convierte en Dijkstra."}},
    {id: "manhattan", name: {en: "Manhattan", es: "Manhattan"},
      about: {en: "Columns plus rows to the goal, as if all ground were open and cost 1.", es: "Columnas más filas hasta la meta, como si todo fuera llano y costara 1."}},
    {id: "octile", name: {en: "Octile", es: "Octil"},
      about: {en: "The steps to the goal if diagonals are allowed, each of them worth √2.", es: "Los pasos hasta la meta si se permiten las diagonales, cada una de valor √2."}},
    {id: "euclid", name: {en: "Straight line", es: "Línea recta"},
      about: {en: "The distance as the crow flies, never more than any path.", es: "La distancia en línea recta, nunca mayor que la de un camino."}},
    {id: "double", name: {en: "Twice the distance", es: "El doble de la distancia"},
      about: {en: "An overestimate: twice what is left on open ground.", es: "Una estimación exagerada: el doble de lo que falta en terreno llano."}},
  ];

  const directions = {
    4: {en: "Steps go up, down, left and right.", es: "Se avanza hacia arriba, abajo, izquierda y derecha."},
    8: {en: "Diagonal steps too, √2 times as long; no cutting of corners.", es: "También en diagonal, con pasos √2 veces más largos; sin cortar esquinas."},
  };

  const searchOf = (id) => searches.find((one) => one.id === id);

  return {searches, estimates, directions, searchOf};
})();
