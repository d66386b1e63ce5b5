// What the server says, in words of the page: what one types elsewhere is of no use here.

// Options, commands, arguments of Python.
const ELSEWHERE = /--[a-z]|\bcheapbandits (campaign|db|serve)\b|\bin Python\b|\b[a-z_]+=|`/;

// "rename one, or name another column (--name-column COLUMN; in Python names=)": without the last.
export function plain(message) {
  const said = message.replace(/,? or name another column \([^()]*\)/g, "").replace(/\s*\([^()]*(--[a-z]|in Python|[a-z_]+=)[^()]*\)/g, "")
    .replace(/,? or say (which|it)[^;.]*--[a-z][^;.]*/g, "").replace(/\(?if the rows are sites, say --table[^;]*;[^;]*;[^;]*/, "give the columns names: lon and lat (or x and y) for places, source and target for links");
  // What is wrong stays, and of the ways out those that are here.
  const [wrong, ...ways] = said.split("; "), here = (clause) => clause.split(/, or /).filter((way) => !ELSEWHERE.test(way)).join(", or ");
  return [here(wrong) || wrong, ...ways.map(here).filter(Boolean)].join("; ");
}
