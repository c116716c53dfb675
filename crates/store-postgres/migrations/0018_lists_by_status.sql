-- Rows that were there before the columns are filled, some at a time.
UPDATE candidate_state s SET bpartner_id = r.bpartner_id, price_key = r.price_key FROM candidate_row r
  WHERE r.id = s.id AND s.bpartner_id = 0;
-- What becomes an order leaves them and writes no entry anew. What is right is in the first alone.
CREATE INDEX candidate_open_price ON candidate_state (status, coalesce(price_key, ''), id) WHERE status IN ('new', 'error');
CREATE INDEX candidate_error_bpartner ON candidate_state (bpartner_id, id) WHERE status = 'error';
