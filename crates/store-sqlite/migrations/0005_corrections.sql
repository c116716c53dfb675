-- Members that hold another value than the imported one, which is kept here; one to a line, NULL where there are none.
ALTER TABLE candidate ADD COLUMN overrides TEXT;

-- Every change raises a candidate's version, so that is the number of the entry.
CREATE TABLE candidate_history (
  candidate_id INTEGER NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL,
  event TEXT NOT NULL, status_before TEXT NOT NULL, status TEXT NOT NULL,
  changes TEXT NOT NULL, -- one to a line: member, old and new value
  problems TEXT, -- JSON, absent where there are none
  order_id INTEGER, document_no TEXT, run_id INTEGER,
  PRIMARY KEY (candidate_id, version)
) STRICT, WITHOUT ROWID;

-- The request that was sent again from the log.
ALTER TABLE request ADD COLUMN replay_of INTEGER;
CREATE INDEX request_token ON request (token_id, id);
CREATE INDEX request_text_id ON request (request_id);
