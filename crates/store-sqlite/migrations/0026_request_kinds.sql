-- What came in is said by who took it in: `single` and `bulk` are imports, everything else is a `call`. Of what was kept
-- before, the path tells.
ALTER TABLE request ADD COLUMN kind TEXT NOT NULL DEFAULT 'call';
-- What became of rows that did not become candidates: JSON, empty where there are none. Before it was a line for each:
-- index, outcome, header, line, codes or candidate, and (in younger ones) organisation, with tabs between.
ALTER TABLE request RENAME COLUMN outcomes TO notes;

UPDATE request SET
    kind = CASE
      WHEN method <> 'POST' THEN 'call'
      WHEN rtrim(path, '/') IN ('/api/sales/order/candidates', '/api/v1/sales/order/candidates') THEN 'single'
      WHEN rtrim(path, '/') IN ('/api/sales/order/candidates/bulk', '/api/v1/sales/order/candidates/bulk') THEN 'bulk'
      ELSE 'call' END,
    notes = CASE notes WHEN '' THEN '' ELSE (
      SELECT json_group_array(json_patch('{}', json_object(
          'row', CAST(n.value ->> 0 AS INTEGER),
          'header', nullif(n.value ->> 2, ''),
          'line', nullif(n.value ->> 3, ''),
          'organisation', CAST(nullif(n.value ->> 5, '') AS INTEGER),
          'candidate', iif(n.value ->> 1 = 'unchanged', CAST(n.value ->> 4 AS INTEGER), NULL),
          'codes', iif(n.value ->> 1 = 'rejected' AND n.value ->> 4 <> '',
            json('["' || replace(n.value ->> 4, ' ', '","') || '"]'), NULL))) ORDER BY n.key)
      -- the lines as a list of lists of texts: a backslash of their own is written as its number first
      FROM json_each('[[' || replace(replace(replace(
        json_quote(rtrim(notes, char(10))), '\\', '\u005c'), '\t', '","'), '\n', '"],["') || ']]') n
      WHERE n.value ->> 0 GLOB '[0-9]*') END
  WHERE notes <> '' OR method = 'POST' AND rtrim(path, '/') IN ('/api/sales/order/candidates',
    '/api/v1/sales/order/candidates', '/api/sales/order/candidates/bulk', '/api/v1/sales/order/candidates/bulk');

-- Whether a header came in one bulk is asked without reading its body.
CREATE INDEX request_bulk ON request (id, kind) WHERE kind = 'bulk';
