//! Proposes a mapping from the names and values of the columns.

use super::model::{MemberSource, SheetMapping};
use crate::detect::{ColumnContent, DetectedSheet, Question, QuestionKind, SheetColumn};
use crate::members::{
    BUYER_CODE, CURRENCY, DATE_REQUIRED, HEADER_ID, LINE_ID, MappedKind, PO_REFERENCE, PRICE, PRODUCT_CODE,
    QUANTITY, SHEET_MEMBERS, SheetMember, members_named, members_similar,
};
use crate::settings::FileSettings;

/// A mapping that was derived from a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    pub mapping: SheetMapping,
    /// Decisions that are left to the user. If there are none, the mapping can be applied.
    pub questions: Vec<Question>,
    /// Columns with values that are not imported.
    pub unused: Vec<String>,
}

/// Assignment of columns to members.
struct Assignment<'d> {
    detected: &'d DetectedSheet,
    /// Member of each column.
    members: Vec<Option<usize>>,
    questions: Vec<Question>,
}

/// Members that identify the buyer of a row.
const BUYER_KEYS: [&str; 3] = [BUYER_CODE, "bpartner.bpartner.externalId", "bpartner.location.gln"];
/// Members that identify the product of a row.
const PRODUCT_KEYS: [&str; 2] = [PRODUCT_CODE, "product.externalId"];

/// Proposes a mapping for a sheet. The settings of the file are part of it.
pub fn propose(detected: &DetectedSheet, file: &FileSettings) -> Proposal {
    let mut assignment =
        Assignment { detected, members: vec![None; detected.columns.len()], questions: Vec::new() };
    assignment.by_name();
    assignment.by_similar_name();
    assignment.by_content();
    let mut mapping = SheetMapping { file: file.clone(), ..SheetMapping::default() };
    let mut unused = Vec::new();
    for (column, member) in detected.columns.iter().zip(&assignment.members) {
        match member {
            Some(member) => {
                let source = MemberSource::of_column(detected.name_of(column));
                mapping.members.insert(SHEET_MEMBERS[*member].path.to_owned(), source);
            }
            None if column.filled > 0 => unused.push(detected.name_of(column)),
            None => {}
        }
    }
    identify_rows(&mut mapping);
    let mut questions = assignment.questions;
    questions.extend(complete_settings(detected, &mut mapping));
    Proposal { mapping, questions, unused }
}

impl Assignment<'_> {
    fn is_assigned(&self, member: usize) -> bool {
        self.members.contains(&Some(member))
    }

    /// Assigns to each member, in their order, the column with its most preferred name. Adds a question for each further
    /// column with a name of an assigned member.
    fn by_name(&mut self) {
        let columns = &self.detected.columns;
        for member in 0..SHEET_MEMBERS.len() {
            let preference = |index: &usize| {
                let names = members_named(&columns[*index].header);
                names.iter().find(|(named, _)| *named == member).map(|(_, preference)| *preference)
            };
            let open = (0..columns.len()).filter(|index| self.members[*index].is_none());
            let best = open.filter_map(|index| Some((preference(&index)?, index))).min();
            if let Some((_, index)) = best {
                self.members[index] = Some(member);
            }
        }
        for (index, column) in columns.iter().enumerate() {
            let named = members_named(&column.header).first();
            if let Some((member, _)) = named.filter(|_| self.members[index].is_none()) {
                self.add_column_question(*member, index);
            }
        }
    }

    /// Adds the question whether another column is the source of a member, unless it is a GTIN next to an article number.
    fn add_column_question(&mut self, member: usize, other: usize) {
        let path = SHEET_MEMBERS[member].path;
        let columns = &self.detected.columns;
        let is_gtin = DetectedSheet::content_of(&columns[other]) == Some(ColumnContent::Gtin);
        let chosen = self.members.iter().position(|assigned| *assigned == Some(member));
        let Some(chosen) = chosen.filter(|_| columns[other].filled > 0 && !(path == PRODUCT_CODE && is_gtin))
        else {
            return;
        };
        let names = [chosen, other].map(|index| self.detected.name_of(&columns[index]));
        self.questions.push(Question {
            kind: QuestionKind::SeveralColumns,
            setting: format!("members.{path}"),
            text: format!("Which column contains {path}?"),
            choices: names.to_vec(),
            samples: [chosen, other]
                .iter()
                .filter_map(|index| columns[*index].samples.first().cloned())
                .collect(),
        });
    }

    fn by_similar_name(&mut self) {
        for index in 0..self.detected.columns.len() {
            let column = &self.detected.columns[index];
            let is_open = self.members[index].is_none() && members_named(&column.header).is_empty();
            let similar = if is_open { members_similar(&column.header) } else { Vec::new() };
            if let Some((member, _)) = similar.into_iter().find(|(member, _)| !self.is_assigned(*member)) {
                self.assign_uncertain(index, member);
            }
        }
    }

    fn by_content(&mut self) {
        for index in 0..self.detected.columns.len() {
            if self.members[index].is_some() {
                continue;
            }
            let path = match DetectedSheet::content_of(&self.detected.columns[index]) {
                Some(ColumnContent::Gtin) => PRODUCT_CODE,
                Some(ColumnContent::Currency) => CURRENCY,
                Some(ColumnContent::Date) => DATE_REQUIRED,
                None => continue,
            };
            let member = SHEET_MEMBERS.iter().position(|member| member.path == path);
            if let Some(member) = member.filter(|member| !self.is_assigned(*member)) {
                self.assign_uncertain(index, member);
            }
        }
    }

    fn assign_uncertain(&mut self, index: usize, member: usize) {
        self.members[index] = Some(member);
        let column: &SheetColumn = &self.detected.columns[index];
        let (name, path) = (self.detected.name_of(column), SHEET_MEMBERS[member].path);
        self.questions.push(Question {
            kind: QuestionKind::UncertainColumn,
            setting: format!("members.{path}"),
            text: format!("Does the column {name:?} contain {path}?"),
            choices: vec![name],
            samples: column.samples.clone(),
        });
    }
}

/// Adds the ids of incoming order and line if no columns contain them. The order id includes the buyer, because different
/// buyers may use equal order numbers.
fn identify_rows(mapping: &mut SheetMapping) {
    let members = &mut mapping.members;
    let (header, reference) = (members.get(HEADER_ID).cloned(), members.get(PO_REFERENCE).cloned());
    match (header, reference) {
        (None, Some(reference)) => {
            let buyer = BUYER_KEYS.iter().find_map(|key| members.get(*key));
            let source = match buyer {
                Some(buyer) => MemberSource {
                    columns: buyer
                        .column_names()
                        .chain(reference.column_names())
                        .map(str::to_owned)
                        .collect(),
                    join: Some("/".to_owned()),
                    ..MemberSource::default()
                },
                None => reference,
            };
            members.insert(HEADER_ID.to_owned(), source);
        }
        (Some(header), None) => {
            members.insert(PO_REFERENCE.to_owned(), header);
        }
        _ => {}
    }
    if members.contains_key(HEADER_ID) && !members.contains_key(LINE_ID) {
        members.insert(LINE_ID.to_owned(), MemberSource { numbered: true, ..MemberSource::default() });
    }
}

/// Completes the settings of a mapping with findings about the sheet. Returns the decisions that are left to the user.
pub fn complete_settings(detected: &DetectedSheet, mapping: &mut SheetMapping) -> Vec<Question> {
    let mut questions = detected.questions.clone();
    let columns_of = |mapping: &SheetMapping, kinds: &[MappedKind]| {
        let is_of_kind =
            |path: &str| SheetMember::of_path(path).is_some_and(|member| kinds.contains(&member.kind));
        let sources = mapping.members.iter().filter(|(path, _)| is_of_kind(path)).map(|(_, source)| source);
        let names = sources.flat_map(MemberSource::column_names);
        names.filter_map(|name| detected.column_named(name)).map(|column| column.column).collect::<Vec<_>>()
    };
    if mapping.file.decimal_sign.is_none() {
        let kinds = [MappedKind::Number, MappedKind::Percentage, MappedKind::Integer];
        match detected.decimal_sign(&columns_of(mapping, &kinds)) {
            Some(Ok(sign)) => mapping.file.decimal_sign = Some(sign),
            Some(Err(question)) => questions.push(question),
            None => {}
        }
    }
    if mapping.file.date_order.is_none() {
        match detected.date_order(&columns_of(mapping, &[MappedKind::Date])) {
            Some(Ok(order)) => mapping.file.date_order = Some(order),
            Some(Err(question)) => questions.push(question),
            None => {}
        }
    }
    questions.extend(missing_members(detected, mapping));
    questions
}

/// Returns a question for each required member without a source.
fn missing_members(detected: &DetectedSheet, mapping: &SheetMapping) -> Vec<Question> {
    let has = |path: &str| mapping.members.contains_key(path);
    let price = mapping.members.get(PRICE).and_then(|source| source.column_names().next());
    let price = price.and_then(|name| detected.column_named(name));
    let needs_currency = has(PRICE) && price.is_none_or(|column| column.facts.priced != column.filled);
    let wanted: [(bool, &str, &str); 8] = [
        (!has(HEADER_ID), HEADER_ID, "the order number of the customer"),
        (!has(LINE_ID), LINE_ID, "the number of the line in its order"),
        (!has(PO_REFERENCE), PO_REFERENCE, "the order number of the customer"),
        (!BUYER_KEYS.into_iter().any(has), BUYER_CODE, "the customer"),
        (!PRODUCT_KEYS.into_iter().any(has), PRODUCT_CODE, "the product"),
        (!has(QUANTITY), QUANTITY, "the quantity"),
        // not required by all destinations
        (!has(DATE_REQUIRED) && !has("dataDestInternalName"), DATE_REQUIRED, "the requested delivery date"),
        (needs_currency && !has(CURRENCY), CURRENCY, "the currency of the prices"),
    ];
    let missing = wanted.into_iter().filter(|(missing, ..)| *missing);
    let question = |(_, path, content): (bool, &str, &str)| Question {
        kind: QuestionKind::MissingMember,
        setting: format!("members.{path}"),
        text: format!("Which column or constant is {content}?"),
        choices: Vec::new(),
        samples: Vec::new(),
    };
    missing.map(question).collect()
}
