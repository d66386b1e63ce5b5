// The playground: a race that the server runs round by round, watched, paused, stepped and scrubbed.
import { $, el, num } from "./dom.js";
import { lines, packed, post } from "./api.js";
import { STEPS, table } from "./colour.js";
import { chart } from "./chart.js";
import { about, forget, kept, missing, offer, say, send } from "./racefile.js";
import { inks, known, Racer } from "./racers.js";
import { refused } from "./refused.js";
import { me } from "./ways.js";

const DASHES = [[], [6, 3], [2, 2]], FIRST = ["Finder", "CheapUCB", "RandomSampling"], NEXT = ["Finder", "CheapUCB", "RandomSampling", "SpectralUCB"], MEASURED = ["us_counties", "forest", "relief"];
const race = { rounds: 70, seed: 2, at: 0, by: "round", speed: 1, head: null, rows: [], pic: null, boxes: [], racers: FIRST, own: null, job: null, over: false };

const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const has = (id, value) => [...$(id).options].some((one) => one.value === value);

// -- the address -----------------------------------------------------------------------------------
function fromAddress() {
  const given = new URLSearchParams(location.search), pick = (id, value) => { if (value && has(id, value)) $(id).value = value; };
  const racing = (given.get("racing") ?? "").split(",").map((name) => name.trim()), fine = [...new Set(racing)].filter((name) => known().includes(name)).slice(0, 3);
  if (fine.length > 1) race.racers = fine;
  race.seed = Math.max(0, Math.min(2 ** 31, Number(given.get("seed") ?? 2) || 0));
  race.rounds = Math.max(5, Math.min(200, Math.round(Number(given.get("rounds"))) || 70));
  if (!has("rounds", String(race.rounds))) $("rounds").append(el("option", {}, String(race.rounds)));
  $("rounds").value = race.rounds;
  race.start = Number(given.get("at")) || null;
  pick("network", given.get("network"));
  if (given.get("network") === "own") {
    const name = (given.get("file") ?? "").slice(0, 200);
    race.column = given.get("column");
    race.own = kept(name);
    if (race.own) mine(race.own); else say(missing(name));
  }
  pick("field", given.get("field"));
}

// A file cannot be in it: its name is, so that whoever opens the link knows what to ask for.
function toAddress() {
  const own = race.own && $("network").value === race.own.upload, column = $("field").value.startsWith("column:") ? $("field").value.slice(7) : null;
  const all = { network: own ? "own" : $("network").value, ...(own ? { file: race.own.name } : {}), field: column === null ? $("field").value : "column", ...(column === null ? {} : { column }), racing: race.racers.join(","), seed: race.seed, rounds: race.rounds, at: race.at };
  history.replaceState(null, "", `?${new URLSearchParams(all)}`);
}

// -- a file of one's own ---------------------------------------------------------------------------
function mine(own) {
  race.own = own;
  offer(own);
  $("network").value = own.upload;
  const [first] = own.columns, column = own.columns.includes(race.column) ? race.column : first;
  $("field").value = column === undefined ? "smooth" : `column:${column}`;
  say(about(own));
}

// Only the newest choice counts: a file under way is given up for another file or network.
async function take(file) {
  race.reading?.abort();
  const { signal } = (race.reading = new AbortController());
  say(`Reading ${file.name}.`);
  try { const own = await send(file, signal); if (signal.aborted) return; mine(own); race.start = null; begin(); } catch (error) { const text = signal.aborted ? "" : await refused(error.message, file); if (!signal.aborted) say(text, true); }
  if (!signal.aborted) $("file").value = "";
}

// -- a race ----------------------------------------------------------------------------------------
async function begin() {
  race.stop?.abort();
  const stop = (race.stop = new AbortController()), { racers } = race, own = race.own && $("network").value === race.own.upload;
  Object.assign(race, { head: null, rows: racers.map(() => []), at: 0, job: null, over: false });
  for (const option of $("field").options) option.hidden = option.disabled = option.value === "real" ? !MEASURED.includes($("network").value) : option.className === "own" && !own;
  if ($("field").selectedOptions[0]?.disabled) $("field").value = "smooth";
  if (race.own && !own) say("");
  $("dice").textContent = ["smooth", "hills"].includes($("field").value) ? "Other values" : "Other noise";
  boxes();
  delete $("racers").dataset.over;
  $("said").textContent = "Getting ready.";
  $("slider").max = race.rounds;
  $("ready").value = 0;
  clearTimeout(race.soon);
  race.soon = setTimeout(() => { $("busy").hidden = race.over; }, 600);
  toAddress();
  const field = $("field").value, column = field.startsWith("column:") ? field.slice(7) : null, body = { network: $("network").value, racers, rounds: race.rounds, seed: race.seed, ...(column === null ? { field } : { column }) };
  try {
    race.pic = await packed(`/page/network?name=${body.network}`);
    if (stop.signal.aborted) return;
    draw();
    play(true);
    await lines("/page/race", body, stop.signal, (line) => { if (!stop.signal.aborted) hear(line); });
    ended();
  } catch (error) {
    if (error.name === "AbortError") return;
    ended();
    play(false);
    if (own && error.status === 404) { forget(); say(missing(race.own.name)); $("said").textContent = "The server keeps a file for a while only."; } else $("said").textContent = error.message;
  }
}

function hear(line) {
  if (line.cancelled) { const n = done(); play(false); ended(); $("said").textContent = n ? `Stopped after round ${n}.` : "The race was stopped."; return; }
  if (line.job) race.job = line.job;
  else if (line.getting) { $("said").textContent = `Getting ${line.getting} ready.`; $("ready").value = 0; }
  else if (line.percent !== undefined) { if (!race.head) $("ready").value = line.percent; }
  else if (line.racers) race.head = { ...line, true: bytes(line.true) };
  else if (line.r) {
    race.rows[line.k].push({ ...line, value: bytes(line.value), known: bytes(line.known) });
    $("ready").value = (100 * line.r) / race.rounds;
    if (race.start && done() >= race.start) { const to = race.start; race.start = null; go(to); play(false); }
    if (race.start && done() === race.rounds) race.start = null;
  }
}

function ended() { race.over = true; $("racers").dataset.over = String(done()); clearTimeout(race.soon); $("busy").hidden = true; }
const done = () => Math.min(...race.rows.map((rows) => rows.length));

function boxes() {
  race.boxes = race.racers.map((_, k) => new Racer(k, race.racers, (name) => { race.racers = name ? race.racers.with(k, name) : race.racers.toSpliced(k, 1); race.start = null; begin(); }));
  race.boxes.forEach((one) => one.tint());
  $("racers").replaceChildren(...race.boxes.map((one) => one.box));
  $("third").hidden = race.racers.length > 2;
}

function draw() {
  if (!race.pic) return;
  race.boxes.forEach((box, k) => box.draw(race.pic, race.rows[k][race.at - 1], race.head, $("truth").checked));
  charts();
  sentence();
  $("when").replaceChildren(el("b", {}, `Round ${race.at}`), ` of ${race.rounds}`);
  $("slider").value = race.at;
}

function charts() {
  const colours = inks(), all = race.rows.flat(), of = (pick) => race.racers.map((name, k) => ({ name, colour: colours[k], dash: DASHES[k], upTo: Math.min(race.at + 1, race.rows[k].length + 1), points: [[0, 0], ...race.rows[k].map(pick)] }));
  const most = (key) => (all.length ? Math.max(1e-9, ...all.map((row) => row[key])) : 1), spoken = (key) => race.racers.map((name, k) => `${name} ${num(race.rows[k][race.at - 1]?.[key])}`).join(", ");
  chart($("spent"), of((row) => [row.r, row.cost]), { x1: race.rounds, y1: most("cost"), note: `round ${race.rounds}` });
  const money = race.by === "cost";
  chart($("missed"), of((row) => [money ? row.cost : row.r, row.regret]), { x1: money ? most("cost") : race.rounds, y1: most("regret"), note: money ? `${num(most("cost"))} spent` : `round ${race.rounds}` });
  $("spent").setAttribute("aria-label", `Spent by round ${race.at}: ${spoken("cost")}`);
  $("missed").setAttribute("aria-label", `Missed by round ${race.at}: ${spoken("regret")}`);
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

// -- the transport ---------------------------------------------------------------------------------
function go(to) { race.at = Math.max(0, Math.min(done(), race.rounds, to)); draw(); }

function play(on) {
  $("play").classList.toggle("on", on);
  clearInterval(race.timer);
  if (on) race.timer = setInterval(() => { if (race.at >= (race.over ? done() : race.rounds)) { play(false); toAddress(); } else if (race.at < done()) go(race.at + 1); }, 220 / race.speed);
  else toAddress();
}

function ramp() { const ctx = $("ramp").getContext("2d"), colours = table("hot")[15]; for (let x = 0; x < 128; x += 1) { ctx.fillStyle = colours[Math.floor((x / 128) * STEPS)]; ctx.fillRect(x, 0, 1, 1); } }

function choose(group, button) { for (const other of group.children) other.setAttribute("aria-checked", String(other === button)); }

me();
fromAddress();
ramp();
const again = () => { race.start = null; begin(); };
for (const id of ["network", "field"]) $(id).addEventListener("change", () => { if (id === "network" && race.reading) { race.reading.abort(); say(""); } if (race.own && $("network").value === race.own.upload) say(about(race.own)); again(); });
$("rounds").addEventListener("change", () => { race.rounds = Number($("rounds").value); again(); });
$("third").addEventListener("click", () => { race.racers = [...race.racers, NEXT.find((name) => !race.racers.includes(name))]; again(); });
$("dice").addEventListener("click", () => { race.seed += 1; again(); });
$("truth").addEventListener("change", draw);
$("cancel").addEventListener("click", () => race.job && post(`/api/jobs/${race.job}/cancel`).catch(() => race.stop?.abort()));
$("play").addEventListener("click", () => { if (race.over && !done()) { begin(); return; } if (race.at >= done()) race.at = 0; play(!$("play").classList.contains("on")); });
$("back").addEventListener("click", () => { play(false); go(race.at - 1); toAddress(); });
$("on").addEventListener("click", () => { play(false); go(race.at + 1); toAddress(); });
$("slider").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); toAddress(); });
for (const button of document.querySelectorAll("[data-by]")) button.addEventListener("click", () => { race.by = button.dataset.by; choose(button.parentElement, button); draw(); });
for (const button of document.querySelectorAll("[data-speed]")) button.addEventListener("click", () => { race.speed = Number(button.dataset.speed); choose(button.parentElement, button); play($("play").classList.contains("on")); });
$("share").addEventListener("click", async () => { toAddress(); try { await navigator.clipboard.writeText(location.href); $("share").textContent = "Copied"; } catch { $("share").textContent = "It is in the address"; } setTimeout(() => { $("share").textContent = "Copy link to this race"; }, 2500); });
addEventListener("keydown", (event) => { if (event.target.matches("input, select, button")) return; const act = { " ": () => $("play").click(), ArrowLeft: () => $("back").click(), ArrowRight: () => $("on").click(), Home: () => go(0), End: () => go(done()) }[event.key]; if (act) { event.preventDefault(); act(); } });
// A file may be chosen, or dropped anywhere on the page.
$("file").addEventListener("change", () => $("file").files[0] && take($("file").files[0]));
addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer?.files[0]) take(event.dataTransfer.files[0]); });
const sized = new ResizeObserver(() => draw());
for (const host of [$("racers"), $("spent"), $("missed")]) sized.observe(host);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { race.boxes.forEach((one) => one.tint()); ramp(); draw(); });
begin();
