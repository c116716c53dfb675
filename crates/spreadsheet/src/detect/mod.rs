//! Detects how a workbook is structured and how its values are written.

mod columns;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::address::column_letters;
use crate::error::SpreadsheetError;
use crate::members::{QUANTITY, SHEET_MEMBERS, members_named};
use crate::read::{FileKind, Workbook};
use crate::serial_date::DateSystem;
use crate::settings::{FileSettings, HiddenRows};
use crate::text_value::{DateOrder, DecimalSign};
use crate::value::{CellValue, SheetRow};

pub use columns::{SheetColumn, ValueSample};

/// Number of rows in which the header is searched.
const HEAD_ROWS: usize = 50;
/// Minimum number of known column names in a header.
const HEADER_NAMES: usize = 2;

/// Setting or member that must be decided by the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum QuestionKind {
    Sheet,
    HeaderRow,
    FirstRow,
    Delimiter,
    DecimalSign,
    DateOrder,
    HiddenRows,
    /// A column fits a member by its values or by a part of its name.
    UncertainColumn,
    /// Several columns fit a member.
    SeveralColumns,
    /// No column fits a member that is required.
    MissingMember,
}

/// An ambiguity that is not resolved by guessing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub kind: QuestionKind,
    /// Path of the setting in a [`SheetMapping`](crate::SheetMapping), for example `file.dateOrder`.
    pub setting: String,
    pub text: String,
    /// Possible values of the setting; empty if there are too many.
    pub choices: Vec<String>,
    pub samples: Vec<ValueSample>,
}

/// Findings about the sheet that is imported.
#[derive(Clone, PartialEq, Debug)]
pub struct DetectedSheet {
    /// Index of the sheet.
    pub sheet: usize,
    pub sheet_name: String,
    /// Row number of the header; 0 if the sheet has none.
    pub header_row: u32,
    /// Row number of the first row with data.
    pub first_row: u32,
    pub columns: Vec<SheetColumn>,
    /// Number of rows from `first_row` on.
    pub rows: u64,
    /// Number of rows that the spreadsheet program does not show.
    pub hidden_rows: u64,
    /// Number of cells that have the value of a merged cell above them.
    pub merged_cells: u64,
    pub questions: Vec<Question>,
    pub(crate) dates: DateSystem,
}

/// The first rows of a sheet, and the header found in them.
struct SheetHead {
    rows: Vec<SheetRow>,
    header: Option<usize>,
    /// Number of known column names in the header.
    names: usize,
}

/// Inspects a workbook. Settings that are given are not detected.
pub fn detect(workbook: &mut Workbook, given: &FileSettings) -> Result<DetectedSheet, SpreadsheetError> {
    let mut questions = Vec::new();
    let (sheet, head) = choose_sheet(workbook, given, &mut questions)?;
    let (header_row, first_row) = choose_rows(&head, given, &mut questions);
    if let FileKind::Csv { delimiter, other_delimiter: Some(other), .. } = workbook.kind() {
        questions.push(Question {
            kind: QuestionKind::Delimiter,
            setting: "file.delimiter".to_owned(),
            text: "Which character separates the columns?".to_owned(),
            choices: [delimiter, other].map(|known| known.character().to_string()).to_vec(),
            samples: Vec::new(),
        });
    }
    let mut detected = DetectedSheet {
        sheet,
        sheet_name: workbook.sheets().get(sheet).map(|sheet| sheet.name.clone()).unwrap_or_default(),
        header_row,
        first_row,
        columns: Vec::new(),
        rows: 0,
        hidden_rows: 0,
        merged_cells: 0,
        questions,
        dates: workbook.date_system(),
    };
    survey(workbook, &mut detected)?;
    if detected.hidden_rows > 0 && given.hidden_rows.is_none() {
        detected.questions.push(Question {
            kind: QuestionKind::HiddenRows,
            setting: "file.hiddenRows".to_owned(),
            text: format!(
                "{} rows are hidden, for example by a filter. Import or skip them?",
                detected.hidden_rows
            ),
            choices: [HiddenRows::Import, HiddenRows::Skip].map(|choice| choice.as_str().to_owned()).to_vec(),
            samples: Vec::new(),
        });
    }
    Ok(detected)
}

fn choose_sheet(
    workbook: &mut Workbook,
    given: &FileSettings,
    questions: &mut Vec<Question>,
) -> Result<(usize, SheetHead), SpreadsheetError> {
    if let Some(name) = &given.sheet {
        let index = workbook.sheet_index(name)?;
        return Ok((index, read_head(workbook, index)?));
    }
    let visible = |index: &usize| !workbook.sheets()[*index].hidden;
    let visible: Vec<usize> = (0..workbook.sheets().len()).filter(visible).collect();
    let mut heads = Vec::new();
    for index in visible {
        let head = read_head(workbook, index)?;
        if !head.rows.is_empty() {
            heads.push((index, head));
        }
    }
    // stable: the first sheet precedes others with an equal score
    let names = |head: &SheetHead| if head.names < HEADER_NAMES { 0 } else { head.names };
    heads.sort_by_key(|(_, head)| std::cmp::Reverse(names(head)));
    let with_header: Vec<_> =
        heads.iter().filter(|(_, head)| head.names >= HEADER_NAMES).map(|(index, _)| *index).collect();
    let candidates: Vec<_> =
        if with_header.is_empty() { heads.iter().map(|(index, _)| *index).collect() } else { with_header };
    if candidates.len() > 1 {
        questions.push(Question {
            kind: QuestionKind::Sheet,
            setting: "file.sheet".to_owned(),
            text: "Which sheet should be imported?".to_owned(),
            choices: candidates.iter().map(|index| workbook.sheets()[*index].name.clone()).collect(),
            samples: Vec::new(),
        });
    }
    heads.into_iter().next().ok_or(SpreadsheetError::Empty)
}

fn read_head(workbook: &mut Workbook, sheet: usize) -> Result<SheetHead, SpreadsheetError> {
    let mut rows = Vec::new();
    workbook.rows(sheet, &mut |row| {
        rows.push(row.clone());
        if rows.len() < HEAD_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let names = |row: &SheetRow| row.cells.iter().filter(|cell| is_column_name(&cell.value)).count();
    let scores: Vec<usize> = rows.iter().map(names).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let header = (best >= HEADER_NAMES).then(|| scores.iter().position(|score| *score == best)).flatten();
    Ok(SheetHead { rows, header, names: best })
}

fn is_column_name(value: &CellValue) -> bool {
    matches!(value, CellValue::Text(text) if !members_named(text).is_empty())
}

/// Returns the row numbers of the header and of the first row with data.
fn choose_rows(head: &SheetHead, given: &FileSettings, questions: &mut Vec<Question>) -> (u32, u32) {
    let header = match given.header_row {
        Some(number) => head.rows.iter().position(|row| row.number == number),
        None => head.header,
    };
    let header_row = match (given.header_row, header) {
        (Some(number), _) => number,
        (None, Some(index)) => head.rows[index].number,
        (None, None) => {
            let guess = head.rows.iter().find(|row| row.cells.len() > 1).map_or(1, |row| row.number);
            questions.push(Question {
                kind: QuestionKind::HeaderRow,
                setting: "file.headerRow".to_owned(),
                text: "Which row contains the column names? 0 if the sheet has none.".to_owned(),
                choices: vec![guess.to_string(), "0".to_owned()],
                samples: Vec::new(),
            });
            guess
        }
    };
    let first_row = given.first_row.unwrap_or_else(|| {
        let below = header.and_then(|index| second_header_row(head, index));
        if let Some(row) = below {
            questions.push(Question {
                kind: QuestionKind::FirstRow,
                setting: "file.firstRow".to_owned(),
                text: format!("Row {row} may belong to the column names. Which row is the first with data?"),
                choices: vec![(row + 1).to_string(), row.to_string()],
                samples: Vec::new(),
            });
        }
        let following = head.rows.iter().find(|row| row.number > header_row);
        following.map_or(header_row + 1, |row| row.number)
    });
    (header_row, first_row)
}

/// Returns the number of the row below the header if it may belong to the header: it has several cells, no digits, and the
/// row after it has a number in the column of the quantity.
fn second_header_row(head: &SheetHead, header: usize) -> Option<u32> {
    let (header, below, after) = (&head.rows[header], head.rows.get(header + 1)?, head.rows.get(header + 2)?);
    let is_quantity = |value: &CellValue| {
        let named =
            |text: &str| members_named(text).iter().any(|(index, _)| SHEET_MEMBERS[*index].path == QUANTITY);
        matches!(value, CellValue::Text(text) if named(text))
    };
    let quantity = header.cells.iter().find(|cell| is_quantity(&cell.value))?.column;
    let has_digits = |value: &CellValue| value.to_text().contains(|letter: char| letter.is_ascii_digit());
    let may_be_header = below.cells.len() > 1 && !below.cells.iter().any(|cell| has_digits(&cell.value));
    let has_quantity = |row: &SheetRow| row.get(quantity).is_some_and(|cell| has_digits(&cell.value));
    (may_be_header && has_quantity(after)).then_some(below.number)
}

/// Reads all rows and counts the values of each column.
fn survey(workbook: &mut Workbook, detected: &mut DetectedSheet) -> Result<(), SpreadsheetError> {
    let mut columns: BTreeMap<u32, SheetColumn> = BTreeMap::new();
    let (header_row, first_row) = (detected.header_row, detected.first_row);
    let (mut rows, mut hidden) = (0, 0);
    workbook.rows(detected.sheet, &mut |row| {
        for cell in &row.cells {
            let column = columns.entry(cell.column).or_default();
            column.column = cell.column;
            if row.number == header_row {
                column.header = cell.value.to_text().split_whitespace().collect::<Vec<_>>().join(" ");
            } else if row.number >= first_row {
                column.add(row.number, cell);
            }
        }
        if row.number >= first_row && row.number != header_row {
            rows += 1;
            hidden += u64::from(row.hidden);
        }
        ControlFlow::Continue(())
    })?;
    let is_used = |column: &SheetColumn| column.filled > 0 || !column.header.is_empty();
    detected.columns = columns.into_values().filter(is_used).collect();
    detected.merged_cells = detected.columns.iter().map(|column| column.facts.merged).sum();
    (detected.rows, detected.hidden_rows) = (rows, hidden);
    Ok(())
}

impl DetectedSheet {
    /// Returns the column that a mapping names: by its header, or by its letters in brackets, such as `[D]`.
    pub fn column_named(&self, name: &str) -> Option<&SheetColumn> {
        let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let letters = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        self.columns.iter().find(|column| match letters {
            Some(letters) => column_letters(column.column).eq_ignore_ascii_case(letters),
            None => column.header == spaced(name),
        })
    }

    /// Returns the name by which a mapping refers to a column.
    pub fn name_of(&self, column: &SheetColumn) -> String {
        let is_unique = self.columns.iter().filter(|other| other.header == column.header).count() == 1;
        if is_unique && !column.header.is_empty() && !column.header.starts_with('[') {
            return column.header.clone();
        }
        format!("[{}]", column_letters(column.column))
    }

    /// Returns the decimal sign of the texts in these columns, or a question if it is ambiguous. `None` if no text
    /// depends on it.
    pub fn decimal_sign(&self, columns: &[u32]) -> Option<Result<DecimalSign, Question>> {
        let facts = || self.facts_of(columns);
        let comma = facts().find_map(|facts| facts.comma.clone());
        let point = facts().find_map(|facts| facts.point.clone());
        let unclear = facts().find_map(|facts| facts.unclear_number.clone());
        match (&comma, &point, &unclear) {
            (None, None, None) => return None,
            (Some(_), None, _) => return Some(Ok(DecimalSign::Comma)),
            (None, Some(_), _) => return Some(Ok(DecimalSign::Point)),
            _ => {}
        }
        Some(Err(Question {
            kind: QuestionKind::DecimalSign,
            setting: "file.decimalSign".to_owned(),
            text: "Is the decimal sign a comma or a point?".to_owned(),
            choices: vec![",".to_owned(), ".".to_owned()],
            samples: [comma, point, unclear].into_iter().flatten().collect(),
        }))
    }

    /// Returns the date order of the texts in these columns, or a question if it is ambiguous. `None` if no text depends
    /// on it.
    pub fn date_order(&self, columns: &[u32]) -> Option<Result<DateOrder, Question>> {
        let facts = || self.facts_of(columns);
        let day = facts().find_map(|facts| facts.day_first.clone());
        let month = facts().find_map(|facts| facts.month_first.clone());
        let unclear = facts().find_map(|facts| facts.unclear_date.clone());
        match (&day, &month, &unclear) {
            (None, None, None) => return None,
            (Some(_), None, _) => return Some(Ok(DateOrder::Dmy)),
            (None, Some(_), _) => return Some(Ok(DateOrder::Mdy)),
            _ => {}
        }
        Some(Err(Question {
            kind: QuestionKind::DateOrder,
            setting: "file.dateOrder".to_owned(),
            text: "Does the day or the month come first in dates?".to_owned(),
            choices: vec!["dmy".to_owned(), "mdy".to_owned()],
            samples: [day, month, unclear].into_iter().flatten().collect(),
        }))
    }

    fn facts_of(&self, columns: &[u32]) -> impl Iterator<Item = &columns::ColumnFacts> {
        self.columns.iter().filter(|column| columns.contains(&column.column)).map(|column| &column.facts)
    }

    /// Returns the content of a column whose values are all GTINs, all currencies or all dates.
    pub(crate) fn content_of(column: &SheetColumn) -> Option<ColumnContent> {
        let facts = &column.facts;
        match column.filled {
            0 => None,
            filled if facts.gtins == filled => Some(ColumnContent::Gtin),
            filled if facts.currencies == filled => Some(ColumnContent::Currency),
            filled if facts.dates == filled => Some(ColumnContent::Date),
            _ => None,
        }
    }
}

/// Kind of values that identifies a column without a known name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnContent {
    Gtin,
    Currency,
    Date,
}
