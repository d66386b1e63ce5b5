// Keys: / R Space 1 2 3 4 + - 0, arrows through the readings, or from place to place on the map.
import { $ } from "./dom.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function keys(page) {
  const views = ["estimate", "doubt", "readings", "true"];
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog")?.open) return;
    const from = event.target, typing = from.matches?.("input:not([type=range]), textarea, select");
    if (event.key === "Escape") { if (typing) from.blur(); else page.place.close(); return; }
    if (typing || from.closest?.(".pop")) return;
    const act = {
      "/": () => $("find-text").focus(), r: () => $("reading")?.focus(), R: () => $("reading")?.focus(),
      "+": () => page.map.zoom("in"), "=": () => page.map.zoom("in"), "-": () => page.map.zoom("out"), 0: () => page.map.zoom("fit"),
      Home: () => page.go(0), End: () => page.go(page.moments.length),
    };
    if (/^[1-4]$/.test(event.key)) act[event.key] = () => page.look(views[event.key - 1]);
    if (from.id === "places") {
      if (WAYS[event.key]) act[event.key] = () => page.step(...WAYS[event.key]);
      if (event.key === "Enter") act.Enter = () => page.pick(page.map.marks.focus, true);
    } else {
      act.ArrowLeft = () => page.go(page.at - 1);
      act.ArrowRight = () => page.go(page.at + 1);
    }
    if (event.key === " " && !from.matches?.("button, a, summary")) act[" "] = () => page.play();
    if (!act[event.key]) return;
    event.preventDefault();
    act[event.key]();
  });
}
