// Small curves over the readings: the highest estimate, how sure, money, group sizes. A line marks the slider.
import { count, el, money, percent, val } from "./dom.js";
import { token } from "./colour.js";

export function curves(host, { moments, curve, at, goal }) {
  const now = at ? moments[at - 1] : null, sure = new Map((curve ?? []).map(([seq, share]) => [seq, share]));
  const shares = moments.map((one) => sure.get(one.seq) ?? null);
  const known = now ? sure.get(now.seq) : null, sized = moments.every((one) => one.estimate !== null) ? moments : [];
  const boxes = [
    ["Highest estimate", now ? val(now.estimate) : "–", "", (ctx, w, h) => sized.length && band(ctx, w, h, sized)],
    ["How sure", known === undefined && now?.told ? "…" : known === null || known === undefined ? "–" : percent(known), goal ? `goal ${percent(goal)}` : "", (ctx, w, h) => line(ctx, w, h, shares, [0, 1], token("ink-2"), goal)],
    ["Spent", moments.length ? money(now?.spent ?? 0) : "–", "", (ctx, w, h) => area(ctx, w, h, moments.map((one) => one.spent))],
    ["Places measured together", now ? String(now.width) : "–", "", (ctx, w, h) => bars(ctx, w, h, moments.map((one) => one.width), at - 1)],
  ];
  if (host.children.length !== boxes.length) host.replaceChildren(...boxes.map(([title]) => el("figure", { class: "curve" }, el("header", {}, el("span", {}, title), el("span")), el("canvas", { role: "img", "aria-label": title }))));
  boxes.forEach(([title, value, note, draw], k) => {
    const [head, canvas] = host.children[k].children;
    head.lastChild.replaceChildren(el("b", {}, value), note ? " " : "", note ? el("i", {}, note) : "");
    canvas.setAttribute("aria-label", `${title}: ${value} after ${count(now?.told ?? 0, "reading")}`);
    const w = canvas.clientWidth, h = canvas.clientHeight, sharp = window.devicePixelRatio || 1;
    if (!w || !h) return;
    canvas.width = w * sharp;
    canvas.height = h * sharp;
    const ctx = canvas.getContext("2d");
    ctx.scale(sharp, sharp);
    if (moments.length) draw(ctx, w, h);
    ctx.strokeStyle = token("line-2");
    ctx.strokeRect(-1, -1, w + 2, h + 0.5);
    const x = Math.min(w - 1, moments.length > 1 ? ((at - 1) / (moments.length - 1)) * w : w - 1);
    if (at) { ctx.fillStyle = token("ink"); ctx.fillRect(Math.max(0, x), 0, 1.2, h); }
  });
}

const ends = (values) => { const low = Math.min(...values), high = Math.max(...values), room = (high - low) * 0.08 || 1; return [low - room, high + room]; };
const place = (w, h, n, [low, high]) => [(k) => (n > 1 ? (k / (n - 1)) * w : w), (v) => h - 1 - ((v - low) / (high - low)) * (h - 2)];

function band(ctx, w, h, moments) {
  const [x, y] = place(w, h, moments.length, ends(moments.flatMap((one) => [one.low, one.high, one.estimate])));
  ctx.fillStyle = token("band");
  ctx.beginPath();
  moments.forEach((one, k) => ctx.lineTo(x(k), y(one.high)));
  [...moments].reverse().forEach((one, k) => ctx.lineTo(x(moments.length - 1 - k), y(one.low)));
  if (moments.length > 1) ctx.fill(); else ctx.fillRect(w - 6, y(moments[0].high), 6, y(moments[0].low) - y(moments[0].high));
  stroke(ctx, moments.map((one, k) => [x(k), y(one.estimate)]), token("hot"), 1.8);
}

function line(ctx, w, h, values, range, colour, goal) {
  const [x, y] = place(w, h, values.length, range);
  if (goal) { ctx.strokeStyle = token("good"); ctx.setLineDash([4, 3]); ctx.beginPath(); ctx.moveTo(0, y(goal)); ctx.lineTo(w, y(goal)); ctx.stroke(); ctx.setLineDash([]); }
  stroke(ctx, values.map((v, k) => [x(k), v === null ? null : y(v)]).filter((p) => p[1] !== null), colour, 1.5);
}

function area(ctx, w, h, values) {
  const [x, y] = place(w, h, values.length, [0, Math.max(...values) * 1.5 || 1]);
  ctx.fillStyle = token("sunken");
  ctx.beginPath();
  ctx.moveTo(0, h);
  values.forEach((v, k) => ctx.lineTo(x(k), y(v)));
  ctx.lineTo(w, h);
  ctx.fill();
  stroke(ctx, values.map((v, k) => [x(k), y(v)]), token("ink-2"), 1.5);
}

function bars(ctx, w, h, values, now) {
  const most = Math.max(...values), step = w / values.length;
  values.forEach((v, k) => {
    ctx.fillStyle = k === now ? token("ink") : token("line-2");
    ctx.fillRect(k * step, h - (v / most) * h * 0.9, Math.max(step - 1, 0.6), (v / most) * h * 0.9);
  });
}

function stroke(ctx, points, colour, width) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  if (points.length === 1) ctx.lineTo(points[0][0] - 4, points[0][1]);
  ctx.stroke();
}
