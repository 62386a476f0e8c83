// SPDX-License-Identifier: MIT
// The frame of the page: tabs, language, look, state in the address, files, errors and progress.
//
// A tab is a script that calls
//   playground.tab({id, name: {en, es}, mount(root, app) -> {state(), restore(state), unmount(), show(), hide()}})
// where all but mount may be left out. `app` is what `appFor` makes, below.
const playground = (() => {
  const {el} = playgroundElements;
  const tabs = [];
  const languages = {en: "English", es: "Español"};
  let language = "en";
  let current;  // the tab that is seen

  const t = (texts) => (typeof texts === "string" ? texts : texts[language] || texts.en);
  const byId = (id) => document.getElementById(id);

  // What the browser remembers between visits. A browser may refuse, above all to a local file.
  const memory = {
    get(name) { try { return localStorage.getItem(`senda-${name}`); } catch { return null; } },
    set(name, value) { try { localStorage.setItem(`senda-${name}`, value); } catch { /* then not */ } },
  };

  // The state in the address: #tab=rush_hour&lang=es&board=...
  const longestAddress = 60000;

  const encoded = (text) =>
    encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(/%(2C|3A|2F)/g, decodeURIComponent);

  function readAddress() {
    const state = {};
    for (const part of location.hash.slice(1).split("&")) {
      const [name, ...value] = part.split("=");
      if (!name) continue;
      try {
        state[decodeURIComponent(name)] = decodeURIComponent(value.join("=").replace(/\+/g, "%20"));
      } catch { /* what cannot be read is left out */ }
    }
    return state;
  }

  function addressOf(tab) {
    const parts = [`tab=${tab.id}`, `lang=${language}`];
    for (const [name, value] of Object.entries(stateOf(tab)))
      parts.push(`${encoded(name)}=${encoded(String(value))}`);
    const whole = `#${parts.join("&")}`;
    return whole.length <= longestAddress ? whole : `#${parts.slice(0, 2).join("&")}`;
  }

  function stateOf(tab) {
    const made = tab.mounted;
    return made && made.state ? made.state() : {};
  }

  function writeAddress({push = false} = {}) {
    clearTimeout(writeAddress.later);
    const address = addressOf(current);
    if (address === location.hash) return;
    if (push) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  function writeAddressSoon() {
    clearTimeout(writeAddress.later);
    writeAddress.later = setTimeout(writeAddress, 250);
  }

  function followAddress() {
    const {tab: id, lang, ...state} = readAddress();
    if (lang && languages[lang] && lang !== language) setLanguage(lang);
    const tab = tabs.find((one) => one.id === id) || current || tabs[0];
    show(tab);
    const seen = stateOf(tab);
    const differs = Object.entries(state).some(([name, value]) => String(seen[name]) !== value);
    if (differs) restore(tab, state);
    writeAddressSoon();
  }

  function restore(tab, state) {
    const made = tab.mounted;
    if (made && made.restore) attempt(() => made.restore(state));
  }

  // Tabs: each is mounted when it is first seen, and stays.
  function mount(tab) {
    tab.players = [];
    tab.panel.replaceChildren();
    tab.mounted = attempt(() => tab.mount(tab.panel, appFor(tab))) || {};
  }

  function unmount(tab) {
    for (const player of tab.players || []) player.pause();
    if (tab.mounted && tab.mounted.unmount) attempt(() => tab.mounted.unmount());
    tab.mounted = undefined;
  }

  function show(tab) {
    if (current === tab && tab.mounted) return;
    if (current && current !== tab) hide(current);
    current = tab;
    for (const one of tabs) {
      const isShown = one === tab;
      one.panel.hidden = !isShown;
      one.handle.setAttribute("aria-selected", String(isShown));
      one.handle.tabIndex = isShown ? 0 : -1;
    }
    tab.handle.scrollIntoView({block: "nearest", inline: "center"});
    document.title = `${t(tab.name)} · senda`;
    if (!tab.mounted) mount(tab);
    else if (tab.mounted.show) tab.mounted.show();
  }

  function hide(tab) {
    for (const player of tab.players || []) player.pause();
    if (tab.mounted && tab.mounted.hide) tab.mounted.hide();
  }

  function choose(tab) {
    if (tab === current) return;
    show(tab);
    writeAddress({push: true});
  }

  function chooseByKey(event) {
    const moves = {ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length};
    if (!(event.key in moves)) return;
    event.preventDefault();
    const at = tabs.indexOf(current) + moves[event.key];
    const wrapped = Math.abs(moves[event.key]) > 1 ? Math.max(0, Math.min(tabs.length - 1, at))
      : (at + tabs.length) % tabs.length;
    choose(tabs[wrapped]);
    current.handle.focus();
  }

  function makeTabs() {
    for (const tab of tabs) {
      tab.handle = el("button", {type: "button", role: "tab", id: `tab-${tab.id}`, class: "tab", tabindex: "-1",
        "aria-selected": "false", "aria-controls": `panel-${tab.id}`, onclick: () => choose(tab)});
      tab.panel = el("div", {role: "tabpanel", id: `panel-${tab.id}`, class: `panel panel-${tab.id}`, hidden: true,
        "aria-labelledby": `tab-${tab.id}`});
    }
    byId("tabs").replaceChildren(...tabs.map((tab) => tab.handle));
    byId("tabs").addEventListener("keydown", chooseByKey);
    byId("panels").replaceChildren(...tabs.map((tab) => tab.panel));
  }

  // Language and look.
  const frameTexts = {
    skip: {en: "Skip to the content", es: "Ir al contenido"},
    tabs: {en: "Systems", es: "Sistemas"},
    toDark: {en: "Dark look", es: "Aspecto oscuro"},
    toLight: {en: "Light look", es: "Aspecto claro"},
    stop: {en: "Stop", es: "Detener"},
    broken: {en: "Something went wrong", es: "Algo ha fallado"},
    close: {en: "Close", es: "Cerrar"},
    tooLarge: {en: "the file has more than 64 MB", es: "el archivo tiene más de 64 MB"},
  };

  function setLanguage(wanted) {
    language = wanted;
    memory.set("language", wanted);
    const remounted = tabs.filter((tab) => tab.mounted).map((tab) => [tab, stateOf(tab)]);
    writeFrame();
    for (const [tab, state] of remounted) {
      unmount(tab);
      mount(tab);
      restore(tab, state);
    }
    if (current) document.title = `${t(current.name)} · senda`;
  }

  function writeFrame() {
    document.documentElement.lang = language;
    byId("skip").textContent = t(frameTexts.skip);
    byId("tabs").setAttribute("aria-label", t(frameTexts.tabs));
    for (const tab of tabs) tab.handle.textContent = t(tab.name);
    const other = language === "en" ? "es" : "en";
    const button = byId("language");
    button.textContent = languages[other];
    button.lang = other;
    writeLook();
  }

  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  let isLookChosen = Boolean(memory.get("look"));
  const isDark = () => document.documentElement.dataset.look === "dark";

  function writeLook() {
    const text = t(isDark() ? frameTexts.toLight : frameTexts.toDark);
    const button = byId("look");
    button.setAttribute("aria-label", text);
    button.title = text;
    button.replaceChildren(playgroundElements.icon(isDark() ? "sun" : "moon"));
    dispatchEvent(new Event("lookchange"));
  }

  function setLook(look) {
    document.documentElement.dataset.look = look;
    writeLook();
  }

  function switchLook() {
    isLookChosen = true;
    setLook(isDark() ? "light" : "dark");
    memory.set("look", document.documentElement.dataset.look);
  }

  // Speaks to those who listen; the same text twice is said twice.
  function announce(text) {
    const line = byId("announcer");
    line.textContent = "";
    setTimeout(() => { line.textContent = text; }, 30);
  }

  // The line of progress: it appears only if the work takes a while, so that nothing flickers.
  function busy(text) {
    const line = byId("busy");
    const bar = el("progress", {max: 1, "aria-label": text});
    const words = el("span", {class: "busy-text"}, text);
    const shown = el("div", {class: "busy-line"}, words, bar,
      playgroundElements.button(t(frameTexts.stop), () => playgroundEngine.stop(), {icon: "stop"}));
    const appear = setTimeout(() => {
      line.append(shown);
      line.hidden = false;
    }, 300);
    return {
      update(share, more) {
        if (share >= 0) bar.value = Math.min(share, 1);
        else bar.removeAttribute("value");
        if (more) words.textContent = more;
      },
      done() {
        clearTimeout(appear);
        shown.remove();
        line.hidden = !line.firstChild;
      },
    };
  }

  // Work in the worker. how: {progress(share, text), busy: a text for the line of progress}.
  async function call(name, request = {}, how = {}) {
    const line = how.busy ? busy(how.busy) : null;
    try {
      return await playgroundEngine.call(name, request, (share, text) => {
        if (line) line.update(share, text);
        if (how.progress) how.progress(share, text);
      });
    } finally {
      if (line) line.done();
    }
  }

  // Requests to the worker of which only the last one counts.
  function makeRequests() {
    let last = 0;
    let isBusy = false;
    return {
      get isBusy() { return isBusy; },
      // The answer; null, also instead of an error, if nobody waits for it any longer.
      async ask(name, request, text) {
        const mine = ++last;
        isBusy = true;
        try {
          const answer = await call(name, request, {busy: text});
          return mine === last ? answer : null;
        } catch (error) {
          if (mine === last) throw error;
          return null;
        } finally {
          if (mine === last) isBusy = false;
        }
      },
      cancel() {
        ++last;
        if (isBusy) playgroundEngine.stop();
        isBusy = false;
      },
    };
  }

  // How long a search may take, in seconds; 0 is without a limit. The usual one is not in the address.
  function timeLimit(seconds, onchange) {
    const usual = "10";
    const text = (value) => (value === "0" ? t(playgroundWords.common.none) : value === "300" ? "5 min" : `${value} s`);
    const field = playgroundElements.select(t(playgroundWords.common.limit), seconds.map((value) => [value, text(value)]), {value: usual, onchange});
    const {control} = field;
    return Object.assign(field, {
      state: () => (control.value === usual ? {} : {limit: control.value}),
      restore({limit}) { if (seconds.includes(limit)) control.value = limit; },
    });
  }

  // Files.
  const longestFile = 64e6;

  async function readFile(file) {
    if (file.size > longestFile) throw new Error(`${file.name}: ${t(frameTexts.tooLarge)}`);
    return {name: file.name, text: playgroundWire.textOf(new Uint8Array(await file.arrayBuffer()))};
  }

  // Asks for a file: {name, text}, or null if none was chosen.
  function openFile(accept = "") {
    return new Promise((resolve, reject) => {
      const input = el("input", {type: "file", accept, class: "unseen", tabindex: "-1", "aria-hidden": "true",
        onchange: () => {
          const file = input.files[0];
          input.remove();
          if (file) readFile(file).then(resolve, reject);
          else resolve(null);
        },
        oncancel: () => { input.remove(); resolve(null); }});
      document.body.append(input);
      input.click();
    });
  }

  // Lets files be dropped on an element: onFile({name, text}).
  function dropTarget(element, onFile) {
    const hasFile = (event) => [...event.dataTransfer.types].includes("Files");
    let depth = 0;  // enter and leave come for every child too
    const mark = (change) => {
      depth = change === 0 ? 0 : depth + change;
      element.classList.toggle("drop", depth > 0);
    };
    element.addEventListener("dragenter", (event) => hasFile(event) && mark(1));
    element.addEventListener("dragleave", (event) => hasFile(event) && mark(-1));
    element.addEventListener("drop", (event) => {
      mark(0);
      const file = event.dataTransfer.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      readFile(file).then(onFile).catch(complain);
    });
  }

  function download(name, content, type = "text/plain;charset=utf-8") {
    const url = URL.createObjectURL(new Blob([content], {type}));
    const link = el("a", {href: url, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  // Shows why an input was refused, as the programs print it, and what else is wrong with it. A
  // failure that is no answer (an Error) is shown too; one that was stopped is not.
  function showErrors(element, answer) {
    if (answer && answer.stopped) return clearErrors(element);
    const message = answer.message || String(answer);
    const more = (answer.errors || []).slice(1);
    const place = (error) => (error.line ? `${error.line}:${error.column || 1}  ` : "");
    element.replaceChildren(el("div", {class: "errors", role: "alert"},
      el("pre", {tabindex: "0"}, message.replace(/\n$/, "")),
      more.length === 0 ? null : el("ul", {}, more.slice(0, 50).map((error) =>
        el("li", {}, el("code", {}, place(error)), error.message)))));
  }

  const clearErrors = (element) => element.replaceChildren();

  // Shows what was accepted although it is not quite right.
  function showWarnings(element, warnings, name = "") {
    const place = (one) => (one.line ? `${name}:${one.line}:${one.column || 1}` : name);
    element.replaceChildren(...(warnings && warnings.length ? [el("div", {class: "warnings", role: "status"}, el("ul", {},
      warnings.slice(0, 20).map((one) => el("li", {}, `warning: ${one.message} [${one.code}] (${place(one)})`))))] : []));
  }

  // What nobody expected is said at the foot of the page, and work goes on.
  function complain(error) {
    if (error && error.stopped) return;
    const text = `${t(frameTexts.broken)}: ${error && error.message || error}`;
    const note = el("div", {class: "complaint", role: "alert"}, el("span", {}, text),
      playgroundElements.button(t(frameTexts.close), () => note.remove(), {kind: "quiet"}));
    byId("complaints").replaceChildren(note);
  }

  function attempt(action) {
    try {
      return action();
    } catch (error) {
      complain(error);
      return undefined;
    }
  }

  // What a tab is given:
  //   t({en, es})                          the text in the language of the page; `language` is its name
  //   ready                                a promise: the module is there
  //   call(name, request, {busy, progress}) work in the worker, a promise of the answer
  //   stop()                               ends it; the promise is rejected with {stopped: true}
  //   now(name, request)                   short work, at once; only after `ready`
  //   changed()                            what `state` gives has changed
  //   announce(text), busy(text), complain(error)
  //   openFile(accept), dropTarget(element, onFile), download(name, content, type)
  //   showErrors(element, answer), clearErrors(element), showWarnings(element, warnings, name)
  //   requests()                           requests of which only the last one counts: ask, cancel, isBusy
  //   timeLimit(seconds)                   a field for the time of a search: state(), restore(state)
  //   number(value), count(value, noun)    as the language writes them, with the nouns of words.js
  //   player({label, show, rate}), isDark(), open(tab, state): shows another tab in a state
  //   and all of elements.js
  function appFor(tab) {
    return {
      ...playgroundElements,
      t, language, announce, busy, call, complain, openFile, dropTarget, download, showErrors, clearErrors,
      showWarnings, isDark, timeLimit,
      requests: makeRequests,
      number: (value) => playgroundWords.grouped(language, value),
      count: (value, noun) => playgroundWords.counted(language, value, noun),
      ready: playgroundEngine.ready,
      now: playgroundEngine.now,
      stop: playgroundEngine.stop,
      changed() { if (tab === current) writeAddressSoon(); },
      player(how) {
        const made = playgroundPlayer(t, how);
        tab.players.push(made);
        return made;
      },
      open(id, state) {
        const other = tabs.find((one) => one.id === id);
        if (!other) return;
        choose(other);
        restore(other, state);
        writeAddressSoon();
        scrollTo(0, 0);
      },
    };
  }

  function start() {
    const address = readAddress();
    const choices = [address.lang, memory.get("language"), (navigator.language || "").slice(0, 2)];
    language = choices.find((one) => one in languages) || "en";
    makeTabs();
    writeFrame();
    byId("language").addEventListener("click", () => {
      setLanguage(language === "en" ? "es" : "en");
      writeAddress();
    });
    byId("look").addEventListener("click", switchLook);
    systemIsDark.addEventListener("change", () => {
      if (!isLookChosen) setLook(systemIsDark.matches ? "dark" : "light");
    });
    addEventListener("popstate", followAddress);
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      complain(event.reason);
    });
    // A file that misses its target must not replace the page.
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => event.preventDefault());
    playgroundEngine.ready.catch(complain);
    followAddress();
  }

  return {tab: (description) => tabs.push({...description}), start};
})();
