/* npm test: the parts of the playground that need no browser. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {MINE, makeDrafts} from "./playground/drafts.js";
import {packed, unpacked} from "./playground/links.js";
import {isStale, makeState} from "./playground/state.js";
import {chipsOf, firstOf, linesOf, readable} from "./playground/verdicts.js";

/* A store that may have room for some characters only. */
function makeStore(room = Infinity) {
  const kept = new Map();
  return {
    get length() { return kept.size; },
    key: (k) => [...kept.keys()][k] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => kept.delete(key),
    setItem(key, value) {
      const others = [...kept].filter(([other]) => other !== key).join("");
      if (others.length + value.length > room) throw new Error("full");
      kept.set(key, value);
    },
  };
}

let time = 0;
const tabOf = (store) => makeDrafts(() => store, () => time += 1);

test("a tab that was not typed in follows the other, and one that was does not", () => {
  const store = makeStore(), first = tabOf(store), second = tabOf(store);
  assert.equal(first.open("", MINE, "example"), "example");
  first.write("one");
  assert.equal(second.open("", MINE, "example"), "one");
  first.write("two");
  assert.equal(second.follow(), "two");
  assert.equal(second.follow(), null);
  second.write("three");
  assert.equal(first.follow(), null);
});

test("whatever the order of typing in two tabs, the text of each is kept", () => {
  for (const order of ["ab", "ba", "abab", "aabba"]) {
    const store = makeStore(), before = tabOf(store);
    before.open("", MINE, "example");
    before.write("old");
    const tabs = {a: tabOf(store), b: tabOf(store)}, texts = {a: "", b: ""}, ids = {};
    for (const name in tabs) tabs[name].open("", MINE, "example");
    for (const name of order) {
      texts[name] += name;
      ids[name] = tabs[name].write(texts[name]).id;
    }
    for (const name in tabs) assert.equal(tabOf(store).open(ids[name], MINE, ""), texts[name], order);
  }
});

test("a link has drafts of its own, and a tab comes back to its draft", () => {
  const store = makeStore(), tab = tabOf(store);
  tab.open("", MINE, "example");
  const {id} = tab.write("mine");
  assert.equal(tab.open(id, "word", "linked"), "linked");
  tab.write("linked, and edited");
  assert.equal(tabOf(store).open("", "word", "linked"), "linked, and edited");
  tab.begin();
  tab.write("linked, and edited twice");
  assert.equal(tabOf(store).open(id, MINE, "example"), "mine");
  assert.deepEqual(tab.list().map(({text}) => text),
    ["linked, and edited twice", "linked, and edited", "mine"]);
});

test("the ten newest drafts are kept", () => {
  const store = makeStore(), tab = tabOf(store);
  for (let k = 0; k < 12; k += 1) {
    tab.begin();
    tab.write(`${k}`);
  }
  assert.deepEqual(tab.list().map(({text}) => Number(text)), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});

test("what the browser does not keep is there during the visit", () => {
  const refusing = () => { throw new Error("forbidden"); };
  const full = makeStore(150);
  for (const find of [refusing, () => full]) {
    const tab = makeDrafts(find, () => time += 1);
    tab.open("", MINE, "example");
    const {id, isKept} = tab.write("x".repeat(200));
    assert.equal(isKept, false);
    tab.open("", "word", "linked");
    assert.equal(tab.open(id, MINE, "example"), "x".repeat(200));
    assert.equal(tab.write("short").isKept, find !== refusing);
    assert.equal(tab.open(id, MINE, "example"), "short");
  }
});

test("what was made of another program is stale until the edit is undone", () => {
  const drawn = [], {get, set} = makeState({program: "a", verdict: {program: "a"}},
    (state, before) => drawn.push([before.program, state.program]));
  set({program: "ab"});
  assert.equal(isStale(get().verdict, get()), true);
  set({program: "a"});
  assert.equal(isStale(get().verdict, get()), false);
  assert.equal(isStale({program: null}, get()), false);
  assert.deepEqual(drawn, [["a", "ab"], ["ab", "a"]]);
});

test("each verdict has one of four looks, and the first to be mended is opened", () => {
  const task = (verdict, ...notes) => ({name: "F", verdict, marks: 0, most: 2, notes, call: []});
  const tasks = {1: task("pass"), 2: task("missing"), 3: task("unread", "answer.txt:4:5: end"),
    4: task("review"), 5: task("error"), 6: task("fail")};
  const chips = chipsOf({tasks});
  assert.deepEqual(chips.map(({look}) => look), ["pass", "absent", "error", "error", "error", "fail"]);
  assert.equal(firstOf(chips).task, "6");
  assert.equal(firstOf(chips.slice(0, 5)).task, "3");
  assert.equal(firstOf(chips.slice(0, 2)), undefined);
  assert.deepEqual(linesOf({tasks, remarks: [{line: 7, column: 1, message: "it"}]}), [4, 7]);
});

test("a message has no words of the command line", () => {
  assert.equal(readable("pseudoku trace: error: answer.txt:4:5: no value"), "line 4: no value");
  assert.equal(readable("pseudoku trace: error: call:1:1: no function"), "no function");
  assert.equal(readable("sudoku convert: error: grid.txt:1:1: no puzzle"), "line 1: no puzzle");
  assert.equal(readable("pseudoku judge: error: exercise.toml: name: no"), "name: no");
});

test("a program comes out of a link as it went in, unless it is too long", async () => {
  assert.equal(await unpacked(await packed("x ← 1\n")), "x ← 1\n");
  await assert.rejects(packed("a".repeat(20_001)).then(unpacked), /too long/);
});
