//! The work of a run, stored by every backend so that another instance can continue the run.

use orderdock_domain::cast;
use orderdock_domain::correction::CandidateEdit;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::import::ReferenceMapping;
use orderdock_domain::text::Text;
use serde::{Deserialize, Serialize};

use crate::{Chunk, ChunkExtent, StoreError, StoreResult, from_json, to_json};

/// Work of a run besides its kind: parameters and gathered candidates.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunWork {
    /// Whether a clerk or sender selected the candidates; otherwise the run processes due candidates.
    pub selected: bool,
    /// The edit, for a run that edits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<CandidateEdit>,
    /// The mapping, for a run that maps references.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapping: Option<ReferenceMapping>,
    /// The reason for voiding orders, for a run that undoes another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text>,
    /// The gathered candidates. Stored as bytes in a separate column.
    #[serde(skip)]
    pub chunks: Vec<Chunk>,
}

impl RunWork {
    /// Returns the task as JSON, and the candidates as bytes.
    pub fn encode(&self) -> (String, Vec<u8>) {
        (to_json(self), encode_chunks(&self.chunks))
    }

    pub fn decode(task: &str, selection: &[u8]) -> StoreResult<Self> {
        let task = from_json("run.task", task)?;
        Ok(Self { chunks: decode_chunks(selection)?, ..task })
    }
}

/// Encodes chunks as bytes: for each chunk its extent, the number of candidates, and the difference of each id from
/// the previous one. Numbers use seven bits per byte, lowest first.
fn encode_chunks(chunks: &[Chunk]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Chunk { candidates, extent } in chunks {
        bytes.push(extent_byte(*extent));
        push(&mut bytes, cast::<u64>(candidates.len()));
        let mut last = 0;
        for id in candidates {
            push(&mut bytes, id.0.wrapping_sub(last).cast_unsigned());
            last = id.0;
        }
    }
    bytes
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(cast::<u8>(number & 0x7f) | 0x80);
        number >>= 7;
    }
    bytes.push(cast::<u8>(number));
}

fn decode_chunks(bytes: &[u8]) -> StoreResult<Vec<Chunk>> {
    let mut rest = bytes.iter().copied();
    let mut chunks = Vec::new();
    while let Some(flag) = rest.next() {
        let chunk = decode_chunk(flag, &mut rest);
        let fault = || StoreError::Inconsistent {
            place: "run.selection",
            fault: format!("chunk {} cannot be decoded", chunks.len()),
        };
        let chunk = chunk.ok_or_else(fault)?;
        chunks.push(chunk);
    }
    Ok(chunks)
}

fn decode_chunk(flag: u8, rest: &mut impl Iterator<Item = u8>) -> Option<Chunk> {
    let count = pull(rest)?;
    let mut candidates = Vec::new();
    let mut last = 0_i64;
    for _ in 0..count {
        last = last.wrapping_add(pull(rest)?.cast_signed());
        candidates.push(CandidateId(last));
    }
    Some(Chunk { candidates, extent: extent(flag)? })
}

/// Versions that know only 0 and 1 read every other number as 1.
fn extent_byte(extent: ChunkExtent) -> u8 {
    match extent {
        ChunkExtent::Listed => 0,
        ChunkExtent::Headers => 1,
        ChunkExtent::ListedAndHeaders => 2,
    }
}

fn extent(byte: u8) -> Option<ChunkExtent> {
    [ChunkExtent::Listed, ChunkExtent::Headers, ChunkExtent::ListedAndHeaders].get(usize::from(byte)).copied()
}

fn pull(rest: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0_u64;
    for place in 0..10 {
        let byte = rest.next()?;
        number |= u64::from(byte & 0x7f).checked_shl(place * 7)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn chunks_decode_as_encoded(
            chunks in prop::collection::vec((prop::collection::vec(any::<i64>(), 0..20), 0..3_u8), 0..5)
        ) {
            let chunk = |(ids, byte): (Vec<i64>, u8)| Chunk {
                candidates: ids.into_iter().map(CandidateId).collect(),
                extent: extent(byte).unwrap(),
            };
            let chunks: Vec<_> = chunks.into_iter().map(chunk).collect();
            prop_assert_eq!(decode_chunks(&encode_chunks(&chunks)).unwrap(), chunks);
        }
    }

    #[test]
    fn consecutive_candidates_take_one_byte_each() {
        let chunk =
            Chunk { candidates: (1..=1_000_000).map(CandidateId).collect(), extent: ChunkExtent::Headers };
        assert_eq!(encode_chunks(&[chunk]).len(), 1_000_004);
    }

    #[test]
    fn truncated_chunk_is_rejected() {
        let bytes =
            encode_chunks(&[Chunk { candidates: vec![CandidateId(300)], extent: ChunkExtent::Listed }]);
        for end in 1..bytes.len() {
            assert!(decode_chunks(&bytes[..end]).is_err(), "{end}");
        }
        assert!(decode_chunks(&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err());
    }
}
