//! Adds commit and date to the version.
//!
//! Packages set `ORDERDOCK_COMMIT` and `ORDERDOCK_COMMIT_DATE`. Otherwise git is asked, for the profiles `release` and
//! `shipped` only: other builds would be repeated after every commit.

use std::{env, path::Path, process::Command};

const VARIABLES: [(&str, &str); 2] = [("ORDERDOCK_COMMIT", "%H"), ("ORDERDOCK_COMMIT_DATE", "%cs")];

fn main() {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    // without any trigger cargo would watch every file of the package
    println!("cargo::rerun-if-changed=build.rs");
    // changes with every commit and checkout
    let log = is_release.then(|| git(&["rev-parse", "--git-path", "logs/HEAD"])).flatten();
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    for (variable, format) in VARIABLES {
        println!("cargo::rerun-if-env-changed={variable}");
        let set = env::var(variable).ok().filter(|value| !value.is_empty());
        let asked = || is_release.then(|| git(&["log", "-1", &format!("--format={format}")])).flatten();
        let value = set.or_else(asked).unwrap_or_else(|| "unknown".to_owned());
        println!("cargo::rustc-env={variable}={value}");
    }
}

/// The line that git prints; none without git or outside of a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let line = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!line.is_empty()).then_some(line)
}
