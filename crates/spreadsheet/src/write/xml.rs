//! Text and addresses in the XML of a workbook.

use crate::address::column_letters;

/// Appends an attribute value or a text, without characters that XML cannot contain.
pub(super) fn escape(xml: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\t' | '\n' => xml.push(letter),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            letter => xml.push(letter),
        }
    }
}

/// Appends the text of a cell. Spreadsheet programs read `_x0041_` as a character, so its first underscore is escaped.
pub(super) fn escape_cell(xml: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        escape(xml, &rest[..at]);
        rest = &rest[at..];
        let code = rest.as_bytes();
        let is_code = code.get(2..6).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            && code.get(6) == Some(&b'_');
        xml.push_str(if is_code { "_x005F_x" } else { "_x" });
        rest = &rest[2..];
    }
    escape(xml, rest);
}

/// Returns a range of cells, with columns from 0 and rows from 1.
pub(super) fn range((left, top): (u32, u32), (right, bottom): (u32, u32)) -> String {
    format!("{}{top}:{}{bottom}", column_letters(left), column_letters(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_cell_is_escaped() {
        for (text, expected) in [
            ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"),
            ("two\r\nlines\u{0}\u{1b}", "two\nlines"),
            ("_x0041_ _x41_ _x", "_x005F_x0041_ _x41_ _x"),
            ("=1+1", "=1+1"),
        ] {
            let mut xml = String::new();
            escape_cell(&mut xml, text);
            assert_eq!(xml, expected);
        }
    }
}
