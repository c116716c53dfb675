//! This process among those that work on the same database: its signs of life, and what it takes over from others.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::InstanceId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{HOUSEKEEPING, Instance, NewInstance, Store};
use tokio::sync::{Mutex, watch};

use crate::clock::Clock;
use crate::{Caller, Failure, Outcome};

/// Who this process is.
pub(crate) struct Living {
    about: NewInstance,
    /// Its row, once it has one.
    row: Arc<Mutex<Option<InstanceId>>>,
    /// Told when others have died, whose leases are anybody's then.
    pub(crate) left: watch::Sender<()>,
}

/// Those that work on the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstancesView {
    /// Oldest first.
    pub instances: Vec<Instance>,
    /// The one that answers.
    pub own: InstanceId,
}

impl Living {
    pub fn new(about: NewInstance) -> Self {
        Self { about, row: Arc::default(), left: watch::Sender::default() }
    }
}

/// This process as an instance of the database, and the other instances.
pub struct InstanceService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) living: Living,
}

impl InstanceService {
    /// Those that work on the database.
    pub async fn instances(&self, ctx: &Caller) -> Outcome<InstancesView> {
        ctx.require(Scope::ProcessRun, Phrase::ReadInstances)?;
        let own = self.instance().await?;
        Ok(InstancesView { instances: self.store.instances().await?, own })
    }

    /// What this process is called by in the database; from the first time on it is one of those that work there.
    pub(crate) async fn instance(&self) -> Outcome<InstanceId> {
        let mut row = Arc::clone(&self.living.row).lock_owned().await;
        if let Some(id) = *row {
            return Ok(id);
        }
        let (store, about) = (Arc::clone(&self.store), self.living.about.clone());
        // a task of its own: a caller that is cancelled would leave a row that `end` does not know
        let begun = tokio::spawn(async move {
            let id = store.begin_instance(about).await?;
            *row = Some(id);
            Ok(id)
        });
        begun.await.unwrap_or_else(|_| Err(Failure::fault("registering the instance was interrupted")))
    }

    /// Whether this is the instance that forgets what is old, for all.
    pub async fn keeps_house(&self) -> Outcome<bool> {
        let own = self.instance().await?;
        Ok(self.store.take_lease(HOUSEKEEPING, own).await?.is_some())
    }

    /// Hears when others have died: who waits for a lease of theirs looks then, and not a moment later.
    pub fn left_by_others(&self) -> watch::Receiver<()> {
        self.living.left.subscribe()
    }

    /// Does some work as one of those that work on the database, and nothing that others left.
    pub async fn while_living<T>(&self, work: impl Future<Output = T>) -> T {
        let sign = async {
            loop {
                if let Err(failure) = self.sign().await {
                    tracing::warn!(?failure, "heartbeat failed");
                }
                tokio::time::sleep(self.store.pace().sign).await;
            }
        };
        let done = tokio::select! {
            done = work => done,
            never = sign => never,
        };
        self.end().await;
        done
    }

    /// Gives a sign of life.
    pub async fn sign(&self) -> Outcome<()> {
        let own = self.instance().await?;
        if !self.store.sign_instance(own, self.clock.ahead()).await? {
            tracing::warn!("instance was declared lost while suspended; rejoining");
            self.living.row.lock().await.take_if(|row| *row == own);
            self.instance().await?;
        }
        Ok(())
    }

    pub(crate) async fn end(&self) {
        if let Some(own) = self.living.row.lock().await.take()
            && let Err(error) = self.store.end_instance(own).await
        {
            tracing::warn!(%error, "removing the instance at shutdown failed");
        }
    }
}
