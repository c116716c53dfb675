//! Detection of media types from the content of files.

use std::io::{Error, ErrorKind, Read, Seek, SeekFrom};
use std::sync::Arc;

use bytes::Bytes;
use file_format::FileFormat;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use orderdock_domain::attachment::{FileName, MediaType};
use tokio::runtime::Handle;

use super::files::CompleteFile;
use crate::Outcome;
use crate::blocking::blocking;

/// Bytes per read.
const BLOCK: u64 = 64 << 10;
/// Maximum number of blocks read of one file: its beginning, its end, and the headers of archive members.
const MAX_BLOCKS: u32 = 64;

/// Detected media type of a stored file, and the usual extension for it.
pub(super) struct Recognised {
    content: Option<MediaType>,
    extension: String,
}

impl Recognised {
    /// Detects the media type of a file; an unknown format has none.
    pub async fn look(objects: Arc<dyn ObjectStore>, file: &CompleteFile) -> Outcome<Self> {
        let runtime = Handle::current();
        let stored = StoredFile {
            objects,
            path: file.path.clone(),
            size: file.size,
            position: 0,
            block: (0, Bytes::new()),
            blocks_left: MAX_BLOCKS,
            runtime,
        };
        let format = blocking(move || FileFormat::from_reader(stored)).await?.unwrap_or_default();
        let is_recognised = format != FileFormat::ArbitraryBinaryData;
        Ok(Self {
            content: is_recognised.then(|| MediaType::parse(format.media_type())).flatten(),
            extension: format.extension().to_owned(),
        })
    }

    /// Returns the media type and the name of the file.
    pub fn decide(self, name: Option<FileName>, declared: Option<&str>) -> (MediaType, FileName) {
        let extension = name.as_ref().and_then(FileName::extension).and_then(by_extension);
        let declared = declared.and_then(MediaType::parse);
        let media_type = MediaType::decide(self.content.clone(), extension, declared);
        let name = name.unwrap_or_else(|| {
            let recognised = self.content.as_ref() == Some(&media_type);
            FileName::unnamed(if recognised { &self.extension } else { usual_extension(&media_type) })
        });
        (media_type, name)
    }
}

fn by_extension(extension: &str) -> Option<MediaType> {
    mime_guess::from_ext(extension).first_raw().and_then(MediaType::parse)
}

/// Returns the common extension of a media type; the list of `mime_guess` is alphabetical.
fn usual_extension(media_type: &MediaType) -> &'static str {
    match media_type.as_str() {
        "application/octet-stream" => "bin",
        "text/plain" => "txt",
        "text/html" => "html",
        "text/xml" | "application/xml" => "xml",
        "image/jpeg" => "jpg",
        "image/tiff" => "tif",
        "audio/mpeg" => "mp3",
        "video/mp4" => "mp4",
        "application/vnd.ms-excel" => "xls",
        "application/msword" => "doc",
        other => {
            let all = mime_guess::get_mime_extensions_str(other);
            all.and_then(<[&str]>::first).copied().unwrap_or("bin")
        }
    }
}

/// Blocking, seekable reader of a stored file, for a thread that may block.
struct StoredFile {
    objects: Arc<dyn ObjectStore>,
    path: Path,
    size: u64,
    position: u64,
    /// Offset of the current block, and its bytes.
    block: (u64, Bytes),
    blocks_left: u32,
    runtime: Handle,
}

impl StoredFile {
    fn available(&self) -> Option<&[u8]> {
        let (start, bytes) = &self.block;
        let offset = usize::try_from(self.position.checked_sub(*start)?).ok()?;
        bytes.get(offset..).filter(|rest| !rest.is_empty())
    }

    fn fetch(&mut self) -> std::io::Result<()> {
        self.blocks_left = self.blocks_left.checked_sub(1).ok_or_else(|| Error::other("too many places"))?;
        let start = self.position - self.position % BLOCK;
        let range = start..(start + BLOCK).min(self.size);
        let fetched = self.runtime.block_on(self.objects.get_range(&self.path, range));
        self.block = (start, fetched.map_err(Error::other)?);
        Ok(())
    }
}

impl Read for StoredFile {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.position >= self.size || into.is_empty() {
            return Ok(0);
        }
        if self.available().is_none() {
            self.fetch()?;
        }
        let found = self.available().ok_or_else(|| Error::from(ErrorKind::UnexpectedEof))?;
        let count = found.len().min(into.len());
        into[..count].copy_from_slice(&found[..count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for StoredFile {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.size.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = position.ok_or_else(|| Error::from(ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}
