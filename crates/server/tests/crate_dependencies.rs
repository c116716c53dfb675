//! The rules of ARCHITECTURE.md about dependencies between crates.

#![expect(clippy::expect_used, reason = "a test fails at the first unexpected value")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each crate with the crates of the workspace that its code may use; tests may use more.
const ALLOWED: [(&str, &[&str]); 11] = [
    ("domain", &[]),
    ("store", &["domain"]),
    ("store-sql", &["domain", "store"]),
    ("store-sqlite", &["domain", "store", "store-sql"]),
    ("store-postgres", &["domain", "store", "store-sql"]),
    ("app", &["domain", "store"]),
    ("api", &["domain", "store", "app", "spreadsheet"]),
    ("courier", &["domain", "app"]),
    ("spreadsheet", &["domain"]),
    ("ui", &[]),
    (
        "server",
        &[
            "domain",
            "store",
            "store-sql",
            "store-sqlite",
            "store-postgres",
            "app",
            "api",
            "courier",
            "spreadsheet",
            "ui",
        ],
    ),
];

/// Crates for input, output and asynchronous code, which the domain must not use.
const OUTSIDE_DOMAIN: [&str; 5] = ["tokio", "serde_json", "axum", "rusqlite", "async-trait"];

fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(manifest).expect("manifest");
    let manifest: toml::Table = text.parse().expect("manifest is TOML");
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn crate_dependencies_point_inwards() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let allowed: BTreeMap<_, _> = ALLOWED.into_iter().collect();
    let mut checked = 0;
    for entry in std::fs::read_dir(&crates).expect("crates") {
        let name = entry.expect("entry").file_name().into_string().expect("name");
        if name == "testkit" {
            continue;
        }
        let rules = allowed.get(name.as_str()).unwrap_or_else(|| panic!("no rule for the crate {name}"));
        for dependency in dependencies(&crates.join(&name).join("Cargo.toml")) {
            if let Some(used) = dependency.strip_prefix("orderdock-") {
                assert!(rules.contains(&used), "{name} must not use {used}");
            }
        }
        checked += 1;
    }
    assert_eq!(checked, ALLOWED.len());
}

#[test]
fn domain_has_no_io_dependencies() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/Cargo.toml");
    let dependencies = dependencies(&manifest);
    for part in OUTSIDE_DOMAIN {
        assert!(!dependencies.contains(part), "the domain must not use {part}");
    }
}

/// The only paths that may depend on an engine: its own crate, test databases, the database configuration, and the wiring with
/// its tests.
const MAY_NAME_ENGINES: [&str; 8] = [
    "store-sqlite/",
    "store-postgres/",
    "testkit/",
    "server/src/database.rs",
    "server/src/wiring/database",
    "server/tests/binary/engine.rs",
    "server/tests/binary/postgres",
    "server/tests/crate_dependencies.rs",
];
/// Names of the engines and of their crates.
const ENGINE_NAMES: [&str; 4] = ["rusqlite", "store_sqlite", "tokio_postgres", "store_postgres"];

/// Returns the source files of all crates: path below `crates/` and content.
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
fn only_listed_files_depend_on_an_engine() {
    let is_unlisted = |name: &str| !MAY_NAME_ENGINES.iter().any(|known| name.starts_with(known));
    let found = sources()
        .into_iter()
        .filter(|(name, text)| is_unlisted(name) && ENGINE_NAMES.iter().any(|engine| text.contains(engine)));
    assert_eq!(found.map(|(name, _)| name).collect::<Vec<_>>(), Vec::<String>::new());
}

/// `api` uses types of `store`, but never its traits (ADR 20), because use cases check permissions.
#[test]
fn api_does_not_depend_on_storage_engines() {
    let (mut imports, mut found) = (0, Vec::new());
    for (name, text) in sources().into_iter().filter(|(name, _)| name.starts_with("api/src/")) {
        for names in text.split("orderdock_store::").skip(1) {
            let names = names.split(';').next().unwrap_or_default();
            let end =
                if names.starts_with('{') { names.find('}') } else { names.find(|c| !is_identifier_char(c)) };
            imports += 1;
            let words = names[..end.unwrap_or(names.len())].split(|c| !is_identifier_char(c));
            found.extend(words.filter(|word| is_storage_trait(word)).map(|word| format!("{name}: {word}")));
        }
    }
    assert!(imports > 20, "only {imports} imports were found");
    assert_eq!(found, Vec::<String>::new());
}

fn is_identifier_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether this is the name of a storage trait.
fn is_storage_trait(name: &str) -> bool {
    let ends = |end: &&str| name.ends_with(end);
    ["Store", "Transaction", "Reader", "Writer"].iter().any(ends) || name == "Upkeep"
}
