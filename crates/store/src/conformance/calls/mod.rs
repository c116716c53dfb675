//! Reads and writes of the storage traits, each in its own transaction.

mod access;
mod import_drafts;
mod instances;
mod notifications;
mod outbox;
mod requests;
mod runs;
mod saved_views;
mod schedules;
mod webhooks;

use std::collections::HashMap;

use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::attachment::{Attachment, AttachmentTarget, ContentHash, ExternalHeader};
use orderdock_domain::correction::CorrectionContext;
use orderdock_domain::ids::{AttachmentId, CandidateId, IdBlock, OrderId};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::order::{HandoverOrder, HandoverWrite, Order, OrderContext, OrderKeys, VoidOrder};

use crate::{
    AttachmentCommit, CandidateOrder, Candidates, ChunkOutcome, CommentCommit, CommentOutcome,
    CorrectionCommit, CorrectionKeys, EditCommit, History, HistoryRange, ImportCommit, OrderCommit,
    OrderHistory, OrderPage, OrderQuery, RequestLogEntry, RunScope, Store, StoreResult, WriteMode,
};

pub(super) use access::AccessCalls;
pub(super) use import_drafts::ImportDraftCalls;
pub(super) use instances::InstanceCalls;
pub(super) use notifications::NotificationCalls;
pub(super) use outbox::OutboxCalls;
pub(super) use requests::RequestCalls;
pub(super) use runs::RunCalls;
pub(super) use saved_views::SavedViewCalls;
pub(super) use schedules::ScheduleCalls;
pub(super) use webhooks::WebhookCalls;

/// Methods of [`ReadTransaction`](crate::ReadTransaction) and [`WriteTransaction`](crate::WriteTransaction), each in
/// its own transaction: a read snapshot, or the write mode that use cases try first.
pub(super) trait SingleCalls {
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock>;
    async fn load_import_context(&self, scope: ReadScope, keys: ImportKeys) -> StoreResult<ImportContext>;
    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()>;
    async fn commit_imports(&self, commits: Vec<ImportCommit>) -> StoreResult<()>;
    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates>;
    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext>;
    async fn commit_correction(&self, commit: CorrectionCommit) -> StoreResult<()>;
    async fn commit_edit(&self, commit: EditCommit) -> StoreResult<ChunkOutcome>;
    async fn comment(&self, scope: WriteScope, commit: CommentCommit) -> StoreResult<CommentOutcome>;
    async fn candidate_history(
        &self,
        scope: WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History>;
    async fn count_comments(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<HashMap<CandidateId, u64>>;
    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage>;
    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>>;
    async fn load_order_context(&self, scope: ReadScope, keys: OrderKeys) -> StoreResult<OrderContext>;
    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order>;
    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>>;
    async fn order_history(
        &self,
        scope: ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>>;
    async fn orders_to_hand_over(
        &self,
        scope: WriteScope,
        ids: Vec<OrderId>,
    ) -> StoreResult<Vec<HandoverOrder>>;
    async fn hand_over(
        &self,
        handovers: Vec<HandoverWrite>,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()>;
    async fn void_order(
        &self,
        scope: WriteScope,
        void: VoidOrder,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()>;
    async fn headers_named(&self, scope: ReadScope, header_id: String) -> StoreResult<Vec<ExternalHeader>>;
    async fn attachment(&self, scope: ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>>;
    async fn attachments_of(
        &self,
        scope: ReadScope,
        targets: Vec<AttachmentTarget>,
    ) -> StoreResult<Vec<Attachment>>;
    async fn attachment_with(
        &self,
        scope: ReadScope,
        target: AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>>;
    async fn delete_marks(&self, contents: Vec<ContentHash>) -> StoreResult<()>;
    async fn commit_attachment(&self, commit: AttachmentCommit) -> StoreResult<()>;
}

impl SingleCalls for dyn Store {
    async fn reserve_ids(&self, count: u32) -> StoreResult<IdBlock> {
        self.write(WriteMode::Ids, 1, move |tx| tx.reserve_ids(count)).await
    }

    async fn load_import_context(&self, scope: ReadScope, keys: ImportKeys) -> StoreResult<ImportContext> {
        self.read(move |tx| tx.load_import_context(&scope, &keys)).await
    }

    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()> {
        self.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_import(&commit)).await
    }

    async fn commit_imports(&self, commits: Vec<ImportCommit>) -> StoreResult<()> {
        let rows = commits.iter().map(ImportCommit::row_count).sum();
        self.write(WriteMode::Shared, rows, move |tx| tx.commit_imports(&commits)).await
    }

    async fn candidates(&self, scope: ReadScope, ids: Vec<CandidateId>) -> StoreResult<Candidates> {
        self.read(move |tx| tx.candidates(&scope, &ids)).await
    }

    async fn load_correction(&self, scope: RunScope, keys: CorrectionKeys) -> StoreResult<CorrectionContext> {
        self.read(move |tx| tx.load_correction(&scope, &keys)).await
    }

    async fn commit_correction(&self, commit: CorrectionCommit) -> StoreResult<()> {
        self.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_correction(&commit)).await
    }

    async fn commit_edit(&self, commit: EditCommit) -> StoreResult<ChunkOutcome> {
        self.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_edit(&commit)).await
    }

    async fn comment(&self, scope: WriteScope, commit: CommentCommit) -> StoreResult<CommentOutcome> {
        self.write(WriteMode::Records, CommentCommit::ROWS, move |tx| tx.comment(&scope, &commit)).await
    }

    async fn candidate_history(
        &self,
        scope: WriteScope,
        candidate: CandidateId,
        range: HistoryRange,
    ) -> StoreResult<History> {
        self.read(move |tx| tx.candidate_history(&scope, candidate, range)).await
    }

    async fn count_comments(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<HashMap<CandidateId, u64>> {
        self.read(move |tx| tx.count_comments(&scope, &candidates)).await
    }

    async fn find_orders(&self, scope: ReadScope, query: OrderQuery) -> StoreResult<OrderPage> {
        self.list(move |tx| tx.find_orders(&scope, &query)).await
    }

    async fn orders_of_candidates(
        &self,
        scope: ReadScope,
        candidates: Vec<CandidateId>,
    ) -> StoreResult<Vec<CandidateOrder>> {
        self.read(move |tx| tx.orders_of_candidates(&scope, &candidates)).await
    }

    async fn load_order_context(&self, scope: ReadScope, keys: OrderKeys) -> StoreResult<OrderContext> {
        self.read(move |tx| tx.load_order_context(&scope, &keys)).await
    }

    async fn create_order(&self, commit: OrderCommit) -> StoreResult<Order> {
        self.write(WriteMode::Shared, commit.row_count(), move |tx| tx.create_order(&commit)).await
    }

    async fn order(&self, scope: ReadScope, id: OrderId) -> StoreResult<Option<Order>> {
        self.read(move |tx| tx.order(&scope, id)).await
    }

    async fn order_history(
        &self,
        scope: ReadScope,
        id: OrderId,
        comments: HistoryRange,
    ) -> StoreResult<Option<OrderHistory>> {
        self.read(move |tx| tx.order_history(&scope, id, comments)).await
    }

    async fn orders_to_hand_over(
        &self,
        scope: WriteScope,
        ids: Vec<OrderId>,
    ) -> StoreResult<Vec<HandoverOrder>> {
        self.read(move |tx| tx.orders_to_hand_over(&scope, &ids)).await
    }

    async fn hand_over(
        &self,
        handovers: Vec<HandoverWrite>,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()> {
        let rows = 1 + handovers.len();
        self.write(WriteMode::Shared, rows, move |tx| tx.hand_over(&handovers, call.as_ref())).await
    }

    async fn void_order(
        &self,
        scope: WriteScope,
        void: VoidOrder,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()> {
        let rows = 2 + void.changes.len();
        self.write(WriteMode::Shared, rows, move |tx| tx.void_order(&scope, &void, call.as_ref())).await
    }

    async fn headers_named(&self, scope: ReadScope, header_id: String) -> StoreResult<Vec<ExternalHeader>> {
        self.read(move |tx| tx.headers_named(&scope, &header_id)).await
    }

    async fn attachment(&self, scope: ReadScope, id: AttachmentId) -> StoreResult<Option<Attachment>> {
        self.read(move |tx| tx.attachment(&scope, id)).await
    }

    async fn attachments_of(
        &self,
        scope: ReadScope,
        targets: Vec<AttachmentTarget>,
    ) -> StoreResult<Vec<Attachment>> {
        self.read(move |tx| tx.attachments_of(&scope, &targets)).await
    }

    async fn delete_marks(&self, contents: Vec<ContentHash>) -> StoreResult<()> {
        self.write(WriteMode::Shared, contents.len(), move |tx| tx.delete_marks(&contents)).await
    }

    async fn attachment_with(
        &self,
        scope: ReadScope,
        target: AttachmentTarget,
        content: ContentHash,
    ) -> StoreResult<Option<Attachment>> {
        self.read(move |tx| tx.attachment_with(&scope, &target, content)).await
    }

    async fn commit_attachment(&self, commit: AttachmentCommit) -> StoreResult<()> {
        self.write(WriteMode::Shared, AttachmentCommit::ROWS, move |tx| tx.commit_attachment(&commit)).await
    }
}
