// Where one looks on a map: how far zoomed, moved by finger, mouse or key.

export class View {
  constructor() { this.k = 1; this.tx = 0; this.ty = 0; this.w = 1; this.h = 1; this.fitted = 1; this.moved = false; }
  x(px) { return px * this.k + this.tx; }
  y(py) { return py * this.k + this.ty; }
  worldX(sx) { return (sx - this.tx) / this.k; }
  worldY(sy) { return (sy - this.ty) / this.k; }

  // Show a box of the world with room around it.
  fit([x0, y0, x1, y1], room, most = Infinity) {
    const w = Math.max(this.w - room.left - room.right, 40), h = Math.max(this.h - room.top - room.bottom, 40);
    this.k = Math.min(w / Math.max(x1 - x0, 1), h / Math.max(y1 - y0, 1), most);
    this.tx = room.left + (w - (x0 + x1) * this.k) / 2;
    this.ty = room.top + (h - (y0 + y1) * this.k) / 2;
  }

  zoom(factor, sx = this.w / 2, sy = this.h / 2) {
    const k = Math.max(this.fitted * 0.6, Math.min(this.k * factor, this.fitted * 400)), ratio = k / this.k;
    this.tx = sx - (sx - this.tx) * ratio;
    this.ty = sy - (sy - this.ty) * ratio;
    this.k = k;
    this.moved = true;
  }

  pan(dx, dy) { this.tx += dx; this.ty += dy; this.moved = true; }

  // Move so that a point of the world is well within the picture.
  reveal(px, py, edge = 60) {
    const sx = this.x(px), sy = this.y(py);
    if (sx > edge && sy > edge && sx < this.w - edge && sy < this.h - edge) return false;
    this.pan(this.w / 2 - sx, this.h / 2 - sy);
    return true;
  }
}

// One finger or the mouse moves, two fingers or the wheel zoom; a tap that moved nothing is a click.
export function gestures(canvas, view, { redraw, click, hover }) {
  const fingers = new Map();
  let travelled = 0, apart = 0;
  const spot = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, spot(event));
    canvas.setPointerCapture(event.pointerId);
    travelled = fingers.size > 1 ? 99 : 0;
    apart = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = spot(event), before = fingers.get(event.pointerId);
    if (!before) return hover(x, y);
    fingers.set(event.pointerId, [x, y]);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], gap = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (apart) view.zoom(gap / apart, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      apart = gap;
    } else {
      travelled += Math.abs(x - before[0]) + Math.abs(y - before[1]);
      if (travelled < 4) return undefined;
      view.pan(x - before[0], y - before[1]);
    }
    return redraw();
  });
  const up = (event) => {
    const [x, y] = spot(event);
    if (fingers.delete(event.pointerId) && event.type === "pointerup" && travelled < 4) click(x, y);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); view.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...spot(event)); redraw(); }, { passive: false });
}
