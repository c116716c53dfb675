//! Importing: what rows meet, and what becomes of them.

use std::sync::Arc;

use async_trait::async_trait;
use orderdock_domain::access::ReadScope;
use orderdock_domain::import::{ImportContext, ImportKeys};

use crate::{ImportCommit, StoreResult};

/// Importing: what rows meet, and what becomes of them.
#[async_trait]
pub trait ImportStore: Send + Sync + 'static {
    /// Loads what exists for the keys of a batch, in one read snapshot and a number of queries that does not
    /// depend on the size of the batch.
    async fn load_import_context(
        &self,
        scope: ReadScope,
        keys: Arc<ImportKeys>,
    ) -> StoreResult<ImportContext>;

    /// Writes an import whole, or answers why not.
    async fn commit_import(&self, commit: ImportCommit) -> StoreResult<()> {
        self.commit_imports(vec![commit]).await
    }

    /// Writes imports in this order, all of them whole, or answers why none. Each may rely on what those before it
    /// write.
    async fn commit_imports(&self, commits: Vec<ImportCommit>) -> StoreResult<()>;
}
