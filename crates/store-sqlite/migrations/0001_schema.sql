-- Instants are microseconds since 1970 (INTEGER), days are `YYYY-MM-DD`, exact numbers are canonical text.
-- `*_key` columns are computed in Rust: folded text, or a number's order-preserving key.
-- Organisation 0 is `*`: its records are shared.

-- Ids come from blocks of the one sequence `id`; `reference` changes with every small kind, `access` with the
-- tokens; `check` is raised to prove that writing works.
CREATE TABLE counter (
  name  TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counter (name, value) VALUES ('id', 1000000), ('reference', 1), ('access', 1), ('check', 0);

-- Small kinds ---------------------------------------------------------------------------------------------

CREATE TABLE organisation (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  time_zone TEXT NOT NULL DEFAULT 'UTC', country TEXT,
  pricing_system_id INTEGER, warehouse_id INTEGER
) STRICT;
INSERT INTO organisation (id, code, name) VALUES (0, '*', 'Shared');

CREATE TABLE data_source (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  external_id TEXT, code TEXT, name TEXT,
  settle_seconds INTEGER NOT NULL DEFAULT 30, partial_headers INTEGER NOT NULL DEFAULT 0, release_by_hand INTEGER NOT NULL DEFAULT 0
) STRICT;
-- A data source can have several internal names; the one with the smallest position is answered.
CREATE TABLE data_source_name (
  org_id INTEGER NOT NULL, name TEXT NOT NULL, data_source_id INTEGER NOT NULL REFERENCES data_source (id), position INTEGER NOT NULL,
  PRIMARY KEY (org_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_type (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  name TEXT NOT NULL, base_type TEXT NOT NULL, sub_type TEXT, is_default INTEGER NOT NULL DEFAULT 0,
  UNIQUE (org_id, name)
) STRICT;
-- Exactly one default per organisation and sub type.
CREATE UNIQUE INDEX document_type_default ON document_type (org_id, base_type, coalesce(sub_type, '')) WHERE is_default = 1 AND active = 1;

CREATE TABLE bpartner_group (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  name TEXT NOT NULL, pricing_system_id INTEGER,
  UNIQUE (org_id, name)
) STRICT;

CREATE TABLE uom (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, precision INTEGER NOT NULL DEFAULT 6
) STRICT;

CREATE TABLE currency (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, precision INTEGER NOT NULL DEFAULT 2
) STRICT;

CREATE TABLE country (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL UNIQUE, name TEXT NOT NULL
) STRICT;

CREATE TABLE pricing_system (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT NOT NULL,
  UNIQUE (org_id, code)
) STRICT;

CREATE TABLE price_list (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT NOT NULL, pricing_system_id INTEGER NOT NULL REFERENCES pricing_system (id),
  country TEXT, currency TEXT NOT NULL, sales INTEGER NOT NULL DEFAULT 1, tax_included INTEGER NOT NULL DEFAULT 0,
  precision INTEGER NOT NULL DEFAULT 2, default_tax_category_id INTEGER,
  UNIQUE (org_id, code)
) STRICT;

CREATE TABLE price_list_version (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  price_list_id INTEGER NOT NULL REFERENCES price_list (id), valid_from TEXT NOT NULL, base_id INTEGER REFERENCES price_list_version (id),
  UNIQUE (price_list_id, org_id, valid_from)
) STRICT;

CREATE TABLE tax_category (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT NOT NULL,
  UNIQUE (org_id, code)
) STRICT;

CREATE TABLE tax (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT, tax_category_id INTEGER NOT NULL REFERENCES tax_category (id),
  from_country TEXT NOT NULL, to_country TEXT, rate TEXT NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT,
  requires_vat_id INTEGER NOT NULL DEFAULT 0, reverse_charge INTEGER NOT NULL DEFAULT 0, per_line INTEGER NOT NULL DEFAULT 0,
  UNIQUE (org_id, code, valid_from)
) STRICT;

CREATE TABLE shipper (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, external_id TEXT, name TEXT,
  UNIQUE (org_id, code)
) STRICT;

CREATE TABLE payment_term (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, external_id TEXT, name TEXT,
  UNIQUE (org_id, code)
) STRICT;

CREATE TABLE warehouse (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT, country TEXT,
  UNIQUE (org_id, code)
) STRICT;

-- Large kinds ---------------------------------------------------------------------------------------------

-- Keys come before the organisation: a look-up asks for a few keys in many organisations.

CREATE TABLE postal_code (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  country TEXT NOT NULL, postal TEXT NOT NULL, city TEXT NOT NULL DEFAULT '', region TEXT,
  UNIQUE (country, postal, city)
) STRICT;

CREATE TABLE bpartner (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, external_id TEXT, name TEXT NOT NULL, name2 TEXT, name3 TEXT, company_name TEXT,
  bpartner_group_id INTEGER REFERENCES bpartner_group (id), phone TEXT, language TEXT, url TEXT, url2 TEXT, url3 TEXT,
  global_id TEXT, vat_id TEXT, parent_id INTEGER, customer INTEGER NOT NULL DEFAULT 1, vendor INTEGER NOT NULL DEFAULT 0,
  invoice_rule TEXT, sales_code TEXT, tax_exempt INTEGER NOT NULL DEFAULT 0,
  pricing_system_id INTEGER REFERENCES pricing_system (id),
  code_key TEXT NOT NULL, name_key TEXT NOT NULL,
  UNIQUE (code, org_id)
) STRICT;
CREATE UNIQUE INDEX bpartner_external_id ON bpartner (external_id, org_id) WHERE external_id IS NOT NULL;
CREATE INDEX bpartner_sales_code ON bpartner (sales_code) WHERE sales_code IS NOT NULL;
CREATE INDEX bpartner_code_key ON bpartner (code_key);
CREATE INDEX bpartner_name_key ON bpartner (name_key);

CREATE TABLE bpartner_location (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  bpartner_id INTEGER NOT NULL REFERENCES bpartner (id),
  external_id TEXT, gln TEXT, name TEXT, bpartner_name TEXT, address1 TEXT, address2 TEXT, address3 TEXT, address4 TEXT, po_box TEXT,
  postal TEXT, city TEXT, district TEXT, region TEXT, country TEXT NOT NULL, postal_code_id INTEGER REFERENCES postal_code (id),
  ship_to INTEGER NOT NULL DEFAULT 1, ship_to_default INTEGER NOT NULL DEFAULT 0, bill_to INTEGER NOT NULL DEFAULT 1, bill_to_default INTEGER NOT NULL DEFAULT 0,
  address_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX bpartner_location_external_id ON bpartner_location (bpartner_id, org_id, external_id) WHERE external_id IS NOT NULL;
-- Without an external id the GLN is the identity, without both the address.
CREATE UNIQUE INDEX bpartner_location_own_gln ON bpartner_location (bpartner_id, org_id, gln) WHERE external_id IS NULL AND gln IS NOT NULL;
CREATE UNIQUE INDEX bpartner_location_address ON bpartner_location (bpartner_id, org_id, address_key) WHERE external_id IS NULL AND gln IS NULL;
CREATE INDEX bpartner_location_bpartner ON bpartner_location (bpartner_id);
CREATE INDEX bpartner_location_gln ON bpartner_location (gln) WHERE gln IS NOT NULL;

CREATE TABLE bpartner_contact (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  bpartner_id INTEGER NOT NULL REFERENCES bpartner (id),
  external_id TEXT, code TEXT, name TEXT NOT NULL, greeting TEXT, first_name TEXT, last_name TEXT, email TEXT, phone TEXT, mobile_phone TEXT, fax TEXT,
  description TEXT, newsletter INTEGER NOT NULL DEFAULT 0, default_contact INTEGER NOT NULL DEFAULT 0,
  ship_to_default INTEGER NOT NULL DEFAULT 0, bill_to_default INTEGER NOT NULL DEFAULT 0, sales INTEGER NOT NULL DEFAULT 0, sales_default INTEGER NOT NULL DEFAULT 0,
  purchase INTEGER NOT NULL DEFAULT 0, purchase_default INTEGER NOT NULL DEFAULT 0, subject_matter INTEGER NOT NULL DEFAULT 0,
  name_key TEXT NOT NULL, email_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX bpartner_contact_external_id ON bpartner_contact (bpartner_id, org_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX bpartner_contact_name ON bpartner_contact (bpartner_id, org_id, name_key, email_key) WHERE external_id IS NULL;
CREATE INDEX bpartner_contact_bpartner ON bpartner_contact (bpartner_id);

CREATE TABLE product (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, external_id TEXT, name TEXT NOT NULL, type TEXT NOT NULL DEFAULT 'ITEM', uom_id INTEGER NOT NULL REFERENCES uom (id),
  tax_category_id INTEGER REFERENCES tax_category (id),
  code_key TEXT NOT NULL, name_key TEXT NOT NULL,
  UNIQUE (code, org_id)
) STRICT;
CREATE UNIQUE INDEX product_external_id ON product (external_id, org_id) WHERE external_id IS NOT NULL;
CREATE INDEX product_code_key ON product (code_key);
CREATE INDEX product_name_key ON product (name_key);

-- quantity in `to` = quantity in `from` × multiplier ÷ divisor; product 0 stands for the general rules.
CREATE TABLE uom_conversion (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  product_id INTEGER NOT NULL DEFAULT 0, from_uom_id INTEGER NOT NULL REFERENCES uom (id), to_uom_id INTEGER NOT NULL REFERENCES uom (id),
  multiplier TEXT NOT NULL, divisor TEXT NOT NULL DEFAULT '1',
  UNIQUE (product_id, from_uom_id, to_uom_id)
) STRICT;

CREATE TABLE product_price (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  price_list_version_id INTEGER NOT NULL REFERENCES price_list_version (id), product_id INTEGER NOT NULL REFERENCES product (id),
  uom_id INTEGER NOT NULL REFERENCES uom (id), price TEXT NOT NULL, tax_category_id INTEGER REFERENCES tax_category (id),
  UNIQUE (org_id, price_list_version_id, product_id, uom_id)
) STRICT;
CREATE INDEX product_price_product ON product_price (product_id);
CREATE TABLE product_price_scale (
  product_price_id INTEGER NOT NULL REFERENCES product_price (id), from_quantity TEXT NOT NULL, from_quantity_key TEXT NOT NULL, price TEXT NOT NULL,
  PRIMARY KEY (product_price_id, from_quantity_key)
) STRICT, WITHOUT ROWID;

-- Access --------------------------------------------------------------------------------------------------

CREATE TABLE token (
  id INTEGER PRIMARY KEY, public_id TEXT NOT NULL UNIQUE, secret_hash BLOB NOT NULL, name TEXT NOT NULL,
  scopes TEXT NOT NULL, -- separated by blanks
  all_orgs INTEGER NOT NULL, default_org_id INTEGER REFERENCES organisation (id),
  created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER, revoked_at INTEGER, last_used_at INTEGER
) STRICT;
CREATE TABLE token_org (
  token_id INTEGER NOT NULL REFERENCES token (id), org_id INTEGER NOT NULL REFERENCES organisation (id),
  PRIMARY KEY (token_id, org_id)
) STRICT, WITHOUT ROWID;

-- Requests as received --------------------------------------------------------------------------------------

CREATE TABLE request (
  id INTEGER PRIMARY KEY, request_id TEXT NOT NULL, -- the one in answers and logs
  token_id INTEGER, actor TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, query TEXT NOT NULL DEFAULT '',
  received_at INTEGER NOT NULL, status INTEGER NOT NULL,
  media_type TEXT NOT NULL, body_size INTEGER NOT NULL, body BLOB NOT NULL, -- zstd
  candidate_count INTEGER NOT NULL, -- a request is kept as long as a candidate that it made
  -- One line for each row that did not become a candidate: index, outcome, header id, line id, codes; tab-separated.
  outcomes TEXT NOT NULL
) STRICT;
CREATE INDEX request_received ON request (received_at) WHERE candidate_count = 0;

CREATE TABLE idempotency (
  token_id INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, key TEXT NOT NULL,
  body_hash BLOB NOT NULL, status INTEGER NOT NULL, answer BLOB NOT NULL, -- zstd
  created_at INTEGER NOT NULL,
  PRIMARY KEY (token_id, method, path, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_created ON idempotency (created_at);

-- Candidates ------------------------------------------------------------------------------------------------

-- Unique for ever, and never partitioned.
CREATE TABLE candidate_identity (
  org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL, external_header_id TEXT NOT NULL, external_line_id TEXT NOT NULL,
  candidate_id INTEGER NOT NULL,
  PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE candidate (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, version INTEGER NOT NULL, status TEXT NOT NULL, hold TEXT,
  problems TEXT, -- JSON, absent where there are none
  data_source_id INTEGER NOT NULL, data_dest_id INTEGER NOT NULL, external_header_id TEXT NOT NULL, external_line_id TEXT NOT NULL, flat_identity INTEGER NOT NULL,
  request_id INTEGER NOT NULL, request_index INTEGER NOT NULL, line INTEGER, header_line_count INTEGER,
  po_reference TEXT NOT NULL,
  bpartner_id INTEGER NOT NULL, bpartner_location_id INTEGER, bpartner_contact_id INTEGER,
  bill_bpartner_id INTEGER, bill_location_id INTEGER, bill_contact_id INTEGER,
  drop_ship_bpartner_id INTEGER, drop_ship_location_id INTEGER, drop_ship_contact_id INTEGER,
  hand_over_bpartner_id INTEGER, hand_over_location_id INTEGER, hand_over_contact_id INTEGER,
  product_id INTEGER NOT NULL, product_description TEXT, description TEXT,
  qty TEXT NOT NULL, qty_key TEXT NOT NULL, uom_id INTEGER NOT NULL, price TEXT, list_price TEXT, price_key TEXT, currency TEXT, discount TEXT, pricing_system_id INTEGER,
  date_ordered TEXT NOT NULL, date_required TEXT, preset_date_invoiced TEXT, preset_date_shipped TEXT,
  order_doc_type TEXT, invoice_doc_type_id INTEGER, payment_rule TEXT, payment_term_id INTEGER, shipper_id INTEGER, sales_bpartner_id INTEGER,
  warehouse_id INTEGER, warehouse_dest_id INTEGER, delivery_rule TEXT, delivery_via_rule TEXT,
  search_key TEXT NOT NULL, -- folded id, reference and external ids, each after U+001F
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
-- Each index ends in the id, the order of lists. The first also counts by status and data source alone.
CREATE INDEX candidate_status ON candidate (status, id, data_source_id, org_id);
CREATE INDEX candidate_bpartner ON candidate (bpartner_id);
CREATE INDEX candidate_product ON candidate (product_id);
CREATE INDEX candidate_po_reference ON candidate (po_reference);
CREATE INDEX candidate_date_required ON candidate (coalesce(date_required, ''));
CREATE INDEX candidate_created_at ON candidate (created_at);

-- What was sent, which never changes: apart, so that rows which do change are short.
CREATE TABLE candidate_content (
  candidate_id INTEGER PRIMARY KEY,
  content TEXT NOT NULL, content_version INTEGER NOT NULL, content_hash BLOB NOT NULL
) STRICT;

-- Headers under which a partner used a reference: the first two of each organisation, which is enough to know of
-- another one.
CREATE TABLE po_reference_use (
  po_reference TEXT NOT NULL, bpartner_id INTEGER NOT NULL, org_id INTEGER NOT NULL,
  data_source_id INTEGER NOT NULL, external_header_id TEXT NOT NULL,
  PRIMARY KEY (po_reference, bpartner_id, org_id, data_source_id, external_header_id)
) STRICT, WITHOUT ROWID;
