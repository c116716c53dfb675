-- Orders ----------------------------------------------------------------------------------------------------

-- Numbers that were drawn: from 1, without gaps.
CREATE TABLE document_counter (
  org_id INTEGER NOT NULL, document_type_id INTEGER NOT NULL, value INTEGER NOT NULL,
  PRIMARY KEY (org_id, document_type_id)
) STRICT, WITHOUT ROWID;

-- What an order shows stands in `header` as it was when the order was made; the columns beside it are for finding.
CREATE TABLE sales_order (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, version INTEGER NOT NULL, status TEXT NOT NULL,
  document_no TEXT NOT NULL, document_type_id INTEGER NOT NULL, document_number INTEGER NOT NULL, document_type TEXT NOT NULL, -- JSON
  awaits_payment INTEGER NOT NULL,
  data_source_id INTEGER, external_header_id TEXT, po_reference TEXT, bpartner_id INTEGER NOT NULL, date_ordered TEXT NOT NULL,
  header TEXT NOT NULL, -- JSON
  total_lines TEXT NOT NULL, total_tax TEXT NOT NULL, grand_total TEXT NOT NULL,
  requests TEXT NOT NULL, -- JSON array of ids
  run_id INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sales_order_number ON sales_order (org_id, document_type_id, document_number);
CREATE INDEX sales_order_document_no ON sales_order (document_no);
CREATE INDEX sales_order_header ON sales_order (external_header_id) WHERE external_header_id IS NOT NULL;
CREATE INDEX sales_order_po_reference ON sales_order (po_reference) WHERE po_reference IS NOT NULL;
CREATE INDEX sales_order_bpartner ON sales_order (bpartner_id);

CREATE TABLE sales_order_line (
  order_id INTEGER NOT NULL REFERENCES sales_order (id), line INTEGER NOT NULL,
  product_id INTEGER NOT NULL, product_code TEXT NOT NULL, product_name TEXT NOT NULL, product_description TEXT, description TEXT,
  qty TEXT NOT NULL, uom_id INTEGER NOT NULL, uom_code TEXT NOT NULL,
  qty_in_price_uom TEXT NOT NULL, price_uom_id INTEGER NOT NULL, price_uom_code TEXT NOT NULL,
  price_entered TEXT NOT NULL, discount TEXT NOT NULL, price TEXT NOT NULL, net TEXT NOT NULL,
  tax_id INTEGER, tax_code TEXT, tax_rate TEXT,
  explanation TEXT NOT NULL, -- JSON
  date_required TEXT, preset_date_invoiced TEXT, preset_date_shipped TEXT, warehouse_dest TEXT, -- JSON
  PRIMARY KEY (order_id, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE sales_order_tax (
  order_id INTEGER NOT NULL REFERENCES sales_order (id), position INTEGER NOT NULL,
  tax_id INTEGER NOT NULL, code TEXT NOT NULL, name TEXT, rate TEXT NOT NULL, reverse_charge INTEGER NOT NULL,
  base TEXT NOT NULL, amount TEXT NOT NULL,
  PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;

-- Which candidate gave which quantity, in the unit of the line; those of voided orders are no longer live.
CREATE TABLE allocation (
  order_id INTEGER NOT NULL, line INTEGER NOT NULL, position INTEGER NOT NULL,
  candidate_id INTEGER NOT NULL, qty TEXT NOT NULL, live INTEGER NOT NULL,
  PRIMARY KEY (order_id, line, position)
) STRICT, WITHOUT ROWID;
-- A candidate is never in two orders.
CREATE UNIQUE INDEX allocation_live ON allocation (candidate_id) WHERE live = 1;

-- What organisations have settled about their orders.
CREATE TABLE order_setting (
  org_id INTEGER PRIMARY KEY REFERENCES organisation (id), merge_lines INTEGER NOT NULL
) STRICT;
CREATE TABLE number_pattern (
  org_id INTEGER NOT NULL REFERENCES organisation (id), document_type_id INTEGER NOT NULL REFERENCES document_type (id), pattern TEXT NOT NULL,
  PRIMARY KEY (org_id, document_type_id)
) STRICT, WITHOUT ROWID;

-- Runs ------------------------------------------------------------------------------------------------------

CREATE TABLE run (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, trigger TEXT NOT NULL, state TEXT NOT NULL, actor TEXT NOT NULL,
  orgs TEXT, -- JSON array of ids; NULL means all
  queued_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
  selected INTEGER NOT NULL, processed INTEGER NOT NULL, orders INTEGER NOT NULL, stayed INTEGER NOT NULL, failed INTEGER NOT NULL,
  stop_requested INTEGER NOT NULL, alive_until INTEGER NOT NULL
) STRICT;
CREATE INDEX run_open ON run (alive_until) WHERE finished_at IS NULL;

CREATE TABLE run_result (
  run_id INTEGER NOT NULL, candidate_id INTEGER NOT NULL,
  outcome TEXT NOT NULL, -- ordered, held, failed, passed, changed, unchanged
  order_id INTEGER, line INTEGER,
  detail TEXT, -- what the order was split by, the hold, the problems (JSON), the status
  warnings TEXT, -- JSON, absent where there are none
  PRIMARY KEY (run_id, candidate_id)
) STRICT, WITHOUT ROWID;

-- Organisations without a row follow the default.
CREATE TABLE schedule (
  org_id INTEGER PRIMARY KEY REFERENCES organisation (id), active INTEGER NOT NULL, cron TEXT NOT NULL, paused_until INTEGER
) STRICT;
CREATE TABLE schedule_state (
  org_id INTEGER PRIMARY KEY REFERENCES organisation (id), last_run_at INTEGER, due_at INTEGER, validated_stamp INTEGER
) STRICT;

CREATE TABLE lease (
  name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Raised when partners, locations, contacts, products or prices change.
INSERT INTO counter (name, value) VALUES ('masterdata', 0);

-- Lines that were rejected although others of their request were taken: their header waits for them.
CREATE TABLE rejected_line (
  external_header_id TEXT NOT NULL, external_line_id TEXT NOT NULL, request_id INTEGER NOT NULL, request_index INTEGER NOT NULL,
  PRIMARY KEY (external_header_id, request_id, request_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX rejected_line_request ON rejected_line (request_id);

-- Candidates with a flat `externalId` have no header: those of one buyer and reference stand for one.
CREATE INDEX candidate_flat ON candidate (po_reference, bpartner_id) WHERE flat_identity = 1;
