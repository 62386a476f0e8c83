// SPDX-License-Identifier: MIT
// What the tab Amazons says, and the games it can begin from.
const playgroundAmazonsWords = (() => {
  const examples = [
    ["", {en: "The beginning", es: "El principio"}],
    ["a7,g1,i9,j6\nb1,b10,g7,i3\na10,a8,a6,b7,b6,b3,b2,e1,f1,g5,g9,h1,h4,h5,i1,j1\n1\n", {en: "The middle of a game", es: "Mitad de partida"}],
    ["d6,f9,g8,i3\nb5,e6,f8,j9\na2,a5,a6,b2,b6,b8,c3,c4,c5,c6,d1,d3,d4,d7,d9,e2,e4,e7,e8,e9,e10,f3,f4,f7,g1,g2,g3,g5,g6,h3,h4,h6,h8,h9,h10,i4,i6,j3,j4\n2\n",
      {en: "An endgame", es: "Un final"}],
  ];

  function wordsIn(t) {
    return {
      ...playgroundWords.common,
      colour: {1: t({en: "White", es: "Blancas"}), 2: t({en: "Black", es: "Negras"})},
      who: {1: t({en: "White", es: "Las blancas"}), 2: t({en: "Black", es: "Las negras"})},
      piece: {white: t({en: "white amazon", es: "amazona blanca"}), black: t({en: "black amazon", es: "amazona negra"}),
        arrow: t({en: "arrow", es: "flecha"}), empty: t({en: "empty", es: "vacía"})},
      part: {amazon: t({en: "choose your amazon", es: "elige tu amazona"}), target: t({en: "choose where it goes", es: "elige a dónde se mueve"}),
        arrow: t({en: "choose where the arrow flies", es: "elige a dónde va la flecha"})},
    };
  }

  return {examples, wordsIn};
})();
