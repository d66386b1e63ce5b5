// Columns of a file that may be the values: their ranges are proposed as lowest and highest.
import { parse } from "./numbers.js";

const MOST = 20e6, ENDS = /^(source|target|from|to|node ?[12ab]|u|v)$/i;
const WHERE = /^(id|fid|gid|key|no|nr|index|x|y|z|lon|lat|lng|long|longitude|latitude|easting|northing|elevation|altitude|geometry|weight|fips|year|date|time|name|plot|site)$/i;

// [{name, low, high, count}] of the columns of numbers that are not where places are. The browser's
// language does not count: a program wrote the file.
export async function columns(file) {
  if (!file || file.size > MOST || !/\.(csv|tsv|txt|geojson|json)$/i.test(file.name)) return [];
  const text = await file.text();
  const [heads, rows] = /json$/i.test(file.name) ? properties(text) : cells(text);
  if (heads.filter((head) => ENDS.test(head.trim())).length >= 2) return [];
  return heads.flatMap((head, k) => {
    if (WHERE.test(head.trim()) || /(_|\b)id$/i.test(head.trim())) return [];
    const given = rows.map((row) => row[k]).filter((cell) => cell !== undefined && String(cell).trim() !== ""), values = given.map((cell) => (typeof cell === "number" ? cell : parse(String(cell), false, "%")));
    if (given.length < 3 || given.length < rows.length / 10 || values.includes(null)) return [];
    const low = values.reduce((a, b) => Math.min(a, b)), high = values.reduce((a, b) => Math.max(a, b));
    return high > low ? [{ name: head.trim().slice(0, 40), low, high, count: given.length }] : [];
  }).slice(0, 6);
}

// The first line of a table, as names of its columns.
export const heads = async (file) => cells(await file.slice(0, 65536).text())[0].map((head) => head.trim().slice(0, 40));

function properties(text) {
  let all;
  try { all = JSON.parse(text).features?.map((one) => one.properties ?? {}) ?? []; } catch { all = []; }
  const heads = Object.keys(all[0] ?? {});
  return [heads, all.map((one) => heads.map((head) => (typeof one[head] === "boolean" ? "no number" : (one[head] ?? ""))))];
}

// A table with commas, semicolons or tabs, and quotes around what has them.
function cells(text) {
  const first = text.slice(0, text.indexOf("\n") + 1 || undefined), mark = [";", "\t", ","].find((one) => first.includes(one)) ?? ",";
  const rows = text.replace(/^\ufeff/, "").split(/\r?\n/).filter((line) => line.trim()).map((line) => {
    const found = [];
    let cell = "", quoted = false;
    for (const c of line) { if (c === '"') quoted = !quoted; else if (c === mark && !quoted) { found.push(cell); cell = ""; } else cell += c; }
    return [...found, cell];
  });
  return [rows[0] ?? [], rows.slice(1)];
}
