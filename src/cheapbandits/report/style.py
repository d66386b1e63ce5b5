"""The page's looks: light and dark, from phone to desk, no font or file from elsewhere."""

from __future__ import annotations

__all__ = ["CSS"]

CSS = """
:root {
  color-scheme: light dark;
  --text: #1f2328; --soft: #59636e; --page: #ffffff; --card: #f6f8fa; --line: #d1d9e0;
  --link: #0550ae; --holds: #116329; --holds-bg: #dafbe1; --fails: #a40e26; --fails-bg: #ffebe9;
  --open: #6b4c00; --open-bg: #fff4ce;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9aa4af; --page: #0f141a; --card: #182029; --line: #333d47;
    --link: #79b8ff; --holds: #7ee29a; --holds-bg: #12331d; --fails: #ffa8a3; --fails-bg: #45191c;
    --open: #f0d078; --open-bg: #3b2f0b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 1rem clamp(0.9rem, 4vw, 2rem) 4rem; max-width: 74rem;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--text); background: var(--page);
}
h1 { font-size: clamp(1.6rem, 6vw, 2.3rem); line-height: 1.2; margin: 1rem 0 0.5rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 0.8rem; padding-top: 0.8rem;
     border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 0.5rem; }
p { max-width: 46rem; margin: 0.6rem 0; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; margin-top: 1rem; }
.headline { font-size: 1.15rem; font-weight: 600; }
.counts { display: grid; gap: 0.35rem; margin: 1rem 0; padding: 0; list-style: none; }
.counts li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 0.9rem; }
.counts a { min-width: 14rem; }
@media (max-width: 40rem) { .counts a { min-width: 100%; } }
.count { white-space: nowrap; }
.badge { display: inline-block; padding: 0.1rem 0.55rem; border-radius: 1rem; font-size: 0.82rem;
         font-weight: 600; white-space: nowrap; border: 1px solid currentColor; }
.holds { color: var(--holds); background: var(--holds-bg); }
.fails { color: var(--fails); background: var(--fails-bg); }
.open { color: var(--open); background: var(--open-bg); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
.scroll:focus-visible, summary:focus-visible, a:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem;
        font-variant-numeric: tabular-nums; }
th, td { padding: 0.45rem 0.7rem; text-align: left; vertical-align: top;
         border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { background: var(--card); vertical-align: bottom; }
tbody th { font-weight: 500; min-width: 13rem; }
td { white-space: nowrap; }
td:nth-child(2):last-child { white-space: normal; overflow-wrap: anywhere; }
td.wrap { white-space: normal; min-width: 9rem; }
.wide { font-size: 0.82rem; }
.wide th, .wide td { padding: 0.4rem 0.5rem; min-width: 0; }
.wide thead th { white-space: normal; }
td.where { white-space: normal; min-width: 9rem; color: var(--soft); }
tr:target > * { background: var(--open-bg); }
details summary { cursor: pointer; color: var(--soft); }
tbody details { font-size: 0.85rem; }
tbody details p { margin: 0.3rem 0; color: var(--soft); }
section > details { margin: 1rem 0; }
section > details > summary { font-weight: 600; color: var(--text); margin-bottom: 0.5rem; }
figure { margin: 1.8rem 0; }
.card { background: #ffffff; border: 1px solid var(--line); border-radius: 0.6rem;
        padding: 0.7rem; text-align: center; }
.card img { max-width: 100%; width: 44rem; height: auto; }
figcaption { max-width: 46rem; margin-top: 0.6rem; font-size: 0.92rem; }
figcaption b { display: block; font-size: 1.02rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.8rem 1rem; background: var(--card);
      border: 1px solid var(--line); border-radius: 0.5rem; }
@media (max-width: 40rem) {
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden;
                 clip-path: inset(50%); }
  .cards, .cards tbody { display: block; }
  .cards tr { display: grid; gap: 0.3rem; padding: 0.8rem;
              border-bottom: 1px solid var(--line); }
  .cards tr:last-child { border-bottom: 0; }
  .cards td, .cards th { padding: 0; border: 0; min-width: 0; white-space: normal; }
  .cards td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
  h2 { margin-top: 2rem; }
  .card { padding: 0.3rem; }
}
@media print {
  body { max-width: none; color: #000; background: #fff; }
  nav { display: none; }
  figure, tr { break-inside: avoid; }
  .scroll { overflow: visible; border: 0; }
  table { font-size: 8pt; }
  th, td { padding: 0.25rem 0.35rem; white-space: normal; min-width: 0 !important; }
  details > :not(summary) { display: block; }
  details::details-content { content-visibility: visible; }
}
"""
