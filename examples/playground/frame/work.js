// SPDX-License-Identifier: MIT
// The work of a tab: its worker, requests of which only the last one counts, and the line that tells how far it is.
const playgroundWork = (() => {
  const {el, button} = playgroundElements;
  const delay = 300;  // milliseconds: what is quicker shows no line, so that nothing flickers
  const line = el("div", {id: "busy", class: "busy", hidden: true});
  let seen;  // the work of the tab that is seen

  // The line is at the foot of the picture: there it covers nothing, and stays in view with it.
  function place(panel) {
    const stages = [...panel.querySelectorAll(".stage")].filter((one) => !one.parentElement.closest(".panel [hidden]"));
    const host = stages[0] || panel;
    if (line.parentElement !== host) host.append(line);
  }

  // Of all that a tab is doing the line shows what began last.
  function refresh() {
    const due = seen ? seen.lines.filter((one) => one.isDue) : [];
    line.hidden = due.length === 0;
    if (due.length === 0) return line.replaceChildren();
    const {element} = due[due.length - 1];
    if (line.firstChild !== element) line.replaceChildren(element);
    place(seen.panel);
  }

  const words = {
    stop: {en: "Stop", es: "Detener"},
    stopped: {en: "Stopped.", es: "Detenido."},
  };

  // how: {t, panel, tell(text)}.
  function make({t, panel, tell}) {
    const worker = playgroundEngine.worker();
    const mine = {panel, lines: []};

    function stopByHand() {
      worker.stop();
      tell(t(words.stopped));
    }

    function busy(text) {
      const bar = el("progress", {max: 1, "aria-label": text});
      const said = el("span", {class: "busy-text"}, text);
      const one = {isDue: false, element: el("div", {class: "busy-line"}, said, bar,
        button(t(words.stop), stopByHand, {icon: "stop"}))};
      mine.lines.push(one);
      const appear = setTimeout(() => {
        one.isDue = true;
        refresh();
      }, delay);
      return {
        update(share, more) {
          if (share >= 0) bar.value = Math.min(share, 1);
          else bar.removeAttribute("value");
          if (more) said.textContent = more;
          if (one.isDue) refresh();
        },
        done() {
          clearTimeout(appear);
          mine.lines = mine.lines.filter((other) => other !== one);
          refresh();
        },
      };
    }

    async function call(name, request = {}, how = {}) {
      const shown = how.busy ? busy(how.busy) : null;
      try {
        return await worker.call(name, request, (share, text) => {
          if (shown) shown.update(share, text);
          if (how.progress) how.progress(share, text);
        });
      } finally {
        if (shown) shown.done();
      }
    }

    function requests() {
      let last = 0;
      let isBusy = false;
      return {
        get isBusy() { return isBusy; },
        // The answer; null, also instead of an error, if nobody waits for it any longer.
        async ask(name, request, text) {
          const number = ++last;
          isBusy = true;
          try {
            const answer = await call(name, request, {busy: text});
            return number === last ? answer : null;
          } catch (error) {
            if (number === last) throw error;
            return null;
          } finally {
            if (number === last) isBusy = false;
          }
        },
        cancel() {
          ++last;
          if (isBusy) worker.stop();
          isBusy = false;
        },
      };
    }

    return {
      call, busy, requests, stop: worker.stop,
      show() {
        seen = mine;
        refresh();
      },
    };
  }

  return {make};
})();
