//! The processes that work on the database.

use async_trait::async_trait;
use jiff::SignedDuration;
use orderdock_domain::ids::InstanceId;

use crate::{Fence, Instance, NewInstance, Pace, StoreResult};

/// The processes that work on the database.
///
/// Each has a row, and signs it. Whoever finds that another has given no sign for too long takes its row away: then its
/// leases are free, its runs anybody's, and what it still wants to write for them is refused by their fences.
#[async_trait]
pub trait InstanceStore: Send + Sync + 'static {
    /// How signs are given here.
    fn pace(&self) -> Pace;

    /// A new row, signed.
    async fn begin_instance(&self, new: NewInstance) -> StoreResult<InstanceId>;

    /// Signs a row; `false` if others have taken the process for dead, which then begins anew.
    async fn sign_instance(&self, instance: InstanceId, clock_ahead: SignedDuration) -> StoreResult<bool>;

    /// Leaves everything to the others.
    async fn end_instance(&self, instance: InstanceId) -> StoreResult<()>;

    /// Buries those that have given no sign for so long: their connections are cut, so that no lock of theirs stays,
    /// their rows go, and so do their claims. Tells them.
    ///
    /// Only who has signed in time for as long itself can judge: it may be the database that stood still.
    async fn bury_instances(
        &self,
        judge: InstanceId,
        silent: SignedDuration,
    ) -> StoreResult<Vec<NewInstance>>;

    /// Those that live, as far as anybody knows, oldest first.
    async fn instances(&self) -> StoreResult<Vec<Instance>>;

    /// Takes or keeps a lease, which is held for as long as the instance lives; nothing while another one has it.
    async fn take_lease(&self, name: &'static str, holder: InstanceId) -> StoreResult<Option<Fence>>;
}
