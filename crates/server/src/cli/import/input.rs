//! Reads rows from files, one at a time, in constant memory.

use std::io::{self, BufRead, Cursor, Read};

use orderdock_spreadsheet::SpreadsheetError;

/// Maximum row size in bytes. Longer rows are skipped and reported.
pub const MAX_ROW_LENGTH: usize = 1 << 20;

/// Bytes read to detect the format of an input without a known file name extension.
const GLANCE: u64 = 4096;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Format of an input file.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A candidate, an array of candidates, or `{"requests": […]}`
    Json,
    /// One candidate per line
    Ndjson,
    /// CSV, XLSX or ODS with one candidate per row
    Spreadsheet,
}

/// A row of the input.
#[derive(PartialEq, Eq, Debug)]
pub struct Piece {
    /// Line number of its start, from 1.
    pub line: u64,
    pub text: Vec<u8>,
    /// True if the row exceeds the maximum size; `text` is its start.
    pub too_long: bool,
}

/// Reason why reading a file stopped.
#[derive(Debug)]
pub enum InputFault {
    Unreadable(io::Error),
    /// The file is invalid from this line on.
    Broken {
        line: u64,
        reason: &'static str,
    },
    Sheet(SpreadsheetError),
    /// The consumer accepts no more rows.
    Unwanted,
}

impl From<io::Error> for InputFault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// Consumes a row, or stops reading.
pub type Visit<'v> = dyn FnMut(Piece) -> Result<(), InputFault> + 'v;

impl Format {
    /// Detects the format by file name extension.
    pub fn of_name(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            // files that cannot be read are recognised by their content and rejected with the reason
            "csv" | "tsv" | "xlsx" | "ods" | "xls" | "xlsm" | "xlsb" => Some(Self::Spreadsheet),
            _ => None,
        }
    }

    /// Detects the format by the first bytes. An array, an envelope, and an object over several lines are JSON.
    fn of_beginning(beginning: &[u8]) -> Self {
        let mut words = beginning.trim_ascii_start().splitn(2, |byte| *byte == b'{');
        let (before, inside) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let alone = inside.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        let enveloped = inside.trim_ascii_start().starts_with(b"\"requests\"");
        if before.starts_with(b"[") || alone == Some(&b'\n') || enveloped { Self::Json } else { Self::Ndjson }
    }
}

/// Reads an input to its end or first fault. Without a format, its start determines it.
pub fn read(
    mut source: impl BufRead,
    format: Option<Format>,
    visit: &mut Visit<'_>,
) -> Result<(), InputFault> {
    let mut beginning = Vec::new();
    source.by_ref().take(GLANCE).read_until(b'\n', &mut beginning)?;
    if beginning.starts_with(BYTE_ORDER_MARK) {
        beginning.drain(..BYTE_ORDER_MARK.len());
    }
    let format = format.unwrap_or_else(|| Format::of_beginning(&beginning));
    let source = Cursor::new(beginning).chain(source);
    match format {
        Format::Json => Scanner { source, line: 1 }.document(visit),
        Format::Ndjson => lines(source, visit),
        Format::Spreadsheet => {
            Err(Scanner { source, line: 1 }.broken("spreadsheets cannot be read from standard input"))
        }
    }
}

fn lines(mut source: impl BufRead, visit: &mut Visit<'_>) -> Result<(), InputFault> {
    for line in 1.. {
        let mut text = Vec::new();
        let limit = MAX_ROW_LENGTH as u64 + 1;
        if source.by_ref().take(limit).read_until(b'\n', &mut text)? == 0 {
            break;
        }
        let too_long = text.len() > MAX_ROW_LENGTH;
        if too_long && text.last() != Some(&b'\n') {
            source.skip_until(b'\n')?;
        }
        let blank = text.trim_ascii().is_empty() && !too_long;
        if !blank {
            visit(Piece { line, text: text.trim_ascii_end().to_vec(), too_long })?;
        }
    }
    Ok(())
}

/// Scanner that finds values by brackets and strings; it does not validate their content.
struct Scanner<R> {
    source: R,
    line: u64,
}

/// Position at which the scan of a value stopped.
#[derive(PartialEq, Eq)]
enum ScanStop {
    End,
    /// Before the list of an envelope.
    List,
}

/// State of the scan of a value.
#[derive(Default)]
struct Scan {
    depth: usize,
    text: Vec<u8>,
    too_long: bool,
    /// Text of the last string directly within the outermost object.
    name: Vec<u8>,
}

impl Scan {
    fn keep(&mut self, byte: u8) {
        if self.text.len() < MAX_ROW_LENGTH {
            self.text.push(byte);
        } else {
            self.too_long = true;
        }
    }
}

impl<R: BufRead> Scanner<R> {
    fn document(mut self, visit: &mut Visit<'_>) -> Result<(), InputFault> {
        match self.after_space()? {
            None => return Err(self.broken("the file is empty")),
            Some(b'[') => self.list(visit)?,
            Some(b'{') => self.candidate_or_envelope(visit)?,
            Some(_) => return Err(self.broken("expected a candidate or a list of candidates")),
        }
        match self.after_space()? {
            None => Ok(()),
            Some(_) => Err(self.broken(
                "unexpected text after the end of the JSON value; if the file has one candidate per line, use --format ndjson",
            )),
        }
    }

    fn candidate_or_envelope(&mut self, visit: &mut Visit<'_>) -> Result<(), InputFault> {
        let line = self.line;
        let mut scan = Scan::default();
        if self.value(&mut scan, true)? == ScanStop::End {
            return visit(Piece { line, text: scan.text, too_long: scan.too_long });
        }
        self.list(visit)?;
        // other members of the envelope are ignored
        self.value(&mut scan, false).map(drop)
    }

    fn list(&mut self, visit: &mut Visit<'_>) -> Result<(), InputFault> {
        self.next()?;
        if self.after_space()? == Some(b']') {
            self.next()?;
            return Ok(());
        }
        loop {
            self.after_space()?;
            let line = self.line;
            let mut scan = Scan::default();
            self.value(&mut scan, false)?;
            if scan.text.is_empty() {
                return Err(self.broken("expected a candidate"));
            }
            visit(Piece { line, text: scan.text, too_long: scan.too_long })?;
            match self.after_space()? {
                Some(b',') => self.next()?,
                Some(b']') => {
                    self.next()?;
                    return Ok(());
                }
                _ => return Err(self.broken("expected `,` or `]` after a candidate")),
            };
        }
    }

    /// Scans to the end of a value, or to the list of an envelope if `envelope` is set.
    fn value(&mut self, scan: &mut Scan, envelope: bool) -> Result<ScanStop, InputFault> {
        let begin = self.line;
        let broken_off = || InputFault::Broken {
            line: begin,
            reason: "the value that starts here has no end; a bracket or quote is missing",
        };
        loop {
            let byte = match self.peek()? {
                Some(byte) => byte,
                None if scan.depth == 0 && !scan.text.is_empty() => return Ok(ScanStop::End),
                None => return Err(broken_off()),
            };
            match byte {
                b'"' => {
                    self.string(scan)?.ok_or_else(broken_off)?;
                    if scan.depth > 0 {
                        continue;
                    }
                }
                b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n' if scan.depth == 0 => {
                    return Ok(ScanStop::End);
                }
                b'[' if envelope && scan.depth == 1 && scan.name == b"requests" => return Ok(ScanStop::List),
                b'{' | b'[' => {
                    scan.depth += 1;
                    self.keep(scan)?;
                    continue;
                }
                b'}' | b']' => {
                    scan.depth -= 1;
                    self.keep(scan)?;
                }
                _ => {
                    self.keep(scan)?;
                    continue;
                }
            }
            if scan.depth == 0 {
                return Ok(ScanStop::End);
            }
        }
    }

    /// `None` if the text ends within it.
    fn string(&mut self, scan: &mut Scan) -> Result<Option<()>, InputFault> {
        self.keep(scan)?;
        let outermost = scan.depth == 1;
        if outermost {
            scan.name.clear();
        }
        let mut escaped = false;
        while let Some(byte) = self.peek()? {
            self.keep(scan)?;
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => return Ok(Some(())),
                _ if outermost && scan.name.len() < 16 => scan.name.push(byte),
                _ => {}
            }
        }
        Ok(None)
    }

    fn keep(&mut self, scan: &mut Scan) -> io::Result<()> {
        if let Some(byte) = self.next()? {
            scan.keep(byte);
        }
        Ok(())
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.source.fill_buf()?.first().copied())
    }

    fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.source.consume(1);
            self.line += u64::from(byte == b'\n');
        }
        Ok(byte)
    }

    fn after_space(&mut self) -> io::Result<Option<u8>> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek()? {
            self.next()?;
        }
        self.peek()
    }

    fn broken(&self, reason: &'static str) -> InputFault {
        InputFault::Broken { line: self.line, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, format: Option<Format>) -> (Vec<(u64, String)>, Option<String>) {
        let mut rows = Vec::new();
        let result = read(text.as_bytes(), format, &mut |piece| {
            rows.push((piece.line, String::from_utf8(piece.text).unwrap()));
            Ok(())
        });
        let fault = result.err().map(|fault| match fault {
            InputFault::Broken { line, reason } => format!("{line}: {reason}"),
            other => panic!("{other:?}"),
        });
        (rows, fault)
    }

    #[test]
    fn rows_of_every_format_have_their_lines() {
        let table: [(&str, &[(u64, &str)]); 10] = [
            (r#"[{"a":1},{"b":[{}]}]"#, &[(1, r#"{"a":1}"#), (1, r#"{"b":[{}]}"#)]),
            ("[\n {\"a\":\"]}\\\"\"}\n ,\n {} ]\n", &[(2, r#"{"a":"]}\""}"#), (4, "{}")]),
            (" [ ] ", &[]),
            ("{\n\"a\": [1, 2]\n}", &[(1, "{\n\"a\": [1, 2]\n}")]),
            (r#"{"requests":[{"a":1},{"a":2}]}"#, &[(1, r#"{"a":1}"#), (1, r#"{"a":2}"#)]),
            ("{\n\"x\": {\"requests\": [7]},\n\"requests\" : [\n{}\n],\n\"y\": [1]\n}\n", &[(4, "{}")]),
            ("{\"a\":1}\n\r\n{\"a\":2}\r\n", &[(1, r#"{"a":1}"#), (3, r#"{"a":2}"#)]),
            ("\u{feff}{\"requests\":[1]}", &[(1, "1")]),
            ("\u{feff}{\"a\":1}", &[(1, r#"{"a":1}"#)]),
            ("[\"x\", 1,null]", &[(1, "\"x\""), (1, "1"), (1, "null")]),
        ];
        for (text, expected) in table {
            let (rows, fault) = rows(text, None);
            let rows: Vec<_> = rows.iter().map(|(line, text)| (*line, text.as_str())).collect();
            assert_eq!((rows.as_slice(), fault), (expected, None), "{text}");
        }
    }

    #[test]
    fn unreadable_input_is_reported_with_its_line() {
        let table = [
            ("", 0, "1: the file is empty"),
            ("[{}\n{}]", 1, "2: expected `,` or `]`"),
            ("[{},\n]", 1, "2: expected a candidate"),
            ("[{},\n{\"a\": \"", 1, "2: the value that starts here has no end"),
            ("[{}", 1, "1: expected `,` or `]`"),
            ("{\"a\":1}\n{\"a\":2}", 1, "2: unexpected text after the end of the JSON value; if"),
            ("candidates", 0, "1: expected a candidate or a list"),
        ];
        for (text, count, expected) in table {
            let (rows, fault) = rows(text, Some(Format::Json));
            assert_eq!(rows.len(), count, "{text}");
            assert!(fault.as_deref().is_some_and(|fault| fault.starts_with(expected)), "{text}: {fault:?}");
        }
    }

    #[test]
    fn row_that_is_too_long_is_skipped() {
        let long = "x".repeat(3 * MAX_ROW_LENGTH);
        for text in [format!("{{\"a\":\"{long}\"}}\n{{}}\n"), format!("[{{\"a\":\"{long}\"}},\n{{}}]")] {
            let mut seen = Vec::new();
            read(text.as_bytes(), None, &mut |piece| {
                assert!(piece.text.len() <= MAX_ROW_LENGTH + 1);
                seen.push((piece.line, piece.too_long));
                Ok(())
            })
            .unwrap();
            assert_eq!(seen, [(1, true), (2, false)]);
        }
    }

    #[test]
    fn file_name_determines_the_format() {
        for (name, format) in [
            ("orders.json", Some(Format::Json)),
            ("orders.NDJSON", Some(Format::Ndjson)),
            ("a.b.jsonl", Some(Format::Ndjson)),
            ("orders.XLSX", Some(Format::Spreadsheet)),
            ("orders.csv", Some(Format::Spreadsheet)),
            ("orders", None),
            ("-", None),
        ] {
            assert_eq!(Format::of_name(name), format, "{name}");
        }
    }
}
