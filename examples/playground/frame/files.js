// SPDX-License-Identifier: MIT
// Files that come in and go out.
const playgroundFiles = (() => {
  const {el} = playgroundElements;
  const longest = 64e6;
  const tooLarge = {en: "the file has more than 64 MB", es: "el archivo tiene más de 64 MB"};

  // how: {t, complain(error)}.
  return function files({t, complain}) {
    async function read(file) {
      if (file.size > longest) throw new Error(`${file.name}: ${t(tooLarge)}`);
      return {name: file.name, text: playgroundWire.textOf(new Uint8Array(await file.arrayBuffer()))};
    }

    // Asks for a file: {name, text}, or null if none was chosen.
    function openFile(accept = "") {
      return new Promise((resolve, reject) => {
        const input = el("input", {type: "file", accept, class: "unseen", tabindex: "-1", "aria-hidden": "true",
          onchange: () => {
            const file = input.files[0];
            input.remove();
            if (file) read(file).then(resolve, reject);
            else resolve(null);
          },
          oncancel: () => { input.remove(); resolve(null); }});
        document.body.append(input);
        input.click();
      });
    }

    // Lets files be dropped on an element: onFile({name, text}).
    function dropTarget(element, onFile) {
      const hasFile = (event) => [...event.dataTransfer.types].includes("Files");
      let depth = 0;  // enter and leave come for every child too
      const mark = (change) => {
        depth = change === 0 ? 0 : depth + change;
        element.classList.toggle("drop", depth > 0);
      };
      element.addEventListener("dragenter", (event) => hasFile(event) && mark(1));
      element.addEventListener("dragleave", (event) => hasFile(event) && mark(-1));
      element.addEventListener("drop", (event) => {
        mark(0);
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        read(file).then(onFile).catch(complain);
      });
    }

    function download(name, content, type = "text/plain;charset=utf-8") {
      const url = URL.createObjectURL(new Blob([content], {type}));
      const link = el("a", {href: url, download: name});
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    }

    return {openFile, dropTarget, download};
  };
})();
