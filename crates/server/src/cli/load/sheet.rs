//! Opens a spreadsheet of master data: its sheet, column names and settings, which are never guessed.

use super::{
    columns::{LoadedMember, MemberOrigin, assign},
    members::members_of,
    sheet_options::SheetOptions,
};
use orderdock_domain::masterdata::kinds::{Kind, NodeContent};
use orderdock_spreadsheet::{
    CellValue, DateOrder, DecimalSign, DetectedSheet, FileSettings, HiddenRows, MappedKind, Question,
    QuestionKind, SheetRow, SpreadsheetError, Workbook, detect,
};
use std::{ops::ControlFlow, path::Path};

/// Number of rows in which the column names are searched.
const HEAD_ROWS: usize = 50;

/// A sheet with the sources of its members and its settings.
pub struct LoadedSheet {
    pub detected: DetectedSheet,
    pub members: Vec<LoadedMember>,
    pub decimal_sign: Option<DecimalSign>,
    pub date_order: Option<DateOrder>,
    pub hidden_rows: Option<HiddenRows>,
}

/// Opens a file and maps its columns, or returns all errors.
pub fn open(
    path: &Path,
    kind: &'static Kind,
    options: &SheetOptions,
) -> Result<(Workbook, LoadedSheet), Vec<String>> {
    let failed = |error: SpreadsheetError| vec![error.to_string()];
    let mut settings = options.file_settings();
    let mut workbook = Workbook::open_path(path, settings.open_options()).map_err(failed)?;
    choose_header(&mut workbook, kind, options, &mut settings)?;
    let detected = detect(&mut workbook, &settings).map_err(failed)?;
    let mut faults: Vec<_> = detected.questions.iter().map(ask).collect();
    let members = assign(kind, &detected, options).unwrap_or_else(|unassigned| {
        faults.extend(unassigned);
        Vec::new()
    });
    let columns = |is_wanted: fn(MappedKind) -> bool| -> Vec<u32> {
        members.iter().filter(|mapped| is_wanted(mapped.kind)).filter_map(LoadedMember::column).collect()
    };
    let numbers =
        columns(|kind| matches!(kind, MappedKind::Number | MappedKind::Percentage | MappedKind::Integer));
    let dates = columns(|kind| kind == MappedKind::Date);
    let decimal_sign = setting(options.decimal_sign, || detected.decimal_sign(&numbers), &mut faults);
    let date_order = setting(options.date_order, || detected.date_order(&dates), &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let sheet = LoadedSheet { detected, members, decimal_sign, date_order, hidden_rows: options.hidden_rows };
    Ok((workbook, sheet))
}

/// Returns the given setting, otherwise the detected one. Adds an error if it is ambiguous.
fn setting<T>(
    given: Option<T>,
    detected: impl Fn() -> Option<Result<T, Question>>,
    faults: &mut Vec<String>,
) -> Option<T> {
    if given.is_some() {
        return given;
    }
    match detected()? {
        Ok(found) => Some(found),
        Err(question) => {
            faults.push(ask(&question));
            None
        }
    }
}

/// Returns an error that names the option that answers a question.
fn ask(question: &Question) -> String {
    let option = match question.kind {
        QuestionKind::Sheet => "--sheet NAME",
        QuestionKind::HeaderRow | QuestionKind::FirstRow => "--header-row ROW",
        QuestionKind::Delimiter => "--delimiter semicolon, comma, tab or pipe",
        QuestionKind::DecimalSign => "--decimal-sign comma or --decimal-sign point",
        QuestionKind::DateOrder => "--date-order dmy or --date-order mdy",
        QuestionKind::HiddenRows => "--hidden-rows load or --hidden-rows skip",
        QuestionKind::UncertainColumn | QuestionKind::SeveralColumns | QuestionKind::MissingMember => {
            "--column MEMBER=COLUMN"
        }
    };
    let samples = question.samples.iter().map(|sample| format!("cell {} {:?}", sample.cell, sample.text));
    let samples: Vec<_> = samples.collect();
    let seen = if samples.is_empty() { String::new() } else { format!(" Seen: {}.", samples.join(", ")) };
    format!("{}{seen} Use {option}", question.text)
}

/// Sets the sheet and the row with the most known column names, unless they are given.
fn choose_header(
    workbook: &mut Workbook,
    kind: &'static Kind,
    options: &SheetOptions,
    settings: &mut FileSettings,
) -> Result<(), Vec<String>> {
    let failed = |error: SpreadsheetError| vec![error.to_string()];
    let indexes: Vec<usize> = match &options.sheet {
        Some(name) => vec![workbook.sheet_index(name).map_err(failed)?],
        None => (0..workbook.sheets().len()).filter(|index| !workbook.sheets()[*index].hidden).collect(),
    };
    let mut found: Vec<(usize, u32, usize)> = Vec::new();
    for index in indexes {
        let mut rows: Vec<SheetRow> = Vec::new();
        let read = workbook.rows(index, &mut |row| {
            rows.push(row.clone());
            if rows.len() < HEAD_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        read.map_err(failed)?;
        let scores = rows.iter().map(|row| (row.number, known_names(row, kind, options)));
        // of equal rows, the first one
        let best = scores.rev().max_by_key(|(_, score)| *score);
        found.extend(best.map(|(row, score)| (index, row, score)));
    }
    if found.iter().any(|(_, _, score)| *score > 0) {
        found.retain(|(_, _, score)| *score > 0);
    }
    match found.as_slice() {
        [] => Err(vec![SpreadsheetError::Empty.to_string()]),
        [(index, row, _)] => {
            if workbook.sheets().len() > 1 {
                settings.sheet = Some(workbook.sheets()[*index].name.clone());
            }
            let header_row = *settings.header_row.get_or_insert(*row);
            settings.first_row = Some(header_row + 1);
            Ok(())
        }
        several => {
            let names = several.iter().map(|(index, ..)| format!("{:?}", workbook.sheets()[*index].name));
            let names = names.collect::<Vec<_>>().join(", ");
            Err(vec![format!("Which sheet contains the {}? Use --sheet NAME, one of {names}", kind.member)])
        }
    }
}

/// Returns the number of cells that contain the name of a column.
fn known_names(row: &SheetRow, kind: &'static Kind, options: &SheetOptions) -> usize {
    let members = members_of(kind);
    let given = options.columns.iter().map(|column| &column.value).chain(&options.ignored);
    let given: Vec<_> = given.collect();
    let is_name = |value: &CellValue| match value {
        CellValue::Text(text) => {
            given.iter().any(|name| *name == text.trim())
                || members.iter().any(|member| member.is_named(kind.name, text))
        }
        _ => false,
    };
    row.cells.iter().filter(|cell| is_name(&cell.value)).count()
}

impl LoadedSheet {
    /// Returns lines that describe the sheet and the sources of the members.
    pub fn describe(&self) -> Vec<String> {
        let DetectedSheet { sheet_name, header_row, rows, .. } = &self.detected;
        let sheet = if sheet_name.is_empty() { String::new() } else { format!("sheet {sheet_name:?}, ") };
        let sources = self.members.iter().map(|mapped| match &mapped.source {
            MemberOrigin::Column(number) => {
                let column = self.detected.columns.iter().find(|column| column.column == *number);
                let name = column.map(|column| self.detected.name_of(column)).unwrap_or_default();
                format!("{} = {name:?}", mapped.path)
            }
            MemberOrigin::Constant(NodeContent::Scalar(text)) => {
                format!("{} = {text:?} for all rows", mapped.path)
            }
            MemberOrigin::Constant(_) => format!("{} is the same for all rows", mapped.path),
        });
        let mut lines = vec![
            format!("{sheet}column names in row {header_row}, rows below it: {rows}"),
            sources.collect::<Vec<_>>().join("; "),
        ];
        if self.detected.merged_cells > 0 {
            lines.push(format!("{} merged cells were filled", self.detected.merged_cells));
        }
        lines
    }

    /// Returns the place of a row, cell or option, for messages.
    pub fn place(&self, place: &str) -> String {
        match self.detected.sheet_name.as_str() {
            "" => place.to_owned(),
            name => format!("sheet {name:?}, {place}"),
        }
    }
}
