//! `PUT /api/process-settings/{org}`.

use axum::extract::Path;
use axum::response::Response;
use jiff::Timestamp;
use orderdock_app::{ScheduleChange, SettingsChange, resolve_organisation};
use orderdock_domain::candidate::Sent;
use orderdock_domain::ids::{DocumentTypeId, OrganisationId};
use orderdock_domain::masterdata::{Reference, own_or_shared};
use orderdock_domain::order::NumberPattern;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Name, Text};

use super::settings::{ProcessSettings, answer};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::json::{ListOf, Members, Reader, ValueFault, members};
use crate::request::located::read_whole;

const MOST_ERRORS: usize = 100;

/// Change the process settings of an organisation.
///
/// Changes the given fields. Absent fields stay unchanged. `active: false` switches the schedule off.
/// `pausedUntil` pauses it until a time; null ends the pause.
#[utoipa::path(put, path = "/api/process-settings/{org}", tag = "process", operation_id = "putProcessSettings",
    params(("org" = String, Path, description = "Organisation code.")),
    request_body = SettingsMembers,
    responses((status = 200, description = "The settings after the change.", body = ProcessSettings)))]
pub async fn put_process_settings(Path(code): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body().await?;
    let organisation = call
        .run(|api, caller, received| async move {
            let reference = api.app.reference().await?;
            let organisation = resolve_organisation(&caller, &reference, &code)?;
            let change = read_change(&received.body, organisation, &reference)?;
            api.app.change_process_settings(&caller, organisation, change).await?;
            Ok(organisation)
        })
        .await?;
    answer(&call.api, &call.caller, organisation).await.map_err(Refusal::after_commit)
}

members! {
    SettingsMembers("ProcessSettingsBody", Strict) "Changes of process settings. Absent fields stay unchanged." {
        active: "active" bool, "Whether the schedule is active.";
        cron: "cron" Text,
            "Schedule as a cron expression (minute, hour, day, month, weekday) in the time zone of the organisation.";
        paused_until: "pausedUntil" Sent<Timestamp>, "Time before which no scheduled run starts. Null ends the pause.";
        merge_lines: "mergeLines" bool,
            "Whether candidates with the same product, unit, price, discount and date share an order line.";
        hand_over: "handOver" bool,
            "Whether new orders are transferred to a receiver, which confirms or rejects each of them.";
        number_patterns: "numberPatterns" ListOf<PatternMembers<'t>>;
    }
}

members! {
    PatternMembers("NumberPatternData", Strict)
    "Format of document numbers: a prefix and the number, padded with zeros." {
        doc_type_name: "docTypeName" Name, required;
        pattern: "pattern" Text, required, "Format, for example `SO-{n:06}`.";
    }
}

fn read_change(
    sent: &[u8],
    organisation: OrganisationId,
    reference: &Reference,
) -> Result<SettingsChange, Refusal> {
    read_whole(sent, MOST_ERRORS, |reader, node| {
        let members = SettingsMembers::open(reader, node)?;
        Some(read_members(reader, &members, organisation, reference))
    })
}

fn read_members(
    reader: &mut Reader,
    members: &SettingsMembers<'_>,
    organisation: OrganisationId,
    reference: &Reference,
) -> SettingsChange {
    let schedule = ScheduleChange {
        active: reader.read(members.active),
        cron: reader.read(members.cron).map(|cron| cron.as_str().to_owned()),
        paused_until: match reader.sent(members.paused_until) {
            Sent::Absent => None,
            Sent::Null => Some(None),
            Sent::Value(until) => Some(Some(until)),
        },
    };
    let merge_lines = reader.read(members.merge_lines);
    let hand_over = reader.read(members.hand_over);
    let patterns = reader.objects(members.number_patterns, |reader, members| {
        read_pattern(reader, members, organisation, reference)
    });
    let number_patterns = patterns.unwrap_or_default().into_iter().flatten().collect();
    SettingsChange { schedule, merge_lines, hand_over, number_patterns }
}

fn read_pattern(
    reader: &mut Reader,
    members: &PatternMembers<'_>,
    organisation: OrganisationId,
    reference: &Reference,
) -> Option<(DocumentTypeId, NumberPattern)> {
    let (name, pattern) = (members.doc_type_name, members.pattern);
    let (asked, text) = (reader.required(name), reader.required(pattern));
    let (asked, text) = (asked?, text?);
    let named = reference.document_types.iter().filter(|kind| kind.name == asked);
    let found = own_or_shared(named, organisation, |kind| kind.organisation);
    if found.is_none() {
        reader.fault(name, ValueFault::new(ProblemCode::DocTypeNameUnknown).with("name", asked.as_str()));
    }
    let parsed = NumberPattern::parse(text.as_str());
    if parsed.is_none() {
        let fault = ValueFault::new(ProblemCode::NumberPatternInvalid).with("value", text.as_str());
        reader.fault(pattern, fault.with("example", "SO-{n:06}"));
    }
    Some((found?.id, parsed?))
}
