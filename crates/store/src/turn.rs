//! The last resort of what others overtake again and again: to load, plan and commit while nothing else writes.

use std::any::Any;
use std::sync::Arc;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ContentHash};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::{CandidateId, IdBlock, OrderId};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::order::{HandoverWrite, Order, OrderContext, OrderKeys, OrderStanding, VoidOrder};

use crate::{
    AttachmentCommit, Candidates, Chunk, ChunkCommit, ChunkOutcome, CommentCommit, CommentOutcome,
    CorrectionCommit, CorrectionKeys, EditCommit, ImportCommit, KeptCall, LoadedChunk, OrderCommit,
    OrderHistory, RunScope, Store, StoreError, StoreResult,
};

/// One transaction beside which nothing else writes. What it offers does the same as the methods of [`Store`] that
/// are called so.
pub trait Turn {
    fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;

    fn load_import_context(&self, scope: &ReadScope, keys: &ImportKeys) -> StoreResult<ImportContext>;

    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates>;

    fn commit_import(&self, commit: &ImportCommit) -> StoreResult<()>;

    fn load_order_context(&self, scope: &ReadScope, keys: &OrderKeys) -> StoreResult<OrderContext>;

    fn order(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<Order>>;

    fn order_history(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<OrderHistory>>;

    fn void_order(&self, scope: &WriteScope, void: &VoidOrder, call: Option<&KeptCall>) -> StoreResult<()>;

    fn orders_to_hand_over(&self, scope: &WriteScope, ids: &[OrderId]) -> StoreResult<Vec<OrderStanding>>;

    fn hand_over(&self, handovers: &[HandoverWrite], call: Option<&KeptCall>) -> StoreResult<()>;

    fn attachment_with(
        &self,
        scope: &ReadScope,
        target: &AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>>;

    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()>;

    fn create_order(&self, commit: &OrderCommit) -> StoreResult<Order>;

    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk>;

    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome>;

    fn load_correction(&self, scope: &RunScope, keys: &CorrectionKeys) -> StoreResult<CorrectionContext>;

    fn commit_correction(&self, commit: &CorrectionCommit) -> StoreResult<()>;

    /// Tells whether it is written.
    fn comment(&self, scope: &WriteScope, commit: &CommentCommit) -> StoreResult<CommentOutcome>;

    fn commit_edit(&self, commit: &EditCommit) -> StoreResult<ChunkOutcome>;
}

/// What is done in a turn. The transaction may have to run it again from its beginning: then nothing of what it did
/// before has happened.
pub type WorkInTurn = Arc<dyn Fn(&dyn Turn) -> StoreResult<Done> + Send + Sync>;

/// What work in a turn comes to.
pub type Done = Box<dyn Any + Send>;

impl dyn Store {
    /// Does work that writes about so many rows in a turn of its own, and tells what it came to. If it answers an
    /// error, what it wrote is undone.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl Fn(&dyn Turn) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        let work = move |turn: &dyn Turn| work(turn).map(|done| Box::new(done) as Done);
        let done = self.take_turn(rows, Arc::new(work)).await?;
        let other = |_| StoreError::Statement("the exclusive transaction returned another type".to_owned());
        done.downcast().map(|done| *done).map_err(other)
    }
}
