// SPDX-License-Identifier: MIT
// The story of the lab: six states with two sentences each. Between them everything can be changed.
//   playgroundLabStory(app, {go(chapter)}) -> {element, show(chapter, isChanged)}, chapter 0 before it begins
const playgroundLabStory = (() => {
  const chapters = [
    {title: {en: "Flood", es: "La inundación"}, set: {sample: "valley", search: "bfs", directions: 4},
      text: {en: "Breadth-first search takes cells in the order in which it found them, so its frontier, in gold, moves outward one step at a time. When it touches the goal, the parents lead back along a path with the fewest steps.",
        es: "La búsqueda en anchura toma las casillas en el orden en que las encontró, y su frontera, en dorado, avanza un paso cada vez. Cuando toca la meta, cada casilla recuerda la anterior, y así sale un camino con el menor número de pasos."}},
    {title: {en: "Costs", es: "Los costes"}, set: {sample: "valley", search: "dijkstra", directions: 4},
      text: {en: "Brown ground is heavy, and the path with the fewest steps wades right through the swamp. Dijkstra's search takes the cell with the cheapest path first: the flood slows down where it is heavy, and the path goes around.",
        es: "El terreno marrón es pesado, y el camino con menos pasos atraviesa el pantano. La búsqueda de Dijkstra toma primero la casilla con el camino más barato: la inundación frena donde cuesta y el camino rodea el pantano."}},
    {title: {en: "Estimate", es: "La estimación"}, set: {sample: "valley", search: "astar", directions: 4, estimate: "manhattan", ties: "deepest"},
      text: {en: "A* adds to the cost so far an estimate of what is left, and takes the smallest sum first. The path is just as cheap, but the search no longer looks behind itself: drag the goal and watch.",
        es: "A* suma al coste hasta ahora una estimación de lo que falta y toma primero la suma menor. El camino es igual de barato, pero la búsqueda ya no mira hacia atrás: arrastra la meta y obsérvalo."}},
    {title: {en: "Weight", es: "El peso"}, set: {sample: "rooms", search: "weighted", directions: 4, estimate: "manhattan", weight: 3, ties: "deepest"},
      text: {en: "Count the estimate three times, and the search runs for the goal with far fewer cells. The price is a path that may cost up to three times the cheapest, in practice much less: move the slider.",
        es: "Si la estimación cuenta tres veces, la búsqueda corre hacia la meta con muchas menos casillas. El precio es un camino que puede costar hasta tres veces el más barato, en la práctica mucho menos: mueve el control."}},
    {title: {en: "Ties", es: "Los empates"}, set: {sample: "empty", search: "astar", directions: 4, estimate: "manhattan", ties: "shallow"},
      text: {en: "On open ground very many cells have the same f, and here those near the start go first, so all of them are expanded. Set the ties to deepest first: the same cost, for a fraction of the work.",
        es: "En terreno abierto muchísimas casillas tienen la misma f, y aquí van primero las cercanas a la salida, así que se expanden todas. Pon los empates en la más avanzada: el mismo coste con una fracción del trabajo."}},
    {title: {en: "When the estimate lies", es: "Cuando la estimación miente"}, set: {sample: "field", search: "astar", directions: 4, estimate: "double", ties: "deepest"},
      text: {en: "This estimate says twice what is left on open ground, so A* hurries straight on and takes a path that is not the cheapest. Choose Manhattan, which never says too much, and the price falls.",
        es: "Esta estimación dice el doble de lo que falta en terreno llano, así que A* sigue recto con prisa y toma un camino que no es el más barato. Elige Manhattan, que nunca dice demasiado, y el precio baja."}},
  ];

  const words = {
    title: {en: "How a search thinks", es: "Cómo piensa una búsqueda"},
    intro: {en: "A story in six steps, from a flood to A*. At every step the map is yours to change.",
      es: "Una historia en seis pasos, de la inundación a A*. En cada paso puedes cambiar el mapa."},
    begin: {en: "Start the story", es: "Empezar la historia"},
    back: {en: "Back", es: "Atrás"},
    next: {en: "Next", es: "Siguiente"},
    end: {en: "Finish", es: "Terminar"},
    again: {en: "Show this step again", es: "Volver a este paso"},
    step: (chapter) => ({en: `Step ${chapter} of ${chapters.length}`, es: `Paso ${chapter} de ${chapters.length}`}),
  };

  function labStory(app, how) {
    const {el, t} = app;
    let chapter = 0;
    const step = el("p", {class: "lab-story-step"});
    const title = el("h2", {});
    const text = el("p", {class: "lab-story-text"});
    const go = (to) => {
      how.go(to);
      if (back.hidden) next.focus({preventScroll: true});
      app.announce(`${step.textContent} ${title.textContent}. ${text.textContent}`);
    };
    const back = app.button(t(words.back), () => go(chapter - 1));
    const next = app.button(t(words.begin), () => go(chapter === chapters.length ? 0 : chapter + 1), {kind: "primary"});
    const again = app.button(t(words.again), () => how.go(chapter), {kind: "quiet"});
    const element = app.card("", step, title, text, el("div", {class: "row"}, back, next, again));
    element.classList.add("lab-story");

    function show(wanted, isChanged) {
      chapter = wanted;
      const one = chapters[chapter - 1];
      title.textContent = t(one ? one.title : words.title);
      text.textContent = t(one ? one.text : words.intro);
      step.textContent = one ? t(words.step(chapter)) : "";
      step.hidden = back.hidden = !one;
      again.hidden = !one || !isChanged;
      next.lastChild.textContent = t(!one ? words.begin : chapter === chapters.length ? words.end : words.next);
    }

    show(0, false);
    return {element, show};
  }

  return Object.assign(labStory, {chapters});
})();
