-- Keys of /api and /api/v1 are one key space. Where both paths have an answer under one key, the newer answer stays; a counter
-- has the number of those that went.
INSERT INTO counter (name, value)
  SELECT 'idempotency_keys_merged', count(*) FROM idempotency v
  JOIN idempotency p ON p.caller_id = v.caller_id AND p.method = v.method AND p.key = v.key
    AND p.path = '/api/' || substr(v.path, 9)
  WHERE substr(v.path, 1, 8) = '/api/v1/';
DELETE FROM idempotency AS old WHERE EXISTS (
  SELECT 1 FROM idempotency n WHERE n.caller_id = old.caller_id AND n.method = old.method AND n.key = old.key
    AND (n.path = '/api/v1/' || substr(old.path, 6) AND n.created_at > old.created_at
      OR old.path = '/api/v1/' || substr(n.path, 6) AND n.created_at >= old.created_at));
UPDATE idempotency SET path = '/api/' || substr(path, 9) WHERE substr(path, 1, 8) = '/api/v1/';
-- Whether responses to a token's imports have only the members of the original interface.
ALTER TABLE token ADD COLUMN minimal_responses INTEGER NOT NULL DEFAULT 0;
-- Whether members that touch money and are not supported keep candidates from becoming orders.
ALTER TABLE data_source ADD COLUMN unsupported_members TEXT NOT NULL DEFAULT 'problem';
