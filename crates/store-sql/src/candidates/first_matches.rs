//! Leaders of headers: among the matching candidates of a header, the first in the ascending order of a list.

use std::collections::{HashMap, HashSet};

use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_store::{CandidatePosition, CandidateQuery, CandidateSort, StoreResult, Total};

use crate::candidates::count::figure;
use crate::candidates::filter::{AccessPath, FEW, FilterValues, MIN_COUNTED, no_wider};
use crate::candidates::sorting::{SortSql, key_and_id};
use crate::search::SearchMatches;
use crate::sql::column::integer;
use crate::sql::query::{self, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::{Transaction, sql::keys};

/// Columns that identify the header of `candidate c`, to be appended to other columns.
pub const HEADER: &str = ", c.org_id, c.data_source_id, c.header_group";

type Header = (OrganisationId, DataSourceId, String);

/// A position in a list, and its header if it was read.
pub struct ListedPosition {
    pub position: CandidatePosition,
    pub header: Option<Header>,
}

impl From<CandidatePosition> for ListedPosition {
    fn from(position: CandidatePosition) -> Self {
        Self { position, header: None }
    }
}

/// Returns the first position of each header, ascending.
pub fn first_matches(mut all: Vec<(CandidatePosition, Header)>) -> Vec<CandidatePosition> {
    all.sort_unstable_by(|(one, _), (other, _)| key_and_id(one).cmp(&key_and_id(other)));
    let mut seen = HashSet::new();
    all.into_iter().filter_map(|(position, header)| seen.insert(header).then_some(position)).collect()
}

/// Returns the first position of each header, in the order in which they were read.
fn first_of_each(read: Vec<ListedPosition>) -> Vec<CandidatePosition> {
    let mut firsts: HashMap<&Header, &CandidatePosition> = HashMap::new();
    for ListedPosition { position, header } in &read {
        let Some(header) = header else { continue };
        let first = firsts.entry(header).or_insert(position);
        if key_and_id(position) < key_and_id(first) {
            *first = position;
        }
    }
    let firsts: HashSet<CandidateId> = firsts.into_values().map(|position| position.id).collect();
    let leads = |listed: &ListedPosition| listed.header.is_none() || firsts.contains(&listed.position.id);
    read.into_iter().filter(leads).map(|listed| listed.position).collect()
}

/// Returns the positions before which the list has no other matching candidate of the same header.
pub fn leading(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    (query, search): (&CandidateQuery, Option<&SearchMatches>),
    read: Vec<ListedPosition>,
) -> StoreResult<Vec<CandidatePosition>> {
    let mut positions = first_of_each(read);
    let AccessPath { conditions, values, .. } = AccessPath::walked(organisations, &query.filter, search);
    let SortSql { key, leader_key, .. } = SortSql::new(query.sort);
    let precedes = match query.sort {
        CandidateSort::CreatedAt => "c.id < l.id".to_owned(),
        // most headers have one partner, so equal partner ids are compared before their sort keys
        CandidateSort::Bpartner => format!(
            "(c.bpartner_id IS NOT DISTINCT FROM l.bpartner_id AND c.id < l.id \
              OR c.bpartner_id IS DISTINCT FROM l.bpartner_id \
              AND (coalesce((SELECT p.code_key FROM bpartner p WHERE p.id = c.bpartner_id), ''), c.id) < ({leader_key}, l.id))"
        ),
        _ => format!("({key}, c.id) < ({leader_key}, l.id)"),
    };
    let leader = if query.sort == CandidateSort::Status { "candidate" } else { "{row candidate}" };
    let statement = format!(
        "SELECT l.id FROM {{array ?1 int8}} {{join}} {leader} l ON l.id = k.value WHERE EXISTS \
         (SELECT 1 FROM candidate c {{use_index candidate_header_group}}{conditions}{} \
         c.org_id = l.org_id AND c.data_source_id = l.data_source_id AND c.header_group = l.header_group AND {precedes})",
        if conditions.is_empty() { " WHERE" } else { " AND" },
    );
    let ids = keys::numbers(positions.iter().map(|position| position.id.0));
    let values = std::iter::once(ids).chain(values);
    let behind: HashSet<CandidateId> =
        rows(transaction, "candidate", &no_wider(statement), values, query::decode_row)?
            .into_iter()
            .collect();
    positions.retain(|position| !behind.contains(&position.id));
    Ok(positions)
}

/// Counts the headers of all matching candidates; the total is a lower bound if a search matches too many. An index in
/// the order of the headers is read without sorting.
pub fn exact_total(transaction: &dyn Transaction, matching: &AccessPath<'_>) -> StoreResult<Total> {
    if matching.some_ids.is_some() || matching.cut.is_some() {
        return total(transaction, matching);
    }
    let walked = matching.from == "candidate c" && matching.conditions.is_empty();
    let from = if walked { "candidate c {use_index candidate_header_group}" } else { &*matching.from };
    let statement = format!(
        "SELECT count(*) FROM (SELECT DISTINCT c.org_id, c.data_source_id, c.header_group FROM {from}{}) part",
        matching.conditions
    );
    let value = first(transaction, "candidate", &no_wider(statement), matching.values.clone(), figure)?;
    Ok(Total { value: value.unwrap_or_default(), exact: true })
}

/// Counts the headers of the first matching candidates. If all match, an index suffices.
pub fn total(transaction: &dyn Transaction, matching: &AccessPath<'_>) -> StoreResult<Total> {
    if let Some((ids, values)) = &matching.some_ids {
        let from = format!("({ids}) d {{join}} {{row candidate}} c ON c.id = d.id");
        return counted(transaction, &from, values.clone(), MIN_COUNTED, false);
    }
    // a scope of some organisations precedes the table in `from`
    let all = matching.from == "candidate c" && matching.conditions.is_empty();
    let from = match &matching.ids {
        _ if all => "candidate c {use_index candidate_header_group}".to_owned(),
        Some((ids, _)) => format!("({ids}) d {{join}} {{row candidate}} c ON c.id = d.id"),
        None => matching.from.clone(),
    };
    // with more candidates, the total is a lower bound
    let limit = if matching.ids.is_some() && !matching.few { MIN_COUNTED } else { FEW };
    let from = format!("{from}{}", matching.conditions);
    counted(transaction, &from, matching.values.clone(), limit, true)
}

/// Counts the headers of up to `limit` candidates. The total is exact if `are_all` is set and there are at most as many
/// candidates.
fn counted(
    transaction: &dyn Transaction,
    from: &str,
    mut values: FilterValues<'_>,
    limit: i64,
    are_all: bool,
) -> StoreResult<Total> {
    let statement = format!(
        "SELECT count(*), CAST(coalesce(sum(part.candidates), 0) AS bigint) FROM \
         (SELECT count(*) AS candidates FROM (SELECT c.org_id, c.data_source_id, c.header_group FROM {from} LIMIT ?) part \
         GROUP BY org_id, data_source_id, header_group) part"
    );
    values.push(integer(limit + 1));
    let counts = first(transaction, "candidate", &no_wider(statement), values, |row| {
        Ok((figure(row)?, row.read::<i64>()?))
    })?;
    let (headers, candidates) = counts.unwrap_or_default();
    Ok(Total { value: headers, exact: are_all && candidates <= limit })
}
