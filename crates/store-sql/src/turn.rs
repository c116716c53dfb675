//! Work in turn: the transaction of a writer beside which no other writes.

use std::sync::Arc;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ContentHash};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::{CandidateId, IdBlock, OrderId};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::order::{HandoverWrite, Order, OrderContext, OrderKeys, OrderStanding, VoidOrder};
use orderdock_store::{
    AttachmentCommit, Candidates, Chunk, ChunkCommit, ChunkOutcome, CommentCommit, CommentOutcome,
    CorrectionCommit, CorrectionKeys, EditCommit, HistoryRange, ImportCommit, KeptCall, LoadedChunk,
    OrderCommit, OrderHistory, RunScope, StoreResult, Turn,
};

use crate::ids::reserve_ids;
use crate::scope::OrganisationIds;
use crate::store::SharedState;
use crate::{
    Transaction, attachments, commit_import, corrections, history, loaded, orders, processing, requests,
};

pub(crate) struct InTurn<'s> {
    pub transaction: &'s dyn Transaction,
    pub shared: &'s SharedState,
}

impl InTurn<'_> {
    fn reference(&self) -> StoreResult<Arc<Reference>> {
        self.shared.reference.in_turn(self.transaction)
    }

    fn readable(&self, scope: &ReadScope) -> StoreResult<OrganisationIds> {
        Ok(OrganisationIds::readable(scope, &*self.reference()?))
    }

    fn writable(&self, scope: &WriteScope) -> StoreResult<OrganisationIds> {
        Ok(OrganisationIds::writable(scope, &*self.reference()?))
    }
}

impl Turn for InTurn<'_> {
    fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock> {
        Ok(IdBlock::new(reserve_ids(self.transaction, count)?, count))
    }

    fn load_import_context(&self, scope: &ReadScope, keys: &ImportKeys) -> StoreResult<ImportContext> {
        self.shared.load_import(self.transaction, scope, keys, self.reference()?)
    }

    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates> {
        let reference = self.reference()?;
        let organisations = OrganisationIds::readable(scope, &reference);
        loaded::by_ids(self.transaction, &organisations, reference, ids)
    }

    fn commit_import(&self, commit: &ImportCommit) -> StoreResult<()> {
        commit_import::commit(self.transaction, std::slice::from_ref(commit))
    }

    fn load_order_context(&self, scope: &ReadScope, keys: &OrderKeys) -> StoreResult<OrderContext> {
        orders::context(self.transaction, scope, keys, self.reference()?)
    }

    fn order(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        orders::by_id(self.transaction, &self.readable(scope)?, id)
    }

    fn order_history(&self, scope: &ReadScope, id: OrderId) -> StoreResult<Option<OrderHistory>> {
        orders::history(self.transaction, &self.readable(scope)?, id, HistoryRange::NONE)
    }

    fn void_order(&self, scope: &WriteScope, void: &VoidOrder, call: Option<&KeptCall>) -> StoreResult<()> {
        orders::void(self.transaction, &self.writable(scope)?, void)?;
        requests::keep_call(self.transaction, call)
    }

    fn orders_to_hand_over(&self, scope: &WriteScope, ids: &[OrderId]) -> StoreResult<Vec<OrderStanding>> {
        orders::handover::standing(self.transaction, &self.writable(scope)?, ids)
    }

    fn hand_over(&self, handovers: &[HandoverWrite], call: Option<&KeptCall>) -> StoreResult<()> {
        orders::handover::write(self.transaction, handovers)?;
        requests::keep_call(self.transaction, call)
    }

    fn attachment_with(
        &self,
        scope: &ReadScope,
        target: &AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>> {
        attachments::with_content(self.transaction, &self.readable(scope)?, target, content)
    }

    fn commit_attachment(&self, commit: &AttachmentCommit) -> StoreResult<()> {
        attachments::write(self.transaction, commit)
    }

    fn create_order(&self, commit: &OrderCommit) -> StoreResult<Order> {
        orders::create(self.transaction, commit)
    }

    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk> {
        processing::load(self.transaction, scope, self.reference()?, chunk)
    }

    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
        processing::commit(self.transaction, commit)
    }

    fn load_correction(&self, scope: &RunScope, keys: &CorrectionKeys) -> StoreResult<CorrectionContext> {
        corrections::load(self.transaction, scope, self.reference()?, keys)
    }

    fn commit_correction(&self, commit: &CorrectionCommit) -> StoreResult<()> {
        corrections::commit(self.transaction, commit)
    }

    fn comment(&self, scope: &WriteScope, commit: &CommentCommit) -> StoreResult<CommentOutcome> {
        history::comment(self.transaction, &self.writable(scope)?, commit)
    }

    fn commit_edit(&self, commit: &EditCommit) -> StoreResult<ChunkOutcome> {
        corrections::commit_edit(self.transaction, &self.writable(&commit.scope)?, commit)
    }
}
