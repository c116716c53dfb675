//! Candidates by header: the list of candidates with an entry for each header, where the first of its candidates stands.
//!
//! Nothing is kept for it. Of the candidates that match, the one of a header that comes first in the ascending order of the
//! list leads it; the list of headers is that of the candidates without all others, so it has the same indexes, places and
//! cursors, and is read up to where a window is full.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::{CurrencyCode, Reference};
use orderdock_domain::money::currency_digits;
use orderdock_domain::number::{Decimal, add};
use orderdock_domain::text::Code;
use orderdock_store::{
    CandidateFilter, CandidateQuery, CandidateSort, HeaderPage, HeaderSummary, Position, StatusCounts,
    StoreResult, Total,
};

use crate::candidates::{load, related};
use crate::column::{self, Fields, first, integer, rows};
use crate::count::figure;
use crate::filter::{FEW, LEAST_COUNTED, Matching, no_wider};
use crate::find::{Of, Part, SortSql, part, place};
use crate::problem_groups::net;
use crate::scope::OrganisationIds;
use crate::template::{Statement, statement};
use crate::{Transaction, keys};

statement! {
    /// `?1` organisations, `?2` one candidate of each header: that one, and each candidate of the header; with whether the
    /// product has prices for other units than the candidate's, and how many comments there are.
    MEMBERS = "SELECT r.id, c.id, c.status, c.hold, c.assigned_to, c.org_id, c.created_at, c.date_required, c.currency, c.qty, c.discount, c.price,
       c.list_price, c.list_price IS NOT NULL
         AND EXISTS (SELECT 1 FROM product_price x WHERE x.product_id = c.product_id AND x.uom_id <> c.uom_id),
       (SELECT count(*) FROM comment m WHERE m.candidate_id = c.id)
     FROM {keys 2 int8} {join} {row candidate} r ON r.id = k.value
     {join} candidate c {by candidate_header_group}
       ON c.org_id = r.org_id AND c.data_source_id = r.data_source_id AND c.header_group = r.header_group
     WHERE r.org_id {in 1 int8}"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&MEMBERS];

pub fn find(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: Arc<Reference>,
    query: &CandidateQuery,
) -> StoreResult<HeaderPage> {
    let Part { positions, next, previous, total } = part(transaction, organisations, query, Of::Headers)?;
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

/// What tells the header of `candidate c`, behind other columns.
pub const HEADER: &str = ", c.org_id, c.data_source_id, c.header_group";

type Header = (OrganisationId, DataSourceId, String);

pub fn header(fields: &mut Fields<'_>) -> StoreResult<Header> {
    Ok((fields.take()?, fields.take()?, fields.take()?))
}

/// The first of each header, ascending.
pub fn leaders(mut all: Vec<(Position, Header)>) -> Vec<Position> {
    all.sort_unstable_by(|(one, _), (other, _)| place(one).cmp(&place(other)));
    let mut seen = HashSet::new();
    all.into_iter().filter_map(|(position, header)| seen.insert(header).then_some(position)).collect()
}

/// Those that no other candidate precedes that matches and is of the same header.
pub fn leading(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &CandidateQuery,
    mut positions: Vec<Position>,
) -> StoreResult<Vec<Position>> {
    let Matching { conditions, values, .. } = Matching::walked(organisations, &query.filter);
    let SortSql { key, leader_key, .. } = SortSql::new(query.sort);
    let precedes = match query.sort {
        CandidateSort::CreatedAt => "c.id < l.id".to_owned(),
        // most headers have one partner, who is not looked up to be compared with himself
        CandidateSort::Bpartner => format!(
            "(c.bpartner_id = l.bpartner_id AND c.id < l.id OR c.bpartner_id <> l.bpartner_id \
              AND ((SELECT p.code_key FROM bpartner p WHERE p.id = c.bpartner_id), c.id) < ({leader_key}, l.id))"
        ),
        _ => format!("({key}, c.id) < ({leader_key}, l.id)"),
    };
    let leader = if query.sort == CandidateSort::Status { "candidate" } else { "{row candidate}" };
    let statement = format!(
        "SELECT l.id FROM {{keys 1 int8}} {{join}} {leader} l ON l.id = k.value WHERE EXISTS \
         (SELECT 1 FROM candidate c {{by candidate_header_group}}{conditions}{} \
         c.org_id = l.org_id AND c.data_source_id = l.data_source_id AND c.header_group = l.header_group AND {precedes})",
        if conditions.is_empty() { " WHERE" } else { " AND" },
    );
    let ids = keys::numbers(positions.iter().map(|position| position.id.0));
    let values = std::iter::once(ids).chain(values);
    let behind: HashSet<CandidateId> =
        rows(transaction, "candidate", &no_wider(statement), values, column::take)?.into_iter().collect();
    positions.retain(|position| !behind.contains(&position.id));
    Ok(positions)
}

/// How many headers the first candidates have that match. Where all do, an index tells.
pub fn total(transaction: &dyn Transaction, matching: &Matching<'_>) -> StoreResult<Total> {
    // whoever sees some organisations alone is led to these by what comes before the table
    let all = matching.from == "candidate c" && matching.conditions.is_empty();
    let from = match &matching.ids {
        _ if all => "candidate c {by candidate_header_group}".to_owned(),
        Some((ids, _)) => format!("({ids}) d {{join}} {{row candidate}} c ON c.id = d.id"),
        None => matching.from.clone(),
    };
    // of more than few there is only said that they are more
    let most = if matching.ids.is_some() && !matching.few { LEAST_COUNTED } else { FEW };
    let statement = format!(
        "SELECT count(*), CAST(coalesce(sum(part.candidates), 0) AS bigint) FROM \
         (SELECT count(*) AS candidates FROM (SELECT c.org_id, c.data_source_id, c.header_group FROM {from}{} LIMIT ?) part \
         GROUP BY org_id, data_source_id, header_group) part",
        matching.conditions
    );
    let mut values = matching.values.clone();
    values.push(integer(most + 1));
    let counts = first(transaction, "candidate", &no_wider(statement), values, |fields| {
        Ok((figure(fields)?, fields.take::<i64>()?))
    })?;
    let (headers, candidates) = counts.unwrap_or_default();
    Ok(Total { value: headers, exact: candidates <= most })
}

/// What the headers of candidates are, in the same order.
fn summaries(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &CandidateQuery,
    leaders: &[CandidateId],
) -> StoreResult<Vec<HeaderSummary>> {
    let ids = keys::number_array(leaders.iter().map(|id| id.0));
    let mut sums: HashMap<CandidateId, Sum> = HashMap::new();
    let values = [organisations.write(), column::text(&ids)];
    rows(transaction, "candidate", &MEMBERS, values, |fields| {
        let leader = fields.take()?;
        sums.entry(leader).or_default().take(&Member::read(fields)?, reference, query.now);
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

/// How many of each header match; absent where all do.
fn matching(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    filter: &CandidateFilter,
    leaders: &str,
) -> StoreResult<Option<HashMap<CandidateId, u64>>> {
    let Matching { conditions, values, .. } = Matching::walked(organisations, filter);
    if conditions.is_empty() {
        return Ok(None);
    }
    let statement = format!(
        "SELECT l.id, count(*) FROM {{keys 1 int8}} {{join}} {{row candidate}} l ON l.id = k.value \
         {{join}} candidate c {{by candidate_header_group}} \
           ON c.org_id = l.org_id AND c.data_source_id = l.data_source_id AND c.header_group = l.header_group\
         {conditions} GROUP BY l.id"
    );
    let values = std::iter::once(column::text(leaders)).chain(values);
    let counts = rows(transaction, "candidate", &no_wider(statement), values, |fields| {
        Ok((fields.take()?, figure(fields)?))
    })?;
    Ok(Some(counts.into_iter().collect()))
}

/// A candidate as far as a summary depends on it.
struct Member {
    id: CandidateId,
    status: Status,
    hold: Option<Hold>,
    assigned_to: Option<Code>,
    organisation: OrganisationId,
    created_at: Timestamp,
    date_required: Option<Date>,
    currency: Option<CurrencyCode>,
    quantity: Decimal,
    discount: Option<Decimal>,
    /// Per the candidate's unit.
    price: Option<Decimal>,
    comments: u64,
}

impl Member {
    fn read(fields: &mut Fields<'_>) -> StoreResult<Self> {
        let (id, status) = (fields.take()?, fields.take()?);
        let (hold, assigned_to, organisation) = (fields.take()?, fields.take()?, fields.take()?);
        let (created_at, date_required, currency) = (fields.take()?, fields.take()?, fields.take()?);
        let (quantity, discount, manual) =
            (fields.take()?, fields.take()?, fields.take::<Option<Decimal>>()?);
        // a price of a list is for the unit that it names there, which may be another
        let (listed, other_unit) = (fields.take::<Option<Decimal>>()?, fields.take::<bool>()?);
        let price = manual.or(listed.filter(|_| !other_unit));
        Ok(Self {
            id,
            status,
            hold,
            assigned_to,
            organisation,
            created_at,
            date_required,
            currency,
            quantity,
            discount,
            price,
            comments: figure(fields)?,
        })
    }
}

/// What is known of a header so far.
#[derive(Default)]
struct Sum {
    counts: StatusCounts,
    held: u64,
    received: Option<(Timestamp, Timestamp)>,
    date_required: Option<Date>,
    totals: BTreeMap<CurrencyCode, Decimal>,
    unpriced: u64,
    error: Option<CandidateId>,
    hold: Option<CandidateId>,
    waits_until: Option<Date>,
    assigned_to: BTreeSet<Code>,
    comments: u64,
}

impl Sum {
    fn take(&mut self, member: &Member, reference: &Reference, now: Timestamp) {
        self.counts.count(member.status);
        self.comments += member.comments;
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
            self.held += u64::from(member.status == Status::New);
        }
        self.assigned_to.extend(member.assigned_to.clone());
        let (first, last) = self.received.unwrap_or((member.created_at, member.created_at));
        self.received = Some((first.min(member.created_at), last.max(member.created_at)));
        self.date_required = self.date_required.into_iter().chain(member.date_required).min();
        if member.status != Status::Inactive {
            self.unpriced += u64::from(self.sum_up(member, reference).is_none());
        }
    }

    fn sum_up(&mut self, member: &Member, reference: &Reference) -> Option<()> {
        let currency = member.currency.as_ref()?;
        let digits = currency_digits(currency, reference);
        let net = net(member.quantity, member.price?, member.discount, digits)?;
        let sum = self.totals.get(currency).copied().unwrap_or_default();
        self.totals.insert(currency.clone(), add(sum, net)?);
        Some(())
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
            waits_until,
            assigned_to,
            comments,
        } = self;
        HeaderSummary {
            leader,
            counts,
            matching,
            held,
            received: received.unwrap_or_default(),
            date_required,
            totals: totals.into_iter().collect(),
            unpriced,
            error,
            hold,
            waits_until,
            assigned_to: assigned_to.into_iter().collect(),
            comments,
        }
    }
}
