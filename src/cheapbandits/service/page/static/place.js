// The card of one place: what is believed of it, how well it is known, and its readings.
import { $, asRead, briefly, el, fine, named, num, plural, time, toast, val } from "./dom.js";
import { get, post } from "./api.js";

export class PlaceCard {
  constructor(base, on) { Object.assign(this, { host: $("place"), base, on, node: null }); }

  // Of several answers that are on their way only the one that was asked for last is shown: another is of another step.
  async show(node, at, { focus = false } = {}) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.wanted = focus || (this.wanted && this.node === node); // whoever wanted the focus gets it with the later answer
    this.node = node;
    if (node === null) { this.host.hidden = true; return; }
    const told = await get(`${this.base.replace("/api", "/page")}/place/${node}${at === null ? "" : `?at=${at}`}`);
    if (turn !== this.turn) return;
    const close = el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.close() }, "×");
    this.host.replaceChildren(close, el("h2", {}, named(told.name)),
      told.estimate === null ? el("p", {}, "Nothing is known yet.") : el("p", { class: "big" }, val(told.estimate, fine(told))),
      told.estimate === null ? "" : el("p", { class: "sub" }, `very likely ${num(told.low, fine(told))} to ${num(told.high, fine(told))} (95 %)`),
      el("dl", {}, el("dt", {}, "Known"), el("dd", {}, told.known), el("dt", {}, "Readings"), el("dd", {}, told.readings ? `${told.readings} ${plural(told.readings, "touches", "touch")} it` : "none, alone or in a group"), el("dt", {}, "Linked to"), el("dd", {}, told.links ? `${told.neighbours.slice(0, 4).map(named).join("; ")}${told.links > 4 ? ` and ${told.links - 4} more` : ""}` : "no other place")),
      told.rows.length ? el("ul", { "aria-label": "Readings" }, told.rows.map((row) => el("li", { class: row.status === "annulled" ? "struck" : "" }, el("span", {}, `${row.width === 1 ? "alone" : `${row.width} places`}, ${time(row.told)}`), el("b", { title: asRead(row.reading) }, briefly(row.reading))))) : "",
      this.on.past() || this.on.state() === "finished" ? "" : el("button", { type: "button", class: "quiet", onclick: (event) => this.mask(node, told.masked, event.target) }, told.masked ? "Count it in again" : "Leave this place out"));
    this.host.hidden = false;
    this.host.setAttribute("aria-label", named(told.name));
    if (this.wanted) close.focus();
    this.wanted = false;
    return told;
  }

  async mask(node, masked, button) {
    button.disabled = true;
    try {
      await post(`${this.base}/${masked ? "unmask" : "mask"}`, { nodes: [node] });
      await this.on.changed();
      await this.show(node, null);
    } catch (error) { toast(error.message); button.disabled = false; }
  }

  close() { this.show(null); this.on.closed(); }
}
