//! Parser of `multipart/form-data` streams (RFC 7578).

use std::pin::Pin;

use bytes::{Buf, Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use memchr::memmem;

/// Maximum number of headers of a part.
const MAX_HEADERS: usize = 32;
/// Maximum length of a boundary (RFC 2046).
const MAX_BOUNDARY_LENGTH: usize = 70;
const LINE_END: &[u8] = b"\r\n";

/// Reason why a form cannot be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MultipartFault<E> {
    /// The stream failed.
    Stream(E),
    /// The form ends before its closing boundary.
    Cut,
    /// The headers of a part are invalid.
    Headers,
}

/// Headers of a part, one line each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartHeaders(Vec<(String, Vec<u8>)>);

/// Form whose parts are read in order.
pub struct Multipart<E> {
    stream: Pin<Box<dyn Stream<Item = Result<Bytes, E>> + Send>>,
    buffer: BytesMut,
    /// Delimiter of parts: line end, hyphens and boundary.
    delimiter: Vec<u8>,
    at: PartPosition,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PartPosition {
    /// The position is before the first delimiter, or in a part.
    Content,
    /// The position is after a delimiter.
    Delimiter,
    End,
}

impl<E> Multipart<E> {
    pub fn new(stream: impl Stream<Item = Result<Bytes, E>> + Send + 'static, boundary: &[u8]) -> Self {
        Self {
            stream: Box::pin(stream),
            // the first delimiter can be at the start, without a line end
            buffer: BytesMut::from(LINE_END),
            delimiter: [b"\r\n--", boundary].concat(),
            at: PartPosition::Content,
        }
    }

    /// Returns the headers of the next part and skips the rest of the current one.
    pub async fn next_part(&mut self) -> Result<Option<PartHeaders>, MultipartFault<E>> {
        while self.at == PartPosition::Content {
            self.chunk().await?;
        }
        if self.at == PartPosition::End {
            return Ok(None);
        }
        self.fill_to(2).await?;
        if self.buffer.starts_with(b"--") {
            self.at = PartPosition::End;
            return Ok(None);
        }
        while self.buffer.first().is_none_or(|byte| b" \t".contains(byte)) {
            self.fill_to(1).await?;
            let padding = self.buffer.iter().take_while(|byte| b" \t".contains(byte)).count();
            self.buffer.advance(padding);
        }
        self.fill_to(2).await?;
        if !self.buffer.starts_with(LINE_END) {
            return Err(MultipartFault::Cut);
        }
        let headers = self.headers().await?;
        self.at = PartPosition::Content;
        PartHeaders::parse(&headers).map(Some).ok_or(MultipartFault::Headers)
    }

    /// Returns the next bytes of the part; `None` at its end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, MultipartFault<E>> {
        if self.at != PartPosition::Content {
            return Ok(None);
        }
        loop {
            if let Some(end) = memmem::find(&self.buffer, &self.delimiter) {
                let rest = self.buffer.split_to(end).freeze();
                self.buffer.advance(self.delimiter.len());
                self.at = PartPosition::Delimiter;
                return Ok((!rest.is_empty()).then_some(rest));
            }
            // the end of the buffer can be the start of a delimiter
            let certain = (self.buffer.len() + 1).saturating_sub(self.delimiter.len());
            if certain > 0 {
                return Ok(Some(self.buffer.split_to(certain).freeze()));
            }
            self.fill().await?;
        }
    }

    /// Returns the header block and skips the blank line after it.
    async fn headers(&mut self) -> Result<Bytes, MultipartFault<E>> {
        let blank = b"\r\n\r\n";
        let mut searched: usize = 0;
        loop {
            let from = searched.saturating_sub(blank.len());
            if let Some(found) = memmem::find(&self.buffer[from..], blank) {
                let headers = self.buffer.split_to(from + found).freeze();
                self.buffer.advance(blank.len());
                return Ok(headers);
            }
            searched = self.buffer.len();
            self.fill().await?;
        }
    }

    async fn fill_to(&mut self, bytes: usize) -> Result<(), MultipartFault<E>> {
        while self.buffer.len() < bytes {
            self.fill().await?;
        }
        Ok(())
    }

    async fn fill(&mut self) -> Result<(), MultipartFault<E>> {
        match self.stream.next().await {
            Some(Ok(piece)) => self.buffer.extend_from_slice(&piece),
            Some(Err(fault)) => return Err(MultipartFault::Stream(fault)),
            None => return Err(MultipartFault::Cut),
        }
        Ok(())
    }
}

impl PartHeaders {
    /// Joins continuation lines.
    fn parse(block: &[u8]) -> Option<Self> {
        let mut headers: Vec<(String, Vec<u8>)> = Vec::new();
        let mut rest = block.strip_prefix(LINE_END).unwrap_or(block);
        while !rest.is_empty() {
            let end = memmem::find(rest, LINE_END).unwrap_or(rest.len());
            let line = &rest[..end];
            rest = rest.get(end + LINE_END.len()..).unwrap_or_default();
            if line.first().is_some_and(|byte| b" \t".contains(byte)) {
                let (_, value) = headers.last_mut()?;
                value.push(b' ');
                value.extend_from_slice(line.trim_ascii());
                continue;
            }
            let colon = line.iter().position(|byte| *byte == b':')?;
            let name = std::str::from_utf8(&line[..colon]).ok()?;
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
                return None;
            }
            headers.push((name.to_ascii_lowercase(), line[colon + 1..].trim_ascii().to_vec()));
        }
        (headers.len() <= MAX_HEADERS).then_some(Self(headers))
    }

    /// Returns the first header with this lower-case name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| &**value)
    }
}

/// Whether a text is a valid boundary.
pub fn is_boundary(text: &[u8]) -> bool {
    let visible = |byte: &u8| matches!(byte, b' '..=b'~');
    (1..=MAX_BOUNDARY_LENGTH).contains(&text.len()) && text.iter().all(visible)
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    type Parts = Vec<(Option<String>, String)>;

    /// Returns the parts of a form that is received in pieces of this size.
    async fn parts(form: &str, size: usize) -> Result<Parts, MultipartFault<()>> {
        let pieces: Vec<_> =
            form.as_bytes().chunks(size).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        let mut form = Multipart::new(stream::iter(pieces), b"=x=");
        let mut parts = Vec::new();
        while let Some(headers) = form.next_part().await? {
            let mut text = Vec::new();
            while let Some(piece) = form.chunk().await? {
                text.extend_from_slice(&piece);
            }
            let name =
                headers.get("content-disposition").map(|name| String::from_utf8_lossy(name).into_owned());
            parts.push((name, String::from_utf8(text).unwrap()));
        }
        Ok(parts)
    }

    #[tokio::test]
    async fn parts_are_independent_of_chunks() {
        let form = "preamble\r\n--=x= \t\r\nCONTENT-Disposition: form-data;\r\n\tname=\"a\"\r\nX: y\r\n\r\none\r\n--=\r\n\
                    --=x=\r\n\r\n\r\n--=x=\r\nContent-Disposition:b\r\n\r\n\r\ntwo\r\n\r\n--=x=--epilogue";
        let expected: Parts = vec![
            (Some("form-data; name=\"a\"".to_owned()), "one\r\n--=".to_owned()),
            (None, String::new()),
            (Some("b".to_owned()), "\r\ntwo\r\n".to_owned()),
        ];
        for size in 1..form.len() {
            assert_eq!(parts(form, size).await, Ok(expected.clone()), "pieces of {size} bytes");
        }
    }

    #[tokio::test]
    async fn truncated_or_invalid_form_is_rejected() {
        for (form, fault) in [
            ("", MultipartFault::Cut),
            ("--=x=", MultipartFault::Cut),
            ("--=x=\r\nA: b\r\n", MultipartFault::Cut),
            ("--=x=\r\nA: b\r\n\r\nbody", MultipartFault::Cut),
            ("--=x=\r\nA: b\r\n\r\nbody\r\n--=x=more", MultipartFault::Cut),
            ("--=x=\r\nno header\r\n\r\nbody\r\n--=x=--", MultipartFault::Headers),
            ("--=x=\r\n folded\r\n\r\nbody\r\n--=x=--", MultipartFault::Headers),
        ] {
            assert_eq!(parts(form, 7).await, Err(fault), "{form:?}");
        }
        let many = format!("--=x=\r\n{}\r\nbody\r\n--=x=--", "A: b\r\n".repeat(MAX_HEADERS + 1));
        assert_eq!(parts(&many, 64).await, Err(MultipartFault::Headers));
    }
}
