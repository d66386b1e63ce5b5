// Who measures what right now: open groups that somebody has taken.
import { el, initials } from "./dom.js";
import { who } from "./api.js";
import { titleOf } from "./group.js";

export const called = (name) => (name && name === who() ? "You" : name || "Anybody");

// [name, what they measure], one for each person, the reader first.
export function measuring(asks) {
  const found = new Map();
  for (const one of asks) if (one.assignee) found.set(one.assignee, [...(found.get(one.assignee) ?? []), titleOf(one)]);
  return [...found].map(([name, what]) => [name, what.join(" and ")]).sort(([a], [b]) => (b === who()) - (a === who()) || a.localeCompare(b));
}

// Faces in the bar; what each measures is said on hovering, and to screen readers.
export function faces(host, asks, state) {
  const there = state === "running" ? measuring(asks) : [];
  host.replaceChildren(...there.slice(0, 4).map(([name, what]) => { const text = `${called(name)}${name === who() ? " are" : " is"} measuring ${what}`; return el("span", { class: "face", role: "img", "aria-label": text, title: text }, initials(name)); }), there.length > 4 ? el("span", { class: "face", title: there.slice(4).map(([name]) => name).join(", ") }, `+${there.length - 4}`) : "");
}
