-- Files are stored under the SHA-256 of their bytes. `claimed_until` is absent once an attachment names the
-- file; while it runs an upload may be about to do so. A doomed file is being removed, until then by one process.
CREATE TABLE attachment_content (
  sha256 BLOB NOT NULL PRIMARY KEY, claimed_until INTEGER, doomed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_content_claimed ON attachment_content (claimed_until) WHERE claimed_until IS NOT NULL;

-- Belongs to an external header, and so to every candidate of it, or to an order.
CREATE TABLE attachment (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL,
  data_source_id INTEGER, external_header_id TEXT,
  order_id INTEGER,
  sha256 BLOB NOT NULL REFERENCES attachment_content (sha256), size INTEGER NOT NULL,
  file_name TEXT NOT NULL, media_type TEXT NOT NULL,
  tags TEXT NOT NULL, -- JSON: key, value, key, value
  created_by TEXT NOT NULL, created_at INTEGER NOT NULL,
  CHECK ((order_id IS NULL) = (external_header_id IS NOT NULL)),
  CHECK ((external_header_id IS NULL) = (data_source_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256) WHERE external_header_id IS NOT NULL;
CREATE UNIQUE INDEX attachment_order ON attachment (order_id, sha256) WHERE order_id IS NOT NULL;
CREATE INDEX attachment_content_of ON attachment (sha256);
