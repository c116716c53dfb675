//! Schedules and their state.

use std::sync::Arc;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{OrderSettings, OrganisationOrders};
use orderdock_store::{
    Conflict, DEFAULT_CRON, FencingToken, Schedule, ScheduleReader, ScheduleState, ScheduleWriter,
    StoreError, StoreResult,
};

use crate::sql::column::{Column, FromRow, RowReader, ToRow, text};
use crate::sql::query::{decode_row, rows, run, run_one};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::SCHEDULE;
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{SqlValue, Transaction, orders};

/// `?1` organisations, `?2` default cron expression. The organisation of shared records has no candidates.
static SCHEDULES: Statement = Statement::new(
    r"
    SELECT
        o.id, coalesce(s.active, TRUE), coalesce(s.cron, ?2), s.paused_until, t.last_run_at,
        t.due_at, t.validated_stamp
    FROM organisation o
    LEFT JOIN schedule s ON s.org_id = o.id
    LEFT JOIN schedule_state t ON t.org_id = o.id
    WHERE {is_true o.active} AND o.id <> 0 AND o.id {in ?1 int8}
    ORDER BY o.id
    ",
);

static SAVE: Statement = Statement::upsert(&SCHEDULE);

/// `?5` fencing token of the lease.
static NOTE: Statement = Statement::new(
    r"
    INSERT INTO schedule_state (org_id, last_run_at, due_at, validated_stamp)
    SELECT ?1, ?2, ?3, ?4
    WHERE EXISTS (SELECT 1 FROM lease WHERE fence = ?5)
    ON CONFLICT (org_id) DO UPDATE SET
        last_run_at = excluded.last_run_at,
        due_at = excluded.due_at,
        validated_stamp = excluded.validated_stamp
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&SCHEDULES, &SAVE, &NOTE];

impl ScheduleReader for StoreTransaction<'_> {
    fn schedules(&self, scope: &WriteScope) -> StoreResult<Vec<Schedule>> {
        let organisations = self.writable(scope)?;
        schedules(self.transaction, &organisations)
    }

    fn order_settings(&self) -> StoreResult<Arc<OrderSettings>> {
        orders::settings(self.transaction).map(Arc::new)
    }
}

impl ScheduleWriter for StoreTransaction<'_> {
    fn record_schedule_state(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: FencingToken,
    ) -> StoreResult<()> {
        note(self.transaction, organisation, state, lease)
    }

    fn save_process_settings(
        &self,
        scope: &WriteScope,
        schedule: &Schedule,
        orders: &OrganisationOrders,
    ) -> StoreResult<()> {
        if !scope.contains(schedule.organisation) {
            return Err(StoreError::Conflict(Conflict::Organisation));
        }
        let Schedule { organisation, active, cron, paused_until, .. } = schedule;
        let values = [organisation.write(), active.write(), text(cron), paused_until.write()];
        run(self.transaction, &SAVE, values)?;
        orders::save_settings(self.transaction, schedule.organisation, orders)
    }
}

pub fn schedules(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
) -> StoreResult<Vec<Schedule>> {
    rows(transaction, "schedule", &SCHEDULES, [organisations.write(), text(DEFAULT_CRON)], decode_row)
}

impl FromRow for Schedule {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            organisation: row.read()?,
            active: row.read()?,
            cron: row.read()?,
            paused_until: row.read()?,
            state: row.read()?,
        })
    }
}
impl FromRow for ScheduleState {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { last_run_at: row.read()?, due_at: row.read()?, validated_stamp: row.read()? })
    }
}

impl ToRow for ScheduleState {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.last_run_at.append_to(row);
        self.due_at.append_to(row);
        self.validated_stamp.append_to(row);
    }
}

/// Stores the state of a schedule; `TakenOver` if the fencing token is not the current one of the lease.
pub fn note(
    transaction: &dyn Transaction,
    organisation: OrganisationId,
    state: ScheduleState,
    lease: FencingToken,
) -> StoreResult<()> {
    let values = [organisation.write()].into_iter().chain(state.to_row()).chain([lease.write()]);
    run_one(transaction, &NOTE, values, StoreError::TakenOver)
}
