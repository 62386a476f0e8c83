// SPDX-License-Identifier: MIT
// Rush Hour: the lists of moves, the boards to begin with, and the words for both.
const playgroundRushHour = (() => {
  const examples = [
    ["oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo", {en: "Morning, 8 moves", es: "Mañana, 8 movimientos"}],
    ["BoCCCDBoEooDAAEooDFFEGHHIIIGJoooooJo", {en: "Evening, 20 moves", es: "Tarde, 20 movimientos"}],
    ["oxBCCoooBxoDAABEoDFFFEoDGooHHoGIIoJJ", {en: "Pillars, 24 moves", es: "Pilares, 24 movimientos"}],
    ["BBBCDDooECFGAAECFGHHoooIJKKooIJoLLLI", {en: "Tow away, 30 moves", es: "Grúa, 30 movimientos"}],
    ["BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM", {en: "Gridlock, 47 moves", es: "Atasco, 47 movimientos"}],
    ["BooCooBooCoDAAoCoDoEoFFGoEHHoGoEoooG", {en: "Boxed in, no way out", es: "Encerrado, sin salida"}],
  ];

  const levels = {
    beginner: {en: "beginner", es: "principiante"},
    intermediate: {en: "intermediate", es: "intermedio"},
    advanced: {en: "advanced", es: "avanzado"},
    expert: {en: "expert", es: "experto"},
  };

  const directions = {
    horizontal: [{en: "left", es: "a la izquierda"}, {en: "right", es: "a la derecha"}],
    vertical: [{en: "up", es: "hacia arriba"}, {en: "down", es: "hacia abajo"}],
  };

  // A move is {id, by, shown}: a vehicle, the cells it goes, and whether senda made the move instead of the visitor.
  const textOf = ({id, by}) => `${id}${by < 0 ? "" : "+"}${by}`;
  const toText = (moves) => moves.map(textOf).join(" ");
  const fromText = (text, shown) => text.split(" ").filter(Boolean)
    .map((one) => ({id: one[0], by: Number(one.slice(1)), shown}));

  // In the address moves are `B-1,A2,*C1`, which needs no escapes; a star is before those that senda made.
  const toLink = (moves) => moves.map((one) => (one.shown ? "*" : "") + textOf(one).replace("+", "")).join(",");
  const fromLink = (text) => text.split(/[\s,]+/).filter(Boolean).map((one) => {
    const [, star, id, by] = /^(\*?)(.)(.*)$/.exec(one);
    return {id, by: /^[+-]?\d{1,3}$/.test(by) ? Number(by) : NaN, shown: star !== ""};
  });

  // A list with one move more. What the same vehicle does twice in a row is one slide, and none if it is back where
  // it stood.
  function joined(moves, move) {
    const last = moves[moves.length - 1];
    if (!last || last.id !== move.id) return [...moves, move];
    const by = last.by + move.by;
    const before = moves.slice(0, -1);
    return by === 0 ? before : [...before, {id: move.id, by, shown: last.shown && move.shown}];
  }
  const join = (moves) => moves.reduce(joined, []);

  const inLines = (board) => board.replace(/o/g, ".").replace(/(.{6})(?=.)/g, "$1\n");

  return {examples, levels, directions, textOf, toText, fromText, toLink, fromLink, joined, join, inLines};
})();
