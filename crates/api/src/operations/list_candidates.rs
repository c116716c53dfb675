//! `GET /api/sales/order/candidates`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use orderdock_app::OpContext;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Param;
use orderdock_store::{CandidateQuery, CandidateSort, Position, Window};
use serde::Serialize;
use utoipa::ToSchema;

use super::page::{MOST, limit};
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::read::candidate_filter::SentFilter;
use crate::read::query::{CandidateFilters, CandidateList, Parameters};
use crate::shape::{Beside, FullCandidate};

const FARTHEST: u32 = 1_000_000;

/// A page of candidates.
#[derive(Serialize, ToSchema)]
pub struct CandidatePageAnswer<'a> {
    items: Vec<FullCandidate<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// `before` of the page that precedes, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
    total: TotalShape,
}

/// How many match.
#[derive(Serialize, ToSchema)]
#[schema(as = Total)]
pub struct TotalShape {
    value: u64,
    /// Otherwise there are at least so many.
    exact: bool,
}

impl From<orderdock_store::Total> for TotalShape {
    fn from(total: orderdock_store::Total) -> Self {
        Self { value: total.value, exact: total.exact }
    }
}

/// List candidates.
///
/// Filters are joined by "and".
#[utoipa::path(get, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "listCandidates",
    params(CandidateFilters, CandidateList), responses((status = 200, description = "A page.", body = CandidatePageAnswer)))]
pub async fn list_candidates(Asking { api, caller, language, uri }: Asking) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let parameters = Parameters::of::<(CandidateFilters, CandidateList)>(&uri);
    let query = read_query(parameters, CandidateSort::ALL, MOST, &caller, &reference)?;
    let (sort, descending) = (query.sort, query.descending);
    let page = api.app.find_candidates(&caller, query).await?;
    let beside = Beside::of(&api.app, &caller, &page.candidates).await?;
    let (related, candidates) = (&page.related, page.candidates.iter());
    let cursor = |at: &Option<Position>| at.as_ref().map(|at| cursor(sort, descending, at));
    let answer = CandidatePageAnswer {
        items: candidates.map(|candidate| FullCandidate::of(candidate, related, &beside, language)).collect(),
        next: cursor(&page.next),
        previous: cursor(&page.previous),
        total: page.total.into(),
    };
    Ok(Json(answer).into_response())
}

/// The filters of a list, its order, which is one of those, and a part of it.
pub fn read_query(
    mut parameters: Parameters,
    sorts: &[CandidateSort],
    most: u32,
    caller: &OpContext,
    reference: &Reference,
) -> Result<CandidateQuery, Refusal> {
    let (sort, descending) = read_sort(&mut parameters, sorts);
    let limit = limit(&mut parameters, most);
    let window = read_window(&mut parameters, sort, descending);
    let filter = SentFilter::read(&mut parameters, caller, reference);
    parameters.finish()?;
    let filter = filter.resolve(caller, reference)?;
    Ok(CandidateQuery { filter, sort, descending, window, limit, counted: true, now: caller.now })
}

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

fn read_window(parameters: &mut Parameters, sort: CandidateSort, descending: bool) -> Window {
    let place = |text: &str| position(sort, descending, text);
    let cursor = Phrase::PageCursor;
    let after = parameters.one("after", cursor, place).map(Window::After);
    let before = parameters.one("before", cursor, place).map(Window::Before);
    let offset = parameters.one("offset", Phrase::NumberUpTo.of([1_000_000.into()]), |text| {
        text.parse().ok().filter(|offset| *offset <= FARTHEST).map(Window::Offset)
    });
    let mut given = [("after", after), ("before", before), ("offset", offset)]
        .into_iter()
        .filter_map(|(name, window)| window.map(|window| (name, window)));
    let Some((first, window)) = given.next() else { return Window::Offset(0) };
    for (name, _) in given {
        parameters.conflict(first, name);
    }
    window
}

/// A place in a list as clients hand it back: opaque, and good for one order only.
pub fn cursor(sort: CandidateSort, descending: bool, at: &Position) -> String {
    let sign = if descending { "-" } else { "" };
    URL_SAFE_NO_PAD.encode(format!("{sign}{} {} {}", sort.as_str(), at.id, at.key))
}

fn position(sort: CandidateSort, descending: bool, text: &str) -> Option<Position> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let mut parts = text.splitn(3, ' ');
    let (order, id, key) = (parts.next()?, parts.next()?, parts.next()?);
    let (name, down) = order.strip_prefix('-').map_or((order, false), |name| (name, true));
    let same = name == sort.as_str() && down == descending;
    let id = CandidateId(id.parse().ok()?);
    same.then(|| Position { key: key.to_owned(), id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_leads_back_to_its_place_in_the_same_order_only() {
        let place = Position { key: "PO 7 / ü".into(), id: CandidateId(42) };
        let text = cursor(CandidateSort::PoReference, true, &place);
        assert_eq!(position(CandidateSort::PoReference, true, &text), Some(place));
        assert_eq!(position(CandidateSort::PoReference, false, &text), None);
        assert_eq!(position(CandidateSort::Qty, true, &text), None);
        assert_eq!(position(CandidateSort::PoReference, true, "§§"), None);
    }
}
