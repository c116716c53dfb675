//! What a run is to do, in the form in which every backend stores it: so that another process can go on with it.

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Field, InvoiceDocType, Sent};
use orderdock_domain::correction::{
    Assignee, Attention, CandidateEdit, FieldEdit, NamedRole, Step, WantedValue,
};
use orderdock_domain::fit;
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::number::{Decimal, exact};
use orderdock_domain::text::{Code, Text};
use serde::{Deserialize, Serialize};

use crate::{Chunk, ChunkExtent, StoreError, StoreResult};

/// What a run is to do beside what its kind says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RunWork {
    /// Of a run that edits.
    pub edit: Option<CandidateEdit>,
    /// Of a run that undoes another: why orders are voided.
    pub reason: Option<Text>,
    /// By a clerk or sender; otherwise it takes what is due.
    pub selected: bool,
    /// Its candidates, as they were gathered.
    pub chunks: Vec<Chunk>,
}

#[derive(Serialize, Deserialize)]
struct WrittenTask {
    selected: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edit: Option<WrittenEdit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct WrittenEdit {
    changes: Vec<(String, WrittenChange)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    active: Option<bool>,
    #[serde(default, skip_serializing_if = "WrittenSent::is_absent")]
    waiting: WrittenSent<String>,
    #[serde(default, skip_serializing_if = "WrittenSent::is_absent")]
    assigned: WrittenSent<WrittenAssignee>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

/// A name, and organisations unless it is all of them.
type WrittenAssignee = (String, Option<Vec<i64>>);

/// What becomes of something that a candidate can be without.
#[derive(Serialize, Deserialize, Default)]
#[serde(rename_all = "camelCase")]
enum WrittenSent<T> {
    #[default]
    Absent,
    Nothing,
    Value(T),
}

impl<T> WrittenSent<T> {
    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// `None` if its value is not understood.
    fn read<U>(self, read: impl FnOnce(T) -> Option<U>) -> Option<Sent<U>> {
        match self {
            Self::Absent => Some(Sent::Absent),
            Self::Nothing => Some(Sent::Null),
            Self::Value(value) => read(value).map(Sent::Value),
        }
    }
}

impl<T> From<Sent<T>> for WrittenSent<T> {
    fn from(sent: Sent<T>) -> Self {
        match sent {
            Sent::Absent => Self::Absent,
            Sent::Null => Self::Nothing,
            Sent::Value(value) => Self::Value(value),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenChange {
    Value(String),
    Instant(String),
    Code(String),
    Identifier(String),
    Role(String, Option<String>, Option<String>),
    InvoiceDocType(String, Option<String>),
    Percent(String),
    Amount(String),
    Days(i32),
    Clear,
}

impl RunWork {
    /// The task as JSON, and the candidates as bytes.
    pub fn encode(&self) -> (String, Vec<u8>) {
        let task = WrittenTask {
            selected: self.selected,
            edit: self.edit.as_ref().map(WrittenEdit::of),
            reason: self.reason.as_ref().map(Text::to_string),
        };
        // the shape holds nothing that JSON cannot write
        (serde_json::to_string(&task).unwrap_or_default(), encode_chunks(&self.chunks))
    }

    pub fn decode(task: &str, selection: &[u8]) -> StoreResult<Self> {
        let fault = |fault: String| StoreError::Inconsistent { place: "run.task", fault };
        let WrittenTask { selected, edit, reason } =
            serde_json::from_str(task).map_err(|error| fault(error.to_string()))?;
        let edit = edit.map(|edit| edit.read().map_err(fault)).transpose()?;
        let reason = reason.as_deref().and_then(Text::stored);
        Ok(Self { edit, reason, selected, chunks: decode_chunks(selection)? })
    }
}

impl WrittenEdit {
    fn of(edit: &CandidateEdit) -> Self {
        let changes = edit.changes.iter().map(|(field, change)| (field.as_str().to_owned(), change.into()));
        let Attention { waiting, assigned, comment } = &edit.attention;
        let assigned =
            assigned.clone().map(|user| (user.name.to_string(), written_organisations(&user.organisations)));
        Self {
            changes: changes.collect(),
            active: edit.active,
            waiting: waiting.map(|day| day.to_string()).into(),
            assigned: assigned.into(),
            comment: comment.as_ref().map(Text::to_string),
        }
    }

    fn read(self) -> Result<CandidateEdit, String> {
        let read = |(field, change): (String, WrittenChange)| {
            Field::parse(&field).zip(change.read()).ok_or_else(|| format!("no edit of {field}"))
        };
        let attention = read_attention(self.waiting, self.assigned, self.comment);
        let attention = attention.ok_or("no day, user or comment")?;
        let changes = self.changes.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(CandidateEdit { changes, active: self.active, attention })
    }
}

impl From<&FieldEdit> for WrittenChange {
    fn from(edit: &FieldEdit) -> Self {
        match edit {
            FieldEdit::Clear => Self::Clear,
            FieldEdit::ChangeBy(Step::Percent(percent)) => Self::Percent(percent.to_string()),
            FieldEdit::ChangeBy(Step::Amount(amount)) => Self::Amount(amount.to_string()),
            FieldEdit::ChangeBy(Step::Days(days)) => Self::Days(*days),
            FieldEdit::Set(WantedValue::Value(value)) => Self::Value(value.clone()),
            FieldEdit::Set(WantedValue::Instant(instant)) => Self::Instant(instant.to_string()),
            FieldEdit::Set(WantedValue::Code(code)) => Self::Code(code.to_string()),
            FieldEdit::Set(WantedValue::Identifier(identifier)) => Self::Identifier(identifier.to_string()),
            FieldEdit::Set(WantedValue::Role(NamedRole { bpartner, location, contact })) => {
                let text = |identifier: &Option<_>| identifier.as_ref().map(IdentifierString::to_string);
                Self::Role(bpartner.to_string(), text(location), text(contact))
            }
            FieldEdit::Set(WantedValue::InvoiceDocType(InvoiceDocType { doc_base_type, doc_sub_type })) => {
                Self::InvoiceDocType(doc_base_type.to_string(), doc_sub_type.as_ref().map(Code::to_string))
            }
        }
    }
}

impl WrittenChange {
    fn read(self) -> Option<FieldEdit> {
        let set = |wanted: Option<WantedValue>| wanted.map(FieldEdit::Set);
        match self {
            Self::Clear => Some(FieldEdit::Clear),
            Self::Percent(percent) => number(&percent).map(Step::Percent).map(FieldEdit::ChangeBy),
            Self::Amount(amount) => number(&amount).map(Step::Amount).map(FieldEdit::ChangeBy),
            Self::Days(days) => Some(FieldEdit::ChangeBy(Step::Days(days))),
            Self::Value(value) => Some(FieldEdit::Set(WantedValue::Value(value))),
            Self::Instant(instant) => set(instant.parse::<Timestamp>().ok().map(WantedValue::Instant)),
            Self::Code(code) => set(Code::stored(&code).map(WantedValue::Code)),
            Self::Identifier(written) => set(identifier(&written).map(WantedValue::Identifier)),
            Self::Role(bpartner, location, contact) => {
                let bpartner = identifier(&bpartner)?;
                let (location, contact) = (optional(location, identifier)?, optional(contact, identifier)?);
                Some(FieldEdit::Set(WantedValue::Role(NamedRole { bpartner, location, contact })))
            }
            Self::InvoiceDocType(base, sub) => {
                let (doc_base_type, doc_sub_type) = (Code::stored(&base)?, optional(sub, Code::stored)?);
                Some(FieldEdit::Set(WantedValue::InvoiceDocType(InvoiceDocType {
                    doc_base_type,
                    doc_sub_type,
                })))
            }
        }
    }
}

fn written_organisations(scope: &OrgScope) -> Option<Vec<i64>> {
    match scope {
        OrgScope::All => None,
        OrgScope::These(organisations) => Some(organisations.iter().map(|id| id.0).collect()),
    }
}

fn read_attention(
    waiting: WrittenSent<String>,
    assigned: WrittenSent<WrittenAssignee>,
    comment: Option<String>,
) -> Option<Attention> {
    let these = |ids: Vec<i64>| OrgScope::These(ids.into_iter().map(OrganisationId).collect());
    let waiting = waiting.read(|day| day.parse().ok())?;
    let assigned = assigned.read(|(name, organisations)| {
        let organisations = organisations.map_or(OrgScope::All, these);
        Some(Assignee { name: Code::stored(&name)?, organisations })
    })?;
    let comment = optional(comment, Text::stored)?;
    Some(Attention { waiting, assigned, comment })
}

fn number(text: &str) -> Option<Decimal> {
    exact(text).ok()
}

fn identifier(text: &str) -> Option<IdentifierString> {
    IdentifierString::parse(&Code::stored(text)?).ok()
}

/// Nothing stays nothing; `None` if something is not understood.
#[expect(clippy::option_option, reason = "nothing is not what is not understood")]
fn optional<T>(text: Option<String>, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    match text {
        None => Some(None),
        Some(text) => read(&text).map(Some),
    }
}

/// Chunks as bytes: of each its extent, how many candidates it has, and by how much each id is
/// above the one before; all as numbers of seven bits a byte, the lowest first.
fn encode_chunks(chunks: &[Chunk]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Chunk { candidates, extent } in chunks {
        bytes.push(extent_byte(*extent));
        push(&mut bytes, fit::<u64>(candidates.len()));
        let mut last = 0;
        for id in candidates {
            push(&mut bytes, id.0.wrapping_sub(last).cast_unsigned());
            last = id.0;
        }
    }
    bytes
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(fit::<u8>(number & 0x7f) | 0x80);
        number >>= 7;
    }
    bytes.push(fit::<u8>(number));
}

fn decode_chunks(bytes: &[u8]) -> StoreResult<Vec<Chunk>> {
    let mut rest = bytes.iter().copied();
    let mut chunks = Vec::new();
    while let Some(flag) = rest.next() {
        let chunk = decode_chunk(flag, &mut rest);
        let fault = || StoreError::Inconsistent {
            place: "run.selection",
            fault: format!("chunk {} is no chunk", chunks.len()),
        };
        let chunk = chunk.ok_or_else(fault)?;
        chunks.push(chunk);
    }
    Ok(chunks)
}

fn decode_chunk(flag: u8, rest: &mut impl Iterator<Item = u8>) -> Option<Chunk> {
    let count = pull(rest)?;
    let mut candidates = Vec::new();
    let mut last = 0_i64;
    for _ in 0..count {
        last = last.wrapping_add(pull(rest)?.cast_signed());
        candidates.push(CandidateId(last));
    }
    Some(Chunk { candidates, extent: extent(flag)? })
}

/// Versions that know no more than 0 and 1 read every other number as 1.
fn extent_byte(extent: ChunkExtent) -> u8 {
    match extent {
        ChunkExtent::Listed => 0,
        ChunkExtent::Headers => 1,
        ChunkExtent::ListedAndHeaders => 2,
    }
}

fn extent(byte: u8) -> Option<ChunkExtent> {
    [ChunkExtent::Listed, ChunkExtent::Headers, ChunkExtent::ListedAndHeaders].get(usize::from(byte)).copied()
}

fn pull(rest: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0_u64;
    for place in 0..10 {
        let byte = rest.next()?;
        number |= u64::from(byte & 0x7f).checked_shl(place * 7)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn code(text: &str) -> Code {
        Code::parse(text).unwrap().unwrap()
    }

    #[test]
    fn every_edit_comes_back() {
        let partner = IdentifierString::Value(code("Müller & Söhne"));
        let edits = [
            FieldEdit::Clear,
            FieldEdit::ChangeBy(Step::Percent(exact("-12.5").unwrap())),
            FieldEdit::ChangeBy(Step::Amount(exact("0.0001").unwrap())),
            FieldEdit::ChangeBy(Step::Days(-3)),
            FieldEdit::Set(WantedValue::Value("a \"b\"\nc".to_owned())),
            FieldEdit::Set(WantedValue::Instant("2026-11-20T08:00:00.000001Z".parse().unwrap())),
            FieldEdit::Set(WantedValue::Code(code("ext-7"))),
            FieldEdit::Set(WantedValue::Identifier(IdentifierString::Id(7))),
            FieldEdit::Set(WantedValue::Identifier(IdentifierString::External(code("é")))),
            FieldEdit::Set(WantedValue::Role(NamedRole {
                bpartner: partner.clone(),
                location: None,
                contact: Some(partner),
            })),
            FieldEdit::Set(WantedValue::InvoiceDocType(InvoiceDocType {
                doc_base_type: code("ARI"),
                doc_sub_type: None,
            })),
        ];
        for active in [None, Some(true), Some(false)] {
            let changes = edits.iter().map(|edit| (Field::Qty, edit.clone())).collect();
            let assignee = |organisations| Assignee { name: code("kim b"), organisations };
            let attention = match active {
                None => Attention::default(),
                Some(true) => Attention {
                    waiting: Sent::Null,
                    assigned: Sent::Value(assignee(OrgScope::All)),
                    comment: None,
                },
                Some(false) => Attention {
                    waiting: Sent::Value(jiff::civil::date(2026, 12, 1)),
                    assigned: Sent::Value(assignee(OrgScope::These(
                        [OrganisationId(7)].into_iter().collect(),
                    ))),
                    comment: Text::stored("zu \"früh\""),
                },
            };
            let edit = Some(CandidateEdit { changes, active, attention });
            let reason = active.and_then(|_| Text::stored("zu früh"));
            let work = RunWork { edit, reason, selected: active.is_some(), chunks: Vec::new() };
            let (task, selection) = work.encode();
            assert_eq!(RunWork::decode(&task, &selection).unwrap(), work);
        }
        for nonsense in ["", "{}", r#"[["qty",{"days":"x"}]]"#, r#"[["nothing","clear"]]"#] {
            let task = format!(r#"{{"selected":true,"edit":{{"changes":{nonsense}}}}}"#);
            assert!(RunWork::decode(&task, &[]).is_err(), "{nonsense}");
        }
    }

    proptest! {
        #[test]
        fn every_list_of_chunks_comes_back(
            chunks in prop::collection::vec((prop::collection::vec(any::<i64>(), 0..20), 0..3_u8), 0..5)
        ) {
            let chunk = |(ids, byte): (Vec<i64>, u8)| Chunk {
                candidates: ids.into_iter().map(CandidateId).collect(),
                extent: extent(byte).unwrap(),
            };
            let chunks: Vec<_> = chunks.into_iter().map(chunk).collect();
            prop_assert_eq!(decode_chunks(&encode_chunks(&chunks)).unwrap(), chunks);
        }
    }

    #[test]
    fn a_million_candidates_in_a_row_take_a_byte_each() {
        let chunk =
            Chunk { candidates: (1..=1_000_000).map(CandidateId).collect(), extent: ChunkExtent::Headers };
        assert_eq!(encode_chunks(&[chunk]).len(), 1_000_004);
    }

    #[test]
    fn what_is_cut_off_is_no_chunk() {
        let bytes =
            encode_chunks(&[Chunk { candidates: vec![CandidateId(300)], extent: ChunkExtent::Listed }]);
        for end in 1..bytes.len() {
            assert!(decode_chunks(&bytes[..end]).is_err(), "{end}");
        }
        assert!(decode_chunks(&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).is_err());
    }
}
