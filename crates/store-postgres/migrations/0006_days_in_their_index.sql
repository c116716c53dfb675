-- Candidates of a span of days are counted in the index alone: an index over an expression holds no column that it is made of.
-- Who writes candidates waits for it, a second or two for a million.
DROP INDEX candidate_date_required;
CREATE INDEX candidate_date_required ON candidate_row (coalesce(date_required, '-infinity'::date), id) INCLUDE (date_required);
