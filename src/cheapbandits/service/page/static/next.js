// The card of the next group: what to measure, its price, why, and the form for its reading.
import { $, asRead, count, el, key, money, num, toast, unit, val } from "./dom.js";
import { Away, get, post, who } from "./api.js";
import { meant, members, same, titleOf } from "./group.js";
import { clear, parse, twoWays } from "./numbers.js";
import { called, ended, late, stale, term } from "./people.js";
import { goalText, unlookedAt } from "./answer.js";
import { UNSAVED, later, refusal } from "./queue.js";
import { Typed } from "./typed.js";
import { askName, keepName, sayWho } from "./ways.js";

// Whether a group is in somebody else's hands.
const theirs = (ask) => Boolean(ask.assignee) && ask.assignee !== who();

export class NextCard {
  constructor(base, queue, on) {
    Object.assign(this, { host: $("next"), base, queue, on, shown: "", chosen: null, reasons: new Map(), drafts: new Typed(base) });
    addEventListener("who", () => { if (this.now && !this.saving) this.show(this.now, this.host.classList.contains("past")); });
    addEventListener("storage", (event) => this.follow(event));
  }

  get input() { return $("reading"); }
  get text() { return this.input?.value ?? ""; }

  // Shows what fits the state; an unchanged card is left alone, with what was typed.
  show(now, past) {
    if (this.closedForGood) return; // older news may come after the last
    this.now = now;
    this.host.classList.toggle("past", past);
    for (const field of this.host.querySelectorAll("input, .entry button")) field.disabled = past || field.dataset.off === "1";
    const { state } = now.status, asks = now.asks, mine = (one) => one.assignee && one.assignee === who();
    if (!this.saving) this.left(now);
    const ask = asks.find((one) => one.ask === this.chosen) ?? asks.find(mine) ?? asks.find((one) => !one.assignee) ?? asks[0] ?? null;
    const ends = state === "running" && this.goal && !this.waived && !(this.text.trim() && !this.saving);
    const look = state === "finished" || (state === "paused" && !ask) ? state : ends ? `goal ${now.unseen} ${asks.length} ${this.ended ?? ""}` : ask ? `${state} ${ask.ask} ${ask.nodes} ${theirs(ask)} ${stale(ask)}` : `none ${this.ended ?? ""} ${this.closed ?? ""} ${now.status.told + now.status.observed}`;
    if (look === this.shown) { if (ask) { this.others(ask, asks); this.on.next(this.ask, asks); } return; }
    this.shown = look;
    this.ask = state === "finished" || ends ? null : ask;
    this.host.removeAttribute("aria-busy");
    if (state === "finished") this.over(now);
    else if (ends) this.reached(now);
    else if (ask) this.open(ask, asks, past);
    else if (state === "paused") this.host.replaceChildren(...this.paused(false));
    else this.none(now);
    this.on.next(this.ask, asks);
  }

  // What was typed for a group that somebody else told or gave up meanwhile, whose time ran out, or
  // whose number is another group's now, is asked about above the card.
  left({ asks, ledger, newest }) {
    // A text for a group beyond the newest is younger than these news: another window's.
    for (const one of this.drafts.all.filter((typed) => typed.ask <= newest && !asks.some((group) => same(typed, group)))) {
      this.drafts.drop(one);
      const row = ledger.find((other) => other.ask === one.ask), told = row && same(one, row), value = parse(one.text, undefined, one.unit ?? unit());
      const known = (told && row.reading === value && row.who === (who() || "somebody")) || (value !== null && this.queue.all.some((other) => same(other, one) && other.reading === value));
      const why = told ? { kind: "AlreadyToldError", stored: { body: { reading: row.reading }, who: row.who, at: row.at } } : { kind: row || asks.some((group) => group.ask === one.ask) ? "OtherAskError" : UNSAVED };
      if (!known) this.queue.refuse({ ...this.asked(one, value, row), typed: true }, why);
    }
  }

  asked(typed, value, group) {
    const one = this.queue.of({ ...group, ...typed }, value, typed.text);
    return { ...one, key: typed.key ?? one.key };
  }

  head(text, kind = "", right = "") { return el("header", {}, el("h2", { id: "next-head", class: `kicker ${kind}` }, text), el("span", { class: "sub" }, right)); }

  open(ask, asks, past) {
    const first = !(this.now.status.told + this.now.status.observed);
    const other = theirs(ask), right = `No. ${ask.ask}${ask.assignee && !other ? ", for you" : ""}${!other && ask.lease ? `, ${term(ask)}` : ""}`;
    const price = el("p", { class: "price" }, el("b", {}, money(ask.cost)), el("span"));
    const reason = el("p", { class: "reason" }, first ? (ask.width > 1 ? "Nothing is known yet, so a wide group comes first." : "Nothing is known yet: this place tells most about the others.") : "");
    const waiting = this.queue.has(ask), paused = this.now.status.state === "paused";
    const form = el("form", { novalidate: true, onsubmit: (event) => { event.preventDefault(); this.save(); } },
      el("label", { for: "reading" }, ask.width === 1 ? "What you read there" : `Average over the ${ask.width} places`),
      el("div", { class: "entry" }, el("span", { class: "box" }, el("input", { id: "reading", inputMode: "decimal", autocomplete: "off", placeholder: "e.g. 16.5", disabled: past, "aria-describedby": "said", value: this.drafts.of(ask), oninput: () => this.typed() }), unit() ? el("span", { class: "unit" }, unit()) : ""), el("button", { class: `button${other ? "" : " main"}`, id: "save", disabled: past }, "Save reading")),
      askName(past), el("div", { class: "said", id: "said", role: "alert" }), this.afterwards(ask));
    this.host.replaceChildren(...(paused ? this.paused(true) : []), this.head(other ? `For ${ask.assignee}` : paused ? "Open group" : first ? "Measure first" : "Measure next", other ? "plain" : "", right), el("div", { class: "others", role: "group", "aria-label": "Open groups" }), other ? this.whose(ask) : "",
      el("div", { class: "main-line" }, el("div", {}, el("h3", {}, titleOf(ask)), el("p", { class: "members" }, members(ask)), price), el("canvas", { class: "mini", id: "next-mini", "aria-hidden": "true" })),
      ask.width > 1 ? el("p", { class: "sub means" }, `One reading that averages these ${ask.width} places: a pooled sample, or one flight over all of them.`) : "", reason, ask.masked ? el("p", { class: "warning" }, "A place of this group was left out since. Measure it all the same, or skip it.") : "", form,
      el("div", { class: "links" }, other ? "" : el("button", { type: "button", class: "quiet", onclick: () => this.cannot() }, "Cannot measure this"), other || paused ? "" : el("button", { type: "button", class: "quiet", id: "another", disabled: this.asking, onclick: (event) => this.another(event) }, "Another group too")));
    this.others(ask, asks);
    if (waiting) this.kept(waiting);
    else if (this.text) this.say("note", "Typed before, and not saved yet.", "");
    else if (this.drafts.inOther(ask)) this.inOther(this.drafts.inOther(ask));
    this.why(ask, price, reason, first);
  }

  // What was typed in another unit is not saved as it stands: only a person knows what it is now.
  inOther({ text, unit: then }) {
    this.say("warning", `${text.trim()} was typed ${then ? `when values were in ${then}` : "before there was a unit"}.`, `${unit() ? `They are in ${unit()} now` : "The campaign's name says no unit any more"}: the campaign was renamed. Write it anew.`, parse(text) === null ? "" : el("div", { class: "links" }, this.instead(text.trim())));
  }

  // Somebody else's group: whose, whether one may report it all the same, and how it comes back.
  whose(ask) {
    const name = ask.assignee, free = el("button", { type: "button", class: "quiet", id: "release", onclick: (event) => this.release(ask, event.target) }, "Release it");
    const held = late(ask) ? `${name} had this group; its ${term(ask)}. It comes back when the next group is asked for.` : `${name} measures this group, ${term(ask)}.${stale(ask) ? " Perhaps it was left behind." : ""}`;
    return el("div", { class: "whose" }, el("p", {}, held, who() ? " If you measured it yourself, save it here: it counts, under your name." : ` If you are ${name}, say so.`),
      el("div", { class: "choices" }, this.now.status.state === "paused" && this.now.asks.every(theirs) ? "" : el("button", { type: "button", class: "button main", id: "mine", onclick: (event) => this.forMe(event) }, "Show a group for me"), free, who() ? "" : el("button", { type: "button", class: "quiet", onclick: sayWho }, "Say who you are")));
  }

  forMe(event) {
    this.chosen = null;
    if (this.now.asks.every(theirs)) { if (who()) this.advance(); else this.another(event); return; }
    this.shown = "";
    this.show(this.now, false);
  }

  async release(ask, button) {
    button.disabled = true;
    try { await this.giveUp(ask); toast(`Released: ${titleOf(ask)} can be chosen again.`); } catch (error) { toast(error.message); }
    this.chosen = null;
    await this.on.changed();
  }

  giveUp(ask) { return this.drafts.without(ask, () => post(`${this.base}/asks/${ask.ask}/cancel`, meant(ask))); }

  // Other open groups to choose from; the form beside them stays as it is, and so do they where
  // nothing is new: a click that began on one must end on it.
  others(ask, asks) {
    const host = this.host.querySelector(".others"), chips = asks.length < 2 ? [] : asks.map((one) => ({ number: one.ask, chosen: String(one.ask === ask.ask), text: `${called(one.assignee)}: ${titleOf(one)}${stale(one) ? `, ${stale(one)}` : ""}` }));
    const look = JSON.stringify(chips);
    if (!host || host.dataset.look === look) return;
    host.dataset.look = look;
    const choose = (number) => { this.chosen = number; this.shown = ""; this.show(this.now, false); };
    host.replaceChildren(...chips.map(({ number, chosen, text }) => el("button", { type: "button", class: "chip", "aria-pressed": chosen, onclick: () => choose(number) }, text)));
  }

  async why(ask, price, reason, first) {
    const group = `${ask.ask} ${ask.nodes}`; // its number may be another group's once a backup was put back
    if (!this.reasons.has(group)) this.reasons.set(group, get(`${this.base.replace("/api", "/page")}/why/${ask.ask}`).catch(() => null));
    const said = await this.reasons.get(group);
    if (!said) return;
    if (said.alone && ask.width > 1) price.lastChild.textContent = `instead of ${money(said.alone)} for one alone`;
    if (first || said.about === null) return;
    const times = this.times(ask), again = times ? ` It was read ${times === 1 ? "once" : `${times} times`} before; readings scatter, so another one makes it surer.` : "";
    const size = ask.width === 1 ? "places" : `groups of ${ask.width}`;
    const { low, high } = this.now, wild = low !== null && high !== null && said.perhaps > high + (high - low);
    // Nothing beyond what was called believable is expected, as long as no reading lies there.
    const seen = this.now.ledger.filter((row) => !row.struck).map((row) => row.reading), least = low !== null && seen.every((one) => one >= low) ? low : -Infinity, most = high !== null && seen.every((one) => one <= high) ? high : Infinity;
    const about = Math.min(Math.max(said.about, least), most), top = Math.min(said.perhaps, most);
    const perhaps = said.perhaps === null || wild || top <= about ? "" : `, perhaps ${val(top)}`, expected = ` Expected: about ${val(about)}${perhaps}.`;
    reason.textContent = { highest: `Of all ${size}, this one could still be the highest${wild ? ", as far as the readings tell." : `: about ${val(about)}${perhaps}.`}`,
      "was highest": `When it was chosen, of all ${size} this one could still be the highest.${expected}` }[said.rule]
      ?? `This ${ask.width === 1 ? "place" : "group"} tells most about where the hottest place is, for its price.${expected}`;
    reason.textContent += again;
  }

  // How often these very places were read together already.
  times(ask) {
    const those = [...ask.nodes].sort((a, b) => a - b).join();
    return this.now.ledger.filter((row) => !row.struck && [...row.nodes].sort((a, b) => a - b).join() === those).length;
  }

  typed() {
    $("anyway")?.remove();
    if (this.ask) this.drafts.keep(this.ask, this.text);
    this.anyway = null;
    this.unsaid();
  }

  // What was said is of another text than stands in the field now.
  unsaid() {
    this.input.removeAttribute("aria-invalid");
    $("said")?.replaceChildren();
    if (!$("save").disabled) $("save").textContent = "Save reading"; // else it says that it saves
    this.sure = null;
  }

  // Another window of this browser goes on with the text that stands here.
  follow(event) {
    if (!this.ask || !this.input || this.input.dataset.off || this.saving) return;
    const text = this.drafts.follow(this.ask, event);
    if (text === null || text === this.text) return;
    this.input.value = text;
    this.unsaid();
  }

  // Somebody's change may have put another card in the form's place.
  say(kind, bold, text, ...more) { $("said")?.replaceChildren(el("p", { class: kind }, el("b", {}, bold), " ", text), ...more); }

  async save() {
    const text = this.text, value = parse(text), ask = this.ask;
    if (value === null) {
      this.input.setAttribute("aria-invalid", "true");
      this.input.focus();
      const ways = twoWays(text);
      if (ways) return this.say("warning", `${text.trim()} can be read in two ways.`, "Nothing was saved.", el("div", { class: "links" }, ways.map((way) => this.instead(way))));
      return this.say("error", text.trim() ? "That is not a number." : "There is no reading yet.", `Write it like 16.5 or 16,5. Nothing was saved.`);
    }
    if (this.sure !== value && this.implausible(value)) return undefined;
    const nameless = keepName();
    if (nameless) { $("whoami").focus(); return this.say("error", "Your name cannot be kept.", `${nameless} Nothing was saved.`); }
    const button = $("save"), one = this.queue.of(ask, value), odd = this.sure === value ? this.oddly(value) : "";
    $("said").replaceChildren();
    button.disabled = this.saving = true;
    button.dataset.off = "1"; // news that come meanwhile do not open it again
    button.textContent = "Saving";
    try {
      await this.queue.tell(one);
    } catch (error) {
      // A draft goes once the reading itself is kept: a device may have no room left for it.
      const again = (bold, text) => { button.disabled = false; delete button.dataset.off; button.textContent = "Save reading"; this.say("error", bold, text); };
      const beside = this.drafts.beside(ask, value);
      try {
        if (later(error)) { this.queue.put(one); this.drafts.saved(ask, value); if (this.ask && same(one, this.ask) && this.input) this.kept(one); else toast(`No connection: ${asRead(value)} is kept on this device.`); }
        else if (refusal(error) && [404, 409].includes(error.status)) { for (const each of [one, ...beside.map((typed) => this.asked(typed, parse(typed.text), ask))]) this.queue.refuse(each, error); this.saving = false; this.drafts.saved(ask, value); for (const typed of beside) this.drafts.drop(typed); if (this.input) this.input.value = ""; this.queue.told(one, error); }
        else again("Nothing was saved.", error.message);
      } catch { again("Nothing was saved, and this device has no room left to keep it.", `Write ${asRead(value)} down. ${later(error) ? "Save it again once the server can be reached." : error.message}`); }
      this.saving = false;
      return undefined;
    }
    // It is saved, whatever comes now; the news of it may have put another card here already.
    // What was typed since stays, and is asked about once the list has the reading.
    this.drafts.saved(ask, value);
    if (!this.drafts.beside(ask, value).length && this.ask?.ask === ask.ask && this.input) this.input.value = "";
    this.chosen = null;
    this.anyway = odd ? { ask: ask.ask, text: `${asRead(value)} was saved as you said`, odd } : null;
    try {
      await this.on.told(ask, value);
      await this.advance();
    } catch (error) { if (!(error instanceof Away)) throw error; } finally { this.saving = false; }
    this.left(this.now);
    // The form was made anew: whoever types on, types there.
    if (document.activeElement === document.body) $("reading")?.focus({ preventScroll: true });
    return undefined;
  }

  // What is odd about a value, in words; empty where nothing is.
  oddly(value) {
    let { low, high } = this.now, whose = "you called believable";
    if (low === null || high === null) {
      const seen = this.now.ledger.filter((one) => !one.struck).map((one) => one.reading);
      if (seen.length < 5) return "";
      const room = 3 * (Math.max(...seen) - Math.min(...seen) || Math.abs(seen[0]) || 1);
      [low, high, whose] = [Math.min(...seen) - room, Math.max(...seen) + room, "read so far"];
    }
    const room = 0.25 * (high - low);
    this.meant = [value / 10, value / 100, value * 10].find((other) => other >= low && other <= high);
    if (value <= high + room && value >= low - room) return "";
    return `far ${value > high ? `above the ${val(high)}` : `below the ${val(low)}`} ${whose}`;
  }

  // A slip is likelier than a wonder: say so once, and let them have it their way.
  implausible(value) {
    const odd = this.oddly(value), { meant } = this;
    if (!odd) return false;
    this.sure = value;
    $("save").textContent = "Save anyway";
    this.say("warning", `${asRead(value)} is ${odd}.`, meant === undefined ? "Look again, or save it as it is." : `Did you mean ${num(meant)}?`,
      ...(meant === undefined ? [] : [this.instead(clear(meant), num(meant))]));
    return true;
  }

  instead(text, shown = text) {
    return el("button", { type: "button", class: "quiet", onclick: () => { this.input.value = text; this.typed(); this.input.focus(); } }, `Use ${shown}`);
  }

  // Beside the next group: the odd reading counts like any other, and can be corrected.
  afterwards(ask) {
    if (!this.anyway || this.anyway.ask === ask.ask) return "";
    return el("p", { class: "warning", id: "anyway" }, el("b", {}, `${this.anyway.text}.`), ` It is ${this.anyway.odd}, and counts all the same. If it was a slip, correct it in the list of readings.`);
  }

  kept(one) {
    const button = $("save"), since = this.drafts.beside(one, one.reading).map(({ text }) => text.trim()).join(" and ");
    this.input.value = clear(one.reading);
    this.input.disabled = button.disabled = true;
    this.input.dataset.off = button.dataset.off = "1";
    button.textContent = "Saved here";
    this.say("warning", "No connection.", `${asRead(one.reading, one.unit ?? unit())} is kept on this device and sent when you are back. Do not measure it again.${since ? ` You typed ${since} since: that is asked about then.` : ""}`,
      el("div", { class: "links" }, el("button", { type: "button", class: "quiet", onclick: () => this.change(one) }, "Change"), el("button", { type: "button", class: "quiet", onclick: () => this.queue.flush() }, "Try now")));
  }

  // One that waits is taken back into its field, unless it was read in another unit.
  change(one) {
    this.queue.drop(one.key);
    this.shown = "";
    this.show(this.now, false);
    if (this.drafts.other(one)) this.inOther({ text: clear(one.reading), unit: one.unit }); else this.input.value = this.drafts.of(one) || clear(one.reading);
    this.input.focus();
  }

  // Somebody deleted the campaign: nothing can be done here any more.
  deleted() {
    Object.assign(this, { ask: null, shown: "deleted", closedForGood: true });
    this.host.removeAttribute("aria-busy");
    this.host.replaceChildren(this.head("Deleted", "plain"), el("h3", {}, "This campaign was deleted"), el("p", { class: "reason" }, "Nothing more can be saved here."), el("div", { class: "choices" }, el("a", { class: "button main", href: "/" }, "All campaigns")));
  }

  // Ask for the next group; what says there is none is a state of its own.
  async advance(more = false) {
    const free = this.now.asks.some((one) => !one.assignee || one.assignee === who());
    if (this.now.status.state !== "running" || (!more && (free || (this.now.asks.length && !who())))) return;
    this.host.setAttribute("aria-busy", "true");
    if (!this.ask) this.host.replaceChildren(this.head("Measure next"), el("div", { class: "bone" }), el("div", { class: "bone short" }), el("div", { class: "bone tall" }), el("p", { class: "sub" }, "Working out the best group. On a large network this takes a few seconds."));
    if (!this.waived && this.now.stop !== "never") await this.on.settled();
    this.host.removeAttribute("aria-busy");
    if (!this.ask) this.shown = "";
    if (this.goal && !this.waived) { this.show(this.now, this.host.classList.contains("past")); return; }
    this.host.setAttribute("aria-busy", "true");
    Object.assign(this, { closed: "", ended: null });
    try {
      await post(`${this.base}/asks`, { ...(more ? { n: 1, more: true } : {}), ...(who() ? { assignee: who() } : {}) }, key());
    } catch (error) {
      this.closed = error.message;
      this.shown = "";
      if (!(error instanceof Away)) this.ended = await this.end();
    }
    this.host.removeAttribute("aria-busy");
    await this.on.changed();
  }

  // Why nothing more can be asked for: the server says it without an ask.
  async end() { return (await get(`${this.base.replace("/api", "/page")}/closed`).catch(() => ({ why: null }))).why; }

  async lookForTheEnd() {
    if (this.saving || this.now.status.state !== "running" || this.now.asks.length) return;
    const before = this.now, why = await this.end();
    if (this.now !== before || this.saving || why === this.ended) return;
    this.ended = why;
    this.show(this.now, this.host.classList.contains("past"));
  }

  // The campaign's own rule says to stop; whoever goes on all the same is asked no more while it is met.
  get waived() { return localStorage.getItem(`on ${this.base}`) === this.now.stop; }

  met(goal) {
    this.goal = goal;
    if (!goal) localStorage.removeItem(`on ${this.base}`);
    this.show(this.now, this.host.classList.contains("past"));
  }

  goOn() {
    localStorage.setItem(`on ${this.base}`, this.now.stop);
    this.show(this.now, false);
    this.on.waived();
    this.advance();
  }

  reached(now) {
    const open = now.asks.length;
    this.host.replaceChildren(this.head("Goal reached", "good"), el("h3", { id: "goal" }, `Your goal is reached: ${goalText(now)}.`),
      el("p", { class: "reason" }, `Going on would mostly confirm the answer below.${open ? ` ${open === 1 ? "The open group need" : "The open groups need"} not be measured any more.` : ""}`), unlookedAt(now),
      el("div", { class: "choices" }, el("button", { type: "button", class: "button main", onclick: () => this.on.finish() }, "Finish"), this.ended ? "" : el("button", { type: "button", class: "button", id: "go-on", onclick: () => this.goOn() }, "Measure on all the same")));
  }

  // One more, however quickly one clicks: the second click of a double click is no wish, and while
  // one is under way there is no other.
  async another({ detail } = {}) {
    if (detail > 1 || this.asking) return;
    const shut = (now) => { this.asking = now; if ($("another")) $("another").disabled = now; };
    shut(true);
    try { await this.advance(true); } finally { shut(false); }
  }

  none(now) {
    const { budget, spent, left } = now.status, stands = "The answer stands as it is, and readings can still be corrected.", finish = el("button", { type: "button", class: "button main", onclick: () => this.on.finish() }, "Finish");
    const card = (head, title, text, button, id = "plain") => this.host.replaceChildren(this.head(head, id), el("h3", {}, title), el("p", { class: "reason" }, text), this.ended ? unlookedAt(now) : "", el("div", { class: "choices" }, button));
    if (this.ended === "budget") card("Nothing more to ask", `${money(spent)} of ${num(budget)} is spent`, `${money(Math.max(left, 0))} is left, too little for any group. ${stands}`, finish);
    else if (this.ended) card("Nothing more to ask", "All planned readings are taken", stands, finish);
    else card("Measure next", this.closed ? "No group could be chosen" : "Ready for the next group", this.closed || "It is chosen from all readings so far.", el("button", { type: "button", class: "button main", id: "ask", onclick: () => this.advance() }, this.closed ? "Try again" : "Show the next group"), this.closed ? "plain" : "");
  }

  // Alone, or above the form of a group that is open still.
  paused(open) {
    return [open ? el("p", { class: "kicker plain" }, "Paused") : this.head("Paused", "plain"), el("h3", {}, "No new groups are handed out"), el("p", { class: "reason" }, open ? "Readings of open groups are still taken." : "No group is open."), el("div", { class: "choices" }, el("button", { type: "button", class: `button${open ? "" : " main"}`, onclick: () => this.on.resume() }, "Go on"))];
  }

  over(now) {
    this.host.replaceChildren(this.head("Finished", "good"), el("h3", {}, ended(now) || "Nothing left to do"), el("p", { class: "reason" }, `${money(now.status.spent)}${now.status.budget === null ? "" : ` of ${num(now.status.budget)}`} spent on ${count(now.status.told + now.status.observed, "reading")}.`), unlookedAt(now), el("div", { class: "choices" }, el("button", { type: "button", class: "button", onclick: () => this.on.reopen() }, "Open it again")));
  }

  cannot() { this.on.cannot(this.ask); }
}
