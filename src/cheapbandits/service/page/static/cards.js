// The campaigns: a small map on each card, and how sure each is, as they are worked out.
import { $, count, el, named, num, toast, val } from "./dom.js";
import { goalText, MANY, surely, unlooked, working } from "./answer.js";
import { get, packed, upload } from "./api.js";
import { rounded } from "./colour.js";
import { columns } from "./columns.js";
import { titleOf } from "./group.js";
import { cover } from "./mini.js";
import { called, ended, measuring } from "./people.js";
import { refused } from "./refused.js";
import { Queue, withReadings } from "./queue.js";
import { orphaned } from "./untaken.js";
import { me } from "./ways.js";

async function card(host) {
  const base = `/page/campaigns/${host.dataset.campaign}`, canvas = host.querySelector(".mini"), { unit } = host.dataset, part = (name) => host.querySelector(`.${name}`);
  const [pic, now] = await Promise.all([packed(`${base}/map`), get(`${base}/now`)]);
  const nodes = now.status.state === "running" ? (now.asks[0]?.nodes ?? []) : [];
  part("body").querySelector(".sub").textContent = `${pic.n.toLocaleString("en-US")} places, ${pic.mapped ? "on a map" : "a network"}`;
  people(part("todo"), now);
  if (now.status.state === "running" && !now.asks.length) get(`${base}/closed`).then(({ why }) => { if (why) part("todo").textContent = why === "budget" ? "Budget spent: nothing more to ask" : "All planned readings are taken"; }, () => {});
  let draw = () => cover(canvas, pic, null, { low: 0, high: 1, ref: 0.6 }, nodes);
  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());
  addEventListener("resize", () => draw());
  if (!now.status.told && !now.status.observed) return;
  part("best").replaceChildren(working());
  const frame = await packed(`${base}/frame`);
  const [low, high] = rounded(frame.low, frame.high), sorted = Uint8Array.from(frame.known ?? []).sort();
  draw = () => cover(canvas, pic, frame, { low, high, ref: Math.max(0.6, sorted[Math.floor(0.98 * sorted.length)] / 255 || 0.6) }, nodes);
  draw();
  const { verdict } = await get(`${base}/answer?now=true`);
  part("best").textContent = verdict ? named(verdict.name) : "Nothing known yet";
  part("value").textContent = verdict ? val(verdict.estimate, 3, unit) : "";
  part("sure").textContent = !verdict ? "" : verdict.probability === null ? "how sure cannot be said yet" : surely(verdict, unit).join(" ");
  part("unlooked").textContent = verdict ? unlooked(now) : "";
  part("unlooked").classList.toggle("warn", now.unseen > MANY * now.places);
  if (verdict?.met && now.status.state === "running") part("todo").textContent = `Goal reached: ${goalText(now)}`;
  part("range").textContent = verdict ? `${num(verdict.low)} to ${num(verdict.high)}` : "";
  part("range").title = "With a probability of 95 % the value lies between these";
}

// Who measures what right now, a line each.
function people(host, now) {
  if (now.status.state === "finished" && ended(now)) host.textContent = ended(now);
  if (now.status.state !== "running") return;
  const there = measuring(now.asks), rest = now.asks.filter((one) => !one.assignee).length;
  if (there.length) host.replaceChildren(...there.slice(0, 2).map(([name, what]) => el("span", { title: what }, el("b", {}, called(name)), `: ${what}`)), ...(there.length > 2 ? [el("span", {}, `and ${count(there.length - 2, "other")}`)] : []), ...(rest ? [el("span", {}, el("b", {}, "Anybody"), `: ${rest === 1 ? titleOf(now.asks.find((one) => !one.assignee)) : `${rest} groups`}`)] : []));
}

// What this device still has of a campaign: a line on its card, or all of it where the campaign is gone.
async function kept(id) {
  const host = document.querySelector(`[data-campaign="${CSS.escape(id)}"]`), { waiting, refused } = new Queue(id);
  const said = [waiting.length ? `${count(waiting.length, "reading")} on this device still to be sent` : "", refused.length ? `${count(refused.length, "reading")} on this device not taken` : ""].filter(Boolean).join(", ");
  if (host) host.querySelector(".body").append(el("p", { class: "sub left" }, `${said}: open the campaign.`));
  else if (await get(`/api/campaigns/${id}`).then(() => false, (error) => error.kind === "NotFoundError")) {
    const list = el("section", { class: "untaken", "aria-label": "Readings that were not taken" });
    $("cards").before(list);
    orphaned(id, list);
  }
}

// One card after the other: each may take a while the first time.
async function all() { for (const host of document.querySelectorAll("[data-campaign]")) await card(host).catch(() => { host.querySelector(".best").textContent = ""; host.querySelector(".sure").textContent = "It could not be worked out now."; }); }

// Whoever comes back to this page sees what became of the campaigns meanwhile.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

me();
withReadings().forEach(kept);
all();
// A file may be dropped anywhere on the page.
const drop = $("drop");
let newest = null; // the file that was dropped last; what an earlier one still waits for is given up
for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, async (event) => {
  event.preventDefault();
  drop.classList.toggle("over", kind === "dragover");
  const file = kind === "drop" && event.dataTransfer?.files[0];
  if (!file) return;
  newest?.abort();
  const { signal } = (newest = new AbortController());
  try {
    const got = await upload(`/api/graphs?file=${encodeURIComponent(file.name)}`, file, signal);
    sessionStorage.setItem(`columns ${got.upload}`, JSON.stringify(await columns(file).catch(() => [])));
    if (!signal.aborted) location.href = `/new?${new URLSearchParams({ upload: got.upload, file: file.name })}`;
  } catch (error) { if (!signal.aborted) toast(await refused(error.message, file)); }
});
