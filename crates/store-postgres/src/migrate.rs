//! Migration steps of the schema. Each is applied once, in order.

use orderdock_domain::cast;
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::maintenance::copy::{MARK, unfinished};

use crate::address::Address;
use crate::large_step::LargeStep;
use crate::link::{Link, run_on_thread};
use crate::locks::{HEARTBEAT_INTERVALS, LIMITS, MIGRATION};
use crate::search_index;

/// All steps. A released step never changes; every change of the schema is a new step at the end. Each step has a name
/// and the number of steps that a program must know to run on the new schema. That is its own number if it removes
/// something that is in use, or if new values cannot be read by older programs; otherwise a lower one.
pub const MIGRATIONS: &[(&str, i64, &str)] = &[
    ("schema", 1, include_str!("../migrations/0001_schema.sql")),
    ("common records", 2, include_str!("../migrations/0002_common_records.sql")),
    ("comments on master data", 2, include_str!("../migrations/0003_comments_master_data.sql")),
    ("comments on orders", 2, include_str!("../migrations/0004_comments_orders.sql")),
    ("steps of instances", 2, include_str!("../migrations/0005_steps_of_instances.sql")),
    ("days in their index", 2, include_str!("../migrations/0006_days_in_their_index.sql")),
    ("outbox", 2, include_str!("../migrations/0007_outbox.sql")),
    ("hand-over", 2, include_str!("../migrations/0008_handover.sql")),
    ("webhooks", 2, include_str!("../migrations/0009_webhooks.sql")),
    ("notifications", 2, include_str!("../migrations/0010_notifications.sql")),
    ("causes of problems", 2, include_str!("../migrations/0011_problem_causes.sql")),
    ("undoing", 12, include_str!("../migrations/0012_undoing.sql")),
    ("attention", 13, include_str!("../migrations/0013_attention.sql")),
    ("saved views", 2, include_str!("../migrations/0014_saved_views.sql")),
    ("who may stay", 13, include_str!("../migrations/0015_who_may_stay.sql")),
    ("orders of a run", 13, include_str!("../migrations/0016_orders_of_a_run.sql")),
    ("keys beside states", 17, include_str!("../migrations/0017_keys_beside_states.sql")),
    ("lists by status", 17, include_str!("../migrations/0018_lists_by_status.sql")),
    ("causes that came", 13, include_str!("../migrations/0019_causes_that_came.sql")),
    ("added lines", 20, include_str!("../migrations/0020_added_lines.sql")),
    ("storage use", 13, include_str!("../migrations/0021_storage_use.sql")),
    ("rounding", 13, include_str!("../migrations/0022_rounding.sql")),
    ("matching", 13, include_str!("../migrations/0023_matching.sql")),
    ("one key space", 20, include_str!("../migrations/0024_one_key_space.sql")),
    ("free of charge", 25, include_str!("../migrations/0025_free_of_charge.sql")),
    ("net values", 13, include_str!("../migrations/0026_net_values.sql")),
    ("search", 13, include_str!("../migrations/0027_search.sql")),
    ("promotion codes", 13, include_str!("../migrations/0028_promotion_codes.sql")),
    ("candidates by promotion code", 13, include_str!("../migrations/0029_candidates_by_promotion_code.sql")),
    ("folded keys", 13, include_str!("../migrations/0030_folded_keys.sql")),
    ("candidates by unit", 13, include_str!("../migrations/0031_candidates_by_unit.sql")),
    ("external systems", 13, include_str!("../migrations/0032_external_systems.sql")),
    ("external system of candidates", 13, include_str!("../migrations/0033_system_of_candidates.sql")),
    ("candidates by external system", 13, include_str!("../migrations/0034_candidates_by_system.sql")),
    ("references", 13, include_str!("../migrations/0035_references.sql")),
    ("identity by external system", 36, include_str!("../migrations/0036_identity_by_system.sql")),
    ("external references", 36, include_str!("../migrations/0037_external_references.sql")),
    ("cross-references", 36, include_str!("../migrations/0038_cross_references.sql")),
    ("products of partners", 36, include_str!("../migrations/0039_bpartner_products.sql")),
    ("GTINs of products", 36, include_str!("../migrations/0040_product_gtins.sql")),
    ("unresolved references", 41, include_str!("../migrations/0041_unresolved_references.sql")),
    ("letterhead", 41, include_str!("../migrations/0042_letterhead.sql")),
    ("rejected rows", 41, include_str!("../migrations/0043_rejected_rows.sql")),
    ("missing records", 41, include_str!("../migrations/0044_missing_records.sql")),
    ("lists of missing records", 41, include_str!("../migrations/0045_missing_record_lists.sql")),
    ("import drafts", 41, include_str!("../migrations/0046_import_drafts.sql")),
];
/// Steps that only create indexes of potentially large tables or fill their rows. If the tables have rows, this is done
/// outside the transaction of the other steps, so that writers are not blocked.
pub const APART: [i64; 5] = [16, 18, 29, 31, 34];
/// The first step after which instances report the number of steps that they know.
const TELLING: i64 = 5;

/// The step that merges the idempotency keys of both prefixes, and the query for the number of duplicates.
const MERGES_KEYS: i64 = 24;
const MERGED_KEYS: &str = "SELECT value FROM counter WHERE name = 'idempotency_keys_merged'";

/// The table of applied steps, by which an Orderdock database is recognised.
const STEPS: &str = "CREATE TABLE IF NOT EXISTS schema_step (
    number bigint PRIMARY KEY,
    name text COLLATE \"C\" NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    program text COLLATE \"C\" NOT NULL,
    beside_from bigint NOT NULL
);
COMMENT ON TABLE schema_step IS 'The steps by which this schema came to be; written by Orderdock alone.';
COMMENT ON COLUMN schema_step.number IS 'The place of the step, from one.';
COMMENT ON COLUMN schema_step.name IS 'What the step is about.';
COMMENT ON COLUMN schema_step.applied_at IS 'When it was applied, UTC.';
COMMENT ON COLUMN schema_step.program IS 'The version of Orderdock that applied it.';
COMMENT ON COLUMN schema_step.beside_from IS 'How many steps a program must know to go on beside this one.';";

/// Applies the missing steps and returns their number. Several processes may call it concurrently.
pub fn migrate(address: &Address) -> StoreResult<usize> {
    run_on_thread("the migration", || bring_up_to_date(address))
}

fn bring_up_to_date(address: &Address) -> StoreResult<usize> {
    let link = Link::connect(address, "orderdock/migrate")?;
    let known = cast::<i64>(MIGRATIONS.len());
    reject_unfinished(|sql| link.word(sql))?;
    match steps(&link)? {
        Some(done) if done == known => return search_index::ensure(&link).map(|()| 0),
        Some(done) if done > known => return check_compatibility(&link, done, known),
        _ => {}
    }
    let mut all = 0;
    loop {
        link.batch(&format!("BEGIN; {LIMITS}"))?;
        if figure(&link, &format!("SELECT pg_try_advisory_xact_lock({MIGRATION})::int"))? == 0 {
            tracing::warn!(database = %address, "waiting for another process to finish migrating");
            link.batch(&format!("SELECT pg_advisory_xact_lock({MIGRATION})"))?;
        }
        let applied = apply(&link, known);
        match &applied {
            Ok(_) => link.batch("COMMIT")?,
            Err(_) => link.batch("ROLLBACK")?,
        }
        let (applied, missing) = applied?;
        all += applied;
        if missing.is_empty() {
            return search_index::ensure(&link).map(|()| all);
        }
        // the next iteration records this step and applies the following ones
        missing.iter().try_for_each(|large| large.make(&link))?;
    }
}

/// Applies missing steps up to one with long-running work. Returns the number of applied steps, and that work.
fn apply(link: &Link, known: i64) -> StoreResult<(usize, Vec<LargeStep<'static>>)> {
    let done = steps(link)?;
    if done.is_none() {
        reject_foreign(link)?;
        link.batch(STEPS)?;
    }
    let done = done.unwrap_or_default();
    if done > known {
        return check_compatibility(link, done, known).map(|steps| (steps, Vec::new()));
    }
    let missing = MIGRATIONS.iter().zip(1_i64..).skip(cast(done));
    check_other_instances(link, done, missing.clone().map(|((_, beside_from, _), _)| *beside_from).max())?;
    let mut applied = 0;
    for ((name, beside_from, sql), number) in missing {
        if done > 0 && APART.contains(&number) {
            let all = LargeStep::of_step(sql)?;
            for large in &all {
                if !large.is_there(link)? {
                    return Ok((applied, all));
                }
            }
            all.iter().filter_map(LargeStep::whole).try_for_each(|whole| link.batch(&whole))?;
        } else {
            link.batch(sql)?;
        }
        let program = env!("CARGO_PKG_VERSION");
        link.batch(&format!(
            "INSERT INTO schema_step (number, name, program, beside_from) \
             VALUES ({number}, '{name}', '{program}', {beside_from})"
        ))?;
        applied += 1;
        if done > 0 && number == MERGES_KEYS {
            let merged = figure(link, MERGED_KEYS)?;
            tracing::info!(merged, "idempotency keys of /api and /api/v1 merged");
        }
    }
    Ok((applied, Vec::new()))
}

/// Checks the running instances of older versions. Logs those that can continue, and fails if one cannot.
fn check_other_instances(link: &Link, done: i64, needed: Option<i64>) -> StoreResult<()> {
    let Some(needed) = needed.filter(|_| done > 0) else { return Ok(()) };
    let steps = if done < TELLING { "4" } else { "coalesce(nullif(steps, 0), 4)" };
    let dead = HEARTBEAT_INTERVALS.dead.as_secs();
    let others = |may_stay: &str| {
        link.word(&format!(
            "SELECT coalesce(string_agg(name || ' (' || version || ')', ', ' ORDER BY id), '') FROM instance \
             WHERE signed_at > clock_timestamp() - interval '{dead} s' AND {steps} {may_stay} {needed}"
        ))
    };
    let (staying, leaving) = (others(">=")?, others("<")?);
    if !leaving.is_empty() {
        return Err(StoreError::Unavailable(format!(
            "nothing was changed: these running instances are too old for the new schema (it requires {needed} known \
             migration steps). Stop them, then migrate: {leaving}"
        )));
    }
    if !staying.is_empty() {
        tracing::warn!("older instances continue with the new schema: {staying}");
    }
    Ok(())
}

/// Checks whether this version can run on a schema of a newer version.
fn check_compatibility(link: &Link, done: i64, known: i64) -> StoreResult<usize> {
    let needed = figure(link, &needed(known))?;
    if needed <= known {
        tracing::info!(done, known, "schema is newer than this version but compatible");
        return Ok(0);
    }
    Err(StoreError::Unavailable(format!(
        "the database was written by a newer version of Orderdock: its schema has {done} migration steps, of which {needed} \
         must be known; this version knows {known}"
    )))
}

/// Returns the query for the number of steps that a program must know to use a schema with more than `known` steps.
pub fn needed(known: i64) -> String {
    format!("SELECT coalesce(max(beside_from), 0)::bigint FROM schema_step WHERE number > {known}")
}

/// Returns the number of applied steps of a database; `None` if it is not an Orderdock database.
pub fn steps(link: &Link) -> StoreResult<Option<i64>> {
    let table_count = figure(link, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_step')")?;
    if table_count == 0 {
        return Ok(None);
    }
    figure(link, "SELECT coalesce(max(number), 0)::bigint FROM schema_step").map(Some)
}

/// Rejects the database of another program before anything is changed.
fn reject_foreign(link: &Link) -> StoreResult<()> {
    let tables = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE c.relkind IN ('r', 'p') AND n.nspname = current_schema() \
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')";
    if figure(link, tables)? == 0 {
        return Ok(());
    }
    Err(StoreError::Unavailable(
        "the database contains tables of another program; create a database for Orderdock alone".to_owned(),
    ))
}

/// Rejects a database with an incomplete copy.
pub fn reject_unfinished(read_text: impl FnOnce(&str) -> StoreResult<String>) -> StoreResult<()> {
    let started = read_text(&format!("SELECT (to_regclass('{MARK}') IS NOT NULL)::text"))?;
    if started == "true" { Err(unfinished()) } else { Ok(()) }
}

fn figure(link: &Link, sql: &str) -> StoreResult<i64> {
    link.word(sql)?.parse().map_err(|_| StoreError::Statement(format!("expected a number: {sql}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocking_connection::BlockingConnection;
    use crate::testing::{BEHIND_16, Copied, TemplateDatabase, bare_database};

    /// Undoing runs needs step 12; holds and assignees of candidates need step 13.
    #[test]
    fn migration_raises_the_required_version_of_applied_steps() {
        let copy = TemplateDatabase::migrated().copy();
        let plain = BlockingConnection::connect(&copy.address).unwrap();
        let required = || {
            let required = "SELECT number || ' ' || beside_from FROM schema_step WHERE number BETWEEN 11 AND 15 ORDER BY number";
            plain.texts(required).unwrap()
        };
        let expected = ["11 2", "12 12", "13 13", "14 2", "15 13"];
        assert_eq!(required(), expected);
        let revert = "UPDATE schema_step SET beside_from = 2 WHERE number IN (12, 13); DROP INDEX sales_order_run; \
            DELETE FROM schema_step WHERE number > 14";
        plain.batch(revert).unwrap();
        plain.batch(BEHIND_16).unwrap();
        assert_eq!(migrate(&copy.address).unwrap(), MIGRATIONS.len() - 14);
        assert_eq!(required(), expected);
        for (known, minimum) in [(2, 41), (11, 41), (14, 41), (16, 41), (36, 41)] {
            assert_eq!(plain.figure(&needed(known)).unwrap(), minimum, "{known}");
        }
    }

    /// Restores the schema from before the identity by external system.
    const BEFORE_SYSTEMS: &str = "DELETE FROM schema_step WHERE number > 35; \
        DROP VIEW candidate; DROP TABLE open_reference, missing_record, missing_record_line, reference_mapping; ALTER TABLE data_source DROP COLUMN unresolved_references; \
        ALTER TABLE candidate_row DROP COLUMN unresolved; CREATE VIEW candidate AS \
          SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to, s.net \
          FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id; \
        ALTER TABLE organisation DROP COLUMN legal_name, DROP COLUMN address1, DROP COLUMN address2, DROP COLUMN postal, DROP COLUMN city, \
          DROP COLUMN vat_id, DROP COLUMN phone, DROP COLUMN email, DROP COLUMN footer, DROP COLUMN logo; \
        DROP TABLE import_draft, import_draft_cell, import_draft_row, import_draft_request, import_mapping, rejected_row, cross_reference_use, cross_reference, bpartner_product, product_gtin, external_reference; \
        ALTER TABLE candidate_identity DROP COLUMN system_key, DROP COLUMN external_system_id, \
          ADD PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id); \
        ALTER TABLE rejected_line DROP COLUMN external_system_id; ALTER TABLE attachment DROP COLUMN external_system_id; \
        CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256) \
          WHERE external_header_id IS NOT NULL; \
        INSERT INTO candidate_row (id, org_id, created_at, data_source_id, data_dest_id, request_id, request_index, \
          bpartner_id, product_id, uom_id, date_ordered, flat_identity, external_header_id, external_line_id, \
          po_reference, qty, qty_key, header_group, external_system_id) \
        SELECT id, 1, now(), 1, 1, 1, 1, 1, 1, 1, now(), false, header, '1', '', 1, 'p11', lower(header), system \
        FROM (VALUES (1, 'H', NULL), (2, 'I', 7)) v (id, header, system); \
        INSERT INTO candidate_identity (org_id, data_source_id, candidate_id, external_header_id, external_line_id) \
        VALUES (1, 1, 1, 'H', '1'), (1, 1, 2, 'I', '1'), (1, 1, 3, 'J', '1'); \
        INSERT INTO attachment (id, org_id, created_at, size, data_source_id, external_header_id, sha256, file_name, \
          media_type, tags, created_by) \
        SELECT candidate_id, 1, now(), 1, 1, external_header_id, '\\x01', '', '', '[]', '' FROM candidate_identity; \
        INSERT INTO rejected_line (request_id, request_index, external_header_id, external_line_id) VALUES (1, 0, 'H', '2')";

    #[test]
    fn migration_adds_systems_to_identities_and_incoming_orders() {
        let copy = TemplateDatabase::migrated().copy();
        let plain = BlockingConnection::connect(&copy.address).unwrap();
        plain.batch(BEFORE_SYSTEMS).unwrap();
        assert_eq!(migrate(&copy.address).unwrap(), MIGRATIONS.len() - 35);
        let found = "SELECT concat_ws(' ', i.candidate_id, i.system_key, coalesce(i.external_system_id::text, 'none'), \
              coalesce(a.external_system_id::text, 'none'), replace(c.header_group, U&'\\001F', '|')) \
            FROM candidate_identity i LEFT JOIN candidate_row c ON c.id = i.candidate_id \
            JOIN attachment a ON a.external_header_id = i.external_header_id ORDER BY 1";
        assert_eq!(plain.texts(found).unwrap(), ["1 0 none none h", "2 0 7 7 i||7", "3 0 none none"]);
        let any = "SELECT count(*) FROM rejected_line WHERE external_system_id IS NULL";
        assert_eq!(plain.figure(any).unwrap(), 1);
    }

    /// Creates a database with only the first `steps` steps.
    fn before(steps: usize) -> Copied {
        let database = bare_database();
        let plain = BlockingConnection::connect(&database.address).unwrap();
        plain.batch(STEPS).unwrap();
        for ((name, beside_from, sql), number) in MIGRATIONS[..steps].iter().zip(1..) {
            plain.batch(sql).unwrap();
            let insert =
                format!("INSERT INTO schema_step VALUES ({number}, '{name}', now(), 'test', {beside_from})");
            plain.batch(&insert).unwrap();
        }
        database
    }

    #[test]
    fn keys_with_other_spaces_are_recorded_once() {
        const BEFORE: usize = 22;
        let database = before(BEFORE);
        let plain = BlockingConnection::connect(&database.address).unwrap();
        let insert = "INSERT INTO product (id, org_id, code, name, uom_id, code_key, name_key) VALUES \
              (1, 0, U&'A\\00A0B\\3000C', '', 3001, '', ''), (2, 0, 'A B C', '', 3001, '', ''), \
              (3, 0, U&'\\00C4 B', '', 3001, '', ''), (4, 0, U&'A\\200AB', '', 3001, '', ''); \
            INSERT INTO candidate_identity (external_header_id, external_line_id, org_id, data_source_id, candidate_id) \
            VALUES (U&'A\\00A0B\\3000C', U&'X\\20031', 1, 1, 1)";
        plain.batch(insert).unwrap();
        // all space separators of Unicode
        let spaces = "00A0 1680 2000 2001 2002 2003 2004 2005 2006 2007 2008 2009 200A 202F 205F 3000";
        for (space, id) in spaces.split(' ').zip(1..) {
            let insert = format!(
                "INSERT INTO bpartner (id, org_id, code, name, code_key, name_key) \
                 VALUES ({id}, 0, U&'Z\\{space}Z', '', '', '')"
            );
            plain.batch(&insert).unwrap();
        }
        assert_eq!(migrate(&database.address).unwrap(), MIGRATIONS.len() - BEFORE);
        let found = "SELECT concat(plain, '|', spelling) FROM key_spelling WHERE plain <> 'Z Z' ORDER BY 1";
        let expected = ["A B C|A\u{A0}B\u{3000}C", "A B|A\u{200A}B", "X 1|X\u{2003}1"];
        assert_eq!(plain.texts(found).unwrap(), expected);
        let all = "SELECT string_agg(upper(lpad(to_hex(ascii(substr(spelling, 2, 1))), 4, '0')), ' ' ORDER BY spelling) \
            FROM key_spelling WHERE plain = 'Z Z'";
        assert_eq!(plain.text(all).unwrap(), spaces);
    }

    /// The candidates were imported by a version that did not store content in blocks.
    #[test]
    fn content_without_blocks_is_not_reported_as_incomplete() {
        let database = before(35);
        let plain = BlockingConnection::connect(&database.address).unwrap();
        let insert = "INSERT INTO candidate_row (id, org_id, created_at, data_source_id, data_dest_id, request_id, \
              request_index, bpartner_id, product_id, uom_id, date_ordered, flat_identity, external_header_id, \
              external_line_id, po_reference, qty, qty_key, header_group) \
            VALUES (1, 1, now(), 1, 1, 1, 1, 1, 1, 1, now(), false, 'H', '1', 'PO', 1, 'p11', 'h'); \
            INSERT INTO candidate_content (candidate_id, content, content_version, content_hash) \
            VALUES (1, E'/qty\\tn\\t5\\n', 1, decode(repeat('00', 16), 'hex'))";
        plain.batch(insert).unwrap();
        migrate(&database.address).unwrap();
        let doubted = || -> Vec<String> {
            let found = crate::doctor::examine(&database.address, 6, jiff::Timestamp::UNIX_EPOCH).unwrap();
            found.into_iter().map(|finding| finding.fault).filter(|fault| fault.contains("content")).collect()
        };
        assert_eq!(doubted(), [""; 0]);
        plain.batch("UPDATE candidate_content SET product_block = 7").unwrap();
        assert_eq!(doubted(), ["contents with a missing block: 1"]);
    }

    #[test]
    fn migration_merges_keys_of_both_prefixes_and_keeps_the_newer() {
        let before_merge = usize::try_from(MERGES_KEYS).unwrap() - 1;
        let database = before(before_merge);
        let plain = BlockingConnection::connect(&database.address).unwrap();
        plain
            .batch(
                "INSERT INTO idempotency (caller_id, method, path, key, body_hash, status, answer, created_at) \
                 SELECT 1, 'POST', path, key, '', 200, '', to_timestamp(at) FROM (VALUES \
                   ('/api/sales/order', 'both', 1), ('/api/v1/sales/order', 'both', 2), \
                   ('/api/sales/order', 'older', 4), ('/api/v1/sales/order', 'older', 3), \
                   ('/api/v1/sales/order', 'alone', 5), ('/api/sales/order', 'plain', 6)) v (path, key, at)",
            )
            .unwrap();
        assert_eq!(migrate(&database.address).unwrap(), MIGRATIONS.len() - before_merge);
        let query = "SELECT concat_ws(' ', path, key, extract(epoch FROM created_at)::bigint) FROM idempotency \
            ORDER BY created_at";
        let expected =
            ["both 2", "older 4", "alone 5", "plain 6"].map(|rest| format!("/api/sales/order {rest}"));
        assert_eq!(plain.texts(query).unwrap(), expected);
        assert_eq!(plain.figure(MERGED_KEYS).unwrap(), 2);
    }

    #[test]
    fn migration_is_rejected_while_incompatible_instances_run() {
        let copy = TemplateDatabase::migrated().copy();
        let link = Link::connect(&copy.address, "test").unwrap();
        let others =
            |done, needed| check_other_instances(&link, done, needed).map_err(|error| error.to_string());
        link.batch(
            "INSERT INTO instance (id, name, session, version, attachments, started_at, signed_at, watching_since, \
               clock_ahead, signs, steps) \
             SELECT n, 'machine-' || n, 's', '0.' || n, 'a', clock_timestamp(), clock_timestamp() - ago, clock_timestamp(), 0, 0, n \
             FROM (VALUES (7, interval '0'), (8, interval '3 s'), (6, interval '1 minute'), (0, interval '0')) v (n, ago)",
        )
        .unwrap();
        assert_eq!(others(7, None), Ok(()), "nothing is to be done");
        assert_eq!(others(7, Some(4)), Ok(()), "an instance without a step count has four");
        for (needed, named) in [(5, "0 (0.0)"), (7, "0 (0.0)"), (8, "0 (0.0), machine-7 (0.7)")] {
            let rejected = others(7, Some(needed)).unwrap_err();
            assert!(rejected.ends_with(&format!(": machine-{named}")), "{rejected}");
        }
        assert_eq!(others(4, Some(4)), Ok(()), "before step counts were stored, all had four");
        assert!(others(4, Some(5)).is_err());
    }
}
