// Menus and questions, the same way everywhere: Escape closes, focus comes back.
import { $, el, initials } from "./dom.js";
import { cut, who, wrongName } from "./names.js";

export function menu(button, pop) {
  const close = () => { pop.hidden = true; button.setAttribute("aria-expanded", "false"); };
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    for (const other of document.querySelectorAll(".pop:not([hidden])")) if (other !== pop) other.hidden = true;
    pop.hidden = !pop.hidden;
    button.setAttribute("aria-expanded", String(!pop.hidden));
    if (!pop.hidden) pop.querySelector("a, button")?.focus();
  });
  pop.addEventListener("keydown", (event) => {
    const items = [...pop.querySelectorAll("a, button")], at = items.indexOf(document.activeElement);
    if (event.key === "Escape") { close(); button.focus(); event.stopPropagation(); }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); event.stopPropagation(); items[(at + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length].focus(); }
  });
  pop.addEventListener("click", close);
}

addEventListener("click", () => { for (const pop of document.querySelectorAll(".pop:not([hidden])")) pop.hidden = true; });

// A question in a dialog: a text where there is a label, choices where there are some. What is done
// then may ask anew, in the same place, where `here` says that nobody has left it; `said` is why.
export function ask({ title, text, label, value = "", said: why = "", button, check = () => "", act, also = [], danger = false }) {
  const dialog = $("dialog") ?? document.body.appendChild(el("dialog", { id: "dialog", "aria-labelledby": "dialog-head" }));
  const input = label ? el("input", { id: "dialog-text", class: "text", value, autocomplete: "off", "aria-describedby": "dialog-said" }) : null;
  const said = el("p", { id: "dialog-said", class: "error", role: "alert", hidden: !why }, why);
  // One thing at a time, however quickly one clicks; who has left it meanwhile may be at another question.
  let busy = false;
  const run = (job) => async () => {
    if (busy) return;
    const problem = input ? check(input.value) : "";
    said.hidden = !problem;
    said.textContent = problem;
    input?.toggleAttribute("aria-invalid", Boolean(problem));
    if (problem) { input.setAttribute("aria-invalid", "true"); input.focus(); return; }
    busy = true;
    try { await job(input?.value, () => form.isConnected && dialog.open); if (form.isConnected) dialog.close(); } catch (error) { said.hidden = false; said.textContent = error.message; } finally { busy = false; }
  };
  const form = el("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); run(act)(); } }, el("h2", { id: "dialog-head" }, title), text ? el("p", {}, text) : "", label ? el("label", { for: "dialog-text" }, label) : "", input, said,
    el("div", { class: "row" }, el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Leave it"), also.map(([name, job]) => el("button", { type: "button", class: "button", onclick: run(job) }, name)), el("button", { class: `button main${danger ? " danger" : ""}` }, button)));
  dialog.replaceChildren(form);
  if (dialog.open) form.querySelector("button").focus(); else dialog.showModal();
  input?.select();
}

// Who one is: a name for the record, kept in this browser; asked for once, beside the first reading.
export function me() {
  const button = $("who"), show = () => {
    const name = who();
    button.textContent = name ? initials(name) : "?";
    button.title = name ? `You are ${name}` : "Say who you are";
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", sayWho);
  addEventListener("who", show);
  show();
  // A file that misses its box must not take the page away.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
}

function called(name) {
  if (name.trim()) localStorage.setItem("who", cut(name.trim()).trim()); else localStorage.removeItem("who");
  dispatchEvent(new Event("who"));
}

export function sayWho() { ask({ title: "Who are you?", text: "Your name stands beside the readings you save. It is kept in this browser.", label: "Name", value: who(), button: "Keep", check: wrongName, act: called }); }

export const askName = (disabled) => (localStorage.getItem("who") || localStorage.getItem("who asked") ? "" : el("label", { class: "whoami" }, el("span", {}, "Your name, if you like"), el("input", { id: "whoami", class: "text", autocomplete: "name", maxLength: 60, disabled, placeholder: "stands beside your readings" })));

// Returns what is wrong with the name, and keeps nothing then; empty where nothing is.
export function keepName() {
  const field = $("whoami"), problem = field ? wrongName(field.value) : "";
  if (!field || problem) return problem;
  localStorage.setItem("who asked", "1");
  if (field.value.trim()) called(field.value);
  field.parentElement.remove();
  return "";
}
