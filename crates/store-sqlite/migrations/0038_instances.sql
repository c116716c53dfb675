-- The processes that work on the database. Each signs its row; whoever gives no sign loses it, and with it its leases and
-- runs: those of a row that is gone are anybody's.
CREATE TABLE instance (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, session TEXT NOT NULL, version TEXT NOT NULL, attachments TEXT NOT NULL,
  started_at INTEGER NOT NULL, signed_at INTEGER NOT NULL, watching_since INTEGER NOT NULL,
  clock_ahead INTEGER NOT NULL, signs INTEGER NOT NULL
) STRICT;

DROP TABLE lease;
CREATE TABLE lease (
  name TEXT NOT NULL PRIMARY KEY, holder INTEGER NOT NULL, fence INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

-- What a run is to do stays until it has ended: who takes it over goes on with it.
DROP INDEX run_open;
ALTER TABLE run DROP COLUMN alive_until;
ALTER TABLE run ADD COLUMN instance_id INTEGER;
ALTER TABLE run ADD COLUMN task TEXT;
ALTER TABLE run ADD COLUMN selection BLOB;
CREATE INDEX run_open ON run (id) WHERE finished_at IS NULL;

ALTER TABLE attachment_content ADD COLUMN claimed_by INTEGER;

-- Wrong passwords, of all processes: by whom, as a hash.
CREATE TABLE sign_in_failure (
  key BLOB NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_failure_since ON sign_in_failure (since);
