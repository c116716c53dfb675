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
