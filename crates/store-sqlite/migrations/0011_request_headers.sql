-- Headers of rows that did not become candidates; those of the others are found by their identity.
CREATE TABLE request_header (
  external_header_id TEXT NOT NULL, request_id INTEGER NOT NULL,
  PRIMARY KEY (external_header_id, request_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_header_request ON request_header (request_id);
