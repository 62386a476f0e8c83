// SPDX-License-Identifier: MIT
// Which race on which map: the fields of the part Race that all its searches share.
//   playgroundRaceMap(app, how) -> {fields, text, map, directions, offer(), prepare(preset), mark(id), state(), restore(state)}
// how: {onchange() for another map or other directions, onpreset(preset)}.
const playgroundRaceMap = (() => {
  const {texts: words, presets} = playgroundRaceWords;
  const usual = {map: "valley", size: "40", directions: "4"};
  const ownMap = "own";
  const asInMap = "latest";

  function textBox(app, how) {
    const {el, t} = app;
    const {about, use, fill: write} = playgroundLabTools.mapText(app, how);
    const fill = () => { if (element.open) write(); };
    const element = el("details", {class: "card race-text", ontoggle: fill}, el("summary", {}, t(words.text)), el("div", {class: "race-text-body"},
      about, el("div", {class: "row"}, app.button(t(words.use), use))));
    return {element, fill};
  }

  return function raceMap(app, how) {
    const {el, t} = app;
    const {samples, sizes} = playgroundLabMap;
    let map;

    const preset = app.select(t(words.preset), [["", t(words.ownRace)], ...presets.map(({id, name}) => [id, t(name)])],
      {onchange: (id) => how.onpreset(presets.find((one) => one.id === id))});
    const sample = app.select(t(words.map), [[ownMap, t(words.own)], [asInMap, t(words.asInMap)], ...samples.map(({id, name}) => [id, t(name)])],
      {value: usual.map, onchange: () => load({push: true})});
    const size = app.select(t(words.size), sizes.map(([cols, rows]) => [String(cols), `${cols} × ${rows}`]),
      {value: usual.size, onchange: () => load({push: true})});
    const directions = app.choice(t(words.directions), [["4", t(words.four)], ["8", t(words.eight)]],
      {value: usual.directions, onchange: () => how.onchange({turned: true})});
    const text = textBox(app, {map: () => map, load: (other) => take(other)});
    const fields = el("div", {class: "fields race-shared"}, preset, sample, size, directions);

    const option = (select, value) => [...select.options].find((one) => one.value === value);
    const isOffered = (select, value, isOn) => { option(select, value).hidden = option(select, value).disabled = !isOn; };

    // One's own map is seen only while it is so, and that of the part Map once there is one.
    function mark() {
      isOffered(sample.control, ownMap, sample.control.value === ownMap);
      isOffered(sample.control, asInMap, Boolean(playgroundLabMap.latest));
      size.hidden = sample.control.value === ownMap;
      text.fill();
    }

    function take(other) {
      map = playgroundLabMap.copy(other);
      isOffered(sample.control, ownMap, true);
      sample.control.value = ownMap;
      mark();
      how.onchange({push: true});
    }

    function pick() {
      map = playgroundLabMap.sample(sample.control.value, size.control.value);
      mark();
    }

    function load(when) {
      if (sample.control.value === asInMap && playgroundLabMap.latest) return take(playgroundLabMap.latest);
      pick();
      return how.onchange(when);
    }

    pick();
    return {
      fields,
      text: text.element,
      offer: mark,
      get map() { return map; },
      get directions() { return Number(directions.value); },
      // The map and directions that a preset asks for.
      prepare({sample: wanted, directions: ways}) {
        if (ways) directions.value = String(ways);
        if (!wanted || sample.control.value === wanted) return;
        sample.control.value = wanted;
        pick();
      },
      // Which preset is seen; none is one's own.
      mark(id) {
        isOffered(preset.control, "", !id);
        preset.control.value = id || "";
        mark();
      },
      state() {
        const chosen = {map: sample.control.value, size: size.control.value, directions: directions.value};
        if (chosen.map === ownMap) Object.assign(chosen, {map: playgroundLabMap.code(map), size: usual.size});
        return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => value !== usual[name]));
      },
      restore(state) {
        const wanted = {...usual, ...state};
        const own = playgroundLabMap.decode(wanted.map);
        directions.value = wanted.directions === "8" ? "8" : "4";
        size.control.value = sizes.some(([cols]) => String(cols) === wanted.size) ? wanted.size : usual.size;
        sample.control.value = own ? ownMap : samples.some(({id}) => id === wanted.map) ? wanted.map : usual.map;
        if (own) map = own;
        else pick();
        mark();
      },
    };
  };
})();
