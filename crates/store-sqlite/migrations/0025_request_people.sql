-- The organisations of an import's rows, for the people who read requests: what is whole can be about no other.
CREATE TABLE request_org (
  request_id INTEGER NOT NULL, org_id INTEGER NOT NULL REFERENCES organisation (id), whole INTEGER NOT NULL,
  PRIMARY KEY (request_id, org_id)
) STRICT, WITHOUT ROWID;
INSERT INTO request_org (request_id, org_id, whole) SELECT DISTINCT request_id, org_id, 0 FROM candidate;
