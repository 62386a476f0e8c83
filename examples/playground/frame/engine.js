// SPDX-License-Identifier: MIT
// The module at work: one instance on the page for what is done at once, and workers for the rest, one for each tab.
const playgroundEngine = (() => {
  // The module is at the end of the page: all else is drawn before it is read.
  async function compile() {
    if (document.readyState === "loading")
      await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, {once: true}));
    return WebAssembly.compile(await unpacked("module").arrayBuffer());
  }

  // Runs in a worker, after the source of wire.js.
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

  const ready = compile().then(async (compiled) => {
    module = compiled;
    instance = await playgroundWire.start(module);
  });

  function startThread(onmessage) {
    const source = `const playgroundWire = (${playgroundWire.source})();\n(${work})();`;
    const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
    const thread = new Worker(url);
    URL.revokeObjectURL(url);
    thread.onmessage = ({data}) => onmessage(data);
    thread.postMessage({module});
    return thread;
  }

  // A worker with a queue of its own. Its thread begins with the first call, and again after one that was stopped.
  function worker() {
    let thread;
    const waiting = [];  // calls; the first is at work

    function end() {
      if (thread) thread.terminate();
      thread = undefined;
    }

    function hear(data) {
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
        end();  // what failed may have left anything behind
        call.reject(new Error(data.failed));
      }
      next();
    }

    function next() {
      if (!module || waiting.length === 0) return;
      if (!thread) thread = startThread(hear);
      thread.postMessage({name: waiting[0].name, request: waiting[0].request});
    }

    ready.then(next, () => {});
    return {
      // Does a piece of work after those asked for before.
      call: (name, request, progress) => new Promise((resolve, reject) => {
        waiting.push({name, request, progress, resolve, reject});
        if (waiting.length === 1 && instance) next();
      }),
      // Ends all work of this worker; those who wait for it get {stopped: true}.
      stop() {
        end();
        for (const call of waiting.splice(0)) call.reject({stopped: true});
      },
      isBusy: () => waiting.length > 0,
    };
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

  return {ready, worker, now};
})();
