// SPDX-License-Identifier: MIT
// The JavaScript side of the wire to the WebAssembly module; the page, its worker and the tests use it.
const playgroundWire = (function makeWire() {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  // A file may hold bytes that are no UTF-8. They travel in strings as lone surrogates, U+DC80 to
  // U+DCFF, and become the same bytes again, so that the module sees what was in the file.
  const strayByte = /[\udc80-\udcff]/;
  const strayBytes = /(?<![\ud800-\udbff])([\udc80-\udcff])/;

  function bytesOf(text) {
    if (!strayByte.test(text)) return encoder.encode(text);
    const parts = text.split(strayBytes).map((part, at) =>
      at % 2 === 1 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : encoder.encode(part));
    return joined(parts);
  }

  function joined(parts) {
    const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  // How many bytes a character of UTF-8 has at a place; 0 if there is none.
  function characterSize(bytes, at) {
    const lead = bytes[at];
    const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    try {
      strict.decode(bytes.subarray(at, at + size));
    } catch {
      return 0;
    }
    return at + size <= bytes.length ? size : 0;
  }
  const strict = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});

  // The text of a file, with its byte order mark and with stray bytes as lone surrogates.
  function textOf(bytes) {
    try {
      return strict.decode(bytes);
    } catch {
      let text = "";
      for (let at = 0; at < bytes.length;) {
        const size = characterSize(bytes, at);
        text += size === 0 ? String.fromCharCode(0xdc00 + bytes[at]) : strict.decode(bytes.subarray(at, at + size));
        at += size || 1;
      }
      return text;
    }
  }

  // `name \0 size \0 value \0 ...`, as bridge.hpp reads it.
  function encode(request) {
    const parts = [];
    for (const [name, value] of Object.entries(request)) {
      if (value === undefined || value === null) continue;
      const bytes = value instanceof Uint8Array ? value : bytesOf(String(value));
      parts.push(encoder.encode(`${name}\0${bytes.length}\0`), bytes, Uint8Array.of(0));
    }
    return joined(parts);
  }

  // The few services of an operating system that the C++ library asks for: a clock, and that what
  // is printed goes nowhere.
  function systemStubs(module, memory) {
    const view = () => new DataView(memory().buffer);
    const known = {
      clock_time_get(clock, precision, into) {
        const milliseconds = clock === 0 ? Date.now() : performance.now();
        view().setBigUint64(into, BigInt(Math.round(milliseconds * 1e6)), true);
        return 0;
      },
      fd_write(file, pieces, count, into) {
        let size = 0;
        for (let i = 0; i < count; ++i) size += view().getUint32(pieces + 8 * i + 4, true);
        view().setUint32(into, size, true);
        return 0;
      },
      random_get(into, size) {
        new Uint8Array(memory().buffer, into, size).fill(7);
        return 0;
      },
      environ_sizes_get(count, size) {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return 0;
      },
      proc_exit() { throw new Error("the module ended"); },
    };
    const stubs = {};
    const notThere = 52;
    for (const {module: from, name} of WebAssembly.Module.imports(module))
      if (from === "wasi_snapshot_preview1") stubs[name] = known[name] || (() => notThere);
    return stubs;
  }

  // An instance of a compiled module: call(name, request) gives the answer, with its bytes if there
  // are any. `progress(share, text)` is called meanwhile.
  async function start(module, progress = () => {}) {
    let exported;
    const bytesAt = (at, size) => new Uint8Array(exported.memory.buffer, at, size);
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: systemStubs(module, () => exported.memory),
      env: {progress: (share, text, size) => progress(share, decoder.decode(bytesAt(text, size)))},
    });
    exported = instance.exports;
    exported._initialize();
    return {
      has: (name) => typeof exported[name] === "function",
      call(name, request) {
        const wire = encode(request);
        const room = exported.request_room(wire.length);
        bytesAt(room, wire.length).set(wire);
        exported[name]();
        const answer = JSON.parse(decoder.decode(bytesAt(exported.answer_text(), exported.answer_text_size())));
        const size = exported.answer_bytes_size();
        if (size > 0) answer.bytes = bytesAt(exported.answer_bytes(), size).slice();
        return answer;
      },
    };
  }

  // The worker is made of the same source.
  return {start, textOf, source: makeWire.toString()};
})();
