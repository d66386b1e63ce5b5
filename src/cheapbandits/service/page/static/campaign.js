// One campaign: brings map, card, answer, ledger, curves and slider together, and keeps them live.
import { $, asRead, briefly, count, el, named, num, plural, toast, val } from "./dom.js";
import { Away, get, mine, packed, who } from "./api.js";
import { rounded } from "./colour.js";
import { actsOf } from "./acts.js";
import { answer, goalOf } from "./answer.js";
import { Bins } from "./bins.js";
import { curves } from "./curves.js";
import { find } from "./find.js";
import { keys } from "./keys.js";
import { ledger } from "./ledger.js";
import { legend } from "./legend.js";
import { Line } from "./line.js";
import { bestText } from "./marks.js";
import { mini } from "./mini.js";
import { NextCard } from "./next.js";
import { PlaceMap } from "./map.js";
import { faces } from "./people.js";
import { PlaceCard } from "./place.js";
import { Queue } from "./queue.js";
import { table } from "./table.js";
import { Untaken } from "./untaken.js";
import { me, menu } from "./ways.js";

const main = document.querySelector("main.work"), id = main.dataset.campaign;
const api = `/api/campaigns/${id}`, base = `/page/campaigns/${id}`;

class Page {
  constructor() {
    Object.assign(this, { moments: [], frames: new Map(), at: 0, sure: null, curve: [], now: null, asked: 0 });
    this.map = new PlaceMap($("map"), { pick: (node) => this.pick(node) });
    this.queue = new Queue(id, (one, error) => this.sent(one, error));
    this.line = new Line(this.queue, () => this.caughtUp());
    this.untaken = new Untaken($("untaken"), this.queue, { chosen: (one) => this.again().then(() => { if (one.typed) this.next.advance(); }) });
    this.queue.changed = () => { this.line.show(); if (this.now) this.untaken.show(this.deleted ? null : this.now); };
    this.next = new NextCard(api, this.queue, { told: () => this.refresh(), changed: () => this.refresh(), next: (one, all) => this.mark(one, all), cannot: (one) => this.cannot(one), finish: () => this.finish(), settled: () => this.settled(), waived: () => this.answer(), resume: () => this.act("resume"), reopen: () => this.act("reopen") });
    this.place = new PlaceCard(api, { past: () => this.past, state: () => this.now.status.state, changed: () => this.refresh(), closed: () => { this.map.focus(null); $("places").focus({ preventScroll: true }); } });
  }

  get past() { return this.at < this.moments.length; }
  get moment() { return this.at ? this.moments[this.at - 1] : null; }
  get seq() { return this.past ? (this.moments[this.at - 1]?.seq ?? 0) : null; }

  async start() {
    me();
    this.wire();
    const drawn = packed(`${base}/map`).then((pic) => {
      if (pic.kind === "bins") { Object.assign(pic, { x: {}, y: {} }); this.map.bins = new Bins(base, this.map); }
      this.map.show(this.pic = pic);
    });
    this.now = await get(`${base}/now`);
    this.panel();
    await drawn;
    this.mark(this.next.ask, this.now.asks);
    if (this.map.phone && this.next.ask) this.map.near(this.next.ask.nodes, Math.max(0.16, Math.min(1, 5 / Math.sqrt(this.pic.n))));
    this.listen();
    await (this.believing = this.believe());
    if (this.state === "finished") this.queue.flush(); else this.queue.opened();
  }

  // -- what is known -------------------------------------------------------------------------------
  // The picture and the panel side by side: neither waits for the other, and nobody for the picture.
  refresh() {
    const turn = (this.panels = (this.panels ?? 0) + 1), panel = get(`${base}/now`).then((now) => { if (this.newest(turn)) { this.now = now; this.panel(); this.when(); } });
    this.believing = this.believe(panel).catch((error) => { if (!(error instanceof Away)) this.busy(error.message); });
    return panel;
  }

  // Whether nothing that was asked for later is shown: an answer may be long on its way, and is of the past then.
  newest(turn) { if (turn < (this.panelled ?? 0)) return false; this.panelled = turn; return true; }

  // Until how sure the answer is, is known of the newest reading.
  async settled() { for (let last; last !== this.believing;) await (last = this.believing)?.catch?.(() => {}); }

  panel() {
    const { status } = this.now, opened = this.state === "finished" && status.state !== "finished";
    this.state = status.state;
    this.called();
    if (opened) this.queue.opened();
    this.untaken.show(this.now);
    this.next.show(this.now, this.past);
    this.next.lookForTheEnd();
    faces($("people"), this.now.asks, status.state);
    ledger(api, this.now, { changed: () => this.refresh(), row: (one) => this.now.ledger.find((other) => other.ask === one.ask && other.observation === one.observation), see: (row) => { this.map.near(row.nodes); this.map.pulse(row.nodes); } });
    this.rows();
    const badge = $("state");
    badge.className = `state ${status.state}`;
    badge.textContent = { running: "Running", paused: "Paused", finished: "Finished" }[status.state];
    this.more();
    const out = this.now.masked.length;
    $("outside").textContent = out ? `${out} ${out === 1 ? "place" : "places"} left out` : "";
  }

  // The campaign's name, and the unit in it, as they are now: somebody may have renamed it.
  called() {
    const { name, unit } = this.now, { dataset } = main, head = document.querySelector(".crumbs h1");
    if (name === dataset.name) return;
    if (unit !== dataset.unit) this.next.shown = ""; // its field says the unit
    Object.assign(dataset, { name, unit });
    head.textContent = head.title = name;
    document.title = `${name} - cheapbandits`;
    toast(`The campaign is called ${name} now.`);
  }

  // The frame first: the picture must not wait for how sure.
  async believe(panel = null) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const slow = setTimeout(() => this.busy("Working out what is known. The first time takes a few seconds."), 600);
    try {
      const [frame, { moments }] = await Promise.all([packed(`${base}/frame`), get(`${base}/moments`)]);
      if (turn !== this.turn) return;
      const follows = !this.past; // asked only now: somebody may have moved while it was fetched
      this.moments = moments;
      this.keep(frame);
      this.rescale(frame);
      $("slider").max = moments.length;
      await this.go(follows ? moments.length : this.at);
    } finally { clearTimeout(slow); this.busy(""); }
    await panel;
    const sure = await get(`${base}/answer?now=true`);
    if (turn !== this.turn) return;
    Object.assign(this, { sure, curve: sure.curve });
    if (sure.ready) this.next.met(Boolean(sure.verdict?.met));
    this.answer();
    this.curves();
    this.mark(this.next.ask, this.now.asks);
    if (!sure.complete) this.fillIn(turn);
  }

  async fillIn(turn) {
    for (let rest = true; rest && turn === this.turn && !document.hidden;) {
      const more = await get(`${base}/answer`);
      if (turn !== this.turn) return;
      this.curve = more.curve;
      this.curves();
      if (this.past) this.answer();
      rest = !more.complete;
    }
  }

  // By the digest of the log up to there: once a backup was put back, another log has these numbers.
  keep(frame) {
    this.frames.delete(frame.digest);
    this.frames.set(frame.digest, frame);
    if (this.frames.size > 120) this.frames.delete(this.frames.keys().next().value);
  }

  rescale(newest) {
    const seen = this.moments.filter((one) => one.least !== null && one.most >= one.least);
    const [low, high] = seen.length ? rounded(Math.min(...seen.map((one) => one.least)), Math.max(...seen.map((one) => one.most))) : [this.now.low ?? 0, this.now.high ?? 1];
    let ref = 0.6;
    if (newest.known) { const sorted = Uint8Array.from(newest.known).sort(); ref = sorted[Math.floor(0.98 * (sorted.length - 1))] / 255; }
    this.map.scale = { low, high, ref: Math.max(ref, 0.6) };
  }

  // -- going through the readings ------------------------------------------------------------------
  async go(to) {
    const at = Math.max(0, Math.min(this.moments.length, to)), { seq, digest } = at ? this.moments[at - 1] : { seq: 0, digest: "" };
    this.at = at;
    const slider = $("slider");
    slider.value = at;
    slider.setAttribute("aria-valuetext", this.step_());
    this.when();
    this.next.show(this.now, this.past);
    if (!this.frames.has(digest)) {
      const mine = (this.asked += 1), frame = await packed(`${base}/frame?at=${seq}`);
      this.keep(frame);
      if (mine !== this.asked || this.at !== at) return;
      if (frame.digest !== digest) { this.again(); return; } // the log is another one since the steps were fetched
    }
    this.map.frame = this.frames.get(digest);
    this.map.then = this.seq;
    this.mark(this.next.ask, this.now.asks);
    this.map.draw();
    this.rows();
    this.answer();
    this.curves();
    legend($("legend"), this.map.view, this.map.scale, this.map.frame);
    table(this);
    if (this.place.node !== null) this.place.show(this.place.node, this.seq);
  }

  // A step is called as its row in the list is: a correction or a strike is about a row, and no reading.
  step_() {
    const one = this.moment;
    if (!one) return "Before the first";
    return `${one.ask === null ? "Extra reading" : `No. ${one.ask}`}${{ correct: " corrected", annul: " struck" }[one.kind] ?? ""}`;
  }

  // What was planned is asks: only their readings are set against it.
  when() {
    const { horizon, told, observed } = this.now.status, n = told + observed, back = el("button", { type: "button", class: "quiet", onclick: () => this.go(this.moments.length) }, "Back to now");
    $("when").replaceChildren(...(this.past ? [el("b", {}, this.step_()), this.at ? `: ${count(this.moment.told, "reading")}` : "", ". ", back] : n ? [el("b", {}, String(horizon ? told : n)), horizon ? ` of ${count(horizon, "reading")}${observed ? `, ${observed} extra` : ""}` : ` ${plural(n, "reading")}`] : [el("b", {}, "No reading yet"), horizon ? ` of ${horizon}` : ""]));
  }

  // In the list: the row that this step is about, and what came only after it.
  rows() {
    const one = this.past ? this.moment : null;
    for (const row of document.querySelectorAll("#ledger li")) {
      row.classList.toggle("later", this.past && Number(row.dataset.seq) > (one?.seq ?? 0));
      if (one && row.dataset.row === `${one.ask ?? `o${one.observation}`}`) row.setAttribute("aria-current", "step"); else row.removeAttribute("aria-current");
    }
  }

  play() {
    const button = $("play");
    if (this.playing) { clearTimeout(this.playing); this.playing = null; return button.classList.remove("on"); }
    button.classList.add("on");
    const step = async (to) => {
      await this.go(to);
      if (!button.classList.contains("on")) return;
      if (this.at >= this.moments.length) { this.playing = null; button.classList.remove("on"); } else this.playing = setTimeout(() => step(this.at + 1), Math.max(120, Math.min(600, 12000 / this.moments.length)));
    };
    this.playing = setTimeout(() => step(this.past ? this.at + 1 : 0), 0);
    return undefined;
  }

  // The one answer that everything shows: what was believed at this step, and how sure that is once
  // it is known of this very step; until then it is said that it is being worked out.
  get told() {
    const one = this.moment, live = !this.past && this.sure?.ready && this.sure.seq === one?.seq;
    if (live) return this.sure.verdict && { ...this.sure.verdict, best: this.sure.verdict.node, spent: one.spent };
    if (!one?.told || one.estimate === null) return null;
    const [, probability, tolerance] = this.curve.find(([seq]) => seq === one.seq) ?? [];
    return { ...one, probability, tolerance };
  }

  answer() { answer({ told: this.told, now: this.now, scale: this.map.scale, past: this.past, reached: !this.past && this.now.status.state === "running" && this.next.goal && this.next.waived && !this.next.ended, finish: () => this.finish() }); }

  curves() { curves($("curves"), { moments: this.moments, curve: this.curve, at: this.at, goal: goalOf(this.now) }); }

  redraw(size = null) {
    if (!this.now || !this.map.frame || (size && size === this.size)) return;
    this.size = size ?? this.size;
    this.answer();
    this.curves();
    this.mark(this.next.ask, this.now.asks);
    legend($("legend"), this.map.view, this.map.scale, this.map.frame);
  }

  // -- the map -------------------------------------------------------------------------------------
  // Of a map that is sent in parts, learn where some places are.
  async locate(nodes) {
    const missing = nodes.filter((node) => this.pic?.kind === "bins" && this.pic.x[node] === undefined);
    if (!missing.length) return;
    for (const [node, [x, y]] of Object.entries(await get(`${base}/where?nodes=${missing.slice(0, 1000).join()}`))) { this.pic.x[node] = x; this.pic.y[node] = y; }
    this.map.paintMarks();
  }

  mark(one, all = []) {
    const marks = this.map.marks;
    const then = this.past ? this.moment : null, said = { correct: "corrected to", annul: "struck" }[then?.kind] ?? "read";
    const theirs = !this.past && one?.assignee && one.assignee !== who();
    marks.then = this.past || theirs;
    marks.next = this.past ? (then?.nodes ?? []) : (one?.nodes ?? []);
    marks.nextText = then ? [`${then.ask === null ? "Extra reading" : `No. ${then.ask}`} ${said}`, then.reading === null ? "" : briefly(then.reading)] : one ? [`${theirs ? one.assignee : "Next"}: ${count(one.width, "place")} for`, one.cost.toFixed(2)] : null;
    marks.others = this.past ? [] : all.filter((other) => other !== one).map((other) => other.nodes);
    const best = this.told;
    marks.best = best ? best.best : null;
    marks.bestText = best ? bestText(best.estimate, !this.past && this.now.status.state === "finished") : null;
    this.map.paintMarks();
    this.locate([...marks.next, ...(best ? [best.best] : [])]);
    if (one && $("next-mini") && this.map.frame && this.pic.kind !== "bins") mini($("next-mini"), this.pic, this.map, one.nodes);
  }

  look(view) {
    const button = document.querySelector(`#views [data-view=${view}]`);
    if (!button || button.hidden) return;
    this.map.view = view;
    for (const other of $("views").children) { other.setAttribute("aria-checked", String(other === button)); other.tabIndex = other === button ? 0 : -1; }
    this.map.draw();
    legend($("legend"), view, this.map.scale, this.map.frame);
  }

  async pick(node, focus = false) { if (node !== null) await this.locate([node]); this.map.focus(node); this.place.show(node, this.seq, { focus }); }

  async step(dx, dy) {
    const from = this.map.marks.focus ?? this.next.ask?.nodes[0] ?? this.map.marks.best ?? 0, to = this.map.marks.focus === null ? from : this.map.towards(from, dx, dy);
    if (to === null) return;
    this.map.focus(to);
    const told = await get(`${base}/place/${to}${this.past ? `?at=${this.seq}` : ""}`);
    if (this.map.marks.focus === to) $("spoken").textContent = told.estimate === null ? `${named(told.name)}. Nothing known.` : `${named(told.name)}. About ${val(told.estimate)}, very likely ${num(told.low)} to ${num(told.high)}.`;
  }

  // -- changes -------------------------------------------------------------------------------------
  listen() {
    const stream = (this.stream = new EventSource(`${api}/changes`));
    stream.onopen = () => this.caughtUp();
    stream.onerror = () => { this.lost = true; this.line.set(false); };
    stream.addEventListener("reset", () => { this.frames.clear(); this.again(); });
    stream.addEventListener("change", (event) => this.heard(JSON.parse(event.data)));
  }

  // Whoever is away comes again: the line says so, and tries.
  again() { return this.refresh().catch((error) => { if (error.kind === "NotFoundError") this.gone(); else if (!(error instanceof Away)) throw error; }); }

  // Nothing more is asked of a campaign that is being deleted, unless it stays.
  async leaving(act) {
    this.turn += 1;
    this.stream?.close();
    try { await act(); } catch (error) { this.listen(); this.again(); throw error; }
  }

  // Somebody deleted the campaign: say so, and what of this device was not taken.
  gone() {
    if (this.deleted) return;
    this.deleted = true;
    this.stream?.close();
    this.line.end();
    this.busy("");
    this.next.deleted();
    this.mark(null);
    Object.assign($("state"), { className: "state", textContent: "Deleted" });
    this.untaken.show(null);
    this.queue.flush();
  }

  // What happened while nobody listened, at first or since the line was lost, was not heard.
  async caughtUp() {
    const now = await get(`${base}/now`).catch((error) => { if (error.kind === "NotFoundError") this.gone(); });
    if (!now) return;
    if (now.status.state === "finished") this.queue.flush(); else this.queue.opened();
    if (this.lost || JSON.stringify(now) !== JSON.stringify(this.now)) { this.lost = false; this.again(); }
  }

  heard(event) {
    if (["tell", "observe"].includes(event.kind) && !mine(event)) {
      const nodes = event.body.nodes ?? this.now.asks.find((one) => one.ask === event.ask)?.nodes;
      toast(`${event.who}: ${asRead(event.body.reading)}`);
      if (nodes) this.map.pulse(nodes);
    }
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.again(), 4);
  }

  busy(text) { $("busy").textContent = text; $("busy").hidden = !text; }

  wire() {
    $("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    $("play").addEventListener("click", () => this.play());
    $("views").addEventListener("click", (event) => event.target.dataset.view && this.look(event.target.dataset.view));
    $("views").addEventListener("keydown", (event) => { const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]; if (!step) return; const all = [...$("views").children].filter((one) => !one.hidden), to = all[(all.indexOf(event.target) + step + all.length) % all.length]; this.look(to.dataset.view); to.focus(); event.preventDefault(); event.stopPropagation(); });
    for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => this.map.zoom(button.dataset.zoom));
    menu($("export"), $("exports"));
    menu($("more"), $("mores"));
    $("picture").addEventListener("click", () => this.picture());
    $("geojson").addEventListener("click", () => this.geojson());
    if (main.dataset.true === "1") this.truth();
    find(api, async (node) => { await this.locate([node]); this.map.near([node], 0.25); this.pick(node, true); });
    keys(this);
    // Whatever is drawn is drawn anew for another size, and for other colours.
    const wide = [$("curves"), document.querySelector(".panel")], watch = new ResizeObserver(() => this.redraw(`${[...wide.map((one) => one.clientWidth), window.devicePixelRatio]}`));
    for (const one of wide) watch.observe(one);
    this.night = matchMedia("(prefers-color-scheme: dark)");
    this.night.addEventListener("change", () => { this.map.draw(); this.redraw(); });
  }

  async truth() {
    const found = await packed(`${base}/true`).catch(() => null);
    if (!found) return;
    this.map.truth = { at: (i) => found.low + ((found.high - found.low) * found.value[i]) / 65535 };
    document.querySelector("#views [data-view=true]").hidden = false;
  }
}

Object.assign(Page.prototype, actsOf(api));

const page = new Page();
window.cheapbandits = page; // for a look from the console
page.start().catch((error) => { page.busy(error.message); });
