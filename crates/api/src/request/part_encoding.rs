//! Encodings of the headers and bodies of parts: RFC 2045 (transfer encoding) and RFC 2047 (encoded words).

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Transfer encoding of a part.
#[derive(Debug)]
pub enum TransferEncoding {
    /// No encoding: `binary`, `7bit`, `8bit`, or none given.
    Plain,
    /// Base64. The characters of an incomplete group are kept for the next chunk.
    Base64(Vec<u8>),
}

impl TransferEncoding {
    /// Returns the encoding of a name; `None` if it is not supported.
    pub fn parse(header: Option<&[u8]>) -> Option<Self> {
        let named = header.unwrap_or(b"binary").trim_ascii().to_ascii_lowercase();
        match named.as_slice() {
            b"base64" => Some(Self::Base64(Vec::new())),
            b"binary" | b"7bit" | b"8bit" => Some(Self::Plain),
            _ => None,
        }
    }

    /// Decodes a chunk as far as it is complete; `None` if it is invalid.
    pub fn decode(&mut self, piece: bytes::Bytes) -> Option<bytes::Bytes> {
        let Self::Base64(waiting) = self else { return Some(piece) };
        waiting.extend(piece.iter().filter(|byte| !byte.is_ascii_whitespace()));
        let complete = waiting.len() / 4 * 4;
        let decoded = BASE64.decode(&waiting[..complete]).ok()?;
        waiting.drain(..complete);
        Some(decoded.into())
    }

    /// Decodes the remaining characters; `None` if they are incomplete.
    pub fn finish(self) -> Option<bytes::Bytes> {
        match self {
            Self::Plain => Some(bytes::Bytes::new()),
            Self::Base64(waiting) => BASE64.decode(waiting).ok().map(Into::into),
        }
    }
}

/// Decodes the encoded words (`=?utf-8?B?…?=`) of a text. Invalid ones stay unchanged.
pub fn decode_words(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    let mut after_word = false;
    while let Some(begin) = rest.find("=?") {
        let (before, found) = rest.split_at(begin);
        if let Some((word, after)) = encoded_word(found) {
            // white space between two encoded words is ignored
            if !after_word || !before.trim().is_empty() {
                decoded.push_str(before);
            }
            decoded.push_str(&word);
            (rest, after_word) = (after, true);
        } else {
            decoded.push_str(before);
            decoded.push_str("=?");
            (rest, after_word) = (&found[2..], false);
        }
    }
    decoded.push_str(rest);
    decoded
}

/// Returns the encoded word at the start of a text, and the rest.
fn encoded_word(text: &str) -> Option<(String, &str)> {
    let (charset, rest) = text.strip_prefix("=?")?.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    let (encoded, after) = rest.split_once("?=")?;
    let bytes = match encoding {
        "B" | "b" => BASE64.decode(encoded).ok()?,
        "Q" | "q" => quoted(encoded.as_bytes())?,
        _ => return None,
    };
    // the character set can be followed by a language
    let charset = charset.split('*').next().unwrap_or_default();
    Some((in_charset(charset, bytes)?, after))
}

/// Decodes the Q encoding (RFC 2047, section 4.2): an underscore is a space, an equals sign starts two
/// hexadecimal digits.
fn quoted(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        bytes.push(match first {
            b'_' => b' ',
            b'=' => {
                let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
                rest = &rest[2..];
                u8::from_str_radix(digits, 16).ok()?
            }
            plain => *plain,
        });
    }
    Some(bytes)
}

/// Decodes bytes in a character set that senders use for names; `None` for others.
pub fn in_charset(charset: &str, bytes: Vec<u8>) -> Option<String> {
    let is = |names: &[&str]| names.iter().any(|name| charset.eq_ignore_ascii_case(name));
    if is(&["utf-8", "utf8", "us-ascii"]) {
        return String::from_utf8(bytes).ok();
    }
    // Windows-1252 differs from Latin-1 only in its control characters
    let latin =
        is(&["iso-8859-1"]) || is(&["windows-1252"]) && !bytes.iter().any(|byte| (0x80..0xA0).contains(byte));
    latin.then(|| bytes.into_iter().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_words_are_decoded() {
        for (given, expected) in [
            ("=?utf-8?B?w5wucGRm?=", "Ü.pdf"),
            ("=?UTF-8?q?=C3=9Cbersicht_1.pdf?=", "Übersicht 1.pdf"),
            ("=?iso-8859-1*de?Q?M=FCller?= =?iso-8859-1?Q?.pdf?=", "Müller.pdf"),
            ("a =?windows-1252?Q?=DC?= b", "a Ü b"),
            ("=?koi8-r?B?8NLJ18XU?=", "=?koi8-r?B?8NLJ18XU?="),
            ("=?utf-8?B?///?= =?x", "=?utf-8?B?///?= =?x"),
            ("plain=?.pdf", "plain=?.pdf"),
        ] {
            assert_eq!(decode_words(given), expected, "{given}");
        }
    }

    #[test]
    fn base64_is_decoded_across_chunks() {
        let mut encoding = TransferEncoding::parse(Some(b" BASE64 ")).unwrap();
        let mut decoded = Vec::new();
        for piece in ["SGFs", "b", "G8sIF", "\r\ndlbHQh", "\r\n", "IQ"] {
            decoded.extend(encoding.decode(piece.into()).unwrap());
        }
        decoded.extend(encoding.finish().unwrap());
        assert_eq!(decoded, b"Hallo, Welt!!");
        assert!(TransferEncoding::parse(Some(b"base64")).unwrap().decode("a*b=".into()).is_none());
        assert!(TransferEncoding::parse(Some(b"quoted-printable")).is_none());
        assert!(matches!(TransferEncoding::parse(Some(b"8Bit")), Some(TransferEncoding::Plain)));
        assert!(matches!(TransferEncoding::parse(None), Some(TransferEncoding::Plain)));
    }
}
