/* node check.mjs FOLDER: run worker.js of the folder under node. Each line of standard
   input is a request in JSON, and its answer is a line of standard output. */
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

const waiting = new Map();
globalThis.fetch = async (address) => new Response(readFileSync(address));
globalThis.postMessage = (data) => {
  if (data.failed) throw new Error(data.failed);
  waiting.get(data.id)?.(data);
};
await import(new URL("worker.js", pathToFileURL(`${process.argv[2]}/`)));
for await (const line of createInterface({input: process.stdin})) {
  const data = JSON.parse(line);
  const answer = await new Promise((resolve) => {
    waiting.set(data.id, resolve);
    globalThis.onmessage({data});
  });
  console.log(JSON.stringify(answer));
}
