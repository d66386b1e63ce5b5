// Readings that the server did not take: each is shown until somebody chooses, also after a reload.
import { el, num, time, val } from "./dom.js";
import { post } from "./api.js";
import { members, titleOf } from "./group.js";
import { Queue } from "./queue.js";
import { ask } from "./ways.js";

export class Untaken {
  // `on.chosen` is told when one is gone from the list.
  constructor(host, queue, on = { chosen: () => {} }) { Object.assign(this, { host, queue, on, shown: "" }); }

  // `now`: what the page knows of the campaign; null where there is no such campaign any more.
  show(now) {
    this.now = now;
    const rows = this.queue.refused.map((one) => ({ ...one, ...this.place(one), theirs: this.theirs(one) })), look = JSON.stringify([rows, now?.status.state]);
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
    const row = this.now.ledger.find((other) => other.ask === one.ask && !other.struck);
    return row ? { reading: row.reading, who: row.who, at: row.at } : one.refused.stored;
  }

  row(one) {
    const said = el("div", { class: "said", role: "alert" }), mine = val(one.reading, 6, one.unit ?? ""), other = one.theirs;
    const button = (text, job, { kind = "button", off = false } = {}) => el("button", { type: "button", class: kind, disabled: off, onclick: job }, text);
    const doing = (path, body, key) => async (event) => {
      event.target.disabled = true;
      try { await post(`${this.queue.base}/${path}`, { ...body, reading: one.reading }, key); } catch (error) { said.replaceChildren(el("p", { class: "error" }, error.message)); event.target.disabled = false; return; }
      this.gone(one);
    };
    const shut = this.now?.status.state === "finished", head = el("h2", { class: "kicker" }, other ? "Already measured" : "Not taken");
    const where = [el("h3", {}, one.place === undefined ? `Group No. ${one.ask}` : titleOf(one)), one.names.length ? el("p", { class: "members" }, members(one)) : "", this.now || !one.name ? "" : el("p", { class: "sub" }, `Campaign: ${one.name}`)];
    if (other) return el("article", {}, head, ...where, el("p", { class: "warning" }, el("b", {}, `${other.who || "Somebody"} saved ${val(other.reading, 6)} for this group at ${time(other.at)}.`), ` Your ${mine} was not saved; it is kept on this device until you choose.${shut ? " The campaign is finished: to correct or add, open it again." : ""}`),
      el("div", { class: "choices" }, button(`Keep ${num(other.reading, 6)}`, () => this.gone(one), { kind: "button main" }), button(`Correct to ${num(one.reading, 6)}`, doing(`asks/${one.ask}/correct`, {}), { off: shut })), said,
      one.nodes ? el("p", { class: "sub" }, "Measured separately? ", button(`Add ${num(one.reading, 6)} as a second reading`, doing("observations", { nodes: one.nodes, weights: one.weights }, `${one.key} add`), { kind: "quiet", off: shut })) : "");
    const again = this.now ? button("Send again", () => this.queue.sendAgain(one.key), { kind: "button main", off: shut }) : "";
    return el("article", {}, head, ...where, el("p", { class: "warning" }, el("b", {}, `${mine} was not taken`), this.why(one, shut)), el("div", { class: "choices" }, again, button(`Discard ${num(one.reading, 6)}`, () => this.discard(one, mine))));
  }

  why({ refused: { kind, message } }, shut) {
    const here = " It is kept on this device";
    if (!this.now) return `: the campaign was deleted, or is not on this server.${here} until you discard it; write it down if it is still of use.`;
    if (shut) return `: the campaign is finished.${here}. Open the campaign again, and it is sent.`;
    return `: ${{ ClosedError: "the campaign was finished then.", NotFoundError: "the campaign was not there then." }[kind] ?? `${message}.`.replace(/\.\.$/, ".")}${here} until you choose.`;
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
