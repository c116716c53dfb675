-- Whether unknown members were errors, so that a request sent again from the log is read as the first time.
ALTER TABLE request ADD COLUMN strict INTEGER NOT NULL DEFAULT 0;
