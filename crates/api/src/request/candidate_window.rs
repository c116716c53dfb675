//! Sort order and window of a list of candidates.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::{CandidatePosition, CandidateSort, PageStart};

use crate::request::query::Parameters;

const FARTHEST: u32 = 1_000_000;

/// Sort orders of incoming orders.
pub const HEADER_SORTS: [CandidateSort; 4] = [
    CandidateSort::CreatedAt,
    CandidateSort::DateRequired,
    CandidateSort::PoReference,
    CandidateSort::Bpartner,
];

/// Reads the sort order, which must be one of `sorts`, and whether it is descending.
pub fn read_sort(parameters: &mut Parameters, sorts: &[CandidateSort]) -> (CandidateSort, bool) {
    let names = sorts.iter().map(|sort| sort.as_str());
    let expected = Phrase::SortKey.of([Param::one_of(names)]);
    let sort = parameters.one("sort", expected, |text| {
        let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let sort = sorts.iter().find(|sort| sort.as_str() == name);
        sort.map(|sort| (*sort, descending))
    });
    sort.unwrap_or_default()
}

/// Reads the window of a list.
pub fn read_window(parameters: &mut Parameters, sort: CandidateSort, descending: bool) -> PageStart {
    let place = |text: &str| position(sort, descending, text);
    let cursor = Phrase::PageCursor;
    let after = parameters.one("after", cursor, place).map(PageStart::After);
    let before = parameters.one("before", cursor, place).map(PageStart::Before);
    let offset = parameters.one("offset", Phrase::NumberUpTo.of([1_000_000.into()]), |text| {
        text.parse().ok().filter(|offset| *offset <= FARTHEST).map(PageStart::Offset)
    });
    let mut given = [("after", after), ("before", before), ("offset", offset)]
        .into_iter()
        .filter_map(|(name, window)| window.map(|window| (name, window)));
    let Some((first, window)) = given.next() else { return PageStart::Offset(0) };
    for (name, _) in given {
        parameters.conflict(first, name);
    }
    window
}

/// Encodes a position as an opaque cursor, valid for one sort order.
pub fn cursor(sort: CandidateSort, descending: bool, at: &CandidatePosition) -> String {
    let sign = if descending { "-" } else { "" };
    URL_SAFE_NO_PAD.encode(format!("{sign}{} {} {}", sort.as_str(), at.id, at.key))
}

fn position(sort: CandidateSort, descending: bool, text: &str) -> Option<CandidatePosition> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let mut parts = text.splitn(3, ' ');
    let (order, id, key) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, down) = order.strip_prefix('-').map_or((order, false), |name| (name, true));
    let same = name == sort.as_str() && down == descending;
    let id = CandidateId(id.parse().ok()?);
    same.then(|| CandidatePosition { key: key.to_owned(), id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_valid_for_its_sort_order_only() {
        let place = CandidatePosition { key: "PO 7 / ü".into(), id: CandidateId(42) };
        let text = cursor(CandidateSort::PoReference, true, &place);
        assert_eq!(position(CandidateSort::PoReference, true, &text), Some(place));
        assert_eq!(position(CandidateSort::PoReference, false, &text), None);
        assert_eq!(position(CandidateSort::Qty, true, &text), None);
        assert_eq!(position(CandidateSort::PoReference, true, "§§"), None);
    }
}
