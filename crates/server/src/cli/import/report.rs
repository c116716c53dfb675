//! Counts and prints the results of rows, and writes rejected rows to a file.

use super::bulks::{Bulk, PlacedRow};
use crate::cli::reject_folder;
use crate::failure::{CommandFailure, on_one_line};
use indicatif::ProgressBar;
use orderdock_app::EncodedResponse;
use orderdock_domain::problem::list_path;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json, value::RawValue};
use std::{
    fmt,
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

/// Maximum number of rejected rows that the report lists; it counts all.
const MAX_LISTED: u64 = 20;

/// Numbers of rows by result.
#[derive(Default)]
pub struct ImportTotals {
    pub created: u64,
    /// Created rows that cannot become an order yet.
    pub staged_with_problems: u64,
    pub unchanged: u64,
    pub rejected: u64,
}

impl fmt::Display for ImportTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { created, staged_with_problems, unchanged, rejected } = self;
        let rows = created + unchanged + rejected;
        writeln!(f, "rows       {rows}")?;
        writeln!(f, "created    {created} (with problems: {staged_with_problems})")?;
        writeln!(f, "unchanged  {unchanged}")?;
        writeln!(f, "rejected   {rejected}")
    }
}

/// Parts of the response to a bulk that the report needs.
#[derive(Deserialize)]
struct DecidedBulk<'a> {
    #[serde(borrow)]
    result: Option<Vec<DecidedRow<'a>>>,
    #[serde(default)]
    errors: Vec<Map<String, Value>>,
}

#[derive(Deserialize)]
struct DecidedRow<'a> {
    outcome: &'a str,
    status: Option<&'a str>,
    #[serde(default)]
    errors: Vec<Map<String, Value>>,
}

/// A line of the file of rejected rows, which can be corrected and imported again.
#[derive(Serialize)]
struct RejectedLineToWrite<'a> {
    errors: &'a [Map<String, Value>],
    file: &'a str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<&'a str>,
    row: Box<RawValue>,
}

/// Results of an import.
pub struct Report {
    pub totals: ImportTotals,
    /// True if rows were rejected because their organisation is unknown.
    pub without_organisation: bool,
    bar: ProgressBar,
    rejected: Option<RejectedFile>,
}

/// File of rejected rows, written under a temporary name, because it may replace the file that is being imported.
struct RejectedFile {
    path: PathBuf,
    unfinished: PathBuf,
    lines: BufWriter<File>,
}

impl Report {
    pub fn new(bar: ProgressBar, rejected: Option<&Path>) -> Result<Self, CommandFailure> {
        let rejected = rejected.map(RejectedFile::begin).transpose()?;
        Ok(Self { totals: ImportTotals::default(), without_organisation: false, bar, rejected })
    }

    /// Prints a line above the progress bar.
    pub fn note(&self, message: &str) {
        self.bar.suspend(|| eprintln!("{}", on_one_line(message)));
    }

    /// Adds the results of a bulk.
    pub fn add_response(&mut self, bulk: &Bulk, response: &EncodedResponse) -> Result<(), CommandFailure> {
        let not_understood = || {
            if response.status >= 400 {
                return super::target::rejected(response);
            }
            let place = bulk.rows.first().map(PlacedRow::place).unwrap_or_default();
            CommandFailure::work(format!(
                "unexpected response ({}) to the bulk that starts at {place}: it does not contain a result for each of the {} \
                 rows. Check that --url is the address of Orderdock",
                response.status,
                bulk.rows.len()
            ))
        };
        let Ok(decided) = serde_json::from_slice::<DecidedBulk<'_>>(&response.body) else {
            return Err(not_understood());
        };
        match decided.result {
            Some(rows) if rows.len() == bulk.rows.len() => {
                for (row, decided) in bulk.rows.iter().zip(rows) {
                    self.row(bulk, row, decided)?;
                }
                Ok(())
            }
            // under policy `all` the response contains only errors, and all rows are rejected
            None if decided.errors.iter().any(|error| error.contains_key("index")) => {
                for (index, row) in bulk.rows.iter().enumerate() {
                    let own = decided.errors.iter().filter(|error| error.get("index") == Some(&json!(index)));
                    let mut errors: Vec<_> = own.cloned().collect();
                    if errors.is_empty() {
                        errors.push(error(
                            "bulk.rejected",
                            "The row was rejected with its bulk because other rows have errors.",
                        ));
                    }
                    self.rejected(bulk, row, errors)?;
                }
                Ok(())
            }
            _ => Err(not_understood()),
        }
    }

    fn row(&mut self, bulk: &Bulk, row: &PlacedRow, decided: DecidedRow<'_>) -> Result<(), CommandFailure> {
        match (decided.outcome, row.broken()) {
            (_, Some(reason)) => {
                let header = bulk.incomplete.as_deref().unwrap_or_default();
                let reason =
                    format!("{reason}; incoming order {header:?} is on hold until this row is imported");
                self.unsent(row, &reason)?;
            }
            ("created", None) => {
                self.totals.created += 1;
                self.totals.staged_with_problems += u64::from(decided.status == Some("error"));
            }
            ("unchanged", None) => self.totals.unchanged += 1,
            _ => self.rejected(bulk, row, decided.errors)?,
        }
        Ok(())
    }

    /// Reports a row that was not sent.
    pub fn unsent(&mut self, row: &PlacedRow, reason: &str) -> Result<(), CommandFailure> {
        self.reject(row, &[error("row.not_sent", reason)])
    }

    /// Reports a row that the server rejected, with the positions of its errors in the input file.
    fn rejected(
        &mut self,
        bulk: &Bulk,
        row: &PlacedRow,
        mut errors: Vec<Map<String, Value>>,
    ) -> Result<(), CommandFailure> {
        for error in &mut errors {
            if error.get("code").is_some_and(|code| code == "header.rejected") {
                let at_fault = error.get("params").and_then(|params| params["rows"].as_array()).cloned();
                let numbers = at_fault.unwrap_or_default();
                let rows =
                    numbers.iter().filter_map(|row| bulk.rows.get(usize::try_from(row.as_u64()?).ok()?));
                let places: Vec<_> = rows.map(PlacedRow::place).collect();
                let message = format!(
                    "The row was rejected with its incoming order because of errors in rows {}.",
                    places.join(", ")
                );
                error.insert("message".to_owned(), message.into());
                error.remove("params");
            }
            for place in ["index", "line", "column"] {
                error.remove(place);
            }
            if let Some(Value::String(pointer)) = error.get_mut("pointer") {
                let within = pointer.strip_prefix("/requests/").map(|rest| rest.split_once('/'));
                *pointer = match within {
                    Some(Some((_, within))) => format!("/{within}"),
                    Some(None) => String::new(),
                    None => std::mem::take(pointer),
                };
            }
        }
        if let Some(sheet) = &row.sheet {
            sheet.locate(&mut errors);
        }
        self.reject(row, &errors)
    }

    fn reject(&mut self, row: &PlacedRow, errors: &[Map<String, Value>]) -> Result<(), CommandFailure> {
        self.totals.rejected += 1;
        self.without_organisation |=
            errors.iter().any(|error| error.get("code").is_some_and(|code| code == "org.required"));
        if self.totals.rejected <= MAX_LISTED {
            let messages: Vec<_> = errors.iter().filter_map(error_message).collect();
            self.note(&format!("{}: {}", row.place(), messages.join(" ")));
        } else if self.totals.rejected == MAX_LISTED + 1 {
            self.note("more rows were rejected; use --rejected FILE to write all of them to a file");
        }
        self.rejected.as_mut().map_or(Ok(()), |file| file.write(row, errors))
    }

    /// Renames the file of rejected rows to its final name.
    pub fn finish(&mut self) -> Result<(), CommandFailure> {
        self.rejected.take().map_or(Ok(()), RejectedFile::finish)
    }
}

impl PlacedRow {
    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// Formats an error with its member and value.
fn error_message(error: &Map<String, Value>) -> Option<String> {
    let text = |name: &str| error.get(name).and_then(Value::as_str);
    let message = text("message")?;
    let path = list_path(text("pointer").unwrap_or_default());
    let at = match text("cell") {
        Some(cell) if path.is_empty() => format!("{cell}: "),
        Some(cell) => format!("{path} ({cell}): "),
        None if path.is_empty() => path,
        None => path + ": ",
    };
    let seen = text("seen").filter(|seen| !message.contains(seen));
    let seen = seen.map(|seen| format!(" Seen: {seen}.")).unwrap_or_default();
    Some(format!("{at}{message}{seen}{}", did_you_mean(error)))
}

/// Returns a question with the similar records that the server suggests; empty if there are none.
fn did_you_mean(error: &Map<String, Value>) -> String {
    let suggestions = error.get("suggestions").and_then(Value::as_array);
    let text = |record: &Value, name: &str| record[name].as_str().unwrap_or_default().to_owned();
    let records = suggestions.into_iter().flatten().map(|record| {
        let (code, name) = (text(record, "code"), text(record, "name"));
        if name == code { code } else { format!("{code} ({name})") }
    });
    let records: Vec<_> = records.collect();
    if records.is_empty() { String::new() } else { format!(" Did you mean {}?", records.join(" or ")) }
}

fn error(code: &str, message: &str) -> Map<String, Value> {
    [("code".to_owned(), code.into()), ("message".to_owned(), message.into())].into_iter().collect()
}

impl RejectedFile {
    fn begin(path: &Path) -> Result<Self, CommandFailure> {
        reject_folder(path)?;
        let unfinished = path.with_added_extension("unfinished");
        let file = File::create(&unfinished).map_err(|error| {
            CommandFailure::call(format!("cannot write {}: {error}", unfinished.display()))
        })?;
        Ok(Self { path: path.to_owned(), unfinished, lines: BufWriter::new(file) })
    }

    fn write(&mut self, row: &PlacedRow, errors: &[Map<String, Value>]) -> Result<(), CommandFailure> {
        let text = if row.broken().is_some() { None } else { without_space(row.text()) };
        let readable = text.and_then(|text| RawValue::from_string(text).ok());
        let unreadable = || serde_json::value::to_raw_value(&String::from_utf8_lossy(row.text()));
        let line = readable.map_or_else(unreadable, Ok).and_then(|written| {
            let sheet = row.sheet.as_ref().map(|sheet| &*sheet.name).filter(|name| !name.is_empty());
            let line = RejectedLineToWrite { errors, file: &row.file, line: row.line, sheet, row: written };
            serde_json::to_writer(&mut self.lines, &line)
        });
        line.map_err(Into::into).and_then(|()| self.lines.write_all(b"\n")).map_err(|error| self.lost(&error))
    }

    fn finish(mut self) -> Result<(), CommandFailure> {
        let written = self.lines.flush().and_then(|()| std::fs::rename(&self.unfinished, &self.path));
        written.map_err(|error| self.lost(&error))
    }

    fn lost(&self, error: &std::io::Error) -> CommandFailure {
        CommandFailure::work(format!("cannot write the rejected rows to {}: {error}", self.path.display()))
    }
}

/// Returns the JSON without insignificant whitespace.
fn without_space(text: &[u8]) -> Option<String> {
    let (mut quoted, mut escaped) = (false, false);
    let compact = text.iter().copied().filter(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b' ' | b'\t' | b'\r' | b'\n' => return quoted,
            _ => {}
        }
        true
    });
    String::from_utf8(compact.collect()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_without_whitespace_keeps_members_and_digits() {
        let text = "{\n  \"a\" : \"x \\\" y\\\\\" ,\r\n\t\"a\":[ 1.50, 12345678901234567890 ]\n}";
        let expected = r#"{"a":"x \" y\\","a":[1.50,12345678901234567890]}"#;
        assert_eq!(without_space(text.as_bytes()).as_deref(), Some(expected));
    }
}
