/* Grids, step by step: one for each method. The texts come from the list of the steps,
   the rest from data: start, steps as rows of a table, and for a tree its order, dfs or
   bfs. Cells count from 0. */
const items = [...document.querySelectorAll("#steps li")];
const predict = document.getElementById("predict");
const next = document.getElementById("next");
const roots = document.querySelectorAll(".view");
const views = JSON.parse(document.getElementById("data").textContent)
  .map((data, k) => viewOf(data, roots[k]));
const last = items.length;
/* The notations of the steps. How the puzzle ends is below the last one. */
const details = items.map((item) => item.querySelector("a").textContent);
if (last) details[last - 1] += "\n" + views.map((view) => view.end).join(" ");
let current = 0, asked = false;

/* The view of a method. Returns draw(number), and the hints at the next step. */
function viewOf(data, root) {
  const steps = data.steps.map((row) => Object.fromEntries(
    data.names.map((name, k) => [name, row[k] || undefined])));
  const cells = [...root.querySelectorAll(".grid tbody td")];
  const drawing = svg("svg", {viewBox: "0 0 540 540", "aria-hidden": true});
  const frame = root.querySelector(".tree > div");
  const tree = frame && treeOf(data, steps, frame, root);

  /* The state before a step: of a tree, the state of the parent board. */
  function base(number) {
    return data.order ? steps[number - 1].base ?? 0 : number - 1;
  }

  function stateAt(number) {
    const path = [];
    for (let n = number; n > 0; n = base(n)) path.push(steps[n - 1]);
    let [digits, marks] = data.start;
    digits = [...digits];
    marks = marks?.split(" ");
    for (const step of path.reverse()) {
      if (step.marked) marks = step.marked.split(" ");
      for (const [digit, cell] of removals(step)) {
        if (digits[cell] === digit) digits[cell] = ".";
        if (marks) marks[cell] = marks[cell].replace(digit, "");
      }
      for (const cell in step.placed) {
        digits[cell] = String(step.placed[cell]);
        if (marks) marks[cell] = "";
      }
    }
    return {digits, marks: marks ?? Array(81).fill("")};
  }

  function draw(number) {
    const {digits, marks} = stateAt(number);
    const step = steps[number - 1] ?? {};
    const removed = Array(81).fill("");
    for (const [digit, cell] of removals(step)) removed[cell] += digit;
    cells.forEach((td, k) => {
      const given = data.start[0][k] !== "." && digits[k] !== ".";
      const reason = step.cells?.includes(k);
      const placed = step.placed?.[k];
      const changed = placed || removed[k] || step.marked && marks[k];
      const roles = {given, unit: step.unit && unitHas(step.unit, k), reason, changed};
      td.className = Object.keys(roles).filter((role) => roles[role]).join(" ");
      td.firstChild.replaceChildren(
        ...content(digits[k], marks[k], removed[k], reason ? step.digits : ""),
        ...spoken(digits[k], marks[k], removed[k], placed, reason, colorOf(step, k)),
      );
    });
    drawing.replaceChildren(...links(step));
    root.querySelector(".grid caption").textContent =
      number ? `The grid after step ${counted(number)}` : "The puzzle";
    if (tree) drawTree(number);
  }

  function drawTree(number) {
    tree.draw(number);
    const waiting = tree.waiting(number);
    const cards = waiting.slice(0, 8).map((text) => element("li", "card", text));
    const more = waiting.length - cards.length;
    if (more) cards.push(element("li", "", `+ ${counted(more)} more`));
    if (!waiting.length) cards.push(element("li", "", "none"));
    root.querySelector(".waiting").replaceChildren(...cards);
  }

  root.querySelector(".sheet").append(drawing);
  frame?.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    event.preventDefault();
    jump("s", Number(link.getAttribute("href").slice(2)));
  });
  return {
    ending: data.ending,
    end: data.end,
    draw: (number) => draw(Math.min(number, steps.length)),
    hints: (number) => [data.places[steps[number].place ?? 0], steps[number].question],
  };
}

/* Each mark that a step removes, with its cell. */
function removals(step) {
  return Object.entries(step.removed ?? {}).flatMap(
    ([digit, from]) => from.map((cell) => [digit, cell]));
}

function unitHas(unit, cell) {
  const row = Math.floor(cell / 9), column = cell % 9;
  const [kind, number] = unit.split(" ");
  const box = Math.floor(row / 3) * 3 + Math.floor(column / 3);
  return {row, column, box}[kind] === number - 1;
}

function svg(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.textContent = text;
  return made;
}

/* The letters of a chain: A and B by turns. A chain has strong links. */
function colorOf(step, cell) {
  const place = (step.cells ?? []).indexOf(cell);
  return place >= 0 && step.links?.some((link) => link[3]) ? "AB"[place % 2] : "";
}

/* The links between marks: a line, and for a chain a ring and a letter at each mark. */
function links(step) {
  const shown = [], radius = 9;
  for (const [first, second, digit, strong] of step.links ?? []) {
    const [[x, y], [toX, toY]] = [first, second].map((cell) => middle(cell, digit - 1));
    const share = radius / Math.hypot(toX - x, toY - y);
    shown.push(svg("line", {class: strong ? "strong" : "weak",
      x1: x + share * (toX - x), y1: y + share * (toY - y),
      x2: toX - share * (toX - x), y2: toY - share * (toY - y)}));
    for (const cell of strong ? [first, second] : []) {
      const [cx, cy] = middle(cell, digit - 1);
      shown.push(svg("circle", {cx, cy, r: radius}),
        svg("text", {x: cx + radius, y: cy - 3}, colorOf(step, cell)));
    }
  }
  return shown;
}

/* The middle of a mark, where a cell is 60 wide. */
function middle(cell, mark) {
  return [cell % 9 * 60 + 13.2 + mark % 3 * 16.8,
    Math.floor(cell / 9) * 60 + 12.8 + Math.floor(mark / 3) * 17.2];
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function counted(number) {
  return number.toLocaleString("en");
}

/* What is seen in a cell: its digit, or its marks at their places. */
function content(digit, left, out, why) {
  if (digit !== ".") return [digit];
  if (!left && !out) return [];
  const marks = element("b", "", "");
  marks.setAttribute("aria-hidden", "true");
  for (const mark of "123456789") {
    const shown = (left + out).includes(mark) ? mark : "";
    const role = out.includes(mark) ? "out" : shown && why.includes(mark) ? "why" : "";
    marks.append(element("i", role, shown));
  }
  return [marks];
}

/* What a screen reader says after the digit. */
function spoken(digit, left, out, placed, reason, color) {
  const words = [];
  if (digit !== ".") words.push("", ...(placed ? ["placed now"] : []));
  else if (!left && !out) words.push("blank");
  else {
    if (left) words.push("possible " + [...left].join(" "));
    if (out) words.push([...out].join(" ") + " crossed out");
  }
  if (reason) words.push("reason");
  if (color) words.push(color);
  const text = words.join(", ");
  return text ? [element("small", "", text)] : [];
}

function show(prefix, number) {
  const count = number ? `Step ${counted(number)} of ${counted(last)}` : "Start";
  const item = items[number - 1];
  current = number;
  asked = false;
  next.textContent = "Next";
  for (const view of views) view.draw(number);
  markItem(item);
  setStatus(
    count,
    item?.querySelector("p").textContent ?? "",
    details[number - 1] ?? "",
  );
  for (const {ending} of views)
    document.getElementById("status").classList.toggle(
      ending === "solved" ? "solved" : "unsolved", number === last);
  return count;
}

/* Show the hints at the next step, unless they are shown already. */
function ask(prefix, number) {
  if (!predict?.checked || asked || number === last) return false;
  asked = true;
  next.textContent = "Show";
  const hints = views[0].hints(number).join(" ");
  setStatus(`What is step ${counted(number + 1)}?`, hints, "");
  return true;
}

if (predict) predict.onchange = () => {
  document.body.classList.toggle("predict", predict.checked);
  show("s", current);
};
document.getElementById("end").hidden = true;
for (const item of items) breakAtCommas(item.querySelector("a"));
const jump = startPlayer({s: [0, last]}, show, ask);
fitStatus(items.map((item) => item.querySelector("p").textContent), details);
