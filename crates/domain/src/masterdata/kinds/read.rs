//! Parses document nodes into records according to the descriptions of the kinds, and collects all errors.

use jiff::civil::Date;
use serde::{Serialize, Serializer};

use super::gtins::parse_gtin;
use super::node::segment;
use super::shared_fields::required;
use super::{
    Field, FieldType, KINDS, Kind, KindName, Node, NodeContent, POSTAL_CODE_LINK, Range, USAGE_MEMBERS,
};
use crate::masterdata::letterhead::check_logo;
use crate::number::{self, Decimal};
use crate::phrase::Phrase;
use crate::problem::{Param, Problem, ProblemCode};
use crate::text::{self, TextFault};

/// Maximum number of records in one file or list, including nested ones.
pub const MAX_RECORDS: usize = 200_000;
/// Maximum number of entries in a list within a record.
pub const MAX_ENTRIES: usize = 100;

/// Value of a member. Stored as JSON with decimals and dates as text, so parsing it requires the type of the field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum GivenValue {
    /// Clears the member or restores its default.
    Null,
    Text(String),
    Boolean(bool),
    Whole(i64),
    Decimal(#[serde(serialize_with = "number::text::serialize")] Decimal),
    Date(Date),
    Codes(Vec<String>),
    /// Pairs of quantity and price, in ascending order of quantity.
    Scales(#[serde(serialize_with = "pairs_of_texts")] Vec<(Decimal, Decimal)>),
    /// Pairs of the code of an external system and an id in it.
    ExternalReferences(Vec<(String, String)>),
}

fn pairs_of_texts<S: Serializer>(pairs: &[(Decimal, Decimal)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pairs.iter().map(|(one, other)| [one, other].map(number::canonical)))
}

/// A record as sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenRecord {
    /// Index in its list of the request.
    pub(super) index: usize,
    /// Index of the parent record among those of the parent's kind.
    pub(super) parent: Option<usize>,
    /// One value for each field of the kind; `None` if the member is absent.
    pub(super) values: Vec<Option<GivenValue>>,
}

impl GivenRecord {
    /// Returns the value of a member; `None` if it is absent.
    pub(super) fn value(&self, kind: &Kind, member: &str) -> Option<&GivenValue> {
        self.values.get(kind.place(member)?)?.as_ref()
    }
}

/// Records of a file by kind, with the errors found so far. A batch with errors is checked completely, so that all errors
/// are reported at once, but never written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    records: [Vec<GivenRecord>; KINDS.len()],
    pub(super) problems: Vec<Problem>,
}

impl Batch {
    pub fn of(&self, kind: KindName) -> &[GivenRecord] {
        &self.records[kind as usize]
    }

    pub fn len(&self) -> usize {
        self.records.iter().map(Vec::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the JSON Pointer to a record.
    pub fn pointer(&self, kind: KindName, record: usize) -> String {
        let given = self.of(kind).get(record);
        let index = given.map_or(record, |record| record.index);
        let outer = kind.kind().parent.zip(given.and_then(|record| record.parent));
        let outer = outer.map(|(kind, parent)| self.pointer(kind, parent)).unwrap_or_default();
        format!("{outer}/{}/{index}", kind.kind().member)
    }

    pub(super) fn push(&mut self, kind: KindName, record: GivenRecord) -> usize {
        let records = &mut self.records[kind as usize];
        records.push(record);
        records.len() - 1
    }
}

/// Parses records one by one and collects their errors.
#[derive(Debug)]
pub struct RecordReader {
    batch: Batch,
    problems: Vec<Problem>,
    limit: usize,
    seen: usize,
    stopped: bool,
}

impl Default for RecordReader {
    fn default() -> Self {
        Self::at_most(MAX_RECORDS)
    }
}

impl RecordReader {
    /// Creates a reader for at most `limit` records, including nested ones.
    pub fn at_most(limit: usize) -> Self {
        Self { batch: Batch::default(), problems: Vec::new(), limit, seen: 0, stopped: false }
    }

    /// Parses one record of a kind's list; the JSON Pointers start with the kind.
    pub fn record(&mut self, kind: &'static Kind, index: usize, node: &Node) {
        self.nested(kind, index, None, &format!("/{}/{index}", kind.member), node);
    }

    /// Adds an error that concerns the document itself.
    pub fn fault(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Adds an error after which nothing more can be read.
    pub fn stopped(&mut self, problem: Problem) {
        self.stopped = true;
        self.problems.push(problem);
    }

    /// Returns the records with their errors, or only the errors if the document was not read completely.
    pub fn finish(mut self) -> Result<Batch, Vec<Problem>> {
        if self.seen > self.limit {
            let problem = Problem::new(ProblemCode::RecordsTooMany, "");
            self.stopped(problem.with("limit", self.limit).with("seen", self.seen));
        }
        if self.stopped { Err(self.problems) } else { Ok(Batch { problems: self.problems, ..self.batch }) }
    }

    fn nested(
        &mut self,
        kind: &'static Kind,
        index: usize,
        parent: Option<usize>,
        pointer: &str,
        node: &Node,
    ) {
        self.seen += 1;
        if self.seen > self.limit {
            return; // counted, no longer kept
        }
        let Some(members) = self.members(pointer, node) else { return };
        let children = kind.children.iter().map(|child| child.kind().member);
        let link = kind.is_linked().then_some(POSTAL_CODE_LINK);
        let usage = USAGE_MEMBERS.into_iter().filter(|_| kind.has_usage());
        let known = kind.fields.iter().map(|field| field.name).chain(children).chain(link).chain(usage);
        self.check_names(pointer, members, &known.collect::<Vec<_>>());
        let values = self.values(kind.fields, pointer, members);
        let place = self.batch.push(kind.name, GivenRecord { index, parent, values });
        for child in kind.children {
            let child = child.kind();
            let list = members.iter().find(|(name, _)| name == child.member);
            let Some((_, node)) = list.filter(|(_, node)| node.content != NodeContent::Null) else {
                continue;
            };
            let pointer = format!("{pointer}/{}", child.member);
            for (index, node) in self.entries(&pointer, node).unwrap_or_default().iter().enumerate() {
                self.nested(child, index, Some(place), &format!("{pointer}/{index}"), node);
            }
        }
    }

    fn values(
        &mut self,
        fields: &[Field],
        pointer: &str,
        members: &[(String, Node)],
    ) -> Vec<Option<GivenValue>> {
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            let found = members.iter().find(|(name, _)| name == field.name);
            let value = match found {
                Some((_, node)) => self.value(field, &format!("{pointer}/{}", field.name), node),
                None => None,
            };
            let missing = match &value {
                None => found.is_none(),
                Some(value) => *value == GivenValue::Null,
            };
            if field.required && missing {
                let problem = Problem::new(ProblemCode::PropertyMissing, format!("{pointer}/{}", field.name));
                self.problems.push(problem.with("name", field.name));
            }
            values.push(value);
        }
        self.check_version_days(fields, pointer, members, &values);
        values
    }

    /// Adds an error if the day of a version is missing, because a version is identified by its price list and first day.
    fn check_version_days(
        &mut self,
        fields: &[Field],
        pointer: &str,
        members: &[(String, Node)],
        values: &[Option<GivenValue>],
    ) {
        for (field, value) in fields.iter().zip(values) {
            let (FieldType::Version { day }, Some(GivenValue::Text(_))) = (field.field_type, value) else {
                continue;
            };
            let is_required = fields.iter().any(|field| field.name == day && field.required);
            if !is_required && !members.iter().any(|(name, _)| name == day) {
                let problem = Problem::new(ProblemCode::PropertyMissing, format!("{pointer}/{day}"));
                self.problems.push(problem.with("name", day));
            }
        }
    }

    /// Parses a value. Returns `None` after adding an error.
    fn value(&mut self, field: &Field, pointer: &str, node: &Node) -> Option<GivenValue> {
        let text = match (&node.content, field.field_type) {
            (NodeContent::Null, _) => return Some(GivenValue::Null),
            (_, FieldType::Codes) => return self.codes(field, pointer, node).map(GivenValue::Codes),
            (_, FieldType::Scales) => return self.scales(pointer, node).map(GivenValue::Scales),
            (_, FieldType::ExternalReferences) => {
                return self.external_references(pointer, node).map(GivenValue::ExternalReferences);
            }
            (_, FieldType::Gtins) => return self.gtins(pointer, node).map(GivenValue::Codes),
            (NodeContent::Boolean(on), FieldType::Boolean) => return Some(GivenValue::Boolean(*on)),
            (NodeContent::Scalar(text), _) => text,
            (NodeContent::Boolean(_) | NodeContent::List(_) | NodeContent::Members(_), field_type) => {
                self.problems.push(wrong_type(field_type.words(), node, pointer));
                return None;
            }
        };
        let value = field.field_type.parse(text).and_then(|value| match &value {
            GivenValue::Text(text) if field.reserved.contains(&text.as_str()) => {
                Err(Problem::new(ProblemCode::PropertyReserved, "").with("value", text.as_str()))
            }
            _ => Ok(value),
        });
        match value {
            Ok(value) => Some(value),
            Err(problem) => {
                let pointer = pointer.to_owned();
                let problem = Problem { pointer: pointer.into(), ..problem }.with("seen", node.words());
                self.problems.push(problem);
                None
            }
        }
    }

    /// Parses one code or a list of distinct codes.
    fn codes(&mut self, list: &Field, pointer: &str, node: &Node) -> Option<Vec<String>> {
        let nodes = match &node.content {
            NodeContent::Scalar(_) | NodeContent::Boolean(_) => std::slice::from_ref(node),
            _ => self.entries(pointer, node)?,
        };
        let field = Field { reserved: list.reserved, ..CODE_ENTRY };
        let mut codes = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match self.value(&field, &pointer, node) {
                Some(GivenValue::Text(code)) if !codes.contains(&code) => codes.push(code),
                Some(GivenValue::Text(_)) => {
                    self.problems
                        .push(Problem::new(ProblemCode::EntryDuplicate, pointer).with("seen", node.words()));
                }
                Some(_) => self.problems.push(wrong_type(FieldType::Code.words(), node, &pointer)),
                None => {}
            }
        }
        if nodes.is_empty() {
            self.problems.push(wrong_type(FieldType::Codes.words(), node, pointer));
        } else if nodes.len() > MAX_ENTRIES {
            self.problems.push(too_many_entries(nodes.len(), pointer));
        }
        Some(codes)
    }

    fn scales(&mut self, pointer: &str, node: &Node) -> Option<Vec<(Decimal, Decimal)>> {
        let nodes = self.entries(pointer, node)?;
        if nodes.len() > MAX_ENTRIES {
            self.problems.push(too_many_entries(nodes.len(), pointer));
            return None;
        }
        let mut scales: Vec<(Decimal, Decimal)> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let Some(members) = self.members(&pointer, node) else { continue };
            self.check_names(&pointer, members, &SCALE_FIELDS.each_ref().map(|field| field.name));
            let values = self.values(&SCALE_FIELDS, &pointer, members);
            let [Some(GivenValue::Decimal(from)), Some(GivenValue::Decimal(price))] = values[..] else {
                continue;
            };
            if scales.iter().any(|(other, _)| *other == from) {
                self.problems
                    .push(Problem::new(ProblemCode::EntryDuplicate, pointer).with("seen", from.to_string()));
            }
            scales.push((from, price));
        }
        scales.sort_unstable();
        Some(scales)
    }

    fn external_references(&mut self, pointer: &str, node: &Node) -> Option<Vec<(String, String)>> {
        let nodes = self.entries(pointer, node)?;
        if nodes.len() > MAX_ENTRIES {
            self.problems.push(too_many_entries(nodes.len(), pointer));
            return None;
        }
        let mut references = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let Some(members) = self.members(&pointer, node) else { continue };
            self.check_names(&pointer, members, &REFERENCE_FIELDS.each_ref().map(|field| field.name));
            if let [Some(GivenValue::Text(system)), Some(GivenValue::Text(id))] =
                self.values(&REFERENCE_FIELDS, &pointer, members).as_slice()
            {
                references.push((system.clone(), id.clone()));
            }
        }
        Some(references)
    }

    /// Parses a list of distinct GTINs and returns them in ascending order.
    fn gtins(&mut self, pointer: &str, node: &Node) -> Option<Vec<String>> {
        let nodes = self.entries(pointer, node)?;
        if nodes.len() > MAX_ENTRIES {
            self.problems.push(too_many_entries(nodes.len(), pointer));
            return None;
        }
        let mut gtins: Vec<String> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let text = match self.value(&CODE_ENTRY, &pointer, node) {
                Some(GivenValue::Text(text)) => text,
                Some(_) => String::new(),
                None => continue,
            };
            let problem = match parse_gtin(&text) {
                Ok(gtin) if !gtins.contains(&gtin) => {
                    gtins.push(gtin);
                    continue;
                }
                Ok(_) => Problem::new(ProblemCode::EntryDuplicate, ""),
                Err(problem) => problem,
            };
            self.problems.push(Problem { pointer: pointer.into(), ..problem }.with("seen", node.words()));
        }
        gtins.sort_unstable();
        Some(gtins)
    }

    fn members<'a>(&mut self, pointer: &str, node: &'a Node) -> Option<&'a [(String, Node)]> {
        if let NodeContent::Members(members) = &node.content {
            return Some(members);
        }
        self.problems.push(wrong_type(Phrase::AnObject, node, pointer));
        None
    }

    fn entries<'a>(&mut self, pointer: &str, node: &'a Node) -> Option<&'a [Node]> {
        if let NodeContent::List(nodes) = &node.content {
            return Some(nodes);
        }
        self.problems.push(wrong_type(Phrase::AList, node, pointer));
        None
    }

    /// Adds an error for each unknown or duplicate name.
    fn check_names(&mut self, pointer: &str, members: &[(String, Node)], known: &[&str]) {
        for (place, (name, _)) in members.iter().enumerate() {
            let code = if !known.contains(&name.as_str()) {
                ProblemCode::MemberUnknown
            } else if members[..place].iter().any(|(other, _)| other == name) {
                ProblemCode::PropertyDuplicate
            } else {
                continue;
            };
            let problem = Problem::new(code, format!("{pointer}/{}", segment(name)));
            self.problems
                .push(problem.with("name", name.clone()).with("known", Param::texts(known.iter().copied())));
        }
    }
}

const CODE_ENTRY: Field = required("", FieldType::Code, "");

/// Fields of an entry of scales.
pub const SCALE_FIELDS: [Field; 2] = [
    required("fromQuantity", FieldType::Decimal(Range::Positive), "Quantity from which the price applies"),
    required("price", FieldType::Decimal(Range::Any), "Price of one unit"),
];

/// Fields of an entry of external references.
pub const REFERENCE_FIELDS: [Field; 2] = [
    required("system", FieldType::Reference(KindName::ExternalSystems), "Code of the external system"),
    required("id", FieldType::Code, "Id in the external system"),
];

impl FieldType {
    /// Returns a description of the expected value for messages.
    pub fn words(self) -> Phrase {
        match self {
            Self::Code | Self::Short(_) | Self::Name | Self::Text => Phrase::Text,
            Self::Letters(2) => Phrase::TwoCapitals,
            Self::Letters(_) => Phrase::ThreeCapitals,
            Self::Boolean => Phrase::TrueOrFalse,
            Self::Whole { .. } => Phrase::AWholeNumber,
            Self::Decimal(_) => Phrase::ANumber,
            Self::Date | Self::VersionDay => Phrase::Day,
            Self::TimeZone => Phrase::TimeZone,
            Self::Word(_) => Phrase::AWord,
            Self::Owner => Phrase::OrganisationCode,
            Self::Reference(_) | Self::ReferenceWithin { .. } => Phrase::RecordKey,
            Self::Version { .. } => Phrase::PriceListCode,
            Self::Codes => Phrase::Codes,
            Self::Scales => Phrase::Scales,
            Self::ExternalReferences => Phrase::ExternalReferences,
            Self::Gtins => Phrase::Gtins,
            Self::Logo => Phrase::Logo,
        }
    }

    /// Parses a scalar; the caller sets the pointer of the problem. Blank text counts as absent.
    pub(super) fn parse(self, text: &str) -> Result<GivenValue, Problem> {
        if self == Self::Logo {
            return logo(text);
        }
        let code = || text::Code::parse(text).map(|code| code.map(text::Code::into_string));
        let read = match self {
            Self::Name => text::Name::parse(text).map(|name| name.map(text::Name::into_string)),
            Self::Text => text::Text::parse(text).map(|text| text.map(text::Text::into_string)),
            _ => code(),
        };
        let Some(text) = read.map_err(|fault| fault.problem(""))? else { return Ok(GivenValue::Null) };
        match self {
            Self::Code
            | Self::Name
            | Self::Text
            | Self::Owner
            | Self::Reference(_)
            | Self::ReferenceWithin { .. }
            | Self::Version { .. } => Ok(GivenValue::Text(text)),
            Self::Short(limit) => match text.chars().count() {
                seen if seen > limit => Err(TextFault::TooLong { limit, seen }.problem("")),
                _ => Ok(GivenValue::Text(text)),
            },
            Self::Letters(count) => {
                let fits = text.len() == count && text.bytes().all(|letter| letter.is_ascii_uppercase());
                if fits { Ok(GivenValue::Text(text)) } else { Err(expected(self.words(), &text)) }
            }
            Self::Boolean => match text.as_str() {
                "true" => Ok(GivenValue::Boolean(true)),
                "false" => Ok(GivenValue::Boolean(false)),
                _ => Err(expected(self.words(), &text)),
            },
            Self::Whole { minimum, maximum } => match text.parse() {
                Ok(number) if (minimum..=maximum).contains(&number) => Ok(GivenValue::Whole(number)),
                _ => Err(expected(Phrase::WholeNumberBetween.of([minimum.into(), maximum.into()]), &text)),
            },
            Self::Decimal(range) => decimal(range, &text),
            Self::Date | Self::VersionDay => day(&text).map(GivenValue::Date),
            Self::TimeZone => match jiff::tz::TimeZone::get(&text) {
                Ok(_) => Ok(GivenValue::Text(text)),
                Err(_) => Err(expected(self.words(), &text)),
            },
            Self::Word(words) if words.contains(&text.as_str()) => Ok(GivenValue::Text(text)),
            Self::Word(words) => {
                let problem = Problem::new(ProblemCode::EnumUnknown, "").with("value", text);
                Err(problem.with("allowed", Param::texts(words.iter().copied())))
            }
            Self::Codes | Self::Scales | Self::ExternalReferences | Self::Gtins | Self::Logo => {
                Err(expected(self.words(), &text))
            }
        }
    }
}

fn logo(text: &str) -> Result<GivenValue, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(GivenValue::Null);
    }
    check_logo(text).map(|()| GivenValue::Text(text.to_owned()))
}

fn decimal(range: Range, text: &str) -> Result<GivenValue, Problem> {
    let number = number::exact(text).map_err(|fault| Problem::new(fault.into(), ""))?;
    let (fits, words) = match range {
        Range::Any => return Ok(GivenValue::Decimal(number)),
        Range::Positive => (number > Decimal::ZERO, Phrase::NumberAboveZero.into()),
        Range::Percent => {
            let percent = number >= Decimal::ZERO && number <= Decimal::ONE_HUNDRED;
            (percent, Phrase::NumberBetween.of([0.into(), 100.into()]))
        }
    };
    if fits { Ok(GivenValue::Decimal(number)) } else { Err(expected(words, text)) }
}

/// Parses a date in exactly the format `YYYY-MM-DD`, in which it is stored and compared.
fn day(text: &str) -> Result<Date, Problem> {
    let shape = text.len() == 10 && text.bytes().filter(u8::is_ascii_digit).count() == 8;
    let date = shape.then(|| text.parse::<Date>().ok()).flatten();
    date.ok_or_else(|| Problem::new(ProblemCode::DateInvalid, ""))
}

fn expected(expected: impl Into<Param>, found: &str) -> Problem {
    let found = Phrase::Quoted.of([found.into()]);
    Problem::new(ProblemCode::TypeWrong, "").with("expected", expected).with("found", found)
}

fn wrong_type(expected: Phrase, node: &Node, pointer: &str) -> Problem {
    let problem = Problem::new(ProblemCode::TypeWrong, pointer.to_owned());
    problem.with("expected", expected).with("found", node.words())
}

fn too_many_entries(seen: usize, pointer: &str) -> Problem {
    let problem = Problem::new(ProblemCode::EntriesTooMany, pointer.to_owned());
    problem.with("limit", MAX_ENTRIES).with("seen", seen)
}
