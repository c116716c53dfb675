//! Holds that depend on the other lines of an incoming order. They are recomputed in every transaction that changes a
//! line.

use std::collections::HashMap;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::processing::{
    AwaitedLine, EligibilityLine, HeaderContext, HeaderGroup, HeaderMember, HeaderState, first_error,
};
use orderdock_domain::text::Code;
use orderdock_store::StoreResult;

use super::headers::{awaited_lines, by_first_line, problems};
use crate::outbox::ChangedLines;
use crate::reference::ReferenceCache;
use crate::sql::column::{Column, FromRow, RowReader, text};
use crate::sql::query::{self, rows, run_each, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// One candidate of each incoming order of the candidates `?1`.
static REPRESENTATIVES: Statement = Statement::new(
    r"
    SELECT min(r.id)
    FROM {array ?1 int8}
    {join} {row candidate} r ON r.id = k.value
    GROUP BY r.org_id, r.data_source_id, r.header_group
    ",
);

/// All candidates of the incoming orders of the candidates `?1`.
static LINES: Statement = Statement::new(
    r"
    SELECT
        r.id, c.id, c.status, c.header_line_count, c.request_id, c.created_at, c.hold, c.hold,
        c.org_id, c.data_source_id, c.data_dest_id
    FROM {array ?1 int8}
    {join} {row candidate} r ON r.id = k.value
    {join} candidate c {use_index candidate_header_group}
        ON c.org_id = r.org_id
          AND c.data_source_id = r.data_source_id
          AND c.header_group = r.header_group
    ",
);

/// Candidates with the header ids `?1`.
static OF_HEADERS: Statement = Statement::new(
    r"
    SELECT i.candidate_id
    FROM {array ?1 text}
    {join} candidate_identity i ON i.external_header_id = k.value
    ",
);

static ANY_REJECTED: Statement = Statement::new("SELECT 1 FROM rejected_line LIMIT 1");
static HOLD: Statement =
    Statement::new("UPDATE {state candidate} SET hold = ?2 WHERE id = ?1 AND status = ?3");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&REPRESENTATIVES, &LINES, &OF_HEADERS, &ANY_REJECTED, &HOLD];

struct IncomingOrderLine {
    member: HeaderMember,
    hold: Option<Hold>,
    organisation: OrganisationId,
    data_source: DataSourceId,
    data_dest: DataSourceId,
}

impl FromRow for IncomingOrderLine {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            member: row.read()?,
            hold: row.read()?,
            organisation: row.read()?,
            data_source: row.read()?,
            data_dest: row.read()?,
        })
    }
}

/// Recomputes the holds of the incoming orders whose lines this transaction has changed. Versions are not incremented,
/// because a hold is derived from the lines and no decision depends on it alone.
pub fn refresh_holds(transaction: &dyn Transaction, cache: &ReferenceCache) -> StoreResult<()> {
    let ChangedLines { at: Some(now), mut candidates, rejected, decided } = transaction.outbox().take_lines()
    else {
        return Ok(());
    };
    // locks before any read, because concurrent transactions do not see each other's lines; a lock covers all external
    // systems
    let groups: Vec<_> = rejected.iter().map(|id| HeaderGroup::Header(id.clone()).key(None)).collect();
    transaction.lock_incoming_orders(&candidates, &groups)?;
    if !rejected.is_empty() {
        let headers = keys::texts(rejected.iter().map(Code::as_str));
        let siblings: Vec<CandidateId> =
            rows(transaction, "candidate_identity", &OF_HEADERS, [headers], query::decode_row)?;
        candidates.extend(siblings);
    }
    let reference = cache.in_write(transaction)?;
    let orders = open_orders(transaction, &candidates)?;
    if orders.is_empty() {
        return Ok(());
    }
    let errors = orders.values().filter_map(|lines| first_error(&members(lines)));
    let facts = HeaderContext { problems: problems(transaction, errors)?, ..HeaderContext::default() };
    let mut awaited = HashMap::new();
    if value::<i64>(transaction, "rejected_line", &ANY_REJECTED, [])?.is_some() {
        let everywhere = OrganisationIds::writable(&OrgScope::All.write(), &reference);
        let ids = keys::number_array(orders.keys().map(|id| id.0));
        awaited = awaited_lines(transaction, &everywhere, &ids)?;
    }
    let mut holds = Vec::new();
    for (representative, lines) in &orders {
        let rejected = awaited.remove(representative).and_then(AwaitedLine::into_line);
        let Some(state) = HeaderState::of(&members(lines), &facts, rejected) else { continue };
        for line in lines.iter().filter(|line| !decided.contains(&line.member.id)) {
            let hold = line.eligibility().hold_beside(&state, &reference, now);
            if line.member.status == Status::New && hold != line.hold {
                holds.push((line.member.id, hold));
            }
        }
    }
    holds.sort_unstable_by_key(|(id, _)| *id);
    let rows = holds.iter().map(|(id, hold)| vec![id.write(), hold.write(), Status::New.write()]);
    run_each(transaction, &HOLD, rows).map(|_| ())
}

/// Returns the lines of the incoming orders of candidates, by first line, if any line is `new`.
fn open_orders(
    transaction: &dyn Transaction,
    candidates: &[CandidateId],
) -> StoreResult<HashMap<CandidateId, Vec<IncomingOrderLine>>> {
    let ids = keys::numbers(candidates.iter().map(|id| id.0));
    let representatives: Vec<CandidateId> =
        rows(transaction, "candidate", &REPRESENTATIVES, [ids], query::decode_row)?;
    let representatives = keys::number_array(representatives.iter().map(|id| id.0));
    let mut orders: HashMap<CandidateId, Vec<IncomingOrderLine>> = HashMap::new();
    rows(transaction, "candidate", &LINES, [text(&representatives)], |row| {
        orders.entry(row.read()?).or_default().push(row.read()?);
        Ok(())
    })?;
    orders.retain(|_, lines| lines.iter().any(|line| line.member.status == Status::New));
    Ok(by_first_line(orders, |line| line.member.id))
}

fn members(lines: &[IncomingOrderLine]) -> Vec<HeaderMember> {
    lines.iter().map(|line| line.member).collect()
}

impl IncomingOrderLine {
    fn eligibility(&self) -> EligibilityLine<'_> {
        let Self { member, hold, organisation, data_source, data_dest } = self;
        EligibilityLine {
            organisation: *organisation,
            data_source: *data_source,
            data_dest: *data_dest,
            status: member.status,
            hold: hold.as_ref(),
        }
    }
}
