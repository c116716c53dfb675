-- Reasons to wait that a run was told to overrule: words with blanks between.
ALTER TABLE run ADD COLUMN release TEXT NOT NULL DEFAULT '';
-- Those for which a candidate would have stayed, had nobody released it; absent where there were none.
ALTER TABLE allocation ADD COLUMN released TEXT;
ALTER TABLE candidate_history ADD COLUMN released TEXT;
