//! Reads and writes of instances, each in its own transaction.

use orderdock_domain::ids::InstanceId;

use crate::{Instance, Store, StoreResult, WriteMode};

/// Methods of [`InstanceReader`](crate::InstanceReader) and [`InstanceWriter`](crate::InstanceWriter).
pub trait InstanceCalls {
    async fn instances(&self) -> StoreResult<Vec<Instance>>;
    async fn end_instance(&self, instance: InstanceId) -> StoreResult<()>;
}

impl InstanceCalls for dyn Store {
    async fn instances(&self) -> StoreResult<Vec<Instance>> {
        self.read(|tx| tx.instances()).await
    }

    async fn end_instance(&self, instance: InstanceId) -> StoreResult<()> {
        self.write(WriteMode::Heartbeat, 1, move |tx| tx.end_instance(instance)).await
    }
}
