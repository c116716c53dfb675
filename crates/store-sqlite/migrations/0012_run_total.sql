-- How many candidates a run is to look at; of those before nobody knows it any more.
ALTER TABLE run ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
