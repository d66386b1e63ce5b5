"""Changes as they happen: from this server, from elsewhere, and after a break."""

import asyncio
import http.client
import json

import pytest
from starlette.exceptions import HTTPException

import cheapbandits as cb
from cheapbandits.service.limits import Limits
from cheapbandits.service.live import Live
from cheapbandits.service.shelf import Shelf
from cheapbandits.service.work import Work
from cheapbandits.store import Store


class Stream:
    """A listener, as a browser's EventSource is one."""

    def __init__(self, server, path, last=None):
        self.link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        self.link.request("GET", f"{path}/changes", headers={"Last-Event-ID": last} if last else {})
        self.answer = self.link.getresponse()
        self.id = None

    def next(self):
        """The kind and the data of the next message."""
        fields = {}
        while True:
            line = self.answer.readline()
            if not line:
                return None
            line = line.decode().rstrip("\n")
            if not line:
                if "data" in fields:
                    self.id = fields["id"]
                    return fields["event"], json.loads(fields["data"])
                fields = {}
            elif not line.startswith(":"):
                name, _, value = line.partition(": ")
                fields[name] = value

    def close(self):
        self.answer.close()
        self.link.close()


def test_a_reading_reaches_those_who_listen(server):
    path = server.campaign("listened to")
    server.ok(server.post(f"{path}/asks", {}))
    stream = Stream(server, path)
    assert stream.answer.headers["content-type"].startswith("text/event-stream")
    told = server.ok(server.post(f"{path}/asks/1/tell", {"reading": 0.5}))
    assert stream.next() == ("change", told)
    # Another process writes in the same database: seen without being told.
    with cb.Campaign.open("listened to", db=server.db, who="elsewhere") as here:
        here.pause()
    kind, event = stream.next()
    assert (kind, event["kind"], event["who"]) == ("change", "pause", "elsewhere")
    last = stream.id
    stream.close()
    server.ok(server.post(f"{path}/resume"))
    again = Stream(server, path, last)
    assert again.next()[1]["kind"] == "resume"
    again.close()


def test_a_stream_from_the_beginning_has_every_event(server):
    path = server.campaign("from the start")
    for node in range(5):
        server.ok(server.post(f"{path}/observations", {"nodes": [node], "reading": 0.5}))
    stream = Stream(server, path, "0")
    assert [stream.next()[1]["seq"] for _ in range(5)] == [1, 2, 3, 4, 5]
    stream.close()


def test_a_log_that_was_put_back_is_said_so(server):
    path = server.campaign("put back")
    stream = Stream(server, path, f"7.{'0' * 64}")
    assert stream.next() == ("reset", {"seq": 0})
    server.ok(server.post(f"{path}/pause"))
    assert stream.next()[1]["kind"] == "pause"
    stream.close()


def test_what_is_no_id_of_an_event_is_refused(server):
    path = server.campaign("odd ids")
    for last in ("x", "1.", "-1.ab", "9" * 30 + ".ab"):
        answer = server.get(f"{path}/changes", headers={"Last-Event-ID": last})
        assert answer.status == 422


def test_nobody_looks_while_nobody_listens(tmp_path):
    """The one who leaves last takes the look at the database along."""
    here = cb.Campaign.create("idle", cb.grid(3, 3), db=tmp_path / "c.db", policy="CheapUCB")
    identity = here.status().id

    async def listen():
        with Store.open(tmp_path / "c.db") as store:
            shelf, work = Shelf(store, 2**30), Work(Limits(), one_writer=True)
            live = Live(shelf, work, 2)
            streams = [live.changes(identity, shelf.row(identity).place) for _ in range(2)]
            for stream in streams:
                await anext(stream)
            with pytest.raises(HTTPException):  # one too many
                live.check_room()
            late = live.changes(identity, shelf.row(identity).place)  # it had come in time
            assert [part async for part in late] == [b"retry: 5000\n\n"]
            tasks = len(asyncio.all_tasks())
            for stream in streams:
                await stream.aclose()
            await asyncio.sleep(0)
            assert tasks == 2  # this one, and one look for both
            assert len(asyncio.all_tasks()) == 1
            live.check_room()

    asyncio.run(listen())


def test_what_comes_between_the_first_looks_is_not_missed(tmp_path):
    """A listener looked and found nothing; somebody writes; only then the watch looks first."""
    here = cb.Campaign.create("early", cb.grid(3, 3), db=tmp_path / "c.db", policy="CheapUCB")
    identity = here.status().id

    class Slow(Work):
        """The look of the watch, which is asked for first, comes after the listener's."""

        looks = 0

        async def look(self, job):
            self.looks += 1
            if self.looks == 1:
                await self.written.wait()
            found = await super().look(job)
            self.looked.set()
            return found

    async def listen():
        with Store.open(tmp_path / "c.db") as store:
            shelf, work = Shelf(store, 2**30), Slow(Limits(), one_writer=True)
            work.written, work.looked = asyncio.Event(), asyncio.Event()
            stream = Live(shelf, work, 2).changes(identity, shelf.row(identity).place)
            await anext(stream)
            message = asyncio.create_task(anext(stream))
            await work.looked.wait()
            here.pause()
            work.written.set()
            assert b"event: change" in await message
            await stream.aclose()

    asyncio.run(listen())
