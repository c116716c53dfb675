-- Numbers that partners use for products. Imports look them up by number and partner.
CREATE TABLE bpartner_product (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1, bpartner_id bigint NOT NULL,
  product_id bigint NOT NULL, active boolean NOT NULL DEFAULT true, number text COLLATE "C" NOT NULL,
  description text COLLATE "C", number_key text COLLATE "C" NOT NULL,
  UNIQUE (number, bpartner_id, org_id)
);
CREATE INDEX bpartner_product_bpartner ON bpartner_product (bpartner_id);
CREATE INDEX bpartner_product_product ON bpartner_product (product_id);
CREATE INDEX bpartner_product_number_key ON bpartner_product (number_key);
COMMENT ON TABLE bpartner_product IS 'Numbers that partners use for products. Master data writes it.';
COMMENT ON COLUMN bpartner_product.id IS 'Id from the sequence.';
COMMENT ON COLUMN bpartner_product.version IS 'Number of the current version.';
COMMENT ON COLUMN bpartner_product.org_id IS 'Organisation that the record belongs to; 0 is shared by all.';
COMMENT ON COLUMN bpartner_product.bpartner_id IS 'Partner that uses the number.';
COMMENT ON COLUMN bpartner_product.product_id IS 'Product that the number means.';
COMMENT ON COLUMN bpartner_product.active IS 'Whether imports look up the number.';
COMMENT ON COLUMN bpartner_product.number IS 'Number that the partner uses for the product.';
COMMENT ON COLUMN bpartner_product.description IS 'Name that the partner uses for the product.';
COMMENT ON COLUMN bpartner_product.number_key IS 'Folded number, for searches.';
