//! Tests the headers of a chunk, and the migration that assigned them.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Candidate;
use orderdock_store::Store;
use orderdock_store::conformance::Fixture;
use orderdock_store_sql::processing::Headers;
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;

use orderdock_domain::text::fold;
use rusqlite::Connection;

use crate::connection::open_writer;
use crate::plan_tests::code;
use crate::transaction::SqliteTransaction;
use crate::{SqliteOptions, SqliteStore};

#[tokio::test]
async fn header_with_many_named_candidates_is_loaded_once() {
    const LINES: usize = 300;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let own = path.clone();
    let opener =
        move || Arc::new(SqliteStore::open(&own, SqliteOptions::default()).unwrap()) as Arc<dyn Store>;
    let fixture = Fixture::new(Box::new(opener)).await;
    let scene = fixture.scene("001").await;
    let first = fixture.candidate(&scene, "H", "1").await;
    let mut named = Vec::new();
    for flat in [false, true] {
        let mut lines: Vec<_> = (0..LINES).map(|_| Candidate { id: fixture.id(), ..first.clone() }).collect();
        for (number, line) in lines.iter_mut().enumerate() {
            line.identity.header_id = code(&if flat { format!("F{number}") } else { "H".to_owned() });
            line.identity.line_id = code(&number.to_string());
            line.identity.flat = flat;
        }
        fixture.import(&mut lines).await.unwrap();
        named.extend(lines.iter().map(|line| line.id));
    }
    let connection = open_writer(&path, &SqliteOptions::default()).unwrap();
    let reference = ReferenceCache::default().in_snapshot(&SqliteTransaction::on(&connection)).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let headers = Headers::find(&SqliteTransaction::on(&connection), &organisations, &named).unwrap();
    let mut sizes: Vec<_> = headers.members.values().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [LINES, LINES]);
    named.sort_unstable();
    assert_eq!(headers.new_ones(), named);
}

/// Returns id, header group and line key of every candidate.
fn keys(connection: &Connection) -> Vec<(i64, String, Option<String>)> {
    let sql = "SELECT id, header_group, line_key FROM candidate ORDER BY id";
    let mut statement = connection.prepare(sql).unwrap();
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    statement.query_map([], read).unwrap().map(Result::unwrap).collect()
}

#[tokio::test]
async fn migration_assigns_header_groups_to_candidates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let own = path.clone();
    let opener =
        move || Arc::new(SqliteStore::open(&own, SqliteOptions::default()).unwrap()) as Arc<dyn Store>;
    let fixture = Fixture::new(Box::new(opener)).await;
    let scene = fixture.scene("001").await;
    let mut candidates = Vec::new();
    for (header, line, flat) in [
        ("H-Ä 1", "L1", false),
        ("h-ä  1", "L1", false),
        ("ΣΑΣ", "\u{3a3}", false),
        ("F-Ö 7", "F-Ö 7", true),
        ("f-ö 8", "f-ö 8", true),
        ("h 7", "h 7-1", false),
    ] {
        let mut candidate = fixture.candidate(&scene, "H", line).await;
        candidate.identity.header_id = code(header);
        candidate.identity.flat = flat;
        candidate.po_reference = code("PO ß");
        candidates.push(candidate);
    }
    fixture.import(&mut candidates).await.unwrap();
    let connection = open_writer(&path, &SqliteOptions::default()).unwrap();
    let expected = keys(&connection);
    // restores the table from before the migration
    let before = "DROP INDEX candidate_header_group; ALTER TABLE candidate DROP COLUMN header_group;
        ALTER TABLE candidate ADD COLUMN header_key TEXT NOT NULL DEFAULT '';
        CREATE INDEX candidate_header_key ON candidate (org_id, data_source_id, header_key);
        CREATE INDEX candidate_flat ON candidate (po_reference, bpartner_id) WHERE flat_identity = 1;
        UPDATE candidate SET line_key = NULL WHERE flat_identity = 1";
    connection.execute_batch(before).unwrap();
    for candidate in &candidates {
        let key = fold(candidate.identity.header_id.as_str());
        let values = rusqlite::params![key, candidate.id.0];
        connection.execute("UPDATE candidate SET header_key = ?1 WHERE id = ?2", values).unwrap();
    }
    connection.execute_batch(include_str!("../migrations/0028_header_groups.sql")).unwrap();
    connection.execute_batch(include_str!("../migrations/0034_short_keys.sql")).unwrap();
    assert_eq!(keys(&connection), expected);
    assert!(expected.iter().all(|(_, group, _)| !group.is_empty()), "{expected:?}");
    // only line ids that folding changes have a key of their own
    let other_lines = expected.iter().filter(|(_, _, line)| line.is_some()).count();
    assert_eq!((other_lines, &*expected[5].1), (4, "h 7"), "{expected:?}");
}
