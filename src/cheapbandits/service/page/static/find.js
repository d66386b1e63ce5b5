// Find a place by its name: type, choose with the arrows, Enter goes there.
import { $, el, named } from "./dom.js";
import { get } from "./api.js";

export function find(base, go) {
  const input = $("find-text"), list = $("find-list");
  let rows = [], at = -1, asked = 0;
  const mark = (k) => {
    at = k;
    [...list.children].forEach((row, j) => row.setAttribute("aria-selected", String(j === k)));
    if (k >= 0) { input.setAttribute("aria-activedescendant", list.children[k].id); list.children[k].scrollIntoView({ block: "nearest" }); } else input.removeAttribute("aria-activedescendant");
  };
  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); mark(-1); };
  const choose = (k) => { const row = rows[k]; if (!row) return; close(); input.value = ""; input.blur(); go(row.node); };
  input.addEventListener("input", async () => {
    const mine = (asked += 1), text = input.value.trim();
    if (!text) return close();
    const found = await get(`${base.replace("/api", "/page")}/find?q=${encodeURIComponent(text)}`).catch(() => ({ places: [] }));
    if (mine !== asked) return undefined;
    rows = found.places;
    list.replaceChildren(...(rows.length ? rows.map((row, k) => el("li", { id: `find-${k}`, role: "option", "aria-selected": "false", onpointerdown: (event) => { event.preventDefault(); choose(k); } }, named(row.name))) : [el("li", { role: "option", "aria-disabled": "true" }, "No place of that name")]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    return mark(rows.length ? 0 : -1);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); if (rows.length) mark((at + (event.key === "ArrowDown" ? 1 : rows.length - 1)) % rows.length); }
    if (event.key === "Escape") { input.value = ""; close(); input.blur(); }
    event.stopPropagation();
  });
  input.addEventListener("blur", () => setTimeout(close, 150));
  $("find").addEventListener("submit", (event) => { event.preventDefault(); choose(Math.max(at, 0)); });
}
