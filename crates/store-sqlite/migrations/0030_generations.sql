-- How often the small kinds of each organisation, and shared ones (organisation 0), have changed: an import compares the
-- generations of those it is about, so that changes of others do not hold it up. It was one number for all before.
CREATE TABLE generation (
  org_id INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO generation (org_id, value)
  SELECT id, CASE id WHEN 0 THEN (SELECT value FROM counter WHERE name = 'reference') ELSE 0 END FROM organisation;
DELETE FROM counter WHERE name = 'reference';
