"""Times as course systems write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

_TIME = re.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)[T ](?P<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?P<fraction>\d{1,9}))?\s*(?P<zone>\S*)"
)
_OFFSET = re.compile(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?")


def parse_time(text: str) -> datetime | None:
    """`2026-02-03 10:00:00.12 Z`, also with `-07:00` or `America/Los_Angeles` after it. Without a zone it is UTC.

    None if it is no time, or its zone is not clear.
    """
    found = _TIME.fullmatch(text.strip())
    zone = _zone(found["zone"]) if found else None
    if found is None or zone is None:
        return None
    try:
        fraction = (found["fraction"] or "0")[:6].ljust(6, "0")
        return datetime.fromisoformat(f"{found['date']}T{found['clock']}").replace(
            microsecond=int(fraction), tzinfo=zone
        )
    except ValueError:
        return None


def _zone(name: str) -> tzinfo | None:
    if name.upper() in ("", "Z", "UTC", "GMT"):
        return UTC
    if offset := _OFFSET.fullmatch(name):
        ahead = timedelta(hours=int(offset["hours"]), minutes=int(offset["minutes"] or 0))
        return timezone(ahead if offset["sign"] == "+" else -ahead) if ahead < timedelta(days=1) else None
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, or an abbreviation that several places use
        return None
