//! The processes that use the database: heartbeats, dead instances and leases.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::InstanceId;

use crate::{
    FencingToken, HeartbeatCommit, Instance, Lease, NewInstance, SilentInstance, Store, StoreResult,
    WriteMode, WriteTransaction,
};

/// Reads of the processes that use the database.
///
/// Each process has a row and sends heartbeats to it. When an instance finds that another one has sent no heartbeat
/// for too long, it removes that row. The leases of the dead instance are then free, any instance may adopt its runs,
/// and its late writes are rejected by their fences.
pub trait InstanceReader {
    /// Returns the instances that are not known to be dead, oldest first.
    fn instances(&self) -> StoreResult<Vec<Instance>>;

    /// Returns the other instances that have sent no heartbeat since an instant. Returns none if the instance `judge`
    /// was started or missed heartbeats since then, because the database may have stalled.
    fn silent_instances(&self, judge: InstanceId, since: Timestamp) -> StoreResult<Vec<SilentInstance>>;

    /// Returns a lease if a live instance holds it.
    fn lease(&self, name: &str) -> StoreResult<Option<Lease>>;
}

/// Writes of the processes that use the database.
pub trait InstanceWriter: InstanceReader {
    /// Creates the row of an instance with a first heartbeat.
    fn begin_instance(&self, new: &NewInstance, now: Timestamp) -> StoreResult<InstanceId>;

    /// Records a heartbeat. Returns `false` if the instance was removed.
    fn record_heartbeat(&self, heartbeat: &HeartbeatCommit) -> StoreResult<bool>;

    /// Removes an instance, so that the others can take over its leases and runs.
    fn end_instance(&self, instance: InstanceId) -> StoreResult<()>;

    /// Removes the given instances that have still sent no heartbeat since an instant, with their claims on files.
    /// Returns the removed ones.
    fn remove_dead_instances(
        &self,
        silent: &[SilentInstance],
        since: Timestamp,
        now: Timestamp,
    ) -> StoreResult<Vec<NewInstance>>;

    /// Takes a lease that no live instance holds. Returns `None` if another instance was faster or the holder has ended.
    fn take_lease(&self, name: &str, holder: InstanceId) -> StoreResult<Option<FencingToken>>;
}

impl dyn Store {
    /// Creates the row of an instance with a first heartbeat by the clock of the store.
    pub async fn begin_instance(&self, new: NewInstance) -> StoreResult<InstanceId> {
        let now = self.now().await?;
        self.write(WriteMode::Heartbeat, 1, move |tx| tx.begin_instance(&new, now)).await
    }

    /// Records a heartbeat by the clock of the store. Returns `false` if other instances have declared this one dead;
    /// the process must then begin a new instance.
    pub async fn record_heartbeat(
        &self,
        instance: InstanceId,
        clock_ahead: SignedDuration,
    ) -> StoreResult<bool> {
        let at = self.now().await?;
        let awake_since =
            at.saturating_sub(self.heartbeat_intervals().heartbeat * 2).unwrap_or(Timestamp::MIN);
        let heartbeat = HeartbeatCommit { instance, at, clock_ahead, awake_since };
        self.write(WriteMode::Heartbeat, 1, move |tx| tx.record_heartbeat(&heartbeat)).await
    }

    /// Removes instances that have sent no heartbeat for `silent` and returns them. Their connections are terminated,
    /// so that none of their locks remain, and their rows and claims are removed.
    ///
    /// Returns none if the calling instance has itself missed heartbeats in that time, because the database may have
    /// stalled.
    pub async fn remove_dead_instances(
        &self,
        judge: InstanceId,
        silent: SignedDuration,
    ) -> StoreResult<Vec<NewInstance>> {
        let now = self.now().await?;
        let since = now.saturating_sub(silent).unwrap_or(Timestamp::MIN);
        let silent = self.priority_read(move |tx| tx.silent_instances(judge, since)).await?;
        if silent.is_empty() {
            return Ok(Vec::new());
        }
        // the locks of an instance that is suspended within a statement are released only this way
        self.end_sessions(silent.iter().map(|instance| instance.session.clone()).collect()).await;
        let remove = move |tx: &dyn WriteTransaction| tx.remove_dead_instances(&silent, since, now);
        self.write(WriteMode::Heartbeat, 1, remove).await
    }

    /// Takes or renews a lease, which is held as long as the instance is alive. Returns `None` while another instance
    /// holds it.
    pub async fn take_lease(
        &self,
        name: &'static str,
        holder: InstanceId,
    ) -> StoreResult<Option<FencingToken>> {
        if let Some(held) = self.priority_read(move |tx| tx.lease(name)).await? {
            return Ok((held.holder == holder).then_some(held.fence));
        }
        self.write(WriteMode::Heartbeat, 1, move |tx| tx.take_lease(name, holder)).await
    }
}
