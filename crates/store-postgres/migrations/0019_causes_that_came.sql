-- How often each cause of a problem came, whatever was settled since: a row where a candidate has a problem for a cause for
-- the first time. Housekeeping takes away what is older than anybody asks for.
CREATE TABLE candidate_cause (
  candidate_id bigint NOT NULL, code text COLLATE "C" NOT NULL, cause text COLLATE "C" NOT NULL, at timestamptz NOT NULL,
  org_id bigint NOT NULL, data_source_id bigint NOT NULL,
  PRIMARY KEY (candidate_id, code, cause)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX candidate_cause_at ON candidate_cause (at, code, cause, org_id, data_source_id);
-- Of what came before only that is known which is still there. Since when all of it is tells a counter, in microseconds.
INSERT INTO candidate_cause (candidate_id, code, cause, at, org_id, data_source_id)
  SELECT p.candidate_id, p.code, p.cause, r.created_at, r.org_id, r.data_source_id
  FROM candidate_problem p JOIN candidate_row r ON r.id = p.candidate_id
  WHERE r.created_at >= CURRENT_TIMESTAMP - interval '15 days';
INSERT INTO counter (name, value)
  SELECT 'causes_since', (extract(epoch FROM CURRENT_TIMESTAMP) * 1000000)::bigint
  WHERE EXISTS (SELECT 1 FROM candidate_row);
COMMENT ON TABLE candidate_cause IS 'How often each cause of a problem came: written once for each candidate that has it, and taken away after some two weeks.';
COMMENT ON COLUMN candidate_cause.candidate_id IS 'Candidate that had it.';
COMMENT ON COLUMN candidate_cause.code IS 'Code of the problem.';
COMMENT ON COLUMN candidate_cause.cause IS 'What the problem was about, as in candidate_problem.';
COMMENT ON COLUMN candidate_cause.at IS 'When the candidate had it first, UTC.';
COMMENT ON COLUMN candidate_cause.org_id IS 'Organisation of the candidate.';
COMMENT ON COLUMN candidate_cause.data_source_id IS 'Data source of the candidate.';
