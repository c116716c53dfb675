//! The machine and the versions of a measurement. Figures from different machines or versions are not comparable.

use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Machine {
    pub processor: String,
    pub cores: usize,
    pub memory_gib: u64,
    /// File system of the folder with the databases.
    pub file_system: String,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Versions {
    pub commit: String,
    pub rustc: String,
    pub sqlite: String,
    /// Build profile of this program; the server is in the same folder.
    pub profile: String,
}

const UNKNOWN: &str = "unknown";

impl Machine {
    pub fn with_databases_in(folder: &Path) -> Self {
        let content_of = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
        let memory = content_of("/proc/meminfo");
        let kibibytes = memory.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
        let processors = content_of("/proc/cpuinfo");
        let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        Self {
            processor: model.map_or(UNKNOWN, |(_, model)| model.trim()).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_gib: kibibytes.unwrap_or_default().div_ceil(1 << 20),
            file_system: file_system(&content_of("/proc/self/mountinfo"), folder),
        }
    }
}

impl Versions {
    /// Returns the versions. `another` is set if the measured binary was given on the command line.
    pub fn current(another: bool) -> Self {
        let current =
            || first_line("git", &["-C", env!("CARGO_MANIFEST_DIR"), "describe", "--always", "--dirty"]);
        Self {
            commit: if another { "of the binary that was named".to_owned() } else { current() },
            rustc: first_line("rustc", &["--version"]),
            sqlite: rusqlite::version().to_owned(),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
        }
    }
}

/// Returns the type of the file system that contains the folder.
fn file_system(mounts: &str, folder: &Path) -> String {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mount = |line: &str| {
        let (left, right) = line.split_once(" - ")?;
        let point = left.split_whitespace().nth(4)?.to_owned();
        Some((point, right.split_whitespace().next()?.to_owned()))
    };
    let above = mounts.lines().filter_map(mount).filter(|(point, _)| folder.starts_with(point));
    above.max_by_key(|(point, _)| point.len()).map_or_else(|| UNKNOWN.to_owned(), |(_, kind)| kind)
}

/// Returns the first line that a program prints.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or(UNKNOWN).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_on_the_file_system_of_the_nearest_mount() {
        let mounts =
            "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/a rw\n22 21 0:5 / /mnt rw - tmpfs tmpfs rw\n";
        assert_eq!(file_system(mounts, Path::new("/mnt/deep/folder")), "tmpfs");
        assert_eq!(file_system(mounts, Path::new("/mntother")), "ext4");
    }
}
