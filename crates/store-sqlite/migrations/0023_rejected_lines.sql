-- A rejected line knows where it belongs: a header of another organisation or data source does not wait for it. What was
-- kept before does not know, and is waited for by every header of its sender that has its name, as it was.
-- The key comes first, in its order: the SQLite of Debian 12 (3.40) looks for a column of a table without rowid that stands
-- between those of the key in the wrong place, finds it missing, and calls the database damaged.
CREATE TABLE rejected_line_of_organisation (
  external_header_id TEXT NOT NULL, request_id INTEGER NOT NULL, request_index INTEGER NOT NULL, external_line_id TEXT NOT NULL,
  org_id INTEGER REFERENCES organisation (id), data_source_id INTEGER REFERENCES data_source (id),
  PRIMARY KEY (external_header_id, request_id, request_index)
) STRICT, WITHOUT ROWID;
INSERT INTO rejected_line_of_organisation (external_header_id, request_id, request_index, external_line_id)
  SELECT external_header_id, request_id, request_index, external_line_id FROM rejected_line;
DROP TABLE rejected_line;
ALTER TABLE rejected_line_of_organisation RENAME TO rejected_line;
CREATE INDEX rejected_line_request ON rejected_line (request_id);
