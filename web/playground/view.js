/* What the page shows of its state. Draw changes only what differs, and typing never makes
   it insert or remove a node: that would end the browser's group of typed letters. */
import {byId, element, fitCode, makeBench} from "../../_courseware/draw/assets/bench.js";
import {board} from "./board.js";
import {goTo, lines, mark} from "./editor.js";
import {placesIn, readable} from "./verdicts.js";
import {isStale} from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./verdicts.js").Chip} Chip */

const BUTTONS = ["judge", "run", "walk", "explain", "judge-example"];
const SEEN = 4000;  // milliseconds of a message

/** A film of one moment: a sentence, and perhaps something above it.
 * @param {string} kind
 * @param {string} sentence
 * @param {Node[]} content */
export function still(kind, sentence, ...content) {
  return {kind: `${kind} text`, title: "Playground", summary: "", first: 0, last: 0, open: 0,
    at: () => ({sentence}), bands: [], ticks: [], list: [], longest: [0],
    draw: (/** @type {number} */ _, /** @type {HTMLElement} */ stage) => stage.replaceChildren(...content)};
}

/** A text as a film.
 * @param {string} text
 * @param {string} kind */
export function printed(text, kind, sentence = "") {
  const made = element("pre", kind, text);
  Object.assign(made, {tabIndex: 0, role: "group", ariaLabel: kind === "err" ? "Messages" : "Output"});
  return still("run", sentence, made);
}

/** @param {string} text
 * @param {(event: MouseEvent) => void} act */
export function button(text, act) {
  return Object.assign(element("button", "", text), {type: "button", onclick: act});
}

/** @param {any} node
 * @param {string} text */
function setText(node, text) {
  if (!node.firstChild) node.append("");
  if (node.firstChild.data !== text) node.firstChild.data = text;
}

/** Go to a place in the program, which may be hidden on a phone.
 * @param {import("./verdicts.js").Place} place */
function showPlace({line, column}) {
  if (!byId("editor").checkVisibility()) byId("show-code").click();
  goTo(line, column);
}

/** A note; one that names a line leads to it.
 * @param {string} note */
function noteItem(note) {
  const [place] = placesIn(note);
  if (!place) return element("li", "", readable(note));
  const made = button(readable(note), () => showPlace(place));
  made.className = "note";
  made.dataset.line = place.line;
  return element("li", "", made);
}

/** Return draw(state, before). choose(chip) is called when a chip is pressed.
 * @param {string} example
 * @param {(chip: Chip) => void} choose */
export function makeView(example, choose) {
  let hasProgram = false;
  /** @type {Animation | null} */
  let fading = null;
  const bench = makeBench(() => hasProgram && lines);

  /** @param {Chip} chip */
  function chipButton(chip) {
    const {task, look, sign, title, notes} = chip, made = button(`${task} ${sign}`, () => choose(chip));
    made.className = look;
    made.dataset.task = task;
    made.ariaLabel = `${title} ${readable(notes[0] ?? "")}`.trim();
    return made;
  }

  /** Stop takes the place of the button that started the command, and its focus.
   * @param {State} state */
  function drawRunning({running, room}) {
    const starter = byId(room === "Sudoku" ? "explain" : "judge"), stop = byId("stop");
    const from = running ? starter : stop, hasFocus = document.activeElement === from;
    stop.hidden = !running;
    document.body.classList.toggle("running", Boolean(running));
    if (hasFocus) (running ? stop : starter).focus();
    if (running) byId("menu").hidePopover();
  }

  /** @param {State} state */
  function drawMessage({message, running, python}) {
    setText(byId("state"), message.text);
    fading?.cancel();
    fading = python && !running ? byId("told").animate({opacity: [1, 0]},
      {duration: message.isBrief ? 0 : SEEN, easing: "step-end", fill: "forwards"}) : null;
  }

  /** @param {State} state
   * @param {State} before */
  return function draw(state, before) {
    const differs = (/** @type {(keyof State)[]} */ ...keys) =>
      keys.some((key) => state[key] !== before[key]);
    const {classList} = document.body, {verdict, exercise, shown} = state;
    for (const made of /** @type {const} */ (["verdict", "marked", "shown"]))
      classList.toggle(`stale-${made}`, isStale(state[made], state));
    classList.toggle("example", state.program === example);
    classList.toggle("sudoku", state.room === "Sudoku");
    if (differs("room")) byId("room").value = state.room;
    if (differs("from")) byId("from-link").hidden = state.from === "mine";
    if (differs("exercise")) {
      byId("exercise").hidden = !exercise.name;
      setText(byId("exercise"), `${exercise.name} ×`);
      byId("exercise").ariaLabel = `Exercise ${exercise.name}: back to the seven tasks`;
    }
    if (differs("verdict")) byId("verdicts").replaceChildren(
      ...verdict ? [element("b", "", verdict.sum), ...verdict.chips.map(chipButton)] : []);
    if (differs("verdict", "program")) byId("verdicts").ariaLabel =
      `Verdicts${isStale(verdict, state) ? " of your program before the edit" : ""}`;
    if (differs("verdict", "chosen")) for (const chip of byId("verdicts").querySelectorAll("button"))
      chip.ariaPressed = chip.dataset.task === state.chosen;
    if (differs("marked")) mark(state.marked.lines);
    if (differs("running")) drawRunning(state);
    if (differs("message", "running", "python")) drawMessage(state);
    if (differs("loaded")) {
      byId("progress").value = state.loaded;
      byId("progress").hidden = state.loaded === byId("progress").max;
    }
    if (differs("shown")) {
      hasProgram = shown.program !== null;
      fitCode(state.program.split("\n"));
      byId("notes").replaceChildren(...shown.notes.map(noteItem));
      bench(shown.film);
      if (shown.film.opensCode) byId("show-code").click();
      setText(byId("explain"), board.isConnected ? "Explain" : "Edit grid");
    }
    if (differs("shown", "running", "python"))
      for (const id of BUTTONS)
        if (byId(id)) byId(id).ariaDisabled = !state.python || state.running !== "";
  };
}
