// @ts-nocheck
/* The tree of a search. A board and the forced boards below it are one dot, so that the
   levels are guesses. The places of the dots are the same at every step. */
import {counted, element, svg} from "../../_courseware/draw/assets/bench.js";

const SHAPES = {branch: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", dead: "M-5-5 5 5M-5 5 5-5",
  goal: "M0-8 2-3 8-2 3 2 5 7 0 4-5 7-3 2-8-2-2-3Z"};
const MOST_WAITING = 12, CLOSEST = 7;  // names below the tree; pixels between dots

/* The dots of a search: the boards in each, when they are made, and their children. */
function dotsOf({steps, method}) {
  const boards = [, {board: 1, name: "puzzle", made: 0, dot: 0}];
  const dots = [{level: 0, children: [], boards: [boards[1]]}];
  for (const {board, kind, number, digits, cells, added} of steps) {
    const parent = Object.assign(boards[board], {kind, seen: number});
    added.forEach((child, k) => {
      const one = {board: child, name: `${cells[0]}=${digits[k]}`, made: number, dot: parent.dot};
      boards[child] = one;
      if (added.length > 1) {
        one.dot = dots.push({level: dots[parent.dot].level + 1, parent: parent.dot,
          children: [], boards: []}) - 1;
        dots[parent.dot].children.push(one.dot);
      }
      dots[one.dot].boards.push(one);
    });
  }
  return {boards: boards.slice(1), dots, isStack: method === "dfs"};
}

/* The tree of an explanation: a pane, draw(number) and fit(). */
export function treeOf(explanation) {
  const {boards, dots, isStack} = dotsOf(explanation), {steps} = explanation;
  const counts = element("p", "counts"), waits = element("p", "waits");
  const picture = svg("svg", {}), frame = element("div", "frame", picture);
  const pane = element("div", "tree", counts, frame, waits);
  const across = [];
  frame.ariaHidden = "true";
  let current = 0, isLarge = false, wide = 0, high = 0;

  /* Leaves are side by side, and a parent is in the middle of its children. */
  let leaves = 0;
  const layOut = (dot) => {
    const {children} = dots[dot];
    children.forEach(layOut);
    across[dot] = children.length
      ? (across[children[0]] + across[children.at(-1)]) / 2 : leaves++;
  };
  layOut(0);
  const levels = Math.max(...dots.map(({level}) => level)) + 1;

  function fit() {
    ({clientWidth: wide, clientHeight: high} = frame);
    picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const room = [wide / levels / 90, high / leaves / 16, wide / leaves / 60, high / levels / 26];
    const isSideways = Math.min(room[0], room[1]) >= Math.min(room[2], room[3]);
    isLarge = (isSideways ? high : wide) - 40 < CLOSEST * (leaves - 1);
    const at = (share, size, before, after) => before + share * (size - before - after);
    dots.forEach((dot, k) => {
      const level = levels > 1 ? dot.level / (levels - 1) : .5;
      const place = leaves > 1 ? across[k] / (leaves - 1) : .5;
      [dot.x, dot.y] = isSideways ? [at(level, wide, 14, 110), at(place, high, 14, 14)]
        : [at(place, wide, 20, 90), at(level, high, 14, 14)];
    });
    draw(current);
  }

  function pathTo(dot) {
    const path = [];
    for (let k = dot; k !== undefined; k = dots[k].parent) path.unshift(k);
    return path;
  }

  /* Place the end of a path and its siblings, as many levels as have room. Return these
     dots, and the number of levels above. */
  function placePath(path) {
    const most = Math.max(2, Math.floor(high / 26) - 2), hidden = Math.max(0, path.length - most);
    const placed = path.slice(hidden).flatMap((k, level) => {
      const siblings = (level ? dots[dots[k].parent].children : [k]).slice(0, 9);
      const gap = Math.min(120, (wide - 130) / siblings.length);
      siblings.forEach((one, place) => Object.assign(dots[one], {y: 26 * level + 34,
        x: wide / 2 - 40 + gap * (place - (siblings.length - 1) / 2)}));
      return siblings;
    });
    return [placed, hidden];
  }

  /* How many boards are in the dots below each dot after a step. */
  function boardsBelow(number) {
    const below = dots.map(() => 0);
    for (let k = dots.length - 1; k > 0; k -= 1)
      below[dots[k].parent] += below[k] + dots[k].boards.filter(({made}) => made <= number).length;
    return below;
  }

  function draw(number) {
    current = number;
    if (!wide) return;
    const here = boards[(steps[number - 1]?.board ?? 1) - 1].dot, path = pathTo(here);
    const [placed, hidden] = isLarge ? placePath(path) : [[...dots.keys()], 0];
    const below = isLarge ? boardsBelow(number) : [];
    const isMade = ({made}) => made <= number;
    const kindOf = ({seen, kind}) => seen <= number ? kind : "waiting";
    const lines = [], shapes = [], labels = [];
    for (const k of placed.filter((one) => isMade(dots[one].boards[0]))) {
      const dot = dots[k], {x, y, parent} = dot, made = dot.boards.filter(isMade);
      const onPath = path.includes(k), newest = made.at(-1), kind = kindOf(newest);
      if (placed.includes(parent)) lines.push(svg("path", {class: onPath ? "on" : "",
        d: `M${dots[parent].x} ${dots[parent].y}L${x} ${y}`}));
      const label = svg("text", {x: x + 10, y: y + 4});
      shapes.push(svg("g", {class: `dot ${kind}${k === here && number ? " here" : ""}`,
        "data-step": newest.seen <= number ? newest.seen : dot.boards[0].seen ?? ""},
      svg("circle", {class: "now", cx: x, cy: y, r: 10}),
      svg("path", {transform: `translate(${x} ${y})`, d: SHAPES[kind] ?? SHAPES.branch}), label));
      const forced = made.length > 1 ? ` +${counted(made.length - 1)}` : "";
      const deeper = isLarge && !onPath && below[k] ? `, ${counted(below[k])} below` : "";
      labels.push({x, y, label, text: dot.boards[0].name + forced + deeper,
        rank: k === here ? 0 : onPath ? 1 : 2});
    }
    picture.replaceChildren(...lines, ...shapes);
    if (hidden) picture.append(svg("text", {x: wide / 2 - 40, y: 14}, `${hidden} levels above`));
    fillLabels(labels);
    const {branch = [], dead = [], goal = [], waiting = []} =
      Object.groupBy(boards.filter(isMade), kindOf);
    if (isStack) waiting.reverse();
    counts.textContent = `${counted(number)} examined: ● ${counted(branch.length)} expanded, ✕ `
      + `${counted(dead.length)} dead${goal.length ? ", ★ goal" : ""}, ○ ${counted(waiting.length)} waiting`;
    const more = waiting.length - MOST_WAITING;
    waits.textContent = `${isStack ? "Stack, top" : "Queue, head"} first: `
      + (waiting.slice(0, MOST_WAITING).map(({name}) => name).join(" ") || "empty")
      + (more > 0 ? ` + ${counted(more)} more` : "");
  }

  /* Fill the labels whose boxes are free, those of the path first. */
  function fillLabels(labels) {
    const taken = labels.map(({x, y}) => [x - 6, x + 6, y - 6, y + 6]);
    for (const {x, y, label, text} of labels.toSorted((a, b) => a.rank - b.rank)) {
      const [from, to, high_, low] = [x + 10, x + 10 + 6.6 * text.length, y - 7, y + 7];
      if (to > wide || !taken.every(([left, right, top, bottom]) =>
        to < left || right < from || low < top || bottom < high_)) continue;
      label.textContent = text;
      taken.push([from, to, high_, low]);
    }
  }

  return {pane, draw, fit};
}
