-- Sessions of the browser interface -----------------------------------------------------------------------

CREATE TABLE session (
  secret_hash BLOB NOT NULL PRIMARY KEY, -- SHA-256; the secret itself is nowhere
  user_id INTEGER NOT NULL REFERENCES user (id),
  created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_user ON session (user_id, created_at);
CREATE INDEX session_expires ON session (expires_at);

-- Requests come from tokens and users; ids of both are from the one sequence.
ALTER TABLE request RENAME COLUMN token_id TO caller_id;
ALTER TABLE idempotency RENAME COLUMN token_id TO caller_id;
