// The map as a table, made when somebody opens it.
import { $, el, named, num, unit } from "./dom.js";
import { get } from "./api.js";

export async function table(page) {
  const box = $("table");
  if (!box.dataset.wired) { box.dataset.wired = "1"; box.addEventListener("toggle", () => table(page)); }
  if (!box.open) return;
  const id = document.querySelector("main.work").dataset.campaign, at = page.past ? `?at=${page.seq}` : "";
  const { rows } = await get(`/page/campaigns/${id}/hottest${at}`);
  $("table-body").replaceChildren(el("table", {}, el("caption", {}, rows.length ? `The ${rows.length} highest estimates of ${page.pic.n.toLocaleString("en-US")} places` : "Nothing is known yet"),
    el("thead", {}, el("tr", {}, ["Place", `Estimate${unit() ? `, ${unit()}` : ""}`, "Typically off by", "Readings"].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, el("td", {}, named(row.name)), el("td", {}, num(row.estimate)), el("td", {}, num(row.doubt, 2)), el("td", {}, String(row.readings)))))));
}
