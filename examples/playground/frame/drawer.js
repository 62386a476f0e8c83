// SPDX-License-Identifier: MIT
// The drawer with the C++ program that does what is seen, and sharing: what leads out of the page.
const playgroundDrawer = (() => {
  const {el, button} = playgroundElements;
  const byId = (id) => document.getElementById(id);

  const words = {
    show: {en: "Show the C++", es: "Ver el C++"},
    title: {en: "The same in C++", es: "Lo mismo en C++"},
    hint: {en: "The shortest program that does what you see. It follows what you change.",
      es: "El programa más corto que hace lo que ves. Se adapta a lo que cambies."},
    none: {en: "There is nothing to show in C++ here yet.", es: "Aquí todavía no hay nada que mostrar en C++."},
    code: {en: "Program", es: "Programa"},
    copy: {en: "Copy", es: "Copiar"},
    copied: {en: "Program copied", es: "Programa copiado"},
    page: {en: "How it works", es: "Cómo funciona"},
    repository: {en: "senda’s repository", es: "El repositorio de senda"},
    close: {en: "Close", es: "Cerrar"},
    share: {en: "Share", es: "Compartir"},
    shared: {en: "Link copied", es: "Enlace copiado"},
    sharedText: {en: "Copied", es: "Copiado"},
    onlyHere: {en: "Link copied. It holds a file that is too long for a link, so it only works in this browser.",
      es: "Enlace copiado. Contiene un archivo demasiado largo para un enlace, así que solo funciona en este navegador."},
    refused: {en: "The browser does not let this page copy.", es: "El navegador no permite copiar a esta página."},
  };

  // Copies a text; whether the browser let it.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = el("textarea", {class: "unseen", "aria-hidden": "true", value: text});
      const before = document.activeElement;
      document.body.append(field);
      field.select();
      const isCopied = document.execCommand("copy");
      field.remove();
      if (before) before.focus({preventScroll: true});
      return isCopied;
    }
  }

  // The pieces of a program that have a colour.
  const pieces = new RegExp([
    String.raw`(?<comment>//[^\n]*)`,
    String.raw`(?<string>R"(?<mark>[^(\s]*)\([^]*?\)\k<mark>"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')`,
    String.raw`(?<directive>^#\w+[^\n]*)`,
    String.raw`(?<keyword>\b(?:auto|bool|break|char|class|const|constexpr|continue|double|else|false|for|if|int|namespace|` +
      String.raw`return|static|struct|template|true|typename|unsigned|using|void|while)\b)`,
  ].join("|"), "gm");

  function highlighted(source) {
    const made = [];
    let at = 0;
    for (const match of source.matchAll(pieces)) {
      const kind = ["comment", "string", "directive", "keyword"].find((name) => match.groups[name] !== undefined);
      made.push(source.slice(at, match.index), el("span", {class: `code-${kind}`}, match[0]));
      at = match.index + match[0].length;
    }
    return [...made, source.slice(at)];
  }

  // Where pages of the repository are: an address that ends in a slash.
  const base = () => document.querySelector("meta[name=senda-repository]").content || "../../";
  const home = () => (/^https?:/.test(base()) ? base().replace(/\/blob\/[^/]+\/$/, "") : `${base()}README.md`);

  // how: {t, tell(text), program() -> {source, page} or null, share() -> {text, isAddress, isOnlyHere}}.
  function make({t, tell, program, share}) {
    const opener = byId("program");
    const drawer = byId("drawer");
    let shown = "";
    let soon;

    const isOpen = () => !drawer.hidden;
    const link = (href, text) => el("a", {href, target: "_blank", rel: "noopener"}, text);

    function write() {
      soon = undefined;
      const {source, page} = program() || {};
      if (source === shown && drawer.querySelector(".drawer-code")) return;
      shown = source;
      const close = button(t(words.close), hide, {kind: "quiet"});
      const hadFocus = drawer.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
      const scroll = drawer.querySelector("pre") ? drawer.querySelector("pre").scrollTop : 0;
      drawer.replaceChildren(
        el("div", {class: "drawer-head"}, el("h2", {id: "drawer-title"}, t(words.title)), close),
        ...(source ? [
          el("p", {class: "hint"}, t(words.hint)),
          el("pre", {class: "drawer-code", tabindex: "0", role: "region", "aria-label": t(words.code), dataset: {part: "code"}},
            el("code", {}, highlighted(source))),
        ] : [el("p", {class: "drawer-code note"}, t(words.none))]),
        el("div", {class: "drawer-foot"},
          source ? button(t(words.copy), () => copyProgram(source), {icon: "copy", kind: "primary", dataset: {part: "copy"}}) : null,
          page ? link(base() + page, t(words.page)) : null, link(home(), t(words.repository))));
      close.dataset.part = "close";
      if (drawer.querySelector("pre")) drawer.querySelector("pre").scrollTop = scroll;
      if (hadFocus !== undefined) (drawer.querySelector(`[data-part="${hadFocus}"]`) || close).focus({preventScroll: true});
    }

    async function copyProgram(source) {
      tell(t(await copy(source) ? words.copied : words.refused));
    }

    function open() {
      drawer.hidden = false;
      opener.setAttribute("aria-expanded", "true");
      document.documentElement.classList.add("with-drawer");
      write();
      drawer.focus({preventScroll: true});
    }

    function hide() {
      drawer.hidden = true;
      opener.setAttribute("aria-expanded", "false");
      document.documentElement.classList.remove("with-drawer");
      opener.focus({preventScroll: true});
    }

    async function shareIt() {
      const {text, isAddress, isOnlyHere} = share();
      const isTouch = matchMedia("(pointer: coarse)").matches;
      if (isTouch && navigator.share && !isOnlyHere) {
        try {
          return await navigator.share(isAddress ? {title: document.title, url: text} : {title: document.title, text});
        } catch (error) {
          if (error.name === "AbortError") return undefined;
        }
      }
      const isCopied = await copy(text);
      return tell(t(!isCopied ? words.refused : isOnlyHere ? words.onlyHere : isAddress ? words.shared : words.sharedText));
    }

    opener.addEventListener("click", () => (isOpen() ? hide() : open()));
    byId("share").addEventListener("click", shareIt);
    document.addEventListener("keydown", (event) => {
      const {activeElement} = document;
      const isOurs = drawer.contains(activeElement) || activeElement === opener || activeElement === document.body;
      if (event.key === "Escape" && isOpen() && isOurs && !event.defaultPrevented) hide();
    });

    return {
      // What is seen has changed.
      follow() {
        if (isOpen() && soon === undefined) soon = setTimeout(write, 100);
      },
      // In the language of the page.
      name() {
        opener.setAttribute("aria-label", t(words.show));
        opener.title = t(words.show);
        byId("share").replaceChildren(playgroundElements.icon("share"), el("span", {}, t(words.share)));
        byId("share").title = t(words.share);
        shown = undefined;
        drawer.replaceChildren();
        if (isOpen()) write();
      },
    };
  }

  return {make, copy};
})();
