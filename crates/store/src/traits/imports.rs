//! Imports: the records that rows match, and the commit of a plan.

use orderdock_domain::access::ReadScope;
use orderdock_domain::import::{ImportContext, ImportKeys};

use crate::{ImportCommit, StoreResult};

/// Reads of imports.
pub trait ImportReader {
    /// Loads the records for the keys of a batch, with a number of queries that does not depend on the size of the batch.
    fn load_import_context(&self, scope: &ReadScope, keys: &ImportKeys) -> StoreResult<ImportContext>;
}

/// Writes of imports.
pub trait ImportWriter {
    /// Writes an import in full; `Conflict` if a record that it depends on has changed.
    fn commit_import(&self, commit: &ImportCommit) -> StoreResult<()> {
        self.commit_imports(std::slice::from_ref(commit))
    }

    /// Writes imports in order, all of them in full; `Conflict` if a record that they depend on has changed. An import
    /// may depend on the writes of earlier ones.
    fn commit_imports(&self, commits: &[ImportCommit]) -> StoreResult<()>;
}
