/* The board on which a puzzle is typed: a field for each of 81 cells. Arrows move, a digit
   is typed and leads to the next cell, and Backspace empties. */
import {element} from "../../_courseware/draw/assets/bench.js";
import {boardOf} from "../../sudoku/explain/grid.js";

/** @type {Record<string, number>} */
const MOVES = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9};
const fields = Array.from({length: 81}, (_, cell) => Object.assign(element("input"), {
  ariaLabel: `r${Math.floor(cell / 9) + 1}c${cell % 9 + 1}`, inputMode: "numeric",
  autocomplete: "off", tabIndex: cell ? -1 : 0}));

export const board = boardOf(
  fields.map((field) => element("td", "given", element("div", "", field))),
  element("caption", "", "The puzzle"));

/* The puzzle in 81 characters, with dots for blanks. */
export function puzzle() {
  return fields.map(({value}) => value || ".").join("");
}

/** @param {string} cells a digit or a dot for each */
export function fill(cells) {
  fields.forEach((field, cell) => { field.value = cells[cell].replace(".", ""); });
}

/* Tab reaches the last field alone. */
board.addEventListener("focusin", (/** @type {any} */ {target}) => {
  for (const field of fields) field.tabIndex = field === target ? 0 : -1;
  target.select();
});

/* The typed text replaces the old digit; a dot, a space or 0 is a blank. */
board.addEventListener("input", (/** @type {any} */ {target}) => {
  const typed = target.value;
  target.value = /[1-9]/.exec(typed)?.[0] ?? "";
  if (/[0-9. ]/.test(typed)) fields[fields.indexOf(target) + 1]?.focus();
});

board.addEventListener("keydown", (/** @type {any} */ event) => {
  const {key, target} = event, cell = fields.indexOf(target);
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (key in MOVES) fields[cell + MOVES[key]]?.focus();
  else if (key === "Backspace" && !target.value) fields[cell - 1]?.focus();
  else return;
  event.preventDefault();
});
