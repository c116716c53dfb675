//! Checks that the modules of each crate have no circular dependencies.

#![expect(clippy::expect_used, reason = "a test fails at the first unexpected value")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each module with the modules that it uses.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_have_no_dependency_cycles() {
    let crates = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("crates");
    let mut files = 0;
    for entry in crates {
        let entry = entry.expect("crate");
        let name = entry.file_name().to_string_lossy().into_owned();
        let mut texts = BTreeMap::new();
        read_modules(&entry.path().join("src"), "", &mut texts);
        files += texts.len();
        assert_eq!(in_cycles(dependencies(&texts)), [""; 0], "in {name}");
    }
    assert!(files > 400, "only {files} files were found");
}

#[test]
fn dependency_cycle_is_found() {
    let texts = [
        ("a", "use crate::b::{self, c::X};"),
        ("b", "use super::d;"),
        ("b::c", "fn f() -> super::Y { crate::a::g() }"),
        ("d", "#[cfg(test)]\nmod tests { use crate::b; }"),
    ];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    assert_eq!(
        in_cycles(dependencies(&texts)),
        ["a", "b::c"],
        "neither modules that only depend on a cycle, nor a folder and its file"
    );
}

/// Reads the modules of a folder by name, without their tests.
fn read_modules(folder: &Path, within: &str, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("entry").path();
        let stem = path.file_stem().expect("name").to_string_lossy().into_owned();
        let name = if within.is_empty() { stem.clone() } else { format!("{within}::{stem}") };
        if stem.ends_with("tests") || stem == "lib" {
            continue;
        }
        if path.is_dir() {
            read_modules(&path, &name, texts);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let name = if stem == "mod" { within.to_owned() } else { name };
            texts.insert(name, std::fs::read_to_string(&path).expect("source"));
        }
    }
}

/// Returns the dependencies of each file. References to a file's own folder are ignored.
fn dependencies(texts: &BTreeMap<String, String>) -> Dependencies {
    let dependencies = texts.iter().map(|(from, text)| {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut named = Vec::new();
        for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
            collect_paths(&code[at + "crate::".len()..], "", &mut named);
        }
        let within = from.rsplit_once("::").map_or("", |(folder, _)| folder);
        for (at, _) in code.match_indices("super::") {
            collect_paths(&code[at + "super::".len()..], within, &mut named);
        }
        let is_other = |to: &String| to != from && !from.starts_with(&format!("{to}::"));
        let to = named.iter().filter_map(|path| module_of(path, texts)).filter(is_other);
        (from.clone(), to.collect())
    });
    dependencies.collect()
}

/// Collects the paths at the start of `text`, including braced lists, and returns the rest.
fn collect_paths<'t>(text: &'t str, before: &str, named: &mut Vec<String>) -> &'t str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (word, mut rest) = text.split_at(end);
    let path = if before.is_empty() || word.is_empty() {
        format!("{before}{word}")
    } else {
        format!("{before}::{word}")
    };
    if let Some(inner) = rest.strip_prefix("::") {
        return collect_paths(inner, &path, named);
    }
    if word.is_empty()
        && let Some(mut list) = rest.strip_prefix('{')
    {
        loop {
            list = collect_paths(list.trim_start(), &path, named).trim_start_matches([',', ' ', '\n']);
            if let Some(after) = list.strip_prefix('}') {
                return after;
            }
            if list.is_empty() || list.starts_with(';') {
                return list;
            }
        }
    }
    named.push(path);
    if word.is_empty() {
        // not a path
        rest = rest.get(1..).unwrap_or_default();
    }
    rest
}

/// Returns the module that contains the item of a path.
fn module_of(path: &str, texts: &BTreeMap<String, String>) -> Option<String> {
    let mut path = path;
    loop {
        if texts.contains_key(path) {
            return Some(path.to_owned());
        }
        (path, _) = path.rsplit_once("::")?;
    }
}

/// Removes files without dependencies or dependents until only cycles remain.
fn in_cycles(mut modules: Dependencies) -> Vec<String> {
    loop {
        let used: BTreeSet<String> = modules.values().flatten().cloned().collect();
        let stays = |name: &String, to: &BTreeSet<String>| !to.is_empty() && used.contains(name);
        let acyclic: Vec<String> =
            modules.iter().filter(|(name, to)| !stays(name, to)).map(|(name, _)| name.clone()).collect();
        if acyclic.is_empty() {
            return modules.into_keys().collect();
        }
        for name in &acyclic {
            modules.remove(name);
        }
        for to in modules.values_mut() {
            to.retain(|name| !acyclic.contains(name));
        }
    }
}
