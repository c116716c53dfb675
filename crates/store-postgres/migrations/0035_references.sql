ALTER TABLE data_source ADD COLUMN differences text COLLATE "C" NOT NULL DEFAULT 'warn';
COMMENT ON COLUMN data_source.differences IS 'Effect of values of a row that differ clearly from the record found by its keys: `warn` or `problem`.';
