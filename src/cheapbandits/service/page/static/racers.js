// Those who race: a map each with what it believes, its name as a choice, and what it has come to.
import { $, el, num } from "./dom.js";
import { dark, token } from "./colour.js";
import { land, look, places, radius } from "./paint.js";
import { View } from "./view.js";

const INKS = { light: ["#B93A12", "#1D5BD8", "#5B636B"], dark: ["#F39A4A", "#8AB4FF", "#B3BCC4"] };
export const inks = () => INKS[dark() ? "dark" : "light"];
const FACTS = ["spent", "measured together", "short of the hottest"], ORDER = ["First", "Second", "Third"];

export const known = () => [...$("policies").content.querySelectorAll("option")].map((one) => one.value);
const about = (name) => [...$("policies").content.querySelectorAll("option")].find((one) => one.value === name)?.dataset.about ?? "";

export class Racer {
  // `change` is called with the name that was chosen, or with null where it leaves the race.
  constructor(k, names, change) {
    const name = names[k], choice = el("select", { "aria-label": `${ORDER[k]} method` }, $("policies").content.cloneNode(true));
    for (const option of choice.querySelectorAll("option")) option.disabled = option.value !== name && names.includes(option.value);
    choice.value = name;
    choice.addEventListener("change", () => change(choice.value));
    const leave = names.length > 2 ? el("button", { type: "button", class: "leave", "aria-label": `${name} leaves the race`, title: "Leaves the race", onclick: () => change(null) }, "\u00d7") : "";
    this.canvas = el("canvas", { role: "img", "aria-label": `What ${name} believes` });
    this.facts = FACTS.map((text) => el("div", {}, el("dt", {}, text), el("dd", {}, "\u2013")));
    this.box = el("section", { class: "racer", "aria-label": name }, el("header", {}, el("i", {}), choice, el("span", { class: "sub", title: about(name) }, about(name)), leave), el("div", { class: "field" }, this.canvas), el("dl", {}, this.facts));
    this.k = k;
    this.at = new View();
  }

  tint() { this.box.style.setProperty("--who", inks()[this.k]); }

  // Land and links stay as they are from round to round: drawn once for a size and a theme.
  ground(pic, w, h, sharp) {
    const key = [w, h, sharp, dark()].join();
    if (this.key === key && this.pic === pic) return this.under;
    const under = new OffscreenCanvas(w * sharp, h * sharp), ctx = under.getContext("2d");
    ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
    Object.assign(this.at, { w, h });
    this.at.fit([0, 0, pic.width, pic.height], { left: 20, right: 20, top: 16, bottom: 16 });
    land(ctx, pic, this.at);
    Object.assign(this, { key, pic, under });
    return under;
  }

  draw(pic, row, head, truth) {
    const { canvas, at } = this, sharp = Math.min(window.devicePixelRatio || 1, 2), w = canvas.clientWidth, h = canvas.clientHeight;
    if (!w || !h) return;
    const under = this.ground(pic, w, h, sharp), top = new OffscreenCanvas(under.width, under.height), over = top.getContext("2d");
    if (canvas.width !== under.width || canvas.height !== under.height) Object.assign(canvas, { width: under.width, height: under.height });
    over.setTransform(sharp, 0, 0, sharp, 0, 0);
    const show = truth && head, wide = show ? head.true : row?.value, frame = wide ? { value: Uint16Array.from(wide, (v) => v * 257), known: show ? new Uint8Array(wide.length).fill(255) : row.known, low: 0, high: 1, readings: null } : null;
    places(over, pic, at, look("estimate", frame, { low: 0, high: 1, ref: 0.95 }));
    const ctx = canvas.getContext("2d");
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.drawImage(under, 0, 0);
    ctx.drawImage(top, 0, 0);
    ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
    this.rings(ctx, row, head);
    this.box.dataset.drawn = `${w} ${h} ${dark() ? "dark" : "light"}`;
    [row ? row.cost.toFixed(1) : "\u2013", row ? String(row.nodes.length) : "\u2013", row ? num(row.short, 2) : "\u2013"].forEach((text, k) => { this.facts[k].lastChild.textContent = text; });
  }

  rings(ctx, row, head) {
    const { pic, at } = this, r = (pic.kind === "cells" ? 4 : radius(pic, at)) + 4, ring = (i, colour, dash, size) => { ctx.strokeStyle = colour; ctx.lineWidth = 2; ctx.setLineDash(dash); ctx.beginPath(); ctx.arc(at.x(pic.x[i]), at.y(pic.y[i]), size, 0, 2 * Math.PI); ctx.stroke(); ctx.setLineDash([]); };
    for (const i of row?.nodes ?? []) ring(i, token("accent"), [], r);
    if (head) ring(head.hottest, token("ink"), [3, 3], r + 6);
  }
}
