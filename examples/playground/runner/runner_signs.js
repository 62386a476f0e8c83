// SPDX-License-Identifier: MIT
// What stands in the cells of a maze, drawn: for the picture and for the palette of the editor.
const playgroundRunnerSigns = (() => {
  // Colours, as senda draws mazes in files: the more a cell costs, the warmer.
  const warm = ["f9f6c8", "f8ecb2", "f9e09c", "fcd387", "fec675", "ffb56a", "ffa361", "ff905c"];
  const hues = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const mixed = (a, b, part) => a.map((value, at) => Math.round(value + (b[at] - value) * part));
  const css = (color) => `rgb(${color.join()})`;

  function colorsFor(isDark) {
    const floor = hues(isDark ? "2b3743" : "ffffff");
    const cost = (digit) => {
      const at = digit * 0.045 * 16;
      const light = mixed(hues(warm[Math.floor(at)]), hues(warm[Math.floor(at) + 1]), at % 1);
      return digit === 0 ? floor : isDark ? mixed(floor, light, 0.12 + 0.055 * digit) : light;
    };
    const cells = {"#": hues(isDark ? "0a0f14" : "1d2732"), T: floor, S: floor, E: floor};
    for (let digit = 0; digit <= 9; ++digit) cells[digit] = cost(digit);
    return {
      cells, digit: isDark ? "#e8ecf0" : "#3a2a1a", paper: isDark ? "#10161d" : "#ffffff", onRoute: isDark ? "#0b1a29" : "#ffffff",
      route: isDark ? "#6cb2f7" : "#2a76c3", ahead: isDark ? "#4c749d" : "#94bae1", low: isDark ? "#ff7d75" : "#c62f2f",
      closed: isDark ? "#45bcbc" : "#2ca2a2", open: isDark ? "#f0934a" : "#d0640f",
      start: isDark ? "#3f9f5c" : "#2c8549", end: isDark ? "#d9534f" : "#c83334",
      gem: "#eab532", gemEdge: "#8f6a12", gemShine: "#f9e8b8", cursor: isDark ? "#ffffff" : "#1d2732",
    };
  }

  // Draws in cells of so many pixels a side; places are in cells.
  function signsOn(paint, cell, colors) {
    const fill = (sign, x, y) => {
      paint.fillStyle = css(colors.cells[sign]);
      paint.fillRect(x * cell, y * cell, cell, cell);
    };

    function write(text, x, y, size, color) {
      paint.font = `600 ${Math.round(cell * size)}px system-ui, sans-serif`;
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.fillStyle = color;
      paint.fillText(text, (x + 0.5) * cell, (y + 0.54) * cell);
    }

    function dot(x, y, radius, color) {
      paint.fillStyle = color;
      paint.beginPath();
      paint.arc((x + 0.5) * cell, (y + 0.5) * cell, radius, 0, 2 * Math.PI);
      paint.fill();
    }

    function rhombus(x, y, radius) {
      paint.beginPath();
      for (const [dx, dy] of [[0, -1], [0.85, 0], [0, 1], [-0.85, 0]])
        paint.lineTo((x + 0.5 + dx * radius) * cell, (y + 0.5 + dy * radius) * cell);
      paint.closePath();
    }

    function treasure(x, y) {
      for (const [radius, color] of [[0.4, colors.gemEdge], [0.32, colors.gem], [0.13, colors.gemShine]]) {
        rhombus(x, y, radius);
        paint.fillStyle = color;
        paint.fill();
      }
    }

    // A treasure that was taken.
    function gone(x, y) {
      fill("0", x, y);
      rhombus(x, y, 0.34);
      paint.strokeStyle = colors.gemEdge;
      paint.lineWidth = Math.max(1, cell * 0.05);
      paint.setLineDash([cell * 0.1, cell * 0.1]);
      paint.stroke();
      paint.setLineDash([]);
    }

    function plate(sign, x, y) {
      const gap = 0.07;
      paint.fillStyle = sign === "S" ? colors.start : colors.end;
      paint.beginPath();
      paint.roundRect((x + gap) * cell, (y + gap) * cell, (1 - 2 * gap) * cell, (1 - 2 * gap) * cell, cell * 0.2);
      paint.fill();
      write(sign, x, y, 0.6, "#ffffff");
    }

    // What stands on the floor of a cell; digits only where they can be read.
    function put(sign, x, y, hasDigits = true) {
      if (sign === "T") treasure(x, y);
      else if (sign === "S" || sign === "E") plate(sign, x, y);
      else if (hasDigits && sign >= "1" && sign <= "9") write(sign, x, y, 0.56, colors.digit);
    }

    // A digit on a route: a bead that the line does not cross.
    function bead(sign, x, y, color) {
      dot(x, y, cell * 0.4, color);
      dot(x, y, cell * 0.33, css(colors.cells[sign]));
      write(sign, x, y, 0.5, colors.digit);
    }

    return {fill, write, dot, gone, put, bead};
  }

  return {hues, css, colorsFor, signsOn};
})();
