// Why a file was refused, where the page can tell it better than the server.
import { heads } from "./columns.js";

const PLACED = /^(x|y|lon|lat|lng|long|longitude|latitude|easting|northing|rechtswert|hochwert|.*[ _.-](x|y|lon|lat|lng|longitude|latitude|easting|northing))$/i;
const ENDS = /^(source|target|from|to|node ?[12ab]|u|v|i|j)$/i;
// What files begin with that are no tables, whatever they are called.
const KINDS = [[/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM|^II\*\0|^MM\0\*/, "a picture"], [/^%PDF/, "a PDF"], [/^PK/, "a packed file (an Excel table has the ending .xlsx)"]];

export async function refused(message, file) {
  if (!/\.(csv|tsv|txt|edges)$/i.test(file?.name ?? "")) return message;
  const first = [...new Uint8Array(await file.slice(0, 8).arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(""), kind = KINDS.find(([mark]) => mark.test(first))?.[1];
  if (kind || /no text file/.test(message)) return `${file.name} is no text table${kind ? `: it looks like ${kind}` : ""}. Save the table as text (.csv), or choose another file.`;
  const found = await heads(file).catch(() => []), some = (rule) => found.filter((head) => rule.test(head)).length > 1;
  if (!/\bline 1: /.test(message) || found.length < 2 || found.some((head) => !head || /^[-+\d.,]+$/.test(head)) || some(PLACED) || some(ENDS)) return message;
  return `${file.name}: no columns with coordinates (such as lon and lat, or x and y) and none with links (source and target) were found. Its columns are ${found.slice(0, 12).join(", ")}${found.length > 12 ? ", …" : ""}.`;
}
