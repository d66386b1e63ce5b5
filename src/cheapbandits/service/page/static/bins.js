// More places than a browser draws: the server sends the hottest of each few pixels, and the places themselves once few are in view.
import { packed } from "./api.js";
import { look, places } from "./paint.js";

export class Bins {
  constructor(base, map) { Object.assign(this, { base, map, data: null, asked: "" }); }

  // Draws what is there at once, and asks for what is in view now.
  paint(ground, top, map) {
    const { at } = map;
    ground.clearRect(0, 0, at.w, at.h);
    top.clearRect(0, 0, at.w, at.h);
    const box = [at.worldX(0), at.worldY(0), at.worldX(at.w), at.worldY(at.h)].map(Math.round);
    const want = `${this.base}/bins?x0=${box[0]}&y0=${box[1]}&x1=${box[2]}&y1=${box[3]}&w=${Math.round(at.w / 4)}&h=${Math.round(at.h / 4)}${!map.frame ? "&plain=true" : map.then === null ? "" : `&at=${map.then}`}`;
    if (this.data) this.draw(top, map);
    const mine = `${want} ${map.frame?.digest}`;
    if (mine === this.asked) return;
    this.asked = mine;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => { const data = await packed(want).catch(() => null); if (data && this.asked === mine) { this.data = data; map.draw(); } }, 80);
  }

  draw(ctx, map) {
    const { data } = this, { at } = map;
    map.host.dataset.parts = data.kind;
    if (data.kind === "places") {
      places(ctx, { ...map.pic, ...data, n: data.x.length, kind: "dots" }, at, look(map.view, data, map.scale, null));
      return;
    }
    const of = look(map.view, data, map.scale, null), w = ((data.x1 - data.x0) / data.w) * at.k, h = ((data.y1 - data.y0) / data.h) * at.k;
    for (let k = 0; k < data.cell.length; k += 1) {
      const x = data.cell[k] % data.w, y = Math.floor(data.cell[k] / data.w);
      [ctx.fillStyle] = of(k);
      ctx.fillRect(at.x(data.x0) + x * w, at.y(data.y0) + y * h, Math.ceil(w) , Math.ceil(h));
    }
  }
}
