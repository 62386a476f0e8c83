// SPDX-License-Identifier: MIT
// The frame of the page: tabs, language, look, state in the address, files, errors and progress.
//
// A tab is a script that calls
//   playground.tab({id, name: {en, es}, mount(root, app) -> made})
// where `made` may hold
//   state(), restore(state)   what the address holds; what a state does not name is as at first
//   program()                 {source, page} for the drawer with the C++, or null
//   share()                   a text to share instead of the address
//   show(), hide(), unmount()
// `app` is what `appFor` makes, below.
const playground = (() => {
  const {el} = playgroundElements;
  const tabs = [];
  const languages = {en: "English", es: "Español"};
  let language = "en";
  let current;  // the tab that is seen

  const t = (texts) => (typeof texts === "string" ? texts : texts[language] || texts.en);
  const byId = (id) => document.getElementById(id);

  const messages = playgroundMessages({t, language: () => language});
  const {complain, announce, tell} = messages;
  const files = playgroundFiles({t, complain});

  // The address follows what is seen.
  const memoryTexts = {
    notKept: {en: "This is too large for the browser to keep: it will be gone when you reload the page.",
      es: "Es demasiado grande para que el navegador lo guarde: se perderá al recargar la página."},
    gone: {en: "This link holds a file that this browser does not have (any more).",
      es: "Este enlace contiene un archivo que este navegador no tiene (o ya no tiene)."},
  };

  function stateOf(tab) {
    const made = tab.mounted;
    return made && made.state ? made.state() : {};
  }

  function writeAddress({push = false} = {}) {
    clearTimeout(writeAddress.later);
    writeAddress.later = undefined;
    const made = playgroundAddress.write(current.id, language, stateOf(current));
    if (made.isNew && !made.isKept) tell(t(memoryTexts.notKept));
    if (made.text !== location.hash) history[push ? "pushState" : "replaceState"]({isOurs: true}, "", made.text);
    return made;
  }

  function writeAddressSoon() {
    clearTimeout(writeAddress.later);
    writeAddress.later = setTimeout(writeAddress, 250);
  }

  // Goes where the address leads: at the start, with Back and Forward, and when somebody changes it.
  function followAddress(event) {
    const {tab: id, lang, state: read} = playgroundAddress.read();
    clearTimeout(writeAddress.later);
    if (lang && languages[lang] && lang !== language) setLanguage(lang);
    const tab = tabs.find((one) => one.id === id) || current || tabs[0];
    const isFresh = !tab.mounted;
    show(tab);
    const state = playgroundAddress.whole(tab.id, read);
    if (state) bring(tab, state, {isFresh, isOurs: Boolean(event && event.state && event.state.isOurs)});
    else tell(t(memoryTexts.gone));
    writeAddressSoon();
  }

  // Brings a tab into a state. A name that an entry of our own history does not have was then as at first.
  function bring(tab, state, {isFresh, isOurs}) {
    const seen = stateOf(tab);
    const differs = Object.entries(state).some(([name, value]) => String(seen[name]) !== value);
    const isMissing = Object.keys(seen).some((name) => seen[name] !== undefined && !(name in state));
    if (isMissing && isOurs && !isFresh) remount(tab, state);
    else if (differs) restore(tab, state);
  }

  // A state that a tab cannot take leaves it as it is at first.
  function restore(tab, state) {
    if (!tab.mounted || !tab.mounted.restore) return;
    try {
      tab.mounted.restore(state);
    } catch (error) {
      complain(error);
      unmount(tab);
      mount(tab);
    }
  }

  // Tabs: each is mounted when it is first seen, and stays.
  function mount(tab) {
    tab.players = [];
    tab.panel.replaceChildren();
    tab.work = tab.work || playgroundWork.make({t, panel: tab.panel, tell});
    tab.mounted = attempt(() => tab.mount(tab.panel, appFor(tab))) || {};
  }

  function unmount(tab) {
    for (const player of tab.players || []) player.pause();
    if (tab.mounted && tab.mounted.unmount) attempt(() => tab.mounted.unmount());
    tab.mounted = undefined;
    tab.work.stop();
  }

  function remount(tab, state) {
    unmount(tab);
    mount(tab);
    restore(tab, state);
    if (tab === current) tab.work.show();
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
    tab.work.show();
    drawer.follow();
  }

  function hide(tab) {
    for (const player of tab.players || []) player.pause();
    if (tab.mounted && tab.mounted.hide) tab.mounted.hide();
  }

  function choose(tab) {
    if (tab === current) return;
    if (writeAddress.later !== undefined) writeAddress();
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
  };

  function setLanguage(wanted) {
    language = wanted;
    playgroundMemory.set("language", wanted);
    const remounted = tabs.filter((tab) => tab.mounted).map((tab) => [tab, stateOf(tab)]);
    writeFrame();
    for (const [tab, state] of remounted) remount(tab, state);
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
    drawer.name();
    writeLook();
  }

  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  let isLookChosen = Boolean(playgroundMemory.get("look"));
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
    playgroundMemory.set("look", document.documentElement.dataset.look);
  }

  // What leads out of the page.
  const drawer = playgroundDrawer.make({
    t, tell,
    program: () => attempt(() => (current.mounted.program ? current.mounted.program() : null)),
    share() {
      const {isLong} = writeAddress();
      const text = current.mounted.share ? attempt(() => current.mounted.share()) : null;
      return {text: text || location.href, isAddress: !text, isOnlyHere: !text && isLong};
    },
  });

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
  //   call(name, request, {busy, progress}) work in the worker of the tab, a promise of the answer
  //   stop()                               ends what the tab has asked for; the promises are rejected with {stopped: true}
  //   now(name, request)                   short work, at once; only after `ready`
  //   changed({push})                      what `state` gives has changed; with `push`, Back returns to what was before
  //   announce(text), tell(text)           says it to those who listen; to all, for a while
  //   busy(text)                           a line of progress: update(share, text), done()
  //   complain(error)                      what nobody expected
  //   openFile(accept), dropTarget(element, onFile), download(name, content, type), copy(text)
  //   showErrors(element, answer), clearErrors(element), showWarnings(element, warnings, name), messageOf(error)
  //   requests()                           requests of which only the last one counts: ask, cancel, isBusy
  //   timeLimit(seconds)                   a field for the time of a search: state(), restore(state)
  //   number(value), count(value, noun)    as the language writes them, with the nouns of words.js
  //   memory.get(name), memory.set(name, text)  what the browser keeps between visits, if it does
  //   player({label, show, rate}), isDark(), open(tab, state): shows another tab in a state
  //   and all of elements.js
  function appFor(tab) {
    const {call, busy, requests, stop} = tab.work;
    return {
      ...playgroundElements, ...messages, ...files,
      t, language, call, busy, requests, stop, isDark, timeLimit,
      memory: playgroundMemory,
      copy: playgroundDrawer.copy,
      number: (value) => playgroundWords.grouped(language, value),
      count: (value, noun) => playgroundWords.counted(language, value, noun),
      ready: playgroundEngine.ready,
      now: playgroundEngine.now,
      changed({push = false} = {}) {
        if (tab !== current) return;
        drawer.follow();
        if (push) writeAddress({push});
        else writeAddressSoon();
      },
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
    const choices = [playgroundAddress.read().lang, playgroundMemory.get("language"), (navigator.language || "").slice(0, 2)];
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
