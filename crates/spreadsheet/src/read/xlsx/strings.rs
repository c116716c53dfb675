//! Texts that the cells of a workbook share.

use quick_xml::events::Event;

use crate::error::SpreadsheetError;
use crate::read::limits;
use crate::read::package::{Package, XmlPart, append_text, too_much};

/// Shared texts, in one buffer.
#[derive(Default)]
pub(in crate::read) struct SharedTexts {
    text: String,
    /// End of each text in the buffer.
    ends: Vec<u32>,
}

impl SharedTexts {
    pub fn read(package: &mut Package, part: &str) -> Result<Self, SpreadsheetError> {
        let mut part = package.part(part)?;
        let mut texts = Self::default();
        let mut text = String::new();
        loop {
            match part.next()? {
                Event::Start(element) if element.local_name().as_ref() == "si" => {
                    read_rich_text(&mut part, "si", &mut text)?;
                    texts.push(&text)?;
                }
                Event::Eof => return Ok(texts),
                _ => {}
            }
        }
    }

    fn push(&mut self, text: &str) -> Result<(), SpreadsheetError> {
        self.text.push_str(text);
        if self.text.len() > limits::SHARED_TEXT_BYTES {
            return Err(too_much("the number of bytes in different texts", limits::SHARED_TEXT_BYTES as u64));
        }
        if self.ends.len() >= limits::SHARED_TEXTS {
            return Err(too_much("the number of different texts", limits::SHARED_TEXTS as u64));
        }
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text.get(start..end)
    }
}

/// Reads the text within an element (`si` or `is`) that has just begun, without phonetic hints.
pub(in crate::read) fn read_rich_text(
    part: &mut XmlPart<'_>,
    element: &str,
    text: &mut String,
) -> Result<(), SpreadsheetError> {
    text.clear();
    let (mut in_text, mut phonetic) = (false, false);
    loop {
        let event = part.next()?;
        match &event {
            Event::Start(start) => match start.local_name().as_ref() {
                "t" => in_text = !phonetic,
                "rPh" => phonetic = true,
                _ => {}
            },
            Event::End(end) => match end.local_name().as_ref() {
                "t" => in_text = false,
                "rPh" => phonetic = false,
                name if name == element => break,
                _ => {}
            },
            Event::Eof => break,
            _ if in_text => append_text(&event, text)?,
            _ => {}
        }
    }
    if text.contains("_x") {
        *text = unescaped(text);
    }
    Ok(())
}

/// Decodes characters written as `_x000D_`, as Excel does for control characters.
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, code) = rest.split_at(at);
        units.extend(before.encode_utf16());
        let digits = code.get(2..6).filter(|_| code.as_bytes().get(6) == Some(&b'_'));
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            units.push(unit);
            rest = &code[7..];
        } else {
            units.extend("_x".encode_utf16());
            rest = &code[2..];
        }
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_characters_are_decoded() {
        for (text, expected) in [
            ("a_x000D_\nb", "a\r\nb"),
            ("_x005F_x000D_", "_x000D_"),
            ("max_xy", "max_xy"),
            ("_x00", "_x00"),
            ("_xD83D__xDE00_", "😀"),
            ("Größe_x0041_", "GrößeA"),
        ] {
            assert_eq!(unescaped(text), expected, "{text}");
        }
    }
}
