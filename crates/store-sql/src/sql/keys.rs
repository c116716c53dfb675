//! Lists of keys as JSON arrays, so that a statement can take any number of keys.

use std::fmt::Write as _;

use crate::SqlValue;
use crate::sql::column::owned;

/// Returns a JSON array of texts.
pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> SqlValue<'static> {
    let mut json = Array::default();
    for text in texts {
        json.text(text);
    }
    owned(json.close())
}

/// Returns a JSON array of integers.
pub fn numbers(numbers: impl IntoIterator<Item = i64>) -> SqlValue<'static> {
    owned(number_array(numbers))
}

/// Returns a JSON array of integers as a string.
pub fn number_array(numbers: impl IntoIterator<Item = i64>) -> String {
    let mut json = Array::default();
    for number in numbers {
        json.number(number);
    }
    json.close()
}

/// Returns a JSON array of byte strings in hexadecimal.
pub fn bytes<'a>(list: impl IntoIterator<Item = &'a [u8]>) -> SqlValue<'static> {
    let mut json = Array::default();
    for bytes in list {
        json.comma();
        json.0.push('"');
        for byte in bytes {
            // writing to a string cannot fail
            let _ = write!(json.0, "{byte:02x}");
        }
        json.0.push('"');
    }
    owned(json.close())
}

/// Returns a JSON array of pairs of texts.
pub fn text_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> SqlValue<'static> {
    let mut json = Array::default();
    for (left, right) in pairs {
        json.open();
        json.text(left);
        json.text(right);
        json.0.push(']');
    }
    owned(json.close())
}

/// Returns a JSON array of pairs of integers.
pub fn number_pairs(pairs: impl IntoIterator<Item = (i64, i64)>) -> SqlValue<'static> {
    let mut json = Array::default();
    for (left, right) in pairs {
        json.open();
        json.number(left);
        json.number(right);
        json.0.push(']');
    }
    owned(json.close())
}

struct Array(String);

impl Default for Array {
    fn default() -> Self {
        Self("[".to_owned())
    }
}

impl Array {
    fn comma(&mut self) {
        if !self.0.ends_with('[') {
            self.0.push(',');
        }
    }

    fn open(&mut self) {
        self.comma();
        self.0.push('[');
    }

    fn number(&mut self, number: i64) {
        self.comma();
        // writing to a string cannot fail
        let _ = write!(self.0, "{number}");
    }

    fn text(&mut self, text: &str) {
        self.comma();
        self.0.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => self.0.extend(['\\', character]),
                '\0'..='\u{1f}' => {
                    let _ = write!(self.0, "\\u{:04x}", u32::from(character));
                }
                _ => self.0.push(character),
            }
        }
        self.0.push('"');
    }

    fn close(mut self) -> String {
        self.0.push(']');
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(output: SqlValue<'_>) -> String {
        match output {
            SqlValue::Text(text) => text.into_owned(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn key_lists_are_encoded_as_json() {
        assert_eq!(json(texts([])), "[]");
        assert_eq!(json(texts(["a", "\"\\\u{1f}ü[", "["])), r#"["a","\"\\\u001fü[","["]"#);
        assert_eq!(json(numbers([1, -2])), "[1,-2]");
        assert_eq!(json(bytes([&[0, 255][..], &[16]])), r#"["00ff","10"]"#);
        assert_eq!(json(number_pairs([(1, 2), (3, 4)])), "[[1,2],[3,4]]");
        assert_eq!(json(text_pairs([("a[", "b"), ("c", "d")])), r#"[["a[","b"],["c","d"]]"#);
    }
}
