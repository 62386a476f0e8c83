// SPDX-License-Identifier: MIT
// The maps that Pac-Man brings along, and maps in links.
const playgroundPacmanMaps = (() => {
  // In links, a map is its text with `.` for commas and `_` for the ends of lines. Files are taken as well.
  const toLink = (text) => text.trim().replace(/,/g, ".").replace(/\n/g, "_");
  const fromLink = (link) => (/^[-\w.]+$/.test(link) && link.includes("_") ? `${link.replace(/\./g, ",").replace(/_/g, "\n")}\n` : link);

  const examples = [
    ["first", {en: "First steps", es: "Primeros pasos"}, "5.4_1.2.6_5.3_V.J3.V.B2.V_V.Z4.J2.Z.J1_V.V.Z2.V.V_B.Z.J4.V.Z"],
    ["fork", {en: "Fork", es: "Bifurcación"}, "12.7_1.4.9_12.4_Z.Z.V.J4.V.V.V.V.J3.V.Z.Z_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_V.V.Z.Z.J9.V.V.J1.Z.Z.V.V_V.Z2.Z2.V.V.B6.V.V.Z2.Z2.Z1.V_V.V.Z.Z.J5.V.V.J8.Z.Z.V.V_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_Z.Z.V.V.J1.V.V.J2.V.V.Z.Z"],
    ["minefield", {en: "Minefield", es: "Campo de minas"}, "10.8_1.8.22_10.1_B3.B1.V.B.V.B2.J2.B.V.V_V.B.J3.B1.B.V.B1.V.B.V_J1.B2.V.B.J4.B3.V.B2.B1.V_B.V.B1.V.B1.V.B.J3.V.B_V.B4.V.B.V.B2.V.B.B2.V_V.V.B.J2.B1.V.B.V.V.B1_B1.V.V.B2.V.B.J5.B1.B.V_V.B.J2.V.B.V.V.B2.V.J3"],
    ["spiral", {en: "Spiral", es: "Espiral"}, "13.13_1.1.11_7.7_V.V.V.J8.V.V.V.B2.J5.V.V.V.V_Z.Z.Z.Z.Z.Z.Z9.Z.Z.Z.Z.Z.J6_V.V.J5.V.V.B1.V.J6.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z9.Z.Z.Z.V.Z.V_V.Z.J7.V.V.V.V.J8.B1.Z.J7.Z.V_J8.Z.V.Z.Z.Z.Z.Z.V.Z.V.Z.V_V.Z.V.Z.V.B3.V.Z.V.Z.V.Z9.B1_V.Z8.V.Z.J6.Z.Z.Z.V.Z.V.Z.V_B2.Z.V.Z.V.V.V.V.J5.Z.B3.Z.V_V.Z.B2.Z.Z.Z.Z.Z.Z.Z.J8.Z.V_J7.Z.V.V.V.V.J5.V.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.J8_V.V.V.J6.V.V.V.B3.J5.V.V.V.V"],
    ["feast", {en: "Feast (hard)", es: "Banquete (difícil)"}, "20.20_1.20.12_20.1_V.B1.B2.V.V.V.J3.J5.J4.Z.J5.J2.V.V.J4.V.J4.B4.J3.V_J2.V.J4.Z.Z1.V.Z1.B3.V.J2.V.J2.Z1.Z.Z2.Z2.Z3.J3.V.J2_V.J3.V.J1.J2.J2.Z.V.Z3.J4.V.J2.J1.V.V.V.V.J5.Z.V_J3.Z3.V.V.J4.J1.V.Z.J1.Z5.V.J2.V.J1.B1.J2.B3.J5.B5.Z3_V.J2.V.J3.Z5.J2.V.J1.J3.Z.J5.J5.J1.J2.J1.V.V.J1.V.V_V.J3.Z5.V.J1.Z2.Z.J2.J3.B1.V.V.Z1.V.J3.V.V.J2.Z.J1_J2.V.V.J2.J2.V.V.Z2.J1.Z1.J2.V.Z.J1.V.J2.V.Z3.V.B5_V.B3.J1.V.Z4.V.J1.V.V.J5.Z3.Z4.V.Z4.J1.V.V.J3.Z.V_V.J2.V.V.J5.V.J1.V.V.V.V.V.J4.J3.V.J2.Z1.J2.J5.J1_B1.J2.J5.V.J2.V.J5.Z4.J1.B5.V.V.V.J2.V.V.V.J5.V.B2_V.V.B3.J3.V.J2.V.V.V.V.Z.J3.Z2.V.Z5.V.J2.J1.V.J3_Z3.J3.V.Z.Z2.J1.B2.V.J1.Z.J2.V.J4.V.J5.J3.J1.J1.J1.V_B4.V.Z.V.Z3.J1.V.Z.V.V.J4.V.Z.Z3.J3.V.V.J1.J4.Z2_J3.Z1.J3.J2.V.J4.Z.Z3.Z2.J4.J3.J3.Z.Z2.J2.Z.V.Z1.V.V_J2.V.Z.V.V.Z4.J3.B3.J3.J5.V.V.J1.Z.J1.V.V.J3.J1.Z4_V.V.V.Z.V.Z5.Z4.V.B3.Z5.V.Z.V.V.J2.V.V.V.J3.V_J1.J4.J2.J2.V.J1.J4.V.Z5.V.J1.J2.J1.J1.J3.J4.Z4.Z.V.V_Z.V.J4.J4.V.V.J3.Z.Z2.V.J2.V.J2.J5.Z.Z.J2.Z4.Z4.V_V.V.V.V.J2.J2.V.J5.J1.J2.Z5.V.J4.J3.J2.V.V.B1.V.V_V.J1.V.Z5.B2.V.Z4.V.J2.J3.J5.J2.J1.Z3.J4.V.V.Z.V.V"],
    ["mirage", {en: "Mirage (no route)", es: "Espejismo (sin ruta)"}, "9.5_1.3.4_9.3_V.J1.V.Z.J9.V.V.J9.V_V.V.J2.Z.V.V.J9.V.V_V.J1.V.Z8.V.J9.V.V.V_V.V.V.Z.V.V.J9.V.V_J1.V.V.Z.J9.V.V.J9.V"],
    ["locked", {en: "Locked (no route)", es: "Encerrado (sin ruta)"}, "7.5_1.3.20_7.3_V.V.J2.Z.V.V.V_V.J4.V.B.V.J9.V_V.V.Z2.Z.V.V.V_V.V.V.B.V.J9.V_J1.V.V.Z.V.V.V"],
  ];

  return {examples, toLink, fromLink};
})();
