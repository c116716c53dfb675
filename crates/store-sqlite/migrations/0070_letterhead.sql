-- Letterhead of organisations for printed orders; the logo is an image in Base64.
ALTER TABLE organisation ADD COLUMN legal_name TEXT;
ALTER TABLE organisation ADD COLUMN address1 TEXT;
ALTER TABLE organisation ADD COLUMN address2 TEXT;
ALTER TABLE organisation ADD COLUMN postal TEXT;
ALTER TABLE organisation ADD COLUMN city TEXT;
ALTER TABLE organisation ADD COLUMN vat_id TEXT;
ALTER TABLE organisation ADD COLUMN phone TEXT;
ALTER TABLE organisation ADD COLUMN email TEXT;
ALTER TABLE organisation ADD COLUMN footer TEXT;
ALTER TABLE organisation ADD COLUMN logo TEXT;
