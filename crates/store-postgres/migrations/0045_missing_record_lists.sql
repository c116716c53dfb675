-- Lists of missing records evaluate their filters on the index. The search text is not in it, because an entry of an index
-- has at most 2,704 bytes.
DROP INDEX missing_record_lines;
DROP INDEX missing_record_oldest;
CREATE INDEX missing_record_lines
  ON missing_record (lines, org_id, id, kind, data_source_id, external_system_id);
CREATE INDEX missing_record_oldest
  ON missing_record (oldest_at, org_id, id, kind, data_source_id, external_system_id);
