// Elements, and numbers as they are shown. Text is only ever set as text: names from strangers' files stay names.

export const $ = (id) => document.getElementById(id);

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key in node && key !== "list" && key !== "form" && !key.includes("-")) node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// As many digits as tell: 18.2, 0.33, 1,204.
export function num(value, digits = 3) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e6 || (size < 1e-4 && size > 0)) return value.toExponential(digits - 1).replace("e+", "e").replaceAll("-", "\u2212");
  const places = size === 0 ? 1 : Math.max(0, Math.min(12, digits - 1 - Math.floor(Math.log10(size))));
  return value.toLocaleString("en-US", { maximumFractionDigits: places }).replace("-", "\u2212");
}

// A reading as it was typed, with every digit: somebody may have to write it down.
export const exact = (value) => (Number.isFinite(value) ? String(value).replace("e+", "e").replace(/^-?\d+(?!\d*e)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ",")).replaceAll("-", "\u2212") : "\u2013");
// The same where room is short: as it is where it is short too, or else nine digits; a title has the rest.
export const brief = (value) => (exact(value).length > 12 ? num(value, 9) : exact(value));

// A value of the field with the campaign's unit, where its name says one: "Zinc [mg/kg]".
export const unit = () => document.querySelector("main")?.dataset.unit ?? "";
// A stored name has no slash: the server takes the sign of division in a unit, which looks the same.
export const shownAs = (name) => name.trim().replace(/\[[^[\]]*\]$/, (unit) => unit.replaceAll("\u2215", "/"));
const counted = (text, of) => (of && text !== "\u2013" ? `${text}\u00a0${text === "1" ? single(of) : of}` : text);
export const val = (value, digits = 3, of = unit()) => counted(num(value, digits), of);
export const asRead = (value, of = unit()) => counted(exact(value), of);
export const briefly = (value, of = unit()) => counted(brief(value), of);
// One of them: "1 beetle"; a unit that is no plain plural stays: ms, mg/kg, celsius, siemens.
export const single = (of) => (/^[a-z]{2,}[^suiy\W\d]s$/.test(of) && !/(ies|siemens)$/.test(of) ? of.slice(0, -1) : of);
// As many digits as tell the ends of an interval apart: 300.0046 to 300.0054.
export const fine = ({ low, high }) => { const size = Math.max(Math.abs(low), Math.abs(high)); return high > low && high - low < 0.01 * size ? Math.min(12, 2 + Math.ceil(Math.log10(size / (high - low)))) : 3; };

export const money = (value) => (value >= 100 ? num(value, 4) : value.toLocaleString("en-US", { minimumFractionDigits: value < 10 ? 2 : 1, maximumFractionDigits: 2 }));

export const percent = (share) => (share > 0.99 && share < 1 ? "over 99 %" : share > 0 && share < 0.01 ? "under 1 %" : `${Math.round(100 * share)} %`);

export const time = (at) => {
  const when = new Date(at), today = new Date().toDateString() === when.toDateString();
  return today ? when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : when.toLocaleDateString([], { day: "numeric", month: "short" });
};

export function toast(text) {
  const line = el("p", {}, text);
  $("toasts").append(line);
  setTimeout(() => line.remove(), 6000);
}

// "Sanilac County, Michigan" is short "Sanilac County"; what stands after the last comma is a region.
export const short = (name) => (name.includes(",") ? name.slice(0, name.lastIndexOf(",")) : name);
export const region = (name) => (name.includes(",") ? name.slice(name.lastIndexOf(",") + 1).trim() : "");
export const count = (n, one, many) => `${n.toLocaleString("en-US")} ${plural(n, one, many)}`;
export const initials = (name) => name.trim().split(/\s+/).slice(0, 2).map((word) => Array.from(word)[0]).join("").toUpperCase();
export const plural = (n, one, many) => (n === 1 ? one : (many ?? `${one}s`));
export const named = (name) => (/^\d+$/.test(name) ? `Place ${name}` : name);

export const key = () => (crypto.randomUUID ? crypto.randomUUID() : [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join(""));
