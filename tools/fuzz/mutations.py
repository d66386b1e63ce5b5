"""Ways to spoil a file, and ways to change it that must change nothing."""

from __future__ import annotations

import gzip
import io
import lzma
import random
import zipfile

from tools.fuzz.seeds import Seed

__all__ = ["harmless", "mutate", "packed"]

#: What has broken readers before, here and elsewhere.
TOKENS = [
    b"1,5", b"2kg", b"0x10", b"1_5", "٣".encode(), b"nan", b"inf", b"-inf", b"1e308", b"1e400",
    b"-1", b"-0", b"+1", b"007", b"1.", b".5", b"1e", b"1e5", b"1.9", b"9" * 25, b"9" * 400, b"",
    b" ", b"\t", b"\r", b"\r\n", b"\n", b"\0", b"\x1b[2J", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8",
    "\u202e".encode(), b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xff", b"#", b"# x", b"%", b'"', b'""',
    b"'", b";", b",", b"|", b"<", b">", b"&", b"&amp;", b"&#0;", b"&#10;", b"<!-- -->", b"]]>",
    b"<!DOCTYPE x []>", b'directed="1"', b"[", b"]", b"{", b"}", b":", b"null", b"true", b"NaN",
    b"[[[[[[", b"((((", b"1e200", b"\\ud800", b"\\u0000", b"symmetric", b"general", b"pattern",
    b"integer", b"complex", b"array", b"%%MatrixMarket", b"4294967296", b"18446744073709551615",
]  # fmt: skip


def mutate(seed: Seed, rng: random.Random) -> bytes:
    """Return a spoilt copy: one to four changes of bytes, tokens, lines or length."""
    if seed.suffix in (".zip", ".xlsx", ".kmz") and rng.random() < 0.75:
        return _within(seed.data, rng)
    return _spoilt(seed.data, rng)


def _spoilt(data: bytes, rng: random.Random) -> bytes:
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        data = rng.choice(_CHANGES)(data, rng)
    return data


def _within(data: bytes, rng: random.Random) -> bytes:
    """Spoil one part of an archive, which is whole else: its sums are right."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheets = [name for name in parts if "sheet" in name.lower()]
    chosen = rng.choice(sheets if sheets and rng.random() < 0.6 else list(parts))
    return _zipped({**parts, chosen: _spoilt(parts[chosen], rng)}, zipfile.ZIP_DEFLATED)


def _zipped(parts: dict[str, bytes], way: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def _flip(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _bit(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _insert(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(TOKENS) + data[place:]


def _replace(data: bytes, rng: random.Random) -> bytes:
    """Put a token in place of another piece between marks."""
    start = rng.randrange(len(data) + 1)
    end = start
    while end < len(data) and data[end : end + 1] not in b' ,;\t\n"<>':
        end += 1
    return data[:start] + rng.choice(TOKENS) + data[end:]


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _drop(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.randint(1, 20) :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    piece = data[start : start + rng.randint(1, 60)]
    return data[:start] + piece * rng.randint(2, 4) + data[start + len(piece) :]


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    if rng.random() < 0.5:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines.insert(a, lines[b])
    return b"\n".join(lines)


_CHANGES = [_flip, _bit, _insert, _insert, _replace, _replace, _cut, _drop, _repeat, _lines]


def harmless(seed: Seed, rng: random.Random) -> tuple[str, bytes]:
    """Return a suffix to add and a copy that must be read as the same graph."""
    data, suffix = seed.data, ""
    if seed.suffix in (".csv", ".tsv", ".txt"):
        lines = data.decode().splitlines()
        head, body = lines[: seed.header], lines[seed.header :]
        rng.shuffle(body)
        if rng.random() < 0.3:
            body.insert(rng.randint(1, len(body)), "# a remark")
        if rng.random() < 0.3:
            body.insert(rng.randrange(len(body) + 1), "")
        ending = rng.choice(["\n", "\r\n", "\r"])
        text = ending.join([*head, *body]) + rng.choice(["", ending])
        data = rng.choice([b"", b"\xef\xbb\xbf"]) + text.encode()
    elif seed.suffix == ".mtx":
        data = data.replace(b"\n", rng.choice([b"\n", b"\r\n", b" \n"]))
        data = data.rstrip() + rng.choice([b"", b"\n", b"\r\n", b"\r", b"\n\n"])
    elif seed.suffix == ".graphml":
        data = data.replace(b"\n", rng.choice([b"\n", b"\r\n", b"", b"\n<!-- x -->\n"]))
        if rng.random() < 0.3:
            data = data.replace(b"UTF-8", b"UTF-16").decode().encode("utf-16")
    elif seed.suffix in (".gpx", ".kml", ".gr", ".asc"):
        data = data.replace(b"\n", rng.choice([b"\n", b"\r\n"]))
    elif seed.suffix in (".zip", ".xlsx", ".kmz"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        return suffix, _zipped(parts, rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    elif seed.suffix == ".geojson":
        data = rng.choice([b"", b"\xef\xbb\xbf"]) + data.replace(b", ", rng.choice([b",", b",\n"]))
    if seed.suffix != ".npz" and rng.random() < 0.3:
        suffix = rng.choice([".gz", ".xz", ".zip"]) if seed.suffix == ".gr" else ".gz"
        data = packed(data, suffix, seed.suffix)
    return suffix, data


def packed(data: bytes, suffix: str, inner: str) -> bytes:
    """Return a file compressed in one of the usual ways."""
    if suffix == ".zip":
        return _zipped({f"roads{inner}": data}, zipfile.ZIP_DEFLATED)
    return gzip.compress(data) if suffix == ".gz" else lzma.compress(data)
