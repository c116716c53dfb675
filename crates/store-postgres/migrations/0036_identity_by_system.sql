-- Rows of several external systems can have the same external ids. The first row with its ids has the system key 0, so that
-- two requests cannot both write it; a row of a further system has the id of that system. Older versions cannot run beside
-- this step: they would put rows of several systems into one sales order.
ALTER TABLE candidate_identity ADD COLUMN system_key bigint NOT NULL DEFAULT 0, ADD COLUMN external_system_id bigint;
UPDATE candidate_identity i SET external_system_id = r.external_system_id
  FROM candidate_row r
  WHERE r.external_system_id IS NOT NULL AND i.external_header_id = r.external_header_id
    AND i.external_line_id = r.external_line_id AND i.org_id = r.org_id AND i.data_source_id = r.data_source_id;
ALTER TABLE candidate_identity DROP CONSTRAINT candidate_identity_pkey;
ALTER TABLE candidate_identity ADD PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id, system_key);
COMMENT ON COLUMN candidate_identity.system_key IS '0 for the first row with its external ids; the external system for rows of further systems.';
COMMENT ON COLUMN candidate_identity.external_system_id IS 'External system that the row was sent with.';
-- Incoming orders of several systems are separate.
UPDATE candidate_row SET header_group = header_group || U&'\001F\001F' || external_system_id WHERE external_system_id IS NOT NULL;
ALTER TABLE rejected_line ADD COLUMN external_system_id bigint;
COMMENT ON COLUMN rejected_line.external_system_id IS 'External system; 0 if none was sent; absent if the line may belong to any.';
ALTER TABLE attachment ADD COLUMN external_system_id bigint;
COMMENT ON COLUMN attachment.external_system_id IS 'External system of the incoming order.';
UPDATE attachment SET external_system_id = (
    SELECT i.external_system_id FROM candidate_identity i
    WHERE i.external_header_id = attachment.external_header_id AND i.org_id = attachment.org_id
      AND i.data_source_id = attachment.data_source_id
    ORDER BY i.candidate_id LIMIT 1
  )
  WHERE external_header_id IN (SELECT external_header_id FROM candidate_row WHERE external_system_id IS NOT NULL);
DROP INDEX attachment_header;
CREATE UNIQUE INDEX attachment_header
  ON attachment (external_header_id, org_id, data_source_id, sha256, coalesce(external_system_id, 0::bigint))
  WHERE external_header_id IS NOT NULL;
