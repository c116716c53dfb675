-- GTINs of products. One GTIN can belong to one active product of an organisation and to others that are not active.
CREATE TABLE product_gtin (
  gtin TEXT NOT NULL, org_id INTEGER NOT NULL REFERENCES organisation (id), product_id INTEGER NOT NULL REFERENCES product (id),
  PRIMARY KEY (gtin, org_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_gtin_product ON product_gtin (product_id);
