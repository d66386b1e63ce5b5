// Lines over rounds or money, with the names at their ends. What is still to come is pale.
import { num } from "./dom.js";
import { token } from "./colour.js";

export function chart(canvas, lines, { x1, y1, note }) {
  const w = canvas.clientWidth, h = canvas.clientHeight, sharp = window.devicePixelRatio || 1, ctx = canvas.getContext("2d");
  if (!w || !h) return;
  canvas.width = w * sharp;
  canvas.height = h * sharp;
  ctx.scale(sharp, sharp);
  // As much room as the numbers at the left and the names at the right take.
  ctx.font = "600 11px -apple-system, 'Segoe UI', Roboto, system-ui, sans-serif";
  const wide = (texts) => Math.max(0, ...texts.map((text) => ctx.measureText(text).width)), names = Math.min(wide(lines.map(({ name, points }) => `${name} ${num(points.at(-1)?.[1])}`)) + 14, w / 2);
  const left = Math.max(30, wide([0.5, 1].map((share) => num(share * y1, 2))) + 10), right = w - names, top = 8, bottom = h - 20, x = (v) => left + (v / (x1 || 1)) * (right - left), y = (v) => bottom - (v / (y1 || 1)) * (bottom - top);
  ctx.font = "11px -apple-system, 'Segoe UI', Roboto, system-ui, sans-serif";
  ctx.fillStyle = token("ink-3");
  ctx.strokeStyle = token("line");
  for (const share of [0, 0.5, 1]) { ctx.beginPath(); ctx.moveTo(left, y(share * y1)); ctx.lineTo(right, y(share * y1)); ctx.stroke(); ctx.textAlign = "right"; ctx.fillText(num(share * y1, 2), left - 6, y(share * y1) + 4); }
  ctx.textAlign = "left"; ctx.fillText("0", left, h - 5);
  ctx.textAlign = "right"; ctx.fillText(note, right, h - 5);
  const ends = [];
  for (const { name, colour, dash, points, upTo } of lines) {
    const draw = (from, to, alpha) => { ctx.globalAlpha = alpha; ctx.beginPath(); for (let k = from; k < to; k += 1) ctx.lineTo(x(points[k][0]), y(points[k][1])); ctx.stroke(); ctx.globalAlpha = 1; };
    ctx.strokeStyle = colour; ctx.lineWidth = 2; ctx.setLineDash(dash); ctx.lineJoin = "round";
    draw(0, upTo, 1);
    ctx.setLineDash([]); ctx.lineWidth = 1.4;
    draw(Math.max(upTo - 1, 0), points.length, 0.28);
    const last = points[Math.max(upTo - 1, 0)];
    if (last) { ctx.fillStyle = colour; ctx.beginPath(); ctx.arc(x(last[0]), y(last[1]), 4, 0, 2 * Math.PI); ctx.fill(); ends.push({ name, colour, px: x(last[0]), py: y(last[1]), value: last[1] }); }
  }
  ends.sort((a, b) => a.py - b.py);
  ends.forEach((end, k) => { end.ly = Math.max(end.py + 4, k ? ends[k - 1].ly + 14 : 10); });
  const over = ends.length ? Math.max(0, ends.at(-1).ly - (bottom + 4)) : 0;
  ctx.textAlign = "left";
  ctx.font = "600 11px -apple-system, 'Segoe UI', Roboto, system-ui, sans-serif";
  for (const end of ends) { ctx.fillStyle = end.colour; ctx.fillText(`${end.name} ${num(end.value)}`, Math.min(end.px + 9, right + 9), end.ly - over); }
}
