-- What lists and figures are read from -----------------------------------------------------------------------

-- How many candidates were created in a quarter of an hour (its number since 1970; 0 stands for all of time), by
-- organisation, data source and the status that they have now. Every zone begins its days and hours with a
-- quarter. Imports and claims of runs, which write thousands of candidates, add to it once for all of them; the
-- trigger keeps it exact through all other changes.
CREATE TABLE candidate_count (
  quarter INTEGER NOT NULL, org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL,
  new INTEGER NOT NULL, error INTEGER NOT NULL, processed INTEGER NOT NULL, inactive INTEGER NOT NULL,
  PRIMARY KEY (quarter, org_id, data_source_id)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_count
  SELECT k.value * (created_at / 900000000), org_id, data_source_id,
    sum(status = 'new'), sum(status = 'error'), sum(status = 'processed'), sum(status = 'inactive')
  FROM candidate CROSS JOIN json_each('[0,1]') k GROUP BY 1, 2, 3;

CREATE TRIGGER candidate_recounted AFTER UPDATE OF status ON candidate
WHEN OLD.status <> NEW.status AND NOT (OLD.status = 'new' AND NEW.status = 'processed') BEGIN
  UPDATE candidate_count SET
    new = new + (NEW.status = 'new') - (OLD.status = 'new'),
    error = error + (NEW.status = 'error') - (OLD.status = 'error'),
    processed = processed + (NEW.status = 'processed') - (OLD.status = 'processed'),
    inactive = inactive + (NEW.status = 'inactive') - (OLD.status = 'inactive')
  WHERE quarter IN (0, NEW.created_at / 900000000) AND org_id = NEW.org_id AND data_source_id = NEW.data_source_id;
END;

-- The problems of candidates by their code; few candidates have any.
CREATE TABLE candidate_problem (
  code TEXT NOT NULL, candidate_id INTEGER NOT NULL,
  PRIMARY KEY (code, candidate_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO candidate_problem
  SELECT p.value ->> 'code', c.id FROM candidate c CROSS JOIN json_each(c.problems) p WHERE c.problems IS NOT NULL;

-- An import writes the problems of its candidates by itself: a trigger on every insert would open a savepoint for
-- each, whose end walks through all that the transaction has touched.
CREATE TRIGGER candidate_validated AFTER UPDATE OF problems ON candidate WHEN OLD.problems IS NOT NEW.problems BEGIN
  DELETE FROM candidate_problem
    WHERE code IN (SELECT value ->> 'code' FROM json_each(OLD.problems)) AND candidate_id = NEW.id;
  INSERT INTO candidate_problem SELECT DISTINCT value ->> 'code', NEW.id FROM json_each(NEW.problems);
END;

CREATE INDEX candidate_request ON candidate (request_id);

CREATE INDEX sales_order_created ON sales_order (created_at);
CREATE INDEX run_failed ON run (queued_at) WHERE state = 'failed';
