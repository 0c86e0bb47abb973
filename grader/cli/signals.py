"""What ends other programs at once ends a long command in good order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click


@dataclass
class Stop:
    """Who stopped it: Ctrl-C, unless another signal did."""

    number: int = signal.SIGINT

    @property
    def code(self) -> int:
        return 128 + self.number


@contextmanager
def ends_like_ctrl_c() -> Iterator[Stop]:
    """A machine that shuts down, a scheduler whose time is up, and a closed terminal count as Ctrl-C, but for the code.

    What was told to be ignored, as `nohup` does, stays so.
    """
    stop = Stop()

    def end(number: int, _: object) -> None:
        stop.number = number
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield stop
    except KeyboardInterrupt:
        if stop.number == signal.SIGINT:
            raise
        raise click.exceptions.Exit(stop.code) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
