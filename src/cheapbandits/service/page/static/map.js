// The map: land, places, and marks over them, each on a canvas of its own.
import { $ } from "./dom.js";
import { look, land, places } from "./paint.js";
import { drawMarks } from "./marks.js";
import { View, gestures } from "./view.js";

const ROOM = { left: 32, right: 72, top: 72, bottom: 84 };

export class PlaceMap {
  // `at` is told of clicks, hovers and steps: {pick(node), step(node)}.
  constructor(host, at) {
    this.host = host;
    this.layers = ["land", "places", "marks"].map((id) => $(id));
    this.at = new View();
    this.tell = at;
    this.pic = this.frame = this.truth = this.then = null;
    this.view = "estimate";
    this.scale = { low: 0, high: 1, ref: 0.6 };
    this.marks = { next: [], others: [], best: null, focus: null, pulse: [] };
    this.room = ROOM;
    gestures(this.layers[1], this.at, { redraw: () => this.draw(), click: (x, y) => this.clicked(x, y), hover: (x, y) => this.hovered(x, y) });
    new ResizeObserver(() => this.resized()).observe(host);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  show(pic) {
    this.pic = pic;
    this.resized();
  }

  resized() {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (!w || !h) return;
    this.phone = matchMedia("(max-width: 719px)").matches;
    this.room = this.phone ? { left: 12, right: 12, top: 60, bottom: 76 } : ROOM;
    this.sharp = Math.min(window.devicePixelRatio || 1, 2);
    for (const layer of this.layers) { layer.width = w * this.sharp; layer.height = h * this.sharp; }
    Object.assign(this.at, { w, h });
    if (this.pic && !this.at.moved) this.fit();
    this.draw();
  }

  fit() {
    this.at.fit([0, 0, this.pic.width, this.pic.height], this.room);
    this.at.fitted = this.at.k;
    this.at.moved = false;
    this.draw();
  }

  // Look at some places, from not too near; for phones, where the whole map is too small.
  near(nodes, span = 0.16) {
    if (!nodes.length || this.pic?.x?.[nodes[0]] === undefined) return;
    const xs = nodes.map((i) => this.pic.x[i]), ys = nodes.map((i) => this.pic.y[i]);
    const x = (Math.min(...xs) + Math.max(...xs)) / 2, y = (Math.min(...ys) + Math.max(...ys)) / 2;
    const half = Math.max((Math.max(...xs) - Math.min(...xs)) * 0.8, (Math.max(...ys) - Math.min(...ys)) * 0.8, (span * this.pic.width) / 2);
    this.at.fit([x - half, y - half, x + half, y + half], this.room);
    this.at.moved = true;
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = null; this.paint(); });
  }

  paint() {
    if (!this.pic || !this.at.w) return;
    const began = performance.now(), [ground, top] = this.layers.map((layer) => this.context(layer));
    const stance = [this.at.k, this.at.tx, this.at.ty, this.at.w, this.at.h, matchMedia("(prefers-color-scheme: dark)").matches].join();
    if (this.bins) this.bins.paint(ground, top, this);
    else {
      if (stance !== this.stance) land(ground, this.pic, this.at);
      places(top, this.pic, this.at, look(this.view, this.frame, this.scale, this.truth));
    }
    this.stance = stance;
    this.paintMarks();
    this.took = performance.now() - began;
    this.host.dataset.drawn = this.frame ? `${this.view} ${this.frame.seq}` : "land";
  }

  paintMarks() {
    if (this.pic?.x) this.marks.avoid = this.furniture();
    if (this.pic?.x) drawMarks(this.context(this.layers[2]), this.pic, this.at, this.marks, $("flags"));
  }

  // What stands over the map already: a label keeps off it.
  furniture() {
    const { left, top } = this.host.getBoundingClientRect();
    const boxes = [...this.host.querySelectorAll(".map-tools, .zoom, .legend, .whole")].map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => [box.left - left, box.top - top, box.right - left, box.bottom - top]);
    return this.phone ? [...boxes, [0, this.at.h - 18, this.at.w, this.at.h + 200]] : boxes; // the sheet lies over its end
  }

  context(layer) {
    const ctx = layer.getContext("2d");
    ctx.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
    return ctx;
  }

  zoom(how) {
    if (how === "fit") this.fit();
    else { this.at.zoom(how === "in" ? 1.6 : 1 / 1.6); this.draw(); }
  }

  // -- which place ---------------------------------------------------------------------------------
  nearest(sx, sy, most = 40) {
    if (!this.pic) return null;
    const few = this.bins?.data?.kind === "places" ? this.bins.data : null, { x, y } = few ?? this.pic, wx = this.at.worldX(sx), wy = this.at.worldY(sy);
    let best = null, least = (most / this.at.k) ** 2;
    for (let i = 0; i < x.length; i += 1) { const d = (x[i] - wx) ** 2 + (y[i] - wy) ** 2; if (d < least) { least = d; best = i; } }
    return few && best !== null ? few.node[best] : best;
  }

  clicked(sx, sy) { this.tell.pick(this.nearest(sx, sy)); }

  hovered(sx, sy) { this.layers[1].style.cursor = this.nearest(sx, sy, 14) === null ? "grab" : "pointer"; }

  // The neighbour in a direction: the nearest of those that lie that way.
  towards(node, dx, dy) {
    const { x, y } = this.pic;
    let best = null, least = Infinity;
    for (let i = 0; i < x.length; i += 1) {
      const ax = x[i] - x[node], ay = y[i] - y[node], along = ax * dx + ay * dy, aside = Math.abs(ax * dy - ay * dx);
      if (i === node || along <= 0 || aside > 1.2 * along) continue;
      const d = along + 1.5 * aside;
      if (d < least) { least = d; best = i; }
    }
    return best;
  }

  focus(node) {
    this.marks.focus = node;
    if (node !== null && this.pic.x[node] !== undefined) $("place").classList.toggle("right", this.at.x(this.pic.x[node]) < 340);
    // On a phone the card of a place takes the lower part: the place comes above it.
    if (this.phone && node !== null && this.pic.x[node] !== undefined) { this.at.pan(this.at.w / 2 - this.at.x(this.pic.x[node]), 98 - this.at.y(this.pic.y[node])); this.draw(); } else if (node !== null && this.pic.x[node] !== undefined && this.at.reveal(this.pic.x[node], this.pic.y[node])) this.draw();
    else this.paintMarks();
  }

  pulse(nodes) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const began = performance.now(), step = (now) => {
      const t = Math.min((now - began) / 900, 1);
      this.marks.pulse = t < 1 ? [nodes, t] : [];
      this.paintMarks();
      if (t < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}
