//! Tests keys stored by an older version: recomputed in batches after the migration, and reported by `doctor` until
//! then.

use jiff::Timestamp;
use orderdock_store::{Refold, RefoldProgress};
use orderdock_store_sql::search::refold;
use orderdock_store_sql::{access::users, maintenance::examine};
use rusqlite::{Connection, params};

use crate::migrate::{MIGRATIONS, migrate};
use crate::transaction::SqliteTransaction;

/// Number of steps of the last schema version without recomputation.
const BEFORE: usize = 58;

const PARTNER: &str = "INSERT INTO bpartner (id, org_id, code, name, code_key, name_key) VALUES (1, 0, 'GROß', 'Groß', 'groß', 'groß')";
const LOCATION: &str =
    "INSERT INTO bpartner_location (id, org_id, bpartner_id, address1, country, address_key, active)
     VALUES (?1, 0, 1, ?2, 'DE', ?3, ?4)";

/// Returns the key of an address that has one line.
fn address(line: &str) -> String {
    format!("{line}\u{1f}\u{1f}\u{1f}\u{1f}\u{1f}\u{1f}de")
}

fn older_database() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    for step in &MIGRATIONS[..BEFORE] {
        connection.execute_batch(step).unwrap();
    }
    connection.pragma_update(None, "user_version", i32::try_from(BEFORE).unwrap()).unwrap();
    connection.execute(PARTNER, []).unwrap();
    connection
}

fn findings(connection: &Connection) -> Vec<String> {
    let found = examine::examine(&SqliteTransaction::on(connection), Timestamp::UNIX_EPOCH).unwrap();
    found.into_iter().map(|finding| finding.fault).filter(|fault| fault.contains("key")).collect()
}

/// Runs all batches. Returns the numbers of batches, changed records and duplicates.
fn refold_all(connection: &Connection) -> (usize, u64, u64) {
    let (mut batches, mut changed, mut duplicates) = (0, 0, 0);
    while let Refold::Progress(progress) = refold::batch(&SqliteTransaction::on(connection)).unwrap() {
        let RefoldProgress { changed: more, duplicates: others, .. } = progress;
        (batches, changed, duplicates) = (batches + 1, changed + more, duplicates + others);
    }
    (batches, changed, duplicates)
}

fn texts(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection.prepare(sql).unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn new_database_has_no_pending_keys() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection).unwrap();
    assert!(refold::RefoldState::read(&SqliteTransaction::on(&connection)).unwrap().is_done());
}

#[test]
fn duplicate_key_stays_with_the_oldest_active_record() {
    let mut connection = older_database();
    let locations = [
        (11, "Gießweg 1", "gießweg 1", true),
        (12, "GIESSWEG 1", "giessweg 1", true),
        (13, "Gie\u{ad}ßweg 1", "gie\u{ad}ßweg 1", true),
        (21, "Maßweg 2", "maßweg 2", false),
        (22, "Massweg 2", "massweg 2", true),
        (31, "Rossweg 3", "rossweg 3", false),
        (32, "Roßweg 3", "roßweg 3", false),
        (41, "Nussweg 4", "nussweg 4", true),
    ];
    for (id, line, key, active) in locations {
        connection.execute(LOCATION, params![id, line, address(key), active]).unwrap();
    }
    // a location with an external id may have the same address as another one
    connection.execute(LOCATION, params![42, "Nußweg 4", address("nußweg 4"), true]).unwrap();
    connection.execute("UPDATE bpartner_location SET external_id = 'L' WHERE id = 42", []).unwrap();
    migrate(&mut connection).unwrap();
    assert_eq!(findings(&connection), ["7 search keys in the form of an older version"]);

    let (_, changed, duplicates) = refold_all(&connection);
    assert_eq!((changed, duplicates), (6, 4));
    let keys = texts(&connection, "SELECT address_key FROM bpartner_location ORDER BY id");
    let expected = [
        ("giessweg 1", None),
        ("giessweg 1", Some(12)),
        ("giessweg 1", Some(13)),
        ("massweg 2", Some(21)),
        ("massweg 2", None),
        ("rossweg 3", None),
        ("rossweg 3", Some(32)),
        ("nussweg 4", None),
        ("nussweg 4", None),
    ];
    let expected = expected.map(|(line, duplicate)| {
        address(line) + &duplicate.map(|id| format!("\u{1e}{id}")).unwrap_or_default()
    });
    assert_eq!(keys, expected);
    assert_eq!(
        findings(&connection),
        ["records with the same bpartner_location.address_key as an older or active record: 12, 13, 21, 32"]
    );
    assert_eq!(texts(&connection, "SELECT code_key || name_key FROM bpartner"), ["grossgross"]);
}

#[test]
fn recomputation_resumes_and_restarts_for_older_writers() {
    let mut connection = older_database();
    for id in 0..=5_000 {
        let line = format!("Straße {id}");
        connection.execute(LOCATION, params![100 + id, line, address(&line.to_lowercase()), true]).unwrap();
    }
    migrate(&mut connection).unwrap();
    let batch = || refold::batch(&SqliteTransaction::on(&connection)).unwrap();
    let progress =
        |table, next, changed| Refold::Progress(RefoldProgress { table, next, changed, duplicates: 0 });
    assert_eq!(batch(), progress("fold_locations", 100, 5_000));
    // another process continues
    assert_eq!(batch(), progress("fold_locations", 0, 1));
    assert_eq!(batch(), progress("fold_partners", 0, 1));
    assert_eq!(batch(), Refold::Done);
    connection.execute(LOCATION, params![9_000, "Straße", address("straße"), true]).unwrap();
    assert_eq!(findings(&connection).len(), 1, "nothing is left to be recomputed");
    refold::begin_later(&SqliteTransaction::on(&connection)).unwrap();
    assert_eq!(findings(&connection), ["1 search keys in the form of an older version"]);
    assert_eq!(refold_all(&connection), (3, 1, 0));
    assert_eq!(findings(&connection), Vec::<String>::new());
}

#[test]
fn users_with_equal_keys_sign_in_by_exact_name() {
    let mut connection = older_database();
    let insert =
        "INSERT INTO \"user\" (id, name, name_key, role, all_orgs, password_hash, created_at, created_by,
         password_changed_at) VALUES (?1, ?2, ?3, 'clerk', 1, '', 0, '', 0)";
    for (id, name, key) in [(1, "Groß", "groß"), (2, "gross", "gross"), (3, "Weiß", "weiß")] {
        connection.execute(insert, params![id, name, key]).unwrap();
    }
    migrate(&mut connection).unwrap();
    let by_name =
        |name: &str| users::by_name(&SqliteTransaction::on(&connection), name).unwrap().map(|user| user.id.0);
    let found = || ["Groß", "groß", "gross", "GROSS", "weiss", "WEISS", "weiß", "gro"].map(by_name);
    let before = [Some(1), Some(1), Some(2), Some(2), None, None, Some(3), None];
    assert_eq!(found(), before);
    refold_all(&connection);
    let keys = texts(&connection, "SELECT name_key FROM \"user\" ORDER BY id");
    assert_eq!(keys, ["gross", "gross\u{1e}2", "weiss"]);
    let after = [Some(1), Some(1), Some(2), Some(2), Some(3), Some(3), Some(3), None];
    assert_eq!(found(), after);
}
