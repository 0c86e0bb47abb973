"""Children of a warm server, which forks them. Linux only."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable
from typing import Any

assert sys.platform == "linux"

from grader.errors import GraderFault
from grader.values import Limits
from grader.worker.spawners import ENVIRONMENT, HELP, PACKAGES, Channel, Child, Spawner, Stream, start_python


class Descriptor(Channel):
    """A socket or the reading end of a pipe. Once it is watched, a selector tells when to read, and goes on sending."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self._descriptor = descriptor
        self._unsent = bytearray()
        self._selector: selectors.BaseSelector | None = None
        self._told: tuple[int, Stream] | None = None

    def watch(self, selector: selectors.BaseSelector, number: int, stream: Stream) -> None:
        self._selector, self._told = selector, (number, stream)
        selector.register(self._descriptor, selectors.EVENT_READ, (self, (number, stream)))

    def read(self, most: int = 1 << 16) -> bytes | None:
        try:
            data = os.read(self._descriptor, most)
        except BlockingIOError:
            return None
        except ConnectionResetError:
            data = b""
        if not data:
            self._unwatch()
        return data

    def send(self, data: bytes) -> None:
        self._unsent += data
        self.flush()

    def flush(self) -> None:
        """Send what is left, as far as there is room. The rest is sent when the selector says so."""
        waited = bool(self._unsent)
        try:
            del self._unsent[: os.write(self._descriptor, self._unsent)]
        except BlockingIOError:
            pass
        except (BrokenPipeError, ConnectionResetError):
            self._unsent.clear()
        if self._selector is not None and waited:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
            key = self._selector.get_map().get(self._descriptor)
            if key is not None and key.events != events:
                self._selector.modify(self._descriptor, events, (self, self._told))

    def _unwatch(self) -> None:
        if self._selector is not None:
            self._selector.unregister(self._descriptor)
            self._selector = None

    def close(self) -> None:
        self._unwatch()
        os.close(self._descriptor)


class ForkedChild(Child):
    """A child that the server is asked about."""

    def __init__(self, number: int, descriptors: list[int], tell: Callable[[dict[str, object]], object]) -> None:
        self.number = number
        self.link, self.printed, self.faults = self._channels = [Descriptor(one) for one in descriptors]
        self._tell = tell

    def watch(self, selector: selectors.BaseSelector) -> None:
        streams: tuple[Stream, ...] = ("link", "printed", "faults")
        for channel, stream in zip(self._channels, streams, strict=True):
            channel.watch(selector, self.number, stream)

    def kill(self) -> None:
        self._tell({"do": "kill", "number": self.number})

    def ask_where(self) -> None:
        self._tell({"do": "where", "number": self.number})

    def cpu_seconds(self) -> None:
        self._tell({"do": "cpu", "number": self.number})


def _open_channels() -> tuple[list[int], list[int]]:
    """Return the grader's and the child's descriptors of the link, of what the child prints, and of its stack."""
    ours, theirs = socket.socketpair()
    printed, printed_in = os.pipe()
    faults, faults_in = os.pipe()
    return [ours.detach(), printed, faults], [theirs.detach(), printed_in, faults_in]


class ForkSpawner(Spawner):
    """Children of a warm server, forked when they are needed or ahead of time.

    `most`: the highest level of isolation to try. `spares`: how many children to keep ready.
    """

    def __init__(self, most: int = 3, spares: int = 0) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server = start_python(
            f"server.main({theirs.fileno()}, {most}, {spares > 0})",
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            cwd="/",
        )
        theirs.close()
        self._count = 0
        self._messages: list[dict[str, Any]] = []
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._control, selectors.EVENT_READ)
        self._wanted = spares
        self._spares: list[ForkedChild] = []
        self._found: tuple[str, dict[str, str]] | None = None
        self._packages: tuple[str, ...] | None = None  # None: the server still waits for them

    def isolation(self) -> tuple[str, dict[str, str]]:
        """Wait for the first message of the server, sent once its sandbox is prepared."""
        if self._found is None:
            if self._packages is None:
                self.allow(PACKAGES)
            data = self._control.recv(1 << 16)
            if not data:
                raise ConnectionError("the process that runs submissions did not start")
            message = json.loads(data)
            self._found = message["level"], message["missing"]
        return self._found

    def why_less(self, asked: str) -> str:
        level, missing = self.isolation()
        reasons = "; ".join(f"{what} ({why}): {HELP[what]}" for what, why in missing.items())
        return f"this machine provides isolation {level}, not {asked}; missing: {reasons or HELP['root']}"

    def allow(self, packages: tuple[str, ...]) -> None:
        if self._packages is None:
            self._packages = packages
            self._send({"do": "prepare", "packages": packages})
        elif self._packages != packages:
            raise GraderFault("the packages of the course have changed; start the grader again")

    def _send(self, message: dict[str, object], *descriptors: int) -> None:
        if self._packages is None:
            self.allow(PACKAGES)  # the server needs to know them before anything else
        socket.send_fds(self._control, [json.dumps(message).encode()], descriptors)

    def load(self, module: str) -> None:
        self._send({"do": "import", "module": module})
        outdated, self._spares = self._spares, []
        for spare in outdated:  # made before the import, they would have to do it themselves
            spare.kill()
            spare.close()

    def spawn(self, limits: Limits) -> Child:
        child = self._spare() if limits.scratch_mb == Limits().scratch_mb else None
        if child is None:
            child = self._make(limits)
        child.watch(self._selector)
        return child

    def _spare(self) -> ForkedChild | None:
        if not self._wanted:
            return None
        self._listen()
        if self._spares:
            return self._spares.pop(0)
        self._make_spares()
        return None

    def _make(self, limits: Limits, ahead: bool = False) -> ForkedChild:
        self._count += 1
        number, (ours, theirs) = self._count, _open_channels()
        self._send({"do": "spawn", "number": number, "limits": limits._asdict(), "ahead": ahead}, *theirs)
        for descriptor in theirs:
            os.close(descriptor)
        return ForkedChild(number, ours, self._tell)

    def _tell(self, message: dict[str, object]) -> None:
        self._send(message)
        if message["do"] == "kill":
            self._make_spares()

    def _make_spares(self) -> None:
        """When a child goes, make the next one: not earlier, as that would slow down the one at work."""
        while len(self._spares) < self._wanted:
            self._spares.append(self._make(Limits(), ahead=True))

    def wait(self, seconds: float) -> list[tuple[int, Stream]]:
        found = []
        for key, events in self._selector.select(seconds):
            if key.data is not None:
                channel, told = key.data
                if events & selectors.EVENT_WRITE:
                    channel.flush()
                if events & selectors.EVENT_READ:
                    found.append(told)
        return found

    def messages(self) -> list[dict[str, Any]]:
        self._listen()
        found, self._messages = self._messages, []
        return found

    def _listen(self) -> None:
        """Add to the messages what the server has reported."""
        self.isolation()
        while True:
            try:
                data = self._control.recv(1 << 16, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            if not data:
                raise ConnectionError("the process that runs submissions ended")
            message = json.loads(data)
            self._messages.append(message)
            if "code" in message:
                for spare in [one for one in self._spares if one.number == message["number"]]:
                    self._spares.remove(spare)  # it ended on its own: a request would wait for it in vain
                    spare.close()
                self._make_spares()

    def close(self) -> None:
        for spare in self._spares:
            spare.close()
        self._spares.clear()
        self._selector.close()
        self._control.close()
        try:
            self._server.wait(5)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
