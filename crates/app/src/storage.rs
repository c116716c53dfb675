//! Limits of stored bytes: the free space of disks, and quotas of organisations.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use orderdock_domain::cast;
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{Conflict, ReadTransaction, StorageUse, Store, StoreError, StoreResult};
use tokio::time::Instant;

use crate::locked::locked;
use crate::{Caller, Failure, Outcome};

/// Default quotas of an organisation in bytes.
const ATTACHMENTS: u64 = 50 << 30;
const REJECTED_QUOTA: u64 = 5 << 30;
/// Upper limit in bytes of the default floor of free space, which is 5 % of the disk.
const LARGEST_FLOOR: u64 = 1 << 30;
/// Seconds until a client may retry.
const RETRY_FULL_DISK: u32 = 60;
const RETRY_FULL_QUOTA: u32 = 3_600;
/// Age up to which the figures of `/metrics` are reused, because anyone may read them.
const FIGURES_FOR: Duration = Duration::from_secs(10);

/// Free and total bytes of a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskSpace {
    pub free: u64,
    pub total: u64,
}

/// A disk whose space can be read; `None` if reading fails.
pub trait Disk: Debug + Send + Sync + 'static {
    fn space(&self) -> Option<DiskSpace>;
}

/// Limits of stored bytes.
#[derive(Clone, Debug)]
pub struct StorageLimits {
    /// Quota of each organisation for its attachments, in bytes.
    pub attachment_quota: u64,
    /// Quota of each organisation for whole bodies of rejected requests, in bytes.
    pub rejected_quota: u64,
    /// Minimum of free bytes on each disk; 0 for no minimum, `None` for the default.
    pub free_space_floor: Option<u64>,
    /// The disk of the database, if it is on this machine.
    pub database: Option<Arc<dyn Disk>>,
    /// The disk of the attachments, if it is on this machine.
    pub attachments: Option<Arc<dyn Disk>>,
}

impl Default for StorageLimits {
    fn default() -> Self {
        Self {
            attachment_quota: ATTACHMENTS,
            rejected_quota: REJECTED_QUOTA,
            free_space_floor: None,
            database: None,
            attachments: None,
        }
    }
}

impl StorageLimits {
    /// Returns the minimum of free bytes of a disk.
    pub fn floor(&self, disk: DiskSpace) -> u64 {
        self.free_space_floor.unwrap_or_else(|| (disk.total / 20).min(LARGEST_FLOOR))
    }

    /// Returns the quota in bytes for the attachments of an organisation.
    pub fn attachments_of(&self, stored: &StorageUse) -> u64 {
        self.attachment_quota.max(at_upgrade(stored.attachments_before))
    }

    /// Returns the quota in bytes for rejected requests of an organisation; beyond it only excerpts are stored.
    pub fn rejected_of(&self, stored: &StorageUse) -> u64 {
        self.rejected_quota.max(at_upgrade(stored.rejected_before))
    }
}

/// Returns 120 % of the bytes that were stored when quotas were introduced, the minimum of every quota.
fn at_upgrade(bytes: i64) -> u64 {
    cast::<u64>(bytes).saturating_mul(6) / 5
}

/// Returns the stored bytes of an organisation.
pub(crate) fn storage_use_of(
    tx: &dyn ReadTransaction,
    organisation: OrganisationId,
) -> StoreResult<StorageUse> {
    let own = tx.storage_use()?.into_iter().find(|stored| stored.organisation == organisation);
    Ok(own.unwrap_or_else(|| StorageUse::none(organisation)))
}

/// Fails with a conflict if the stored bytes exceed a quota. A transaction calls it after it has added its own bytes: the
/// row of the organisation is locked then, so that requests at several instances do not exceed the quota together.
pub(crate) fn require_quota(stored: u64, limit: u64) -> StoreResult<()> {
    if stored <= limit { Ok(()) } else { Err(StoreError::Conflict(Conflict::Quota)) }
}

/// Returns the failure of an upload that does not fit into the quota.
pub(crate) fn attachment_quota_failure(used: u64, limit: u64) -> Failure {
    let problem = Problem::new(ProblemCode::AttachmentQuota, "/file").with("used", cast::<i64>(used));
    Failure::retryable(problem.with("limit", cast::<i64>(limit)), RETRY_FULL_QUOTA)
}

/// Configured limits and cached figures.
#[derive(Default)]
pub(crate) struct Storage {
    limits: OnceLock<StorageLimits>,
    /// Whether free space of the database's disk is below the floor, so that only changes are logged.
    database_full: AtomicBool,
    attachments_full: AtomicBool,
    figures: tokio::sync::Mutex<StorageFigures>,
    uploads: Arc<Mutex<AdmittedUploads>>,
}

/// Uploads of this process that are within the quota and not stored yet.
#[derive(Default)]
struct AdmittedUploads {
    bytes: HashMap<OrganisationId, u64>,
    /// Number of uploads that have ended. Figures that were read before an upload ended do not contain it.
    ended: u64,
}

/// Bytes of an admitted upload. They count towards the quota until the upload is stored or has failed.
pub(crate) struct QuotaReservation {
    uploads: Arc<Mutex<AdmittedUploads>>,
    organisation: OrganisationId,
    size: u64,
}

impl Drop for QuotaReservation {
    fn drop(&mut self) {
        let mut uploads = locked(&self.uploads);
        uploads.ended += 1;
        if let Some(bytes) = uploads.bytes.get_mut(&self.organisation) {
            *bytes -= self.size;
            if *bytes == 0 {
                uploads.bytes.remove(&self.organisation);
            }
        }
    }
}

/// Stored bytes as last read, and the time of the last attempt to read them.
#[derive(Default)]
struct StorageFigures {
    tried_at: Option<Instant>,
    stored: Vec<StorageUse>,
}

impl StorageFigures {
    fn is_due(&self) -> bool {
        self.tried_at.is_none_or(|at| at.elapsed() >= FIGURES_FOR)
    }

    /// Takes the result of an attempt. The older figures remain after a failure, and the next attempt waits as long as
    /// after a success, so that requests do not add to the load of a failing database.
    fn update(&mut self, read: StoreResult<Vec<StorageUse>>) {
        self.tried_at = Some(Instant::now());
        match read {
            Ok(stored) => self.stored = stored,
            Err(error) => tracing::warn!(%error, "reading the storage use failed"),
        }
    }
}

/// Stored bytes of an organisation with its quotas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrganisationStorage {
    pub stored: StorageUse,
    pub attachment_quota: u64,
    pub rejected_quota: u64,
}

/// Free space of a disk with its floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskView {
    pub name: &'static str,
    pub space: DiskSpace,
    pub floor: u64,
}

/// Service for free disk space and the quotas of organisations.
pub struct StorageService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) state: Storage,
}

impl StorageService {
    /// Sets the limits, once. Without a call the default quotas apply, and no free space is required.
    pub fn limit_storage(&self, limits: StorageLimits) {
        if self.state.limits.set(limits).is_err() {
            tracing::warn!("storage limits configured twice");
        }
    }

    pub fn storage_limits(&self) -> &StorageLimits {
        static DEFAULT: OnceLock<StorageLimits> = OnceLock::new();
        self.state.limits.get().unwrap_or_else(|| DEFAULT.get_or_init(StorageLimits::default))
    }

    /// Fails while the disk of the database has less free space than its floor.
    pub fn require_free_space(&self) -> Outcome<()> {
        self.require_free("database", self.storage_limits().database.as_ref(), &self.state.database_full)
    }

    /// Fails while the disk of the attachments has less free space than its floor.
    pub(crate) fn require_space_for_files(&self) -> Outcome<()> {
        let disk = self.storage_limits().attachments.as_ref();
        self.require_free("attachments", disk, &self.state.attachments_full)
    }

    fn require_free(&self, name: &str, disk: Option<&Arc<dyn Disk>>, was_full: &AtomicBool) -> Outcome<()> {
        let Some(space) = disk.and_then(|disk| disk.space()) else { return Ok(()) };
        let floor = self.storage_limits().floor(space);
        let full = space.free < floor;
        if was_full.swap(full, Ordering::Relaxed) != full {
            tracing::warn!(
                disk = name,
                full,
                free = space.free,
                floor,
                "free disk space crossed the minimum"
            );
        }
        if full {
            let problem = Problem::new(ProblemCode::ServerNoSpace, "");
            return Err(Failure::retryable(problem, RETRY_FULL_DISK));
        }
        Ok(())
    }

    /// Reserves the bytes of an attachment, so that concurrent uploads of this process do not exceed the quota together.
    /// Fails if the attachment would exceed the quota of its organisation.
    pub(crate) async fn reserve_attachment(
        &self,
        organisation: OrganisationId,
        size: u64,
    ) -> Outcome<QuotaReservation> {
        loop {
            let ended = locked(&self.state.uploads).ended;
            let stored = self.storage_of(organisation).await?;
            let limit = self.storage_limits().attachments_of(&stored);
            let mut uploads = locked(&self.state.uploads);
            if uploads.ended != ended {
                continue;
            }
            let admitted = uploads.bytes.entry(organisation).or_default();
            let used = cast::<u64>(stored.attachments).saturating_add(*admitted);
            if used.saturating_add(size) <= limit {
                *admitted += size;
                let uploads = Arc::clone(&self.state.uploads);
                return Ok(QuotaReservation { uploads, organisation, size });
            }
            return Err(attachment_quota_failure(used, limit));
        }
    }

    /// Returns whether `size` more bytes of rejected requests are within the quota of an organisation.
    pub(crate) async fn has_rejected_quota(&self, organisation: OrganisationId, size: u64) -> Outcome<bool> {
        let stored = self.storage_of(organisation).await?;
        let limit = self.storage_limits().rejected_of(&stored);
        Ok(cast::<u64>(stored.rejected).saturating_add(size) <= limit)
    }

    async fn storage_of(&self, organisation: OrganisationId) -> Outcome<StorageUse> {
        Ok(self.store.read(move |tx| storage_use_of(tx, organisation)).await?)
    }

    /// Returns stored bytes and quotas of the organisations of the caller.
    pub async fn organisation_storage(&self, caller: &Caller) -> Outcome<Vec<OrganisationStorage>> {
        let all = self.store.read(|tx| tx.storage_use()).await?;
        let own = all.into_iter().filter(|stored| caller.organisations.contains(stored.organisation));
        Ok(own.map(|stored| self.with_quotas(stored)).collect())
    }

    /// Returns stored bytes and quotas of all organisations, at most 10 seconds old; older ones if reading fails.
    pub async fn storage_figures(&self) -> Vec<OrganisationStorage> {
        let mut figures = self.state.figures.lock().await;
        if figures.is_due() {
            figures.update(self.store.read(|tx| tx.storage_use()).await);
        }
        figures.stored.iter().map(|stored| self.with_quotas(*stored)).collect()
    }

    fn with_quotas(&self, stored: StorageUse) -> OrganisationStorage {
        let limits = self.storage_limits();
        let (attachment_quota, rejected_quota) =
            (limits.attachments_of(&stored), limits.rejected_of(&stored));
        OrganisationStorage { stored, attachment_quota, rejected_quota }
    }

    /// Returns the free space of the disks of this machine.
    pub fn disks(&self) -> Vec<DiskView> {
        let limits = self.storage_limits();
        let disks = [("database", &limits.database), ("attachments", &limits.attachments)];
        let view = |(name, disk): (&'static str, &Option<Arc<dyn Disk>>)| {
            let space = disk.as_ref()?.space()?;
            Some(DiskView { name, space, floor: limits.floor(space) })
        };
        disks.into_iter().filter_map(view).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_is_the_smaller_of_a_twentieth_and_one_gibibyte() {
        let limits = StorageLimits::default();
        let floor = |total| limits.floor(DiskSpace { free: 0, total });
        assert_eq!((floor(10 << 30), floor(1 << 40)), ((10 << 30) / 20, 1 << 30));
        let set = StorageLimits { free_space_floor: Some(7), ..limits };
        assert_eq!(set.floor(DiskSpace { free: 0, total: 1 << 40 }), 7);
    }

    #[test]
    fn failed_read_keeps_figures_and_waits_for_next_attempt() {
        let mut figures = StorageFigures::default();
        assert!(figures.is_due());
        figures.update(Err(orderdock_store::StoreError::Unavailable("it does not answer".to_owned())));
        assert!(!figures.is_due());
        let stored = vec![StorageUse::none(OrganisationId(1))];
        figures.update(Ok(stored.clone()));
        figures.update(Err(orderdock_store::StoreError::Unavailable("it does not answer".to_owned())));
        assert_eq!(figures.stored, stored);
        figures.tried_at = Instant::now().checked_sub(FIGURES_FOR);
        assert!(figures.is_due());
    }

    #[test]
    fn default_quotas_are_50_and_5_gibibytes() {
        let (limits, none) = (StorageLimits::default(), StorageUse::none(OrganisationId(1)));
        assert_eq!((limits.attachments_of(&none), limits.rejected_of(&none)), (50 << 30, 5 << 30));
    }

    #[test]
    fn quota_is_at_least_120_percent_of_previously_stored_bytes() {
        let limits =
            StorageLimits { attachment_quota: 100, rejected_quota: 1_000, ..StorageLimits::default() };
        let none = StorageUse::none(OrganisationId(1));
        let stored = StorageUse { attachments_before: 500, rejected_before: 500, ..none };
        assert_eq!((limits.attachments_of(&stored), limits.rejected_of(&stored)), (600, 1_000));
    }
}
