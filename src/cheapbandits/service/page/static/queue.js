// Readings that wait on this device while the server is away; each keeps the key it was given first.
import { Away, post } from "./api.js";

export class Queue {
  constructor(campaign, told) {
    this.name = `waiting ${campaign}`;
    this.base = `/api/campaigns/${campaign}`;
    this.told = told;
  }

  get all() { return JSON.parse(localStorage.getItem(this.name) || "[]"); }
  set all(rows) { if (rows.length) localStorage.setItem(this.name, JSON.stringify(rows)); else localStorage.removeItem(this.name); }

  has(ask) { return this.all.find((one) => one.ask === ask); }
  put(one) { this.all = [...this.all.filter((other) => other.ask !== one.ask), one]; this.changed?.(); this.again(); }
  drop(ask) { this.all = this.all.filter((one) => one.ask !== ask); this.changed?.(); }

  again() { clearTimeout(this.timer); if (this.all.length) this.timer = setTimeout(() => this.flush(), 4000); }

  // Send what waits, in order; what the server refuses is handed back, never lost silently.
  async flush() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (const one of this.all) {
        try {
          await post(`${this.base}/asks/${one.ask}/tell`, { reading: one.reading }, one.key);
          this.drop(one.ask);
          this.told(one, null);
        } catch (error) {
          if (error instanceof Away) break;
          this.drop(one.ask);
          this.told(one, error);
        }
      }
    } finally { this.busy = false; this.again(); }
  }
}
