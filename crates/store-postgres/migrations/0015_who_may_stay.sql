-- Undoing writes runs and events of a kind that versions before it cannot read, and so do waiting and assigning. Where these
-- steps were taken, they said that such versions may stay beside them.
UPDATE schema_step SET beside_from = number WHERE number IN (12, 13) AND beside_from < number;
