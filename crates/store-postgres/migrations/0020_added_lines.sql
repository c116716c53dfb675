-- How many candidates a run takes beyond its selection, because they belong to the same incoming orders. Programs that do not
-- know this step do not know the release `partial` either, which runs and allocations record from now on.
ALTER TABLE run ADD COLUMN added bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN run.added IS 'Candidates that were not selected but belong to the same incoming orders.';
