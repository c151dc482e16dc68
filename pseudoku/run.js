/* The record of a run, step by step. Data: tokens (line, sentence, changes and mark,
   in base 36); bodies (a function and parts: tokens, and -n for body n; the last is the
   whole run); attempts (the last step, changes since, a
   wrong grid and cells); and tables, where
   [n] stands for structure n. record.py describes changes and marks. */
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const at36 = (text) => parseInt(text, 36);
const tokens = data.tokens.split(" ").map((token) => token.split(".").map(at36));
const items = [...document.querySelectorAll("#steps li")];
const listings = data.functions.map((name, k) => byId("f" + k));
const level = byId("level");
const KINDS = {q: "queue", s: "stack"};
const SIGNS = {arrives: "▲", read: "○", leaves: "▽", wrong: "✕"};
const WORDS = Object.keys(SIGNS);
const steps = [], calls = [];
let place = 0;  // the step that is shown, from 0
let scale = 4;  // of the structures in Big

function unfold(number, caller) {
  const [name, ...parts] = data.bodies[number].split(" ");
  const body = {name: Number(name), caller};
  parts.forEach((part, k) => {
    if (part[0] === "-") return unfold(at36(part.slice(1)), body);
    const [line, sentence, changes, mark] = tokens[at36(part)];
    if (!line || parts[k + 1]?.[0] === "-") calls.push(steps.length);
    steps.push({body, line, sentence, changes: data.changes[changes],
      mark: data.marks[mark]});
  });
}
unfold(data.bodies.length - 1, null);

function sentence(number) {
  return data.sentences[number].replace(
    /~(\w+);/g, (_, word) => data.words[at36(word)]);
}

function whole(value) {
  return Array.isArray(value) ? data.structures[value[0]].map(whole) : value;
}

function put(value, path, inner) {
  if (!path.length) return inner;
  const copy = [...value];
  copy[path[0]] = put(copy[path[0]], path.slice(1), inner);
  return copy;
}

function apply(change, frames) {
  const [up, number, value, ...path] = change[0] < 0 ? change : [0, ...change];
  const held = frames.at(up - 1).held, name = data.names[number];
  if (value === null && !path.length) held.delete(name);
  else held.set(name, put(held.get(name), path, whole(value)));
}

/* The active calls after a step, each with its variables and its last mark. */
function framesAt(last) {
  const frames = [];
  for (const {body, line, changes, mark} of steps.slice(0, last + 1)) {
    while (frames.length && ![body, body.caller].includes(frames.at(-1).body))
      frames.pop();
    if (frames.at(-1)?.body !== body) frames.push({body, held: new Map(), mark: []});
    changes.forEach((change) => apply(change, frames));
    frames.at(-1).line = line;
    if (mark.length) frames.at(-1).mark = mark;
  }
  return frames;
}

function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/* A mark as {sign, path}; of what leaves, the path to its structure and its text. */
function marksOf([sign, name, ...path]) {
  if (name === undefined) return [];
  path.unshift(data.names[name]);
  const text = sign === 2 ? path.pop() : "";
  return [{sign: WORDS[sign], path, text}];
}

function within(marks, key) {
  return marks.filter(({path}) => path[0] === key)
    .map((mark) => ({...mark, path: mark.path.slice(1)}));
}

/* The elements of a structure with their signs and the marks inside, and what left. */
function elementsOf([, ...values], marks) {
  const here = (all, leaves) => all.find(
    ({sign, path}) => !path.length && (sign === "leaves") === leaves);
  const found = values.map((value, k) => {
    const inner = within(marks, k + 1);
    return {value, inner, sign: here(inner, false)?.sign};
  });
  const gone = here(marks, true);
  return [found, gone ? [{value: gone.text, sign: gone.sign}] : []];
}

/* What a screen reader says of a structure. */
function words(structure, marks) {
  const [found, gone] = elementsOf(structure, marks), kind = structure[0];
  const told = (kind === "q" ? [...found, ...gone] : [...gone, ...found]).map(
    ({value, inner, sign}) =>
      (Array.isArray(value) ? `(${words(value, inner)})` : value ?? "nothing")
      + (sign ? ` (${sign})` : ""));
  const name = {q: "Queue, tail first", s: "Stack, top first"}[kind] ?? "Vector";
  return `${name}: ${told.join(", ") || "empty"}`;
}

function cell({value, inner, sign}) {
  const made = Array.isArray(value) ? element("span", "inner", ...cells(value, inner))
    : element("span", "value", value ?? "");
  if (!sign) return element("span", "place", made);
  made.classList.add(sign);
  return element("span", "place marked", made,
    element("span", "sign", SIGNS[sign], element("i", "", " " + sign)));
}

function cells(structure, marks) {
  const [found, gone] = elementsOf(structure, marks).map((all) => all.map(cell));
  const label = (text) => element("span", "label", text);
  const shown = found.length ? found : [element("span", "place", label("(empty)"))];
  if (structure[0] === "s") return [...gone, label("top →"), ...shown];
  if (structure[0] !== "q") return shown;
  /* What belongs to an element stays on its line: the arrow, and the name of an end. */
  const joined = shown.map((one, k) => element("span", "end",
    label(k ? "→" : "tail"), one, ...(k === shown.length - 1 ? [label("head")] : [])));
  return [...joined, ...gone];
}

/* A vector with the position of each element; other structures as they are. */
function labelled(structure, marks) {
  if (KINDS[structure[0]]) return element("div", "line", ...cells(structure, marks));
  const shown = elementsOf(structure, marks)[0].map((one, k) => element("div", "element",
    element("span", "label", `Element ${structure[0] + k}`), cell(one)));
  const kind = isGrid(structure) ? "rows boxes2" : isNested(structure) ? "rows" : "line";
  return element("div", kind, ...shown);
}

function isGrid([, ...rows]) {
  return rows.length === 4 && rows.every(
    (row) => Array.isArray(row) && !KINDS[row[0]] && row.length === 5);
}

function isNested(value) {
  return Array.isArray(value) && !KINDS[value[0]] && value.some(Array.isArray);
}

function figure(name, structure, marks, where = "") {
  const kind = isNested(structure) ? "vector of vectors"
    : KINDS[structure[0]] ?? "vector";
  const drawing = labelled(structure, marks);
  drawing.ariaHidden = "true";
  return element("figure", "", element("figcaption", "", `${name}${where}, a ${kind}`),
    drawing, element("p", "said", words(structure, marks) + "."));
}

function draw(frames, marks) {
  const {held, body, line} = frames.at(-1);
  const structures = [], numbers = [];
  for (const [name, value] of held)
    if (!Array.isArray(value))
      numbers.push(element("span", "", name + " = ", element("b", "", value)));
    else structures[isNested(value) ? "unshift" : "push"](
      figure(name, value, within(marks, name)));
  const inner = [...held.values()].some(isNested) ? [] : puzzleOfCaller(frames);
  byId("structures").replaceChildren(...inner, ...structures);
  byId("variables").replaceChildren(...numbers);
  drawChain(frames);
  const current = listings[body.name] ?? listings[steps[1]?.body.name];
  for (const listing of listings) if (listing) listing.hidden = listing !== current;
  for (const old of document.querySelectorAll(".code [aria-current]"))
    old.removeAttribute("aria-current");
  const item = listings[body.name]?.children[line - current.start];
  if (item) item.ariaCurrent = "step";
  fitStructures();
  if (item) current.scrollTop = item.offsetTop - current.clientHeight / 2;
}

/* In Big, the structures fill their column. They never grow from step to step. */
function fitStructures() {
  const style = byId("structures").style;
  style.transform = "";
  if (getComputedStyle(byId("structures")).position !== "absolute") return;
  const {width} = byId("variables").getBoundingClientRect();
  const high = innerHeight * .98 - byId("structures").getBoundingClientRect().top;
  const {offsetWidth, offsetHeight} = byId("structures");
  scale = Math.max(1, Math.min(scale, width / offsetWidth, high / offsetHeight));
  style.transform = `scale(${scale})`;
}
addEventListener("resize", () => {
  scale = 4;
  fitStructures();
});

function puzzleOfCaller(frames) {
  for (const {held, body, mark} of frames.slice(0, -1).reverse())
    for (const [name, value] of held)
      if (isNested(value))
        return [figure(name, value, within(marksOf(mark), name),
          ` in ${data.functions[body.name]}`)];
  return [];
}

/* Who called whom, and with which numbers. */
function drawChain(frames) {
  const calls = frames.filter(({body}) => body.name);
  byId("chain").replaceChildren(...calls.map(({held, body}, k) => {
    const name = data.functions[body.name];
    if (k === calls.length - 1) return element("li", "", element("b", "", name));
    const numbers = [...held].filter(([, value]) => typeof value === "number")
      .map((pair) => pair.join(" = ")).join(", ");
    return element("li", "", name + (numbers && " at " + numbers));
  }));
}

function attemptAt(step) {
  const found = data.attempts.findIndex(([end]) => end > step);
  return found < 0 ? data.attempts.length : found + 1;
}

function show(prefix, number) {
  const attempt = data.attempts[number - 1];
  place = prefix === "a" ? Math.max(attempt[0] - 1, 0)
    : prefix === "c" ? calls[number - 1] : number - 1;
  const frames = framesAt(place), step = steps[place];
  const current = attemptAt(place), item = items[current - 1];
  const [name, all] = {a: ["Attempt", items], c: ["Call or return", calls],
    o: ["Operation", steps]}[prefix];
  let count = `${name} ${number} of ${all.length}`;
  level.value = prefix;
  if (prefix === "a") {
    frames.splice(data.top);
    for (const change of attempt[1]) apply(change, frames);
    frames.at(-1).line = 0;
    draw(frames, attempt[3].map((cell) => ({sign: "wrong", path: [attempt[2], ...cell]})));
  } else {
    draw(frames, marksOf(step.mark));
    if (item) count += ` (attempt ${current})`;
  }
  markItem(item);
  setStatus(count, prefix === "a" ? item.textContent.trim() : sentence(step.sentence),
    place === steps.length - 1 ? data.error : "");
  return count;
}

const ranges = {a: [1, items.length], c: [1, calls.length], o: [1, steps.length]};
const levels = [...level.options].map(({value}) => [value, ranges[value]]);
const go = startPlayer(Object.fromEntries(levels), show);
level.onchange = () => {
  const before = calls.filter((step) => step <= place).length;
  const near = {a: attemptAt(place), c: Math.max(before, 1), o: place + 1};
  go(level.value, near[level.value]);
};
if (byId("end")) byId("end").hidden = true;
fitStatus([...items.map((item) => item.textContent.trim()),
  ...data.sentences.map((_, number) => sentence(number))], [data.error]);
