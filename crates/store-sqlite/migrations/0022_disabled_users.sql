-- Users that may not sign in for now ----------------------------------------------------------------------

ALTER TABLE user ADD COLUMN disabled_at INTEGER; -- null while they may
ALTER TABLE user ADD COLUMN disabled_by TEXT;
