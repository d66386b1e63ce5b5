"""What stands before a server: passes requests on, or answers itself as proxies and others do."""

import http.client
import json
import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = b"<!doctype html><title>Log in</title><p>Hello"


class Front:
    """A door on a port of its own; ``says`` is what it answers, ``None``: whatever is behind it.

    ``says`` is status, type and body; ``behind`` the server that requests are passed on to.
    """

    def __init__(self, behind):
        self.behind, self.says, self.dead = behind, None, False
        self._door = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._door.server_port}"
        self._thread = threading.Thread(target=self._door.serve_forever, args=(0.02,))
        self._thread.start()

    def answers(self, status, kind="text/html", body=HTML):
        self.says = (status, kind, body if isinstance(body, bytes) else json.dumps(body).encode())

    def stop(self):
        self._door.shutdown()
        self._door.server_close()
        self._thread.join()


def _handler(front):
    class Handler(BaseHTTPRequestHandler):
        def _any(self):
            data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if front.dead:
                with suppress(OSError):
                    self.connection.shutdown(socket.SHUT_RDWR)
                return
            if front.says is None:
                status, headers, body = self._passed_on(data)
            else:
                status, kind, body = front.says
                headers = {"Content-Type": kind}
                if status in (301, 302, 307):
                    headers["Location"] = "https://elsewhere.invalid/login"
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = _any

        def _passed_on(self, data):
            link = http.client.HTTPConnection("127.0.0.1", front.behind.port, timeout=60)
            taken = ("Content-Type", "Authorization", "Idempotency-Key", "Cheapbandits-Who")
            given = {name: self.headers[name] for name in taken if name in self.headers}
            link.request(self.command, self.path, data or None, given)
            answer = link.getresponse()
            body = answer.read()
            link.close()
            return answer.status, {"Content-Type": answer.headers["Content-Type"]}, body

        def log_message(self, *_):
            pass

    return Handler
