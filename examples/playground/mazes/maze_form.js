// SPDX-License-Identifier: MIT
// What a maze is asked for by: a form that hands on only what can be made, and says at the field itself what cannot.
const playgroundMazeForm = (() => {
  const {algorithms, entrances, shapes, needRectangle} = playgroundMazeWords;
  const longest = 2000;  // rooms a side

  const isSide = (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= longest;
  const isSeed = (text) => /^\d{1,20}$/.test(text) && BigInt(text) < 1n << 64n;
  const isShare = (text) => /^\d{1,3}$/.test(text) && Number(text) <= 100;

  // Whether a text may stand for a part of what is wanted, whoever wrote it.
  const takes = {
    rows: isSide, cols: isSide, seed: isSeed, braid: isShare,
    algorithm: (text) => Object.hasOwn(algorithms, text), entrance: (text) => Object.hasOwn(entrances, text),
  };

  // A field with a place for what is wrong with it: complain(text), without one all is well.
  let made = 0;
  function withComplaint(app, field) {
    const {control} = field;
    const note = app.el("span", {class: "maze-fault", role: "alert", id: `maze-fault-${++made}`});
    return Object.assign(app.el("div", {class: "maze-field"}, field, note), {control, complain(text = "") {
      note.textContent = text;
      if (text) {
        control.setAttribute("aria-invalid", "true");
        control.setAttribute("aria-describedby", note.id);
      } else {
        control.removeAttribute("aria-invalid");
        control.removeAttribute("aria-describedby");
      }
    }});
  }

  // onchange(name, value, isLive) is called with what may be made.
  function form(app, onchange) {
    const {t, el} = app;
    const {number} = playgroundMazeFilms.formats(app.language);
    const faults = {
      side: t({en: `A whole number from 1 to ${number(longest)}.`, es: `Un número entero de 1 a ${number(longest)}.`}),
      seed: t({en: "A whole number of up to 20 digits.", es: "Un número entero de hasta 20 cifras."}),
      rectangle: t({en: "This one needs a full rectangle: choose another, or the shape Rectangle.",
        es: "Este necesita un rectángulo completo: elige otro, o la forma Rectángulo."}),
    };
    const faultOf = {rows: faults.side, cols: faults.side, seed: faults.seed};
    const wide = (field) => { field.classList.add("wide"); return field; };
    const options = (all, text) => Object.entries(all).map(([id, one]) => [id, t(text(one))]);
    const change = (name) => (value) => {
      const text = String(value).trim();
      for (const other of [fields.algorithm, fields.mask]) other.complain();  // they depend on each other
      if (!takes[name] || takes[name](text)) fields[name].complain();
      else return fields[name].complain(faultOf[name]);
      if (fault()) return undefined;
      return onchange(name, text);
    };
    const typed = (name, label) => withComplaint(app,
      app.input(label, {type: "text", inputmode: "numeric", maxlength: 24, onchange: change(name)}));
    const chosen = (name, label, list) => wide(withComplaint(app, app.select(label, list, {onchange: change(name)})));

    const fields = {
      algorithm: chosen("algorithm", t({en: "Algorithm", es: "Algoritmo"}), options(algorithms, (one) => one.name)),
      rows: typed("rows", t({en: "Rows", es: "Filas"})),
      cols: typed("cols", t({en: "Columns", es: "Columnas"})),
      seed: typed("seed", t({en: "Seed", es: "Semilla"})),
      entrance: chosen("entrance", t({en: "Start and exit", es: "Inicio y salida"}), options(entrances, (one) => one)),
      mask: chosen("mask", t({en: "Shape", es: "Forma"}), [["", t({en: "Rectangle", es: "Rectángulo"})],
        ...options(shapes, (one) => one), ["own", t({en: "(your own)", es: "(la tuya)"})]]),
      braid: wide(withComplaint(app, app.input(t({en: "Dead ends opened", es: "Callejones abiertos"}),
        {type: "range", min: 0, max: 100, step: 5, onchange: change("braid"),
          oninput: () => { showBraid(); onchange("braid", fields.braid.control.value, true); }}))),
    };
    const own = fields.mask.control.querySelector("[value=own]");
    const summary = el("p", {class: "hint wide maze-summary"});
    const percent = el("span", {class: "maze-braid", "aria-hidden": "true"});
    fields.braid.querySelector(".field-name").append(" ", percent);

    function showBraid() {
      const {control} = fields.braid;
      percent.textContent = `${control.value}\u00a0%`;
      control.setAttribute("aria-valuetext", `${control.value} %`);
    }

    const {algorithm, ...others} = fields;
    // The first field that is not in order.
    const fault = () => Object.values(fields).find(({control}) => control.getAttribute("aria-invalid"));
    return {
      element: el("div", {class: "fields"}, algorithm, summary, Object.values(others)),
      fill(wanted) {
        const isOwn = wanted.mask !== "" && !(wanted.mask in shapes);
        own.hidden = own.disabled = !isOwn;
        for (const [name, field] of Object.entries(fields)) {
          field.complain();
          field.control.value = name === "mask" && isOwn ? "own" : wanted[name];
        }
        summary.textContent = t(algorithms[wanted.algorithm]);
        showBraid();
      },
      // Whether a maze can be made by what is wanted; if not, says why, and goes there.
      check(wanted) {
        if (wanted.mask !== "" && needRectangle.includes(wanted.algorithm)) fields.algorithm.complain(faults.rectangle);
        if (!fault()) return true;
        fault().control.focus();
        return false;
      },
      refuse(name, text) { fields[name].complain(text); },
    };
  }

  return Object.assign(form, {takes, longest});
})();
