// What a group is called: its middle place and how many, and the names of all; and which one is meant.
import { named, region, short } from "./dom.js";

export function titleOf(ask) {
  const name = named(ask.place);
  if (ask.width === 1) return name;
  return `${ask.width} places around ${short(name)}`;
}

export function members(ask) {
  const regions = [...new Set(ask.names.map(region))], shown = ask.names.slice(0, 8).map((name) => (regions.length === 1 ? short(name) : name));
  const more = ask.width > shown.length ? ` and ${ask.width - shown.length} more` : "";
  if (ask.width === 1) return "";
  return shown.join(regions.length === 1 ? ", " : "; ") + more + (regions.length === 1 && regions[0] ? ` · ${regions[0]}` : "");
}

// Which group is meant, for the server to hold against its log: once a backup was put back, a number may be another group's.
export const meant = ({ nodes, weights }) => (nodes ? { nodes, ...(weights ? { weights } : {}) } : {});
// In what it was read, for the server to hold against the campaign's name: that may be another since. Empty is none; a very old page did not say.
export const inUnit = ({ unit }) => (unit === undefined ? {} : { unit });
// What a reading is known as, which is to be changed: somebody may have changed it meanwhile.
export const asKnown = ({ reading, struck }) => ({ was: reading, ...(struck ? { struck } : {}) });
// Whether two are one reading of one person: another window of this browser may have what was typed here.
export const twins = (one, other) => same(one, other) && ["reading", "text", "unit", "who"].every((name) => one[name] === other[name]);
// Whether one is of this group, as far as it says; an older page kept numbers alone.
export const same = (one, group) => one.ask === group.ask && (!one.nodes || String(one.nodes) === String(group.nodes));
