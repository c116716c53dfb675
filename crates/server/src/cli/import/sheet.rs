//! Spreadsheets of an import: their mapping, which must be complete before rows are sent, and reading of their rows.

use super::sheet_origin::SheetOrigin;
use super::{
    bulks::{Collector, ReadWork},
    input::{Format, InputFault},
    is_standard_input,
};
use crate::failure::CommandFailure;
use indicatif::ProgressBar;
use orderdock_spreadsheet::{
    DetectedSheet, FileSettings, OpenOptions, Question, SheetConverter, SheetMapping, SkippedRows, Workbook,
    complete_settings, detect, propose,
};
use serde_json::Value;
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A file to import.
pub enum InputFile {
    Json(PathBuf),
    Sheet(Box<SheetInput>),
}

/// A spreadsheet with its mapping.
pub struct SheetInput {
    pub name: Arc<str>,
    size: u64,
    workbook: Workbook,
    detected: DetectedSheet,
    mapping: SheetMapping,
    questions: Vec<Question>,
    /// Columns that are not imported.
    unused: Vec<String>,
}

/// Opens and maps the spreadsheets among the files.
pub fn inputs(
    files: &[PathBuf],
    format: Option<Format>,
    mapping: Option<&SheetMapping>,
) -> Result<Vec<InputFile>, CommandFailure> {
    let mut inputs = Vec::new();
    for path in files {
        let format = format.or_else(|| Format::of_name(&path.to_string_lossy()));
        if format == Some(Format::Spreadsheet) && !is_standard_input(path) {
            inputs.push(InputFile::Sheet(Box::new(SheetInput::open(path, mapping)?)));
        } else {
            inputs.push(InputFile::Json(path.clone()));
        }
    }
    if mapping.is_some() && !inputs.iter().any(|input| matches!(input, InputFile::Sheet(_))) {
        return Err(CommandFailure::call("--mapping requires a spreadsheet among the files"));
    }
    Ok(inputs)
}

/// Reads the mapping in a file.
pub fn read_mapping(path: &Path) -> Result<SheetMapping, CommandFailure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CommandFailure::call(format!("cannot read {}: {error}", path.display())))?;
    serde_json::from_str(&text)
        .map_err(|error| CommandFailure::call(format!("{} is not a valid mapping: {error}", path.display())))
}

/// Writes the mapping of the only spreadsheet, and prints the open questions.
pub fn write_mapping(inputs: &[InputFile], path: &Path) -> Result<(), CommandFailure> {
    let [InputFile::Sheet(sheet)] = inputs else {
        return Err(CommandFailure::call("--write-mapping requires exactly one file, a spreadsheet"));
    };
    crate::cli::reject_folder(path)?;
    let text = serde_json::to_string_pretty(&sheet.mapping)
        .map_err(|error| CommandFailure::work(format!("cannot write the mapping: {error}")))?;
    std::fs::write(path, text + "\n")
        .map_err(|error| CommandFailure::call(format!("cannot write {}: {error}", path.display())))?;
    sheet.describe(|message| eprintln!("{message}"));
    sheet.print_questions();
    match sheet.questions.len() {
        0 => Ok(()),
        _ => Err(CommandFailure::work(describe_open_questions(sheet.questions.len()))
            .and(&format!("Answer them in {} and import with --mapping.", path.display()))),
    }
}

/// Prints the open questions. Returns a failure if there are any.
pub fn stop_for_questions(inputs: &[InputFile]) -> Result<(), CommandFailure> {
    let mut open = 0;
    for input in inputs {
        if let InputFile::Sheet(sheet) = input {
            sheet.print_questions();
            open += sheet.questions.len();
        }
    }
    if open == 0 {
        return Ok(());
    }
    Err(CommandFailure::work(format!("{}, so nothing was imported", describe_open_questions(open))).and(
        "Write the proposed mapping with --write-mapping FILE, answer the questions in it, and import with --mapping \
         FILE.",
    ))
}

fn describe_open_questions(questions: usize) -> String {
    match questions {
        1 => "1 question is open".to_owned(),
        _ => format!("{questions} questions are open"),
    }
}

impl InputFile {
    /// Passes a description of the mapping to `note`.
    pub fn describe(&self, note: impl Fn(&str)) {
        if let Self::Sheet(sheet) = self {
            sheet.describe(note);
        }
    }
}

impl SheetInput {
    fn open(path: &Path, mapping: Option<&SheetMapping>) -> Result<Self, CommandFailure> {
        let rejected = |reason: String| CommandFailure::work(format!("{}: {reason}", path.display()));
        let file = mapping.map_or_else(FileSettings::default, |mapping| mapping.file.clone());
        let options: OpenOptions = file.open_options();
        let mut workbook = Workbook::open_path(path, options).map_err(|error| rejected(error.to_string()))?;
        let detected = detect(&mut workbook, &file).map_err(|error| rejected(error.to_string()))?;
        let (mapping, questions, unused) = if let Some(given) = mapping {
            let mut mapping = given.clone();
            let questions = complete_settings(&detected, &mut mapping);
            (mapping, questions, Vec::new())
        } else {
            let proposal = propose(&detected, &file);
            (proposal.mapping, proposal.questions, proposal.unused)
        };
        SheetConverter::new(&detected, &mapping)
            .map_err(|error| CommandFailure::call(format!("{}: {error}", path.display())))?;
        let size = std::fs::metadata(path).map_or(0, |file| file.len());
        Ok(Self { name: path.to_string_lossy().into(), size, workbook, detected, mapping, questions, unused })
    }

    fn describe(&self, note: impl Fn(&str)) {
        let DetectedSheet { sheet_name, header_row, rows, .. } = &self.detected;
        let sheet = if sheet_name.is_empty() { String::new() } else { format!("sheet {sheet_name:?}, ") };
        note(&format!("{}: {sheet}column names in row {header_row}, rows below it: {rows}", self.name));
        let sources = self.mapping.members.iter().map(|(path, source)| {
            let columns: Vec<_> =
                source.column.iter().chain(&source.columns).map(|name| format!("{name:?}")).collect();
            match &source.constant {
                Some(constant) => format!("{path} = {constant:?} for all rows"),
                None if source.numbered => format!("{path} = number of the row in its order"),
                None => format!("{path} = {}", columns.join(", ")),
            }
        });
        note(&format!("{}: {}", self.name, sources.collect::<Vec<_>>().join("; ")));
        if self.detected.merged_cells > 0 {
            note(&format!("{}: {} merged cells were filled", self.name, self.detected.merged_cells));
        }
        if !self.unused.is_empty() {
            note(&format!("{}: columns that are not imported: {}", self.name, self.unused.join(", ")));
        }
    }

    /// Prints the open questions.
    fn print_questions(&self) {
        for Question { setting, text, choices, samples, .. } in &self.questions {
            let samples: Vec<_> =
                samples.iter().map(|sample| format!("{} {:?}", sample.cell, sample.text)).collect();
            let samples =
                if samples.is_empty() { String::new() } else { format!(" Seen: {}.", samples.join(", ")) };
            let choices: Vec<_> = choices.iter().map(|choice| format!("{choice:?}")).collect();
            let choices =
                if choices.is_empty() { String::new() } else { format!(" {}?", choices.join(" or ")) };
            eprintln!("{}: {setting}: {text}{choices}{samples}", self.name);
        }
    }

    /// Reads the rows into bulks.
    pub fn read(
        mut self,
        bar: &ProgressBar,
        collector: &mut Collector,
        mut hand_over: impl FnMut(Vec<ReadWork>) -> Result<(), InputFault>,
    ) -> Result<(), InputFault> {
        let mut converter = SheetConverter::new(&self.detected, &self.mapping)
            .map_err(|error| InputFault::Unreadable(std::io::Error::other(error)))?;
        let sheet: Arc<str> = self.detected.sheet_name.as_str().into();
        let mut handed = Ok(());
        let read = self.workbook.rows(self.detected.sheet, &mut |row| {
            let Some(mut row) = converter.convert(row) else { return ControlFlow::Continue(()) };
            let number = u64::from(row.number);
            let text = Value::Object(std::mem::take(&mut row.json)).to_string().into_bytes();
            let origin = SheetOrigin { name: Arc::clone(&sheet), row };
            handed = hand_over(collector.take_sheet_row(&self.name, number, text, origin));
            if handed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        handed?;
        read.map_err(InputFault::Sheet)?;
        bar.inc(self.size);
        let notes =
            describe_skipped_rows(&self.name, converter.skipped()).into_iter().map(ReadWork::Note).collect();
        hand_over(notes)
    }
}

/// Describes the rows that were skipped; `None` if there are none.
fn describe_skipped_rows(name: &str, skipped: &SkippedRows) -> Option<String> {
    let SkippedRows { hidden, subtotals, headers, unmapped, first } = skipped;
    let counts = [
        (hidden, "hidden"),
        (subtotals, "with totals"),
        (headers, "with column names"),
        (unmapped, "without mapped values"),
    ];
    let counts: Vec<_> = counts
        .iter()
        .filter(|(count, _)| **count > 0)
        .map(|(count, kind)| format!("{count} {kind}"))
        .collect();
    let rows: Vec<_> = first.iter().map(ToString::to_string).collect();
    let rows = if rows.is_empty() { String::new() } else { format!(" (rows {})", rows.join(", ")) };
    (!counts.is_empty()).then(|| format!("{name}: skipped rows: {}{rows}", counts.join(", ")))
}
