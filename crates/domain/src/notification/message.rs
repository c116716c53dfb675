//! Text of notification messages.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::words::Words;
use super::{Cause, NotificationKind, NotificationRule};
use crate::problem::Language;

/// Maximum length of a subject, and of a name in the text, in characters.
const LONGEST_LINE: usize = 200;
/// Maximum number of items that are listed by name.
const MOST_ITEMS: usize = 10;

/// Subject and text of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composed {
    /// Subject without line breaks.
    pub subject: String,
    pub text: String,
}

/// Item that a message lists by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageItem {
    pub name: String,
    pub since: Option<Timestamp>,
}

/// Content of a message, with the names of the affected records.
#[derive(Clone, Debug)]
pub struct Telling<'t> {
    pub rule: &'t NotificationRule,
    pub cause: Cause,
    /// Name of the organisation, the data source or the webhook; blank for several organisations.
    pub name: &'t str,
    /// Number of items.
    pub count: usize,
    /// Whether there are more items than were counted.
    pub uncounted: bool,
    /// First items, oldest first.
    pub items: &'t [MessageItem],
    /// Base URL of the order desk, without a trailing slash.
    pub order_desk: Option<&'t str>,
}

impl Telling<'_> {
    /// Maximum number of items that a message lists by name.
    pub const MOST_ITEMS: usize = MOST_ITEMS;

    pub fn compose(&self) -> Composed {
        let what = self.what();
        let what = match (self.rule.kind, self.cause) {
            (NotificationKind::SourceSilent | NotificationKind::WebhookPaused, _) => what,
            (_, Cause::Several) => {
                let all = self.words(Words::AllOrganisations, &[]);
                self.words(Words::OfOrganisation, &[("organisation", &all), ("what", &what)])
            }
            _ => {
                self.words(Words::OfOrganisation, &[("organisation", &one_line(self.name)), ("what", &what)])
            }
        };
        let subject = self.words(Words::Subject, &[("what", &what)]);
        let mut text = format!("{what}.\n");
        for part in [self.details(), self.look(), self.foot()].into_iter().filter(|part| !part.is_empty()) {
            text.push('\n');
            text.push_str(&part);
        }
        Composed { subject: one_line(&subject), text }
    }

    fn words(&self, words: Words, values: &[(&str, &str)]) -> String {
        words.filled(self.rule.language, values)
    }

    fn what(&self) -> String {
        use NotificationKind as Kind;
        let words = match (self.rule.kind, self.count) {
            (Kind::CandidatesInError, _) if self.uncounted => Words::AtLeastInError,
            (Kind::CandidatesInError, 1) => Words::OneInError,
            (Kind::CandidatesInError, _) => Words::ManyInError,
            (Kind::SourceSilent, _) => Words::Silent,
            (Kind::RunFailed, 1) => Words::OneRun,
            (Kind::RunFailed, _) => Words::ManyRuns,
            (Kind::WebhookPaused, _) => Words::Paused,
            (Kind::OrderNotHandedOver, _) if self.uncounted => Words::AtLeastWaiting,
            (Kind::OrderNotHandedOver, 1) => Words::OneWaiting,
            (Kind::OrderNotHandedOver, _) => Words::ManyWaiting,
        };
        let (count, time, name) = (self.count.to_string(), self.time(), one_line(self.name));
        self.words(words, &[("count", &count), ("time", &time), ("source", &name), ("webhook", &name)])
    }

    /// Formats the threshold of the rule.
    fn time(&self) -> String {
        let minutes = self.rule.patience_minutes;
        let (count, one, many) = if minutes > 0 && minutes % 60 == 0 {
            (minutes / 60, Words::OneHour, Words::Hours)
        } else {
            (minutes, Words::OneMinute, Words::Minutes)
        };
        self.words(if count == 1 { one } else { many }, &[("count", &count.to_string())])
    }

    fn details(&self) -> String {
        let first = self.items.first().and_then(|item| item.since).map(|since| self.instant(since));
        match (self.rule.kind, first) {
            (NotificationKind::SourceSilent, Some(at)) => self.line(Words::LastHeard, &[("at", &at)]),
            (NotificationKind::SourceSilent, None) => self.line(Words::NeverHeard, &[]),
            (NotificationKind::WebhookPaused, Some(at)) => self.line(Words::PausedSince, &[("at", &at)]),
            (NotificationKind::WebhookPaused, None) => String::new(),
            (kind, _) => self.list(if kind.lasts() { Words::Since } else { Words::At }),
        }
    }

    fn list(&self, words: Words) -> String {
        let listed = self.items.iter().take(MOST_ITEMS);
        let mut list = String::new();
        for item in listed {
            let at = item.since.map(|since| self.instant(since)).unwrap_or_default();
            list.push_str(&self.line(words, &[("what", &one_line(&item.name)), ("at", &at)]));
        }
        let more = self.count.saturating_sub(self.items.len().min(MOST_ITEMS));
        if more > 0 {
            list.insert_str(0, &self.line(Words::Oldest, &[]));
            list.push_str(&self.line(Words::More, &[("count", &more.to_string())]));
        }
        list
    }

    fn look(&self) -> String {
        let Some(order_desk) = self.order_desk else { return String::new() };
        let page = match self.rule.kind {
            NotificationKind::CandidatesInError => "candidates?status=error",
            NotificationKind::SourceSilent => "candidates",
            NotificationKind::RunFailed => "scheduler",
            NotificationKind::WebhookPaused => "outgoing",
            NotificationKind::OrderNotHandedOver => "orders?handedOver=due",
        };
        self.line(Words::Look, &[("link", &format!("{order_desk}/{page}"))])
    }

    fn foot(&self) -> String {
        let zone = self.rule.window.zone.iana_name().unwrap_or("UTC");
        let rule = if self.rule.id == NotificationRule::UNSTORED {
            self.line(Words::UnstoredRule, &[])
        } else {
            self.line(Words::Rule, &[("rule", &self.rule.id.to_string())])
        };
        format!("{}{rule}", self.line(Words::Zone, &[("zone", zone)]))
    }

    fn line(&self, words: Words, values: &[(&str, &str)]) -> String {
        format!("{}\n", self.words(words, values))
    }

    fn instant(&self, at: Timestamp) -> String {
        shown(at, &self.rule.window.zone, self.rule.language)
    }
}

impl Composed {
    /// Creates the message that tests mail delivery.
    pub fn test(language: Language) -> Self {
        let words = |words: Words| words.filled(language, &[]);
        Self { subject: words(Words::TestSubject), text: format!("{}\n", words(Words::Test)) }
    }
}

fn shown(at: Timestamp, zone: &TimeZone, language: Language) -> String {
    let at = at.to_zoned(zone.clone());
    let pattern = match language {
        Language::English => "%Y-%m-%d %H:%M",
        Language::German => "%d.%m.%Y %H:%M",
    };
    at.strftime(pattern).to_string()
}

/// Returns foreign text on one line, without invisible characters and truncated to the maximum length.
fn one_line(text: &str) -> String {
    let shown =
        |sign: char| if sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') { ' ' } else { sign };
    let mut line: String = text.chars().map(shown).take(LONGEST_LINE).collect();
    if text.chars().count() > LONGEST_LINE {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::NotificationWindow;
    use super::*;
    use crate::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};

    fn rule(kind: NotificationKind, patience_minutes: i64, language: Language) -> NotificationRule {
        NotificationRule {
            id: NotificationRuleId(17),
            version: 1,
            organisation: None,
            kind,
            patience_minutes,
            data_source: None,
            window: NotificationWindow::always(TimeZone::get("Europe/Berlin").unwrap()),
            language,
            recipients: Vec::new(),
            webhook: None,
            active_since: None,
            created_at: Timestamp::UNIX_EPOCH,
            created_by: String::new(),
        }
    }

    fn item(name: &str) -> MessageItem {
        MessageItem { name: name.to_owned(), since: Some("2026-11-20T09:05:00Z".parse().unwrap()) }
    }

    fn telling<'t>(rule: &'t NotificationRule, count: usize, items: &'t [MessageItem]) -> Telling<'t> {
        let cause = Cause::Organisation(OrganisationId(5));
        Telling { rule, cause, name: "001 Hauptbetrieb", count, uncounted: false, items, order_desk: None }
    }

    #[test]
    fn a_message_names_what_there_is_and_where() {
        let rule = rule(NotificationKind::CandidatesInError, 30, Language::German);
        let items: Vec<_> = (1..=10).map(|number| item(&format!("W-{number} / 10"))).collect();
        let telling = telling(&rule, 12, &items);
        let telling = Telling { order_desk: Some("https://orders.example"), ..telling };
        let Composed { subject, text } = telling.compose();
        assert_eq!(
            subject,
            "Orderdock: 001 Hauptbetrieb: 12 Positionen sind seit mehr als 30 Minuten fehlerhaft"
        );
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "001 Hauptbetrieb: 12 Positionen sind seit mehr als 30 Minuten fehlerhaft.");
        assert_eq!(lines[2..4], ["Die ältesten:", "- W-1 / 10, seit 20.11.2026 10:05"]);
        assert_eq!(
            lines[13..],
            [
                "- und noch 2",
                "",
                "Einzelheiten: https://orders.example/candidates?status=error",
                "",
                "Zeitzone: Europe/Berlin",
                "Sie erhalten diese Nachricht aufgrund der Benachrichtigungsregel 17.",
            ]
        );
    }

    #[test]
    fn a_rule_that_is_not_stored_has_no_number() {
        let stored = rule(NotificationKind::RunFailed, 0, Language::German);
        let tried = NotificationRule { id: NotificationRule::UNSTORED, ..stored };
        let Composed { text, .. } = telling(&tried, 1, &[item("17")]).compose();
        assert!(
            text.ends_with("\nDies ist eine Probe einer noch nicht gespeicherten Benachrichtigungsregel.\n"),
            "{text}"
        );
    }

    #[test]
    fn every_kind_says_what_it_is_about() {
        use Language::{English, German};
        use NotificationKind::{
            CandidatesInError, OrderNotHandedOver, RunFailed, SourceSilent, WebhookPaused,
        };
        let source = Cause::DataSource(DataSourceId(7));
        let organisation = Cause::Organisation(OrganisationId(5));
        for (kind, minutes, language, cause, count, subject) in [
            (
                CandidatesInError,
                1,
                English,
                organisation,
                1,
                "N: 1 line has had an error for more than 1 minute",
            ),
            (
                CandidatesInError,
                60,
                German,
                organisation,
                1,
                "N: 1 Position ist seit mehr als 1 Stunde fehlerhaft",
            ),
            (SourceSilent, 240, English, source, 1, "No lines received from N for 4 hours"),
            (SourceSilent, 240, German, source, 1, "Seit 4 Stunden keine Positionen von N eingegangen"),
            (RunFailed, 0, English, organisation, 1, "N: 1 run failed"),
            (RunFailed, 0, German, Cause::Several, 3, "Alle Organisationen: 3 Läufe sind fehlgeschlagen"),
            (WebhookPaused, 0, English, Cause::Webhook(WebhookId(3)), 1, "Webhook N is paused"),
            (
                OrderNotHandedOver,
                90,
                English,
                organisation,
                2,
                "N: 2 sales order transfers have been unconfirmed for more than 90 minutes",
            ),
            (
                OrderNotHandedOver,
                180,
                German,
                organisation,
                2,
                "N: 2 Übergaben von Aufträgen sind seit mehr als 3 Stunden unbestätigt",
            ),
        ] {
            let rule = rule(kind, minutes, language);
            let composed = Telling { cause, name: "N", ..telling(&rule, count, &[item("X")]) }.compose();
            assert_eq!(composed.subject, format!("Orderdock: {subject}"));
            assert!(composed.text.starts_with(&format!("{subject}.\n")), "{}", composed.text);
            assert!(
                composed.text.contains("2026 10:05") || composed.text.contains("11-20 10:05"),
                "{}",
                composed.text
            );
        }
    }

    #[test]
    fn names_of_others_stay_on_their_line() {
        let rule = rule(NotificationKind::RunFailed, 0, Language::English);
        let evil = "x\r\nBcc: all@shop.example\u{2028}y\0";
        let items = [item(evil)];
        let Composed { subject, text } = Telling { name: evil, ..telling(&rule, 1, &items) }.compose();
        assert!(!subject.contains(|sign: char| sign.is_control()), "{subject:?}");
        assert!(!text.contains("\nBcc") && !text.contains('\r') && !text.contains('\0'), "{text:?}");
        let long = "ä".repeat(10_000);
        let Composed { subject, text } =
            Telling { name: &long, ..telling(&rule, 1, &[item(&long)]) }.compose();
        assert!(
            subject.chars().count() <= LONGEST_LINE + 1 && text.len() < 2_000,
            "{} {}",
            subject.len(),
            text.len()
        );
    }
}
