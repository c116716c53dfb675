//! The processes that use the database: heartbeats, dead instances and leases.

use async_trait::async_trait;
use jiff::SignedDuration;
use orderdock_domain::ids::InstanceId;

use crate::{FencingToken, HeartbeatIntervals, Instance, NewInstance, StoreResult};

/// The processes that use the database.
///
/// Each process has a row and sends heartbeats to it. When an instance finds that another one has sent no heartbeat
/// for too long, it removes that row. The leases of the dead instance are then free, any instance may adopt its runs,
/// and its late writes are rejected by their fences.
#[async_trait]
pub trait InstanceStore: Send + Sync + 'static {
    /// Returns the heartbeat interval and the timeout of this store.
    fn heartbeat_intervals(&self) -> HeartbeatIntervals;

    /// Creates the row of an instance with a first heartbeat.
    async fn begin_instance(&self, new: NewInstance) -> StoreResult<InstanceId>;

    /// Records a heartbeat. Returns `false` if other instances have declared this one dead; the process must then
    /// begin a new instance.
    async fn record_heartbeat(&self, instance: InstanceId, clock_ahead: SignedDuration) -> StoreResult<bool>;

    /// Removes an instance, so that the others can take over its leases and runs.
    async fn end_instance(&self, instance: InstanceId) -> StoreResult<()>;

    /// Removes instances that have sent no heartbeat for `silent` and returns them. Their connections are terminated,
    /// so that none of their locks remain, and their rows and claims are removed.
    ///
    /// Only an instance that has itself sent heartbeats in time for as long can judge, because the database may have
    /// stalled.
    async fn remove_dead_instances(
        &self,
        judge: InstanceId,
        silent: SignedDuration,
    ) -> StoreResult<Vec<NewInstance>>;

    /// Returns the instances that are not known to be dead, oldest first.
    async fn instances(&self) -> StoreResult<Vec<Instance>>;

    /// Takes or renews a lease, which is held as long as the instance is alive. Returns `None` while another instance
    /// has it.
    async fn take_lease(&self, name: &'static str, holder: InstanceId) -> StoreResult<Option<FencingToken>>;
}
