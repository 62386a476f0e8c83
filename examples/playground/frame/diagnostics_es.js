// SPDX-License-Identifier: MIT
// What senda's readers say about a file, in Spanish. They say it in English; each sentence of theirs stands here with its
// translation, and what fills its gaps, %1 and so on, is translated the same way. A room adds its own with `add`.
const playgroundDiagnostics = (() => {
  const sentences = [];  // [pattern, the order of its gaps, translation]
  const general = [];    // those that begin or end as many others do: they come last

  // Nouns beside numbers: one, and more than one.
  const nouns = {
    cell: ["casilla", "casillas"], row: ["fila", "filas"], column: ["columna", "columnas"], room: ["sala", "salas"],
    character: ["carácter", "caracteres"], number: ["número", "números"], move: ["movimiento", "movimientos"],
    step: ["paso", "pasos"], wall: ["muro", "muros"], ring: ["anillo", "anillos"],
  };

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

  function add(pairs, list = sentences) {
    for (const [english, spanish] of pairs) {
      const gaps = [...english.matchAll(/%(\d)/g)].map((match) => match[1]);
      const pattern = english.split(/%\d/).map(escaped).join("(.+?)");
      list.push([new RegExp(`^${pattern}$`, "s"), gaps, spanish]);
    }
  }

  function counted(text) {
    const match = /^(\d+) (\w+?)s?$/.exec(text);
    if (!match || !(match[2] in nouns)) return undefined;
    return `${match[1]} ${nouns[match[2]][match[1] === "1" ? 0 : 1]}`;
  }

  // What is in quotation marks is the text of the file, and stays.
  function translated(text) {
    if (/^'.*'$/s.test(text)) return text;
    const number = counted(text);
    if (number) return number;
    for (const [pattern, gaps, spanish] of [...sentences, ...general]) {
      const match = pattern.exec(text);
      if (!match) continue;
      const filling = Object.fromEntries(gaps.map((gap, at) => [gap, translated(match[at + 1])]));
      return spanish.replace(/%(\d)/g, (_, gap) => filling[gap]).replace(/se esperan (?=1 )/, "se espera ")
        .replace(/\b(de|a) el /g, (both, word) => `${word === "de" ? "del" : "al"} `);
    }
    return text;
  }

  // Mazes as text.
  add([
    ["the text is empty: expected a maze", "el texto está vacío: se espera un laberinto"],
    ["%1 (the first line is 'N=rows, M=columns, P=life')", "%1 (la primera línea es 'N=filas, M=columnas, P=vida')"],
    ["expected a comma and '%1='", "se espera una coma y '%1='"],
    ["expected '=' after %1", "se espera '=' después de %1"],
    ["expected a whole number for %1", "se espera un número entero para %1"],
    ["expected a whole number", "se espera un número entero"],
    ["expected nothing after the life", "no se espera nada después de la vida"],
    ["N is %1: with M=%2 the maze has more cells than the 4 billion that can be numbered",
      "N es %1: con M=%2 el laberinto tiene más casillas que los 4000 millones que se pueden numerar"],
    ["a letter in lower case is read as upper case", "una letra minúscula se lee como mayúscula"],
    ["a letter in lower case: expected upper case", "una letra minúscula: se espera mayúscula"],
    ["the text begins with a byte order mark, which is skipped", "el texto empieza con una marca de orden de bytes, que se omite"],
    ["the text begins with a byte order mark: expected none", "el texto empieza con una marca de orden de bytes: no se espera ninguna"],
    ["the text begins with a byte order mark", "el texto empieza con una marca de orden de bytes"],
    ["blank lines are skipped", "las líneas en blanco se omiten"],
    ["a blank line: expected none", "una línea en blanco: no se espera ninguna"],
    ["a carriage return at the end of a line is ignored", "un retorno de carro al final de una línea se ignora"],
    ["a carriage return at the end of a line: expected none", "un retorno de carro al final de una línea: no se espera ninguno"],
    ["blanks at the end of a line are ignored", "los blancos al final de una línea se ignoran"],
    ["blanks at the end of a line: expected none", "blancos al final de una línea: no se espera ninguno"],
    ["this row has %1 instead of %2: it is filled up with walls", "esta fila tiene %1 en lugar de %2: se completa con muros"],
    ["this row has more than %1", "esta fila tiene más de %1"],
    ["the maze ends after %1: expected %2", "el laberinto termina tras %1: se esperan %2"],
    ["the maze goes on after %1, which are all that N promises", "el laberinto sigue tras %1, que son todas las que promete N"],
    ["the maze goes on after %1", "el laberinto sigue tras %1"],
    ["there is no start: expected one 'S'", "no hay inicio: se espera una 'S'"],
    ["there is no end: expected one 'E'", "no hay final: se espera una 'E'"],
    ["a second start 'S': the first is in line %1, column %2", "un segundo inicio 'S': el primero está en la línea %1, columna %2"],
    ["a second end 'E': the first is in line %1, column %2", "un segundo final 'E': el primero está en la línea %1, columna %2"],
    ["a second start", "un segundo inicio"],
    ["a second end", "un segundo final"],
    ["a maze of %1 x %2 cells is too large for memory, or for so short a text",
      "un laberinto de %1 x %2 casillas es demasiado grande para la memoria, o para un texto tan corto"],
    ["unknown cell %1: expected S, E, #, T or a digit", "casilla desconocida %1: se espera S, E, #, T o una cifra"],
    ["%1 (a route is '(x,y) (x,y) ...')", "%1 (una ruta es '(x,y) (x,y) ...')"],
    ["the plain search takes up to %1 treasures; this maze has %2", "la búsqueda simple admite hasta %1 tesoros; este laberinto tiene %2"],
    ["expected a number from 0 up", "se espera un número a partir de 0"],
    ["expected '%1' of 'N=.., M=.., P=..'", "se espera '%1' de 'N=.., M=.., P=..'"],
    ["%1: expected an odd number from 3 up, as rooms with walls have", "%1: se espera un número impar desde 3, como lo tienen salas con muros"],
    ["P: expected a number from 1 to %1", "P: se espera un número de 1 a %1"],
    ["%1: expected rooms at even columns and lines alone, and walls around them",
      "%1: se esperan salas solo en columnas y líneas pares, y muros a su alrededor"],
    ["an opening where walls meet", "una abertura donde se juntan muros"],
    ["an opening in the outer wall", "una abertura en el muro exterior"],
    ["S or E between two rooms", "S o E entre dos salas"],
    ["a passage that leads nowhere", "un pasaje que no lleva a ninguna parte"],
    ["a wall where a passage from above leads to", "un muro al que lleva un pasaje desde arriba"],
  ]);

  // Maps of Pac-Man, as text and as JSON.
  add([
    ["the text is empty: expected a map", "el texto está vacío: se espera un mapa"],
    ["the byte %1 is not UTF-8: expected a text file", "el byte %1 no es UTF-8: se espera un archivo de texto"],
    ["the text ends here: expected %1", "el texto termina aquí: se espera %1"],
    ["expected nothing after %1", "no se espera nada después de %1"],
    ["this line has %1: expected %2", "esta línea tiene %1: se espera %2"],
    ["the map has %1: expected %2, as %3 says", "el mapa tiene %1: se esperan %2, como dice %3"],
    ["the map goes on after %1: expected %2, as %3 says", "el mapa sigue tras %1: se esperan %2, como dice %3"],
    ["this row has %1: expected %2, as %3 says", "esta fila tiene %1: se esperan %2, como dice %3"],
    ["this row has %1: expected %2", "esta fila tiene %1: se esperan %2"],
    ["there is no cell between the commas: expected %1", "no hay ninguna casilla entre las comas: se espera %1"],
    ["unknown move %1: expected U, D, L or R", "movimiento desconocido %1: se espera U, D, L o R"],
    ["the number %1 is too large", "el número %1 es demasiado grande"],
    ["malformed JSON: %1", "el JSON está mal escrito en este lugar o justo antes"],
    ["blanks around commas are skipped", "los blancos junto a las comas se omiten"],
    ["a blank beside a comma: expected none", "un blanco junto a una coma: no se espera ninguno"],
    ["a blank line between others", "una línea en blanco entre otras"],
    ["the cell %1 is in lower case: expected a capital letter", "la casilla %1 está en minúscula: se espera una letra mayúscula"],
    ["a value that is not a digit from 1 to 9 is taken as it is", "un valor que no es una cifra de 1 a 9 se toma tal cual"],
    ["the value of the cell %1 is not a digit from 1 to 9", "el valor de la casilla %1 no es una cifra de 1 a 9"],
    ["the goal is the start: the game is won without a move", "la meta es el inicio: la partida se gana sin mover"],
    ["the goal is the start: expected another cell", "la meta es el inicio: se espera otra casilla"],
    ["the energy is %1: the rules ask for at least 1", "la energía es %1: las reglas piden al menos 1"],
    ["the energy is %1: expected at least 1", "la energía es %1: se espera al menos 1"],
    ["keys that the format does not have are skipped", "las claves que el formato no tiene se omiten"],
    ["the format has no key %1 here", "el formato no tiene aquí ninguna clave %1"],
    ["of a key that is there more than once, the last counts", "de una clave que está más de una vez cuenta la última"],
    ["the key %1 is there more than once", "la clave %1 está más de una vez"],
    ["a row that is a list of cells is taken for one string", "una fila que es una lista de casillas se toma como una cadena"],
    ["a row is a list of cells: expected a string", "una fila es una lista de casillas: se espera una cadena"],
    ["the start is not on the map", "el inicio no está en el mapa"],
    ["the goal is not on the map", "la meta no está en el mapa"],
    ["the start is not an empty cell", "el inicio no es una casilla vacía"],
    ["the goal is not an empty cell", "la meta no es una casilla vacía"],
    ["a cell has the value %1: expected no more than %2", "una casilla tiene el valor %1: se espera como mucho %2"],
    ["the energy is %1: expected no more than %2", "la energía es %1: se espera como mucho %2"],
    ["a map of %1 x %2 cells: expected at least 1 x 1, and no more than 4 billion cells",
      "un mapa de %1 x %2 casillas: se espera al menos 1 x 1, y no más de 4000 millones de casillas"],
    ["%1 cells for a map of %2 x %3", "%1 casillas para un mapa de %2 x %3"],
    ["a side of %1: expected %2 to %3", "un lado de %1: se espera de %2 a %3"],
    ["walls, doors, bombs and food are %1 percent of the cells: expected %2 to %3",
      "muros, puertas, bombas y comida son el %1 por ciento de las casillas: se espera de %2 a %3"],
    ["an energy of %1: expected %2 to %3", "una energía de %1: se espera de %2 a %3"],
    ["the start", "el inicio"], ["the goal", "la meta"], ["the map", "el mapa"], ["a row", "una fila"], ["a cell", "una casilla"],
    ["a number", "un número"], ["a truth value", "un valor lógico"], ["a whole number", "un número entero"],
    ["a string", "una cadena"], ["an object", "un objeto"], ["a list", "una lista"], ["null", "nulo"],
    ["the width and the height 'M,N'", "el ancho y el alto 'M,N'"],
    ["the start and the energy 'x0,y0,e'", "el inicio y la energía 'x0,y0,e'"],
    ["the goal 'x1,y1'", "la meta 'x1,y1'"],
    ["V, J1 to J9, Z1 to Z9, Z, B1 to B9 or B", "V, J1 a J9, Z1 a Z9, Z, B1 a B9 o B"],
  ]);

  // Boards of Rush Hour: texts, share codes, moves, and what the generator is asked for.
  add([
    ["%1: ignored", "%1, sin efecto"],
    ["a byte order mark before the board", "una marca de orden de bytes antes del tablero"],
    ["a blank line", "una línea en blanco"],
    ["blanks at the beginning of a line", "blancos al principio de una línea"],
    ["blanks or a carriage return at the end of a line", "blancos o un retorno de carro al final de una línea"],
    ["the exit is not above or below a column", "la salida no está encima ni debajo de una columna"],
    ["there is a second exit: expected one", "hay una segunda salida: se espera una sola"],
    ["no exit can be here: expected '<' before a row, '>' after one, or '^' or 'v' in a line of its own above or below the board",
      "aquí no puede haber una salida: se espera '<' antes de una fila, '>' después, o '^' o 'v' en su propia línea encima o debajo del tablero"],
    ["a board of %1 and %2: expected 3 to 8 of each", "un tablero de %1 y %2: se esperan de 3 a 8 de cada"],
    ["row %1 has %2: expected %3 as in the first row", "la fila %1 tiene %2: se esperan %3, como en la primera"],
    ["%1: expected 36 characters, or six lines of six", "%1: se esperan 36 caracteres, o seis líneas de seis"],
    ["the text is empty", "el texto está vacío"],
    ["the board has %1", "el tablero tiene %1"],
    ["the board goes on after 36", "el tablero sigue después de 36"],
    ["row %1 has %2", "la fila %1 tiene %2"],
    ["the board goes on after row 6", "el tablero sigue después de la fila 6"],
    ["the board ends after %1", "el tablero termina tras %1"],
    ["unknown cell %1: expected '.' or 'o' (empty), 'x' (wall) or a capital letter",
      "casilla desconocida %1: se espera '.' u 'o' (vacía), 'x' (muro) o una letra mayúscula"],
    ["%1 has %2: expected 2 or 3 in a line, and no two with one letter",
      "%1 tiene %2: se esperan 2 o 3 en línea, y ningún otro con la misma letra"],
    ["%1 has %2: expected 2 or 3", "%1 tiene %2: se esperan 2 o 3"],
    ["%1 has 3 cells: expected 2", "%1 tiene 3 casillas: se esperan 2"],
    ["%1 is vertical: expected 'AA'", "%1 está en vertical: se espera 'AA'"],
    ["%1 is horizontal: the exit is not", "%1 está en horizontal: la salida no"],
    ["%1 is not in %2, where the exit is", "%1 no está en %2, donde está la salida"],
    ["%1 wraps over the end of its row to %2: expected its cells side by side in one row or one column",
      "%1 pasa del final de su fila a %2: se esperan sus casillas juntas en una fila o una columna"],
    ["%1 is bent at %2: expected its cells side by side in one row or one column",
      "%1 está doblado en %2: se esperan sus casillas juntas en una fila o una columna"],
    ["%1 is split: it does not reach %2: expected its cells side by side in one row or one column",
      "%1 está partido y no llega a %2: se esperan sus casillas juntas en una fila o una columna"],
    ["there is no red car: expected 'AA' somewhere in %1", "no hay coche rojo: se espera 'AA' en %1"],
    ["%1 is the second with that letter", "%1 es el segundo con esa letra"],
    ["%1 overlaps %2 in %3", "%1 choca con %2 en %3"],
    ["%1 leaves the car park of %2 x %3 cells", "%1 se sale del aparcamiento de %2 x %3 casillas"],
    ["%1 is neither horizontal nor vertical", "%1 no está ni en horizontal ni en vertical"],
    ["no vehicle can be called %1: expected a letter from A to Z", "ningún vehículo puede llamarse %1: se espera una letra de la A a la Z"],
    ["a wall lies outside the car park of %1 x %2 cells", "un muro está fuera del aparcamiento de %1 x %2 casillas"],
    ["a car park of %1 x %2 cells: expected 3 to 8 rows and columns", "un aparcamiento de %1 x %2 casillas: se esperan de 3 a 8 filas y columnas"],
    ["the exit is not at the edge of the car park", "la salida no está en el borde del aparcamiento"],
    ["the page shows boards of 6 x 6 cells with the exit on the right of the third row",
      "la página muestra tableros de 6 x 6 casillas con la salida a la derecha de la tercera fila"],
    ["the red car A at %1", "el coche rojo A de %1"], ["vehicle %1 at %2", "el vehículo %1 de %2"],
    ["vehicle %1", "el vehículo %1"], ["the wall", "el muro"],
    ["row %1, column %2", "la fila %1, columna %2"], ["the third row", "la tercera fila"],
    ["this is another board", "este es otro tablero"],
    ["the share code %1 is damaged: a character of it is wrong", "el código %1 está dañado: alguno de sus caracteres no es correcto"],
    ["the share code %1 has %2: expected 10, or 16 with walls", "el código %1 tiene %2: se esperan 10, o 16 con muros"],
    ["no share code has a %1: expected letters, digits, '-' and '_'", "ningún código tiene %1: se esperan letras, cifras, '-' y '_'"],
    ["%1 is no move: expected the letter of a vehicle, + or -, and a number of cells from 1 to %2, such as C-3",
      "%1 no es un movimiento: se espera la letra de un vehículo, + o -, y un número de casillas de 1 a %2, como C-3"],
    ["move %1, %2, is not possible: %3", "el movimiento %1, %2, no es posible: %3"],
    ["there is no vehicle %1", "no hay ningún vehículo %1"],
    ["%1 can go %2 left", "%1 puede ir %2 a la izquierda"], ["%1 can go %2 right", "%1 puede ir %2 a la derecha"],
    ["%1 can go %2 up", "%1 puede ir %2 hacia arriba"], ["%1 can go %2 down", "%1 puede ir %2 hacia abajo"],
    ["%1: expected %2 to %3, the most that any known board with walls needs",
      "%1: se esperan de %2 a %3, lo máximo que necesita algún tablero conocido con muros"],
    ["%1: expected %2 to %3, the most that any known board without walls needs",
      "%1: se esperan de %2 a %3, lo máximo que necesita algún tablero conocido sin muros"],
  ]);

  // Games of the Amazons.
  add([
    ["unexpected %1: a game ends with its fourth line, the player", "sobra %1: una partida termina con su cuarta línea, la del jugador"],
    ["line %1 is missing: expected %2; a game has four lines: white's amazons, black's amazons, arrows, player",
      "falta la línea %1: se espera %2; una partida tiene cuatro líneas: amazonas blancas, amazonas negras, flechas, jugador"],
    ["white's amazons are %1: expected %2", "las amazonas blancas son %1: se esperan %2"],
    ["black's amazons are %1: expected %2", "las amazonas negras son %1: se esperan %2"],
    ["white's amazons", "la de las amazonas blancas"], ["black's amazons", "la de las amazonas negras"],
    ["the arrows (which may be empty)", "la de las flechas (que puede estar vacía)"], ["the player to move", "la del jugador que mueve"],
    ["unknown player %1: expected 1 (white) or 2 (black)", "jugador desconocido %1: se espera 1 (blancas) o 2 (negras)"],
    ["there is no cell here: expected %1, with commas between cells", "aquí no hay ninguna casilla: se espera %1, con comas entre las casillas"],
    ["unknown cell %1: expected %2, with commas between cells", "casilla desconocida %1: se espera %2, con comas entre las casillas"],
    ["a column from a to %1 and a row from 1 to %2", "una columna de a a %1 y una fila de 1 a %2"],
    ["the cell %1 stands twice in this line", "la casilla %1 está dos veces en esta línea"],
    ["the cell %1 stands in an earlier line too: nothing shares a cell",
      "la casilla %1 está también en una línea anterior: en una casilla no puede haber dos cosas"],
    ["%1 is not legal", "%1 no es una jugada legal"],
    ["%1 to %2 cells", "de %1 a %2 casillas"],
  ]);

  // The lab.
  add([
    ["the map, its start or its goal is not in order", "el mapa, su inicio o su meta no están en orden"],
    ["there is no such search", "no existe esa búsqueda"],
  ]);

  // Mazes that are made.
  add([
    ["there is no memory for a maze of %1 x %2 rooms, a byte each", "no hay memoria para un laberinto de %1 x %2 salas, a un byte por sala"],
    ["a maze of %1 x %2 rooms: expected at least 1 row and 1 column", "un laberinto de %1 x %2 salas: se espera al menos 1 fila y 1 columna"],
    ["a maze of %1 x %2 rooms is too large: expected (rows + 2) x (columns + 1) below %3",
      "un laberinto de %1 x %2 salas es demasiado grande: (filas + 2) x (columnas + 1) debe ser menor que %3"],
    ["a maze of %1 x %2 rooms is too large here: expected at most %3 a side",
      "un laberinto de %1 x %2 salas es demasiado grande aquí: se esperan como mucho %3 por lado"],
    ["a maze of %1 x %2 rooms is not made here: expected %3 to %4 a side",
      "aquí no se hace un laberinto de %1 x %2 salas: se esperan de %3 a %4 por lado"],
    ["the mask does not have the size of the maze", "la máscara no tiene el tamaño del laberinto"],
    ["the seed is %1: expected a whole number below 2^64", "la semilla es %1: se espera un número entero menor que 2^64"],
    ["there is no memory for %1 on %2", "no hay memoria para %1 con %2"],
    ["%1 was stopped before the end", "%1 se detuvo antes de terminar"],
    ["the mask leaves out all rooms: expected at least one", "la máscara quita todas las salas: se espera al menos una"],
    ["%1 needs a full rectangle of rooms: it cannot leave out any", "%1 necesita un rectángulo completo de salas: no puede dejar ninguna fuera"],
    ["the mask leaves rooms that do not hang together: from row %1, column %2, only %3 of %4 can be reached",
      "la máscara deja salas que no están unidas: desde la fila %1, columna %2, solo se llega a %3 de %4"],
    ["the fraction of %1 is %2: expected a number from 0 to 1", "la fracción de %1 es %2: se espera un número de 0 a 1"],
    ["dead ends", "callejones sin salida"], ["walls", "muros"], ["digits", "cifras"], ["treasures", "tesoros"],
    ["unknown algorithm %1: expected %2", "algoritmo desconocido %1: se espera %2"],
    ["unknown entrance %1: expected corners, sides, farthest or random",
      "entrada desconocida %1: se espera corners (esquinas), sides (lados), farthest (lo más lejos) o random (al azar)"],
    ["a maze without rooms has no entrance", "un laberinto sin salas no tiene entrada"],
    ["there is no room to measure from", "no hay ninguna sala desde la que medir"],
    ["there is no memory for the distances of the rooms", "no hay memoria para las distancias de las salas"],
    ["there is no memory for a copy of the maze", "no hay memoria para una copia del laberinto"],
    ["the search of the longest way was stopped", "la búsqueda del camino más largo se detuvo"],
    ["the text could not be written to its end", "el texto no se pudo escribir hasta el final"],
    ["a picture of the costs of %1 is too large: expected at most %2", "un dibujo de los costes de %1 es demasiado grande: se esperan como mucho %2"],
    ["a picture of a graph of %1 is too large: expected at most %2", "un dibujo de un grafo de %1 es demasiado grande: se esperan como mucho %2"],
    ["a matrix for %1 is too large: expected at most %2", "una matriz de %1 es demasiado grande: se esperan como mucho %2"],
  ]);

  add([
    ["%1 is on %2: the cell is taken as empty", "%1 está sobre %2: la casilla se toma como vacía"],
    ["%1 is on %2: expected an empty cell", "%1 está sobre %2: se espera una casilla vacía"],
    ["%1 is not on the map: %2, expected a whole number from 1 to %3", "%1 no está en el mapa: %2, se espera un número entero de 1 a %3"],
    ["unknown cell %1: expected %2", "casilla desconocida %1: se espera %2"],
    ["%1: expected a whole number from 1 to %2", "%1: se espera un número entero de 1 a %2"],
    ["%1: expected a whole number", "%1: se espera un número entero"],
    ["%1 is %2: the rules ask for at least 10", "%1 es %2: las reglas piden al menos 10"],
    ["%1: expected none", "%1: no se espera ninguno"],
    ["%1: expected %2 to %3", "%1: se esperan de %2 a %3"],
    ["expected '%1'", "se espera '%1'"],
    ["row %1", "la fila %1"], ["column %1", "la columna %1"],
    ["there is no %1", "falta %1"],
    ["%1 is %2: expected %3", "%1 es %2: se espera %3"],
    ["%1 is %2", "%1 es %2"],
    ["%1 or %2", "%1 o %2"],
  ], general);

  return {
    add: (pairs) => add(pairs),
    message: ({message}) => translated(message),
    // The text that the programs print: what is wrong, the place, and the line with a caret.
    whole: (text) => text.replace(/^(error|warning)(\[\w+\])?: ([^\n]*?)( \[\w+\])?(?=\n|$)/,
      (_, kind, code, message) => `${kind === "error" ? "error" : "aviso"}: ${translated(message)}`).replace("--> <board>", "--> <tablero>"),
  };
})();
