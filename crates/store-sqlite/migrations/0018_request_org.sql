-- The organisation of rows that name none, so that they go to the same one when a request is sent again from the log.
ALTER TABLE request ADD COLUMN default_org_id INTEGER;
