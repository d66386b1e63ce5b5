// The playground: a race that the server runs round by round, watched, paused, stepped and scrubbed.
import { $, el, num } from "./dom.js";
import { lines, packed } from "./api.js";
import { STEPS, table, token } from "./colour.js";
import { chart } from "./chart.js";
import { land, look, places, radius } from "./paint.js";
import { View } from "./view.js";
import { me } from "./ways.js";

const ABOUT = { CheapUCB: "wide groups first, then narrow", SpectralUCB: "one place at a time", LinUCB: "one place, ignores links", Finder: "most about the maximum, for its price", PacedKG: "what pays most, paced by the budget", CheapTS: "draws a field, then groups", SpectralTS: "draws a field, one place", RandomSampling: "places at random", Sweep: "one after the other", CheapEliminator: "rules groups out" };
const COLOURS = () => ["#B93A12", "#1D5BD8", "#5B636B"].map((light, k) => (matchMedia("(prefers-color-scheme: dark)").matches ? ["#F39A4A", "#8AB4FF", "#B3BCC4"][k] : light));
const DASHES = [[], [6, 3], [2, 2]];

const race = { rounds: 70, seed: 2, at: 0, by: "round", speed: 1, head: null, rows: [], pic: null, boxes: [] };

const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

function fromAddress() {
  const given = new URLSearchParams(location.search), pick = (id) => { const value = given.get(id); if (value && [...$(id).options].some((one) => one.value === value)) $(id).value = value; };
  pick("network");
  pick("field");
  const racing = given.get("racing");
  if (racing && /^[A-Za-z, ]{1,120}$/.test(racing)) { if (![...$("racing").options].some((one) => one.value === racing)) $("racing").append(el("option", {}, racing)); $("racing").value = racing; }
  race.seed = Math.max(0, Math.min(2 ** 31, Number(given.get("seed") ?? 2) || 0));
  race.rounds = Math.max(5, Math.min(200, Number(given.get("rounds")) || 70));
  race.start = Number(given.get("at")) || null;
}

const toAddress = () => history.replaceState(null, "", `?${new URLSearchParams({ network: $("network").value, field: $("field").value, racing: $("racing").value, seed: race.seed, rounds: race.rounds, at: race.at })}`);

async function begin() {
  race.stop?.abort();
  const stop = (race.stop = new AbortController()), racers = $("racing").value.split(",").map((name) => name.trim()).slice(0, 3);
  Object.assign(race, { head: null, rows: racers.map(() => []), at: 0, racers });
  const real = [...$("field").options].find((one) => one.value === "real"), shipped = ["us_counties", "forest", "relief"].includes($("network").value);
  real.disabled = !shipped;
  if (!shipped && $("field").value === "real") $("field").value = "smooth";
  boxes();
  $("said").textContent = "Getting ready.";
  toAddress();
  try {
    race.pic = await packed(`/page/network?name=${$("network").value}`);
    if (stop.signal.aborted) return;
    draw();
    play(true);
    await lines("/page/race", { network: $("network").value, field: $("field").value, racers, rounds: race.rounds, seed: race.seed }, stop.signal, (line) => { if (!stop.signal.aborted) take(line); });
  } catch (error) { if (error.name !== "AbortError") { play(false); $("said").textContent = error.message; } }
}

function take(line) {
  if (line.error) throw new Error(line.error);
  if (line.racers) { race.head = { ...line, true: bytes(line.true) }; return; }
  race.rows[line.k].push({ ...line, value: bytes(line.value), known: bytes(line.known) });
  if (race.start && done() >= race.start) { play(false); const to = race.start; race.start = null; go(to); }
  if (race.start && done() === race.rounds) race.start = null;
  $("slider").max = race.rounds;
}

const done = () => Math.min(...race.rows.map((rows) => rows.length));

function boxes() {
  race.boxes = race.racers.map((name, k) => {
    const canvas = el("canvas", { role: "img", "aria-label": `What ${name} believes` }), facts = ["spent", "measured together", "short of the hottest"].map((text) => el("div", {}, el("dt", {}, text), el("dd", {}, "–")));
    const box = el("section", { class: "racer", "aria-label": name }, el("header", {}, el("h2", {}, name), el("span", { class: "sub" }, ABOUT[name] ?? "")), el("div", { class: "field" }, canvas), el("dl", {}, facts));
    box.style.setProperty("--who", COLOURS()[k]);
    return { box, canvas, facts: facts.map((fact) => fact.lastChild) };
  });
  $("racers").replaceChildren(...race.boxes.map((one) => one.box));
}

function draw() {
  if (!race.pic) return;
  race.boxes.forEach(({ canvas, facts }, k) => {
    const row = race.rows[k][race.at - 1], at = new View(), sharp = Math.min(window.devicePixelRatio || 1, 2), w = canvas.clientWidth, h = canvas.clientHeight;
    if (!w || !h) return;
    Object.assign(at, { w, h });
    canvas.width = w * sharp;
    canvas.height = h * sharp;
    const ctx = canvas.getContext("2d");
    ctx.setTransform(sharp, 0, 0, sharp, 0, 0);
    at.fit([0, 0, race.pic.width, race.pic.height], { left: 20, right: 20, top: 16, bottom: 16 });
    land(ctx, race.pic, at);
    const top = new OffscreenCanvas(canvas.width, canvas.height), over = top.getContext("2d"), show = $("truth").checked && race.head;
    over.setTransform(sharp, 0, 0, sharp, 0, 0);
    const wide = show ? race.head.true : row?.value, frame = wide ? { value: Uint16Array.from(wide, (v) => v * 257), known: show ? new Uint8Array(wide.length).fill(255) : row.known, low: 0, high: 1, readings: null } : null;
    places(over, race.pic, at, look("estimate", frame, { low: 0, high: 1, ref: 0.95 }));
    ctx.drawImage(top, 0, 0, w, h);
    rings(ctx, at, row);
    facts[0].textContent = row ? row.cost.toFixed(1) : "–";
    facts[1].textContent = row ? String(row.nodes.length) : "–";
    facts[2].textContent = row ? num(row.short, 2) : "–";
  });
  charts();
  sentence();
  $("when").replaceChildren(el("b", {}, `Round ${race.at}`), ` of ${race.rounds}`);
  $("slider").value = race.at;
}

function rings(ctx, at, row) {
  const { pic } = race, r = (pic.kind === "cells" ? 4 : radius(pic, at)) + 4, ring = (i, colour, dash, size) => { ctx.strokeStyle = colour; ctx.lineWidth = 2; ctx.setLineDash(dash); ctx.beginPath(); ctx.arc(at.x(pic.x[i]), at.y(pic.y[i]), size, 0, 2 * Math.PI); ctx.stroke(); ctx.setLineDash([]); };
  for (const i of row?.nodes ?? []) ring(i, token("accent"), [], r);
  if (race.head) ring(race.head.hottest, token("ink"), [3, 3], r + 6);
}

function charts() {
  const colours = COLOURS(), all = race.rows.flat(), of = (pick) => race.racers.map((name, k) => ({ name, colour: colours[k], dash: DASHES[k], upTo: Math.min(race.at + 1, race.rows[k].length + 1), points: [[0, 0], ...race.rows[k].map(pick)] }));
  const most = (key) => Math.max(1e-9, ...all.map((row) => row[key]));
  chart($("spent"), of((row) => [row.r, row.cost]), { x1: race.rounds, y1: most("cost"), note: `round ${race.rounds}` });
  const money = race.by === "cost";
  chart($("missed"), of((row) => [money ? row.cost : row.r, row.regret]), { x1: money ? most("cost") : race.rounds, y1: most("regret"), note: money ? `${num(most("cost"))} spent` : `round ${race.rounds}` });
  $("spent").setAttribute("aria-label", `Spent by round ${race.at}: ${race.racers.map((name, k) => `${name} ${num(race.rows[k][race.at - 1]?.cost)}`).join(", ")}`);
  $("missed").setAttribute("aria-label", `Missed by round ${race.at}: ${race.racers.map((name, k) => `${name} ${num(race.rows[k][race.at - 1]?.regret)}`).join(", ")}`);
}

// Who names the hottest place, and since what it has spent.
function sentence() {
  if (!race.at || !race.head) return;
  const span = race.head.high - race.head.low || 1, near = (row) => row.short <= 0.02 * span, parts = [];
  const found = race.racers.map((name, k) => { const rows = race.rows[k].slice(0, race.at), wrong = rows.findLastIndex((row) => !near(row)); return { name, since: wrong === rows.length - 1 ? null : rows[wrong + 1].cost }; });
  const yes = found.filter((one) => one.since !== null), no = found.filter((one) => one.since === null).map((one) => one.name);
  yes.forEach((one, k) => parts.push(k ? `, ${one.name} since ` : `${one.name} has named the hottest place since spending `, el("em", {}, one.since.toFixed(1))));
  if (yes.length) parts.push(". ");
  if (no.length) parts.push(`${no.length > 2 ? `${no.slice(0, -1).join(", ")} and ${no.at(-1)}` : no.join(" and ")} ${no.length > 1 ? "have" : "has"} not found it yet.`);
  $("said").replaceChildren(...parts);
}

function go(to) { race.at = Math.max(0, Math.min(done(), race.rounds, to)); draw(); }

function play(on) {
  $("play").classList.toggle("on", on);
  clearInterval(race.timer);
  if (on) race.timer = setInterval(() => { if (race.at >= race.rounds) { play(false); toAddress(); } else if (race.at < done()) go(race.at + 1); }, 220 / race.speed);
  else toAddress();
}

function ramp() { const ctx = $("ramp").getContext("2d"), colours = table("hot")[15]; for (let x = 0; x < 128; x += 1) { ctx.fillStyle = colours[Math.floor((x / 128) * STEPS)]; ctx.fillRect(x, 0, 1, 1); } }

function choose(group, button) { for (const other of group.children) other.setAttribute("aria-checked", String(other === button)); }

me();
fromAddress();
ramp();
for (const id of ["network", "field", "racing"]) $(id).addEventListener("change", () => { race.start = null; begin(); });
$("dice").addEventListener("click", () => { race.seed += 1; race.start = null; begin(); });
$("truth").addEventListener("change", draw);
$("play").addEventListener("click", () => { if (race.at >= race.rounds) race.at = 0; play(!$("play").classList.contains("on")); });
$("back").addEventListener("click", () => { play(false); go(race.at - 1); toAddress(); });
$("on").addEventListener("click", () => { play(false); go(race.at + 1); toAddress(); });
$("slider").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); toAddress(); });
for (const button of document.querySelectorAll("[data-by]")) button.addEventListener("click", () => { race.by = button.dataset.by; choose(button.parentElement, button); draw(); });
for (const button of document.querySelectorAll("[data-speed]")) button.addEventListener("click", () => { race.speed = Number(button.dataset.speed); choose(button.parentElement, button); play($("play").classList.contains("on")); });
$("share").addEventListener("click", async () => { toAddress(); try { await navigator.clipboard.writeText(location.href); $("share").textContent = "Copied"; } catch { $("share").textContent = "It is in the address"; } setTimeout(() => { $("share").textContent = "Copy link to this race"; }, 2500); });
addEventListener("keydown", (event) => { if (event.target.matches("input, select, button")) return; const act = { " ": () => $("play").click(), ArrowLeft: () => $("back").click(), ArrowRight: () => $("on").click(), Home: () => go(0), End: () => go(done()) }[event.key]; if (act) { event.preventDefault(); act(); } });
addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { boxes(); ramp(); draw(); });
begin();
