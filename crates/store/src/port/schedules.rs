//! When runs begin by themselves, who sees to that, and how orders are made.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::SignedDuration;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{OrderSettings, OrganisationOrders};

use crate::{Fence, Schedule, ScheduleState, StoreResult};

/// When runs begin by themselves, who sees to that, and how orders are made.
///
/// Leases belong to no organisation: one of the processes leads the schedules of all.
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

    /// Takes or keeps a lease for so long, by the clock of the store; nothing while another holder has it.
    async fn take_lease(
        &self,
        name: &'static str,
        holder: String,
        held: SignedDuration,
    ) -> StoreResult<Option<Fence>>;

    /// Leaves a lease to whoever comes next, unless another holder has it by now.
    async fn give_back_lease(&self, lease: Fence) -> StoreResult<()>;

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
