//! Tests that statements contain no syntax of a single engine outside of markers, and that all statements are listed.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::path::{Path, PathBuf};

/// Syntax that only SQLite has or that it interprets differently.
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
        // the implementation of the markers, and its tests
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

/// Returns the code of each file without comments.
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

/// Returns whether a line contains a `+` directly before a column.
fn has_unary_plus(line: &str) -> bool {
    line.match_indices('+').any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + 1..].chars().next());
        before.is_none_or(|before| " (\"".contains(before))
            && after.is_some_and(|after| after.is_ascii_lowercase())
    })
}

#[test]
fn sqlite_only_syntax_is_hidden_behind_markers() {
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

/// Returns the names of all `static …: Statement`, in the order of the file.
fn declared(code: &str) -> Vec<&str> {
    code.lines()
        .filter_map(|line| {
            let (before, after) = line.split_once("static ")?;
            let (name, kind) = after.split_once(": ")?;
            (matches!(before, "" | "pub ") && kind.starts_with("Statement =")).then_some(name)
        })
        .collect()
}

/// Returns the names in the list `STATEMENTS` of a file, if it has one.
fn listed(code: &str) -> Option<Vec<&str>> {
    let (_, list) = code.split_once("pub const STATEMENTS: &[&Statement] =")?;
    let (list, _) = list.split_once(']')?;
    let names = list.split(['[', ',']).map(str::trim).filter(|name| !name.is_empty());
    Some(names.map(|name| name.trim_start_matches('&')).filter(|name| !name.is_empty()).collect())
}

#[test]
fn every_statement_is_listed() {
    let code = code();
    let source = |path: &str| code.iter().find(|(file, _)| file.ends_with(path)).map_or("", |(_, code)| code);
    let (crate_list, doctor) = (source("src/lib.rs"), source("src/maintenance/examine/mod.rs"));
    let mut lists = 0;
    for (path, code) in &code {
        let path = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
        let module = path.with_extension("").to_string_lossy().replace('/', "::").replace("::mod", "");
        let Some(listed) = listed(code) else {
            assert_eq!(declared(code), [""; 0], "{module} has no STATEMENTS");
            continue;
        };
        assert_eq!(declared(code), listed, "{module}");
        // the statements of `doctor` are listed in `maintenance/examine/mod.rs`
        let is_listed = match module.strip_prefix("maintenance::examine::") {
            Some(part) => doctor.contains(&format!(".chain({part}::STATEMENTS)")),
            None => {
                module == "maintenance::examine" || crate_list.contains(&format!(" {module}::STATEMENTS,"))
            }
        };
        assert!(is_listed, "{module}");
        lists += 1;
    }
    assert!(lists > 40, "{lists} files with statements");
    // checks of `doctor` and whole records are listed elsewhere
    let alone = ["src/maintenance/examine/mod.rs", "src/maintenance/examine/checks.rs", "src/records/mod.rs"];
    for (path, code) in code.iter().filter(|(path, _)| !alone.iter().any(|file| path.ends_with(file))) {
        let made = ["new(", "with_fragments(", "insert(&", "upsert(&", "keep(&", "update(&"];
        let made = made.iter().map(|end| code.matches(&format!("Statement::{end}")).count()).sum::<usize>();
        assert_eq!(made, declared(code).len(), "{}", path.display());
    }
    assert!(crate_list.contains("examine::statements()"));
    assert!(
        doctor.contains("STATEMENTS.iter()")
            && doctor.contains("QUESTIONS.iter()")
            && doctor.contains("FOLDED.iter()")
    );
    // the two statements of a record are declared by its trait
    let count = |words: &str| code.iter().map(|(_, code)| code.matches(words).count()).sum::<usize>();
    let records = count("impl TableRecord for ");
    assert_eq!(count("::WRITES,"), records);
}
