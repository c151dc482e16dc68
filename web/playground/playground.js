/* The page: what its buttons do. An action runs command lines in Python, and then changes
   the state, which view.js draws. */
import {byId, counted, element} from "../../_courseware/draw/assets/bench.js";
import {filmOfRun} from "../../pseudocode/tracing/run.js";
import {filmOfGrids} from "../../sudoku/explain/grid.js";
import {board, fill, puzzle} from "./board.js";
import {MINE, makeDrafts} from "./drafts.js";
import {onChange, replace, show} from "./editor.js";
import {MOST, packed, unpacked} from "./links.js";
import {makePython} from "./python.js";
import {makeState} from "./state.js";
import {chipsOf, firstOf, linesOf, placesIn, readable, remarksOf} from "./verdicts.js";
import {button, makeView, printed, still} from "./view.js";

/** @typedef {import("./verdicts.js").Chip} Chip */

const EXERCISE = "pseudoku exercise", DRAFT = "pseudoku draft";  // in the stores
const OLD_PROGRAM = "pseudoku program";  // in localStorage, before there were drafts
const UNREAD = 2;  // the status of a command that cannot read the program
const ALL = 3;  // steps of loading Python
const MOST_BYTES = 512 * 1024;  // of an exercise
const JUDGE_BY = ["--exercise", "exercise.toml"];
const STEPS = "100000";  // of a run, as in Judge
const LINE = "1";  // the level of hints, unless another is chosen
const EXAMPLE = Object.values(TEXTS)[0];
const NOTHING_KEPT = "This browser keeps nothing: download your program.";
const FORGOTTEN = {verdict: null, chosen: "", marked: {program: null, lines: []}};

const drafts = makeDrafts(() => localStorage, Date.now);
const python = makePython(hear);
const {get, set} = makeState({room: "Pseudocode", program: "", from: MINE,
  exercise: {text: "", name: ""}, shown: {film: null, program: null, out: "", notes: []}, ...FORGOTTEN,
  python: "", loaded: 0, running: "", message: {text: "Loading"}}, makeView(EXAMPLE, choose));

/** @param {string} text */
function say(text) {
  set({message: {text}});
}

/** Show a film, which may be of a program, with the JSON that it was made from, and notes.
 * @param {object} film
 * @param {string | null} program
 * @param {string} out
 * @param {string[]} notes */
function project(film, program = null, out = "", notes = []) {
  set({shown: {film, program, out, notes}});
}

/** A sentence without a picture; a phone shows the editor above it.
 * @param {string} sentence
 * @param {string | null} program
 * @param {string[]} notes */
function tell(sentence, program = null, notes = []) {
  project({...still("run", sentence), opensCode: true}, program, "", notes);
}

function inSudoku() {
  return get().room === "Sudoku";
}

/* Show what can be done. */
function welcome() {
  if (inSudoku())
    return project(still("search", "Type a grid, or paste one in any format, and press Explain.", board));
  const sentence = "Press Judge to mark the program, or Walk to see the call step by step.";
  const judgeExample = button("Judge this example", judge);
  judgeExample.id = "judge-example";
  project({...still("run", sentence, element("div", "hello",
    element("h2", "", "Is your pseudocode right, and where does it go wrong?"),
    element("p", "", "Your program stays in this browser."),
    element("p", "", judgeExample, button("Start with my own", startOwn)))),
  opensCode: get().program !== EXAMPLE});
}

/* The results are those of another program, or of another judge. */
function forget() {
  if (get().running) stop();
  set(FORGOTTEN);
  welcome();
}

/* ---- Programs ---- */

/** A value in a store. The browser may refuse to keep any, and all else still works.
 * @param {() => Storage} store
 * @param {string} key
 * @param {string} [value] to keep */
function stored(store, key, value) {
  try {
    if (value === undefined) return store().getItem(key);
    store().setItem(key, value);
  } catch {}
  return null;
}

/** @param {string} program */
function changed(program) {
  const {id, isKept} = drafts.write(program);
  stored(() => sessionStorage, DRAFT, id);
  set({program});
  if (!isKept) say(NOTHING_KEPT);
}

/** Show the draft of one's own program, or of the program of a link.
 * @param {string} from
 * @param {string} text */
function openProgram(from, text, id = stored(() => sessionStorage, DRAFT) ?? "") {
  const program = drafts.open(id, from, text);
  show(program);
  set({program, from});
  chooseCall();
  forget();
}

/* Offer a call of the exercise or the program, in place of one of another program. */
function chooseCall() {
  const {program, exercise: {name}} = get(), hasSolution = /^function MakeSolution\b/im.test(program);
  byId("call").value = name ? `${name}()` : hasSolution ? "MakeSolution(2413)" : "";
}

function openOwn() {
  openProgram(MINE, stored(() => localStorage, OLD_PROGRAM) ?? EXAMPLE);
}

/* Another tab may have written the draft. */
function follow() {
  const program = drafts.follow();
  if (program === null) return;
  show(program);
  set({program});
}

function showOwn() {
  history.replaceState(null, "", location.pathname + location.search);
  openOwn();
  openExercise(stored(() => localStorage, EXERCISE) ?? "");
}

/** Write another text into a new draft. Ctrl+Z brings the old one back.
 * @param {string} text */
function startFrom(text) {
  if (inSudoku()) {
    set({room: "Pseudocode"});
    welcome();
  }
  if (!byId("editor").checkVisibility()) byId("show-code").click();
  drafts.begin();
  replace(text);
  chooseCall();
}

function startOwn() {
  startFrom("");
}

/* List the drafts, and the text that came with the link. */
function listPrograms() {
  const options = drafts.list().map(({id, text, from, time}) => {
    const when = new Date(time).toLocaleString("en", {dateStyle: "medium", timeStyle: "short"});
    return new Option(`${when}${from === MINE ? "" : " (link)"}: ${text.trim().slice(0, 40)}`, id);
  });
  byId("kept").hidden = !options.length;
  byId("kept").replaceChildren(...options);
  byId("linked").hidden = get().from === MINE;
}

async function chooseProgram() {
  const {value} = byId("template");
  byId("template").value = "";
  if (value in TEXTS) return startFrom(TEXTS[value]);
  if (value === "linked") return startFrom(await unpacked(get().from));
  const draft = drafts.list().find(({id}) => id === value);
  if (!draft) return;
  const {from, text} = draft;
  history.replaceState(null, "", from === MINE ? location.pathname + location.search : `#p=${from}`);
  openProgram(from, text, value);
}

function download() {
  const href = URL.createObjectURL(new Blob([get().program], {type: "text/plain"}));
  Object.assign(element("a"), {href, download: "answer.txt"}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/* ---- Links ---- */

/* Show the program of a link in the address, and judge by its exercise, if it has them.
   Return what is wrong with the link. */
async function followLink() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (/^[0-3]$/.test(words.get("hints") ?? "")) byId("hints").value = words.get("hints");
  const [word, exerciseWord] = [words.get("p"), words.get("e")];
  if (word === null && exerciseWord === null) return "";
  try {
    const linked = word === null ? "" : await unpacked(word);
    const exercise = exerciseWord === null ? "" : await unpacked(exerciseWord);
    word ? openProgram(word, linked) : openOwn();
    linkedCall = words.get("call") ?? "";
    openExercise(exercise);
    return "";
  } catch {
    return "The link cannot be read, and nothing was changed.";
  }
}

/* Copy a link with the program, unless it is empty, and with the exercise, if any. */
async function copyLink() {
  const {program, exercise} = get();
  const words = new URLSearchParams(), base = location.href.split("#")[0];
  for (const [key, name, text] of [["p", "program", program], ["e", "exercise", exercise.text]]) {
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
    project(printed(address, "out", "The browser does not allow copying. This is the link."));
  }
}

/* ---- Python ---- */

let linkError = "";  // what is said when Python is ready
let linkedCall = "";  // what is shown then

/** @param {import("./python.js").News} news */
function hear({loaded, ready, failed}) {
  if (loaded === 0) set({loaded, python: "", message: {text: "Starting Python"}});
  else if (loaded) set({loaded});
  else if (failed)
    set({loaded: ALL, message: {text: `Python did not start: ${failed}. Reload the page to try again.`}});
  else {
    set({python: ready, loaded: ALL,
      message: {text: `Ready: Python ${ready}${linkError && `. ${linkError}`}`}});
    linkError = "";
    checkExercise().finally(replay);
  }
}

/* Show the call of a link step by step, once. */
function replay() {
  const call = linkedCall, {python: version, running} = get();
  if (!call || !version || running) return;
  linkedCall = "";
  byId("call").value = call;
  trace(["--alone", "--call", call], get().program);
}

/** Run a command line. Return null if another one runs, or if it is stopped.
 * @param {string} name
 * @param {string[]} words */
async function run(name, words, {program = get().program, grid = puzzle()} = {}) {
  const {exercise, running, python: version} = get();
  if (!version || running) return null;
  set({running: name, message: {text: `Running ${name}`}});
  const files = {"answer.txt": program, "grid.txt": grid, "exercise.toml": exercise.text};
  const done = await python.run(words, files);
  set({running: "", message: done ? {text: `Done: ${name}`, isBrief: true}
    : {text: "Stopped. Python starts again."}});
  return done && {...done, program};
}

/** Stop the command, unless this is the second half of a double click on Judge, whose place
 * Stop has.
 * @param {MouseEvent} [event] */
function stop(event) {
  if (get().running && event?.detail !== 2) python.start();
}

/** Show what a command said instead of a result.
 * @param {string} message
 * @param {string | null} program */
function refuse(message, program = null) {
  project(printed(readable(message), "err"), program);
}

/* ---- Exercises ---- */

/** Judge by an exercise whose samples are judged rightly, or without a text by the tasks.
 * @param {string} text */
function openExercise(text) {
  set({room: "Pseudocode"});
  forget();
  setExercise(text, "");
  checkExercise().finally(replay);
}

/** Its name is known after the check.
 * @param {string} text
 * @param {string} name */
function setExercise(text, name) {
  set({exercise: {text, name}});
  chooseCall();
  if (get().from === MINE && Boolean(text) === Boolean(name)) stored(() => localStorage, EXERCISE, text);
}

async function checkExercise() {
  const {exercise, python: version, running} = get();
  if (!exercise.text || exercise.name || !version || running) return;
  const done = await run("Exercise", ["pseudoku", "judge", ...JUDGE_BY, "--check"]);
  if (get().exercise !== exercise) return;
  if (!done || done.status) setExercise("", "");
  if (!done) return;
  if (done.status) return refuse(done.out || done.err);
  const name = done.out.split(":")[0];
  setExercise(exercise.text, name);
  tell(`Press Judge to mark ${name} in the program.`);
  say(`Done: Exercise. ${done.out}`);
}

/** Read the file of an exercise. A byte too many is enough for the message.
 * @param {File} [file] */
async function openFile(file) {
  byId("open").value = "";
  if (file) openExercise(await file.slice(0, MOST_BYTES + 1).text() || "\n");
}

/* ---- Commands ---- */

function hints() {
  return ["--hints", byId("hints").value];
}

function calling() {
  const call = byId("call").value.trim();
  return call ? ["--call", call] : [];
}

/* Mark the program, and open the first task that fails. */
async function judge() {
  const {exercise} = get();
  const done = await run("Judge", ["pseudoku", "judge", "--json", "answer.txt",
    ...exercise.name ? JUDGE_BY : [], ...hints()]);
  if (!done) return;
  const {out, err, program} = done;
  if (!out) return refuse(err, program);
  const data = JSON.parse(out), chips = chipsOf(data), remarks = remarksOf(data);
  const {sum, most, left_to_a_person: left} = data, first = firstOf(chips);
  set({verdict: {program, out, chips, remarks, sum: `${sum} of ${most}`}, chosen: "",
    marked: {program, lines: linesOf(data)}});
  if (first) return choose(first);
  const told = `Sum: ${sum} of ${most}` + (left ? `, and ${left} more to be read by a person` : "");
  tell(told, program, remarks);
}

/** Show a task: the call that failed step by step, or the lines that are not read, or else
 * its notes.
 * @param {Chip} chip */
async function choose({task, name, look, title, notes, call}) {
  const {verdict, running} = get();
  if (running || !verdict) return;
  const {program, remarks} = verdict, told = [...notes, ...remarks];
  set({chosen: task});
  if (call.length) byId("call").value = call.at(-1);
  const words = look === "error" && !call.length ? ["--call", `${name}()`] : call;
  const done = words.length ? await trace(["--alone", ...words], program, told) : null;
  if (!done?.total) tell(title, program, told);
}

/** Show a call step by step, unless it has no step, with the notes that no step tells.
 * @param {string[]} options
 * @param {string} program
 * @param {string[]} notes */
async function trace(options, program, notes = []) {
  const words = ["pseudoku", "trace", "answer.txt", "--json", "--steps", STEPS, ...options,
    ...hints()];
  const done = await run(`Walk ${options.at(-1) ?? ""}`.trim(), words, {program});
  if (!done) return null;
  if (!done.out) return {...done, total: 0};
  const data = JSON.parse(done.out);
  if (notes.includes(data.difference?.told)) data.difference.told = "";
  if (data.total) {
    const left = notes.filter((note) => !tells(data, note));
    const film = {...filmOfRun(data), opensCode: done.status === UNREAD};
    if (left.length && left.length === notes.length) film.summary = "";  // the notes say more
    project(film, program, done.out, left);
  }
  return {...done, total: data.total};
}

/** Whether a step says what a note says: an error, or why a run does not end.
 * @param {{steps: string[][], endless: object | null}} data
 * @param {string} note */
function tells({steps, endless}, note) {
  if (endless && note.includes(": stopped after ")) return true;
  return steps.some(([, operation, text]) =>
    ["FAIL", "UNREAD"].includes(operation) && note.endsWith(`: ${text}`));
}

async function walk() {
  const {program} = get(), done = await trace(calling(), program);
  if (!done) return;
  set({chosen: ""});
  if (done.total) {
    if (done.status === UNREAD)
      set({marked: {program, lines: placesIn(done.err).map(({line}) => line)}});
  } else if (done.status) refuse(done.err, program);
  else
    tell("No statement is outside the functions: type a call, such as MakeVector(2413).");
}

async function runProgram() {
  const done = await run("Run", ["pseudoku", "run", "answer.txt", ...calling()]);
  if (!done) return;
  const {program, out, err} = done;
  project(printed(out + readable(err), out ? "out" : "err"), program);
}

async function explain() {
  const words = ["sudoku", "explain", "grid.txt", "--json", "--method", byId("method").value];
  const done = await run("Explain", words);
  if (!done) return;
  const data = JSON.parse(done.out.split("\n")[0]);
  data.error ? refuse(done.err) : project(filmOfGrids([data]), null, done.out);
}

/** Fill the board with a grid in any format.
 * @param {any} event */
async function paste(event) {
  event.preventDefault();
  const grid = event.clipboardData.getData("text");
  if (!get().python) return say("Python starts: paste again when it is ready.");
  const done = await run("Paste", ["sudoku", "convert", "--format", "line", "grid.txt"], {grid});
  if (done?.out) fill(done.out);
  else if (done) refuse(done.err);
}

function asJson() {
  const {verdict, shown} = get(), out = !inSudoku() && verdict?.out || shown.out;
  project(printed(out || "Nothing has been run yet.", "out"), null, out);
}

/* ---- The start ---- */

/** @type {Record<string, (event: MouseEvent) => void>} */
const actions = {judge, walk, stop, download, run: runProgram, "copy-link": copyLink,
  restore: showOwn, "as-json": asJson, exercise: () => openExercise(""),
  explain: () => board.isConnected ? explain() : welcome()};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === "Escape" && get().running) stop();
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) judge();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {any} event */
function onDrop(event) {
  const file = [...event.dataTransfer.files].find(({name}) => /\.toml$/i.test(name));
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  openFile(file);
}

function listen() {
  onChange(changed);
  for (const id in actions) byId(id).onclick = (/** @type {MouseEvent} */ event) => {
    byId("menu").hidePopover();
    actions[id](event);
  };
  byId("menu").addEventListener("beforetoggle", listPrograms);
  byId("template").onchange = chooseProgram;
  byId("room").onchange = () => { set({room: byId("room").value}); stop(); welcome(); };
  byId("hints").onchange = forget;
  byId("open").onchange = () => openFile(byId("open").files[0]);
  byId("method").onchange = () => inSudoku() && explain();
  byId("call").addEventListener("keydown", (/** @type {KeyboardEvent} */ {key}) => key === "Enter" && walk());
  board.addEventListener("paste", paste);
  board.addEventListener("keydown", (/** @type {KeyboardEvent} */ {key}) => key === "Enter" && explain());
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", onDrop, true);
  addEventListener("keydown", onKey, true);
  addEventListener("storage", follow);
  addEventListener("hashchange", async () => {
    const problem = await followLink();
    if (problem) say(problem);
  });
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
byId("bench").append(byId("told"));
byId("code").append(byId("editor"));
byId("code").removeAttribute("tabindex");
byId("menu").prepend(byId("extra"));
byId("words").append(byId("notes"));
byId("texts").append(...Object.keys(TEXTS).map((name) => new Option(name)));
byId("method").append(...METHODS.map((name) => new Option(name)));
byId("method").value = "preemptive";
fill(GRID);
listen();
openOwn();
setExercise(stored(() => localStorage, EXERCISE) ?? "", "");
linkError = await followLink();
await keepFiles();
python.start();
