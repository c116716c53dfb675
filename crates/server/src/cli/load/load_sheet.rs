//! Loads a spreadsheet with one record per row.

use super::{located, records, sheet, sheet_options::SheetOptions};
use crate::{
    config::nearest,
    failure::{CommandFailure, on_one_line},
    wiring,
};
use orderdock_app::{BatchDifferences, BatchFailure, Services, counts_text};
use orderdock_domain::{
    masterdata::kinds::{Batch, GivenValue, Kind, UpsertOutcome},
    problem::Language,
};
use orderdock_store::UpsertResult;
use std::{path::Path, sync::Arc};

/// Returns the kind with this name, or an error with the nearest one.
pub fn find_kind(name: &str) -> Result<&'static Kind, CommandFailure> {
    Kind::by_member(name).ok_or_else(|| {
        let advice = match nearest(name, Kind::members()) {
            Some(nearest) => format!("Did you mean {nearest}?"),
            None => format!("The kinds are {}.", Kind::members().collect::<Vec<_>>().join(", ")),
        };
        CommandFailure::call(format!("--kind: unknown kind {name:?}. {advice}"))
    })
}

/// Loads a file completely, or not at all. Returns the text to print, or all errors.
pub async fn load(
    services: &Services,
    path: &Path,
    kind: &'static Kind,
    options: &SheetOptions,
) -> Result<String, Vec<String>> {
    let (mut workbook, sheet) = sheet::open(path, kind, options)?;
    let note = |line: &str| eprintln!("{}", on_one_line(&format!("{}: {line}", path.display())));
    for line in sheet.describe() {
        note(&line);
    }
    let read = records::read(&mut workbook, &sheet, kind).map_err(|error| vec![error.to_string()])?;
    if !read.faults.is_empty() {
        let faults = read.faults.iter();
        let lines = faults.map(|(cell, text)| format!("{}: {text}", sheet.place(&format!("cell {cell}"))));
        return Err(located::listed(lines.collect()));
    }
    if let Some(currency) = read.currency {
        note(&format!("amounts are in {currency}, which is not compared with the currency of the records"));
    }
    let rejected = |problems: Vec<_>| located::describe(&sheet, &read.rows, &problems);
    let batch = Arc::new(read.batch.map_err(rejected)?);
    if batch.is_empty() {
        return Ok("no records".to_owned());
    }
    let operator = wiring::operator(services);
    let loaded = services.master_data.load_batch(&operator, batch.clone(), options.dry_run).await;
    let loaded = loaded.map_err(|failure| match failure {
        BatchFailure::Rejected(problems) => rejected(problems),
        BatchFailure::Failed(failure) => messages(&failure),
    })?;
    for line in located::describe(&sheet, &read.rows, &loaded.warnings) {
        note(&line);
    }
    let counts = counts_text(&loaded.counts);
    if !options.dry_run {
        return Ok(counts);
    }
    let differences = services.master_data.batch_differences(&operator, kind.name, &batch, &loaded).await;
    let differences = differences.map_err(|failure| messages(&failure))?;
    let shown = describe_differences(kind, &batch, &read.rows, &loaded, &differences);
    Ok(format!("{shown}{counts}\ndry run: nothing was written"))
}

fn messages(failure: &orderdock_app::Failure) -> Vec<String> {
    failure.problems.iter().map(|problem| problem.message(Language::English)).collect()
}

/// Returns one line for each of the first new and changed records.
fn describe_differences(
    kind: &Kind,
    batch: &Batch,
    rows: &[u32],
    loaded: &UpsertResult,
    differences: &BatchDifferences,
) -> String {
    let named = |index: usize| {
        let key: Vec<_> = batch.key_values(kind, index).into_iter().map(shown).collect();
        format!("row {}: {}", rows.get(index).copied().unwrap_or_default(), key.join(" "))
    };
    let created = differences.created.iter().map(|index| format!("new, {}", named(*index)));
    let changed = differences.changed.iter().map(|(index, changes)| {
        let changes = changes.iter().map(|change| {
            format!("{} {} → {}", change.field.name, shown(&change.before), shown(&change.after))
        });
        let changes = changes.collect::<Vec<_>>().join(", ");
        let changes = if changes.is_empty() { "nested records".to_owned() } else { changes };
        format!("changed, {}: {changes}", named(*index))
    });
    let count = |outcome| {
        let records = loaded.records.iter().filter(|record| record.kind == kind.name);
        records.filter(|record| record.outcome == outcome).count()
    };
    let more = |name: &str, total: usize, listed: usize| {
        let more = total.saturating_sub(listed);
        (more > 0).then(|| format!("and {more} more {name}"))
    };
    let more_created = more("new", count(UpsertOutcome::Created), differences.created.len());
    let more_changed = more("changed", count(UpsertOutcome::Changed), differences.changed.len());
    let lines = created.chain(more_created).chain(changed).chain(more_changed);
    lines.map(|line| on_one_line(&line) + "\n").collect()
}

/// Returns a value as in a YAML file.
fn shown(value: &GivenValue) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(serde_json::Value::Null) | Err(_) => "(none)".to_owned(),
        Ok(other) => other.to_string(),
    }
}
