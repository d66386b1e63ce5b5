// The answer so far: place, interval, how sure, what may still be missed, what is spent.
import { $, count, el, fine, money, named, num, percent, val } from "./dom.js";
import { token } from "./colour.js";

// How sure, in the same words on the card of a campaign and on its page; null while nobody knows.
export const surely = ({ probability, tolerance }, unit) => [percent(probability), tolerance ? `sure that no other place is hotter by more than ${val(tolerance, 2, unit)}` : "sure that no other place is hotter"];
// How many places nobody looked at, alone or in a group; empty where all were. Many of them are a warning.
export const MANY = 0.05;
// From here on people act on an answer.
const SURE = 0.8;
export const unlooked = ({ unseen, places }) => (unseen ? `${unseen.toLocaleString("en-US")} of ${count(places, "place")} ${unseen === 1 ? "was" : "were"} in no measured group yet` : "");
export const unlookedAt = (how) => (how.unseen ? el("p", { class: how.unseen > MANY * how.places ? "unlooked warning" : "unlooked sub" }, `${unlooked(how)}: only ${how.unseen === 1 ? "its" : "their"} neighbours tell of ${how.unseen === 1 ? "it" : "them"}.`) : "");

export const working = () => el("span", { class: "working" }, "being worked out");

// What stopping would miss says nothing where it is as large as all that is shown or as its bound, or
// where with it the hottest place would be beyond anything that is shown or was called believable.
export function telling({ estimate, missed, at_most: most }, { low, high }, believable) {
  const span = high - low, top = believable ?? high + 0.25 * span;
  return missed < span && estimate + missed <= top && !(missed > 0 && missed >= most * (1 - 1e-9));
}

// Whether the campaign's own rule says to stop, and what it says in words.
const RULES = { "probability>=": (x) => `${percent(Number(x))} sure`, "regret<=": (x) => `at most ${val(Number(x))} missed on average`, "cost>=": (x) => `${money(Number(x))} spent`, "rounds>=": (x) => count(Number(x), "reading") };
export const goalText = ({ stop }) => { const [, rule, x] = stop.match(/^(.+?=)(.+)$/) ?? []; return RULES[rule]?.(x) ?? stop; };

// What a campaign's own rule wants to be sure by; null where it has none.
export const goalOf = (now) => Number(now.stop.match(/^probability>=(.+)$/)?.[1]) || null;

export function answer({ told, now, scale, past, reached, finish }) {
  const host = $("answer"), { spent, budget, reserved, left } = now.status;
  host.removeAttribute("aria-busy");
  const head = el("h2", { id: "answer-head", class: "small-head" }, past ? "Hottest place, as of then" : now.status.state === "finished" ? "Hottest place" : "Hottest place so far");
  if (!told) {
    const some = now.status.told + now.status.observed;
    host.replaceChildren(head, el("p", { class: "reason" }, past && some ? "Nothing was known then." : some ? working() : "The answer appears after the first reading."), money_(now));
    return;
  }
  const ruler = el("canvas", { role: "img", "aria-label": `Between ${val(told.low, fine(told))} and ${val(told.high, fine(told))}` }), facts = [], notes = [];
  if (told.probability === undefined) facts.push([el("span", { class: "working" }), "How sure that is, is being worked out."]);
  else if (told.probability === null) notes.push(told.cannot_tell ? `How sure cannot be said yet: ${told.cannot_tell}.` : "How sure cannot be said yet.");
  else facts.push(surely(told));
  const never = past ? told.unseen : now.unseen, kind = never > MANY * now.places ? "unlooked warn" : "unlooked";
  if (never) facts.push([el("span", { class: kind }, `${never.toLocaleString("en-US")} of ${now.places.toLocaleString("en-US")}`), el("span", { class: kind }, `places were in no measured group ${past ? "by then" : "yet"}: only their neighbours tell of them`)]);
  if (told.missed !== undefined && !telling(told, scale, now.high)) notes.push("What stopping now would miss cannot be said yet.");
  else if (told.missed !== undefined) facts.push([val(told.missed, 2), "may be missed by stopping now: on average the truly hottest place is that much hotter than this one"]);
  if (past) facts.push([money(told.spent), "spent by then"]);
  else if (budget !== null) facts.push([money(spent), `spent of ${num(budget)}${left !== null ? `; ${money(Math.max(left, 0))} left${reserved ? " after the open groups" : ""}` : ""}`]);
  else facts.push([money(spent), `spent on ${count(now.status.told + now.status.observed, "reading")}`]);
  if (told.probability >= SURE && told.alone === 0) notes.push("Nobody has measured this place by itself: do that before you act on it.");
  if (told.outside) notes.push(`${count(told.outside, "reading")} ${told.outside === 1 ? "lies" : "lie"} beyond what was called believable, so that limit is not used.`);
  notes.push("All this holds if linked places are alike.");
  host.replaceChildren(head, el("h3", {}, named(told.name)),
    el("p", { class: "big" }, el("b", {}, val(told.estimate, fine(told))), el("span", { title: "With a probability of 95 % the value lies between these" }, `very likely ${num(told.low, fine(told))} to ${num(told.high, fine(told))}`, el("small", {}, " (95 %)"))), ruler,
    el("dl", { class: "facts" }, facts.flatMap(([value, text]) => [el("dt", {}, value), el("dd", {}, text)])), past ? "" : bar(now),
    reached ? el("p", { id: "goal", class: "told" }, el("span", {}, el("b", {}, `Your goal is reached: ${goalText(now)}.`), " Going on would mostly confirm it."), el("button", { type: "button", class: "button", onclick: finish }, "Finish")) : "",
    el("p", { class: "sub" }, notes.join(" ")));
  drawRuler(ruler, told, scale);
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
