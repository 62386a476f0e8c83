// SPDX-License-Identifier: MIT
// Words of the tab Pac-Man.
const playgroundPacmanWords = {
  ...playgroundWords.common,
  map: {en: "Map", es: "Mapa"},
  play: {en: "Play", es: "Jugar"},
  energy: {en: "Energy", es: "Energía"},
  intro: {
    en: "Every move costs 1 energy. Reach the flag before it runs out.",
    es: "Cada movimiento cuesta 1 de energía. Llega a la bandera antes de que se acabe.",
  },
  paint: {en: "Click or drag on the map to paint.", es: "Pulsa o arrastra sobre el mapa para pintar."},
  keys: {
    play: {
      en: "Move with the arrow keys or WASD. U takes a move back, Y makes it again, R starts over, M turns safe mode on and off. " +
        "You can also swipe, or click a cell next to Pac-Man.",
      es: "Muévete con las flechas o con WASD. U deshace, Y rehace, R vuelve a empezar, M activa o quita el modo seguro. " +
        "También puedes deslizar el dedo o pulsar una casilla junto a Pac-Man.",
    },
    edit: {
      en: "Keys on the map: the arrows move the frame, and Space or Enter puts there what is chosen. " +
        "The letters choose what to put, and 1 to 9 its value. Ctrl+Z undoes, Ctrl+Y redoes.",
      es: "Teclas sobre el mapa: las flechas mueven el marco; con Espacio o Intro pones ahí lo elegido. " +
        "Las letras eligen qué poner, y las cifras de 1 a 9 su valor. Ctrl+Z deshace y Ctrl+Y rehace.",
    },
  },
};
