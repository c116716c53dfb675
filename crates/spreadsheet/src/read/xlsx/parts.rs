//! Parts of a workbook that describe its sheets and formats.

use std::collections::HashMap;

use quick_xml::events::Event;

use crate::error::SpreadsheetError;
use crate::read::package::{Package, attribute, too_much};
use crate::read::{SheetInfo, limits};
use crate::serial_date::{DateSystem, NumberKind, builtin_format, custom_format};

/// Relations of a part to other parts.
#[derive(Default)]
pub(super) struct Relations {
    /// Id, last segment of the type, name of the part.
    relations: Vec<(String, String, String)>,
}

impl Relations {
    /// Reads the relations of a part.
    pub fn of_part(package: &mut Package, part: &str) -> Result<Self, SpreadsheetError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        Self::read(package, &format!("{folder}{slash}_rels/{file}.rels"), folder)
    }

    /// Reads a part with relations whose targets are relative to a folder.
    pub fn read(package: &mut Package, part: &str, folder: &str) -> Result<Self, SpreadsheetError> {
        let mut relations = Vec::new();
        let mut part = package.part(part)?;
        loop {
            match part.next()? {
                Event::Start(element) if element.local_name().as_ref() == "Relationship" => {
                    let (id, kind) = (attribute(&element, "Id")?, attribute(&element, "Type")?);
                    let (Some(id), Some(kind), Some(target)) = (id, kind, attribute(&element, "Target")?)
                    else {
                        continue;
                    };
                    let kind = kind.rsplit('/').next().unwrap_or_default();
                    relations.push((id.into_owned(), kind.to_owned(), absolute(folder, &target)));
                    if relations.len() > limits::PARTS {
                        return Err(too_much("the number of packed parts", limits::PARTS as u64));
                    }
                }
                Event::Eof => return Ok(Self { relations }),
                _ => {}
            }
        }
    }

    pub fn of_kind(&self, kind: &str) -> Option<&str> {
        let found = self.relations.iter().find(|(_, known, _)| known == kind);
        found.map(|(_, _, part)| part.as_str())
    }

    /// Returns the part of the worksheet with this id.
    pub fn worksheet(&self, id: &str) -> Option<&str> {
        let found = self.relations.iter().find(|(known, kind, _)| known == id && kind == "worksheet");
        found.map(|(_, _, part)| part.as_str())
    }
}

/// Returns the name of a part from a target that is relative to a folder.
fn absolute(folder: &str, target: &str) -> String {
    if let Some(target) = target.strip_prefix('/') {
        return target.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// Content of the workbook part.
#[derive(Default)]
pub(super) struct WorkbookPart {
    /// Sheets with the ids of their relations.
    pub sheets: Vec<(SheetInfo, String)>,
    pub dates: DateSystem,
    pub uncalculated: bool,
}

pub(super) fn read_workbook(package: &mut Package, part: &str) -> Result<WorkbookPart, SpreadsheetError> {
    let mut workbook = WorkbookPart::default();
    let mut part = package.part(part)?;
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "sheet" => {
                    let name = attribute(&element, "name")?.unwrap_or_default().into_owned();
                    let hidden = attribute(&element, "state")?.is_some_and(|state| state != "visible");
                    let relation = attribute(&element, "id")?.unwrap_or_default().into_owned();
                    workbook.sheets.push((SheetInfo { name, hidden }, relation));
                    if workbook.sheets.len() > limits::SHEETS {
                        return Err(too_much("the number of sheets", limits::SHEETS as u64));
                    }
                }
                "workbookPr" if is_true(attribute(&element, "date1904")?.as_deref()) => {
                    workbook.dates = DateSystem::From1904;
                }
                // set by programs that write formulas without calculating them
                "calcPr" if is_true(attribute(&element, "fullCalcOnLoad")?.as_deref()) => {
                    workbook.uncalculated = true;
                }
                _ => {}
            },
            Event::Eof => return Ok(workbook),
            _ => {}
        }
    }
}

pub(super) fn is_true(value: Option<&str>) -> bool {
    matches!(value, Some("1" | "true" | "on"))
}

/// Returns the kind of values of each cell format.
pub(super) fn read_number_kinds(
    package: &mut Package,
    part: &str,
) -> Result<Vec<NumberKind>, SpreadsheetError> {
    let mut custom: HashMap<u32, NumberKind> = HashMap::new();
    let mut kinds = Vec::new();
    let mut in_cell_formats = false;
    let mut part = package.part(part)?;
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "numFmt" => {
                    let id = attribute(&element, "numFmtId")?.and_then(|id| id.parse().ok());
                    if let (Some(id), Some(code)) = (id, attribute(&element, "formatCode")?) {
                        custom.insert(id, custom_format(&code));
                    }
                }
                "cellXfs" => in_cell_formats = true,
                "xf" if in_cell_formats => {
                    let id = attribute(&element, "numFmtId")?.and_then(|id| id.parse().ok()).unwrap_or(0);
                    kinds.push(custom.get(&id).copied().unwrap_or_else(|| builtin_format(id)));
                }
                _ => {}
            },
            Event::End(element) if element.local_name().as_ref() == "cellXfs" => in_cell_formats = false,
            Event::Eof => return Ok(kinds),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_relative_to_the_folder_of_their_part() {
        for (folder, target, expected) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/styles.xml", "xl/styles.xml"),
            ("", "xl/workbook.xml", "xl/workbook.xml"),
            ("xl/worksheets", "../sharedStrings.xml", "xl/sharedStrings.xml"),
            ("xl", "./a.xml", "xl/a.xml"),
            ("", "../../a.xml", "a.xml"),
        ] {
            assert_eq!(absolute(folder, target), expected);
        }
    }
}
