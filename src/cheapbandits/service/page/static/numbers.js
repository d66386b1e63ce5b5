// Numbers as people type them: what is meant, what may be meant, and how to write one that is clear.

// Whether somebody here writes 16,5: by the browser's language, or the one that it asks pages for.
const writes = (languages) => new Intl.NumberFormat(languages).formatToParts(1.1).some((part) => part.type === "decimal" && part.value === ",");
const COMMA = [undefined, navigator.language].some(writes);

const bare = (text) => text.replace(/[\s\u00a0%]/g, "").replace("\u2212", "-");

// Digits in groups of three: "1,250", and where decimals have a comma "1.250" too.
const grouped = (plain, comma) => /^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(plain) || (comma && /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(plain));

// They may be a thousand and more, or one and a quarter: both, or null where it is clear.
export function thousands(text, comma = COMMA) {
  const plain = bare(text), parts = plain.split(/[.,]/);
  if (!grouped(plain, comma)) return null;
  return [parts.join(""), ...(parts.length > 2 ? [] : [clear(Number(parts.join(".")), comma)])];
}

// A number as one would type it, so that it is not asked about: a fourth decimal tells it from thousands.
export const clear = (value, comma = COMMA) => (grouped(String(value), comma) ? `${value}0` : String(value));

// A number as people type it: a comma is a point where there is no other; null where that is unclear.
export function parse(text, comma = COMMA) {
  if (thousands(text, comma)) return null;
  let plain = bare(text);
  if (/^[+-]?\d+,\d+$/.test(plain) || /^[+-]?,\d+$/.test(plain)) plain = plain.replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
