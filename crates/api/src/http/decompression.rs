//! Decompresses request bodies, in pieces of a limited size.

use std::io::{self, BufRead, ErrorKind, Read};

use axum::http::{HeaderMap, HeaderValue, header};
use bytes::{Buf, Bytes};
use flate2::bufread::MultiGzDecoder;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

use crate::http::coding::Coding;
use crate::http::error::ApiError;

/// Value of `Accept-Encoding` in the response to an unsupported coding (RFC 9110, section 15.5.16).
pub const ACCEPTED: HeaderValue = HeaderValue::from_static("gzip, zstd");
/// Binary logarithm of the largest zstd window, 8 MiB (RFC 9659).
const LARGEST_WINDOW: u32 = 23;
/// Bytes by which a body may be longer than its content. Without this limit, a sender could send empty blocks
/// indefinitely.
const MAX_OVERHEAD: u64 = 1 << 20;

/// Returns the coding of a request body; an error for an unsupported one and for several.
pub fn request_coding(headers: &HeaderMap) -> Result<Coding, ApiError> {
    let sent: Vec<_> = headers
        .get_all(header::CONTENT_ENCODING)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    let mut coding = Coding::Identity;
    for name in sent.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|name| !name.is_empty())
    {
        let known = Coding::named(name).filter(|_| coding == Coding::Identity);
        coding = known.ok_or_else(|| unsupported(&sent.join(", ")))?;
    }
    Ok(coding)
}

fn unsupported(seen: &str) -> ApiError {
    let expected = Param::one_of(["gzip", "zstd", "identity"]);
    Problem::new(ProblemCode::BodyEncodingUnsupported, "")
        .with("expected", expected)
        .with("seen", seen)
        .into()
}

/// A compressed body, whose bytes are added as they arrive.
pub struct Decompressor {
    coding: Coding,
    decoder: Decoder,
    /// Bytes of the body so far.
    received: u64,
    /// Bytes of its content so far.
    expanded: u64,
}

enum Decoder {
    Gzip(Box<MultiGzDecoder<ArrivedBytes>>),
    Zstd(zstd::Decoder<'static, ArrivedBytes>),
}

/// The result of a step.
#[derive(Debug, PartialEq, Eq)]
pub enum DecompressionStep {
    /// Some of the content.
    Piece(Bytes),
    /// All bytes that have arrived are used.
    NeedsBytes,
    End,
}

/// The body is not valid in its coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodingFault {
    coding: Coding,
    reason: Phrase,
}

impl Decompressor {
    /// Returns none for a body without coding.
    pub fn new(coding: Coding) -> io::Result<Option<Self>> {
        let arrived = ArrivedBytes::default();
        let decoder = match coding {
            Coding::Identity => return Ok(None),
            Coding::Gzip => Decoder::Gzip(Box::new(MultiGzDecoder::new(arrived))),
            Coding::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(arrived)?;
                decoder.window_log_max(LARGEST_WINDOW)?;
                Decoder::Zstd(decoder)
            }
        };
        Ok(Some(Self { coding, decoder, received: 0, expanded: 0 }))
    }

    /// Bytes of the content so far.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Adds bytes of the body, after the previous ones are used.
    pub fn add(&mut self, bytes: Bytes) {
        self.received += bytes.len() as u64;
        self.arrived().bytes = bytes;
    }

    /// Marks the end of the body.
    pub fn complete(&mut self) {
        self.arrived().complete = true;
    }

    /// Returns up to `size` bytes of the content.
    pub fn step(&mut self, size: usize) -> Result<DecompressionStep, DecodingFault> {
        let arrived = self.arrived();
        let (is_empty, complete) = (arrived.bytes.is_empty(), arrived.complete);
        if is_empty && !complete {
            return Ok(DecompressionStep::NeedsBytes);
        }
        // a body without any bytes is empty in every coding
        if self.received == 0 {
            return Ok(DecompressionStep::End);
        }
        let mut piece = vec![0; size];
        let mut filled = 0;
        let mut end = false;
        while filled < size && !end {
            let read = match &mut self.decoder {
                Decoder::Gzip(decoder) => decoder.read(&mut piece[filled..]),
                Decoder::Zstd(decoder) => decoder.read(&mut piece[filled..]),
            };
            match read {
                Ok(0) => end = true,
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(self.fault(&error)),
            }
        }
        self.expanded += filled as u64;
        if self.received > self.expanded + MAX_OVERHEAD {
            return Err(DecodingFault { coding: self.coding, reason: Phrase::CodingOverhead });
        }
        if filled > 0 {
            piece.truncate(filled);
            return Ok(DecompressionStep::Piece(piece.into()));
        }
        Ok(if end { DecompressionStep::End } else { DecompressionStep::NeedsBytes })
    }

    fn arrived(&mut self) -> &mut ArrivedBytes {
        match &mut self.decoder {
            Decoder::Gzip(decoder) => decoder.get_mut(),
            Decoder::Zstd(decoder) => decoder.get_mut(),
        }
    }

    fn fault(&self, error: &io::Error) -> DecodingFault {
        let reason = match error.kind() {
            ErrorKind::UnexpectedEof => Phrase::CodingCut,
            // zstd errors have a message, but no kind
            _ if error.to_string().contains("too much memory") => Phrase::CodingWindow,
            _ => Phrase::CodingCorrupt,
        };
        DecodingFault { coding: self.coding, reason }
    }
}

impl From<DecodingFault> for ApiError {
    fn from(fault: DecodingFault) -> Self {
        let problem = Problem::new(ProblemCode::BodyEncodingInvalid, "");
        problem.with("coding", fault.coding.as_str()).with("reason", fault.reason).into()
    }
}

/// Bytes for a decoder. Reading beyond the received bytes fails with [`ErrorKind::WouldBlock`].
#[derive(Default)]
struct ArrivedBytes {
    bytes: Bytes,
    complete: bool,
}

impl BufRead for ArrivedBytes {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.bytes.is_empty() && !self.complete {
            return Err(ErrorKind::WouldBlock.into());
        }
        Ok(&self.bytes)
    }

    fn consume(&mut self, amount: usize) {
        self.bytes.advance(amount);
    }
}

impl Read for ArrivedBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let arrived = self.fill_buf()?;
        let read = arrived.len().min(buffer.len());
        buffer[..read].copy_from_slice(&arrived[..read]);
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODINGS: [Coding; 2] = [Coding::Gzip, Coding::Zstd];

    /// Decompresses a body in pieces. Returns its content, or the reason why it is invalid.
    fn expand(coding: Coding, body: &[u8], piece: usize) -> Result<Vec<u8>, Phrase> {
        let mut decompressor = Decompressor::new(coding).unwrap().unwrap();
        let mut pieces = body.chunks(piece);
        let mut content = Vec::new();
        loop {
            match decompressor.step(1_000).map_err(|fault| fault.reason)? {
                DecompressionStep::Piece(piece) => {
                    assert!(piece.len() <= 1_000);
                    content.extend_from_slice(&piece);
                }
                DecompressionStep::NeedsBytes => match pieces.next() {
                    Some(piece) => decompressor.add(Bytes::copy_from_slice(piece)),
                    None => decompressor.complete(),
                },
                DecompressionStep::End => return Ok(content),
            }
        }
    }

    /// Text that compresses moderately.
    fn text() -> Vec<u8> {
        (0..20_000_u32).flat_map(|number| (number * 7_919 % 1_013).to_string().into_bytes()).collect()
    }

    #[test]
    fn content_is_the_same_in_pieces_of_any_size() {
        let text = text();
        for coding in CODINGS {
            let body = coding.encode(&text).unwrap();
            for piece in [1, 7, 1_000, body.len()] {
                assert!(expand(coding, &body, piece).unwrap() == text, "{coding:?} in pieces of {piece}");
            }
            // several gzip members or zstd frames form one content
            let twice = [&body[..], &body[..]].concat();
            assert!(expand(coding, &twice, 500).unwrap() == [&text[..], &text[..]].concat(), "{coding:?}");
            assert_eq!(expand(coding, b"", 1), Ok(Vec::new()));
            assert_eq!(expand(coding, &coding.encode(b"").unwrap(), 3), Ok(Vec::new()));
        }
    }

    #[test]
    fn invalid_bodies_are_rejected() {
        let text = text();
        for coding in CODINGS {
            let body = coding.encode(&text).unwrap();
            for length in [1, 5, body.len() / 2, body.len() - 1] {
                assert_eq!(
                    expand(coding, &body[..length], 100),
                    Err(Phrase::CodingCut),
                    "{coding:?} {length}"
                );
            }
            let mut changed = body.clone();
            changed[body.len() / 2] ^= 0x55;
            // zstd detects changes only if the sender added checksums
            assert_ne!(expand(coding, &changed, 100).as_deref(), Ok(&*text), "{coding:?}");
            assert_eq!(expand(coding, b"{\"requests\":[]}", 100), Err(Phrase::CodingCorrupt), "{coding:?}");
            let followed = [&body[..], b"garbage that is no header"].concat();
            assert_eq!(expand(coding, &followed, 100), Err(Phrase::CodingCorrupt), "{coding:?}");
        }
    }

    #[test]
    fn steps_stop_at_their_size_and_at_empty_blocks() {
        let zeros = vec![0; 4 << 20];
        for coding in CODINGS {
            let body = coding.encode(&zeros).unwrap();
            let mut decompressor = Decompressor::new(coding).unwrap().unwrap();
            decompressor.add(body.into());
            let DecompressionStep::Piece(piece) = decompressor.step(4_096).unwrap() else {
                panic!("no piece")
            };
            assert_eq!((piece.len(), decompressor.expanded()), (4_096, 4_096), "{coding:?}");
            // empty members of 20 bytes (gzip) and 9 bytes (zstd)
            let empty = coding.encode(b"").unwrap();
            let endless = empty.repeat((2 << 20) / empty.len());
            assert_eq!(expand(coding, &endless, 64 << 10), Err(Phrase::CodingOverhead), "{coding:?}");
        }
    }

    #[test]
    fn window_above_8_mib_is_rejected() {
        for (log, expected) in [(LARGEST_WINDOW, None), (LARGEST_WINDOW + 1, Some(Phrase::CodingWindow))] {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
            encoder.window_log(log).unwrap();
            std::io::Write::write_all(&mut encoder, &text()).unwrap();
            let body = encoder.finish().unwrap();
            assert_eq!(expand(Coding::Zstd, &body, 1_000).err(), expected, "{log}");
        }
    }

    #[test]
    fn one_coding_is_accepted() {
        for (sent, expected) in [
            (&[][..], Some(Coding::Identity)),
            (&["identity"], Some(Coding::Identity)),
            (&["gzip"], Some(Coding::Gzip)),
            (&["X-GZIP"], Some(Coding::Gzip)),
            (&["identity, Zstd"], Some(Coding::Zstd)),
            (&["gzip", "zstd"], None),
            (&["gzip, gzip"], None),
            (&["br"], None),
            (&["deflate"], None),
            (&["gzip;q=1"], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in sent {
                headers.append(header::CONTENT_ENCODING, value.parse().unwrap());
            }
            assert_eq!(request_coding(&headers).ok(), expected, "{sent:?}");
        }
    }
}
