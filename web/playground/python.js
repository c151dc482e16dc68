/* Python, which runs command lines of the project in worker.js, one at a time. */

/** @typedef {{status: number, out: string, err: string}} Done */
/** @typedef {{loaded?: number, ready?: string, failed?: string}} News */

const CRASHED = 70;  // the status of a command that ended with an exception of Python

/** hear() is told {loaded: 0} to {loaded: 2}, then {ready: VERSION} or {failed: TEXT}.
 * @param {(news: News) => void} hear */
export function makePython(hear) {
  /** @type {Worker} */
  let worker;
  /** @type {((done: Done | null) => void) | null} */
  let answer = null;  // resolves the promise of the command that runs

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

  /** @param {Done | null} done */
  function finish(done) {
    const resolve = answer;
    answer = null;
    if (done?.status === CRASHED) start();  // the interpreter may be damaged
    resolve?.(done);
  }

  /** Return a promise, which is of null if the command is stopped.
   * @param {string[]} words
   * @param {Record<string, string>} files
   * @returns {Promise<Done | null>} */
  function run([program, ...words], files) {
    worker.postMessage({program, words, files});
    return new Promise((resolve) => { answer = resolve; });
  }

  return {start, run};
}
