//! Lists in one column: JSON, or lines of tab-separated values.
//!
//! Both are read; JSON is derived by the types of the domain. Lists are still written as lines, because instances of
//! version 0.2 read nothing else. A later version will write JSON, and only the readers of lines will remain (ADR 4).

use std::fmt::Write as _;

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{Field, Hold, MaybeUndefined, Override, Status};
use orderdock_domain::correction::{AttentionChange, FieldChange, OverriddenValue, PreviousState};
use orderdock_domain::saved_view::ViewColumn;
use orderdock_domain::text::{Code, Text, from_one_line, on_one_line};
use orderdock_store::to_json;
use serde::de::DeserializeOwned;

/// An entry of a list that is stored as a line.
pub trait StoredLine: Sized {
    fn write(&self, line: &mut String);

    /// Decodes a line; `None` if no version of Orderdock wrote it.
    fn read(line: &str) -> Option<Self>;
}

pub fn encode<L: StoredLine>(entries: &[L]) -> String {
    let mut lines = String::new();
    for entry in entries {
        entry.write(&mut lines);
        lines.push('\n');
    }
    lines
}

/// Decodes a list; `None` if no version of Orderdock wrote it.
pub fn decode<L: StoredLine + DeserializeOwned>(stored: &str) -> Option<Vec<L>> {
    if stored.starts_with('[') { serde_json::from_str(stored).ok() } else { decode_lines(stored) }
}

fn decode_lines<L: StoredLine>(lines: &str) -> Option<Vec<L>> {
    lines.lines().map(L::read).collect()
}

/// Member, `set` or `clear`, microseconds since 1970, actor, imported value.
impl StoredLine for Override {
    fn write(&self, line: &mut String) {
        let actor = self.actor.replace(|sign: char| sign.is_control(), " ");
        let (field, how) = (self.field.as_str(), if self.cleared { "clear" } else { "set" });
        // writing to a string cannot fail
        let _ = write!(line, "{field}\t{how}\t{}\t{actor}\t", self.at.as_microsecond());
        write_value(line, self.imported.as_deref());
    }

    fn read(line: &str) -> Option<Self> {
        let [field, how, at, actor, imported] = line.splitn(5, '\t').collect::<Vec<_>>().try_into().ok()?;
        let cleared = match how {
            "set" => false,
            "clear" => true,
            _ => return None,
        };
        let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
        let (field, WrittenValue(imported)) = (Field::parse(field)?, read_value(imported)?);
        Some(Self { field, imported, cleared, actor: actor.to_owned(), at })
    }
}

/// Name, width or empty, `pinned` or empty, `hidden` or empty.
impl StoredLine for ViewColumn {
    fn write(&self, line: &mut String) {
        let word = |on: bool, word: &'static str| if on { word } else { "" };
        let width = self.width.map(|width| width.to_string()).unwrap_or_default();
        let (pinned, hidden) = (word(self.pinned, "pinned"), word(self.hidden, "hidden"));
        // writing to a string cannot fail
        let _ = write!(line, "{}\t{width}\t{pinned}\t{hidden}", self.name);
    }

    fn read(line: &str) -> Option<Self> {
        let [name, width, pinned, hidden] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let width = if width.is_empty() { None } else { Some(width.parse().ok()?) };
        Some(Self {
            name: Code::stored(name)?,
            width,
            pinned: !pinned.is_empty(),
            hidden: !hidden.is_empty(),
        })
    }
}

/// Encodes the previous state of a candidate: status, hold and the actor of the hold, if there was one, followed by a
/// line for each overridden value.
pub fn encode_previous_state(previous: &PreviousState) -> String {
    if previous.references.is_some() {
        // version 0.2 cannot read candidates with unresolved references anyway
        return to_json(previous);
    }
    let mut lines = format!("{}\t", previous.status.as_str());
    write_value(&mut lines, previous.hold.as_ref().map(Hold::to_string).as_deref());
    if let Some(name) = &previous.assigned_to {
        lines.push('\t');
        write_value(&mut lines, Some(name.as_str()));
    }
    lines.push('\n');
    let held = previous.held.iter().cloned().map(|OverriddenValue { field, value, cleared, actor, at }| {
        Override { field, imported: value, cleared, actor, at }
    });
    lines + &encode(&held.collect::<Vec<_>>())
}

/// Decodes the previous state; `None` if no version of Orderdock wrote it.
pub fn decode_previous_state(text: &str) -> Option<PreviousState> {
    if text.starts_with('{') {
        return serde_json::from_str(text).ok();
    }
    let (first, rest) = text.split_once('\n')?;
    let (status, hold) = first.split_once('\t')?;
    let (hold, assigned) = hold.split_once('\t').unwrap_or((hold, "-"));
    let (WrittenValue(hold), WrittenValue(assigned)) = (read_value(hold)?, read_value(assigned)?);
    let values = decode_lines::<Override>(rest)?.into_iter().map(|one| OverriddenValue {
        field: one.field,
        value: one.imported,
        cleared: one.cleared,
        actor: one.actor,
        at: one.at,
    });
    Some(PreviousState {
        status: Status::parse(status)?,
        hold: match hold {
            Some(hold) => Some(hold.parse().ok()?),
            None => None,
        },
        assigned_to: match assigned {
            Some(name) => Some(Code::stored(&name)?),
            None => None,
        },
        held: values.collect(),
        references: None,
    })
}

/// Encodes a change of assignment and wait: a keyword and its value per line; `None` without a change.
pub fn encode_attention(attention_change: &AttentionChange) -> Option<String> {
    let AttentionChange { waiting, assigned, comment } = attention_change;
    let mut lines = String::new();
    let mut line = |word: &str, value: Option<String>| {
        lines.push_str(word);
        lines.push('\t');
        write_value(&mut lines, value.as_deref());
        lines.push('\n');
    };
    if *waiting != MaybeUndefined::Absent {
        line("waiting", waiting.value().map(Date::to_string));
    }
    if *assigned != MaybeUndefined::Absent {
        line("assigned", assigned.value().map(Code::to_string));
    }
    if let Some(comment) = comment {
        line("comment", Some(comment.to_string()));
    }
    Some(lines).filter(|lines| !lines.is_empty())
}

/// Decodes the change; `None` if no version of Orderdock wrote it.
pub fn decode_attention(lines: &str) -> Option<AttentionChange> {
    if lines.starts_with('{') {
        return serde_json::from_str(lines).ok();
    }
    let mut attention_change = AttentionChange::default();
    for line in lines.lines() {
        let (word, value) = line.split_once('\t')?;
        let WrittenValue(value) = read_value(value)?;
        match (word, value) {
            ("waiting", None) => attention_change.waiting = MaybeUndefined::Null,
            ("waiting", Some(day)) => attention_change.waiting = MaybeUndefined::Value(day.parse().ok()?),
            ("assigned", None) => attention_change.assigned = MaybeUndefined::Null,
            ("assigned", Some(name)) => {
                attention_change.assigned = MaybeUndefined::Value(Code::stored(&name)?);
            }
            ("comment", Some(text)) => attention_change.comment = Some(Text::stored(&text)?),
            _ => return None,
        }
    }
    Some(attention_change)
}

/// Member, old value, new value.
impl StoredLine for FieldChange {
    fn write(&self, line: &mut String) {
        line.push_str(self.field.as_str());
        for value in [&self.old, &self.new] {
            line.push('\t');
            write_value(line, value.as_deref());
        }
    }

    fn read(line: &str) -> Option<Self> {
        let [field, old, new] = line.splitn(3, '\t').collect::<Vec<_>>().try_into().ok()?;
        let (WrittenValue(old), WrittenValue(new)) = (read_value(old)?, read_value(new)?);
        Some(Self { field: Field::parse(field)?, old, new })
    }
}

/// Writes a value after `=`, or `-` for no value.
fn write_value(line: &mut String, value: Option<&str>) {
    match value {
        Some(value) => {
            line.push('=');
            line.push_str(&on_one_line(value));
        }
        None => line.push('-'),
    }
}

/// A decoded value, or its absence.
struct WrittenValue(Option<String>);

fn read_value(word: &str) -> Option<WrittenValue> {
    match word.split_at_checked(1)? {
        ("=", value) => Some(WrittenValue(Some(from_one_line(value).into_owned()))),
        ("-", "") => Some(WrittenValue(None)),
        _ => None,
    }
}
