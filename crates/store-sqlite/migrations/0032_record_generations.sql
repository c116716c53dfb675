-- How often the partners, products and prices of each organisation, and shared ones (organisation 0), have changed: what
-- failed is looked at again then. It was one number for all before, a row that every import waited for.
CREATE TABLE record_generation (
  org_id INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO record_generation (org_id, value) SELECT 0, value FROM counter WHERE name = 'masterdata';
DELETE FROM counter WHERE name = 'masterdata';
