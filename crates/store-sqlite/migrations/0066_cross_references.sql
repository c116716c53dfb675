-- Cross-references: the record that a value means in the rows of a data source, of a partner, or in all rows. One of the
-- targets is set, the one that fits the kind. The growing tables are not referenced, because changes of their records would
-- scan this one.
CREATE TABLE cross_reference (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  data_source_id INTEGER REFERENCES data_source (id), bpartner_id INTEGER, kind TEXT NOT NULL,
  member TEXT NOT NULL DEFAULT 'any', value TEXT NOT NULL, value_key TEXT NOT NULL,
  target_bpartner_id INTEGER, target_location_id INTEGER,
  target_contact_id INTEGER, target_product_id INTEGER,
  target_uom_id INTEGER REFERENCES uom (id), target_shipper_id INTEGER REFERENCES shipper (id),
  target_payment_term_id INTEGER REFERENCES payment_term (id), target_warehouse_id INTEGER REFERENCES warehouse (id),
  note TEXT
) STRICT;
-- Imports look up values of all kinds.
CREATE UNIQUE INDEX cross_reference_value
  ON cross_reference (value, kind, org_id, member, coalesce(data_source_id, 0), coalesce(bpartner_id, 0));
-- Imports skip the values of kinds that no cross-reference has.
CREATE INDEX cross_reference_kind ON cross_reference (kind);
CREATE INDEX cross_reference_value_key ON cross_reference (value_key);
CREATE INDEX cross_reference_target ON cross_reference (coalesce(target_bpartner_id, target_location_id, target_contact_id,
  target_product_id, target_uom_id, target_shipper_id, target_payment_term_id, target_warehouse_id));
-- Uses by imports. Concurrent writers use different slots.
CREATE TABLE cross_reference_use (
  cross_reference_id INTEGER NOT NULL, slot INTEGER NOT NULL, uses INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
  PRIMARY KEY (cross_reference_id, slot)
) STRICT, WITHOUT ROWID;
