/* The boards of a search. They count from 1, in the order in which they are made. */
const SIGNS = {branch: "\u25cf", dead: "\u2715", goal: "\u2605", waiting: "\u25cb"};

/* Each board: its parent, the steps that make and examine it, its name, its kind. */
function boardsOf(steps, order, solved) {
  const boards = [{made: Infinity}, {made: 0, name: "the puzzle", depth: 0}];
  const waiting = [1];
  steps.forEach(({next = 0, digits = "", added = 0}, k) => {
    const number = order === "dfs" ? waiting.pop() : waiting.shift();
    const parent = boards[number];
    parent.seen = k + 1;
    parent.kind = added ? "branch" : solved && k + 1 === steps.length ? "goal" : "dead";
    for (const digit of digits.slice(0, added)) {
      waiting.push(boards.length);
      boards.push({parent: number, made: k + 1, depth: parent.depth + 1,
        name: `r${Math.floor(next / 9) + 1}c${next % 9 + 1}=${digit}`});
    }
  });
  return boards;
}

/* A view of the tree in *frame*. Returns draw(number) and waiting(number). */
function treeOf({order, solved}, steps, frame, root) {
  const boards = boardsOf(steps, order, solved);
  const bySteps = [1];
  boards.forEach(({seen}, k) => { if (seen) bySteps[seen] = k; });
  const isLarge = !frame.querySelector("use");
  const picture = frame.querySelector("svg");
  const ring = svg("circle", {class: "now", r: 8});
  const stateAt = (board, number) =>
    board.made > number ? "" : board.seen <= number ? board.kind : "waiting";

  function pathTo(board) {
    const path = [];
    for (let k = board; k; k = boards[k].parent) path.unshift(k);
    return path;
  }

  function waiting(number) {
    const found = boards.flatMap((board, k) =>
      stateAt(board, number) === "waiting" ? [k] : []);
    if (order === "dfs") found.reverse();
    return found.map((k) => `board ${counted(k)}: ${boards[k].name}`);
  }

  /* Draw the path to a board, the siblings on it, and its children. Siblings have the
     number of the boards below. */
  function drawPath(path, number) {
    const below = boards.map(() => 0), middle = 200, places = {1: [middle, 12]};
    for (let k = boards.length - 1; k > 1; k -= 1)
      if (boards[k].made <= number) below[boards[k].parent] += 1 + below[k];
    const lines = [], dots = [];
    [...path, 0].forEach((board, level) => {
      const siblings = level ? boards.flatMap((one, k) =>
        one.parent === path[level - 1] && one.made <= number ? [k] : []) : [1];
      siblings.forEach((k, place) => {
        const x = middle + 44 * (place - (siblings.length - 1) / 2), y = 12 + 26 * level;
        places[k] = [x, y];
        if (level) lines.push(line(k, places[path[level - 1]], [x, y]));
        dots.push(dot(k, x, y));
        if (k !== board && below[k])
          dots.push(svg("text", {x: x + 8, y: y + 4}, `+${counted(below[k])}`));
      });
    });
    const height = 26 * path.length + 26;
    for (const [key, value] of Object.entries({width: "25rem",
      height: `${height / 16}rem`, viewBox: `0 0 400 ${height}`}))
      picture.setAttribute(key, value);
    picture.replaceChildren(...lines, ...dots);
  }

  function line(board, from, to) {
    const made = svg("path", {d: `M${from}L${to}`});
    made.dataset.board = board;
    return made;
  }

  function dot(board, x, y) {
    const {seen} = boards[board];
    const made = svg("a", seen ? {href: `#s${seen}`, tabindex: -1} : {});
    made.append(svg("use", {x, y}));
    return named(made, board);
  }

  function named(made, board) {
    made.dataset.board = board;
    made.append(svg("title", {}, `board ${counted(board)}: ${boards[board].name}`));
    return made;
  }

  function draw(number) {
    const current = bySteps[number], path = pathTo(current);
    if (isLarge) drawPath(path, number);
    for (const made of picture.querySelectorAll("[data-board]")) {
      const board = Number(made.dataset.board);
      const state = stateAt(boards[board], number);
      made.toggleAttribute("hidden", !state);
      if (made.localName === "path") made.classList.toggle("on", path.includes(board));
      else {
        const use = made.querySelector("use");
        use.setAttribute("href", `#${state || "waiting"}`);
        if (board === current && number) {
          ring.setAttribute("cx", use.getAttribute("x"));
          ring.setAttribute("cy", use.getAttribute("y"));
          made.append(ring);
        }
      }
    }
    if (!number) ring.remove();
    const count = (kind) => boards.filter(
      (board) => stateAt(board, number) === kind).length;
    root.querySelector(".counts").textContent =
      `${counted(number)} examined: ${SIGNS.branch} ${counted(count("branch"))} ` +
      `expanded, ${SIGNS.dead} ${counted(count("dead"))} dead` +
      (count("goal") ? `, ${SIGNS.goal} goal` : "") +
      `; ${SIGNS.waiting} ${counted(count("waiting"))} waiting`;
    const box = frame.getBoundingClientRect();
    const at = (number ? ring : picture).getBoundingClientRect();
    frame.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
    frame.scrollTop += number ? (at.top + at.bottom - box.top - box.bottom) / 2 : 0;
  }

  [...picture.querySelectorAll("a")].forEach((made, k) => named(made, k + 1));
  [...picture.querySelectorAll("path")].forEach((made, k) => {
    made.dataset.board = k + 2;
  });
  return {draw, waiting};
}
