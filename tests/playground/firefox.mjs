// SPDX-License-Identifier: MIT
// What WebDriver BiDi does not give a Firefox yet: looks that change, fingers, and files that a page makes itself.

// Runs in the page before its scripts: what a style sheet may ask about the system is answered from here.
function answerQueries(known) {
  const real = window.matchMedia.bind(window);
  const made = [];
  window.matchMedia = (query) => {
    const [, name, value] = /^\(([\w-]+):\s*([\w-]+)\)$/.exec(query) || [];
    if (!(name in known)) return real(query);
    const list = new EventTarget();
    Object.defineProperty(list, "matches", {get: () => known[name] === value});
    made.push({list, name});
    return list;
  };
  window.answerQuery = (name, value) => {
    if (known[name] === value) return;
    known[name] = value;
    for (const one of made) if (one.name === name) one.list.dispatchEvent(new Event("change"));
  };
}

// Runs in the page before its scripts: what it saves is kept for `savedFile`.
function keepFiles() {
  const blobs = new Map();
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const url = make.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  window.savedFiles = [];
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[download]");
    if (!link || !blobs.has(link.href)) return;
    event.preventDefault();
    window.savedFiles.push({name: link.download, blob: blobs.get(link.href)});
  }, true);
}

// Runs in the page before its scripts: a finger that `touchAlong` moves is a pointer which can be captured.
function feelFingers() {
  const id = 7;
  let captor = null;
  for (const name of ["setPointerCapture", "releasePointerCapture", "hasPointerCapture"]) {
    const real = Element.prototype[name];
    Element.prototype[name] = function capture(pointer) {
      if (pointer !== id) return real.call(this, pointer);
      if (name === "hasPointerCapture") return captor === this;
      captor = name === "setPointerCapture" ? this : null;
      return undefined;
    };
  }

  // Touches down at the first of some points of the window, moves along the others, and lets go at the last.
  window.touchAlong = (points) => {
    const target = document.elementFromPoint(...points[0]);
    if (!target) return;
    const how = ([clientX, clientY]) => ({clientX, clientY, bubbles: true, cancelable: true, composed: true, view: window});
    const pointer = (type, at, more) => (captor || target).dispatchEvent(new PointerEvent(type,
      {...how(at), pointerType: "touch", pointerId: id, isPrimary: true, button: 0, buttons: 1, width: 20, height: 20, ...more}));
    const touch = (type, [clientX, clientY]) => {
      const one = new Touch({identifier: id, target, clientX, clientY});
      const list = type === "touchend" ? [] : [one];
      return target.dispatchEvent(new TouchEvent(type, {bubbles: true, cancelable: true, touches: list, targetTouches: list, changedTouches: [one]}));
    };
    pointer("pointerdown", points[0]);
    let isClick = touch("touchstart", points[0]) && points.length === 1;
    for (const at of points.slice(1)) {
      pointer("pointermove", at, {button: -1});
      touch("touchmove", at);
    }
    const last = points[points.length - 1];
    pointer("pointerup", last, {buttons: 0});
    isClick = touch("touchend", last) && isClick;
    captor = null;
    if (!isClick) return;
    const control = target.closest("button, a, input, select, textarea, summary, label, [tabindex]");
    if (control) control.focus({preventScroll: true});
    target.dispatchEvent(new MouseEvent("mousedown", {...how(last), buttons: 1}));
    target.dispatchEvent(new MouseEvent("mouseup", how(last)));
    target.dispatchEvent(new PointerEvent("click", {...how(last), pointerType: "touch", pointerId: id, detail: 1}));
  };
}

export const touchAlong = (page, points) => page.evaluate((all) => window.touchAlong(all), points);

// The first file that a page saved and that nobody has taken yet: {name, bytes}.
export async function savedFile(page) {
  await page.waitForFunction(() => window.savedFiles.length > 0);
  const {name, numbers} = await page.evaluate(async () => {
    const file = window.savedFiles.shift();
    return {name: file.name, numbers: [...new Uint8Array(await file.blob.arrayBuffer())].join()};
  });
  return {name, bytes: Buffer.from(numbers === "" ? [] : numbers.split(",").map(Number))};
}

function teachTaps(page) {
  page.touchscreen.tap = (x, y) => touchAlong(page, [[x, y]]);
  const locators = Object.getPrototypeOf(page.locator("html"));
  locators.tap = async function tap({position} = {}) {
    await this.waitFor();
    await this.scrollIntoViewIfNeeded();
    const {x, y, width, height} = await this.boundingBox();
    await this.page().touchscreen.tap(x + (position ? position.x : width / 2), y + (position ? position.y : height / 2));
  };
}

// Prepares a context: its look can be changed by page.emulateMedia, and it is touched if it is to be.
export async function emulate(context, {look, touch}) {
  await context.addInitScript(answerQueries, {"prefers-color-scheme": look, "prefers-reduced-motion": "reduce",
    ...(touch ? {pointer: "coarse", hover: "none"} : {})});
  await context.addInitScript(keepFiles);
  await context.addInitScript(feelFingers);
  context.on("page", (page) => {
    page.emulateMedia = async ({colorScheme, reducedMotion}) => {
      for (const [name, value] of [["prefers-color-scheme", colorScheme], ["prefers-reduced-motion", reducedMotion]]) {
        if (!value) continue;
        await page.addInitScript(([which, wanted]) => window.answerQuery(which, wanted), [name, value]);
        await page.evaluate(([which, wanted]) => window.answerQuery(which, wanted), [name, value]);
      }
    };
    teachTaps(page);
  });
}
