//! ZIP packages with XML parts, read with limits.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Seek};

use memchr::memmem::Finder;
use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::read::ZipFile;

use super::limits;
use crate::error::SpreadsheetError;

/// Source of a file: an open file, or bytes in memory.
pub trait SpreadsheetInput: Read + Seek + Send {}

impl<T: Read + Seek + Send> SpreadsheetInput for T {}

pub(super) type BoxedInput = Box<dyn SpreadsheetInput>;

/// A ZIP package whose declared sizes were checked.
pub(super) struct Package {
    archive: ZipArchive<BoxedInput>,
}

impl Package {
    pub fn open(input: BoxedInput) -> Result<Self, SpreadsheetError> {
        let mut archive = ZipArchive::new(input)
            .map_err(|error| SpreadsheetError::broken(format!("invalid package, {error}")))?;
        if archive.len() > limits::PARTS {
            return Err(too_much("the number of packed parts", limits::PARTS as u64));
        }
        let mut unpacked = 0_u64;
        for index in 0..archive.len() {
            let part =
                archive.by_index_raw(index).map_err(|error| SpreadsheetError::broken(error.to_string()))?;
            if part.encrypted() {
                return Err(SpreadsheetError::Protected);
            }
            unpacked = unpacked.saturating_add(part.size());
        }
        if unpacked > limits::UNPACKED_BYTES {
            return Err(SpreadsheetError::UnpackedTooLarge { limit: limits::UNPACKED_BYTES >> 20 });
        }
        Ok(Self { archive })
    }

    pub fn contains(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// Returns the names of all parts.
    pub fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.archive.file_names().filter_map(Result::ok)
    }

    /// Returns whether a part contains a text, without parsing it.
    pub fn part_contains(&mut self, name: &str, text: &str) -> Result<bool, SpreadsheetError> {
        let unreadable =
            |error: &dyn Display| SpreadsheetError::broken(format!("cannot read its part {name}, {error}"));
        let mut file = self.archive.by_name(name).map_err(|error| unreadable(&error))?;
        let finder = Finder::new(text);
        // the end of the previous chunk remains, because the text may begin there
        let mut chunk = Vec::new();
        loop {
            chunk.drain(..chunk.len().saturating_sub(text.len()));
            let read =
                file.by_ref().take(1 << 16).read_to_end(&mut chunk).map_err(|error| unreadable(&error))?;
            if read == 0 || finder.find(&chunk).is_some() {
                return Ok(read > 0);
            }
        }
    }

    /// Opens a part for reading.
    pub fn part(&mut self, name: &str) -> Result<XmlPart<'_>, SpreadsheetError> {
        let file = self.archive.by_name(name);
        let file =
            file.map_err(|error| SpreadsheetError::broken(format!("cannot read its part {name}, {error}")))?;
        // the zip crate returns an error if a part has more bytes than declared
        let source = BoundedReader {
            source: BufReader::with_capacity(1 << 16, file),
            event_left: limits::XML_EVENT_BYTES,
            exceeded: false,
        };
        let mut reader = Reader::from_reader(source);
        reader.config_mut().expand_empty_elements = true;
        Ok(XmlPart { reader, buffer: Vec::new(), depth: 0, name: name.to_owned() })
    }
}

pub(super) fn too_much(quantity: impl Into<String>, limit: u64) -> SpreadsheetError {
    SpreadsheetError::TooMuch { quantity: quantity.into(), limit }
}

/// Reader that returns an error if one XML event has too many bytes.
struct BoundedReader<R> {
    source: R,
    event_left: usize,
    exceeded: bool,
}

impl<R: BufRead> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(buffer.len());
        buffer[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for BoundedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let available = self.source.fill_buf()?;
        let length = available.len().min(self.event_left);
        if length == 0 && !available.is_empty() {
            self.exceeded = true;
            return Err(io::Error::other("limit exceeded"));
        }
        Ok(&available[..length])
    }

    fn consume(&mut self, length: usize) {
        self.source.consume(length);
        self.event_left = self.event_left.saturating_sub(length);
    }
}

/// An XML part that is being read.
pub(super) struct XmlPart<'a> {
    reader: Reader<BoundedReader<BufReader<ZipFile<'a, BoxedInput>>>>,
    buffer: Vec<u8>,
    depth: usize,
    name: String,
}

impl XmlPart<'_> {
    /// Returns the next event. Empty elements are returned as start and end.
    pub fn next(&mut self) -> Result<Event<'_>, SpreadsheetError> {
        self.buffer.clear();
        self.reader.get_mut().event_left = limits::XML_EVENT_BYTES;
        let error = match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => {
                match &event {
                    Event::Start(_) => self.depth += 1,
                    Event::End(_) => self.depth = self.depth.saturating_sub(1),
                    // rejected because its entities are not expanded; no spreadsheet program writes a DOCTYPE
                    Event::DocType(_) => {
                        return Err(SpreadsheetError::broken("it contains a document type declaration"));
                    }
                    Event::Eof if self.depth > 0 => {
                        return Err(SpreadsheetError::broken(format!("its part {} has no end", self.name)));
                    }
                    _ => {}
                }
                if self.depth > limits::XML_DEPTH {
                    return Err(SpreadsheetError::broken("its XML elements are nested too deeply"));
                }
                return Ok(event);
            }
            Err(error) => error,
        };
        Err(if self.reader.get_ref().exceeded {
            too_much(
                format!("the size of a text or tag in its part {}", self.name),
                limits::XML_EVENT_BYTES as u64,
            )
        } else {
            SpreadsheetError::broken(format!("cannot read its part {}, {error}", self.name))
        })
    }
}

/// Returns the value of an attribute by its name without prefix.
pub(super) fn attribute<'e>(
    element: &'e BytesStart<'_>,
    name: &str,
) -> Result<Option<Cow<'e, str>>, SpreadsheetError> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| SpreadsheetError::broken(error.to_string()))?;
        if attribute.key.local_name().as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            return value.map(Some).map_err(|error| SpreadsheetError::broken(error.to_string()));
        }
    }
    Ok(None)
}

/// Appends the text of an event: text, character data, or a predefined or numeric entity.
pub(super) fn append_text(event: &Event<'_>, text: &mut String) -> Result<(), SpreadsheetError> {
    match event {
        Event::Text(part) => text.push_str(&part.xml10_content()),
        Event::CData(part) => text.push_str(&part.xml10_content()),
        Event::GeneralRef(entity) => {
            let unknown = || SpreadsheetError::broken("it contains an unknown XML entity");
            let character = match &**entity {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                "apos" => '\'',
                _ => entity.resolve_char_ref().ok().flatten().ok_or_else(unknown)?,
            };
            text.push(character);
        }
        _ => {}
    }
    if text.len() > limits::CELL_CHARACTERS * 4 {
        return Err(cell_too_long());
    }
    Ok(())
}

pub(super) fn cell_too_long() -> SpreadsheetError {
    too_much("the number of characters in a cell", limits::CELL_CHARACTERS as u64)
}
