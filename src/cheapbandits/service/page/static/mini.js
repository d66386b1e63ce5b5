// Small maps: on the cards of campaigns, and beside the next group.
import { View } from "./view.js";
import { land, look, places } from "./paint.js";
import { drawMarks } from "./marks.js";
import { token } from "./colour.js";

function prepared(canvas) {
  const w = canvas.clientWidth, h = canvas.clientHeight, sharp = Math.min(window.devicePixelRatio || 1, 2), at = new View();
  canvas.width = w * sharp;
  canvas.height = h * sharp;
  Object.assign(at, { w, h });
  const ctx = canvas.getContext("2d");
  ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
  return [ctx, at];
}

// Both layers on one canvas: places are drawn beside, then laid over the land.
function both(canvas, pic, at, ctx, of) {
  land(ctx, pic, at);
  const top = new OffscreenCanvas(canvas.width, canvas.height), over = top.getContext("2d");
  over.setTransform(ctx.getTransform());
  places(over, pic, at, of);
  ctx.drawImage(top, 0, 0, at.w, at.h);
}

// The extent of a place: its cell's corners, or the node itself.
function around(pic, i, axis) {
  if (!pic.start) return [(axis ? pic.y : pic.x)[i]];
  const found = [];
  for (let c = pic.start[i]; c < pic.start[i + 1]; c += 1) found.push(pic.corners[2 * c + axis]);
  return found;
}

export function mini(canvas, pic, map, nodes) {
  const [ctx, at] = prepared(canvas);
  if (!at.w) return;
  const xs = nodes.flatMap((i) => around(pic, i, 0)), ys = nodes.flatMap((i) => around(pic, i, 1)), x = (Math.min(...xs) + Math.max(...xs)) / 2, y = (Math.min(...ys) + Math.max(...ys)) / 2;
  const half = Math.max((Math.max(...xs) - Math.min(...xs)) * 0.9, (Math.max(...ys) - Math.min(...ys)) * 0.9, 3.2 * pic.radius, 900);
  at.fit([x - half, y - half, x + half, y + half], { left: 4, right: 4, top: 4, bottom: 4 });
  both(canvas, pic, at, ctx, look("estimate", map.frame, map.scale));
  const top = new OffscreenCanvas(canvas.width, canvas.height), over = top.getContext("2d");
  over.setTransform(ctx.getTransform());
  drawMarks(over, pic, at, { next: nodes, nextText: null, others: [], best: null, focus: null, pulse: [] }, document.createElement("div"));
  ctx.drawImage(top, 0, 0, at.w, at.h);
}

export function cover(canvas, pic, frame, scale, nodes) {
  const [ctx, at] = prepared(canvas);
  if (!at.w || !pic.x) return;
  at.fit([0, 0, pic.width, pic.height], { left: 12, right: 12, top: 8, bottom: 8 });
  both(canvas, pic, at, ctx, look("estimate", frame, scale));
  if (!nodes.length) return;
  const xs = nodes.map((i) => at.x(pic.x[i])), ys = nodes.map((i) => at.y(pic.y[i]));
  ctx.strokeStyle = token("accent");
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(xs.reduce((a, b) => a + b) / xs.length, ys.reduce((a, b) => a + b) / ys.length, 9, 0, 2 * Math.PI);
  ctx.stroke();
}
