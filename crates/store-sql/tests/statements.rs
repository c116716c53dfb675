//! Statements are written for every engine: what only one of them understands stands behind a marker.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::path::{Path, PathBuf};

/// What SQLite alone understands, or understands differently.
const ONLY_SQLITE: [&str; 21] = [
    "json_each",
    "json_group_array",
    "json_array(",
    "json_extract",
    "value ->> {",
    "value ->> 0",
    "CROSS JOIN",
    "INDEXED",
    "iif(",
    "INSERT OR ",
    "REPLACE INTO",
    "ON CONFLICT DO UPDATE",
    "GLOB",
    "group_concat",
    "zeroblob",
    "x''",
    "LIMIT -1",
    "PRAGMA",
    "sqlite_",
    "rowid",
    "NOT {in",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // what templates are themselves, with the tests of that
        if path.file_stem().is_some_and(|name| name == "template") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Code without comments, by file.
fn code() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut paths);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        (path, code)
    };
    paths.into_iter().map(read).collect()
}

/// A plus right before a column.
fn has_unary_plus(line: &str) -> bool {
    line.match_indices('+').any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
        before.is_none_or(|before| " (\"".contains(before))
            && after.is_some_and(|after| after.is_ascii_lowercase())
    })
}

#[test]
fn what_only_sqlite_knows_stands_behind_markers() {
    let code = code();
    assert!(code.len() > 30, "{} files", code.len());
    for (path, code) in code {
        for line in code.lines() {
            let found = ONLY_SQLITE.iter().find(|words| line.contains(**words));
            assert_eq!(found, None, "{}: {line}", path.display());
            assert!(!has_unary_plus(line), "{}: {line}", path.display());
        }
    }
    assert!(has_unary_plus("WHERE +c.status = 'new'") && !has_unary_plus("version + 1"));
}

#[test]
fn every_statement_is_listed() {
    let code = code();
    let listed = |path: &str| code.iter().find(|(file, _)| file.ends_with(path)).map_or("", |(_, code)| code);
    let (rooms, questions) = (listed("src/lib.rs"), listed("src/examine.rs"));
    let mut blocks = 0;
    for (path, code) in &code {
        if code.contains("\nstatements! {\n") {
            let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
            let room = inside.with_extension("").to_string_lossy().replace('/', "::").replace("::mod", "");
            let named = rooms.contains(&format!(" {room}::STATEMENTS,"));
            assert!(named || room == "examine" && questions.contains("STATEMENTS.iter()"), "{room}");
            blocks += 1;
        }
    }
    assert!(blocks > 40, "{blocks} files with statements");
    // one that stands in no block is a question of the doctor, or reads a small kind of master data
    let alone =
        ["src/template/mod.rs", "src/template/tests.rs", "src/examine.rs", "src/reference/small_kinds.rs"];
    let stray = code.iter().filter(|(_, code)| code.contains("Statement::new(")).map(|(path, _)| path);
    let stray: Vec<_> = stray.filter(|path| !alone.iter().any(|file| path.ends_with(file))).collect();
    assert!(stray.is_empty(), "{stray:?}");
    assert!(rooms.contains(" reference::ALL_SMALL,") && rooms.contains("examine::statements()"), "{rooms}");
    assert!(questions.contains("QUESTIONS.iter()") && questions.contains("folded()"), "{questions}");
    // every record that is written whole has its statements in the list
    let count = |words: &str| code.iter().map(|(_, code)| code.matches(words).count()).sum::<usize>();
    let records = count("record! {") + count("impl Stored for ");
    assert_eq!(count("::WRITES,"), records);
}
