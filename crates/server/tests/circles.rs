//! Files that lead back to themselves: who opens one of them has to know all of them.

#![expect(clippy::expect_used, reason = "a test ends at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Modules, each with those that it names.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn files_do_not_lead_back_to_themselves() {
    let rooms = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("rooms");
    let mut seen = 0;
    for room in rooms {
        let room = room.expect("room");
        let name = room.file_name().to_string_lossy().into_owned();
        let mut texts = BTreeMap::new();
        gather(&room.path().join("src"), "", &mut texts);
        seen += texts.len();
        assert_eq!(in_circles(arrows(&texts)), [""; 0], "in {name}");
    }
    assert!(seen > 400, "only {seen} files were found");
}

#[test]
fn a_circle_is_seen() {
    let texts = [
        ("a", "use crate::b::{self, c::X};"),
        ("b", "use super::d;"),
        ("b::c", "fn f() -> super::Y { crate::a::g() }"),
        ("d", "#[cfg(test)]\nmod tests { use crate::b; }"),
    ];
    let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    assert_eq!(
        in_circles(arrows(&texts)),
        ["a", "b::c"],
        "and not who only leads to it, nor a folder and its file"
    );
}

/// The files of a folder, by the names of their modules, without their tests.
fn gather(folder: &Path, within: &str, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("entry").path();
        let stem = path.file_stem().expect("name").to_string_lossy().into_owned();
        let name = if within.is_empty() { stem.clone() } else { format!("{within}::{stem}") };
        if stem.ends_with("tests") || stem == "lib" {
            continue;
        }
        if path.is_dir() {
            gather(&path, &name, texts);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let name = if stem == "mod" { within.to_owned() } else { name };
            texts.insert(name, std::fs::read_to_string(&path).expect("source"));
        }
    }
}

/// Returns the dependencies of each file. References to a file's own folder are ignored.
fn arrows(texts: &BTreeMap<String, String>) -> Arrows {
    let arrows = texts.iter().map(|(from, text)| {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let mut named = Vec::new();
        for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
            follow(&code[at + "crate::".len()..], "", &mut named);
        }
        let within = from.rsplit_once("::").map_or("", |(folder, _)| folder);
        for (at, _) in code.match_indices("super::") {
            follow(&code[at + "super::".len()..], within, &mut named);
        }
        let leads = |to: &String| to != from && !from.starts_with(&format!("{to}::"));
        let to = named.iter().filter_map(|path| file_of(path, texts)).filter(leads);
        (from.clone(), to.collect())
    });
    arrows.collect()
}

/// Collects the paths at the start of `text`, including braced lists, and returns the rest.
fn follow<'t>(text: &'t str, before: &str, named: &mut Vec<String>) -> &'t str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (word, mut rest) = text.split_at(end);
    let path = if before.is_empty() || word.is_empty() {
        format!("{before}{word}")
    } else {
        format!("{before}::{word}")
    };
    if let Some(inner) = rest.strip_prefix("::") {
        return follow(inner, &path, named);
    }
    if word.is_empty()
        && let Some(mut list) = rest.strip_prefix('{')
    {
        loop {
            list = follow(list.trim_start(), &path, named).trim_start_matches([',', ' ', '\n']);
            if let Some(behind) = list.strip_prefix('}') {
                return behind;
            }
            if list.is_empty() || list.starts_with(';') {
                return list;
            }
        }
    }
    named.push(path);
    if word.is_empty() {
        // whatever this is, it is no path
        rest = rest.get(1..).unwrap_or_default();
    }
    rest
}

/// The file that a path leads into.
fn file_of(path: &str, texts: &BTreeMap<String, String>) -> Option<String> {
    let mut path = path;
    loop {
        if texts.contains_key(path) {
            return Some(path.to_owned());
        }
        (path, _) = path.rsplit_once("::")?;
    }
}

/// Removes files without dependencies or dependents until only circles remain.
fn in_circles(mut arrows: Arrows) -> Vec<String> {
    loop {
        let led_to: BTreeSet<String> = arrows.values().flatten().cloned().collect();
        let stays = |name: &String, to: &BTreeSet<String>| !to.is_empty() && led_to.contains(name);
        let gone: Vec<String> =
            arrows.iter().filter(|(name, to)| !stays(name, to)).map(|(name, _)| name.clone()).collect();
        if gone.is_empty() {
            return arrows.into_keys().collect();
        }
        for name in &gone {
            arrows.remove(name);
        }
        for to in arrows.values_mut() {
            to.retain(|name| !gone.contains(name));
        }
    }
}
