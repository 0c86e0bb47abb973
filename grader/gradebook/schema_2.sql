-- What is declared or decided about a hand-in, and what became of each of its files.

ALTER TABLE overrides ADD COLUMN extension TEXT NOT NULL DEFAULT '';

-- What the hand-in came under, which says whose it is; and who handed it in, if it counts for this student as a member
-- of a group, or because of a decision.
ALTER TABLE hand_ins ADD COLUMN folder TEXT NOT NULL DEFAULT '';

ALTER TABLE hand_ins ADD COLUMN via TEXT NOT NULL DEFAULT '';

CREATE INDEX hand_ins_by_content ON hand_ins (digest);

CREATE TABLE files (
    hand_in INTEGER NOT NULL REFERENCES hand_ins (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    exercise TEXT NOT NULL,
    reason TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (hand_in, name, exercise)
) STRICT, WITHOUT ROWID;

-- Decided by hand: kind 'alias', the students that a folder of the hand-ins belongs to; kind 'match', the exercises that
-- a file with this content answers. `chosen` is a list in JSON.
CREATE TABLE decisions (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    chosen TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

INSERT INTO meta SELECT 'assignment', '{"name": "default", "inherited": true}' WHERE EXISTS (SELECT 1 FROM marks)
