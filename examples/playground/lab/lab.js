// SPDX-License-Identifier: MIT
// The tab Lab: its parts, one of which is seen. A part is a script that calls
//   playgroundLab.part({id, name: {en, es}, mount(root, app) -> {state(), restore(state), program(), show(), hide(), unmount()}})
// as a tab does; the address holds `part` and the state of the part that is seen.
const playgroundLab = (() => {
  const parts = [];

  function mount(root, app) {
    const {t, el} = app;
    const shown = {};  // by the id of a part: {panel, mounted}
    let current;

    const chooser = app.choice(t({en: "Part of the lab", es: "Parte del laboratorio"}),
      parts.map((part) => [part.id, t(part.name)]), {value: parts[0].id, onchange: (id) => {
        choose(id);
        app.changed({push: true});
      }});
    chooser.classList.add("lab-parts");
    const panels = el("div", {class: "lab-panels"});
    root.append(chooser, panels);

    function choose(id) {
      const part = parts.find((one) => one.id === id) || parts[0];
      if (current === part.id) return;
      if (current) {
        shown[current].panel.hidden = true;
        if (shown[current].mounted.hide) shown[current].mounted.hide();
      }
      current = part.id;
      chooser.value = current;
      if (!shown[current]) {
        const panel = el("div", {class: `lab-${current}`});
        panels.append(panel);
        shown[current] = {panel};
        shown[current].mounted = part.mount(panel, app) || {};
      } else {
        shown[current].panel.hidden = false;
        if (shown[current].mounted.show) shown[current].mounted.show();
      }
    }

    const seen = () => shown[current].mounted;
    const all = (name) => { for (const {mounted} of Object.values(shown)) if (mounted[name]) mounted[name](); };

    choose(parts[0].id);
    return {
      state: () => ({part: current, ...(seen().state ? seen().state() : {})}),
      restore({part, ...state}) {
        choose(part || current);
        if (seen().restore) seen().restore(state);
      },
      program: () => (seen().program ? seen().program() : null),
      show() { if (seen().show) seen().show(); },
      hide() { if (seen().hide) seen().hide(); },
      unmount: () => all("unmount"),
    };
  }

  playground.tab({id: "lab", name: {en: "Lab", es: "Laboratorio"}, mount});
  return {part: (description) => parts.push(description)};
})();
