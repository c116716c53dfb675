//! Reports: results of a run as Markdown tables and plots.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::figures::{Measured, TABLE_HEAD};
use crate::machine::{Machine, Versions};
use crate::plots;
use crate::target::BenchTarget;

/// The lines between which the page contains the results.
const BEGIN: &str = "<!-- results -->";
const END: &str = "<!-- end of results -->";

/// The results of all measurements of one version on one machine.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Report {
    machine: Machine,
    versions: Versions,
    measured: Vec<Measured>,
}

#[derive(clap::Args)]
pub struct Options {
    /// Files written by `--json`; if several contain a measurement, the last one is used
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Page whose tables are replaced
    #[arg(long, value_name = "FILE", default_value = "docs/performance.md")]
    paper: PathBuf,
    /// Folder for the plots
    #[arg(long, value_name = "DIR", default_value = "docs/images")]
    images: PathBuf,
}

impl Report {
    pub fn of(measured: Vec<Measured>, target: &BenchTarget) -> Self {
        let machine = Machine::with_databases_in(&target.folder());
        Self { machine, versions: Versions::current(target.names_binary()), measured }
    }

    pub fn write(&self, file: &Path) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(self)?;
        std::fs::write(file, json).map_err(|error| about(file, error))
    }

    fn read(file: &Path) -> Result<Self, Failure> {
        let json = std::fs::read(file).map_err(|error| about(file, error))?;
        serde_json::from_slice(&json).map_err(|error| about(file, error))
    }

    /// Describes the machine and the versions.
    fn setting(&self) -> String {
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

/// Writes the tables into the page, and the plots into the folder.
pub fn write(options: &Options) -> Result<(), Failure> {
    let Options { files, paper, images } = options;
    let mut reports = files.iter().map(|file| Report::read(file)).collect::<Result<Vec<_>, _>>()?;
    let mut later: Vec<String> = Vec::new();
    for report in reports.iter_mut().rev() {
        report.measured.retain(|measured| !later.contains(&measured.name));
        later.extend(report.measured.iter().map(|measured| measured.name.clone()));
    }
    let measured = reports.iter().flat_map(|report| &report.measured);
    let curves = measured.flat_map(|measured| &measured.curves).collect::<Vec<_>>();
    let drawn = plots::draw(&curves, images)?;
    let folder =
        paper.parent().and_then(|parent| images.strip_prefix(parent).ok()).unwrap_or(images).display();
    let plots: Vec<_> =
        drawn.iter().map(|(title, file)| format!("\n![{title}]({folder}/{file})\n")).collect();
    let text = std::fs::read_to_string(paper).map_err(|error| about(paper, error))?;
    let (before, rest) = text.split_once(BEGIN).ok_or_else(|| about(paper, format!("it has no {BEGIN}")))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| about(paper, format!("it has no {END}")))?;
    let text = format!("{before}{BEGIN}\n{}\n{END}{after}", tables(&reports, &plots.concat()));
    std::fs::write(paper, text).map_err(|error| about(paper, error))
}

/// Formats the figures with targets, then the plots, then all figures.
fn tables(reports: &[Report], plots: &str) -> String {
    let figures = reports.iter().flat_map(|report| &report.measured).flat_map(|measured| &measured.figures);
    let with_goals = figures.filter(|figure| figure.goal.is_some()).map(|figure| format!("{figure}\n"));
    let measured = reports.iter().filter(|report| !report.measured.is_empty());
    let all: Vec<_> = measured.map(|report| format!("\n{report}")).collect();
    let with_goals: Vec<_> = with_goals.collect();
    format!("\n{TABLE_HEAD}\n{}{plots}\n### All figures\n{}", with_goals.concat(), all.concat())
}

fn about(file: &Path, error: impl fmt::Display) -> Failure {
    format!("{}: {error}", file.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Figure, Plot, Spread, Unit};

    fn report(ratio: f64) -> Report {
        let mut measured = Measured::new("bulk", "a little".to_owned());
        measured.add(Figure::new("bulk: ratio", Unit::Ratio, Spread::once(ratio)).at_least(0.5));
        measured.add(Figure::new("bulk: candidates", Unit::PerSecond, Spread::once(9.0)));
        measured.draw(Plot::BatchSize, "served", vec![(1.0, 2.0), (1_000.0, 30.0)]);
        Report::of(vec![measured], &BenchTarget::default())
    }

    #[test]
    fn page_contains_last_result_of_each_measurement_and_plots() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        report(0.4).write(&at("first.json")).unwrap();
        report(0.6).write(&at("second.json")).unwrap();
        std::fs::write(at("paper.md"), format!("before\n{BEGIN}\nold\n{END}\nafter\n")).unwrap();
        let files = vec![at("first.json"), at("second.json")];
        write(&Options { files, paper: at("paper.md"), images: at("images") }).unwrap();
        let paper = std::fs::read_to_string(at("paper.md")).unwrap();
        assert_eq!(paper.matches("| bulk: ratio | 0.60 |  | at least 0.5 | met |").count(), 2, "{paper}");
        assert_eq!(paper.matches("| bulk: candidates | 9 per second |").count(), 1, "{paper}");
        assert!(paper.starts_with("before\n") && paper.ends_with("\nafter\n"), "{paper}");
        assert!(!paper.contains("0.40") && !paper.contains("old"), "{paper}");
        assert!(paper.contains("](images/throughput-by-batch-size.svg)"), "{paper}");
        let plot = std::fs::read_to_string(at("images").join("throughput-by-batch-size.svg")).unwrap();
        assert!(plot.starts_with("<svg") && plot.contains("served"), "{plot}");
    }
}
