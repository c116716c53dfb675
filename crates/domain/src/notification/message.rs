//! Composes subject and text of notification messages.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::templates::MessageTemplate;
use super::{Cause, HoldSummary, LineFigures, NotificationKind, NotificationRule};
use crate::candidate::{HoldReason, ReferenceKind};
use crate::problem::Language;

/// Maximum length in characters of a subject and of a name in the text.
const MAX_LINE_LENGTH: usize = 200;
/// Maximum number of items that are listed by name.
const MAX_ITEMS: usize = 10;

/// Subject and text of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposedMessage {
    /// Subject without line breaks.
    pub subject: String,
    pub text: String,
}

/// Affected record that a message lists by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageItem {
    pub name: String,
    /// Kind of a missing record.
    pub kind: Option<ReferenceKind>,
    pub since: Option<Timestamp>,
    /// Lines of an incoming order on hold or of a missing record.
    pub figures: Option<LineFigures>,
}

/// Input of a message: rule, cause and affected records.
#[derive(Clone, Debug)]
pub struct MessageBuilder<'t> {
    pub rule: &'t NotificationRule,
    pub cause: Cause,
    /// Name of the organisation, the data source or the webhook; blank for several organisations.
    pub name: &'t str,
    /// Number of affected items.
    pub count: usize,
    /// Whether the count is a lower limit.
    pub uncounted: bool,
    /// The first items, oldest first.
    pub items: &'t [MessageItem],
    /// Figures of all incoming orders on hold.
    pub holds: Option<&'t HoldSummary>,
    /// Base URL of the order desk, without a trailing slash.
    pub order_desk: Option<&'t str>,
}

impl MessageBuilder<'_> {
    /// Maximum number of items that a message lists by name.
    pub const MAX_ITEMS: usize = MAX_ITEMS;

    pub fn compose(&self) -> ComposedMessage {
        let summary = self.summary();
        let summary = match (self.rule.kind, self.cause) {
            (NotificationKind::SourceSilent | NotificationKind::WebhookPaused, _) => summary,
            (_, Cause::Several) => {
                let all = self.text(MessageTemplate::AllOrganisations, &[]);
                self.text(MessageTemplate::OfOrganisation, &[("organisation", &all), ("what", &summary)])
            }
            _ => self.text(
                MessageTemplate::OfOrganisation,
                &[("organisation", &one_line(self.name)), ("what", &summary)],
            ),
        };
        let subject = self.text(MessageTemplate::Subject, &[("what", &summary)]);
        let mut text = format!("{summary}.\n");
        for part in [self.figures(), self.reasons(), self.details(), self.link(), self.footer()]
            .into_iter()
            .filter(|part| !part.is_empty())
        {
            text.push('\n');
            text.push_str(&part);
        }
        ComposedMessage { subject: one_line(&subject), text }
    }

    fn text(&self, template: MessageTemplate, values: &[(&str, &str)]) -> String {
        template.filled(self.rule.language, values)
    }

    fn summary(&self) -> String {
        use NotificationKind as Kind;
        let template = match (self.rule.kind, self.count) {
            (Kind::CandidatesInError, _) if self.uncounted => MessageTemplate::AtLeastInError,
            (Kind::CandidatesInError, 1) => MessageTemplate::OneInError,
            (Kind::CandidatesInError, _) => MessageTemplate::ManyInError,
            (Kind::CandidatesRejected, _) if self.uncounted => MessageTemplate::AtLeastRejected,
            (Kind::CandidatesRejected, 1) => MessageTemplate::OneRejected,
            (Kind::CandidatesRejected, _) => MessageTemplate::ManyRejected,
            (Kind::CandidatesOnHold, _) if self.uncounted => MessageTemplate::AtLeastOnHold,
            (Kind::CandidatesOnHold, 1) => MessageTemplate::OneOnHold,
            (Kind::CandidatesOnHold, _) => MessageTemplate::ManyOnHold,
            (Kind::ReferencesUnresolved, _) if self.uncounted => MessageTemplate::AtLeastUnresolved,
            (Kind::ReferencesUnresolved, 1) => MessageTemplate::OneUnresolved,
            (Kind::ReferencesUnresolved, _) => MessageTemplate::ManyUnresolved,
            (Kind::SourceSilent, _) => MessageTemplate::Silent,
            (Kind::RunFailed, 1) => MessageTemplate::OneRun,
            (Kind::RunFailed, _) => MessageTemplate::ManyRuns,
            (Kind::WebhookPaused, _) => MessageTemplate::Paused,
            (Kind::OrderNotHandedOver, _) if self.uncounted => MessageTemplate::AtLeastWaiting,
            (Kind::OrderNotHandedOver, 1) => MessageTemplate::OneWaiting,
            (Kind::OrderNotHandedOver, _) => MessageTemplate::ManyWaiting,
        };
        let (count, time, name) = (self.count.to_string(), self.time(), one_line(self.name));
        self.text(template, &[("count", &count), ("time", &time), ("source", &name), ("webhook", &name)])
    }

    /// Formats the threshold of the rule.
    fn time(&self) -> String {
        let minutes = self.rule.threshold_minutes;
        let (count, one, many) = if minutes > 0 && minutes % 60 == 0 {
            (minutes / 60, MessageTemplate::OneHour, MessageTemplate::Hours)
        } else {
            (minutes, MessageTemplate::OneMinute, MessageTemplate::Minutes)
        };
        self.text(if count == 1 { one } else { many }, &[("count", &count.to_string())])
    }

    /// Returns the figures of all lines on hold.
    fn figures(&self) -> String {
        let Some(HoldSummary { figures, .. }) = self.holds else { return String::new() };
        let mut lines = String::new();
        if self.uncounted {
            lines.push_str(&self.line(MessageTemplate::Counted, &[("count", &self.count.to_string())]));
        }
        lines.push_str(&self.line(MessageTemplate::LineCount, &[("count", &figures.lines.to_string())]));
        if !figures.worth.is_empty() {
            lines.push_str(&self.line(MessageTemplate::Worth, &[("amounts", &self.amounts(figures))]));
        }
        if figures.unpriced > 0 {
            let count = figures.unpriced.to_string();
            lines.push_str(&self.line(MessageTemplate::Unpriced, &[("count", &count)]));
        }
        lines
    }

    /// Returns the hold reasons with their numbers of incoming orders.
    fn reasons(&self) -> String {
        let reasons = self.holds.map_or(&[][..], |summary| &summary.reasons);
        if reasons.is_empty() {
            return String::new();
        }
        let mut list = self.line(MessageTemplate::Reasons, &[]);
        for (reason, count) in reasons {
            let reason = self.text(reason_template(*reason), &[]);
            let values = [("reason", reason.as_str()), ("count", &count.to_string())];
            list.push_str(&self.line(MessageTemplate::ReasonCount, &values));
        }
        list
    }

    /// Returns amounts separated by semicolons.
    fn amounts(&self, figures: &LineFigures) -> String {
        let language = self.rule.language;
        let amounts = figures.worth.iter();
        let amounts =
            amounts.map(|(currency, sum)| format!("{} {currency}", language.decimal(sum.to_string())));
        amounts.collect::<Vec<_>>().join("; ")
    }

    /// Returns the name of an item with the figures of its lines.
    fn item_text(&self, item: &MessageItem) -> String {
        let name = one_line(&item.name);
        let name = match item.kind {
            Some(kind) => self.text(kind_template(kind), &[("name", &name)]),
            None => name,
        };
        let Some(figures) = &item.figures else { return name };
        let count = |count: u64, one, many| {
            self.text(if count == 1 { one } else { many }, &[("count", &count.to_string())])
        };
        let mut lines = count(figures.lines, MessageTemplate::OneLine, MessageTemplate::Lines);
        if self.rule.kind == NotificationKind::ReferencesUnresolved {
            let orders = count(figures.orders, MessageTemplate::OneOrder, MessageTemplate::Orders);
            lines = self.text(MessageTemplate::LinesOf, &[("lines", &lines), ("orders", &orders)]);
        }
        let amounts = self.amounts(figures);
        let parts = [name, lines, amounts].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(", ")
    }

    fn details(&self) -> String {
        let first = self.items.first().and_then(|item| item.since).map(|since| self.instant(since));
        match (self.rule.kind, first) {
            (NotificationKind::SourceSilent, Some(at)) => {
                self.line(MessageTemplate::LastHeard, &[("at", &at)])
            }
            (NotificationKind::SourceSilent, None) => self.line(MessageTemplate::NeverHeard, &[]),
            (NotificationKind::WebhookPaused, Some(at)) => {
                self.line(MessageTemplate::PausedSince, &[("at", &at)])
            }
            (NotificationKind::WebhookPaused, None) => String::new(),
            (kind, _) => self.list(if kind.lasts() { MessageTemplate::Since } else { MessageTemplate::At }),
        }
    }

    fn list(&self, template: MessageTemplate) -> String {
        let listed = self.items.iter().take(MAX_ITEMS);
        let mut list = String::new();
        for item in listed {
            let at = item.since.map(|since| self.instant(since)).unwrap_or_default();
            list.push_str(&self.line(template, &[("what", &self.item_text(item)), ("at", &at)]));
        }
        let more = self.count.saturating_sub(self.items.len().min(MAX_ITEMS));
        if more > 0 {
            list.insert_str(0, &self.line(MessageTemplate::Oldest, &[]));
            list.push_str(&self.line(MessageTemplate::More, &[("count", &more.to_string())]));
        }
        list
    }

    fn link(&self) -> String {
        let Some(order_desk) = self.order_desk else { return String::new() };
        let page = match self.rule.kind {
            NotificationKind::CandidatesInError => "candidates?status=error",
            NotificationKind::CandidatesRejected => "rejected",
            NotificationKind::CandidatesOnHold => "on-hold",
            NotificationKind::ReferencesUnresolved => "inbox",
            NotificationKind::SourceSilent => "candidates",
            NotificationKind::RunFailed => "scheduler",
            NotificationKind::WebhookPaused => "outgoing",
            NotificationKind::OrderNotHandedOver => "orders?handedOver=due",
        };
        self.line(MessageTemplate::Look, &[("link", &format!("{order_desk}/{page}"))])
    }

    fn footer(&self) -> String {
        let zone = self.rule.window.zone.iana_name().unwrap_or("UTC");
        let rule = if self.rule.id == NotificationRule::UNSTORED {
            self.line(MessageTemplate::UnstoredRule, &[])
        } else {
            self.line(MessageTemplate::Rule, &[("rule", &self.rule.id.to_string())])
        };
        format!("{}{rule}", self.line(MessageTemplate::Zone, &[("zone", zone)]))
    }

    fn line(&self, template: MessageTemplate, values: &[(&str, &str)]) -> String {
        format!("{}\n", self.text(template, values))
    }

    fn instant(&self, at: Timestamp) -> String {
        shown(at, &self.rule.window.zone, self.rule.language)
    }
}

impl ComposedMessage {
    /// Creates the message that tests mail delivery.
    pub fn test(language: Language) -> Self {
        let text = |template: MessageTemplate| template.filled(language, &[]);
        Self {
            subject: text(MessageTemplate::TestSubject),
            text: format!("{}\n", text(MessageTemplate::Test)),
        }
    }
}

fn reason_template(reason: HoldReason) -> MessageTemplate {
    match reason {
        HoldReason::Waiting => MessageTemplate::WaitingReason,
        HoldReason::Destination => MessageTemplate::DestinationReason,
        HoldReason::Release => MessageTemplate::ReleaseReason,
        HoldReason::SiblingError => MessageTemplate::SiblingErrorReason,
        HoldReason::SiblingRejected => MessageTemplate::SiblingRejectedReason,
        HoldReason::HeaderIncomplete => MessageTemplate::IncompleteReason,
        HoldReason::HeaderSettling => MessageTemplate::SettlingReason,
        HoldReason::OrderVoided => MessageTemplate::VoidedReason,
    }
}

fn kind_template(kind: ReferenceKind) -> MessageTemplate {
    match kind {
        ReferenceKind::Partner => MessageTemplate::PartnerNamed,
        ReferenceKind::Location => MessageTemplate::LocationNamed,
        ReferenceKind::Contact => MessageTemplate::ContactNamed,
        ReferenceKind::Product => MessageTemplate::ProductNamed,
        ReferenceKind::Unit => MessageTemplate::UnitNamed,
        ReferenceKind::Shipper => MessageTemplate::ShipperNamed,
        ReferenceKind::PaymentTerm => MessageTemplate::PaymentTermNamed,
        ReferenceKind::Warehouse => MessageTemplate::WarehouseNamed,
        ReferenceKind::PricingSystem => MessageTemplate::PricingSystemNamed,
        ReferenceKind::DocumentType => MessageTemplate::DocumentTypeNamed,
        ReferenceKind::SalesPartner => MessageTemplate::SalesPartnerNamed,
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

/// Returns a text on one line: control characters and line separators become spaces, and a long text is truncated.
fn one_line(text: &str) -> String {
    let shown =
        |sign: char| if sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') { ' ' } else { sign };
    let mut line: String = text.chars().map(shown).take(MAX_LINE_LENGTH).collect();
    if text.chars().count() > MAX_LINE_LENGTH {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::NotificationWindow;
    use super::*;
    use crate::ids::{DataSourceId, NotificationRuleId, OrganisationId, WebhookId};
    use crate::number::Decimal;
    use crate::text::Code;

    fn rule(kind: NotificationKind, threshold_minutes: i64, language: Language) -> NotificationRule {
        NotificationRule {
            id: NotificationRuleId(17),
            version: 1,
            organisation: None,
            kind,
            threshold_minutes,
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
        let since = Some("2026-11-20T09:05:00Z".parse().unwrap());
        MessageItem { name: name.to_owned(), kind: None, since, figures: None }
    }

    fn builder<'t>(rule: &'t NotificationRule, count: usize, items: &'t [MessageItem]) -> MessageBuilder<'t> {
        let cause = Cause::Organisation(OrganisationId(5));
        MessageBuilder {
            rule,
            cause,
            name: "001 Hauptbetrieb",
            count,
            uncounted: false,
            items,
            holds: None,
            order_desk: None,
        }
    }

    #[test]
    fn message_lists_items_with_links() {
        let rule = rule(NotificationKind::CandidatesInError, 30, Language::German);
        let items: Vec<_> = (1..=10).map(|number| item(&format!("W-{number} / 10"))).collect();
        let builder = builder(&rule, 12, &items);
        let builder = MessageBuilder { order_desk: Some("https://orders.example"), ..builder };
        let ComposedMessage { subject, text } = builder.compose();
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
    fn message_of_unstored_rule_has_no_rule_number() {
        let stored = rule(NotificationKind::RunFailed, 0, Language::German);
        let tried = NotificationRule { id: NotificationRule::UNSTORED, ..stored };
        let ComposedMessage { text, .. } = builder(&tried, 1, &[item("17")]).compose();
        assert!(
            text.ends_with("\nDies ist eine Probe einer noch nicht gespeicherten Benachrichtigungsregel.\n"),
            "{text}"
        );
    }

    #[test]
    fn each_notification_kind_has_its_subject() {
        use Language::{English, German};
        use NotificationKind::{
            CandidatesInError, CandidatesRejected, OrderNotHandedOver, RunFailed, SourceSilent, WebhookPaused,
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
            (
                CandidatesRejected,
                1,
                English,
                organisation,
                1,
                "N: 1 rejected row has been open for more than 1 minute",
            ),
            (
                CandidatesRejected,
                60,
                German,
                organisation,
                2,
                "N: 2 abgelehnte Positionen sind seit mehr als 1 Stunde offen",
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
            let mail = MessageBuilder { cause, name: "N", ..builder(&rule, count, &[item("X")]) }.compose();
            assert_eq!(mail.subject, format!("Orderdock: {subject}"));
            assert!(mail.text.starts_with(&format!("{subject}.\n")), "{}", mail.text);
            assert!(["2026 10:05", "11-20 10:05"].iter().any(|time| mail.text.contains(time)), "{subject}");
        }
    }

    #[test]
    fn subjects_of_open_entries_contain_number_and_threshold() {
        use Language::{English, German};
        use NotificationKind::{CandidatesOnHold, ReferencesUnresolved};
        let subject = |kind, minutes, language, count| {
            builder(&rule(kind, minutes, language), count, &[item("X")]).compose().subject
        };
        let [on_hold, unresolved] = [CandidatesOnHold, ReferencesUnresolved];
        for (subject, expected) in [
            (subject(on_hold, 1, English, 1), "1 incoming order has been on hold for more than 1 minute"),
            (subject(on_hold, 30, German, 1), "1 Bestellung wird seit mehr als 30 Minuten zurückgehalten"),
            (
                subject(on_hold, 120, German, 2),
                "2 Bestellungen werden seit mehr als 2 Stunden zurückgehalten",
            ),
            (subject(unresolved, 60, English, 1), "1 reference has been unresolved for more than 1 hour"),
            (subject(unresolved, 60, English, 2), "2 references have been unresolved for more than 1 hour"),
            (subject(unresolved, 30, German, 1), "1 Verweis ist seit mehr als 30 Minuten offen"),
        ] {
            assert_eq!(subject, format!("Orderdock: 001 Hauptbetrieb: {expected}"));
        }
    }

    fn figures(lines: u64, orders: u64, amount: Option<&str>) -> LineFigures {
        let worth = amount.map(|amount| (Code::parse("EUR").unwrap().unwrap(), amount.parse().unwrap()));
        LineFigures { lines, orders, worth: worth.into_iter().collect(), unpriced: 0 }
    }

    #[test]
    fn message_about_holds_contains_figures_and_reasons() {
        let rule = rule(NotificationKind::CandidatesOnHold, 30, Language::English);
        let items = [
            MessageItem { figures: Some(figures(1, 1, Some("12.50"))), ..item("W-1 (PO-1)") },
            MessageItem { figures: Some(figures(3, 1, None)), ..item("W-2 (PO-2)") },
        ];
        let mut all = figures(34, 12, Some("1234.50"));
        all.worth.insert(Code::parse("CHF").unwrap().unwrap(), Decimal::new(200, 1));
        all.unpriced = 3;
        let reasons = vec![(HoldReason::Release, 7), (HoldReason::SiblingError, 5)];
        let holds = HoldSummary { figures: all, reasons };
        let builder = MessageBuilder { holds: Some(&holds), ..builder(&rule, 12, &items) };
        let builder = MessageBuilder { order_desk: Some("https://orders.example"), ..builder };
        let text = builder.compose().text;
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[..15],
            [
                "001 Hauptbetrieb: 12 incoming orders have been on hold for more than 30 minutes.",
                "",
                "Lines: 34",
                "Value: 20.0 CHF; 1234.50 EUR",
                "Lines without price: 3",
                "",
                "Incoming orders by reason:",
                "- Release needed: 7",
                "- Error in another line: 5",
                "",
                "Oldest:",
                "- W-1 (PO-1), 1 line, 12.50 EUR, since 2026-11-20 10:05",
                "- W-2 (PO-2), 3 lines, since 2026-11-20 10:05",
                "- and 10 more",
                "",
            ]
        );
        assert_eq!(lines[15], "View details: https://orders.example/on-hold");
        let holds = HoldSummary { figures: figures(20_000, 10_000, None), reasons: Vec::new() };
        let builder = MessageBuilder { holds: Some(&holds), uncounted: true, count: 10_000, ..builder };
        let text = builder.compose().text;
        assert!(text.contains(": More than 10000 incoming orders have been on hold"), "{text}");
        assert!(text.contains("\nTotals of 10000 incoming orders:\nLines: 20000\n\nOldest:\n"), "{text}");
    }

    #[test]
    fn message_about_references_names_missing_records() {
        let rule = rule(NotificationKind::ReferencesUnresolved, 30, Language::German);
        let record = |kind, name, lines: LineFigures| MessageItem {
            kind: Some(kind),
            figures: Some(lines),
            ..item(name)
        };
        let items = [
            record(ReferenceKind::Product, "KAF-1\nKG", figures(12, 5, Some("1234.50"))),
            record(ReferenceKind::Location, "L-7 (1001 Müller)", figures(1, 1, None)),
        ];
        let builder =
            MessageBuilder { order_desk: Some("https://orders.example"), ..builder(&rule, 2, &items) };
        let text = builder.compose().text;
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[..6],
            [
                "001 Hauptbetrieb: 2 Verweise sind seit mehr als 30 Minuten offen.",
                "",
                "- Produkt KAF-1 KG, 12 Positionen aus 5 Bestellungen, 1234,50 EUR, seit 20.11.2026 10:05",
                "- Adresse L-7 (1001 Müller), 1 Position aus 1 Bestellung, seit 20.11.2026 10:05",
                "",
                "Einzelheiten: https://orders.example/inbox",
            ]
        );
    }

    #[test]
    fn line_breaks_in_names_cannot_add_headers() {
        let rule = rule(NotificationKind::RunFailed, 0, Language::English);
        let evil = "x\r\nBcc: all@shop.example\u{2028}y\0";
        let items = [item(evil)];
        let ComposedMessage { subject, text } =
            MessageBuilder { name: evil, ..builder(&rule, 1, &items) }.compose();
        assert!(!subject.contains(|sign: char| sign.is_control()), "{subject:?}");
        assert!(!text.contains("\nBcc") && !text.contains('\r') && !text.contains('\0'), "{text:?}");
        let long = "ä".repeat(10_000);
        let ComposedMessage { subject, text } =
            MessageBuilder { name: &long, ..builder(&rule, 1, &[item(&long)]) }.compose();
        assert!(
            subject.chars().count() <= MAX_LINE_LENGTH + 1 && text.len() < 2_000,
            "{} {}",
            subject.len(),
            text.len()
        );
    }
}
