-- What an import found is told by its candidate until something changes that; the first entry then keeps it.
ALTER TABLE candidate_history ADD COLUMN problems_before TEXT; -- JSON, absent where there were none
