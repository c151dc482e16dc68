/* The page: an editor, buttons that run command lines in worker.js, and the results. */
import {defaultKeymap, history, historyKeymap, isolateHistory} from "@codemirror/commands";
import {bracketMatching} from "@codemirror/language";
import {lintGutter, setDiagnostics} from "@codemirror/lint";
import {EditorState} from "@codemirror/state";
import {EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap,
  lineNumbers} from "@codemirror/view";
import {notation} from "./notation.js";
import templates from "./templates.txt";

const KEY = "pseudoku program";  // of the program in localStorage
const MOST = 20_000;  // characters of a program in a link
const CRASHED = 70;  // the status of a command that ended with an exception of Python
const BUTTONS = ["judge", "run", "walkthrough", "explain", "grid-walkthrough"];
const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function say(text) {
  byId("state").textContent = text;
}

/* The texts to start from: each begins with a line "=== NAME". */
const texts = new Map(templates.split(/^=== /m).slice(1).map((part) => {
  const end = part.indexOf("\n");
  return [part.slice(0, end), part.slice(end + 1).trimEnd() + "\n"];
}));

/* ---- The editor ---- */

const look = EditorView.theme({
  "&": {fontSize: ".95rem", height: "100%", backgroundColor: "var(--box)",
    color: "var(--ink)"},
  "&.cm-focused": {outline: "3px solid var(--blue)", outlineOffset: "1px"},
  ".cm-scroller": {fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    lineHeight: "1.5"},
  ".cm-content": {caretColor: "var(--ink)"},
  ".cm-cursor": {borderLeftColor: "var(--ink)", borderLeftWidth: "2px"},
  ".cm-gutters": {backgroundColor: "var(--paper)", color: "var(--quiet)",
    borderRight: "1px solid var(--line)"},
  ".cm-activeLine, .cm-activeLineGutter": {backgroundColor: "transparent"},
  "&.cm-focused .cm-activeLineGutter": {color: "var(--ink)", fontWeight: "bold"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, \
.cm-selectionBackground": {backgroundColor: "var(--reason)"},
  ".cm-lintRange-warning": {backgroundImage: "none",
    textDecoration: "underline wavy var(--red)", textUnderlineOffset: "3px"},
  ".cm-tooltip": {backgroundColor: "var(--box)", color: "var(--ink)",
    border: "1px solid var(--quiet)", maxWidth: "30rem"},
});

const root = byId("editor").attachShadow({mode: "open"});
const editor = new EditorView({root, parent: root});

function program() {
  return editor.state.doc.toString();
}

function newState(doc) {
  return EditorState.create({doc, extensions: [
    lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(),
    drawSelection(), history(), bracketMatching(), notation, look,
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({tabindex: "0", "aria-label": "Program"}),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) save();
      showLine();
    }),
  ]});
}

function showLine() {
  const {doc, selection} = editor.state;
  byId("editor").dataset.line = doc.lineAt(selection.main.head).number;
}

function show(text) {
  editor.setState(newState(text));
  showLine();
}

/* Return the position of a line and a column, which count from 1. */
function position(line, column) {
  const {doc} = editor.state;
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column, 1) - 1, found.to);
}

function goTo(line, column) {
  const anchor = position(line, column);
  editor.dispatch({selection: {anchor}, effects: EditorView.scrollIntoView(anchor, {y: "center"})});
  editor.focus();
}

function mark(places) {
  const {doc} = editor.state;
  editor.dispatch(setDiagnostics(editor.state, places.map(({line, column, message}) => {
    const from = position(line, column);
    const word = /^[\p{L}\p{N}_]+|^\S/u.exec(doc.lineAt(from).text.slice(from - doc.lineAt(from).from));
    return {from, to: from + (word?.[0].length ?? 0), severity: "warning", message};
  })));
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
  return stored(() => localStorage, KEY) ?? texts.values().next().value;
}

function showOwn() {
  link = "";
  byId("from-link").hidden = true;
  history_replace("");
  show(ownProgram());
}

function history_replace(hash) {
  window.history.replaceState(null, "", location.pathname + location.search + hash);
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/* Unpack a program, and stop after MOST characters. */
async function unpacked(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", {fatal: true})).getReader();
  let text = "";
  for (let part; !(part = await reader.read()).done;) {
    text += part.value;
    if (text.length > MOST) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return text;
}

async function followLink() {
  const word = /^#p=(.*)$/s.exec(location.hash)?.[1];
  if (word === undefined) return true;
  try {
    const text = await unpacked(word);
    link = word;
    byId("from-link").hidden = false;
    show(stored(() => sessionStorage, `${KEY} ${word}`) ?? text);
    clear();
    return true;
  } catch {
    say("The link cannot be read: nothing was changed.");
    return false;
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
    byId("result").replaceChildren(pre("out", address, "Link"));
    say("The browser does not allow copying: the link is below 'Call'.");
  }
}

function download() {
  const href = URL.createObjectURL(new Blob([program()], {type: "text/plain"}));
  make("a", {href, download: "answer.txt"}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function useTemplate() {
  const text = texts.get(byId("template").value);
  byId("template").value = "";
  if (text === undefined) return;
  const changes = {from: 0, to: editor.state.doc.length, insert: text};
  editor.dispatch({changes, selection: {anchor: 0}, scrollIntoView: true,
    annotations: isolateHistory.of("full")});
  mark([]);
  clear();
}

/* ---- Python ---- */

let worker, version = "", running = null, number = 0;

function setButtons() {
  const ready = version !== "" && running === null;
  for (const id of BUTTONS) byId(id).ariaDisabled = String(!ready);
  byId("stop").ariaDisabled = String(running === null);
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
    say(`Ready: Python ${version}`);
    setButtons();
  } else if (data.id === running?.id) finish(data);
}

function fail(text) {
  byId("progress").hidden = true;
  say(`Python did not start: ${text}. Reload the page to try again.`);
  setButtons();
}

/* Run the command line `words`, and pass what it prints to `display`. */
function run(name, words, region, display) {
  if (!version || running) return;
  const files = {"answer.txt": program(), "grid.txt": byId("grid").value};
  running = {id: ++number, name, region, display};
  clear(region);
  say(`Running ${name}`);
  setButtons();
  worker.postMessage({id: number, program: words[0], words: words.slice(1), files});
}

function finish({status, out, err}) {
  const {name, region, display} = running;
  running = null;
  byId(region).replaceChildren(...[...display(out, err)].filter(Boolean));
  say(`Done: ${name}${status > 1 ? `, with exit status ${status}` : ""}`);
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

let address = {};  // of the page that a region shows

function clear(region = "result") {
  URL.revokeObjectURL(address[region]);
  byId(region).replaceChildren();
}

function pre(className, text, name) {
  return text && make("pre", {className, tabIndex: 0, ariaLabel: name, role: "group"}, text);
}

function* printed(out, err) {
  yield pre("out", out, "Output");
  yield pre("err", err, "Messages");
}

function frame(region) {
  return function* (out, err) {
    yield pre("err", err, "Messages");
    if (!out) return;
    address[region] = URL.createObjectURL(new Blob([out], {type: "text/html"}));
    const page = make("iframe", {title: "Walkthrough", src: address[region]});
    page.setAttribute("sandbox", "allow-scripts");
    yield page;
  };
}

function* judged(out, err) {
  yield pre("err", err, "Messages");
  if (!out.startsWith("{")) return yield pre("out", out, "Output");
  const data = JSON.parse(out), places = [];
  const rows = Object.entries(data.tasks).map(([task, one]) => {
    const row = make("tr", {}, make("th", {scope: "row"}, task), make("td", {}, one.name),
      make("td", {className: one.verdict}, one.verdict),
      make("td", {}, `${one.marks ?? "?"} of ${one.most}`));
    row.dataset.task = task;
    return row;
  });
  const heads = ["Task", "Function", "Verdict", "Marks"].map((head) =>
    make("th", {scope: "col"}, head));
  const left = data.left_to_a_person;
  yield make("table", {id: "verdicts"},
    make("caption", {}, `Sum: ${data.sum} of ${data.most}`
      + (left ? `, and ${left} more to be read by a person` : "")),
    make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  for (const [task, one] of Object.entries(data.tasks))
    yield notes(`Task ${task}`, one.notes, places);
  yield notes("the program", data.remarks.map(({file, line, column, message}) =>
    `${file}:${line}:${column}: ${message}`), places);
  yield make("details", {}, make("summary", {}, "As JSON"), jsonText(out));
  mark(places);
}

function jsonText(out) {
  return Object.assign(pre("", out, "JSON"), {id: "json"});
}

function notes(about, found, places) {
  if (!found.length) return null;
  const items = found.map((note) => make("li", {}, noteOn(note, places)));
  return make("div", {className: "notes"}, make("h3", {}, `Notes on ${about}`),
    make("ul", {ariaLabel: `Notes on ${about}`}, ...items));
}

/* Return a button that leads to the line of a note or opens its walkthrough, or its text. */
function noteOn(note, places) {
  const place = /answer\.txt:(\d+):(\d+): /.exec(note);
  const call = callIn(note);
  if (call) {
    const modes = /--base 0|--store share/g;
    const words = ["pseudoku", "walkthrough", "answer.txt", "--alone", "--call", call,
      ...(note.match(modes) ?? []).flatMap((mode) => mode.split(" "))];
    return make("button", {type: "button", className: "see", onclick: () =>
      run(`Walk through ${call}`, words, "result", frame("result"))}, `Walk through ${call}`);
  }
  if (!place) return note;
  const [line, column] = [Number(place[1]), Number(place[2])];
  const text = note.replace(place[0], place.index ? `line ${line}: ` : "");
  places.push({line, column, message: text});
  const button = make("button", {type: "button", className: "note", onclick: () =>
    goTo(line, column)}, place.index ? text : `line ${line}: ${text}`);
  Object.assign(button.dataset, {line, column});
  return button;
}

/* Return the CALL of a note "to see it: … --call CALL", where CALL is a word of a shell. */
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
const actions = {
  judge: () => run("Judge", ["pseudoku", "judge", "--json", "answer.txt"], "result", judged),
  run: () => run("Run", ["pseudoku", "run", "answer.txt", ...call()], "result", printed),
  walkthrough: () => run("Walk through",
    ["pseudoku", "walkthrough", "answer.txt", ...call()], "result", frame("result")),
  explain: () => run("Explain", grid("explain"), "grid-result", printed),
  "grid-walkthrough": () => run("Walk through the grid", grid("walkthrough"),
    "grid-result", frame("grid-result")),
  stop, download, "copy-link": copyLink, restore: showOwn,
};

function listen() {
  for (const id in actions) byId(id).onclick = actions[id];
  byId("template").onchange = useTemplate;
  byId("call").onkeydown = ({key}) => key === "Enter" && actions.run();
  addEventListener("hashchange", followLink);
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
for (const name of texts.keys()) byId("template").append(make("option", {}, name));
for (const name of METHODS) byId("method").append(make("option", {}, name));
byId("method").value = "preemptive";
show(ownProgram());
listen();
const readable = await followLink();
await keepFiles();
startPython();
if (readable) say("Loading");
