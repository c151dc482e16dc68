/* What a judge's JSON and the messages of commands say to a reader of the page. */

/** @typedef {{name: string, verdict: string, marks: number | null, most: number,
 *   line: number | null, notes: string[], call: string[], hint?: string,
 *   mends?: {lines: number[]}[]}} Task */
/** @typedef {{tasks: Record<string, Task>, sum: number, most: number,
 *   left_to_a_person: number, remarks: {line: number, column: number, message: string}[]}} Judged */
/** @typedef {{task: string, name: string, look: string, sign: string, title: string, notes: string[],
 *   call: string[]}} Chip */
/** @typedef {{line: number, column: number}} Place */

/** @type {Record<string, [string, string]>} */
const LOOKS = {pass: ["pass", "✓"], fail: ["fail", "✗"], missing: ["absent", "–"]};
const PLACE = /(?:answer\.txt|grid\.txt|exercise\.toml|call):(\d+):(\d+)(?=:)/g;

/** Return a chip for each task. A verdict that asks for a look, such as an error, has the
 * sign `!`.
 * @param {Judged} data
 * @returns {Chip[]} */
export function chipsOf({tasks}) {
  return Object.entries(tasks).map(([task, {name, verdict, marks, most, notes, hint, call}]) => {
    const [look, sign] = LOOKS[verdict] ?? ["error", "!"];
    const about = task === name ? name : `Task ${task}, ${name}`;
    return {task, name, look, sign, call, title: `${about}: ${verdict}, ${marks ?? "?"} of ${most}.`,
      notes: hint ? [...notes, hint] : notes};
  });
}

/** Return the first chip that fails, or else the first to be looked at, or else the first
 * with a note on a line.
 * @param {Chip[]} chips */
export function firstOf(chips) {
  return chips.find(({look}) => look === "fail") ?? chips.find(({look}) => look === "error")
    ?? chips.find(({notes}) => notes.flatMap(placesIn).length);
}

/** Return the remarks as messages.
 * @param {Judged} data */
export function remarksOf({remarks}) {
  return remarks.map(({line, column, message}) => `answer.txt:${line}:${column}: ${message}`);
}

/** Return the lines that a verdict names.
 * @param {Judged} data */
export function linesOf(data) {
  const tasks = Object.values(data.tasks);
  const messages = [...tasks.flatMap(({notes}) => notes), ...remarksOf(data)];
  return [...messages.flatMap(placesIn).map(({line}) => line),
    ...tasks.flatMap(({mends = []}) => mends.flatMap(({lines}) => lines))];
}

/** Return the places in the program that a message names.
 * @param {string} message
 * @returns {Place[]} */
export function placesIn(message) {
  return [...message.matchAll(/answer\.txt:(\d+):(\d+):/g)].map(
    ([, line, column]) => ({line: Number(line), column: Number(column)}));
}

/** Return a message without the words of the command line.
 * @param {string} message */
export function readable(message) {
  return message.replace(/^(pseudoku|sudoku) \w+: error: /gm, "")
    .replace(/call:\d+:\d+: /g, "").replace(PLACE, "line $1")
    .replace(/^exercise\.toml: /gm, "");
}
