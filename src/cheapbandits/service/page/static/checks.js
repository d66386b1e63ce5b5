// Whether the links are right: what can be said of them before anything is stored, each with a way to see it.
import { count, el, num, short } from "./dom.js";

const ODD = 4; // so many times the usual length is worth a look

export const far = ({ length, metres, times }) => [length === null ? "" : metres ? (length >= 1000 ? `${num(length / 1000)} km` : `${num(length)} m`) : `${num(length)} in the units of the file`, times === null || times < 1.05 ? "" : `${num(times, 2)} times the usual length`].filter(Boolean).join(", ");

// What the reader noted comes last; what names options of a command, this page has checks and choices for.
export function checks(host, pic, links, map, notes, over) {
  const chip = (text, act) => el("button", { type: "button", class: "chip", onclick: act }, text), rows = [];
  const say = (kind, ...parts) => rows.push(el("li", { class: kind }, el("span", { class: "tick", "aria-hidden": "true" }, kind === "fine" ? "\u2713" : "!"), el("div", {}, ...parts)));
  const { alone, pieces, longest } = links;
  if (alone.count) say("odd", `${count(alone.count, "place has", "places have")} no link: nothing is learned about ${alone.count === 1 ? "it" : "them"} from elsewhere. `, ...alone.places.map(({ node, name }) => chip(short(name), () => { if (pic.x) { map.near([node], 0.4); map.point(node, true); } })), alone.count > alone.places.length ? ` and ${count(alone.count - alone.places.length, "more", "more")}` : "");
  if (pic.parts > 1) say("odd", `${count(pic.parts, "part", "separate parts")} of ${pieces.map((n) => n.toLocaleString("en-US")).join(", ")}${pic.parts > pieces.length ? ", \u2026" : ""} places. Readings in one part teach nothing about the others.`);
  else say("fine", pic.n === 1 ? "A single place." : "Every place can be reached from every other.");
  if (longest) say(longest.times > ODD ? "odd" : "fine", `Longest link: ${longest.ends.map(({ name }) => short(name)).join(" \u2013 ")}${far(longest) ? `, ${far(longest)}` : ""}. `, pic.x ? chip("Show it", () => map.mark(longest.ends.map(({ node }) => node))) : "");
  for (const note of notes.filter((text) => !text.includes("--"))) say("odd", `${note.charAt(0).toUpperCase()}${note.slice(1)}${/[.?]$/.test(note) ? "" : "."}`);
  if (over.length) say("fine", `Columns not used for the map: ${over.slice(0, 8).join(", ")}${over.length > 8 ? ` and ${over.length - 8} more` : ""}.`);
  host.replaceChildren(...rows);
}
