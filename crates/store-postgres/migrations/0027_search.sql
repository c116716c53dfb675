-- Documents for search by any part of a text, filled after the commit by whoever reads the feed (docs/adr/0021). Their
-- indexes need an extension, and are created beside the steps.
CREATE TABLE search_partner (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, target_id bigint NOT NULL, words text COLLATE "C" NOT NULL
);
CREATE TABLE search_product (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, target_id bigint NOT NULL, words text COLLATE "C" NOT NULL
);
CREATE TABLE search_candidate (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, target_id bigint NOT NULL, words text COLLATE "C" NOT NULL
);
CREATE TABLE search_order (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, target_id bigint NOT NULL, words text COLLATE "C" NOT NULL
);
CREATE INDEX search_partner_target ON search_partner (target_id);
-- How far the feed was read, and the highest id of each table whose records have no document yet. The position is read first:
-- what is committed meanwhile comes behind it.
INSERT INTO counter (name, value) SELECT 'search_position', value FROM counter WHERE name = 'feed';
INSERT INTO counter (name, value)
  SELECT 'search_number', 0
  UNION ALL SELECT 'search_partners', coalesce(max(id), 0) FROM bpartner
  UNION ALL SELECT 'search_locations', coalesce(max(id), 0) FROM bpartner_location
  UNION ALL SELECT 'search_products', coalesce(max(id), 0) FROM product
  UNION ALL SELECT 'search_candidates', coalesce(max(id), 0) FROM candidate_row
  UNION ALL SELECT 'search_orders', coalesce(max(id), 0) FROM sales_order;
COMMENT ON TABLE search_partner IS 'Business partners and their locations, as documents for search by any part of a text.';
COMMENT ON COLUMN search_partner.id IS 'Business partner or location.';
COMMENT ON COLUMN search_partner.org_id IS 'Organisation of the record; zero for shared records.';
COMMENT ON COLUMN search_partner.target_id IS 'Business partner; several rows name it, its own and those of its locations.';
COMMENT ON COLUMN search_partner.words IS 'Normalised text: lower case, without diacritics, umlauts in both forms.';
COMMENT ON TABLE search_product IS 'Products, as documents for search by any part of a text.';
COMMENT ON COLUMN search_product.id IS 'Product.';
COMMENT ON COLUMN search_product.org_id IS 'Organisation of the record; zero for shared records.';
COMMENT ON COLUMN search_product.target_id IS 'Product.';
COMMENT ON COLUMN search_product.words IS 'Normalised text: lower case, without diacritics, umlauts in both forms.';
COMMENT ON TABLE search_candidate IS 'Incoming orders: one row for the first candidate of each header and order reference, as documents for search by any part of a text.';
COMMENT ON COLUMN search_candidate.id IS 'Candidate.';
COMMENT ON COLUMN search_candidate.org_id IS 'Organisation of the record; zero for shared records.';
COMMENT ON COLUMN search_candidate.target_id IS 'The candidate itself.';
COMMENT ON COLUMN search_candidate.words IS 'Normalised text: lower case, without diacritics, umlauts in both forms.';
COMMENT ON TABLE search_order IS 'Sales orders, as documents for search by any part of a text.';
COMMENT ON COLUMN search_order.id IS 'Order.';
COMMENT ON COLUMN search_order.org_id IS 'Organisation of the record; zero for shared records.';
COMMENT ON COLUMN search_order.target_id IS 'The order itself.';
COMMENT ON COLUMN search_order.words IS 'Normalised text: lower case, without diacritics, umlauts in both forms.';
