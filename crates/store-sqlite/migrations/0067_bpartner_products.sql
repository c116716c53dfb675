-- Numbers that partners use for products. Imports look them up by number and partner.
CREATE TABLE bpartner_product (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  bpartner_id INTEGER NOT NULL REFERENCES bpartner (id), product_id INTEGER NOT NULL REFERENCES product (id),
  number TEXT NOT NULL, description TEXT, number_key TEXT NOT NULL,
  UNIQUE (number, bpartner_id, org_id)
) STRICT;
CREATE INDEX bpartner_product_bpartner ON bpartner_product (bpartner_id);
CREATE INDEX bpartner_product_product ON bpartner_product (product_id);
CREATE INDEX bpartner_product_number_key ON bpartner_product (number_key);
