-- What lists of a status are sorted by stands beside it: else such a list is walked past all candidates that have another one.
ALTER TABLE candidate_state ADD COLUMN IF NOT EXISTS bpartner_id bigint NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS price_key text COLLATE "C";
COMMENT ON COLUMN candidate_state.bpartner_id IS 'Partner who buys, as in candidate_row; 0 until the eighteenth step has filled it.';
COMMENT ON COLUMN candidate_state.price_key IS 'Sort key of the price, as in candidate_row.';
