-- A header that is folded already stands once in the key of its group, and a line whose folded text is its own has no
-- second one.
DROP INDEX candidate_header_group;
DROP INDEX candidate_line_key;
UPDATE candidate SET
    header_group = CASE header_group WHEN external_header_id || char(31) || external_header_id THEN external_header_id
      ELSE header_group END,
    line_key = nullif(line_key, external_line_id)
  WHERE flat_identity = 0 AND header_group = external_header_id || char(31) || external_header_id
    OR line_key = external_line_id;
CREATE INDEX candidate_header_group ON candidate (org_id, data_source_id, header_group);
CREATE INDEX candidate_line_key ON candidate (coalesce(line_key, external_line_id));
