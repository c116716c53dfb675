//! The walls of ARCHITECTURE.md: which room may use which.

#![expect(clippy::expect_used, reason = "a test ends at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Room → rooms of ours that its code (not its tests) may use.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("domain", &[]),
    ("store", &["domain"]),
    ("store-sql", &["domain", "store"]),
    ("store-sqlite", &["domain", "store", "store-sql"]),
    ("store-postgres", &["domain", "store", "store-sql"]),
    ("app", &["domain", "store"]),
    ("api", &["domain", "store", "app"]),
    ("courier", &["domain", "app"]),
    ("ui", &[]),
    (
        "server",
        &["domain", "store", "store-sql", "store-sqlite", "store-postgres", "app", "api", "courier", "ui"],
    ),
];

/// Parts that must stay out of the domain: it is pure and synchronous.
const OUTSIDE_DOMAIN: [&str; 5] = ["tokio", "serde_json", "axum", "rusqlite", "async-trait"];

fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(manifest).expect("manifest");
    let manifest: toml::Table = text.parse().expect("manifest is TOML");
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn arrows_point_one_way() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let allowed: BTreeMap<_, _> = ALLOWED.into_iter().collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(&crates).expect("crates") {
        let room = entry.expect("entry").file_name().into_string().expect("name");
        if room == "testkit" {
            continue;
        }
        let rules = allowed.get(room.as_str()).unwrap_or_else(|| panic!("no rule for the room {room}"));
        for dependency in dependencies(&crates.join(&room).join("Cargo.toml")) {
            if let Some(ours) = dependency.strip_prefix("orderdock-") {
                assert!(rules.contains(&ours), "{room} must not use {ours}");
            }
        }
        seen += 1;
    }
    assert_eq!(seen, ALLOWED.len());
}

#[test]
fn the_domain_is_pure() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/Cargo.toml");
    let dependencies = dependencies(&manifest);
    for part in OUTSIDE_DOMAIN {
        assert!(!dependencies.contains(part), "the domain must not use {part}");
    }
}

/// The only paths that may depend on an engine: its own crate, test databases, the database configuration, and the wiring with
/// its tests.
const KNOWS_ENGINES: [&str; 8] = [
    "store-sqlite/",
    "store-postgres/",
    "testkit/",
    "server/src/database.rs",
    "server/src/wiring/database",
    "server/tests/binary/engine.rs",
    "server/tests/binary/postgres",
    "server/tests/walls.rs",
];
/// By these words an engine is named.
const NAMES: [&str; 4] = ["rusqlite", "store_sqlite", "tokio_postgres", "store_postgres"];

/// The sources of all rooms: their paths from `crates/` on, and their text.
fn sources() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("folder") {
            let path = entry.expect("entry").path();
            let name = path.strip_prefix(&crates).expect("inside").to_string_lossy().into_owned();
            if path.is_dir() {
                folders.extend((!name.contains("node_modules")).then_some(path));
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                sources.push((name, std::fs::read_to_string(&path).expect("source")));
            }
        }
    }
    sources
}

#[test]
fn only_few_know_which_engine_it_is() {
    let unknowing = |name: &str| !KNOWS_ENGINES.iter().any(|known| name.starts_with(known));
    let naming = sources()
        .into_iter()
        .filter(|(name, text)| unknowing(name) && NAMES.iter().any(|engine| text.contains(engine)));
    assert_eq!(naming.map(|(name, _)| name).collect::<Vec<_>>(), Vec::<String>::new());
}

/// `api` uses types of `store`, but never its traits (ADR 20), because use cases check permissions.
#[test]
fn http_asks_the_store_nothing() {
    let (mut seen, mut asking) = (0, Vec::new());
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("api/src/")) {
        for names in text.split("orderdock_store::").skip(1) {
            let names = names.split(';').next().unwrap_or_default();
            let end = if names.starts_with('{') { names.find('}') } else { names.find(|c| !is_of_a_name(c)) };
            seen += 1;
            let words = names[..end.unwrap_or(names.len())].split(|c| !is_of_a_name(c));
            asking.extend(words.filter(|word| asks(word)).map(|word| format!("{name}: {word}")));
        }
    }
    assert!(seen > 20, "{seen} places");
    assert_eq!(asking, Vec::<String>::new());
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether this is one of the traits by which the store is asked.
fn asks(name: &str) -> bool {
    let ends = |end: &&str| name.ends_with(end);
    ["Store", "Transaction", "Reader", "Writer"].iter().any(ends) || name == "Upkeep"
}
