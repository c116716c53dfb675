//! Integrity check of files: the bytes that are read are compared with the hash in the file's name.

use std::io;

use bytes::Bytes;
use futures_util::{Stream, TryStreamExt, stream};
use orderdock_domain::attachment::ContentHash;
use sha2::{Digest, Sha256};

/// Returns the pieces of a file. The last one follows only if all bytes match the hash; otherwise the stream ends with
/// an error, so that the reader never receives the announced length.
pub(super) fn verified(
    pieces: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    content: ContentHash,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    let reading = VerifiedStream { pieces: Box::pin(pieces), hash: Sha256::new(), held: None };
    stream::try_unfold(reading, move |mut reading| async move {
        while let Some(piece) = reading.pieces.try_next().await? {
            reading.hash.update(&piece);
            if let Some(ready) = reading.held.replace(piece) {
                return Ok(Some((ready, reading)));
            }
        }
        let read = ContentHash(std::mem::take(&mut reading.hash).finalize().into());
        match reading.held.take() {
            None => Ok(None),
            Some(last) if read == content => Ok(Some((last, reading))),
            Some(_) => {
                tracing::error!(
                    file = %content, %read,
                    "attachment file is damaged, download aborted; restore it from a backup"
                );
                Err(io::Error::new(io::ErrorKind::InvalidData, "the file is damaged"))
            }
        }
    })
}

struct VerifiedStream<S> {
    pieces: std::pin::Pin<Box<S>>,
    hash: Sha256,
    held: Option<Bytes>,
}

/// Returns the hash of all pieces.
pub(super) async fn hash_of<E>(
    pieces: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<ContentHash, E> {
    let hash = pieces.try_fold(Sha256::new(), async |hash, piece| Ok(hash.chain_update(piece))).await?;
    Ok(ContentHash(hash.finalize().into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::StreamExt;

    async fn read(pieces: &[&'static str], stored: &str) -> (String, bool) {
        let content = ContentHash(Sha256::digest(stored).into());
        let pieces: Vec<_> = pieces.iter().map(|piece| Ok(Bytes::from_static(piece.as_bytes()))).collect();
        let mut given = String::new();
        let mut reading = std::pin::pin!(verified(stream::iter(pieces), content));
        while let Some(piece) = reading.next().await {
            match piece {
                Ok(piece) => given.push_str(std::str::from_utf8(&piece).unwrap()),
                Err(_) => return (given, false),
            }
        }
        (given, true)
    }

    #[tokio::test]
    async fn last_piece_is_released_only_after_the_hash_matches() {
        for (pieces, stored, given, whole) in [
            (&["one ", "two ", "three"][..], "one two three", "one two three", true),
            (&["one"], "one", "one", true),
            (&["one ", "twO ", "three"], "one two three", "one twO ", false),
            (&["one ", "two "], "one two three", "one ", false),
            (&["one ", "two ", "three", "!"], "one two three", "one two three", false),
            (&["x"], "one", "", false),
        ] {
            assert_eq!(read(pieces, stored).await, (given.to_owned(), whole), "{pieces:?}");
        }
    }
}
