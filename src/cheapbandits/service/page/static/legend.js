// What colours and sizes mean, for the view that is shown.
import { el, num, unit } from "./dom.js";
import { shade, STEPS, table } from "./colour.js";

export const TITLES = { estimate: "Estimated value", doubt: "Doubt: how far off it typically is", readings: "Readings that touch a place", true: "True value" };
export const RAMP = { estimate: "hot", true: "hot", doubt: "doubt", readings: "count" };

export const ends = (view, scale, frame) => ({ doubt: ["0", num(frame?.most || null)], readings: ["1", String(frame?.top || 1)] }[view] ?? [num(scale.low), num(scale.high)]);

export function legend(host, view, scale, frame) {
  const ramp = el("canvas", { width: 256, height: 1 }), ctx = ramp.getContext("2d"), colours = table(RAMP[view]);
  for (let x = 0; x < 256; x += 1) { ctx.fillStyle = colours[15][Math.floor((x / 256) * STEPS)]; ctx.fillRect(x, 0, 1, 1); }
  const [low, high] = ends(view, scale, frame);
  const parts = [el("div", {}, el("p", {}, TITLES[view], view === "readings" || !unit() ? "" : `, ${unit()}`), ramp, el("div", { class: "ends" }, el("span", {}, low), el("span", {}, high)))];
  if (view === "estimate") parts.push(sizes());
  host.replaceChildren(...parts);
}

function sizes() {
  const canvas = el("canvas", { class: "sizes", width: 296, height: 36 }), ctx = canvas.getContext("2d"), hot = table("hot");
  for (let k = 0; k < 6; k += 1) {
    const s = k / 5, side = 30 * (0.28 + 0.72 * s) * 0.94;
    ctx.fillStyle = shade(hot, 0.68, s);
    ctx.beginPath();
    ctx.roundRect(16 + k * 52 - side / 2, 18 - side / 2, side, side, 3);
    ctx.fill();
  }
  return el("div", { class: "known" }, el("p", {}, "How well known"), canvas, el("div", { class: "ends" }, el("span", {}, "little"), el("span", {}, "well")));
}
