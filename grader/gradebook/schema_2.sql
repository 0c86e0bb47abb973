-- What is declared or decided about a hand-in, and what became of each of its files.

ALTER TABLE overrides ADD COLUMN extension TEXT NOT NULL DEFAULT '';

-- The student whose hand-in it is, if it counts for this one as a member of their group.
ALTER TABLE hand_ins ADD COLUMN via TEXT NOT NULL DEFAULT '';

CREATE TABLE files (
    hand_in INTEGER NOT NULL REFERENCES hand_ins (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    exercise TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (hand_in, name, exercise)
) STRICT, WITHOUT ROWID;

-- Decided by hand: the students that a folder of the hand-ins belongs to, and the exercise that a file answers.
CREATE TABLE aliases (folder TEXT PRIMARY KEY, students TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE matches (file TEXT PRIMARY KEY, exercise TEXT NOT NULL) STRICT, WITHOUT ROWID;

INSERT INTO meta SELECT 'assignment', '{"name": "default", "inherited": true}' WHERE EXISTS (SELECT 1 FROM marks)
