/* The record of a run, step by step. The data is what `trace --json` prints: steps
   (line, operation, text, changes, mark); bodies (a function, then steps, and ~n for
   body n; the last is the whole run); rounds (the last step, the line of the loop, text,
   a grid and its cells that clash). record.py describes changes and marks. */
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const items = [...document.querySelectorAll("#steps li")];
const listings = data.functions.map((name, k) => byId("f" + k));
const level = byId("level"), top_ = data.called ? 2 : 1, first = data.difference?.step;
const SIGNS = {arrives: "▲", read: "○", leaves: "▽", wrong: "✕"};
const isSearch = data.rounds.length && level.options[0].value === "a";
const steps = [], calls = [];
let place = 0;  // the step that is shown, from 0
let scale = 4;  // of the structures in Big

function unfold(number, caller) {
  const [name, ...parts] = data.bodies[number];
  const body = {name, caller};
  for (const part of parts) {
    if (part < 0) {
      unfold(~part, body);
      continue;
    }
    const [line, operation, text, changes, mark] = data.steps[part];
    if (["CALL", "RETURN"].includes(operation)) calls.push(steps.length);
    steps.push({body, line, text, changes, mark, failed: operation === "FAIL"});
  }
}
unfold(data.bodies.length - 1, null);

/* The line of a step, as its program has it. */
function lineOf({body, line, failed}) {
  const listing = listings[body.name];
  const text = listing?.children[line - listing.start]?.textContent.trim();
  return `${failed ? "✕ " : ""}Line ${line}${text ? ": " + text : ""}`;
}

/* What happened in a step, and how the reference differs first. */
function detailOf(number) {
  const {text} = steps[number - 1];
  return number === first ? `${text}. First difference: ${data.difference.told}.` : text;
}

function put(value, path, inner) {
  if (!path.length) return inner;
  const copy = [...value];
  copy[path[0]] = put(copy[path[0]], path.slice(1), inner);
  return copy;
}

/* The active calls after a step, each with its variables and its last mark. They are
   kept every 500 steps, so that a step replays at most 500. */
const APART = 500, kept = [[]];

function framesAt(last) {
  const from = Math.min(kept.length - 1, Math.floor((last + 1) / APART));
  const frames = copied(kept[from]);
  for (let k = APART * from; k <= last; k += 1) {
    apply(steps[k], frames);
    if ((k + 1) % APART === 0) kept[(k + 1) / APART] ??= copied(frames);
  }
  return frames;
}

function copied(frames) {
  return frames.map((frame) => ({...frame, held: new Map(frame.held)}));
}

/* Replay a step. */
function apply({body, line, changes, mark}, frames) {
  const enter = (one) => frames.push({body: one, held: new Map(), mark: []});
  while (frames.length && ![body, body.caller].includes(frames.at(-1).body)) frames.pop();
  if (body.caller && !frames.length) enter(body.caller);
  if (frames.at(-1)?.body !== body) enter(body);
  for (const [up, name, value, ...path] of changes) {
    const held = frames.at(-1 - up).held;
    if (value === null && !path.length) held.delete(name);
    else held.set(name, put(held.get(name), path, value));
  }
  frames.at(-1).line = line;
  if (mark.length) frames.at(-1).mark = mark;
}

function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/* A mark as {sign, path}; of what leaves, the path to its structure and its text. */
function marksOf([sign, ...path]) {
  if (!sign) return [];
  return [{sign, path, text: sign === "leaves" ? path.pop() : ""}];
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
  const told = (kind === "queue" ? [...found, ...gone] : [...gone, ...found]).map(
    ({value, inner, sign}) =>
      (Array.isArray(value) ? `(${words(value, inner)})` : value ?? "nothing")
      + (sign ? ` (${sign})` : ""));
  const name = {queue: "Queue, tail first", stack: "Stack, top first"}[kind] ?? "Vector";
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
  if (structure[0] === "stack") return [...gone, label("top →"), ...shown];
  if (structure[0] !== "queue") return shown;
  /* What belongs to an element stays on its line: the arrow, and the name of an end. */
  const joined = shown.map((one, k) => element("span", "end",
    label(k ? "→" : "tail"), one, ...(k === shown.length - 1 ? [label("head")] : [])));
  return [...joined, ...gone];
}

/* A vector with the position of each element; other structures as they are. */
function labeled(structure, marks) {
  if (isLine(structure)) return element("div", "line", ...cells(structure, marks));
  const shown = elementsOf(structure, marks)[0].map((one, k) => element("div", "element",
    element("span", "label", `Element ${structure[0] + k}`), cell(one)));
  const kind = isGrid(structure) ? "rows boxes2" : isNested(structure) ? "rows" : "line";
  return element("div", kind, ...shown);
}

function isLine([kind]) {
  return kind === "queue" || kind === "stack";
}

function isDrawn(value) {
  return Array.isArray(value) && value[0] !== "...";
}

function isGrid([, ...rows]) {
  return rows.length === 4 && rows.every(
    (row) => Array.isArray(row) && !isLine(row) && row.length === 5);
}

function isNested(value) {
  return Array.isArray(value) && !isLine(value) && value.some(Array.isArray);
}

function figure(name, structure, marks, where = "") {
  const kind = isNested(structure) ? "vector of vectors"
    : isLine(structure) ? structure[0] : "vector";
  const drawing = labeled(structure, marks);
  drawing.ariaHidden = "true";
  return element("figure", "", element("figcaption", "", `${name}${where}, a ${kind}`),
    drawing, element("p", "said", words(structure, marks) + "."));
}

function draw(frames, marks) {
  const {held, body, line} = frames.at(-1), failed = steps[place].failed;
  const structures = [], numbers = [];
  for (const [name, value] of held)
    if (!isDrawn(value))
      numbers.push(element("span", "", name + " = ",
        element("b", "", Array.isArray(value) ? value[1] : value)));
    else structures[isNested(value) ? "unshift" : "push"](
      figure(name, value, within(marks, name)));
  const inner = [...held.values()].some(isNested) ? [] : puzzleOfCaller(frames);
  if (place + 1 === first && data.difference.name)
    structures.push(figure(data.difference.name, data.difference.contents, [],
      " in the reference"));
  byId("structures").replaceChildren(...inner, ...structures);
  byId("variables").replaceChildren(...numbers);
  drawChain(frames);
  const current = listings[body.name];
  for (const listing of listings) if (listing) listing.hidden = listing !== current;
  for (const old of document.querySelectorAll(".code [aria-current]"))
    old.removeAttribute("aria-current");
  const item = current?.children[line - current.start];
  if (item) item.ariaCurrent = "step";
  item?.classList.toggle("failed", failed);
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

function roundAt(number) {
  const found = data.rounds.findIndex(({end}) => end >= number);
  return found < 0 ? data.rounds.length : found + 1;
}

function show(prefix, number) {
  const round = data.rounds[number - 1];
  place = (prefix === "a" ? round.end : prefix === "c" ? calls[number - 1] + 1 : number) - 1;
  const frames = framesAt(place), step = steps[place], current = roundAt(place + 1);
  const name = isSearch ? "Attempt" : "Round";
  level.value = prefix;
  markItem(items[current - 1]);
  if (prefix === "a") {
    const [grid, ...cells] = round.clash ?? [];
    frames.splice(top_);
    frames.at(-1).line = round.line || step.line;
    draw(frames, cells.map((cell) => ({sign: "wrong", path: [grid, ...cell]})));
    const count = `${name} ${number} of ${items.length}`;
    setStatus(count, round.text, place + 1 === first ? detailOf(first) : "");
    return count;
  }
  draw(frames, marksOf(step.mark));
  let count = prefix === "c" ? `Call or return ${number} of ${calls.length}`
    : `Step ${number} of ${steps.length}`;
  if (items.length) count += ` (${name.toLowerCase()} ${current})`;
  setStatus(count, lineOf(step), detailOf(place + 1));
  return count;
}

const ranges = {a: [1, items.length], c: [1, calls.length], o: [1, steps.length]};
const levels = [...level.options].map(({value}) => [value, ranges[value]])
  .filter(([, [, last]]) => last);
const go = startPlayer(Object.fromEntries(levels), show, undefined, first && "o" + first);
fitStatus([...new Set([...steps.map(lineOf), ...data.rounds.map(({text}) => text)])],
  [...data.steps.map(([, , text]) => text), ...(first ? [detailOf(first)] : [])]);
level.onchange = () => {
  const before = calls.filter((step) => step <= place).length;
  const near = {a: roundAt(place + 1), c: Math.max(before, 1), o: place + 1};
  go(level.value, near[level.value]);
};
if (byId("end")) byId("end").hidden = true;
