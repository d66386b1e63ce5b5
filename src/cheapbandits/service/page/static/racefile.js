// A file of one's own to race on: read by the server as one for a campaign is, kept for a while, never in a link.
import { $, el, num } from "./dom.js";
import { upload } from "./api.js";

const KEPT = "race file";

// What this window sent last, if it is the file of that name.
export function kept(name) {
  try { const found = JSON.parse(sessionStorage.getItem(KEPT)); return found?.name === name ? found : null; } catch { return null; }
}
export const forget = () => sessionStorage.removeItem(KEPT);

export async function send(file, signal) {
  const got = await upload(`/page/sites?file=${encodeURIComponent(file.name)}`, file, signal), own = { ...got, name: file.name };
  sessionStorage.setItem(KEPT, JSON.stringify(own));
  return own;
}

// Among the networks, and its columns among the values; those of an earlier file go.
export function offer(own) {
  for (const old of document.querySelectorAll("option.own")) old.remove();
  if (!own) return;
  $("network").append(el("option", { class: "own", value: own.upload }, `${own.name.slice(0, 40)}, ${num(own.nodes, 6)} places`));
  $("field").prepend(...own.columns.map((name) => el("option", { class: "own", value: `column:${name}` }, `${name.slice(0, 40)}, from the file`)));
}

export function say(text, bad = false) {
  $("mine").hidden = !text;
  $("mine").textContent = text;
  $("mine").classList.toggle("error", bad);
}

export const about = (own) => `${own.name} was only looked at, nothing is stored. ${own.columns.length ? "" : "It has no column with a number for every place, so the values are made up. "}A link to this race cannot hold your file: whoever opens it is asked for it.`;
export const missing = (name) => `This race was run on a file, ${name || "one of somebody's own"}, which a link cannot hold. Choose it with \u201cYour own file\u201d, and the same race is run again. Until then: another network.`;
