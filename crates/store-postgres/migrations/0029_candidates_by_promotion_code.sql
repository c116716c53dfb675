-- Candidates are filtered by it. Most have none.
CREATE INDEX candidate_promotion_code_key ON candidate_row (promotion_code_key, id) WHERE promotion_code_key IS NOT NULL;
