"""The rows of FAULTS.md that concern a server: each tried on a real one, over a socket."""

import contextlib
import hmac
import http.client
import json
import logging
import os
import re
import select
import socket
import time

import pytest

from cheapbandits.service.door import COOKIE, session_of

TOKEN = "a-secret-that-nobody-can-guess"


@pytest.fixture(scope="module")
def walk(server):
    path = server.campaign("walk")
    server.ok(server.post(f"{path}/asks", {"n": 2}))
    return path


# -- row 5, 11: what is no number, no JSON ---------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["NaN", "Infinity", "-Infinity", "1e400", '"NaN"', '"0.5"', "true", "null", "[]", "{}"]
)
def test_what_is_no_reading_is_refused_and_the_ask_stays_open(server, walk, text):
    before = server.get(walk).json
    raw = b'{"reading": %s}' % text.encode()
    for path in ("asks/1/tell", "asks/1/correct"):
        answer = server.post(f"{walk}/{path}", raw=raw)
        assert answer.status == 422
        assert answer.json["status"] == 422  # and it is JSON
    seen = server.post(f"{walk}/observations", raw=b'{"nodes": [1], "reading": %s}' % text.encode())
    assert seen.status == 422
    many = b'{"rows": [{"nodes": [1], "reading": 0.5}, {"nodes": [2], "reading": %s}]}'
    assert server.post(f"{walk}/observations/many", raw=many % text.encode()).status == 422
    if text != "null":  # no noise is said so
        plan = b'{"runs": 1, "noise": %s}' % text.encode()
        assert server.post(f"{walk}/rehearsals", raw=plan).status == 422
    assert server.get(walk).json == before


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"[" * 100_000, 400),
        (b"[" * 25 + b"]" * 25, 400),
        (b'{"a":' * 100_000, 400),
        (b'{"reading": ' + b"1" * 5000 + b"}", 422),
        (b'{"reading": 0.5, "reading": 0.6}', 400),
        (b'{"reading": 0.5', 400),
        (b"\xff\xfe", 400),
        (b"", 422),
        (b'{"reading": 0.5, "raeding": 0.5}', 422),
        (b'{"reading": 0.5, "nodes": ["\\ud800"]}', 422),
    ],
)
def test_json_that_is_none_is_refused(server, walk, raw, expected):
    before = server.get(walk).json
    assert server.post(f"{walk}/asks/1/tell", raw=raw).status == expected
    assert server.get(walk).json == before


@pytest.mark.parametrize("text", ['"\\ud800"', '"a\\u0000b"', '"a\\nb"', '""', f'"{"x" * 300}"'])
def test_odd_texts_are_refused(server, walk, text):
    raw = b'{"assignee": %s}' % text.encode()
    assert server.post(f"{walk}/asks", raw=raw).status == 422
    key = {"Idempotency-Key": "x" * 300}
    assert server.post(f"{walk}/asks", {}, headers=key).status == 422


# -- row 16: paths ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "walk",
        "0" * 31,
        "0" * 33,
        "G" * 32,
        "%00",
        "'--",
        "0" * 32,
    ],
)
def test_a_campaign_is_known_by_its_id_only(server, walk, path):
    for address in (f"/api/campaigns/{path}", f"/api/campaigns/{path}/history", f"/static/{path}"):
        answer = server.get(address)
        assert answer.status in (404, 422), address
        assert answer.json["status"] == answer.status


@pytest.mark.parametrize("name", ["..", "../../x", "/etc/x", "a\\b", ".", "x\0y", "con"])
def test_a_name_is_never_a_path(server, name):
    """A campaign may be called so or not: its files have names of ours, in our folder."""
    folder = server.db.parent
    body = {"name": name, "graph": {"upload": server.upload()}, "settings": {"horizon": 3}}
    made = server.post("/api/campaigns", body)
    if made.status == 201:
        path = made.headers["location"]
        sent = server.get(f"{path}/export?kind=json").headers["content-disposition"]
        assert sent == f'attachment; filename="{made.json["id"]}.json"'
        gone = server.ok(server.post(f"{path}/delete", {"name": name}))
        assert gone["file"] == f"{made.json['id']}.db"
    else:
        assert made.status == 422
    beside = {file.name for file in folder.iterdir()} - {f"{server.db.name}-files"}
    assert all(one.startswith(server.db.name) for one in beside)
    kept = list((folder / f"{server.db.name}-files").rglob("*"))
    assert all(re.fullmatch(r"deleted|[0-9a-f]{32}\.db", one.name) for one in kept)


# -- row 17: too much, too slow --------------------------------------------------------------------


def memory(pid):
    with open(f"/proc/{pid}/status") as lines:
        return int(re.search(r"VmRSS:\s+(\d+)", lines.read())[1]) * 1024


def test_a_body_without_end_is_cut_off(server, walk):
    before = memory(os.getpid())
    declared = server.post(f"{walk}/asks", headers={"Content-Length": str(2**40)}, raw=b"{}")
    assert declared.status == 413
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    piece = b" " * 2**16

    def endless():
        for _ in range(5_000):  # 300 MB, if it were taken
            yield piece

    with contextlib.closing(link):
        kind = {"Content-Type": "application/json"}
        with contextlib.suppress(ConnectionError):
            link.request("POST", f"{walk}/asks", endless(), kind, encode_chunked=True)
        try:
            status = link.getresponse().status
        except ConnectionError:  # it hung up while we were still sending
            status = 413
    assert status == 413
    assert memory(os.getpid()) - before < 50 * 2**20


def closed(link, seconds=20):
    """Whether the server hangs up; what it says before is returned."""
    link.settimeout(seconds)
    said = b""
    with contextlib.suppress(ConnectionError):
        while piece := link.recv(4096):
            said += piece
    return said


def test_slow_requests_are_ended(here):
    server = here(limits={"header_seconds": 0.3, "body_seconds": 0.3, "idle_seconds": 1.0})
    path = server.campaign("slow")
    head = f"POST {path}/asks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    whole = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    for begin, expected in (
        (b"", b""),
        (b"GET / HT", b""),
        (head.encode(), b""),
        (f"{head}Content-Length: 9\r\n\r\n{{".encode(), b"HTTP/1.1 408"),
        (whole + b"GET /ap", b"HTTP/1.1 200"),
    ):
        with socket.create_connection(("127.0.0.1", server.port)) as link:
            link.sendall(begin)
            assert closed(link).startswith(expected)
    assert server.get(path).status == 200


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_comes_byte_by_byte_is_ended_and_nothing_stored(here, chunked):
    """Each byte comes in time, and the last one never: the time is that of the whole body."""
    server = here(limits={"body_seconds": 0.5})
    path = server.campaign("drops")
    server.ok(server.post(f"{path}/asks", {}))
    before = server.get(path).json
    size = "Transfer-Encoding: chunked" if chunked else "Content-Length: 100000"
    kind = "Content-Type: application/json"
    head = f"POST {path}/asks/1/tell HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n{size}\r\n\r\n"
    body = b'{"reading": 3.5}'
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as link:
        link.sendall(head.encode() + (b"10\r\n" + body if chunked else body))
        while not select.select([link], [], [], 0.02)[0]:
            with contextlib.suppress(ConnectionError):
                link.sendall(b"\r\n1\r\n " if chunked else b" ")
        assert closed(link).startswith(b"HTTP/1.1 408")
    assert server.get(path).json == before


def test_many_connections_are_bounded(here):
    server = here(limits={"connections": 20})
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    refused = server.get("/api/campaigns")
    assert refused.status == 503
    for link in links:
        link.close()
    for _ in range(50):
        if (answer := server.get("/api/campaigns")).status == 200:
            break
        time.sleep(0.1)
    assert answer.status == 200


# -- rows 18, 19: other sites' pages ---------------------------------------------------------------

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "10.0.0.9"]
)
def test_a_foreign_host_is_refused(server, walk, method, host):
    for path in ("/", walk, f"{walk}/asks"):
        answer = server.send(method, path, {} if method == "POST" else None, headers={"Host": host})
        assert answer.status == 421


def test_our_own_names_are_served(server):
    for host in ("localhost", "127.0.0.1:1234", "[::1]:80", "LOCALHOST"):
        assert server.get("/api/campaigns", headers={"Host": host}).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_changes_nothing(server, walk, headers):
    before = server.get(walk).json
    for path, body in ((f"{walk}/pause", None), (f"{walk}/asks/1/tell", {"reading": 0.5})):
        assert server.post(path, body, headers=headers).status == 403
    assert server.get(walk).json == before


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""],
)
def test_what_a_plain_form_can_send_changes_nothing(server, walk, kind):
    before = server.get(walk).json
    for path in (f"{walk}/pause", f"{walk}/asks/1/tell", "/api/graphs?file=x.csv"):
        assert server.post(path, raw=b'{"reading": 0.5}', kind=kind).status == 415
    assert server.get(walk).json == before


def test_a_login_of_many_fields_is_refused(here):
    served = here(token=TOKEN)
    served.token = None
    many = "&".join(f"a={k}" for k in range(12)).encode()
    form = "application/x-www-form-urlencoded"
    for raw in (many, many + f"&token={TOKEN}".encode(), b";" * 9000):
        assert served.post("/login", raw=raw, kind=form).status in (401, 422)


BEHIND_TLS = {
    "handed on": ("maps.example.org", "https://maps.example.org"),
    "with its port": ("maps.example.org:8443", "https://maps.example.org:8443"),
    "without its port": ("maps.example.org", "https://Maps.example.org:8443"),
    "the usual port": ("maps.example.org:443", "https://maps.example.org"),
    "a Host of the proxy's own": ("127.0.0.1:{port}", "https://maps.example.org"),
    "no name but the Host": ("127.0.0.1:{port}", "https://127.0.0.1:{port}"),
}
#: Under either Host.
FOREIGN = [
    "https://evil.example",
    "https://maps.example.org.evil.example",
    "https://evil.example/maps.example.org",
    "https://maps.example.org@evil.example",
    "https://evil.example:maps.example.org",
    "https://localhost:1",
    "https://127.0.0.1:1",
    "http://maps.example.org:1",
    "ftp://maps.example.org",
    "https://",
    "null",
]


def test_behind_a_proxy_with_tls_a_page_of_ours_logs_in_and_writes(here):
    """Seen: its Origin is https, ours is not, and so nobody could log in or save."""
    served = here(token=TOKEN, names=("maps.example.org",))
    walk, served.token = served.campaign("walk"), None
    form = {"raw": f"token={TOKEN}".encode(), "kind": "application/x-www-form-urlencoded"}
    for host, origin in BEHIND_TLS.values():
        said = {"Host": host.format(port=served.port), "Sec-Fetch-Site": "same-origin"}
        said["Origin"] = origin.format(port=served.port)
        went = served.post("/login", headers=said, **form)
        assert went.status == 303
        cookie = went.headers["set-cookie"]
        assert "; Secure" in cookie  # the browser speaks TLS
        said["Cookie"] = cookie.partition(";")[0]
        assert served.post(f"{walk}/asks", {}, headers=said).status == 200
        for site in ("cross-site", "same-site"):
            other = {**said, "Sec-Fetch-Site": site}
            assert served.post(f"{walk}/asks", {}, headers=other).status == 403
    for host in ("maps.example.org", f"127.0.0.1:{served.port}"):
        for origin in FOREIGN:
            said = {"Host": host, "Origin": origin}
            assert served.post("/login", headers=said, **form).status == 403, said
    plain = {"Origin": served.url}
    assert "Secure" not in served.post("/login", headers=plain, **form).headers["set-cookie"]


def test_a_page_of_ours_may_write_and_nobody_else_may_read(server, walk):
    ours = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    answer = server.post(f"{walk}/asks", {}, headers=ours)
    assert answer.status == 200
    foreign = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    asked = server.send("OPTIONS", f"{walk}/asks", headers=foreign)
    for got in (answer, asked):
        assert not [name for name in got.headers if name.lower().startswith("access-control")]
    embedded = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for path in (walk, f"{walk}/places", f"{walk}/export?kind=db", f"{walk}/changes"):
        assert server.get(path, headers=embedded).status == 403  # as a script or a picture there
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.get("/", headers=followed).status == 200  # a link from elsewhere works


# -- methods, and where a body ends ----------------------------------------------------------------


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"])
def test_a_method_that_nobody_takes_is_said_so(server, walk, method):
    allowed = {"/": "GET, HEAD", walk: "GET, HEAD", f"{walk}/asks": "GET, HEAD, POST"}
    for path, methods in {**allowed, f"{walk}/pause": "POST", "/login": "GET, HEAD, POST"}.items():
        for headers in ({}, {"Content-Type": "text/plain"}):
            answer = server.send(method, path, headers=headers, kind="")
            assert (answer.status, answer.headers["allow"]) == (405, methods), path
            assert answer.json["status"] == 405
    assert server.send(method, "/nothing").status == 404
    assert server.get(f"{walk}/pause").headers["allow"] == "POST"


def test_no_route_takes_what_the_door_does_not_look_at(server):
    """Only a POST has to be JSON: no other method may change anything."""

    def methods(routes):
        for route in routes:
            yield from getattr(route, "methods", None) or ()
            inner = getattr(route, "original_router", None)
            yield from () if inner is None else methods(inner.routes)

    assert set(methods(server.app.routes)) == {"GET", "HEAD", "POST"}


def test_a_head_is_a_get_without_its_body(server, walk):
    for path in ("/", walk, f"{walk}/history", f"{walk}/export", "/nothing", "/api/openapi.json"):
        got, head = server.get(path), server.send("HEAD", path)
        assert (head.status, head.body) == (got.status, b"")
        for name in ("content-length", "content-type", "etag"):
            assert head.headers[name] == got.headers[name], (path, name)
    tag = {"If-None-Match": server.get(walk).headers["etag"]}
    assert server.send("HEAD", walk, headers=tag).status == 304
    assert server.send("HEAD", f"{walk}/pause").status == 405
    assert server.get(walk).json["state"] == "running"


def test_the_head_of_a_stream_leaves_no_listener(server, walk):
    live = server.app.state.house.live
    before = live._listeners
    head = server.send("HEAD", f"{walk}/changes")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")
    for _ in range(500):
        if live._listeners == before:
            break
        time.sleep(0.01)
    assert live._listeners == before


def test_a_request_with_two_ends_is_refused_and_nothing_follows_it(server, walk):
    """Another server before this one may have seen another end: what follows is nobody's."""
    before = server.get(walk).json
    head = (
        f"POST {walk}/pause HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as link:
        link.sendall(
            head.encode() + b"2\r\n{}\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        )
        with link.makefile("rb") as answer:
            said = answer.read()  # to the end: it hangs up
    assert said.startswith(b"HTTP/1.1 400 ")
    assert said.count(b"HTTP/1.1 ") == 1
    assert server.get(walk).json == before


@pytest.mark.parametrize(
    "number", ["%2B1", "%201", "1%20", "1.0", "01", "1e0", "1_0", "%D9%A1", "0"]
)
def test_an_ask_has_one_address(server, walk, number):
    before = server.get(walk).json
    for path in (f"asks/{number}/cancel", f"observations/{number}/annul"):
        answer = server.post(f"{walk}/{path}", {})
        assert answer.status == 422, path
        assert answer.json["kind"] == "ParameterError"
    assert server.get(walk).json == before


# -- row 20: the token -----------------------------------------------------------------------------


def test_nothing_is_served_without_the_token(here, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    server = here(host="0.0.0.0", token=TOKEN)
    path = server.campaign("walk")
    for given in (
        "",
        "Bearer",
        "Bearer x",
        f"Basic {TOKEN}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
    ):
        for address in ("/", path, "/api/openapi.json", "/nothing"):
            answer = server.get(address, headers={"Authorization": given})
            assert answer.status == 401
            assert answer.headers["www-authenticate"] == "Bearer"
    for address in (f"{path}?token={TOKEN}", f"{path}?access_token={TOKEN}"):
        assert server.get(address, headers={"Authorization": ""}).status == 401
    assert server.get(path, headers={"Host": "192.168.1.7:80"}).status == 200
    assert server.get(path, headers={"Host": "evil.example"}).status == 421
    said = capfd.readouterr()
    assert TOKEN not in said.out + said.err + caplog.text


def test_a_browser_goes_in_by_a_form_and_keeps_another_word(here):
    server = here(token=TOKEN)
    form = {"kind": "application/x-www-form-urlencoded", "headers": {"Authorization": ""}}
    assert b"password" in server.get("/login", headers={"Authorization": ""}).body
    goes = {"Authorization": "", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"}
    sent = server.get("/", headers=goes)
    assert (sent.status, sent.headers["location"]) == (303, "/login")
    assert server.get("/api/campaigns", headers=goes).status == 401
    assert server.post("/login", raw=b"token=wrong", **form).status == 401
    inside = server.post("/login", raw=f"token={TOKEN}+".encode(), **form)  # with a blank
    assert (inside.status, inside.headers["location"]) == (303, "/")
    cookie = inside.headers["set-cookie"]
    assert TOKEN not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    word = {"Authorization": "", "Cookie": cookie.partition(";")[0]}
    assert server.get("/", headers=word).status == 200
    foreign = {**word, "Origin": "https://evil.example"}
    assert server.post("/api/campaigns", {}, headers=foreign).status == 403


def test_tokens_are_compared_in_a_time_that_tells_nothing(here, monkeypatch):
    """Every comparison is that of the standard library, over the whole of both."""
    server = here(token=TOKEN)
    compared = []
    real = hmac.compare_digest

    def watched(one, other):
        compared.append((one, other))
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", watched)
    assert server.get("/", headers={"Authorization": "Bearer x"}).status == 401
    assert (b"x", TOKEN.encode()) in compared
    assert server.get("/", headers={"Authorization": "", "Cookie": f"{COOKIE}=y"}).status == 401
    assert (b"y", session_of(TOKEN).encode()) in compared
    form = {"kind": "application/x-www-form-urlencoded", "headers": {"Authorization": ""}}
    assert server.post("/login", raw=b"token=z", **form).status == 401
    assert (b"z", TOKEN.encode()) in compared


# -- rows 21, 23: scripts, fetches, and the world outside ------------------------------------------


def test_a_name_is_text_on_the_page(server):
    server.campaign("<script>alert(1)<!script>")
    page = server.get("/")
    assert b"<script>" not in page.body  # the page's own are files: script-src 'self'
    assert b"&lt;script&gt;alert(1)" in page.body
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"


def test_pages_and_documents_name_no_other_server(server, walk):
    for path in ("/", "/login", "/api/openapi.json"):
        assert not re.findall(rb"(?:src|href)=[\"']?(?:https?:)?//", server.get(path).body)
    for path in ("/docs", "/redoc"):
        assert server.get(path).status == 404


def test_the_server_fetches_nothing(server):
    """An address where a graph is expected is no graph: nobody comes to fetch it."""
    with socket.socket() as trap:
        trap.bind(("127.0.0.1", 0))
        trap.listen()
        trap.settimeout(0.2)
        url = f"http://127.0.0.1:{trap.getsockname()[1]}/g.csv"
        for graph in ({"dataset": url}, {"upload": url}, {"campaign": url}):
            answer = server.post("/api/campaigns", {"name": "fetched", "graph": graph})
            assert answer.status == 404
        sent = server.post(
            f"/api/graphs?file=x.geojson&crs={url}", raw=b"{}", kind="application/octet-stream"
        )
        assert sent.status == 422
        with pytest.raises(TimeoutError):
            trap.accept()


def test_an_unforeseen_fault_tells_nothing_inside(server, walk):
    for answer in (server.get("/nothing"), server.send("PUT", walk, {}), server.get(f"{walk}/x")):
        assert answer.status in (404, 405)
        assert set(answer.json) == {"type", "title", "status", "detail", "code", "kind", "stored"}
        assert "Traceback" not in json.dumps(answer.json)
