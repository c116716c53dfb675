-- How many steps of the schema the version of a process knows: see its step on PostgreSQL, where several versions may work on
-- a database.
ALTER TABLE instance ADD COLUMN steps INTEGER NOT NULL DEFAULT 0;
