-- Effect of values of a row that differ clearly from the record found by its keys: `warn` or `problem`.
ALTER TABLE data_source ADD COLUMN differences TEXT NOT NULL DEFAULT 'warn';
