//! Reads and writes of schedules, each in its own transaction.

use std::sync::Arc;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{OrderSettings, OrganisationOrders};

use crate::{FencingToken, Schedule, ScheduleState, Store, StoreResult, WriteMode};

/// Methods of [`ScheduleReader`](crate::ScheduleReader) and [`ScheduleWriter`](crate::ScheduleWriter).
pub trait ScheduleCalls {
    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>>;
    async fn record_schedule_state(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: FencingToken,
    ) -> StoreResult<()>;
    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>>;
    async fn save_process_settings(
        &self,
        scope: WriteScope,
        schedule: Schedule,
        orders: OrganisationOrders,
    ) -> StoreResult<()>;
}

impl ScheduleCalls for dyn Store {
    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>> {
        self.read(move |tx| tx.schedules(&scope)).await
    }

    async fn record_schedule_state(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: FencingToken,
    ) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.record_schedule_state(organisation, state, lease)).await
    }

    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>> {
        self.read(move |tx| tx.order_settings()).await
    }

    async fn save_process_settings(
        &self,
        scope: WriteScope,
        schedule: Schedule,
        orders: OrganisationOrders,
    ) -> StoreResult<()> {
        self.write(WriteMode::Shared, 2, move |tx| tx.save_process_settings(&scope, &schedule, &orders)).await
    }
}
