// Whether all is saved, in the bar: said only of what is known, never while the server is away.
import { $, count } from "./dom.js";

export class Line {
  constructor(queue, again) {
    Object.assign(this, { queue, again, up: null });
    addEventListener("line", (event) => this.set(event.detail));
    addEventListener("offline", () => this.set(false));
    addEventListener("online", () => this.again());
  }

  set(up) {
    if (up && navigator.onLine === false) return;
    const changed = this.up !== up;
    this.up = up;
    this.show();
    clearTimeout(this.timer);
    if (!up) this.timer = setTimeout(() => this.again(), 4000);
    else if (changed) this.queue.flush();
  }

  show() {
    const waiting = this.queue.all.length, link = $("link");
    link.textContent = this.up === null ? "" : this.up ? (waiting ? `${count(waiting, "reading")} still to be sent` : "All saved. Live.") : waiting ? `Offline. ${count(waiting, "reading")} kept on this device.` : "Offline. Trying again.";
    link.classList.toggle("off", this.up === false);
  }
}
