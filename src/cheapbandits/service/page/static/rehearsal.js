// What a rehearsal shows: one sentence, a picture, a table; they grow as runs come in.
import { el, num, plural } from "./dom.js";
import { token } from "./colour.js";

const quantile = (values, q) => { const sorted = [...values].sort((a, b) => a - b); return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? sorted[0]; };

// How far a run was from the hottest once it had spent so much; at the very start, as after its first reading.
function at(run, money) { let k = 0; while (k + 1 < run.spent.length && run.spent[k + 1] <= money + 1e-9) k += 1; return k; }

export function rehearsal(host, budget, cancel) {
  const title = el("h3", { "aria-live": "polite" }, "Playing it through"), canvas = el("canvas", { role: "img", "aria-label": "How far from the hottest, by what was spent" }), body = el("tbody"), note = el("p", { class: "sub" }), bar = el("progress", { max: 1, value: 0, "aria-label": "Rehearsal" });
  const stop = el("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel"), busy = el("div", {}, bar, stop);
  host.replaceChildren(title, busy, el("p", { class: "sub" }, "How far from the hottest, by what was spent"), canvas, el("table", {}, el("thead", {}, el("tr", {}, ["Spent", "Readings", "Found it", "Within, 9 in 10"].map((text) => el("th", { scope: "col" }, text)))), body), note);

  function update(head, runs) {
    if (!head) return;
    bar.max = head.runs;
    bar.value = runs.length;
    if (!runs.length) return;
    const steps = [0.125, 0.25, 0.5, 1].map((share) => share * budget), final = quantile(runs.map((run) => run.short[at(run, budget)]), 0.9);
    body.replaceChildren(...steps.map((money) => {
      const where = runs.map((run) => at(run, money)), short = runs.map((run, k) => run.short[where[k]]);
      return el("tr", { class: money === budget ? "mine" : "" }, [num(money), String(quantile(where.map((k) => k + 1), 0.5)), `${short.filter((v) => v <= head.near).length} of ${runs.length}`, num(quantile(short, 0.9), 2)].map((text) => el("td", {}, text)));
    }));
    // Nine in ten of fewer than ten is nothing one could say.
    const often = runs.length < 10 ? ` in all ${runs.length} so far` : ", 9 times in 10";
    title.replaceChildren(`With ${num(budget)} you end within `, el("em", {}, num(final, 2)), ` of the hottest place${often}.`);
    canvas.setAttribute("aria-label", `Within ${num(final, 2)} of the hottest after spending ${num(budget)}${often}`);
    picture(canvas, runs, budget);
    note.textContent = `${runs.length} made-up ${plural(runs.length, "field")} with a few hills on your network, your prices, readings with a little noise. "Found it": within ${num(head.near, 2)}. Real values may be rougher.`;
  }
  return { update, done: (head, runs) => { busy.remove(); if (runs.length) update(head, runs); else title.textContent = "The rehearsal was stopped."; }, failed: (text) => { host.replaceChildren(el("p", { class: "error", role: "alert" }, text)); } };
}

function picture(canvas, runs, budget) {
  const w = canvas.clientWidth, h = canvas.clientHeight, sharp = window.devicePixelRatio || 1, ctx = canvas.getContext("2d");
  if (!w) return;
  canvas.width = w * sharp;
  canvas.height = h * sharp;
  ctx.scale(sharp, sharp);
  const left = 36, right = w - 8, top = 8, bottom = h - 20, steps = Array.from({ length: 61 }, (_, k) => (budget * k) / 60);
  const level = (q) => steps.map((money) => quantile(runs.map((run) => run.short[at(run, money)]), q)), wide = level(0.9), middle = level(0.5), most = Math.max(...wide, 1e-9);
  const x = (v) => left + (v / budget) * (right - left), y = (v) => bottom - (v / most) * (bottom - top);
  ctx.strokeStyle = token("line");
  ctx.fillStyle = token("ink-3");
  ctx.font = "11px -apple-system, 'Segoe UI', Roboto, system-ui, sans-serif";
  for (const share of [0, 0.5, 1]) { ctx.beginPath(); ctx.moveTo(left, y(share * most)); ctx.lineTo(right, y(share * most)); ctx.stroke(); ctx.textAlign = "right"; ctx.fillText(num(share * most, 2), left - 6, y(share * most) + 4); ctx.textAlign = share ? (share === 1 ? "right" : "center") : "left"; ctx.fillText(num(share * budget), x(share * budget), h - 5); }
  ctx.fillStyle = token("band");
  ctx.beginPath();
  ctx.moveTo(x(0), bottom);
  steps.forEach((money, k) => ctx.lineTo(x(money), y(wide[k])));
  ctx.lineTo(x(budget), bottom);
  ctx.fill();
  ctx.strokeStyle = token("hot");
  ctx.lineWidth = 2;
  ctx.beginPath();
  steps.forEach((money, k) => ctx.lineTo(x(money), y(middle[k])));
  ctx.stroke();
}
