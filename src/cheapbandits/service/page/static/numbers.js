// Numbers as people type them: what is meant, what may be meant, and how to write one that is clear.
import { unit } from "./dom.js";

// Whether somebody here writes 16,5: by the browser's language, or the one that it asks pages for.
const writes = (languages) => new Intl.NumberFormat(languages).formatToParts(1.1).some((part) => part.type === "decimal" && part.value === ",");
const COMMA = [undefined, navigator.language].some(writes);

// The text of a number: without the campaign's own unit, a sign as computers write it, and blanks
// taken out only between groups of three digits. "1 5" is two numbers, or a slip.
const bare = (text, of) => {
  // "Survey [2]" has no unit that could be told from digits, nor has "[e3]".
  const alone = text.trim(), signed = (of && !/^e?[\d.,+\u2212-]/i.test(of) && alone.endsWith(of) ? alone.slice(0, -of.length).trim() : alone).replace("\u2212", "-").replace(/^([+-])\s+/, "$1");
  return /^[+-]?[1-9]\d{0,2}(\s\d{3})+([.,]\d*)?$/.test(signed) ? signed.replace(/\s/g, "") : signed;
};

// Digits in groups of three: "1,250", and where decimals have a comma "1.250" too.
const grouped = (plain, comma) => /^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(plain) || (comma && /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(plain));

// What can be read in two ways: both, or null where it is clear. Thousands may be one and a quarter,
// and where values are no percentages "5 %" may be 5 or 0.05.
export function twoWays(text, comma = COMMA, of = unit()) {
  const plain = bare(text, of), parts = plain.split(/[.,]/);
  if (plain.endsWith("%")) {
    const value = parse(plain.slice(0, -1), comma, of);
    return value === null ? null : [value, Number((value / 100).toPrecision(15))].map((one) => clear(one, comma));
  }
  if (!grouped(plain, comma)) return null;
  return [parts.join(""), ...(parts.length > 2 ? [] : [clear(Number(parts.join(".")), comma)])];
}

// A number as one would type it, so that it is not asked about: a fourth decimal tells it from thousands.
export const clear = (value, comma = COMMA) => (grouped(String(value), comma) ? `${value}0` : String(value));

// A number as people type it: a comma is a point where there is no other; null where that is unclear.
export function parse(text, comma = COMMA, of = unit()) {
  if (twoWays(text, comma, of)) return null;
  let plain = bare(text, of);
  if (/^[+-]?\d+,\d+$/.test(plain) || /^[+-]?,\d+$/.test(plain)) plain = plain.replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

// What is wrong with the text of a reading; empty where it is a number.
export function wrong(text) {
  const ways = twoWays(text);
  return ways ? `That can be read in two ways. Write ${ways.join(" or ")}.` : parse(text) === null ? "That is not a number. Write it like 16.5 or 16,5." : "";
}
