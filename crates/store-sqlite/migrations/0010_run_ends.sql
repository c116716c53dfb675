-- Runs that have not ended, and those that have just ended, are looked for by everyone who listens.
CREATE INDEX run_finished ON run (finished_at);
