//! Calculation of due notification messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use jiff::{SignedDuration, Timestamp};

use super::{NotificationKind, NotificationRule, NotificationWindow};
use crate::ids::{DataSourceId, OrganisationId, WebhookId};

/// Minimum time between two messages about a cause.
const MIN_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// Time after the last message at which an ongoing condition is reported again.
const REMINDER_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

/// Cause by which occurrences are grouped into messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    Organisation(OrganisationId),
    /// A condition that concerns several organisations.
    Several,
    DataSource(DataSourceId),
    Webhook(WebhookId),
}

impl Cause {
    /// Parses the stored form.
    pub fn parse(text: &str) -> Option<Self> {
        let (word, id) = text.split_once(':').unwrap_or((text, "0"));
        let id: i64 = id.parse().ok()?;
        Some(match word {
            "organisation" => Self::Organisation(OrganisationId(id)),
            "several" => Self::Several,
            "source" => Self::DataSource(DataSourceId(id)),
            "webhook" => Self::Webhook(WebhookId(id)),
            _ => return None,
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Organisation(id) => write!(f, "organisation:{id}"),
            Self::Several => f.write_str("several"),
            Self::DataSource(id) => write!(f, "source:{id}"),
            Self::Webhook(id) => write!(f, "webhook:{id}"),
        }
    }
}

/// Occurrence that a rule reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    pub cause: Cause,
    /// Id of the affected record.
    pub subject: i64,
    /// Start of the condition, if known.
    pub since: Option<Timestamp>,
    /// Time from which it is reported, because the condition has lasted for the threshold of the rule.
    pub from: Timestamp,
    /// End of the condition.
    pub until: Option<Timestamp>,
}

impl Occurrence {
    fn holds_at(&self, kind: NotificationKind, at: Timestamp) -> bool {
        self.from <= at && (!kind.lasts() || self.until.is_none_or(|until| until > at))
    }
}

/// Due message with its occurrences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueMessage {
    pub cause: Cause,
    pub at: Timestamp,
    /// Reported occurrences, oldest first.
    pub reported: Vec<Occurrence>,
}

/// Returns the first message of a cause that is due in a time span. `last` is the time of its previous message, and
/// `active_since` the time at which the rule was activated.
///
/// A message is due for a new occurrence, but at least one hour after the last message, and every 24 hours while a
/// reported condition continues. It is postponed to the window of the rule and omits occurrences that have ended by
/// then.
pub fn next_due(
    rule: &NotificationRule,
    occurrences: &[Occurrence],
    (last, active_since): (Option<Timestamp>, Timestamp),
    (from, to): (Timestamp, Timestamp),
) -> Option<DueMessage> {
    let last = last.filter(|last| *last >= active_since);
    let pause = last.and_then(|last| last.checked_add(MIN_INTERVAL).ok());
    let reminder = last.and_then(|last| last.checked_add(REMINDER_INTERVAL).ok());
    let mut at = rule.window.next(pause.map_or(from, |pause| pause.max(from)))?;
    while at <= to {
        let reported = due_at(rule.kind, occurrences, (last, active_since), reminder, at);
        if let Some(first) = reported.first() {
            return Some(DueMessage { cause: first.cause, at, reported });
        }
        let later = occurrences.iter().map(|one| one.from).chain(reminder).filter(|from| *from > at);
        at = rule.window.next(later.min()?)?;
    }
    None
}

fn due_at(
    kind: NotificationKind,
    occurrences: &[Occurrence],
    (last, active_since): (Option<Timestamp>, Timestamp),
    reminder: Option<Timestamp>,
    at: Timestamp,
) -> Vec<Occurrence> {
    let current = occurrences.iter().filter(|one| one.holds_at(kind, at));
    let is_new = |one: &&Occurrence| last.is_none_or(|last| one.from > last);
    let mut reported: Vec<_> = if kind.lasts() {
        current.copied().collect()
    } else {
        current.filter(is_new).filter(|one| one.from > active_since).copied().collect()
    };
    let again = kind.lasts() && reminder.is_some_and(|reminder| reminder <= at);
    if !again && !reported.iter().any(|one| is_new(&one)) {
        reported.clear();
    }
    reported.sort_by_key(|one| (one.since, one.subject));
    reported
}

/// Returns up to `maximum` messages of a time span, oldest first, as if the rule had been activated at its beginning. The
/// second value is `true` if there are more messages.
pub fn messages_in(
    rule: &NotificationRule,
    occurrences: &[Occurrence],
    (begin, end): (Timestamp, Timestamp),
    maximum: usize,
) -> (Vec<DueMessage>, bool) {
    let mut causes: BTreeMap<Cause, Vec<Occurrence>> = BTreeMap::new();
    for one in occurrences {
        causes.entry(one.cause).or_default().push(*one);
    }
    let mut messages = Vec::new();
    for occurrences in causes.values() {
        let (mut last, mut from) = (None, begin);
        while let Some(due) = next_due(rule, occurrences, (last, begin), (from, end)) {
            (last, from) = (Some(due.at), due.at);
            messages.push(due);
        }
    }
    messages.sort_by_key(|due| (due.at, due.cause));
    let more = messages.len() > maximum;
    messages.truncate(maximum);
    (messages, more)
}

/// Period without any candidate from a data source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Silence {
    /// Last arrival before the period.
    pub since: Timestamp,
    /// Time at which the threshold was exceeded.
    pub from: Timestamp,
    /// First arrival after the period.
    pub until: Option<Timestamp>,
}

/// Returns the periods in which a data source sent nothing for longer than the threshold. `arrivals` contains the arrival
/// times in ascending order. Only time in the window counts.
pub fn silences(
    window: &NotificationWindow,
    threshold: SignedDuration,
    arrivals: &[Timestamp],
) -> Vec<Silence> {
    let next = arrivals.iter().skip(1).copied().map(Some).chain([None]);
    let silent = arrivals.iter().copied().zip(next).filter_map(|(since, until)| {
        let from = window.after(since, threshold)?;
        until.is_none_or(|until| from < until).then_some(Silence { since, from, until })
    });
    silent.collect()
}

/// Start or end of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionChange {
    pub cause: Cause,
    pub subject: i64,
    pub at: Timestamp,
    pub begins: bool,
    /// Whether an end implies that the condition had started.
    pub sure: bool,
}

/// Condition of a record that has ended or still continues.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ConditionPeriod {
    pub cause: Cause,
    pub subject: i64,
    pub since: Timestamp,
    pub until: Option<Timestamp>,
}

/// Returns the subjects whose first change is an end that does not imply a start.
pub fn unconfirmed_ends(changes: &[ConditionChange]) -> BTreeSet<i64> {
    let mut seen = BTreeSet::new();
    let first = changes.iter().filter(|change| seen.insert(change.subject));
    first.filter(|change| !change.begins && !change.sure).map(|change| change.subject).collect()
}

/// Returns the periods of conditions, from changes in chronological order and the conditions that continue `now`.
/// Changes before `known_since` are not known, so a condition that ends without a start is assumed to start then, unless
/// its subject is one of `ended_nothing`.
pub fn condition_periods(
    changes: &[ConditionChange],
    known_since: Timestamp,
    now: &[ConditionPeriod],
    ended_nothing: &BTreeSet<i64>,
) -> Vec<ConditionPeriod> {
    let (mut open, mut seen, mut over) = (BTreeMap::new(), ended_nothing.clone(), Vec::new());
    for ConditionChange { cause, subject, at, begins, .. } in changes.iter().copied() {
        let known = !seen.insert(subject);
        if begins {
            open.entry(subject).or_insert(ConditionPeriod { cause, subject, since: at, until: None });
        } else if let Some(started) = open.remove(&subject) {
            over.push(ConditionPeriod { until: Some(at), ..started });
        } else if !known {
            over.push(ConditionPeriod { cause, subject, since: known_since, until: Some(at) });
        }
    }
    for one in now {
        open.entry(one.subject).or_insert(*one);
    }
    over.extend(open.into_values());
    over
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;
    use jiff::tz::TimeZone;

    use super::super::{MailAddress, Weekdays};
    use super::*;
    use crate::ids::NotificationRuleId;
    use crate::problem::Language;

    /// Parses a time. Without a date, it is on Friday 2026-11-20.
    fn at(text: &str) -> Timestamp {
        let day = if text.contains('T') { text.to_owned() } else { format!("2026-11-20T{text}") };
        format!("{day}:00Z").parse().unwrap()
    }

    fn rule(kind: NotificationKind) -> NotificationRule {
        NotificationRule {
            id: NotificationRuleId(1),
            version: 1,
            organisation: None,
            kind,
            threshold_minutes: 30,
            data_source: None,
            window: NotificationWindow::always(TimeZone::UTC),
            language: Language::German,
            recipients: vec![MailAddress::parse("anna@shop.example").unwrap()],
            webhook: None,
            active_since: Some(at("00:00")),
            created_at: at("00:00"),
            created_by: "admin".to_owned(),
        }
    }

    fn occurrence(subject: i64, from: &str, until: Option<&str>) -> Occurrence {
        let cause = Cause::Organisation(OrganisationId(5));
        let from = at(from);
        Occurrence { cause, subject, since: Some(from), from, until: until.map(at) }
    }

    /// Returns the due times of messages with their subjects.
    fn reported(rule: &NotificationRule, occurrences: &[Occurrence]) -> Vec<(String, Vec<i64>)> {
        let (messages, more) = messages_in(rule, occurrences, (at("00:00"), at("2026-11-23T00:00")), 100);
        assert!(!more);
        let time = |at: Timestamp| at.strftime("%d %H:%M").to_string();
        let subjects = |due: &DueMessage| due.reported.iter().map(|one| one.subject).collect();
        messages.iter().map(|due| (time(due.at), subjects(due))).collect()
    }

    fn expect(rule: &NotificationRule, occurrences: &[Occurrence], expected: &[(&str, &[i64])]) {
        let expected: Vec<_> =
            expected.iter().map(|(at, reported)| ((*at).to_owned(), reported.to_vec())).collect();
        assert_eq!(reported(rule, occurrences), expected);
    }

    #[test]
    fn new_errors_notify_hourly_and_lasting_errors_daily() {
        let errors = rule(NotificationKind::CandidatesInError);
        expect(&errors, &[], &[]);
        expect(&errors, &[occurrence(1, "08:10", Some("08:20"))], &[("20 08:10", &[1])]);
        let several = [
            occurrence(1, "08:10", Some("11:00")),
            occurrence(2, "08:20", Some("10:00")),
            // ends before the next message is due
            occurrence(3, "08:30", Some("08:40")),
            occurrence(4, "10:30", Some("11:00")),
        ];
        expect(&errors, &several, &[("20 08:10", &[1]), ("20 09:10", &[1, 2]), ("20 10:30", &[1, 4])]);
        let lasting = [occurrence(1, "08:10", Some("2026-11-22T08:00"))];
        expect(&errors, &lasting, &[("20 08:10", &[1]), ("21 08:10", &[1])]);
        // a message about a new occurrence includes ongoing ones, and the next reminder follows a day later
        let two = [occurrence(1, "08:10", None), occurrence(2, "20:00", Some("20:30"))];
        expect(
            &errors,
            &two,
            &[("20 08:10", &[1]), ("20 20:00", &[1, 2]), ("21 20:00", &[1]), ("22 20:00", &[1])],
        );
    }

    #[test]
    fn failed_run_notifies_once() {
        let failed = rule(NotificationKind::RunFailed);
        let runs = [occurrence(1, "08:10", None), occurrence(2, "08:11", None), occurrence(3, "08:50", None)];
        expect(&failed, &runs, &[("20 08:10", &[1]), ("20 09:10", &[2, 3])]);
    }

    #[test]
    fn message_is_delayed_until_the_window_opens() {
        let window = NotificationWindow {
            weekdays: Weekdays::of(["mon", "tue", "wed", "thu", "fri"]).unwrap(),
            hours: Some((time(7, 0, 0, 0), time(18, 0, 0, 0))),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
        };
        let errors = NotificationRule { window, ..rule(NotificationKind::CandidatesInError) };
        let early = [occurrence(1, "03:00", None), occurrence(2, "04:00", Some("05:00"))];
        expect(&errors, &early, &[("20 06:00", &[1])]);
        expect(&errors, &[occurrence(1, "17:30", None)], &[]);
    }

    #[test]
    fn each_cause_has_separate_messages() {
        let errors = rule(NotificationKind::CandidatesInError);
        let other = Cause::Organisation(OrganisationId(6));
        let both = [
            occurrence(1, "08:10", Some("09:00")),
            Occurrence { cause: other, ..occurrence(2, "08:20", Some("09:00")) },
        ];
        expect(&errors, &both, &[("20 08:10", &[1]), ("20 08:20", &[2])]);
    }

    #[test]
    fn message_count_is_limited() {
        let failed = rule(NotificationKind::RunFailed);
        let runs: Vec<_> = (0..24).map(|hour| occurrence(hour, &format!("{hour:02}:30"), None)).collect();
        let (messages, more) = messages_in(&failed, &runs, (at("00:00"), at("2026-11-23T00:00")), 10);
        assert_eq!((messages.len(), more), (10, true));
    }

    /// Evaluating every minute results in the same messages as evaluating once, each at most a minute later.
    #[test]
    fn trial_produces_the_messages_that_are_sent() {
        let window = NotificationWindow {
            weekdays: Weekdays::of(["fri", "sat"]).unwrap(),
            hours: Some((time(6, 0, 0, 0), time(20, 0, 0, 0))),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
        };
        for kind in [NotificationKind::CandidatesInError, NotificationKind::RunFailed] {
            let rule = NotificationRule { window: window.clone(), ..rule(kind) };
            let occurrences: Vec<_> = (0..40)
                .map(|number: i64| {
                    let from = at("00:00") + SignedDuration::from_mins(number * 97 % 2_000);
                    let until = from + SignedDuration::from_mins(number * 61 % 700 + 2);
                    Occurrence {
                        from,
                        since: Some(from),
                        until: Some(until),
                        ..occurrence(number, "00:00", None)
                    }
                })
                .collect();
            let (begin, end) = (at("00:00"), at("2026-11-22T00:00"));
            let (tried, _) = messages_in(&rule, &occurrences, (begin, end), 1_000);
            let (mut sent, mut last, mut now) = (Vec::new(), None, begin);
            while now <= end {
                if let Some(due) = next_due(&rule, &occurrences, (last, begin), (now, now)) {
                    last = Some(due.at);
                    sent.push(due);
                }
                now += SignedDuration::from_mins(1);
            }
            let subjects = |all: &[DueMessage]| -> Vec<Vec<i64>> {
                all.iter().map(|due| due.reported.iter().map(|one| one.subject).collect()).collect()
            };
            assert!(tried.len() > 10, "{}", tried.len());
            assert_eq!(subjects(&sent), subjects(&tried), "{kind:?}");
        }
    }

    #[test]
    fn silence_counts_only_hours_in_the_window() {
        let window = NotificationWindow {
            weekdays: Weekdays::of(["mon", "tue", "wed", "thu", "fri"]).unwrap(),
            hours: Some((time(8, 0, 0, 0), time(18, 0, 0, 0))),
            zone: TimeZone::UTC,
        };
        let arrivals = [at("09:00"), at("10:00"), at("16:00"), at("2026-11-23T12:00")];
        let found = silences(&window, SignedDuration::from_hours(4), &arrivals);
        let expected = [
            (at("10:00"), at("14:00"), Some(at("16:00"))),
            (at("16:00"), at("2026-11-23T10:00"), Some(at("2026-11-23T12:00"))),
            (at("2026-11-23T12:00"), at("2026-11-23T16:00"), None),
        ];
        let found: Vec<_> = found.iter().map(|one| (one.since, one.from, one.until)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn occurrences_are_derived_from_changes_and_current_state() {
        let cause = Cause::Organisation(OrganisationId(5));
        let change =
            |subject, time, begins| ConditionChange { cause, subject, at: at(time), begins, sure: true };
        let lasting = |subject, since, until: Option<&str>| ConditionPeriod {
            cause,
            subject,
            since: at(since),
            until: until.map(at),
        };
        let changes = [
            change(1, "08:00", true),
            change(2, "08:10", false),
            change(1, "09:00", false),
            change(1, "09:30", true),
            change(3, "10:00", true),
            change(3, "10:05", true),
            // a second end counts once
            change(2, "10:10", false),
            // an end without a start
            ConditionChange { sure: false, ..change(5, "08:00", false) },
            change(5, "10:30", true),
            change(5, "10:40", false),
        ];
        let now = [lasting(1, "09:30", None), lasting(4, "01:00", None)];
        let ended_nothing = unconfirmed_ends(&changes);
        assert_eq!(ended_nothing, BTreeSet::from([5]));
        let mut found = condition_periods(&changes, at("07:00"), &now, &ended_nothing);
        found.sort();
        let expected = [
            lasting(1, "08:00", Some("09:00")),
            lasting(1, "09:30", None),
            lasting(2, "07:00", Some("08:10")),
            lasting(3, "10:00", None),
            lasting(4, "01:00", None),
            lasting(5, "10:30", Some("10:40")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn cause_parses_back_from_its_text() {
        let causes = [
            Cause::Organisation(OrganisationId(7)),
            Cause::Several,
            Cause::DataSource(DataSourceId(8)),
            Cause::Webhook(WebhookId(9)),
        ];
        for cause in causes {
            assert_eq!(Cause::parse(&cause.to_string()), Some(cause));
        }
        assert_eq!(Cause::parse("nothing:1"), None);
    }
}
