/* Drafts: the programs that the browser keeps. A tab writes one of them. If another tab has
   written it since, the tab begins a new draft, so that neither is lost. */

/** @typedef {{id: string, text: string, from: string, time: number}} Draft `from` is MINE
 *   or the word of a link; `time` is in milliseconds */

export const MINE = "mine";
const PREFIX = "pseudoku draft ", MOST = 10;

/** @param {() => Storage} store finds the store; the browser may refuse it
 * @param {() => number} now */
export function makeDrafts(store, now) {
  /** @type {Map<string, string>} */
  const refused = new Map();  // what the browser does not keep, by key
  let id = "", from = MINE, hasTyped = false;
  /** @type {string | null} */
  let seen = null;  // what this tab has read or written last

  /** @param {string} name */
  function read(name) {
    const key = PREFIX + name;
    try {
      return refused.get(key) ?? store().getItem(key);
    } catch {
      return null;
    }
  }

  /** Return all drafts, the newest first. */
  function list() {
    const keys = new Set(refused.keys());
    try {
      for (let k = 0; k < store().length; k += 1) keys.add(store().key(k) ?? "");
    } catch {}
    return [...keys].filter((key) => key.startsWith(PREFIX))
      .map((key) => parse(read(key.slice(PREFIX.length))))
      .filter((draft) => draft !== null)
      .sort((a, b) => b.time - a.time);
  }

  /** Open the draft of this id, or else the newest of a program from there, or else a new
   * one with a text.
   * @param {string} name
   * @param {string} origin
   * @param {string} text */
  function open(name, origin, text) {
    const all = list().filter((draft) => draft.from === origin);
    const draft = all.find((one) => one.id === name) ?? all[0];
    begin();
    from = origin;
    if (!draft) return text;
    id = draft.id;
    seen = read(id);
    return draft.text;
  }

  /** Write the next text into a new draft. */
  function begin() {
    id = `${now()}-${Math.random().toString(36).slice(2)}`;
    seen = null;
    hasTyped = false;
  }

  /** Write a text. Return the id of its draft, and whether the browser keeps it.
   * @param {string} text */
  function write(text) {
    if (read(id) !== seen) begin();
    const isNew = seen === null;
    hasTyped = true;
    seen = JSON.stringify({id, text, from, time: now()});
    const isKept = put(PREFIX + id, seen);
    if (isNew) for (const old of list().filter((one) => one.id !== id).slice(MOST - 1))
      remove(PREFIX + old.id);
    return {id, isKept};
  }

  /** @param {string} key
   * @param {string} value */
  function put(key, value) {
    try {
      store().setItem(key, value);
      refused.delete(key);
      return true;
    } catch {
      refused.set(key, value);
      return false;
    }
  }

  /** @param {string} key */
  function remove(key) {
    refused.delete(key);
    try {
      store().removeItem(key);
    } catch {}
  }

  /** Return the text that another tab has written, if nothing was typed in this one. */
  function follow() {
    const draft = parse(read(id));
    if (hasTyped || !draft || read(id) === seen) return null;
    seen = read(id);
    return draft.text;
  }

  return {open, begin, write, follow, list};
}

/** @param {string | null} text
 * @returns {Draft | null} */
function parse(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
