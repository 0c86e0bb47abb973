"""The audit trail: who changed what, and when. Lines are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from grader.store.database import Database, clean, to_time
from grader.store.model import Entry, What

_PAGE = 500


def note(db: Database, what: What, detail: Mapping[str, object], student: str = "", item: str = "") -> None:
    """Add a line, in the transaction of the change that it tells of."""
    db.run(
        "INSERT INTO audit (at, who, what, student, item, detail) VALUES (?, ?, ?, ?, ?, ?)",
        db.time(),
        db.who,
        what.value,
        clean(student),
        clean(item),
        json.dumps(dict(detail)),
    )


def entries(db: Database, student: str | None, item: str | None) -> Iterator[Entry]:
    """Oldest first, of one student or all, of one item or all."""
    wanted = "(?1 IS NULL OR student = ?1) AND (?2 IS NULL OR item = ?2)"
    if student is not None:
        wanted = "student = ?1 AND (?2 IS NULL OR item = ?2)"  # so that the index serves
    query, last = f"SELECT * FROM audit WHERE {wanted} AND id > ?3 ORDER BY id LIMIT {_PAGE}", 0
    while page := db.rows(query, student, item, last):
        for row in page:
            time, what = to_time(row["at"]), What(row["what"])
            detail = json.loads(row["detail"])
            yield Entry(row["id"], time, row["who"], what, row["student"], row["item"], detail)
        last = page[-1]["id"]
