//! XLSX files (Office Open XML, ECMA-376).

mod parts;
mod sheet;
mod strings;

use super::SheetInfo;
use super::package::{BoxedInput, Package};
use super::sink::RowVisitor;
use crate::error::SpreadsheetError;
use crate::serial_date::{DateSystem, NumberKind};
use parts::{Relations, read_number_kinds, read_workbook};
use strings::SharedTexts;

pub(super) use sheet::iso_date;

/// An open XLSX file. Only shared texts and number formats are kept in memory.
pub(super) struct XlsxFile {
    package: Package,
    sheets: Vec<XlsxSheet>,
    context: ValueContext,
}

struct XlsxSheet {
    info: SheetInfo,
    part: String,
    /// Areas of merged cells; read when the sheet is read for the first time.
    merged: Option<Vec<super::merged::MergedArea>>,
}

/// Content of the workbook that determines the values of cells.
pub(super) struct ValueContext {
    texts: SharedTexts,
    /// Kind of each cell format.
    kinds: Vec<NumberKind>,
    dates: DateSystem,
    /// The program that wrote the file did not calculate its formulas.
    uncalculated: bool,
}

impl XlsxFile {
    pub fn open(input: BoxedInput) -> Result<Self, SpreadsheetError> {
        let mut package = Package::open(input)?;
        reject_macros(&package)?;
        let root = Relations::read(&mut package, "_rels/.rels", "")?;
        let workbook_part = root.of_kind("officeDocument").unwrap_or("xl/workbook.xml").to_owned();
        let relations = Relations::of_part(&mut package, &workbook_part)?;
        let workbook = read_workbook(&mut package, &workbook_part)?;
        let kinds = match relations.of_kind("styles") {
            Some(part) if package.contains(part) => read_number_kinds(&mut package, part)?,
            _ => Vec::new(),
        };
        let texts = match relations.of_kind("sharedStrings") {
            Some(part) if package.contains(part) => SharedTexts::read(&mut package, part)?,
            _ => SharedTexts::default(),
        };
        let mut sheets = Vec::new();
        for (info, relation) in workbook.sheets {
            // chart sheets have no cells
            if let Some(part) = relations.worksheet(&relation) {
                sheets.push(XlsxSheet { info, part: part.to_owned(), merged: None });
            }
        }
        if sheets.is_empty() {
            return Err(SpreadsheetError::broken("it contains no sheet"));
        }
        let context =
            ValueContext { texts, kinds, dates: workbook.dates, uncalculated: workbook.uncalculated };
        Ok(Self { package, sheets, context })
    }

    pub fn sheets(&self) -> Vec<SheetInfo> {
        self.sheets.iter().map(|sheet| sheet.info.clone()).collect()
    }

    pub fn date_system(&self) -> DateSystem {
        self.context.dates
    }

    pub fn rows(&mut self, index: usize, visit: &mut RowVisitor<'_>) -> Result<(), SpreadsheetError> {
        let sheet = &mut self.sheets[index];
        let merged = if let Some(merged) = &sheet.merged {
            merged.clone()
        } else {
            let areas = sheet::read_merged_areas(&mut self.package, &sheet.part)?;
            sheet.merged.insert(areas).clone()
        };
        sheet::read_rows(&mut self.package, &sheet.part, &self.context, merged, visit)
    }
}

fn reject_macros(package: &Package) -> Result<(), SpreadsheetError> {
    for name in package.names() {
        let name = name.to_ascii_lowercase();
        if name.ends_with("vbaproject.bin") || name.starts_with("xl/macrosheets/") {
            return Err(SpreadsheetError::Macros);
        }
        if name == "xl/workbook.bin" {
            return Err(SpreadsheetError::Unsupported { kind: "a binary Excel workbook (.xlsb)" });
        }
    }
    Ok(())
}
