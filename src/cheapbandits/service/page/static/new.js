// A new campaign: see the network, answer four questions, watch the rehearsal, start.
import { begun } from "./begun.js";
import { $, el, num } from "./dom.js";
import { lines, packed, post, upload } from "./api.js";
import { checks } from "./checks.js";
import { rounded } from "./colour.js";
import { columns } from "./columns.js";
import { cut } from "./names.js";
import { NetworkMap } from "./netmap.js";
import { clear, parse, twoWays } from "./numbers.js";
import { rehearsal } from "./rehearsal.js";
import { refused } from "./refused.js";
import { me } from "./ways.js";

const state = { network: null, graph: null, choice: null, stop: null, file: null, shown: null, title: "" };
const map = new NetworkMap($("map"));

// -- the network -----------------------------------------------------------------------------------
// Only the newest choice counts: what an older one still waits for is given up. Until it is seen, nothing
// can be started: what is seen is not yet what was chosen. `get` resolves to what to show, `settle` is
// called with the picture: what a refused file proposes is no proposal.
async function choose(title, get, settle = () => {}, explain = (text) => text) {
  state.choice?.abort();
  const { signal } = (state.choice = new AbortController());
  bad("");
  named(title);
  $("see").classList.add("reading");
  $("again").disabled = $("begin").disabled = true;
  try {
    const [network, graph] = await get(signal), [pic, links] = await Promise.all(["network", "network/links"].map((path) => packed(`/page/${path}?name=${network}`, { signal })));
    if (signal.aborted) return;
    Object.assign(state, { network, graph, title });
    settle(pic);
    show(pic, links);
  } catch (error) {
    const text = signal.aborted ? "" : await explain(error.message);
    if (!signal.aborted) { bad(text); named(state.title); }
  } finally { if (!signal.aborted) { $("see").classList.remove("reading"); $("again").disabled = $("begin").disabled = !state.network; } }
}

function take(file) {
  const about = Promise.all([columns(file).catch(() => []), file.slice(0, 65536).text().catch(() => "")]);
  let found, start;
  choose(`${file.name}, ${num(file.size / 1024, 2)} kB`, async (signal) => { [found, start] = await about; return sent(file, "", signal); }, (pic) => {
    propose(found);
    if (!$("name").value) $("name").value = calledBy(file.name);
    const own = pic.outlined, points = /\.(csv|tsv|txt|xlsx|gpx)(\.\w+)?$/i.test(file.name) || (/json$/i.test(file.name) && /"(Multi)?Point"/.test(start));
    touching(own);
    $("near").hidden = !(pic.mapped && (own || points));
    state.file = file;
  }, (text) => refused(text, file));
}

// Send the file, to be read and no more; places without links of their own are joined to so many.
async function sent(file, neighbours, signal) {
  const got = await upload(`/api/graphs?file=${encodeURIComponent(file.name)}${neighbours && `&n_neighbors=${neighbours}`}`, file, signal);
  return [got.upload, { upload: got.upload }];
}
const joined = (file, neighbours) => choose(state.title, (signal) => sent(file, neighbours, signal), undefined, (text) => refused(text, file));

const calledBy = (file) => cut(file.replace(/\.[^.]+$/, ""));

// Polygons are linked where they touch, until somebody says otherwise: where there are gaps, none do.
function touching(own) {
  $("touch")?.remove();
  if (own) $("neighbours").prepend(el("option", { id: "touch", value: "" }, "those it touches"));
  $("near").firstChild.textContent = own ? "Each place is linked to " : "Each place is linked to its nearest ";
  for (const one of $("neighbours").options) if (one.value) one.textContent = own ? `its nearest ${one.value}` : one.value;
  $("neighbours").value = own ? "" : "10";
}

const named = (text) => { $("file-name").textContent = $("file-name").title = text; };

// The values of a file say what can be believed; of several columns one is chosen.
function propose(found) {
  const host = $("proposed"), use = ({ name, low, high }) => { [$("low").value, $("high").value] = rounded(low, high).map((end) => clear(Number(end.toPrecision(6)))); host.firstChild.textContent = `From the column ${name}: ${num(low, 4)} to ${num(high, 4)}. Change it if more can be.`; };
  host.hidden = !found.length;
  host.replaceChildren("The file has values: ", ...(found.length > 1 ? found.map((one) => el("button", { type: "button", class: "chip", onclick: () => { use(one); rehearse(); } }, one.name)) : []));
  if (found.length === 1) use(found[0]);
}

function shipped(name, title) {
  choose(title, () => [name, { dataset: name }], () => {
    propose([]);
    state.file = null;
    $("near").hidden = true;
    if (!$("name").value) $("name").value = title.split(",")[0];
    const [low, high] = { us_counties: [0, 30], forest: [0, 1] }[name] ?? [];
    if (high) { $("low").value = low; $("high").value = high; }
  });
}

function show(pic, links) {
  $("choose").hidden = true;
  $("change").hidden = $("map").hidden = $("seen").hidden = false;
  $("counts").replaceChildren(...[["places", pic.n], ["links", pic.links], [pic.parts === 1 ? "connected part" : "separate parts", pic.parts], ["neighbours, typically", pic.neighbours]].map(([text, n]) => el("div", {}, el("dt", {}, text), el("dd", {}, n.toLocaleString("en-US")))));
  $("about").textContent = [pic.mapped ? "" : "The file has no map coordinates, so the picture is a layout: near means linked.", links.link ? "" : "There are too many links to draw them.", pic.x ? "" : "Of so many places the picture shows where there are any."].filter(Boolean).join(" ");
  checks($("checks"), pic, links, map, links.notes ?? [], links.passed_over ?? []);
  const key = (kind, text, id) => el("span", {}, el("i", { class: kind }), el("span", { id }, text));
  $("legend").replaceChildren(key("dot", "a place"), links.link ? key("dash", "a link") : "", pic.parts > 1 && pic.x ? key("dot apart", "not in the largest part") : "", pic.x ? key("ring", "", "together") : "");
  $("places").setAttribute("aria-label", `The network: ${pic.n} places, ${pic.links} links`);
  map.see(pic, links);
  rehearse();
}

// The widest group that has a price; the map shows it around the place one points at.
function widest(prices) {
  map.wide = Math.max(1, ...Object.keys(prices).map(Number));
  if ($("together")) $("together").textContent = map.wide > 1 ? `up to ${map.wide} measured together: ${matchMedia("(hover: none)").matches ? "tap" : "point at"} a place` : "one place at a time";
  if (map.marks.focus !== null) map.point(map.marks.focus, map.held);
}

function bad(text) { $("bad").hidden = !text; $("bad").textContent = text; }

// -- the questions ---------------------------------------------------------------------------------
// A number and, where there is something wrong with it, what.
function read(input, { empty = false, right = () => true, rule = "", of = "" } = {}) {
  const text = input.value.trim(), value = parse(text, undefined, of), ways = twoWays(text, undefined, of);
  const wrong = empty && !text ? "" : ways ? `${text} can be read in two ways. Write ${ways.join(" or ")}.` : value === null ? "Some of this is not a number. Write it like 16.5 or 16,5, and a thousand like 1000." : right(value) ? "" : rule;
  input.toggleAttribute("aria-invalid", Boolean(wrong));
  if (wrong) input.setAttribute("aria-invalid", "true");
  return { value, wrong };
}

function settings() {
  const found = [], prices = {}, number = (input, rules) => { const { value, wrong } = read(input, rules); found.push(wrong); return value; }, positive = (value) => value > 0;
  const low = number($("low")), high = number($("high"));
  for (const input of document.querySelectorAll("[data-width]")) { const price = number(input, { right: positive, rule: "A price must be more than 0.", empty: Number(input.dataset.width) > 1 }); if (price !== null) prices[input.dataset.width] = price; }
  const budget = number($("budget"), { right: positive, rule: "What you can spend in all must be more than 0." }), horizon = number($("horizon"), { right: (value) => value >= 1 && Number.isInteger(value), rule: "Readings are counted: write a whole number, 1 or more.", empty: true });
  const noise = number($("noise"), { empty: true, right: (value) => value >= 0, rule: "The noise cannot be below 0." }), goal = number($("goal"), { empty: true, of: "%", right: (value) => value >= 1, rule: "How sure to be is 1 % or more, such as 95." });
  let text = found.find(Boolean) ?? "", fine = !text;
  if (fine && low >= high) { fine = false; text = "The lowest believable value must be below the highest."; $("high").setAttribute("aria-invalid", "true"); }
  if (fine && goal !== null && goal > 100) { fine = false; text = "Nobody is more than 100 % sure."; $("goal").setAttribute("aria-invalid", "true"); }
  const widths = Object.keys(prices).map(Number), gap = widths.find((w) => w > 1 && !prices[w - 1]);
  if (fine && gap) { fine = false; text = `Give a price for ${gap - 1} places too, or for no more than ${gap - 2}.`; }
  $("wrong").hidden = fine;
  $("wrong").textContent = fine ? "" : text;
  if (!fine) { document.querySelector("[aria-invalid=true]")?.focus(); return null; }
  widest(prices);
  // As the policy has it: a group is worth its price where the root of its places is.
  $("dear").hidden = widths.length < 2 || widths.some((w) => w > 1 && prices[w] < Math.sqrt(w) * prices[1]);
  const known = { low, high, budget, horizon, cost: prices };
  if (noise !== null) known.noise = noise;
  if (goal !== null) known.stop = `probability>=${goal / 100}`;
  return known;
}

// -- the rehearsal and the start -------------------------------------------------------------------
async function rehearse() {
  const known = settings();
  state.stop?.abort();
  if (!known) $("rehearsal").replaceChildren(); // what is shown there was of other answers
  if (!known || !state.network) return;
  const stop = (state.stop = new AbortController()), runs = [], shown = (state.shown = rehearsal($("rehearsal"), known.budget, () => stop.abort(), map.pic));
  let head = null;
  try {
    await lines("/page/rehearsal", { network: state.network, settings: known }, stop.signal, (line) => {
      if (line.runs) head = line; else if (line.spent) runs.push(line); else if (!stop.signal.aborted) shown.wait(line);
      if (!stop.signal.aborted) shown.update(head, runs);
    });
    shown.done(head, runs);
  } catch (error) { if (error.name === "AbortError") { if (state.stop === stop) shown.done(head, runs); } else shown.failed(error.message); }
}

async function start() {
  const known = settings(), unit = $("unit").value.trim(), plain = $("name").value.trim(), name = plain && unit && !plain.endsWith(`[${unit}]`) ? `${plain} [${unit}]` : plain;
  if (!known) return;
  $("unit").toggleAttribute("aria-invalid", /[[\]]/.test(unit));
  if (/[[\]]/.test(unit)) { $("unit").setAttribute("aria-invalid", "true"); $("unit").focus(); $("wrong").hidden = false; $("wrong").textContent = "A unit has no brackets: write mg/kg."; return; }
  $("name").toggleAttribute("aria-invalid", !name);
  if (!name) { $("name").setAttribute("aria-invalid", "true"); $("name").focus(); $("wrong").hidden = false; $("wrong").textContent = "Give it a name, so that others find it."; return; }
  state.stop?.abort();
  $("begin").disabled = true;
  $("begin").textContent = "Starting";
  try {
    const made = await begun(await post("/api/campaigns?later=true", { name, graph: state.graph, settings: known }), $("begin"));
    if (!made) { $("begin").disabled = false; $("begin").textContent = "Start campaign"; return; }
    location.href = `/campaigns/${made.id}`;
  } catch (error) {
    $("begin").disabled = false;
    $("begin").textContent = "Start campaign";
    $("wrong").hidden = false;
    $("wrong").textContent = error.message;
  }
}

me();
// A file may be dropped anywhere on the page.
for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, (event) => { event.preventDefault(); $("see").classList.toggle("over", kind === "dragover"); if (kind === "drop" && event.dataTransfer?.files[0]) take(event.dataTransfer.files[0]); });
$("file").addEventListener("change", () => $("file").files[0] && take($("file").files[0]));
$("neighbours").addEventListener("change", () => state.file && joined(state.file, $("neighbours").value));
$("change").addEventListener("click", () => { state.choice?.abort(); state.stop?.abort(); $("see").classList.remove("reading"); Object.assign(state, { network: null, file: null, title: "" }); propose([]); bad(""); $("choose").hidden = false; $("map").hidden = $("seen").hidden = $("near").hidden = $("change").hidden = true; $("file").value = ""; named(""); $("begin").disabled = $("again").disabled = true; });
for (const button of document.querySelectorAll("[data-network]")) button.addEventListener("click", () => shipped(button.dataset.network, button.textContent));
$("questions").addEventListener("change", rehearse);
$("questions").addEventListener("submit", (event) => { event.preventDefault(); rehearse(); });
$("again").addEventListener("click", rehearse);
$("begin").addEventListener("click", start);
// A file that was dropped on the list of campaigns waits on the server.
const given = new URLSearchParams(location.search), waiting = given.get("upload");
if (/^[0-9a-f]{32}$/.test(waiting ?? "")) {
  const name = (given.get("file") ?? "").slice(0, 200);
  $("name").value = calledBy(name);
  choose(name, () => [waiting, { upload: waiting }], () => propose(JSON.parse(sessionStorage.getItem(`columns ${waiting}`) ?? "[]")));
}
new ResizeObserver(() => state.shown?.draw()).observe($("rehearsal"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => state.shown?.draw());
