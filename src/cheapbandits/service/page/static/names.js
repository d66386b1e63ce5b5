// Names of people: what the server takes as one (`text.py` has the same rule), and who is here.

const MOST = 60;
// Controls, separators of lines, turns of the writing direction, half characters and what is none.
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\p{Cs}]/u;

// The first characters, each whole: one may be two units of a text.
export const cut = (text, most = MOST) => Array.from(text).slice(0, most).join("");

export const unclean = (name) => UNCLEAN.test(name);

// What is wrong with a name that is typed; empty where nothing is.
export function wrongName(text) {
  const found = text.trim().match(UNCLEAN)?.[0];
  if (found === undefined) return "";
  return `${found === "\t" ? "There is a tab in it" : `There is a character in it that nobody sees (U+${found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")})`}. Write the name without.`;
}

// Older pages kept names as they were typed.
export const who = () => cut((localStorage.getItem("who") || "").replace(new RegExp(UNCLEAN, "gu"), " ").trim()).trim();
