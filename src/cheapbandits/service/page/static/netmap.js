// The map of a network nobody has measured yet: its places and links, and around any place the widest group.
import { $, named } from "./dom.js";
import { token } from "./colour.js";
import { PlaceMap } from "./map.js";
import { drawMarks } from "./marks.js";
import { land, radius, trace } from "./paint.js";

const ROOM = { left: 20, right: 60, top: 12, bottom: 12 }, SMALL = { left: 12, right: 52, top: 12, bottom: 12 };
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class NetworkMap extends PlaceMap {
  constructor(host) {
    super(host, { pick: (node) => this.point(node, true) });
    Object.assign(this, { wide: 1, links: null, odd: null, held: false });
    this.layers[1].addEventListener("pointerleave", () => { if (!this.held) this.point(null); });
    this.layers[1].addEventListener("keydown", (event) => {
      const way = WAYS[event.key], zoom = { "+": "in", "=": "in", "-": "out", 0: "fit" }[event.key];
      if (!way && !zoom && event.key !== "Escape") return;
      event.preventDefault();
      if (zoom) this.zoom(zoom);
      else if (way) this.point(this.marks.focus === null ? 0 : (this.towards(this.marks.focus, ...way) ?? this.marks.focus), true);
      else this.point(null, true);
    });
    for (const button of host.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => this.zoom(button.dataset.zoom));
  }

  // A picture and what there is to say of its links; both are the server's.
  see(pic, links) {
    Object.assign(this, { links, odd: null, held: false, stance: null });
    Object.assign(this.marks, { next: [], nextText: null, focus: null });
    this.at.moved = false;
    this.beside = this.neighbours(pic.n);
    this.show(pic);
  }

  neighbours(n) {
    const found = Array.from({ length: this.links.link ? n : 0 }, () => []), pairs = this.links.link ?? [];
    for (let k = 0; k < pairs.length; k += 2) { found[pairs[k]].push(pairs[k + 1]); found[pairs[k + 1]].push(pairs[k]); }
    return found;
  }

  fit() { this.room = this.at.w < 480 ? SMALL : ROOM; super.fit(); }

  name(node) { return this.links.names ? this.links.names[node] : named(String(node)); }

  group(node) { return this.links.group ? [...new Set(this.links.group.slice(node * this.links.wide, node * this.links.wide + this.wide))] : []; }

  // Show a place with its links and the widest group around it; one that is held stays.
  point(node, held = false) {
    if (!this.links?.group || (this.held && !held)) return;
    const group = node === null ? [] : this.group(node), count = node === null ? 0 : this.links.count[node];
    this.held = held && node !== null;
    Object.assign(this.marks, { focus: node, next: group, nextText: null });
    const about = `${count} ${count === 1 ? "link" : "links"}, ${group.length > 1 ? `group of ${group.length}` : "measured alone"}`;
    if (node !== null) this.marks.nextText = [this.name(node).slice(0, 48), about];
    $("spot").textContent = held && node !== null ? `${this.name(node)}: ${about}` : "";
    this.host.dataset.group = String(group.length);
    if (held && node !== null && this.at.reveal(this.pic.x[node], this.pic.y[node], 24)) this.draw(); else this.paintMarks();
  }

  // Point a link out, from near enough to see it.
  mark(ends) { this.held = false; this.point(null); this.odd = ends; this.near(ends, 0.3); }

  hovered(sx, sy) {
    const node = this.held ? null : this.nearest(sx, sy, 22);
    this.layers[1].style.cursor = this.nearest(sx, sy, 22) === null ? "grab" : "pointer";
    if (!this.held && node !== this.marks.focus) this.point(node);
  }

  nearest(sx, sy, most) { return this.pic?.x ? super.nearest(sx, sy, most) : null; }

  paint() {
    if (!this.pic || !this.at.w) return;
    const [ground, top] = this.layers.map((layer) => this.context(layer)), { at, pic } = this;
    ground.clearRect(0, 0, at.w, at.h);
    top.clearRect(0, 0, at.w, at.h);
    if (!pic.x) this.squares(top);
    else { land(ground, { ...pic, pairs: null }, at); this.seams(ground); this.lines(ground); this.dots(top); }
    this.paintMarks();
    this.host.dataset.drawn = pic.x ? `${pic.kind} ${this.links.link?.length / 2}` : "squares";
  }

  // Where cells meet, while they are large enough to tell apart.
  seams(ctx) {
    const { pic, at } = this;
    if (pic.kind !== "cells" || radius(pic, at) < 3) return;
    ctx.strokeStyle = token("line");
    ctx.lineWidth = 1;
    for (let i = 0; i < pic.n; i += 1) { trace(ctx, pic, at, i, 1); ctx.stroke(); }
  }

  lines(ctx) {
    const { pic, at } = this, pairs = this.links.link;
    if (!pairs) return;
    ctx.strokeStyle = token("ink-3");
    ctx.lineWidth = pairs.length > 12000 ? 0.7 : 1;
    ctx.globalAlpha = Math.max(0.34, Math.min(0.5, 18 / Math.sqrt(pairs.length)));
    const some = (from, to) => { ctx.beginPath(); for (let k = from; k < to; k += 2) { ctx.moveTo(at.x(pic.x[pairs[k]]), at.y(pic.y[pairs[k]])); ctx.lineTo(at.x(pic.x[pairs[k + 1]]), at.y(pic.y[pairs[k + 1]])); } ctx.stroke(); };
    some(0, 2 * this.links.within);
    ctx.setLineDash([2, 4]); // into a box of places that lie far off
    some(2 * this.links.within, pairs.length);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  // Well linked ones are a little larger; those that hang with few others stand out.
  dots(ctx) {
    const { pic, at, links } = this, ink = token("ink-2"), apart = token("warn"), r = Math.max(pic.n > 1500 ? 1.1 : 1.6, Math.min(0.62 * radius(pic, at), 6.5)), usual = Math.max(pic.neighbours, 1);
    ctx.strokeStyle = token("land");
    ctx.lineWidth = r > 2.5 ? 1.2 : 0.4;
    for (let i = 0; i < pic.n; i += 1) {
      const size = r * Math.max(0.75, Math.min(1.35, Math.sqrt(links.count[i] / usual)));
      ctx.fillStyle = links.part[i] ? apart : ink;
      ctx.beginPath();
      ctx.arc(at.x(pic.x[i]), at.y(pic.y[i]), links.part[i] ? Math.max(size, 2.2) : size, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    }
  }

  squares(ctx) {
    const { at, links, pic } = this, side = (pic.width / links.across) * at.k;
    ctx.fillStyle = token("ink-3");
    for (const k of links.bin) ctx.fillRect(at.x(0) + (k % links.across) * side, at.y(0) + Math.floor(k / links.across) * side, Math.ceil(side), Math.ceil(side));
  }

  // The place one points at and its group are ringed; their cells and links lie beneath the rings.
  paintMarks() {
    if (!this.pic?.x) return;
    const { at, pic, marks } = this, ctx = this.context(this.layers[2]);
    drawMarks(ctx, { ...pic, kind: "nodes", start: undefined, radius: 0.7 * pic.radius }, at, { ...marks, avoid: this.furniture() }, $("flags"));
    ctx.globalCompositeOperation = "destination-over";
    const line = (a, b, colour, width) => { ctx.strokeStyle = colour; ctx.lineWidth = width; ctx.beginPath(); ctx.moveTo(at.x(pic.x[a]), at.y(pic.y[a])); ctx.lineTo(at.x(pic.x[b]), at.y(pic.y[b])); ctx.stroke(); };
    if (this.odd) { line(...this.odd, token("warn"), 3.5); line(...this.odd, token("land"), 7); }
    if (marks.focus !== null) for (const other of this.beside[marks.focus] ?? []) line(marks.focus, other, token("ink"), 1.6);
    if (pic.kind === "cells") { ctx.fillStyle = token("accent"); ctx.globalAlpha = 0.28; for (const i of marks.next) { trace(ctx, pic, at, i, 0.97); ctx.fill(); } }
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = "source-over";
  }
}
