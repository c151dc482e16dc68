/* The editor: a field for the program over the list of its lines, which has their numbers,
   the signs of notes and the line of the step. Undo in the field works by words only if
   typing inserts and removes no node, so a line that is gone is hidden. */
import {byId, center, element} from "../../_courseware/draw/assets/bench.js";

/** @type {HTMLTextAreaElement} */
const field = byId("program");
export const lines = byId("lines");

function write() {
  const texts = field.value.split("\n");
  while (lines.children.length < texts.length) lines.append(element("li", "", ""));
  [...lines.children].forEach((item, k) => {
    item.hidden = k >= texts.length;
    if (item.firstChild.data !== (texts[k] ?? "")) item.firstChild.data = texts[k] ?? "";
  });
}

/** Call act(program) after each change of the program.
 * @param {(program: string) => void} act */
export function onChange(act) {
  field.oninput = () => {
    write();
    act(field.value);
  };
}

/** Show another program, whose changes begin anew.
 * @param {string} text */
export function show(text) {
  field.value = text;
  write();
}

/** Replace the program, so that Ctrl+Z undoes it, if the field can have the focus.
 * @param {string} text */
export function replace(text) {
  field.focus();
  field.select();
  if (document.execCommand(text ? "insertText" : "delete", false, text)) return;
  field.value = text;
  field.dispatchEvent(new Event("input"));
}

/** Go to a line and a column, which count from 1, as Python does.
 * @param {number} line
 * @param {number} column */
export function goTo(line, column) {
  const before = field.value.split("\n").slice(0, line);
  before.push([...before.pop() ?? ""].slice(0, column - 1).join(""));
  const place = before.join("\n").length;
  field.focus({preventScroll: true});
  field.setSelectionRange(place, place);
  center(byId("code"), lines.children[line - 1]);
}

/** Put a sign at some lines.
 * @param {number[]} numbers */
export function mark(numbers) {
  [...lines.children].forEach((item, k) =>
    item.classList.toggle("noted", numbers.includes(k + 1)));
}

/* A new line is indented like the one above it. */
field.onkeydown = (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
  const line = field.value.slice(0, field.selectionStart).split("\n").at(-1) ?? "";
  event.preventDefault();
  document.execCommand("insertText", false, `\n${/^\s*/.exec(line)?.[0]}`);
};
