// SPDX-License-Identifier: MIT
// A graph as text: the edge list to paste and to type, layouts, and what can be saved or copied.
const playgroundGraphText = (() => {
  const model = playgroundGraphModel;
  const {texts, layouts} = playgroundGraphWords;

  // part: {graph, edit(graph), marked(): the edges of the path, program(): its C++}
  return function graphText(app, part) {
    const {t, el, button} = app;
    const problems = el("div", {class: "problems"});
    const area = el("textarea", {rows: 7, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take(); },
      onpaste: () => setTimeout(() => take())});
    const layout = app.select(t(texts.layout), Object.keys(layouts).map((id) => [id, t(layouts[id])]), {value: "force"});
    const seed = app.input(t(texts.seed), {min: 0, max: 999999, step: 1, value: "1"});
    const formats = {
      txt: () => model.toText(part.graph),
      dot: () => model.toDot(part.graph, part.marked()),
      cpp: () => (part.program() || {source: ""}).source,
    };
    const format = app.select(t({en: "Export", es: "Exportar"}), [["txt", t(texts.text)], ["dot", "DOT (Graphviz)"], ["cpp", "C++"]], {value: "txt"});
    const element = app.card(t(texts.textTitle), app.field(t(texts.text), area, t(texts.textHint)), problems,
      el("div", {class: "row"}, button(t(texts.take), () => take(), {kind: "primary"}), button(t(playgroundWords.common.open), open, {icon: "open"})),
      el("div", {class: "fields"}, layout, seed),
      el("div", {class: "row"}, button(t(texts.arrange), arrange)),
      el("div", {class: "fields"}, format),
      el("div", {class: "row"}, button(t(playgroundWords.common.save), save, {icon: "save"}), button(t({en: "Copy", es: "Copiar"}), copy, {icon: "copy"})));

    const seedValue = () => Math.max(0, Math.min(999999, Math.floor(Number(seed.control.value)) || 0));

    function take(name = t({en: "<text>", es: "<texto>"})) {
      const answer = app.now("graph_read", {text: area.value, directed: part.graph.directed ? "1" : "0", name});
      const isWrong = answer.status === "invalid";
      area.setAttribute("aria-invalid", String(isWrong));
      if (isWrong) return app.showErrors(problems, answer);
      app.clearErrors(problems);
      return part.edit(model.fromList(answer, part.graph.directed, part.graph, layout.control.value, seedValue()));
    }

    function takeFile(file) {
      if (!file) return;
      area.value = file.text;
      take(file.name);
    }

    async function open() { takeFile(await app.openFile(".txt,.csv,.tsv,text/plain")); }

    function arrange() { part.edit(model.arrange(part.graph, layout.control.value, seedValue())); }

    function save() { app.download(`graph.${format.control.value}`, formats[format.control.value]()); }

    async function copy() {
      const isCopied = await app.copy(formats[format.control.value]());
      app.tell(t(isCopied ? {en: "Copied.", es: "Copiado."} : {en: "The browser does not let this page copy.", es: "El navegador no permite copiar a esta página."}));
    }

    let shown = null;
    return {
      element, takeFile,
      // The text follows the graph, unless it is being written.
      show() {
        const text = model.toText(part.graph);
        if (text === shown) return;
        shown = text;
        area.value = text;
        area.setAttribute("aria-invalid", "false");
        app.clearErrors(problems);
      },
    };
  };
})();
