//! Events for the event feed and webhooks: their stored form and the cursor.
//!
//! The events of a commit are stored in one row per organisation, because one import can have 10,000 candidates. The
//! sender's ids of a record are looked up when the event is read.

use std::collections::BTreeMap;
use std::fmt;

use crate::candidate::{Status, string_enum};
use crate::correction::HistoryEvent;
use crate::ids::{AttachmentId, CandidateId, DataSourceId, OrderId, OrganisationId, RequestId, RunId};
use crate::masterdata::kinds::{Kind, KindName};

string_enum! {
    /// Type of an event. The events of one commit have this order, so that a correction precedes its consequences.
    EventType {
        CandidateReceived "orderdock.candidate.received"
        CandidateCorrected "orderdock.candidate.corrected"
        CandidateReady "orderdock.candidate.ready"
        CandidateError "orderdock.candidate.error"
        CandidateInactive "orderdock.candidate.inactive"
        CandidateReactivated "orderdock.candidate.reactivated"
        CandidateOrdered "orderdock.candidate.ordered"
        OrderCompleted "orderdock.order.completed"
        OrderHandedOver "orderdock.order.handed-over"
        OrderVoided "orderdock.order.voided"
        AttachmentAdded "orderdock.attachment.added"
        RequestRejected "orderdock.request.rejected"
        RunFinished "orderdock.run.finished"
        MasterdataChanged "orderdock.masterdata.changed"
    }
}

impl EventType {
    /// Returns the event of a status change of a stored candidate. Only a candidate in error can become ready.
    pub fn of_status(before: Status, after: Status) -> Option<Self> {
        match (before, after) {
            (Status::Error, Status::New) => Some(Self::CandidateReady),
            (Status::New, Status::Error) => Some(Self::CandidateError),
            (Status::New, Status::Processed) => Some(Self::CandidateOrdered),
            (Status::Inactive, Status::New | Status::Error) => Some(Self::CandidateReactivated),
            (Status::New | Status::Error | Status::Processed, Status::Inactive) => {
                Some(Self::CandidateInactive)
            }
            _ => None,
        }
    }

    /// Returns the events of a change of a stored candidate.
    pub fn of_change(
        event: Option<HistoryEvent>,
        before: Status,
        after: Status,
    ) -> impl Iterator<Item = Self> {
        let corrected = matches!(
            event,
            Some(
                HistoryEvent::Corrected
                    | HistoryEvent::Mapped
                    | HistoryEvent::Undone
                    | HistoryEvent::WaitBegun
                    | HistoryEvent::WaitEnded
                    | HistoryEvent::Assigned
            )
        );
        let corrected = corrected.then_some(Self::CandidateCorrected);
        corrected.into_iter().chain(Self::of_status(before, after))
    }
}

/// Record of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    Candidate(CandidateId),
    Order(OrderId),
    Attachment(AttachmentId),
    Request(RequestId),
    Run(RunId),
    Record(KindName, i64),
}

impl Subject {
    /// Returns the id of the record, regardless of its kind.
    pub fn record(self) -> i64 {
        match self {
            Self::Candidate(id) => id.0,
            Self::Order(id) => id.0,
            Self::Attachment(id) => id.0,
            Self::Request(id) => id.0,
            Self::Run(id) => id.0,
            Self::Record(_, id) => id,
        }
    }
}

/// Common values of a group of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EventKind {
    pub event_type: EventType,
    pub data_source: Option<DataSourceId>,
    /// New status of a candidate.
    pub status: Option<Status>,
    /// Kind of a master data record.
    pub kind: Option<KindName>,
    /// New version of the record; 0 for records without a version.
    pub version: i64,
}

impl EventKind {
    pub fn of(event_type: EventType, data_source: Option<DataSourceId>, version: i64) -> Self {
        Self { event_type, data_source, status: None, kind: None, version }
    }

    /// Creates the kind of a candidate event.
    pub fn of_candidate(
        event_type: EventType,
        data_source: DataSourceId,
        status: Status,
        version: i64,
    ) -> Self {
        Self { status: Some(status), ..Self::of(event_type, Some(data_source), version) }
    }

    /// Returns the record with this id; `None` if an event of master data has no kind.
    pub fn subject(&self, id: i64) -> Option<Subject> {
        Some(match self.event_type {
            EventType::CandidateReceived
            | EventType::CandidateCorrected
            | EventType::CandidateReady
            | EventType::CandidateError
            | EventType::CandidateInactive
            | EventType::CandidateReactivated
            | EventType::CandidateOrdered => Subject::Candidate(CandidateId(id)),
            EventType::OrderCompleted | EventType::OrderHandedOver | EventType::OrderVoided => {
                Subject::Order(OrderId(id))
            }
            EventType::AttachmentAdded => Subject::Attachment(AttachmentId(id)),
            EventType::RequestRejected => Subject::Request(RequestId(id)),
            EventType::RunFinished => Subject::Run(RunId(id)),
            EventType::MasterdataChanged => Subject::Record(self.kind?, id),
        })
    }
}

/// Events of a commit for one organisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Events(BTreeMap<EventKind, Vec<i64>>);

impl Events {
    pub fn add(&mut self, kind: EventKind, id: impl Into<i64>) {
        self.0.entry(kind).or_default().push(id.into());
    }

    /// Iterates over the events in the order of the feed.
    pub fn iter(&self) -> impl Iterator<Item = (&EventKind, i64)> {
        self.0.iter().flat_map(|(kind, ids)| ids.iter().map(move |id| (kind, *id)))
    }

    pub fn count(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Returns the stored form: one line for each kind.
    pub fn encode(&self) -> String {
        let mut lines = String::new();
        for (kind, ids) in &self.0 {
            let EventKind { event_type, data_source, status, kind, version } = kind;
            let data_source = data_source.map_or_else(|| NONE.to_owned(), |id| id.to_string());
            let detail = status.map(|status| status.as_str().to_owned());
            let detail = detail.or(kind.map(|kind| kind.kind().path())).unwrap_or_else(|| NONE.to_owned());
            let parts = [event_type.as_str(), &data_source, &detail, &version.to_string(), &encode_ids(ids)];
            lines.push_str(&parts.join("\t"));
            lines.push('\n');
        }
        lines
    }

    /// Decodes the stored form; `None` if it is invalid. Event types of later versions are skipped.
    pub fn decode(lines: &str) -> Option<Self> {
        let mut events = Self::default();
        for line in lines.lines() {
            let [event_type, data_source, detail, version, ids] =
                line.split('\t').collect::<Vec<_>>().try_into().ok()?;
            let Some(event_type) = EventType::parse(event_type) else { continue };
            let data_source = match data_source {
                NONE => None,
                id => Some(DataSourceId(id.parse().ok()?)),
            };
            let kind = EventKind {
                event_type,
                data_source,
                status: Status::parse(detail),
                kind: Kind::by_path(detail).map(|kind| kind.name),
                version: version.parse().ok()?,
            };
            events.0.insert(kind, decode_ids(ids)?);
        }
        Some(events)
    }
}

const NONE: &str = "-";

/// Encodes distinct ids in ascending order: each as the difference from the previous one; `+n` adds the `n` ids that
/// follow.
fn encode_ids(ids: &[i64]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut parts = Vec::new();
    let mut last = 0;
    for row in ids.chunk_by(|one, next| one + 1 == *next) {
        let [first, rest @ ..] = row else { continue };
        let steps = first - last;
        parts.push(if rest.is_empty() { steps.to_string() } else { format!("{steps}+{}", rest.len()) });
        last = rest.last().copied().unwrap_or(*first);
    }
    parts.join(" ")
}

/// Maximum number of ids in a stored row. A commit writes at most the candidates of a request or of a chunk of a run.
const MAX_IDS: usize = 1_000_000;

fn decode_ids(text: &str) -> Option<Vec<i64>> {
    let mut ids = Vec::new();
    let mut last = 0_i64;
    for part in text.split(' ') {
        let (steps, more) = part.split_once('+').unwrap_or((part, "0"));
        let first = last.checked_add(steps.parse().ok()?)?;
        last = first.checked_add(more.parse::<u32>().ok()?.into())?;
        if ids.len() + usize::try_from(last - first).ok()? >= MAX_IDS {
            return None;
        }
        ids.extend(first..=last);
    }
    Some(ids)
}

/// Events of a commit by organisation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrganisationEvents(BTreeMap<OrganisationId, Events>);

impl OrganisationEvents {
    pub fn add(&mut self, organisation: OrganisationId, kind: EventKind, id: impl Into<i64>) {
        self.0.entry(organisation).or_default().add(kind, id);
    }

    /// Iterates in ascending order of the organisations.
    pub fn iter(&self) -> impl Iterator<Item = (OrganisationId, &Events)> {
        self.0.iter().map(|(organisation, events)| (*organisation, events))
    }
}

/// Position in the feed: after the first `number` events of the commit at `position`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventCursor {
    pub position: i64,
    /// Number of the event in its commit, from 1.
    pub number: u32,
}

impl EventCursor {
    /// Returns the cursor after all events of a commit.
    pub fn after_commit(position: i64) -> Self {
        Self { position, number: u32::MAX }
    }

    /// Returns the first position that may have events after the cursor.
    pub fn first_position(self) -> i64 {
        self.position.saturating_add(i64::from(self.number == u32::MAX))
    }

    pub fn parse(text: &str) -> Option<Self> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (position, number) = text.split_once('-').unwrap_or((text, ""));
        if !digits(position) || !digits(number) && text.contains('-') {
            return None;
        }
        let number = if number.is_empty() { u32::MAX } else { number.parse().ok()? };
        Some(Self { position: position.parse().ok()?, number })
    }
}

impl fmt::Display for EventCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            u32::MAX => write!(f, "{}", self.position),
            number => write!(f, "{}-{number}", self.position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(data_source: i64, status: Status) -> EventKind {
        EventKind::of_candidate(EventType::CandidateReceived, DataSourceId(data_source), status, 1)
    }

    #[test]
    fn status_change_has_the_event_of_its_new_status() {
        use Status::{Error, Inactive, New, Processed};
        let event_types = |before, after| EventType::of_status(before, after);
        for (before, after, event) in [
            (Error, New, EventType::CandidateReady),
            (New, Error, EventType::CandidateError),
            (New, Processed, EventType::CandidateOrdered),
            (New, Inactive, EventType::CandidateInactive),
            (Error, Inactive, EventType::CandidateInactive),
            (Processed, Inactive, EventType::CandidateInactive),
            (Inactive, New, EventType::CandidateReactivated),
            (Inactive, Error, EventType::CandidateReactivated),
        ] {
            assert_eq!(event_types(before, after), Some(event), "{before:?} {after:?}");
        }
        for same in Status::ALL {
            assert_eq!(event_types(*same, *same), None);
        }
    }

    #[test]
    fn every_status_transition_has_an_event() {
        use crate::candidate::CandidateEvent;
        for one in &crate::candidate::TRANSITIONS {
            let event_types: Vec<_> =
                EventType::of_change(Some(one.event.history_event()), one.from, one.to).collect();
            let attended = matches!(
                one.event,
                CandidateEvent::WaitBegun | CandidateEvent::WaitEnded | CandidateEvent::Assigned
            );
            let corrected = attended
                || matches!(
                    one.event,
                    CandidateEvent::Corrected | CandidateEvent::Mapped | CandidateEvent::Undone
                );
            assert_eq!(
                event_types.len(),
                usize::from(corrected) + usize::from(one.from != one.to),
                "{one:?}"
            );
            assert!(event_types.is_sorted(), "{one:?}");
        }
    }

    #[test]
    fn consecutive_ids_are_encoded_as_a_range() {
        let mut events = Events::default();
        for id in 1_000_001..=1_010_000 {
            events.add(received(17, Status::New), CandidateId(id));
        }
        events.add(received(17, Status::New), CandidateId(1_010_005));
        events.add(received(17, Status::New), CandidateId(1_010_007));
        events.add(received(17, Status::New), CandidateId(1_010_008));
        assert_eq!(events.encode(), "orderdock.candidate.received\t17\tnew\t1\t1000001+9999 5 2+1\n");
        assert_eq!(Events::decode(&events.encode()).as_ref(), Some(&events));
        assert_eq!(events.count(), 10_003);
    }

    #[test]
    fn encoded_events_decode_to_the_same_events() {
        let mut events = Events::default();
        events.add(received(3, Status::Error), CandidateId(7));
        events.add(EventKind::of(EventType::OrderCompleted, None, 1), OrderId(9));
        for kind in crate::masterdata::kinds::KINDS {
            let kind =
                EventKind { kind: Some(kind.name), ..EventKind::of(EventType::MasterdataChanged, None, 4) };
            events.add(kind, 12);
            assert_eq!(kind.subject(12), Some(Subject::Record(kind.kind.unwrap(), 12)));
        }
        assert_eq!(Events::decode(&events.encode()), Some(events));
        assert_eq!(Events::decode(""), Some(Events::default()));
    }

    #[test]
    fn unknown_event_type_is_skipped() {
        let lines = "orderdock.candidate.blessed\t3\tnew\t1\t7\norderdock.order.voided\t-\t-\t2\t9\n";
        let events = Events::decode(lines).unwrap();
        let event_types: Vec<_> =
            events.iter().map(|(kind, id)| (kind.event_type, kind.version, id)).collect();
        assert_eq!(event_types, [(EventType::OrderVoided, 2, 9)]);
    }

    #[test]
    fn malformed_events_are_rejected() {
        let line = |ids: &str| format!("orderdock.order.voided\t-\t-\t2\t{ids}\n");
        assert!(Events::decode(&line("5 1+3")).is_some());
        for ids in ["", "x", "5 x", "5+", "+5", "5+x", "5+4000000000", "9223372036854775807 1", "5  6"] {
            assert_eq!(Events::decode(&line(ids)), None, "{ids:?}");
        }
        for lines in [
            "orderdock.order.voided\n",
            "orderdock.order.voided\tx\t-\t2\t9\n",
            "orderdock.order.voided\t-\t-\tx\t9\n",
        ] {
            assert_eq!(Events::decode(lines), None, "{lines:?}");
        }
    }

    #[test]
    fn cursor_parses_back_from_its_text() {
        for (cursor, text) in [
            (EventCursor { position: 12, number: 3 }, "12-3"),
            (EventCursor::after_commit(12), "12"),
            (EventCursor { position: 0, number: 0 }, "0-0"),
        ] {
            assert_eq!(cursor.to_string(), text);
            assert_eq!(EventCursor::parse(text), Some(cursor));
        }
        for text in
            ["", "-", "12-", "-3", "12-3-4", "+12", "12-+3", "a", "12-4294967296", "9223372036854775808"]
        {
            assert_eq!(EventCursor::parse(text), None, "{text:?}");
        }
        assert!(EventCursor { position: 12, number: 9 } < EventCursor::after_commit(12));
    }
}
