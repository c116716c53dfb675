//! Faults of a configuration file: location, value found, value expected and correction.

use super::{
    mail::MAIL,
    nearest::nearest,
    options::{self, ConfigOption},
};
use std::fmt;
use toml::de::Error;

/// A fault of a configuration file.
#[derive(Debug)]
pub struct ConfigFileFault {
    /// Both begin with 1.
    line: usize,
    column: usize,
    /// The line of the file.
    content: String,
    /// Number of characters to mark from the column on.
    marked: usize,
    message: String,
}

impl ConfigFileFault {
    /// Describes an error of the TOML reader. The name of the option is read from the line if it is not given.
    pub fn new(text: &str, error: &Error, option: Option<&str>) -> Self {
        let span = error.span().unwrap_or_default();
        let before = text.get(..span.start).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |place| place + 1);
        let content = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let marked = text.get(span).and_then(|part| part.lines().next()).unwrap_or_default();
        let mut fault = Self {
            line: 1 + before.matches('\n').count(),
            column: 1 + characters(before.get(start..)),
            content: content.to_owned(),
            marked: characters(Some(marked)).max(1),
            message: error.message().to_owned(),
        };
        fault.explain(before.get(..start).unwrap_or_default(), option);
        fault
    }

    /// Replaces the message of the TOML reader if the fault is about an option or an unknown key.
    fn explain(&mut self, lines_before: &str, option: Option<&str>) {
        let content = self.content.clone();
        let (key, value) = content.split_once('=').unwrap_or((&content, ""));
        let (key, value) = (key.trim(), value.trim());
        let is_mail = option.map_or_else(
            || table(lines_before) == Some(MAIL),
            |option| option.strip_prefix("mail-").is_some_and(|own| own == key),
        );
        let known = options::all();
        if let Some(rest) = self.message.strip_prefix("unknown field `") {
            let unknown = rest.split('`').next().unwrap_or_default().to_owned();
            let is_mail = option.is_some_and(|option| option != unknown);
            self.message = unknown_key(&unknown, is_mail, &known);
            return;
        }
        let name = if is_mail { format!("{MAIL}-{key}") } else { key.to_owned() };
        let Some(option) = known.iter().find(|known| known.name == name && known.example.is_some()) else {
            return;
        };
        if self.message.contains("duplicate key") {
            self.message = format!("`{key}` is set twice. Remove one of the lines.");
            return;
        }
        if !value.is_empty() {
            // the reader stops where the value cannot continue
            let place = content.rfind(value).unwrap_or_default();
            self.column = 1 + characters(content.get(..place));
            self.marked = characters(Some(value));
        }
        self.message = wrong_value(option, value, &self.message);
    }

    pub fn line(&self) -> usize {
        self.line
    }
}

/// Prints the position, the line with a mark, and the message.
impl fmt::Display for ConfigFileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, content, marked, message } = self;
        let margin = " ".repeat(line.to_string().len());
        writeln!(f, "line {line}, column {column}")?;
        writeln!(f, "{margin} |\n{line} | {content}")?;
        writeln!(f, "{margin} | {}{}", " ".repeat(column - 1), "^".repeat(*marked))?;
        f.write_str(message)
    }
}

fn characters(text: Option<&str>) -> usize {
    text.unwrap_or_default().chars().count()
}

/// Returns the table that contains the next line.
fn table(lines: &str) -> Option<&str> {
    lines.lines().rev().find_map(|line| line.trim().strip_prefix('[')?.split(']').next())
}

/// Describes a wrong value of a known option: expected value, value found, and an example.
fn wrong_value(option: &ConfigOption, value: &str, reason: &str) -> String {
    let (table, key) = option.key();
    let place = table.map_or_else(String::new, |table| format!(" in the table `[{table}]`"));
    let unit = option.unit.map_or_else(String::new, |unit| format!(" ({unit})"));
    let example = option.example.unwrap_or_default();
    let quotes = if example.starts_with('"') { " in quotes" } else { "" };
    let reason = match (quotes.is_empty(), value.chars().next()) {
        (true, _) | (false, Some('"' | '\'') | None) => reason,
        (false, Some(_)) => "the quotes are missing",
    };
    let found = if value.is_empty() { "no value".to_owned() } else { format!("`{value}`") };
    format!(
        "`{key}`{place}: expected {}{unit}{quotes}, found {found} ({reason}). Example: {key} = {example}",
        with_article(option.kind)
    )
}

fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {kind}")
}

/// Describes a key that is no option of its table. Only the table of mail and the top level have options.
fn unknown_key(key: &str, is_mail: bool, known: &[ConfigOption]) -> String {
    let place = if is_mail { format!(" in the table `[{MAIL}]`") } else { String::new() };
    let here = known.iter().filter(|option| option.example.is_some() && option.key().0.is_some() == is_mail);
    let tables = (!is_mail).then_some(MAIL);
    let advice = match known.iter().find(|option| option.name == key) {
        Some(_) if is_mail => format!("Move it above `[{MAIL}]`."),
        Some(option) if option.example.is_none() => "It can be set on the command line only.".to_owned(),
        Some(option) => format!("Write it as `{}` below `[{MAIL}]`.", option.key().1),
        None => nearest(key, here.map(|option| option.key().1).chain(tables))
            .map_or_else(String::new, |similar| format!("Did you mean `{similar}`?")),
    };
    let advice = if advice.is_empty() { advice } else { format!(" {advice}") };
    format!("unknown key `{key}`{place}.{advice} All keys: `orderdock config reference`.")
}
