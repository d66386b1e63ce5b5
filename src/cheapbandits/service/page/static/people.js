// Who measures what right now: open groups that somebody has taken.
import { count, el, initials, time } from "./dom.js";
import { who } from "./api.js";
import { titleOf } from "./group.js";

export const called = (name) => (name && name === who() ? "You" : name || "Anybody");

// Whether somebody may have left a group behind: its time ran out, or it is open since days. Empty where not.
export function stale(one) {
  const days = Math.floor((Date.now() - new Date(one.asked)) / 86400000);
  return late(one) ? "time ran out" : !one.lease && days > 0 ? `since ${count(days, "day")}` : "";
}

export const late = (one) => Boolean(one.lease) && new Date(one.lease) <= Date.now();

// Why a campaign was finished, as a sentence begins; empty where nobody said.
export const ended = ({ finished }) => (finished && finished !== "finished" ? finished[0].toUpperCase() + finished.slice(1) : "");

// Until when, or since when, a group is somebody's.
export const term = (one) => (late(one) ? `time ran out at ${time(one.lease)}` : one.lease ? `for ${Math.max(1, Math.round((new Date(one.lease) - Date.now()) / 60000))} min more` : one.asked ? `since ${time(one.asked)}` : "");

// [name, what they measure], one for each person, the reader first.
export function measuring(asks) {
  const found = new Map();
  for (const one of asks) if (one.assignee) found.set(one.assignee, [...(found.get(one.assignee) ?? []), `${titleOf(one)}${stale(one) ? ` (${stale(one)})` : ""}`]);
  return [...found].map(([name, what]) => [name, what.join(" and ")]).sort(([a], [b]) => (b === who()) - (a === who()) || a.localeCompare(b));
}

// Faces in the bar; what each measures is said on hovering, and to screen readers.
export function faces(host, asks, state) {
  const there = state === "running" ? measuring(asks) : [];
  host.replaceChildren(...there.slice(0, 4).map(([name, what]) => { const text = `${called(name)}${name === who() ? " are" : " is"} measuring ${what}`; return el("span", { class: "face", role: "img", "aria-label": text, title: text }, initials(name)); }), there.length > 4 ? el("span", { class: "face", title: there.slice(4).map(([name]) => name).join(", ") }, `+${there.length - 4}`) : "");
}
