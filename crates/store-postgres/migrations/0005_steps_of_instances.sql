-- Whoever changes the schema sees which instances could not go on beside the new one.
ALTER TABLE instance ADD COLUMN steps bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN instance.steps IS 'How many steps of the schema its version knows; versions that do not write it say 0, and know four.';
