//! When runs begin by themselves, and how orders are made.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{OrderSettings, OrganisationOrders};

use crate::{Fence, Schedule, ScheduleState, StoreResult};

/// When runs begin by themselves, and how orders are made.
#[async_trait]
pub trait ScheduleStore: Send + Sync + 'static {
    /// The schedule of every active organisation in the scope; `*` has none, it has no candidates.
    async fn schedules(&self, scope: WriteScope) -> StoreResult<Vec<Schedule>>;

    /// Writes the state of a schedule, for who holds the lease with this fence; its settings stay. Instead of a scope
    /// it takes the fence: who leads the schedules leads those of all organisations.
    async fn note_schedule(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: Fence,
    ) -> StoreResult<()>;

    /// Of all organisations, as the small kinds of master data are: who answers them to a caller picks the caller's.
    async fn order_settings(&self) -> StoreResult<Arc<OrderSettings>>;

    /// Replaces the settings of an organisation: those of its schedule, whose state stays, and those of its orders.
    /// Conflict if it is not in the scope.
    async fn save_process_settings(
        &self,
        scope: WriteScope,
        schedule: Schedule,
        orders: OrganisationOrders,
    ) -> StoreResult<()>;
}
