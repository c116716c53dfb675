//! Compression of stored bodies with zstd. Bodies of imports resemble each other, so they are compressed against an
//! earlier body of the same sender.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use orderdock_domain::ids::{CallerId, RequestId};
use orderdock_domain::import::RequestKind;
use orderdock_store::StoredBody;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::{CCtx, DCtx, compress_bound};

use crate::locked::locked;
use crate::{Caller, Failure, Outcome, Received};

/// Low level because it runs on every write.
const COMPRESSION_LEVEL: i32 = 1;
/// Higher level for compression against a dictionary, which leaves little data to encode.
const DICTIONARY_LEVEL: i32 = 3;
/// Size in bytes from which compression is slow and a dictionary has no use.
pub(crate) const LARGE: usize = 64 << 10;
/// Upper limit of a decompressed body. An accepted body has at most 64 MiB; no response is larger than this limit.
const LARGEST_BODY: usize = 256 << 20;
/// Dictionaries per sender, tried in order: a sender that alternates between two formats has one for each.
const DICTIONARIES_OF_SENDER: usize = 2;
/// Dictionaries of all senders; the least recently used one is dropped.
const DICTIONARIES: usize = 128;
/// Minimum gain: a dictionary is used if it makes a body at least this many times smaller than compression without it.
const WORTH: usize = 2;

thread_local! {
    /// Compression context of the thread, because creating one takes longer than compressing a small body.
    static COMPRESSOR: RefCell<Option<CCtx<'static>>> = RefCell::new(CCtx::try_create());
}

/// Compresses a body without a dictionary.
pub(crate) fn compress(body: &[u8]) -> StoredBody {
    StoredBody { bytes: compress_against(body, &[], COMPRESSION_LEVEL), dictionary: None }
}

fn compress_against(body: &[u8], dictionary: &[u8], level: i32) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|compressor| {
        let mut bytes = Vec::with_capacity(compress_bound(body.len()));
        let compressed = compressor.as_mut().is_some_and(|compressor| {
            compressor.compress_using_dict(&mut bytes, body, dictionary, level).is_ok()
        });
        if compressed {
            bytes.shrink_to_fit();
            return bytes;
        }
        // compression fails only for lack of memory; plain bytes are recognisable because they have no magic number
        body.to_vec()
    })
}

pub(crate) fn decompress(stored: &[u8]) -> Outcome<Vec<u8>> {
    decompress_against(stored, &[])
}

pub(crate) fn decompress_against(stored: &[u8], dictionary: &[u8]) -> Outcome<Vec<u8>> {
    let fault = || Failure::fault("a stored body cannot be decompressed");
    let size = Decompressor::upper_bound(stored).filter(|size| *size <= LARGEST_BODY).ok_or_else(fault)?;
    let mut body = Vec::with_capacity(size);
    let mut decompressor = DCtx::try_create().ok_or_else(fault)?;
    decompressor.decompress_using_dict(&mut body, stored, dictionary).map_err(|_| fault())?;
    Ok(body)
}

/// Group of requests whose bodies resemble each other.
type Sender = (Option<CallerId>, RequestKind);

fn sender(caller: &Caller, received: &Received) -> Sender {
    (caller.actor.caller, received.kind)
}

/// Body that other bodies are compressed against.
struct Dictionary {
    sender: Sender,
    /// The request that stores it.
    request: RequestId,
    body: Vec<u8>,
    /// Size in bytes when compressed without a dictionary.
    alone: usize,
}

impl Dictionary {
    /// Compresses a body against this one. Returns `None` if the gain is below [`WORTH`].
    fn compress(&self, body: &[u8]) -> Option<StoredBody> {
        let bytes = compress_against(body, &self.body, DICTIONARY_LEVEL);
        let of_use = bytes.len() * self.body.len() * WORTH <= self.alone * body.len();
        of_use.then_some(StoredBody { bytes, dictionary: Some(self.request) })
    }
}

/// Dictionaries of the process, most recently used first. The list is empty at start: the first body of each sender is
/// stored without a dictionary and becomes the dictionary for later ones.
#[derive(Clone, Default)]
pub(crate) struct Dictionaries(Arc<Mutex<VecDeque<Arc<Dictionary>>>>);

impl Dictionaries {
    /// Compresses the body of a request, that of an import against a dictionary if one helps.
    pub(crate) fn compress(&self, caller: &Caller, received: &Received) -> StoredBody {
        let body = &received.body;
        if body.len() < LARGE && received.kind.is_import() {
            for dictionary in self.of_sender(sender(caller, received)) {
                if let Some(stored) = dictionary.compress(body) {
                    self.was_of_use(&dictionary);
                    return stored;
                }
            }
        }
        compress(body)
    }

    /// Adds a body that was compressed without a dictionary as a dictionary. Its request must have created candidates,
    /// because such requests are never deleted.
    pub(crate) fn learn(&self, caller: &Caller, received: &Received, id: RequestId, stored: &StoredBody) {
        let body = &received.body;
        if stored.dictionary.is_some() || body.len() >= LARGE || !received.kind.is_import() {
            return;
        }
        let sender = sender(caller, received);
        let (body, alone) = (body.to_vec(), stored.bytes.len());
        let mut all = locked(&self.0);
        all.push_front(Arc::new(Dictionary { sender, request: id, body, alone }));
        let mut of_sender = 0;
        all.retain(|one| {
            of_sender += usize::from(one.sender == sender);
            one.sender != sender || of_sender <= DICTIONARIES_OF_SENDER
        });
        all.truncate(DICTIONARIES);
    }

    fn of_sender(&self, sender: Sender) -> Vec<Arc<Dictionary>> {
        let all = locked(&self.0);
        all.iter().filter(|one| one.sender == sender).cloned().collect()
    }

    fn was_of_use(&self, dictionary: &Arc<Dictionary>) {
        let mut all = locked(&self.0);
        let place = all.iter().position(|one| Arc::ptr_eq(one, dictionary));
        if let Some(found) = place.filter(|place| *place > 0).and_then(|place| all.remove(place)) {
            all.push_front(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(number: usize) -> Vec<u8> {
        let body = r#"{"org":{"code":"001"},"externalHeaderId":"W-7","externalLineId":"1","poReference":"PO 7","qty":7,
            "bpartner":{"bpartner":{"code":"G7","name":"Möbel & Wohnen GmbH","group":"Standard"},
            "location":{"address1":"Hauptstraße 7","postal":"53179","city":"Bonn","countryCode":"DE"}},
            "product":{"code":"P00297","name":"Chair, beech, lacquered","type":"ITEM","uomCode":"PCE"}}"#;
        body.replace('7', &number.to_string()).into_bytes()
    }

    fn dictionary(body: &[u8]) -> Dictionary {
        let alone = compress(body).bytes.len();
        Dictionary { sender: (None, RequestKind::Single), request: RequestId(7), body: body.to_vec(), alone }
    }

    #[test]
    fn compressed_body_decompresses_to_the_original() {
        let first = dictionary(&body(0));
        for body in [body(0), body(1), body(40)] {
            let alone = compress(&body);
            assert_eq!(decompress(&alone.bytes).ok(), Some(body.clone()));
            let stored = first.compress(&body).unwrap();
            assert_eq!(stored.dictionary, Some(RequestId(7)));
            assert!(
                stored.bytes.len() * 2 < alone.bytes.len(),
                "{} {}",
                stored.bytes.len(),
                alone.bytes.len()
            );
            assert_eq!(decompress_against(&stored.bytes, &first.body).ok(), Some(body));
        }
        let large = b"0123456789".repeat(200_000);
        assert_eq!(decompress(&compress(&large).bytes).ok(), Some(large));
        assert_eq!(decompress(&compress(b"").bytes).ok(), Some(Vec::new()));
        assert!(decompress(b"no zstd").is_err());
    }

    #[test]
    fn unrelated_dictionary_is_not_used() {
        let other: Vec<u8> =
            (0..1_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        assert!(dictionary(&body(0)).compress(&other).is_none());
    }
}
