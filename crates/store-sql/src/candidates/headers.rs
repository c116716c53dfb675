//! Lists of headers: the list of candidates with one entry for each header, at the position of its first candidate.
//!
//! The lists need no stored data of their own. The leader of a header is the first of its matching candidates in the
//! ascending order of the list. The list of headers is the list of candidates without all others. So it has the same
//! indexes, positions and cursors, and is read until a window is full.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::text::Code;
use orderdock_store::{
    CandidateFilter, CandidateQuery, HeaderPage, HeaderSummary, StatusCounts, StoreResult,
};

use crate::candidates::count::figure;
use crate::candidates::filter::{AccessPath, no_wider};
use crate::candidates::find::{ListKind, ListPage, part};
use crate::candidates::holds::{HELD_SINCE, HoldStart};
use crate::candidates::loaded::{load, related};
use crate::candidates::value::{PricedRow, Sums};
use crate::search::SearchMatches;
use crate::sql::column::{self, FromRow, RowReader};
use crate::sql::query::rows;
use crate::sql::scope::OrganisationIds;
use crate::sql::template::{Fragments, Statement};
use crate::{Transaction, sql::keys};

const FRAGMENTS: Fragments = &[("held_since", HELD_SINCE)];

/// All candidates of the incoming orders of the candidates `?2`, within the organisations `?1`. Also returns whether
/// the product has prices for other units, and the number of comments.
static MEMBERS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT
        r.id, c.id, c.status, c.hold, c.assigned_to, c.org_id, c.created_at, c.date_required,
        c.currency, c.qty, c.discount, c.price, c.list_price,
        c.list_price IS NOT NULL AND EXISTS (
            SELECT 1
            FROM product_price x
            WHERE x.product_id = c.product_id AND x.uom_id <> c.uom_id
        ),
        c.net,
        (SELECT count(*) FROM comment m WHERE m.candidate_id = c.id),
        c.header_line_count,
        CASE WHEN c.hold IS NOT NULL THEN {include held_since} END
    FROM {array ?2 int8}
    {join} {row candidate} r ON r.id = k.value
    {join} candidate c {use_index candidate_header_group}
        ON c.org_id = r.org_id
          AND c.data_source_id = r.data_source_id
          AND c.header_group = r.header_group
    WHERE r.org_id {in ?1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&MEMBERS];

pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    query: &CandidateQuery,
) -> StoreResult<HeaderPage> {
    let ListPage { positions, next, previous, total } =
        part(transaction, organisations, query, ListKind::Headers)?;
    let leaders: Vec<_> = positions.iter().map(|position| position.id).collect();
    let headers = summaries(transaction, organisations, &reference, query, &leaders)?;
    let named = headers.iter().flat_map(|header| [Some(header.leader), header.error, header.hold]);
    let mut named: Vec<_> = named.flatten().collect();
    named.sort_unstable();
    named.dedup();
    let candidates = load(transaction, organisations, &named)?;
    Ok(HeaderPage {
        related: related(transaction, organisations, reference, &candidates)?,
        headers,
        candidates,
        next: positions.last().filter(|_| next).cloned(),
        previous: positions.first().filter(|_| previous).cloned(),
        total,
    })
}

/// Returns the summaries of the headers of candidates, in the same order.
fn summaries(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &CandidateQuery,
    leaders: &[CandidateId],
) -> StoreResult<Vec<HeaderSummary>> {
    let ids = keys::number_array(leaders.iter().map(|id| id.0));
    let mut sums: HashMap<CandidateId, HeaderAccumulator> = HashMap::new();
    let values = [organisations.write(), column::text(&ids)];
    rows(transaction, "candidate", &MEMBERS, values, |row| {
        let leader = row.read()?;
        sums.entry(leader).or_default().take(row.read()?, reference, query.now);
        Ok(())
    })?;
    let matching = matching(transaction, organisations, &query.filter, &ids)?;
    let summary = |leader: &CandidateId| {
        let sum = sums.remove(leader)?;
        let all = sum.counts.all();
        let matching =
            matching.as_ref().map_or(all, |counts| counts.get(leader).copied().unwrap_or_default());
        Some(sum.summary(*leader, matching))
    };
    Ok(leaders.iter().filter_map(summary).collect())
}

/// Returns the number of matching candidates of each header; `None` if all match.
fn matching(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    filter: &CandidateFilter,
    leaders: &str,
) -> StoreResult<Option<HashMap<CandidateId, u64>>> {
    let search = SearchMatches::of_candidates(transaction, organisations, filter)?;
    let AccessPath { conditions, values, .. } = AccessPath::walked(organisations, filter, search.as_ref());
    if conditions.is_empty() {
        return Ok(None);
    }
    let statement = format!(
        "SELECT l.id, count(*) FROM {{array ?1 int8}} {{join}} {{row candidate}} l ON l.id = k.value \
         {{join}} candidate c {{use_index candidate_header_group}} \
           ON c.org_id = l.org_id AND c.data_source_id = l.data_source_id AND c.header_group = l.header_group\
         {conditions} GROUP BY l.id"
    );
    let values = std::iter::once(column::text(leaders)).chain(values);
    let counts =
        rows(transaction, "candidate", &no_wider(statement), values, |row| Ok((row.read()?, figure(row)?)))?;
    Ok(Some(counts.into_iter().collect()))
}

/// The columns of a candidate that a summary depends on.
struct SummarisedCandidate {
    id: CandidateId,
    status: Status,
    hold: Option<Hold>,
    assigned_to: Option<Code>,
    organisation: OrganisationId,
    created_at: Timestamp,
    date_required: Option<Date>,
    priced: PricedRow,
    comments: u64,
    announced: Option<i64>,
    /// Time of the last change of status or of a wait for the customer.
    changed: Option<Timestamp>,
}

impl FromRow for SummarisedCandidate {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            status: row.read()?,
            hold: row.read()?,
            assigned_to: row.read()?,
            organisation: row.read()?,
            created_at: row.read()?,
            date_required: row.read()?,
            priced: row.read()?,
            comments: figure(row)?,
            announced: row.read()?,
            changed: row.read()?,
        })
    }
}

/// Accumulated summary of a header.
#[derive(Default)]
struct HeaderAccumulator {
    counts: StatusCounts,
    held: u64,
    received: Option<(Timestamp, Timestamp)>,
    date_required: Option<Date>,
    totals: Sums,
    unpriced: u64,
    error: Option<CandidateId>,
    hold: Option<CandidateId>,
    hold_start: HoldStart,
    waits_until: Option<Date>,
    assigned_to: BTreeSet<Code>,
    comments: u64,
    announced: Option<i64>,
}

impl HeaderAccumulator {
    fn take(&mut self, member: SummarisedCandidate, reference: &Reference, now: Timestamp) {
        self.counts.count(member.status);
        self.comments += member.comments;
        self.announced = self.announced.max(member.announced);
        let smallest = |known: &mut Option<CandidateId>| {
            *known = Some(known.map_or(member.id, |known| known.min(member.id)));
        };
        if member.status == Status::Error {
            smallest(&mut self.error);
        }
        let hold = member.hold.as_ref().filter(|hold| !hold.is_over(member.organisation, reference, now));
        if let Some(hold) = hold {
            self.waits_until = self.waits_until.max(hold.waits_until());
            smallest(&mut self.hold);
            if member.status != Status::Inactive {
                self.hold_start.consider(hold, member.changed.unwrap_or(member.created_at));
            }
            self.held += u64::from(member.status == Status::New);
        }
        self.assigned_to.extend(member.assigned_to);
        let (first, last) = self.received.unwrap_or((member.created_at, member.created_at));
        self.received = Some((first.min(member.created_at), last.max(member.created_at)));
        self.date_required = self.date_required.into_iter().chain(member.date_required).min();
        if member.status != Status::Inactive {
            self.unpriced += u64::from(self.totals.add_row(member.priced, reference).is_none());
        }
    }

    fn summary(self, leader: CandidateId, matching: u64) -> HeaderSummary {
        let Self {
            counts,
            held,
            received,
            date_required,
            totals,
            unpriced,
            error,
            hold,
            hold_start,
            waits_until,
            assigned_to,
            comments,
            announced,
        } = self;
        HeaderSummary {
            leader,
            counts,
            matching,
            held,
            received: received.unwrap_or_default(),
            date_required,
            totals: totals.amounts(),
            unpriced,
            error,
            hold,
            held_since: hold_start.since(),
            waits_until,
            assigned_to: assigned_to.into_iter().collect(),
            comments,
            announced: announced.and_then(|lines| u64::try_from(lines).ok()),
        }
    }
}
