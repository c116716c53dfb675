//! This process among those that work on the same database: its signs of life, and what it takes over from others.

use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::InstanceId;
use orderdock_domain::phrase::Phrase;
use orderdock_store::{HOUSEKEEPING, Instance, NewInstance};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::{App, Caller, Outcome};

/// How often it is looked whether somebody has died.
const LOOK: Duration = Duration::from_millis(500);

/// Who this process is.
pub(crate) struct Living {
    about: NewInstance,
    /// Its row, once it has one.
    row: Mutex<Option<InstanceId>>,
    /// Told when others have died, whose leases are anybody's then.
    left: watch::Sender<()>,
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
        Self { about, row: Mutex::default(), left: watch::Sender::default() }
    }
}

impl App {
    /// Those that work on the database.
    pub async fn instances(&self, ctx: &Caller) -> Outcome<InstancesView> {
        ctx.require(Scope::ProcessRun, Phrase::ReadInstances)?;
        let own = self.instance().await?;
        Ok(InstancesView { instances: self.store.instances().await?, own })
    }

    /// What this process is called by in the database; from the first time on it is one of those that work there.
    pub(crate) async fn instance(&self) -> Outcome<InstanceId> {
        let mut row = self.living.row.lock().await;
        if let Some(id) = *row {
            return Ok(id);
        }
        let id = self.store.begin_instance(self.living.about.clone()).await?;
        *row = Some(id);
        Ok(id)
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

    /// Signs until the stop, and takes over from those that sign no more; then leaves everything to the others.
    pub async fn live(self: &Arc<Self>, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let (mut signed, mut heard) = (None, true);
        loop {
            let done = match self.sign_in_time(&mut signed).await {
                Ok(()) => self.take_over().await,
                failed => failed,
            };
            // said once, however long it lasts
            match done {
                Err(failure) if heard => {
                    tracing::warn!(?failure, "connection to other instances lost");
                    heard = false;
                }
                Ok(()) if !heard => {
                    tracing::info!("connection to other instances restored");
                    heard = true;
                }
                _ => {}
            }
            tokio::select! {
                () = &mut stop => break,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
        self.end().await;
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

    async fn sign_in_time(&self, signed: &mut Option<Instant>) -> Outcome<()> {
        if signed.is_none_or(|last| last.elapsed() >= self.store.pace().sign) {
            self.sign().await?;
            *signed = Some(Instant::now());
        }
        Ok(())
    }

    /// Takes over from those that have given no sign for too long.
    pub async fn take_over(self: &Arc<Self>) -> Outcome<()> {
        let own = self.instance().await?;
        let buried = self.store.bury_instances(own, self.store.pace().dead).await?;
        for dead in &buried {
            tracing::warn!(name = dead.name, "instance lost, its work is taken over");
        }
        if !buried.is_empty() {
            self.living.left.send_replace(());
        }
        let failed = self.store.fail_dead_runs(self.now()).await?;
        if failed > 0 {
            tracing::warn!(failed, "runs of a lost instance failed");
        }
        self.adopt_runs(own).await
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

    async fn end(&self) {
        if let Some(own) = self.living.row.lock().await.take()
            && let Err(error) = self.store.end_instance(own).await
        {
            tracing::warn!(%error, "removing the instance at shutdown failed");
        }
    }
}
