//! This process as one instance of the database: its heartbeat, and the notification that other instances were lost.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::InstanceId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{HOUSEKEEPING, Instance, NewInstance, Store, WriteMode};
use tokio::sync::{Mutex, watch};

use crate::clock::Clock;
use crate::{Caller, Failure, Outcome};

/// Registration of this process.
pub(crate) struct InstanceRegistration {
    about: NewInstance,
    /// Id of its row, once it is registered.
    row: Arc<Mutex<Option<InstanceId>>>,
    /// Notifies tasks that other instances were lost, so that their leases are free.
    pub(crate) left: watch::Sender<()>,
}

/// Registered instances of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstancesView {
    /// Oldest first.
    pub instances: Vec<Instance>,
    /// Instance that serves the request.
    pub own: InstanceId,
}

impl InstanceRegistration {
    pub fn new(about: NewInstance) -> Self {
        Self { about, row: Arc::default(), left: watch::Sender::default() }
    }
}

/// Service for this process as an instance of the database, and for the other instances.
pub struct InstanceService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) registration: InstanceRegistration,
}

impl InstanceService {
    /// Returns the registered instances.
    pub async fn instances(&self, caller: &Caller) -> Outcome<InstancesView> {
        caller.require(Scope::ProcessRun, Phrase::ReadInstances)?;
        let own = self.instance().await?;
        Ok(InstancesView { instances: self.store.read(|tx| tx.instances()).await?, own })
    }

    /// Returns the instance id of this process; registers the process on the first call.
    pub(crate) async fn instance(&self) -> Outcome<InstanceId> {
        let mut row = Arc::clone(&self.registration.row).lock_owned().await;
        if let Some(id) = *row {
            return Ok(id);
        }
        let (store, about) = (Arc::clone(&self.store), self.registration.about.clone());
        // in a separate task, because a cancelled caller would leave a row that `end` does not delete
        let started = tokio::spawn(async move {
            let id = store.begin_instance(about).await?;
            *row = Some(id);
            Ok(id)
        });
        started.await.unwrap_or_else(|_| Err(Failure::fault("registering the instance was interrupted")))
    }

    /// Returns whether this instance holds the housekeeping lease and deletes old data for all.
    pub async fn is_housekeeping_leader(&self) -> Outcome<bool> {
        let own = self.instance().await?;
        Ok(self.store.take_lease(HOUSEKEEPING, own).await?.is_some())
    }

    /// Returns a receiver of lost instances, so that a task can take their leases without delay.
    pub fn left_by_others(&self) -> watch::Receiver<()> {
        self.registration.left.subscribe()
    }

    /// Runs work while this process is a live instance, without taking over the work of lost instances.
    pub async fn while_living<T>(&self, work: impl Future<Output = T>) -> T {
        let heartbeat = async {
            loop {
                if let Err(failure) = self.send_heartbeat().await {
                    tracing::warn!(?failure, "heartbeat failed");
                }
                tokio::time::sleep(self.store.heartbeat_intervals().heartbeat).await;
            }
        };
        let done = tokio::select! {
            done = work => done,
            never = heartbeat => never,
        };
        self.end().await;
        done
    }

    /// Sends a heartbeat. Registers the process again if it was declared lost.
    pub async fn send_heartbeat(&self) -> Outcome<()> {
        let own = self.instance().await?;
        if !self.store.record_heartbeat(own, self.clock.ahead()).await? {
            tracing::warn!("instance was declared lost while suspended; rejoining");
            self.registration.row.lock().await.take_if(|row| *row == own);
            self.instance().await?;
        }
        Ok(())
    }

    pub(crate) async fn end(&self) {
        if let Some(own) = self.registration.row.lock().await.take()
            && let Err(error) =
                self.store.write(WriteMode::Heartbeat, 1, move |tx| tx.end_instance(own)).await
        {
            tracing::warn!(%error, "removing the instance at shutdown failed");
        }
    }
}
