//! Names of attached files. They are metadata and never used as a path.

use unicode_normalization::UnicodeNormalization;

/// A file name without path, control characters and invisible characters; at most 255 bytes of UTF-8.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileName(String);

/// Device names reserved by Windows, with any extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Reserved device names followed by a digit from 1 to 9.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

impl FileName {
    /// Maximum length in bytes; the limit of common file systems.
    pub const LIMIT: usize = 255;
    /// Maximum length of an extension in bytes. A longer suffix belongs to the name.
    const MAX_EXTENSION_LENGTH: usize = 16;

    /// Returns the last path segment without invisible and bidirectional characters, truncated before the
    /// extension. `None` if nothing remains.
    pub fn clean(sent: &str) -> Option<Self> {
        let seen: String = sent.nfc().filter(|character| !is_unseen(*character)).collect();
        let last = seen.rsplit(['/', '\\']).next().unwrap_or_default();
        // removing invisible characters can make combining marks adjacent, so the name is normalised again
        let last: String = trim(last).nfc().collect();
        if last.is_empty() {
            return None;
        }
        let guard = if is_device(&last) { "_" } else { "" };
        Some(Self(shorten(&format!("{guard}{last}"))))
    }

    /// Returns the name for a file that was sent without one.
    pub fn unnamed(extension: &str) -> Self {
        Self(format!("attachment.{extension}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text after the last dot, unless the name starts with it.
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.0.rsplit_once('.')?;
        (!stem.is_empty() && !extension.is_empty()).then_some(extension)
    }
}

/// Returns whether the character is a control, a line end, zero-width, or changes the text direction.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Removes leading and trailing characters that Windows removes; `.` and `..` become empty.
fn trim(name: &str) -> &str {
    name.trim_start().trim_end_matches(|character: char| character == '.' || character.is_whitespace())
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device).is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.into_iter().any(numbered)
}

fn shorten(name: &str) -> String {
    if name.len() <= FileName::LIMIT {
        return name.to_owned();
    }
    let extension = name.rfind('.').map(|point| &name[point..]);
    let extension = extension.filter(|extension| extension.len() <= FileName::MAX_EXTENSION_LENGTH + 1);
    let extension = extension.unwrap_or_default();
    let stem = &name[..name.floor_char_boundary(FileName::LIMIT - extension.len())];
    format!("{}{extension}", trim(stem))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(sent: &str) -> Option<String> {
        FileName::clean(sent).map(|name| name.as_str().to_owned())
    }

    #[test]
    fn file_name_is_stripped_of_its_path() {
        let table = [
            ("order.pdf", Some("order.pdf")),
            ("Übersicht 2026.pdf", Some("Übersicht 2026.pdf")),
            ("U\u{308}bersicht.pdf", Some("Übersicht.pdf")),
            ("../../etc/passwd", Some("passwd")),
            ("C:\\Users\\a\\order.pdf", Some("order.pdf")),
            ("..\\..\\order.pdf", Some("order.pdf")),
            ("/", None),
            ("..", None),
            ("../..", None),
            ("  .  ", None),
            ("", None),
            ("\u{200B}\u{202E}", None),
            ("order.pdf\r\nSet-Cookie: a=b", Some("order.pdfSet-Cookie: a=b")),
            ("invoice\u{202E}fdp.exe", Some("invoicefdp.exe")),
            ("or\u{200D}der\u{FEFF}.pdf", Some("order.pdf")),
            ("order\0.pdf", Some("order.pdf")),
            ("order.pdf. . ", Some("order.pdf")),
            (".htaccess", Some(".htaccess")),
            ("con", Some("_con")),
            ("NUL.pdf", Some("_NUL.pdf")),
            ("com1.txt", Some("_com1.txt")),
            ("com0.txt", Some("com0.txt")),
            ("console.txt", Some("console.txt")),
        ];
        for (sent, expected) in table {
            assert_eq!(clean(sent).as_deref(), expected, "{sent:?}");
        }
    }

    #[test]
    fn long_file_name_keeps_its_extension() {
        let at_limit = format!("{}.pdf", "x".repeat(251));
        assert_eq!(clean(&at_limit), Some(at_limit.clone()));
        assert_eq!(clean(&format!("{}.pdf", "x".repeat(252))), Some(at_limit));
        let umlauts = clean(&format!("{}.pdf", "ü".repeat(300))).unwrap();
        assert_eq!(umlauts, format!("{}.pdf", "ü".repeat(125)));
        let without_extension = clean(&format!("x.{}", "y".repeat(300))).unwrap();
        assert_eq!(without_extension.len(), 255);
    }

    #[test]
    fn extension_follows_the_last_dot() {
        for (name, extension) in
            [("a.pdf", Some("pdf")), ("a.tar.gz", Some("gz")), ("a", None), (".bashrc", None)]
        {
            assert_eq!(FileName::clean(name).unwrap().extension(), extension, "{name}");
        }
    }

    proptest! {
        #[test]
        fn file_name_cleaning_is_idempotent(sent in "\\PC{0,300}|[a-z./\\\\ \u{308}\u{200B}üCON1]{0,40}") {
            if let Some(name) = FileName::clean(&sent) {
                prop_assert!(name.as_str().len() <= FileName::LIMIT);
                prop_assert!(!name.as_str().contains(['/', '\\']));
                prop_assert_eq!(FileName::clean(name.as_str()), Some(name.clone()));
            }
        }
    }
}
