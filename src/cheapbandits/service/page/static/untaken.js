// Readings that the server did not take: each is shown until somebody chooses, also after a reload.
import { asRead, el, exact, time, unit } from "./dom.js";
import { done, post, who } from "./api.js";
import { asKnown, inUnit, meant, members, same, titleOf } from "./group.js";
import { parse, wrong } from "./numbers.js";
import { Queue, UNSAVED } from "./queue.js";
import { ask } from "./ways.js";

// The log is another one than when it was read: its places are known all the same.
const LOST = ["NoSuchAskError", "OtherAskError"];

export class Untaken {
  // `on.chosen` is told when one is gone from the list.
  constructor(host, queue, on = { chosen: () => {} }) { Object.assign(this, { host, queue, on, shown: "", busy: new Set(), failed: new Map() }); }

  // `now`: what the page knows of the campaign; null where there is no such campaign any more.
  show(now) {
    this.now = now;
    const rows = this.queue.refused.map((one) => ({ ...one, ...this.place(one), theirs: this.theirs(one), busy: this.busy.has(one.key), failed: this.failed.get(one.key) })), look = JSON.stringify([rows, now?.status.state, unit()]);
    this.host.hidden = !rows.length;
    if (look === this.shown) return;
    this.shown = look;
    this.host.replaceChildren(...rows.map((one) => this.row(one)));
  }

  // Where it was read: kept with it, or as the campaign says.
  place({ ask: number, place, width, nodes, names }) {
    const known = place === undefined ? [...(this.now?.asks ?? []), ...(this.now?.ledger ?? [])].find((row) => row.ask === number) : null;
    return known ? { place: known.place, width: known.width, nodes: known.nodes, names: known.names ?? [] } : { place, width, nodes, names: names ?? [] };
  }

  // What stands in its place: as it is now, where that is known.
  theirs(one) {
    if (one.refused.kind !== "AlreadyToldError" || !this.now) return null;
    const row = this.now.ledger.find((other) => same(one, other));
    return row ? { reading: row.reading, who: row.who, at: row.at, struck: row.struck, known: asKnown(row) } : one.refused.stored;
  }

  // One of these at a time, and under one key however often it is sent: the answer may be lost.
  async send(one, path, key, name, known = {}) {
    if (this.busy.has(one.key)) return;
    this.busy.add(one.key);
    this.failed.delete(one.key);
    this.show(this.now);
    try { await post(`${this.queue.base}/${path}`, { reading: one.reading, ...meant(one), ...inUnit(one), ...known }, key, name); this.gone(one); } catch (error) { if (done(error, "correct", one.reading)) this.gone(one); else this.failed.set(one.key, error.message); }
    this.busy.delete(one.key);
    this.show(this.now);
  }

  row(one) {
    const text = one.reading === null, mine = text ? `“${one.text.trim()}”` : asRead(one.reading, one.unit ?? ""), short = text ? mine : exact(one.reading), other = one.theirs;
    const shut = this.now?.status.state === "finished", button = (name, job, { kind = "button", off = shut } = {}) => el("button", { type: "button", class: kind, disabled: off || one.busy, onclick: job }, name);
    const head = el("h2", { class: "kicker" }, other ? "Already measured" : one.refused.kind === UNSAVED ? "Not saved" : "Not taken"), said = el("div", { class: "said", role: "alert" }, one.failed ? el("p", { class: "error" }, one.failed) : "");
    const where = [el("h3", {}, one.place === undefined ? `Group No. ${one.ask}` : titleOf(one)), one.names.length ? el("p", { class: "members" }, members(one)) : "", this.now || !one.name ? "" : el("p", { class: "sub" }, `Campaign: ${one.name}`)];
    const number = (kind) => button("Write it as a number", () => this.number(one, mine), { kind, off: false }), add = (name, kind) => button(name, () => this.send(one, "observations", `${one.key} add`, one.who), { kind });
    if (other) return el("article", {}, head, ...where, el("p", { class: "warning" }, el("b", {}, `${other.who || "Somebody"} saved ${asRead(other.reading)} for this group at ${time(other.at)}${other.struck ? "; it was struck since" : ""}.`), ` Your ${mine} was not saved; it is kept on this device until you choose.${shut ? " The campaign is finished: to correct or add, open it again." : ""}`),
      el("div", { class: "choices" }, button(`Keep ${exact(other.reading)}`, () => this.gone(one), { kind: "button main", off: false }), text ? number() : button(`Correct to ${short}`, () => this.send(one, `asks/${one.ask}/correct`, null, who(), other.known))), said,
      one.nodes && !text ? el("p", { class: "sub" }, "Measured separately? ", add(`Add ${short} as a second reading`, "quiet")) : "");
    const unsaved = one.refused.kind === UNSAVED, lost = LOST.includes(one.refused.kind) && one.nodes, main = "button main", unlike = one.refused.kind === "OtherUnitError" && (one.unit ?? "") !== unit(), again = text ? number(main) : unlike ? button(unit() ? `Write it in ${unit()}` : "Write it as it counts now", () => this.number(one, mine), { kind: main }) : [lost ? add(`Add ${short} for these places`, main) : "", button(unsaved ? `Save ${short}` : "Send again", () => this.queue.sendAgain(one.key), { kind: lost ? "button" : main })];
    return el("article", {}, head, ...where, el("p", { class: "warning" }, el("b", {}, `${mine} was ${unsaved ? "typed, and not saved" : "not taken"}`), this.why(one, shut)), el("div", { class: "choices" }, this.now ? again : "", button(`Discard ${short}`, () => this.discard(one, mine), { off: false })), said);
  }

  // What was typed is no number, or two, or of another unit: it is as it was until somebody has said what it is.
  number(one, mine) { ask({ title: "What did you read?", text: `${one.place === undefined ? `Group No. ${one.ask}` : titleOf(one)}: you typed ${mine}.`, label: unit() && unit() !== one.unit ? `As a number, in ${unit()}` : "As a number", value: one.text ?? "", button: "Use it", check: wrong, act: (text) => this.written(one, parse(text)) }); }

  // Whoever writes it anew writes it in the unit that there is now; one that was not taken for its unit alone is sent at once.
  written(one, reading) {
    this.queue.change(one.key, { reading, text: undefined, unit: unit() });
    if (one.refused.kind === "OtherUnitError") this.queue.sendAgain(one.key);
  }

  why(one, shut) {
    const { kind, message } = one.refused, here = " It is kept on this device";
    if (!this.now) return `: the campaign was deleted, or is not on this server.${here} until you discard it; write it down if it is still of use.`;
    if (kind === UNSAVED) return `: the group was released meanwhile, or its time ran out.${here} until you choose.${shut ? " The campaign is finished: to save it, open it again." : ""}`;
    if (kind === "NoSuchAskError" && one.nodes && !shut) return `: the campaign was put back to an earlier moment, and does not know this group.${here}, and sent once it is known again.`;
    if (shut) return `: the campaign is finished.${here}. Open the campaign again, and it is sent.`;
    return `: ${{ ClosedError: "the campaign was finished then.", NotFoundError: "the campaign was not there then.", OtherUnitError: `it ${one.unit ? `is in ${one.unit}` : "was read before there was a unit"}, and ${unit() ? `values are in ${unit()} now` : "the campaign's name says no unit any more"}: the campaign was renamed.`, OtherAskError: `the campaign was put back to an earlier moment, and No. ${one.ask} is another group now.` }[kind] ?? `${message}.`.replace(/\.\.$/, ".")}${here} until you choose.`;
  }

  discard(one, mine) { ask({ title: `Discard ${mine}?`, text: `${one.place === undefined ? `Group No. ${one.ask}` : titleOf(one)}: this reading is on this device only, and gone then.`, button: "Discard", danger: true, act: () => this.gone(one) }); }

  gone(one) { this.queue.drop(one.key); this.on.chosen(one); }
}

// No campaign, so nothing of it can be sent: what waits was not taken.
export function orphaned(id, host) {
  const queue = new Queue(id), list = new Untaken(host, queue);
  for (const one of queue.waiting) queue.refuse(one, { status: 404, kind: "NotFoundError", message: "there is no such campaign" });
  queue.changed = () => list.show(null);
  list.show(null);
}
