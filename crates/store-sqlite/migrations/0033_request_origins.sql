-- What the requests of a sender have alike is kept once, and a body may lean on that of a request before it. The path of an
-- import belongs to its origin; those of other calls name records, and stand with the request.
CREATE TABLE request_origin (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL, actor TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL,
  media_type TEXT NOT NULL, strict INTEGER NOT NULL, default_org_id INTEGER,
  org_id INTEGER, whole INTEGER NOT NULL -- the organisation of its rows, where that is one; others stand in request_org
) STRICT;
CREATE INDEX request_origin_path ON request_origin (path, actor, query);

CREATE TABLE request_kept (
  id INTEGER PRIMARY KEY, origin_id INTEGER NOT NULL REFERENCES request_origin (id), caller_id INTEGER,
  request_id BLOB NOT NULL, -- the one in answers and logs: the 16 bytes of a UUID; another text, to which a zero is added where it has 16
  received_at INTEGER NOT NULL, status INTEGER NOT NULL,
  candidate_count INTEGER NOT NULL, -- a request is kept as long as a candidate that it made
  replay_of INTEGER, path TEXT NOT NULL, query TEXT NOT NULL, notes TEXT NOT NULL,
  body_size INTEGER NOT NULL,
  dictionary_id INTEGER, -- the request whose body was the dictionary for this one; its own has none
  body BLOB NOT NULL -- zstd; last, so that nothing else stands behind it
) STRICT;

CREATE TEMP TABLE belonging (request_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, whole INTEGER NOT NULL);
INSERT INTO belonging
  SELECT request_id, min(org_id), max(whole) FROM request_org GROUP BY request_id HAVING count(*) = 1;
INSERT INTO request_origin (kind, actor, method, path, query, media_type, strict, default_org_id, org_id, whole)
  SELECT DISTINCT r.kind, r.actor, r.method, iif(r.kind = 'call', '', r.path), iif(r.kind = 'call', '', r.query),
    r.media_type, r.strict, r.default_org_id, b.org_id, coalesce(b.whole, 0)
  FROM request r LEFT JOIN belonging b ON b.request_id = r.id;
INSERT INTO request_kept (id, origin_id, caller_id, request_id, received_at, status, candidate_count, replay_of, path,
    query, notes, body_size, body)
  SELECT r.id, g.id, r.caller_id,
    CASE
      WHEN r.request_id GLOB '????????-????-????-????-????????????' AND NOT r.request_id GLOB '*[^-0-9a-f]*'
        AND length(replace(r.request_id, '-', '')) = 32 THEN unhex(replace(r.request_id, '-', ''))
      WHEN length(CAST(r.request_id AS BLOB)) = 16 THEN CAST(r.request_id || char(0) AS BLOB)
      ELSE CAST(r.request_id AS BLOB) END,
    r.received_at, r.status, r.candidate_count, r.replay_of, iif(r.kind = 'call', r.path, ''),
    iif(r.kind = 'call', r.query, ''), r.notes, r.body_size, r.body
  FROM request r LEFT JOIN belonging b ON b.request_id = r.id
  CROSS JOIN request_origin g INDEXED BY request_origin_path
    ON g.path = iif(r.kind = 'call', '', r.path) AND g.actor = r.actor AND g.query = iif(r.kind = 'call', '', r.query)
    AND g.kind = r.kind AND g.method = r.method AND g.media_type = r.media_type AND g.strict = r.strict
    AND g.default_org_id IS r.default_org_id AND g.org_id IS b.org_id AND g.whole = coalesce(b.whole, 0);
DELETE FROM request_org WHERE request_id IN (SELECT request_id FROM belonging);
DROP TABLE belonging;
ALTER TABLE request_org DROP COLUMN whole;
DROP TABLE request;
ALTER TABLE request_kept RENAME TO request;
CREATE INDEX request_received ON request (received_at) WHERE candidate_count = 0;
-- Those of a caller come in the order of their ids. An id in answers is random from its first byte on.
CREATE INDEX request_caller ON request (caller_id);
CREATE INDEX request_text_id ON request (substr(request_id, 1, 4));
