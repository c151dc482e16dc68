/* A grid, step by step. The texts come from the list of the steps, the rest from data:
   start, steps, and for a tree its order, dfs or bfs. Cells count from 0. */
const data = JSON.parse(document.getElementById("data").textContent);
const items = [...document.querySelectorAll("#steps li")];
const cells = [...document.querySelectorAll("#grid tbody td")];
const predict = document.getElementById("predict");
const next = document.getElementById("next");
const last = data.steps.length;

/* The state before a step: of a tree, the state of the parent board. */
function base(number) {
  return data.steps[number - 1].base ?? number - 1;
}

function stateAt(number) {
  const path = [];
  for (let n = number; n > 0; n = base(n)) path.push(data.steps[n - 1]);
  let [digits, marks] = data.start;
  digits = [...digits];
  marks = marks && [...marks];
  for (const step of path.reverse()) {
    if (step.marked) marks = step.marked;
    for (const [cell, out] of step.removed ?? []) {
      if (out.includes(digits[cell])) digits[cell] = ".";
      if (marks) marks[cell] = [...marks[cell]].filter((d) => !out.includes(d)).join("");
    }
    for (const [cell, digit] of step.placed ?? []) {
      digits[cell] = String(digit);
      if (marks) marks[cell] = "";
    }
  }
  return {digits, marks: marks ?? Array(81).fill("")};
}

function unitHas(unit, cell) {
  const row = Math.floor(cell / 9), column = cell % 9;
  const [kind, number] = unit.split(" ");
  const box = Math.floor(row / 3) * 3 + Math.floor(column / 3);
  return {row, column, box}[kind] === number - 1;
}

function draw(number) {
  const {digits, marks} = stateAt(number);
  const step = data.steps[number - 1] ?? {};
  const removed = new Map(step.removed), placed = new Map(step.placed);
  cells.forEach((td, k) => {
    const given = data.start[0][k] !== "." && digits[k] !== ".";
    const reason = step.cells?.includes(k);
    const changed = removed.has(k) || placed.has(k) || step.marked && marks[k];
    const roles = {given, unit: step.unit && unitHas(step.unit, k), reason, changed};
    td.className = Object.keys(roles).filter((role) => roles[role]).join(" ");
    td.firstChild.replaceChildren(
      ...content(digits[k], marks[k], removed.get(k) ?? "", reason ? step.digits : ""),
      ...spoken(digits[k], marks[k], removed.get(k) ?? "", placed.has(k), reason),
    );
  });
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/* What is seen in a cell: its digit, or its marks at their places. */
function content(digit, left, out, why) {
  if (digit !== ".") return [digit];
  if (!left && !out) return [];
  const marks = element("span", "marks", "");
  marks.setAttribute("aria-hidden", "true");
  for (const mark of "123456789") {
    const shown = (left + out).includes(mark) ? mark : "";
    const role = out.includes(mark) ? "out" : shown && why.includes(mark) ? "why" : "";
    marks.append(element("i", role, shown));
  }
  return [marks];
}

/* What a screen reader says after the digit. */
function spoken(digit, left, out, placed, reason) {
  const words = [];
  if (digit !== ".") words.push("", ...(placed ? ["placed now"] : []));
  else if (!left && !out) words.push("empty");
  else {
    if (left) words.push("possible " + [...left].join(" "));
    if (out) words.push([...out].join(" ") + " crossed out");
  }
  if (reason) words.push("reason");
  const text = words.join(", ");
  return text ? [element("span", "said", text)] : [];
}

function show(prefix, number) {
  const count = number ? `Step ${number} of ${last}` : "Start";
  const item = items[number - 1];
  draw(number);
  markItem(item);
  setStatus(
    count,
    item?.querySelector("a").textContent ?? "",
    item?.querySelector("p").textContent ?? "",
  );
  document.querySelector("#grid caption").textContent =
    number ? `The grid after step ${number}` : "The puzzle";
  return count;
}

document.getElementById("end").hidden = true;
startPlayer({s: [0, last]}, show);
