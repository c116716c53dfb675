-- Lists of missing records evaluate their filters and their search on the index and read only the rows of the page. Reading
-- the row of each index entry took 80 ms for 100,000 records when few of them match.
DROP INDEX missing_record_lines;
DROP INDEX missing_record_oldest;
CREATE INDEX missing_record_lines
  ON missing_record (lines, org_id, id, kind, data_source_id, external_system_id, key_text);
CREATE INDEX missing_record_oldest
  ON missing_record (oldest_at, org_id, id, kind, data_source_id, external_system_id, key_text);
