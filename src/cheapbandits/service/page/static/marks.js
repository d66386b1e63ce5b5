// What stands over the places: the next group in blue, the hottest so far, the one in focus.
import { el, val } from "./dom.js";
import { token } from "./colour.js";
import { radius, trace } from "./paint.js";

function outline(ctx, pic, at, i, colour, width, size = 0.94) {
  if (pic.kind === "cells") trace(ctx, pic, at, i, size);
  else { ctx.beginPath(); ctx.arc(at.x(pic.x[i]), at.y(pic.y[i]), radius(pic, at) + 2, 0, 2 * Math.PI); }
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}

function around(pic, at, nodes) {
  const spots = nodes.flatMap((i) => corners(pic, i)), xs = spots.map(([a]) => at.x(a)), ys = spots.map(([, b]) => at.y(b));
  const x = (Math.min(...xs) + Math.max(...xs)) / 2, y = (Math.min(...ys) + Math.max(...ys)) / 2;
  const r = Math.max(...spots.map((_, k) => Math.hypot(xs[k] - x, ys[k] - y)));
  return [x, y, Math.max(r + (pic.kind === "cells" ? 6 : 14), 16)];
}

function corners(pic, i) {
  const found = [[pic.x[i], pic.y[i]]];
  for (let c = pic.start?.[i] ?? 0; c < (pic.start?.[i + 1] ?? 0); c += 1) found.push([pic.corners[2 * c], pic.corners[2 * c + 1]]);
  return found;
}

export function drawMarks(ctx, pic, at, given, flags) {
  // Of a map that is sent in parts only some places are known.
  const known = (i) => i !== null && pic.x[i] !== undefined, marks = { ...given, next: given.next.filter(known), others: given.others.map((group) => group.filter(known)), best: known(given.best) ? given.best : null, focus: known(given.focus) ? given.focus : null, pulse: given.pulse.length && given.pulse[0].every(known) ? given.pulse : [] };
  ctx.clearRect(0, 0, at.w, at.h);
  // Blue says what to do next; what was done then is dark.
  const paper = token("surface"), ink = token("ink"), blue = marks.then ? ink : token("accent"), labels = [];
  for (const group of marks.others) for (const i of group) outline(ctx, pic, at, i, token("accent"), 1.2);
  if (marks.next.length) {
    for (const i of marks.next) { outline(ctx, pic, at, i, paper, 5); outline(ctx, pic, at, i, blue, 2.4); }
    const [x, y, r] = around(pic, at, marks.next), compact = r < 72;
    if (compact) { ctx.strokeStyle = blue; ctx.lineWidth = 2; ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); ctx.stroke(); }
    if (marks.nextText) labels.push({ kind: marks.then ? "then" : "next", text: marks.nextText, x, y, r, colour: blue, width: 2 });
  }
  if (marks.best !== null) {
    const x = at.x(pic.x[marks.best]), y = at.y(pic.y[marks.best]);
    ctx.fillStyle = paper; ctx.beginPath(); ctx.arc(x, y, 6, 0, 2 * Math.PI); ctx.fill();
    ctx.fillStyle = ink; ctx.beginPath(); ctx.arc(x, y, 3.6, 0, 2 * Math.PI); ctx.fill();
    labels.push({ kind: "best", text: marks.bestText, x, y, r: 4, colour: ink, width: 1 });
  }
  if (marks.focus !== null) { outline(ctx, pic, at, marks.focus, paper, 4.5, 1); outline(ctx, pic, at, marks.focus, ink, 2, 1); }
  if (marks.pulse.length) {
    const [nodes, t] = marks.pulse;
    ctx.globalAlpha = 1 - t;
    const [x, y, r] = around(pic, at, nodes);
    ctx.strokeStyle = ink; ctx.lineWidth = 3; ctx.beginPath(); ctx.arc(x, y, r + 26 * t, 0, 2 * Math.PI); ctx.stroke();
    ctx.globalAlpha = 1;
  }
  label(ctx, flags, labels, pic, at, given.avoid ?? []);
}

// Labels are elements, so that they are sharp and readable at any size. Each stands where it hides
// least: off the marked places, the other label and the edges, over as few places as can be.
const WAYS = [[0, -1], [0, 1], [1, -0.55], [-1, -0.55], [1, 0.55], [-1, 0.55], [1, 0], [-1, 0]];

function label(ctx, host, labels, pic, at, avoid) {
  while (host.children.length > labels.length) host.lastChild.remove();
  const taken = [], sights = labels.map(({ x, y, r }) => [x - r, y - r, x + r, y + r]);
  labels.forEach((one, k) => {
    const flag = host.children[k] ?? host.appendChild(el("div")), { x, y, r, text } = one;
    flag.className = `flag ${one.kind}`;
    if (flag.dataset.text !== text.join()) {
      flag.dataset.text = text.join();
      flag.replaceChildren(`${text[0]} `, el("b", {}, text[1] ?? ""));
    }
    flag.hidden = x < -20 || y < -20 || x > at.w + 20 || y > at.h + 20;
    const wide = flag.offsetWidth || 150, high = flag.offsetHeight || 32;
    const spots = [26, 64].flatMap((far) => WAYS.map(([dx, dy]) => { const px = x + dx * (Math.min(r, 150) + far) - (dx > 0 ? 0 : dx < 0 ? wide : wide / 2), py = y + dy * (Math.min(r, 150) + far) - (dy > 0 ? 0 : dy < 0 ? high : high / 2); return [px, py, px + wide, py + high, far]; }));
    for (const px of [8, (at.w - wide) / 2, at.w - wide - 8]) for (const py of [TOP, at.h / 2, at.h - high - 90]) spots.push([px, py, px + wide, py + high, 100 + Math.hypot(px + wide / 2 - x, py + high / 2 - y)]);
    const [best] = spots.map((box) => [box, cost(box, [...sights, ...taken, ...avoid], pic, at)]).sort((a, b) => a[1] - b[1])[0];
    const px = Math.max(8, Math.min(best[0], at.w - wide - 8)), py = Math.max(TOP, Math.min(best[1], at.h - high - 8));
    taken.push([px, py, px + wide, py + high]);
    flag.style.transform = `translate(${px}px, ${py}px)`;
    if (flag.hidden) return;
    // From the rim of what is marked to the nearest side of the label.
    const tx = Math.max(px + 8, Math.min(x, px + wide - 8)), ty = Math.max(py, Math.min(y, py + high)), gap = Math.hypot(tx - x, ty - y) || 1, from = Math.min(r, 150) / gap;
    if (from < 1) { ctx.strokeStyle = one.colour; ctx.lineWidth = one.width; ctx.beginPath(); ctx.moveTo(x + (tx - x) * from, y + (ty - y) * from); ctx.lineTo(tx, ty); ctx.stroke(); }
  });
}

const TOP = 62;

function cost([x0, y0, x1, y1, far], boxes, pic, at) {
  const over = Math.max(0, 8 - x0) + Math.max(0, TOP - y0) + Math.max(0, x1 - at.w + 8) + Math.max(0, y1 - at.h + 8);
  let sum = 40 * over + 0.1 * far;
  for (const [a0, b0, a1, b1] of boxes) { const w = Math.min(x1, a1) - Math.max(x0, a0), h = Math.min(y1, b1) - Math.max(y0, b0); if (w > -2 && h > -2) sum += 400 + Math.max(w, 0) * Math.max(h, 0); }
  if (pic.x.length > 10000 || pic.x.length === undefined) return sum;
  const [wx0, wy0, wx1, wy1] = [at.worldX(x0), at.worldY(y0), at.worldX(x1), at.worldY(y1)];
  for (let i = 0; i < pic.x.length; i += 1) if (pic.x[i] > wx0 && pic.x[i] < wx1 && pic.y[i] > wy0 && pic.y[i] < wy1) sum += 1;
  return sum;
}

export const bestText = (value, over = false) => [over ? "Hottest" : "Hottest so far", val(value)];
