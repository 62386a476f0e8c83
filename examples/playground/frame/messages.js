// SPDX-License-Identifier: MIT
// What the page says: why an input is refused, what is not quite right, what went wrong, and what just happened.
const playgroundMessages = (() => {
  const {el, button} = playgroundElements;
  const byId = (id) => document.getElementById(id);

  const words = {
    broken: {en: "Something went wrong", es: "Algo ha fallado"},
    close: {en: "Close", es: "Cerrar"},
    warning: {en: "warning", es: "aviso"},
  };

  // how: {t, language()}.
  return function messages({t, language}) {
    // The message of an error or a warning, as the readers give it, in the language of the page.
    const messageOf = (one) => (language() === "es" ? playgroundDiagnostics.message(one) : one.message);
    const whole = (answer) => {
      const text = (answer.message || String(answer)).replace(/\n$/, "");
      return language() === "es" ? playgroundDiagnostics.whole(text) : text;
    };

    const clearErrors = (element) => element.replaceChildren();

    // Shows why an input was refused, as the programs print it, and what else is wrong with it. A failure that is no
    // answer (an Error) is shown too; one that was stopped is not.
    function showErrors(element, answer) {
      if (answer && answer.stopped) return clearErrors(element);
      const more = (answer.errors || []).slice(1, 51);
      const place = (error) => (error.line ? `${error.line}:${error.column || 1}  ` : "");
      element.replaceChildren(el("div", {class: "errors", role: "alert"},
        el("pre", {tabindex: "0"}, whole(answer)),
        more.length === 0 ? null : el("ul", {}, more.map((error) =>
          el("li", {}, el("code", {}, place(error)), messageOf(error))))));
    }

    // Shows what was accepted although it is not quite right.
    function showWarnings(element, warnings, name = "") {
      const place = (one) => (one.line ? `${name}:${one.line}:${one.column || 1}` : name);
      const line = (one) => `${t(words.warning)}: ${messageOf(one)}${language() === "es" ? "" : ` [${one.code}]`} (${place(one)})`;
      element.replaceChildren(...(warnings && warnings.length ? [el("div", {class: "warnings", role: "status"},
        el("ul", {}, warnings.slice(0, 20).map((one) => el("li", {}, line(one)))))] : []));
    }

    // What nobody expected is said at the foot of the page, and work goes on.
    function complain(error) {
      if (error && error.stopped) return;
      const text = `${t(words.broken)}: ${error && error.message || error}`;
      const note = el("div", {class: "complaint", role: "alert"}, el("span", {}, text),
        button(t(words.close), () => note.remove(), {kind: "quiet"}));
      byId("complaints").replaceChildren(note);
    }

    // Speaks to those who listen; the same text twice is said twice.
    function announce(text) {
      const line = byId("announcer");
      line.textContent = "";
      setTimeout(() => { line.textContent = text; }, 30);
    }

    // Says what just happened, below the top of the page, for a while.
    let gone;
    function tell(text) {
      const line = byId("told");
      clearTimeout(gone);
      line.replaceChildren(el("span", {}, text));
      gone = setTimeout(() => line.replaceChildren(), 2000 + 60 * text.length);
    }

    return {showErrors, clearErrors, showWarnings, messageOf, complain, announce, tell};
  };
})();
