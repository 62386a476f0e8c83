// SPDX-License-Identifier: MIT
// Beside the picture: what is chosen, and the list of nodes and edges, by which all can be drawn without a mouse.
const playgroundGraphControls = (() => {
  const model = playgroundGraphModel;
  const {texts} = playgroundGraphWords;

  // A cost as it is typed, or null.
  function costOf(text) {
    const cost = Number(text.trim().replace("−", "-"));
    return text.trim() !== "" && Number.isInteger(cost) && Math.abs(cost) <= model.most.cost ? cost : null;
  }

  // The arrows of the keyboard, in units of the paper.
  function shiftOf(event) {
    const shifts = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    if (!shifts[event.key] || event.ctrlKey || event.altKey || event.metaKey) return null;
    return shifts[event.key].map((one) => one * (event.shiftKey ? 2 : 20));
  }

  // part: {graph, chosen: {kind, at} or null, choose(what), edit(graph, {chosen}), nudge(at, shift), remove(what)}
  function make(app, part) {
    const {t, el, button} = app;
    const note = el("p", {class: "note", role: "status"});
    const chosenBox = el("div", {class: "graph-chosen"});
    const nodeList = el("ul", {class: "graph-list graph-nodes", "aria-label": t(texts.nodeList)});
    const edgeList = el("ul", {class: "graph-list graph-edges", "aria-label": t(texts.edgeList)});
    const newFrom = app.select(t(texts.from), []);
    const newTo = app.select(t(texts.to), []);
    const newCost = app.input(t(texts.cost), {type: "text", inputmode: "numeric", value: "1"});
    const add = button(t(texts.addEdge), addEdge);
    const element = app.card(t(texts.edges), chosenBox, note,
      el("p", {class: "hint"}, t(texts.keysHint)), nodeList,
      el("div", {class: "row"}, button(t(texts.addNode), addNode)), edgeList,
      el("div", {class: "graph-new"}, newFrom, newTo, newCost, add));

    const nameOf = (at) => part.graph.nodes[at].name;
    const arrow = () => (part.graph.directed ? "→" : "–");
    const edgeName = ({from, to}) => `${nameOf(from)} ${arrow()} ${nameOf(to)}`;
    const isChosen = (kind, at) => Boolean(part.chosen) && part.chosen.kind === kind && part.chosen.at === at;

    function say(text) { note.textContent = text; }

    // A node where there is room: of some places, the one that is farthest from all others.
    function addNode() {
      let best = {away: -1};
      for (let x = 100; x < model.width; x += 100)
        for (let y = 80; y < model.height; y += 80) {
          const away = Math.min(Infinity, ...part.graph.nodes.map((node) => Math.hypot(node.x - x, node.y - y)));
          if (away > best.away) best = {away, x, y};
        }
      const made = model.addNode(part.graph, best);
      part.edit(made, {chosen: {kind: "node", at: made.nodes.length - 1}});
      focusOn("node", made.nodes.length - 1);
      app.announce(nameOf(made.nodes.length - 1));
    }

    function addEdge() {
      const [from, to] = [Number(newFrom.control.value), Number(newTo.control.value)];
      const cost = costOf(newCost.control.value);
      if (cost === null) return say(t(texts.badCost));
      const made = model.addEdge(part.graph, from, to, cost);
      const at = model.findEdge(made, from, to);
      if (at < 0) return undefined;
      part.edit(made, {chosen: {kind: "edge", at}});
      return app.announce(`${edgeName(made.edges[at])}: ${cost}`);
    }

    function setCost(at, control) {
      const cost = costOf(control.value);
      control.setAttribute("aria-invalid", String(cost === null));
      say(cost === null ? t(texts.badCost) : "");
      if (cost !== null && cost !== part.graph.edges[at].cost) part.edit(model.changeEdge(part.graph, at, {cost}));
    }

    function rename(at, control) {
      const name = control.value.trim();
      if (name === nameOf(at)) return;
      const isGood = model.canRename(part.graph, at, name);
      control.setAttribute("aria-invalid", String(!isGood));
      say(isGood ? "" : t(texts.badName));
      if (isGood) part.edit(model.renameNode(part.graph, at, name));
    }

    const costInput = (at, label) => {
      const control = el("input", {type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": label,
        value: part.graph.edges[at].cost, dataset: {key: `cost-${label}`}, onchange: () => setCost(at, control)});
      return control;
    };

    function nodeButton(node, at) {
      const {graph} = part;
      const role = [at === graph.start ? t(texts.start) : "", at === graph.goal ? t(texts.goal) : ""].filter(Boolean).join(" · ");
      return el("li", {}, el("button", {type: "button", class: "button", "aria-pressed": String(isChosen("node", at)), dataset: {key: `node-${at}`},
        onclick: () => part.choose({kind: "node", at}),
        onkeydown: (event) => {
          const shift = shiftOf(event);
          if (shift) {
            event.preventDefault();
            part.nudge(at, shift);
          } else if (event.key === "Delete" || event.key === "Backspace") {
            event.preventDefault();
            part.remove({kind: "node", at});
            focusOn("node", Math.min(at, part.graph.nodes.length - 1));
          }
        }}, node.name, role ? el("small", {}, role) : null));
    }

    function edgeRow(edge, at) {
      const name = edgeName(edge);
      return el("li", {},
        el("button", {type: "button", class: "button quiet", "aria-pressed": String(isChosen("edge", at)), dataset: {key: `edge-${at}`},
          onclick: () => part.choose({kind: "edge", at})}, name),
        costInput(at, `${t(texts.cost)}: ${name}`),
        el("button", {type: "button", class: "button quiet icon-only", "aria-label": `${t(texts.remove)}: ${name}`, title: t(texts.remove),
          onclick: () => {
            part.remove({kind: "edge", at});
            focusOn("edge", Math.min(at, part.graph.edges.length - 1));
          }}, "✕"));
    }

    function showChosen() {
      const {graph, chosen} = part;
      if (!chosen) return chosenBox.replaceChildren(el("p", {class: "hint"}, t(texts.nothingChosen)));
      const {at} = chosen;
      const head = (name) => el("p", {class: "graph-chosen-name"}, el("span", {class: "field-name"}, `${t(texts.chosen)}: `), name);
      const removal = button(t(texts.remove), () => part.remove(chosen), {dataset: {key: "chosen-remove"}});
      if (chosen.kind === "node") {
        const name = app.input(t(texts.name), {type: "text", value: nameOf(at), maxlength: "24", spellcheck: "false",
          onchange: () => rename(at, name.control), dataset: {key: "chosen-name"}});
        const end = (which, text) => button(t(text), () => part.edit({...graph, [which]: at}), {dataset: {key: `chosen-${which}`},
          disabled: graph[which] === at});
        return chosenBox.replaceChildren(head(nameOf(at)), el("div", {class: "row"}, name),
          el("div", {class: "row"}, end("start", texts.startHere), end("goal", texts.goalHere), removal));
      }
      const edge = graph.edges[at];
      const cost = app.input(t(texts.cost), {type: "text", inputmode: "numeric", value: edge.cost, dataset: {key: "chosen-cost"},
        onchange: () => setCost(at, cost.control)});
      const turned = model.findEdge(graph, edge.to, edge.from);
      const turn = button(t(texts.turn), () => part.edit(model.changeEdge(graph, at, {from: edge.to, to: edge.from})),
        {dataset: {key: "chosen-turn"}, disabled: turned >= 0});
      return chosenBox.replaceChildren(head(edgeName(edge)), el("div", {class: "row"}, cost, graph.directed ? turn : null, removal));
    }

    // What has the focus keeps it when the lists are made again.
    function focusOn(kind, at) {
      const wanted = element.querySelector(`[data-key="${kind}-${at}"]`);
      if (wanted) wanted.focus({preventScroll: kind === "chosen"});
    }

    function fill(field, value) {
      const before = field.control.value;
      field.control.replaceChildren(...part.graph.nodes.map((node, at) => el("option", {value: at}, node.name)));
      field.control.value = before !== "" && Number(before) < part.graph.nodes.length ? before : value;
    }

    let shown = "";
    function show() {
      const {graph, chosen} = part;
      const now = JSON.stringify([graph.nodes.map((node) => node.name), graph.edges, graph.directed, graph.start, graph.goal, chosen]);
      if (now === shown) return;
      shown = now;
      const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      nodeList.replaceChildren(...graph.nodes.map(nodeButton));
      edgeList.replaceChildren(...graph.edges.map(edgeRow));
      edgeList.hidden = graph.edges.length === 0;
      fill(newFrom, "0");
      fill(newTo, String(Math.min(1, graph.nodes.length - 1)));
      add.disabled = graph.nodes.length < 2;
      showChosen();
      if (key) {
        const same = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
        if (same) same.focus({preventScroll: true});
      }
    }

    return {element, show, editCost: () => {
      const field = chosenBox.querySelector("[data-key='chosen-cost']");
      if (!field) return;
      field.focus({preventScroll: true});
      field.select();
    }};
  }

  return {make, shiftOf};
})();
