// SPDX-License-Identifier: MIT
// Making elements: the vocabulary of all tabs, so that they look and behave alike.
const playgroundElements = (() => {
  const properties = new Set(["value", "checked", "disabled", "hidden", "indeterminate", "readOnly", "tabIndex"]);

  function assign(element, attributes) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === undefined || value === null) continue;
      if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (name === "dataset") Object.assign(element.dataset, value);
      else if (name === "style" && typeof value === "object") setStyle(element, value);
      else if (properties.has(name) && name in element) element[name] = value;
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false || name.startsWith("aria-")) element.setAttribute(name, value);
    }
    return element;
  }

  function setStyle(element, style) {
    for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
  }

  function append(element, children) {
    for (const child of children.flat(Infinity))
      if (child !== null && child !== undefined && child !== false) element.append(child);
    return element;
  }

  // Children first: the value of a select exists only once its options do.
  const el = (tag, attributes, ...children) =>
    assign(append(document.createElement(tag), children), attributes);
  const svg = (tag, attributes, ...children) =>
    assign(append(document.createElementNS("http://www.w3.org/2000/svg", tag), children), attributes);

  const icons = {
    play: "M7 4.5v15l13-7.5z",
    pause: "M6 5h4v14H6zM14 5h4v14h-4z",
    next: "M6 4.5v15l10-7.5zM17 5h2.5v14H17z",
    back: "M18 4.5v15L8 12zM4.5 5H7v14H4.5z",
    first: "M20 4.5v15L11 12zM12 4.5v15L3 12z",
    last: "M4 4.5v15l9-7.5zM12 4.5v15l9-7.5z",
    stop: "M6 6h12v12H6z",
    undo: "M9 4 3 10l6 6v-4h5a4 4 0 0 1 0 8h-3v2h3a6 6 0 0 0 0-12H9z",
    restart: "M12 4V1L7 5.5 12 10V6.5a6 6 0 1 1-6 6H3.5A8.5 8.5 0 1 0 12 4z",
    open: "M3 5h7l2 2.5h9V19H3zm2 4.5V17h14V9.5z",
    save: "M11 3h2v9l3.5-3.5 1.5 1.5-6 6-6-6 1.5-1.5L11 12zM4 18h16v2.5H4z",
    dice: "M4 4h16v16H4zm2 2v12h12V6zm1.5 1.5h3v3h-3zm6 6h3v3h-3zm-3-3h3v3h-3z",
    link: "M10 14a1 1 0 0 1-.7-.3 5 5 0 0 1 0-7l3-3a5 5 0 0 1 7 7l-1.6 1.6-1.4-1.4 1.6-1.6a3 3 0 0 0-4.2-4.2l-3 3a3 3 0 0 0 0 4.2A1 1 0 0 1 10 14zm1.7 6.3a5 5 0 0 1-7-7l1.6-1.6 1.4 1.4-1.6 1.6a3 3 0 0 0 4.2 4.2l3-3a3 3 0 0 0 0-4.2l1.4-1.4a5 5 0 0 1 0 7z",
    light: "M9 21h6v-2H9zm3-19a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zm2 11.6V15h-4v-1.4a5 5 0 1 1 4 0z",
    sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9l1.4-1.4 2.8 2.8-1.4 1.4zM16.3 17.7l1.4-1.4 2.8 2.8-1.4 1.4zM19.1 3.5l1.4 1.4-2.8 2.8-1.4-1.4zM6.3 16.3l1.4 1.4-2.8 2.8-1.4-1.4z",
    moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
    share: "M18 16a3 3 0 0 0-2 .8L8.9 12.7a3 3 0 0 0 0-1.4L16 7.2A3 3 0 1 0 15 5c0 .2 0 .5.1.7L8 9.8a3 3 0 1 0 0 4.4l7.1 4.1A3 3 0 1 0 18 16z",
    copy: "M8 2h12v15H8zm2 2v11h8V4zM4 6h2v13h10v2H4z",
    flag: "M5 3h2v18H5zM8 4h11l-3 4 3 4H8z",
    eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zm0-2.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  };

  const icon = (name) =>
    svg("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"},
      svg("path", {d: icons[name], "fill-rule": "evenodd"}));

  // A button. `how` may hold icon (a name of above), kind ("primary", "quiet") and attributes. With
  // an icon and `iconOnly`, the text is its label and tooltip.
  function button(text, onclick, how = {}) {
    const {icon: sign, kind, iconOnly, class: more, ...attributes} = how;
    const names = ["button", kind, iconOnly ? "icon-only" : "", more].filter(Boolean).join(" ");
    const label = iconOnly ? {"aria-label": text, title: text} : {};
    return el("button", {type: "button", class: names, onclick, ...label, ...attributes},
      sign ? icon(sign) : null, iconOnly ? null : el("span", {}, text));
  }

  // A control with its label above it; `.control` is the control.
  function field(label, control, hint) {
    const made = el("label", {class: "field"}, el("span", {class: "field-name"}, label), control,
      hint ? el("span", {class: "hint"}, hint) : null);
    return withControl(made, control);
  }

  // A label has a `control` of its own, which is the first of several.
  const withControl = (label, control) => Object.defineProperty(label, "control", {value: control});

  // options: [[value, text], ...]; how: {value, onchange(value), hint, ...attributes}.
  function select(label, options, how = {}) {
    const {onchange, hint, ...attributes} = how;
    const control = el("select", attributes, options.map(([value, text]) => el("option", {value}, text)));
    if (onchange) control.addEventListener("change", () => onchange(control.value));
    return field(label, control, hint);
  }

  // how: {type, value, min, max, step, onchange(value), hint, ...attributes}; number by default.
  function input(label, how = {}) {
    const {onchange, hint, ...attributes} = how;
    const control = el("input", {type: "number", autocomplete: "off", ...attributes});
    if (onchange) control.addEventListener("change", () => onchange(control.value));
    return field(label, control, hint);
  }

  // A check box with its label beside it; `.control` is the box. how: {checked, onchange(checked)}.
  function check(label, how = {}) {
    const {onchange, ...attributes} = how;
    const control = el("input", {type: "checkbox", ...attributes});
    if (onchange) control.addEventListener("change", () => onchange(control.checked));
    const made = el("label", {class: "check"}, control, el("span", {}, label));
    return withControl(made, control);
  }

  // One of a few, all seen at once: radio buttons in a row. `.value` reads and sets it.
  let groups = 0;
  function choice(label, options, how = {}) {
    const name = `choice-${++groups}`;
    const radios = options.map(([value]) => el("input", {type: "radio", name, value, checked: value === how.value,
      onchange: () => how.onchange && how.onchange(value)}));
    const made = el("fieldset", {class: "field choice"}, el("legend", {class: "field-name"}, label),
      el("div", {class: "choices"}, options.map(([, text], at) => el("label", {}, radios[at], el("span", {}, text)))));
    Object.defineProperty(made, "value", {
      get: () => (radios.find((radio) => radio.checked) || {}).value,
      set(wanted) { for (const radio of radios) radio.checked = radio.value === wanted; },
    });
    return made;
  }

  // Buttons and fields in a row that belong together.
  const toolbar = (label, ...children) =>
    el("div", {class: "toolbar", role: "group", "aria-label": label}, ...children);

  // A titled part of the side.
  const card = (title, ...children) =>
    el("section", {class: "card"}, title ? el("h2", {}, title) : null, ...children);

  // A line that says how things stand: say(text, kind), with the kinds of style.css.
  function verdict(attributes) {
    const line = el("p", {class: "verdict", ...attributes});
    line.say = (text, kind = "") => {
      line.textContent = text;
      line.className = `verdict ${kind}`;
    };
    return line;
  }

  // Names and values: [[name, value], ...].
  const facts = (pairs) =>
    el("dl", {class: "facts"}, pairs.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));

  // A table with a head; numbers are set to the right. rows: [[first, second, ...], ...].
  const table = (caption, head, rows) =>
    el("div", {class: "table", tabindex: "0", role: "region", "aria-label": caption},
      el("table", {}, el("caption", {class: "unseen"}, caption),
        el("thead", {}, el("tr", {}, head.map((name) => el("th", {scope: "col"}, name)))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map((value, at) =>
          at === 0 ? el("th", {scope: "row"}, value) : el("td", {}, value)))))));

  // The two columns of a tab: the picture, and beside or below it what is said and asked. The picture stays in view; for
  // that the style needs to know how high its column is.
  const stageHeights = new ResizeObserver((entries) => {
    for (const {target} of entries) if (target.offsetHeight > 0) target.style.setProperty("--stage", `${target.offsetHeight}px`);
  });

  function bench(stage, side) {
    const column = el("div", {class: "stage"}, stage);
    stageHeights.observe(column);
    return el("div", {class: "bench"}, column, el("div", {class: "side"}, side));
  }

  return {el, svg, icon, button, field, select, input, check, choice, toolbar, card, verdict, facts, table, bench};
})();
