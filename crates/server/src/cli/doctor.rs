use super::{attachment_check, byte_bar::byte_bar};
use crate::{
    config::{AttachmentStorage, ServiceOptions, Settings, StorageOptions},
    connections::ConnectionLimits,
    descriptors,
    failure::CommandFailure,
    secret::{self, Secret},
    wiring,
};
use orderdock_store::Finding;
use std::{fmt::Write, path::Path};

/// Check configuration and data for errors
///
/// Changes nothing and can run while the server is running. Each finding includes advice. Exit code 1 if there are
/// errors.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock doctor\n  \
    orderdock doctor --data-dir /var/lib/orderdock\n  \
    orderdock doctor --files\n  \
    orderdock doctor --database postgres://orderdock@db.example/orderdock")]
pub struct Doctor {
    /// Read every attached file and compare it with its stored hash (slow)
    #[arg(long)]
    files: bool,
    /// Also check this standby of the PostgreSQL database, as configured for `serve`
    #[arg(long, value_name = "URL", env = "ORDERDOCK_DATABASE_REPLICA", hide_env_values = true)]
    database_replica: Option<Secret>,
    #[command(flatten)]
    storage: StorageOptions,
}

/// Free bytes below which a disk is a finding.
const LOW_FREE_BYTES: u64 = 1 << 30;
const UNREADABLE: &str = "Fix the access to the database and run doctor again.";
const ATTACHMENTS_FULL: &str =
    "Raise attachment-quota in the configuration; uploads beyond the quota are rejected with 507.";
const REJECTED_FULL: &str = "Find the sender of these requests, or raise request-log-quota; beyond the quota, only faulty rows are stored.";
const FILE_LOST: &str =
    "Restore the file from a backup of the attachments, or attach it again; until then, its download fails.";

impl Doctor {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let options =
            ServiceOptions { database_replica: self.database_replica, ..ServiceOptions::from(self.storage) };
        let settings = options.resolve("orderdock-data")?;
        wiring::require_database(&settings)?;
        let mut findings = examine_folder(&settings);
        findings.extend(check_descriptors(settings.max_connections));
        findings.extend(settings.quiet.then(|| Finding {
            fault: "the configuration sets quiet: schedules, webhooks and mail are off".to_owned(),
            advice: "Remove the option quiet if this server is meant to send.",
            grave: false,
        }));
        match settings.database.examine(settings.database_connections, wiring::now()) {
            Ok(found) => {
                findings.extend(found);
                let replica = settings.replica.as_ref();
                findings.extend(replica.and_then(|replica| settings.database.examine_replica(replica)));
                findings.extend(examine_attachments(&settings, self.files).await);
                findings.extend(examine_storage(&settings));
            }
            Err(error) => findings.push(Finding {
                fault: format!("cannot check {}: {error}", settings.database),
                advice: UNREADABLE,
                grave: true,
            }),
        }
        let mut text = String::new();
        for Finding { fault, advice, grave } in &findings {
            let kind = if *grave { "error" } else { "note " };
            let _ = writeln!(text, "{kind}  {fault}\n       {advice}");
        }
        if findings.is_empty() {
            text.push_str("no errors found\n");
        }
        super::print(&text)?;
        match findings.iter().filter(|finding| finding.grave).count() {
            0 => Ok(()),
            1 => Err(CommandFailure::work("1 error found")),
            count => Err(CommandFailure::work(format!("{count} errors found"))),
        }
    }
}

/// Examines the files of the database: their permissions and the free space.
fn examine_folder(settings: &Settings) -> Vec<Finding> {
    let mut private = vec![settings.data_dir.clone(), settings.data_dir.join("demo-access.txt")];
    let files = settings.database.files();
    private.extend(files.iter().cloned());
    let mut findings: Vec<_> = private.iter().filter_map(|path| readable_by_others(path)).collect();
    findings.extend(settings.secret_files.iter().filter_map(|file| secret::readable_by_anyone(file)).map(|fault| Finding {
        fault,
        advice: "Remove the access of other users (chmod o= FILE) and change the password: they may have read it.",
        grave: true,
    }));
    let mut written = vec![settings.data_dir.clone()];
    if let Some(file) = files.first() {
        written.push(file.clone());
        findings.extend(check_free_space(file.parent()));
    }
    if let AttachmentStorage::Folder(folder) = &settings.attachments
        && folder.exists()
    {
        findings.extend(readable_by_others(folder));
        findings.extend(check_free_space(Some(folder)));
        written.extend([folder.clone(), folder.join("incoming"), folder.join("sha256")]);
    }
    findings.extend(written.iter().filter_map(|path| unwritable(path)));
    findings
}

/// Examines disks below their minimum of free space, and organisations that have used most of a quota.
fn examine_storage(settings: &Settings) -> Vec<Finding> {
    let limits = wiring::storage_limits(settings);
    let mut findings = Vec::new();
    for (name, disk) in [("database", &limits.database), ("attachments", &limits.attachments)] {
        let Some(space) = disk.as_ref().and_then(|disk| disk.space()) else { continue };
        let (floor, free) = (limits.floor(space), space.free);
        if free < floor {
            findings.push(Finding {
                fault: format!(
                    "the disk of the {name} has {free} free bytes, less than the minimum of {floor}"
                ),
                advice: "Free disk space or change --free-space-floor; until then, writes are rejected with 507.",
                grave: true,
            });
        }
    }
    // a failure to read it is a finding of another check
    for stored in settings.database.storage_use().unwrap_or_default() {
        let kinds = [
            ("attachments", stored.attachments, limits.attachments_of(&stored), ATTACHMENTS_FULL),
            ("rejected requests", stored.rejected, limits.rejected_of(&stored), REJECTED_FULL),
        ];
        for (kind, bytes, quota, advice) in kinds {
            if u64::try_from(bytes).unwrap_or(0) >= quota / 10 * 9 {
                let organisation = stored.organisation;
                let fault = format!(
                    "the {kind} of organisation {organisation} use {bytes} of {quota} bytes of their quota"
                );
                findings.push(Finding { fault, advice, grave: false });
            }
        }
    }
    findings
}

/// Examines the descriptor limit of this process, which equals that of a server with the same environment.
fn check_descriptors(wanted: u32) -> Option<Finding> {
    let maximum = descriptors::maximum()?;
    let connections = descriptors::within(maximum, &ConnectionLimits::for_connections(wanted)).connections;
    (connections < wanted).then(|| Finding {
        fault: format!(
            "a process of this user can open {maximum} files, so the server is limited to {connections} concurrent \
             connections instead of {wanted}"
        ),
        advice: "Raise the limit of open files: LimitNOFILE of the systemd unit, or ulimit -Hn.",
        grave: false,
    })
}

/// Examines whether the stored files of attachments are complete.
async fn examine_attachments(settings: &Settings, whole: bool) -> Vec<Finding> {
    let finding = |fault, advice| Finding { fault, advice, grave: true };
    let contents = match settings.database.attached_contents() {
        Ok(contents) if contents.is_empty() => return Vec::new(),
        Ok(contents) => contents,
        Err(error) => {
            let fault = format!("cannot read the list of attachments: {error}");
            return vec![finding(fault, UNREADABLE)];
        }
    };
    let bytes = contents.iter().filter_map(|(_, size)| u64::try_from(*size).ok()).sum();
    let reading = whole.then(|| byte_bar(Some(bytes)));
    match attachment_check::faults(&settings.attachments, &contents, reading.as_ref()).await {
        Ok(faults) => faults.into_iter().map(|fault| finding(fault, FILE_LOST)).collect(),
        Err(fault) => vec![finding(fault, "Fix the access to the files and run doctor again.")],
    }
}

#[cfg(unix)]
fn readable_by_others(path: &Path) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then(|| Finding {
        fault: format!("{} is accessible to other users (mode {mode:o})", path.display()),
        advice: "Remove the access of group and others: chmod go= PATH.",
        grave: true,
    })
}

#[cfg(not(unix))]
fn readable_by_others(_: &Path) -> Option<Finding> {
    None
}

#[cfg(unix)]
fn unwritable(path: &Path) -> Option<Finding> {
    let rejected = path.exists() && rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_err();
    rejected.then(|| Finding {
        fault: format!("this user cannot write {}", path.display()),
        advice: "Run doctor as the user of the server, or grant that user write access.",
        grave: true,
    })
}

#[cfg(not(unix))]
fn unwritable(_: &Path) -> Option<Finding> {
    None
}

#[cfg(unix)]
fn check_free_space(folder: Option<&Path>) -> Option<Finding> {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let space = rustix::fs::statvfs(folder).ok()?;
    let bytes = space.f_bavail.saturating_mul(space.f_frsize);
    (bytes < LOW_FREE_BYTES).then(|| Finding {
        fault: format!("only {} MiB free on the disk of {}", bytes >> 20, folder.display()),
        advice: "Free disk space; imports fail with 507 when the disk is full.",
        grave: true,
    })
}

#[cfg(not(unix))]
fn check_free_space(_: Option<&Path>) -> Option<Finding> {
    None
}
