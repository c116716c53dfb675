-- Bytes that attachments and refused requests take, by organisation, and what they took when this was introduced: no quota is
-- below 120 % of that.
CREATE TABLE storage_use (
  org_id INTEGER NOT NULL PRIMARY KEY, attachment_bytes INTEGER NOT NULL, refused_bytes INTEGER NOT NULL,
  attachment_bytes_before INTEGER NOT NULL, refused_bytes_before INTEGER NOT NULL
) STRICT;
INSERT INTO storage_use (org_id, attachment_bytes, refused_bytes, attachment_bytes_before, refused_bytes_before)
  SELECT org_id, sum(attachments), sum(refused), sum(attachments), sum(refused) FROM (
    SELECT org_id, size AS attachments, 0 AS refused FROM attachment
    UNION ALL
    SELECT coalesce(g.default_org_id, g.org_id,
        (SELECT min(o.org_id) FROM request_org o WHERE o.request_id = r.id), 0),
      0, length(r.body) + length(r.notes) + 500
    FROM request r JOIN request_origin g ON g.id = r.origin_id WHERE r.candidate_count = 0 AND r.status >= 400
  ) GROUP BY org_id;
