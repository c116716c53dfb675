//! Rules for code and texts that Clippy does not check. `clippy.toml` limits functions to 70 lines.

#![expect(clippy::expect_used, reason = "a test ends at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 600;
const KINDS: [&str; 7] = ["rs", "sql", "ts", "tsx", "css", "md", "mjs"];
/// Generated files, and lists that grow with each change.
const LEFT_OUT: [&str; 7] =
    ["target", "node_modules", "dist", ".git", "schema.gen.ts", "CHANGELOG.md", "tidy.rs"];

/// Replacement for a verb that has five meanings.
const SAY: &str = "who notifies, answers, lists, shows, sends or decides what";

/// Banned words with their replacements: references to documents outside the repository, and words that do not name the
/// actor.
const BANNED: [(&str, &str); 6] = [
    ("endpoint 1", "an order sent whole"),
    ("endpoint 2", "a candidate sent by itself"),
    ("endpoint 3", "a bulk"),
    ("of the contract", "the rule itself"),
    ("is told", SAY),
    ("are told", SAY),
];

/// Returns all files that people write, with their texts.
fn files() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("folder") {
            let path = entry.expect("entry").path();
            let name = path.file_name().expect("name").to_string_lossy().into_owned();
            if LEFT_OUT.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known)) {
                let text = std::fs::read_to_string(&path).expect("text");
                files.push((path, text));
            }
        }
    }
    assert!(files.len() > 500, "only {} files were found", files.len());
    files
}

#[test]
fn files_stay_within_line_limit() {
    let long = files().into_iter().filter_map(|(path, text)| {
        let lines = text.lines().count();
        (lines > MAX_LINES).then(|| format!("{} has {lines} lines", path.display()))
    });
    let long: Vec<_> = long.collect();
    assert!(long.is_empty(), "a file has at most {MAX_LINES} lines: {long:#?}");
}

/// `scripts/test` does not compile examples in comments, so comments must not contain any.
#[test]
fn comments_contain_no_untested_code() {
    let mut found = Vec::new();
    for (path, text) in
        files().into_iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "rs"))
    {
        let mut open = false;
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim_start();
            let words = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
            let Some(fence) = words.and_then(|words| words.trim().strip_prefix("```")) else { continue };
            open = !open;
            if open && fence != "text" {
                found.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "call it text, or make it a test: {found:#?}");
}

#[test]
fn names_and_texts_avoid_banned_words() {
    let mut found = Vec::new();
    // released steps of a schema are never edited
    for (path, text) in
        files().into_iter().filter(|(path, _)| path.extension().is_none_or(|kind| kind != "sql"))
    {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            let banned = BANNED.iter().filter(|(word, _)| line.contains(word));
            found.extend(
                banned.map(|(word, say)| format!("{}:{number}: {word:?}, say {say}", path.display())),
            );
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The types of responses in the interface are generated from the OpenAPI document. A type assertion would hide an
/// error of the document.
#[test]
fn interface_has_no_type_assertions() {
    let mut found = Vec::new();
    let mut seen = 0;
    for (path, text) in files() {
        let name = path.to_string_lossy();
        if !name.contains("crates/ui/web/src/") || name.contains(".test.") {
            continue;
        }
        seen += 1;
        for (number, line) in (1..).zip(text.lines()) {
            let cast =
                [" as never", " as unknown as", " as any"].into_iter().find(|cast| line.contains(cast));
            found.extend(cast.map(|cast| format!("{}:{number}:{cast}", path.display())));
        }
    }
    assert!(seen > 100, "only {seen} files of the interface were found");
    assert!(found.is_empty(), "{found:#?}");
}

/// A module with submodules is a folder with a `mod.rs`. In the interface, all files are in folders.
#[test]
fn modules_with_submodules_are_folders() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/api/src");
    let mut found = Vec::new();
    for (path, _) in files().into_iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "rs"))
    {
        let loose =
            path.parent() == Some(&sources) && !path.ends_with("lib.rs") && !path.ends_with("routes.rs");
        if loose || path.with_extension("").is_dir() {
            found.push(path);
        }
    }
    assert!(sources.join("request/mod.rs").is_file(), "the rooms of the interface are elsewhere");
    assert!(found.is_empty(), "it belongs into a folder, as mod.rs where that has its name: {found:#?}");
}

/// A type name has one meaning in all crates. Exceptions: private types of the command line, which are named like their
/// command, and enums without variants (`enum Count {}`), which select how a type is read.
#[test]
fn type_names_are_unique() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut seen = 0;
    for (path, text) in files() {
        let Ok(file) = path.strip_prefix(&sources) else { continue };
        if is_product_code(file) {
            seen += 1;
            for name in declared_types(&text) {
                declared.entry(name.to_owned()).or_default().insert(file.display().to_string());
            }
        }
    }
    declared.retain(|_, places| places.len() > 1);
    assert!(seen > 400, "only {seen} files were found");
    assert!(declared.is_empty(), "call them by what each of them is: {declared:#?}");
}

#[test]
fn declared_types_are_found() {
    let text = "
        pub(super) struct Row<'a> {
        #[derive(clap::Args)]
        struct List {
        #[derive(clap::Args)]
        pub struct Copy {
        struct Held(u8);
        enum Count {}
        pub enum $name {
        pub(in crate::import) enum Part {
        /// struct Words
        type Read = Self;
\npub(crate) unsafe trait Key {\ntype Place = usize;\n#[cfg(test)]\nmod tests {\nstruct Test;";
    assert_eq!(declared_types(text), ["Row", "Copy", "Held", "Part", "Key", "Place"]);
}

/// Returns whether a file, given by its path within a crate, is neither a test nor a test suite for other crates.
fn is_product_code(file: &Path) -> bool {
    let mut names = file.iter().map(|name| name.to_string_lossy());
    names.nth(1).is_some_and(|folder| folder == "src")
        && file.extension().is_some_and(|kind| kind == "rs")
        && !names.any(|name| name == "conformance" || name.trim_end_matches(".rs").ends_with("tests"))
}

/// Returns the names of all types that a file declares, public or private.
fn declared_types(text: &str) -> Vec<&str> {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut are_arguments = false;
    let mut names = Vec::new();
    for line in text.lines() {
        let declaration = line.trim_start();
        if declaration.starts_with("#[derive(") {
            are_arguments = declaration.contains("Args");
        }
        let is_public = declaration.starts_with("pub");
        // `pub(in crate::import)`
        let is_before = |word: &&str| word.starts_with("pub") || word.ends_with(')') || *word == "unsafe";
        let mut words = declaration.split_whitespace().skip_while(is_before);
        let kind = words.next();
        let is_type = match kind {
            Some("struct") => is_public || !are_arguments,
            Some("enum") => !declaration.ends_with(" {}"),
            Some("trait") => true,
            // associated types of traits are indented
            Some("type") => line == declaration,
            _ => false,
        };
        let name = words.next().and_then(|name| name.split(|c: char| !c.is_alphanumeric()).next());
        names.extend(name.filter(|name| is_type && name.starts_with(|c: char| c.is_ascii_uppercase())));
        are_arguments &= !matches!(kind, Some("struct" | "enum"));
    }
    names
}

/// `docs/security.md` contains the name of a test for each requirement. It must change when the test is renamed.
#[test]
fn security_document_names_tests_that_exist() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let document = std::fs::read_to_string(path).expect("document");
    let sources: String = files()
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|kind| kind == "rs"))
        .map(|(_, text)| text)
        .collect();
    let is_test = |name: &&str| {
        name.matches('_').count() >= 2
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())
    };
    let names: BTreeSet<_> = document.split('`').skip(1).step_by(2).filter(is_test).collect();
    assert!(names.len() > 50, "only {} names were found", names.len());
    let missing: Vec<_> = names.iter().filter(|name| !sources.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "no such test: {missing:#?}");
}

/// Vague clauses and verbs of speech in texts. Their rates per 1,000 words have upper bounds.
struct Filler {
    words: usize,
    /// Clauses such as "what is" and "who has" instead of a noun.
    vague: Vec<String>,
    /// Verbs of speech and movement for software, such as "tells" and "stands".
    personal: Vec<String>,
}

const MAX_VAGUE: f64 = 0.6;
const MAX_PERSONAL: f64 = 0.5;
const VAGUE: [&str; 5] = ["is", "was", "has", "comes", "stands"];
const PERSONAL: [&str; 19] = [
    "tell", "tells", "told", "telling", "say", "says", "said", "saying", "stand", "stands", "stood",
    "standing", "hear", "hears", "heard", "hearing", "mend", "mends", "mended",
];

fn filler(text: &str) -> Filler {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic() && c != '\'').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let vague =
        words.windows(2).filter(|pair| ["what", "who"].contains(&pair[0]) && VAGUE.contains(&pair[1]));
    let around = |at: usize| words[at.saturating_sub(5)..words.len().min(at + 5)].join(" ");
    let personal = (0..words.len()).filter(|at| PERSONAL.contains(&words[*at])).map(around);
    Filler {
        words: words.len(),
        vague: vague.map(|pair| pair.join(" ")).collect(),
        personal: personal.collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate to compare, not an amount")]
fn rate(found: &[String], words: usize) -> f64 {
    found.len() as f64 * 1000.0 / words.max(1) as f64
}

/// Returns the summaries and descriptions of the OpenAPI document without duplicates.
fn descriptions() -> String {
    fn collect(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(members) => {
                for (name, member) in members {
                    match member.as_str() {
                        Some(text) if name == "description" || name == "summary" => {
                            found.insert(text.to_owned());
                        }
                        _ => collect(member, found),
                    }
                }
            }
            serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let document = serde_json::from_str(&std::fs::read_to_string(path).expect("document")).expect("JSON");
    let mut found = BTreeSet::new();
    collect(&document, &mut found);
    found.into_iter().collect::<Vec<_>>().join("\n")
}

#[test]
fn documents_and_messages_are_plain_english() {
    let documents = files().into_iter().filter(|(path, _)| {
        // the style guide quotes the texts that it replaces
        path.extension().is_some_and(|kind| kind == "md") && !path.ends_with("style.md")
    });
    let documents: Vec<_> = documents.map(|(_, text)| text).collect();
    let english = orderdock_domain::problem::Language::English;
    let messages: Vec<_> =
        orderdock_domain::problem::ProblemCode::ALL.iter().map(|code| code.template(english)).collect();
    for (area, text) in [
        ("documents", documents.join("\n")),
        ("problem messages", messages.join("\n")),
        ("OpenAPI descriptions", descriptions()),
    ] {
        let Filler { words, vague, personal } = filler(&text);
        assert!(words > 1_000, "{area}: only {words} words were found");
        let rates = (rate(&vague, words), rate(&personal, words));
        assert!(rates.0 <= MAX_VAGUE, "{area}: {rates:?}, {vague:#?}");
        assert!(rates.1 <= MAX_PERSONAL, "{area}: {rates:?}, {personal:#?}");
    }
}

/// Comments, test names and macros in the Rust files of one crate.
#[derive(Default)]
struct CrateText {
    comments: String,
    doc_comments: usize,
    /// Doc comments that open with a pronoun instead of a noun or a verb.
    pronoun_openings: Vec<String>,
    tests: usize,
    /// Tests named after a pronoun instead of a condition.
    pronoun_tests: Vec<String>,
    macros: usize,
}

const PRONOUN_OPENINGS: [&str; 9] =
    ["What", "Who", "Whose", "Of", "Those", "None", "The same", "That", "Which"];
const PRONOUN_TESTS: [&str; 5] = ["what_", "who_", "of_", "that_", "those_"];

impl CrateText {
    fn add(&mut self, path: &Path, text: &str) {
        let mut previous = "";
        let mut is_test = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim_start();
            let marker = ["///", "//!"].into_iter().find(|marker| line.starts_with(marker)).unwrap_or("");
            if line.starts_with("//") {
                self.comments.push_str(line);
                self.comments.push('\n');
            }
            if !marker.is_empty() && marker != previous {
                self.doc_comments += 1;
                if opens_with_pronoun(line.trim_start_matches(marker).trim_start()) {
                    self.pronoun_openings.push(format!("{}:{number}: {line}", path.display()));
                }
            }
            previous = marker;
            is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
            if let Some(name) = function_name(line).filter(|_| is_test) {
                is_test = false;
                self.tests += 1;
                if PRONOUN_TESTS.iter().any(|start| name.starts_with(start)) {
                    self.pronoun_tests.push(format!("{}:{number}: {name}", path.display()));
                }
            }
            self.macros += usize::from(line.starts_with("macro_rules!"));
        }
    }
}

fn opens_with_pronoun(comment: &str) -> bool {
    let rests = PRONOUN_OPENINGS.iter().filter_map(|word| comment.strip_prefix(word));
    rests.into_iter().any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

fn function_name(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let name = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?;
    name.split(['(', '<']).next()
}

/// Upper bounds for the Rust text of a crate.
struct TextBounds {
    /// Percentage of doc comments that open with a pronoun.
    openings: f64,
    /// Vague clauses per 1,000 words of comments.
    vague: f64,
    /// Verbs of speech per 1,000 words of comments.
    personal: f64,
    /// Percentage of tests whose names begin with a pronoun.
    tests: f64,
    /// Number of `macro_rules!`.
    macros: usize,
}

/// Returns bounds with the given number of macros; the other bounds are those of every crate.
const fn goal(macros: usize) -> TextBounds {
    TextBounds { openings: 4.0, vague: MAX_VAGUE, personal: MAX_PERSONAL, tests: 2.0, macros }
}

const TEXT_BOUNDS: [(&str, TextBounds); 13] = [
    ("api", goal(6)),
    ("app", goal(1)),
    ("bench", goal(0)),
    ("courier", goal(0)),
    ("domain", goal(8)),
    ("server", goal(1)),
    ("spreadsheet", goal(0)),
    ("store", goal(3)),
    ("store-postgres", goal(0)),
    ("store-sql", goal(3)),
    ("store-sqlite", goal(0)),
    ("testkit", goal(0)),
    ("ui", goal(0)),
];

#[test]
fn rust_comments_and_test_names_stay_within_bounds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut crates: BTreeMap<String, CrateText> = BTreeMap::new();
    for (path, text) in files() {
        let file = path.strip_prefix(&root).expect("file of the repository");
        let mut folders = file.iter().map(|name| name.to_string_lossy().into_owned());
        let first = folders.next().unwrap_or_default();
        let name = if first == "crates" { folders.next().unwrap_or_default() } else { first };
        if file.extension().is_some_and(|kind| kind == "rs") {
            crates.entry(name).or_default().add(file, &text);
        }
    }
    let measured: Vec<_> = crates.keys().map(String::as_str).collect();
    assert_eq!(measured, TEXT_BOUNDS.map(|(name, _)| name), "each crate has bounds");
    let mut exceeded = Vec::new();
    for (name, bounds) in TEXT_BOUNDS {
        exceeded.extend(exceeded_bounds(name, &crates[name], &bounds));
    }
    assert!(exceeded.is_empty(), "{exceeded:#?}");
}

/// Prints the measured values of a crate and returns the exceeded bounds with their findings.
fn exceeded_bounds(name: &str, text: &CrateText, bounds: &TextBounds) -> Vec<String> {
    let Filler { words, vague, personal } = filler(&text.comments);
    let openings = rate(&text.pronoun_openings, text.doc_comments) / 10.0;
    let tests = rate(&text.pronoun_tests, text.tests) / 10.0;
    let (vague_rate, personal_rate) = (rate(&vague, words), rate(&personal, words));
    println!(
        "{name}: openings {openings:.1} %, vague {vague_rate:.2}, personal {personal_rate:.2}, \
         tests {tests:.1} %, macros {}",
        text.macros
    );
    let measures = [
        ("doc comments opening with a pronoun (%)", openings, bounds.openings, &text.pronoun_openings),
        ("vague clauses per 1,000 words", vague_rate, bounds.vague, &vague),
        ("verbs of speech per 1,000 words", personal_rate, bounds.personal, &personal),
        ("tests named after a pronoun (%)", tests, bounds.tests, &text.pronoun_tests),
    ];
    let above = measures.into_iter().filter(|(_, value, bound, _)| value > bound);
    let mut exceeded: Vec<_> = above
        .map(|(measure, value, bound, found)| format!("{name}: {measure}: {value:.2} > {bound}: {found:#?}"))
        .collect();
    if text.macros > bounds.macros {
        exceeded.push(format!("{name}: macro_rules!: {} > {}", text.macros, bounds.macros));
    }
    exceeded
}

#[test]
fn pronouns_in_comments_and_test_names_are_counted() {
    let mut text = CrateText::default();
    let source = "//! What is done.\n\n/// Whatever.\n/// Of it.\n// who has it\n#[test]\nfn what_is_so() {}\nfn what_else() {}";
    text.add(Path::new("a.rs"), source);
    assert_eq!((text.doc_comments, text.pronoun_openings.len()), (2, 1));
    assert_eq!((text.tests, text.pronoun_tests.len()), (1, 1));
    assert_eq!(filler(&text.comments).vague, ["what is", "who has"]);
}
