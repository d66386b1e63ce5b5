// Readings that wait on this device while the server is away; each keeps the key it was given first.
// What the server refuses stays here too, marked, until somebody has chosen what becomes of it.
import { Refused, foreign, post, who } from "./api.js";
import { key as newKey } from "./dom.js";
import { inUnit, meant, same, twins } from "./group.js";

const HEAD = "waiting ";
const under = (head) => Object.keys(localStorage).filter((name) => name.startsWith(head));
// What is no JSON is not of this page.
const read = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };

// Campaigns of which something is on this device.
export const withReadings = () => [...new Set(under(HEAD).map((name) => name.slice(HEAD.length).split(" ")[0]))];

// What is said about a reading itself, whenever it comes: nothing else gives one up (`fate.py` has the same rule for programs).
const FINAL = ["AlreadyToldError", "CapacityError", "ConflictError", "GraphError", "KeyReusedError", "NoSuchAskError", "OtherAskError", "OtherUnitError", "ParameterError", "ProbeError", "ReadingError"];
// The campaign is finished, or not on this server: not taken, and sent once it is there and open again.
const SHUT = ["ClosedError", "NotFoundError"];
// No refusal of the server's: it was typed, and its group was given up or its time ran out. A late reading is taken all the same.
export const UNSAVED = "unsaved";
// So is one of a group that the server lost, if its places are known: the log may come back, and no other is mistaken for it.
const shut = ({ refused, nodes }) => SHUT.includes(refused?.kind) || (refused?.kind === "NoSuchAskError" && Boolean(nodes));
export const refusal = (error) => error instanceof Refused && (FINAL.includes(error.kind) || SHUT.includes(error.kind));
// Nobody is there who could take any: away, busy, full, or it lets nobody in. What fails otherwise is this one's.
export const later = (error) => !(error instanceof Refused) || error.kind === "HTTPError" || [408, 429, 502, 503, 504, 507].includes(error.status);

export class Queue {
  constructor(campaign, told = () => {}) {
    this.name = HEAD + campaign;
    this.base = `/api/campaigns/${campaign}`;
    // How long the answer to a reading may take, in milliseconds; and how many are under way.
    Object.assign(this, { told, patience: 10000, sending: 0 });
    addEventListener("storage", (event) => { if (event.key === null || event.key.startsWith(this.name)) this.changed?.(); });
  }

  // Each stands under its own key, in order of `n`: of two windows that write one list at once the
  // later would take away what the other has just kept. Older pages kept a list.
  get all() {
    const listed = read(this.name), rows = Array.isArray(listed) ? listed.map((one, n) => one && { n, ...one }) : [];
    return [...rows, ...under(`${this.name} `).map(read)].filter((one) => one?.key).sort((a, b) => a.n - b.n);
  }
  set all(rows) {
    const known = new Map(this.all.map((one) => [one.key, one]));
    let last = Math.max(Date.now(), ...[...known.values()].map((one) => one.n));
    for (const one of rows) {
      const kept = JSON.stringify({ ...one, n: one.n ?? (last += 1) }), name = `${this.name} ${one.key}`;
      if (localStorage.getItem(name) !== kept) localStorage.setItem(name, kept);
      known.delete(one.key);
    }
    for (const key of known.keys()) localStorage.removeItem(`${this.name} ${key}`);
    localStorage.removeItem(this.name);
    this.changed?.();
  }

  get waiting() { return this.all.filter((one) => !one.refused); }
  get refused() { return this.all.filter((one) => one.refused); }

  // A reading of a group, with all that tells later what it was: the campaign may be gone then.
  // One that is no number yet has the text that was typed.
  of({ ask, place, width, nodes, names, weights, unit: typed }, reading, text) {
    const { name, unit: here } = document.querySelector("main").dataset, unit = typed ?? here;
    return { ask, reading, text: reading === null ? text : undefined, key: newKey(), place, width, nodes, weights, names: names?.slice(0, 8), name, unit, who: who() };
  }

  has(group) { return this.waiting.find((one) => same(one, group)); }
  put(one) { this.all = [...this.all, one]; this.again(); }
  change(key, to) { this.all = this.all.map((one) => (one.key === key ? { ...one, ...to } : one)); }
  drop(key) { this.all = this.all.filter((one) => one.key !== key); }

  // Not taken: kept with the reason, and with what stands in its place where something does. What
  // another window was refused already stays under its key, which may have been used.
  refuse(one, { status, kind, message, stored }) {
    const there = stored?.body && { reading: stored.body.reading, who: stored.who, at: stored.at }, refused = { status, kind, message, stored: there ?? null };
    const first = this.refused.find((other) => twins(other, one)) ?? one;
    this.all = [...this.all.filter((other) => ![one.key, first.key].includes(other.key)), { ...first, refused }];
  }

  // Stored: what another window kept of the same reading is no other.
  stored(one) { if (this.refused.some((other) => twins(other, one))) this.all = this.all.filter((other) => !other.refused || !twins(other, one)); }

  // Only what says that this very reading is stored has stored it. It is told by who measured, not by who is here when it is sent.
  // A server that says nothing is away: sent again under its key, a reading is stored once.
  async tell(one) {
    this.under(1);
    try {
      const stored = await post(`${this.base}/asks/${one.ask}/tell`, { reading: one.reading, ...meant(one), ...inUnit(one) }, one.key, one.who, this.patience);
      if (stored?.kind !== "tell" || stored.body?.reading !== one.reading) throw foreign();
      this.stored(one);
    } finally { this.under(-1); }
  }

  under(more) { this.sending += more; this.changed?.(); }

  // The campaign is there and open: what it could not take before, it can now.
  opened() {
    if (this.all.some(shut)) this.all = this.all.map((one) => (shut(one) ? { ...one, refused: undefined } : one));
    return this.flush();
  }

  sendAgain(key) {
    this.change(key, { refused: undefined });
    return this.flush();
  }

  again() { clearTimeout(this.timer); if (this.waiting.length) this.timer = setTimeout(() => this.flush(), 4000); }

  // Send what waits, in order; what the server refuses is never lost silently.
  async flush() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (const one of this.waiting) {
        if (!this.waiting.some((other) => other.key === one.key)) continue; // taken back meanwhile
        try {
          await this.tell(one);
          this.drop(one.key);
          this.told(one, null);
        } catch (error) {
          if (refusal(error)) { this.refuse(one, error); this.told(one, error); } else if (later(error)) break;
        }
      }
    } finally { this.busy = false; this.again(); }
  }
}
