//! Reads `multipart/form-data` with one file, which is streamed to the attachment storage.

use orderdock_domain::cast;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use orderdock_app::{Caller, IncomingFile};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Param, Problem, ProblemCode};
use percent_encoding::percent_decode;
use tokio::sync::Mutex;

use crate::Api;
use crate::http::error::ApiError;
use crate::http::incoming::{BodyFault, IncomingBody};
use crate::request::multipart::{self, Multipart, MultipartFault, PartHeaders};
use crate::request::part_encoding::{TransferEncoding, decode_words, in_charset};

/// Name of the part with the file.
const FILE: &str = "file";
/// Names of the parts with tags: one tag each, or one part with all tags separated by commas.
const TAGS: &str = "tags";
/// Maximum number of parts: the file, its tags and some unknown ones.
pub const MAX_PARTS: usize = 100;
/// Maximum size in bytes of parts other than the file.
pub const PART_BYTES: usize = 16 << 10;
/// Maximum size in bytes before a part (preamble or headers) and after the form. Body chunks can have several
/// hundred kilobytes, and the next one is read before the previous one is parsed.
const HEAD_BYTES: u64 = 1 << 20;

/// Form with a file.
pub struct FileForm {
    pub file: IncomingFile,
    pub file_name: Option<String>,
    pub media_type: Option<String>,
    pub tags: Vec<String>,
}

/// Body that is read in chunks and can be drained after an error.
#[derive(Clone)]
pub struct FormBody {
    coming: Arc<Mutex<IncomingBody>>,
    /// The sender waits for `100 Continue`.
    waits: bool,
    started: Arc<std::sync::atomic::AtomicBool>,
}

/// Reason why reading the body stopped.
#[derive(Clone, Copy, Debug, thiserror::Error)]
enum Stop {
    #[error("unreadable body")]
    Body(BodyFault),
    #[error("no boundary within the limit")]
    EndlessHead,
}

impl FormBody {
    /// Returns an error for an unsupported content coding.
    pub fn new(api: &Api, headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        Ok(Self {
            coming: Arc::new(Mutex::new(IncomingBody::new(api, headers, body)?)),
            waits: headers.contains_key(header::EXPECT),
            started: Arc::default(),
        })
    }

    /// Returns the stream of chunks. It fails at the first chunk after `allowed` bytes, which the reader
    /// raises.
    fn stream(&self, allowed: Arc<AtomicU64>) -> impl Stream<Item = Result<Bytes, Stop>> + Send + 'static {
        let body = self.clone();
        stream::unfold(Some((body, allowed)), |state| async {
            let (body, allowed) = state?;
            // the form reader takes all available chunks before it returns anything
            tokio::task::yield_now().await;
            body.started.store(true, Ordering::Relaxed);
            let next = body.coming.lock().await.next().await;
            match next {
                Err(fault) => Some((Err(Stop::Body(fault)), None)),
                Ok(None) => None,
                // a chunk can exceed the limit; only the next one is rejected
                Ok(Some(_)) if allowed.load(Ordering::Relaxed) == 0 => Some((Err(Stop::EndlessHead), None)),
                Ok(Some(piece)) => {
                    let left = allowed.load(Ordering::Relaxed).saturating_sub(piece.len() as u64);
                    allowed.store(left, Ordering::Relaxed);
                    Some((Ok(piece), Some((body, allowed))))
                }
            }
        })
    }

    /// Reads the rest after the form. A body that ends early is incomplete.
    async fn finish(&self) -> Result<(), ApiError> {
        let mut rest = std::pin::pin!(self.stream(Arc::new(AtomicU64::new(HEAD_BYTES))));
        while let Some(piece) = rest.next().await {
            piece.map_err(ApiError::from)?;
        }
        Ok(())
    }

    /// Reads and discards the rest, within limits.
    pub async fn drain(self) {
        if self.waits && !self.started.load(Ordering::Relaxed) {
            return;
        }
        self.coming.lock().await.drain().await;
    }
}

/// Returns the boundary in the media type; 415 for other media types.
pub fn boundary(headers: &HeaderMap) -> Result<Vec<u8>, ApiError> {
    let sent = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let shown = String::from_utf8_lossy(sent);
    let essence = sent.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
    if !essence.eq_ignore_ascii_case(FORM.as_bytes()) {
        return Err(wrong_type(FORM, &shown));
    }
    parameter(sent, "boundary")
        .filter(|boundary| multipart::is_boundary(boundary))
        .ok_or_else(|| invalid(Phrase::NoBoundary))
}

const FORM: &str = "multipart/form-data";

fn wrong_type(expected: &'static str, seen: &str) -> ApiError {
    let fault = Problem::new(ProblemCode::BodyMediaType, "");
    fault.with("expected", Param::one_of([expected])).with("seen", seen).into()
}

/// Reads a form and stores its file. Dropping the result removes the file again.
pub async fn read(
    api: &Api,
    caller: &Caller,
    boundary: &[u8],
    body: &FormBody,
) -> Result<FileForm, ApiError> {
    let allowed = Arc::new(AtomicU64::new(0));
    let mut form = Multipart::new(body.stream(allowed.clone()), boundary);
    let mut file = None;
    let mut tags = Vec::new();
    for _ in 0..MAX_PARTS {
        allowed.store(HEAD_BYTES, Ordering::Relaxed);
        let Some(headers) = form.next_part().await? else {
            // the reader may be about to take the next chunk
            drop(form);
            body.finish().await?;
            let (file, file_name, media_type) =
                file.ok_or_else(|| missing(ProblemCode::AttachmentFileMissing))?;
            return Ok(FileForm { file, file_name, media_type, tags: words(tags) });
        };
        allowed.store(u64::MAX, Ordering::Relaxed);
        let mut part = Part::new(&mut form, &headers)?;
        match part.name.as_str() {
            FILE if file.is_some() => return Err(missing(ProblemCode::AttachmentSeveralFiles)),
            FILE => {
                file = Some((receive(api, caller, part).await?, file_name(&headers), media_type(&headers)));
            }
            TAGS => tags.push(part.text().await?),
            // other parts are ignored
            _ => drop(part.text().await?),
        }
    }
    let limit = cast::<i64>(MAX_PARTS);
    Err(Problem::new(ProblemCode::FormTooManyParts, "").with("limit", limit).into())
}

/// Part of a form. Its body is decoded while it is read.
struct Part<'f> {
    form: &'f mut Multipart<Stop>,
    name: String,
    /// `None` after the end.
    encoding: Option<TransferEncoding>,
}

impl<'f> Part<'f> {
    fn new(form: &'f mut Multipart<Stop>, headers: &PartHeaders) -> Result<Self, ApiError> {
        let sent = headers.get("content-transfer-encoding");
        let encoding = TransferEncoding::parse(sent).ok_or_else(|| {
            let seen = String::from_utf8_lossy(sent.unwrap_or_default());
            wrong_type("base64", &format!("content-transfer-encoding: {seen}"))
        })?;
        let name = headers.get(DISPOSITION).and_then(|disposition| parameter(disposition, "name"));
        Ok(Self { form, name: decoded(name.unwrap_or_default()), encoding: Some(encoding) })
    }

    /// Returns the next bytes of the body; `None` at its end.
    async fn chunk(&mut self) -> Result<Option<Bytes>, ApiError> {
        let malformed = || invalid(Phrase::PartNotBase64);
        let Some(encoding) = &mut self.encoding else { return Ok(None) };
        if let Some(piece) = self.form.chunk().await? {
            return encoding.decode(piece).map(Some).ok_or_else(malformed);
        }
        let rest = self.encoding.take().map_or_else(|| Some(Bytes::new()), TransferEncoding::finish);
        rest.map(Some).ok_or_else(malformed)
    }

    async fn text(&mut self) -> Result<String, ApiError> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.chunk().await? {
            if bytes.len() + piece.len() > PART_BYTES {
                let limit = cast::<i64>(PART_BYTES);
                let fault = Problem::new(ProblemCode::FormPartTooLarge, "").with("name", self.name.clone());
                return Err(fault.with("limit", limit).into());
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(decoded(bytes))
    }
}

async fn receive(api: &Api, caller: &Caller, mut part: Part<'_>) -> Result<IncomingFile, ApiError> {
    let mut file = api.services.attachments.receive_file(caller, api.options.largest_attachment).await?;
    let mut reservation = api.active_limits.bodies.begin();
    while let Some(piece) = part.chunk().await? {
        reservation.grow_to(file.in_memory() + piece.len())?;
        file.write(piece).await?;
        reservation.shrink_to(file.in_memory());
    }
    Ok(file)
}

/// Returns the tags: one per part, or all in a single part, separated by commas.
fn words(mut parts: Vec<String>) -> Vec<String> {
    match (parts.pop(), parts.is_empty()) {
        (Some(only), true) => only.split(',').map(|word| word.trim().to_owned()).collect(),
        (last, _) => parts.into_iter().chain(last).collect(),
    }
}

fn media_type(part: &PartHeaders) -> Option<String> {
    std::str::from_utf8(part.get("content-type")?).ok().map(str::to_owned)
}

const DISPOSITION: &str = "content-disposition";

/// Returns the file name. The extended parameter has priority (RFC 6266), because clients put a simplified
/// name into the plain one.
fn file_name(part: &PartHeaders) -> Option<String> {
    named(part.get(DISPOSITION)?)
}

fn named(disposition: &[u8]) -> Option<String> {
    let extended = parameter(disposition, "filename*").and_then(|value| extended(&value));
    // browsers encode a quotation mark as `%22`
    extended.or_else(|| {
        let plain = decoded(parameter(disposition, "filename")?);
        Some(decode_words(&plain).replace("%22", "\""))
    })
}

/// Returns a parameter of a header. In quoted values a backslash only escapes quotation marks, because old
/// browsers send whole paths.
fn parameter(header: &[u8], wanted: &str) -> Option<Vec<u8>> {
    let mut rest = header;
    loop {
        rest = &rest[rest.iter().position(|byte| *byte == b';')? + 1..];
        let equals = rest.iter().position(|byte| b"=;".contains(byte))?;
        let (name, value) = rest.split_at(equals);
        let Some(value) = value.strip_prefix(b"=") else { continue };
        let value = value.trim_ascii_start();
        let (value, after) = if let Some(quoted) = value.strip_prefix(b"\"") {
            unquoted(quoted)?
        } else {
            let end = value.iter().position(|byte| *byte == b';').unwrap_or(value.len());
            (value[..end].trim_ascii_end().to_vec(), &value[end..])
        };
        if name.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()) {
            return Some(value);
        }
        rest = after;
    }
}

/// Returns the text before the closing quotation mark, and the rest.
fn unquoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut value = Vec::new();
    let mut rest = text;
    loop {
        match rest {
            [b'\\', b'"', after @ ..] => {
                value.push(b'"');
                rest = after;
            }
            [b'"', after @ ..] => return Some((value, after)),
            [byte, after @ ..] => {
                value.push(*byte);
                rest = after;
            }
            [] => return None,
        }
    }
}

/// Decodes `charset'language'value` (RFC 8187) in UTF-8 or ISO-8859-1.
fn extended(value: &[u8]) -> Option<String> {
    let mut parts = value.splitn(3, |byte| *byte == b'\'');
    let (charset, _, bytes) = (parts.next()?, parts.next()?, percent_decode(parts.next()?).collect());
    in_charset(std::str::from_utf8(charset).ok()?, bytes)
}

/// Decodes UTF-8, otherwise Latin-1, in which every byte is valid.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|fault| fault.as_bytes().iter().map(|byte| char::from(*byte)).collect())
}

fn missing(code: ProblemCode) -> ApiError {
    Problem::new(code, "/file").into()
}

fn invalid(reason: Phrase) -> ApiError {
    Problem::new(ProblemCode::FormInvalid, "").with("reason", reason).into()
}

impl From<Stop> for ApiError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Body(fault) => fault.into(),
            Stop::EndlessHead => invalid(Phrase::BoundaryNotFound),
        }
    }
}

impl From<MultipartFault<Stop>> for ApiError {
    fn from(fault: MultipartFault<Stop>) -> Self {
        match fault {
            MultipartFault::Stream(stop) => stop.into(),
            MultipartFault::Cut => invalid(Phrase::FormCut),
            MultipartFault::Headers => invalid(Phrase::PartHeadMalformed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_of_clients_are_read() {
        let table: [(&[u8], Option<&str>); 18] = [
            (b"NAME=\"file\"; FILENAME=\"a.pdf\"", Some("a.pdf")),
            (b"name=\"file\"; filename=\"=?utf-8?B?w5wucGRm?=\"", Some("Ü.pdf")),
            (b"name=\"file\"; filename=\"a;b=c.pdf\"", Some("a;b=c.pdf")),
            (b"name=file; filename=a.pdf ; x=y", Some("a.pdf")),
            (b"name=\"file\"; FileName = \"a.pdf\"", Some("a.pdf")),
            (b"name=\"file\"; filename=\"a \\\"b\\\" %22c%22.pdf\"", Some("a \"b\" \"c\".pdf")),
            (b"name=\"file\"; filename=\"C:\\new\\order.pdf\"", Some("C:\\new\\order.pdf")),
            (b"name=\"file\"; filename=\"\xDCbersicht.pdf\"", Some("\u{DC}bersicht.pdf")),
            ("name=\"file\"; filename=\"Übersicht.pdf\"".as_bytes(), Some("Übersicht.pdf")),
            (b"name=\"file\"; filename*=utf-8''%C3%9Cbersicht.pdf", Some("Übersicht.pdf")),
            (b"name=\"file\"; FileName*=UTF-8'de'a%20b.pdf", Some("a b.pdf")),
            (b"name=\"file\"; filename*=\"UTF-8''%C3%9C.pdf\"", Some("Ü.pdf")),
            (b"name=\"file\"; filename*=iso-8859-1''%DC.pdf", Some("Ü.pdf")),
            (b"name=\"file\"; filename*=utf-8''50%.pdf", Some("50%.pdf")),
            (b"name=file; filename=\"=?utf-8?B?w5wucGRm?=\"; filename*=utf-8''%C3%9C.pdf", Some("Ü.pdf")),
            (b"name=\"file\"; filename*=utf-8''%FF.pdf; filename=\"plain.pdf\"", Some("plain.pdf")),
            (b"name=\"file\"; filename*=utf-16''%FF.pdf", None),
            (b"name=\"file\"; filename=\"open", None),
        ];
        for (parameters, name) in table {
            let disposition = [b"form-data; ", parameters].concat();
            assert_eq!(named(&disposition).as_deref(), name, "{}", String::from_utf8_lossy(parameters));
        }
    }

    #[test]
    fn boundaries_of_clients_are_read() {
        for (sent, expected) in [
            ("multipart/form-data; boundary=----=_Part_7_12.34", Ok("----=_Part_7_12.34")),
            ("Multipart/Form-Data; charset=utf-8; BOUNDARY=\"a;b\"", Ok("a;b")),
            ("multipart/form-data", Err(400)),
            ("multipart/form-data; boundary=", Err(400)),
            ("multipart/mixed; boundary=x", Err(415)),
        ] {
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, sent.parse().unwrap())]);
            let read = boundary(&headers).map(|read| String::from_utf8(read).unwrap());
            assert_eq!(read.as_deref().map_err(|error| error.status), expected, "{sent}");
        }
    }

    #[test]
    fn single_part_is_split_into_tags() {
        let read = |parts: &[&str]| words(parts.iter().map(|part| (*part).to_owned()).collect());
        assert_eq!(read(&["kind, label"]), ["kind", "label"]);
        assert_eq!(read(&["kind", "a,b"]), ["kind", "a,b"]);
        assert!(read(&[]).is_empty());
    }
}
