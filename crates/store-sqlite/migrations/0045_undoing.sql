-- Which run undoes which; each knows the other. What a run changed is kept with its results, as it was before.
ALTER TABLE run ADD COLUMN undoes INTEGER;
ALTER TABLE run ADD COLUMN undone_by INTEGER;
