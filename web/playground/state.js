/* The state of the page: one record, which only `set` changes, and what draws it. */

/** @typedef {{text: string, name: string}} Exercise no text: the tasks; no name: unchecked */
/** @typedef {{program: string, out: string, chips: import("./verdicts.js").Chip[],
 *   remarks: string[], sum: string}} Verdict */
/** @typedef {{program: string | null, lines: number[]}} Marked lines with a sign */
/** @typedef {{program: string | null, film: any, out: string, notes: string[]}} Shown
 *   what the bench shows, and the JSON that it is made from; null: it is of no program */
/** @typedef {{room: string, program: string, from: string, exercise: Exercise,
 *   verdict: Verdict | null, chosen: string, marked: Marked, shown: Shown, python: string,
 *   loaded: number, running: string, message: {text: string, isBrief?: boolean}}} State
 *   `from` is that of the draft; `chosen` is the task of the open chip; `python` is a
 *   version, or empty before the start; `running` is the name of a command, or empty */

/** Make a record. `draw(state, before)` is called after each change.
 * @param {State} initial
 * @param {(state: State, before: State) => void} draw */
export function makeState(initial, draw) {
  let state = initial;
  return {
    get: () => state,
    /** @param {Partial<State>} change */
    set(change) {
      const before = state;
      state = {...state, ...change};
      draw(state, before);
    },
  };
}

/** Whether something was made of another program than the one in the editor.
 * @param {{program: string | null} | null} made
 * @param {{program: string}} state */
export function isStale(made, state) {
  return made !== null && made.program !== null && made.program !== state.program;
}
