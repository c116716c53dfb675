//! Reads delimited text (CSV) and detects its encoding and delimiter.

use std::ops::ControlFlow;

use csv::{ByteRecord, Reader, ReaderBuilder};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memchr_iter;
use serde::{Deserialize, Serialize};

use super::sink::{RowSink, RowVisitor};
use crate::error::SpreadsheetError;
use crate::value::CellValue;

/// Encoding of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TextEncoding {
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16le")]
    Utf16Le,
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Western European encoding of Windows; ISO 8859-1 is a part of it.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// Character between the fields of a text file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TextDelimiter {
    #[serde(rename = ";")]
    Semicolon,
    #[serde(rename = ",")]
    Comma,
    #[serde(rename = "\t")]
    Tab,
    #[serde(rename = "|")]
    Pipe,
}

impl TextEncoding {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16 (little endian)",
            Self::Utf16Be => "UTF-16 (big endian)",
            Self::Windows1252 => "Windows-1252",
        }
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Windows1252 => WINDOWS_1252,
        }
    }

    /// Detects the encoding: by the byte order mark, by zero bytes, as UTF-8 if the text is valid UTF-8, otherwise
    /// Windows-1252.
    fn detect(bytes: &[u8]) -> Self {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => return Self::Utf8,
            [0xFF, 0xFE, ..] => return Self::Utf16Le,
            [0xFE, 0xFF, ..] => return Self::Utf16Be,
            _ => {}
        }
        // letters of Western languages have a zero byte in UTF-16
        let pairs = bytes.get(..4096).unwrap_or(bytes).chunks_exact(2);
        let (even, odd) = pairs.fold((0, 0), |(even, odd), pair| {
            (even + usize::from(pair[0] == 0), odd + usize::from(pair[1] == 0))
        });
        if odd > 2 * even && odd > 0 {
            Self::Utf16Le
        } else if even > 2 * odd {
            Self::Utf16Be
        } else if std::str::from_utf8(bytes).is_ok() {
            Self::Utf8
        } else {
            Self::Windows1252
        }
    }
}

impl TextDelimiter {
    /// All delimiters in order of preference. The comma is last, because it is often a decimal comma.
    pub const ALL: [Self; 4] = [Self::Semicolon, Self::Tab, Self::Pipe, Self::Comma];

    pub const fn character(self) -> char {
        match self {
            Self::Semicolon => ';',
            Self::Comma => ',',
            Self::Tab => '\t',
            Self::Pipe => '|',
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Semicolon => b';',
            Self::Comma => b',',
            Self::Tab => b'\t',
            Self::Pipe => b'|',
        }
    }
}

/// Number of rows from which the delimiter is detected.
const SAMPLE_ROWS: usize = 100;
/// Number of bytes from which the delimiter is detected.
const SAMPLE_BYTES: usize = 256 << 10;

/// A decoded text file.
pub(super) struct DelimitedFile {
    text: String,
    /// Start of the first row, after a line such as `sep=;`.
    start: usize,
    pub encoding: TextEncoding,
    pub delimiter: TextDelimiter,
    /// Another delimiter with the same score.
    pub other_delimiter: Option<TextDelimiter>,
}

impl DelimitedFile {
    pub fn open(
        bytes: Vec<u8>,
        encoding: Option<TextEncoding>,
        delimiter: Option<TextDelimiter>,
    ) -> Result<Self, SpreadsheetError> {
        let encoding = encoding.unwrap_or_else(|| TextEncoding::detect(&bytes));
        let text = decode(bytes, encoding)?;
        if text.contains('\0') {
            return Err(SpreadsheetError::Unsupported { kind: "a binary file" });
        }
        let (declared, start) = declared_delimiter(&text);
        let (detected, other) = match delimiter.or(declared) {
            Some(delimiter) => (delimiter, None),
            None => detect_delimiter(&text[start..]),
        };
        Ok(Self { text, start, encoding, delimiter: detected, other_delimiter: other })
    }

    pub fn rows(&self, visit: &mut RowVisitor<'_>) -> Result<(), SpreadsheetError> {
        let mut visit = |row: &_| visit(row);
        let mut sink = RowSink::new(&mut visit);
        let mut reader = reader(&self.text[self.start..], self.delimiter);
        let mut record = ByteRecord::new();
        let mut number = 0_u32;
        loop {
            let begin = reader.position().line();
            if !reader
                .read_byte_record(&mut record)
                .map_err(|error| SpreadsheetError::broken(error.to_string()))?
            {
                return Ok(());
            }
            // the CSV reader skips blank lines, but spreadsheet programs count them as rows
            let lines = reader.position().line() - begin;
            let line_breaks: usize = record.iter().map(|field| memchr_iter(b'\n', field).count()).sum();
            let blank = lines.saturating_sub(line_breaks as u64 + 1);
            number = number.saturating_add(u32::try_from(blank).unwrap_or(u32::MAX)).saturating_add(1);
            for (column, field) in (0..).zip(record.iter()) {
                if let Some(value) = CellValue::of_text(&String::from_utf8_lossy(field)) {
                    sink.cell(column, value, false)?;
                }
            }
            if sink.end_row(number, false, 1)? == ControlFlow::Break(()) {
                return Ok(());
            }
        }
    }
}

fn reader(text: &str, delimiter: TextDelimiter) -> Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(delimiter.byte()).from_reader(text.as_bytes())
}

fn decode(bytes: Vec<u8>, encoding: TextEncoding) -> Result<String, SpreadsheetError> {
    if encoding == TextEncoding::Utf8 {
        let wrong = |_| SpreadsheetError::WrongEncoding { encoding: encoding.name() };
        let mut text = String::from_utf8(bytes).map_err(wrong)?;
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        return Ok(text);
    }
    let (text, faulty) = encoding.encoding().decode_with_bom_removal(&bytes);
    // bytes without a character in Windows-1252 become control characters
    let is_unassigned =
        |letter: char| encoding == TextEncoding::Windows1252 && ('\u{80}'..='\u{9f}').contains(&letter);
    if faulty || text.contains(is_unassigned) {
        return Err(SpreadsheetError::WrongEncoding { encoding: encoding.name() });
    }
    Ok(text.into_owned())
}

/// Returns the delimiter of a first line such as `sep=;`, which Excel reads but does not show, and the start of the rows.
fn declared_delimiter(text: &str) -> (Option<TextDelimiter>, usize) {
    let line = text.lines().next().unwrap_or_default();
    let named = line.trim_matches('"').strip_prefix("sep=");
    let found = named.and_then(|named| {
        TextDelimiter::ALL.into_iter().find(|known| named == known.character().to_string())
    });
    if found.is_none() {
        return (None, 0);
    }
    (found, text.find('\n').map_or(text.len(), |end| end + 1))
}

/// Returns the delimiter that divides most rows into the same number of fields, and another one with the same score.
fn detect_delimiter(text: &str) -> (TextDelimiter, Option<TextDelimiter>) {
    let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES)];
    let mut scores: Vec<_> =
        TextDelimiter::ALL.into_iter().map(|delimiter| (evenness(sample, delimiter), delimiter)).collect();
    // stable: equal scores keep the order of preference
    scores.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let [(best, delimiter), (second, other), ..] = scores[..] else {
        return (TextDelimiter::Semicolon, None);
    };
    (delimiter, Some(other).filter(|_| second > 0 && second == best))
}

/// Returns the percentage of rows with the most frequent number of fields above one; 0 if no row has several fields.
fn evenness(text: &str, delimiter: TextDelimiter) -> usize {
    let mut counts: Vec<usize> = Vec::new();
    let mut reader = reader(text, delimiter);
    let mut record = ByteRecord::new();
    while counts.len() < SAMPLE_ROWS && reader.read_byte_record(&mut record).unwrap_or(false) {
        counts.push(record.len());
    }
    let divided = counts.iter().filter(|count| **count > 1);
    let maximum =
        divided.clone().map(|count| counts.iter().filter(|other| *other == count).count()).max().unwrap_or(0);
    maximum * 100 / counts.len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(bytes: &[u8]) -> DelimitedFile {
        DelimitedFile::open(bytes.to_vec(), None, None).unwrap()
    }

    fn utf16(text: &str, mark: bool) -> Vec<u8> {
        let text = if mark { format!("\u{feff}{text}") } else { text.to_owned() };
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn encoding_is_detected() {
        for (bytes, encoding) in [
            ("Menge;Größe".as_bytes().to_vec(), TextEncoding::Utf8),
            ("\u{feff}Menge;Größe".as_bytes().to_vec(), TextEncoding::Utf8),
            (b"Menge;Gr\xf6\xdfe".to_vec(), TextEncoding::Windows1252),
            (utf16("Menge;Größe", true), TextEncoding::Utf16Le),
            (utf16("Menge;Größe", false), TextEncoding::Utf16Le),
            (b"a;b".to_vec(), TextEncoding::Utf8),
        ] {
            let file = opened(&bytes);
            assert_eq!(file.encoding, encoding);
            let mut texts = Vec::new();
            file.rows(&mut |row| {
                texts.extend(row.cells.iter().map(|cell| cell.value.to_text().into_owned()));
                ControlFlow::Continue(())
            })
            .unwrap();
            assert!(texts == ["Menge", "Größe"] || texts == ["a", "b"], "{texts:?}");
        }
    }

    #[test]
    fn delimiter_is_detected_or_ambiguous() {
        for (text, delimiter, other) in [
            ("a;b;c\n1,5;2,5;3\n", ';', None),
            ("a,b,c\n1.5,2,3\n", ',', None),
            ("a\tb\n1,5\t2\n", '\t', None),
            ("a|b\n1|2\n", '|', None),
            ("a,b;c,d\n1,2;3,4\n", ';', Some(',')),
            ("sep=,\na,b;c\n", ',', None),
            ("\"sep=;\"\na,b;c\n", ';', None),
            ("\"a;b\",c\n\"d;e\",f\n", ',', None),
            ("Bestellung von Müller, Bonn\na;b\n1;2\n3;4\n", ';', None),
        ] {
            let file = opened(text.as_bytes());
            let other_seen = file.other_delimiter.map(TextDelimiter::character);
            assert_eq!((file.delimiter.character(), other_seen), (delimiter, other), "{text}");
        }
    }

    #[test]
    fn blank_lines_count_as_rows() {
        let text = "a;b\r\n\r\n\r\n1;\"two\nlines\"\r\n;\r\n2;x\r\n\n3;y";
        let mut seen = Vec::new();
        opened(text.as_bytes())
            .rows(&mut |row| {
                seen.push((row.number, row.cells[0].value.to_text().into_owned()));
                ControlFlow::Continue(())
            })
            .unwrap();
        let seen: Vec<_> = seen.iter().map(|(number, text)| (*number, text.as_str())).collect();
        assert_eq!(seen, [(1, "a"), (4, "1"), (6, "2"), (8, "3")]);
    }

    #[test]
    fn wrong_encoding_is_rejected() {
        // the second text is in a code page of MS-DOS
        for (bytes, encoding) in [(b"Gr\xf6\xdfe", Some(TextEncoding::Utf8)), (b"M\x81lle", None)] {
            let opened = DelimitedFile::open(bytes.to_vec(), encoding, None);
            assert!(matches!(opened, Err(SpreadsheetError::WrongEncoding { .. })));
        }
    }
}
