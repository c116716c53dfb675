//! Loading of a batch that was read from another format than YAML or JSON, and its comparison with the stored records.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::masterdata::kinds::{Batch, KindName, MemberChange, UpsertOutcome};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_store::{MasterdataUpsert, UpsertResult};

use super::{MasterDataService, records};
use crate::{Caller, Failure};

/// Maximum number of new and of changed records that are listed.
pub const MAX_DIFFERENCES: usize = 20;

/// Reason why nothing of a batch was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchFailure {
    /// All problems of the batch, with pointers to its records.
    Rejected(Vec<Problem>),
    /// The caller lacks a scope, or the database failed.
    Failed(Failure),
}

/// Differences between a batch and the stored records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BatchDifferences {
    /// Indexes of the first new records in the batch.
    pub created: Vec<usize>,
    /// Indexes of the first changed records with the changed members. A record without changed members has changes in its
    /// nested records.
    pub changed: Vec<(usize, Vec<MemberChange>)>,
}

impl MasterDataService {
    /// Loads a whole batch, or nothing if it has problems. A dry run checks everything and writes nothing.
    pub async fn load_batch(
        &self,
        caller: &Caller,
        batch: Arc<Batch>,
        dry_run: bool,
    ) -> Result<UpsertResult, BatchFailure> {
        may_load(caller, &batch)?;
        let (scope, by) = (caller.organisations.write(), records::changed_by(caller));
        let upsert = MasterdataUpsert { scope, batch, by, dry_run, build_log_entry: None };
        let outcome = self.store.upsert_masterdata(upsert).await;
        outcome.map_err(Failure::from)?.map_err(BatchFailure::Rejected)
    }

    /// Compares the new and changed records of a kind with the stored ones, from the result of a dry run. Returns at most
    /// [`MAX_DIFFERENCES`] of each.
    pub async fn batch_differences(
        &self,
        caller: &Caller,
        kind: KindName,
        batch: &Batch,
        dry_run: &UpsertResult,
    ) -> Result<BatchDifferences, Failure> {
        caller.require(Scope::CandidatesRead, Phrase::ReadMasterdata)?;
        let records = dry_run.records.iter().filter(|record| record.kind == kind).enumerate();
        let of_outcome = |outcome| {
            let records = records.clone().filter(move |(_, record)| record.outcome == outcome);
            records.take(MAX_DIFFERENCES)
        };
        let mut differences = BatchDifferences::default();
        differences.created.extend(of_outcome(UpsertOutcome::Created).map(|(index, _)| index));
        for (index, record) in of_outcome(UpsertOutcome::Changed) {
            let stored = self.store.masterdata(caller.organisations.read(), kind, record.id).await?;
            let changes = stored.map(|stored| batch.changes(kind.kind(), index, &stored));
            differences.changed.push((index, changes.unwrap_or_default()));
        }
        Ok(differences)
    }
}

fn may_load(caller: &Caller, batch: &Batch) -> Result<(), Failure> {
    caller.require(Scope::MasterdataWrite, Phrase::LoadMasterdata)?;
    if !batch.of(KindName::Organisations).is_empty() {
        caller.require(Scope::Admin, Phrase::ChangeOrganisations)?;
    }
    Ok(())
}

impl From<Failure> for BatchFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}
