// What one does with a campaign beside reading: pause, finish, skip, export. Part of its page.
import { $, el, num, toast } from "./dom.js";
import { post } from "./api.js";
import { titleOf } from "./next.js";
import { ask } from "./ways.js";

export const actsOf = (api) => ({
  async act(verb, body = {}) { try { await post(`${api}/${verb}`, body); } catch (error) { toast(error.message); } await this.refresh(); },

  finish() { ask({ title: "Finish this campaign?", text: "Nothing more is asked or told after that; it can be opened again.", label: "Why, for the record", value: "sure enough", button: "Finish", check: (text) => (text.trim() ? "" : "Say why, in a word."), act: async (reason) => { await post(`${api}/finish`, { reason }); await this.refresh(); } }); },

  cannot(one) {
    const skip = async () => { await post(`${api}/asks/${one.ask}/cancel`); await this.refresh(); this.next.advance(); };
    ask({ title: "Cannot measure this group?", text: `${titleOf(one)}: skip it this time, or leave its places out from now on. Both can be undone.`, button: "Skip it", act: skip, also: [["Leave the places out", async () => { await post(`${api}/mask`, { nodes: one.nodes }); await skip(); }]] });
  },

  sent(one, error) {
    if (error?.status === 409 && error.stored && this.next.ask?.ask === one.ask) this.next.conflict(one.reading, { ...error.stored.body, reading: error.stored.body.reading, who: error.stored.who, at: error.stored.at, ask: one.ask, nodes: this.next.ask.nodes, place: this.next.ask.place, width: this.next.ask.width });
    else if (error) toast(`${num(one.reading)} was not saved: ${error.message}`);
    else { toast(`Back again: ${num(one.reading)} was sent.`); this.next.shown = ""; this.next.ask = null; }
    this.refresh().then(() => this.next.advance());
  },

  more() {
    const state = this.now.status.state, item = (text, job) => el("button", { type: "button", onclick: job }, text);
    $("mores").replaceChildren(...[state === "running" && item("Pause", () => this.act("pause")), state === "paused" && item("Go on", () => this.act("resume")), state !== "finished" && item("Finish", () => this.finish()), state === "finished" && item("Open again", () => this.act("reopen")),
      ...($("export").offsetParent ? [] : [...$("exports").querySelectorAll("a")].map((link) => link.cloneNode(true)))].filter(Boolean));
  },

  picture() {
    const [first] = this.map.layers, canvas = el("canvas", { width: first.width, height: first.height }), ctx = canvas.getContext("2d");
    ctx.fillStyle = getComputedStyle($("map")).backgroundColor;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    for (const layer of this.map.layers) ctx.drawImage(layer, 0, 0);
    el("a", { href: canvas.toDataURL("image/png"), download: `${document.querySelector("main").dataset.name.replace(/[^\w -]+/g, "_")}.png` }).click();
  },
});
