//! Migration steps of the schema. Each is applied once, in order.

use orderdock_domain::cast;
use orderdock_store::{StoreError, StoreResult};
use rusqlite::{Connection, TransactionBehavior};

use crate::connection::{APPLICATION_ID, pragma, reject_unfinished};
use crate::error::translate;

/// All steps. A released step never changes; every change of the schema is a new step at the end.
pub const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_schema.sql"),
    include_str!("../migrations/0002_common_records.sql"),
    include_str!("../migrations/0003_attachments.sql"),
    include_str!("../migrations/0004_orders.sql"),
    include_str!("../migrations/0005_corrections.sql"),
    include_str!("../migrations/0006_masterdata_history.sql"),
    include_str!("../migrations/0007_users.sql"),
    include_str!("../migrations/0008_sessions.sql"),
    include_str!("../migrations/0009_lists.sql"),
    include_str!("../migrations/0010_run_ends.sql"),
    include_str!("../migrations/0011_request_headers.sql"),
    include_str!("../migrations/0012_run_total.sql"),
    include_str!("../migrations/0013_request_strict.sql"),
    include_str!("../migrations/0014_finding.sql"),
    include_str!("../migrations/0015_run_outcomes.sql"),
    include_str!("../migrations/0016_allocated.sql"),
    include_str!("../migrations/0017_order_history.sql"),
    include_str!("../migrations/0018_request_org.sql"),
    include_str!("../migrations/0019_import_problems.sql"),
    include_str!("../migrations/0020_release.sql"),
    include_str!("../migrations/0021_values.sql"),
    include_str!("../migrations/0022_disabled_users.sql"),
    include_str!("../migrations/0023_rejected_lines.sql"),
    include_str!("../migrations/0024_negative_prices.sql"),
    include_str!("../migrations/0025_request_people.sql"),
    include_str!("../migrations/0026_request_kinds.sql"),
    include_str!("../migrations/0027_no_triggers.sql"),
    include_str!("../migrations/0028_header_groups.sql"),
    include_str!("../migrations/0029_fences.sql"),
    include_str!("../migrations/0030_generations.sql"),
    include_str!("../migrations/0031_content_blocks.sql"),
    include_str!("../migrations/0032_record_generations.sql"),
    include_str!("../migrations/0033_request_origins.sql"),
    include_str!("../migrations/0034_short_keys.sql"),
    include_str!("../migrations/0035_candidate_ranges.sql"),
    include_str!("../migrations/0036_sorting.sql"),
    include_str!("../migrations/0037_counter_slots.sql"),
    include_str!("../migrations/0038_instances.sql"),
    include_str!("../migrations/0039_steps_of_instances.sql"),
    include_str!("../migrations/0040_outbox.sql"),
    include_str!("../migrations/0041_handover.sql"),
    include_str!("../migrations/0042_webhooks.sql"),
    include_str!("../migrations/0043_notifications.sql"),
    include_str!("../migrations/0044_problem_causes.sql"),
    include_str!("../migrations/0045_undoing.sql"),
    include_str!("../migrations/0046_attention.sql"),
    include_str!("../migrations/0047_saved_views.sql"),
    include_str!("../migrations/0048_orders_of_a_run.sql"),
    include_str!("../migrations/0049_causes_that_came.sql"),
    include_str!("../migrations/0050_added_lines.sql"),
    include_str!("../migrations/0051_storage_use.sql"),
    include_str!("../migrations/0052_rounding.sql"),
    include_str!("../migrations/0053_matching.sql"),
    include_str!("../migrations/0054_one_key_space.sql"),
    include_str!("../migrations/0055_free_of_charge.sql"),
    include_str!("../migrations/0056_net_values.sql"),
    include_str!("../migrations/0057_search.sql"),
    include_str!("../migrations/0058_promotion_codes.sql"),
    include_str!("../migrations/0059_folded_keys.sql"),
    include_str!("../migrations/0060_candidates_by_unit.sql"),
    include_str!("../migrations/0061_external_systems.sql"),
    include_str!("../migrations/0062_candidates_by_system.sql"),
    include_str!("../migrations/0063_references.sql"),
    include_str!("../migrations/0064_identity_by_system.sql"),
    include_str!("../migrations/0065_external_references.sql"),
    include_str!("../migrations/0066_cross_references.sql"),
    include_str!("../migrations/0067_bpartner_products.sql"),
    include_str!("../migrations/0068_product_gtins.sql"),
    include_str!("../migrations/0069_unresolved_references.sql"),
    include_str!("../migrations/0070_letterhead.sql"),
    include_str!("../migrations/0071_rejected_rows.sql"),
    include_str!("../migrations/0072_missing_records.sql"),
    include_str!("../migrations/0073_missing_record_lists.sql"),
    include_str!("../migrations/0074_import_drafts.sql"),
];

/// The number of the step that merges the idempotency keys of both prefixes, and the query for the number of
/// duplicates.
const MERGES_KEYS: usize = 54;
const MERGED_KEYS: &str = "SELECT value FROM counter WHERE name = 'idempotency_keys_merged'";

/// Applies the missing steps and returns their number. Several processes may call it concurrently.
pub fn migrate(connection: &mut Connection) -> StoreResult<usize> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(translate)?;
    reject_unfinished(&transaction)?;
    let done = steps(&transaction)?;
    let Some(missing) = MIGRATIONS.get(done..) else {
        return Err(StoreError::Unavailable(format!(
            "the database was written by a newer version of Orderdock: its schema has {done} steps, this \
             version knows {}",
            MIGRATIONS.len()
        )));
    };
    if missing.is_empty() {
        return Ok(0);
    }
    for step in missing {
        transaction.execute_batch(step).map_err(translate)?;
    }
    if done > 0 && done < MERGES_KEYS {
        let merged: i64 = transaction.query_row(MERGED_KEYS, [], |row| row.get(0)).map_err(translate)?;
        tracing::info!(merged, "idempotency keys of /api and /api/v1 merged");
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(translate)?;
    transaction.pragma_update(None, "user_version", cast::<i32>(MIGRATIONS.len())).map_err(translate)?;
    transaction.commit().map_err(translate)?;
    Ok(missing.len())
}

/// Returns the number of applied steps of a database.
pub fn steps(connection: &Connection) -> StoreResult<usize> {
    let steps: i64 = pragma(connection, "user_version")?;
    Ok(usize::try_from(steps).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use orderdock_domain::ids::{CallerId, CandidateId, OrganisationId, RequestId};
    use orderdock_domain::import::{RequestKind, RowNote, RowNoteOutcome};
    use orderdock_domain::problem::ProblemCode;
    use orderdock_store::{RequestOwnership, StoredBody, StoredRequest, from_json};
    use orderdock_store_sql::{maintenance::examine, reference, requests};
    use rusqlite::params;

    use super::*;
    use crate::transaction::SqliteTransaction;

    /// Tables without rowid whose key is not in the first columns. SQLite of Debian 12 (3.40) can report such a table
    /// as damaged, but not if it has rows like these.
    const CONTENT: [&str; 1] = ["product_price_scale"];

    #[test]
    fn tables_without_rowid_begin_with_their_key() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let sql = "SELECT DISTINCT t.name FROM pragma_table_list t, pragma_table_info(t.name) c
            WHERE t.wr = 1 AND t.schema = 'main' AND c.pk > 0 AND c.pk <> c.cid + 1
            ORDER BY t.name";
        let mut statement = connection.prepare(sql).unwrap();
        let misplaced: rusqlite::Result<Vec<String>> =
            statement.query_map([], |row| row.get(0)).unwrap().collect();
        assert_eq!(misplaced.unwrap(), CONTENT);
        let count = "SELECT count(*) FROM pragma_table_list WHERE wr = 1";
        let tables: i64 = connection.query_row(count, [], |row| row.get(0)).unwrap();
        assert!(tables > 10, "{tables} tables were looked at");
    }

    #[test]
    fn migration_continues_the_reference_generation() {
        const BEFORE: usize = 29;
        let mut connection = Connection::open_in_memory().unwrap();
        for step in &MIGRATIONS[..BEFORE] {
            connection.execute_batch(step).unwrap();
        }
        connection.pragma_update(None, "user_version", 29).unwrap();
        connection.execute("UPDATE counter SET value = 9 WHERE name = 'reference'", []).unwrap();
        connection.execute("INSERT INTO organisation (id, code, name) VALUES (5, '001', 'One')", []).unwrap();
        migrate(&mut connection).unwrap();
        let mut statement = connection.prepare("SELECT org_id, value FROM generation ORDER BY 1").unwrap();
        let rows: rusqlite::Result<Vec<(i64, i64)>> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().collect();
        assert_eq!(rows.unwrap(), [(0, 10), (5, 0)]);
    }

    #[test]
    fn migration_merges_keys_of_both_prefixes_and_keeps_the_newer() {
        let mut connection = before(MERGES_KEYS - 1);
        let rows = [
            ("/api/sales/order", "both", 1),
            ("/api/v1/sales/order", "both", 2),
            ("/api/sales/order", "older", 4),
            ("/api/v1/sales/order", "older", 3),
            ("/api/v1/sales/order", "alone", 5),
            ("/api/sales/order", "plain", 6),
        ];
        for (path, key, at) in rows {
            let values = params![path, key, at];
            let insert = "INSERT INTO idempotency (caller_id, method, path, key, body_hash, status, answer, created_at) \
                          VALUES (1, 'POST', ?1, ?2, x'00', 200, x'00', ?3)";
            connection.execute(insert, values).unwrap();
        }
        migrate(&mut connection).unwrap();
        let mut keys =
            connection.prepare("SELECT path, key, created_at FROM idempotency ORDER BY created_at").unwrap();
        let keys = keys.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        let keys: Vec<(String, String, i64)> = keys.map(Result::unwrap).collect();
        let expected = [("both", 2), ("older", 4), ("alone", 5), ("plain", 6)];
        let expected = expected.map(|(key, at)| ("/api/sales/order".to_owned(), key.to_owned(), at));
        assert_eq!(keys, expected);
        let merged: i64 = connection.query_row(MERGED_KEYS, [], |row| row.get(0)).unwrap();
        assert_eq!(merged, 2);
    }

    #[test]
    fn migration_does_not_trigger_revalidation() {
        const BEFORE: usize = 31;
        let mut connection = Connection::open_in_memory().unwrap();
        for step in &MIGRATIONS[..BEFORE] {
            connection.execute_batch(step).unwrap();
        }
        connection.pragma_update(None, "user_version", 31).unwrap();
        connection.execute("UPDATE counter SET value = 7 WHERE name = 'masterdata'", []).unwrap();
        migrate(&mut connection).unwrap();
        let stamp = reference::master_data_stamp(&SqliteTransaction::on(&connection)).unwrap();
        let sum = "SELECT coalesce(sum(value), 0) FROM generation";
        let generations: i64 = connection.query_row(sum, [], |row| row.get(0)).unwrap();
        assert_eq!(stamp, 7 + generations);
    }

    #[test]
    fn schema_has_no_triggers() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
        let triggers: i64 = connection.query_row(count, [], |row| row.get(0)).unwrap();
        assert_eq!(triggers, 0);
    }

    #[test]
    fn migration_keeps_stored_requests() {
        const BEFORE: usize = 32;
        let mut connection = before(BEFORE);
        connection
            .execute_batch(
                "INSERT INTO organisation (id, code, name) VALUES (5, '1', 'One'), (6, '2', 'Two')",
            )
            .unwrap();
        let insert = "INSERT INTO request (id, kind, request_id, caller_id, actor, method, path, query, received_at,
            status, media_type, body_size, body, candidate_count, notes, strict, replay_of, default_org_id)
            VALUES (?1, ?2, ?3, 7, 'Shop', 'POST', ?4, 'a=b', 12, 201, 'application/json', 2, x'00ff', ?1, '', 1, 3, 5)";
        let uuid = "0193a7b1-c2d3-4e5f-8a9b-0c1d2e3f4a5b";
        let table = [
            (11, RequestKind::Single, uuid, vec![5], true),
            (12, RequestKind::Bulk, "sixteen bytes ü.", vec![5, 6], false),
            (13, RequestKind::Single, "cli", vec![6], false),
            (14, RequestKind::Call, "scheduler", vec![], false),
        ];
        for (id, kind, text_id, organisations, whole) in &table {
            connection.execute(insert, params![id, kind.as_str(), text_id, "/path"]).unwrap();
            for organisation in organisations {
                let insert = "INSERT INTO request_org (request_id, org_id, whole) VALUES (?, ?, ?)";
                connection.execute(insert, params![id, organisation, whole]).unwrap();
            }
        }
        migrate(&mut connection).unwrap();
        for (id, kind, text_id, organisations, whole) in table {
            let found = requests::by_id(&SqliteTransaction::on(&connection), RequestId(id)).unwrap().unwrap();
            let organisations = organisations.into_iter().map(OrganisationId).collect();
            let expected = StoredRequest {
                id: RequestId(id),
                kind,
                request_id: text_id.to_owned(),
                caller: Some(CallerId(7)),
                actor: "Shop".to_owned(),
                method: "POST".to_owned(),
                path: "/path".to_owned(),
                query: "a=b".to_owned(),
                received_at: jiff::Timestamp::from_microsecond(12).unwrap(),
                status: 201,
                media_type: "application/json".to_owned(),
                body_size: 2,
                body: StoredBody { bytes: vec![0, 255], dictionary: None },
                strict: true,
                replay_of: Some(RequestId(3)),
                default_organisation: Some(OrganisationId(5)),
                created: Some(u64::try_from(id).unwrap()),
                notes: Vec::new(),
                ownership: RequestOwnership { organisations, whole },
            };
            assert_eq!(found, expected);
        }
        let origins: i64 =
            connection.query_row("SELECT count(*) FROM request_origin", [], |row| row.get(0)).unwrap();
        assert_eq!(origins, 4);
    }

    #[test]
    fn migration_keeps_rejected_lines() {
        const BEFORE: usize = 19;
        let mut connection = before(BEFORE);
        let insert = "INSERT INTO rejected_line VALUES ('H', '2', 7, 1)";
        connection.execute(insert, []).unwrap();
        assert_eq!(migrate(&mut connection).unwrap(), MIGRATIONS.len() - BEFORE);
        let line: (String, i64, i64, String, Option<i64>, Option<i64>) = connection
            .query_row("SELECT * FROM rejected_line", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
            })
            .unwrap();
        assert_eq!(line, ("H".to_owned(), 7, 1, "2".to_owned(), None, None));
    }
    /// Creates a database with only the first `steps` steps.
    fn before(steps: usize) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        for step in &MIGRATIONS[..steps] {
            connection.execute_batch(step).unwrap();
        }
        connection.pragma_update(None, "user_version", i32::try_from(steps).unwrap()).unwrap();
        connection
    }

    #[test]
    fn migration_dates_causes_by_their_candidates() {
        const BEFORE: usize = 48;
        let table = |connection: &Connection| {
            let all = "SELECT candidate_id || ' ' || code || ' ' || cause || ' ' || at FROM candidate_cause";
            let mut statement = connection.prepare(all).unwrap();
            let all: rusqlite::Result<Vec<String>> =
                statement.query_map([], |row| row.get(0)).unwrap().collect();
            let since = "SELECT count(*) FROM counter WHERE name = 'causes_since' AND value > 0";
            (all.unwrap(), connection.query_row(since, [], |row| row.get::<_, i64>(0)).unwrap())
        };
        let mut empty = before(BEFORE);
        migrate(&mut empty).unwrap();
        assert_eq!(table(&empty), (vec![], 0), "where nothing was, everything is counted");
        let mut connection = before(BEFORE);
        let now = "SELECT CAST(unixepoch('subsec') * 1000000 AS INTEGER)";
        let now: i64 = connection.query_row(now, [], |row| row.get(0)).unwrap();
        let (lately, once) = (now - 86_400_000_000, now - 20 * 86_400_000_000);
        for (id, received_at) in [(1, lately), (2, once)] {
            let insert = candidate_insert(&connection, id, received_at);
            let insert = format!(
                "{insert} INSERT INTO candidate_problem (code, candidate_id, cause) VALUES ('price.none', {id}, 'A')"
            );
            connection.execute_batch(&insert).unwrap();
        }
        migrate(&mut connection).unwrap();
        assert_eq!(table(&connection), (vec![format!("1 price.none A {lately}")], 1));
    }

    #[test]
    fn migration_counts_stored_bytes_by_organisation() {
        let mut connection = before(50);
        let insert = "INSERT INTO attachment_content (sha256, doomed) VALUES (x'01', 0), (x'02', 0);
            INSERT INTO attachment (id, org_id, data_source_id, external_header_id, sha256, size, file_name, media_type,
              tags, created_by, created_at) VALUES (1, 7, 3, 'H', x'01', 600, '', '', '[]', '', 0),
              (2, 7, 3, 'H', x'02', 400, '', '', '[]', '', 0), (3, 8, 3, 'H', x'01', 600, '', '', '[]', '', 0);
            INSERT INTO request_origin (id, kind, actor, method, path, query, media_type, strict, default_org_id, org_id, whole)
              VALUES (1, 'bulk', '', '', '', '', '', 0, 7, NULL, 0), (2, 'bulk', '', '', '', '', '', 0, NULL, 9, 1),
              (3, 'bulk', '', '', '', '', '', 0, NULL, NULL, 0);
            INSERT INTO request (id, origin_id, request_id, received_at, status, candidate_count, path, query, notes,
              body_size, body) VALUES (1, 1, x'01', 0, 400, 0, '', '', 'ü', 9, x'0101'),
              (2, 2, x'02', 0, 422, 0, '', '', '', 9, x'01'), (3, 3, x'03', 0, 400, 0, '', '', '', 9, x''),
              (4, 1, x'04', 0, 207, 0, '', '', '', 9, x'01'), (5, 1, x'05', 0, 400, 1, '', '', '', 9, x'01');";
        connection.execute_batch(insert).unwrap();
        migrate(&mut connection).unwrap();
        let mut statement = connection.prepare("SELECT * FROM storage_use ORDER BY org_id").unwrap();
        let read = |row: &rusqlite::Row<'_>| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get::<_, i64>(4)?])
        };
        let found: Vec<_> = statement.query_map([], read).unwrap().map(Result::unwrap).collect();
        let expected =
            [[0, 0, 500, 0, 500], [7, 1_000, 503, 1_000, 503], [8, 600, 0, 600, 0], [9, 0, 501, 0, 501]];
        assert_eq!(found, expected);
    }

    #[test]
    fn content_without_blocks_is_not_reported_as_incomplete() {
        const BEFORE: usize = 30;
        let mut connection = before(BEFORE);
        connection.execute_batch(&candidate_insert(&connection, 1, 0)).unwrap();
        let insert = "INSERT INTO candidate_content (candidate_id, content, content_version, content_hash) \
            VALUES (1, '/qty\tn\t5\n', 1, zeroblob(16))";
        connection.execute(insert, []).unwrap();
        migrate(&mut connection).unwrap();
        let doubted = |connection: &Connection| -> Vec<String> {
            let found =
                examine::examine(&SqliteTransaction::on(connection), jiff::Timestamp::UNIX_EPOCH).unwrap();
            found.into_iter().map(|finding| finding.fault).filter(|fault| fault.contains("content")).collect()
        };
        assert_eq!(doubted(&connection), [""; 0]);
        connection.execute("UPDATE candidate_content SET product_block = 7", []).unwrap();
        assert_eq!(doubted(&connection), ["contents with a missing block: 1"]);
    }

    #[test]
    fn migration_keeps_shared_invoice_types() {
        let mut connection = before(50);
        let insert = "INSERT INTO document_type (id, org_id, name, base_type, sub_type) VALUES (5, 0, 'Kasse', 'ARI', 'KV')";
        connection.execute(insert, []).unwrap();
        migrate(&mut connection).unwrap();
        let all = "SELECT name FROM document_type WHERE org_id = 0 AND base_type = 'ARI' ORDER BY name";
        let mut statement = connection.prepare(all).unwrap();
        let names: rusqlite::Result<Vec<String>> =
            statement.query_map([], |row| row.get(0)).unwrap().collect();
        assert_eq!(names.unwrap(), ["Invoice", "Invoice EA", "Invoice GM", "Kasse"]);
    }

    #[test]
    fn keys_with_other_spaces_are_recorded_once() {
        let mut connection = before(50);
        let insert = "INSERT INTO product (id, org_id, code, name, uom_id, code_key, name_key)
            VALUES (?1, 0, ?2, '', 3001, '', '')";
        for (id, code) in [(1, "A\u{A0}B\u{3000}C"), (2, "A B C"), (3, "Ä B"), (4, "A\u{200A}B")] {
            connection.execute(insert, params![id, code]).unwrap();
        }
        let insert = "INSERT INTO candidate_identity
            (external_header_id, external_line_id, org_id, data_source_id, candidate_id)
            VALUES ('A\u{A0}B\u{3000}C', 'X\u{2003}1', 1, 1, 1)";
        connection.execute(insert, []).unwrap();
        migrate(&mut connection).unwrap();
        let mut statement =
            connection.prepare("SELECT plain, spelling FROM key_spelling ORDER BY 1").unwrap();
        let found: rusqlite::Result<Vec<(String, String)>> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().collect();
        let expected = [("A B", "A\u{200A}B"), ("A B C", "A\u{A0}B\u{3000}C"), ("X 1", "X\u{2003}1")];
        assert_eq!(found.unwrap(), expected.map(|(plain, stored)| (plain.to_owned(), stored.to_owned())));
    }

    #[test]
    fn migration_adds_systems_to_identities_and_incoming_orders() {
        let mut connection = before(63);
        connection.execute_batch("INSERT INTO attachment_content (sha256) VALUES (x'01')").unwrap();
        for (id, header, system) in [(1, "H", None), (2, "I", Some(7)), (3, "J", Some(8))] {
            connection.execute_batch(&candidate_insert(&connection, id, 0)).unwrap();
            let update = "UPDATE candidate SET external_header_id = ?2, external_line_id = '1', header_group = lower(?2),
                external_system_id = ?3 WHERE id = ?1";
            connection.execute(update, params![id, header, system]).unwrap();
            let insert = "INSERT INTO candidate_identity (external_header_id, external_line_id, org_id,
                data_source_id, candidate_id) VALUES (?2, '1', 1, 1, ?1)";
            connection.execute(insert, params![id, header]).unwrap();
            let insert = "INSERT INTO attachment (id, org_id, data_source_id, external_header_id, sha256, size,
                file_name, media_type, tags, created_by, created_at) VALUES (?1, 1, 1, ?2, x'01', 1, '', '', '[]', '', 0)";
            connection.execute(insert, params![id, header]).unwrap();
        }
        // an archived candidate keeps its identity
        connection.execute_batch("DELETE FROM candidate WHERE id = 3").unwrap();
        let line =
            "INSERT INTO rejected_line (external_header_id, request_id, request_index, external_line_id)
            VALUES ('H', 1, 0, '2')";
        connection.execute(line, []).unwrap();
        migrate(&mut connection).unwrap();
        let sql = "SELECT i.candidate_id || ' ' || i.system_key || ' ' || coalesce(i.external_system_id, 'none') || ' ' ||
              coalesce(a.external_system_id, 'none') || ' ' || coalesce(replace(c.header_group, char(31), '|'), '')
            FROM candidate_identity i LEFT JOIN candidate c ON c.id = i.candidate_id
            JOIN attachment a ON a.external_header_id = i.external_header_id ORDER BY 1";
        let mut statement = connection.prepare(sql).unwrap();
        let found: rusqlite::Result<Vec<String>> =
            statement.query_map([], |row| row.get(0)).unwrap().collect();
        assert_eq!(found.unwrap(), ["1 0 none none h", "2 0 7 7 i||7", "3 0 none none "]);
        let any = "SELECT count(*) FROM rejected_line WHERE external_system_id IS NULL";
        assert_eq!(connection.query_row(any, [], |row| row.get(0)), Ok(1));
    }

    /// Returns the insert of a candidate with only the required columns, for any version of the schema.
    fn candidate_insert(connection: &Connection, id: i64, created_at: i64) -> String {
        let needed = "SELECT group_concat(name), group_concat(iif(type = 'INTEGER', '1', quote('1'))) \
            FROM pragma_table_info('candidate') WHERE \"notnull\" AND dflt_value IS NULL AND name NOT IN ('id', 'created_at')";
        let (names, values): (String, String) =
            connection.query_row(needed, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        format!("INSERT INTO candidate (id, created_at, {names}) VALUES ({id}, {created_at}, {values});")
    }

    #[test]
    fn migration_derives_kind_and_notes_of_requests() {
        const BEFORE: usize = 25;
        const SINGLE: &str = "/api/sales/order/candidates";
        let mut connection = before(BEFORE);
        let odd = "a\\t\\\"\u{1}ü";
        let all = format!(
            "0\trejected\tH 1\t2\tuomCode.unknown property.missing\t7\n3\tunchanged\t{odd}\t0012\t88\t\n\
             12\trejected\t\t\t\t\n"
        );
        let older = "1\trejected\tH\t1\tuomCode.unknown\n";
        let table = [
            ("POST", SINGLE, "", "single"),
            ("POST", "/api/v1/sales/order/candidates/", older, "single"),
            ("PUT", SINGLE, "", "call"),
            ("POST", "/api/sales/order/candidates/bulk", &*all, "bulk"),
            ("POST", "/api/v1/sales/order/candidates/bulk/", "", "bulk"),
            ("POST", "/api/sales/order/candidates/7/attachments", "", "call"),
            ("POST", "/api/sales/order", "0\trejected\t\t\tuomCode.unknown\n", "call"),
        ];
        let insert = "INSERT INTO request (request_id, actor, method, path, received_at, status, media_type,
            body_size, body, candidate_count, outcomes) VALUES ('', '', ?, ?, 0, 0, '', 0, x'', 0, ?)";
        for (method, path, lines, _) in table {
            connection.execute(insert, [method, path, lines]).unwrap();
        }
        assert_eq!(migrate(&mut connection).unwrap(), MIGRATIONS.len() - BEFORE);
        let query =
            "SELECT g.kind, r.notes FROM request r JOIN request_origin g ON g.id = r.origin_id ORDER BY r.id";
        let mut statement = connection.prepare(query).unwrap();
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let found: Vec<_> = statement.query_map([], read).unwrap().map(Result::unwrap).collect();
        let read_notes = |notes: &str| -> Vec<RowNote> {
            if notes.is_empty() { Vec::new() } else { from_json("request.notes", notes).unwrap() }
        };
        let kinds: Vec<_> = found.iter().map(|(kind, _)| kind.as_str()).collect();
        assert_eq!(kinds, table.map(|(.., kind)| kind));
        let notes: Vec<_> = found.iter().map(|(_, notes)| read_notes(notes)).collect();
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let note = |index, header, line, organisation: Option<i64>, outcome| RowNote {
            index,
            header_id: text(header),
            line_id: text(line),
            organisation: organisation.map(OrganisationId),
            outcome,
        };
        let unknown = || RowNoteOutcome::Rejected(vec![ProblemCode::UomUnknown]);
        let two = RowNoteOutcome::Rejected(vec![ProblemCode::UomUnknown, ProblemCode::PropertyMissing]);
        let expected = [
            note(0, "H 1", "2", Some(7), two),
            note(3, odd, "0012", None, RowNoteOutcome::Unchanged(CandidateId(88))),
            note(12, "", "", None, RowNoteOutcome::Rejected(Vec::new())),
        ];
        assert_eq!(notes[3], expected);
        assert_eq!(notes[1], [note(1, "H", "1", None, unknown())]);
        assert_eq!(notes[6], [note(0, "", "", None, unknown())]);
        assert!([0, 2, 4, 5].iter().all(|place| notes[*place].is_empty()), "{notes:?}");
    }

    #[test]
    fn migration_links_addresses_to_postal_codes() {
        let mut connection = before(20);
        connection
            .execute_batch(
                "INSERT INTO bpartner (id, org_id, code, name, code_key, name_key) VALUES (1, 0, 'G', 'G', 'g', 'g');
                 INSERT INTO postal_code (id, country, postal, city, active) VALUES
                   (10, 'DE', '53111', 'Aachen', 1), (11, 'DE', '53111', 'Bonn', 1), (12, 'DE', '53112', '', 0),
                   (13, 'IN', '53179', '', 1);",
            )
            .unwrap();
        let addresses = [
            // country, postal code, city, link before, link after
            ("DE", Some("53111"), Some("BONN"), None, Some(11)),
            ("DE", Some("53111"), Some("Elsewhere"), None, Some(10)),
            ("DE", Some("53111"), None, None, Some(10)),
            ("DE", Some("53111"), Some("Aachen"), Some(11), Some(11)),
            ("DE", Some("53112"), None, None, None),
            ("DE", Some("53179"), None, None, None),
            ("DE", None, Some("Bonn"), None, None),
        ];
        let insert =
            "INSERT INTO bpartner_location (id, org_id, bpartner_id, external_id, country, postal, city,
            postal_code_id, address_key) VALUES (?1, 0, 1, ?1, ?2, ?3, ?4, ?5, '')";
        for (id, (country, postal, city, before, _)) in (1..).zip(addresses) {
            connection.execute(insert, (id, country, postal, city, before)).unwrap();
        }
        migrate(&mut connection).unwrap();
        for (id, (country, postal, city, before, after)) in (1..).zip(addresses) {
            let sql = "SELECT postal_code_id, version FROM bpartner_location WHERE id = ?";
            let linked: (Option<i64>, i64) =
                connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            let version = if before == after { 1 } else { 2 };
            assert_eq!(linked, (after, version), "{country} {postal:?} {city:?}");
        }
    }
}
