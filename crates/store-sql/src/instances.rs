//! The processes that use the database: their rows, heartbeats and leases.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::cast;
use orderdock_domain::ids::InstanceId;
use orderdock_store::{
    FencingToken, HeartbeatIntervals, Instance, InstanceStore, NewInstance, SCHEDULER, StoreResult, WriteMode,
};

use crate::column::{Column, FromRow, RowReader, integer, text};
use crate::ids::reserve_ids;
use crate::query::{decode_row, first, rows, run};
use crate::tables::INSTANCE;
use crate::template::Statement;
use crate::{Backend, SqlStore, Transaction};

static BEGIN: Statement = Statement::insert(&INSTANCE);

/// Records a heartbeat. An instance whose last heartbeat is older than `?4` restarts its watch over the others.
static SIGN: Statement = Statement::new(
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

static END: Statement = Statement::new("DELETE FROM instance WHERE id = ?1");

/// Instances without a heartbeat since `?2`, if the judging instance `?1` has watched since then.
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

/// Deletes an instance unless it has sent a heartbeat since.
static BURY: Statement = Statement::new("DELETE FROM instance WHERE id = ?1 AND signed_at <= ?2");

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

static CLAIMS: Statement = Statement::new(
    r"
    UPDATE attachment_content
    SET claimed_until = ?2
    WHERE claimed_by = ?1 AND claimed_until > ?2
    ",
);

static ALL: Statement = Statement::new(
    r"
    SELECT
        i.id, i.name, i.version, i.attachments, i.started_at, i.signed_at, i.clock_ahead,
        EXISTS (SELECT 1 FROM lease l WHERE l.name = ?1 AND l.holder = i.id)
    FROM instance i
    ORDER BY i.id
    ",
);

static HELD: Statement = Statement::new(
    r"
    SELECT l.fence, l.holder
    FROM lease l
    JOIN instance i ON i.id = l.holder
    WHERE l.name = ?1
    ",
);

/// Takes a lease that is free. Of two instances that try, the second one changes no row.
static TAKE: Statement = Statement::new(
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
pub const STATEMENTS: &[&Statement] =
    &[&BEGIN, &SIGN, &END, &SILENT, &BURY, &SESSIONS, &OF_SESSION, &CLAIMS, &ALL, &HELD, &TAKE];

#[async_trait]
impl<B: Backend> InstanceStore for SqlStore<B> {
    fn heartbeat_intervals(&self) -> HeartbeatIntervals {
        B::PACE
    }

    async fn begin_instance(&self, new: NewInstance) -> StoreResult<InstanceId> {
        let now = self.backend.now().await?;
        let session = self.backend.session();
        let begin = move |transaction: &dyn Transaction| begin(transaction, &new, &session, (now, B::STEPS));
        self.backend.write(WriteMode::Heartbeat, 1, begin).await
    }

    async fn record_heartbeat(&self, instance: InstanceId, clock_ahead: SignedDuration) -> StoreResult<bool> {
        let now = self.backend.now().await?;
        let ahead = i64::try_from(clock_ahead.as_micros()).unwrap_or(i64::MAX);
        let slept = before(now, B::PACE.sign * 2);
        let sign = move |transaction: &dyn Transaction| {
            run(transaction, &SIGN, [instance.write(), now.write(), integer(ahead), slept.write()])
        };
        Ok(self.backend.write(WriteMode::Heartbeat, 1, sign).await? == 1)
    }

    async fn end_instance(&self, instance: InstanceId) -> StoreResult<()> {
        let end = move |transaction: &dyn Transaction| run(transaction, &END, [instance.write()]).map(|_| ());
        self.backend.write(WriteMode::Heartbeat, 1, end).await
    }

    async fn remove_dead_instances(
        &self,
        judge: InstanceId,
        silent: SignedDuration,
    ) -> StoreResult<Vec<NewInstance>> {
        let now = self.backend.now().await?;
        let last = now.saturating_sub(silent).unwrap_or(Timestamp::MIN);
        let look = move |transaction: &dyn Transaction| self::silent(transaction, judge, last);
        let silent = self.backend.read_immediately(look).await?;
        if silent.is_empty() {
            return Ok(Vec::new());
        }
        // nothing else releases the locks of an instance that is suspended within a statement
        let sessions = silent.iter().map(|(_, _, session)| session.clone()).collect();
        if let Err(error) = self.backend.end_sessions(sessions).await {
            // fences still reject its writes
            tracing::warn!(%error, "terminating connections of a lost instance failed");
        }
        let remove_dead = move |transaction: &dyn Transaction| remove_dead(transaction, &silent, last, now);
        self.backend.write(WriteMode::Heartbeat, 1, remove_dead).await
    }

    async fn instances(&self) -> StoreResult<Vec<Instance>> {
        self.read(|transaction| rows(transaction, "instance", &ALL, [text(SCHEDULER)], decode_row)).await
    }

    async fn take_lease(&self, name: &'static str, holder: InstanceId) -> StoreResult<Option<FencingToken>> {
        let look =
            move |transaction: &dyn Transaction| first(transaction, "lease", &HELD, [text(name)], decode_row);
        let held: Option<(FencingToken, InstanceId)> = self.backend.read_immediately(look).await?;
        if let Some((fence, by)) = held {
            return Ok((by == holder).then_some(fence));
        }
        let take = move |transaction: &dyn Transaction| take_lease(transaction, name, holder);
        self.backend.write(WriteMode::Heartbeat, 1, take).await
    }
}

fn before(now: Timestamp, duration: std::time::Duration) -> Timestamp {
    now.saturating_sub(duration).unwrap_or(Timestamp::MIN)
}

fn begin(
    transaction: &dyn Transaction,
    new: &NewInstance,
    session: &str,
    (now, steps): (Timestamp, usize),
) -> StoreResult<InstanceId> {
    let id = InstanceId(reserve_ids(transaction, 1)?);
    let NewInstance { name, version, attachments } = new;
    let said = [id.write(), text(name), text(session), text(version), text(attachments)];
    let steps = integer(cast::<i64>(steps));
    let signed = [now.write(), now.write(), now.write(), integer(0), integer(0), steps];
    run(transaction, &BEGIN, said.into_iter().chain(signed))?;
    Ok(id)
}

/// A process without a heartbeat, with the session name of its connections.
type DeadInstance = (InstanceId, NewInstance, String);

fn silent(
    transaction: &dyn Transaction,
    judge: InstanceId,
    last: Timestamp,
) -> StoreResult<Vec<DeadInstance>> {
    rows(transaction, "instance", &SILENT, [judge.write(), last.write()], decode_row)
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
    let mut buried = Vec::new();
    for session in sessions {
        let silent: Vec<DeadInstance> =
            rows(transaction, "instance", &OF_SESSION, [text(session)], decode_row)?;
        buried.extend(remove_dead(transaction, &silent, Timestamp::MAX, now)?);
    }
    Ok(buried)
}

fn remove_dead(
    transaction: &dyn Transaction,
    silent: &[DeadInstance],
    last: Timestamp,
    now: Timestamp,
) -> StoreResult<Vec<NewInstance>> {
    let mut buried = Vec::new();
    for (id, new, _) in silent {
        if run(transaction, &BURY, [id.write(), last.write()])? == 1 {
            run(transaction, &CLAIMS, [id.write(), now.write()])?;
            buried.push(new.clone());
        }
    }
    Ok(buried)
}

impl FromRow for NewInstance {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { name: row.read()?, version: row.read()?, attachments: row.read()? })
    }
}

impl FromRow for Instance {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            new: row.read()?,
            started_at: row.read()?,
            signed_at: row.read()?,
            clock_ahead: duration(row)?,
            leads: row.read()?,
        })
    }
}

fn duration(row: &mut RowReader<'_>) -> StoreResult<SignedDuration> {
    row.read().map(SignedDuration::from_micros)
}

fn take_lease(
    transaction: &dyn Transaction,
    name: &str,
    holder: InstanceId,
) -> StoreResult<Option<FencingToken>> {
    let fence = FencingToken(reserve_ids(transaction, 1)?);
    let taken = run(transaction, &TAKE, [text(name), holder.write(), fence.write()])?;
    Ok((taken == 1).then_some(fence))
}
