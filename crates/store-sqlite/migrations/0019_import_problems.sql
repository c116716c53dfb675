-- The candidate has the problems that its import found until something changes them; the first entry then keeps them.
ALTER TABLE candidate_history ADD COLUMN problems_before TEXT; -- JSON, absent where there were none
