// The readings, the newest first; each can be corrected or struck, and stays in the list.
import { $, asRead, brief, briefly, el, exact, money, named, num, plural, time, toast, unit } from "./dom.js";
import { done, post } from "./api.js";
import { asKnown, inUnit, meant } from "./group.js";
import { clear, parse, wrong } from "./numbers.js";
import { ask, menu } from "./ways.js";

// Rows that a phone shows at first: what is below them must be in reach.
const FEW = 3;

export function ledger(base, { ledger: rows, status, low, high }, on) {
  // What looks the same is left alone: a click lasts a while, and on a row made anew it is none.
  const host = $("ledger"), look = JSON.stringify([rows, status.told, status.observed, status.state === "finished", low, high, unit(), new Date().toDateString()]);
  if (host.dataset.look === look) return;
  host.dataset.look = look;
  const open = host.querySelector(".pop:not([hidden])")?.id, struck = rows.filter((row) => row.struck).length;
  const list = el("ol", {}, rows.map((row) => line(base, row, status, on, odd(row, low, high))));
  host.replaceChildren(el("header", {}, el("h2", { id: "ledger-head", class: "small-head" }, "Readings"), el("span", {}, `${status.told + status.observed}${struck ? `, ${struck} struck` : ""}`)),
    rows.length ? list : el("p", { class: "sub" }, "None yet."),
    rows.length > FEW ? el("button", { type: "button", class: "quiet rest", onclick: () => host.classList.add("all") }, `Show all ${rows.length}`) : "");
  if (open && $(open)) $(open).hidden = false;
}

// A reading far outside what was called believable stays in sight, so that a slip is found again.
function odd(row, low, high) {
  if (row.struck || low === null || high === null) return "";
  const room = 0.25 * (high - low);
  return row.reading > high + room ? `above the ${num(high)} called believable` : row.reading < low - room ? `below the ${num(low)} called believable` : "";
}

function line(base, row, status, on, strange) {
  const id = `row-${row.ask ?? `o${row.observation}`}`, path = row.ask !== null ? `${base}/asks/${row.ask}` : `${base}/observations/${row.observation}`;
  const where = `${row.width} ${plural(row.width, "place")}${row.ask === null ? ", not asked for" : ` for ${money(row.cost)}`}, ${row.who ?? "somebody"}, ${row.at ? time(row.at) : ""}`;
  const note = row.struck ? "struck" : row.corrected && row.before === row.reading ? "struck and put back" : row.corrected ? `corrected, was ${brief(row.before)}` : "";
  const button = el("button", { type: "button", class: "rowmenu", "aria-label": `Correct or strike reading ${row.ask ?? row.observation}`, "aria-haspopup": "true", "aria-expanded": "false", "aria-controls": id }, "⋯");
  const pop = el("div", { class: "pop", id, hidden: true }, el("button", { type: "button", onclick: () => correct(path, row, on) }, row.struck ? "Put another in its place" : "Correct"),
    row.struck ? el("button", { type: "button", onclick: () => putBack(path, row, on) }, "Put it back") : "",
    row.struck ? "" : el("button", { type: "button", onclick: () => strike(path, row, on) }, "Strike"), el("button", { type: "button", onclick: () => on.see(row) }, "Show on the map"));
  menu(button, pop);
  if (status.state === "finished") button.disabled = true;
  return el("li", { class: row.struck ? "struck" : "", "data-seq": row.seq, "data-row": `${row.ask ?? `o${row.observation}`}` }, el("span", { class: "no" }, String(row.ask ?? "–")), el("span", {}, el("span", { class: "where", title: row.place }, named(row.place)), el("span", { class: "sub" }, where, note ? `, ${note}` : "", strange ? el("em", {}, strange) : "")), el("span", { class: "reading", title: asRead(row.reading) }, briefly(row.reading)), button, pop);
}

// What somebody changed meanwhile is not changed unseen: it is asked about as it is now.
// `how` and `reading` are the change; `again` asks anew, of the row as it is now; `here` tells whether the question is still there.
async function held(row, on, how, reading, act, again, here) {
  try { await act(); } catch (error) {
    if (done(error, how, reading)) return on.changed();
    if (error.kind !== "OtherReadingError") throw error;
    await on.changed();
    const now = on.row(row), by = error.stored?.who ?? "Somebody";
    if (!now || !here()) { toast(error.message); return; }
    again(now, now.struck ? `${by} struck it meanwhile. Nothing was changed.` : `${by} saved ${asRead(now.reading)} in its place meanwhile. Nothing was changed.`);
    return;
  }
  await on.changed();
}

// It is meant in the unit that was shown when it was asked for.
function correct(path, row, on, said = "", typed = clear(row.reading)) {
  const shown = { unit: unit() };
  ask({ title: "Correct a reading", text: `${named(row.place)}: ${exact(row.reading)} was ${row.struck ? "struck" : "told"}. The old reading stays in the log.`, label: "It should be", value: typed, said, button: "Correct",
    check: wrong, act: (text, here) => held(row, on, "correct", parse(text), () => post(`${path}/correct`, { reading: parse(text), ...meant(row), ...inUnit(shown), ...asKnown(row) }), (now, why) => correct(path, now, on, why, text), here) });
}

// One click: what was struck counts again, as it was.
async function putBack(path, row, on) {
  const act = async () => { await post(`${path}/correct`, { reading: row.reading, ...meant(row), ...asKnown(row) }); toast(`${exact(row.reading)} counts again.`); };
  try { await held(row, on, "correct", row.reading, act, (now, why) => toast(why), () => true); } catch (error) { toast(error.message); await on.changed(); }
}

function strike(path, row, on, said = "") {
  ask({ title: "Strike this reading?", text: `${named(row.place)}: ${exact(row.reading)} no longer counts. It stays in the list, crossed out; what it cost stays spent.`, said, button: "Strike",
    act: (text, here) => held(row, on, "annul", undefined, () => post(`${path}/annul`, { ...meant(row), was: row.reading }), (now, why) => { if (now.struck) toast(why); else strike(path, now, on, why); }, here) });
}
