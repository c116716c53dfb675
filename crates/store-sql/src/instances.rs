//! The processes that use the database: their rows, heartbeats and leases.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::cast;
use orderdock_domain::ids::InstanceId;
use orderdock_store::{
    FencingToken, HeartbeatCommit, Instance, InstanceReader, InstanceWriter, Lease, NewInstance, SCHEDULER,
    SilentInstance, StoreResult,
};

use crate::Transaction;
use crate::sql::column::{Column, FromRow, RowReader, integer, text};
use crate::sql::ids::reserve_ids;
use crate::sql::query::{decode_row, first, rows, run};
use crate::sql::tables::INSTANCE;
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;

static INSERT: Statement = Statement::insert(&INSTANCE);

/// Records a heartbeat. An instance whose previous heartbeat is older than `?4` must watch the others again before it
/// can declare them dead.
static RECORD_HEARTBEAT: Statement = Statement::new(
    r"
    UPDATE instance
    SET
        signed_at = ?2,
        clock_ahead = ?3,
        signs = signs + 1,
        watching_since = CASE WHEN signed_at < ?4 THEN ?2 ELSE watching_since END
    WHERE id = ?1
    ",
);

static DELETE: Statement = Statement::new("DELETE FROM instance WHERE id = ?1");

/// Instances without a heartbeat since `?2`, if the instance `?1` has watched them since then.
static SILENT: Statement = Statement::new(
    r"
    SELECT id, name, version, attachments, session
    FROM instance
    WHERE signed_at <= ?2
      AND id <> ?1
      AND EXISTS (
          SELECT 1
          FROM instance judge
          WHERE judge.id = ?1 AND judge.watching_since <= ?2
      )
    ORDER BY id
    ",
);

/// Deletes an instance, unless it has sent a heartbeat after `?2`.
static DELETE_DEAD: Statement = Statement::new("DELETE FROM instance WHERE id = ?1 AND signed_at <= ?2");

static SESSIONS: Statement = Statement::new(
    r"
    SELECT DISTINCT session
    FROM instance
    WHERE session <> ''
    ORDER BY session
    ",
);

static OF_SESSION: Statement = Statement::new(
    r"
    SELECT id, name, version, attachments, session
    FROM instance
    WHERE session = ?1
    ORDER BY id
    ",
);

static RELEASE_CLAIMS: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET claimed_until = ?2
    WHERE claimed_by = ?1 AND claimed_until > ?2
    ",
);

static INSTANCES: Statement = Statement::new(
    r"
    SELECT
        i.id, i.name, i.version, i.attachments, i.started_at, i.signed_at, i.clock_ahead,
        EXISTS (SELECT 1 FROM lease l WHERE l.name = ?1 AND l.holder = i.id)
    FROM instance i
    ORDER BY i.id
    ",
);

static LEASE: Statement = Statement::new(
    r"
    SELECT l.fence, l.holder
    FROM lease l
    JOIN instance i ON i.id = l.holder
    WHERE l.name = ?1
    ",
);

/// Takes a free lease. If two instances try, the second one changes no row.
static TAKE_LEASE: Statement = Statement::new(
    r"
    INSERT INTO lease (name, holder, fence)
    SELECT {param ?1 text}, {param ?2 int8}, {param ?3 int8}
    WHERE EXISTS (SELECT 1 FROM instance WHERE id = ?2)
    ON CONFLICT (name) DO UPDATE SET
        holder = excluded.holder,
        fence = excluded.fence
    WHERE NOT EXISTS (SELECT 1 FROM instance i WHERE i.id = lease.holder)
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &RECORD_HEARTBEAT,
    &DELETE,
    &SILENT,
    &DELETE_DEAD,
    &SESSIONS,
    &OF_SESSION,
    &RELEASE_CLAIMS,
    &INSTANCES,
    &LEASE,
    &TAKE_LEASE,
];

impl InstanceReader for StoreTransaction<'_> {
    fn instances(&self) -> StoreResult<Vec<Instance>> {
        rows(self.transaction, "instance", &INSTANCES, [text(SCHEDULER)], decode_row)
    }

    fn silent_instances(&self, observer: InstanceId, since: Timestamp) -> StoreResult<Vec<SilentInstance>> {
        rows(self.transaction, "instance", &SILENT, [observer.write(), since.write()], decode_row)
    }

    fn lease(&self, name: &str) -> StoreResult<Option<Lease>> {
        first(self.transaction, "lease", &LEASE, [text(name)], decode_row)
    }
}

impl InstanceWriter for StoreTransaction<'_> {
    fn begin_instance(&self, new: &NewInstance, now: Timestamp) -> StoreResult<InstanceId> {
        let id = InstanceId(reserve_ids(self.transaction, 1)?);
        let NewInstance { name, version, attachments } = new;
        let description =
            [id.write(), text(name), text(&self.shared.session), text(version), text(attachments)];
        let steps = integer(cast::<i64>(self.shared.steps));
        let heartbeat = [now.write(), now.write(), now.write(), integer(0), integer(0), steps];
        run(self.transaction, &INSERT, description.into_iter().chain(heartbeat))?;
        Ok(id)
    }

    fn record_heartbeat(&self, heartbeat: &HeartbeatCommit) -> StoreResult<bool> {
        let HeartbeatCommit { instance, at, clock_ahead, awake_since } = heartbeat;
        let ahead = i64::try_from(clock_ahead.as_micros()).unwrap_or(i64::MAX);
        let values = [instance.write(), at.write(), integer(ahead), awake_since.write()];
        Ok(run(self.transaction, &RECORD_HEARTBEAT, values)? == 1)
    }

    fn end_instance(&self, instance: InstanceId) -> StoreResult<()> {
        run(self.transaction, &DELETE, [instance.write()]).map(|_| ())
    }

    fn remove_dead_instances(
        &self,
        silent: &[SilentInstance],
        since: Timestamp,
        now: Timestamp,
    ) -> StoreResult<Vec<NewInstance>> {
        remove_dead(self.transaction, silent, since, now)
    }

    fn take_lease(&self, name: &str, holder: InstanceId) -> StoreResult<Option<FencingToken>> {
        let fence = FencingToken(reserve_ids(self.transaction, 1)?);
        let taken = run(self.transaction, &TAKE_LEASE, [text(name), holder.write(), fence.write()])?;
        Ok((taken == 1).then_some(fence))
    }
}

/// Returns the session names of the instances that are not known to be dead.
pub fn sessions(transaction: &dyn Transaction) -> StoreResult<Vec<String>> {
    rows(transaction, "instance", &SESSIONS, [], decode_row)
}

/// Removes and returns instances whose connections are known to be closed, regardless of their last heartbeat.
pub fn end_dead_sessions(
    transaction: &dyn Transaction,
    sessions: &[String],
    now: Timestamp,
) -> StoreResult<Vec<NewInstance>> {
    let mut removed = Vec::new();
    for session in sessions {
        let silent: Vec<SilentInstance> =
            rows(transaction, "instance", &OF_SESSION, [text(session)], decode_row)?;
        removed.extend(remove_dead(transaction, &silent, Timestamp::MAX, now)?);
    }
    Ok(removed)
}

fn remove_dead(
    transaction: &dyn Transaction,
    silent: &[SilentInstance],
    since: Timestamp,
    now: Timestamp,
) -> StoreResult<Vec<NewInstance>> {
    let mut removed = Vec::new();
    for SilentInstance { id, new, .. } in silent {
        if run(transaction, &DELETE_DEAD, [id.write(), since.write()])? == 1 {
            run(transaction, &RELEASE_CLAIMS, [id.write(), now.write()])?;
            removed.push(new.clone());
        }
    }
    Ok(removed)
}

impl FromRow for NewInstance {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { name: row.read()?, version: row.read()?, attachments: row.read()? })
    }
}

impl FromRow for SilentInstance {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { id: row.read()?, new: row.read()?, session: row.read()? })
    }
}

impl FromRow for Lease {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { fence: row.read()?, holder: row.read()? })
    }
}

impl FromRow for Instance {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            new: row.read()?,
            started_at: row.read()?,
            heartbeat_at: row.read()?,
            clock_ahead: duration(row)?,
            leads: row.read()?,
        })
    }
}

fn duration(row: &mut RowReader<'_>) -> StoreResult<SignedDuration> {
    row.read().map(SignedDuration::from_micros)
}
