-- Effect of a key of a row that differs from the partner or location found by another key: `warn` or `reject`.
ALTER TABLE data_source ADD COLUMN key_mismatch text COLLATE "C" NOT NULL DEFAULT 'warn';
COMMENT ON COLUMN data_source.key_mismatch IS 'Effect of a key that differs from the partner or location found by another key: `warn` or `reject`.';

-- Invoice types that senders of the original interface name; a shared type of the same sub type stays as it is.
INSERT INTO document_type (id, org_id, name, base_type, sub_type, is_default)
  SELECT a.id, 0, a.name, 'ARI', a.sub_type, true
  FROM (VALUES (206, 'Invoice KV', 'KV'), (207, 'Invoice EA', 'EA'), (208, 'Invoice GM', 'GM')) a (id, name, sub_type)
  WHERE NOT EXISTS (SELECT 1 FROM document_type d WHERE d.org_id = 0
    AND (d.name = a.name OR d.base_type = 'ARI' AND d.sub_type = a.sub_type));
UPDATE generation SET value = value + 1 WHERE org_id = 0;

-- Ids and codes that have another space separator of Unicode than the space, as older versions stored them. Texts are read with
-- plain spaces; what is looked up with them is found by these spellings.
CREATE TABLE key_spelling (
  plain text COLLATE "C" NOT NULL, spelling text COLLATE "C" NOT NULL,
  PRIMARY KEY (plain, spelling)
);
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
  SELECT translate(key, U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000', repeat(' ', 16)), key FROM spelled
)
INSERT INTO key_spelling (plain, spelling) SELECT DISTINCT plain, key FROM plain WHERE plain <> key;
COMMENT ON TABLE key_spelling IS 'Ids and codes that have another space separator of Unicode than the space. The migration wrote it; nothing is added.';
COMMENT ON COLUMN key_spelling.plain IS 'The key with plain spaces, as it is read today.';
COMMENT ON COLUMN key_spelling.spelling IS 'The key as a record has it.';
