/* Runs command lines of the project with Python, away from the page. It tells the page
   {loaded: 1}, {loaded: 2}, and {ready: VERSION} or {failed: TEXT}. Then it answers each
   {id, program, words, files} with {id, status, out, err}. */
import {loadPyodide} from "./pyodide.mjs";

const CRASHED = 70;  // the status of a command that ended with an exception of Python
const PYTHON = 'import sys; sys.path.insert(0, "/modules.zip"); from worker import run_command; run_command';

async function modules() {
  const response = await fetch(new URL("modules.zip", import.meta.url));
  if (!response.ok) throw new Error(`modules.zip: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function start() {
  const archive = modules();
  archive.catch(() => {});  // it is awaited below
  const python = await loadPyodide({lockFileContents: LOCK});
  postMessage({loaded: 1});
  python.FS.writeFile("/modules.zip", await archive);
  python.FS.chdir("/home/pyodide");
  postMessage({loaded: 2});
  const runCommand = python.runPython(PYTHON);
  postMessage({ready: python.runPython("sys.version.split()[0]")});
  return runCommand;
}

const started = start();
started.catch((error) => postMessage({failed: String(error)}));
globalThis.onmessage = async ({data: {id, ...request}}) => {
  const runCommand = await started;
  try {
    postMessage({id, ...JSON.parse(runCommand(JSON.stringify(request)))});
  } catch (error) {
    postMessage({id, status: CRASHED, out: "", err: String(error)});
  }
};
