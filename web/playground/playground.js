/* The page: an editor, buttons that run command lines in worker.js, and the results. */
import {goTo, mark, onChange, program, replace, show} from "./editor.js";
import {MOST, packed, unpacked} from "./links.js";

const KEY = "pseudoku program";  // of the program in localStorage
const CRASHED = 70;  // the status of a command that ended with an exception of Python
const BUTTONS = ["judge", "run", "walkthrough", "explain", "grid-walkthrough"];
const byId = (id) => document.getElementById(id);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
}

function button(className, text, act) {
  const made = make("button", {type: "button", class: className}, text);
  made.onclick = act;
  return made;
}

function say(text) {
  byId("state").textContent = text;
}

/* ---- Saving, links, texts to start from ---- */

let link = "";  // the WORD of the link whose program is shown

/* The browser may refuse to keep anything, and everything else still works. */
function stored(storage, key, value) {
  try {
    if (value === undefined) return storage().getItem(key);
    storage().setItem(key, value);
  } catch {
    return null;
  }
}

function save() {
  if (link) stored(() => sessionStorage, `${KEY} ${link}`, program());
  else stored(() => localStorage, KEY, program());
}

function ownProgram() {
  return stored(() => localStorage, KEY) ?? Object.values(TEXTS)[0];
}

function showOwn() {
  link = "";
  byId("from-link").hidden = true;
  history.replaceState(null, "", location.pathname + location.search);
  show(ownProgram());
  forget();
}

/* The results are those of another program. */
function forget() {
  if (running?.region === byId("result")) stop();
  clear(byId("result"));
}

/* Show the program of a link in the address. Return what is wrong with the link. */
async function followLink() {
  const word = /^#p=(.*)$/s.exec(location.hash)?.[1];
  if (word === undefined) return "";
  try {
    const text = await unpacked(word);
    link = word;
    byId("from-link").hidden = false;
    show(stored(() => sessionStorage, `${KEY} ${word}`) ?? text);
    forget();
    return "";
  } catch {
    return "The link cannot be read, and nothing was changed.";
  }
}

async function copyLink() {
  const text = program();
  if (text.length > MOST) {
    say(`The program has ${text.length} characters; a link has room for ${MOST}.`);
    return;
  }
  const address = `${location.href.split("#")[0]}#p=${await packed(text)}`;
  try {
    await navigator.clipboard.writeText(address);
    say("The link is copied.");
  } catch {
    clear(byId("result")).append(pre({class: "out"}, address, "Link"));
    say("The browser does not allow copying. The link is in the result.");
  }
}

function download() {
  const href = URL.createObjectURL(new Blob([program()], {type: "text/plain"}));
  make("a", {href, download: "answer.txt"}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function useTemplate() {
  const text = TEXTS[byId("template").value];
  byId("template").value = "";
  if (text === undefined) return;
  replace(text);
  forget();
}

/* ---- Python ---- */

let worker, version = "", running = null, number = 0, linkError = "";

function setButtons() {
  const ready = version !== "" && running === null;
  for (const id of BUTTONS) byId(id).setAttribute("aria-disabled", !ready);
  byId("stop").setAttribute("aria-disabled", running === null);
  if (ready && document.activeElement === byId("stop")) byId("judge").focus();
}

function startPython() {
  version = "";
  worker?.terminate();
  worker = new Worker(new URL("worker.js", import.meta.url), {type: "module"});
  worker.onmessage = ({data}) => hear(data);
  worker.onerror = (event) => hear({failed: event.message || "worker.js did not load"});
  byId("progress").value = 0;
  byId("progress").hidden = false;
  setButtons();
}

function hear(data) {
  if ("loaded" in data) byId("progress").value = data.loaded;
  else if ("failed" in data) fail(data.failed);
  else if ("ready" in data) {
    version = data.ready;
    byId("progress").hidden = true;
    say(`Ready: Python ${version}${linkError && `. ${linkError}`}`);
    setButtons();
  } else if (data.id === running?.id) finish(data);
}

function fail(text) {
  byId("progress").hidden = true;
  say(`Python did not start: ${text}. Reload the page to try again.`);
  setButtons();
}

/* Run the command line `words`. Show in `region` what `display` makes of its output. */
function run(name, words, region, display) {
  if (!version || running) return;
  const files = {"answer.txt": program(), "grid.txt": byId("grid").value};
  running = {id: ++number, name, region, display};
  linkError = "";
  clear(region);
  say(`Running ${name}`);
  setButtons();
  worker.postMessage({id: number, program: words[0], words: words.slice(1), files});
}

function finish({status, out, err}) {
  const {name, region, display} = running;
  running = null;
  if (region === result) mark(placesIn(err));
  region.append(...[...display(out, err)].filter(Boolean));
  region.querySelector("iframe")?.scrollIntoView({block: "nearest"});
  const sum = region.querySelector("caption")?.textContent;
  const ended = status > 1 ? `, with exit status ${status}` : "";
  say(`Done: ${name}${ended}${sum ? `. ${sum}` : ""}`);
  if (status === CRASHED) startPython();  // the interpreter may be damaged
  setButtons();
}

function stop() {
  if (!running) return;
  running = null;
  startPython();
  say("Stopped. Python starts again.");
}

/* ---- Results ---- */

function clear(region) {
  for (const page of region.querySelectorAll("iframe")) URL.revokeObjectURL(page.src);
  region.replaceChildren();
  return region;
}

function pre(attributes, text, name) {
  const scrolls = {tabindex: 0, role: "group", "aria-label": name};
  return text && make("pre", {...attributes, ...scrolls}, text);
}

/* The places in the program that a message names: answer.txt:LINE:COLUMN: MESSAGE. */
function placesIn(text) {
  const found = text.matchAll(/answer\.txt:(\d+):(\d+): (.*)/g);
  return [...found].map(([, line, column, message]) =>
    ({line: Number(line), column: Number(column), message}));
}

function* printed(out, err) {
  yield pre({class: "out"}, out, "Output");
  yield pre({class: "err"}, err, "Messages");
}

function* page(out, err) {
  yield pre({class: "err"}, err, "Messages");
  if (!out) return;
  const src = URL.createObjectURL(new Blob([out], {type: "text/html"}));
  yield make("iframe", {title: "Walkthrough", sandbox: "allow-scripts", src});
}

function* judged(out, err) {
  yield pre({class: "err"}, err, "Messages");
  if (!out.startsWith("{")) return yield pre({class: "out"}, out, "Output");
  const data = JSON.parse(out), tasks = Object.entries(data.tasks);
  const rows = tasks.map(([task, {name, verdict, marks, most}]) =>
    make("tr", {"data-task": task},
      make("th", {scope: "row"}, task), make("td", {}, name),
      make("td", {class: verdict}, verdict), make("td", {}, `${marks ?? "?"} of ${most}`)));
  const heads = ["Task", "Function", "Verdict", "Marks"].map((head) =>
    make("th", {scope: "col"}, head));
  const left = data.left_to_a_person;
  yield make("table", {id: "verdicts"},
    make("caption", {}, `Sum: ${data.sum} of ${data.most}`
      + (left ? `, and ${left} more to be read by a person` : "")),
    make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  const remarks = data.remarks.map(({file, line, column, message}) =>
    `${file}:${line}:${column}: ${message}`);
  for (const [task, one] of tasks) yield notes(`Task ${task}`, one.notes);
  yield notes("the program", remarks);
  yield make("details", {}, make("summary", {}, "As JSON"),
    pre({id: "json"}, out, "JSON"));
  const all = [...tasks.flatMap(([, one]) => one.notes), ...remarks];
  mark(all.flatMap(placesIn));
}

function notes(about, all) {
  const found = all.filter((note) => !note.startsWith("as a page: "));  // see the button
  if (!found.length) return null;
  const slot = make("div", {});  // for a walkthrough
  const items = found.map((note) => make("li", {}, noteItem(note, slot)));
  return make("div", {class: "notes"}, make("h3", {}, `Notes on ${about}`),
    make("ul", {"aria-label": `Notes on ${about}`}, ...items), slot);
}

/* Return a note, as a button if it leads to a line or to a walkthrough. */
function noteItem(note, slot) {
  const call = callIn(note);
  if (call) {
    const modes = note.match(/--base 0|--store share/g) ?? [];
    const words = ["pseudoku", "walkthrough", "answer.txt", "--alone", "--call", call,
      ...modes.flatMap((mode) => mode.split(" "))];
    const name = `Walk through ${call}`;
    return button("see", name, () => run(name, words, slot, page));
  }
  const [place] = placesIn(note);
  if (!place) return note;
  const {line, column} = place;
  const text = note.replace(/answer\.txt:\d+:\d+:/g, `line ${line}:`);
  const made = button("note", text, () => goTo(line, column));
  Object.assign(made.dataset, {line, column});
  return made;
}

/* Return the CALL of a note "to see it: … --call CALL": CALL is a word of a shell. */
function callIn(note) {
  const rest = /^to see it: .*?--call[ =](.*)$/s.exec(note)?.[1] ?? "";
  const word = /^(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\;])+/.exec(rest)?.[0] ?? "";
  return word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, ...parts) =>
    parts[0] ?? parts[1] ?? parts[2]);
}

/* ---- The start ---- */

const call = () => byId("call").value.trim() ? ["--call", byId("call").value] : [];
const grid = (command) =>
  ["sudoku", command, "grid.txt", "--method", byId("method").value];
const [result, gridResult] = [byId("result"), byId("grid-result")];
const answer = (command, ...words) => ["pseudoku", command, ...words, "answer.txt"];
const actions = {
  judge: () => run("Judge", answer("judge", "--json"), result, judged),
  run: () => run("Run", [...answer("run"), ...call()], result, printed),
  walkthrough: () =>
    run("Walk through", [...answer("walkthrough"), ...call()], result, page),
  explain: () => run("Explain", grid("explain"), gridResult, printed),
  "grid-walkthrough": () =>
    run("Walk through the grid", grid("walkthrough"), gridResult, page),
  stop, download, "copy-link": copyLink, restore: showOwn,
};

function listen() {
  for (const id in actions) byId(id).onclick = actions[id];
  byId("template").onchange = useTemplate;
  byId("call").addEventListener("keydown", ({key}) => key === "Enter" && actions.run());
  addEventListener("hashchange", async () => {
    const wrong = await followLink();
    if (wrong) say(wrong);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && running) stop();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) actions.judge();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/* Wait until the service worker keeps what is loaded, at most 1.5 seconds. */
async function keepFiles() {
  const {serviceWorker} = navigator;
  if (!serviceWorker) return;
  const controlled = new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve);
    setTimeout(resolve, 1500);
  });
  try {
    await serviceWorker.register("sw.js");
    if (!serviceWorker.controller) await controlled;
  } catch {
    return;  // not https, or not allowed
  }
}

byId("help").hidden = true;
for (const name in TEXTS) byId("template").append(new Option(name));
for (const name of METHODS) byId("method").append(new Option(name));
byId("method").value = "preemptive";
onChange(save);
show(ownProgram());
listen();
linkError = await followLink();
await keepFiles();
startPython();
