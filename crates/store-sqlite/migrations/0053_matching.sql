-- Effect of a key of a row that differs from the partner or location found by another key: `warn` or `reject`.
ALTER TABLE data_source ADD COLUMN key_mismatch TEXT NOT NULL DEFAULT 'warn';

-- Invoice types that senders of the original interface name; a shared type of the same sub type stays as it is.
WITH added (id, name, sub_type) AS (VALUES (206, 'Invoice KV', 'KV'), (207, 'Invoice EA', 'EA'), (208, 'Invoice GM', 'GM'))
INSERT INTO document_type (id, org_id, name, base_type, sub_type, is_default)
  SELECT a.id, 0, a.name, 'ARI', a.sub_type, 1 FROM added a
  WHERE NOT EXISTS (SELECT 1 FROM document_type d WHERE d.org_id = 0
    AND (d.name = a.name OR d.base_type = 'ARI' AND d.sub_type = a.sub_type));
UPDATE generation SET value = value + 1 WHERE org_id = 0;

-- Ids and codes that have another space separator of Unicode than the space, as older versions stored them. Texts are read with
-- plain spaces; what is looked up with them is found by these spellings.
CREATE TABLE key_spelling (
  plain TEXT NOT NULL, spelling TEXT NOT NULL,
  PRIMARY KEY (plain, spelling)
) STRICT, WITHOUT ROWID;
-- Most keys are plain ASCII, which their length in bytes tells.
WITH spelled (key) AS (
  SELECT external_header_id AS key FROM candidate_identity WHERE octet_length(external_header_id) <> length(external_header_id)
  UNION ALL SELECT external_line_id AS key FROM candidate_identity WHERE octet_length(external_line_id) <> length(external_line_id)
  UNION ALL SELECT code AS key FROM bpartner WHERE octet_length(code) <> length(code)
  UNION ALL SELECT external_id AS key FROM bpartner WHERE octet_length(external_id) <> length(external_id)
  UNION ALL SELECT sales_code AS key FROM bpartner WHERE octet_length(sales_code) <> length(sales_code)
  UNION ALL SELECT external_id AS key FROM bpartner_location WHERE octet_length(external_id) <> length(external_id)
  UNION ALL SELECT gln AS key FROM bpartner_location WHERE octet_length(gln) <> length(gln)
  UNION ALL SELECT external_id AS key FROM bpartner_contact WHERE octet_length(external_id) <> length(external_id)
  UNION ALL SELECT code AS key FROM bpartner_contact WHERE octet_length(code) <> length(code)
  UNION ALL SELECT code AS key FROM product WHERE octet_length(code) <> length(code)
  UNION ALL SELECT external_id AS key FROM product WHERE octet_length(external_id) <> length(external_id)
), plain (plain, key) AS (
  SELECT replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    key, char(160), ' '), char(5760), ' '), char(8192), ' '), char(8193), ' '), char(8194), ' '), char(8195), ' ')
    , char(8196), ' '), char(8197), ' '), char(8198), ' '), char(8199), ' '), char(8200), ' '), char(8201), ' ')
    , char(8202), ' '), char(8239), ' '), char(8287), ' '), char(12288), ' '), key FROM spelled
)
INSERT INTO key_spelling (plain, spelling) SELECT DISTINCT plain, key FROM plain WHERE plain <> key;
