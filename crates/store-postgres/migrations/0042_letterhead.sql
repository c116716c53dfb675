-- Letterhead of organisations for printed orders; the logo is an image in Base64.
ALTER TABLE organisation
  ADD COLUMN legal_name text COLLATE "C",
  ADD COLUMN address1 text COLLATE "C",
  ADD COLUMN address2 text COLLATE "C",
  ADD COLUMN postal text COLLATE "C",
  ADD COLUMN city text COLLATE "C",
  ADD COLUMN vat_id text COLLATE "C",
  ADD COLUMN phone text COLLATE "C",
  ADD COLUMN email text COLLATE "C",
  ADD COLUMN footer text COLLATE "C",
  ADD COLUMN logo text COLLATE "C";
COMMENT ON COLUMN organisation.legal_name IS 'Name of the company on printed orders; the name if null.';
COMMENT ON COLUMN organisation.address1 IS 'Street and house number of the letterhead.';
COMMENT ON COLUMN organisation.address2 IS 'Second line of the address of the letterhead.';
COMMENT ON COLUMN organisation.postal IS 'Postal code of the letterhead.';
COMMENT ON COLUMN organisation.city IS 'City of the letterhead.';
COMMENT ON COLUMN organisation.vat_id IS 'VAT id of the letterhead.';
COMMENT ON COLUMN organisation.phone IS 'Phone number of the letterhead.';
COMMENT ON COLUMN organisation.email IS 'E-mail address of the letterhead.';
COMMENT ON COLUMN organisation.footer IS 'Lines at the end of printed orders.';
COMMENT ON COLUMN organisation.logo IS 'Logo of the letterhead: a PNG or JPEG image of up to 100 KiB in Base64.';
