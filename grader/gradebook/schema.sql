-- The first version of a gradebook. It never changes once it has been released: later versions add steps to `STEPS`.
-- Points are stored nowhere: `verdicts` and `questions` record how checks and questions ended, and the current course
-- says what they are worth.

CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE students (id TEXT PRIMARY KEY, name TEXT NOT NULL, fields TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    who TEXT NOT NULL,
    started TEXT NOT NULL,
    finished TEXT,
    versions TEXT NOT NULL,
    counts TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE hand_ins (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    submitted TEXT,
    late_seconds INTEGER,
    label TEXT NOT NULL,
    problem TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    UNIQUE (student, digest)
) STRICT;

CREATE TABLE works (
    hand_in INTEGER NOT NULL REFERENCES hand_ins (id) ON DELETE CASCADE,
    exercise TEXT NOT NULL,
    digest TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (hand_in, exercise)
) STRICT, WITHOUT ROWID;

CREATE INDEX works_by_content ON works (exercise, digest);

CREATE TABLE setups (
    key TEXT PRIMARY KEY,
    exercise TEXT NOT NULL,
    content TEXT NOT NULL,
    grader TEXT NOT NULL,
    device TEXT NOT NULL,
    first_used TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE current_setups (
    exercise TEXT PRIMARY KEY,
    setup TEXT NOT NULL REFERENCES setups (key)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcomes (
    id INTEGER PRIMARY KEY,
    exercise TEXT NOT NULL,
    work TEXT NOT NULL,
    setup TEXT NOT NULL REFERENCES setups (key),
    verdicts TEXT NOT NULL,
    faulty INTEGER NOT NULL,
    isolation TEXT NOT NULL,
    seconds REAL NOT NULL,
    graded TEXT NOT NULL,
    run INTEGER REFERENCES runs (id),
    UNIQUE (exercise, work, setup)
) STRICT;

-- Apart from their outcomes, so that marks are computed without reading every message and picture.
CREATE TABLE results (
    outcome INTEGER PRIMARY KEY REFERENCES outcomes (id) ON DELETE CASCADE,
    result TEXT NOT NULL
) STRICT;

CREATE TABLE quiz_results (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
    quiz TEXT NOT NULL,
    digest TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    submitted TEXT,
    late_seconds INTEGER,
    label TEXT NOT NULL,
    problem TEXT NOT NULL,
    key TEXT NOT NULL,
    questions TEXT NOT NULL,
    graded TEXT NOT NULL,
    UNIQUE (student, quiz, digest)
) STRICT;

CREATE TABLE overrides (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
    item TEXT NOT NULL,
    score REAL,
    comment TEXT NOT NULL,
    excused INTEGER NOT NULL,
    reason TEXT NOT NULL,
    who TEXT NOT NULL,
    at TEXT NOT NULL,
    removed TEXT
) STRICT;

CREATE INDEX overrides_by_student ON overrides (student, item);

CREATE TABLE marks (
    student TEXT PRIMARY KEY REFERENCES students (id) ON DELETE CASCADE,
    total TEXT NOT NULL,
    maximum TEXT NOT NULL,
    detail TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    student TEXT NOT NULL,
    item TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_student ON audit (student, item);
