-- The candidates of a request are found between its first and its last, so they need no index. Both are asked of one
-- request at a time, so they may stand behind its body.
ALTER TABLE request ADD COLUMN first_candidate_id INTEGER;
ALTER TABLE request ADD COLUMN last_candidate_id INTEGER;
UPDATE request SET first_candidate_id = c.first, last_candidate_id = c.last
  FROM (SELECT request_id, min(id) AS first, max(id) AS last FROM candidate GROUP BY request_id) c
  WHERE c.request_id = request.id;
DROP INDEX candidate_request;
