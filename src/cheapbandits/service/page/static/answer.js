// The answer so far: place, interval, how sure, what may still be missed, what is spent.
import { $, el, money, named, num, percent, plural } from "./dom.js";
import { token } from "./colour.js";

export function answer({ verdict, now, scale, past }) {
  const host = $("answer"), { spent, budget, reserved, left } = now.status;
  host.removeAttribute("aria-busy");
  const head = el("h2", { id: "answer-head", class: "small-head" }, past ? "Hottest place, as of then" : "Hottest place so far");
  if (!verdict) {
    host.replaceChildren(head, el("p", { class: "reason" }, "The answer appears after the first reading."), money_(now));
    return;
  }
  const ruler = el("canvas", { role: "img", "aria-label": `Between ${num(verdict.low)} and ${num(verdict.high)}` });
  const facts = [];
  if (verdict.probability !== undefined && verdict.probability !== null) facts.push([percent(verdict.probability), verdict.tolerance ? `sure that no other place is hotter by more than ${num(verdict.tolerance, 2)}` : "sure that no other place is hotter"]);
  if (verdict.missed !== undefined) facts.push([num(verdict.missed, 2), "likely still missed if you stop now"]);
  if (past) facts.push([money(verdict.spent), "spent by then"]);
  else if (budget !== null) facts.push([money(spent), `spent of ${num(budget)}${left !== null ? `; ${money(Math.max(left, 0))} left${reserved ? " after the open groups" : ""}` : ""}`]);
  else facts.push([money(spent), `spent on ${now.status.told} ${plural(now.status.told, "reading")}`]);
  host.replaceChildren(head, el("h3", {}, named(verdict.name)),
    el("p", { class: "big" }, el("b", {}, num(verdict.estimate)), el("span", {}, `very likely ${num(verdict.low)} to ${num(verdict.high)}`)), ruler,
    el("dl", { class: "facts" }, facts.flatMap(([value, text]) => [el("dt", {}, value), el("dd", {}, text)])), bar(now),
    el("p", { class: "sub" }, verdict.cannot_tell ? `How sure cannot be said yet: ${verdict.cannot_tell}. ` : "", "All this holds if linked places are alike."));
  drawRuler(ruler, verdict, scale);
}

const bar = (now) => (now.status.budget ? el("progress", { max: now.status.budget, value: now.status.spent, "aria-label": "Budget spent" }) : "");
const money_ = (now) => (now.status.budget === null ? "" : el("p", { class: "sub" }, `${money(now.status.spent)} spent of ${num(now.status.budget)}.`));

function drawRuler(canvas, { estimate, low, high }, scale) {
  const w = canvas.clientWidth, h = 36, sharp = window.devicePixelRatio || 1, ctx = canvas.getContext("2d");
  if (!w) return;
  canvas.width = w * sharp;
  canvas.height = h * sharp;
  ctx.scale(sharp, sharp);
  const from = Math.min(scale.low, low), to = Math.max(scale.high, high), x = (v) => 6 + ((v - from) / (to - from || 1)) * (w - 12);
  ctx.fillStyle = token("line-2");
  ctx.fillRect(0, 9, w, 1);
  ctx.fillStyle = token("band");
  ctx.beginPath();
  ctx.roundRect(x(low), 5, Math.max(x(high) - x(low), 4), 9, 4.5);
  ctx.fill();
  ctx.fillStyle = token("hot");
  ctx.beginPath();
  ctx.arc(x(estimate), 9.5, 5, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = token("ink-3");
  ctx.font = "11px system-ui, Roboto, sans-serif";
  ctx.textAlign = "center";
  const span = to - from, rough = 10 ** Math.floor(Math.log10(span)), step = [0.2, 0.25, 0.5, 1, 2].map((f) => f * rough).find((s) => span / s <= 6) ?? rough * 2;
  for (let v = Math.ceil(from / step) * step; v <= to + 1e-9 * span; v += step) ctx.fillText(num(Math.abs(v) < step / 1e6 ? 0 : v), Math.max(14, Math.min(x(v), w - 14)), 31);
}
