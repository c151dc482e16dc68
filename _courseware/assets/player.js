"use strict";
/* Step through a page with buttons, slider, keys and the address.

   ranges: the first and the last number after each prefix, {s: [0, 13]} for #s0 to #s13.
   show(prefix, number): draw, and return the words for the slider.
   ask(prefix, number): called before the next step; return true to stay.
   Returns go(prefix, number). */
function startPlayer(ranges, show, ask = () => false) {
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), play = byId("play");
  let prefix = Object.keys(ranges)[0], at = ranges[prefix][0], timer = 0;

  function go(newPrefix, number) {
    prefix = newPrefix;
    const [first, last] = ranges[prefix];
    at = Math.min(Math.max(number, first), last);
    Object.assign(slider, {min: first, max: last, value: at});
    slider.setAttribute("aria-valuetext", show(prefix, at));
  }
  function goAndName(number) {
    go(prefix, number);
    history.replaceState(null, "", "#" + prefix + at);
  }
  function follow() {
    const found = /^#([a-z])(\d{1,9})$/.exec(location.hash);
    if (found && Object.hasOwn(ranges, found[1])) go(found[1], Number(found[2]));
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }
  function start() {
    if (at === ranges[prefix][1]) goAndName(ranges[prefix][0]);
    timer = setInterval(() => {
      goAndName(at + 1);
      if (at === ranges[prefix][1]) stop();
    }, 1200);
    play.textContent = "Pause";
  }
  const moves = {
    first: () => goAndName(ranges[prefix][0]),
    back: () => goAndName(at - 1),
    next: () => ask(prefix, at) || goAndName(at + 1),
    last: () => goAndName(ranges[prefix][1]),
  };
  const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last"};

  for (const name in moves) byId(name).onclick = () => { stop(); moves[name](); };
  play.onclick = () => timer ? stop() : start();
  slider.oninput = () => { stop(); goAndName(Number(slider.value)); };
  addEventListener("hashchange", () => { stop(); follow(); });
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    if (event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    stop();
    moves[keys[event.key]]();
  });
  document.documentElement.className = "js";
  for (const item of document.querySelectorAll("#steps [id]"))
    item.removeAttribute("id");  // or the browser would scroll to it
  for (const part of document.querySelectorAll(".transport")) part.hidden = false;
  go(prefix, at);
  follow();
  return (newPrefix, number) => { prefix = newPrefix; goAndName(number); };
}

/* Mark an item of the list of steps as the current one, and show it in its frame. */
function markItem(item) {
  const list = document.getElementById("steps");
  for (const old of list.querySelectorAll("[aria-current]"))
    old.removeAttribute("aria-current");
  if (!item) return list.scrollTo(0, 0);
  item.setAttribute("aria-current", "step");
  list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}

/* Show a step in the status: its number, its heading and its reason. */
function setStatus(count, heading, reason) {
  document.getElementById("count").textContent = count;
  document.getElementById("heading").textContent = heading;
  document.getElementById("reason").textContent = reason;
  breakAtCommas(document.getElementById("heading"));
}

/* Make the status as high as its longest texts need, so that nothing below it jumps. */
function fitStatus(headings, reasons) {
  const status = document.getElementById("status");
  const longest = [headings, reasons].map((texts) =>
    [...texts, ""].sort((a, b) => b.length - a.length).slice(0, 10));
  const height = (heading, reason) => {
    setStatus("Start", heading, reason);
    return status.getBoundingClientRect().height;
  };
  const fit = () => {
    const now = ["count", "heading", "reason"].map(
      (id) => document.getElementById(id).textContent);
    status.style.minHeight = 0;
    const high = Math.max(...longest[0].map((heading) => height(heading, "")))
      + Math.max(...longest[1].map((reason) => height("", reason))) - height("", "");
    status.style.minHeight = `max(9.4rem, ${Math.ceil(high)}px)`;
    setStatus(...now);
  };
  addEventListener("resize", fit);
  fit();
}

/* Let a long text without spaces break after its commas. */
function breakAtCommas(element) {
  const parts = element.textContent.split(/(?<=,)/);
  element.replaceChildren(...parts.flatMap(
    (part, k) => k ? [document.createElement("wbr"), part] : [part]));
}
