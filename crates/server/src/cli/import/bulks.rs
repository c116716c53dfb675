//! Groups rows into bulks that contain whole incoming orders, and reports invalid rows.

use super::input::{MAX_ROW_LENGTH, Piece};
use super::sheet_origin::SheetOrigin;
use orderdock_api::{
    LocalRow,
    request::{
        candidate_request::MAX_REQUESTS,
        json::{SyntaxFault, line_columns},
    },
};
use orderdock_domain::problem::Language;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{json, value::RawValue};
use std::{borrow::Cow, sync::Arc};

/// Number of rows after which a bulk is full; only a larger header exceeds it.
pub const BULK_ROWS: usize = 1_000;
/// Size in bytes after which a bulk is full, far below the limit of a server.
const BULK_BYTES: usize = 16 << 20;
/// Maximum size of a header in bytes; together with a full bulk it is within the limit of a server.
const HEADER_BYTES: usize = 60 << 20;

/// A row with its file and line.
#[derive(Debug)]
pub struct PlacedRow {
    pub file: Arc<str>,
    /// Line of a text file, or row of a sheet.
    pub line: u64,
    pub content: BroughtContent,
    /// Set for rows of spreadsheets.
    pub sheet: Option<Box<SheetOrigin>>,
}

#[derive(Debug)]
pub enum BroughtContent {
    Row(LocalRow),
    /// A line that contains no valid row. Within a header it is replaced by `instead`.
    Broken {
        text: Vec<u8>,
        reason: String,
        instead: Option<LocalRow>,
    },
}

/// Rows that are sent together.
#[derive(Debug, Default)]
pub struct Bulk {
    pub rows: Vec<PlacedRow>,
    /// Set if a line of the incoming order is invalid: its valid rows are imported and put on hold.
    pub incomplete: Option<String>,
    bytes: usize,
}

/// Result of reading.
#[derive(Debug)]
pub enum ReadWork {
    Bulk(Bulk),
    /// A row that is not sent, with the reason.
    Unsent(Box<PlacedRow>, String),
    /// A message about a file that was read completely.
    Note(String),
    /// A file that could not be read completely.
    Fault(String),
}

impl Bulk {
    /// Returns the rows to send. An invalid line is sent as a missing row, which the server rejects, so that the incoming
    /// order is put on hold.
    pub fn local_rows(&self) -> Vec<&LocalRow> {
        self.rows.iter().filter_map(PlacedRow::local_row).collect()
    }

    /// Returns whether the rows are from a spreadsheet.
    pub fn is_of_sheet(&self) -> bool {
        self.rows.first().is_some_and(|row| row.sheet.is_some())
    }

    fn push(&mut self, row: PlacedRow) {
        self.bytes += row.text().len() + 1;
        self.rows.push(row);
    }

    fn append(&mut self, other: &mut Self) {
        self.bytes += std::mem::take(&mut other.bytes);
        self.rows.append(&mut other.rows);
    }
}

impl PlacedRow {
    pub fn text(&self) -> &[u8] {
        match &self.content {
            BroughtContent::Row(row) => row.text().as_bytes(),
            BroughtContent::Broken { text, .. } => text,
        }
    }

    fn local_row(&self) -> Option<&LocalRow> {
        match &self.content {
            BroughtContent::Row(row) => Some(row),
            BroughtContent::Broken { instead, .. } => instead.as_ref(),
        }
    }

    /// Returns the reason why the line contains no valid row.
    pub fn broken(&self) -> Option<&str> {
        match &self.content {
            BroughtContent::Row(_) => None,
            BroughtContent::Broken { reason, .. } => Some(reason),
        }
    }

    /// Adds a substitute row, because the broken line is between rows of this header.
    fn within(mut self, header: &str) -> Self {
        let unreadable = json!({ "externalHeaderId": header, "externalLineId": self.line_id() });
        if let BroughtContent::Broken { instead, .. } = &mut self.content {
            *instead = LocalRow::read(unreadable.to_string().as_bytes()).ok();
        }
        self
    }

    /// Returns the line id of a broken line if it can be recognised, otherwise an id that no row has.
    fn line_id(&self) -> String {
        let text = String::from_utf8_lossy(self.text());
        let value = text.split_once("\"externalLineId\"").and_then(|(_, rest)| {
            let value = rest.trim_start().strip_prefix(':')?.trim_start();
            match value.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').map(|(id, _)| id),
                None => value.split(|c: char| !c.is_ascii_digit()).next(),
            }
        });
        let usable = value.filter(|id| !id.trim().is_empty() && id.len() <= 255 && !id.contains('\\'));
        usable.map_or_else(|| format!("line {} of the file", self.line), str::to_owned)
    }
}

/// A line of a file of rejected rows. Its row is imported again; its errors are ignored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RejectedLineToRead<'a> {
    #[serde(rename = "errors")]
    _errors: IgnoredAny,
    #[serde(rename = "file")]
    _file: IgnoredAny,
    #[serde(rename = "line")]
    _line: IgnoredAny,
    #[serde(rename = "sheet", default)]
    _sheet: IgnoredAny,
    #[serde(borrow)]
    row: &'a RawValue,
}

/// Returns the row within a line of rejected rows, or the line itself.
fn unwrapped(text: &[u8]) -> Cow<'_, [u8]> {
    match serde_json::from_slice::<RejectedLineToRead<'_>>(text) {
        // a row that is not JSON is stored as text
        Ok(line) => match serde_json::from_str::<String>(line.row.get()) {
            Ok(text) => Cow::Owned(text.into_bytes()),
            Err(_) => Cow::Borrowed(line.row.get().as_bytes()),
        },
        Err(_) => Cow::Borrowed(text),
    }
}

/// Parses a row like the server, or returns the reason why it is invalid.
fn read(text: Vec<u8>) -> BroughtContent {
    let sentence = |fault: &SyntaxFault| {
        let column = line_columns(&text, &[fault.at]).first().map_or(1, |place| place.column);
        format!("invalid JSON: {} (column {column})", fault.reason().text(Language::English))
    };
    match LocalRow::read(&text) {
        Ok(row) => BroughtContent::Row(row),
        Err(fault) => BroughtContent::Broken { reason: sentence(&fault), text, instead: None },
    }
}

/// Collects rows into bulks.
#[derive(Default)]
pub struct Collector {
    full: Bulk,
    /// Rows of the current header.
    header: Bulk,
    header_id: Option<String>,
    /// Broken lines after the last row of the header.
    broken: Vec<PlacedRow>,
    /// True if the header has too many rows, so that none of them is sent.
    too_large: bool,
}

impl Collector {
    /// Adds a piece of input and returns completed work.
    pub fn take(&mut self, file: &Arc<str>, piece: Piece) -> Vec<ReadWork> {
        let Piece { line, text, too_long } = piece;
        let text = match unwrapped(&text) {
            Cow::Borrowed(own) if own.len() == text.len() => text,
            other => other.into_owned(),
        };
        let content = if too_long {
            let reason = format!("the row is longer than {} MiB", MAX_ROW_LENGTH >> 20);
            BroughtContent::Broken { text, reason, instead: None }
        } else {
            read(text)
        };
        self.add(PlacedRow { file: Arc::clone(file), line, content, sheet: None })
    }

    /// Adds a row of a sheet and returns completed work.
    pub fn take_sheet_row(
        &mut self,
        file: &Arc<str>,
        line: u64,
        text: Vec<u8>,
        sheet: SheetOrigin,
    ) -> Vec<ReadWork> {
        self.add(PlacedRow {
            file: Arc::clone(file),
            line,
            content: read(text),
            sheet: Some(Box::new(sheet)),
        })
    }

    fn add(&mut self, row: PlacedRow) -> Vec<ReadWork> {
        match &row.content {
            BroughtContent::Broken { .. } => {
                self.broken.push(row);
                Vec::new()
            }
            BroughtContent::Row(local_row)
                if self.header_id.is_some() && local_row.header_id() == self.header_id.as_deref() =>
            {
                self.go_on(row)
            }
            BroughtContent::Row(local_row) => {
                let header = local_row.header_id().map(str::to_owned);
                let mut ready = self.close();
                self.header_id = header;
                self.header.push(row);
                ready.extend(self.flush_if(|full| full.rows.len() >= BULK_ROWS || full.bytes >= BULK_BYTES));
                ready
            }
        }
    }

    /// Returns the remaining work at the end of a file, because an incoming order does not continue in the next file.
    pub fn finish(&mut self) -> Vec<ReadWork> {
        let mut ready = self.close();
        ready.extend(self.flush_if(|_| true));
        ready
    }

    /// Adds a row to the current header.
    fn go_on(&mut self, row: PlacedRow) -> Vec<ReadWork> {
        if self.too_large {
            return std::mem::take(&mut self.broken)
                .into_iter()
                .chain([row])
                .map(|row| self.unsent(row))
                .collect();
        }
        if !self.broken.is_empty() {
            self.header.incomplete.clone_from(&self.header_id);
            let header = self.header_id.as_deref().unwrap_or_default();
            self.broken.drain(..).for_each(|row| self.header.push(row.within(header)));
        }
        self.header.push(row);
        if self.header.rows.len() <= MAX_REQUESTS && self.header.bytes <= HEADER_BYTES {
            return Vec::new();
        }
        self.too_large = true;
        let header = std::mem::take(&mut self.header);
        header.rows.into_iter().map(|row| self.unsent(row)).collect()
    }

    fn unsent(&self, row: PlacedRow) -> ReadWork {
        let header = self.header_id.as_deref().unwrap_or_default();
        let too_large = || {
            format!(
                "incoming order {header:?} exceeds the limit of a request ({MAX_REQUESTS} rows, {} MiB); none of its rows was sent",
                HEADER_BYTES >> 20
            )
        };
        let reason = row.broken().map_or_else(too_large, str::to_owned);
        ReadWork::Unsent(Box::new(row), reason)
    }

    /// Ends the header that is being read.
    fn close(&mut self) -> Vec<ReadWork> {
        let mut ready = Vec::new();
        let broken = std::mem::take(&mut self.broken);
        if self.header.incomplete.is_some() {
            ready.extend(self.flush_if(|_| true));
            ready.push(ReadWork::Bulk(std::mem::take(&mut self.header)));
        } else {
            let more = self.header.rows.len();
            ready.extend(self.flush_if(|full| full.rows.len() + more > BULK_ROWS));
            self.full.append(&mut self.header);
        }
        ready.extend(broken.into_iter().map(|row| self.unsent(row)));
        (self.header_id, self.too_large) = (None, false);
        ready
    }

    fn flush_if(&mut self, full: impl FnOnce(&Bulk) -> bool) -> Option<ReadWork> {
        let flush = !self.full.rows.is_empty() && full(&self.full);
        flush.then(|| ReadWork::Bulk(std::mem::take(&mut self.full)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bulks of lines as text, with `!` before an invalid row, and the rows that are not sent.
    fn collected(lines: &[String]) -> Vec<String> {
        let (mut collector, file) = (Collector::default(), Arc::from("f"));
        let mut work = Vec::new();
        for (line, text) in (1..).zip(lines) {
            work.extend(collector.take(&file, Piece { line, text: text.clone().into(), too_long: false }));
        }
        work.extend(collector.finish());
        let words =
            |row: &PlacedRow| format!("{}{}", if row.broken().is_some() { "!" } else { "" }, row.line);
        work.iter()
            .map(|work| match work {
                ReadWork::Unsent(row, _) => format!("unsent {}", words(row)),
                ReadWork::Note(words) | ReadWork::Fault(words) => words.clone(),
                ReadWork::Bulk(bulk) => {
                    let kind = if bulk.incomplete.is_some() { "incomplete" } else { "bulk" };
                    let rows: Vec<_> = bulk.rows.iter().map(words).collect();
                    format!("{kind} {}", rows.join(" "))
                }
            })
            .collect()
    }

    fn line(header: &str, id: usize) -> String {
        format!(r#"{{"externalHeaderId":"{header}","externalLineId":"{id}"}}"#)
    }

    #[test]
    fn broken_line_between_rows_makes_its_header_incomplete() {
        let broken = || "{\"externalHeaderId\":\"A\",".to_owned();
        let table = [
            (vec![line("A", 1), broken(), line("A", 2), line("B", 1)], vec!["incomplete 1 !2 3", "bulk 4"]),
            (vec![line("A", 1), broken(), line("B", 1)], vec!["unsent !2", "bulk 1 3"]),
            (vec![broken(), line("A", 1), broken()], vec!["unsent !1", "unsent !3", "bulk 2"]),
            (
                vec![line("Z", 1), line("A", 1), broken(), broken(), line("A", 2)],
                vec!["bulk 1", "incomplete 2 !3 !4 5"],
            ),
            (vec!["5".into(), broken(), "5".into()], vec!["unsent !2", "bulk 1 3"]),
        ];
        for (lines, expected) in table {
            assert_eq!(collected(&lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn bulks_are_cut_between_headers() {
        let header = |name: &str, rows: usize| (0..rows).map(|id| line(name, id)).collect::<Vec<_>>();
        let sizes = |lines: Vec<String>| {
            collected(&lines).iter().map(|words| words.split(' ').count() - 1).collect::<Vec<_>>()
        };
        assert_eq!(sizes([header("A", 600), header("B", 400), header("C", 1)].concat()), [1000, 1]);
        assert_eq!(sizes([header("A", 600), header("B", 401), header("C", 1)].concat()), [600, 402]);
        assert_eq!(sizes([header("A", 1), header("B", 10_000), header("C", 1)].concat()), [1, 10_000, 1]);
        let single: Vec<_> = (0..2_500).map(|id| line(&id.to_string(), 1)).collect();
        assert_eq!(sizes(single), [1000, 1000, 500]);
    }

    #[test]
    fn header_larger_than_a_request_is_not_sent() {
        let mut lines: Vec<_> = (0..10_005).map(|id| line("A", id)).collect();
        lines.push(line("B", 1));
        let seen = collected(&lines);
        assert_eq!(seen.iter().filter(|words| words.starts_with("unsent ")).count(), 10_005);
        assert_eq!(seen.last().map(String::as_str), Some("bulk 10006"));
    }

    #[test]
    fn rejected_line_is_read_as_its_row() {
        let rejected = r#"{"errors":[{"code":"x"}],"file":"f","line":3,"row":{"qty":1}}"#;
        assert_eq!(&*unwrapped(rejected.as_bytes()), br#"{"qty":1}"#);
        let unread = r#"{"errors":[],"file":"f","line":3,"row":"{\"qty\":}"}"#;
        assert_eq!(&*unwrapped(unread.as_bytes()), br#"{"qty":}"#);
        for own in [r#"{"qty":1}"#, r#"{"row":{"qty":1}}"#, "{"] {
            assert_eq!(&*unwrapped(own.as_bytes()), own.as_bytes());
        }
    }

    #[test]
    fn line_id_of_broken_line_is_recognised() {
        let table = [
            (r#"{"externalLineId" : "7a", "qty": }"#, "7a"),
            (r#"{"externalLineId":70,"qty": }"#, "70"),
            (r#"{"externalLineId": ""}"#, "line 9 of the file"),
            (r#"{"externalLineId": "cut o"#, "line 9 of the file"),
            ("{", "line 9 of the file"),
        ];
        for (text, expected) in table {
            let content = BroughtContent::Broken { text: text.into(), reason: "x".into(), instead: None };
            let row = PlacedRow { file: Arc::from("f"), line: 9, content, sheet: None };
            assert_eq!(row.line_id(), expected, "{text}");
        }
    }
}
