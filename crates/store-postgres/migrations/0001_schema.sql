-- What one database of Orderdock holds. Each table and each column is told by its comment (`0003`, `0004`).
--
-- Ids come in blocks from the one sequence that stands in `counter`, so that they are known before anything is written;
-- the two tables that no one names from outside number their rows themselves. Every text is compared by its bytes, as the
-- program itself compares. `*_key` columns are made by the program: folded text, or a number so that texts sort as the
-- numbers do. Organisation 0 is `*`: its records are shared.
--
-- Foreign keys guard settings, access and the small kinds of master data. On what comes in bulk they would take more time
-- than the row itself; `orderdock doctor` asks there. In tables of many rows what has a fixed width stands first, so that
-- nothing is lost between columns; an index that a list is read by ends in the id, so that the list never needs sorting.

CREATE TABLE counter (
  name text COLLATE "C" NOT NULL PRIMARY KEY,
  value bigint NOT NULL
) WITH (fillfactor = 50);

-- Small kinds ---------------------------------------------------------------------------------------------

CREATE TABLE organisation (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL UNIQUE, name text COLLATE "C" NOT NULL,
  time_zone text COLLATE "C" NOT NULL DEFAULT 'UTC', country text COLLATE "C",
  pricing_system_id bigint, payment_rule text COLLATE "C", payment_term_id bigint, shipper_id bigint, warehouse_id bigint,
  delivery_rule text COLLATE "C", delivery_via_rule text COLLATE "C",
  default_tax_category_id bigint, negative_prices text COLLATE "C" NOT NULL DEFAULT 'problem'
);

CREATE TABLE data_source (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  external_id text COLLATE "C", code text COLLATE "C", name text COLLATE "C",
  settle_seconds bigint NOT NULL DEFAULT 30, partial_headers boolean NOT NULL DEFAULT false,
  release_by_hand boolean NOT NULL DEFAULT false
);
CREATE TABLE data_source_name (
  org_id bigint NOT NULL, name text COLLATE "C" NOT NULL, data_source_id bigint NOT NULL REFERENCES data_source (id),
  position bigint NOT NULL,
  PRIMARY KEY (org_id, name)
);

CREATE TABLE document_type (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  name text COLLATE "C" NOT NULL, base_type text COLLATE "C" NOT NULL, sub_type text COLLATE "C",
  is_default boolean NOT NULL DEFAULT false,
  UNIQUE (org_id, name)
);
-- Exactly one default per organisation and sub type.
CREATE UNIQUE INDEX document_type_default ON document_type (org_id, base_type, coalesce(sub_type, ''))
  WHERE is_default AND active;

CREATE TABLE uom (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL UNIQUE, name text COLLATE "C" NOT NULL, precision bigint NOT NULL DEFAULT 6
);

CREATE TABLE currency (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL UNIQUE, name text COLLATE "C" NOT NULL, precision bigint NOT NULL DEFAULT 2
);

CREATE TABLE country (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL UNIQUE, name text COLLATE "C" NOT NULL
);

CREATE TABLE pricing_system (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
  UNIQUE (org_id, code)
);

CREATE TABLE price_list (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
  pricing_system_id bigint NOT NULL REFERENCES pricing_system (id),
  country text COLLATE "C", currency text COLLATE "C" NOT NULL, sales boolean NOT NULL DEFAULT true,
  tax_included boolean NOT NULL DEFAULT false, precision bigint NOT NULL DEFAULT 2, default_tax_category_id bigint,
  UNIQUE (org_id, code)
);

CREATE TABLE price_list_version (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  price_list_id bigint NOT NULL REFERENCES price_list (id), valid_from date NOT NULL, valid_to date,
  base_id bigint REFERENCES price_list_version (id),
  UNIQUE (price_list_id, org_id, valid_from)
);

CREATE TABLE tax_category (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
  UNIQUE (org_id, code)
);

CREATE TABLE tax (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C", tax_category_id bigint NOT NULL REFERENCES tax_category (id),
  from_country text COLLATE "C" NOT NULL, to_country text COLLATE "C", rate numeric NOT NULL,
  valid_from date NOT NULL, valid_to date, requires_vat_id boolean NOT NULL DEFAULT false,
  reverse_charge boolean NOT NULL DEFAULT false, per_line boolean NOT NULL DEFAULT false,
  UNIQUE (org_id, code, valid_from)
);

CREATE TABLE shipper (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, external_id text COLLATE "C", name text COLLATE "C",
  UNIQUE (org_id, code)
);

CREATE TABLE payment_term (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, external_id text COLLATE "C", name text COLLATE "C",
  UNIQUE (org_id, code)
);

CREATE TABLE warehouse (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C", country text COLLATE "C",
  UNIQUE (org_id, code)
);

ALTER TABLE organisation
  ADD FOREIGN KEY (payment_term_id) REFERENCES payment_term (id),
  ADD FOREIGN KEY (shipper_id) REFERENCES shipper (id),
  ADD FOREIGN KEY (default_tax_category_id) REFERENCES tax_category (id);

CREATE TABLE bpartner_group (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  name text COLLATE "C" NOT NULL, pricing_system_id bigint, payment_rule text COLLATE "C",
  payment_term_id bigint REFERENCES payment_term (id), shipper_id bigint REFERENCES shipper (id),
  warehouse_id bigint REFERENCES warehouse (id), delivery_rule text COLLATE "C", delivery_via_rule text COLLATE "C",
  UNIQUE (org_id, name)
);

CREATE TABLE generation (
  org_id bigint NOT NULL PRIMARY KEY, value bigint NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE record_generation (
  org_id bigint NOT NULL PRIMARY KEY, value bigint NOT NULL
) WITH (fillfactor = 50);

-- Large kinds ---------------------------------------------------------------------------------------------

-- Keys come before the organisation: a look-up asks for a few keys in many organisations. An entry of an index takes at
-- most 2,704 bytes, and the longest names have 2,000: where several stand together, a hash of them is kept unique.

CREATE TABLE postal_code (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  country text COLLATE "C" NOT NULL, postal text COLLATE "C" NOT NULL, city text COLLATE "C" NOT NULL DEFAULT '',
  region text COLLATE "C"
);
CREATE UNIQUE INDEX postal_code_place ON postal_code (country, postal, hashtextextended(city, 0));

CREATE TABLE bpartner (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1,
  bpartner_group_id bigint, parent_id bigint, pricing_system_id bigint, payment_term_id bigint, shipper_id bigint,
  warehouse_id bigint, active boolean NOT NULL DEFAULT true, customer boolean NOT NULL DEFAULT true,
  vendor boolean NOT NULL DEFAULT false, tax_exempt boolean NOT NULL DEFAULT false,
  code text COLLATE "C" NOT NULL, external_id text COLLATE "C", name text COLLATE "C" NOT NULL,
  name2 text COLLATE "C", name3 text COLLATE "C", company_name text COLLATE "C", phone text COLLATE "C",
  language text COLLATE "C", url text COLLATE "C", url2 text COLLATE "C", url3 text COLLATE "C",
  global_id text COLLATE "C", vat_id text COLLATE "C", invoice_rule text COLLATE "C", sales_code text COLLATE "C",
  payment_rule text COLLATE "C", delivery_rule text COLLATE "C", delivery_via_rule text COLLATE "C",
  code_key text COLLATE "C" NOT NULL, name_key text COLLATE "C" NOT NULL,
  UNIQUE (code, org_id)
);
CREATE UNIQUE INDEX bpartner_external_id ON bpartner (external_id, org_id) WHERE external_id IS NOT NULL;
CREATE INDEX bpartner_sales_code ON bpartner (sales_code) WHERE sales_code IS NOT NULL;
CREATE INDEX bpartner_code_key ON bpartner (code_key, id);
CREATE INDEX bpartner_name_key ON bpartner (name_key, id);

CREATE TABLE bpartner_location (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1, bpartner_id bigint NOT NULL,
  postal_code_id bigint, active boolean NOT NULL DEFAULT true,
  ship_to boolean NOT NULL DEFAULT true, ship_to_default boolean NOT NULL DEFAULT false,
  bill_to boolean NOT NULL DEFAULT true, bill_to_default boolean NOT NULL DEFAULT false,
  external_id text COLLATE "C", gln text COLLATE "C", name text COLLATE "C", bpartner_name text COLLATE "C",
  address1 text COLLATE "C", address2 text COLLATE "C", address3 text COLLATE "C", address4 text COLLATE "C",
  po_box text COLLATE "C", postal text COLLATE "C", city text COLLATE "C", district text COLLATE "C",
  region text COLLATE "C", country text COLLATE "C" NOT NULL, address_key text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX bpartner_location_external_id ON bpartner_location (bpartner_id, org_id, external_id)
  WHERE external_id IS NOT NULL;
-- Without an external id the GLN is the identity, without both the address.
CREATE UNIQUE INDEX bpartner_location_own_gln ON bpartner_location (bpartner_id, org_id, gln)
  WHERE external_id IS NULL AND gln IS NOT NULL;
CREATE UNIQUE INDEX bpartner_location_address
  ON bpartner_location (bpartner_id, org_id, hashtextextended(address_key, 0))
  WHERE external_id IS NULL AND gln IS NULL;
CREATE INDEX bpartner_location_bpartner ON bpartner_location (bpartner_id);
CREATE INDEX bpartner_location_gln ON bpartner_location (gln) WHERE gln IS NOT NULL;
CREATE INDEX bpartner_location_unlinked ON bpartner_location (country, postal) WHERE postal_code_id IS NULL;

CREATE TABLE bpartner_contact (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1, bpartner_id bigint NOT NULL,
  active boolean NOT NULL DEFAULT true, newsletter boolean NOT NULL DEFAULT false,
  default_contact boolean NOT NULL DEFAULT false, ship_to_default boolean NOT NULL DEFAULT false,
  bill_to_default boolean NOT NULL DEFAULT false, sales boolean NOT NULL DEFAULT false,
  sales_default boolean NOT NULL DEFAULT false, purchase boolean NOT NULL DEFAULT false,
  purchase_default boolean NOT NULL DEFAULT false, subject_matter boolean NOT NULL DEFAULT false,
  external_id text COLLATE "C", code text COLLATE "C", name text COLLATE "C" NOT NULL, greeting text COLLATE "C",
  first_name text COLLATE "C", last_name text COLLATE "C", email text COLLATE "C", phone text COLLATE "C",
  mobile_phone text COLLATE "C", fax text COLLATE "C", description text COLLATE "C",
  name_key text COLLATE "C" NOT NULL, email_key text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX bpartner_contact_external_id ON bpartner_contact (bpartner_id, org_id, external_id)
  WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX bpartner_contact_name
  ON bpartner_contact (bpartner_id, org_id, hashtextextended(name_key, 0), hashtextextended(email_key, 0))
  WHERE external_id IS NULL;
CREATE INDEX bpartner_contact_bpartner ON bpartner_contact (bpartner_id);

CREATE TABLE product (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1, uom_id bigint NOT NULL,
  tax_category_id bigint, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, external_id text COLLATE "C", name text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL DEFAULT 'ITEM', code_key text COLLATE "C" NOT NULL, name_key text COLLATE "C" NOT NULL,
  UNIQUE (code, org_id)
);
CREATE UNIQUE INDEX product_external_id ON product (external_id, org_id) WHERE external_id IS NOT NULL;
CREATE INDEX product_code_key ON product (code_key, id);
CREATE INDEX product_name_key ON product (name_key, id);

CREATE TABLE uom_conversion (
  id bigint PRIMARY KEY, version bigint NOT NULL DEFAULT 1, product_id bigint NOT NULL DEFAULT 0,
  from_uom_id bigint NOT NULL REFERENCES uom (id), to_uom_id bigint NOT NULL REFERENCES uom (id),
  active boolean NOT NULL DEFAULT true, multiplier numeric NOT NULL, divisor numeric NOT NULL DEFAULT 1,
  UNIQUE (product_id, from_uom_id, to_uom_id)
);

CREATE TABLE product_price (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL DEFAULT 1,
  price_list_version_id bigint NOT NULL, product_id bigint NOT NULL, uom_id bigint NOT NULL, tax_category_id bigint,
  active boolean NOT NULL DEFAULT true, price numeric NOT NULL,
  UNIQUE (org_id, price_list_version_id, product_id, uom_id)
);
CREATE INDEX product_price_product ON product_price (product_id, id);
CREATE TABLE product_price_scale (
  product_price_id bigint NOT NULL, from_quantity numeric NOT NULL, from_quantity_key text COLLATE "C" NOT NULL,
  price numeric NOT NULL,
  PRIMARY KEY (product_price_id, from_quantity_key)
);

CREATE TABLE masterdata_change (
  root_id bigint NOT NULL, record_id bigint NOT NULL, version bigint NOT NULL, org_id bigint NOT NULL,
  at timestamptz NOT NULL, kind text COLLATE "C" NOT NULL, actor text COLLATE "C" NOT NULL,
  request_id text COLLATE "C" NOT NULL, changes json,
  PRIMARY KEY (root_id, record_id, version)
);

-- Access --------------------------------------------------------------------------------------------------

CREATE TABLE token (
  id bigint PRIMARY KEY, public_id text COLLATE "C" NOT NULL UNIQUE, secret_hash bytea NOT NULL,
  name text COLLATE "C" NOT NULL, scopes text COLLATE "C" NOT NULL, all_orgs boolean NOT NULL,
  default_org_id bigint REFERENCES organisation (id), created_at timestamptz NOT NULL,
  created_by text COLLATE "C" NOT NULL, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
) WITH (fillfactor = 80);
CREATE TABLE token_org (
  token_id bigint NOT NULL REFERENCES token (id), org_id bigint NOT NULL REFERENCES organisation (id),
  PRIMARY KEY (token_id, org_id)
);

CREATE TABLE "user" (
  id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, name_key text COLLATE "C" NOT NULL UNIQUE,
  role text COLLATE "C" NOT NULL, all_orgs boolean NOT NULL, password_hash text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL, created_by text COLLATE "C" NOT NULL, password_changed_at timestamptz NOT NULL,
  disabled_at timestamptz, disabled_by text COLLATE "C"
);
CREATE TABLE user_org (
  user_id bigint NOT NULL REFERENCES "user" (id), org_id bigint NOT NULL REFERENCES organisation (id),
  PRIMARY KEY (user_id, org_id)
);

CREATE TABLE session (
  secret_hash bytea NOT NULL PRIMARY KEY, user_id bigint NOT NULL REFERENCES "user" (id),
  created_at timestamptz NOT NULL, last_used_at timestamptz NOT NULL, expires_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX "session_user" ON session (user_id, created_at);
CREATE INDEX session_expires ON session (expires_at);

-- What came in --------------------------------------------------------------------------------------------

CREATE TABLE request_origin (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, default_org_id bigint, org_id bigint,
  strict boolean NOT NULL, whole boolean NOT NULL, kind text COLLATE "C" NOT NULL, actor text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL, path text COLLATE "C" NOT NULL, query text COLLATE "C" NOT NULL,
  media_type text COLLATE "C" NOT NULL
);
-- Whatever a sender may write differently each time is in it, as far as it may be long: a look-up comes before each
-- request that is written.
CREATE INDEX request_origin_path ON request_origin (path, actor, substr(query, 1, 60), substr(media_type, 1, 60));

CREATE TABLE request (
  id bigint PRIMARY KEY, origin_id bigint NOT NULL, caller_id bigint, received_at timestamptz NOT NULL,
  status bigint NOT NULL, candidate_count bigint NOT NULL, replay_of bigint, body_size bigint NOT NULL,
  dictionary_id bigint, first_candidate_id bigint, last_candidate_id bigint,
  request_id bytea NOT NULL, path text COLLATE "C" NOT NULL, query text COLLATE "C" NOT NULL,
  notes text COLLATE "C" NOT NULL, body bytea NOT NULL
);
-- It is compressed already.
ALTER TABLE request ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX request_received ON request (received_at) WHERE candidate_count = 0;
CREATE INDEX request_caller ON request (caller_id, id);
CREATE INDEX request_text_id ON request (substr(request_id, 1, 4));

CREATE TABLE request_org (
  request_id bigint NOT NULL, org_id bigint NOT NULL,
  PRIMARY KEY (request_id, org_id)
);

CREATE TABLE request_header (
  external_header_id text COLLATE "C" NOT NULL, request_id bigint NOT NULL,
  PRIMARY KEY (external_header_id, request_id)
);
CREATE INDEX request_header_request ON request_header (request_id);

CREATE TABLE rejected_line (
  request_id bigint NOT NULL, request_index bigint NOT NULL, org_id bigint, data_source_id bigint,
  external_header_id text COLLATE "C" NOT NULL, external_line_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (external_header_id, request_id, request_index)
);
CREATE INDEX rejected_line_request ON rejected_line (request_id);

CREATE TABLE idempotency (
  caller_id bigint NOT NULL, status bigint NOT NULL, created_at timestamptz NOT NULL, method text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, body_hash bytea NOT NULL, answer bytea NOT NULL,
  PRIMARY KEY (caller_id, method, path, key)
);
ALTER TABLE idempotency ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX idempotency_created ON idempotency (created_at);

-- Candidates ----------------------------------------------------------------------------------------------

CREATE TABLE candidate_identity (
  org_id bigint NOT NULL, data_source_id bigint NOT NULL, candidate_id bigint NOT NULL,
  external_header_id text COLLATE "C" NOT NULL, external_line_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id)
);

-- A new status writes the entries of all indexes of its row again: what changes has a narrow table with few of them. Both
-- are read together as `candidate`; where nothing is asked of the state it is not looked at.
-- Lists and figures are read from indexes alone where the server knows that all see the same rows: it is told by the
-- vacuum, which comes after every fiftieth part that is new.
CREATE TABLE candidate_row (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, created_at timestamptz NOT NULL,
  data_source_id bigint NOT NULL, data_dest_id bigint NOT NULL,
  request_id bigint NOT NULL, request_index bigint NOT NULL, line bigint, header_line_count bigint,
  bpartner_id bigint NOT NULL, bpartner_location_id bigint, bpartner_contact_id bigint,
  bill_bpartner_id bigint, bill_location_id bigint, bill_contact_id bigint,
  drop_ship_bpartner_id bigint, drop_ship_location_id bigint, drop_ship_contact_id bigint,
  hand_over_bpartner_id bigint, hand_over_location_id bigint, hand_over_contact_id bigint,
  product_id bigint NOT NULL, uom_id bigint NOT NULL, pricing_system_id bigint, tax_category_id bigint,
  invoice_doc_type_id bigint, payment_term_id bigint, shipper_id bigint, sales_bpartner_id bigint,
  warehouse_id bigint, warehouse_dest_id bigint,
  date_ordered date NOT NULL, date_required date, preset_date_invoiced date, preset_date_shipped date,
  flat_identity boolean NOT NULL,
  external_header_id text COLLATE "C" NOT NULL, external_line_id text COLLATE "C" NOT NULL,
  po_reference text COLLATE "C" NOT NULL, product_description text COLLATE "C", description text COLLATE "C",
  qty numeric NOT NULL, price numeric, list_price numeric, currency text COLLATE "C", discount numeric,
  order_doc_type text COLLATE "C", payment_rule text COLLATE "C", delivery_rule text COLLATE "C",
  delivery_via_rule text COLLATE "C", overrides text COLLATE "C",
  qty_key text COLLATE "C" NOT NULL, price_key text COLLATE "C", po_reference_key text COLLATE "C" NOT NULL DEFAULT '',
  header_group text COLLATE "C" NOT NULL DEFAULT '', line_key text COLLATE "C"
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.1,
  autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX candidate_header_group ON candidate_row (org_id, data_source_id, header_group, id);
CREATE INDEX candidate_created_at ON candidate_row (created_at, id);
CREATE INDEX candidate_date_required ON candidate_row (coalesce(date_required, '-infinity'::date), id);
CREATE INDEX candidate_po_reference_key ON candidate_row (po_reference_key, id);
CREATE INDEX candidate_line_key ON candidate_row (coalesce(line_key, external_line_id), id);
CREATE INDEX candidate_bpartner ON candidate_row (bpartner_id, id);
CREATE INDEX candidate_product ON candidate_row (product_id, id);
CREATE INDEX candidate_qty ON candidate_row (qty_key, id);
CREATE INDEX candidate_price ON candidate_row (coalesce(price_key, ''), id);

CREATE TABLE candidate_state (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, data_source_id bigint NOT NULL, version bigint NOT NULL,
  updated_at timestamptz NOT NULL, status text COLLATE "C" NOT NULL, hold text COLLATE "C", problems json
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX candidate_status ON candidate_state (status, id, data_source_id, org_id);
CREATE INDEX candidate_hold ON candidate_state (hold, id) WHERE hold IS NOT NULL;

CREATE VIEW candidate AS
  SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id
  FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id;

CREATE TABLE candidate_content (
  candidate_id bigint PRIMARY KEY, content_version bigint NOT NULL, terms_block bigint, bpartner_block bigint,
  bill_bpartner_block bigint, drop_ship_bpartner_block bigint, hand_over_bpartner_block bigint, product_block bigint,
  content_hash bytea NOT NULL, content text COLLATE "C" NOT NULL
);
CREATE TABLE content_block (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key bytea NOT NULL UNIQUE, members text COLLATE "C" NOT NULL
);

CREATE TABLE candidate_problem (
  code text COLLATE "C" NOT NULL, candidate_id bigint NOT NULL,
  PRIMARY KEY (code, candidate_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Every change raises a candidate's version, so that is the number of the entry.
CREATE TABLE candidate_history (
  candidate_id bigint NOT NULL, version bigint NOT NULL, at timestamptz NOT NULL, order_id bigint, run_id bigint,
  actor text COLLATE "C" NOT NULL, event text COLLATE "C" NOT NULL, status_before text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL, changes text COLLATE "C" NOT NULL, problems_before json, problems json,
  document_no text COLLATE "C", released text COLLATE "C",
  PRIMARY KEY (candidate_id, version)
);

-- Who adds to a figure takes one of several rows, so that those who import together do not wait for each other.
CREATE TABLE candidate_count (
  quarter bigint NOT NULL, org_id bigint NOT NULL, data_source_id bigint NOT NULL, slot bigint NOT NULL,
  new bigint NOT NULL, error bigint NOT NULL, processed bigint NOT NULL, inactive bigint NOT NULL,
  PRIMARY KEY (quarter, org_id, data_source_id, slot)
) WITH (fillfactor = 50);

CREATE TABLE po_reference_use (
  bpartner_id bigint NOT NULL, org_id bigint NOT NULL, data_source_id bigint NOT NULL,
  po_reference text COLLATE "C" NOT NULL, external_header_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (po_reference, bpartner_id, org_id, data_source_id, external_header_id)
);

-- Orders --------------------------------------------------------------------------------------------------

CREATE TABLE document_counter (
  org_id bigint NOT NULL, document_type_id bigint NOT NULL, value bigint NOT NULL,
  PRIMARY KEY (org_id, document_type_id)
) WITH (fillfactor = 50);

CREATE TABLE sales_order (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, version bigint NOT NULL, created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL, document_type_id bigint NOT NULL, document_number bigint NOT NULL,
  data_source_id bigint, bpartner_id bigint NOT NULL, run_id bigint, allocated bigint NOT NULL DEFAULT 0,
  date_ordered date NOT NULL, awaits_payment boolean NOT NULL,
  status text COLLATE "C" NOT NULL, document_no text COLLATE "C" NOT NULL, external_header_id text COLLATE "C",
  po_reference text COLLATE "C", total_lines numeric NOT NULL, total_tax numeric NOT NULL, grand_total numeric NOT NULL,
  document_type json NOT NULL, header json NOT NULL, requests json NOT NULL, created_by text COLLATE "C",
  voided_by text COLLATE "C", void_reason text COLLATE "C",
  document_no_key text COLLATE "C" NOT NULL DEFAULT '', po_reference_key text COLLATE "C"
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE UNIQUE INDEX sales_order_number ON sales_order (org_id, document_type_id, document_number);
CREATE INDEX sales_order_bpartner ON sales_order (bpartner_id, id);
CREATE INDEX sales_order_created ON sales_order (created_at, org_id, data_source_id, allocated);
CREATE INDEX sales_order_document_no_key ON sales_order (document_no_key, id);
CREATE INDEX sales_order_header ON sales_order (external_header_id, id) WHERE external_header_id IS NOT NULL;
CREATE INDEX sales_order_po_reference_key ON sales_order (po_reference_key, id) WHERE po_reference_key IS NOT NULL;

CREATE TABLE sales_order_line (
  order_id bigint NOT NULL, line bigint NOT NULL, product_id bigint NOT NULL, uom_id bigint NOT NULL,
  price_uom_id bigint NOT NULL, tax_id bigint, date_required date, preset_date_invoiced date, preset_date_shipped date,
  product_code text COLLATE "C" NOT NULL, product_name text COLLATE "C" NOT NULL, product_description text COLLATE "C",
  description text COLLATE "C", qty numeric NOT NULL, uom_code text COLLATE "C" NOT NULL,
  qty_in_price_uom numeric NOT NULL, price_uom_code text COLLATE "C" NOT NULL, price_entered numeric NOT NULL,
  discount numeric NOT NULL, price numeric NOT NULL, net numeric NOT NULL, tax_code text COLLATE "C",
  tax_rate numeric, explanation json NOT NULL, warehouse_dest json,
  PRIMARY KEY (order_id, line)
);
CREATE TABLE sales_order_tax (
  order_id bigint NOT NULL, position bigint NOT NULL, tax_id bigint NOT NULL, reverse_charge boolean NOT NULL,
  code text COLLATE "C" NOT NULL, name text COLLATE "C", rate numeric NOT NULL, base numeric NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (order_id, position)
);

CREATE TABLE allocation (
  order_id bigint NOT NULL, line bigint NOT NULL, position bigint NOT NULL, candidate_id bigint NOT NULL,
  live boolean NOT NULL, qty numeric NOT NULL, released text COLLATE "C",
  PRIMARY KEY (order_id, line, position)
);
-- A candidate is in one order at a time.
CREATE UNIQUE INDEX allocation_live ON allocation (candidate_id) WHERE live;

CREATE TABLE order_setting (
  org_id bigint PRIMARY KEY REFERENCES organisation (id), merge_lines boolean NOT NULL
);
CREATE TABLE number_pattern (
  org_id bigint NOT NULL REFERENCES organisation (id), document_type_id bigint NOT NULL REFERENCES document_type (id),
  pattern text COLLATE "C" NOT NULL,
  PRIMARY KEY (org_id, document_type_id)
);

-- Runs ----------------------------------------------------------------------------------------------------

CREATE TABLE run (
  id bigint PRIMARY KEY, kind text COLLATE "C" NOT NULL, trigger text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL, actor text COLLATE "C" NOT NULL, release text COLLATE "C" NOT NULL DEFAULT '',
  orgs json, queued_at timestamptz NOT NULL, started_at timestamptz, finished_at timestamptz,
  total bigint NOT NULL DEFAULT 0, selected bigint NOT NULL, processed bigint NOT NULL, orders bigint NOT NULL,
  stayed bigint NOT NULL, failed bigint NOT NULL, stop_requested boolean NOT NULL, fence bigint NOT NULL DEFAULT 0,
  instance_id bigint, task json, selection bytea
) WITH (fillfactor = 50);
CREATE INDEX run_open ON run (id) WHERE finished_at IS NULL;
CREATE INDEX run_finished ON run (finished_at);
CREATE INDEX run_failed ON run (queued_at) WHERE state = 'failed';

CREATE TABLE run_result (
  run_id bigint NOT NULL, candidate_id bigint NOT NULL, order_id bigint, line bigint,
  outcome text COLLATE "C" NOT NULL, detail text COLLATE "C", warnings json,
  PRIMARY KEY (run_id, candidate_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX run_result_outcome ON run_result (run_id, outcome, candidate_id) WHERE outcome <> 'ordered';

CREATE TABLE schedule (
  org_id bigint PRIMARY KEY REFERENCES organisation (id), active boolean NOT NULL, cron text COLLATE "C" NOT NULL,
  paused_until timestamptz
);
CREATE TABLE schedule_state (
  org_id bigint PRIMARY KEY REFERENCES organisation (id), last_run_at timestamptz, due_at timestamptz,
  validated_stamp bigint
) WITH (fillfactor = 50);

CREATE TABLE lease (
  name text COLLATE "C" NOT NULL PRIMARY KEY, holder bigint NOT NULL, fence bigint NOT NULL UNIQUE
) WITH (fillfactor = 50);

CREATE TABLE instance (
  id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL, attachments text COLLATE "C" NOT NULL, started_at timestamptz NOT NULL,
  signed_at timestamptz NOT NULL, watching_since timestamptz NOT NULL, clock_ahead bigint NOT NULL,
  signs bigint NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE sign_in_failure (
  key bytea NOT NULL PRIMARY KEY, failures bigint NOT NULL, since timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX sign_in_failure_since ON sign_in_failure (since);

-- Attachments ---------------------------------------------------------------------------------------------

CREATE TABLE attachment_content (
  sha256 bytea NOT NULL PRIMARY KEY, claimed_until timestamptz, doomed boolean NOT NULL DEFAULT false,
  claimed_by bigint
);
CREATE INDEX attachment_content_claimed ON attachment_content (claimed_until) WHERE claimed_until IS NOT NULL;

CREATE TABLE attachment (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, created_at timestamptz NOT NULL, size bigint NOT NULL,
  data_source_id bigint, order_id bigint, external_header_id text COLLATE "C", sha256 bytea NOT NULL,
  file_name text COLLATE "C" NOT NULL, media_type text COLLATE "C" NOT NULL, tags json NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  CONSTRAINT attachment_target CHECK ((order_id IS NULL) = (external_header_id IS NOT NULL)),
  CONSTRAINT attachment_header_source CHECK ((external_header_id IS NULL) = (data_source_id IS NULL))
);
CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256)
  WHERE external_header_id IS NOT NULL;
CREATE UNIQUE INDEX attachment_order ON attachment (order_id, sha256) WHERE order_id IS NOT NULL;
CREATE INDEX attachment_content_of ON attachment (sha256);
