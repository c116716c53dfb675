-- How many candidates a run takes beyond its selection, because they belong to the same incoming orders.
ALTER TABLE run ADD COLUMN added INTEGER NOT NULL DEFAULT 0;
