// What was typed for a group and not yet saved, with what tells the group: it outlives a reload, and goes when it is saved.
import { key, unit } from "./dom.js";
import { same } from "./group.js";
import { parse } from "./numbers.js";

export class Typed {
  // `known`: of each group the text that this window has in its field: where it is kept, and as what.
  constructor(base) { Object.assign(this, { head: `typed ${base} `, known: new Map() }); }

  // In the order in which they were typed.
  get all() { return Object.keys(localStorage).filter((slot) => slot.startsWith(this.head)).map((slot) => this.one(slot)).sort((a, b) => a.n - b.n); }

  // An older page kept the text alone.
  one(slot) {
    const kept = localStorage.getItem(slot), ask = Number(slot.slice(this.head.length).split(" ")[0]);
    try { const { text, ...group } = JSON.parse(kept); if (text) return { n: 0, ...group, ask, text, slot }; } catch { /* a text */ }
    return { n: 0, ask, text: kept ?? "", slot };
  }

  // Of one group there may be several: each window keeps its own.
  texts(group) { return this.all.filter((one) => one.text.trim() && same(one, group)); }
  knows(ask, slot) { this.known.set(ask, { slot, kept: localStorage.getItem(slot) }); }

  // A text goes on where it is, unless another window has written there since; a new one stands
  // under its group's number, or beside what another window typed there.
  slot(ask) {
    const known = this.known.get(ask), first = this.head + ask;
    if (known && localStorage.getItem(known.slot) === known.kept) return known.slot;
    return localStorage.getItem(first) === null ? first : `${first} ${Date.now()}`;
  }

  // The text for a group's field: what this window had there, or else what was typed last. One of
  // another unit than there is now is no text for it.
  of(group) {
    const texts = this.texts(group).filter((one) => !this.other(one)), { slot } = this.known.get(group.ask) ?? {};
    return this.shown(group, texts.find((one) => one.slot === slot) ?? texts.at(-1))?.text ?? "";
  }
  other(one) { return one.unit !== undefined && one.unit !== unit(); }
  inOther(group) { return this.shown(group, this.texts(group).filter((one) => this.other(one)).at(-1)); }
  shown({ ask }, one) {
    if (one) this.knows(ask, one.slot);
    return one;
  }

  // What another window made of the text that this one has in its field, too; null where it is no news of that.
  follow({ ask }, { key: slot, oldValue }) {
    const known = this.known.get(ask);
    if (known?.slot !== slot || known.kept !== oldValue) return null;
    this.knows(ask, slot);
    const one = this.one(slot);
    return this.other(one) ? "" : one.text;
  }

  // What was typed for a group and is another reading than the one that is saved.
  beside(group, reading) { return this.texts(group).filter((one) => parse(one.text, undefined, one.unit ?? unit()) !== reading); }
  // Its key is the one that it is kept under when it is asked about: of two windows that ask at once, too.
  keep({ ask, place, width, nodes, names, weights }, text) {
    const slot = this.slot(ask), kept = { n: Date.now(), key: this.one(slot).key ?? key(), text: text.slice(0, 200), place, width, nodes, names: names?.slice(0, 8), weights, unit: unit() };
    if (!text.trim()) this.drop({ slot });
    else try { localStorage.setItem(slot, JSON.stringify(kept)); } catch { /* no room: it stands in its field */ }
    this.knows(ask, slot);
  }

  // Whoever gives a group up gives up what was typed for it in this window; before, as news of it may come at once.
  async without({ ask }, give) {
    const slot = this.slot(ask), kept = localStorage.getItem(slot);
    this.drop({ slot });
    try { await give(); } catch (error) { if (kept !== null) localStorage.setItem(slot, kept); throw error; }
  }
  drop({ slot }) { localStorage.removeItem(slot); }
  // A reading is kept elsewhere: so is what was typed as it.
  saved(group, reading) {
    const beside = this.beside(group, reading).map((one) => one.slot);
    for (const one of this.all) if (one.ask === group.ask && same(one, group) && !beside.includes(one.slot)) this.drop(one);
  }
}
