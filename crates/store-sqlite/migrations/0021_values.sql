-- What holds for candidates and orders that do not say: of the partner, else its group, else the organisation.
ALTER TABLE organisation ADD COLUMN payment_rule TEXT;
ALTER TABLE organisation ADD COLUMN payment_term_id INTEGER REFERENCES payment_term (id);
ALTER TABLE organisation ADD COLUMN shipper_id INTEGER REFERENCES shipper (id);
ALTER TABLE organisation ADD COLUMN delivery_rule TEXT;
ALTER TABLE organisation ADD COLUMN delivery_via_rule TEXT;
ALTER TABLE organisation ADD COLUMN default_tax_category_id INTEGER REFERENCES tax_category (id);

ALTER TABLE bpartner_group ADD COLUMN payment_rule TEXT;
ALTER TABLE bpartner_group ADD COLUMN payment_term_id INTEGER REFERENCES payment_term (id);
ALTER TABLE bpartner_group ADD COLUMN shipper_id INTEGER REFERENCES shipper (id);
ALTER TABLE bpartner_group ADD COLUMN warehouse_id INTEGER REFERENCES warehouse (id);
ALTER TABLE bpartner_group ADD COLUMN delivery_rule TEXT;
ALTER TABLE bpartner_group ADD COLUMN delivery_via_rule TEXT;

ALTER TABLE bpartner ADD COLUMN payment_rule TEXT;
ALTER TABLE bpartner ADD COLUMN payment_term_id INTEGER REFERENCES payment_term (id);
ALTER TABLE bpartner ADD COLUMN shipper_id INTEGER REFERENCES shipper (id);
ALTER TABLE bpartner ADD COLUMN warehouse_id INTEGER REFERENCES warehouse (id);
ALTER TABLE bpartner ADD COLUMN delivery_rule TEXT;
ALTER TABLE bpartner ADD COLUMN delivery_via_rule TEXT;

-- The last day of a price list version.
ALTER TABLE price_list_version ADD COLUMN valid_to TEXT;

-- Set by hand, where neither price, product, list nor organisation says it or says it rightly.
ALTER TABLE candidate ADD COLUMN tax_category_id INTEGER;

-- Addresses whose postal code was not known when they came, linked as soon as it is; those of before are linked now.
CREATE INDEX bpartner_location_unlinked ON bpartner_location (country, postal) WHERE postal_code_id IS NULL;
UPDATE bpartner_location SET version = version + 1, postal_code_id =
    (SELECT p.id FROM postal_code p WHERE p.country = bpartner_location.country AND p.postal = bpartner_location.postal
       AND p.active = 1 ORDER BY lower(p.city) <> lower(coalesce(bpartner_location.city, '')), p.id LIMIT 1)
  WHERE postal_code_id IS NULL AND EXISTS
    (SELECT 1 FROM postal_code p WHERE p.country = bpartner_location.country AND p.postal = bpartner_location.postal
       AND p.active = 1);
