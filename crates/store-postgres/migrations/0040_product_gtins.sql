-- GTINs of products. One GTIN can belong to one active product of an organisation and to others that are not active.
CREATE TABLE product_gtin (
  gtin text COLLATE "C" NOT NULL, org_id bigint NOT NULL, product_id bigint NOT NULL,
  PRIMARY KEY (gtin, org_id, product_id)
);
CREATE INDEX product_gtin_product ON product_gtin (product_id);
COMMENT ON TABLE product_gtin IS 'GTINs of products. Master data writes it.';
COMMENT ON COLUMN product_gtin.gtin IS 'GTIN with 14 digits.';
COMMENT ON COLUMN product_gtin.org_id IS 'Organisation that the product belongs to; 0 is shared by all.';
COMMENT ON COLUMN product_gtin.product_id IS 'The product.';
