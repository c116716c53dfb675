//! Which candidates a run looks at, in chunks that hold headers whole.

use std::collections::{HashMap, HashSet};

use orderdock_domain::candidate::HoldReason;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId, PartnerId};
use orderdock_domain::masterdata::{DataSource, Reference};
use orderdock_domain::processing::ORDER_DESTINATION;
use orderdock_store::{Chunk, Gather, Selection, StoreResult};

use crate::column::{Column, Fields, rows, text};
use crate::filter::Matching;
use crate::keys;
use crate::scope::OrganisationIds;
use crate::{Datum, Session};

/// One candidate of each header, and how many of it are there. `?1` organisations, `?2` destinations that become
/// orders, `?3` data sources whose candidates wait for a release by hand. What waits for a clerk, and says so already,
/// is left out.
const DUE: &str = "SELECT min(c.id), count(*) FROM candidate c
     WHERE c.status = 'new' AND +c.org_id IN (SELECT value FROM json_each(?1))
       AND NOT (coalesce(c.hold, '') = ?4 AND +c.data_dest_id NOT IN (SELECT value FROM json_each(?2)))
       AND NOT (coalesce(c.hold, '') = ?5 AND +c.data_source_id IN (SELECT value FROM json_each(?3)))
     GROUP BY c.org_id, c.data_source_id, c.flat_identity,
       iif(c.flat_identity, c.bpartner_id, 0), iif(c.flat_identity, c.po_reference, c.external_header_id)
     ORDER BY 1";

pub fn gather(
    session: &dyn Session,
    organisations: &OrganisationIds,
    reference: &Reference,
    what: &Gather,
    chunk: usize,
) -> StoreResult<Vec<Chunk>> {
    let found = match what {
        Gather::Due | Gather::Open => {
            let headers = open(session, organisations, reference, *what == Gather::Open)?;
            return Ok(cut(headers, chunk, true));
        }
        Gather::InError => {
            let (sql, values) = (
                "+c.org_id IN (SELECT value FROM json_each(?)) AND c.status = 'error'",
                [organisations.write()],
            );
            select(session, &format!(" WHERE {sql}"), values)?
        }
        Gather::Selected(selection) => selected(session, organisations, selection)?,
    };
    Ok(cut(by_header(found), chunk, false))
}

fn open(
    session: &dyn Session,
    organisations: &OrganisationIds,
    reference: &Reference,
    with_those_released_by_hand: bool,
) -> StoreResult<Vec<(Vec<CandidateId>, usize)>> {
    let sources = |which: fn(&DataSource) -> bool| {
        keys::numbers(reference.data_sources.iter().filter(|source| which(source)).map(|source| source.id.0))
    };
    let values = [
        organisations.write(),
        sources(|source| source.internal_names.iter().any(|name| name == ORDER_DESTINATION)),
        if with_those_released_by_hand { text("[]") } else { sources(|source| source.release_by_hand) },
        text(HoldReason::Destination.as_str()),
        text(HoldReason::Release.as_str()),
    ];
    rows(session, "candidate", DUE, values, |fields| {
        let (first, count) = (fields.take()?, fields.take::<i64>()?);
        Ok((vec![first], usize::try_from(count).unwrap_or(usize::MAX)))
    })
}

/// A candidate with what tells its header.
struct Found {
    id: CandidateId,
    header: (OrganisationId, DataSourceId, bool, PartnerId, String),
}

fn select<'v>(
    session: &dyn Session,
    conditions: &str,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<Vec<Found>> {
    select_from(session, "candidate c", conditions, values)
}

fn select_from<'v>(
    session: &dyn Session,
    from: &str,
    conditions: &str,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<Vec<Found>> {
    let sql = format!(
        "SELECT c.id, c.org_id, c.data_source_id, c.flat_identity, iif(c.flat_identity, c.bpartner_id, 0), \
         iif(c.flat_identity, c.po_reference, c.external_header_id) FROM {from}{conditions} ORDER BY c.id"
    );
    rows(session, "candidate", &sql, values, |fields: &mut Fields<'_>| {
        Ok(Found {
            id: fields.take()?,
            header: (fields.take()?, fields.take()?, fields.take()?, fields.take()?, fields.take()?),
        })
    })
}

fn selected(
    session: &dyn Session,
    organisations: &OrganisationIds,
    selection: &Selection,
) -> StoreResult<Vec<Found>> {
    const SCOPE: &str = " WHERE +c.org_id IN (SELECT value FROM json_each(?))";
    match selection {
        Selection::Ids(ids) => {
            let ids = keys::numbers(ids.iter().map(|id| id.0));
            let sql = format!("{SCOPE} AND c.id IN (SELECT value FROM json_each(?))");
            select(session, &sql, [organisations.write(), ids])
        }
        Selection::Header { data_source, header_id } => {
            let sql = format!(
                "{SCOPE} AND c.id IN (SELECT candidate_id FROM candidate_identity \
                 WHERE external_header_id = ? AND data_source_id = ?)"
            );
            select(session, &sql, [organisations.write(), text(header_id), data_source.write()])
        }
        Selection::Filter { filter, exclude } => {
            let Matching { from, conditions, values, .. } =
                Matching::of(session, organisations, filter, true)?;
            let exclude: HashSet<_> = exclude.iter().copied().collect();
            let mut found = select_from(session, &from, &conditions, values)?;
            found.retain(|one| !exclude.contains(&one.id));
            Ok(found)
        }
    }
}

/// The candidates of each header, the headers by their first candidate, with how many they are.
fn by_header(found: Vec<Found>) -> Vec<(Vec<CandidateId>, usize)> {
    let mut headers: Vec<(Vec<CandidateId>, usize)> = Vec::new();
    let mut places = HashMap::new();
    for Found { id, header } in found {
        let place = *places.entry(header).or_insert_with(|| {
            headers.push((Vec::new(), 0));
            headers.len() - 1
        });
        if let Some((ids, count)) = headers.get_mut(place) {
            ids.push(id);
            *count += 1;
        }
    }
    headers
}

/// Chunks of about `size` candidates; a header alone may be more.
fn cut(headers: Vec<(Vec<CandidateId>, usize)>, size: usize, whole_headers: bool) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let (mut candidates, mut counted) = (Vec::new(), 0);
    for (ids, count) in headers {
        if counted > 0 && counted + count > size {
            chunks.push(Chunk { candidates: sorted(std::mem::take(&mut candidates)), whole_headers });
            counted = 0;
        }
        candidates.extend(ids);
        counted += count;
    }
    if !candidates.is_empty() {
        chunks.push(Chunk { candidates: sorted(candidates), whole_headers });
    }
    chunks
}

fn sorted(mut ids: Vec<CandidateId>) -> Vec<CandidateId> {
    ids.sort_unstable();
    ids
}
