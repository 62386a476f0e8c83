// SPDX-License-Identifier: MIT
// Where the positions of a Rush Hour board are drawn: in columns by their distance, so that neighbours are near.
const playgroundRushHourLayout = (() => {
  const sweeps = 24;

  function neighboursOf(count, edges) {
    const near = Array.from({length: count}, () => []);
    for (let i = 0; i < edges.length; i += 2) {
      near[edges[i]].push(edges[i + 1]);
      near[edges[i + 1]].push(edges[i]);
    }
    return near;
  }

  // The columns where no position is solved: how far each is from one of them.
  function columnsFrom(first, near) {
    const columns = new Array(near.length).fill(-1);
    columns[first] = 0;
    const queue = [first];
    for (const at of queue)
      for (const to of near[at])
        if (columns[to] < 0) {
          columns[to] = columns[at] + 1;
          queue.push(to);
        }
    return columns;
  }

  // Columns that lean towards those of their neighbours, by less than half of the way to the next: what leads on can be
  // told from what leads nowhere, and the columns do not stand like a fence.
  function leaning(column, near) {
    let x = column;
    for (let round = 0; round < 3; ++round) {
      const before = x;
      x = column.map((own, at) => {
        const mean = near[at].reduce((sum, to) => sum + before[to], 0) / Math.max(1, near[at].length);
        return own + Math.max(-0.45, Math.min(0.45, 0.9 * (mean - own)));
      });
    }
    const most = column.reduce((a, b) => Math.max(a, b), 0);
    return x.map((one) => Math.max(0, Math.min(most, one)));
  }

  // distances: to the nearest solved position, or undefined; edges: pairs of numbers; start: the first position.
  // Gives {near, columns: [[position, ...], ...] from left to right, column, x, y}, where x and y are from 0 to 1.
  return function layout({count, distances, edges, start}) {
    const near = neighboursOf(count, edges);
    const away = distances || columnsFrom(start, near);
    const last = Math.max(...away);
    const column = Array.from(away, (one) => (distances ? last - one : one));
    const columns = Array.from({length: last + 1}, () => []);
    column.forEach((one, at) => columns[one].push(at));
    const tallest = Math.max(...columns.map(({length}) => length));
    const y = new Array(count).fill(0.5);

    // Each column is as high as it has positions, though not in proportion: few are spread out too.
    function spread(places) {
      const height = Math.sqrt(places.length / tallest);
      places.forEach((at, i) => { y[at] = 0.5 + height * ((i + 0.5) / places.length - 0.5); });
    }
    columns.forEach(spread);
    for (let sweep = 0; sweep < sweeps; ++sweep)
      for (const places of sweep % 2 === 0 ? columns : [...columns].reverse()) {
        const middle = new Map(places.map((at) => [at, near[at].reduce((sum, to) => sum + y[to], y[at]) / (near[at].length + 1)]));
        places.sort((a, b) => middle.get(a) - middle.get(b));
        spread(places);
      }
    return {near, columns, column, x: leaning(column, near).map((one) => (last === 0 ? 0.5 : one / last)), y};
  };
})();
