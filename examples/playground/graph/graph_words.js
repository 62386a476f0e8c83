// SPDX-License-Identifier: MIT
// Words of the part of the lab where one draws a graph.
const playgroundGraphWords = (() => {
  const searches = {
    bfs: {en: "Breadth-first", es: "En anchura"},
    dfs: {en: "Depth-first", es: "En profundidad"},
    dijkstra: {en: "Dijkstra", es: "Dijkstra"},
    greedy: {en: "Greedy", es: "Voraz"},
    astar: {en: "A*", es: "A*"},
    bidirectional: {en: "From both ends", es: "Desde ambos extremos"},
    bellman_ford: {en: "Bellman-Ford", es: "Bellman-Ford"},
  };

  // What each promises, in a sentence.
  const promises = {
    bfs: {en: "Finds the fewest edges, whatever they cost.", es: "Encuentra el menor número de aristas, cuesten lo que cuesten."},
    dfs: {en: "Follows one path as far as it goes. It finds some path, often not a cheap one.",
      es: "Sigue un camino hasta donde llega. Encuentra alguno, a menudo no barato."},
    dijkstra: {en: "Always takes the cheapest node that waits. The path it finds is a cheapest one.",
      es: "Toma siempre el nodo más barato que espera. El camino que encuentra es de coste mínimo."},
    greedy: {en: "Goes where the estimate is smallest and does not count the cost so far. The path may be dear.",
      es: "Va a donde la estimación es menor, sin contar lo ya gastado. El camino puede salir caro."},
    astar: {en: "Adds the estimate to the cost so far. The path is a cheapest one, because the estimate is never too large.",
      es: "Suma la estimación al coste acumulado. El camino es de coste mínimo, porque la estimación nunca se pasa."},
    bidirectional: {en: "Searches from the start and from the goal until both meet. The path is a cheapest one.",
      es: "Busca desde el inicio y desde la meta hasta que se encuentran. El camino es de coste mínimo."},
    bellman_ford: {en: "Goes on as long as anything gets cheaper. It takes negative costs, and finds cycles that pay.",
      es: "Sigue mientras algo se abarate. Admite costes negativos y encuentra ciclos que los acumulan."},
  };

  const questions = {
    path: {en: "One path, step by step", es: "Un camino, paso a paso"},
    every: {en: "Every cheapest path", es: "Todos los caminos de coste mínimo"},
    best: {en: "The k cheapest paths", es: "Los k caminos más baratos"},
  };

  const samples = {
    roads: {en: "A road map", es: "Un mapa de carreteras"},
    equal: {en: "Equal cheapest paths", es: "Caminos igual de baratos"},
    negative: {en: "A negative cost", es: "Un coste negativo"},
    dag: {en: "A plan without cycles", es: "Un plan sin ciclos"},
    own: {en: "(your own)", es: "(el tuyo)"},
  };

  const tools = {
    draw: {en: "Draw", es: "Dibujar"},
    connect: {en: "Connect", es: "Unir"},
    erase: {en: "Delete", es: "Borrar"},
  };

  const toolHints = {
    draw: {en: "Click or tap the paper to add a node, drag a node to move it, and choose a node or an edge to change it.",
      es: "Toca el papel para añadir un nodo, arrastra un nodo para moverlo y elige un nodo o una arista para cambiarlos."},
    connect: {en: "Drag from one node to another, or choose one and then the other.",
      es: "Arrastra de un nodo a otro, o elige uno y después el otro."},
    erase: {en: "Click or tap what has to go: an edge, or a node with all its edges.",
      es: "Toca lo que sobra: una arista, o un nodo con todas sus aristas."},
  };

  const layouts = {
    force: {en: "By forces", es: "Por fuerzas"},
    circle: {en: "Circle", es: "Círculo"},
    random: {en: "Random", es: "Al azar"},
  };

  const texts = {
    pictureHelp: {en: "Graph. The arrows move the chosen node, Delete removes it; the list beside the picture does the rest.",
      es: "Grafo. Las flechas mueven el nodo elegido y Supr lo borra; la lista junto al dibujo hace lo demás."},
    tool: {en: "Mouse and fingers", es: "Ratón y dedos"},
    sample: {en: "Example", es: "Ejemplo"},
    clear: {en: "Clear", es: "Vaciar"},
    kind: {en: "Edges lead", es: "Las aristas van"},
    oneWay: {en: "One way", es: "En un sentido"},
    bothWays: {en: "Both ways", es: "En ambos"},
    start: {en: "Start", es: "Inicio"},
    goal: {en: "Goal", es: "Meta"},
    question: {en: "Find", es: "Buscar"},
    search: {en: "Search", es: "Búsqueda"},
    estimate: {en: "Estimate", es: "Estimación"},
    line: {en: "Straight line", es: "Línea recta"},
    zero: {en: "Zero", es: "Cero"},
    lineHint: {en: "Straight lines on the picture, scaled as far as no edge leads closer than it costs.",
      es: "Líneas rectas del dibujo, a la mayor escala en la que ninguna arista acerca más de lo que cuesta."},
    howMany: {en: "How many (k)", es: "Cuántos (k)"},
    routes: {en: "Paths", es: "Caminos"},
    queue: {en: "Queue", es: "Cola"},
    stack: {en: "Stack", es: "Pila"},
    queueFrom: {en: "From the goal", es: "Desde la meta"},
    node: {en: "Node", es: "Nodo"},
    edges: {en: "Nodes and edges", es: "Nodos y aristas"},
    nodeList: {en: "Nodes", es: "Nodos"},
    edgeList: {en: "Edges", es: "Aristas"},
    keysHint: {en: "Choose a node with Enter; the arrows then move it in the picture, and Delete removes it.",
      es: "Elige un nodo con Intro; después las flechas lo mueven en el dibujo y Supr lo borra."},
    addNode: {en: "Add a node", es: "Añadir un nodo"},
    addEdge: {en: "Add the edge", es: "Añadir la arista"},
    from: {en: "From", es: "De"},
    to: {en: "To", es: "A"},
    cost: {en: "Cost", es: "Coste"},
    name: {en: "Name", es: "Nombre"},
    startHere: {en: "Start here", es: "Empezar aquí"},
    goalHere: {en: "End here", es: "Acabar aquí"},
    remove: {en: "Delete", es: "Borrar"},
    turn: {en: "Turn round", es: "Dar la vuelta"},
    chosen: {en: "Chosen", es: "Elegido"},
    nothingChosen: {en: "Nothing is chosen.", es: "No hay nada elegido."},
    textTitle: {en: "As text", es: "Como texto"},
    text: {en: "Edge list", es: "Lista de aristas"},
    textHint: {en: "An edge a line: from, to, cost. Without a cost it is 1; a name alone is a node.",
      es: "Una arista por línea: de, a, coste. Sin coste vale 1; un nombre solo es un nodo."},
    take: {en: "Draw this", es: "Dibujar esto"},
    layout: {en: "Layout", es: "Disposición"},
    seed: {en: "Seed", es: "Semilla"},
    arrange: {en: "Arrange", es: "Colocar"},
    badCost: {en: "A cost is a whole number from −9999 to 9999.", es: "Un coste es un número entero de −9999 a 9999."},
    badName: {en: "A name has up to 12 letters or digits and is there once.", es: "Un nombre tiene hasta 12 letras o cifras y no se repite."},
    tooFew: {en: "Draw a node to begin.", es: "Dibuja un nodo para empezar."},
    player: {en: "Steps of the search", es: "Pasos de la búsqueda"},
    legendClosed: {en: "expanded", es: "expandido"},
    legendFrontier: {en: "frontier", es: "frontera"},
    legendPath: {en: "path", es: "camino"},
    negative: {en: "A cost is negative: only Bellman-Ford takes that.", es: "Hay un coste negativo: solo Bellman-Ford lo admite."},
    expansions: {en: "Nodes expanded", es: "Nodos expandidos"},
    lookedAt: {en: "Edges looked at", es: "Aristas miradas"},
    before: {en: "The start waits in the queue.", es: "El inicio espera en la cola."},
  };

  playgroundDiagnostics.add([
    ["no edge in the text", "no hay ninguna arista en el texto"],
    ["%1 does not fit: a name has up to 12 letters, digits, '-', '_' and '.'", "%1 no sirve: un nombre tiene hasta 12 letras, cifras, '-', '_' y '.'"],
    ["a cost must be a whole number between -9999 and 9999, not %1", "un coste debe ser un número entero entre -9999 y 9999, no %1"],
    ["too many words: expected two names and a cost", "sobran palabras: se esperan dos nombres y un coste"],
    ["an edge cannot lead from a node to itself", "una arista no puede ir de un nodo a sí mismo"],
    ["this edge was given before", "esta arista ya estaba"],
    ["more than 60 nodes", "más de 60 nodos"],
    ["more than 300 edges", "más de 300 aristas"],
  ]);

  return {searches, promises, questions, samples, tools, toolHints, layouts, texts};
})();
