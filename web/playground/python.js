/* Python, which runs command lines of the project in worker.js, one at a time. */
const CRASHED = 70;  // the status of a command that ended with an exception of Python

/* hear() is told {loaded: 0} to {loaded: 2}, then {ready: VERSION} or {failed: TEXT}. */
export function makePython(hear) {
  let worker, answer = null;  // the promise of the command that runs

  /* Start Python, or start it again, which stops the command that runs. */
  function start() {
    worker?.terminate();
    const started = worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
    worker.onmessage = ({data}) => {
      if (started !== worker) return;
      "status" in data ? finish(data) : hear(data);
    };
    worker.onerror = (event) => hear({failed: event.message || "worker.js did not load"});
    hear({loaded: 0});
    finish(null);
  }

  function finish(done) {
    const resolve = answer;
    answer = null;
    if (done?.status === CRASHED) start();  // the interpreter may be damaged
    resolve?.(done);
  }

  /* Return a promise of {status, out, err}, or of null if the command is stopped. */
  function run([program, ...words], files) {
    worker.postMessage({program, words, files});
    return new Promise((resolve) => { answer = resolve; });
  }

  return {start, run};
}
