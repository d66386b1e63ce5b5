// What was typed for a group and not yet saved, with what tells the group: it outlives a reload, and goes when it is saved.
import { unit } from "./dom.js";
import { same } from "./group.js";
import { parse } from "./numbers.js";

export class Typed {
  constructor(base) { this.head = `typed ${base} `; }

  get all() { return Object.keys(localStorage).filter((name) => name.startsWith(this.head)).map((name) => this.one(name)); }

  // An older page kept the text alone.
  one(name) {
    const kept = localStorage.getItem(name), ask = Number(name.slice(this.head.length));
    try { const { text, ...group } = JSON.parse(kept); if (text) return { ...group, ask, text }; } catch { /* a text */ }
    return { ask, text: kept ?? "" };
  }

  // The text of a group; where it was typed in another unit than there is now, that is no text for its field.
  of(group) { const one = this.one(this.head + group.ask); return same(one, group) && !this.other(one) ? one.text : ""; }
  other(one) { return one.unit !== undefined && one.unit !== unit(); }
  inOther(group) { const one = this.one(this.head + group.ask); return same(one, group) && one.text && this.other(one) ? one : null; }
  // What was typed for a group while its reading was being saved; null where it is that reading.
  since(group, reading) { const one = this.one(this.head + group.ask); return one.text.trim() && same(one, group) && parse(one.text, undefined, one.unit ?? unit()) !== reading ? one : null; }
  keep({ ask, place, width, nodes, names, weights }, text) {
    if (!text.trim()) { this.drop(ask); return; }
    try { localStorage.setItem(this.head + ask, JSON.stringify({ text: text.slice(0, 200), place, width, nodes, names: names?.slice(0, 8), weights, unit: unit() })); } catch { /* no room: it stands in its field */ }
  }
  drop(ask) { localStorage.removeItem(this.head + ask); }
}
