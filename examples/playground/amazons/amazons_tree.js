// SPDX-License-Identifier: MIT
// The plays of a game, with those that were tried instead: a tree, and one line of it that is followed.
const playgroundAmazonsTree = (() => {
  const root = () => ({play: "", children: [], chosen: -1});

  // What comes after a node: `,play...` where there is one way on, `(play...)(play...)` where there are several.
  const encode = (node) => (node.children.length === 1 ? `,${node.children[0].play}${encode(node.children[0])}`
    : node.children.map((child) => `(${child.play}${encode(child)})`).join(""));

  // Reads what encode wrote into a node; null if it is none of that.
  function decode(text) {
    const top = root();
    const nodes = [top];
    const add = (play) => {
      const parent = nodes[nodes.length - 1];
      const child = {play, children: [], chosen: -1};
      parent.children.push(child);
      if (parent.chosen < 0) parent.chosen = 0;
      return child;
    };
    const opened = [];
    for (const [part] of text.matchAll(/[,(]?[a-j]\d+-[a-j]\d+\/[a-j]\d+|\)|./gs)) {
      if (part === ")" && opened.length > 0) nodes.length = opened.pop();
      else if (/^[,(]/.test(part) && part.length > 1) {
        if (part[0] === "(") opened.push(nodes.length);
        nodes.push(add(part.slice(1)));
      } else return null;
    }
    return opened.length === 0 ? top : null;
  }

  return function amazonsTree() {
    let top = root();
    let made = 0;

    // The nodes of the line that is followed, from the first play on.
    function line() {
      const nodes = [];
      for (let node = top; node.chosen >= 0;) nodes.push(node = node.children[node.chosen]);
      return nodes;
    }
    const at = (count) => (count === 0 ? top : line()[count - 1]);

    // Follows a play from the present position on, a new one or one that was tried before.
    function make(play) {
      const node = at(made);
      const known = node.children.findIndex((child) => child.play === play);
      if (known < 0) node.children.push({play, children: [], chosen: -1});
      node.chosen = known < 0 ? node.children.length - 1 : known;
      ++made;
    }

    return {
      make,
      get made() { return made; },
      get length() { return line().length; },
      plays: () => line().map((node) => node.play),
      // The plays tried instead of the one at a place of the line.
      others: (place) => at(place).children.filter((child, i) => i !== at(place).chosen).map((child) => child.play),
      hasBranches: () => line().some((node, place) => at(place).children.length > 1),
      go(count) { made = Math.max(0, Math.min(count, line().length)); },
      // Follows another play at a place of the line.
      follow(place, play) {
        made = place;
        make(play);
      },
      // Forgets the plays after the present position on the line that is followed.
      cut() {
        const node = at(made);
        if (node.chosen < 0) return;
        node.children.splice(node.chosen, 1);
        node.chosen = node.children.length - 1;
      },
      clear() {
        top = root();
        made = 0;
      },
      text: () => encode(top),
      // All lines of a text, each a list of plays; null if it cannot be read.
      lines(text) {
        const read = decode(text);
        const all = [];
        const walk = (node, before) => {
          if (node.children.length === 0) all.push(before);
          for (const child of node.children) walk(child, [...before, child.play]);
        };
        if (!read) return null;
        walk(read, []);
        return all;
      },
      read(text) {
        top = decode(text) || root();
        made = line().length;
      },
    };
  };
})();
