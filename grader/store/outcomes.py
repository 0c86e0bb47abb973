"""Outcomes: which are missing, and keeping them.

An outcome belongs to the content of a work and to what it was graded with; the key is unique. Two batches on one
gradebook need no lease: grading is deterministic, so the first outcome of a key stays, and a second one adds nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from grader.results import ExerciseResult
from grader.store.database import Database, chunks, clean
from grader.store.model import Graded, Setup, What, Work
from grader.store.trail import note

_PAGE = 500
_MISSING = """
    SELECT j.key FROM json_each(?) j WHERE NOT EXISTS (
        SELECT 1 FROM outcomes o JOIN current_setups c ON c.exercise = o.exercise AND c.setup = o.setup
        WHERE o.exercise = json_extract(j.value, '$[0]') AND o.work = json_extract(j.value, '$[1]') AND NOT o.faulty
    )"""


def use(db: Database, setups: Iterable[Setup]) -> None:
    """From now on outcomes under these count for their exercises."""
    with db.change():
        for setup in setups:
            _know(db, setup)
            db.run(
                "INSERT INTO current_setups VALUES (?, ?) ON CONFLICT DO UPDATE SET setup = excluded.setup",
                clean(setup.exercise),
                setup.key,
            )


def _know(db: Database, setup: Setup) -> None:
    """Without the salt: the key is enough to tell setups apart."""
    names = (clean(setup.exercise), clean(setup.content), clean(setup.grader), clean(setup.device))
    db.run("INSERT OR IGNORE INTO setups VALUES (?, ?, ?, ?, ?, ?)", setup.key, *names, db.time())


def pending(db: Database, works: Iterable[Work], force: bool) -> Iterator[Work]:
    """Those without a sound outcome under the current setup, each once; looked up a page at a time, when asked for."""
    met: set[Work] = set()
    for page in chunks(works, _PAGE):
        fresh = [work for work in dict.fromkeys(page) if work not in met]
        met.update(fresh)
        yield from fresh if force else _missing(db, fresh)


def _missing(db: Database, works: list[Work]) -> list[Work]:
    asked = json.dumps([[clean(work.exercise), clean(work.digest)] for work in works])
    return [works[row["key"]] for row in db.rows(_MISSING, asked)]


def save(db: Database, graded: Iterable[Graded], run: int | None, force: bool) -> int:
    """One transaction. How many outcomes were written: the others were there already."""
    with db.change():
        return sum(_save(db, one, run, force) for one in graded)


def _save(db: Database, graded: Graded, run: int | None, force: bool) -> bool:
    exercise, work, setup = clean(graded.work.exercise), clean(graded.work.digest), graded.setup.key
    query = "SELECT * FROM outcomes WHERE exercise = ? AND work = ?"
    known = db.row(f"{query} AND setup = ?", exercise, work, setup)
    if known and not known["faulty"] and (graded.result.faulty or not force):
        return False
    before = known or db.row(f"{query} ORDER BY graded DESC, id DESC", exercise, work)
    old = _result(db, before["id"]) if before else None
    if known:
        db.run("DELETE FROM outcomes WHERE id = ?", known["id"])
    _know(db, graded.setup)
    _insert(db, (exercise, work, setup), graded, run)
    _tell(db, exercise, work, old, graded.result)
    return True


def _insert(db: Database, key: tuple[str, str, str], graded: Graded, run: int | None) -> None:
    result = graded.result
    row = db.run(
        "INSERT INTO outcomes (exercise, work, setup, verdicts, faulty, isolation, seconds, graded, run)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *key,
        json.dumps(_verdicts(result)),
        int(result.faulty),
        result.isolation,
        graded.seconds,
        db.time(),
        run,
    ).lastrowid
    db.run("INSERT INTO results VALUES (?, ?)", row, json.dumps(result.to_record()))


def _verdicts(result: ExerciseResult) -> dict[str, str]:
    return {check.id: check.outcome.value for check in result.checks}


def _result(db: Database, outcome: int) -> ExerciseResult | None:
    row = db.row("SELECT result FROM results WHERE outcome = ?", outcome)
    return ExerciseResult.from_json(json.loads(row["result"])) if row else None


def _tell(db: Database, exercise: str, work: str, old: ExerciseResult | None, new: ExerciseResult) -> None:
    """A line for every student whose work this is; none if grading again changed nothing."""
    what, detail = What.GRADED, dict[str, object](score=new.score, max_score=new.max_score, work=work)
    if old is not None:
        changed = _changed(_verdicts(old), _verdicts(new))
        if not changed:
            return
        what, detail = What.REGRADED, {**detail, "old_score": old.score, "checks": changed}
    theirs = "SELECT DISTINCT h.student FROM works w JOIN hand_ins h ON h.id = w.hand_in"
    students = db.rows(f"{theirs} WHERE w.exercise = ? AND w.digest = ?", exercise, work)
    for student in [row["student"] for row in students] or [""]:
        note(db, what, detail, student, exercise)


def _changed(old: dict[str, str], new: dict[str, str]) -> dict[str, list[str | None]]:
    both = {check: [old.get(check), new.get(check)] for check in {**old, **new}}
    return {check: [before, after] for check, (before, after) in both.items() if before != after}
