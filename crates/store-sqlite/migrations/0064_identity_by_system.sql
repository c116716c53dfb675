-- Rows of several external systems can have the same external ids. The first row with its ids has the system key 0, so that
-- two requests cannot both write it; a row of a further system has the id of that system.
CREATE TABLE candidate_identity_by_system (
  external_header_id TEXT NOT NULL, external_line_id TEXT NOT NULL, org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL,
  system_key INTEGER NOT NULL DEFAULT 0, candidate_id INTEGER NOT NULL, external_system_id INTEGER,
  PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id, system_key)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_identity_by_system (external_header_id, external_line_id, org_id, data_source_id, candidate_id)
  SELECT external_header_id, external_line_id, org_id, data_source_id, candidate_id FROM candidate_identity
  ORDER BY external_header_id, external_line_id, org_id, data_source_id;
DROP TABLE candidate_identity;
ALTER TABLE candidate_identity_by_system RENAME TO candidate_identity;
UPDATE candidate_identity SET external_system_id = c.external_system_id
  FROM candidate c
  WHERE c.external_system_id IS NOT NULL
    AND candidate_identity.external_header_id = c.external_header_id
    AND candidate_identity.external_line_id = c.external_line_id
    AND candidate_identity.org_id = c.org_id
    AND candidate_identity.data_source_id = c.data_source_id;
-- Incoming orders of several systems are separate.
UPDATE candidate SET header_group = header_group || char(31, 31) || external_system_id WHERE external_system_id IS NOT NULL;
-- 0 is a line that was sent without a system; NULL may belong to any.
ALTER TABLE rejected_line ADD COLUMN external_system_id INTEGER;
ALTER TABLE attachment ADD COLUMN external_system_id INTEGER;
UPDATE attachment SET external_system_id = (
    SELECT i.external_system_id FROM candidate_identity i
    WHERE i.external_header_id = attachment.external_header_id AND i.org_id = attachment.org_id
      AND i.data_source_id = attachment.data_source_id
    ORDER BY i.candidate_id LIMIT 1
  )
  WHERE external_header_id IN (SELECT external_header_id FROM candidate WHERE external_system_id IS NOT NULL);
DROP INDEX attachment_header;
CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256, coalesce(external_system_id, 0))
  WHERE external_header_id IS NOT NULL;
