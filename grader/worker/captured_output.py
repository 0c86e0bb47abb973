"""What a child has printed, and which check printed it."""

from __future__ import annotations

SHOWN = 4000  # characters of a check's prints that are kept
READ = 1 << 16  # the most bytes that are read at once
_KEPT = 4 * SHOWN + 4  # bytes: one character more shows that there are more


class CapturedOutput:
    """The bytes that came out of one child, check by check.

    After each check the child writes `mark` to the same pipe, so that even what C code prints is told apart. Code that
    finds the mark and prints it can only mix up its own prints: no more than `checks` marks are believed, and of each
    check only the beginning is kept.
    """

    def __init__(self, most: float, mark: bytes, checks: int) -> None:
        """`most`: bytes that one check may print. What is printed while loading counts for the first check."""
        self._most = most
        self._mark = mark
        self._left = checks
        self._held = b""  # what may be the beginning of a mark
        self._kept = [bytearray()]
        self._sizes = [0]
        self.flooded_by: int | None = None  # the first check that has printed more than it may

    @property
    def ended(self) -> int:
        """How many checks have printed all they will."""
        return len(self._sizes) - 1

    def add(self, data: bytes) -> list[tuple[int, bytes]]:
        """Take what was read. Returns it without the marks, piece by piece, with the number of the check."""
        data, found = self._held + data, []
        self._held = b""
        while self._left and (at := data.find(self._mark)) >= 0:
            found.append(self._keep(data[:at]))
            data = data[at + len(self._mark) :]
            self._left -= 1
            self._kept.append(bytearray())
            self._sizes.append(0)
        if self._left:
            cut = len(data) - self._begun(data)
            data, self._held = data[:cut], data[cut:]
        found.append(self._keep(data))
        return [(check, piece) for check, piece in found if piece]

    def _begun(self, data: bytes) -> int:
        """Bytes at the end that the mark may begin with."""
        most = min(len(self._mark) - 1, len(data))
        return next((count for count in range(most, 0, -1) if data.endswith(self._mark[:count])), 0)

    def _keep(self, piece: bytes) -> tuple[int, bytes]:
        self._sizes[-1] += len(piece)
        if self._sizes[-1] > self._most and self.flooded_by is None:
            self.flooded_by = self.ended
        self._kept[-1] += piece[: _KEPT - len(self._kept[-1])]
        return self.ended, piece

    def text(self, check: int) -> str:
        """What a check has printed so far, cut short with an ellipsis if it is long."""
        if check >= len(self._kept):
            return ""
        kept = self._kept[check] + (self._held if check == self.ended else b"")
        text = kept.decode("utf-8", "replace")
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"
