// SPDX-License-Identifier: MIT
// The module at work: one instance on the page for what is done at once, one in a worker for the rest.
const playgroundEngine = (() => {
  // The module is at the end of the page: all else is drawn before it is read.
  async function compile() {
    if (document.readyState === "loading")
      await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, {once: true}));
    return WebAssembly.compile(await unpacked("module").arrayBuffer());
  }

  // Runs in the worker, after the source of wire.js.
  function work() {
    let instance;
    onmessage = async ({data}) => {
      try {
        if (data.module) {
          instance = playgroundWire.start(data.module, (share, text) => postMessage({share, text}));
          return;
        }
        const answer = (await instance).call(data.name, data.request);
        postMessage({answer}, answer.bytes ? [answer.bytes.buffer] : []);
      } catch (error) {
        postMessage({failed: String(error && error.message || error)});
      }
    };
  }

  let module;
  let instance;
  let worker;
  const waiting = [];  // calls; the first is at work

  const ready = compile().then(async (compiled) => {
    module = compiled;
    instance = await playgroundWire.start(module);
    next();
  });

  function startWorker() {
    const source = `const playgroundWire = (${playgroundWire.source})();\n(${work})();`;
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({data}) => {
      const call = waiting[0];
      if (!call) return;
      if (data.share !== undefined) {
        if (call.progress) call.progress(data.share, data.text);
        return;
      }
      waiting.shift();
      if (data.answer) {
        call.resolve(data.answer);
      } else {
        endWorker();  // what failed may have left anything behind
        call.reject(new Error(data.failed));
      }
      next();
    };
    worker.postMessage({module});
  }

  function endWorker() {
    if (worker) worker.terminate();
    worker = undefined;
  }

  function next() {
    if (!module || waiting.length === 0) return;
    if (!worker) startWorker();
    worker.postMessage({name: waiting[0].name, request: waiting[0].request});
  }

  // Does a piece of work in the worker, after those asked for before.
  function call(name, request, progress) {
    return new Promise((resolve, reject) => {
      waiting.push({name, request, progress, resolve, reject});
      if (waiting.length === 1) next();
    });
  }

  // Ends all work; those who wait for it get {stopped: true}.
  function stop() {
    endWorker();
    for (const call of waiting.splice(0)) call.reject({stopped: true});
  }

  // Does a short piece of work here and now.
  function now(name, request) {
    if (!instance) throw new Error("the module is not ready yet");
    try {
      return instance.call(name, request);
    } catch (error) {
      instance = undefined;
      playgroundWire.start(module).then((fresh) => { instance = fresh; });
      throw error;
    }
  }

  return {ready, call, stop, now, isBusy: () => waiting.length > 0};
})();
