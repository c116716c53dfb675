//! Reads notification rules.

use jiff::civil::Time;
use jiff::tz::TimeZone;
use orderdock_app::{Caller, RuleChange, SourceName, resolve_organisation};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::ids::{OrganisationId, WebhookId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::notification::{MAX_RECIPIENTS, MailAddress, NotificationKind, Weekdays};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::{Code, Text};
use utoipa::openapi::schema::Type;

use crate::http::error::ApiError;
use crate::request::candidate_request::RecordId;
use crate::request::json::{
    Described, JsonValue, ListOf, Members, Property, Reader, Scalar, ValueFault, code, members, one_of,
    scalars, typed, word,
};
use crate::request::located::read_partly;

const MAX_ERRORS: usize = 100;

members! {
    NotificationRuleBody("NotificationRuleBody", Strict)
        "A notification rule. In a change, absent fields stay unchanged and null clears a field." {
        version: "version" i64, "Version that was read. Required for changes only.";
        org_code: "orgCode" MaybeUndefined<Code>, "Code of the organisation that the rule covers. Null for all organisations.";
        kind: "kind" NotificationKind,
            "Condition of the rule: candidates in error, rejected rows, incoming orders on hold or unresolved references for \
             too long, a data source that sends nothing, failed runs, webhooks paused after failed deliveries, or \
             unconfirmed transfers of sales orders.";
        minutes: "minutes" MaybeUndefined<i64>,
            "Minutes that the condition must last before a message is sent: a candidate in error, an open \
             rejected row, an open unresolved reference, or an incoming order on hold. At most one week.";
        hours: "hours" MaybeUndefined<i64>,
            "Hours without data from a data source, or with an unconfirmed transfer of a sales order, before a \
             message is sent; at most one week. For data sources, only the time between `from` and `to` on the \
             `weekdays` is counted.";
        data_source: "dataSource" MaybeUndefined<Text>, "Data source by internal name, record id or identifier string.";
        weekdays: "weekdays" MaybeUndefined<ListOf<Weekday>>, "Days on which messages are sent. Default: every day.";
        from: "from" MaybeUndefined<TimeOfDay>, "Time of day from which messages are sent. Default: the whole day.";
        to: "to" MaybeUndefined<TimeOfDay>,
            "Time of day until which messages are sent. If it is not after `from`, it is on the next day.";
        time_zone: "timeZone" MaybeUndefined<Zone>,
            "Time zone of days and hours, for example Europe/Berlin. Default: the zone of the organisation, \
             otherwise UTC.";
        language: "language" LanguageTag, "Language of the messages. Default: English.";
        recipients: "recipients" ListOf<MailAddress, 0, MAX_RECIPIENTS>, "Mail addresses of the recipients.";
        webhook_id: "webhookId" MaybeUndefined<RecordId>, "Record id of a webhook that is also notified.";
        active: "active" bool, "Whether the rule sends messages. Default: true.";
    }
}

/// Rule as sent.
pub struct SentRule {
    /// Expected version.
    pub version: Option<i64>,
    /// Valid parts of the rule.
    pub change: RuleChange,
    /// Problems of the body.
    pub error: Option<ApiError>,
}

/// Reads a new or changed rule.
pub fn read_rule(
    sent: &[u8],
    caller: &Caller,
    reference: &Reference,
    is_change: bool,
) -> Result<SentRule, ApiError> {
    let ((version, change), error) = read_partly(sent, MAX_ERRORS, |reader, node| {
        let members = NotificationRuleBody::open(reader, node)?;
        let version = if is_change { reader.required(members.version) } else { reader.read(members.version) };
        let kind = if is_change { reader.read(members.kind) } else { reader.required(members.kind) };
        Some((version, RuleChange { kind, ..read_members(reader, &members, caller, reference) }))
    })?;
    Ok(SentRule { version, change, error })
}

/// Returns the organisation, if the caller can access it.
fn read_organisation(
    reader: &mut Reader,
    members: &NotificationRuleBody<'_>,
    caller: &Caller,
    reference: &Reference,
) -> MaybeUndefined<OrganisationId> {
    let code = match reader.sent(members.org_code) {
        MaybeUndefined::Value(code) => code,
        MaybeUndefined::Null => return MaybeUndefined::Null,
        MaybeUndefined::Absent => return MaybeUndefined::Absent,
    };
    match resolve_organisation(caller, reference, code.as_str()) {
        Ok(organisation) => MaybeUndefined::Value(organisation),
        Err(failure) => {
            if let Some(problem) = failure.problems.first() {
                let fault = ValueFault::new(problem.code).with("code", code.as_str());
                reader.fault(members.org_code, fault);
            }
            MaybeUndefined::Absent
        }
    }
}

fn read_members(
    reader: &mut Reader,
    members: &NotificationRuleBody<'_>,
    caller: &Caller,
    reference: &Reference,
) -> RuleChange {
    let data_source = match reader.sent(members.data_source) {
        MaybeUndefined::Absent => MaybeUndefined::Absent,
        MaybeUndefined::Null => MaybeUndefined::Null,
        MaybeUndefined::Value(name) => {
            let found = SourceName(name.as_str().to_owned()).find(caller, reference).map(|source| source.id);
            if found.is_none() {
                let fault =
                    ValueFault::new(ProblemCode::TypeWrong).with("expected", Phrase::ExistingDataSource);
                let seen = Phrase::Quoted.of([name.as_str().into()]);
                reader.fault(members.data_source, fault.with("found", seen));
            }
            found.map_or(MaybeUndefined::Absent, MaybeUndefined::Value)
        }
    };
    let weekdays = reader.sent_by(members.weekdays, |reader, slot| {
        let days = reader.list(slot)?;
        // an empty list would never notify anyone and counts as every day
        Some(Weekdays::of(days.into_iter().flatten()).unwrap_or(Weekdays::ALL))
    });
    let recipients = reader.list(members.recipients);
    RuleChange {
        kind: None,
        organisation: read_organisation(reader, members, caller, reference),
        minutes: reader.sent(members.minutes),
        hours: reader.sent(members.hours),
        data_source,
        weekdays,
        from: reader.sent(members.from),
        to: reader.sent(members.to),
        time_zone: reader.sent(members.time_zone),
        language: reader.read(members.language),
        recipients: recipients.map(|all| all.into_iter().flatten().collect()),
        webhook: reader.sent(members.webhook_id).map(WebhookId),
        active: reader.read(members.active),
    }
}

scalars! {
    /// Weekday by its first three letters.
    Weekday -> &'static str,
        |description| one_of(description, Weekdays::words()),
        |value| word(value, Weekdays::words, |day| *day);
    /// Time of day, for example `07:30`.
    TimeOfDay -> Time,
        |description| {
            typed(Type::String, description).pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$")).examples(["07:30"]).into()
        },
        |value| {
            let Some(text) = code(value)? else { return Ok(None) };
            let time = Some(&*text).filter(|text| text.len() == 5).and_then(|text| text.parse().ok());
            time.map(Some).ok_or_else(|| ValueFault::new(ProblemCode::TimeInvalid))
        };
    /// Time zone by name.
    Zone -> TimeZone,
        |description| typed(Type::String, description).examples(["Europe/Berlin"]).into(),
        |value| {
            let Some(name) = code(value)? else { return Ok(None) };
            let zone = TimeZone::get(&name).ok().filter(|zone| zone.iana_name().is_some());
            zone.map(Some).ok_or_else(|| ValueFault::wrong_type(Phrase::TimeZone, value))
        };
    /// `en` or `de`.
    LanguageTag -> Language,
        |description| one_of(description, Language::ALL.map(Language::tag)),
        |value| word(value, || Language::ALL, |language| language.tag());
}

impl Described for MailAddress {
    fn described(description: &str) -> Property {
        typed(Type::String, description).max_length(Some(254)).examples(["anna@shop.example"]).into()
    }
}

impl Scalar for MailAddress {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let Some(text) = code(value)? else { return Ok(None) };
        let address = Self::parse(&text);
        address
            .map(Some)
            .ok_or_else(|| ValueFault::new(ProblemCode::MailAddressInvalid).with("value", &*text))
    }
}
