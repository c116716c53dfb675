//! All received candidates of headers, in any status.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, Hold, Status};
use orderdock_domain::ids::{CandidateId, ExternalSystemId, RequestId};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{
    AwaitedLine, HeaderContext, HeaderKey, HeaderMember, HeaderOwner, HeaderState, RejectedOrderLine,
    RejectedSystem, first_error, only_request,
};
use orderdock_store::StoreResult;

use crate::Transaction;
use crate::sql::column::{FromRow, RowReader, text};
use crate::sql::keys;
use crate::sql::query::{self, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;

/// One candidate of each incoming order of the candidates `?2`. `?1` organisations.
static REPRESENTATIVES: Statement = Statement::new(
    r"
    SELECT min(r.id)
    FROM {array ?2 int8}
    {join} {row candidate} r ON r.id = k.value
    WHERE r.org_id {in ?1 int8}
    GROUP BY r.org_id, r.data_source_id, r.header_group
    ",
);

/// All candidates of the incoming orders of the candidates `?2`. `?1` organisations.
static MEMBERS: Statement = Statement::new(
    r"
    SELECT r.id, c.id, c.status, c.header_line_count, c.request_id, c.created_at, c.hold
    FROM {array ?2 int8}
    {join} {row candidate} r ON r.id = k.value
    {join} candidate c {use_index candidate_header_group}
        ON c.org_id = r.org_id
          AND c.data_source_id = r.data_source_id
          AND c.header_group = r.header_group
    WHERE r.org_id {in ?1 int8}
    ",
);

/// `?1` requests that created all candidates of an incoming order.
static BULKS: Statement = Statement::new(
    r"
    SELECT q.id
    FROM {array ?1 int8}
    {join} request q ON q.id = k.value
    {join} request_origin g ON g.id = q.origin_id
    WHERE g.kind = 'bulk'
    ",
);

/// `?1` candidates in error.
static PROBLEMS: Statement = Statement::new(
    r"
    SELECT c.id, c.problems
    FROM {array ?1 int8}
    {join} candidate c ON c.id = k.value
    ",
);

/// Rejected lines with the same header as the candidates `?2`, within the organisations `?1`. Returns owner and sender
/// of both, and whether the line was imported since.
static REJECTED: Statement = Statement::new(
    r"
    SELECT
        r.id, r.org_id, r.data_source_id, r.external_system_id,
        (SELECT caller_id FROM request WHERE id = r.request_id),
        x.org_id, x.data_source_id, x.external_system_id,
        (SELECT caller_id FROM request WHERE id = x.request_id),
        x.request_id, x.request_index, x.external_line_id,
        EXISTS (
            SELECT 1
            FROM candidate_identity i
            WHERE i.external_header_id = x.external_header_id
              AND i.external_line_id = x.external_line_id
              AND i.org_id = r.org_id
              AND i.data_source_id = r.data_source_id
              AND i.external_system_id IS NOT DISTINCT FROM r.external_system_id
        )
    FROM {array ?2 int8}
    {join} {row candidate} r ON r.id = k.value
    {join} rejected_line x ON x.external_header_id = r.external_header_id
    WHERE {is_false r.flat_identity} AND r.org_id {in ?1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&REPRESENTATIVES, &MEMBERS, &BULKS, &PROBLEMS, &REJECTED];

/// Headers by their representative candidates, with all their candidates.
pub struct Headers {
    /// The keys of `members` as a JSON array.
    representatives: String,
    pub members: HashMap<CandidateId, Vec<HeaderMember>>,
}

impl Headers {
    /// Loads the headers of candidates. After a conflict, many candidates of one header may be given. So each header
    /// has one representative; pairs of every candidate with every member would take too much memory.
    pub fn find(
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        candidates: &[CandidateId],
    ) -> StoreResult<Self> {
        let values = [organisations.write(), keys::numbers(candidates.iter().map(|id| id.0))];
        let representatives: Vec<CandidateId> =
            rows(transaction, "candidate", &REPRESENTATIVES, values, query::decode_row)?;
        let representatives = keys::number_array(representatives.iter().map(|id| id.0));
        let values = [organisations.write(), text(&representatives)];
        let mut members: HashMap<CandidateId, Vec<HeaderMember>> = HashMap::new();
        rows(transaction, "candidate", &MEMBERS, values, |row| {
            members.entry(row.read()?).or_default().push(row.read()?);
            Ok(())
        })?;
        let members = by_first_line(members, |member| member.id);
        let representatives = keys::number_array(members.keys().map(|id| id.0));
        Ok(Self { representatives, members })
    }

    /// Returns the `new` candidates, ascending.
    pub fn new_ones(&self) -> Vec<CandidateId> {
        let members = self.members.values().flatten().filter(|member| member.status == Status::New);
        let mut ids: Vec<_> = members.map(|member| member.id).collect();
        ids.sort_unstable();
        ids
    }

    /// Returns the states of the headers of `candidates`, which are ordered by id.
    pub fn states(
        &self,
        transaction: &dyn Transaction,
        organisations: &OrganisationIds,
        candidates: &[Candidate],
    ) -> StoreResult<HashMap<HeaderKey, HeaderState>> {
        let members = || self.members.values();
        let facts = HeaderContext {
            bulks: bulks(transaction, members().filter_map(|members| only_request(members)))?,
            problems: problems(transaction, members().filter_map(|members| first_error(members)))?,
        };
        let mut awaited = awaited_lines(transaction, organisations, &self.representatives)?;
        let loaded = |member: &HeaderMember| {
            let place = candidates.binary_search_by_key(&member.id, |candidate| candidate.id).ok()?;
            candidates.get(place)
        };
        let headers = self.members.iter().filter_map(|(representative, members)| {
            let line = awaited.remove(representative).and_then(AwaitedLine::into_line);
            let state = HeaderState::of(members, &facts, line)?;
            Some((HeaderKey::of(members.iter().find_map(loaded)?), state))
        });
        Ok(headers.collect())
    }
}

/// Groups incoming orders by their first line instead of the given one. An order waits for rejected lines of the sender
/// of its first line.
pub(super) fn by_first_line<L>(
    orders: HashMap<CandidateId, Vec<L>>,
    id: impl Fn(&L) -> CandidateId,
) -> HashMap<CandidateId, Vec<L>> {
    let orders = orders.into_values();
    orders.filter_map(|lines| Some((lines.iter().map(&id).min()?, lines))).collect()
}

impl FromRow for HeaderMember {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            status: row.read()?,
            announced: row.read()?,
            request: row.read()?,
            created_at: row.read()?,
            waits_until: own_wait(row)?,
        })
    }
}

impl FromRow for HeaderOwner {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            sender: row.read()?,
        })
    }
}

/// The id of the system; 0 if none was sent; NULL if the line may belong to any.
impl FromRow for RejectedSystem {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(match row.read::<Option<i64>>()? {
            None => Self::Any,
            Some(0) => Self::NotSent,
            Some(system) => Self::One(ExternalSystemId(system)),
        })
    }
}

impl FromRow for RejectedOrderLine {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            data_source: row.read()?,
            system: row.read()?,
            sender: row.read()?,
            request: row.read()?,
            index: row.read()?,
            line_id: row.read()?,
            arrived: row.read()?,
        })
    }
}

fn own_wait(row: &mut RowReader<'_>) -> StoreResult<Option<Date>> {
    Ok(row.read::<Option<Hold>>()?.as_ref().and_then(Hold::own_wait))
}

fn bulks(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = RequestId>,
) -> StoreResult<HashSet<RequestId>> {
    let requests: BTreeSet<_> = requests.collect();
    let requests = keys::numbers(requests.iter().map(|id| id.0));
    Ok(rows(transaction, "request", &BULKS, [requests], query::decode_row)?.into_iter().collect())
}

/// Returns the first problem of each candidate that has any.
pub(super) fn problems(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = CandidateId>,
) -> StoreResult<HashMap<CandidateId, ProblemCode>> {
    let ids = keys::numbers(candidates.map(|id| id.0));
    let found = rows(transaction, "candidate", &PROBLEMS, [ids], |row| {
        let (id, problems): (_, Vec<Problem>) = row.read()?;
        Ok(problems.first().map(|first| (id, first.code)))
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Returns the rejected lines for which headers wait, by the representatives of the headers.
pub(super) fn awaited_lines(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    representatives: &str,
) -> StoreResult<HashMap<CandidateId, AwaitedLine>> {
    let values = [organisations.write(), text(representatives)];
    let mut awaited: HashMap<CandidateId, AwaitedLine> = HashMap::new();
    // processed row by row, because a header can have any number of rejected lines
    rows(transaction, "rejected_line", &REJECTED, values, |row| {
        let (representative, owner, line): (_, HeaderOwner, RejectedOrderLine) = row.read()?;
        awaited.entry(representative).or_default().consider(owner, line);
        Ok(())
    })?;
    Ok(awaited)
}
