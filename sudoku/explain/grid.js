// @ts-nocheck
/* Explanations as a film: what `explain --json` prints. Cells count from 0 here. */
import {counted, element, svg} from "../../_courseware/draw/assets/bench.js";
import {treeOf} from "./tree.js";

const NO_STEP = {cells: [], placed: [], removed: [], marked: [], links: []};

/* The film of some explanations of the same puzzle: two searches run in step. */
export function filmOfGrids(explanations) {
  const [first, second] = explanations, isSearch = first.method in {dfs: 0, bfs: 0};
  const views = explanations.map(viewOf), last = Math.max(...views.map((view) => view.last));
  const moments = [...Array(last + 1).keys()];

  function sentence({method, summary, steps, end}, n) {
    return `${second ? `${method}: ` : ""}${n ? steps[n - 1]?.reason ?? end.text : summary}`;
  }

  function at(n) {
    const {name, heading} = second || !n ? {} : first.steps[n - 1];
    return {
      where: n ? `Step ${counted(n)} of ${counted(last)}${name ? ` · ${name}` : ""}` : "Start",
      sentence: explanations.map((one) => sentence(one, n)).join("\n"),
      detail: [isSearch ? "" : heading, n === last && !second ? first.end.text : ""]
        .filter(Boolean).join(". "),
    };
  }

  function draw(n, stage) {
    if (!stage.firstChild) stage.append(...views.flatMap(({panes}) => panes));
    for (const view of views) view.draw(Math.min(n, view.last));
  }

  const sizes = moments.map((n) => at(n).sentence.length);
  return {
    kind: isSearch ? `search${second ? " pair" : ""}` : "grid",
    title: `${explanations.map(({summary}) => summary.split(". ")[0]).join(" and ")}, ${first.file}`,
    summary: explanations.map(({end, steps}) =>
      `${counted(steps.length)} ${steps.length === 1 ? "step" : "steps"}: ${end.text}`).join(" "),
    isWrong: explanations.every(({end}) => end.ending !== "solved"),
    first: 0, last, open: 0, at, draw, code: [],
    bands: isSearch ? explanations.map(searchBand) : gridBands(first.steps),
    ticks: explanations.filter(({end}) => isSearch && end.ending === "solved").map(
      ({steps}) => ({at: steps.length, kind: "goal"})),
    list: moments.slice(1).map((n) => ({at: n, text: explanations.map(
      ({steps}) => steps[n - 1]?.heading).filter(Boolean).join("; ")})),
    hints: second ? undefined : (n) => first.steps[n].hints,
    longest: [last, ...moments.toSorted((a, b) => sizes[b] - sizes[a]).slice(0, 6)],
    fit: (stage) => draw(0, stage) ?? views.forEach((view) => view.fit()),
    click(event, n) {
      const dot = event.target.closest("[data-step]");
      if (dot) return Number(dot.dataset.step) || undefined;
      const k = views[0].cells.indexOf(event.target.closest("td"));
      return first.steps.slice(n).find(({placed, removed}) =>
        [...placed, ...removed].some(([cell]) => indexOf(cell) === k))?.number;
    },
  };
}

/* A row of techniques, and a row of what they do. */
function gridBands(steps) {
  const techniques = [];
  for (const {name, number} of steps) {
    const bar = techniques.at(-1);
    if (bar?.text === name) bar.to = number;
    else techniques.push({from: number, to: number, text: name});
  }
  return [techniques, steps.map(({number, placed}) =>
    ({from: number, to: number, kind: placed.length ? "placed" : "removed"}))];
}

/* A row of boards: guesses, forced boards, dead ends, the goal. */
function searchBand({steps}) {
  return steps.map(({number, kind, base}) => ({from: number, to: number,
    kind: kind !== "branch" ? kind : steps[base - 1]?.added.length > 1 ? "guess" : "forced"}));
}

function indexOf(cell) {
  return 9 * cell[1] + Number(cell[3]) - 10;
}

/* A board with 81 cells, and what lies on it. */
export function boardOf(cells, caption, ...above) {
  const heading = (scope, text) => Object.assign(element("th", "", text), {scope});
  const nine = [...Array(9).keys()];
  const table = element("table", "grid boxes3", caption,
    element("thead", "", element("tr", "", element("td"),
      ...nine.map((k) => heading("col", `c${k + 1}`)))),
    element("tbody", "", ...nine.map((row) => element("tr", "", heading("row", `r${row + 1}`),
      ...cells.slice(9 * row, 9 * row + 9)))));
  return element("div", "board", element("div", "sheet", table, ...above));
}

/* The panes of an explanation: a board, and for a search its tree above it. */
function viewOf(explanation) {
  const {steps, start} = explanation, isSearch = steps[0]?.board !== undefined;
  const links = svg("svg", {viewBox: "0 0 540 540", "aria-hidden": true});
  const caption = element("caption");
  const cells = Array.from({length: 81}, () => element("td", "", element("div")));
  const board = boardOf(cells, caption, links);
  const tree = isSearch ? treeOf(explanation) : null;

  /* The state before step n + 1, and after step n. A search goes on from its parent. */
  function stateAt(n) {
    const path = [];
    for (let k = n; k > 0; k = isSearch ? steps[k - 1].base : k - 1) path.unshift(steps[k - 1]);
    const digits = [...start.grid], marks = [...start.marks ?? Array(81).fill("")];
    for (const {placed, removed, marked} of path) {
      if (marked.length) marks.fill("");
      for (const [cell, left] of marked) marks[indexOf(cell)] = left.join("");
      for (const [cell, out] of removed) {
        const k = indexOf(cell);
        if (out.includes(Number(digits[k]))) digits[k] = ".";
        marks[k] = [...marks[k]].filter((mark) => !out.includes(Number(mark))).join("");
      }
      for (const [cell, digit] of placed) {
        digits[indexOf(cell)] = String(digit);
        marks[indexOf(cell)] = "";
      }
    }
    return {digits, marks};
  }

  function draw(n) {
    const {digits, marks} = stateAt(n), step = steps[n - 1] ?? NO_STEP;
    const [placed, marked] = [step.placed, step.marked].map(
      (changes) => changes.map(([cell]) => indexOf(cell)));
    const reasons = step.cells.map(indexOf), out = Array(81).fill("");
    if (!isSearch) for (const [cell, gone] of step.removed) out[indexOf(cell)] = gone.join("");
    cells.forEach((td, k) => {
      const digit = digits[k], place = reasons.indexOf(k), isReason = place >= 0;
      const letter = step.kind === "chain" && isReason ? "AB"[place % 2] : "";
      const roles = {given: digit !== "." && start.grid[k] === digit,
        unit: step.unit && unitHas(step.unit, k), reason: isReason,
        changed: out[k] || placed.includes(k) || marked.includes(k),
        end: letter && [0, reasons.length - 1].includes(place)};
      const key = [digit, marks[k], out[k], letter, ...Object.values(roles), isReason && step.digits,
        placed.includes(k)].join();
      if (td.dataset.key === key) return;
      td.dataset.key = key;
      td.className = Object.keys(roles).filter((role) => roles[role]).join(" ");
      td.firstChild.replaceChildren(
        ...content(digit, marks[k], out[k], isReason ? step.digits.join("") : ""),
        ...spoken(digit, marks[k], out[k], placed.includes(k), isReason, letter));
    });
    links.replaceChildren(...linksOf(step));
    caption.textContent = n ? `The grid after step ${counted(n)}` : "The puzzle";
    tree?.draw(n);
  }

  return {draw, cells, last: steps.length, fit: () => tree?.fit(),
    panes: tree ? [tree.pane, board] : [board]};
}

function unitHas(unit, cell) {
  const row = Math.floor(cell / 9), column = cell % 9, [kind, number] = unit.split(" ");
  const box = Math.floor(row / 3) * 3 + Math.floor(column / 3);
  return {row, column, box}[kind] === number - 1;
}

/* The links between marks: a line, and for a chain a ring and a letter at each mark. */
function linksOf({kind, cells, links}) {
  const shown = [], radius = 9;
  const weak = kind !== "chain" ? [] : links.slice(1).map(
    ([first, , digit], k) => [links[k][1], first, digit, ""]);
  for (const [first, second, digit, unit] of [...links, ...weak]) {
    const [[x, y], [toX, toY]] = [first, second].map((cell) => middle(indexOf(cell), digit - 1));
    const share = radius / Math.hypot(toX - x, toY - y);
    shown.push(svg("line", {class: unit ? "strong" : "weak",
      x1: x + share * (toX - x), y1: y + share * (toY - y),
      x2: toX - share * (toX - x), y2: toY - share * (toY - y)}));
    for (const cell of unit ? [first, second] : []) {
      const [cx, cy] = middle(indexOf(cell), digit - 1);
      shown.push(svg("circle", {cx, cy, r: radius}),
        svg("text", {x: cx + radius, y: cy - 3}, "AB"[cells.indexOf(cell) % 2]));
    }
  }
  return shown;
}

/* The middle of a mark, where a cell is 60 wide. */
function middle(cell, mark) {
  return [cell % 9 * 60 + 13.2 + mark % 3 * 16.8,
    Math.floor(cell / 9) * 60 + 12.8 + Math.floor(mark / 3) * 17.2];
}

/* What is seen in a cell: its digit, or its marks at their places. */
function content(digit, left, out, why) {
  if (digit !== ".") return [digit];
  if (!left && !out) return [];
  const marks = element("b", "", ...[..."123456789"].map((mark) => {
    const shown = (left + out).includes(mark) ? mark : "";
    return element("i", out.includes(mark) ? "out" : shown && why.includes(mark) ? "why" : "", shown);
  }));
  marks.ariaHidden = "true";
  return [marks];
}

/* What a screen reader says after the digit. */
function spoken(digit, left, out, isPlaced, isReason, letter) {
  const words = digit !== "." ? [isPlaced && "placed now"]
    : [!left && !out && "blank", left && `possible ${[...left].join(" ")}`,
      out && `${[...out].join(" ")} crossed out`];
  const text = [...words, isReason && "reason", letter].filter(Boolean).join(", ");
  return text ? [element("small", "", digit === "." ? text : `, ${text}`)] : [];
}
