-- Bytes that attachments and refused requests take, by organisation, and what they took when this was introduced: no quota is
-- below 120 % of that.
CREATE TABLE storage_use (
  org_id bigint NOT NULL PRIMARY KEY, attachment_bytes bigint NOT NULL, refused_bytes bigint NOT NULL,
  attachment_bytes_before bigint NOT NULL, refused_bytes_before bigint NOT NULL
);
INSERT INTO storage_use (org_id, attachment_bytes, refused_bytes, attachment_bytes_before, refused_bytes_before)
  SELECT org_id, sum(attachments), sum(refused), sum(attachments), sum(refused) FROM (
    SELECT org_id, size AS attachments, 0::bigint AS refused FROM attachment
    UNION ALL
    SELECT coalesce(g.default_org_id, g.org_id,
        (SELECT min(o.org_id) FROM request_org o WHERE o.request_id = r.id), 0),
      0, length(r.body) + length(r.notes) + 500
    FROM request r JOIN request_origin g ON g.id = r.origin_id WHERE r.candidate_count = 0 AND r.status >= 400
  ) stored GROUP BY org_id;
COMMENT ON TABLE storage_use IS 'Bytes that attachments and refused requests take, by organisation.';
COMMENT ON COLUMN storage_use.org_id IS 'Organisation; 0 for requests of no single one.';
COMMENT ON COLUMN storage_use.attachment_bytes IS 'Bytes of its attachments.';
COMMENT ON COLUMN storage_use.refused_bytes IS 'Bytes of its refused requests in the request log.';
COMMENT ON COLUMN storage_use.attachment_bytes_before IS 'Bytes of its attachments when this table was introduced: the quota is at least 120 % of that.';
COMMENT ON COLUMN storage_use.refused_bytes_before IS 'The same of its refused requests.';
