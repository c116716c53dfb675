//! Storage of attachment files, named by the hash of their bytes.
//!
//! The path is `incoming/<id>` during the upload and `sha256/<first two digits>/<hash>` afterwards. At most one piece
//! of a file is in memory.

use std::collections::HashMap;
use std::path::{Path as Folder, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{GetResult, MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart};
use orderdock_domain::attachment::ContentHash;
use orderdock_domain::ids::AttachmentId;
use orderdock_domain::problem::{Problem, ProblemCode};
use sha2::{Digest, Sha256};

use super::verified_stream::hash_of;
use crate::blocking::blocking;
use crate::{Failure, Outcome};

/// Bytes per write to a local file.
const LOCAL_PIECE: usize = 256 << 10;
/// Smallest part in bytes that every cloud object store accepts.
#[cfg(feature = "cloud")]
const CLOUD_PIECE: usize = 5 << 20;
/// Read timeout and retry timeout of a cloud object store.
#[cfg(feature = "cloud")]
const CLOUD_WAITS: Duration = Duration::from_secs(20);
/// Timeout of a whole request; long, because a download may be as slow as its reader.
#[cfg(feature = "cloud")]
const BUCKET_TIMEOUT: Duration = Duration::from_hours(1);

const INCOMING: &str = "incoming";
const PLACED: &str = "sha256";

/// Object store of the attachment files.
#[derive(Clone, Debug)]
pub struct AttachmentFiles {
    objects: Arc<dyn ObjectStore>,
    /// Folder of a local store, because the store does not list the partial files of a killed process.
    folder: Option<PathBuf>,
    piece: usize,
}

impl AttachmentFiles {
    /// Opens a folder, which is created if it is missing. Completed files are durable.
    pub fn local(folder: &Folder) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder.join(INCOMING))?;
        Self::found(folder)
    }

    /// Opens an existing folder to read from it; creates nothing.
    pub fn found(folder: &Folder) -> std::io::Result<Self> {
        let objects = LocalFileSystem::new_with_prefix(folder).map_err(std::io::Error::other)?;
        Ok(Self {
            objects: Arc::new(objects.with_fsync(true)),
            folder: Some(folder.to_owned()),
            piece: LOCAL_PIECE,
        })
    }

    /// Opens a folder that is created with the first file, for a process that will rarely need it.
    pub fn when_needed(folder: &Folder) -> std::io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        let prefix = Path::from_absolute_path(&folder).map_err(std::io::Error::other)?;
        let objects = PrefixStore::new(LocalFileSystem::new().with_fsync(true), prefix);
        Ok(Self { objects: Arc::new(objects), folder: Some(folder), piece: LOCAL_PIECE })
    }

    /// Opens a bucket of S3-compatible storage. Credentials are read from the environment (`AWS_…`). A lifecycle rule
    /// of the bucket should abort incomplete uploads after one day.
    #[cfg(feature = "cloud")]
    pub fn s3(bucket: &str) -> std::io::Result<Self> {
        use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
        use object_store::{ClientConfigKey, RetryConfig};
        // fails if a provider is installed already, for example by another bucket
        let _ = rustls::crypto::ring::default_provider().install_default();
        let retry = RetryConfig { retry_timeout: CLOUD_WAITS, ..RetryConfig::default() };
        let waits =
            |key, longest: Duration| (AmazonS3ConfigKey::Client(key), format!("{}s", longest.as_secs()));
        let (pause, pause_longest) = waits(ClientConfigKey::ReadTimeout, CLOUD_WAITS);
        let (whole, whole_longest) = waits(ClientConfigKey::Timeout, BUCKET_TIMEOUT);
        let builder = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_retry(retry)
            .with_config(pause, pause_longest)
            .with_config(whole, whole_longest);
        let objects = Arc::new(builder.build().map_err(std::io::Error::other)?);
        Ok(Self { objects, folder: None, piece: CLOUD_PIECE })
    }

    pub(super) async fn receive(&self, id: AttachmentId, limit: u64) -> Outcome<IncomingFile> {
        let path = Path::from(format!("{INCOMING}/{id}"));
        let upload = self.objects.put_multipart(&path).await?;
        Ok(IncomingFile {
            id,
            files: self.clone(),
            path,
            upload: Some(upload),
            waiting: Vec::new(),
            waiting_bytes: 0,
            hash: Sha256::new(),
            size: 0,
            limit,
        })
    }

    /// Moves a file to its final path, and replaces a file with the same bytes.
    pub(super) async fn store_complete(&self, file: &CompleteFile) -> Outcome<()> {
        Ok(self.objects.rename(&file.path, &place_of(&file.content.to_string())).await?)
    }

    /// Returns whether the file of a content exists and its bytes match their hash.
    pub(super) async fn has_whole(&self, content: ContentHash) -> Outcome<bool> {
        match self.read_back(&content.to_string()).await {
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            read => Ok(read? == content),
        }
    }

    /// Returns the hash of the stored bytes of a file; it differs from `hash` if the file is damaged.
    pub async fn read_back(&self, hash: &str) -> Result<ContentHash, object_store::Error> {
        hash_of(self.objects.get(&place_of(hash)).await?.into_stream()).await
    }

    /// Opens the file of a content for reading.
    pub(super) async fn open(&self, content: ContentHash) -> Outcome<GetResult> {
        match self.objects.get(&place_of(&content.to_string())).await {
            Err(object_store::Error::NotFound { path, .. }) => {
                Err(Failure::fault(&format!("the file {path} of an attachment is missing")))
            }
            opened => Ok(opened?),
        }
    }

    pub(super) async fn remove(&self, content: ContentHash) -> Outcome<()> {
        self.delete(&place_of(&content.to_string())).await
    }

    /// Deletes a file that was not moved to its final path.
    pub(super) async fn discard(&self, file: &CompleteFile) {
        if let Err(failure) = self.delete(&file.path).await {
            tracing::warn!(path = %file.path, ?failure, "deleting a file failed, left for clean-up");
        }
    }

    async fn delete(&self, path: &Path) -> Outcome<()> {
        match self.objects.delete(path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes files of uploads that ended before an instant. Returns the number of files.
    pub(super) async fn remove_leftovers(&self, before: Timestamp) -> Outcome<u64> {
        match self.folder.clone() {
            Some(folder) => {
                let swept = blocking(move || sweep_folder(&folder.join(INCOMING), before)).await?;
                swept.map_err(|error| Failure::fault(&format!("incoming attachments: {error}")))
            }
            None => self.sweep_prefix(before).await,
        }
    }

    async fn sweep_prefix(&self, before: Timestamp) -> Outcome<u64> {
        use futures_util::StreamExt;
        let mut removed = 0;
        let prefix = Path::from(INCOMING);
        let mut found = self.objects.list(Some(&prefix));
        while let Some(entry) = found.next().await {
            let entry = entry?;
            if entry.last_modified.timestamp() < before.as_second() {
                self.delete(&entry.location).await?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Returns the size in bytes of every stored file whose hash starts with the two digits, by hash.
    pub async fn sizes(&self, digits: &str) -> Result<HashMap<String, u64>, object_store::Error> {
        use futures_util::TryStreamExt;
        let files = self.objects.list(Some(&Path::from(format!("{PLACED}/{digits}"))));
        let sizes = files.map_ok(|file| (file.location.filename().unwrap_or_default().to_owned(), file.size));
        sizes.try_collect().await
    }

    /// Copies the file of a hash from another store. Returns `false` if it is missing there or its bytes do not match
    /// the hash.
    pub async fn take_over(&self, from: &Self, hash: &str) -> Result<bool, object_store::Error> {
        use futures_util::TryStreamExt;
        let mut pieces = match from.objects.get(&place_of(hash)).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(false),
            opened => opened?.into_stream(),
        };
        let incoming = Path::from(format!("{INCOMING}/{hash}"));
        let upload = self.objects.put_multipart(&incoming).await?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, self.piece);
        let mut whole = Sha256::new();
        while let Some(piece) = pieces.try_next().await? {
            whole.update(&piece);
            upload.wait_for_capacity(1).await?;
            upload.put(piece);
        }
        let read = ContentHash(whole.finalize().into());
        if read.to_string() != hash {
            upload.abort().await?;
            return Ok(false);
        }
        upload.finish().await?;
        self.objects.rename(&incoming, &place_of(hash)).await?;
        Ok(true)
    }

    pub(super) fn objects(&self) -> Arc<dyn ObjectStore> {
        self.objects.clone()
    }
}

fn place_of(hash: &str) -> Path {
    let digits = hash.get(..2).unwrap_or_default();
    Path::from(format!("{PLACED}/{digits}/{hash}"))
}

/// Deletes old partial files. Recent ones are kept because other processes may be receiving into the same folder.
fn sweep_folder(folder: &Folder, before: Timestamp) -> std::io::Result<u64> {
    let before = std::time::UNIX_EPOCH + Duration::from_secs(u64::try_from(before.as_second()).unwrap_or(0));
    let mut removed = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // the upload may have been completed and moved since
        let Ok(facts) = entry.metadata() else { continue };
        if facts.is_file() && facts.modified()? < before && std::fs::remove_file(entry.path()).is_ok() {
            removed += 1;
        }
    }
    Ok(removed)
}

/// An upload in progress; aborted on drop.
pub struct IncomingFile {
    pub(super) id: AttachmentId,
    files: AttachmentFiles,
    path: Path,
    /// Absent once the upload is complete.
    upload: Option<Box<dyn MultipartUpload>>,
    waiting: Vec<Bytes>,
    waiting_bytes: usize,
    hash: Sha256,
    size: u64,
    limit: u64,
}

/// A complete file that is not at its final path yet.
pub(super) struct CompleteFile {
    pub path: Path,
    pub content: ContentHash,
    pub size: u64,
}

impl IncomingFile {
    /// Returns the number of bytes received so far.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of bytes that are buffered.
    pub fn in_memory(&self) -> usize {
        self.waiting_bytes
    }

    /// Writes the next bytes; fails with 413 if the file becomes too large.
    pub async fn write(&mut self, bytes: Bytes) -> Outcome<()> {
        self.size += bytes.len() as u64;
        if self.size > self.limit {
            let limit = i64::try_from(self.limit).unwrap_or(i64::MAX);
            return Err(Problem::new(ProblemCode::AttachmentTooLarge, "").with("limit", limit).into());
        }
        self.hash.update(&bytes);
        let mut rest = bytes;
        while self.waiting_bytes + rest.len() >= self.files.piece {
            self.wait(rest.split_to(self.files.piece - self.waiting_bytes));
            self.flush().await?;
        }
        if !rest.is_empty() {
            self.wait(rest);
        }
        Ok(())
    }

    fn wait(&mut self, bytes: Bytes) {
        self.waiting_bytes += bytes.len();
        self.waiting.push(bytes);
    }

    async fn flush(&mut self) -> Outcome<()> {
        let piece: PutPayload = std::mem::take(&mut self.waiting).into_iter().collect();
        self.waiting_bytes = 0;
        let upload = self.upload.as_mut().ok_or_else(|| Failure::fault("write to a completed upload"))?;
        Ok(upload.put_part(piece).await?)
    }

    /// Completes the upload, which makes the file durable.
    pub(super) async fn finish(mut self) -> Outcome<CompleteFile> {
        if self.waiting_bytes > 0 {
            self.flush().await?;
        }
        let upload = self.upload.as_mut().ok_or_else(|| Failure::fault("upload was completed twice"))?;
        upload.complete().await?;
        self.upload = None;
        let content = ContentHash(std::mem::take(&mut self.hash).finalize().into());
        Ok(CompleteFile { path: self.path.clone(), content, size: self.size })
    }
}

impl Drop for IncomingFile {
    fn drop(&mut self) {
        let Some(mut upload) = self.upload.take() else { return };
        // without a runtime the process is shutting down; the next sweep deletes the rest
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let path = self.path.clone();
            runtime.spawn(async move {
                if let Err(error) = upload.abort().await {
                    tracing::debug!(%path, %error, "aborting an upload failed, left for clean-up");
                }
            });
        }
    }
}

impl From<object_store::Error> for Failure {
    fn from(error: object_store::Error) -> Self {
        tracing::error!(%error, "attachment storage failed");
        let (code, seconds) =
            if is_full(&error) { (ProblemCode::ServerNoSpace, 60) } else { (ProblemCode::ServerStorage, 2) };
        Self::retryable(Problem::new(code, ""), seconds)
    }
}

fn is_full(error: &object_store::Error) -> bool {
    use std::io::ErrorKind::{QuotaExceeded, StorageFull};
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<std::io::Error>()
            && matches!(error.kind(), StorageFull | QuotaExceeded)
        {
            return true;
        }
        cause = error.source();
    }
    false
}
