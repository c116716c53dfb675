//! The version of this program: `build.rs` adds the commit to builds for release.

use crate::database::Database;
use std::sync::LazyLock;

/// Commit of this build, or `unknown`.
pub const COMMIT: &str = env!("ORDERDOCK_COMMIT");

/// Version, commit, its date and the version of SQLite, a line each.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        format!(
            "{}\ncommit: {}\ndate:   {}\nSQLite: {}",
            env!("CARGO_PKG_VERSION"),
            COMMIT,
            env!("ORDERDOCK_COMMIT_DATE"),
            Database::sqlite_version()
        )
    });
    &LONG
}
