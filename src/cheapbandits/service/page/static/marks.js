// What stands over the places: the next group in blue, the hottest so far, the one in focus.
import { el, num } from "./dom.js";
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
  const blue = token("accent"), paper = token("surface"), ink = token("ink");
  for (const group of marks.others) for (const i of group) outline(ctx, pic, at, i, blue, 1.2);
  const labels = [];
  if (marks.next.length) {
    for (const i of marks.next) { outline(ctx, pic, at, i, paper, 5); outline(ctx, pic, at, i, blue, 2.4); }
    const [x, y, r] = around(pic, at, marks.next), compact = r < 72;
    ctx.strokeStyle = blue;
    ctx.lineWidth = 2;
    if (compact) { ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); ctx.stroke(); }
    const up = y - (compact ? r : 0) > 110, tip = compact ? (up ? y - r : y + r) : y, end = up ? tip - 28 : tip + 28;
    if (marks.nextText) { ctx.beginPath(); ctx.moveTo(x, tip); ctx.lineTo(x, end); ctx.stroke(); labels.push(["next", marks.nextText, x, up ? end - 30 : end, 0.5]); }
  }
  if (marks.best !== null) {
    const x = at.x(pic.x[marks.best]), y = at.y(pic.y[marks.best]);
    ctx.fillStyle = paper; ctx.beginPath(); ctx.arc(x, y, 6, 0, 2 * Math.PI); ctx.fill();
    ctx.fillStyle = ink; ctx.beginPath(); ctx.arc(x, y, 3.6, 0, 2 * Math.PI); ctx.fill();
    const right = x < at.w - 300, ex = x + (right ? 44 : -44), low = y < at.h - 120, ey = y + (low ? 34 : -34);
    ctx.strokeStyle = ink; ctx.lineWidth = 1; ctx.beginPath(); ctx.moveTo(x, y); ctx.lineTo(ex, ey); ctx.stroke();
    labels.push(["best", marks.bestText, ex, ey - 15, right ? 0 : 1]);
  }
  if (marks.focus !== null) { outline(ctx, pic, at, marks.focus, paper, 4.5, 1); outline(ctx, pic, at, marks.focus, ink, 2, 1); }
  if (marks.pulse.length) {
    const [nodes, t] = marks.pulse;
    ctx.globalAlpha = 1 - t;
    const [x, y, r] = around(pic, at, nodes);
    ctx.strokeStyle = ink; ctx.lineWidth = 3; ctx.beginPath(); ctx.arc(x, y, r + 26 * t, 0, 2 * Math.PI); ctx.stroke();
    ctx.globalAlpha = 1;
  }
  label(flags, labels, at);
}

// Labels are elements, so that they are sharp and readable at any size; they keep off the edges.
function label(host, labels, at) {
  while (host.children.length > labels.length) host.lastChild.remove();
  labels.forEach(([kind, text, x, y, share], k) => {
    const flag = host.children[k] ?? host.appendChild(el("div"));
    flag.className = `flag ${kind}`;
    if (flag.dataset.text !== text.join()) {
      flag.dataset.text = text.join();
      flag.replaceChildren(`${text[0]} `, el("b", {}, text[1] ?? ""));
    }
    const wide = flag.offsetWidth, px = Math.max(8, Math.min(x - share * wide, at.w - wide - 8)), py = Math.max(60, Math.min(y, at.h - 40));
    flag.style.transform = `translate(${px}px, ${py}px)`;
    flag.hidden = x < -20 || y < -20 || x > at.w + 20 || y > at.h + 20;
  });
}

export const bestText = (value) => ["Hottest so far", num(value)];
