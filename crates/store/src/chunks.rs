//! Splits the candidates of a run into chunks.

use std::collections::HashMap;
use std::hash::Hash;

use orderdock_domain::ids::CandidateId;

use crate::{Chunk, ChunkExtent};

/// A header with gathered candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GatheredHeader {
    /// All gathered candidates, or one that represents them.
    pub candidates: Vec<CandidateId>,
    /// Number of gathered candidates.
    pub count: usize,
}

/// Groups candidates by header; headers are ordered by their first candidate.
pub fn by_header<H: Hash + Eq>(found: impl IntoIterator<Item = (CandidateId, H)>) -> Vec<GatheredHeader> {
    let mut headers: Vec<GatheredHeader> = Vec::new();
    let mut indexes = HashMap::new();
    for (id, header) in found {
        let index = *indexes.entry(header).or_insert_with(|| {
            headers.push(GatheredHeader { candidates: Vec::new(), count: 0 });
            headers.len() - 1
        });
        if let Some(header) = headers.get_mut(index) {
            header.candidates.push(id);
            header.count += 1;
        }
    }
    headers
}

/// Builds chunks of about `size` candidates in the order of the headers. A single header may be larger.
pub fn cut(headers: Vec<GatheredHeader>, size: usize, extent: ChunkExtent) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let (mut candidates, mut counted) = (Vec::new(), 0);
    for header in headers {
        if counted > 0 && counted + header.count > size {
            chunks.push(chunk(std::mem::take(&mut candidates), extent));
            counted = 0;
        }
        candidates.extend(header.candidates);
        counted += header.count;
    }
    if !candidates.is_empty() {
        chunks.push(chunk(candidates, extent));
    }
    chunks
}

fn chunk(mut candidates: Vec<CandidateId>, extent: ChunkExtent) -> Chunk {
    candidates.sort_unstable();
    Chunk { candidates, extent }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[i64]) -> Vec<CandidateId> {
        ids.iter().copied().map(CandidateId).collect()
    }

    #[test]
    fn headers_are_sorted_by_their_first_candidate() {
        let found = [(3, "b"), (4, "a"), (5, "b"), (9, "c")].map(|(id, header)| (CandidateId(id), header));
        let headers: Vec<_> = by_header(found).into_iter().map(|one| (one.candidates, one.count)).collect();
        assert_eq!(headers, [(ids(&[3, 5]), 2), (ids(&[4]), 1), (ids(&[9]), 1)]);
    }

    #[test]
    fn header_is_not_split_between_chunks() {
        // headers, chunk size, and the candidates of each chunk
        type Case = (&'static [&'static [i64]], usize, &'static [&'static [i64]]);
        let table: [Case; 6] = [
            (&[], 3, &[]),
            (&[&[1], &[2], &[3]], 2, &[&[1, 2], &[3]]),
            (&[&[1, 4], &[2, 3]], 3, &[&[1, 4], &[2, 3]]),
            (&[&[1, 4], &[2]], 3, &[&[1, 2, 4]]),
            (&[&[1, 2, 3, 4], &[5]], 3, &[&[1, 2, 3, 4], &[5]]),
            (&[&[1], &[2, 3, 4, 5], &[6]], 3, &[&[1], &[2, 3, 4, 5], &[6]]),
        ];
        for (headers, size, expected) in table {
            let gathered = headers.iter().map(|header| (ids(header), header.len()));
            let gathered = gathered.map(|(candidates, count)| GatheredHeader { candidates, count });
            let chunks = cut(gathered.collect(), size, ChunkExtent::Listed);
            let found: Vec<_> = chunks.into_iter().map(|chunk| chunk.candidates).collect();
            assert_eq!(found, expected.iter().map(|chunk| ids(chunk)).collect::<Vec<_>>(), "{headers:?}");
        }
    }

    #[test]
    fn chunk_size_counts_all_lines_of_a_header() {
        let header = |id, count| GatheredHeader { candidates: ids(&[id]), count };
        let chunks = cut(vec![header(7, 2), header(1, 2), header(5, 1)], 4, ChunkExtent::Headers);
        let expected =
            [ids(&[1, 7]), ids(&[5])].map(|candidates| Chunk { candidates, extent: ChunkExtent::Headers });
        assert_eq!(chunks, expected);
    }
}
