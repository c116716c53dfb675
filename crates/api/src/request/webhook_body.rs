//! Reads webhooks.

use orderdock_app::{Caller, NewWebhook, SourceName, WebhookPatch, resolve_organisation};
use orderdock_domain::candidate::MaybeUndefined;
use orderdock_domain::event::EventType;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::text::{Code, Text};
use orderdock_store::WebhookSettings;

use crate::http::error::ApiError;
use crate::request::json::{
    Described, JsonNode, JsonValue, ListOf, Members, Property, Reader, Scalar, TypedMember, ValueFault,
    members, one_of, scalars,
};
use crate::request::located::read_whole;

const MAX_ERRORS: usize = 100;

members! {
    WebhookBody("WebhookBody", Strict) "A webhook." {
        url: "url" Text, required, "URL of the receiver, `https://…`. Addresses of private networks are rejected.";
        types: "types" ListOf<EventType>, "Event types to send. Default: all types.";
        org: "orgCode" Code,
            "Organisation code: only events of this organisation and of shared records. Default: all organisations.";
        data_source: "dataSource" Code,
            "Data source of the events: record id, internal name, `ext-…` or `val-…`. Default: all.";
        include: "include" Include, "`record`: each event contains its record as of the time of sending.";
        description: "description" Text, "Purpose of the webhook.";
        active: "active" bool, "Whether events are sent. Default: true.";
    }
}

members! {
    WebhookPatchMembers("WebhookPatch", Strict)
        "Changes of a webhook. Absent fields stay unchanged; null clears a field." {
        version: "version" i64, required, "Version that was read.";
        url: "url" Text, "URL of the receiver, `https://…`. Addresses of private networks are rejected.";
        types: "types" MaybeUndefined<ListOf<EventType>>, "Event types to send. Null for all types.";
        org: "orgCode" MaybeUndefined<Code>,
            "Organisation code: only events of this organisation and of shared records. Null for all organisations.";
        data_source: "dataSource" MaybeUndefined<Code>, "Data source of the events. Null for all.";
        include: "include" MaybeUndefined<Include>, "`record`: each event contains its record. Null for events without it.";
        description: "description" MaybeUndefined<Text>, "Purpose of the webhook.";
        active: "active" bool, "`false` pauses the webhook. `true` resumes it with all pending deliveries.";
    }
}

members! {
    RotateBody("RotateBody", Strict) "Options for the replacement of the secret." {
        keep_old_for: "keepOldFor" i64,
            "Hours during which requests are also signed with the previous secret. Default: 24, at most 720.";
    }
}

members! {
    ResendBody("ResendBody", Strict) "Deliveries to send again." {
        since: "since" jiff::Timestamp, required, "Start time: all events sent since then are sent again, each once.";
    }
}

scalars! {
    /// Content of events in addition to their data.
    Include -> (), |description| one_of(description, ["record"]), |value| match value {
        JsonValue::Text(text) if text == "record" => Ok(Some(())),
        JsonValue::Text(text) if !text.trim().is_empty() => {
            Err(ValueFault::not_allowed(text, std::iter::once("record")))
        }
        JsonValue::Null | JsonValue::Text(_) => Ok(None),
        other => Err(ValueFault::wrong_type(Phrase::String, other)),
    };
}

impl Described for EventType {
    fn described(description: &str) -> Property {
        one_of(description, Self::ALL.iter().map(|one| one.as_str()))
    }
}

impl Scalar for EventType {
    type Read = Self;

    fn read(value: &JsonValue<'_>) -> Result<Option<Self>, ValueFault> {
        let JsonValue::Text(text) = value else { return Err(ValueFault::wrong_type(Phrase::String, value)) };
        let known = Self::parse(text).map(Some);
        known.ok_or_else(|| ValueFault::not_allowed(text, Self::ALL.iter().map(|one| one.as_str())))
    }
}

/// Caller and reference data for look-ups.
#[derive(Clone, Copy)]
pub struct WebhookContext<'a> {
    pub caller: &'a Caller,
    pub reference: &'a Reference,
}

impl WebhookContext<'_> {
    fn organisation(&self, code: &Code) -> Result<OrganisationId, ApiError> {
        resolve_organisation(self.caller, self.reference, code.as_str()).map_err(|failure| {
            let at = |problem: Problem| Problem { pointer: "/orgCode".into(), ..problem };
            ApiError::of(failure.problems.into_iter().map(|problem| at(problem).into()).collect())
        })
    }

    fn data_source(&self, name: &Code) -> Result<DataSourceId, ApiError> {
        let name = SourceName(name.as_str().to_owned());
        let found = name.find(self.caller, self.reference).map(|source| source.id);
        found.ok_or_else(|| {
            let problem =
                Problem::new(ProblemCode::RecordUnknown, "/dataSource").with("kind", Phrase::DataSource);
            problem.with("value", name.0).into()
        })
    }
}

/// Reads a new webhook. The error contains all problems of the body.
pub fn read_new(sent: &[u8], known: WebhookContext<'_>) -> Result<NewWebhook, ApiError> {
    let (settings, org, source, active) = read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = WebhookBody::open(reader, node)?;
        let url = reader.required(members.url);
        let types = read_types(reader, members.types).unwrap_or_default();
        let (org, source) = (reader.read(members.org), reader.read(members.data_source));
        let records = reader.read(members.include).is_some();
        let description = reader.read(members.description).map(Text::into_string);
        let active = reader.read(members.active).unwrap_or(true);
        let (url, organisation, data_source) = (url?.into_string(), None, None);
        let settings = WebhookSettings { url, types, organisation, data_source, records, description };
        Some((settings, org, source, active))
    })?;
    let organisation = org.map(|code| known.organisation(&code)).transpose()?;
    let data_source = source.map(|name| known.data_source(&name)).transpose()?;
    Ok(NewWebhook { settings: WebhookSettings { organisation, data_source, ..settings }, active })
}

/// Reads the changes of a webhook.
pub fn read_patch(sent: &[u8], known: WebhookContext<'_>) -> Result<WebhookPatch, ApiError> {
    let (patch, org, source) = read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = WebhookPatchMembers::open(reader, node)?;
        let version = reader.required(members.version);
        let url = reader.read(members.url).map(Text::into_string);
        let types = reader.sent_by(members.types, read_types);
        let (org, source) = (reader.sent(members.org), reader.sent(members.data_source));
        let records = match reader.sent(members.include) {
            MaybeUndefined::Absent => None,
            include => Some(include == MaybeUndefined::Value(())),
        };
        let description = reader.sent(members.description).map(Text::into_string);
        let active = reader.read(members.active);
        let (version, organisation, data_source) = (version?, MaybeUndefined::Absent, MaybeUndefined::Absent);
        let patch =
            WebhookPatch { version, url, types, organisation, data_source, records, description, active };
        Some((patch, org, source))
    })?;
    let organisation = map(org, |code| known.organisation(&code))?;
    let data_source = map(source, |name| known.data_source(&name))?;
    Ok(WebhookPatch { organisation, data_source, ..patch })
}

/// Reads the number of hours for which the previous secret remains valid.
pub fn read_rotate(sent: &[u8]) -> Result<i64, ApiError> {
    const USUAL: i64 = 24;
    const MAX_HOURS: i64 = 720;
    if sent.is_empty() {
        return Ok(USUAL);
    }
    read_whole(sent, MAX_ERRORS, |reader, node| {
        let members = RotateBody::open(reader, node)?;
        let hours = reader.read(members.keep_old_for).unwrap_or(USUAL);
        if !(0..=MAX_HOURS).contains(&hours) {
            let fault = ValueFault::new(ProblemCode::TypeWrong)
                .with("expected", Phrase::HoursUpTo.of([MAX_HOURS.into()]));
            reader.fault(members.keep_old_for, fault.with("found", hours.to_string()));
        }
        Some(hours)
    })
}

/// Reads the time from which deliveries are sent again.
pub fn read_resend(sent: &[u8]) -> Result<jiff::Timestamp, ApiError> {
    read_whole(sent, MAX_ERRORS, |reader, node: &JsonNode<'_>| {
        let members = ResendBody::open(reader, node)?;
        reader.required(members.since)
    })
}

fn read_types(reader: &mut Reader, slot: TypedMember<'_, ListOf<EventType>>) -> Option<Vec<EventType>> {
    let mut types: Vec<EventType> = reader.list(slot)?.into_iter().flatten().collect();
    types.sort_unstable();
    types.dedup();
    Some(types)
}

fn map<T, U>(
    sent: MaybeUndefined<T>,
    read: impl FnOnce(T) -> Result<U, ApiError>,
) -> Result<MaybeUndefined<U>, ApiError> {
    Ok(match sent {
        MaybeUndefined::Absent => MaybeUndefined::Absent,
        MaybeUndefined::Null => MaybeUndefined::Null,
        MaybeUndefined::Value(value) => MaybeUndefined::Value(read(value)?),
    })
}
