// What a rehearsal shows: one sentence, a picture, a table; they grow as runs come in.
import { el, num, plural } from "./dom.js";
import { dark, token } from "./colour.js";

const quantile = (values, q) => { const sorted = [...values].sort((a, b) => a - b); return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? sorted[0]; };

// How many readings a run had for so much money.
const paid = (run, money) => run.spent.filter((spent) => spent <= money + 1e-9).length;
// How far a run was from the hottest by then; at the very start, as after its first reading.
const shortOf = (run, money) => run.short[Math.max(paid(run, money), 1) - 1];
// What runs can spend: all there is, or what their readings cost at most where these end first.
function spendable(head, runs, budget) {
  const ended = runs.filter((run) => run.spent.length >= head.most).length;
  return 2 * ended > runs.length ? Math.min(budget, Math.max(...runs.map((run) => run.spent.at(-1)))) : budget;
}

export function rehearsal(host, budget, cancel, { parts = 1, n = 0 } = {}) {
  const title = el("h3", { "aria-live": "polite" }, "Playing it through"), canvas = el("canvas", { role: "img", "aria-label": "How far from the hottest, by what was spent" }), body = el("tbody"), note = el("p", { class: "sub" }), bar = el("progress", { max: 1, value: 0, "aria-label": "Rehearsal" }), doing = el("span", { class: "sub" });
  const stop = el("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel"), busy = el("div", { class: "busy" }, bar, el("div", {}, doing, stop));
  const key = el("p", { class: "key" }, el("i", { class: "half" }), "half of the runs", el("i", { class: "most" }), "9 in 10"), table = el("table", {}, el("thead", {}, el("tr", {}, ["Spent", "Readings", "Found it", "Within, 9 in 10"].map((text) => el("th", { scope: "col" }, text)))), body), rest = el("div", { hidden: true }, el("p", { class: "sub" }, "How far from the hottest, by what was spent"), canvas, key, table, note);
  let last = [], full = budget;
  // In many parts a good rehearsal is luck: what was made up lies in one of them as well as in another.
  const apart = parts > 1 ? el("p", { class: "warning", id: "apart" }, `The network falls into ${parts.toLocaleString("en-US")} separate parts${parts > n / 2 ? ", most of them single places" : ""}: readings in one teach nothing about the others. If that is not meant, mend its links first.`) : "";
  host.replaceChildren(apart, title, busy, rest);
  const draw = () => last.length && picture(canvas, last, full);

  // Before the first run the network is set up, which takes a while on a large one.
  function wait({ getting, percent }) {
    if (getting) doing.textContent = `Setting up ${getting}`;
    if (percent && !last.length) { bar.max = 100; bar.value = percent; }
  }

  function update(head, runs) {
    if (!head) return;
    bar.max = head.runs;
    bar.value = runs.length;
    doing.textContent = `${runs.length} of ${head.runs} runs`;
    if (!runs.length) return;
    last = runs;
    rest.hidden = false;
    full = spendable(head, runs, budget);
    const steps = [0.125, 0.25, 0.5, 1].map((share) => share * full), final = quantile(runs.map((run) => shortOf(run, full)), 0.9);
    body.replaceChildren(...steps.map((money) => {
      const counts = runs.map((run) => paid(run, money)), short = runs.map((run) => shortOf(run, money)), some = counts.every((count) => count > 0);
      return el("tr", { class: money === full ? "mine" : "" }, [num(money), String(quantile(counts, 0.5)), some ? `${short.filter((v) => v <= head.near).length} of ${runs.length}` : "–", some ? num(quantile(short, 0.9), 2) : "–"].map((text) => el("td", {}, text)));
    }));
    // Nine in ten of fewer than ten is nothing one could say.
    const often = runs.length < 2 ? " in the first run" : runs.length < 10 ? ` in all ${runs.length} so far` : ", 9 times in 10";
    if (final > 0) title.replaceChildren(`With ${num(full)} you end within `, el("em", {}, num(final, 2)), ` of the hottest place${often}.`);
    else title.replaceChildren(`With ${num(full)} you find `, el("em", {}, "the hottest place"), ` itself${often}.`);
    canvas.setAttribute("aria-label", `Within ${num(final, 2)} of the hottest after spending ${num(full)}${often}`);
    draw();
    const ends = full === budget ? "" : head.planned ? `The ${head.most} readings that you plan cost ${num(full)} at most, of ${num(budget)}. ` : `Runs end after ${head.most} readings here, which cost ${num(full)} at most, of ${num(budget)}; yours would go on. `;
    note.textContent = `${ends}${runs.length} made-up ${plural(runs.length, "field")} with a few hills on your network, your prices, readings with noise of ${num(head.noise, 2)}. "Found it": within ${num(head.near, 2)}. Real values may be rougher.`;
  }
  return { update, wait, draw, done: (head, runs) => { busy.remove(); if (runs.length) update(head, runs); else title.textContent = "The rehearsal was stopped."; }, failed: (text) => { last = []; host.replaceChildren(el("p", { class: "error", role: "alert" }, text)); } };
}

function picture(canvas, runs, budget) {
  const w = canvas.clientWidth, h = canvas.clientHeight, sharp = window.devicePixelRatio || 1, ctx = canvas.getContext("2d");
  if (!w) return;
  canvas.width = w * sharp;
  canvas.height = h * sharp;
  ctx.scale(sharp, sharp);
  const left = 36, right = w - 8, top = 8, bottom = h - 20, steps = Array.from({ length: 121 }, (_, k) => (budget * k) / 120);
  const level = (q) => steps.map((money) => quantile(runs.map((run) => shortOf(run, money)), q)), wide = level(0.9), middle = level(0.5), most = Math.max(...wide, 1e-9);
  const x = (v) => left + (v / budget) * (right - left), y = (v) => bottom - (v / most) * (bottom - top);
  // What is known stays until the next reading: steps, no slopes.
  const stairs = (values) => values.forEach((value, k) => { ctx.lineTo(x(steps[k]), y(value)); ctx.lineTo(x(steps[k + 1] ?? budget), y(value)); });
  ctx.strokeStyle = token("line");
  ctx.fillStyle = token("ink-3");
  ctx.font = "11px -apple-system, 'Segoe UI', Roboto, system-ui, sans-serif";
  for (const share of [0, 0.5, 1]) { ctx.beginPath(); ctx.moveTo(left, y(share * most)); ctx.lineTo(right, y(share * most)); ctx.stroke(); ctx.textAlign = "right"; ctx.fillText(num(share * most, 2), left - 6, y(share * most) + 4); ctx.textAlign = share ? (share === 1 ? "right" : "center") : "left"; ctx.fillText(share === 1 ? `${num(budget)} spent` : num(share * budget), x(share * budget), h - 5); }
  ctx.fillStyle = token("band");
  ctx.beginPath();
  ctx.moveTo(x(0), bottom);
  stairs(wide);
  ctx.lineTo(x(budget), bottom);
  ctx.fill();
  ctx.strokeStyle = token("hot");
  ctx.lineWidth = 2;
  ctx.lineJoin = "round";
  ctx.beginPath();
  stairs(middle);
  ctx.stroke();
  canvas.dataset.drawn = `${w} ${dark() ? "dark" : "light"}`;
}
