-- What tells the header of a candidate within its organisation and data source: the folded external header and, after
-- U+001F, the header itself; of a flat identity the buyer and the reference, each after U+001F. One index finds the
-- candidates of a header, of an organisation, of its data sources, and headers by their beginning.
ALTER TABLE candidate ADD COLUMN header_group TEXT NOT NULL DEFAULT '';
DROP INDEX candidate_header_key;
DROP INDEX candidate_flat;
UPDATE candidate SET
    header_group = CASE flat_identity WHEN 0 THEN header_key || char(31) || external_header_id
      ELSE char(31) || bpartner_id || char(31) || po_reference END,
    -- a flat identity is no header, so it is searched as a line
    line_key = CASE flat_identity WHEN 0 THEN line_key ELSE header_key END;
ALTER TABLE candidate DROP COLUMN header_key;
CREATE INDEX candidate_header_group ON candidate (org_id, data_source_id, header_group);
