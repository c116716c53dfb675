//! What was measured, on what, and when.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::figures::Measured;
use crate::machine::{Machine, Versions};
use crate::place::Place;

#[derive(Clone, Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub machine: Machine,
    pub versions: Versions,
    pub measured: Vec<Measured>,
}

impl Report {
    pub fn of(measured: Vec<Measured>, place: &Place) -> Self {
        let machine = Machine::with_databases_in(&place.folder());
        Self { machine, versions: Versions::here(), measured }
    }

    /// The machine and the versions in words.
    pub fn setting(&self) -> String {
        let Machine { processor, cores, memory_gib, file_system } = &self.machine;
        let Versions { commit, rustc, sqlite, profile } = &self.versions;
        format!(
            "{processor}, {cores} cores shared by server, client and database, {memory_gib} GiB, {file_system}; \
             commit {commit} ({profile}), {rustc}, SQLite {sqlite}"
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setting())?;
        self.measured.iter().try_for_each(|measured| write!(f, "\n{measured}"))
    }
}
