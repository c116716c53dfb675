//! Backup and restore of a PostgreSQL database with `pg_dump` and `pg_restore`.

use super::dump_contents;
use orderdock_store::BackupContents;
use orderdock_store_postgres::{Address, known_steps, version_and_tables};
use std::{
    collections::HashSet,
    env, fs,
    io::BufReader,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// Folders with a subfolder for each version of PostgreSQL.
const INSTALLED: [&str; 2] = ["/usr/lib/postgresql", "/usr/local/lib/postgresql"];
/// Timeout of a dump for locks that a migration holds.
const LOCK_WAIT: &str = "--lock-wait-timeout=60s";

/// PostgreSQL programs of one version.
struct Programs {
    dump: PathBuf,
    restore: PathBuf,
}

/// Dumps a consistent snapshot of a database to a file and reads the file back to verify it.
pub fn dump(address: &Address, copy: &Path) -> Result<(), String> {
    reject_pooler(address, "pg_dump")?;
    let (version, tables) = version_and_tables(address).map_err(|error| error.to_string())?;
    let programs = Programs::at_least(version)?;
    let mut dump = call(&programs.dump);
    dump.args(["--format=custom", "--no-password", LOCK_WAIT, "--file"]).arg(copy);
    // only the same user can read the environment of a process
    dump.envs(address.environment());
    run(&mut dump)?;
    let listed = run(call(&programs.restore).arg("--list").arg(copy))?;
    let missing = missing(&String::from_utf8_lossy(&listed.stdout), &tables);
    if !missing.is_empty() {
        return Err(format!(
            "the dump lacks the tables {}; check that this user can read them",
            missing.join(", ")
        ));
    }
    // listing the archive reads only its start, so the whole file is read to detect truncation
    run(call(&programs.restore).arg("--file=-").arg(copy).stdout(Stdio::null()))?;
    Ok(())
}

/// Restores an archive of `pg_dump` into an empty database, in one transaction.
pub fn restore(address: &Address, archive: &Path) -> Result<(), String> {
    reject_pooler(address, "pg_restore")?;
    let (version, _) = version_and_tables(address).map_err(|error| error.to_string())?;
    let programs = Programs::at_least(version)?;
    let mut restore = call(&programs.restore);
    restore.args([
        "--no-password",
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
    ]);
    restore.arg(format!("--dbname={}", address.database())).arg(archive);
    restore.envs(address.environment());
    run(&mut restore).map(|_| ())
}

/// Reads a whole archive and returns its contents, without a database.
pub fn contents(archive: &Path) -> Result<BackupContents, String> {
    let programs = Programs::newest()?;
    let mut restore = call(&programs.restore);
    restore.args(["--data-only", "--file=-"]).arg(archive).stdout(Stdio::piped()).stderr(Stdio::piped());
    let failed = |error| format!("cannot run pg_restore: {error}");
    let mut process = restore.spawn().map_err(failed)?;
    let read = process.stdout.take().map(|output| dump_contents::read(BufReader::new(output), known_steps()));
    let ended = process.wait_with_output().map_err(failed)?;
    succeeded("pg_restore", ended)?;
    match read {
        Some(Ok(Some(contents))) => Ok(contents),
        Some(Err(error)) => Err(format!("cannot read the output of pg_restore: {error}")),
        _ => Err("the archive contains no database of Orderdock".to_owned()),
    }
}

fn reject_pooler(address: &Address, program: &str) -> Result<(), String> {
    if !address.is_pooled() {
        return Ok(());
    }
    Err(format!(
        "{program} cannot use a pooler: set --database to the server itself, without pooler=transaction"
    ))
}

impl Programs {
    /// Finds the programs of the oldest version that supports the server.
    fn at_least(version: i64) -> Result<Self, String> {
        let known = Self::installed();
        let newest = known.last().map(|(version, _)| *version);
        let advice =
            format!("install the client programs of PostgreSQL {version} (postgresql-client-{version})");
        match known.into_iter().find(|(known, _)| *known >= version) {
            Some((_, programs)) => Ok(programs),
            None => Err(newest.map_or_else(
                || format!("pg_dump is not installed on this machine; {advice}"),
                |newest| {
                    format!(
                        "the server is PostgreSQL {version}, but pg_dump on this machine is version {newest}; {advice}"
                    )
                },
            )),
        }
    }

    /// Finds the programs of the newest version, which read the archives of all older ones.
    fn newest() -> Result<Self, String> {
        let newest = Self::installed().pop().map(|(_, programs)| programs);
        newest.ok_or_else(|| {
            "pg_restore is not installed on this machine; install the client programs of PostgreSQL \
             (postgresql-client)"
                .to_owned()
        })
    }

    /// Returns the programs of all versions on this machine, oldest first.
    fn installed() -> Vec<(i64, Self)> {
        let mut known: Vec<_> = folders().into_iter().filter_map(|folder| Self::of(&folder)).collect();
        known.sort_by_key(|(version, _)| *version);
        known
    }

    fn of(folder: &Path) -> Option<(i64, Self)> {
        let [dump, restore] = ["pg_dump", "pg_restore"]
            .map(|name| folder.join(name).with_extension(env::consts::EXE_EXTENSION));
        if !(dump.is_file() && restore.is_file()) {
            return None;
        }
        let version = call(&dump).arg("--version").output().ok()?;
        Some((major(&String::from_utf8_lossy(&version.stdout))?, Self { dump, restore }))
    }
}

/// Returns the folders of programs. Those of PATH are last, because they can contain wrappers of other versions.
fn folders() -> Vec<PathBuf> {
    let installed = INSTALLED.iter().flat_map(fs::read_dir).flatten().flatten();
    let mut folders: Vec<_> = installed.map(|version| version.path().join("bin")).collect();
    folders.extend(env::var_os("PATH").iter().flat_map(env::split_paths));
    folders
}

/// Parses the first number of a version text such as `pg_dump (PostgreSQL) 15.18 (Debian …)`.
fn major(text: &str) -> Option<i64> {
    text.split_whitespace().find_map(|word| word.split(['.', 'b', 'r', 'd']).next()?.parse().ok())
}

/// Returns the tables whose rows are missing in the list of a dump.
fn missing<'t>(list: &str, tables: &'t [String]) -> Vec<&'t str> {
    let named: HashSet<&str> =
        list.lines().filter_map(|line| line.split_once(" TABLE DATA ")?.1.split(' ').nth(1)).collect();
    tables.iter().map(String::as_str).filter(|table| !named.contains(table)).collect()
}

/// Creates a command without the inherited environment, which contains secrets and can change the target of the
/// program.
fn call(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().stdin(Stdio::null());
    command.envs(
        ["PATH", "TMPDIR", "SYSTEMROOT"].into_iter().filter_map(|name| Some((name, env::var_os(name)?))),
    );
    command
}

fn run(command: &mut Command) -> Result<Output, String> {
    let name =
        Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    succeeded(&name, output)
}

/// Returns the output of a program, or its error message if it failed.
fn succeeded(name: &str, output: Output) -> Result<Output, String> {
    if output.status.success() {
        return Ok(output);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.trim();
    Err(if message.is_empty() { format!("{name} ended with {}", output.status) } else { message.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_the_first_number_of_the_output() {
        for (text, expected) in [
            ("pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n", Some(15)),
            ("pg_dump (PostgreSQL) 14\n", Some(14)),
            ("pg_dump (PostgreSQL) 19beta1\n", Some(19)),
            ("pg_dump (PostgreSQL) 18rc1\n", Some(18)),
            ("pg_dump (PostgreSQL) 19devel\n", Some(19)),
            ("Error: You must install\n", None),
        ] {
            assert_eq!(major(text), expected, "{text}");
        }
    }

    #[test]
    fn dump_without_rows_of_a_table_is_detected() {
        let list = ";\n; Archive created at 2026-11-22\n;\n\
                    215; 1259 16400 TABLE public candidate orderdock\n\
                    3511; 0 16400 TABLE DATA public candidate orderdock\n\
                    3512; 0 16401 TABLE DATA public user orderdock\n\
                    216; 1259 16402 TABLE public request orderdock\n";
        let tables = ["candidate", "request", "user"].map(str::to_owned);
        assert_eq!(missing(list, &tables), ["request"]);
        assert!(missing("", &tables[..1]) == ["candidate"]);
    }
}
