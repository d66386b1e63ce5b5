// What a group is called: its middle place and how many, and the names of all.
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
