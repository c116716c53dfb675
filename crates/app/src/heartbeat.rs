//! The heartbeat of this process, and the takeover of the work of lost instances.

use std::sync::Arc;
use std::time::Duration;

use orderdock_store::Store;
use tokio::time::Instant;

use crate::Outcome;
use crate::clock::Clock;
use crate::instances::InstanceService;
use crate::runs::RunService;

/// Interval of the check for lost instances.
const LOOK: Duration = Duration::from_millis(500);

/// Task that keeps this process among the live instances and takes over the work of lost ones.
pub struct Heartbeat {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) runs: Arc<RunService>,
}

impl Heartbeat {
    /// Sends heartbeats and takes over the work of lost instances until `stop` completes, then ends the instance.
    pub async fn live(&self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let (mut last_heartbeat, mut succeeded) = (None, true);
        loop {
            let done = match self.heartbeat_if_due(&mut last_heartbeat).await {
                Ok(()) => self.take_over().await,
                failed => failed,
            };
            // logged once per outage
            match done {
                Err(failure) if succeeded => {
                    tracing::warn!(?failure, "heartbeat or takeover failed, retrying");
                    succeeded = false;
                }
                Ok(()) if !succeeded => {
                    tracing::info!("heartbeat restored");
                    succeeded = true;
                }
                _ => {}
            }
            tokio::select! {
                () = &mut stop => break,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        self.instances.end().await;
    }

    async fn heartbeat_if_due(&self, last_heartbeat: &mut Option<Instant>) -> Outcome<()> {
        if last_heartbeat.is_none_or(|last| last.elapsed() >= self.store.heartbeat_intervals().heartbeat) {
            self.instances.send_heartbeat().await?;
            *last_heartbeat = Some(Instant::now());
        }
        Ok(())
    }

    /// Takes over the work of instances whose last heartbeat is too old.
    pub async fn take_over(&self) -> Outcome<()> {
        let own = self.instances.instance().await?;
        let buried = self.store.remove_dead_instances(own, self.store.heartbeat_intervals().dead).await?;
        for dead in &buried {
            tracing::warn!(name = dead.name, "instance lost, its work is taken over");
        }
        if !buried.is_empty() {
            self.instances.registration.left.send_replace(());
        }
        let failed = self.store.fail_dead_runs(self.clock.now()).await?;
        if failed > 0 {
            tracing::warn!(failed, "runs of a lost instance set to failed");
        }
        self.runs.adopt_runs(own).await
    }
}
