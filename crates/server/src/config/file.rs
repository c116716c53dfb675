//! The configuration file.

use super::{ServiceOptions, faults, file_fault::ConfigFileFault, mail::MAIL};
use crate::{failure::CommandFailure, secret::without_passwords};
use serde::Deserialize;
use std::{borrow::Cow, collections::HashSet, fs, ops::Range, path::Path};
use toml::{
    Spanned,
    de::{DeTable, DeValue, Deserializer, Error},
};

/// A configuration file with all of its faults.
pub struct ConfigFile {
    /// The valid options.
    pub options: ServiceOptions,
    pub entries: Vec<FileEntry>,
    /// In the order of their lines; of each line that is not TOML, the first.
    pub faults: Vec<ConfigFileFault>,
}

/// A valid option of the file.
pub struct FileEntry {
    /// Long name of the option without hyphens.
    pub option: String,
    pub line: usize,
    /// A text without quotes; any other value as written.
    pub value: String,
}

/// Returns whether options of a file contain the password of a database.
pub fn contains_password(options: &ServiceOptions) -> bool {
    let mut urls = [&options.database, &options.database_replica].into_iter().flatten();
    urls.any(|url| without_passwords(url.reveal()) != url.reveal())
}

/// A key with its value.
type KeyValue<'t> = (Spanned<Cow<'t, str>>, Spanned<DeValue<'t>>);

impl ConfigFile {
    /// Reads each option separately, so that one error does not hide another. Lines that are not TOML only report that
    /// error.
    pub fn parse(text: &str) -> Self {
        let (root, faults) = DeTable::parse_recoverable(text);
        let starts = faults.iter().filter_map(Error::span).map(|span| span.start);
        let malformed: HashSet<_> = starts.map(|start| line_of(text, start)).collect();
        let mut described_faults: Vec<_> =
            faults.iter().map(|fault| ConfigFileFault::new(text, fault, None)).collect();
        described_faults.dedup_by_key(|fault| fault.line());
        let mut file =
            Self { options: ServiceOptions::default(), entries: Vec::new(), faults: described_faults };
        let span = root.span();
        for (key, value) in root.into_inner() {
            let is_mail = *key.get_ref() == MAIL;
            let value_span = value.span();
            match value.into_inner() {
                DeValue::Table(mail) if is_mail => {
                    for entry in mail {
                        let mut table = DeTable::new();
                        let (name, line, shown) = described(text, &entry);
                        if malformed.contains(&line) {
                            continue;
                        }
                        table.insert(entry.0, entry.1);
                        let mail = Spanned::new(value_span.clone(), DeValue::Table(table));
                        let option = FileEntry { option: format!("{MAIL}-{name}"), line, value: shown };
                        file.add(text, span.clone(), (key.clone(), mail), option);
                    }
                }
                value => {
                    let entry = (key, Spanned::new(value_span, value));
                    let (option, line, value) = described(text, &entry);
                    if malformed.contains(&line) {
                        continue;
                    }
                    file.add(text, span.clone(), entry, FileEntry { option, line, value });
                }
            }
        }
        file.entries.sort_by_key(|entry| entry.line);
        file.faults.sort_by_key(ConfigFileFault::line);
        file
    }

    fn add(&mut self, text: &str, span: Range<usize>, entry: KeyValue<'_>, option: FileEntry) {
        let mut table = DeTable::new();
        table.insert(entry.0, entry.1);
        match ServiceOptions::deserialize(Deserializer::from(Spanned::new(span, table))) {
            Ok(options) => {
                self.options = options.or(std::mem::take(&mut self.options));
                self.entries.push(option);
            }
            Err(fault) => self.faults.push(ConfigFileFault::new(text, &fault, Some(&option.option))),
        }
    }
}

/// Returns name, line and displayed value of an entry.
fn described(text: &str, (key, value): &KeyValue<'_>) -> (String, usize, String) {
    let line = line_of(text, key.span().start);
    let shown = match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        _ => text.get(value.span()).unwrap_or_default().to_owned(),
    };
    (key.get_ref().to_string(), line, shown)
}

fn line_of(text: &str, position: usize) -> usize {
    1 + text.bytes().take(position).filter(|byte| *byte == b'\n').count()
}

/// Reads a file. Returns its faults as messages, including a failure to read it.
pub fn examine(path: &Path) -> (ConfigFile, Vec<String>) {
    let shown = path.display();
    let (file, unreadable) = match fs::read_to_string(path) {
        Ok(text) => (ConfigFile::parse(&text), None),
        Err(error) => {
            let fault = format!("cannot read the configuration file {shown}: {error}");
            (ConfigFile::parse(""), Some(fault))
        }
    };
    // the invalid line is shown
    let faults = file.faults.iter().map(|fault| {
        let fault = without_passwords(&fault.to_string());
        format!("the configuration file {shown} is invalid: {}", fault.trim_end())
    });
    let faults = unreadable.into_iter().chain(faults).collect();
    (file, faults)
}

/// Reads a file without faults.
pub fn read(path: &Path) -> Result<ServiceOptions, CommandFailure> {
    let (file, faults) = examine(path);
    if faults.is_empty() { Ok(file.options) } else { Err(faults::all(faults)) }
}
