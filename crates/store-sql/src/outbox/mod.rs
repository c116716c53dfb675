//! The outbox: every write stores its events in the same transaction, in one row for each organisation.
//!
//! A writer draws a number without waiting for others. Later, one reader at a time assigns positions in the feed to all
//! committed rows that have none. So a row that is committed late gets a late position, regardless of its number, and
//! no position is assigned before one that was already read.

mod store;

use orderdock_domain::cast;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use jiff::Timestamp;
use orderdock_domain::event::{EventKind, Events, OrganisationEvents};
use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::text::Code;
use orderdock_store::{
    FeedBacklog, FeedCommit, FeedEnds, FeedPage, NamedCandidate, NamedOrder, NamedRequest, PLACED_AT_ONCE,
    StoreError, StoreResult,
};

use crate::Transaction;
use crate::requests::read_text_id;
use crate::sql::column::{Column, FromRow, RowReader, integer, owned};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::OUTBOX;
use crate::sql::template::Statement;

/// Events and changed lines that a transaction has recorded, until its commit.
#[derive(Debug, Default)]
pub struct Outbox {
    gathered: RefCell<GatheredEvents>,
    changed: RefCell<ChangedLines>,
}

/// The recorded events of a transaction, and their time.
#[derive(Clone, Debug, Default)]
pub(crate) struct GatheredEvents {
    at: Option<Timestamp>,
    events: OrganisationEvents,
}

/// The recorded candidates of a transaction, and their time.
#[derive(Debug, Default)]
pub(crate) struct ChangedLines {
    pub at: Option<Timestamp>,
    pub candidates: Vec<CandidateId>,
    /// Header ids of rejected lines.
    pub rejected: BTreeSet<Code>,
    /// Candidates whose hold was already decided for their new state.
    pub decided: HashSet<CandidateId>,
}

impl Outbox {
    /// Records a changed candidate; the holds of its incoming order are recomputed before the commit.
    pub(crate) fn record_line(&self, at: Timestamp, candidate: CandidateId, decided: bool) {
        let mut changed = self.changed.borrow_mut();
        changed.at = changed.at.max(Some(at));
        changed.candidates.push(candidate);
        if decided {
            changed.decided.insert(candidate);
        }
    }

    /// Records a rejected line; the holds of the incoming orders with its header id are recomputed before the commit.
    pub(crate) fn record_rejected(&self, at: Timestamp, header_id: &Code) {
        let mut changed = self.changed.borrow_mut();
        changed.at = changed.at.max(Some(at));
        changed.rejected.insert(header_id.clone());
    }

    pub(crate) fn take_lines(&self) -> ChangedLines {
        self.changed.take()
    }

    pub(crate) fn record(
        &self,
        at: Timestamp,
        organisation: OrganisationId,
        kind: EventKind,
        id: impl Into<i64>,
    ) {
        let mut gathered = self.gathered.borrow_mut();
        gathered.at = gathered.at.max(Some(at));
        gathered.events.add(organisation, kind, id);
    }

    /// Returns the recorded events, to be restored if the following work is rolled back.
    pub(crate) fn mark(&self) -> GatheredEvents {
        self.gathered.borrow().clone()
    }

    pub(crate) fn roll_back_to(&self, gathered: GatheredEvents) {
        self.gathered.replace(gathered);
    }
}

static INSERT: Statement = Statement::insert(&OUTBOX);
static WAITING_SINCE: Statement = Statement::new(
    r"
    SELECT at
    FROM outbox {use_index outbox_waiting}
    WHERE position IS NULL
    ORDER BY id
    LIMIT 1
    ",
);

static WAITING_COUNT: Statement =
    Statement::new("SELECT count(*) FROM outbox {use_index outbox_waiting} WHERE position IS NULL");

/// Locks the counter, so that one transaction at a time assigns positions and sees those assigned before.
static TURN: Statement = Statement::new("UPDATE counter SET value = value WHERE name = 'feed'");

/// Assigns positions to `?1` events, ordered by id. If one commit has seen another, its events have higher ids.
static PLACE: Statement = Statement::new(
    r"
    UPDATE outbox
    SET position = w.place + (SELECT value FROM counter WHERE name = 'feed')
    FROM (
        SELECT id, row_number() OVER (ORDER BY id) AS place
        FROM (
            SELECT id
            FROM outbox {use_index outbox_waiting}
            WHERE position IS NULL
            ORDER BY id
            LIMIT ?1
        ) waiting
    ) w
    WHERE outbox.id = w.id
    ",
);

static PLACED: Statement = Statement::new("UPDATE counter SET value = value + ?1 WHERE name = 'feed'");

static ENDS: Statement = Statement::new(
    r"
    SELECT
        (SELECT value FROM counter WHERE name = 'feed_swept'),
        (SELECT value FROM counter WHERE name = 'feed_swept_events'),
        (SELECT value FROM counter WHERE name = 'feed')
    ",
);

/// `?1` organisations, `?2` first position, `?3` limit.
static READ: Statement = Statement::new(
    r"
    SELECT position, org_id, at, events
    FROM outbox {use_index outbox_position}
    WHERE position >= ?2 AND {no_index org_id} {in ?1 int8}
    ORDER BY position
    LIMIT ?3
    ",
);

/// `?1` first position.
static AT: Statement = Statement::new(
    r"
    SELECT at
    FROM outbox {use_index outbox_position}
    WHERE position >= ?1
    ORDER BY position
    LIMIT 1
    ",
);

/// `?1` organisations, `?2` ids.
static CANDIDATES: Statement = Statement::new(
    r"
    SELECT
        id, org_id, data_source_id, external_system_id, external_header_id, external_line_id,
        po_reference
    FROM {row candidate}
    WHERE id {in ?2 int8} AND {no_index org_id} {in ?1 int8}
    ",
);

/// `?1` organisations, `?2` ids.
static ORDERS: Statement = Statement::new(
    r"
    SELECT id, org_id, document_no, data_source_id, external_header_id, po_reference
    FROM sales_order
    WHERE id {in ?2 int8} AND {no_index org_id} {in ?1 int8}
    ",
);

static REQUESTS: Statement =
    Statement::new("SELECT id, request_id, status FROM request WHERE id {in ?1 int8}");

static OLDEST: Statement = Statement::new(
    r"
    SELECT position, at, events
    FROM outbox {use_index outbox_position}
    WHERE position IS NOT NULL
    ORDER BY position
    LIMIT ?1
    ",
);

/// `?1` last position to delete.
static SWEEP: Statement = Statement::new("DELETE FROM outbox WHERE position <= ?1");

/// `?1` last deleted position, `?2` number of its events.
static SWEPT: Statement = Statement::new(
    r"
    UPDATE counter
    SET value = CASE name WHEN 'feed_swept' THEN {param ?1 int8} ELSE {param ?2 int8} END
    WHERE name IN ('feed_swept', 'feed_swept_events')
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &WAITING_SINCE,
    &WAITING_COUNT,
    &TURN,
    &PLACE,
    &PLACED,
    &ENDS,
    &READ,
    &AT,
    &CANDIDATES,
    &ORDERS,
    &REQUESTS,
    &OLDEST,
    &SWEEP,
    &SWEPT,
];

impl FromRow for FeedEnds {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { oldest: row.read()?, events_there: row.read()?, newest: row.read()? })
    }
}

impl FromRow for NamedCandidate {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            data_source: row.read()?,
            external_system: row.read()?,
            header_id: row.read()?,
            line_id: row.read()?,
            po_reference: row.read()?,
        })
    }
}

impl FromRow for NamedOrder {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            organisation: row.read()?,
            document_no: row.read()?,
            data_source: row.read()?,
            header_id: row.read()?,
            po_reference: row.read()?,
        })
    }
}

impl FromRow for NamedRequest {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.read()?, request_id: read_text_id(row)?, status: row.read()? })
    }
}

/// Rows that are removed per transaction.
const SWEPT_AT_ONCE: i64 = 1_000;

/// Writes the events of the transaction.
pub(crate) fn write(transaction: &dyn Transaction) -> StoreResult<()> {
    let GatheredEvents { at: Some(at), events } = transaction.outbox().gathered.take() else { return Ok(()) };
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    for (organisation, events) in events.iter() {
        rows.write([organisation.write(), at.write(), owned(events.encode())])?;
    }
    rows.close()
}

/// Assigns positions to rows that have none. Returns their number.
fn feed_position(transaction: &dyn Transaction) -> StoreResult<u64> {
    run(transaction, &TURN, [])?;
    let placed = run(transaction, &PLACE, [integer(cast::<i64>(PLACED_AT_ONCE))])?;
    run(transaction, &PLACED, [integer(cast::<i64>(placed))])?;
    Ok(cast::<u64>(placed))
}

fn ends(transaction: &dyn Transaction) -> StoreResult<FeedEnds> {
    first(transaction, "counter", &ENDS, [], decode_row)?
        .ok_or_else(|| StoreError::Inconsistent { place: "counter", fault: "no row `feed`".to_owned() })
}

fn read(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    from: i64,
    limit: u32,
) -> StoreResult<FeedPage> {
    let values = [organisations.write(), integer(from), integer(limit.into())];
    let commits = rows(transaction, "outbox", &READ, values, |row| {
        let (position, organisation, at, events): (_, _, _, String) = row.read()?;
        let events = Events::decode(&events).ok_or_else(|| StoreError::Inconsistent {
            place: "outbox",
            fault: format!("the events at position {position} cannot be read"),
        })?;
        Ok(FeedCommit { position, organisation, at, events })
    })?;
    Ok(FeedPage { commits, ends: ends(transaction)? })
}

/// Commits without a position count as after all others.
fn backlog(transaction: &dyn Transaction, from: i64) -> StoreResult<FeedBacklog> {
    let ends = ends(transaction)?;
    let placed = ends.newest - from.max(ends.oldest + 1) + 1;
    let waiting = value::<i64>(transaction, "outbox", &WAITING_COUNT, [])?.unwrap_or(0);
    let oldest_placed = value::<Timestamp>(transaction, "outbox", &AT, [integer(from)])?;
    let oldest_at = match oldest_placed {
        None => value::<Timestamp>(transaction, "outbox", &WAITING_SINCE, [])?,
        placed => placed,
    };
    Ok(FeedBacklog { commits: cast::<u64>(placed.max(0) + waiting), oldest_at })
}

/// Removes rows older than an instant from the beginning of the feed. Returns their number.
fn sweep(transaction: &dyn Transaction, before: Timestamp) -> StoreResult<u64> {
    let oldest: Vec<(i64, Timestamp, String)> =
        rows(transaction, "outbox", &OLDEST, [integer(SWEPT_AT_ONCE)], decode_row)?;
    // stops at the first newer row, so that readers find no gap
    let last_old = oldest.iter().take_while(|(_, at, _)| *at < before).last();
    let Some((last, _, events)) = last_old else { return Ok(0) };
    let events = Events::decode(events).map_or(0, |events| events.count());
    let events = cast::<i64>(events);
    run(transaction, &SWEPT, [integer(*last), integer(events)])?;
    Ok(cast::<u64>(run(transaction, &SWEEP, [integer(*last)])?))
}
