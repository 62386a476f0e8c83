// SPDX-License-Identifier: MIT
// Where the boards of a tab come from: examples, files, the clipboard, links, and a text to edit.
const playgroundBoardSource = (() => {
  const {el, button} = playgroundElements;
  const words = playgroundWords.common;

  // A board as text, to paste and to edit. read(text) takes it and gives the answer of a check.
  function textEditor(app, {label, hint, read}) {
    const problems = el("div", {class: "problems"});
    const area = el("textarea", {rows: 9, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
      oninput: () => {
        clearTimeout(area.later);
        area.later = setTimeout(take, 250);
      }});
    const element = el("div", {class: "source"}, app.field(label, area, hint), problems);
    function take() {
      clearTimeout(area.later);
      showProblems(read(area.value));
    }
    function showProblems(answer) {
      const isWrong = Boolean(answer) && answer.status === "invalid";
      area.setAttribute("aria-invalid", String(isWrong));
      if (!isWrong) return app.clearErrors(problems);
      app.showErrors(problems, answer);
      const place = answer.errors[0];
      if (place.line)
        problems.append(button(app.t({en: "Show the place in the text", es: "Mostrar el lugar en el texto"}),
          () => select(place), {kind: "quiet"}));
      return undefined;
    }
    // Lines and columns are counted in characters from 1; the text area counts in units of UTF-16.
    function select({line, column}) {
      const lines = area.value.split("\n");
      const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      const units = [...(lines[line - 1] || "")].slice(0, Math.max(0, column - 1)).join("").length;
      const size = lines[line - 1] && units < lines[line - 1].length ? 1 : 0;
      area.focus();
      area.setSelectionRange(before + units, before + units + size);
    }
    return {
      element, area,
      // Shows a text that was taken elsewhere.
      set(text) {
        clearTimeout(area.later);
        if (area.value !== text) area.value = text;
        showProblems(null);
      },
    };
  }

  // how:
  //   examples                [[id, name, link], ...], and fromLink(link) -> text
  //   files                   what a dialogue for files accepts
  //   label, hint             of the text
  //   check(text, name)       the answer of the module; accept(answer) takes a board that is valid
  //   opened(name, text)      after a board was opened as a whole
  //   edited(answer)          after the text was edited
  //   toText()                brings the text into view
  return function boardSource(app, root, how) {
    const {t} = app;
    const problems = el("div", {class: "problems"});
    const warnings = el("div", {class: "problems"});
    const editor = textEditor(app, {label: how.label, hint: how.hint, read(text) {
      const answer = take(text, t({en: "<text>", es: "<texto>"}));
      app.clearErrors(problems);
      if (how.edited) how.edited(answer);
      return answer;
    }});

    // Takes a board if it is one; the answer says whether it was.
    function take(text, name) {
      const answer = how.check(text, name);
      if (answer.status === "valid") {
        how.accept(answer);
        app.showWarnings(warnings, answer.warnings, name);
      }
      return answer;
    }

    // The same for one that comes as a whole: what is wrong is said above the picture.
    function open(text, name) {
      const answer = take(text, name);
      if (answer.status !== "valid") {
        app.showErrors(problems, answer);
        return false;
      }
      app.clearErrors(problems);
      how.opened(name, text);
      return true;
    }

    // The same for one that the visitor asks for: Back returns to the one before.
    function bring(text, name) {
      if (open(text, name)) app.changed({push: true});
    }

    const openExample = ([id, , link]) => open(how.fromLink(link), `${id}.txt`);
    const openLink = (link) => open(how.fromLink(link), t({en: "<link>", es: "<enlace>"}));

    const example = app.select(t(words.example), [["", t(words.own)], ...how.examples.map(([id, name]) => [id, t(name)])], {
      onchange: (id) => {
        const found = how.examples.find(([other]) => other === id);
        if (found) bring(how.fromLink(found[2]), `${id}.txt`);
      }});
    const buttons = [
      button(t(words.open), async () => {
        const file = await app.openFile(how.files);
        if (file) bring(file.text, file.name);
      }, {icon: "open"}),
      button(t(words.paste), pasteText, {}),
    ];
    const pasted = t({en: "<pasted text>", es: "<texto pegado>"});

    // Takes what was copied, where the browser lets a page read that; elsewhere the visitor pastes into the text.
    async function pasteText() {
      let text = "";
      try {
        text = await navigator.clipboard.readText();
      } catch { /* it may not be read */ }
      if (text) return void bring(text, pasted);
      how.toText();
      editor.area.focus();
      editor.area.select();
      app.announce(t({en: "Paste your text here, with Ctrl+V.", es: "Pega aquí tu texto, con Ctrl+V."}));
    }

    app.dropTarget(root, (file) => bring(file.text, file.name));

    // A text that is pasted anywhere but into a field is a board.
    function paste(event) {
      if (root.hidden || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName || "")) return;
      const text = event.clipboardData && event.clipboardData.getData("text/plain");
      if (!text) return;
      event.preventDefault();
      bring(text, pasted);
    }
    document.addEventListener("paste", paste);

    return {
      problems, warnings, example, buttons, editor, take, open, openExample, openLink,
      // Shows which of the examples a board is, if it is one.
      markExample(link) {
        const known = how.examples.find(([, , other]) => other === link);
        example.control.value = known ? known[0] : "";
      },
      end: () => document.removeEventListener("paste", paste),
    };
  };
})();
