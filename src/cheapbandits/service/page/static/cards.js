// The campaigns: a small map on each card, and how sure each is, as they are worked out.
import { $, num, percent, toast } from "./dom.js";
import { get, packed, upload } from "./api.js";
import { rounded } from "./colour.js";
import { cover } from "./mini.js";
import { me } from "./ways.js";

async function card(host) {
  const base = `/page/campaigns/${host.dataset.campaign}`, canvas = host.querySelector(".mini");
  const [pic, now] = await Promise.all([packed(`${base}/map`), get(`${base}/now`)]);
  const nodes = now.status.state === "running" ? (now.asks[0]?.nodes ?? []) : [];
  host.querySelector(".sub").textContent = `${pic.n.toLocaleString("en-US")} places, ${pic.mapped ? "on a map" : "a network"}`;
  let draw = () => cover(canvas, pic, null, { low: 0, high: 1, ref: 0.6 }, nodes);
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
  addEventListener("resize", () => draw());
  if (!now.status.told && !now.status.observed) return;
  const frame = await packed(`${base}/frame`);
  const [low, high] = rounded(frame.low, frame.high), sorted = Uint8Array.from(frame.known ?? []).sort();
  draw = () => cover(canvas, pic, frame, { low, high, ref: Math.max(0.6, sorted[Math.floor(0.98 * sorted.length)] / 255 || 0.6) }, nodes);
  draw();
  const { verdict } = await get(`${base}/answer?now=true`);
  if (!verdict) return;
  host.querySelector(".best").textContent = verdict.name;
  host.querySelector(".value").textContent = num(verdict.estimate);
  host.querySelector(".sure").textContent = verdict.probability === null ? "how sure cannot be said yet" : `${percent(verdict.probability)} sure it is the hottest`;
  host.querySelector(".range").textContent = `${num(verdict.low)} to ${num(verdict.high)}`;
}

// One card after the other: each may take a while the first time.
async function all() { for (const host of document.querySelectorAll("[data-campaign]")) await card(host).catch(() => { host.querySelector(".sure").textContent = ""; }); }

me();
all();
const drop = $("drop");
for (const kind of ["dragover", "dragleave", "drop"]) drop.addEventListener(kind, async (event) => {
  event.preventDefault();
  drop.classList.toggle("over", kind === "dragover");
  const file = kind === "drop" && event.dataTransfer.files[0];
  if (!file) return;
  try {
    const got = await upload(`/api/graphs?file=${encodeURIComponent(file.name)}`, file);
    location.href = `/new?${new URLSearchParams({ upload: got.upload, file: file.name })}`;
  } catch (error) { toast(error.message); }
});
