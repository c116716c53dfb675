-- What did not become an order is little of a run, and what people look for in it.
CREATE INDEX run_result_outcome ON run_result (run_id, outcome) WHERE outcome <> 'ordered';
