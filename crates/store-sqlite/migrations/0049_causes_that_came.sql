-- How often each cause of a problem came, whatever was settled since: a row where a candidate has a problem for a cause for
-- the first time. Housekeeping takes away what is older than anybody asks for.
CREATE TABLE candidate_cause (
  candidate_id INTEGER NOT NULL, code TEXT NOT NULL, cause TEXT NOT NULL, at INTEGER NOT NULL,
  org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL,
  PRIMARY KEY (candidate_id, code, cause)
) STRICT, WITHOUT ROWID;
CREATE INDEX candidate_cause_at ON candidate_cause (at, code, cause, org_id, data_source_id);
-- Of what came before only that is known which is still there. Since when all of it is tells a counter, in microseconds.
INSERT INTO candidate_cause (candidate_id, code, cause, at, org_id, data_source_id)
  SELECT p.candidate_id, p.code, p.cause, c.created_at, c.org_id, c.data_source_id
  FROM candidate_problem p JOIN candidate c ON c.id = p.candidate_id
  WHERE c.created_at >= (CAST(strftime('%s', 'now') AS INTEGER) - 15 * 86400) * 1000000;
INSERT INTO counter (name, value)
  SELECT 'causes_since', CAST(strftime('%s', 'now') AS INTEGER) * 1000000 WHERE EXISTS (SELECT 1 FROM candidate);
