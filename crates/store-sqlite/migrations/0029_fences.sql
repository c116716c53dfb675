-- Who works on a run or holds a lease has a fence, drawn from the ids at each take: who was overtaken asleep writes
-- nothing any more. Leases are short, and taken again by whoever had them.
ALTER TABLE run ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
DROP TABLE lease;
CREATE TABLE lease (
  name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL, fence INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
