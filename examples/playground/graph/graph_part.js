// SPDX-License-Identifier: MIT
// The part of the lab where one draws a graph and has it searched.
(() => {
  const model = playgroundGraphModel;
  const log = playgroundGraphLog;
  const answers = playgroundGraphAnswer;
  const {searches, promises, questions, samples, tools, toolHints, texts} = playgroundGraphWords;
  const usual = {question: "path", search: "dijkstra", estimate: "line", k: "3"};

  function mount(root, app) {
    const {t, el, button} = app;
    const asked = {...usual};
    let answer = null;
    let stood = null;
    let route = 0;
    let isReady = false;

    const options = (names) => Object.keys(names).map((name) => [name, t(names[name])]);
    const tool = app.choice(t(texts.tool), options(tools), {value: "draw", onchange: (name) => { toolHint.textContent = t(toolHints[name]); }});
    const toolHint = el("p", {class: "hint"}, t(toolHints.draw));
    const editor = playgroundGraphEditor({changed, chosenChanged: draw, tool: () => tool.value, editCost: () => controls.editCost()});
    const part = {
      get graph() { return editor.graph; },
      get chosen() { return editor.chosen; },
      choose: editor.choose, edit: editor.edit, nudge: editor.nudge, remove: editor.remove,
      marked: () => new Set(model.edgesAlong(editor.graph, shownPath())),
      program,
    };
    const controls = playgroundGraphControls.make(app, part);
    const text = playgroundGraphText(app, part);
    const picture = playgroundGraphPicture({label: t(texts.pictureHelp), start: t(texts.start), goal: t(texts.goal),
      down: editor.down, move: editor.move, up: editor.up, key: editor.key});
    const player = app.player({label: t(texts.player), rate: 2, show: showStep});
    const caption = el("p", {class: "graph-caption"});
    const legend = el("p", {class: "graph-legend", "aria-hidden": "true"},
      [["is-closed", texts.legendClosed], ["is-frontier", texts.legendFrontier], ["is-path", texts.legendPath]]
        .map(([name, words]) => el("span", {class: name}, t(words))));

    const undo = button(t(playgroundWords.common.undo), editor.undo, {icon: "undo"});
    const redo = button(t(playgroundWords.common.redo), editor.redo);
    const sample = app.select(t(texts.sample), options(samples), {value: "roads", onchange: (name) => {
      if (model.samples[name]) openSample(name);
    }});
    const kind = app.choice(t(texts.kind), [["1", t(texts.oneWay)], ["0", t(texts.bothWays)]], {value: "0",
      onchange: (value) => editor.edit(model.setDirected(editor.graph, value === "1"))});
    const drawing = app.card(null, tool, toolHint,
      el("div", {class: "row"}, undo, redo, button(t(texts.clear), () => editor.edit({directed: editor.graph.directed, nodes: [], edges: [], start: 0, goal: 0}))),
      el("div", {class: "fields"}, sample), kind);

    const asking = (name) => (value) => {
      asked[name] = value;
      route = 0;
      changed();
    };
    const question = app.select(t(texts.question), options(questions), {value: usual.question, onchange: asking("question")});
    const search = app.select(t(texts.search), options(searches), {value: usual.search, onchange: asking("search")});
    const estimate = app.select(t(texts.estimate), [["line", t(texts.line)], ["zero", t(texts.zero)]],
      {value: usual.estimate, onchange: asking("estimate"), hint: t(texts.lineHint)});
    const howMany = app.input(t(texts.howMany), {min: 1, max: 50, step: 1, value: usual.k, onchange: (value) => {
      const k = Math.max(1, Math.min(50, Math.floor(Number(value)) || 1));
      howMany.control.value = k;
      asking("k")(String(k));
    }});
    const end = (which) => app.select(t(texts[which]), [], {onchange: (value) => editor.edit({...editor.graph, [which]: Number(value)})});
    const ends = {start: end("start"), goal: end("goal")};
    const promise = el("p", {class: "hint"});
    const verdict = app.verdict({role: "status"});
    const pathLine = el("p", {class: "graph-path"});
    const figures = el("div", {class: "graph-figures"});
    const routes = el("ol", {class: "graph-routes", "aria-label": t(texts.routes)});
    const searchRow = el("div", {class: "fields"}, search, estimate, howMany);
    const result = app.card(null, question, el("div", {class: "fields"}, ends.start, ends.goal), searchRow, promise, verdict, pathLine, routes, figures);
    const queue = el("div", {class: "graph-queue"});
    const queueCard = app.card(t(texts.queue), queue);
    const stepping = el("div", {class: "graph-stepping"}, caption, legend, player.element);

    root.classList.add("graph-part");
    root.append(app.bench([picture.element, stepping], [drawing, result, queueCard, controls.element, text.element]));
    root.addEventListener("keydown", undoByKey);
    app.dropTarget(root, text.takeFile);

    function undoByKey(event) {
      if (!(event.ctrlKey || event.metaKey) || event.target.closest("textarea, input[type='text']")) return;
      const isRedo = event.key.toLowerCase() === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
      if (!isRedo && event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (isRedo) editor.redo();
      else editor.undo();
    }

    function openSample(name) {
      asked.question = name === "equal" ? "every" : "path";
      asked.search = name === "negative" ? "bellman_ford" : "dijkstra";
      route = 0;
      editor.edit(model.samples[name](), {chosen: null});
      app.changed({push: true});
    }

    // After anything that the answer depends on.
    function changed() {
      const wasAtEnd = player.step === player.count;
      solve();
      showControls();
      if (asked.question === "path" && answer) player.load(answer.events.length, {at: wasAtEnd ? answer.events.length : player.step});
      else draw();
      app.changed();
    }

    function solve() {
      answer = null;
      if (!isReady || editor.graph.nodes.length === 0) return;
      answer = answers.ask(app, editor.graph, asked);
      if (answer.routes) route = Math.max(0, Math.min(route, answer.routes.length - 1));
    }

    function showControls() {
      const {graph} = editor;
      const isPath = asked.question === "path";
      const isGuided = isPath && (asked.search === "astar" || asked.search === "greedy");
      for (const [field, value] of [[question, asked.question], [search, asked.search], [estimate, asked.estimate], [howMany, asked.k]])
        field.control.value = value;
      kind.value = graph.directed ? "1" : "0";
      sample.control.value = Object.keys(model.samples).find((name) => model.isSame(model.samples[name](), graph)) || "own";
      for (const [which, field] of Object.entries(ends)) {
        field.control.replaceChildren(...graph.nodes.map((node, at) => el("option", {value: at}, node.name)));
        field.control.value = graph[which];
      }
      searchRow.hidden = !isPath && asked.question !== "best";
      search.hidden = queueCard.hidden = stepping.hidden = promise.hidden = !isPath;
      estimate.hidden = !isGuided;
      howMany.hidden = asked.question !== "best";
      promise.textContent = t(promises[asked.search]);
      queueCard.firstChild.textContent = t(asked.search === "dfs" ? texts.stack : texts.queue);
      undo.disabled = !editor.canUndo;
      redo.disabled = !editor.canRedo;
      controls.show();
      text.show();
      showAnswer();
    }

    function showAnswer() {
      if (!answer) {
        verdict.say(editor.graph.nodes.length ? "" : t(texts.tooFew));
        for (const place of [pathLine, routes, figures, queue]) place.replaceChildren();
        caption.textContent = "";
        return;
      }
      const {text: words, kind: tone} = answers.verdict(t, editor.graph, answer, asked);
      verdict.say(words, tone);
      pathLine.textContent = asked.question === "path" && answer.path ? answers.pathText(editor.graph, answer.path) : "";
      routes.replaceChildren(...(answer.routes || []).map(routeButton));
      figures.replaceChildren(...(asked.question === "path" ? [app.facts([[t(texts.expansions), answer.expanded], [t(texts.lookedAt), answer.generated]])] : []));
    }

    const routeButton = ({cost, path}, at) => el("li", {}, el("button", {type: "button", class: "button", "aria-pressed": String(at === route),
      onclick: () => {
        route = at;
        for (const [place, other] of [...routes.querySelectorAll("button")].entries()) other.setAttribute("aria-pressed", String(place === route));
        draw();
        app.changed();
      }}, el("b", {}, answers.signed(cost)), ` ${answers.pathText(editor.graph, path)}`));

    function showStep(step) {
      if (!answer || !answer.events) return;
      stood = log.standing(answer, step);
      caption.textContent = step === player.count ? verdict.textContent : answers.story(t, editor.graph, answer, stood);
      queue.replaceChildren(...stood.sides.map((here, at) => queueTable(here, at)));
      draw();
      app.changed();
    }

    function queueTable(here, at) {
      const isGuided = asked.search === "astar" || asked.search === "greedy";
      const title = t(at === 0 ? (asked.search === "dfs" ? texts.stack : texts.queue) : texts.queueFrom);
      const head = [t(texts.node), "g", ...(isGuided ? ["h", "f"] : [])];
      const rows = here.queue.slice(0, 12).map(({node, g, h, f}) =>
        [editor.graph.nodes[node].name, ...[g, ...(isGuided ? [h, f] : [])].map(answers.signed)]);
      return el("div", {}, at === 1 ? el("h3", {}, title) : null, app.table(title, head, rows.length ? rows : [["—", ...head.slice(1).map(() => "")]]));
    }

    function shownPath() {
      if (!answer) return [];
      if (answer.routes) return answer.routes[route] ? answer.routes[route].path : [];
      return answer.path || [];
    }

    function marks() {
      const {graph} = editor;
      if (!answer) return answers.noMarks(graph);
      if (asked.question === "path") return answers.marksOfSearch(graph, answer, stood || log.standing(answer, 0), player.step === player.count);
      return answers.marksOfRoutes(graph, answer, route);
    }

    function draw() {
      const {graph, chosen, pending, link} = editor;
      const shown = marks();
      if (chosen) shown[chosen.kind === "node" ? "nodes" : "edges"][chosen.at].push("is-chosen");
      if (pending !== null) shown.nodes[pending].push("is-pending");
      picture.draw({graph, marks: shown, link});
      controls.show();
    }

    // Only what differs from what is usual is in the address.
    function state() {
      const different = Object.entries(asked).filter(([name, value]) => value !== usual[name]);
      const isBefore = asked.question === "path" && player.step < player.count;
      return {...model.toState(editor.graph), ...Object.fromEntries(different), ...(route > 0 && answer && answer.routes ? {route} : {}),
        ...(isBefore ? {step: player.step} : {})};
    }

    function restore(wanted) {
      const oneOf = (names, name) => (Object.hasOwn(names, name) ? name : undefined);
      asked.question = oneOf(questions, wanted.question) || usual.question;
      asked.search = oneOf(searches, wanted.search) || usual.search;
      asked.estimate = oneOf({line: 1, zero: 1}, wanted.estimate) || usual.estimate;
      asked.k = /^([1-9]|[1-4]\d|50)$/.test(wanted.k) ? wanted.k : usual.k;
      const atStep = /^\d{1,6}$/.test(wanted.step) ? Number(wanted.step) : null;
      afterReady = () => {
        route = /^\d{1,3}$/.test(wanted.route) ? Number(wanted.route) : 0;
        editor.load(model.fromState(wanted));
        if (asked.question === "path" && answer) player.go(atStep === null ? player.count : atStep);
      };
      afterReady();
    }

    function program() {
      const {graph} = editor;
      if (!answer || answer.status !== "ok") return null;
      return playgroundPrograms.make("graph", {directed: graph.directed, nodes: graph.nodes.map((node) => node.name),
        edges: graph.edges.map(({from, to, cost}) => [from, to, cost]), start: graph.start, goal: graph.goal, ...asked,
        k: Number(asked.k), estimates: answer.estimates || []});
    }

    let afterReady = changed;
    changed();
    app.ready.then(() => {
      isReady = true;
      afterReady();
    });
    return {state, restore, program, hide: () => player.pause()};
  }

  playgroundLab.part({id: "graph", name: {en: "Your own graph", es: "Tu propio grafo"}, mount});
})();
