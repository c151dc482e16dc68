/* The page: a bench with an editor, and buttons that run command lines in worker.js. */
import {byId, counted, element, makeBench} from "../../_courseware/draw/assets/bench.js";
import {filmOfRun} from "../../pseudocode/tracing/run.js";
import {filmOfGrids} from "../../sudoku/explain/grid.js";
import {board, fill, puzzle} from "./board.js";
import {goTo, lines, mark, onChange, program, replace, show} from "./editor.js";
import {MOST, packed, unpacked} from "./links.js";

const KEY = "pseudoku program", EXERCISE = "pseudoku exercise";  // in localStorage
const MOST_BYTES = 512 * 1024;  // of an exercise
const judgeBy = ["--exercise", "exercise.toml"];
const LINE = "1";  // the level of hints, unless another is chosen
const CRASHED = 70;  // the status of a command that ended with an exception of Python
const SIGNS = {pass: "✓", fail: "✗"};
const BUTTONS = ["judge", "run", "walk", "explain"];

function say(text) {
  byId("state").textContent = text;
}

/* ---- Films ---- */

const bench = makeBench(() => isOfProgram && lines);
let verdict = "", json = "", isOfProgram = false;
let exercise = {text: "", name: ""};  // for the judge; no text for the seven tasks

function project(film, ofProgram = false) {
  isOfProgram = ofProgram;
  bench(film);
  byId("bench").classList.toggle("sudoku", inSudoku());
  byId("explain").textContent = board.isConnected ? "Explain" : "Edit grid";
}

/* A film of one moment: a sentence, and perhaps something above it. */
function still(sentence, ...content) {
  project({kind: `${inSudoku() ? "search" : "run"} text`, title: "Playground", summary: "",
    first: 0, last: 0, open: 0, at: () => ({sentence}), bands: [], ticks: [], list: [],
    longest: [0], draw: (n, stage) => stage.replaceChildren(...content)});
}

function print(content, kind, sentence = "") {
  const made = element("pre", kind, content);
  Object.assign(made, {tabIndex: 0, role: "group", ariaLabel: kind === "err" ? "Messages" : "Output"});
  still(sentence, made);
}

function inSudoku() {
  return byId("room").value === "Sudoku";
}

/* Show what can be done. */
function welcome() {
  if (inSudoku()) still("Type a grid, or paste one in any format, and press Explain.", board);
  else still("Press Judge to mark the program, or Walk to see the call step by step.");
}

/* The results are those of another program. */
function forget() {
  if (running && !inSudoku()) stop();
  verdict = json = "";
  byId("verdicts").replaceChildren();
  byId("notes").replaceChildren();
  mark([]);
  if (version) say(`Ready: Python ${version}`);
  welcome();
}

function changed() {
  save();
  isOfProgram = false;
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
  openExercise(stored(() => localStorage, EXERCISE) ?? "");
}

/* Show the program of a link in the address, and judge by its exercise, if it has them.
   Return what is wrong with the link. */
async function followLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (/^[0-3]$/.test(words.get("hints"))) byId("hints").value = words.get("hints");
  const [word, exerciseWord] = [words.get("p"), words.get("e")];
  if (word === null && exerciseWord === null) return "";
  try {
    const linked = word === null ? ownProgram() : await unpacked(word);
    const linkedExercise = exerciseWord === null ? "" : await unpacked(exerciseWord);
    link = word ?? "";
    byId("from-link").hidden = !link;
    show((link ? stored(() => sessionStorage, `${KEY} ${link}`) : null) ?? linked);
    openExercise(linkedExercise);
    return "";
  } catch {
    return "The link cannot be read, and nothing was changed.";
  }
}

/* Copy a link with the program, unless it is empty, and with the exercise, if any. */
async function copyLink() {
  const words = new URLSearchParams(), base = location.href.split("#")[0];
  for (const [key, name, text] of [["p", "program", program()], ["e", "exercise", exercise.text]]) {
    if (text.length > MOST)
      return say(`The ${name} has ${counted(text.length)} characters; a link has room for ${counted(MOST)}.`);
    if (text.trim()) words.set(key, await packed(text));
  }
  if (byId("hints").value !== LINE) words.set("hints", byId("hints").value);
  const address = `${base}#${words}`;
  try {
    await navigator.clipboard.writeText(address);
    say("The link is copied.");
  } catch {
    print(address, "out", "The browser does not allow copying. This is the link.");
  }
}

function download() {
  const href = URL.createObjectURL(new Blob([program()], {type: "text/plain"}));
  Object.assign(element("a"), {href, download: "answer.txt"}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

function useTemplate() {
  const chosen = TEXTS[byId("template").value];
  byId("template").value = "";
  if (chosen === undefined) return;
  byId("room").value = "Pseudocode";
  forget();
  replace(chosen);
}

/* ---- Exercises ---- */

/* Judge by an exercise whose samples are judged rightly, or without a text by the tasks. */
function openExercise(text) {
  byId("room").value = "Pseudocode";
  forget();
  setExercise(text, "");
  if (version) checkExercise();
}

/* Its name is known after the check. */
function setExercise(text, name) {
  exercise = {text, name};
  if (!link && Boolean(text) === Boolean(name)) stored(() => localStorage, EXERCISE, text);
  byId("exercise").hidden = !name;
  byId("exercise").textContent = `${name} ×`;
  byId("exercise").ariaLabel = `Exercise ${name}: back to the seven tasks`;
}

function checkExercise() {
  if (!exercise.text || exercise.name) return;
  run("Exercise", ["pseudoku", "judge", ...judgeBy, "--check"], (out, err, status) => {
    if (status) return print(out, "err");
    const name = out.split(":")[0];
    setExercise(exercise.text, name);
    byId("call").value = `${name}()`;
    still(`Press Judge to mark ${name} in the program.`);
    return out;
  });
}

/* Read the file of an exercise. A byte too many is enough for the message. */
async function openFile(file) {
  byId("open").value = "";
  if (file) openExercise(await file.slice(0, MOST_BYTES + 1).text() || "\n");
}

/* ---- Python ---- */

let worker, version = "", running = null, number = 0, linkError = "";

function setButtons() {
  const ready = version !== "" && running === null;
  for (const id of BUTTONS) byId(id).ariaDisabled = !ready;
  byId("stop").ariaDisabled = running === null;
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
  else if ("failed" in data || "ready" in data) {
    version = data.ready ?? "";
    byId("progress").hidden = true;
    say(version ? `Ready: Python ${version}${linkError && `. ${linkError}`}`
      : `Python did not start: ${data.failed}. Reload the page to try again.`);
    setButtons();
    if (version) checkExercise();
  } else if (data.id === running?.id) finish(data);
}

/* Run a command line, and give its output to `display`, which returns what to say. */
function run(name, words, display, grid = puzzle()) {
  if (!version || running) return;
  const files = {"answer.txt": program(), "grid.txt": grid, "exercise.toml": exercise.text};
  running = {id: ++number, name, display};
  linkError = "";
  say(`Running ${name}`);
  setButtons();
  worker.postMessage({id: number, program: words[0], words: words.slice(1), files});
}

function finish({status, out, err}) {
  const {name, display} = running;
  running = null;
  if (status && !exercise.name) setExercise("", "");
  if (!inSudoku() && !verdict) mark(linesIn([err]));
  const told = out ? display(out, err, status) : print(err, "err");
  say(`Done: ${name}${status > 1 ? `, with exit status ${status}` : ""}${told ? `. ${told}` : ""}`);
  if (status === CRASHED) startPython();  // the interpreter may be damaged
  setButtons();
}

function stop() {
  if (!running) return;
  running = null;
  if (!exercise.name) setExercise("", "");
  startPython();
  say("Stopped. Python starts again.");
}

/* ---- Verdicts ---- */

/* The places in the program that a message names: answer.txt:LINE:COLUMN: MESSAGE. */
function placesIn(message) {
  const found = message.matchAll(/answer\.txt:(\d+):(\d+): (.*)/g);
  return [...found].map(([, line, column, told]) =>
    ({line: Number(line), column: Number(column), message: told}));
}

function linesIn(messages) {
  return messages.flatMap(placesIn).map(({line}) => line);
}

/* Show a chip for each task, and open the first that fails. */
function judged(out) {
  verdict = out;
  const {tasks: byTask, remarks: found, sum, most: all, left_to_a_person: left} = JSON.parse(out);
  const tasks = Object.entries(byTask), remarks = found.map(
    ({file, line, column, message}) => `${file}:${line}:${column}: ${message}`);
  mark([...linesIn([...tasks.flatMap(([, {notes}]) => notes), ...remarks]),
    ...tasks.flatMap(([, {mends = []}]) => mends.flatMap((mend) => mend.lines))]);
  byId("verdicts").replaceChildren(element("b", "", `${sum} of ${all}`), ...tasks.map(([task, one]) => {
    const {name, verdict: word, marks, most, notes} = one;
    const chip = element("button", SIGNS[word] ? word : "absent", `${task} ${SIGNS[word] ?? "–"}`);
    const title = `${task === name ? name : `Task ${task}, ${name}`}: ${word}, ${marks ?? "?"} of ${most}.`;
    Object.assign(chip, {type: "button", onclick: () => choose(chip, title, one, remarks),
      ariaLabel: `${title} ${notes[0] ?? ""}`.trim()});
    return chip;
  }));
  const told = `Sum: ${sum} of ${all}` + (left ? `, and ${left} more to be read by a person` : "");
  tell(remarks);
  still(told);
  const chips = [...byId("verdicts").querySelectorAll("button")];
  const chosen = byId("verdicts").querySelector(".fail")
    ?? chips.find((chip, k) => linesIn(tasks[k][1].notes).length);
  if (chosen) setTimeout(() => chosen.click());
  return told;
}

/* Show a task: the call that failed step by step, or else its notes. */
function choose(chip, title, {notes, hint, call}, remarks) {
  for (const one of byId("verdicts").querySelectorAll("button")) one.ariaPressed = one === chip;
  const own = [...notes];
  tell([...own, ...hint ? [hint] : [], ...remarks]);
  if (!call.length) return still(title);
  byId("call").value = call.at(-1);
  walk(["--alone", ...call]);
}

/* Show notes below the words; one that names a line leads to it. */
function tell(notes) {
  byId("notes").replaceChildren(...notes.map((note) => {
    const [place] = placesIn(note);
    if (!place) return element("li", "", note);
    const made = element("button", "note", note.replace(/answer\.txt:\d+:\d+:/g, `line ${place.line}:`));
    Object.assign(made, {type: "button", onclick: () => showPlace(place)});
    made.dataset.line = place.line;
    return element("li", "", made);
  }));
}

/* Go to a place in the program, which may be hidden on a phone. */
function showPlace({line, column}) {
  if (!byId("editor").checkVisibility()) byId("show-code").click();
  goTo(line, column);
}

/* ---- The start ---- */

const calling = (call) => call.trim() ? ["--call", call] : [];
const hinting = () => ["--hints", byId("hints").value];

function walk(options) {
  const words = ["pseudoku", "trace", "answer.txt", "--json", ...options, ...hinting()];
  run(`Walk ${options.at(-1) ?? ""}`.trim(), words, (out, err) => {
    json = out;
    const data = JSON.parse(out);
    if (!data.total) return print(err, "err");
    if (byId("notes").textContent.includes(data.difference?.told)) data.difference.told = "";
    project(filmOfRun(data), true);
  });
}

const actions = {
  judge: () => run("Judge", ["pseudoku", "judge", "--json", "answer.txt",
    ...exercise.name ? judgeBy : [], ...hinting()], judged),
  run: () => run("Run", ["pseudoku", "run", "answer.txt", ...calling(byId("call").value)],
    (out, err) => print(out + err, "out")),
  walk: () => walk(calling(byId("call").value)),
  explain: () => board.isConnected ? explain() : welcome(),
  stop, download, "copy-link": copyLink, restore: showOwn, exercise: () => openExercise(""),
  "as-json": () => print(verdict || json || "Nothing has been run yet.", "out"),
};

function explain() {
  const words = ["sudoku", "explain", "grid.txt", "--json", "--method", byId("method").value];
  run("Explain", words, (out, err) => {
    json = out;
    const found = JSON.parse(out.split("\n")[0]);
    found.error ? print(err, "err") : project(filmOfGrids([found]));
  });
}

/* Fill the board with a grid in any format. */
function paste(event) {
  event.preventDefault();
  if (!version) return say("Python starts: paste again when it is ready.");
  run("Paste", ["sudoku", "convert", "--format", "line", "grid.txt"], (out, err) => {
    fill(out);
    if (err) print(err, "err");
  }, event.clipboardData.getData("text"));
}

function listen() {
  board.addEventListener("paste", paste);
  board.addEventListener("keydown", ({key}) => key === "Enter" && explain());

  for (const id in actions) byId(id).onclick = actions[id];
  byId("template").onchange = useTemplate;
  byId("room").onchange = byId("hints").onchange = forget;
  byId("open").onchange = () => openFile(byId("open").files[0]);
  addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = [...event.dataTransfer.files].find(({name}) => /\.toml$/i.test(name));
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    openFile(file);
  }, true);
  byId("method").onchange = () => version && inSudoku() && explain();
  byId("call").addEventListener("keydown", ({key}) => key === "Enter" && actions.walk());
  addEventListener("hashchange", async () => say(await followLink() || byId("state").textContent));
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
  serviceWorker?.register("sw.js").catch(() => {});  // not https, or not allowed
  if (!serviceWorker || serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve);
    setTimeout(resolve, 1500);
  });
}

byId("head").insertBefore(byId("bar"), byId("summary"));
byId("code").append(byId("editor"));
byId("code").removeAttribute("tabindex");
byId("menu").prepend(byId("extra"));
byId("words").append(byId("notes"));
for (const name in TEXTS) byId("template").append(new Option(name));
for (const name of METHODS) byId("method").append(new Option(name));
byId("method").value = "preemptive";
onChange(changed);
show(ownProgram());
fill(GRID);
exercise.text = stored(() => localStorage, EXERCISE) ?? "";
listen();
welcome();
linkError = await followLink();
await keepFiles();
startPython();
