// What was typed for a group and not yet saved: it outlives a reload, and goes when it is saved.

export class Typed {
  constructor(base) { this.head = `typed ${base} `; }

  of(ask) { return localStorage.getItem(this.head + ask) ?? ""; }
  keep(ask, text) { if (text.trim()) localStorage.setItem(this.head + ask, text.slice(0, 200)); else this.drop(ask); }
  drop(ask) { localStorage.removeItem(this.head + ask); }

  // Groups that are not open any more need no text.
  only(asks) {
    const open = new Set(asks.map((one) => this.head + one.ask));
    for (const name of Object.keys(localStorage)) if (name.startsWith(this.head) && !open.has(name)) localStorage.removeItem(name);
  }
}
