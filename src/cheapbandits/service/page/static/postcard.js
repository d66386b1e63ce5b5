// The map as a picture to keep: with a title, what the colours mean, and when it was.
import { $, count, fine, num, unit, val } from "./dom.js";
import { STEPS, table, token } from "./colour.js";
import { RAMP, TITLES, ends } from "./legend.js";

const FONT = "-apple-system, 'Segoe UI', Roboto, system-ui, sans-serif", HEAD = 64, FOOT = 52;

export function postcard(page, name) {
  const { map, told, now } = page, { w, h } = map.at, { sharp } = map, canvas = document.createElement("canvas"), ctx = canvas.getContext("2d");
  Object.assign(canvas, { width: w * sharp, height: (h + HEAD + FOOT) * sharp });
  ctx.scale(sharp, sharp);
  ctx.fillStyle = token("surface");
  ctx.fillRect(0, 0, w, h + HEAD + FOOT);
  ctx.fillStyle = token("map");
  ctx.fillRect(0, HEAD, w, h);
  for (const layer of map.layers) ctx.drawImage(layer, 0, HEAD, w, h);
  const write = (text, x, y, font, colour, align = "left") => { Object.assign(ctx, { font: `${font} ${FONT}`, fillStyle: token(colour), textAlign: align }); ctx.fillText(text, x, y, w - 48); };
  const at = page.moment?.at ?? now.status.created, n = page.moment?.told ?? 0, day = new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  write(name, 24, 28, "600 18px", "ink");
  write(`${count(n, "reading")}, ${day}${told ? `. Hottest so far: ${told.name}, ${val(told.estimate, fine(told))} (very likely ${num(told.low, fine(told))} to ${num(told.high, fine(told))})` : ""}`, 24, 50, "13px", "ink-2");
  for (const flag of $("flags").children) label(ctx, flag);
  const [low, high] = ends(map.view, map.scale, map.frame), colours = table(RAMP[map.view])[15], y = HEAD + h;
  for (let x = 0; x < 200; x += 1) { ctx.fillStyle = colours[Math.floor((x / 200) * STEPS)]; ctx.fillRect(24 + x, y + 24, 1.2, 8); }
  write(`${TITLES[map.view]}${unit() && map.view !== "readings" ? `, ${unit()}` : ""}`, 24, y + 17, "12px", "ink-2");
  write(low, 24, y + 46, "12px", "ink-2");
  write(high, 224, y + 46, "12px", "ink-2", "right");
  if (map.view === "estimate") write("Large cells are well known, specks hardly", 260, y + 32, "12px", "ink-2");
  write("cheapbandits", w - 24, y + 32, "12px", "ink-3", "right");
  return canvas;
}

// The labels over the map are elements; here they are drawn.
function label(ctx, flag) {
  if (flag.hidden) return;
  const [, x, y] = flag.style.transform.match(/([\d.-]+)px, ([\d.-]+)px/) ?? [], [fill, text] = flag.classList.contains("next") ? ["accent", "on-accent"] : flag.classList.contains("then") ? ["ink", "surface"] : ["surface", "ink"], wide = flag.offsetWidth, high = flag.offsetHeight;
  ctx.fillStyle = token(fill);
  ctx.strokeStyle = token(fill === "surface" ? "line-2" : fill);
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(Number(x), HEAD + Number(y), wide, high, 6);
  ctx.fill();
  ctx.stroke();
  Object.assign(ctx, { font: `600 13px ${FONT}`, fillStyle: token(text), textAlign: "center" });
  ctx.fillText(flag.textContent.trim(), Number(x) + wide / 2, HEAD + Number(y) + high / 2 + 4.5, wide - 8);
}
