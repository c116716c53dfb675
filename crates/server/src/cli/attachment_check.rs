//! Comparison of attachments of a database with their files.

use crate::{config::AttachmentStorage, failure::CommandFailure, wiring};
use indicatif::ProgressBar;
use orderdock_app::AttachmentFiles;
use std::collections::HashMap;

/// Maximum number of reported files.
const MAX_FILES: usize = 20;

/// Compares contents, sorted by hash, with the files. Returns a fault for each missing or different file. Files are
/// listed by the first two digits, so that few are in memory. With a progress bar, the bytes are read and compared, too.
pub async fn faults(
    place: &AttachmentStorage,
    contents: &[(String, i64)],
    reading: Option<&ProgressBar>,
) -> Result<Vec<String>, String> {
    let files = files_of(place)?;
    let unreadable = |error| format!("cannot read {place}: {error}");
    let mut faults = Vec::new();
    for alike in contents.chunk_by(|(one, _), (next, _)| one.get(..2) == next.get(..2)) {
        let Some(digits) = alike.first().and_then(|(hash, _)| hash.get(..2)) else { continue };
        let sizes = match &files {
            Some(files) => files.sizes(digits).await.map_err(unreadable)?,
            None => HashMap::new(),
        };
        for (hash, size) in alike {
            let file = format!("{place}/sha256/{digits}/{hash}");
            let fault = match (sizes.get(hash), &files, reading) {
                (Some(bytes), ..) if i64::try_from(*bytes) != Ok(*size) => {
                    format!("{file} has {bytes} bytes, not {size}")
                }
                (Some(bytes), Some(files), Some(reading)) => {
                    let read = files.read_back(hash).await.map_err(unreadable)?.to_string();
                    reading.inc(*bytes);
                    if read == *hash {
                        continue;
                    }
                    format!("{file} is damaged: its hash differs from the stored hash")
                }
                (Some(_), ..) => continue,
                (None, ..) => format!("{file} is missing"),
            };
            faults.push(fault);
            if faults.len() == MAX_FILES {
                return Ok(faults);
            }
        }
    }
    Ok(faults)
}

/// Opens the store without creating a folder, because checks change nothing. Returns `None` if the folder does not
/// exist.
fn files_of(place: &AttachmentStorage) -> Result<Option<AttachmentFiles>, String> {
    match place {
        AttachmentStorage::Folder(folder) if !folder.exists() => Ok(None),
        AttachmentStorage::Folder(folder) => AttachmentFiles::found(folder)
            .map(Some)
            .map_err(|error| format!("cannot read {}: {error}", folder.display())),
        AttachmentStorage::Bucket(_) => {
            wiring::attachment_files(place).map(Some).map_err(CommandFailure::into_message)
        }
    }
}
