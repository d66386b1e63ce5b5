// What one does with a campaign beside reading: pause, finish, skip, export. Part of its page.
import { $, el, exact, shownAs, toast } from "./dom.js";
import { download, post } from "./api.js";
import { titleOf } from "./group.js";
import { postcard } from "./postcard.js";
import { ask, sayWho } from "./ways.js";

const EPSG = /^\s*(?:epsg[: ]?)?(\d{4,6})\s*$/i;

export const actsOf = (api) => ({
  async act(verb, body = {}) {
    if (this.acting) return;
    this.acting = true;
    try { await post(`${api}/${verb}`, body); } catch (error) { toast(error.message); }
    try { await this.refresh(); } finally { this.acting = false; }
  },

  finish() { ask({ title: "Finish this campaign?", text: "Nothing more is asked or told after that; it can be opened again.", label: "Why, for the record", value: this.now.status.left !== null && this.now.status.left <= 0.05 * this.now.status.budget ? "budget spent" : "sure enough", button: "Finish", check: (text) => (text.trim() ? "" : "Say why, in a word."), act: async (reason) => { await post(`${api}/finish`, { reason }); await this.refresh(); } }); },

  cannot(one) {
    const skip = async () => { await this.next.giveUp(one); await this.refresh(); this.next.advance(); };
    ask({ title: "Cannot measure this group?", text: `${titleOf(one)}. Skip it, and the group is given up for good. Nothing is learned from that, so the same places may be asked for again at once. To keep them out, choose Leave the places out; a click on the map counts each in again.`, button: "Skip it", act: skip, also: [["Leave the places out", async () => { await post(`${api}/mask`, { nodes: one.nodes }); await skip(); }]] });
  },

  sent(one, error) {
    if (error?.kind === "NotFoundError") { this.gone(); return; }
    if (!error) toast(`Back again: ${exact(one.reading)} was sent.`);
    // Sent or refused: the card must not say any more that it is kept and will be sent.
    if (!this.next.ask || this.next.ask.ask === one.ask) { this.next.shown = ""; this.next.ask = null; }
    this.again().then(() => this.next.advance());
  },

  more() {
    const state = this.now.status.state, narrow = !$("export").offsetParent, item = (text, job, kind) => el("button", { type: "button", class: kind, onclick: job }, text);
    const borrowed = [...$("exports").children].map((one) => { const twin = one.cloneNode(true); twin.removeAttribute("id"); if (twin.tagName === "BUTTON") twin.addEventListener("click", () => one.click()); return twin; });
    $("mores").replaceChildren(...[state === "running" && item("Pause", () => this.act("pause")), state === "paused" && item("Go on", () => this.act("resume")), state !== "finished" && item("Finish", () => this.finish()), state === "finished" && item("Open again", () => this.act("reopen")),
      item("Rename", () => this.rename()), item("Duplicate", () => this.duplicate()), ...(narrow ? [...borrowed, item("Who you are", sayWho)] : []), item("Delete", () => this.remove(), "danger")].filter(Boolean));
  },

  rename() {
    const { name } = this.now.status;
    ask({ title: "Rename this campaign", text: "Its address and its readings stay. A unit may stand at the end in square brackets, as in Zinc [mg/kg].", label: "Name", value: shownAs(name), button: "Rename", check: (text) => (text.trim() ? "" : "Give it a name."), act: async (text) => { if (shownAs(text) !== shownAs(name)) { await post(`${api}/rename`, { name: text.trim() }); location.reload(); } } });
  },

  duplicate() {
    const make = (readings) => async (text) => { const made = await post(`${api}/clone`, { name: text.trim(), with_readings: readings }); location.href = `/campaigns/${made.id}`; };
    ask({ title: "Duplicate this campaign", text: "The same network, prices and places left out, under another name.", label: "Name of the new one", value: `${shownAs(this.now.status.name)}, again`, button: "Start empty", check: (text) => (text.trim() && shownAs(text) !== shownAs(this.now.status.name) ? "" : "Give it a name of its own."), act: make(false), also: [["With its readings", make(true)]] });
  },

  // Everything is kept in a file on the server first; the same file may be taken home before.
  remove() {
    const { name } = this.now.status;
    ask({ title: "Delete this campaign?", text: `It goes for everybody, with all its readings. The server keeps a file of it; take one yourself before. Type its name to delete it: ${shownAs(name)}`, label: "Name of the campaign", button: "Delete", danger: true, check: (text) => (shownAs(text) === shownAs(name) ? "" : "That is not its name. Nothing was deleted."), act: async () => { await this.leaving(() => post(`${api}/delete`, { name })); location.href = "/"; },
      also: [["Export first", async () => { await download(`${api}/export?kind=db`, `${name.replace(/[^\w -]+/g, "_")}.db`); throw new Error("The file is saved. Type the name to delete the campaign here."); }]] });
  },

  // A map for GIS programs needs to know where on Earth x and y are.
  geojson() {
    const { maps } = $("geojson").dataset, take = (crs) => download(`${api.replace("/api", "/page")}/take/map.geojson${crs ? `?crs=${crs}` : ""}`, `${this.now.status.name.replace(/[^\w -]+/g, "_")}.geojson`);
    const table = ["Take the table (.csv)", () => download(`${api.replace("/api", "/page")}/take/estimates.csv`, `${this.now.status.name.replace(/[^\w -]+/g, "_")}.csv`)];
    if (maps === "yes") take("").catch((error) => toast(error.message));
    else if (maps === "no") ask({ title: "This network has no map", text: "Its file had no coordinates, so there is nothing a GIS program could place. The table has the estimate of every place.", button: table[0], act: table[1] });
    else ask({ title: "What are x and y?", text: "GeoJSON is in degrees, and the file did not say what system its x and y are of. Type its EPSG code (UTM zone 33 north is 32633); your GPS or GIS program shows it. The table has x and y as they are.", label: "EPSG code", button: "Save the map", check: (text) => (EPSG.test(text) ? "" : "A code is a number such as 32633."), act: (text) => take(`EPSG:${text.match(EPSG)[1]}`), also: [table] });
  },

  picture() {
    const { name } = this.now.status;
    el("a", { href: postcard(this, shownAs(name)).toDataURL("image/png"), download: `${name.replace(/[^\w -]+/g, "_")}.png` }).click();
  },
});
