//! Master data by description: writing it, reading it back, and who changed what.

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::kinds::{
    Batch, Counts, KindName, MemberChange, StoredRecord, UpsertedRecord,
};
use orderdock_domain::problem::{Language, Problem};
use orderdock_domain::text::Text;
use serde::{Deserialize, Serialize};

use crate::{KeptCall, Total};

/// Who changes master data, for its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedBy {
    /// The token's name, or `cli`.
    pub actor: String,
    /// The request id of answers and logs.
    pub request_id: String,
    pub at: Timestamp,
}

/// Records to create and change, in one transaction.
pub struct MasterdataUpsert {
    pub scope: WriteScope,
    pub batch: Arc<Batch>,
    pub by: ChangedBy,
    /// Decide, but write nothing.
    pub dry_run: bool,
    /// Makes what is kept of the call, if it is kept. Ids and versions are known inside the writer's turn only.
    pub keep: Option<KeepCall<Upserted>>,
}

/// Makes what is kept of a call from what it came to.
pub type KeepCall<T> = Arc<dyn Fn(&T) -> KeptCall + Send + Sync>;

/// What became of a batch of records.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Upserted {
    /// For each kind that had any.
    pub counts: Vec<(KindName, Counts)>,
    /// By kind, in the order given; nested records left out.
    pub records: Vec<UpsertedRecord>,
    pub warnings: Vec<Problem>,
}

/// What became of a batch, or everything that is wrong with it and nothing written.
pub type MasterdataOutcome = Result<Upserted, Vec<Problem>>;

/// A record to take out of use.
pub struct Deactivation {
    /// Where it is looked for.
    pub read: ReadScope,
    pub write: WriteScope,
    pub kind: KindName,
    pub id: i64,
    pub by: ChangedBy,
    /// Of the record as it is afterwards.
    pub keep: KeepCall<StoredRecord>,
}

/// Which records of a kind a list has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MasterdataQuery {
    pub kind: KindName,
    /// Any part of at least 3 characters of a code, name or other part of a key, or its beginning, without case; of prices
    /// that of the product. Partners are found by their towns and postal codes, too.
    pub search: Option<String>,
    /// The language in which names of units and currencies are searched.
    pub language: Language,
    pub organisation: Option<OrganisationId>,
    pub active: Option<bool>,
    /// Of a nested kind: those nested in this record.
    pub parent: Option<i64>,
    pub window: MasterdataWindow,
    pub limit: u32,
}

/// Where a page of a list ascending by id lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MasterdataWindow {
    #[default]
    First,
    After(i64),
    Before(i64),
}

/// Records with those nested in them, ascending by id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MasterdataPage {
    pub records: Vec<StoredRecord>,
    /// Present if records follow, or precede.
    pub next: Option<i64>,
    pub previous: Option<i64>,
    /// Exact up to 100,000, of a search up to 1,000; of a search without an index if there are no more than 1,000
    /// records to look through.
    pub total: Total,
}

/// A line in the history of a record: it, or one that is nested in it, was created or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordChange {
    pub kind: KindName,
    pub id: i64,
    /// The version that the change made.
    pub version: i64,
    pub by: ChangedBy,
    /// `None` where it was created.
    pub changes: Option<Vec<MemberChange>>,
    /// Where it took another change back.
    pub undoes: Option<Undoes>,
}

/// What a change of a record took back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Undoes {
    /// The version that was undone.
    pub version: i64,
    /// The record had been created by it, and is no longer there.
    pub removed: bool,
    pub reason: Option<Text>,
}

/// What a call did to a record and those nested in it, to be taken back.
pub struct MasterdataUndo {
    /// Where it is looked for.
    pub read: ReadScope,
    pub write: WriteScope,
    pub kind: KindName,
    /// The record, not one that is nested in it.
    pub id: i64,
    /// The request id of the call, as the history tells it.
    pub request_id: String,
    pub reason: Option<Text>,
    pub by: ChangedBy,
    /// Decide, but write nothing.
    pub dry_run: bool,
    /// Makes what is kept of the call, if it is kept.
    pub keep: Option<KeepCall<Undone>>,
}

/// What came back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Undone {
    pub records: Vec<UndoneRecord>,
}

/// A record that is as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoneRecord {
    pub kind: KindName,
    pub id: i64,
    /// The version that its history has for that.
    pub version: i64,
    /// It is no longer there, as it was not before.
    pub removed: bool,
    pub changes: Vec<MemberChange>,
}

/// What came back, or everything that was built on it, and nothing written.
pub type UndoOutcome = Result<Undone, Vec<Problem>>;

/// A place in a history, which goes from the newest change to the oldest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangePlace {
    pub at: Timestamp,
    pub id: i64,
    pub version: i64,
}

impl RecordChange {
    pub fn place(&self) -> ChangePlace {
        ChangePlace { at: self.by.at, id: self.id, version: self.version }
    }
}
