"""A map of the belief as one HTML page that needs nothing else: pan, zoom, values on hover."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.canvas.data import BeliefMap
    from cheapbandits.graphs import Graph

__all__ = ["MOST_NODES", "belief_page"]

#: A browser grows slow with more circles than this.
MOST_NODES = 20_000

#: From low to high: dark blue, green, yellow, as in the figures.
_COLORS = ("#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725")
_WIDTH = 1000.0
#: Room for the scale bar.
_BELOW = 40.0

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{margin:0;font:14px sans-serif}}header{{padding:6px 10px}}
svg{{width:100%;height:88vh;background:#fafafa;cursor:grab}}line{{stroke:#ccc}}
circle{{stroke:#555;stroke-width:.2px}}.probed{{stroke:#000;stroke-width:2px}}
.next{{stroke:#d55e00;stroke-width:4px}}.best{{stroke:#e00;stroke-width:5px}}
i{{display:inline-block;width:140px;height:10px;margin:0 6px;background:
linear-gradient(to right,{ramp})}}</style></head>
<body><header><b>{title}</b> &nbsp; {low}<i></i>{high} &nbsp; {best}; black: measured
({looked}), orange: to be measured next. Drag to move, wheel to zoom, point at a place for its
value.</header>
<svg viewBox="0 0 {width:g} {height:g}" id="map">
<g>{edges}</g>
<g>{nodes}</g>{bar}</svg>
<script>
const m=document.getElementById("map"),v=m.viewBox.baseVal;let d=null;
m.onwheel=e=>{{e.preventDefault();const k=e.deltaY>0?1.2:1/1.2,r=m.getBoundingClientRect(),
x=v.x+v.width*(e.clientX-r.left)/r.width,y=v.y+v.height*(e.clientY-r.top)/r.height;
v.x=x-(x-v.x)*k;v.y=y-(y-v.y)*k;v.width*=k;v.height*=k}};
m.onpointerdown=e=>{{d=[e.clientX,e.clientY]}};window.onpointerup=()=>{{d=null}};
m.onpointermove=e=>{{if(!d)return;const r=m.getBoundingClientRect(),
s=Math.max(v.width/r.width,v.height/r.height);v.x-=(e.clientX-d[0])*s;v.y-=(e.clientY-d[1])*s;
d=[e.clientX,e.clientY]}};
</script></body></html>
"""


def belief_page(graph: Graph, data: BeliefMap, title: str) -> str:
    """Return the page; ``data.deviation`` is how wide the interval of each node is."""
    if graph.n_nodes > MOST_NODES:
        raise ParameterError(
            f"a page of {graph.n_nodes:,} nodes is too heavy for a browser (up to {MOST_NODES:,}); "
            "write .png instead"
        )
    left, right, bottom, top = data.frame
    unit = _WIDTH / max(right - left, 1e-300)
    x = (data.positions[:, 0] - left) * unit
    y = (top - data.positions[:, 1]) * unit * data.aspect
    height = (top - bottom) * unit * data.aspect
    radius = max(1.5, min(14.0, 0.25 * _WIDTH / np.sqrt(graph.n_nodes)))
    low, high = float(data.mean.min()), float(data.mean.max())
    marks = dict.fromkeys(data.probed, "probed") | dict.fromkeys(data.next_nodes, "next")
    if data.best is not None:
        marks[data.best] = "best"
    nodes = [
        f'<circle cx="{x[k]:.2f}" cy="{y[k]:.2f}" r="{radius:.1f}" class="{marks.get(k, "plain")}" '
        f'fill="{_color(float(data.mean[k]), low, high)}"><title>{escape(shown(graph.name(k)))}: '
        f"{_number(data.mean[k])} +- {_number(data.deviation[k] / 2)}</title></circle>"
        for k in range(graph.n_nodes)
    ]
    edges = [
        f'<line x1="{x[i]:.1f}" y1="{y[i]:.1f}" x2="{x[j]:.1f}" y2="{y[j]:.1f}"/>'
        for i, j in data.edges.tolist()
    ]
    return _PAGE.format(
        title=escape(shown(title)),
        low=_number(low),
        high=_number(high),
        best=f"red: {escape(shown(data.best_name))}, the best so far",
        ramp=",".join(_COLORS),
        width=_WIDTH,
        height=height + _BELOW,
        looked=data.looked,
        bar=_bar(data, unit, height),
        edges="".join(edges),
        nodes="".join(nodes),
    )


def _bar(data: BeliefMap, unit: float, height: float) -> str:
    """Return the scale bar, which moves and grows with the map."""
    if data.bar is None:
        return ""
    end, y = data.bar.length * unit, height + _BELOW / 2
    path = f"M0 {y - 6:.1f}v12m0-6H{end:.1f}m0-6v12"
    wide = end + 20 + 10 * len(data.bar.label)
    return (  # a node that lies outside the frame may be there
        f'<rect x="-4" y="{y - 14:.1f}" width="{wide:.1f}" height="28" fill="#fafafa" '
        f'opacity="0.85"/>'
        f'<path id="bar" d="{path}" fill="none" stroke="#000" stroke-width="2"/>'
        f'<text x="{end + 8:.1f}" y="{y + 6:.1f}" font-size="18">{escape(data.bar.label)}</text>'
    )


def _number(value: float) -> str:
    """Return a number as people write it: in four digits, large ones in full."""
    return f"{value:,.0f}" if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"


def _color(value: float, low: float, high: float) -> str:
    """Return the colour of a value, between the two nearest of the ramp."""
    share = 0.5 if high == low else (value - low) / (high - low)
    place = min(share, 0.999999) * (len(_COLORS) - 1)
    first, second = _COLORS[int(place)], _COLORS[int(place) + 1]
    rest = place - int(place)
    parts = [
        round(int(first[k : k + 2], 16) * (1 - rest) + int(second[k : k + 2], 16) * rest)
        for k in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)
