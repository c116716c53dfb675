//! Schedules of runs and settings of orders.

use std::sync::Arc;

use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::order::{OrderSettings, OrganisationOrders};

use crate::{FencingToken, Schedule, ScheduleState, StoreResult};

/// Reads of schedules and order settings.
pub trait ScheduleReader {
    /// Returns the schedules of the active organisations in the scope; `*` has none.
    fn schedules(&self, scope: &WriteScope) -> StoreResult<Vec<Schedule>>;

    /// Returns the order settings of all organisations.
    fn order_settings(&self) -> StoreResult<Arc<OrderSettings>>;
}

/// Writes of schedules and order settings.
pub trait ScheduleWriter: ScheduleReader {
    /// Stores the state of a schedule without its settings. Takes the fencing token of the scheduler lease instead of a
    /// scope, because its holder runs the schedules of all organisations.
    fn record_schedule_state(
        &self,
        organisation: OrganisationId,
        state: ScheduleState,
        lease: FencingToken,
    ) -> StoreResult<()>;

    /// Replaces the schedule settings and order settings of an organisation; the state of the schedule does not change.
    /// `Conflict` if the organisation is outside the scope.
    fn save_process_settings(
        &self,
        scope: &WriteScope,
        schedule: &Schedule,
        orders: &OrganisationOrders,
    ) -> StoreResult<()>;
}
