// SPDX-License-Identifier: MIT
// Two more tabs for the tests of the frame, which do what they are told: window.probes.left and window.probes.right are
// {app, state, ended, ask(name)}.

// Runs in the page before its scripts: adds the tabs once the scripts are there and before they start.
export function addProbes() {
  window.probes = {};
  window.Worker = class extends Worker {
    postMessage(message, ...more) {
      if (message.name !== "endless") super.postMessage(message, ...more);
    }
  };
  const mount = (id) => (root, app) => {
    const probe = window.probes[id] = {app, state: {}, ended: [],
      program: (state) => `#include <iostream>\n\n// ${app.language}\nint main() {\n    std::cout << "${state.n || 0}";\n}\n`};
    // Work in the worker: `endless` never ends by itself, others are functions of the module.
    probe.ask = (name) => {
      const number = probe.ended.push("") - 1;
      app.call(name, {}, {busy: `Working: ${name}`}).then(
        (answer) => { probe.ended[number] = answer.status || "answered"; },
        (error) => { probe.ended[number] = error.stopped ? "stopped" : String(error); });
    };
    const picture = app.el("div", {class: "probe-picture", style: {height: "18rem", background: "var(--tint)"}});
    const cards = Array.from({length: 12}, (_, at) => app.card(`Card ${at}`, app.button(`Button ${at}`, () => {})));
    root.append(app.bench([picture, app.player({label: "Player", show() {}}).element], cards));
    return {
      state: () => probe.state,
      restore(state) {
        if (state.bad) throw new Error("a bad state");
        probe.state = {...state};
      },
      program: () => (probe.state.n === "none" ? null : {source: probe.program(probe.state), page: "docs/algorithms/astar.md"}),
      share: () => probe.state.shared,
    };
  };
  const append = Element.prototype.append;
  Element.prototype.append = function appendAndAdd(...children) {
    append.apply(this, children);
    if (this !== document.body || !children[0] || children[0].nodeName !== "SCRIPT") return;
    Element.prototype.append = append;
    playground.tab({id: "left", name: {en: "Left", es: "Izquierda"}, mount: mount("left")});
    playground.tab({id: "right", name: {en: "Right", es: "Derecha"}, mount: mount("right")});
  };
}

// Changes the state of a probe as a tab does.
export const change = (page, id, state, how) => page.evaluate(([which, next, options]) => {
  const probe = window.probes[which];
  probe.state = next;
  probe.app.changed(options);
}, [id, state, how]);

export const stateOf = (page, id) => page.evaluate((which) => window.probes[which].state, id);
export const ask = (page, id, name) => page.evaluate(([which, wanted]) => window.probes[which].ask(wanted), [id, name]);
export const ended = (page, id) => page.evaluate((which) => window.probes[which].ended, id);
