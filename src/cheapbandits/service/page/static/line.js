// Whether all is saved, in the bar: said only of what is known, never while the server is away.
import { $, count } from "./dom.js";

export class Line {
  constructor(queue, again) {
    Object.assign(this, { queue, again, up: null, over: false });
    addEventListener("line", (event) => this.set(event.detail));
    addEventListener("offline", () => this.set(false));
    addEventListener("online", () => { if (!this.over) this.again(); });
  }

  set(up) {
    if (this.over) return;
    if (up && navigator.onLine === false) return;
    const changed = this.up !== up;
    this.up = up;
    this.show();
    clearTimeout(this.timer);
    if (!up) this.timer = setTimeout(() => this.again(), 4000);
    else if (changed) this.queue.flush();
  }

  // The campaign is deleted: there is nothing to come back to.
  end() { this.over = true; clearTimeout(this.timer); this.show(); }

  show() {
    const waiting = this.queue.waiting.length, refused = this.queue.refused.length, link = $("link"), untaken = refused ? `${count(refused, "reading")} not taken.` : "";
    const all = this.over || this.up === null ? "" : this.up ? (waiting ? `${count(waiting, "reading")} still to be sent.` : untaken ? "" : this.queue.sending ? "Saving." : "All saved. Live.") : waiting ? `Offline. ${count(waiting, "reading")} kept on this device.` : "Offline. Trying again.";
    link.textContent = [all, untaken].filter(Boolean).join(" ");
    link.classList.toggle("off", refused > 0 || (!this.over && this.up === false));
  }
}
