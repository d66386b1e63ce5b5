// Drawing places on a canvas: cells that grow with what is known, nodes, or dots.
import { shade, table, token } from "./colour.js";

// Gives a function place -> [colour, size from 0 to 1] for what the map shows.
export function look(view, frame, scale, truth) {
  const hot = table("hot"), off = hot[0][0];
  if (view === "true" && truth) return (i) => [shade(hot, (truth.at(i) - scale.low) / (scale.high - scale.low), 1), 1];
  if (!frame) return () => [off, 0];
  if (view === "readings") {
    const colours = table("count"), most = Math.max(1, Math.log2(1 + frame.top));
    return (i) => { const n = frame.readings[i]; return n ? [shade(colours, Math.log2(1 + n) / most, 1), 0.55 + 0.45 * Math.min(1, n / 3)] : [off, 0]; };
  }
  if (!frame.value) return () => [off, 0];
  if (view === "doubt") {
    const colours = table("doubt");
    return (i) => [shade(colours, frame.deviation[i] / 255, 1), 0.9];
  }
  const span = frame.high - frame.low, width = scale.high - scale.low;
  const known = new Float32Array(256), ref = Math.max(scale.ref, 0.6);
  for (let c = 0; c < 256; c += 1) known[c] = Math.max(0, Math.min(1, (c / 255 - 0.12) / (ref - 0.12)));
  return (i) => {
    const s = known[frame.known[i]], value = frame.low + (span * frame.value[i]) / 65535;
    return [shade(hot, (value - scale.low) / width, s), s];
  };
}

const inView = (x, y, at, room) => x > -room && y > -room && x < at.w + room && y < at.h + room;

export function trace(ctx, pic, at, i, size) {
  const { start, corners, first } = pic, k = at.k * size;
  let x = pic.x[i], y = pic.y[i], px = at.x(x), py = at.y(y);
  ctx.beginPath();
  for (let c = start[i]; c < start[i + 1]; c += 1) {
    // The user's polygons may have several rings a place; each but the first shrinks to its own middle.
    if (first?.[c] && c > start[i]) { ctx.closePath(); [x, y] = middle(pic, c, start[i + 1]); [px, py] = [at.x(x), at.y(y)]; ctx.moveTo(px + (corners[2 * c] - x) * k, py + (corners[2 * c + 1] - y) * k); }
    ctx.lineTo(px + (corners[2 * c] - x) * k, py + (corners[2 * c + 1] - y) * k);
  }
  ctx.closePath();
}

function middle({ corners, first }, from, end) {
  let x = 0, y = 0, c = from;
  do { x += corners[2 * c]; y += corners[2 * c + 1]; c += 1; } while (c < end && !first[c]);
  return [x / (c - from), y / (c - from)];
}

export function land(ctx, pic, at) {
  ctx.clearRect(0, 0, at.w, at.h);
  if (pic.kind === "cells") {
    ctx.fillStyle = ctx.strokeStyle = token("land");
    ctx.lineWidth = Math.max(2, 120 * at.k);
    ctx.lineJoin = "round";
    const room = 4000 * at.k;
    for (let i = 0; i < pic.n; i += 1) {
      if (!inView(at.x(pic.x[i]), at.y(pic.y[i]), at, room)) continue;
      trace(ctx, pic, at, i, 1.0);
      ctx.fill();
      ctx.stroke();
    }
    ctx.strokeStyle = token("line-2");
    ctx.lineWidth = 1;
    ctx.beginPath();
    const b = pic.borders;
    for (let k = 0; k < b.length; k += 4) { ctx.moveTo(at.x(b[k]), at.y(b[k + 1])); ctx.lineTo(at.x(b[k + 2]), at.y(b[k + 3])); }
    ctx.stroke();
  } else if (pic.pairs) {
    const few = pic.pairs.length < 10000;
    ctx.strokeStyle = token("line-2");
    ctx.globalAlpha = few ? 0.55 : 0.25;
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    for (let k = 0; k < pic.pairs.length; k += 2) { const a = pic.pairs[k], b = pic.pairs[k + 1]; ctx.moveTo(at.x(pic.x[a]), at.y(pic.y[a])); ctx.lineTo(at.x(pic.x[b]), at.y(pic.y[b])); }
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
  ctx.strokeStyle = token("line-2");
  ctx.lineWidth = 1;
  for (const [x0, y0, x1, y1] of pic.insets) { ctx.beginPath(); ctx.roundRect(at.x(x0), at.y(y0), (x1 - x0) * at.k, (y1 - y0) * at.k, 8); ctx.stroke(); }
}

export function places(ctx, pic, at, of) {
  ctx.clearRect(0, 0, at.w, at.h);
  if (pic.kind === "cells") return cells(ctx, pic, at, of);
  if (pic.kind === "nodes") return nodes(ctx, pic, at, of);
  return dots(ctx, pic, at, of);
}

function cells(ctx, pic, at, of) {
  const room = 3000 * at.k;
  let last = "";
  for (let i = 0; i < pic.n; i += 1) {
    if (!inView(at.x(pic.x[i]), at.y(pic.y[i]), at, room)) continue;
    const [colour, s] = of(i);
    if (colour !== last) ctx.fillStyle = last = colour;
    trace(ctx, pic, at, i, 0.94 * (0.34 + 0.66 * s));
    ctx.fill();
  }
}

export const radius = (pic, at) => Math.max(1.6, Math.min(pic.radius * at.k, 26));

function nodes(ctx, pic, at, of) {
  const r = radius(pic, at);
  ctx.strokeStyle = token("map");
  ctx.lineWidth = r > 3 ? 1 : 0.5;
  for (let i = 0; i < pic.n; i += 1) {
    const x = at.x(pic.x[i]), y = at.y(pic.y[i]);
    if (!inView(x, y, at, r)) continue;
    const [colour, s] = of(i);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x, y, r * (0.42 + 0.58 * s), 0, 2 * Math.PI);
    ctx.fill();
    if (r > 2) ctx.stroke();
  }
}

function dots(ctx, pic, at, of) {
  const r = Math.max(2.2, Math.min(2.4 * pic.radius * at.k, 20));
  let last = "";
  for (let i = 0; i < pic.n; i += 1) {
    const x = at.x(pic.x[i]), y = at.y(pic.y[i]);
    if (!inView(x, y, at, r)) continue;
    const [colour, s] = of(i), side = r * (0.55 + 0.45 * s);
    if (colour !== last) ctx.fillStyle = last = colour;
    ctx.fillRect(x - side / 2, y - side / 2, side, side);
  }
}
