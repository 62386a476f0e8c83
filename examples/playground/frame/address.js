// SPDX-License-Identifier: MIT
// What the page remembers: in the address what can be sent to others, such as #tab=rush_hour&lang=es&board=..., and
// in the browser what is too long for that.
const playgroundMemory = {
  // A browser may refuse, above all to a local file.
  get(name) { try { return localStorage.getItem(`senda-${name}`); } catch { return null; } },
  // Whether it was kept.
  set(name, value) {
    try {
      localStorage.setItem(`senda-${name}`, value);
      return true;
    } catch {
      return false;
    }
  },
};

const playgroundAddress = (() => {
  const longest = 60000;
  const recent = new Map();  // states that are too long for the address, by their marks: Back finds them again
  const mostRecent = 8;

  const encoded = (text) =>
    encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(/%(2C|3A|2F)/g, decodeURIComponent);

  // A short mark of a long text: two sums that differ for texts that differ.
  function markOf(text) {
    let [a, b] = [2166136261, text.length];
    for (let i = 0; i < text.length; ++i) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 16777619);
      b = Math.imul(b + code, 2654435761) ^ (b >>> 15);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
  }

  const isSame = (one, other) =>
    Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((name) => one[name] === other[name]);

  // Keeps a state in the browser: its mark, and whether it will be there after a reload.
  function keep(tab, state) {
    for (const [mark, known] of recent)
      if (known.tab === tab && isSame(known.state, state)) return {mark, isKept: known.isKept};
    const text = JSON.stringify(state);
    const mark = markOf(text);
    const isKept = playgroundMemory.set(`kept-${tab}`, JSON.stringify({mark, state}));
    recent.set(mark, {tab, state, isKept});
    if (recent.size > mostRecent) recent.delete(recent.keys().next().value);
    return {mark, isKept, isNew: true};
  }

  function keptState(tab, mark) {
    if (recent.has(mark)) return recent.get(mark).state;
    try {
      const kept = JSON.parse(playgroundMemory.get(`kept-${tab}`));
      return kept && kept.mark === mark ? kept.state : null;
    } catch {
      return null;
    }
  }

  return {
    // {tab, lang, state}; what cannot be read is left out.
    read() {
      const values = {};
      for (const part of location.hash.slice(1).split("&")) {
        const [name, ...value] = part.split("=");
        if (!name) continue;
        try {
          values[decodeURIComponent(name)] = decodeURIComponent(value.join("=").replace(/\+/g, "%20"));
        } catch { /* left out */ }
      }
      const {tab, lang, ...state} = values;
      return {tab, lang, state};
    },

    // The state that was read, whole; null if it is a kept one that is gone.
    whole: (tab, state) => (state.kept === undefined ? state : keptState(tab, state.kept)),

    // {text, isLong, isKept, isNew} for the state of a tab.
    write(tab, language, state) {
      const start = `#tab=${tab}&lang=${language}`;
      const values = Object.entries(state).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
      const isShort = values.reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= longest;
      const text = isShort ? [start, ...values.map((pair) => pair.map(encoded).join("="))].join("&") : "";
      if (isShort && text.length <= longest) return {text, isLong: false};
      const {mark, isKept, isNew} = keep(tab, Object.fromEntries(values));
      return {text: `${start}&kept=${mark}`, isLong: true, isKept, isNew};
    },
  };
})();
