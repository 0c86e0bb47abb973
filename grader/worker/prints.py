"""What a child has printed, and which check printed it."""

from __future__ import annotations

SHOWN = 4000  # characters of a check's prints that are kept
READ = 1 << 16  # the most bytes that are read at once


class Prints:
    """The bytes that came out of one child, check by check."""

    def __init__(self, most: float) -> None:
        """`most`: bytes that one check may print."""
        self._most = most
        self._kept = bytearray()  # of the check under way, and of later ones that are not told of yet
        self._before = 0  # bytes of checks that are done
        self._seen = 0

    def add(self, data: bytes) -> None:
        self._seen += len(data)
        self._kept += data[: max(0, int(self._most) + READ - len(self._kept))]

    @property
    def seen(self) -> int:
        """Bytes that this child has printed in all."""
        return self._seen

    def too_many(self, until: int | None = None) -> bool:
        """Whether the check under way has printed too much: up to now, or `until` so many bytes in all."""
        return (self._seen if until is None else until) - self._before > self._most

    def take(self, until: int | None = None) -> str:
        """The text of the check that ended: all there is, or what was printed `until` so many bytes in all."""
        end = self._seen if until is None else min(max(until, self._before), self._seen)
        count = end - self._before
        text = _text(self._kept[:count])
        del self._kept[:count]
        self._before = end
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"

    def peek(self) -> str:
        """What the check under way has printed so far."""
        return _text(self._kept)[:SHOWN]


def _text(printed: bytearray) -> str:
    return printed[: 4 * SHOWN + 4].decode("utf-8", "replace")  # one character more shows that there are more
